"""Solve a fight exactly: collect its graph, sweep its layers, and answer what any decision is worth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ....envs.ironsworn.state import Book, State
from ....envs.ironsworn.terms import FOES
from .collection import Collection
from .graph import ROOT, nodes_below
from .keys import OPEN_SUPPLY, SUPPLY_DIGIT, make_symbolic
from .layers import heights, layers
from .layout import Layout
from .objective import WIN, Objective
from .places import Places

TOLERANCE = 1e-6
NOBODY = -1
Watch = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Stop:
    """When sweeping stops: no value of a layer changes by more than `tolerance` in its last sweep.

    Values rise towards the true ones from below. The tolerance bounds the last change, not the distance left.
    """

    tolerance: float = TOLERANCE


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
        self.start = self.standing(book.start)
        self.places = Places(self.start, np.array(collection.metas[0]["deltas"][: meta.n_deltas]))
        self.values = np.zeros((len(self.places), meta.n_keys))
        self.ends = objective.ends()
        self.marks = np.zeros(0, np.int64)
        self.stamp = 0
        self.change = 0.0

    def sweep(self, stop: Stop | None = None, watch: Watch | None = None) -> None:
        """Solve layer after layer."""
        stop = stop or Stop()
        graph = self.collection
        n = graph.meta.n_keys
        done = 0
        for layer in layers(heights(graph.keys[:n], self.real, graph.supply_falls)):
            layout = self._layout(layer)
            order = self._places_of(layer)
            change = layout.settle(order, self.places, self.values, self.ends, stop.tolerance)
            self.change = max(self.change, change)
            done += len(layer)
            if watch:
                watch("sweep", done, n)

    def _places_of(self, layer: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the places a layer can be at, the fullest tracks first: with open supply some is left, else none."""
        if not self.collection.meta.open_supply:
            return self.places.order
        spent = self.collection.keys[layer[0], 0] // SUPPLY_DIGIT % 8 == 0
        supply = self.places.ticks[FOES, self.places.order]
        order: NDArray[np.int64] = self.places.order[(supply == 0) == spent]
        return order

    def standing(self, state: State) -> tuple[int, ...]:
        """Return where a state's open tracks stand: each foe's ticks, then supply; 0 where a track is not open."""
        tracks = [0 if self.real or not foe.active else foe.progress for foe in state.foes]
        return (*tracks, state.supply if self.collection.meta.open_supply else 0)

    def _layout(self, members: NDArray[np.int64]) -> Layout:
        graph = self.collection
        roots = np.ascontiguousarray(graph.keys[members, ROOT])
        return Layout(members, roots, self._below(roots), graph.nodes, graph.edges)

    def _below(self, roots: NDArray[np.int64]) -> NDArray[np.int64]:
        graph = self.collection
        if len(self.marks) < len(graph.nodes):
            self.marks = np.zeros(len(graph.nodes), np.int64)
        self.stamp += 1
        found = np.zeros(graph.meta.n_nodes, np.int64)
        n = nodes_below(roots, graph.nodes, graph.edges, self.marks, self.stamp, found)
        return np.sort(found[:n])

    def worth(self, code: int, ticks: tuple[int, ...]) -> float:
        """Return the value of a target when the foes' tracks stand at `ticks`."""
        place = self.places.find(ticks)
        if place is None:
            raise KeyError(f"the fight never comes to {ticks} ticks")
        roots = np.array([code])
        layout = Layout(np.array([NOBODY]), roots, self._below(roots), self.collection.nodes, self.collection.edges)
        return layout.worth(place, self.places, self.values, self.ends)

    @property
    def value(self) -> float:
        """Worth of the fight at its start."""
        return self.worth(self.collection.root, self.start)

    def options(self, state: NDArray[np.void]) -> dict[int, float]:
        """Return the worth of each legal action of a solo fight's state.

        Args:
            state: An array of one state, at a decision, with its true progress.
        """
        graph = self.collection
        graph.pool[0] = state[0]
        view = State.at(graph.pool, 0)
        view.decisions = 0
        ticks = self.standing(view)
        legal = [view.legal[k] for k in range(view.n_legal)]
        if not self.real:
            for foe in range(FOES):
                make_symbolic(view, foe)
            if graph.meta.open_supply and view.supply > 0:
                view.supply = OPEN_SUPPLY
        return {act: self.worth(graph.target_after(act), ticks) for act in legal}


def solve(
    book: NDArray[np.void], objective: Objective = WIN, stop: Stop | None = None, watch: Watch | None = None
) -> Solution:
    """Solve a solo fight exactly.

    Args:
        book: The compiled scenario, of one character.
        objective: What the fight is played for.
        stop: When sweeping stops.
        watch: Called with the phase, what is done and what is known.
    """
    collection = Collection(book, win_only=objective == WIN)
    collection.open()
    collection.collect((lambda done, known: watch("collect", done, known)) if watch else None)
    solution = Solution(collection, objective)
    solution.sweep(stop, watch)
    return solution
