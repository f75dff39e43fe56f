"""What a way through the graph ends at: a main decision with the tracks moved, or the end of the fight."""

from ....envs.core.compiler import I8x2, rule
from ....envs.ironsworn.state import State
from ....envs.ironsworn.terms import (
    BOX,
    DEBILITIES,
    FOES,
    Move,
    Outcome,
)
from ....envs.ironsworn.tracks import count_foes, fighting
from .graph import (
    END,
    FULL,
    MAIN,
    PRICE,
    Meta,
    find_delta,
    find_key,
    target,
)
from .keys import (
    HELD_SUPPLY,
    OPEN_SUPPLY,
    SYMBOLIC,
    SYMBOLIC_LIMIT,
    TIE,
    pack,
)

LOST = int(Outcome.LOSS)
OUT = 9_999
RETURNED = 5_000
"""Delta codes beside plain differences: the foe is out; RETURNED + n: back at `min(ticks, 4)`, n ticks more;
`-RETURNED - n`: n ticks, whatever they were."""


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
    keys[meta.n_keys, PRICE] = 0
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
