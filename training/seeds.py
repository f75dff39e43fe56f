"""Seeds of games that are learned from, tuned on and reported, three ranges that never meet, and streams of luck."""

from __future__ import annotations

from enum import Enum, IntEnum

import numpy as np
from numpy.typing import NDArray

from ..envs.core.batch import Arena

WORLD_SEEDS = 1 << 60
"""Seeds of imagined worlds are drawn below this."""


class Seeds(Enum):
    """A range of game seeds; its value is the first and the one after the last."""

    TEST = (0, 1 << 40)
    """Reported results alone, and every game that people play: no pilot is chosen by them."""
    VALIDATION = (1 << 40, 1 << 41)
    """Choosing between checkpoints and hyper-parameters."""
    TRAIN = (1 << 41, 1 << 42)
    """Learning."""

    @property
    def span(self) -> range:
        """All its seeds."""
        return range(*self.value)

    def take(self, games: int, first: int = 0) -> range:
        """Return the seeds of `games` games in a row, from number `first` of this range on.

        Raises:
            ValueError: The range has not so many.
        """
        if games < 0 or first < 0:
            raise ValueError(f"{games} seeds from number {first} on; both are 0 or more")
        if first + games > len(self.span):
            raise ValueError(
                f"{games} seeds from number {first} on leave the range {self.name}, which has 2^40 or 2^41"
            )
        return self.span[first : first + games]

    def follow(self, arena: Arena, rng: np.random.Generator) -> None:
        """Have the games after those that an arena has just begun be of this range too.

        To be called after `begin` and after each step: left alone, an arena makes further seeds of any size.
        """
        begun = arena.runs["games"] > 0  # since it was last seeded
        if begun.any():
            seeds = self.draw(int(begun.sum()), rng).tolist()
            arena.seed([seeds.pop() if new else None for new in begun.tolist()])

    def draw(self, games: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """Return the seeds of `games` games, drawn evenly from this range."""
        return rng.integers(*self.value, size=games, dtype=np.int64)


class Luck(IntEnum):
    """Streams of luck of a run: each stands behind the run's seed, so that none meets another."""

    WATCHED = 1
    """Games in which the scripted pilot is watched."""
    ORDER = 2
    """The order in which decisions are learned."""
    PLAYED = 3
    """Games of reinforcement learning."""
    SOLVED = 4
    """Games in which the exact solution is watched."""
    ROLLED_OUT = 6
    """Games of which options are rolled out, and the worlds that they are rolled out in."""
    TOLD = 7
    """Which options of the exact solution are told beside rollouts."""
