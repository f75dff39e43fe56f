"""Rounds of lone fights that are solved exactly: what a value sees of them, and their worth with the best play."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..agents.pilots import OPTIMAL
from ..envs.core.compiler import Batch, F4x2, entry
from ..envs.ironsworn.face import FACE
from ..envs.ironsworn.state import Book, State
from ..policies.ironsworn.value import INPUTS, put_sight
from .config import read_config
from .optimal import solvers, walk
from .tables import tables_of

CONFIG = "ironsworn-solved"
"""Whose lessons tell which fights are solved."""
EXPLORE = 0.1
SEED = 5


@entry
def put_sights(states: Batch[State], books: Batch[Book], rows: F4x2) -> int:
    """Write the features of so many situations of one scenario; returns how many."""
    for row in range(len(rows)):
        put_sight(states[row], books[0], rows[row])
    return len(rows)


def solved_fights() -> NDArray[np.void]:
    """Return the scenarios that the exact solution teaches in the shipped configuration."""
    config, folder = read_config(CONFIG)
    plans = [plan for plan in config.imitate if plan.teacher == OPTIMAL]
    return np.concatenate([tables_of(config, folder, plan.tables).books for plan in plans])


def solved_rounds(books: NDArray[np.void], each: int) -> NDArray[np.float32]:
    """Return features and exact worth of rounds, so many of each fight, those of a fight together.

    Raises:
        ContentError: A fight is not solved exactly.
    """
    found = []
    for b, solver in enumerate(solvers(books)):
        rows = np.zeros((0, INPUTS + 1), np.float32)
        steps = walk(FACE, solver, EXPLORE, np.random.default_rng([SEED, b]))
        last = next(steps)[0].states["round"].copy()
        for arena, _, worth in steps:
            fresh = np.flatnonzero(arena.states["round"] > last)
            last = arena.states["round"].copy()
            sights = np.zeros((len(fresh), INPUTS), np.float32)
            put_sights(arena.states[fresh], solver.book, sights)
            rows = np.concatenate([rows, np.column_stack([sights, np.nanmax(worth[fresh], axis=1)])], dtype=np.float32)
            if len(rows) >= each:
                break
        found.append(rows[:each])
    return np.concatenate(found)
