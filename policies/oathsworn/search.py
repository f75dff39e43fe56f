"""Search in Oathsworn: simulations end with the next enemy phase and are worth what `value` says."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...envs.core.compiler import F4, rule
from ...envs.oathsworn.engine import decide
from ...envs.oathsworn.game import OATHSWORN
from ...envs.oathsworn.state import PILOT, Book, State
from ...envs.oathsworn.terms import DECISIONS, Outcome
from ..search import Search, make_search
from ..weights import read_weights, value_file
from .pilots import ScriptedPilot
from .value import INPUTS, WEIGHTS, win_chance


@rule
def worth(state: State, book: Book, weights: F4, room: F4) -> float:
    """Give how likely an encounter is won from where a simulation ended."""
    if state.outcome != Outcome.ON:
        return 1.0 if state.outcome == Outcome.WIN else 0.0
    return win_chance(state, book, weights, room)


@cache
def fitted() -> dict[str, NDArray[Any]]:
    """Return the weights of the value and what is expected of each kind of decision."""
    shapes = {"value": (np.float32, (WEIGHTS,)), "expected": (np.float64, (DECISIONS, 3))}
    return read_weights(value_file("oathsworn"), shapes)


SEARCH = Search(
    rules=OATHSWORN,
    play=make_search(OATHSWORN, PILOT, decide, worth),
    guide=ScriptedPilot,
    expected=lambda: fitted()["expected"],
    weights=lambda: fitted()["value"],
    room=INPUTS,
)
