"""The stores of a fight's graph, grown as its transitions are collected."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue

import numpy as np
from numpy.typing import NDArray

from ....envs.ironsworn.effects import Special
from ....envs.ironsworn.game import IRONSWORN
from ....envs.ironsworn.state import Book, State
from ....envs.ironsworn.terms import FOES, Act, Decision
from .building import AWAITS, DEPTH, EXPAND, TOO_DEEP
from .chances import SCRATCH
from .expand import expand
from .explore import expand_at, explore, learn_answer, open_fight
from .graph import (
    FULL,
    KEY_COLUMNS,
    KEY_SLOTS,
    MEMO_COLUMNS,
    NODE_COLUMNS,
    NODE_SLOTS,
    PRICE,
    TOO_MANY_DELTAS,
    Meta,
    nodes_below,
    rehash_keys,
    rehash_nodes,
)
from .keys import OPEN_SUPPLY, make_symbolic

BATCH = 2_000
"""Main decisions expanded between two looks at progress and memory."""
FIRST_KEYS = 1 << 12
FIRST_NODES = 1 << 14
FIRST_EDGES = 1 << 17
FIRST_MEMO = 1 << 16
MOST_MEMO_SLOTS = 1 << 22
ALL_STREAMS = (1 << 16) - 1
UNKNOWNS = 4_096
"""Decisions of an outside pilot gathered before it is asked."""


class GraphError(RuntimeError):
    """The fight's graph passes a limit of the solver."""


class SizeError(GraphError):
    """The fight's solution would not fit in memory."""


class Collection:
    """Main decisions, nodes and edges of one fight.

    Attributes:
        keys: Main decisions, one row each (see `graph.KEY_COLUMNS`).
        nodes: Nodes, one row each (see `graph.NODE_COLUMNS`).
        edges: Edges, one number each.
        meta: Counters, and whose choices are collected.
        root: Target that the start of the fight leads to.
    """

    def __init__(
        self, book: NDArray[np.void], real: bool = False, policy: int = 0, pilot: int = 0, win_only: bool = True
    ) -> None:
        self.book = book
        self.keys = np.zeros((FIRST_KEYS, KEY_COLUMNS), np.int64)
        self.nodes = np.zeros((FIRST_NODES, NODE_COLUMNS), np.int64)
        self.edges = np.zeros(FIRST_EDGES, np.int64)
        self.memo = np.zeros((FIRST_MEMO, MEMO_COLUMNS), np.int64)
        self.scratch = np.zeros((DEPTH + 1, SCRATCH), np.int64)
        self.pool = np.zeros(DEPTH + UNKNOWNS, State.dtype)
        self.words = self.pool.view(np.int64).reshape(len(self.pool), -1)
        self.metas = np.zeros(1, Meta.dtype)
        self.meta = Meta.at(self.metas, 0)
        self.meta.expander = int(EXPAND.addresses([expand])[0])
        self.meta.real = int(real)
        self.meta.open_supply = int(not real and self.supply_falls)
        self.meta.win_only = int(win_only)
        self.meta.policy = policy
        self.meta.pilot = pilot
        self.tapes = IRONSWORN.tapes()
        self.tapes[0]["fed_mask"] = ALL_STREAMS
        self.tapes[0]["ask_all"] = int(not real)
        self.idle_marks: SimpleQueue[Marks] = SimpleQueue()
        self.root = -1
        self.reached = 0
        self.cleared_at = -1
        self.answers: list[tuple[NDArray[np.void], int]] = []

    def stores(self) -> tuple[NDArray[np.generic], ...]:
        """Return the stores, in the order in which the entries of the collection take them."""
        return (
            self.pool,
            self.words,
            self.book,
            self.tapes,
            self.metas,
            self.keys,
            self.nodes,
            self.edges,
            self.memo,
            self.scratch,
        )

    def open(self) -> None:
        """Find the target that the start of the fight leads to."""
        while True:
            self.root = open_fight(*self.stores())
            if self.root != FULL or self.meta.full == AWAITS:
                return
            self.make_room()

    def learn(self, row: int, act: int) -> None:
        """Remember what the pilot under evaluation answers to the decision in a row of the pool."""
        self.answers.append((self.pool[row : row + 1].copy(), act))
        learn_answer(self.pool, self.words, self.metas, self.memo, row, act)

    def collect(self, watch: Callable[[int, int], None] | None = None, most: int | None = None) -> None:
        """Expand every main decision that can be reached.

        Args:
            watch: Called with the main decisions expanded and known, now and then.
            most: Refuse to know more main decisions than this.

        Raises:
            GraphError: More than `most` main decisions, or another limit.
        """
        at = 0
        while at < self.meta.n_keys:
            before = at
            at = explore(*self.stores(), at, BATCH)
            self.reached += at - before
            if self.meta.full and self.meta.full != AWAITS:
                self.make_room()
            if watch:
                watch(at, self.meta.n_keys)
            if most is not None and self.meta.n_keys > most:
                raise GraphError(f"more than {most:,} main decisions")

    def standing(self, state: State) -> tuple[int, ...]:
        """Return where a state's open tracks stand: each foe's ticks, then supply; 0 where a track is not open."""
        tracks = [0 if self.meta.real or not foe.active else foe.progress for foe in state.foes]
        return (*tracks, state.supply if self.meta.open_supply else 0)

    def targets(self, state: NDArray[np.void]) -> dict[int, int]:
        """Return the target that each legal action of a state leads to; main decisions not known yet are added.

        Args:
            state: An array of one state, at a decision, with its true tracks.
        """
        self.pool[0] = state[0]
        view = State.at(self.pool, 0)
        view.decisions = 0
        view.round = 1
        last_supply = view.supply == 1 and view.decision == Decision.SWAP
        if not self.meta.real:
            for foe in range(FOES):
                make_symbolic(view, foe)
        if self.meta.open_supply and view.supply > 0:
            view.supply = OPEN_SUPPLY
        found = {}
        for act in [view.legal[k] for k in range(view.n_legal)]:
            held = view.supply
            if last_supply and act == Act.LOSE_SUPPLY:
                view.supply = 1
            found[act] = self._target_after(act)
            view.supply = held
        return found

    def _target_after(self, act: int) -> int:
        """Return the target that `act` leads to from the decision in the pool's first row."""
        while True:
            code: int = expand_at(*self.stores(), act)
            if code != FULL:
                self.reached += 1
                return code
            self.make_room()

    def forget_memo(self) -> None:
        """Make the memo small again: what was collected stands in the nodes."""
        self.memo = np.zeros((FIRST_MEMO, MEMO_COLUMNS), np.int64)
        self.meta.n_memo = 0

    def forget_after(self, n: int) -> None:
        """Forget all main decisions but the first `n`, and what leads to the others."""
        self.keys[n:] = 0
        self.keys[:, KEY_SLOTS:] = 0
        self.meta.n_keys = n
        self.meta.n_prices = int(np.count_nonzero(self.keys[:n, PRICE]))
        rehash_keys(self.keys, self.metas)
        self.memo[:] = 0
        self.meta.n_memo = 0

    def below(self, roots: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the nodes that some targets lead through, in the order they were made; threads may ask at once."""
        try:
            marks = self.idle_marks.get_nowait()
        except Empty:
            marks = Marks()
        found = marks.below(roots, self.nodes[: self.meta.n_nodes], self.edges)
        self.idle_marks.put(marks)
        return found

    def make_room(self) -> None:
        """Grow what is full.

        Raises:
            GraphError: What is full cannot grow.
        """
        if self.meta.full in (TOO_DEEP, TOO_MANY_DELTAS):
            raise GraphError(
                "decisions nest too deeply" if self.meta.full == TOO_DEEP else "too many kinds of progress"
            )
        self.meta.full = 0
        if 2 * self.meta.n_keys > len(self.keys):
            self.keys = _grown(self.keys, self.meta.n_keys, KEY_SLOTS)
            rehash_keys(self.keys, self.metas)
        if 2 * self.meta.n_nodes > len(self.nodes):
            self.nodes = _grown(self.nodes, self.meta.n_nodes, NODE_SLOTS)
            rehash_nodes(self.nodes, self.edges, self.metas)
        if 2 * self.meta.n_edges > len(self.edges):
            edges = np.zeros(2 * len(self.edges), np.int64)
            edges[: self.meta.n_edges] = self.edges[: self.meta.n_edges]
            self.edges = edges
        if 5 * self.meta.n_memo > 2 * len(self.memo):
            self._make_memo_room()

    def _make_memo_room(self) -> None:
        """Begin the memo anew, larger while it is small or must hold many answers of a pilot."""
        if len(self.memo) < MOST_MEMO_SLOTS or 4 * len(self.answers) > len(self.memo):
            self.memo = np.zeros((4 * len(self.memo), MEMO_COLUMNS), np.int64)
        elif self.cleared_at == self.reached:
            raise GraphError("one decision leads to too many situations")
        else:
            self.memo[:] = 0
            self.cleared_at = self.reached
        self.meta.n_memo = 0
        for state, act in self.answers:
            self.pool[0] = state[0]
            learn_answer(self.pool, self.words, self.metas, self.memo, 0, act)

    @property
    def supply_falls(self) -> bool:
        """Whether nothing in this fight brings supply back."""
        kit = Book.at(self.book, 0).kits[0]
        return all(kit.effects[row].special != Special.MOMENTUM_OR_SUPPLY for row in range(kit.n_effects))

    @property
    def size(self) -> tuple[int, int, int]:
        """Main decisions, nodes and edges."""
        return self.meta.n_keys, self.meta.n_nodes, self.meta.n_edges


class Marks:
    """Marks of which nodes were seen, and the stamp of the last search, for one search at a time."""

    def __init__(self) -> None:
        self.marks = np.zeros(0, np.int64)
        self.stamp = 0

    def below(self, roots: NDArray[np.int64], nodes: NDArray[np.int64], edges: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the nodes that some targets lead through, in the order they were made."""
        if len(self.marks) < len(nodes):
            self.marks = np.zeros(2 * len(nodes), np.int64)
        self.stamp += 1
        found = np.zeros(len(nodes), np.int64)
        n = nodes_below(roots, nodes, edges, self.marks, self.stamp, found)
        return np.sort(found[:n])


def _grown(rows: NDArray[np.int64], used: int, kept: int) -> NDArray[np.int64]:
    larger = np.zeros((2 * len(rows), rows.shape[1]), np.int64)
    larger[:used, :kept] = rows[:used, :kept]
    return larger
