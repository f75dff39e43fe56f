"""Exact odds of one roll, with and without a burn of momentum."""

from ....envs.core.compiler import rule
from ....envs.ironsworn.rolls import SIDES, is_cancelled, score_of
from ....envs.ironsworn.terms import BOX, FACES

WAYS = SIDES * FACES * FACES
"""Equally likely throws of an action roll."""


@rule
def action_odds(adds: int, momentum: int) -> tuple[int, int, int, int, int, int]:
    """Count the throws by result as rolled and result if momentum is burnt.

    Returns:
        Throws, of 600: miss and miss, miss and weak, miss and strong, weak and weak, weak and strong, strong.
    """
    miss = miss_weak = miss_strong = weak = weak_strong = strong = 0
    for action in range(1, SIDES + 1):
        score = score_of(0 if is_cancelled(action, momentum) else action, adds, 0)
        beaten = max(0, score - 1)
        cancelled = max(beaten, momentum - 1) - beaten
        left = FACES - beaten - cancelled
        miss += left * left
        miss_weak += 2 * left * cancelled
        miss_strong += cancelled * cancelled
        weak += 2 * beaten * left
        weak_strong += 2 * beaten * cancelled
        strong += beaten * beaten
    return miss, miss_weak, miss_strong, weak, weak_strong, strong


@rule
def plain_odds(adds: int, momentum: int) -> tuple[float, float, float]:
    """Give the chances of miss, weak and strong hit without a burn."""
    miss, miss_weak, miss_strong, weak, weak_strong, strong = action_odds(adds, momentum)
    return (miss + miss_weak + miss_strong) / WAYS, (weak + weak_strong) / WAYS, strong / WAYS


@rule
def end_hit(ticks: int, burn: int, shifted: bool) -> float:
    """Give the chance to end the fight with a hit; `burn` is momentum that may cancel a die, 0 none."""
    score = ticks // BOX
    if shifted:
        return max(0, score - 1) ** 2 / FACES**2
    failing = FACES + 1 - max(max(1, score), burn)
    return 1.0 - (failing / FACES) ** 2
