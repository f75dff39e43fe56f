"""What every option of many states is worth by a solution, in machine code: for teaching and for measuring."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....envs.core.compiler import F8, I8, Batch, F8x2, I8x2, entry
from ....envs.core.tape import Tape
from ....envs.ironsworn.engine import decide
from ....envs.ironsworn.state import Book, State
from ....envs.ironsworn.terms import ACTIONS, Act, Decision
from .building import MEMO_FULL, copy_down
from .expand import expand
from .games import OUTSIDE, packed_standings, place_of, settle, worth
from .graph import FULL, Meta
from .keys import lay_open
from .solution import Solution


@entry
def write_worths(
    states: Batch[State],
    pool: Batch[State],
    words: I8x2,
    books: Batch[Book],
    tapes: Batch[Tape],
    metas: Batch[Meta],
    keys: I8x2,
    nodes: I8x2,
    edges: I8,
    memo: I8x2,
    scratch: I8x2,
    values: F8x2,
    ends: F8x2,
    moved: I8x2,
    ticks: I8x2,
    standings: I8,
    index: I8,
    marks: I8,
    noted: F8,
    stamps: I8,
    done: int,
    out: F8x2,
) -> int:
    """Write the worth of every legal action of the states from `done` on; gives the state that stopped it.

    `stamps` holds the last stamp used, and what stopped it: FULL when a store has no room, OUTSIDE where nothing was
    solved.
    """
    meta = metas[0]
    for row in range(done, len(states)):
        state = states[row]
        if 5 * meta.n_memo > 2 * len(memo):
            meta.full = MEMO_FULL
            stamps[1] = FULL
            return row
        stamps[0] += 1
        place = place_of(state, meta.open_supply == 1, standings, index)
        stamps[1] = OUTSIDE
        if place < 0:
            return row
        pool[0] = state
        lay_open(pool[0], meta.open_supply == 1)
        for k in range(state.n_legal):
            act = state.legal[k]
            child = copy_down(pool, 0)
            if act == Act.LOSE_SUPPLY and state.supply == 1 and state.decision == Decision.SWAP:
                child.supply = 1
            status = decide(child, books[0], tapes[0], act)
            child.decisions = 0
            code = expand(pool, words, books[0], tapes[0], meta, keys, nodes, edges, memo, scratch, 1, status)
            if code < 0:
                stamps[1] = FULL
                return row
            if meta.n_keys > values.shape[1] or meta.n_deltas > len(moved):
                return row
            out[row, act] = worth(code, place, nodes, edges, values, ends, moved, ticks, marks, stamps[0], noted)
    return len(states)


def worths(solution: Solution, states: NDArray[np.void]) -> NDArray[np.float64]:
    """Return what every action of many states of a solved fight is worth, `(n, actions)`; NaN where it is not legal.

    Args:
        solution: The solution.
        states: States at a decision, with their true tracks.

    Raises:
        RuntimeError: The fight, as it was solved, never comes to one of them.
    """
    graph = solution.collection
    clean = np.zeros(len(states), states.dtype)
    clean[:] = states  # bytes between fields are zero: states are told apart by all their bytes
    out = np.full((len(states), ACTIONS), np.nan)
    standings, index = packed_standings(solution.places.ticks)
    stamps = np.zeros(2, np.int64)
    done = 0
    while done < len(states):
        solution.places.learn(np.array(graph.metas[0]["deltas"][: graph.meta.n_deltas]))
        done = write_worths(
            clean, *graph.stores(), solution.values, solution.ends, solution.places.moved, solution.places.ticks,
            standings, index, np.zeros(len(graph.nodes), np.int64), np.zeros(len(graph.nodes)), stamps, done, out,
        )  # fmt: skip
        if done < len(states):
            settle(solution, int(stamps[1]))
    return out
