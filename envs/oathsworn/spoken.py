"""What things on the table are called in logs, labels and on the board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..core.catalogue import say
from ..core.hexes import Direction, name_of
from .might_faces import VALUE
from .names import Names
from .state import State
from .terms import BOSS, CRIT, FRIEND, MINION, PIECES, SEATS, Colour, Form, Token


class Cast:
    """Who stands in which slot of the pieces: it changes as allies, minions and friends come and go."""

    def __init__(self, names: Names, state: State) -> None:
        """Take it from a state."""
        self.names = names
        self.recall(state)

    def recall(self, state: State) -> None:
        """Take it from another state."""
        self.allies = [state.seats[seat].ally if state.seats[seat].form == Form.ALLY else -1 for seat in range(SEATS)]
        self.sorts = [state.pieces[piece].sort for piece in range(PIECES)]

    def enter(self, seat: int, ally: int) -> None:
        """An ally enters for a seat; -1 = none any more."""
        self.allies[seat] = ally

    def spawn(self, piece: int, kind: int) -> None:
        """A minion or friend comes onto the board."""
        self.sorts[piece] = kind

    def piece(self, piece: int) -> str:
        """Return what a piece is called."""
        if piece < SEATS:
            ally = self.allies[piece]
            return self.names.allies[ally] if ally >= 0 else self.names.seats[piece].hero
        if piece < MINION:
            return self.names.bosses[piece - BOSS]
        if piece < FRIEND:
            kind = self.names.minions[self.sorts[piece]]
            return say("oathsworn_word.numbered", name=kind, number=piece - MINION + 1)
        kind = self.names.friends[self.sorts[piece]]
        return say("oathsworn_word.numbered", name=kind, number=piece - FRIEND + 1)

    def pieces(self, bits: int) -> str:
        """Return what the pieces of a set are called; minions of one kind share its name."""
        found: list[str] = []
        minions: dict[str, list[str]] = {}
        for piece in range(PIECES):
            if not (bits >> piece) & 1:
                continue
            if MINION <= piece < FRIEND:
                minions.setdefault(self.names.minions[self.sorts[piece]], []).append(str(piece - MINION + 1))
            else:
                found.append(self.piece(piece))
        for kind, numbers in minions.items():
            found.append(say("oathsworn_word.numbered", name=kind, number=listed(numbers)))
        return listed(found)

    def ability(self, seat: int, ability: int) -> str:
        """Return what an ability of what a seat pilots is called."""
        ally = self.allies[seat]
        return self.names.ally_abilities[ally][ability] if ally >= 0 else self.names.seats[seat].abilities[ability]


def listed(words: Sequence[str]) -> str:
    """Return words with commas and an `and`."""
    if len(words) < 2:
        return "".join(words)
    return say("word.and", first=", ".join(words[:-1]), last=words[-1])


def path_text(hexes: Iterable[int]) -> str:
    """Return hexes as a path."""
    return say("oathsworn_word.arrow").join(name_of(hex) for hex in hexes)


def direction_word(direction: int) -> str:
    """Return the word for a direction of the compass."""
    return say(f"direction.{Direction(direction).name.lower()}")


def token_word(token: int) -> str:
    """Return the word for a combat token."""
    return say(f"token.{Token(token).name.lower()}")


def colour_word(colour: int) -> str:
    """Return the word for a colour of might."""
    return say(f"colour.{Colour(colour).name.lower()}")


def face_word(colour: int, kind: int) -> str:
    """Return a face of might: its number, a star for a critical, and a word for a blank."""
    if kind == 0:
        return say("oathsworn_word.blank")
    value = VALUE[colour][kind]
    return say("oathsworn_word.critical", value=value) if kind == CRIT else str(value)


def pool_text(counts: Sequence[int]) -> str:
    """Return cards by colour, such as ``2 white and 1 red``."""
    return listed([say("oathsworn_word.cards", count=n, colour=colour_word(c)) for c, n in enumerate(counts) if n])


def signed(number: int) -> str:
    """Return a number with its sign."""
    return f"{number:+d}"
