"""The account of a game: its chance to win after each decision, and what of the change was skill, what luck."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from ..policies.judging import Judge, Verdict
from .review_story import Moment

COSTLIEST = 3
"""Choices that are told."""
SMALLEST = 0.001
"""What a choice costs at least to be told."""
AGAIN = 6
"""Choices that cost most at first, which are judged again where that is done by sampling."""


@dataclass(frozen=True, eq=False)
class Point:
    """A decision, judged."""

    moment: Moment
    verdict: Verdict


@dataclass
class Account:
    """What became of the chance to win. Skill, luck and corrections add up to how much the end differs from the start.

    Attributes:
        start: Chance to win before anything happened.
        start_error: Standard error of that.
        points: The decisions that were judged, in order.
        end: What the end is worth; None for a game that goes on, or a review that was interrupted.
    """

    start: float
    start_error: float
    points: list[Point]
    end: float | None

    @property
    def last(self) -> float:
        """The end's worth, or the chance to win after the last decision that was judged."""
        return self.points[-1].verdict.made if self.end is None else self.end

    @property
    def skill(self) -> float:
        """What choices changed, beside what the reference would have chosen."""
        return sum(point.verdict.skill for point in self.points)

    @property
    def skill_error(self) -> float:
        """Standard error of the skill."""
        return sqrt(sum(point.verdict.skill_error**2 for point in self.points))

    @property
    def corrections(self) -> float:
        """What corrections of the board changed."""
        return sum(change for point, change in self.changes() if point.moment.corrected)

    @property
    def luck(self) -> float:
        """What luck changed, from the opening on, and whoever is not reviewed."""
        opening = self.points[0].verdict.value - self.start
        return opening + sum(change for point, change in self.changes() if not point.moment.corrected)

    @property
    def luck_error(self) -> float:
        """Standard error of the luck."""
        last = self.points[-1].verdict.error if self.end is None else 0.0
        return sqrt(self.start_error**2 + self.skill_error**2 + last**2)

    def changes(self) -> list[tuple[Point, float]]:
        """Return for each decision how the chance to win changed from behind its choice to before the next one."""
        after = [point.verdict.value for point in self.points[1:]] + [self.last]
        return [(point, value - point.verdict.made) for point, value in zip(self.points, after, strict=True)]


def costliest(points: Sequence[Point], count: int = COSTLIEST) -> list[Point]:
    """Return the choices that cost most, the worst first."""
    lost = [point for point in points if point.verdict.loss >= SMALLEST]
    return sorted(lost, key=lambda point: -point.verdict.loss)[:count]


def judged(
    moments: Sequence[Moment], judge: Judge, careful: Judge | None, seed: int, tell: Callable[[], None]
) -> tuple[list[Point], bool]:
    """Judge decisions; returns those that were judged until Ctrl-C was pressed, and whether all were.

    Args:
        moments: The decisions.
        judge: Judges them.
        careful: Judges those that cost most once more, in its place; None where that is no use.
        seed: Seed of the imagined worlds.
        tell: Is called after each.

    Raises:
        ContentError: A fight passes a limit of the solver.
    """
    points: list[Point] = []
    try:
        for moment in moments:
            points.append(point_of(moment, judge, seed))
            tell()
        if careful is not None:
            for point in costliest(points, AGAIN):
                points[points.index(point)] = point_of(point.moment, careful, seed + 1)
                tell()
    except KeyboardInterrupt:
        return points, False
    return points, True


def point_of(moment: Moment, judge: Judge, seed: int) -> Point:
    """Return a decision judged; its imagined worlds depend on the seed and its line alone."""
    luck = int(np.random.SeedSequence([seed, moment.line]).generate_state(1)[0])
    return Point(moment, judge.judge(moment.view, moment.mask, moment.act, luck))
