"""Lay a part of the graph out for sweeping: nodes and leaves in one vector, edges and members beside it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .graph import CHOICE, DELTA_SPAN, ID_SPAN, MAIN, NODE, TARGET_SPAN
from .places import Places
from .sweep import END_LEAF, MAIN_LEAF, follow_layer, settle_layer, value_at

Ids = NDArray[np.int64]
Values = NDArray[np.float64]


class Layout:
    """Some main decisions and the nodes they lead through, ready to be settled.

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
        self.shape = np.ascontiguousarray(rows[:, 2:5])
        self.hanging = np.flatnonzero(rows[:, 2] > CHOICE)
        self.weight = (packed // TARGET_SPAN) / np.repeat(np.maximum(rows[:, 3], 1), sizes)
        found, where = np.unique(np.concatenate([packed % TARGET_SPAN, roots]), return_inverse=True)
        kind = found // (DELTA_SPAN * ID_SPAN)
        identity = found % ID_SPAN
        position = _positions(identity, members, kind == MAIN)
        leaf = np.flatnonzero(kind != NODE)
        leaf = leaf[np.argsort(position[leaf], kind="stable")]
        index = np.zeros(len(found), np.int64)
        index[kind == NODE] = np.searchsorted(below, identity[kind == NODE])
        index[leaf] = len(below) + np.arange(len(leaf))
        kinds = np.where(kind[leaf] == MAIN, MAIN_LEAF, END_LEAF)
        self.leaves = np.column_stack([kinds, identity[leaf], found[leaf] // ID_SPAN % DELTA_SPAN])
        self.to = np.ascontiguousarray(index[where[: len(packed)]])
        root = index[where[len(packed) :]]
        every = np.arange(len(members))
        low = np.searchsorted(position[leaf], every, side="left")
        high = np.searchsorted(position[leaf], every, side="right")
        order = np.argsort(root, kind="stable")
        self.members = np.ascontiguousarray(np.column_stack([members, root, low, high])[order])
        self.work = np.zeros(len(below) + len(leaf))

    def settle(self, order: Ids, places: Places, values: Values, ends: Values, tolerance: float) -> float:
        """Settle the members at the places of `order`; writes `values` and returns the last largest change."""
        chosen = np.zeros((len(order), len(self.shape)), np.int8)
        active = np.zeros(chosen.shape, np.int32)
        counts = np.zeros(len(order), np.int64)
        change: float = settle_layer(
            order, *self._tables(places, values, ends), self.members, chosen, active, counts, self.hanging, tolerance
        )
        return change

    def follow(
        self, order: Ids, places: Places, guide: Values, values: Values, ends: Values, tolerance: float
    ) -> float:
        """Settle the members under the choices that are best by `guide`; writes `values`, gives the last change."""
        chosen = np.zeros((len(order), len(self.shape)), np.int8)
        active = np.zeros(chosen.shape, np.int32)
        counts = np.zeros(len(order), np.int64)
        moved, ticks, *tables = self._tables(places, values, ends)
        change: float = follow_layer(
            order, moved, ticks, guide, *tables, self.members, chosen, active, counts, self.hanging, tolerance
        )
        return change

    def worth(self, place: int, places: Places, values: Values, ends: Values) -> float:
        """Return the value of the first member's root at one place, with every main decision's value as it stands."""
        chosen = np.zeros((1, len(self.shape)), np.int8)
        root = int(self.members[0, 1])
        worth: float = value_at(place, *self._tables(places, values, ends), self.members, self.hanging, chosen, root)
        return worth

    def stays_within(self, place: int, places: Places) -> bool:
        """Tell whether all that follows at a place is at places that were solved."""
        return bool((places.moved[self.leaves[:, 2], place] >= 0).all())

    def _tables(self, places: Places, values: Values, ends: Values) -> tuple[NDArray[np.generic], ...]:
        return (
            places.moved,
            places.ticks,
            values,
            ends,
            self.work,
            self.first,
            self.shape,
            self.weight,
            self.to,
            self.leaves,
        )


def _positions(ids: Ids, members: Ids, wanted: NDArray[np.bool_]) -> Ids:
    """Return the position of each wanted id among the members, -1 for those that are none."""
    order = np.argsort(members)
    at = np.searchsorted(members, ids, sorter=order)
    found = order[np.minimum(at, len(members) - 1)]
    return np.where(wanted & (members[found] == ids), found, -1)
