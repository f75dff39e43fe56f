"""Lay a layer of the graph out for sweeping: nodes, leaves and members in one vector, edges beside it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....envs.ironsworn.terms import BOX, FOES, MAX_TICKS, TICKS_PER_HARM
from .graph import (
    BOXES,
    DELTA_SPAN,
    ID_SPAN,
    LAST_SUPPLY,
    MAIN,
    NODE,
    SPLIT,
    TARGET_SPAN,
)
from .places import Places
from .sweep import settle

Ids = NDArray[np.int64]
Values = NDArray[np.float64]


class Layout:
    """Some main decisions and the nodes they lead through, ready to be settled at any place.

    Args:
        members: Ids of the main decisions.
        roots: Target of each member's decision.
        below: Ids of the nodes they lead through, in the order they were made.
        nodes: The graph's nodes.
        edges: The graph's edges.
    """

    def __init__(self, members: Ids, roots: Ids, below: Ids, nodes: Ids, edges: Ids) -> None:
        rows = nodes[below]
        sizes = rows[:, 1]
        self.first = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        offsets = np.arange(self.first[-1]) - np.repeat(self.first[:-1], sizes)
        packed = edges[np.repeat(rows[:, 0], sizes) + offsets]
        self.kind = np.ascontiguousarray(rows[:, 2])
        self.total = rows[:, 3]
        self.parameter = rows[:, 4]
        self.weight = (packed // TARGET_SPAN) / np.repeat(np.maximum(self.total, 1), sizes)
        self.chosen = np.zeros(len(below), np.int64)
        self.active = np.zeros(len(below), np.int64)
        targets = packed % TARGET_SPAN
        leaves, place_of = np.unique(np.concatenate([targets, roots]), return_inverse=True)
        self.n_nodes = len(below)
        is_node = leaves // (DELTA_SPAN * ID_SPAN) == NODE
        index = np.arange(len(leaves)) + self.n_nodes
        index[is_node] = np.searchsorted(below, leaves[is_node] % ID_SPAN)
        order = np.argsort(index[place_of[len(targets) :]], kind="stable")
        self.members = members[order]
        self.roots = np.ascontiguousarray(index[place_of[len(targets) :]][order])
        self._leaf_of_edge = place_of[: len(targets)]
        self._index = index
        self._is_main = leaves // (DELTA_SPAN * ID_SPAN) == MAIN
        self._is_end = ~is_node & ~self._is_main
        self._id = leaves % ID_SPAN
        self._delta = leaves // ID_SPAN % DELTA_SPAN
        self._slot_of = _positions(self._id, self.members, self._is_main)
        self.slots = self.n_nodes + len(leaves)
        self.work = np.zeros(self.slots + len(self.members))

    def settle(self, place: int, places: Places, values: Values, ends: Values, tolerance: float, most: int) -> float:
        """Settle the layer at one place; writes its values and returns the largest change of its last pass."""
        self._look(place, places, values, ends)
        self.work[self.slots :] = values[place, self.members]
        change: float = settle(
            self.work,
            self.first,
            self.kind,
            self.chosen,
            self.weight,
            self._to,
            self.roots,
            self.slots,
            self.active,
            tolerance,
            most,
        )
        values[place, self.members] = self.work[self.slots :]
        return change

    def worth(self, place: int, places: Places, values: Values, ends: Values) -> float:
        """Return the value of the first root at one place, with every main decision's value as it stands."""
        self._look(place, places, values, ends)
        settle(
            self.work,
            self.first,
            self.kind,
            self.chosen,
            self.weight,
            self._to,
            self.roots,
            self.slots,
            self.active,
            1e9,
            1,
        )
        return float(self.work[self.slots])

    def _look(self, place: int, places: Places, values: Values, ends: Values) -> None:
        """Set what depends on the place: leaves outside the layer, where the others lead, the parts of splits."""
        after = places.moved[self._delta, place]
        base = self.n_nodes
        still = self.work[base : self.slots]
        still[self._is_main] = values[after[self._is_main], self._id[self._is_main]]
        still[self._is_end] = ends[places.ticks[FOES, after[self._is_end]], self._id[self._is_end]]
        lives = (self._slot_of >= 0) & (after == place)
        index = np.where(lives, self.slots + self._slot_of, self._index)
        self._to = np.ascontiguousarray(index[self._leaf_of_edge])
        self.chosen[:] = np.where(self.kind <= 1, self.chosen, self._part(places.ticks[:, place]))

    def _part(self, ticks: Ids) -> Ids:
        """Return which edge each node follows that hangs on a track."""
        foe = np.clip(np.where(self.kind == SPLIT, self.total // 8, self.total), 0, FOES - 1)
        left = ticks[foe] + self.parameter
        unit = np.array(TICKS_PER_HARM)[np.clip(self.total % 8, 0, 5)]
        split = np.select([left <= 0, left >= MAX_TICKS, left < unit], [0, 2, 1], 3)
        filled = np.clip(left // BOX, 0, MAX_TICKS // BOX)
        last = np.where(ticks[FOES] + self.parameter <= 1, 0, 1)
        return np.select([self.kind == SPLIT, self.kind == BOXES, self.kind == LAST_SUPPLY], [split, filled, last], 0)


def _positions(ids: Ids, members: Ids, wanted: NDArray[np.bool_]) -> Ids:
    """Return the position of each wanted id among the members, -1 for those that are none."""
    order = np.argsort(members)
    at = np.searchsorted(members, ids, sorter=order)
    found = order[np.minimum(at, len(members) - 1)]
    return np.where(wanted & (members[found] == ids), found, -1)
