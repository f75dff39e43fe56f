"""The solver as pilots and commands use it: a fight's solution from the store, or solved and stored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from ....envs.core.catalogue import say
from ....envs.core.content import refuse
from . import store
from .collection import GraphError
from .objective import WIN, Objective
from .solution import OutsideError, Solution, Stop, Watch, solve
from .supported import MEMORY


def quiet(line: str) -> None:
    """Tell nothing."""


@dataclass
class Solver:
    """The exact solution of one fight, found when it is first needed.

    Attributes:
        book: The compiled scenario, of one character, supported by the solver (see `supported.check_supported`).
        name: The scenario's name, for errors.
        objective: What the fight is played for.
        stop: When sweeping stops.
        memory: Bytes a solution may take.
        again: Solve even if a solution is stored.
        watch: Called with the phase, what is done and what is known.
        tell: Called with one line about a stored solution, or why there is none.
        seconds: Time the last solution took to find.
        loaded: Whether it came from the store.
    """

    book: NDArray[np.void]
    name: str = ""
    objective: Objective = WIN
    stop: Stop = field(default_factory=Stop)
    memory: int = MEMORY
    again: bool = False
    watch: Watch | None = None
    tell: Callable[[str], None] = quiet
    seconds: float = 0.0
    loaded: bool = False
    _opening: Solution | None = None
    _elsewhere: Solution | None = None

    @property
    def solution(self) -> Solution:
        """The solution from the start of the fight.

        Raises:
            ContentError: The fight passes a limit of the solver.
        """
        if self._opening is None:
            self._opening = self._find()
        return self._opening

    def options(self, state: NDArray[np.void]) -> dict[int, float]:
        """Return the worth of each legal action of a state, wherever the fight came to it from.

        Args:
            state: An array of one state, at a decision.

        Raises:
            ContentError: The fight passes a limit of the solver.
        """
        if self._elsewhere is not None:
            try:
                return self._elsewhere.options(state)
            except OutsideError:
                self._elsewhere = None
        try:
            return self.solution.options(state)
        except OutsideError:
            self.tell(say("solve.outside"))
        self._elsewhere = self._solve(state)
        return self._elsewhere.options(state)

    def _find(self) -> Solution:
        began = perf_counter()
        where = store.folder()
        path = store.path_of(where, self.book, self.objective) if where else None
        found = self._read(path) if path and not self.again else None
        self.loaded = found is not None
        if found is None:
            found = self._solve(None)
            self._keep(path, found)
        self.seconds = perf_counter() - began
        return found

    def _read(self, path: Path) -> Solution | None:
        try:
            return store.read(path, self.book, self.objective, self.stop.tolerance)
        except store.DamagedError:
            self.tell(say("solve.damaged", file=path))
        except store.StaleError:
            self.tell(say("solve.stale", file=path))
        return None

    def _keep(self, path: Path | None, solution: Solution) -> None:
        try:
            if path is None:
                raise OSError(say("solve.no_folder"))
            store.save(path, solution, self.stop.tolerance)
        except OSError as error:
            self.tell(say("solve.not_stored", reason=error.strerror or error))

    def _solve(self, state: NDArray[np.void] | None) -> Solution:
        try:
            return solve(self.book, self.objective, self.stop, self.watch, state, self.memory)
        except GraphError as error:
            raise refuse(self.name, "", str(error), say("solve.valid_size")) from error
