"""Search in Ironsworn: simulations end with the round and are worth what `value` says."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from ...envs.core.compiler import F4, rule
from ...envs.ironsworn.engine import decide
from ...envs.ironsworn.game import IRONSWORN
from ...envs.ironsworn.state import PILOT, Book, State
from ...envs.ironsworn.terms import DECISIONS, Act, Outcome
from ..search import Search, make_search
from ..weights import read_weights, value_file
from .pilots import ScriptedPilot
from .value import INPUTS, WEIGHTS, win_chance


@rule
def worth(state: State, book: Book, weights: F4, room: F4) -> float:
    """Give how likely a fight is won from where a simulation ended."""
    if state.outcome != Outcome.ON:
        return 1.0 if state.outcome == Outcome.WIN else 0.0
    return win_chance(state, book, weights, room)


EXPECTED = (-0.01, 0.02, 0.15)
"""Lean, spread and noise of all decisions: of many options two or three compete, near the scripted choice."""


@cache
def expected() -> NDArray[np.float64]:
    """Return what is expected of each kind of decision."""
    return np.tile(EXPECTED, (DECISIONS, 1))


@cache
def value() -> NDArray[np.float32]:
    """Return the weights of the value."""
    weights: NDArray[np.float32] = read_weights(value_file("ironsworn"), {"value": (np.float32, (WEIGHTS,))})["value"]
    return weights


SEARCH = Search(
    rules=IRONSWORN,
    play=make_search(IRONSWORN, PILOT, decide, worth),
    guide=ScriptedPilot,
    expected=expected,
    weights=value,
    room=INPUTS,
    idle=(Act.WAIT,),
)
