"""What a choice was worth: beside what a reference would have chosen, and beside the best choice that is found.

Only what the seat had seen when it chose counts: the luck that followed, and what was hidden, are drawn anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..envs.core.pilot import View
from .search import LEAN, Search
from .searching import FEWEST, SEED_BITS, Race

LEAST = 8
"""Fewest simulations that a choice is judged by."""


@dataclass(frozen=True)
class Verdict:
    """What a choice was worth.

    Attributes:
        value: Chance to win as the reference plays, 0 to 1.
        error: Standard error of that; 0 where it is exact.
        act: The choice that was judged, or the reference's.
        best: The best choice found; it is `act` where none better was found.
        skill: How much better than the reference's choice it was; below 0 for worse.
        skill_error: Standard error of that.
        loss: How much better the best choice is; where that is sampled it may come out below 0.
        loss_error: Standard error of that.
        games: Simulations of each choice that the figures are from; 0 where they are exact.
    """

    value: float
    error: float
    act: int
    best: int
    skill: float = 0.0
    skill_error: float = 0.0
    loss: float = 0.0
    loss_error: float = 0.0
    games: int = 0

    @property
    def made(self) -> float:
        """Chance to win with the choice that was judged, the reference playing on."""
        return self.value + self.skill


class Judge(Protocol):
    """Judges choices."""

    def judge(self, view: View, mask: NDArray[np.int8], act: int | None, seed: int) -> Verdict:
        """Return what a choice was worth; None judges none and gives the chance to win alone."""
        ...


class SearchJudge:
    """Judges by simulations in which the scripted pilot, the reference, plays on in all seats.

    One half looks for a better choice. The other plays the choice, the reference's and the better one in fresh worlds,
    the same for all, so that their differences have small errors, and are not fooled by the luck that made one of them
    look best.

    Attributes:
        budget: Simulations a choice, half of them for each part.
    """

    def __init__(self, search: Search, budget: int) -> None:
        """Judge by so many simulations of a game's search."""
        self.search = search
        self.budget = max(budget, LEAST)
        self.guide = search.guide()

    def judge(self, view: View, mask: NDArray[np.int8], act: int | None, seed: int) -> Verdict:
        """Return what a choice was worth, the same for the same seed; None gives the chance to win alone."""
        rng = np.random.default_rng(seed)
        usual = self.guide.act(view, mask, rng)
        if act is None:
            return compared(self._fresh(view, [usual], rng), usual, usual, usual)
        acts = self._candidates(mask, act, usual, rng)
        race = self._race(view, acts, rng)
        lean = self.search.expected()[race.kind, LEAN]
        leans = np.array([0.0 if each == usual else lean for each in acts])
        race.run(leans - leans[0])
        best = race.prospects()[0].act
        if not is_ahead(race, acts.index(best)):
            best = act
        return compared(self._fresh(view, list(dict.fromkeys([act, usual, best])), rng), act, usual, best)

    def _candidates(self, mask: NDArray[np.int8], act: int, usual: int, rng: np.random.Generator) -> list[int]:
        """Return the choice made, what the scripted pilot chooses, and others as the budget allows."""
        legal: list[int] = rng.permutation(np.flatnonzero(mask)).tolist()
        others = [usual] * (usual != act) + [each for each in legal if each not in (act, usual)]
        return [act, *others[: max(self.budget // 2 // FEWEST, 2) - 1]]

    def _race(self, view: View, acts: list[int], rng: np.random.Generator) -> Race:
        """Return a race without a tree, which would play on better than the reference."""
        seed = int(rng.integers(1 << SEED_BITS))
        race = Race(self.search, self.guide.address, view, acts, seed, self.budget // 2)
        race.nodes = race.nodes[:0]
        return race

    def _fresh(self, view: View, acts: list[int], rng: np.random.Generator) -> NDArray[np.void]:
        """Return what came of options in worlds of their own."""
        race = self._race(view, acts, rng)
        race.play(max(self.budget // 2 // len(acts), 2))
        return race.candidates


def compared(rows: NDArray[np.void], act: int, usual: int, best: int) -> Verdict:
    """Return the verdict on the first of some options that were played in the same worlds."""
    found: dict[int, Any] = {int(row["act"]): row for row in rows}
    value, error = mean_of(found[usual]["total"], found[usual]["squares"], found[usual]["games"])
    behind, skill_error = mean_of(found[usual]["lead"], found[usual]["lead_squares"], found[usual]["games"])
    loss, loss_error = mean_of(found[best]["lead"], found[best]["lead_squares"], found[best]["games"])
    return Verdict(value, error, act, best, 0.0 - behind, skill_error, loss, loss_error, int(rows[0]["games"]))


def is_ahead(race: Race, place: int) -> bool:
    """Tell whether an option leads the first by more than a standard error."""
    row = race.candidates[place]
    lead, error = mean_of(row["lead"], row["lead_squares"], row["games"])
    return bool(race.posterior[place] > 0 and lead > error)


def mean_of(total: float, squares: float, games: int) -> tuple[float, float]:
    """Return mean and standard error of what was summed up."""
    n = max(int(games), 1)
    mean = float(total) / n
    spread = max(float(squares) / n - mean**2, 0.0)
    return mean, float(np.sqrt(spread / max(n - 1, 1)))
