"""What a choice was worth: beside what a reference would have chosen, and beside the best choice that is found.

Only what the seat had seen when it chose counts: the luck that followed, and what was hidden, are drawn anew.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..envs.core.pilot import View
from .search import LEAN, Search
from .searching import FEWEST, SEED_BITS, Race, mean_of

LEAST = 8
"""Fewest simulations that a choice is judged by."""
WHOLE = 4
"""A choice's budget over the games that are played to their end for the chance to win before it."""
NEVER = 2**31 - 1
"""A mark that no game comes to: simulations do not end before the game."""


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
    look best. Beside that, games are played to their end for the chance to win before the choice, at every decision in
    the same worlds, so that what changes from one to the next is not their luck.

    Attributes:
        budget: Simulations a choice, half of them for each part.
    """

    def __init__(self, search: Search, budget: int, worlds: int = 0, whole: bool = False) -> None:
        """Judge by so many simulations of a game's search.

        Args:
            search: The game's search.
            budget: Simulations a choice.
            worlds: Seed of the worlds that are the same at every decision.
            whole: Whether choices are compared by whole games too, which has no bias but larger errors.
        """
        self.search = search
        self.whole = replace(search, mark=lambda state: NEVER)
        self.compared = self.whole if whole else search
        self.budget = max(budget, LEAST)
        self.worlds = worlds
        self.guide = search.guide()

    def judge(self, view: View, mask: NDArray[np.int8], act: int | None, seed: int) -> Verdict:
        """Return what a choice was worth, the same for the same seed; None gives the chance to win alone."""
        rng = np.random.default_rng(seed)
        usual = self.guide.act(view, mask, rng)
        value, error = self._value(view, usual)
        if act is None:
            return Verdict(value, error, usual, usual, games=self.budget // WHOLE)
        acts = self._candidates(mask, act, usual, rng)
        race = self._race(self.search, view, acts, int(rng.integers(1 << SEED_BITS)))
        lean = self.search.expected()[race.kind, LEAN]
        leans = np.array([0.0 if each == usual else lean for each in acts])
        race.run(leans - leans[0])
        best = race.prospects()[0].act
        if not is_ahead(race, acts.index(best)):
            best = act
        rows = self._fresh(view, list(dict.fromkeys([act, usual, best])), rng)
        behind, skill_error = lead_of(rows, usual)
        loss, loss_error = lead_of(rows, best)
        return Verdict(value, error, act, best, 0.0 - behind, skill_error, loss, loss_error, int(rows[0]["games"]))

    def _candidates(self, mask: NDArray[np.int8], act: int, usual: int, rng: np.random.Generator) -> list[int]:
        """Return the choice made, what the scripted pilot chooses, and others but idle ones as the budget allows."""
        legal: list[int] = rng.permutation(np.flatnonzero(mask)).tolist()
        others = [usual] * (usual != act) + [each for each in legal if each not in (act, usual, *self.search.idle)]
        return [act, *others[: max(self.budget // 2 // FEWEST, 2) - 1]]

    def _race(self, search: Search, view: View, acts: list[int], seed: int) -> Race:
        """Return a race without a tree, which would play on better than the reference."""
        race = Race(search, self.guide.address, view, acts, seed, self.budget // 2)
        race.nodes = race.nodes[:0]
        return race

    def _value(self, view: View, usual: int) -> tuple[float, float]:
        """Return the chance to win as the reference plays, and its standard error."""
        race = self._race(self.whole, view, [usual], self.worlds)
        race.play(self.budget // WHOLE)
        row = race.candidates[0]
        return mean_of(row["total"], row["squares"], row["games"])

    def _fresh(self, view: View, acts: list[int], rng: np.random.Generator) -> NDArray[np.void]:
        """Return what came of options in worlds of their own."""
        race = self._race(self.compared, view, acts, int(rng.integers(1 << SEED_BITS)))
        race.play(max(self.budget // 2 // len(acts), 2))
        return race.candidates


def lead_of(rows: NDArray[np.void], act: int) -> tuple[float, float]:
    """Return how far an option is ahead of the first that was played in the same worlds, and its standard error."""
    row: Any = next(each for each in rows if each["act"] == act)
    return mean_of(row["lead"], row["lead_squares"], row["games"])


def is_ahead(race: Race, place: int) -> bool:
    """Tell whether an option leads the first by more than a standard error."""
    row = race.candidates[place]
    lead, error = mean_of(row["lead"], row["lead_squares"], row["games"])
    return bool(race.posterior[place] > 0 and lead > error)
