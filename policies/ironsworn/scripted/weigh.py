"""Weighing a roll: the hope over all its results, burning momentum where that is better."""

from ....envs.core.compiler import rule
from ....envs.ironsworn.effects import gather
from ....envs.ironsworn.rolls import (
    SIDES,
    base_of,
    burnt_result,
    is_cancelled,
    reroll_row,
    result_if_burnt,
    result_of,
    roll_score,
    score_of,
)
from ....envs.ironsworn.state import Book, State
from ....envs.ironsworn.terms import FACES, FOES, Act, Decision, Result
from ....envs.ironsworn.turn import is_vigorous
from .costs import STANDS
from .odds import WAYS, action_odds
from .outcomes import after
from .sketch import is_aimed, is_tried, lay_out, wipe
from .weights import WORTH, Worth
from .worth import hardest, part

REROLL_ADDS = 2
"""What a reroll still to come is worth, in adds."""


@rule
def rolled_hope(state: State, book: Book, rest: float, act: int) -> float:
    """Give the hope of an answer that leads to a roll or reads one, with the best ability it leaves open."""
    lay_out(state, book, act)
    roll = state.roll
    character = state.characters[roll.seat]
    if state.decision == Decision.MOVE:
        rest -= WORTH[Worth.BONUS, hardest(state)] * character.bonus * part(state, book)
        if act == Act.TIDE:
            rest -= WORTH[Worth.TIDE, hardest(state)] * part(state, book)
    best = -1.0
    for foe in range(-1, FOES):
        if is_aimed(state, foe):
            for row in range(-1, book.kits[roll.seat].n_effects):
                if is_tried(state, book, act, row):
                    best = max(best, weighed(state, book, rest, act, foe, row))
    if state.decision == Decision.MOVE and character.reeling and is_vigorous(roll.move, roll.stat):
        best *= STANDS
    wipe(state)
    return best


@rule
def weighed(state: State, book: Book, rest: float, act: int, foe: int, row: int) -> float:
    """Weigh the roll against a foe with one more optional ability, or none (-1); the roll is left as it was."""
    roll = state.roll
    aimed = roll.foe
    roll.foe = foe
    picked = roll.picked
    stat = roll.stat
    adds = roll.adds
    helper = roll.helper
    if row >= 0:
        rest -= take_up(state, book, row)
    on_table = state.decision == Decision.BURN or state.decision == Decision.REROLL
    if not on_table:
        gather(state, book)
    results = after_each(state, book, rest)
    if state.decision == Decision.BURN:
        value = burn_hope(state, book, act, results)
    elif state.decision == Decision.REROLL:
        value = throw_hope(state, act - Act.REROLL, results)
    else:
        value = odds_hope(state, book, results)
    roll.foe = aimed
    roll.picked = picked
    roll.stat = stat
    roll.adds = adds
    roll.helper = helper
    roll.result = Result.NONE
    roll.burned = 0
    return value


@rule
def take_up(state: State, book: Book, row: int) -> float:
    """Pick an optional ability for the sketched roll; returns the log-odds it costs."""
    roll = state.roll
    effect = book.kits[roll.seat].effects[row]
    rank = hardest(state)
    roll.picked |= 1 << row
    if effect.stat >= 0:
        roll.stat = effect.stat
    cost: float = WORTH[Worth.MOMENTUM, rank] * effect.pay_momentum * part(state, book)
    cost += WORTH[Worth.SUPPLY, rank] * effect.pay_supply
    return cost


@rule
def after_each(state: State, book: Book, rest: float) -> tuple[float, float, float, float, float]:
    """Give the hope after a miss, a weak and a strong hit, and after weak and strong hits reached by a burn."""
    miss = after(state, book, rest, Result.MISS, 0)
    weak = after(state, book, rest, Result.WEAK, 0)
    strong = after(state, book, rest, Result.STRONG, 0)
    if state.characters[state.roll.seat].momentum <= 1:
        return miss, weak, strong, 0.0, 0.0
    burnt_weak = after(state, book, rest, Result.WEAK, 1)
    return miss, weak, strong, burnt_weak, after(state, book, rest, Result.STRONG, 1)


@rule
def odds_hope(state: State, book: Book, results: tuple[float, float, float, float, float]) -> float:
    """Weigh results by the odds of a roll still to come."""
    roll = state.roll
    miss, weak, strong, burnt_weak, burnt_strong = results
    adds = base_of(state, book) + roll.adds
    if reroll_row(state, book) >= 0:
        adds += REROLL_ADDS
    odds = action_odds(adds, state.characters[roll.seat].momentum)
    ways = odds[0] * miss + odds[1] * max(miss, burnt_weak) + odds[2] * max(miss, burnt_strong)
    ways += odds[3] * weak + odds[4] * max(weak, burnt_strong) + odds[5] * strong
    return ways / WAYS


@rule
def burn_hope(state: State, book: Book, act: int, results: tuple[float, float, float, float, float]) -> float:
    """Give the hope of burning momentum or keeping it, the dice on the table."""
    miss, weak, strong, burnt_weak, burnt_strong = results
    if act == Act.BURN:
        return burnt_strong if result_if_burnt(state, book) == Result.STRONG else burnt_weak
    plain = result_of(roll_score(state), state.roll.first, state.roll.second)
    return strong if plain == Result.STRONG else (weak if plain == Result.WEAK else miss)


@rule
def throw_hope(state: State, dice: int, results: tuple[float, float, float, float, float]) -> float:
    """Weigh results over every throw of the chosen dice, the others kept."""
    roll = state.roll
    miss, weak, strong, burnt_weak, burnt_strong = results
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
