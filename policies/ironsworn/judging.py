"""What a choice of a solo fight was worth beside the best play, exactly."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...envs.core.pilot import View
from ..judging import Verdict
from .exact.solver import Solver

EQUAL = 1e-5
"""Choices whose worth differs by less are equal: the solution is no more exact."""


class ExactJudge:
    """Judges by the exact solution of a fight; the reference is the best play."""

    def __init__(self, solver: Solver) -> None:
        """Judge by a solver of the fight."""
        self.solver = solver

    def judge(self, view: View, mask: NDArray[np.int8], act: int | None, seed: int) -> Verdict:
        """Return what a choice was worth; None gives the chance to win alone.

        Raises:
            ContentError: The fight passes a limit of the solver.
        """
        worth = self.solver.options(view.state)
        best = max(worth, key=lambda each: worth[each])
        if act is None:
            return Verdict(worth[best], 0.0, best, best)
        loss = worth[best] - worth[act]
        return Verdict(worth[best], 0.0, act, best if loss >= EQUAL else act, skill=-loss, loss=loss)
