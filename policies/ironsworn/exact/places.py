"""Places: where the foes' tracks can stand, and where each delta leads."""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from ....envs.ironsworn.terms import BOX, FOES, MAX_TICKS
from .graph import TRACKS
from .targets import OUT, RETURNED


def moved_ticks(ticks: int, delta: int) -> int:
    """Return the ticks of one foe's track after a delta (see `targets.delta_of`)."""
    if delta == OUT:
        return 0
    if delta <= -RETURNED:
        return -RETURNED - delta
    if delta >= RETURNED // 2:
        return max(0, min(MAX_TICKS, min(ticks, BOX) + delta - RETURNED))
    return max(0, min(MAX_TICKS, ticks + delta))


def reached_ticks(start: int, deltas: set[int]) -> list[int]:
    """Return where one track can come to by its deltas, in rising order."""
    known = {start}
    fresh = [start]
    while fresh:
        ticks = fresh.pop()
        for delta in deltas:
            after = moved_ticks(ticks, delta)
            if after not in known:
                known.add(after)
                fresh.append(after)
    return sorted(known)


class Places:
    """Every combination of ticks that the foes' tracks, and units that open supply, can reach; numbered.

    Attributes:
        ticks: Ticks of each foe, and supply, at each place; shape (tracks, places).
        moved: The place each delta leads to from each place, shape (deltas, places).
        order: The places, fullest tracks first.
    """

    def __init__(self, start: tuple[int, ...], deltas: NDArray[np.int64]) -> None:
        reach = [reached_ticks(start[foe], {int(row[foe]) for row in deltas}) for foe in range(TRACKS)]
        combinations = list(product(*reach))
        index = {ticks: place for place, ticks in enumerate(combinations)}
        self.ticks = np.ascontiguousarray(np.array(combinations, np.int64).T)
        self.order = np.argsort(-self.ticks[:FOES].sum(axis=0) * 8 + self.ticks[FOES], kind="stable").astype(np.int64)
        self._index = index
        self.moved = np.zeros((0, len(combinations)), np.int64)
        self.learn(deltas)

    def __len__(self) -> int:
        return len(self.order)

    def learn(self, deltas: NDArray[np.int64]) -> None:
        """Take in where deltas lead that were found since; -1 where that is none of these places."""
        fresh = deltas[len(self.moved) :]
        combinations = [tuple(map(int, ticks)) for ticks in self.ticks.T]
        rows = np.array(
            [
                [self._index.get(tuple(map(moved_ticks, ticks, map(int, delta))), -1) for ticks in combinations]
                for delta in fresh
            ],
            np.int64,
        )
        self.moved = np.concatenate([self.moved, rows.reshape(len(fresh), len(combinations))])

    def find(self, ticks: tuple[int, ...]) -> int | None:
        """Return the place of these ticks, or None if the fight never comes there."""
        return self._index.get(ticks)
