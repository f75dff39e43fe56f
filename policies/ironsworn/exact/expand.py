"""Collect the transitions of a fight by letting the engine make them.

`expand` takes a state wherever the engine stopped and gives the target it leads to: it feeds every outcome that
differs at a stop for chance, tries every legal action at a decision, and ends at main decisions and at the end of the
fight. So the transitions are the engine's own.

Tracks of foes are symbolic: progress starts at 10,000 on an endless track and shows as a delta, so that one collection
serves every number of ticks. Where a rule looks at the track - the boxes rolled by End the Fight, a setback that would
clear progress - the node says how the track decides.
"""

from ....envs.core.compiler import I8, Batch, Family, I8x2, entry, rule
from ....envs.core.tape import Tape
from ....envs.ironsworn.engine import advance, decide, start
from ....envs.ironsworn.stack import NEEDS_CHANCE, close_decision
from ....envs.ironsworn.state import Book, Character, State, call_pilot
from ....envs.ironsworn.terms import (
    BOX,
    DEBILITIES,
    FOES,
    MAX_TICKS,
    MIN_MOMENTUM,
    TICKS_PER_HARM,
    Act,
    Decision,
    Move,
    Outcome,
    Stream,
)
from ....envs.ironsworn.tracks import count_foes, fighting
from .chances import FACES_AT, GATHERED, WEIGHTS_AT, outcomes
from .graph import (
    BOXES,
    CHANCE,
    CHOICE,
    END,
    FULL,
    LAST_SUPPLY,
    MAIN,
    NODE,
    ROOT,
    SPLIT,
    TARGET_SPAN,
    Meta,
    find_delta,
    find_key,
    find_node,
    mix,
    recall,
    remember,
    stir,
    target,
)
from .keys import (
    HELD_SUPPLY,
    MAX_BOXES,
    OPEN_SUPPLY,
    SETTLED_LIMIT,
    SYMBOLIC,
    SYMBOLIC_LIMIT,
    TIE,
    make_symbolic,
    pack,
    unpack,
)

DEPTH = 48
"""Most nested stops between two main decisions; the pool's rows past these hold decisions that await an answer."""


def _word(name: str) -> int:
    """Return the word of a state's record in which a field begins."""
    fields = State.dtype.fields or {}
    return int(fields[name][1]) // 8


FOES_FROM = _word("foes")
STACK_FROM = _word("stack")
ALONE_TO = _word("characters") + 1 + Character.dtype.itemsize // 8
"""Words of a state that tell solo situations apart: up to the first character's, then from the foes to the stack."""

TOO_DEEP = 3
AWAITS = 4
MEMO_FULL = 5
"""Reasons in `Meta.full` beside a store without room."""

EXPAND = Family(Batch[State], I8x2, Book, Tape, Meta, I8x2, I8x2, I8, I8x2, I8x2, int, int, returns=int)
call_expand = EXPAND.call
"""`expand` calls itself by address, through the rules it is made of."""

OPTIMAL = 0
COMPILED = 1
ANSWERS = 2
UNIFORM = 3
"""Whose choices are collected."""

LOST = int(Outcome.LOSS)
OUT = 9_999
RETURNED = 5_000
"""Delta codes beside plain differences: the foe is out; RETURNED + n: back at `min(ticks, 4)`, n ticks more;
`-RETURNED - n`: n ticks, whatever they were."""


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
    low = hash_state(state, words, depth, 1)
    high = hash_state(state, words, depth, 2)
    known = recall(memo, low, high)
    if known >= 0:
        return known
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
    return expand_choice(pool, words, book, tape, meta, keys, nodes, edges, memo, scratch, depth)


@rule
def is_lost(state: State) -> bool:
    """Tell whether a solo fight can no longer be won: lost, or its character gone or about to face death in it."""
    if count_foes(state) == 0:
        return False
    return state.lost == 1 or not fighting(state, 0) or state.roll.move == Move.DEATH


@rule
def ending(state: State, meta_open: bool) -> int:
    """Pack what an objective may look at when the fight is over."""
    me = state.characters[0]
    marks = 0
    for k in range(DEBILITIES):
        marks += me.marks[k]
    word = state.outcome if state.outcome != Outcome.ON else LOST
    word = word * 8 + me.health
    word = word * 8 + me.spirit
    word = word * 8 + (0 if meta_open else state.supply)
    word = word * 16 + marks
    word = word * 8 + min(state.regrets, 7)
    return word * 2 + (1 if me.place >= 7 else 0)


@rule
def end_target(state: State, meta: Meta) -> int:
    """Give the target of an ending; open supply is left to the delta."""
    delta = track_deltas(state, meta)
    return FULL if delta < 0 else target(END, delta, ending(state, meta.open_supply == 1))


@rule
def main_target(state: State, meta: Meta, keys: I8x2) -> int:
    """Give the target of a main decision: its key and how far the open tracks moved."""
    if meta.n_keys + 1 >= len(keys):
        meta.full = 1
        return FULL
    delta = track_deltas(state, meta)
    pack(state, meta.real == 1, keys, meta.n_keys)
    key = find_key(keys, meta)
    if delta < 0 or key < 0:
        return FULL
    return target(MAIN, delta, key)


@rule
def track_deltas(state: State, meta: Meta) -> int:
    """Give the id of how far every open track moved."""
    at = meta.n_deltas
    for foe in range(FOES):
        meta.deltas[at, foe] = delta_of(state, foe) if meta.real == 0 else 0
    supply = 0
    if meta.open_supply:
        supply = state.supply - OPEN_SUPPLY if state.supply > HELD_SUPPLY else -RETURNED - state.supply
    meta.deltas[at, FOES] = supply
    return find_delta(meta)


@rule
def delta_of(state: State, index: int) -> int:
    """Say how a foe's track moved since it was symbolic."""
    foe = state.foes[index]
    if not foe.active:
        return OUT
    if foe.progress > TIE:
        return foe.progress - SYMBOLIC
    if foe.limit == SYMBOLIC_LIMIT:
        return RETURNED + foe.progress - BOX
    return -RETURNED - foe.progress


@rule
def copy_down(pool: Batch[State], depth: int) -> State:
    """Copy the state of a row to the next row and give it."""
    pool[depth + 1] = pool[depth]
    return pool[depth + 1]


@rule
def hash_state(state: State, words: I8x2, depth: int, salt: int) -> int:
    """Hash the part of a solo state that decides what follows: tracks, roll, stack and pending decision."""
    word = salt * 64 + state.decision
    for k in range(ALONE_TO):
        word = stir(word, words[depth, k])
    for k in range(FOES_FROM, STACK_FROM + (3 * state.top) // 2 + 3):
        word = stir(word, words[depth, k])
    return mix(word)


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
def feed(tape: Tape, packed: int, count: int) -> None:
    """Put the faces of one outcome on the tape."""
    tape.fed_at = 0
    tape.fed_n = count
    for k in range(count):
        tape.fed[k] = packed % 256
        packed //= 256
    tape.want_stream = -1


@rule
def gather(scratch: I8x2, depth: int, size: int, code: int, weight: int) -> int:
    """Add a weighted target to the edges being gathered, together with an equal one if there is; gives their number."""
    for k in range(size):
        if scratch[depth, GATHERED + k] % TARGET_SPAN == code:
            scratch[depth, GATHERED + k] += weight * TARGET_SPAN
            return size
    scratch[depth, GATHERED + size] = weight * TARGET_SPAN + code
    return size + 1


@rule
def close_node(
    nodes: I8x2, edges: I8, meta: Meta, kind: int, total: int, parameter: int, scratch: I8x2, depth: int, size: int
) -> int:
    """Make a node of the gathered edges; a single edge needs none."""
    if size == 1 and (kind in (CHANCE, CHOICE)):
        return scratch[depth, GATHERED] % TARGET_SPAN
    node = find_node(nodes, edges, meta, kind, total, parameter, scratch, depth, size)
    return FULL if node < 0 else target(NODE, 0, node)


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
def offer_target(scratch: I8x2, depth: int, size: int, code: int) -> int:
    """Add a target to a choice once; gives their number."""
    for k in range(size):
        if scratch[depth, GATHERED + k] == TARGET_SPAN + code:
            return size
    scratch[depth, GATHERED + size] = TARGET_SPAN + code
    return size + 1


@rule
def repeats_action(state: State, book: Book, meta: Meta, k: int) -> bool:
    """Tell whether an earlier legal action is the same move with an equal stat, where no asset tells stats apart."""
    act = state.legal[k]
    if meta.policy != OPTIMAL or state.decision != Decision.MOVE or book.kits[0].n_effects > 0:
        return False
    if not Act.SECURE <= act < Act.AID or state.characters[0].reeling:
        return False
    group = (act - Act.SECURE) // 5
    for j in range(k):
        other = state.legal[j]
        if Act.SECURE <= other < Act.AID and (other - Act.SECURE) // 5 == group:
            mine = state.characters[0].stats[(act - Act.SECURE) % 5]
            if state.characters[0].stats[(other - Act.SECURE) % 5] == mine:
                return True
    return False


@rule
def policy_act(pool: Batch[State], words: I8x2, book: Book, meta: Meta, memo: I8x2, depth: int) -> int:
    """Give the act of the pilot under evaluation; FULL when its answer is still to be asked for."""
    if meta.policy == COMPILED:
        return call_pilot(meta.pilot, pool[depth], book, 0, meta.why)
    low = hash_state(pool[depth], words, depth, 3)
    high = hash_state(pool[depth], words, depth, 4)
    answer = recall(memo, low, high)
    if answer >= 0:
        return answer
    meta.full = AWAITS
    if DEPTH + meta.unknown < len(pool):
        pool[DEPTH + meta.unknown] = pool[depth]
        meta.unknown += 1
    return FULL


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
    between = expand_choice(pool, words, book, tape, meta, keys, nodes, edges, memo, scratch, depth + 1)
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
            return expand_choice(pool, words, book, tape, meta, keys, nodes, edges, memo, scratch, depth + 1)
    child.foes[foe].limit = MAX_TICKS
    child.foes[foe].progress = known_ticks(part)
    close_decision(child)
    status = advance(child, book, tape)
    return call_expand(
        meta.expander, pool, words, book, tape, meta, keys, nodes, edges, memo, scratch, depth + 1, status
    )


@rule
def withdraw(state: State, act: int) -> None:
    """Take an action off the legal list."""
    n = 0
    for k in range(state.n_legal):
        if state.legal[k] != act:
            state.legal[n] = state.legal[k]
            n += 1
    state.n_legal = n


SPLITS = 4
EMPTY = 0
REMNANT = 1
BRIMFUL = 2
"""Parts of a split, in order: empty, less than a unit, full, in between."""


@rule
def known_ticks(part: int) -> int:
    """Ticks of a track in a part of a split where they are known."""
    if part == EMPTY:
        return 0
    return MAX_TICKS % TICKS_PER_HARM[1] if part == REMNANT else MAX_TICKS


@entry
def open_fight(
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
) -> int:
    """Give the target that the start of the fight leads to."""
    pool[0] = books[0].start
    state = pool[0]
    if metas[0].real == 0:
        for foe in range(FOES):
            make_symbolic(state, foe)
    if metas[0].open_supply and state.supply > 0:
        state.supply = OPEN_SUPPLY
    status = start(state, books[0], tapes[0], 0)
    return expand(pool, words, books[0], tapes[0], metas[0], keys, nodes, edges, memo, scratch, 0, status)


@entry
def explore(
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
    first: int,
    most: int,
) -> int:
    """Expand main decisions from `first` on, at most `most`; gives the first not looked at."""
    meta = metas[0]
    at = first
    while at < meta.n_keys and at < first + most:
        if 5 * meta.n_memo > 2 * len(memo):
            meta.full = MEMO_FULL
            return at
        if keys[at, ROOT] < 0:
            pool[0] = books[0].start
            unpack(pool[0], books[0], tapes[0], keys, at, meta.real == 1)
            root = expand_choice(pool, words, books[0], tapes[0], meta, keys, nodes, edges, memo, scratch, 0)
            if root < 0 and meta.full != AWAITS:
                return at
            keys[at, ROOT] = root
            meta.full = 0
        at += 1
    return at


@entry
def learn_answer(pool: Batch[State], words: I8x2, metas: Batch[Meta], memo: I8x2, row: int, act: int) -> None:
    """Remember what the pilot under evaluation answers to the decision in a row of the pool."""
    low = hash_state(pool[row], words, row, 3)
    if recall(memo, low, hash_state(pool[row], words, row, 4)) < 0:
        remember(memo, metas[0], low, hash_state(pool[row], words, row, 4), act)


@entry
def expand_at(
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
    act: int,
) -> int:
    """Give the target that action `act` leads to from the decision in the pool's first row; FULL if it is not legal."""
    child = copy_down(pool, 0)
    status = decide(child, books[0], tapes[0], act)
    child.decisions = 0
    return expand(pool, words, books[0], tapes[0], metas[0], keys, nodes, edges, memo, scratch, 1, status)
