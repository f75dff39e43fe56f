"""A session: one game, its replay lines, and who holds its seats. No code of terminal or web is here."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..agents.pilots import is_own
from ..envs.core.catalogue import say
from ..envs.core.chance import rekey
from ..envs.core.content import ContentError, Problem, refuse
from ..envs.core.game import ChanceNeededError, Table
from ..envs.core.want import Want
from .games import Missing, Playable, game_named
from .record import (
    DIGEST,
    OWN,
    Content,
    Decide,
    Edit,
    End,
    Entry,
    Parent,
    Recorder,
    Rekey,
    Seat,
    Start,
    Undo,
    Versions,
    at_line,
)

Events = NDArray[np.int32]
Subscriber = Callable[["Step"], None]
HUMAN = "human"


class FacesNeededError(Exception):
    """A hand-fed stream ran dry; the game stands as before, and the same call with more faces goes on.

    Attributes:
        wanted: The faces wanted next.
        events: What has happened until there.
    """

    def __init__(self, wanted: Sequence[Want], events: Events) -> None:
        super().__init__(say("hand.too_few", what=", ".join(want.what for want in wanted)))
        self.wanted = wanted
        self.events = events


class ContentNeededError(Exception):
    """The game needs content that a person can tell; it stands as before, and the same call goes on after `learn`.

    Attributes:
        missing: What is needed.
        events: What has happened until there.
    """

    def __init__(self, missing: Missing, events: Events) -> None:
        super().__init__(missing.question)
        self.missing = missing
        self.events = events


@dataclass(frozen=True)
class Step:
    """What subscribers are told: a line of the replay, and the events it brought."""

    line: Any
    events: Events


class Session:
    """One game from its scenario on.

    Attributes:
        game: The game that is played.
        scenario: What is played of it.
        names: What its things are called.
        table: The running game, as game 0.
        holders: Who holds each seat, by name.
        lines: The replay so far.
        subscribers: Called after each line.
    """

    def __init__(
        self,
        scenario: Any,
        seed: int,
        holders: Sequence[str],
        hand: Sequence[int] = (),
        board: Any = None,
        parent: Parent | None = None,
    ) -> None:
        """Lay out the game; `begin` starts it."""
        self.game: Playable = game_named(scenario.game)
        self.scenario = scenario
        self.names = self.game.names(scenario)
        self.seed = seed
        self.holders = list(holders)
        self.hand = tuple(hand)
        self.board = board
        self.parent = parent
        self.table = Table(self.game.rules, self.game.compile(scenario))
        self.table.hand(self.hand)
        self.state: Any = self.table.views[0]
        self.lines: list[Any] = []
        self.subscribers: list[Subscriber] = []
        self.recorder: Recorder | None = None
        self._stands: dict[int, bytes] = {}
        self._path: list[int] = []

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.outcome)

    @property
    def seat(self) -> int:
        """The seat that is to decide."""
        return int(self.state.seat)

    def who(self, seat: int) -> str:
        """Return what a seat is called."""
        return self.game.who(self, seat)

    @property
    def outcome(self) -> str:
        """How the game ended, in a word."""
        return str(self.game.outcomes(self.state.outcome).name.lower())

    @property
    def content(self) -> str:
        """Hash of the compiled scenario."""
        return hashlib.sha256(self.table.books.tobytes()).hexdigest()[:DIGEST]

    def record(self, recorder: Recorder) -> None:
        """Write the lines so far and all that follow to a file."""
        for line in self.lines:
            recorder.write(line)
        recorder.settle()
        self.recorder = recorder

    def branch(self, parent: Parent) -> None:
        """Note the game that this one, resumed from it, branches off."""
        self.parent = parent
        self.lines[0] = self.lines[0].model_copy(update={"parent": parent})

    def begin(self, fed: Sequence[int] = ()) -> Events:
        """Bring the game to its first decision.

        Raises:
            FacesNeededError: Chance is fed by hand and faces are missing.
            ContentError: The board does not fit the scenario, or a face is impossible.
        """
        events = self._play(self._open, fed)
        model: Any = self.game.lines["start"]
        start = model(
            game=self.game.name,
            scenario=self.game.data(self.scenario),
            content=self.content,
            versions=Versions.now(self.game.version),
            seed=self.seed,
            hand=self.hand,
            seats=tuple(outside_hidden(holder) for holder in self.holders),
            fed=tuple(fed),
            board=self.board,
            parent=self.parent,
        )
        self._write(start, events, moved=True)
        return events

    def decide(self, act: int, fed: Sequence[int] = ()) -> Events:
        """Answer the pending decision.

        Raises:
            IllegalActionError: The decision does not offer `act`; nothing has changed.
            FacesNeededError: Chance is fed by hand and faces are missing; nothing has changed.
            ContentNeededError: Content is missing; nothing has changed.
            ContentError: A face is impossible; nothing has changed.
        """
        seat = self.seat
        events = self._play(lambda: self.table.apply(act), fed)
        self._write(Decide(seat=seat + 1, act=int(act), fed=tuple(fed)), events, moved=True)
        if self.over:
            self._end()
        return events

    def edit(self, board: Any, fed: Sequence[int] = ()) -> Events:
        """Correct the board where a main move is to be chosen.

        Raises:
            ContentError: It does not fit; nothing has changed.
            FacesNeededError: Chance is fed by hand and faces are missing; nothing has changed.
        """
        events = self._play(lambda: self.game.correct(self.table, self.names, board), fed)
        line: Any = self.game.lines["edit"]
        self._write(line(board=board, fed=tuple(fed)), events, moved=True)
        return events

    def undo(self, to: int) -> bool:
        """Go back to how the game stood after line `to`, counted from 1; luck seen since is not drawn again.

        Returns:
            Whether luck had been revealed since; what is not yet drawn then has a new key.

        Raises:
            ContentError: No such line leads to where the game stands.
        """
        revealed = self._go_back(to)
        if revealed:
            self.rekey(new_key(self.seed, len(self.lines)))
        return revealed

    def _go_back(self, to: int) -> bool:
        if to not in self._path:
            raise refuse("undo", "", say("replay.found_undo", line=to), say("replay.valid_undo"))
        before = self.table.states[0]["chance"]["count"].copy()
        self.table.restore(self._stands[to])
        later = self._path[self._path.index(to) + 1 :]
        fed = any(self.lines[line - 1].fed for line in later)
        revealed = fed or bool((self.table.states[0]["chance"]["count"] != before).any())
        self._path = self._path[: self._path.index(to) + 1]
        self._write(Undo(to=to, revealed=revealed), self._no_events())
        return revealed

    def rekey(self, seed: int) -> None:
        """Give what is not yet drawn a new key."""
        rekey(self.state.chance, seed)
        self._write(Rekey(seed=seed), self._no_events())
        self._stands[self._path[-1]] = self.table.snapshot()

    def give(self, seat: int, holder: str) -> None:
        """Give a seat to another holder."""
        self.holders[seat] = holder
        self._write(Seat(seat=seat + 1, holder=outside_hidden(holder)), self._no_events())

    def learn(self, data: dict[str, Any]) -> None:
        """Put content into the running game.

        Raises:
            ContentError: With what is wrong with it; nothing has changed.
        """
        self.scenario = self.game.learn(self, data)
        self.names = self.game.names(self.scenario)
        self._write(Content(data=data), self._no_events())

    def last_decision(self, seats: Iterable[int]) -> int | None:
        """Return the line to undo to for taking back the last decision of some seats; None if they made none."""
        wanted = {seat + 1 for seat in seats}
        for place in range(len(self._path) - 1, 0, -1):
            line = self.lines[self._path[place] - 1]
            if isinstance(line, Edit) or (isinstance(line, Decide) and line.seat in wanted):
                return self._path[place - 1]
        return None

    def follow(self, entry: Entry, file: str) -> None:
        """Do what a line of a replay says, after `begin` did its first.

        Raises:
            ContentError: It cannot be done here, naming the line.
        """
        line, number = entry.line, entry.number
        try:
            if isinstance(line, Decide):
                self._follow_decision(line, number, file)
            elif isinstance(line, Edit):
                self.edit(line.board, line.fed)
            elif isinstance(line, Undo):
                self._go_back(line.to)
            elif isinstance(line, Rekey):
                self.rekey(line.seed)
            elif isinstance(line, Seat):
                self.give(self._known_seat(line.seat), line.holder)
            elif isinstance(line, Content):
                self.learn(line.data)
            elif isinstance(line, End):
                self._follow_end(line, number, file)
        except FacesNeededError as error:
            raise at_line(file, number, str(error), error.wanted[0].valid) from error
        except ContentNeededError as error:
            raise at_line(file, number, str(error), say("replay.valid_content")) from error
        except ContentError as error:
            raise placed(error, file, number) from error

    def _follow_decision(self, line: Decide, number: int, file: str) -> None:
        if self.over:
            raise at_line(file, number, say("replay.found_over"), say("replay.valid_over"))
        if line.seat != self.seat + 1:
            found, valid = say("replay.found_seat", seat=line.seat), say("replay.valid_seat", seat=self.seat + 1)
            raise at_line(file, number, found, valid)
        if line.act not in self.table.legal():
            acts = ", ".join(str(act) for act in self.table.legal())
            raise at_line(file, number, say("replay.found_act", act=line.act), say("replay.valid_act", acts=acts))
        self.decide(line.act, line.fed)

    def _known_seat(self, seat: int) -> int:
        if seat > len(self.holders):
            raise refuse("seat", "", str(seat), say("board.valid_seat", seats=len(self.holders)))
        return seat - 1

    def _follow_end(self, line: End, number: int, file: str) -> None:
        own = self.lines[-1]
        if own == line:
            return
        found = say("replay.found_end", found=line.outcome, state=line.state)
        ended = say("replay.valid_end", found=own.outcome, state=own.state) if isinstance(own, End) else ""
        raise at_line(file, number, found, ended or say("replay.valid_over_not"))

    def _open(self) -> None:
        if self.board is None:
            self.table.reset(self.seed)
        else:
            self.game.set_up(self.table, self.names, self.board, self.seed)

    def _play(self, run: Callable[[], None], fed: Sequence[int]) -> Events:
        """Run the engine, feeding faces where a stream is fed by hand; on any error nothing has changed."""
        before = self.table.snapshot()
        self.table.tape.fed_n = self.table.tape.fed_at = 0
        left = list(fed)
        try:
            while True:
                try:
                    run()
                    break
                except ChanceNeededError as error:
                    missing = self.game.missing(self, error)
                    if missing is not None:
                        raise ContentNeededError(missing, self.table.events()) from None
                    wanted = self.game.wants(self, error)
                    if len(left) < len(wanted):
                        raise FacesNeededError(wanted[len(left) :], self.table.events()) from None
                    faces, left = left[: len(wanted)], left[len(wanted) :]
                    run = self._feeding(faces, wanted)
            if left:
                raise refuse("fed", "", say("hand.too_many", count=len(left)), say("hand.valid_none"))
        except Exception:
            self.table.restore(before)
            raise
        return self.table.events()

    def _feeding(self, faces: list[int], wanted: Sequence[Want]) -> Callable[[], None]:
        for place, (face, want) in enumerate(zip(faces, wanted, strict=True)):
            if not want.allows(face, faces[:place]):
                raise refuse("fed", "", say("hand.out_of_range", face=face, what=want.what), want.valid)
        return lambda: self.table.feed(faces)

    def _end(self) -> None:
        state = hashlib.sha256(self.table.snapshot()).hexdigest()[:DIGEST]
        end = End(outcome=self.outcome, rounds=self.state.round, decisions=self.state.decisions, state=state)
        self._write(end, self._no_events())

    def _write(self, line: Any, events: Events, moved: bool = False) -> None:
        self.lines.append(line)
        if moved:
            self._path.append(len(self.lines))
            self._stands[len(self.lines)] = self.table.snapshot()
        if self.recorder is not None:
            self.recorder.write(line)
        for subscriber in self.subscribers:
            subscriber(Step(line, events))

    def _no_events(self) -> Events:
        return self.table.events()[:0]


def new_key(seed: int, line: int) -> int:
    """Return a new key for what is not yet drawn after an undo."""
    return int.from_bytes(hashlib.sha256(f"{seed}/{line}".encode()).digest()[:8], "big") >> 1


def outside_hidden(holder: str) -> str:
    """Return what a replay calls a holder: a program of one's own is never named."""
    return OWN if is_own(holder) else holder


def resumed(entries: Sequence[Entry], file: str, watch: Callable[[Session], object] | None = None) -> Session:
    """Return the session that a game's entries lead to; `watch` is called with it before anything happens.

    Raises:
        ContentError: A line cannot be followed, naming it.
    """
    session = opened(entries[0], file, watch)
    for entry in entries[1:]:
        session.follow(entry, file)
    return session


def opened(entry: Entry, file: str, watch: Callable[[Session], object] | None = None) -> Session:
    """Return the session that a `start` line begins.

    Raises:
        ContentError: It cannot be begun here, naming the line.
    """
    start: Start = entry.line
    where = say("replay.line", line=entry.number)
    seats = start.scenario.seats
    if len(start.seats) != seats:
        found = say("replay.found_seats", count=len(start.seats))
        raise refuse(file, where, found, say("replay.valid_seats", count=seats))
    try:
        scenario = start.scenario.scenario()
    except ContentError as error:
        raise placed(error, file, entry.number) from error
    session = Session(scenario, start.seed, start.seats, start.hand, start.board, start.parent)
    if session.content != start.content or start.versions.rules != session.game.version:
        found = say("replay.found_content", then=start.content, now=session.content, version=start.versions.rules)
        raise refuse(file, where, found, say("replay.valid_content"))
    if watch is not None:
        watch(session)
    try:
        session.begin(start.fed)
    except FacesNeededError as error:
        raise refuse(file, where, str(error), error.wanted[0].valid) from error
    except ContentError as error:
        raise placed(error, file, entry.number) from error
    return session


def placed(error: ContentError, file: str, line: int) -> ContentError:
    """Return an error as one of a line of a replay."""
    where = say("replay.line", line=line)
    return ContentError(Problem(file, where, each.found, each.valid) for each in error.problems)
