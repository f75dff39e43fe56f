"""Stops where an open track decides what is legal: each way it may stand is expanded, and the node says which."""

from ....envs.core.compiler import I8, Batch, I8x2, rule
from ....envs.core.tape import Tape
from ....envs.ironsworn.engine import advance, decide
from ....envs.ironsworn.stack import DONE, close_decision, is_legal, top
from ....envs.ironsworn.state import Book, State
from ....envs.ironsworn.terms import (
    FOES,
    MAX_TICKS,
    MIN_MOMENTUM,
    TICKS_PER_HARM,
    Act,
    Decision,
)
from .building import call_expand, close_node, copy_down
from .chances import GATHERED
from .graph import (
    FULL,
    LAST_SUPPLY,
    SPLIT,
    TARGET_SPAN,
    Meta,
)
from .keys import (
    HELD_SUPPLY,
    OPEN_SUPPLY,
    SETTLED_LIMIT,
    SYMBOLIC,
    SYMBOLIC_LIMIT,
)

SPLITS = 4
EMPTY = 0
REMNANT = 1
BRIMFUL = 2
"""Parts of a split, in order: empty, less than a unit, full, in between."""


@rule
def supply_is_asked(state: State) -> bool:
    """Tell whether the stop is for one unit of open supply that will be spent."""
    return state.n_legal == 1 and state.legal[0] == Act.LOSE_SUPPLY and state.supply > HELD_SUPPLY


@rule
def expand_supply(
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
    depth: int,
) -> int:
    """Split the spending of a unit of open supply by whether it is the last."""
    moved = pool[depth].supply - OPEN_SUPPLY
    for part in range(2):
        child = copy_down(pool, depth)
        if part == 0:
            child.supply = 1
        status = decide(child, book, tape, Act.LOSE_SUPPLY)
        child.decisions = 0
        code = call_expand(
            meta.expander, pool, words, book, tape, meta, keys, nodes, edges, memo, scratch, depth + 1, status
        )
        if code < 0:
            return FULL
        scratch[depth, GATHERED + part] = TARGET_SPAN + code
    return close_node(nodes, edges, meta, LAST_SUPPLY, 0, moved, scratch, depth, 2)


@rule
def foe_to_clear(state: State) -> int:
    """Give the first foe with a symbolic track on which this decision hangs, or -1.

    A setback hangs on every track it may clear; a weak Face Danger on any track, when momentum, health, spirit and
    supply have nothing left to give.
    """
    me = state.characters[0]
    if state.decision == Decision.FACE and (me.momentum > MIN_MOMENTUM or me.health + me.spirit + state.supply > 0):
        return -1
    for foe in range(FOES):
        if state.foes[foe].active and state.foes[foe].limit == SYMBOLIC_LIMIT:
            return foe
    return -1


@rule
def expand_split(
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
    depth: int,
    foe: int,
) -> int:
    """Split a setback by the track it may clear: empty, less than a unit, full, or in between.

    Less than a unit is left only on the track of a troublesome foe, whose 40 ticks are no multiple of 12; what remains
    there is 4. A full track differs only if harm was dealt since the main decision: some of it may have been lost.
    """
    rank = pool[depth].foes[foe].rank
    moved = pool[depth].foes[foe].progress - SYMBOLIC
    child = copy_down(pool, depth)
    child.foes[foe].limit = SETTLED_LIMIT
    between = call_expand(
        meta.expander, pool, words, book, tape, meta, keys, nodes, edges, memo, scratch, depth + 1, DONE
    )
    if between < 0:
        return FULL
    for part in range(SPLITS):
        code = between
        if part == EMPTY or (part == REMNANT and rank == 1) or (part == BRIMFUL and moved > 0):
            code = expand_part(pool, words, book, tape, meta, keys, nodes, edges, memo, scratch, depth, foe, part)
            if code < 0:
                return FULL
        scratch[depth, GATHERED + part] = TARGET_SPAN + code
    return close_node(nodes, edges, meta, SPLIT, foe * 8 + rank, moved, scratch, depth, SPLITS)


@rule
def expand_part(
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
    depth: int,
    foe: int,
    part: int,
) -> int:
    """Expand one part of a split: an empty track cannot be cleared; elsewhere the ticks are known and are real."""
    child = copy_down(pool, depth)
    if part == EMPTY and child.decision == Decision.SWAP:
        withdraw(child, Act.FOE + foe)
        if child.n_legal > 0:
            child.foes[foe].limit = SETTLED_LIMIT
            return call_expand(
                meta.expander, pool, words, book, tape, meta, keys, nodes, edges, memo, scratch, depth + 1, DONE
            )
    child.foes[foe].limit = MAX_TICKS
    child.foes[foe].progress = known_ticks(part)
    close_decision(child)
    status = advance(child, book, tape)
    return call_expand(
        meta.expander, pool, words, book, tape, meta, keys, nodes, edges, memo, scratch, depth + 1, status
    )


@rule
def foe_to_harm(state: State) -> int:
    """Give the foe with a symbolic track that may take one more harm by this decision, or -1."""
    if state.decision != Decision.CLASH and state.decision != Decision.HELP:
        return -1
    if state.foes[top(state).b].limit != SYMBOLIC_LIMIT:
        return -1
    return top(state).b if is_legal(state, Act.HARM_FOE) else -1


@rule
def expand_harm(
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
    depth: int,
    foe: int,
) -> int:
    """Split the option of one more harm: a full track takes none."""
    moved = pool[depth].foes[foe].progress - SYMBOLIC
    for part in range(BRIMFUL, SPLITS):
        child = copy_down(pool, depth)
        child.foes[foe].limit = SETTLED_LIMIT
        if part == BRIMFUL:
            withdraw(child, Act.HARM_FOE)
        code = call_expand(
            meta.expander, pool, words, book, tape, meta, keys, nodes, edges, memo, scratch, depth + 1, DONE
        )
        if code < 0:
            return FULL
        scratch[depth, GATHERED + part] = TARGET_SPAN + code
    for part in range(BRIMFUL):
        scratch[depth, GATHERED + part] = scratch[depth, GATHERED + BRIMFUL + 1]
    return close_node(nodes, edges, meta, SPLIT, foe * 8 + pool[depth].foes[foe].rank, moved, scratch, depth, SPLITS)


@rule
def withdraw(state: State, act: int) -> None:
    """Take an action off the legal list."""
    n = 0
    for k in range(state.n_legal):
        if state.legal[k] != act:
            state.legal[n] = state.legal[k]
            n += 1
    state.n_legal = n


@rule
def known_ticks(part: int) -> int:
    """Ticks of a track in a part of a split where they are known."""
    if part == EMPTY:
        return 0
    return MAX_TICKS % TICKS_PER_HARM[1] if part == REMNANT else MAX_TICKS
