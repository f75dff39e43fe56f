"""Search in Ironsworn: simulations end with the round and are worth what `value` says."""

from functools import cache
from typing import Any

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
def over(state: State, mark: int) -> bool:
    """Tell whether the round `mark` has passed."""
    return state.round > mark


@rule
def worth(state: State, book: Book, weights: F4, room: F4) -> float:
    """Give how likely a fight is won from where a simulation ended."""
    if state.outcome != Outcome.ON:
        return 1.0 if state.outcome == Outcome.WIN else 0.0
    return win_chance(state, book, weights, room)


def mark(state: Any) -> int:
    """Return the round whose end ends the simulations of a decision."""
    return int(state.round)


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
    play=make_search(IRONSWORN, PILOT, decide, over, worth),
    mark=mark,
    guide=ScriptedPilot,
    expected=expected,
    weights=value,
    room=INPUTS,
    idle=(Act.WAIT,),
)
