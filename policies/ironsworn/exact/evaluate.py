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
    rows = range(DEPTH, DEPTH + collection.meta.unknown)
    masks = np.zeros((len(rows), ACTIONS), np.int8)
    for k, row in enumerate(rows):
        FACE.rules.masks(collection.pool, row, masks[k])
    for row, mask, act in zip(rows, masks, _answers(collection, pilot, rows, masks), strict=True):
        if not 0 <= act < ACTIONS or not mask[act]:
            raise GraphError(f"the pilot chose {act}; legal are {np.flatnonzero(mask).tolist()}")
        collection.learn(row, act)
    collection.meta.unknown = 0


def _answers(collection: Collection, pilot: Pilot, rows: range, masks: NDArray[np.int8]) -> list[int]:
    """Return what a pilot answers to decisions in rows of the pool, at once where it can."""
    rng = np.random.default_rng(0)
    book = collection.book
    at_once = getattr(pilot, "act_batch", None)
    if at_once is None:
        views = (FACE.view(collection.pool, row, book, 0, 0, describe) for row in rows)
        return [int(pilot.act(view, mask, rng)) for view, mask in zip(views, masks, strict=True)]
    observations = np.empty((len(rows), FACE.layout.width), np.float32)
    for k, row in enumerate(rows):
        FACE.rules.observe(collection.pool, row, book, 0, 0, observations[k])
    return [int(act) for act in at_once(observations, masks, rng)]
