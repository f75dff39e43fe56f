"""The tools of `expand`: calling it by address, copying states, remembering them, gathering edges into nodes."""

from typing import Any

from ....envs.core.compiler import I8, Batch, Family, I8x2, rule
from ....envs.core.tape import Tape
from ....envs.ironsworn.state import Book, Character, State
from .chances import GATHERED
from .graph import (
    CHANCE,
    CHOICE,
    FULL,
    NODE,
    TARGET_SPAN,
    Meta,
    find_node,
    mix,
    stir,
    target,
)

DEPTH = 128
"""Most nested stops between two main decisions; the pool's rows past these hold decisions that await an answer."""

TOO_DEEP = 3
AWAITS = 4
MEMO_FULL = 5
"""Reasons in `Meta.full` beside a store without room."""

STOP = 1
ANSWER = 2
"""What is remembered of a state: the target it leads to, or what a pilot answers to it."""

EXPAND = Family(Batch[State], I8x2, Book, Tape, Meta, I8x2, I8x2, I8, I8x2, I8x2, int, int, returns=int)
call_expand = EXPAND.call
"""`expand` calls itself by address, through the rules it is made of."""


def _word(name: str) -> int:
    """Return the word of a state's record in which a field begins."""
    fields: Any = State.dtype.fields
    return int(fields[name][1]) // 8


FOES_FROM = _word("foes")
STACK_FROM = _word("stack")
ALONE_TO = _word("characters") + 1 + Character.dtype.itemsize // 8
"""Words of a state that tell solo situations apart: up to the first character's, then from the foes to the stack."""


@rule
def hash_state(state: State, words: I8x2, depth: int, salt: int) -> tuple[int, int]:
    """Hash the part of a solo state that decides what follows, twice: tracks, roll, stack and pending decision."""
    low = salt * 64 + state.decision
    high = ~low
    for k in range(state.n_legal):
        low = stir(low, state.legal[k])
        high = stir(high, state.legal[k])
    for k in range(ALONE_TO):
        low = stir(low, words[depth, k])
        high = stir(high, words[depth, k])
    for k in range(FOES_FROM, STACK_FROM + (3 * state.top) // 2 + 3):
        low = stir(low, words[depth, k])
        high = stir(high, words[depth, k])
    return mix(low), mix(high)


@rule
def copy_down(pool: Batch[State], depth: int) -> State:
    """Copy the state of a row to the next row and give it."""
    pool[depth + 1] = pool[depth]
    return pool[depth + 1]


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
def offer_target(scratch: I8x2, depth: int, size: int, code: int) -> int:
    """Add a target to a choice once; gives their number."""
    for k in range(size):
        if scratch[depth, GATHERED + k] == TARGET_SPAN + code:
            return size
    scratch[depth, GATHERED + size] = TARGET_SPAN + code
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
