"""Decisions that need no weighing: a plain rule settles each."""

from ....envs.core.compiler import rule
from ....envs.ironsworn.rolls import is_progress, result_of
from ....envs.ironsworn.stack import is_legal, top
from ....envs.ironsworn.state import Book, State
from ....envs.ironsworn.terms import Act, Decision, Result, Stat
from ....envs.ironsworn.tracks import count_foes, reset_momentum
from ..family import Why
from ..reasons import Reason
from .worth import unhurt, unshaken

WEIGH = -1
"""Stands for the answer to a decision whose options must be weighed."""

SPARE_SUPPLY = 3
"""Supply from which two of it are the cheapest end of a fight."""

GATE_FIRST = 40
INITIATIVE_FIRST = 20
"""What counts for the seat to move next, beside health and momentum."""


@rule
def explain(why: Why, code: int, a: int, b: int) -> None:
    """Leave a reason."""
    why.code = code
    why.a = a
    why.b = b


@rule
def settled(state: State, book: Book, why: Why) -> int:
    """Settle the pending decision by a plain rule, or give `WEIGH`."""
    decision = state.decision
    if decision == Decision.SEAT:
        return choose_seat(state, why)
    if decision == Decision.BURN and is_progress(state.roll.move):
        return burn_end(state, why)
    if decision == Decision.REROLL and is_progress(state.roll.move):
        return place_lent(state, why)
    if decision == Decision.LEND:
        return choose_lend(state, why)
    if decision == Decision.END and count_foes(state) == 0:
        return choose_end_cost(state, why)
    if decision == Decision.TABLE:
        return choose_mark(state, why)
    if decision == Decision.RALLY:
        explain(why, Reason.RALLY, 0, 0)
        return state.legal[0]
    if decision == Decision.VOW:
        explain(why, Reason.SWEAR, state.characters[state.seat].stats[Stat.HEART], 0)
        return Act.SWEAR
    return WEIGH


@rule
def choose_seat(state: State, why: Why) -> int:
    """Choose who moves next: who may end the fight, then who has initiative, then who is in best shape."""
    best = state.legal[0]
    best_score = -INITIATIVE_FIRST
    for k in range(state.n_legal):
        character = state.characters[state.legal[k] - Act.SEAT]
        score = GATE_FIRST * character.gate + INITIATIVE_FIRST * character.initiative
        score += character.health + character.momentum
        if score > best_score:
            best_score = score
            best = state.legal[k]
    explain(why, Reason.SEAT, best - Act.SEAT + 1, 0)
    return best


@rule
def burn_end(state: State, why: Why) -> int:
    """Burn momentum on End the Fight only to turn a miss into a hit."""
    roll = state.roll
    missed = result_of(roll.base, roll.first, roll.second) == Result.MISS
    character = state.characters[roll.seat]
    explain(why, Reason.BURN if missed else Reason.KEEP, character.momentum - reset_momentum(character), 0)
    return Act.BURN if missed else Act.KEEP


@rule
def choose_lend(state: State, why: Why) -> int:
    """Lend a die to a progress roll that misses: a 10 could spoil a hit."""
    roll = state.roll
    missed = result_of(roll.base, roll.first, roll.second) == Result.MISS
    explain(why, Reason.LEND if missed else Reason.NO_LEND, roll.base, 0)
    return state.legal[0 if missed else 1]


@rule
def place_lent(state: State, why: Why) -> int:
    """Place a lent challenge die where it betters the progress roll most."""
    roll = state.roll
    face = top(state).b
    best = state.legal[0]
    best_result = result_of(roll.base, roll.first, roll.second)
    for k in range(state.n_legal):
        act = state.legal[k]
        first = face if act == Act.REROLL + 2 else roll.first
        second = face if act == Act.REROLL + 4 else roll.second
        result = result_of(roll.base, first, second)
        if result > best_result:
            best_result = result
            best = act
    explain(why, Reason.LENT, face, best_result)
    return best


@rule
def choose_end_cost(state: State, why: Why) -> int:
    """Choose what a weak end of the last foe costs: whatever can least bring death."""
    character = state.characters[state.seat]
    explain(why, Reason.END_COST, state.foes[top(state).b].rank, 0)
    if state.supply >= SPARE_SUPPLY and is_legal(state, Act.LOSE_SUPPLY):
        return Act.LOSE_SUPPLY
    hardy = character.health + unhurt(character) > character.spirit + unshaken(character)
    return Act.ENDURE_HARM if hardy else Act.ENDURE_STRESS


@rule
def choose_mark(state: State, why: Why) -> int:
    """Mark what can be healed before what cannot, and roll the table only when both are marked."""
    best = state.legal[0]
    for k in range(state.n_legal):
        best = min(best, state.legal[k])
    explain(why, Reason.TABLE if best == Act.ROLL_TABLE else Reason.MARK, 0, 0)
    return best
