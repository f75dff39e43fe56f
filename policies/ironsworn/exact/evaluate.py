"""Exact policy evaluation: what a pilot's own choices are worth, without playing a single game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from ....envs.core.pilot import Pilot, View
from ....envs.ironsworn.face import FACE
from ....envs.ironsworn.render import describe
from ....envs.ironsworn.state import State
from ....envs.ironsworn.terms import ACTIONS
from ..random import RandomPilot
from .building import DEPTH
from .collection import Collection, GraphError
from .expand import ANSWERS, COMPILED, UNIFORM
from .graph import KEY_WORDS
from .objective import WIN, Objective
from .solution import Solution, Stop, Watch, collected, looking
from .supported import MEMORY

Describe = Callable[[State, NDArray[np.void]], View]


@dataclass(frozen=True)
class Evaluation:
    """What a pilot's play of a fight is worth.

    Attributes:
        value: Worth of the fight at its start: the chance to win when the objective is to win.
        main_decisions: Main decisions the pilot can come to.
        seconds: Time it took.
    """

    value: float
    main_decisions: int
    seconds: float


def evaluate(
    book: NDArray[np.void],
    pilot: Pilot,
    objective: Objective = WIN,
    stop: Stop | None = None,
    watch: Watch | None = None,
    memory: int = MEMORY,
) -> Evaluation:
    """Evaluate a pilot exactly in a solo fight.

    The pilot must be a function of what it sees: a compiled pilot that ignores its draw, or any whose `act` always
    answers a view alike. The uniformly random pilot is evaluated as what it is; it looks at no track, so the tracks are
    left open for it as they are for the best play.

    Args:
        book: The compiled scenario, of one character.
        pilot: Whoever holds the seat.
        objective: What an ending is worth.
        stop: When sweeping stops.
        watch: Called with the phase, what is done and what is known.
        memory: Bytes the evaluation may take.

    Raises:
        GraphError: It would take more memory, or an illegal choice of the pilot.
    """
    began = perf_counter()
    policy, address = _policy_of(pilot)
    real = policy != UNIFORM
    collection = Collection(book, real=real, policy=policy, pilot=address, win_only=objective == WIN)
    look = looking(collection, watch, memory)
    while True:
        if collection.root < 0:
            collection.open()
        collection.collect(look)
        if not collection.meta.unknown:
            break
        _ask(collection, pilot)
    solution = Solution(collection, objective)
    solution.sweep(stop, watch)
    return Evaluation(solution.value, solution.main_decisions, perf_counter() - began)


def evaluate_best(solution: Solution, stop: Stop | None = None, watch: Watch | None = None) -> Evaluation:
    """Evaluate the best play by a solution, as a pilot that always chooses so, from nothing.

    Args:
        solution: The solution, solved or read from the store.
        stop: When sweeping stops.
        watch: Called with the phase, what is done and what is known.
    """
    began = perf_counter()
    graph, objective = solution.collection, solution.objective
    followed = Solution(collected(graph.book, objective, watch), objective)
    n = followed.values.shape[1]
    same = followed.values.shape == solution.values.shape
    if not same or (followed.collection.keys[:n, :KEY_WORDS] != graph.keys[:n, :KEY_WORDS]).any():
        raise GraphError("the fight is another than the one that was solved")
    followed.follow(solution.values, stop, watch)
    return Evaluation(followed.value, followed.main_decisions, perf_counter() - began)


def _policy_of(pilot: Pilot) -> tuple[int, int]:
    if isinstance(pilot, RandomPilot):
        return UNIFORM, 0
    address = getattr(pilot, "address", None)
    return (ANSWERS, 0) if address is None else (COMPILED, int(address))


def _ask(collection: Collection, pilot: Pilot) -> None:
    """Ask an outside pilot about every decision that awaits its answer."""
    rng = np.random.default_rng(0)
    mask = np.zeros(ACTIONS, np.int8)
    for row in range(DEPTH, DEPTH + collection.meta.unknown):
        state = State.at(collection.pool, row)
        legal = [state.legal[k] for k in range(state.n_legal)]
        mask[:] = 0
        mask[legal] = 1
        view = FACE.view(collection.pool, row, collection.book, 0, 0, describe)
        act = int(pilot.act(view, mask, rng))
        if act not in legal:
            raise GraphError(f"the pilot chose {act}; legal are {legal}")
        collection.learn(row, act)
    collection.meta.unknown = 0
