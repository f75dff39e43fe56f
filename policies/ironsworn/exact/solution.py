"""Solve a fight exactly: collect its graph, sweep its layers, and answer what any decision is worth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ....envs.ironsworn.effects import Special
from ....envs.ironsworn.state import Book, State
from ....envs.ironsworn.terms import FOES
from .collection import Collection
from .graph import MAIN, NODE, target_delta, target_id, target_kind
from .keys import make_symbolic
from .layers import heights, layers
from .objective import WIN, Objective
from .places import Places
from .sweep import evaluate_target, layer_nodes, sweep_layer, target_nodes

TOLERANCE = 1e-6
SWEEPS = 10_000
Watch = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Stop:
    """When sweeping stops: no value of a layer changes by more than `tolerance` in its last sweep.

    Values rise towards the true ones from below. The tolerance bounds the last change, not the distance left.
    """

    tolerance: float = TOLERANCE
    sweeps: int = SWEEPS


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
        self.start_ticks = tuple(0 if self.real else book.start.foes[foe].progress for foe in range(FOES))
        deltas = np.array(collection.metas[0]["deltas"][: meta.n_deltas])
        self.places = Places(self.start_ticks, deltas if not self.real else np.zeros((meta.n_deltas, FOES), np.int64))
        self.values = np.zeros((meta.n_keys, len(self.places)))
        self.ends = objective.ends()
        self.node_values = np.zeros(meta.n_nodes + 1)
        self.marks = np.zeros(len(collection.nodes), np.int64)
        self.found = np.zeros(len(collection.nodes), np.int64)
        self.stamp = 0
        self.change = 0.0

    def sweep(self, stop: Stop | None = None, watch: Watch | None = None) -> None:
        """Solve layer after layer."""
        stop = stop or Stop()
        graph = self.collection
        n = graph.meta.n_keys
        book = Book.at(graph.book, 0)
        falls = all(book.kits[0].effects[k].special != Special.MOMENTUM_OR_SUPPLY for k in range(book.kits[0].n_effects))
        done = 0
        for layer in layers(heights(graph.keys[:n], self.real, falls)):
            members, below = self._layer(layer)
            change = np.inf
            while change > stop.tolerance:
                change = sweep_layer(members, below, self.places.order, *self._tables(), stop.tolerance, stop.sweeps)
                if self._settles_at_once:
                    break
            done += len(members)
            if watch:
                watch("sweep", done, n)
        self.change = stop.tolerance

    @property
    def _settles_at_once(self) -> bool:
        return len(self.places) == 1

    def _layer(self, layer: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        graph = self.collection
        roots = graph.keys[layer, 3]
        members = np.ascontiguousarray(layer[np.argsort(roots % (1 << 26), kind="stable")])
        self.stamp += 1
        n = layer_nodes(members, graph.keys, graph.nodes, graph.edges, self.marks, self.stamp, self.found)
        return members, np.sort(self.found[:n])

    def _tables(self) -> tuple[NDArray[np.generic], ...]:
        graph = self.collection
        return (
            graph.keys,
            graph.nodes,
            graph.edges,
            self.values,
            self.places.moved,
            self.places.ticks,
            self.ends,
            self.node_values,
        )

    def worth(self, code: int, ticks: tuple[int, ...]) -> float:
        """Return the value of a target when the foes' tracks stand at `ticks`."""
        place = self.places.find(ticks)
        if place is None:
            raise KeyError(f"the fight never comes to {ticks} ticks")
        graph = self.collection
        if len(self.marks) < len(graph.nodes):
            self.marks = np.zeros(len(graph.nodes), np.int64)
            self.found = np.zeros(len(graph.nodes), np.int64)
            self.node_values = np.zeros(len(graph.nodes) + 1)
        self.stamp += 1
        n = target_nodes(code, graph.nodes, graph.edges, self.marks, self.stamp, self.found)
        below = np.sort(self.found[:n])
        tables = (self.values, self.places.moved, self.places.ticks, self.ends, self.node_values)
        worth: float = evaluate_target(code, place, graph.nodes, graph.edges, *tables, below)
        return worth

    @property
    def value(self) -> float:
        """Worth of the fight at its start."""
        return self.worth(self.collection.root, self.start_ticks)

    def options(self, state: NDArray[np.void]) -> dict[int, float]:
        """Return the worth of each legal action of a solo fight's state.

        Args:
            state: An array of one state, at a decision, with its true progress.
        """
        graph = self.collection
        graph.pool[0] = state[0]
        view = State.at(graph.pool, 0)
        view.decisions = 0
        ticks = tuple(view.foes[foe].progress if view.foes[foe].active else 0 for foe in range(FOES))
        legal = [view.legal[k] for k in range(view.n_legal)]
        if not self.real:
            for foe in range(FOES):
                make_symbolic(view, foe)
        return {act: self.worth(graph.target_after(act), ticks) for act in legal}


def solve(book: NDArray[np.void], objective: Objective = WIN, stop: Stop | None = None, watch: Watch | None = None) -> Solution:
    """Solve a solo fight exactly.

    Args:
        book: The compiled scenario, of one character.
        objective: What the fight is played for.
        stop: When sweeping stops.
        watch: Called with the phase, what is done and what is known.
    """
    collection = Collection(book)
    collection.open()
    collection.collect((lambda done, known: watch("collect", done, known)) if watch else None)
    solution = Solution(collection, objective)
    solution.sweep(stop, watch)
    return solution


def is_main(code: int) -> bool:
    """Return whether a target is a main decision."""
    return bool(target_kind(code) == MAIN)


__all__ = ["MAIN", "NODE", "Solution", "Stop", "solve", "target_delta", "target_id"]
