"""Whole encounters between compiled pilots, played in machine code: for benchmarks, tests and tuning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...envs.core.chance import pilot_draw
from ...envs.core.compiler import I8, Batch, I4x2, entry, rule
from ...envs.core.tape import Tape, new_tapes
from ...envs.oathsworn.engine import decide, start
from ...envs.oathsworn.game import step_addresses
from ...envs.oathsworn.stack import DONE
from ...envs.oathsworn.state import Book, State, call_pilot
from ...envs.oathsworn.terms import LOCATIONS, SEATS, Decision, Outcome
from .family import Why

COLUMNS = 6
"""What `play_range` writes of each game, as `Games` has it."""


@rule
def play_on(state: State, book: Book, tape: Tape, addresses: I8, why: Why) -> int:
    """Play a started encounter to its end; returns the engine's status."""
    while state.outcome == Outcome.ON and state.decision != Decision.NONE:
        draw = pilot_draw(state.chance, state.seat, state.decisions)
        act = call_pilot(addresses[state.seat], state, book, draw, why)
        status = decide(state, book, tape, act)
        if status != DONE:
            return status
    return DONE


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
    """Play one encounter for each row, with seeds from `first` on; returns the first status that is not DONE."""
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
        rows[game, 3] = hp_left(state)
        rows[game, 4] = fallen(state)
        rows[game, 5] = state.broken
    return DONE


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


def play_games(book: NDArray[np.void], addresses: Sequence[int], seeds: range) -> Games:
    """Play whole encounters of one scenario with compiled pilots.

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
    return Games(*rows.T)
