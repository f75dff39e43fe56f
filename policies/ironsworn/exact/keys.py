"""Main decisions of a solo fight as three words, and back.

The words hold everything that two main decisions can differ in; what they leave out is the same in all of them or
derived. Progress is left out while it is symbolic (see `expand.py`) and held in full otherwise.
"""

from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....envs.core.compiler import I8x2, rule
from ....envs.core.tape import Tape
from ....envs.ironsworn.engine import advance
from ....envs.ironsworn.stack import clear_roll, close_decision, push, top
from ....envs.ironsworn.state import Book, State
from ....envs.ironsworn.terms import ASSETS, BOX, DEBILITIES, FOES, MAX_TICKS, Op

SYMBOLIC = 10_000
"""Progress of a foe whose track is not known while transitions are collected; deltas show as the difference."""
SYMBOLIC_LIMIT = 20_000
"""Track length of such a foe, out of reach."""
OPEN_SUPPLY = 1_000
"""Supply that is not known, and not 0: what is spent shows as the difference."""
HELD_SUPPLY = 7
"""Key digit of open supply."""
SETTLED_LIMIT = SYMBOLIC_LIMIT + 1
"""The same, at a setback that is known to find ticks to clear and room to spare."""
TIE = 5_000
"""Progress above this is symbolic."""
MAX_BOXES = MAX_TICKS // BOX


class Digit(NamedTuple):
    """Where a number stands in a word of a key that holds one row or several: from a bit on, so many bits, each row."""

    at: int
    bits: int
    row: int = 0
    rows: int = 1

    def of(self, words: NDArray[np.int64], row: int = 0) -> NDArray[np.int64]:
        """Return the number in each word; rows count from the first, which stands highest."""
        found: NDArray[np.int64] = words >> (self.at + self.row * (self.rows - 1 - row)) & ((1 << self.bits) - 1)
        return found


def digits(rows: int = 1, **widths: int) -> dict[str, Digit]:
    """Return the digits of a word by name, lowest first; `rows` times over."""
    ends = list(accumulate(widths.values()))
    return {
        name: Digit(end - bits, bits, ends[-1], rows) for (name, bits), end in zip(widths.items(), ends, strict=True)
    }


FIRST_DIGITS = digits(
    regrets=3, debts=3, afraid=1, reeling=1, dying=1, armed=1, tide_used=1, strike_bonus=1, bonus=3, follow=3, gate=1,
    initiative=1, marks=DEBILITIES, supply=3, momentum=5, spirit=3, health=3,
)  # fmt: skip
FOE_DIGITS = digits(FOES, rank=3, active=1)
ASSET_DIGITS = digits(ASSETS, used=3, active=2, condition=2, track=3)
FOES_AT = 5
"""Bit of a key's second word above the boasts; ticks stand between, where they are held in full."""
REAL_BITS = 6 * FOES


@rule
def pack(state: State, real: bool, keys: I8x2, at: int) -> None:
    """Write the key of the state's main decision into row `at`."""
    me = state.characters[0]
    word = me.health
    word = word * 8 + me.spirit
    word = word * 32 + (me.momentum + 6)
    word = word * 8 + min(state.supply, HELD_SUPPLY)
    for k in range(DEBILITIES):
        word = word * 2 + me.marks[k]
    word = word * 2 + me.initiative
    word = word * 2 + me.gate
    word = word * 8 + me.follow
    word = word * 8 + me.bonus
    word = word * 2 + me.strike_bonus
    word = word * 2 + me.tide_used
    word = word * 2 + me.armed
    word = word * 2 + me.dying
    word = word * 2 + me.reeling
    word = word * 2 + me.afraid
    word = word * 8 + me.debts
    word = word * 8 + state.regrets
    keys[at, 0] = word
    word = 0
    for foe in range(FOES):
        word = word * 16 + state.foes[foe].active * 8 + state.foes[foe].rank
    if real:
        for foe in range(FOES):
            word = word * 64 + state.foes[foe].progress
    keys[at, 1] = word * 32 + me.boasts
    word = 0
    for asset in range(ASSETS):
        word = word * 8 + (me.track[asset] + 1)
        word = word * 4 + me.condition[asset]
        word = word * 4 + me.active[asset]
        word = word * 8 + me.used[asset] % 8
    keys[at, 2] = word


@rule
def unpack(state: State, book: Book, tape: Tape, keys: I8x2, at: int, real: bool) -> int:
    """Make `state`, a copy of the book's start, the main decision of row `at`; gives the engine's status."""
    me = state.characters[0]
    word = keys[at, 0]
    state.regrets = word % 8
    word //= 8
    me.debts = word % 8
    word //= 8
    me.afraid = word % 2
    word //= 2
    me.reeling = word % 2
    word //= 2
    me.dying = word % 2
    word //= 2
    me.armed = word % 2
    word //= 2
    me.tide_used = word % 2
    word //= 2
    me.strike_bonus = word % 2
    word //= 2
    me.bonus = word % 8
    word //= 8
    me.follow = word % 8
    word //= 8
    me.gate = word % 2
    word //= 2
    me.initiative = word % 2
    word //= 2
    for k in range(DEBILITIES):
        me.marks[DEBILITIES - 1 - k] = word % 2
        word //= 2
    state.supply = word % 8
    if state.supply == HELD_SUPPLY:
        state.supply = OPEN_SUPPLY
    word //= 8
    me.momentum = word % 32 - 6
    word //= 32
    me.spirit = word % 8
    me.health = word // 8
    unpack_foes(state, keys[at, 1], real)
    me.boasts = keys[at, 1] % 32
    unpack_assets(state, keys[at, 2])
    return stand(state, book, tape)


@rule
def unpack_foes(state: State, word: int, real: bool) -> None:
    """Set the foes of a key; symbolic tracks when progress is not in it."""
    word //= 32
    for k in range(FOES):
        foe = state.foes[FOES - 1 - k]
        if real:
            foe.progress = word % 64
            foe.limit = MAX_TICKS
            word //= 64
    for k in range(FOES):
        foe = state.foes[FOES - 1 - k]
        foe.rank = word % 8
        foe.active = word // 8 % 2
        word //= 16
        if not real:
            make_symbolic(state, FOES - 1 - k)


@rule
def make_symbolic(state: State, index: int) -> None:
    """Make the track of an active foe symbolic; a foe that is out has none."""
    foe = state.foes[index]
    foe.progress = SYMBOLIC if foe.active else 0
    foe.limit = SYMBOLIC_LIMIT if foe.active else MAX_TICKS


@rule
def lay_open(state: State, open_supply: bool) -> None:
    """Make the tracks of a state symbolic."""
    state.decisions = 0
    state.round = 1
    for foe in range(FOES):
        make_symbolic(state, foe)
    if open_supply and state.supply > 0:
        state.supply = OPEN_SUPPLY


@rule
def unpack_assets(state: State, word: int) -> None:
    """Set the assets of a key."""
    me = state.characters[0]
    for k in range(ASSETS):
        asset = ASSETS - 1 - k
        me.used[asset] = word % 8
        word //= 8
        me.active[asset] = word % 4
        word //= 4
        me.condition[asset] = word % 4
        word //= 4
        me.track[asset] = word % 8 - 1
        word //= 8


@rule
def stand(state: State, book: Book, tape: Tape) -> int:
    """Bring a state whose tracks are set to its character's main decision."""
    close_decision(state)
    clear_roll(state)
    state.answer = -1
    state.top = -1
    state.round = 1
    state.turn = 1
    state.waited = 1
    push(state, Op.FIGHT, 0, 0, 0, 0)
    top(state).step = 1
    push(state, Op.TURN, 0, 1, 0, 0)
    return advance(state, book, tape)
