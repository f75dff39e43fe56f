"""Programs: effect steps written as rows of the book."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..core.catalogue import say
from ..core.content import name_key, refuse
from ..core.records import Ints
from .state import Book
from .state import Option as OptionRow
from .state import Step as StepRow
from .steps import DECKS, LIMIT_WORDS, WEAPON, Option, Step, does, flags_of, walk
from .terms import STEPS, Colour, Do, Icon, If, Lasts, Limit, Per, Prefer, Shape, Status, Tile, Token, When, Who
from .vocabulary import BY_NAME, LIMITS, Side
from .words import TO

FIRST_ROW = 1
"""Row 0 stays empty, so that a program that was never set has none."""
WEAPONS_REACH = -1
NOT_GIVEN = -1


class Programs:
    """Writes programs into the rows of a book, behind those that it has.

    Attributes:
        book: The book.
        next: The first row that is free.
    """

    def __init__(self, book: Book) -> None:
        self.book = book
        self.next = max(book.n_steps, FIRST_ROW)

    def write(self, steps: Sequence[Step], side: Side, kinds: Mapping[str, int]) -> tuple[int, int]:
        """Write a program and return its first row and the row behind its last.

        Args:
            steps: What it does, in order.
            side: Whose it is.
            kinds: Numbers of the minions or friends that it may name, by name key.

        Raises:
            ContentError: The book has too few rows.
        """
        first = self.next
        for step in steps:
            self._step(step, side, kinds)
        self.book.n_steps = self.next
        return first, self.next

    def option(self, row: OptionRow, option: Option, bits: Iterator[int], kinds: Mapping[str, int]) -> None:
        """Write an option with its program; a limited one takes the next of the seat's bits.

        Raises:
            ContentError: The seat has no bit left, or the book too few rows.
        """
        row.known = 1
        row.cost = option.cost
        row.hp = option.hp
        row.token = Token[option.pay.upper()] if option.pay else NOT_GIVEN
        row.when = When[option.when.upper()]
        row.reach = option.reach
        row.limit = Limit[option.limit.upper()]
        row.as_card = int(option.as_card)
        row.bit = next(bits) if row.limit else 0
        row.first, row.end = self.write(option.steps, Side.HEROES, kinds)
        row.attacks = int(does(option.steps, Do.ATTACK))
        row.moves = int(does(option.steps, Do.MOVE))
        row.places = int(any(places_actor(step) for _, step, _ in walk(option.steps)))

    def _row(self) -> int:
        if self.next >= STEPS:
            found = say("oathsworn_content.found_rows")
            raise refuse("steps", "", found, say("oathsworn_content.valid_rows", capacity=STEPS))
        self.next += 1
        return self.next - 1

    def _step(self, step: Step, side: Side, kinds: Mapping[str, int]) -> None:
        row = self.book.steps[self._row()]
        fill(row, step, side, kinds)
        behind = self.next
        for other in step.else_:
            self._step(other, side, kinds)
        row.otherwise = self.next - behind
        if step.options:
            row.limit = len(step.options)
            for branch in step.options:
                self._branch(branch, side, kinds)
            row.skip = self.next - behind

    def _branch(self, steps: Sequence[Step], side: Side, kinds: Mapping[str, int]) -> None:
        head = self.book.steps[self._row()]
        head.do = Do.CHOOSE
        head.icon = head.colour = head.kind = NOT_GIVEN
        behind = self.next
        for step in steps:
            self._step(step, side, kinds)
        head.skip = self.next - behind


def fill(row: StepRow, step: Step, side: Side, kinds: Mapping[str, int]) -> None:
    """Write one step as the numbers of its row."""
    effect = BY_NAME[step.do]
    row.do = effect.do
    row.who = who_of(step, side)
    row.amount = Prefer[step.prefer.upper()] if step.prefer else step.effect_amount
    row.per = Per[step.per.upper()]
    row.reach = WEAPONS_REACH if step.reach == WEAPON else int(step.reach)
    row.shape = Shape[step.shape.upper()]
    row.size = size_of(step)
    row.icon = Icon[step.icon.upper()]
    row.to = TO[step.to]
    row.token = token_of(step)
    row.colour = Colour[step.colour.upper()] if step.colour else NOT_GIVEN
    row.kind = kind_of(step.prefer, step.by or step.kind, kinds)
    row.condition = If[step.if_.upper()]
    row.limit = limit_of(step)
    row.lasts = Lasts[step.lasts.upper()] if "lasts" in effect.reads else Lasts.NOW
    row.flags = flags_of(step)
    for name in PLAIN_FIELDS:
        setattr(row, name, getattr(step, name))


PLAIN_FIELDS = ("bonus", "empowered", "redraws")
"""Fields of a step that its row takes over as numbers."""


def store(values: Ints, numbers: Sequence[int]) -> None:
    """Write numbers into the first places of a record's row of numbers."""
    for place, number in enumerate(numbers):
        values[place] = number


def kind_of(prefer: str | None, kind: str | None, kinds: Mapping[str, int]) -> int:
    """Return the number of a minion or friend kind, or of the arc of a preference for an arc; -1 if none is named."""
    if not kind:
        return NOT_GIVEN
    return LIMIT_WORDS["arc"][name_key(kind)] if prefer == "in_arc" else kinds[name_key(kind)]


def who_of(step: Step, side: Side) -> int:
    """Return whom a step concerns: as it says, else as its effect does; an enemy attacks its target."""
    if step.who is not None:
        return Who[step.who.upper()]
    if side == Side.ENEMIES and step.do == "attack":
        return Who.TARGET
    return BY_NAME[step.do].who


def size_of(step: Step) -> int:
    """Return the size of a step's shape; that of a disc or a cloud is 1 unless given."""
    round_shape = step.shape == "disc" or step.do == "cloud"
    return 1 if round_shape and step.size == 0 else step.size


def token_of(step: Step) -> int:
    """Return the number of the token, status, tile or deck that a step names; 0 if none."""
    if step.token is not None:
        return Token[step.token.upper()]
    if step.status is not None:
        return Status[step.status.upper()]
    if step.tile is not None:
        return Tile[step.tile.upper()]
    return DECKS.index(step.deck) if step.deck is not None else 0


def limit_of(step: Step) -> int:
    """Return the number of a step's condition."""
    kind = LIMITS.get(If[step.if_.upper()])
    if kind in LIMIT_WORDS:
        return LIMIT_WORDS[kind][name_key(str(step.limit))]
    return int(step.limit) if isinstance(step.limit, int) else 0


def places_actor(step: Step) -> bool:
    """Return whether a step moves its actor by other means than a move: a teleport, a charge, a chain of blows."""
    own = step.who in (None, "self")
    return (step.do == "teleport" and own) or (step.do == "attack" and step.shape in ("charge", "chain"))
