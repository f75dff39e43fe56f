"""The entries of the collection: open a fight, expand main decisions, expand one action."""

from ....envs.core.compiler import I8, Batch, I8x2, entry
from ....envs.core.tape import Tape
from ....envs.ironsworn.engine import decide, start
from ....envs.ironsworn.state import Book, State
from ....envs.ironsworn.terms import (
    FOES,
)
from .building import ANSWER, AWAITS, MEMO_FULL, copy_down, hash_state
from .expand import expand, expand_choice
from .graph import (
    PRICE,
    ROOT,
    Meta,
    recall,
    remember,
)
from .keys import (
    OPEN_SUPPLY,
    make_symbolic,
    unpack,
)


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
        if keys[at, ROOT] < 0 and keys[at, PRICE] == 0:
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
    low, high = hash_state(pool[row], words, row, ANSWER)
    if recall(memo, low, high) < 0:
        remember(memo, metas[0], low, high, act)


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
