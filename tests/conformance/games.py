"""The games that the conformance suite runs over. A new game joins by one entry of `GAMES`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

import shieldmate  # noqa: F401 - registers the ids
from shieldmate.agents import environments
from shieldmate.envs.core.face import Face
from shieldmate.envs.ironsworn.face import FACE as IRONSWORN
from shieldmate.envs.oathsworn.face import FACE as OATHSWORN
from shieldmate.envs.oathsworn.terms import StageZone

SKIRMISH = str(Path(__file__).parent / "skirmish.toml")


@dataclass(frozen=True)
class Game:
    """A registered id with what the suite needs to know of it.

    Attributes:
        id: The registered id.
        face: Its face.
        name: What its factories end in.
        party: Settings of a game with three or more seats.
        seats: How many those are.
        varied: Settings of games that differ in content.
        sources: Two scenarios.
        base: Settings that all games have unless others are given.
        extremes: Ways to push a state, a view, to the ends of its ranges.
        hidden: Ways to change a state, an array of one, that a seat sees nothing of: ``(states, seat, rng)``.
    """

    id: str
    face: Face
    name: str
    party: dict[str, Any]
    seats: int
    varied: tuple[dict[str, Any], ...]
    sources: tuple[str, str]
    base: dict[str, Any] = field(default_factory=dict)
    extremes: tuple[Callable[[Any], None], ...] = field(default=())
    hidden: tuple[Callable[[Any, int, np.random.Generator], None], ...] = field(default=())

    def make(self, **settings: Any) -> Any:
        return gymnasium.make(self.id, **{**self.base, **settings}).unwrapped

    def make_vector(self, num_envs: int, **settings: Any) -> Any:
        return gymnasium.make_vec(self.id, num_envs=num_envs, **{**self.base, **settings})

    def make_aec(self, **settings: Any) -> Any:
        base = {name: value for name, value in self.base.items() if name != "partners"}
        return getattr(environments, f"make_{self.name}_aec")(**{**base, **settings})

    def alike(self, states: Any, seat: int, rng: np.random.Generator) -> Iterator[Any]:
        """Other states that a seat has seen the same of, each an array of one."""
        for change in self.hidden:
            other = states.copy()
            change(other, seat, rng)
            yield other

    def __str__(self) -> str:
        return self.name


def rekeyed(states: Any, seat: int, rng: np.random.Generator) -> None:
    """Another luck, read to another place."""
    states["chance"]["key"] = rng.integers(1 << 32, size=2)
    states["chance"]["count"] = rng.integers(100, size=states["chance"]["count"].shape)


def looked_at(states: Any, rng: np.random.Generator, seat: int, deck: int, count: int) -> None:
    """Take `count` cards of a pile for its known top, as if the seat had looked at them."""
    state = states[0]
    for place in range(count):
        kinds = np.flatnonzero(state["decks"][deck]["pile"])
        kind = int(rng.choice(kinds))
        state["decks"][deck]["pile"][kind] -= 1
        state["seen"][deck, place] = kind + 1
        state["seen_by"][deck, place] |= 1 << seat


def looked_ahead(states: Any, rng: np.random.Generator, seat: int) -> None:
    """Take a stage card for the next one, as if the seat had looked at it."""
    card = int(rng.choice(np.flatnonzero(states[0]["stage_zone"] == StageZone.DECK)))
    states[0]["ahead"][0], states[0]["ahead_by"][0] = card + 1, 1 << seat


def looked_at_by_another(states: Any, seat: int, rng: np.random.Generator) -> None:
    """What another seat knows of every deck that nobody has looked at, and of the stage deck."""
    other = (seat + 1) % 4
    state = states[0]
    for deck in range(8):
        if not state["seen"][deck].any() and state["decks"][deck]["pile"].sum() > 1:
            looked_at(states, rng, other, deck, 2)
    if not state["ahead"].any() and (state["stage_zone"] == StageZone.DECK).any():
        looked_ahead(states, rng, other)


def drained(state: Any) -> None:
    for seat in range(4):
        character = state.characters[seat]
        character.momentum, character.health, character.spirit = -6, 0, 0
        for mark in range(8):
            character.marks[mark] = 1
    state.supply = 0
    state.round = 100


def brimming(state: Any) -> None:
    for seat in range(4):
        character = state.characters[seat]
        character.momentum, character.health, character.spirit = 10, 5, 5
        for stat in range(5):
            character.stats[stat] = 4
    for foe in range(4):
        state.foes[foe].rank, state.foes[foe].progress, state.foes[foe].pack = 5, 40, 10
    state.supply = 5


def beaten(state: Any) -> None:
    for piece in range(30):
        state.pieces[piece].hp = 0
        state.pieces[piece].damage = state.pieces[piece].damage_round = -50
    for seat in range(4):
        state.seats[seat].available = state.seats[seat].reserve = state.seats[seat].regen = 0
    for location in range(8):
        state.dice[location] = 0


def overflowing(state: Any) -> None:
    for piece in range(30):
        model = state.pieces[piece]
        model.hp = model.max_hp = model.defence = model.damage = model.range_next = model.might_round = 99
        for status in range(6):
            model.status[status] = 99
    for seat in range(4):
        mine = state.seats[seat]
        mine.available = mine.reserve = mine.regen = mine.empower_next = mine.redraw_next = 99
        for token in range(6):
            mine.tokens[token] = 99
    for location in range(8):
        state.dice[location] = 99
    for deck in range(8):
        for kind in range(6):
            state.decks[deck].pile[kind] = 99
    state.round, state.broken, state.n_reactions, state.n_plays = 1000, 8, 8, 6
    for play in range(6):
        state.plays[play].attack_row = 1
        state.plays[play].hits = (1 << 30) - 1
        drawing = state.plays[play].drawing
        drawing.total = drawing.blanks = drawing.crits = drawing.upgrades = drawing.redraws = 99


GAMES = [
    Game(
        "shieldmate/Ironsworn-v0",
        IRONSWORN,
        "ironsworn",
        party={"scenario": "ironsworn/troll", "characters": ["warrior"] * 3},
        seats=3,
        varied=(
            {},
            {"scenario": "ironsworn/epic"},
            {"scenario": "ironsworn/troublesome", "rules": {"compel": "once", "surrender": True, "price": "table"}},
            {"foes": ["wolf:5", "bear"], "characters": ["warrior"] * 4, "partners": ["random"], "seats": [2]},
        ),
        sources=("ironsworn/bear", "ironsworn/troll"),
        extremes=(drained, brimming),
        hidden=(rekeyed,),
    ),
    Game(
        "shieldmate/Oathsworn-v0",
        OATHSWORN,
        "oathsworn",
        party={},
        seats=4,
        varied=(
            {},
            {"scenario": "oathsworn/broodmother", "party": "solo", "max_decisions": 60},
            {"scenario": "oathsworn/two-bosses", "seats": [2], "max_decisions": 60, "difficulty": "dread"},
            {"rules": {"chance": "dice", "any_time_tokens": "everywhere"}, "seats": [1]},
        ),
        sources=("oathsworn/two-bosses", SKIRMISH),
        base={"scenario": SKIRMISH, "partners": ["random"]},
        extremes=(beaten, overflowing),
        hidden=(rekeyed, looked_at_by_another, looked_at_by_another),
    ),
]


def first_legal(mask: Any) -> int:
    return int(np.flatnonzero(mask)[0])


def random_legal(mask: Any, rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


def play_through(env: Any, choose: Callable[[Any], int], mask: Any) -> list[tuple[Any, float, bool, bool, Any]]:
    """Play a game that was just reset to its end; gives what every step returned."""
    steps: list[Any] = []
    while not steps or not (steps[-1][2] or steps[-1][3]):
        steps.append(env.step(choose(mask)))
        mask = steps[-1][4]["action_mask"]
    return steps


def same(one: Any, other: Any) -> bool:
    """Whether two observations, infos or masks are equal."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return bool(np.array_equal(one, other))


def arrays(value: Any) -> list[Any]:
    """The arrays in an observation or info."""
    if isinstance(value, dict):
        return [array for part in value.values() for array in arrays(part)]
    return [value] if isinstance(value, np.ndarray) else []
