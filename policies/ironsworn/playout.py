"""Whole games between compiled pilots, played in machine code: for benchmarks, tests and fitting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...envs.core.chance import pilot_draw
from ...envs.core.compiler import I8, Batch, I4x2, entry, rule
from ...envs.core.tape import Tape, new_tapes
from ...envs.ironsworn.engine import decide, start
from ...envs.ironsworn.game import step_addresses
from ...envs.ironsworn.stack import DONE
from ...envs.ironsworn.state import Book, State, call_pilot
from ...envs.ironsworn.terms import Decision
from .family import Why

COLUMNS = 4
"""What `play_range` writes of each game: outcome, rounds, decisions, progress of the first foe."""


@rule
def play_on(state: State, book: Book, tape: Tape, addresses: I8, why: Why) -> int:
    """Play a started fight to its end; returns the engine's status."""
    while state.decision != Decision.NONE:
        draw = pilot_draw(state.chance, state.seat, state.decisions)
        act = call_pilot(addresses[state.seat], state, book, draw, why)
        status = decide(state, book, tape, act)
        if status != DONE:
            return status
    return DONE


@entry
def play_range(
    states: Batch[State],
    books: Batch[Book],
    b: int,
    tapes: Batch[Tape],
    whys: Batch[Why],
    addresses: I8,
    first: int,
    rows: I4x2,
) -> int:
    """Play one game for each row, with seeds from `first` on; returns the first status that is not DONE."""
    state = states[0]
    for game in range(len(rows)):
        states[0] = books[b].start
        status = start(state, books[b], tapes[0], first + game)
        if status == DONE:
            status = play_on(state, books[b], tapes[0], addresses, whys[0])
        if status != DONE:
            return status
        rows[game, 0] = state.outcome
        rows[game, 1] = state.round
        rows[game, 2] = state.decisions
        rows[game, 3] = state.foes[0].progress
    return DONE


class Games(NamedTuple):
    """Results of whole games, one number a game.

    Attributes:
        outcomes: Values of `Outcome`.
        rounds: Passes over the seats.
        decisions: Decisions of all seats.
        progress: Ticks marked on the first foe's track.
    """

    outcomes: NDArray[np.int32]
    rounds: NDArray[np.int32]
    decisions: NDArray[np.int32]
    progress: NDArray[np.int32]


def play_games(book: NDArray[np.void], addresses: Sequence[int], seeds: range) -> Games:
    """Play whole games of one scenario with compiled pilots.

    Args:
        book: The compiled scenario.
        addresses: A pilot's address for each seat.
        seeds: A range of step 1.

    Raises:
        RuntimeError: A pilot chose an illegal action, or the engine passed one of its limits.
    """
    states = np.zeros(1, State.dtype)
    tapes = new_tapes(1, log=False)
    table = step_addresses()
    tapes[0]["steps"][: len(table)] = table
    rows = np.zeros((len(seeds), COLUMNS), np.int32)
    pilots = np.array(addresses, np.int64)
    status = play_range(states, book, 0, tapes, np.zeros(1, Why.dtype), pilots, seeds.start, rows)
    if status != DONE:
        raise RuntimeError(f"playing {seeds} stopped with the engine's status {status}")
    return Games(rows[:, 0], rows[:, 1], rows[:, 2], rows[:, 3])
