"""The optimal pilot: the exact best play of a solo fight, by its solution."""

from __future__ import annotations

import hashlib
import sys

import numpy as np
from numpy.typing import NDArray

from ...envs.core.catalogue import say
from ...envs.core.pilot import View
from .exact.games import play_optimal
from .exact.solver import Solver
from .exact.supported import check_supported


def to_stderr(line: str) -> None:
    """Tell a line beside the output."""
    print(line, file=sys.stderr, flush=True)


class OptimalPilot:
    """Plays what the exact solution says; a fight is solved, or its stored solution read, when it is first met.

    Attributes:
        reason: What its last choice is worth, and the next best.
    """

    def __init__(self) -> None:
        self.reason = ""
        self._solvers: dict[bytes, Solver] = {}

    def meet(self, game: str, book: NDArray[np.void]) -> None:
        """Have a fight solved before it begins.

        Raises:
            ContentError: The fight is none that is solved exactly.
        """
        self.solver(game, book).solution  # noqa: B018 - asking for it solves it

    def act(self, view: View, mask: NDArray[np.int8], rng: np.random.Generator) -> int:
        """Return the best legal action.

        Raises:
            ContentError: The fight is none that is solved exactly.
        """
        legal = np.flatnonzero(mask)
        self.reason = ""
        if len(legal) == 1:
            return int(legal[0])
        worth = self.solver(view.game, view.book).options(view.state)
        best, *others = sorted(worth, key=lambda act: -worth[act])
        if others:
            told = view.option(others[0]) or str(others[0])
            self.reason = say("solve.reason", best=worth[best], next=told, worse=worth[others[0]])
        return best

    def play_games(self, game: str, book: NDArray[np.void], seeds: range) -> NDArray[np.int32]:
        """Return one row a whole fight, as `playout.record` writes it, far sooner than asking for each decision.

        Raises:
            ContentError: The fight is none that is solved exactly.
        """
        return np.column_stack(play_optimal(self.solver(game, book).solution, seeds))

    def solver(self, name: str, book: NDArray[np.void]) -> Solver:
        """Return the solver of a fight.

        Raises:
            ContentError: The fight is none that is solved exactly.
        """
        key = hashlib.sha256(book.tobytes()).digest()
        if key not in self._solvers:
            check_supported(book, name)
            began = [False]

            def watch(phase: str, done: int, known: int) -> None:
                if not began[0]:
                    began[0] = True
                    to_stderr(say("solve.progress_pipe", scenario=name))

            self._solvers[key] = Solver(book.copy(), name, watch=watch, tell=to_stderr)
        return self._solvers[key]
