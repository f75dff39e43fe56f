"""Whole games between compiled pilots, played in machine code: for benchmarks, tests and fitting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...envs.core.compiler import I4x2, rule
from ...envs.ironsworn.batch import has_fallen
from ...envs.ironsworn.engine import decide, start
from ...envs.ironsworn.game import IRONSWORN
from ...envs.ironsworn.state import PILOT, State
from ...envs.ironsworn.terms import CHARACTERS, Outcome
from ..playout import make_playout, make_rollout

COLUMNS = 6
"""What `record` writes of each game, as `Games` has it."""


@rule
def record(state: State, rows: I4x2, game: int) -> None:
    """Write a finished game into its row, as `Games` has it."""
    rows[game, 0] = state.outcome
    rows[game, 1] = state.round
    rows[game, 2] = state.decisions
    rows[game, 3] = state.foes[0].progress
    rows[game, 4] = 0
    rows[game, 5] = 0
    for seat in range(CHARACTERS):
        if state.characters[seat].max_health > 0:
            rows[game, 4] += state.characters[seat].health
            rows[game, 5] += has_fallen(state.characters[seat].place)


class Games(NamedTuple):
    """Results of whole games, one number a game.

    Attributes:
        outcomes: Values of `Outcome`.
        rounds: Passes over the seats.
        decisions: Decisions of all seats.
        progress: Ticks marked on the first foe's track.
        health: Health of all characters at the end.
        fallen: Characters out of action, dead or lost.
    """

    outcomes: NDArray[np.int32]
    rounds: NDArray[np.int32]
    decisions: NDArray[np.int32]
    progress: NDArray[np.int32]
    health: NDArray[np.int32]
    fallen: NDArray[np.int32]

    @property
    def won(self) -> float:
        """Share of the games that were won."""
        return float((self.outcomes == Outcome.WIN).mean())


PLAYOUT = make_playout(IRONSWORN, PILOT, start, decide, record, COLUMNS)
ROLLOUT = make_rollout(IRONSWORN, PILOT, decide, record, COLUMNS)


def play_games(book: NDArray[np.void], addresses: Sequence[int], seeds: range) -> Games:
    """Play whole games of one scenario with compiled pilots.

    Args:
        book: The compiled scenario.
        addresses: A pilot's address for each seat.
        seeds: A range of step 1.

    Raises:
        RuntimeError: A pilot chose an illegal action, or the engine passed one of its limits.
    """
    return Games(*PLAYOUT(book, addresses, seeds).T)


def play_on(state: NDArray[np.void], book: NDArray[np.void], addresses: Sequence[int], act: int, seeds: range) -> Games:
    """Play a fight on with compiled pilots from an answer to its pending decision, each time with other luck.

    Args:
        state: The fight, an array of one record.
        book: The compiled scenario.
        addresses: A pilot's address for each seat.
        act: The answer.
        seeds: A range of step 1.

    Raises:
        RuntimeError: A pilot chose an illegal action, or the engine passed one of its limits.
    """
    return Games(*ROLLOUT(state, book, addresses, act, seeds).T)
