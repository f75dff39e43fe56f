"""Stopping a comparison early: a sequential test on games that two pilots both played."""

from __future__ import annotations

from dataclasses import dataclass
from math import log

RISK = 0.05
"""Chance of either error: to see a difference that is not there, to miss one that is."""
EITHER_WAY = RISK / 2
"""Chance to see such a difference one way: it is looked for both ways."""
ACCEPT, REJECT = log((1 - RISK) / EITHER_WAY), log(RISK / (1 - EITHER_WAY))
UNSEEN = 2
"""Games that might have gone differently besides those that did: few games must not look all alike."""
EVERY = 100
"""Games between two looks."""
FIRST, SECOND, NEITHER = "first", "second", "neither"


@dataclass(frozen=True)
class Sequential:
    """Wald's test of a difference in win rate, on pairs that count -1, 0 or +1, by their mean and spread.

    Each way it sets "no better" against "better by `smallest`".

    Attributes:
        smallest: The smallest difference that matters, above 0.
    """

    smallest: float

    def __post_init__(self) -> None:
        """Check the difference."""
        if not 0 < self.smallest < 1:
            raise ValueError(f"the smallest difference is {self.smallest}; valid: above 0, below 1")

    def evidence(self, ahead: int, behind: int, games: int) -> float:
        """Return the log likelihood ratio of "better by `smallest`" over "no better".

        Args:
            ahead: Games that only this pilot won.
            behind: Games that only the other won.
            games: All games.
        """
        mean = (ahead - behind) / games
        spread = (ahead + behind + UNSEEN) / games - mean**2
        return self.smallest * (2 * mean - self.smallest) * games / (2 * spread)

    def verdict(self, first_only: int, second_only: int, games: int) -> str | None:
        """Return which pilot is better, `NEITHER`, or None while more games are needed."""
        one = self.evidence(first_only, second_only, games)
        two = self.evidence(second_only, first_only, games)
        if one >= ACCEPT:
            return FIRST
        if two >= ACCEPT:
            return SECOND
        return NEITHER if one <= REJECT and two <= REJECT else None
