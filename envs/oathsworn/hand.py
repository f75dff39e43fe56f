"""Chance fed by hand: which card, die or stage card a stream wants, in words, and what people may type for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..core.catalogue import say
from ..core.content import choices, match, refuse
from ..core.game import ChanceNeededError
from ..core.hexes import Direction
from ..core.want import Want
from .might_faces import COPIES, COUNTS, CRIT, VALUE
from .names import Names
from .spoken import colour_word, direction_word, face_word
from .state import Book, State
from .terms import COLOURS, KINDS, STAGE_CARDS, StageZone, Stream

GROUPS = {
    "hero": tuple(Stream.HERO + colour for colour in range(COLOURS)),
    "enemy": tuple(Stream.ENEMY + colour for colour in range(COLOURS)),
    "stage": (int(Stream.STAGE),),
    "direction": (int(Stream.DIRECTION),),
}
"""Streams by the name under which `--chance hand:NAME` feeds them."""
BLANKS = ("0", "blank", "b", "-")
STAR = "*"


@dataclass(frozen=True)
class CardWant(Want):
    """A card of might that is wanted.

    Attributes:
        colour: Its colour.
        pile: Cards of each kind in the draw pile.
        discard: Cards of each kind that are shuffled in when the pile runs out.
    """

    colour: int
    pile: tuple[int, ...]
    discard: tuple[int, ...]

    def left(self, before: Sequence[int]) -> list[int]:
        """Return the cards of each kind that may still come behind those that came `before`."""
        pile, discard = list(self.pile), list(self.discard)
        for face in before:
            if not any(pile):
                pile, discard = discard, [0] * KINDS
            pile[face - 1] -= 1
        return pile if any(pile) else discard

    @property
    def ranged(self) -> str:
        """The card with the faces that may come, and how many of each there are."""
        faces = [
            say("oathsworn_hand.face", face=face_word(self.colour, kind), count=count)
            for kind, count in enumerate(self.left(()))
            if count
        ]
        return say("oathsworn_hand.ranged", card=self.die, faces=", ".join(faces))

    @property
    def valid(self) -> str:
        """What may be typed."""
        faces = [face_word(self.colour, kind) for kind, count in enumerate(self.left(())) if count]
        return say("oathsworn_hand.valid_card", faces=", ".join(faces))

    def allows(self, face: int, before: Sequence[int] = ()) -> bool:
        """Return whether a card of the kind `face - 1` may have come up behind those before."""
        return super().allows(face, before) and self.left(before)[face - 1] > 0

    def read(self, text: str, before: Sequence[int] = ()) -> int:
        """Return the card that someone typed: a number, a star behind that of a critical, or a word for a blank.

        Raises:
            ContentError: There is no such card, or none is left.
        """
        face = 1 + read_kind(text, self.colour)
        if face == 0 or not self.allows(face, before):
            raise refuse(self.what, "", text.strip() or say("content.found_nothing"), self.valid)
        return face


@dataclass(frozen=True)
class DieWant(Want):
    """A might die that is wanted; a face is a place among the six."""

    colour: int

    @property
    def ranged(self) -> str:
        """The die with its faces."""
        return say("oathsworn_hand.ranged", card=self.die, faces=faces_text(self.colour))

    @property
    def valid(self) -> str:
        """What may be typed."""
        return say("oathsworn_hand.valid_card", faces=faces_text(self.colour))

    def read(self, text: str, before: Sequence[int] = ()) -> int:
        """Return the first face of the die that shows what someone typed.

        Raises:
            ContentError: The die has no such face.
        """
        kind = read_kind(text, self.colour)
        if kind < 0 or COUNTS[self.colour][kind] == 0:
            raise refuse(self.what, "", text.strip() or say("content.found_nothing"), self.valid)
        return 1 + sum(COUNTS[self.colour][:kind]) // COPIES


@dataclass(frozen=True)
class StageWant(Want):
    """The next stage card, by its name.

    Attributes:
        cards: Those that may come up: their names and places in the book.
    """

    cards: tuple[tuple[str, int], ...]

    @property
    def fills_a_line(self) -> bool:
        """Names of cards have spaces."""
        return True

    @property
    def ranged(self) -> str:
        """The cards that may come up."""
        return say("oathsworn_hand.ranged", card=self.die, faces=", ".join(name for name, _ in self.cards))

    @property
    def valid(self) -> str:
        """What may be typed."""
        return choices([name for name, _ in self.cards])

    def allows(self, face: int, before: Sequence[int] = ()) -> bool:
        """Return whether the card at the place `face - 1` may have come up."""
        return face - 1 in [place for _, place in self.cards]

    def read(self, text: str, before: Sequence[int] = ()) -> int:
        """Return the card that someone named; a few letters will do where no other card has them.

        Raises:
            ContentError: No such card may come up.
        """
        names = [name for name, _ in self.cards]
        known = match(text, names) or begun(text, names)
        if known is None:
            raise refuse(self.what, "", text.strip() or say("content.found_nothing"), choices(names, text))
        return 1 + dict(self.cards)[known]


@dataclass(frozen=True)
class DirectionWant(Want):
    """A throw of the direction die."""

    @property
    def ranged(self) -> str:
        """The die with its faces."""
        return say("oathsworn_hand.ranged", card=self.die, faces=self.valid)

    @property
    def valid(self) -> str:
        """What may be typed."""
        return ", ".join(direction.name.lower() for direction in Direction)

    def read(self, text: str, before: Sequence[int] = ()) -> int:
        """Return the direction that someone typed.

        Raises:
            ContentError: It is none.
        """
        for direction in Direction:
            if match(text, (direction.name, direction_word(direction))) is not None:
                return 1 + int(direction)
        raise refuse(self.what, "", text.strip() or say("content.found_nothing"), self.valid)


def streams_of(groups: list[str]) -> tuple[int, ...]:
    """Return the streams of groups such as ``enemy``; of all when none is named.

    Raises:
        ContentError: An unknown group; the nearest is suggested.
    """
    streams: list[int] = []
    for group in groups or GROUPS:
        known = match(group, GROUPS)
        if known is None:
            raise refuse("--chance", "", group, choices(GROUPS, group))
        streams += GROUPS[known]
    return tuple(sorted(set(streams)))


def wants(names: Names, state: State, book: Book, error: ChanceNeededError) -> list[Want]:
    """Return what a stream wants, in the order it is drawn."""
    if error.stream == Stream.STAGE:
        return [
            StageWant(
                say("oathsworn_hand.enemy"), say("oathsworn_hand.stage"), STAGE_CARDS, stage_cards(names, state, book)
            )
        ]
    if error.stream == Stream.DIRECTION:
        return [DirectionWant(say("oathsworn_hand.enemy"), say("oathsworn_hand.direction"), len(Direction))]
    side, colour = divmod(error.stream - Stream.HERO, COLOURS)
    who = say("oathsworn_hand.enemy" if side else "oathsworn_hand.heroes")
    if throws_dice(book, side):
        die = say("oathsworn_hand.die", colour=colour_word(colour))
        return [DieWant(who, die, error.faces, colour)] * error.count
    deck = state.decks[error.stream]
    card = say("oathsworn_hand.card", colour=colour_word(colour))
    pile, discard = tuple(int(n) for n in deck.pile), tuple(int(n) for n in deck.discard)
    return [CardWant(who, card, error.faces, colour, pile, discard)] * error.count


def throws_dice(book: Book, side: int) -> bool:
    """Return whether a side throws dice."""
    return book.house.chance == 1


def stage_cards(names: Names, state: State, book: Book) -> tuple[tuple[str, int], ...]:
    """Return the stage cards that may be turned up next: those of the earliest stage in the deck."""
    deck = [
        (book.stage_cards[card].stage, names.stage_cards[card], card)
        for card in range(len(names.stage_cards))
        if state.stage_zone[card] == StageZone.DECK
    ]
    if not deck:
        last = max(book.stage_cards[card].stage for card in range(len(names.stage_cards)))
        return tuple(
            (name, card) for card, name in enumerate(names.stage_cards) if book.stage_cards[card].stage == last
        )
    first = min(stage for stage, _, _ in deck)
    return tuple((name, card) for stage, name, card in deck if stage == first)


def begun(text: str, names: Sequence[str]) -> str | None:
    """Return the one name that begins with a text; None for several or none."""
    key = text.strip().casefold()
    found = [name for name in names if name.casefold().startswith(key)]
    return found[0] if key and len(found) == 1 else None


def read_kind(text: str, colour: int) -> int:
    """Return the kind of face that someone typed; -1 for none of this colour."""
    word = text.strip().casefold()
    if word in BLANKS:
        return 0
    number = word.rstrip(STAR)
    if not (number.isascii() and number.isdigit()):
        return -1
    if word.endswith(STAR):
        return CRIT if int(number) == VALUE[colour][CRIT] else -1
    return int(number) if int(number) < CRIT and COUNTS[colour][int(number)] else -1


def faces_text(colour: int) -> str:
    """Return the faces of a die."""
    return ", ".join(face_word(colour, kind) for kind in range(KINDS) if COUNTS[colour][kind])
