"""Whole games of the optimal pilot, played in machine code."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....envs.core.compiler import F8, I8, Batch, F8x2, I4x2, I8x2, entry, rule
from ....envs.core.tape import Tape
from ....envs.ironsworn.engine import decide, start
from ....envs.ironsworn.game import IRONSWORN
from ....envs.ironsworn.stack import DONE
from ....envs.ironsworn.state import Book, State
from ....envs.ironsworn.terms import BOX, FOES, MAX_TICKS, TICKS_PER_HARM, Act, Decision
from ..playout import COLUMNS, Games, record
from .building import MEMO_FULL, copy_down
from .expand import expand
from .graph import (
    BOXES,
    CHANCE,
    CHOICE,
    END,
    FIRST,
    FULL,
    KIND,
    LAST_SUPPLY,
    MAIN,
    PARAMETER,
    SIZE,
    TARGET_SPAN,
    TOTAL,
    TRACKS,
    Meta,
    target_delta,
    target_id,
    target_kind,
)
from .keys import lay_open
from .solution import Solution
from .splits import BRIMFUL, EMPTY, REMNANT, SPLITS

OUTSIDE = -2
"""What asking gives where the fight was not solved."""
SPAN = MAX_TICKS + 1
"""Base of a standing packed into one number."""


@rule
def part_of(kind: int, total: int, parameter: int, ticks: I8x2, place: int) -> int:
    """Give the edge that a node hanging on a track follows at a place."""
    if kind == LAST_SUPPLY:
        return 0 if ticks[FOES, place] + parameter <= 1 else 1
    if kind == BOXES:
        return max(0, min(MAX_TICKS, ticks[total, place] + parameter)) // BOX
    left = ticks[total // 8, place] + parameter
    if left <= 0:
        return EMPTY
    if left >= MAX_TICKS:
        return BRIMFUL
    return REMNANT if left < TICKS_PER_HARM[total % 8] else SPLITS - 1


@rule
def worth(
    code: int,
    place: int,
    nodes: I8x2,
    edges: I8,
    values: F8x2,
    ends: F8x2,
    moved: I8x2,
    ticks: I8x2,
    marks: I8,
    stamp: int,
    noted: F8,
) -> float:
    """Give the worth of a target at a place; the worth of every node on the way is noted under the stamp."""
    kind = target_kind(code)
    if kind == MAIN:
        return values[moved[target_delta(code), place], target_id(code)]
    if kind == END:
        return ends[ticks[FOES, moved[target_delta(code), place]], target_id(code)]
    node = target_id(code)
    if marks[node] == stamp:
        return noted[node]
    first = nodes[node, FIRST]
    found = 0.0
    if nodes[node, KIND] == CHANCE:
        for k in range(first, first + nodes[node, SIZE]):
            share = edges[k] // TARGET_SPAN / nodes[node, TOTAL]
            found += share * worth(
                edges[k] % TARGET_SPAN, place, nodes, edges, values, ends, moved, ticks, marks, stamp, noted
            )
    elif nodes[node, KIND] == CHOICE:
        found = -1e9
        for k in range(first, first + nodes[node, SIZE]):
            found = max(
                found,
                worth(edges[k] % TARGET_SPAN, place, nodes, edges, values, ends, moved, ticks, marks, stamp, noted),
            )
    else:
        k = first + part_of(nodes[node, KIND], nodes[node, TOTAL], nodes[node, PARAMETER], ticks, place)
        found = worth(edges[k] % TARGET_SPAN, place, nodes, edges, values, ends, moved, ticks, marks, stamp, noted)
    marks[node] = stamp
    noted[node] = found
    return found


@rule
def place_of(state: State, open_supply: bool, standings: I8, index: I8) -> int:
    """Find the place where a state's tracks stand, among packed standings in rising order; OUTSIDE for none."""
    word = 0
    for foe in range(FOES):
        word = word * SPAN + (state.foes[foe].progress if state.foes[foe].active else 0)
    word = word * SPAN + (state.supply if open_supply else 0)
    low = 0
    high = len(standings)
    while low < high:
        middle = (low + high) // 2
        if standings[middle] < word:
            low = middle + 1
        else:
            high = middle
    return index[low] if low < len(standings) and standings[low] == word else OUTSIDE


@rule
def best_act(
    state: State,
    pool: Batch[State],
    words: I8x2,
    book: Book,
    tape: Tape,
    meta: Meta,
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
    stamp: int,
) -> int:
    """Give the best legal action of a state; FULL when a store has no room, OUTSIDE where nothing was solved."""
    if state.n_legal == 1:
        return state.legal[0]
    if 5 * meta.n_memo > 2 * len(memo):
        meta.full = MEMO_FULL
        return FULL
    place = place_of(state, meta.open_supply == 1, standings, index)
    if place < 0:
        return OUTSIDE
    pool[0] = state
    lay_open(pool[0], meta.open_supply == 1)
    best = FULL
    most = 0.0
    for k in range(state.n_legal):
        act = state.legal[k]
        child = copy_down(pool, 0)
        if act == Act.LOSE_SUPPLY and state.supply == 1 and state.decision == Decision.SWAP:
            child.supply = 1
        status = decide(child, book, tape, act)
        child.decisions = 0
        code = expand(pool, words, book, tape, meta, keys, nodes, edges, memo, scratch, 1, status)
        if code < 0:
            return FULL
        if meta.n_keys > values.shape[1] or meta.n_deltas > len(moved):
            return OUTSIDE
        value = worth(code, place, nodes, edges, values, ends, moved, ticks, marks, stamp, noted)
        if best < 0 or value > most:
            best = act
            most = value
    return best


@entry
def play_best(
    states: Batch[State],
    play_tapes: Batch[Tape],
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
    seed: int,
    done: int,
    rows: I4x2,
) -> int:
    """Play one game for each row, on from game `done`, which may be under way; gives the game that stopped it.

    `stamps` holds the last stamp used, whether a game is under way, and what the last asking gave.
    """
    state = states[0]
    for game in range(done, len(rows)):
        if stamps[1] == 0:
            states[0] = books[0].start
            if start(state, books[0], play_tapes[0], seed + game) != DONE:
                return game
            stamps[1] = 1
        while state.decision != Decision.NONE:
            stamps[0] += 1
            act = best_act(
                state, pool, words, books[0], tapes[0], metas[0], keys, nodes, edges, memo, scratch, values, ends,
                moved, ticks, standings, index, marks, noted, stamps[0],
            )  # fmt: skip
            stamps[2] = act
            if act < 0 or decide(state, books[0], play_tapes[0], act) != DONE:
                return game
        stamps[1] = 0
        record(state, rows, game)
    return len(rows)


def play_optimal(solution: Solution, seeds: range) -> Games:
    """Play whole games of a solved fight with the optimal pilot.

    Args:
        solution: The solution.
        seeds: A range of step 1.

    Raises:
        RuntimeError: A game came to where the fight was not solved.
    """
    graph = solution.collection
    states = np.zeros(1, State.dtype)
    tapes = IRONSWORN.tapes()
    rows = np.zeros((len(seeds), COLUMNS), np.int32)
    stamps = np.zeros(3, np.int64)
    standings, index = packed_standings(solution.places.ticks)
    done = 0
    while done < len(rows):
        solution.places.learn(np.array(graph.metas[0]["deltas"][: graph.meta.n_deltas]))
        done = play_best(
            states, tapes, *graph.stores(), solution.values, solution.ends, solution.places.moved,
            solution.places.ticks, standings, index, np.zeros(len(graph.nodes), np.int64),
            np.zeros(len(graph.nodes)), stamps, seeds.start, done, rows,
        )  # fmt: skip
        if done < len(rows):
            settle(solution, int(stamps[2]))
    return Games(*rows.T)


def settle(solution: Solution, why: int) -> None:
    """Make room, or refuse to go on."""
    graph = solution.collection
    if why == FULL:
        graph.make_room()
    elif why != OUTSIDE or graph.meta.n_deltas <= len(solution.places.moved):
        raise RuntimeError("a game of the optimal pilot came to where the fight was not solved")


def packed_standings(ticks: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the standings of all places, each as one number, in rising order, and the place of each."""
    words = np.zeros(ticks.shape[1], np.int64)
    for track in range(TRACKS):
        words = words * SPAN + ticks[track]
    index = np.argsort(words)
    return words[index], index
