"""The engine alone, for measuring: random legal play with a mask before every decision, and copies of states."""

from __future__ import annotations

from ...envs.core.compiler import I1, Batch, entry
from ...envs.core.game import DONE
from ...envs.core.tape import Tape
from ...envs.ironsworn.engine import decide, start
from ...envs.ironsworn.observe import write_mask
from ...envs.ironsworn.state import Book, State
from ...envs.ironsworn.terms import Outcome

MULTIPLIER = 1103515245
INCREMENT = 12345
WORD31 = 0x7FFFFFFF
"""A linear congruential generator: the luck of choosing must cost nothing beside the engine."""


@entry
def race(states: Batch[State], books: Batch[Book], tapes: Batch[Tape], mask: I1, seed: int, decisions: int) -> int:
    """Play random legal actions, game after game from `seed` on; returns the games begun, or -1 for a fault."""
    state = states[0]
    games = 0
    luck = seed & WORD31
    for _ in range(decisions):
        if games == 0 or state.outcome != Outcome.ON:
            states[0] = books[0].start
            games += 1
            if start(state, books[0], tapes[0], seed + games) != DONE:
                return -1
        write_mask(state, mask)
        luck = (luck * MULTIPLIER + INCREMENT) & WORD31
        if decide(state, books[0], tapes[0], state.legal[(luck >> 8) % state.n_legal]) != DONE:
            return -1
    return games


@entry
def copy_all(source: Batch[State], target: Batch[State]) -> int:
    """Copy every state of one array into another; returns how many."""
    for i in range(len(source)):
        target[i] = source[i]
    return len(source)
