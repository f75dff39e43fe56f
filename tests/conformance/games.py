"""The games that the conformance suite runs over. A new game joins by one entry of `GAMES`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import gymnasium
import numpy as np

import shieldmate  # noqa: F401 - registers the ids
from shieldmate.agents import environments
from shieldmate.envs.core.face import Face
from shieldmate.envs.ironsworn.face import FACE as IRONSWORN


@dataclass(frozen=True)
class Game:
    """A registered id with what the suite needs to know of it.

    Attributes:
        id: The registered id.
        face: Its face.
        name: What its factories end in.
        party: Settings of a game with three or more seats.
        varied: Settings of games that differ in content.
        extremes: Ways to push a state, a view, to the ends of its ranges.
    """

    id: str
    face: Face
    name: str
    party: dict[str, Any]
    varied: tuple[dict[str, Any], ...]
    extremes: tuple[Callable[[Any], None], ...] = field(default=())

    def make(self, **settings: Any) -> Any:
        return gymnasium.make(self.id, **settings).unwrapped

    def make_vector(self, num_envs: int, **settings: Any) -> Any:
        return gymnasium.make_vec(self.id, num_envs=num_envs, **settings)

    def make_aec(self, **settings: Any) -> Any:
        return getattr(environments, f"make_{self.name}_aec")(**settings)

    def __str__(self) -> str:
        return self.name


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


GAMES = [
    Game(
        "shieldmate/Ironsworn-v0",
        IRONSWORN,
        "ironsworn",
        party={"scenario": "ironsworn/troll", "characters": ["warrior"] * 3},
        varied=(
            {},
            {"scenario": "ironsworn/epic"},
            {"scenario": "ironsworn/troublesome", "rules": {"compel": "once", "surrender": True, "price": "table"}},
            {"foes": ["wolf:5", "bear"], "characters": ["warrior"] * 4, "partners": ["random"], "seats": [2]},
        ),
        extremes=(drained, brimming),
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
