"""Whole encounters between compiled pilots, played in machine code: for benchmarks, tests and tuning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...envs.core.compiler import I4x2, rule
from ...envs.oathsworn.engine import decide, start
from ...envs.oathsworn.game import OATHSWORN
from ...envs.oathsworn.state import PILOT, State
from ...envs.oathsworn.terms import LOCATIONS, SEATS, Outcome
from ..playout import make_playout, make_rollout

COLUMNS = 6
"""What `record` writes of each game, as `Games` has it."""


@rule
def hp_left(state: State) -> int:
    """Add up the HP that the bosses' dice have left."""
    total = 0
    for location in range(LOCATIONS):
        total += state.dice[location]
    return total


@rule
def fallen(state: State) -> int:
    """Count the Oathsworn who are unconscious."""
    count = 0
    for seat in range(SEATS):
        count += state.seats[seat].fallen
    return count


@rule
def record(state: State, rows: I4x2, game: int) -> None:
    """Write a finished game into its row, as `Games` has it."""
    rows[game, 0] = state.outcome
    rows[game, 1] = state.round
    rows[game, 2] = state.decisions
    rows[game, 3] = hp_left(state)
    rows[game, 4] = fallen(state)
    rows[game, 5] = state.broken


class Games(NamedTuple):
    """Results of whole encounters, one number a game.

    Attributes:
        outcomes: Values of `Outcome`.
        rounds: Rounds played.
        decisions: Decisions of all seats.
        hp_left: HP of the bosses' dice at the end.
        fallen: Oathsworn unconscious at the end.
        broken: Dice broken.
    """

    outcomes: NDArray[np.int32]
    rounds: NDArray[np.int32]
    decisions: NDArray[np.int32]
    hp_left: NDArray[np.int32]
    fallen: NDArray[np.int32]
    broken: NDArray[np.int32]

    @property
    def won(self) -> float:
        """Share of the games that were won."""
        return float((self.outcomes == Outcome.WIN).mean())


PLAYOUT = make_playout(OATHSWORN, PILOT, start, decide, record, COLUMNS)
ROLLOUT = make_rollout(OATHSWORN, PILOT, decide, record, COLUMNS)


def play_games(book: NDArray[np.void], addresses: Sequence[int], seeds: range) -> Games:
    """Play whole encounters of one scenario with compiled pilots.

    Args:
        book: The compiled scenario.
        addresses: A pilot's address for each seat.
        seeds: A range of step 1.

    Raises:
        RuntimeError: A pilot chose an illegal action, or the engine passed one of its limits.
    """
    return Games(*PLAYOUT(book, addresses, seeds).T)


def play_on(state: NDArray[np.void], book: NDArray[np.void], addresses: Sequence[int], act: int, seeds: range) -> Games:
    """Play an encounter on with compiled pilots from an answer to its pending decision, each time with other luck.

    Args:
        state: The encounter, an array of one record; what the deciding seat has not seen must be concealed.
        book: The compiled scenario.
        addresses: A pilot's address for each seat.
        act: The answer.
        seeds: A range of step 1.

    Raises:
        RuntimeError: A pilot chose an illegal action, or the engine passed one of its limits.
    """
    return Games(*ROLLOUT(state, book, addresses, act, seeds).T)
