"""How sure figures are: intervals, paired tests and what many of them at once are worth. Plain NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, expm1, log, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

CONFIDENCE = 0.95
"""Of every interval."""
NORMAL = 1.959963984540054
"""Standard deviations of a 95% interval."""
RESAMPLES = 2_000
"""Draws of a bootstrap."""


class Interval(NamedTuple):
    """A figure with its 95% interval."""

    value: float
    low: float
    high: float


def wilson(won: int, games: int) -> tuple[float, float]:
    """Return Wilson's 95% interval for a share of games; all of 0 to 1 when there are none."""
    if not games:
        return 0.0, 1.0
    share, spread = won / games, NORMAL**2 / games
    middle = (share + spread / 2) / (1 + spread)
    half = NORMAL * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return max(middle - half, 0.0) if won else 0.0, min(middle + half, 1.0) if won < games else 1.0


def mcnemar(first_only: int, second_only: int) -> float:
    """Return the exact two-sided p of McNemar's test: whether games that one alone won go to either alike.

    Args:
        first_only: Games that the first won and the second lost.
        second_only: Games that the second won and the first lost.
    """
    n = first_only + second_only
    fewer = min(first_only, second_only)
    steps = np.arange(1, fewer + 1)
    logs = np.concatenate([[0.0], np.cumsum(np.log((n - steps + 1) / steps))]) - n * log(2)
    return min(1.0, 2 * float(np.exp(logs).sum()))


def bootstrap_mean(values: NDArray[np.integer], seed: int = 0) -> Interval:
    """Return the mean of whole numbers with its bootstrap interval (BCa), one interval where all are alike.

    Values that recur are drawn as counts, so that a hundred thousand games cost no more than their different values.

    Args:
        values: At least one number, `(games,)`.
        seed: Of the draws.
    """
    kinds, counts = np.unique(values, return_counts=True)
    n = len(values)
    mean = float(values.mean())
    if len(kinds) == 1:
        return Interval(mean, mean, mean)
    draws = np.random.default_rng(seed).multinomial(n, counts / n, size=RESAMPLES) @ kinds / n
    away = kinds - mean
    skew = float((counts * away**3).sum() / (counts * away**2).sum() ** 1.5) / 6
    below = (np.count_nonzero(draws < mean) + np.count_nonzero(draws == mean) / 2) / RESAMPLES
    shift = quantile_of_normal(min(max(below, 1 / RESAMPLES), 1 - 1 / RESAMPLES))
    ends = [share_below(shift + (shift + z) / (1 - skew * (shift + z))) for z in (-NORMAL, NORMAL)]
    low, high = np.quantile(draws, ends)
    return Interval(mean, float(low), float(high))


def share_below(z: float) -> float:
    """Return the share of a normal distribution below `z` standard deviations."""
    return (1 + erf(z / sqrt(2))) / 2


def quantile_of_normal(share: float) -> float:
    """Return below how many standard deviations a share of a normal distribution lies."""
    low, high = -10.0, 10.0
    while high - low > 1e-10:
        middle = (low + high) / 2
        low, high = (middle, high) if share_below(middle) < share else (low, middle)
    return low


class Paired(NamedTuple):
    """Two pilots in the same games.

    Attributes:
        difference: Share that the first won less the share that the second won, with its bootstrap interval.
        first_only: Games that only the first won.
        second_only: Games that only the second won.
        p: Of McNemar's exact test, two-sided.
        correlation: Of winning, over the games: 1 where luck decides all, 0 where they share none; None where one of
            them won all games or none.
    """

    difference: Interval
    first_only: int
    second_only: int
    p: float
    correlation: float | None


def compare(first: NDArray[np.bool_], second: NDArray[np.bool_]) -> Paired:
    """Return how two pilots differ in the same games.

    Where all games went the same way - none differently, or each to the same pilot alone - a bootstrap draws nothing
    else; then the interval is how many other games there may be at most, unseen.

    Args:
        first: Which games the first pilot won, `(games,)`.
        second: Which of the same games the second won.
    """
    signs = first.astype(np.int64) - second
    difference = bootstrap_mean(signs)
    if signs.min() == signs.max():
        unseen, same = -expm1(log((1 - CONFIDENCE) / 2) / len(signs)), difference.value
        # At worst what was not seen goes to the other pilot: from +1 or -1 that counts twice.
        away = unseen * (1 + abs(same))
        difference = Interval(same, max(same - away, -1.0), min(same + away, 1.0))
    ones, twos = int((signs > 0).sum()), int((signs < 0).sum())
    spread = float(first.std() * second.std())
    both = float((first & second).mean() - first.mean() * second.mean())
    return Paired(difference, ones, twos, mcnemar(ones, twos), both / spread if spread else None)


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p values corrected for how many they are, by Holm's method, in the order given."""
    order = np.argsort(p_values, kind="stable")
    corrected = [0.0] * len(p_values)
    highest = 0.0
    for rank, place in enumerate(order.tolist()):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[place]))
        corrected[place] = highest
    return corrected


def middle_mean(scores: NDArray[np.floating]) -> float:
    """Return the interquartile mean: of all scores, without the lowest and the highest quarter."""
    ranked = np.sort(scores, axis=None)
    cut = len(ranked) // 4
    return float(ranked[cut : len(ranked) - cut].mean())


def middle_mean_of_runs(scores: NDArray[np.floating]) -> Interval:
    """Return the interquartile mean over training runs and tasks, with its stratified bootstrap interval.

    Runs are drawn anew within each task, so that every task keeps its weight.

    Args:
        scores: A score of each training run in each task, `(runs, tasks)`.
    """
    runs, tasks = scores.shape
    picks = np.random.default_rng(0).integers(runs, size=(RESAMPLES, runs, tasks))
    draws = [middle_mean(scores[pick, np.arange(tasks)]) for pick in picks]
    low, high = np.quantile(draws, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return Interval(middle_mean(scores), float(low), float(high))
