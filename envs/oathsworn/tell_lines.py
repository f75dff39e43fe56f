"""How a log of an encounter is put together: events that belong together become one line."""

from __future__ import annotations

from typing import Any

from ..core.catalogue import say
from ..core.told import Line, Tone
from .names import Names
from .spoken import Cast
from .state import Book, State
from .terms import BOSS, FRIEND, Op


class Telling:
    """What the tellers of all kinds of events share.

    Attributes:
        actor: The piece that acts, -1 nobody; effects on others name them.
    """

    def __init__(self, names: Names, book: Book, state: State) -> None:
        self.names = names
        self.book = book
        self.cast = Cast(names, state)
        self.lines: list[Line] = []
        self.actor = -1
        self.round = 0
        self._heading = ""
        self._visit = -1
        self._reasons: list[Line] = []
        self._gathered: list[Any] = []
        self._kind: tuple[str, int] = ("", -1)
        self.recall(state)

    def recall(self, state: State) -> None:
        """Go on from another state, after an undo or a correction."""
        self.cast.recall(state if state.round else self.book.start)  # a state that has not begun holds no models yet
        self.round = state.round
        self._heading, self._visit, self._reasons = "", -1, []
        self._gathered, self._kind = [], ("", -1)
        self.actor = acting(state)

    def gather(self, kind: str, piece: int) -> list[Any]:
        """Return what is gathered of a kind about a piece, to add to it; anything else gathered is written first."""
        if self._kind != (kind, piece):
            self.flush()
            self._kind = (kind, piece)
        return self._gathered

    def gathering(self, kind: str, piece: int) -> bool:
        """Return whether something of a kind is gathered about a piece."""
        return self._kind == (kind, piece)

    def flush(self) -> None:
        """Write what is gathered."""
        (kind, piece), items = self._kind, self._gathered
        self._kind, self._gathered = ("", -1), []
        if items:
            self.headings()
            getattr(self, f"close_{kind}")(piece, items)

    def write(self, text: str, tone: Tone = Tone.EFFECT) -> None:
        """Write a line, behind what is gathered and the headings that wait for it."""
        self.flush()
        self.headings()
        self.lines.append(Line(text, tone))

    def headings(self) -> None:
        """Write the headings that wait for something to stand under them."""
        if self._heading:
            self.lines.append(Line(self._heading, Tone.ROUND))
            self._heading = ""
        if self._visit >= 0:
            self.actor, self._visit = self._visit, -1
            self.lines.append(Line(say("oathsworn_tell.visit", who=self.cast.piece(self.actor)), Tone.MOVE))
        self.lines += self._reasons
        self._reasons = []

    def because(self, reason: Line) -> list[Line]:
        """Take why a pilot does what follows; gives what to tell at once. Under a heading that waits it waits too."""
        if not self._heading and self._visit < 0:
            return [reason]
        self._reasons.append(reason)
        return []

    def rename(self, names: Names) -> None:
        """Call things by other names from now on."""
        self.names = self.cast.names = names

    def asked(self) -> list[Line]:
        """Return the headings that wait: somebody is asked now, under them."""
        self.lines = []
        self.headings()
        return self.lines

    def head(self, text: str) -> None:
        """Let a heading wait for something to stand under it; one that nothing came under goes."""
        self.flush()
        self._visit = -1
        self._heading = text

    def visit(self, seat: int, *_: int) -> None:
        """A seat's turn begins."""
        self.flush()
        self._visit = seat

    def passes(self, seat: int, *_: int) -> None:
        """A seat passes; its turn is not told of otherwise."""
        self.flush()
        if self._visit == seat:
            self._visit, self._reasons = -1, []
        self.write(say("oathsworn_tell.passed", who=self.cast.piece(seat)), Tone.MOVE)

    def effect(self, piece: int, text: str) -> None:
        """Write what happens to a piece, naming it when it is not the one that acts."""
        self.flush()
        self.headings()
        if piece != self.actor:
            text = say("oathsworn_tell.for_other", who=self.cast.piece(piece), text=text)
        self.lines.append(Line(text, Tone.EFFECT))

    def is_enemy(self, piece: int) -> bool:
        """Return whether a piece is a boss or minion."""
        return BOSS <= piece < FRIEND


def acting(state: State) -> int:
    """Return the piece whose turn, card or attack is under way; -1 nobody's."""
    for place in range(state.top, -1, -1):
        frame = state.stack[place]
        if frame.op in (Op.VISIT, Op.MINION_ATTACK):
            return int(frame.a)
        if frame.op == Op.CARD:
            return BOSS
    return -1
