"""Exact odds by counting every face through the rules that score a roll."""

from collections import Counter
from itertools import product

from shieldmate.envs.ironsworn.rolls import burnt_result, is_cancelled, result_of, score_of
from shieldmate.envs.ironsworn.terms import Result

D6 = range(1, 7)
D10 = range(1, 11)


def action_counts(adds: int, momentum: int = 0, burn: bool = False) -> tuple[int, int, int]:
    """Strong, weak and miss of the 600 rolls of one action die and two challenge dice."""
    counts: Counter[int] = Counter()
    for die, first, second in product(D6, D10, D10):
        score = score_of(0 if is_cancelled(die, momentum) else die, 0, adds)
        result = result_of(score, first, second)
        if burn and momentum > 0:
            result = max(result, burnt_result(score, momentum, first, second))
        counts[result] += 1
    return counts[Result.STRONG], counts[Result.WEAK], counts[Result.MISS]


def progress_counts(boxes: int) -> tuple[int, int, int]:
    """Strong, weak and miss of the 100 rolls of two challenge dice."""
    counts = Counter(result_of(boxes, first, second) for first, second in product(D10, D10))
    return counts[Result.STRONG], counts[Result.WEAK], counts[Result.MISS]
