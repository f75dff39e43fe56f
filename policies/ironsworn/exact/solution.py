"""Solve a fight exactly: collect its graph, sweep its layers, and answer what any decision is worth."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ....envs.ironsworn.state import Book, State
from ....envs.ironsworn.terms import FOES
from .collection import Collection
from .graph import ROOT
from .keys import FIRST_DIGITS
from .layers import layers, risen
from .layout import Layout
from .objective import WIN, Objective
from .places import Places
from .supported import MEMORY, check_size

TOLERANCE = 1e-6
NOBODY = -1
Watch = Callable[[str, int, int], None]


class OutsideError(KeyError):
    """A state that the fight, as it was solved, never comes to."""


@dataclass(frozen=True)
class Stop:
    """When sweeping stops: no value of a layer changes by more than `tolerance` in its last sweep.

    Values rise towards the true ones from below. The tolerance bounds the last change, not the distance left.
    """

    tolerance: float = TOLERANCE


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Solution:
    """The value of every main decision of a fight.

    Attributes:
        value: Worth of the fight at its start: the chance to win when the objective is to win.
        change: Largest change of a value in the last sweep of any layer.
    """

    def __init__(self, collection: Collection, objective: Objective = WIN) -> None:
        self.collection = collection
        self.objective = objective
        meta = collection.meta
        book = Book.at(collection.book, 0)
        self.real = bool(meta.real)
        self.start = collection.standing(book.start)
        self.places = Places(self.start, np.array(collection.metas[0]["deltas"][: meta.n_deltas]))
        self.values = np.zeros((len(self.places), meta.n_keys))
        self.ends = objective.ends()
        self.main_decisions = meta.n_keys - meta.n_prices
        self.change = 0.0

    def sweep(self, stop: Stop | None = None, watch: Watch | None = None) -> None:
        """Solve layer after layer."""
        tolerance = (stop or Stop()).tolerance

        def settle(group: NDArray[np.int64]) -> float:
            return self.layout(group).settle(self._places_of(group), self.places, self.values, self.ends, tolerance)

        self._go_through(settle, watch)

    def follow(self, guide: NDArray[np.float64], stop: Stop | None = None, watch: Watch | None = None) -> None:
        """Find what it is worth to choose always what is best by other values of the same fight."""
        tolerance = (stop or Stop()).tolerance
        guide = guide.copy()

        def settle(group: NDArray[np.int64]) -> float:
            order = self._places_of(group)
            return self.layout(group).follow(order, self.places, guide, self.values, self.ends, tolerance)

        self._go_through(settle, watch)

    def _go_through(self, settle: Callable[[NDArray[np.int64]], float], watch: Watch | None) -> None:
        """Settle layer after layer, the groups of a layer side by side."""
        graph = self.collection
        n = graph.meta.n_keys
        done = 0
        with ThreadPoolExecutor(cores()) as threads:
            for layer in layers(risen(graph.keys[:n], self.real, graph.supply_falls)):
                for group, change in zip(layer, threads.map(settle, layer), strict=True):
                    self.change = max(self.change, change)
                    done += len(group)
                    if watch:
                        watch("sweep", done, n)

    def _places_of(self, group: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the places a group can be at, the fullest tracks first: with open supply some is left, else none."""
        if not self.collection.meta.open_supply:
            return self.places.order
        spent = FIRST_DIGITS["supply"].of(self.collection.keys[group[:1], 0])[0] == 0
        supply = self.places.ticks[FOES, self.places.order]
        order: NDArray[np.int64] = self.places.order[(supply == 0) == spent]
        return order

    def layout(self, members: NDArray[np.int64]) -> Layout:
        """Return some keys and what they lead through, ready to be settled."""
        graph = self.collection
        roots = np.ascontiguousarray(graph.keys[members, ROOT])
        return Layout(members, roots, graph.below(roots), graph.nodes, graph.edges)

    def worth(self, code: int, ticks: tuple[int, ...]) -> float:
        """Return the value of a target when the foes' tracks stand at `ticks`."""
        place = self.places.find(ticks)
        if place is None:
            raise OutsideError(f"the fight never comes to {ticks} ticks")
        roots = np.array([code])
        graph = self.collection
        layout = Layout(np.array([NOBODY]), roots, graph.below(roots), graph.nodes, graph.edges)
        if not layout.stays_within(place, self.places):
            raise OutsideError(f"from {ticks} ticks the fight would come to others than were solved")
        return layout.worth(place, self.places, self.values, self.ends)

    @property
    def value(self) -> float:
        """Worth of the fight at its start."""
        return self.worth(self.collection.root, self.start)

    def options(self, state: NDArray[np.void]) -> dict[int, float]:
        """Return the worth of each legal action of a solo fight's state.

        Args:
            state: An array of one state, at a decision, with its true progress.

        Raises:
            OutsideError: The fight, as it was solved, never comes to this state.
        """
        ticks = self.collection.standing(State.at(state, 0))
        targets = self.collection.targets(state)
        if self.collection.meta.n_keys > self.values.shape[1]:
            self.collection.forget_after(self.values.shape[1])
            raise OutsideError("main decisions that were not solved")
        self.places.learn(np.array(self.collection.metas[0]["deltas"][: self.collection.meta.n_deltas]))
        return {act: self.worth(code, ticks) for act, code in targets.items()}


def solve(
    book: NDArray[np.void],
    objective: Objective = WIN,
    stop: Stop | None = None,
    watch: Watch | None = None,
    state: NDArray[np.void] | None = None,
    memory: int = MEMORY,
) -> Solution:
    """Solve a solo fight exactly.

    Args:
        book: The compiled scenario, of one character.
        objective: What the fight is played for.
        stop: When sweeping stops.
        watch: Called with the phase, what is done and what is known.
        state: An array of one state, at a decision, to solve from; by default from the start of the fight.
        memory: Bytes the solution may take.

    Raises:
        GraphError: It would take more memory, or passes another limit.
    """
    if state is not None:
        book = book.copy()
        book[0]["start"] = state[0]
    solution = Solution(collected(book, objective, watch, state, memory), objective)
    solution.sweep(stop, watch)
    return solution


def collected(
    book: NDArray[np.void],
    objective: Objective = WIN,
    watch: Watch | None = None,
    state: NDArray[np.void] | None = None,
    memory: int = MEMORY,
) -> Collection:
    """Return the graph of a fight; the arguments are those of `solve`."""
    collection = Collection(book, win_only=objective == WIN)
    if state is None:
        collection.open()
    else:
        collection.targets(state)
    collection.collect(looking(collection, watch, memory))
    collection.forget_memo()
    return collection


def looking(collection: Collection, watch: Watch | None, memory: int) -> Callable[[int, int], None]:
    """Return what looks at a collection now and then: it refuses what takes more memory, and tells how far it is."""
    start = collection.standing(Book.at(collection.book, 0).start)

    def look(done: int, known: int) -> None:
        check_size(collection, start, memory)
        if watch:
            watch("collect", done, known)

    return look
