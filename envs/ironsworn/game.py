"""Ironsworn as every face uses it."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from ..core.game import GameRules
from .engine import STEPS, apply, reset, resume
from .observe import WIDTH, masks, observe
from .state import STEP, Book, State
from .terms import ACTIONS, CHARACTERS

VERSION = 0
"""Raised by the release in which the rules, the action ids or the observation are others than in the one before."""


@cache
def step_addresses() -> NDArray[np.int64]:
    """Return the addresses of the step table, in the order of `Op`."""
    table = np.zeros(max(STEPS) + 1, np.int64)
    table[list(STEPS)] = STEP.addresses(list(STEPS.values()))
    table.flags.writeable = False
    return table


IRONSWORN = GameRules(
    name="ironsworn",
    version=VERSION,
    actions=ACTIONS,
    seats=CHARACTERS,
    width=WIDTH,
    state=State,
    book=Book,
    reset=reset,
    apply=apply,
    resume=resume,
    observe=observe,
    masks=masks,
    steps=step_addresses,
)
