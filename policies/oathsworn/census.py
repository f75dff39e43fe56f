"""Whole encounters with a count beside them: which options were offered and taken, which steps ran."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ...envs.core.chance import pilot_draw, seed_chance
from ...envs.core.compiler import I8, Batch, I4x2, entry, rule
from ...envs.core.pilot import Why
from ...envs.core.tape import Tape
from ...envs.oathsworn.engine import MOST_STEPS, halts
from ...envs.oathsworn.game import OATHSWORN
from ...envs.oathsworn.stack import close_decision, is_legal, push
from ...envs.oathsworn.state import Book, State, call_pilot, call_step
from ...envs.oathsworn.terms import SEATS, STEPS, Act, Decision, Event, Form, Op, Outcome
from .playout import COLUMNS, Games, record

FIRST, LAST = int(Act.CARD), int(Act.TOKEN)
OFFERED, TAKEN = range(2)
REACHED, RAN, VAIN = range(3)


@dataclass
class Census:
    """What came up in games of one scenario.

    Attributes:
        options: How often each option was offered to each seat's hero and taken by it, `(2, seats, options)`; the
            options are the actions from `Act.CARD` on.
        rows: How often each row of the book was come to, how often its effect began, and how often that was an attack
            with nobody in reach, `(3, rows)`.
    """

    options: NDArray[np.int32] = field(default_factory=lambda: np.zeros((2 * SEATS, LAST - FIRST), np.int32))
    rows: NDArray[np.int32] = field(default_factory=lambda: np.zeros((3, STEPS), np.int32))

    def offered(self, seat: int, act: int) -> int:
        """Return how often an option was offered."""
        return int(self.options[OFFERED * SEATS + seat, act - FIRST])

    def taken(self, seat: int, act: int) -> int:
        """Return how often an option was taken."""
        return int(self.options[TAKEN * SEATS + seat, act - FIRST])

    def reached(self, row: int) -> int:
        """Return how often a program came to a row."""
        return int(self.rows[REACHED, row])

    def ran(self, row: int) -> int:
        """Return how often the effect of a row began, and not in vain."""
        return int(self.rows[RAN, row] - self.rows[VAIN, row])

    def vain(self, row: int) -> int:
        """Return how often a row was an attack with nobody in reach."""
        return int(self.rows[VAIN, row])


@rule
def count_row(state: State, rows: I4x2) -> None:
    """Count the row that a program comes to, or whose effect begins with this operation."""
    frame = state.stack[state.top]
    if frame.step != 0:
        return
    if frame.op == Op.PROGRAM:
        play = state.plays[frame.a]
        if play.row < play.end:
            rows[REACHED, play.row] += 1
    elif frame.op < Op.GAME and frame.a > 0:
        rows[RAN, frame.a] += 1


@rule
def count_vain(tape: Tape, rows: I4x2) -> None:
    """Count the attacks that this operation passed over, and forget its events."""
    for event in range(tape.row):
        if tape.rows[event, 0] == Event.SKIPPED:
            rows[VAIN, tape.rows[event, 1]] += 1
    tape.row = 0


@rule
def run_on(state: State, book: Book, tape: Tape, rows: I4x2) -> bool:
    """Do as `engine.advance` does, and count."""
    for _ in range(MOST_STEPS):
        if halts(state, tape):
            return True
        count_row(state, rows)
        call_step(tape.steps[state.stack[state.top].op], state, book, tape)
        count_vain(tape, rows)
        if state.error:
            return False
    return False


@rule
def count_options(state: State, act: int, options: I4x2) -> None:
    """Count the options of cards, items, injuries and abilities that a hero is offered, and the one it takes."""
    mine = state.seats[state.seat]
    chooses = state.decision == Decision.TURN or state.decision == Decision.WINDOW
    if not chooses or mine.form == Form.ALLY:
        return
    for k in range(state.n_legal):
        if state.legal[k] >= FIRST and state.legal[k] < LAST:
            options[state.seat, state.legal[k] - FIRST] += 1
    if act >= FIRST and act < LAST:
        options[SEATS + state.seat, act - FIRST] += 1


@entry
def play_counted(
    states: Batch[State],
    books: Batch[Book],
    tapes: Batch[Tape],
    whys: Batch[Why],
    addresses: I8,
    first: int,
    games: I4x2,
    options: I4x2,
    rows: I4x2,
) -> int:
    """Play whole games, one a row of `games`; gives how many were played, less if the engine failed."""
    state, book, tape = states[0], books[0], tapes[0]
    for game in range(len(games)):
        states[0] = books[0].start
        seed_chance(state.chance, first + game)
        push(state, Op.GAME, 0, 0, 0)
        if not run_on(state, book, tape, rows):
            return game
        while state.outcome == Outcome.ON:
            draw = pilot_draw(state.chance, state.seat, state.decisions)
            act = call_pilot(addresses[state.seat], state, book, draw, whys[0])
            if not is_legal(state, act):
                return game
            count_options(state, act, options)
            close_decision(state)
            state.answer = act
            state.decisions += 1
            if not run_on(state, book, tape, rows):
                return game
        record(state, games, game)
    return len(games)


def take_census(book: NDArray[np.void], addresses: Sequence[int], seeds: range, census: Census) -> Games:
    """Play whole encounters as `playout.play_games` does, and count into a census.

    Args:
        book: The compiled scenario.
        addresses: A pilot's address for each seat.
        seeds: A range of step 1.
        census: What is counted into.

    Raises:
        RuntimeError: A pilot chose an illegal action, or the engine passed one of its limits.
    """
    states = np.zeros(1, OATHSWORN.state.dtype)
    tapes = OATHSWORN.tapes(log=True)
    games = np.zeros((len(seeds), COLUMNS), np.int32)
    whys, pilots = np.zeros(1, Why.dtype), np.array(addresses, np.int64)
    played = play_counted(states, book, tapes, whys, pilots, seeds.start, games, census.options, census.rows)
    if played < len(seeds):
        raise RuntimeError(f"a game of seed {seeds.start + played} stopped with the engine's fault")
    return Games(*games.T)
