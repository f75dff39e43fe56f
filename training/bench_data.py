"""What a benchmark found, as data ready for JSON."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .contest import Contest
from .evaluate import OUTCOME, columns_of
from .exact import MILLION
from .sequential import Sequential
from .statistics import Interval, Paired, bootstrap_mean, compare, holm, middle_mean_of_runs, wilson

FORMAT = 1
DIGITS = 6
"""Of every figure that is kept."""
PACKAGES = ("numpy", "numba", "gymnasium", "torch")


def table_data(
    contest: Contest, told: dict[str, Any], times: Sequence[float], exact: dict[str, float], runs: Sequence[str] = ()
) -> dict[str, Any]:
    """Return what came of the games of one table.

    Args:
        contest: The games.
        told: What the table is.
        times: Seconds that each pilot took for a decision.
        exact: The chance to win of pilots for whom it is known.
        runs: The pilots that are training runs of one.
    """
    wins = [contest.wins(pilot) for pilot in range(len(contest.names))]
    pilots = [
        {**row, "measures": measures(contest, pilot), "outcomes": outcomes(contest, pilot)}
        for pilot, row in enumerate(pilots_data(contest, exact))
    ]
    milliseconds = {name: rounded(1000 * time) for name, time in zip(contest.names, times, strict=True)}
    data = {**told, "games": contest.ready, "first_seed": contest.seeds.start, "pilots": pilots}
    stopped = {"stopped": contest.stopped} if contest.stopped else {}
    pairs = [{**pair, **exact_pair(pair, exact)} for pair in pairs_data(contest.names, wins, runs)]
    return {**data, "pairs": pairs, **stopped, "timing": {"decision_ms": milliseconds}}


def party_data(contest: Contest, told: dict[str, Any], exact: dict[str, float]) -> dict[str, Any]:
    """Return in short what came of the games of one of several parties that are told together, as in `table_data`."""
    shown = {name: told[name] for name in ("party", "content")}
    return {**shown, "games": contest.ready, "pilots": pilots_data(contest, exact)}


def pilots_data(contest: Contest, exact: dict[str, float]) -> list[dict[str, Any]]:
    """Return how well each pilot did at a table: its wins, their exact share and what it lost where those are known."""
    return [
        {
            **pilot_data(name, contest.wins(pilot)),
            **({"exact": rounded(exact[name])} if name in exact else {}),
            **loss_data(contest, pilot),
        }
        for pilot, name in enumerate(contest.names)
    ]


def pilot_data(name: str, won: NDArray[np.bool_]) -> dict[str, Any]:
    """Return how many games a pilot won, with Wilson's interval."""
    low, high = wilson(int(won.sum()), len(won))
    share = float(won.mean()) if len(won) else 0.0
    figures = {"win": share, "low": low, "high": high}
    return {"pilot": name, **{key: rounded(figure) for key, figure in figures.items()}, "games": len(won)}


def measures(contest: Contest, pilot: int) -> dict[str, dict[str, float]]:
    """Return the mean of everything that was counted in a pilot's games, with bootstrap intervals."""
    names = columns_of(contest.matches[0].face.rules.name)
    rows = contest.rows[pilot][: contest.ready]
    return {
        name: interval_data("mean", bootstrap_mean(rows[:, column]))
        for column, name in enumerate(names)
        if column != OUTCOME and len(rows)
    }


def loss_data(contest: Contest, pilot: int) -> dict[str, Any]:
    """Return what a pilot's choices lost a game of the best play's chance to win, where that was judged."""
    if contest.matches[pilot].judge is None:
        return {}
    mean, low, high = bootstrap_mean(contest.rows[pilot][: contest.ready, -1])
    return {"loss": interval_data("mean", Interval(mean / MILLION, low / MILLION, high / MILLION))}


def outcomes(contest: Contest, pilot: int) -> dict[str, int]:
    """Return how often a pilot's games ended how."""
    words = contest.matches[0].face.outcomes
    kinds, counts = np.unique(contest.rows[pilot][: contest.ready, OUTCOME], return_counts=True)
    return {words(kind).name.lower(): count for kind, count in zip(kinds.tolist(), counts.tolist(), strict=True)}


def interval_data(name: str, interval: Interval) -> dict[str, float]:
    """Return a figure with its interval."""
    return {name: rounded(interval.value), "low": rounded(interval.low), "high": rounded(interval.high)}


def pairs_data(
    names: Sequence[str], wins: Sequence[NDArray[np.bool_]], runs: Sequence[str] = ()
) -> list[dict[str, Any]]:
    """Return how every two pilots differ in the same games, but for two training runs of one."""
    if not len(wins[0]):
        return []
    return [
        {"first": names[one], "second": names[two], **pair_data(compare(wins[one], wins[two]))}
        for one, two in combinations(range(len(names)), 2)
        if names[one] not in runs or names[two] not in runs
    ]


def correct(pairs: Sequence[dict[str, Any]]) -> None:
    """Put the p values beside their own that are corrected for how many they are."""
    for pair, p in zip(pairs, holm([pair["p"] for pair in pairs]), strict=True):
        pair["p_holm"] = rounded(p)


def pair_data(paired: Paired) -> dict[str, Any]:
    """Return how two pilots differ; the difference is the first one's win rate less the second one's."""
    correlation = paired.correlation
    return {
        **interval_data("difference", paired.difference),
        "p": rounded(paired.p),
        "first_only": paired.first_only,
        "second_only": paired.second_only,
        "correlation": None if correlation is None else rounded(correlation),
    }


def exact_pair(pair: dict[str, Any], exact: dict[str, float]) -> dict[str, float]:
    """Return how much likelier the first pilot of a pair wins than the second, where that is known exactly."""
    if pair["first"] not in exact or pair["second"] not in exact:
        return {}
    return {"exact_difference": rounded(exact[pair["first"]] - exact[pair["second"]])}


def rounded(figure: float) -> float:
    """Return a figure to so many digits as are kept; small ones keep as many that count."""
    return float(f"{figure:.{DIGITS}g}")


def runs_data(tables: Sequence[dict[str, Any]], runs: Sequence[str]) -> dict[str, Any]:
    """Return what training runs of one pilot come to together: the interquartile mean of their win rates.

    The same of how much they are ahead of each other pilot stands under `ahead`.

    Args:
        tables: What came of each table.
        runs: The pilots that are training runs.
    """
    names = [row["pilot"] for row in tables[0]["pilots"]]
    wins = np.array([[row["win"] for row in table["pilots"]] for table in tables]).T
    trained = wins[[name in runs for name in names]]
    ahead = [
        {"pilot": name, **interval_data("middle", middle_mean_of_runs(trained - won))}
        for name, won in zip(names, wins, strict=True)
        if name not in runs
    ]
    return {"pilots": list(runs), **interval_data("middle", middle_mean_of_runs(trained)), "ahead": ahead}


def verdicts(contest: Contest, test: Sequential) -> list[dict[str, Any]]:
    """Return what a sequential test says of every two pilots; a pair it knows too little of is left out."""
    wins = [contest.wins(pilot) for pilot in range(len(contest.names))]
    found = []
    for one, two in combinations(range(len(wins)), 2):
        ahead, behind = int((wins[one] & ~wins[two]).sum()), int((wins[two] & ~wins[one]).sum())
        better = test.verdict(ahead, behind, contest.ready)
        if better is not None:
            found.append({"first": contest.names[one], "second": contest.names[two], "better": better})
    return found


def overall(contests: Sequence[Contest], runs: Sequence[str] = ()) -> dict[str, Any]:
    """Return how the pilots did over all tables, each game counting alike; `runs` are training runs of one."""
    names = contests[0].names
    wins = [np.concatenate([contest.wins(pilot) for contest in contests]) for pilot in range(len(names))]
    pilots = [pilot_data(name, won) for name, won in zip(names, wins, strict=True)]
    pairs = pairs_data(names, wins, runs)
    correct(pairs)
    return {"pilots": pilots, "pairs": pairs}


def machine() -> dict[str, Any]:
    """Return what the figures of speed were measured on."""
    return {"system": platform.system(), "processor": processor(), "processors": os.cpu_count()}


def processor() -> str:
    """Return what the processor is called."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.processor() or platform.machine())


def versions(shieldmate: str, games: dict[str, int]) -> dict[str, Any]:
    """Return the versions of everything that the figures hang on."""
    found = {"shieldmate": shieldmate, "rules": games, "python": platform.python_version()}
    return {**found, **versions_of(PACKAGES)}


def versions_of(packages: Sequence[str]) -> dict[str, str]:
    """Return the versions of packages; one that is not installed is left out."""
    found = {}
    for package in packages:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found
