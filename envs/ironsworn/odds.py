"""Exact odds of rolls, by counting every face through the rules that score a roll."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

from ..core.game import ChanceNeededError, Table
from .hand import GROUPS
from .rolls import SIDES, burnt_result, is_cancelled, result_of, score_of
from .stack import top
from .state import State
from .terms import FACES, Act, Decision, Die, Op, Outcome, Result, Stream

ACTION_DIE = range(1, SIDES + 1)
CHALLENGE_DIE = range(1, FACES + 1)
ALL_STREAMS = tuple(stream for group in GROUPS.values() for stream in group)
MOST_CHOICES = 8
"""Choices between an option and its dice, of which each is answered by its last (a foe by the first)."""


class Odds(NamedTuple):
    """Probabilities of the three results of a roll."""

    strong: Fraction
    weak: Fraction
    miss: Fraction


def odds_of(results: Iterable[int]) -> Odds:
    """Return the odds of equally likely results."""
    counts = Counter(results)
    total = sum(counts.values())
    return Odds(*(Fraction(counts[result], total) for result in (Result.STRONG, Result.WEAK, Result.MISS)))


@cache
def action_odds(adds: int, momentum: int = 0, burn: bool = False) -> Odds:
    """Return the odds of an action roll.

    Args:
        adds: Stat and adds together; may be negative.
        momentum: Current momentum; below zero it cancels the action die that shows it.
        burn: Whether momentum is burnt wherever that improves the result.
    """
    return odds_of(
        settled(action, adds, momentum, first, second, burn)
        for action, first, second in product(ACTION_DIE, CHALLENGE_DIE, CHALLENGE_DIE)
    )


@cache
def progress_odds(boxes: int) -> Odds:
    """Return the odds of a progress roll with so many full boxes; momentum plays no part."""
    return odds_of(result_of(boxes, first, second) for first, second in product(CHALLENGE_DIE, CHALLENGE_DIE))


def settled(action: int, adds: int, momentum: int, first: int, second: int, burn: bool = False) -> int:
    """Return the result of three faces."""
    score = score_of(0 if is_cancelled(action, momentum) else action, 0, adds)
    result = result_of(score, first, second)
    if burn and momentum > 0:
        result = max(result, burnt_result(score, momentum, first, second))
    return result


def reroll_odds(state: State, dice: int) -> Odds:
    """Return the odds of the roll under way once some dice are rerolled; bits of `Die`."""
    roll = state.roll
    momentum = state.characters[roll.seat].momentum
    actions = ACTION_DIE if dice & Die.ACTION else (roll.action,)
    firsts = CHALLENGE_DIE if dice & Die.FIRST else (roll.first,)
    seconds = CHALLENGE_DIE if dice & Die.SECOND else (roll.second,)
    return odds_of(
        settled(action, roll.base + roll.adds, momentum, first, second)
        for action, first, second in product(actions, firsts, seconds)
    )


def option_odds(table: Table, i: int = 0) -> dict[int, Odds]:
    """Return the odds of every legal option of game `i` that leads to a roll, without burning momentum.

    Each option is tried on the state itself, with all chance stopped at the first die, and taken back.
    """
    state: State = table.views[i]
    if state.decision == Decision.REROLL and top(state).op == Op.REROLL:
        return {act: reroll_odds(state, act - Act.REROLL) for act in table.legal(i)}
    before = table.snapshot(i)
    streams, log = table.tape.fed_mask, table.tape.log
    table.tape.fed_n = table.tape.fed_at = 0
    table.tape.log = 0
    table.hand(ALL_STREAMS)
    try:
        found = {}
        for act in table.legal(i):
            odds = first_roll(table, act, i)
            table.restore(before, i)
            if odds is not None:
                found[act] = odds
        return found
    finally:
        table.restore(before, i)
        table.tape.fed_mask, table.tape.log = streams, log


def first_roll(table: Table, act: int, i: int) -> Odds | None:
    """Return the odds of the roll that an option leads to before any other luck; None if it leads to none.

    Abilities that are asked for on the way are not used; of several foes or allies the first is taken.
    """
    state: State = table.views[i]
    seat = state.seat
    try:
        table.apply(act, i)
        for _ in range(MOST_CHOICES):
            if state.outcome != Outcome.ON or state.decision not in ON_THE_WAY or state.seat != seat:
                return None
            table.apply(Act.GO if state.decision == Decision.ABILITY else table.legal(i)[0], i)
    except ChanceNeededError as error:
        if error.stream == Stream.PROGRESS:
            return progress_odds(state.roll.base)
        if error.stream < Stream.PROGRESS and state.roll.seat == seat:
            return action_odds(state.roll.base + state.roll.adds, state.characters[seat].momentum)
    return None


ON_THE_WAY = (Decision.FOE, Decision.ALLY, Decision.ABILITY)
"""Decisions between the choice of a move and its dice."""
