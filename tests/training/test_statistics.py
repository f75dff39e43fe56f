"""Intervals and tests against SciPy and statsmodels on fixed data, and against what they promise, by simulation."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar as mcnemar_of_statsmodels
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

from shieldmate.training.sequential import EVERY, FIRST, NEITHER, SECOND, Sequential
from shieldmate.training.statistics import (
    bootstrap_mean,
    compare,
    holm,
    mcnemar,
    middle_mean,
    middle_mean_of_runs,
    wilson,
)

ROLLS = np.array([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6, 2, 6, 4, 3, 3, 8, 3, 2, 7])


@pytest.mark.parametrize(("won", "games"), [(0, 1), (1, 1), (0, 20), (20, 20), (7, 12), (613, 1000), (99_999, 100_000)])
def test_wilson_is_that_of_statsmodels(won, games):
    assert wilson(won, games) == pytest.approx(proportion_confint(won, games, 0.05, "wilson"), abs=1e-12)


def test_wilson_of_no_games_says_nothing():
    assert wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(("one", "two"), [(0, 0), (1, 0), (0, 5), (5, 6), (10, 25), (700, 610), (60_000, 59_000)])
def test_mcnemar_is_exact(one, two):
    theirs = mcnemar_of_statsmodels([[10, one], [two, 10]], exact=True).pvalue
    assert mcnemar(one, two) == pytest.approx(theirs, rel=1e-7)
    assert mcnemar(two, one) == mcnemar(one, two)
    if one + two:
        assert mcnemar(one, two) == pytest.approx(stats.binomtest(one, one + two).pvalue, rel=1e-7)


def test_mcnemar_of_a_landslide_does_not_fail():
    assert mcnemar(100_000, 0) == 0.0


@pytest.mark.parametrize(
    "p_values", [[], [0.2], [0.01, 0.04, 0.03, 0.005], [0.5, 0.5, 0.5], [0.0, 1.0, 0.02, 0.02, 0.9]]
)
def test_holm_is_that_of_statsmodels(p_values):
    theirs = multipletests(p_values, method="holm")[1] if p_values else []
    assert holm(p_values) == pytest.approx(theirs)


def test_the_bootstrap_is_that_of_scipy():
    theirs = stats.bootstrap((ROLLS,), np.mean, n_resamples=20_000, method="BCa", rng=np.random.default_rng(1))
    ours = bootstrap_mean(ROLLS)
    assert ours.value == ROLLS.mean()
    assert ours.low == pytest.approx(theirs.confidence_interval.low, abs=0.08)
    assert ours.high == pytest.approx(theirs.confidence_interval.high, abs=0.08)
    lopsided = ROLLS**3
    theirs = stats.bootstrap((lopsided,), np.mean, n_resamples=20_000, method="BCa", rng=np.random.default_rng(1))
    assert bootstrap_mean(lopsided).low == pytest.approx(theirs.confidence_interval.low, rel=0.05)
    assert bootstrap_mean(lopsided).high == pytest.approx(theirs.confidence_interval.high, rel=0.05)


def test_the_bootstrap_is_the_same_each_time():
    assert bootstrap_mean(ROLLS) == bootstrap_mean(ROLLS)
    assert bootstrap_mean(ROLLS, seed=1) != bootstrap_mean(ROLLS, seed=2)


@pytest.mark.parametrize("numbers", [[4], [4, 4, 4]])
def test_numbers_that_are_all_alike_have_no_spread(numbers):
    assert bootstrap_mean(np.array(numbers)) == (4.0, 4.0, 4.0)


def test_pilots_are_compared_game_by_game():
    first = np.array([1, 1, 1, 0, 0, 1, 1, 0, 1, 1], bool)
    second = np.array([1, 0, 0, 0, 0, 1, 0, 1, 1, 0], bool)
    found = compare(first, second)
    assert found.difference.value == pytest.approx(0.3)
    assert (found.first_only, found.second_only) == (4, 1)
    assert found.p == pytest.approx(0.375)  # 2 * (1 + 5) / 32
    assert found.correlation == pytest.approx(np.corrcoef(first, second)[0, 1])


def test_a_pilot_that_always_wins_has_no_correlation():
    assert compare(np.ones(9, bool), np.array([1, 0, 1, 1, 1, 0, 1, 1, 1], bool)).correlation is None


def test_games_that_all_went_alike_leave_room_for_some_that_do_not():
    won = np.array([1, 0] * 50, bool)
    found = compare(won, won)
    assert found.difference == pytest.approx((0.0, -0.0362, 0.0362), abs=1e-4)
    assert found.p == 1.0
    assert found.correlation == pytest.approx(1.0)


def test_a_pilot_that_alone_won_every_game_may_lose_some():
    won, lost = np.ones(20, bool), np.zeros(20, bool)
    assert compare(won, lost).difference == pytest.approx((1.0, 0.6631, 1.0), abs=1e-4)  # 2 * 0.025 ** (1 / 20) - 1
    assert compare(lost, won).difference == pytest.approx((-1.0, -1.0, -0.6631), abs=1e-4)


@pytest.mark.parametrize("shape", [(5, 1), (5, 4), (3, 7)])
def test_the_middle_mean_is_that_of_scipy(shape):
    scores = np.random.default_rng(2).random(shape)
    assert middle_mean(scores) == pytest.approx(stats.trim_mean(scores, 0.25, axis=None))
    found = middle_mean_of_runs(scores)
    assert found.value == middle_mean(scores)
    assert found.low <= found.value <= found.high


def test_runs_are_drawn_within_each_task():
    scores = np.array([[0.0, 10.0, 20.0, 30.0]] * 4)  # runs alike: only drawing across tasks could spread them
    assert middle_mean_of_runs(scores) == (15.0, 15.0, 15.0)


def covered(draw, truth: float, times: int = 400) -> float:
    """Return in what share of simulated benchmarks an interval holds the truth."""
    intervals = [draw(np.random.default_rng(seed)) for seed in range(times)]
    return float(np.mean([low <= truth <= high for low, high in intervals]))


@pytest.mark.parametrize("share", [0.03, 0.3, 0.5])
def test_wilson_holds_the_true_share_nineteen_times_in_twenty(share):
    assert covered(lambda rng: wilson(int(rng.binomial(200, share)), 200), share, 2_000) == pytest.approx(
        0.95, abs=0.02
    )


def test_the_bootstrap_holds_the_true_mean():
    truth = 4.0 * 0.5  # of a lopsided measure

    def draw(rng):
        return bootstrap_mean(np.rint(rng.gamma(4.0, 0.5, 150) * 4).astype(int))[1:]

    assert covered(draw, 4 * truth) == pytest.approx(0.95, abs=0.035)


@pytest.mark.parametrize(("one", "two"), [(0.10, 0.05), (0.25, 0.25), (0.03, 0.02)])
def test_the_paired_interval_holds_the_true_difference(one, two):
    def draw(rng):
        luck = rng.random(300)
        return compare(luck < one, (luck >= one) & (luck < one + two)).difference[1:]

    assert covered(draw, one - two) == pytest.approx(0.95, abs=0.035)


def test_the_runs_interval_holds_the_true_middle():

    def draw(rng):
        return middle_mean_of_runs(rng.normal(0.6, 0.1, (10, 3)))[1:]

    assert covered(draw, 0.6, 100) > 0.85  # few runs: a bootstrap of ten is a little too sure


def said(one: float, two: float, smallest: float = 0.03, times: int = 500) -> tuple[dict[str | None, float], float]:
    """Return what the sequential test says how often, and after how many games on average."""
    rng = np.random.default_rng(3)
    test = Sequential(smallest)
    shares: dict[str | None, float] = {}
    games = []
    for _ in range(times):
        counts = np.zeros(3, int)
        verdict = None
        while verdict is None and counts.sum() < 50_000:
            counts += rng.multinomial(EVERY, [one, two, 1 - one - two])
            verdict = test.verdict(int(counts[0]), int(counts[1]), int(counts.sum()))
        shares[verdict] = shares.get(verdict, 0.0) + 1 / times
        games.append(counts.sum())
    return shares, float(np.mean(games))


@pytest.mark.parametrize("differing", [0.02, 0.2, 0.5])
def test_the_sequential_test_seldom_sees_a_difference_that_is_not_there(differing):
    shares, _ = said(differing / 2, differing / 2, times=1_000)
    assert shares.get(FIRST, 0) + shares.get(SECOND, 0) < 0.065  # 0.05, and what chance makes of 1,000 tries
    assert None not in shares


@pytest.mark.parametrize("differing", [0.04, 0.2, 0.5])
def test_the_sequential_test_seldom_misses_a_difference_that_matters(differing):
    shares, _ = said((differing + 0.03) / 2, (differing - 0.03) / 2)
    assert shares[FIRST] > 0.93
    shares, _ = said((differing - 0.03) / 2, (differing + 0.03) / 2)
    assert shares[SECOND] > 0.93


def test_a_large_difference_is_seen_soon():
    shares, games = said(0.3, 0.1)
    assert shares == {FIRST: pytest.approx(1.0)}
    assert games < 500


def test_pilots_that_never_differ_are_told_apart_soon_too():
    shares, games = said(0.0, 0.0, times=3)
    assert shares == {NEITHER: pytest.approx(1.0)}
    assert games < 500


@pytest.mark.parametrize("smallest", [0.0, -0.1, 1.0, float("nan")])
def test_the_smallest_difference_is_a_share(smallest):
    with pytest.raises(ValueError, match="smallest difference"):
        Sequential(smallest)
