"""Decisions about dice on the table: reroll, burn, lend."""

from ....envs.core.compiler import rule
from ....envs.ironsworn.rolls import (
    SIDES,
    burnt_result,
    is_cancelled,
    is_progress,
    result_if_burnt,
    result_of,
    roll_score,
    score_of,
)
from ....envs.ironsworn.stack import top
from ....envs.ironsworn.state import Book, State
from ....envs.ironsworn.terms import FACES, Act, Move, Result
from ....envs.ironsworn.tracks import reset_momentum
from ..family import Why
from ..reasons import Reason
from .moves import CLEARLY, explain, percent
from .outcomes import after
from .worth import rest_worth

KEEP_ALL = int(Act.REROLL)
"""The choice to reroll no die."""


@rule
def result_hope(state: State, book: Book, rest: float, result: int, burned: int) -> float:
    """Hope of a result of the roll on the table, which is left as it was."""
    roll = state.roll
    value = after(state, book, rest, result, burned)
    roll.result = Result.NONE
    roll.burned = 0
    return value


@rule
def choose_burn(state: State, book: Book, why: Why) -> int:
    """Burn momentum where the better result is worth more than the momentum."""
    roll = state.roll
    plain = result_of(roll_score(state), roll.first, roll.second)
    burnt = result_if_burnt(state, book)
    lost = state.characters[roll.seat].momentum - reset_momentum(state.characters[roll.seat])
    if roll.move == Move.END:
        pays = plain == Result.MISS
    else:
        rest = rest_worth(state, book, roll.seat)
        kept = result_hope(state, book, rest, plain, 0)
        pays = result_hope(state, book, rest, burnt, 1) > kept + CLEARLY
    explain(why, Reason.BURN if pays else Reason.KEEP, lost, burnt)
    return Act.BURN if pays else Act.KEEP


@rule
def choose_reroll(state: State, book: Book, why: Why) -> int:
    """Reroll the dice whose new throw leaves the best hope."""
    if is_progress(state.roll.move):
        return choose_lent(state, why)
    rest = rest_worth(state, book, state.roll.seat)
    miss = result_hope(state, book, rest, Result.MISS, 0)
    weak = result_hope(state, book, rest, Result.WEAK, 0)
    strong = result_hope(state, book, rest, Result.STRONG, 0)
    burnt_weak = max(weak, result_hope(state, book, rest, Result.WEAK, 1))
    burnt_strong = result_hope(state, book, rest, Result.STRONG, 1)
    best = KEEP_ALL
    best_value = -1.0
    for dice in range(8):
        value = throw_hope(state, dice, miss, weak, strong, burnt_weak, burnt_strong)
        if value > best_value + CLEARLY:
            best_value = value
            best = Act.REROLL + dice
    explain(why, Reason.KEEP_DICE if best == Act.REROLL else Reason.REROLL, percent(best_value), 0)
    return best


@rule
def throw_hope(
    state: State, dice: int, miss: float, weak: float, strong: float, burnt_weak: float, burnt_strong: float
) -> float:
    """Hope over every throw of the chosen dice, the others kept."""
    roll = state.roll
    momentum = state.characters[roll.seat].momentum
    total = 0.0
    ways = 0
    for action in range(1, SIDES + 1):
        if dice & 1 == 0 and action != roll.action:
            continue
        score = score_of(0 if is_cancelled(action, momentum) else action, roll.base, roll.adds)
        for first in range(1, FACES + 1):
            if dice & 2 == 0 and first != roll.first:
                continue
            for second in range(1, FACES + 1):
                if dice & 4 == 0 and second != roll.second:
                    continue
                plain = result_of(score, first, second)
                burnt = burnt_result(score, momentum, first, second)
                value = strong if plain == Result.STRONG else (weak if plain == Result.WEAK else miss)
                if burnt > plain:
                    value = max(value, burnt_strong if burnt == Result.STRONG else burnt_weak)
                total += value
                ways += 1
    return total / ways


@rule
def choose_lent(state: State, why: Why) -> int:
    """Place a lent challenge die where it betters the progress roll most."""
    roll = state.roll
    face = top(state).b
    best = KEEP_ALL
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
def choose_lend(state: State, book: Book, why: Why) -> int:
    """Lend a die to a progress roll that misses: a 10 could spoil a hit."""
    roll = state.roll
    missed = result_of(roll.base, roll.first, roll.second) == Result.MISS
    explain(why, Reason.LEND if missed else Reason.NO_LEND, roll.base, 0)
    return state.legal[0 if missed else 1]
