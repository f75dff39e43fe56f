"""Collect the transitions of a fight by letting the engine make them.

`expand` takes a state wherever the engine stopped and gives the target it leads to: it feeds every outcome that
differs at a stop for chance, tries every legal action at a decision, and ends at main decisions and at the end of the
fight. So the transitions are the engine's own.

Tracks of foes are symbolic: progress starts at 10,000 on an endless track and shows as a delta, so that one collection
serves every number of ticks. Where a rule looks at the track - the boxes rolled by End the Fight, a setback that would
clear progress - the node says how the track decides.
"""

from ....envs.core.compiler import I8, Batch, I8x2, rule
from ....envs.core.tape import Tape
from ....envs.ironsworn.effects import target_foe
from ....envs.ironsworn.engine import advance, decide
from ....envs.ironsworn.stack import NEEDS_CHANCE, pop, top
from ....envs.ironsworn.state import Book, State, call_pilot
from ....envs.ironsworn.terms import (
    FOES,
    STATS,
    Act,
    Decision,
    Follow,
    Op,
    Outcome,
    Stream,
)
from .building import (
    ANSWER,
    AWAITS,
    DEPTH,
    EXPAND,
    MEMO_FULL,
    STOP,
    TOO_DEEP,
    call_expand,
    close_node,
    copy_down,
    feed,
    gather,
    hash_state,
    offer_target,
)
from .chances import FACES_AT, GATHERED, WEIGHTS_AT, blank_dice, outcomes
from .graph import (
    BOXES,
    CHANCE,
    CHOICE,
    FRESH,
    FULL,
    MAIN,
    PRICE,
    ROOT,
    TARGET_SPAN,
    Meta,
    find_key,
    recall,
    remember,
    target,
)
from .keys import (
    MAX_BOXES,
    SETTLED_LIMIT,
    SYMBOLIC,
    SYMBOLIC_LIMIT,
    lay_open,
    pack,
)
from .splits import expand_harm, expand_split, expand_supply, foe_to_clear, foe_to_harm, supply_is_asked
from .targets import end_target, is_lost, main_target, track_deltas

OPTIMAL = 0
COMPILED = 1
ANSWERS = 2
UNIFORM = 3
"""Whose choices are collected."""
UNTOLD = -1
"""The last stat used, which no rule looks at under the settings that are solved."""


@EXPAND.member
def expand(
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
    status: int,
) -> int:
    """Give the target that the state in row `depth` of the pool leads to; FULL when a store has no room."""
    state = pool[depth]
    if state.outcome != Outcome.ON:
        return end_target(state, meta)
    if meta.win_only and is_lost(state):
        return end_target(state, meta)
    if status != NEEDS_CHANCE and state.decision == Decision.MOVE:
        return main_target(state, meta, keys)
    state.characters[0].last_stat = UNTOLD
    if status == NEEDS_CHANCE and tape.want_stream == Stream.REROLL:
        blank_dice(state)
    low, high = hash_state(state, words, depth, STOP)
    known = recall(memo, low, high)
    if known >= 0:
        return known
    if 2 * meta.n_memo >= len(memo):
        meta.full = MEMO_FULL
        return FULL
    if status == NEEDS_CHANCE and tape.want_stream == Stream.PRICE and meta.real == 0:
        code = expand_price(pool, words, book, tape, meta, keys, nodes, edges, memo, scratch, depth)
    else:
        code = expand_stop(pool, words, book, tape, meta, keys, nodes, edges, memo, scratch, depth, status)
    if code >= 0:
        remember(memo, meta, low, high, code)
    return code


@rule
def expand_stop(
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
    status: int,
) -> int:
    """Expand a stop between main decisions, for chance or for a nested decision."""
    if depth + 2 >= DEPTH:
        meta.full = TOO_DEEP
        return FULL
    state = pool[depth]
    if status == NEEDS_CHANCE:
        if tape.want_stream == Stream.PROGRESS and meta.real == 0:
            return expand_boxes(pool, words, book, tape, meta, keys, nodes, edges, memo, scratch, depth)
        return throw(pool, words, book, tape, meta, keys, nodes, edges, memo, scratch, depth)
    if meta.real == 0 and state.decision == Decision.SWAP and supply_is_asked(state):
        return expand_supply(pool, words, book, tape, meta, keys, nodes, edges, memo, scratch, depth)
    if meta.real == 0 and (state.decision == Decision.SWAP or state.decision == Decision.FACE):
        foe = foe_to_clear(state)
        if foe >= 0:
            return expand_split(pool, words, book, tape, meta, keys, nodes, edges, memo, scratch, depth, foe)
    if meta.real == 0:
        foe = foe_to_harm(state)
        if foe >= 0:
            return expand_harm(pool, words, book, tape, meta, keys, nodes, edges, memo, scratch, depth, foe)
    return expand_choice(pool, words, book, tape, meta, keys, nodes, edges, memo, scratch, depth)


@rule
def expand_price(
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
    """Give the target of a price to be paid: a key of its own, shared by all ways that lead to the same price."""
    at = meta.n_keys
    if at + 1 >= len(keys) or depth + 3 >= DEPTH:
        meta.full = 1 if depth + 3 < DEPTH else TOO_DEEP
        return FULL
    delta = track_deltas(pool[depth], meta)
    if delta < 0:
        return FULL
    state = copy_down(pool, depth)
    lay_open(state, meta.open_supply == 1)
    plain_price(state)
    pack(state, False, keys, at)
    keys[at, PRICE] = hash_state(state, words, depth + 1, STOP)[0] | 1
    key = find_key(keys, meta)
    if key == at:
        meta.n_prices += 1
    if keys[key, ROOT] == FRESH:
        root = throw(pool, words, book, tape, meta, keys, nodes, edges, memo, scratch, depth + 1)
        if root < 0:
            return FULL
        keys[key, ROOT] = root
    return target(MAIN, delta, key)


@rule
def plain_price(state: State) -> None:
    """Take from a price what makes no difference: where in the pass it is paid, and an owed move that is not owed."""
    state.turn = 1
    state.waited = 1
    frame = top(state)
    frame.c = target_foe(state, frame.c)
    if state.stack[state.top - 1].op == Op.FOLLOW and state.characters[0].follow == Follow.NONE:
        state.stack[state.top - 1] = frame
        pop(state)


@rule
def throw(
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
    """Feed every outcome that differs and gather where it leads."""
    count = tape.want_count
    n = outcomes(pool[depth], book, tape, scratch, depth)
    size = 0
    total = 0
    for k in range(n):
        state = copy_down(pool, depth)
        feed(tape, scratch[depth, FACES_AT + k], count)
        status = advance(state, book, tape)
        code = call_expand(
            meta.expander, pool, words, book, tape, meta, keys, nodes, edges, memo, scratch, depth + 1, status
        )
        if code < 0:
            return FULL
        size = gather(scratch, depth, size, code, scratch[depth, WEIGHTS_AT + k])
        total += scratch[depth, WEIGHTS_AT + k]
    return close_node(nodes, edges, meta, CHANCE, total, 0, scratch, depth, size)


@rule
def expand_boxes(
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
    """Expand a progress roll for each number of filled boxes."""
    foe = pool[depth].roll.foe
    moved = pool[depth].foes[foe].progress - SYMBOLIC
    for boxes in range(MAX_BOXES + 1):
        state = copy_down(pool, depth)
        state.roll.base = boxes
        tape.want_stream = Stream.PROGRESS
        tape.want_count = 2
        code = throw(pool, words, book, tape, meta, keys, nodes, edges, memo, scratch, depth + 1)
        if code < 0:
            return FULL
        scratch[depth, GATHERED + boxes] = TARGET_SPAN + code
    return close_node(nodes, edges, meta, BOXES, foe, moved, scratch, depth, MAX_BOXES + 1)


@rule
def expand_choice(
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
    """Expand a decision: each legal action, or the one that the pilot under evaluation takes."""
    state = pool[depth]
    chosen = -1
    if meta.policy == COMPILED or meta.policy == ANSWERS:
        chosen = policy_act(pool, words, book, meta, memo, depth)
        if chosen < 0:
            return FULL
    size = 0
    for k in range(state.n_legal):
        act = state.legal[k]
        if chosen >= 0 and act != chosen:
            continue
        if repeats_action(state, book, meta, k):
            continue
        child = copy_down(pool, depth)
        status = decide(child, book, tape, act)
        child.decisions = 0
        unsettle(child)
        code = call_expand(
            meta.expander, pool, words, book, tape, meta, keys, nodes, edges, memo, scratch, depth + 1, status
        )
        if code < 0:
            return FULL
        if meta.policy == UNIFORM:
            size = gather(scratch, depth, size, code, 1)
        else:
            size = offer_target(scratch, depth, size, code)
    if meta.policy == UNIFORM:
        return close_node(nodes, edges, meta, CHANCE, state.n_legal, 0, scratch, depth, size)
    return close_node(nodes, edges, meta, CHOICE, 0, 0, scratch, depth, size)


@rule
def unsettle(state: State) -> None:
    """Make every settled track symbolic again: the next setback must look anew."""
    for foe in range(FOES):
        if state.foes[foe].limit == SETTLED_LIMIT:
            state.foes[foe].limit = SYMBOLIC_LIMIT


@rule
def repeats_action(state: State, book: Book, meta: Meta, k: int) -> bool:
    """Tell whether an earlier legal action is the same move with an equal stat, where no asset tells stats apart."""
    act = state.legal[k]
    if meta.policy != OPTIMAL or state.decision != Decision.MOVE or book.kits[0].n_effects > 0:
        return False
    if not Act.SECURE <= act < Act.AID or state.characters[0].reeling:
        return False
    group = (act - Act.SECURE) // STATS
    for j in range(k):
        other = state.legal[j]
        if Act.SECURE <= other < Act.AID and (other - Act.SECURE) // STATS == group:
            mine = state.characters[0].stats[(act - Act.SECURE) % STATS]
            if state.characters[0].stats[(other - Act.SECURE) % STATS] == mine:
                return True
    return False


@rule
def policy_act(pool: Batch[State], words: I8x2, book: Book, meta: Meta, memo: I8x2, depth: int) -> int:
    """Give the act of the pilot under evaluation; FULL when its answer is still to be asked for."""
    if meta.policy == COMPILED:
        return call_pilot(meta.pilot, pool[depth], book, 0, meta.why)
    low, high = hash_state(pool[depth], words, depth, ANSWER)
    answer = recall(memo, low, high)
    if answer >= 0:
        return answer
    meta.full = AWAITS
    if DEPTH + meta.unknown < len(pool):
        pool[DEPTH + meta.unknown] = pool[depth]
        meta.unknown += 1
    return FULL
