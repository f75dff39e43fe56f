"""A table to test rules at: a fight put in place, faces fed by hand, tracks read back.

Every stream of chance is fed by hand, so a test names each face a rule draws; a draw too many or too few fails it.
"""

from collections.abc import Callable, Iterable
from typing import Any

from shieldmate.envs.core.game import ChanceNeededError, Table
from shieldmate.envs.ironsworn.game import IRONSWORN
from shieldmate.envs.ironsworn.house_rules import HouseRules
from shieldmate.envs.ironsworn.scenario import compile_book, make_scenario
from shieldmate.envs.ironsworn.sheet import Sheet, SheetAsset
from shieldmate.envs.ironsworn.terms import Act, Debility, Decision, Event, Stream

STRONG = (3, 1, 2)
WEAK = (3, 1, 10)
MISS = (2, 10, 10)
"""Action die, then the two challenge dice; they give these results with adds of 0 to 6 at any momentum above -2."""
FACES = {"strong": STRONG, "weak": WEAK, "miss": MISS}

PROGRESS_STRONG = (1, 1)
PROGRESS_MISS = (10, 10)

HARM, STRESS, MOMENTUM, SUPPLY, SEPARATED, GEAR, DANGER, ALLY = range(1, 9)
"""Kinds of typed prices."""

ALL_STREAMS = [stream + seat for stream in (Stream.DICE, Stream.SUFFER) for seat in range(4)] + [
    Stream.PROGRESS,
    Stream.REROLL,
    Stream.PRICE,
    Stream.ORACLE,
    Stream.COMBAT,
]


def price(kind: int, amount: int, share: int = 0) -> int:
    """A typed price; `share` of its harm is borne by a companion."""
    return 1000 * kind + 10 * amount + share


NO_PRICE = price(MOMENTUM, 0)


def sheet(**changes: Any) -> Sheet:
    """A character with edge 3, heart 2, iron 2, shadow 1, wits 1, fresh but for `changes`."""
    stats = {"edge": 3, "heart": 2, "iron": 2, "shadow": 1, "wits": 1}
    return Sheet(**{"name": "Kuno", **stats, **changes})


def asset(name: str, *abilities: int, **fields: Any) -> SheetAsset:
    """An asset with the abilities of those numbers marked."""
    return SheetAsset(id=name, abilities=tuple(number in abilities for number in (1, 2, 3)), **fields)


class Fight:
    """One running fight, its first seat and its first foe at hand."""

    def __init__(self, foes: Iterable[str], sheets: Iterable[Sheet], rules: dict[str, Any]) -> None:
        self.scenario = make_scenario(tuple(foes), tuple(sheets), HouseRules(**rules))
        self.table = Table(IRONSWORN, compile_book(self.scenario))
        self.table.hand(ALL_STREAMS)
        self.state = self.table.views[0]
        self.rows: list[tuple[int, ...]] = []

    def open(self, *faces: int) -> "Fight":
        """Start the fight on these faces."""
        self.table.states[0] = self.table.books[0]["start"]
        self.table._load(faces)
        self.table._settle(IRONSWORN.reset(self.table.states, 0, self.table.books, 0, self.table.tapes, 0, 0), 0)
        return self._heard()

    def enter(self) -> "Fight":
        """Start the fight: every roll of the opening is a strong hit, no ability is chosen."""
        step: Callable[[], object] = self.open
        while True:
            try:
                step()
            except ChanceNeededError:
                step = self._feed_strong
                continue
            if self.decision != Decision.ABILITY:
                return self
            step = self._decline

    def _feed_strong(self) -> None:
        self.table.feed(STRONG)

    def _decline(self) -> None:
        self.act(Act.GO)

    def act(self, act: int, *faces: int) -> "Fight":
        """Answer the pending decision, feeding exactly these faces."""
        self.table.apply(act, fed=faces)
        return self._heard()

    def acts(self, *acts: int) -> "Fight":
        """Answer several decisions that draw nothing."""
        for act in acts:
            self.act(act)
        return self

    def _heard(self) -> "Fight":
        left = self.table.tape.fed_n - self.table.tape.fed_at
        assert left == 0, f"{left} faces were not drawn"
        self.rows = [tuple(int(value) for value in row) for row in self.table.events()]
        return self

    def put(self, seat: int = 0, **fields: int) -> "Fight":
        """Set fields of a character, then ask its main move anew."""
        character = self.state.characters[seat]
        for name, value in fields.items():
            if name in DEBILITIES:
                character.marks[DEBILITIES[name]] = value
            else:
                setattr(character, name, value)
        return self.ask_again()

    def ask_again(self) -> "Fight":
        """Ask the pending main move anew, after a state was set by hand."""
        assert self.state.decision in (Decision.MOVE, Decision.SEAT)
        self.state.n_legal = 0
        self.state.decision = -1
        self.table.feed([])
        return self

    def events(self, kind: Event) -> list[tuple[int, ...]]:
        """Integers of the last call's events of a kind."""
        return [row[1:] for row in self.rows if row[0] == kind]

    @property
    def legal(self) -> set[int]:
        """Legal actions."""
        return set(self.table.legal())

    @property
    def decision(self) -> Decision:
        """The pending decision."""
        return Decision(self.state.decision)

    @property
    def outcome(self) -> int:
        """How the fight ended."""
        return int(self.state.outcome)

    @property
    def pc(self) -> Any:
        """The first character."""
        return self.state.characters[0]

    @property
    def ally(self) -> Any:
        """The second character."""
        return self.state.characters[1]

    @property
    def foe(self) -> Any:
        """The first foe."""
        return self.state.foes[0]

    def marked(self, seat: int = 0) -> set[str]:
        """Names of the debilities marked."""
        return {name for name, number in DEBILITIES.items() if self.state.characters[seat].marks[number]}


DEBILITIES = {debility.name.lower(): debility for debility in Debility}


def fight(
    foes: str | Iterable[str] = "formidable", *sheets: Sheet, put: dict[str, int] | None = None, **rules: Any
) -> Fight:
    """A fight at seat 1's first main move: all entered the fray with a strong hit, then took `put`.

    By default initiative is theirs, momentum what the sheet says, no gate is open.
    """
    party = sheets or (sheet(),)
    game = Fight([foes] if isinstance(foes, str) else foes, party, rules)
    game.enter()
    for foe in game.state.foes:
        foe.progress = 0
    for seat, own in enumerate(party):
        game.put(seat, momentum=own.momentum, gate=0)
    return game.put(0, **(put or {}))
