"""Search in Ironsworn: simulations are whole fights, and are worth whether they are won."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from ...envs.core.compiler import F4, rule
from ...envs.ironsworn.engine import decide
from ...envs.ironsworn.game import IRONSWORN
from ...envs.ironsworn.state import PILOT, Book, State
from ...envs.ironsworn.terms import Decision, Outcome
from ..search import Search, make_search
from .pilots import ScriptedPilot


@rule
def over(state: State, mark: int) -> bool:
    """Play on to the end of the fight: that is cheap."""
    return False


@rule
def worth(state: State, book: Book, weights: F4, room: F4) -> float:
    """Give 1 for a fight that was won."""
    return 1.0 if state.outcome == Outcome.WIN else 0.0


EXPECTED = (-0.05, 0.02, 0.4)
"""Lean, spread and noise of all decisions: the scripted choice is near the best, and one fight tells little."""


@cache
def expected() -> NDArray[np.float64]:
    """Return what is expected of each kind of decision."""
    return np.tile(EXPECTED, (len(Decision), 1))


SEARCH = Search(
    rules=IRONSWORN,
    play=make_search(IRONSWORN, PILOT, decide, over, worth),
    mark=lambda state: 0,
    guide=ScriptedPilot,
    expected=expected,
    weights=lambda: np.zeros(1, np.float32),
    room=1,
)
