"""The searching pilot: what search found about every option, and the choice it makes of that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..envs.core.catalogue import say
from ..envs.core.pilot import View, Why
from .search import LEAN, NOISE, PATH, SPREAD, Candidate, Node, Quest, Search

SEED_BITS = 61
FEWEST = 3
"""Worlds that every option is tried in, if need be by leaving options out."""
GULP = 64
"""Most worlds of one call into machine code, so that an interrupt is heard."""
TREE = 200
"""Simulations from which a tree is grown."""
EXPLORING = 4
"""One world in so many is for the tree to explore."""
TRUST = 0.02
"""Chance to win that a network's choice is expected to be ahead of an option it thinks e times less likely."""
DOUBT = 4.0
"""Simulations that what is expected of the noise counts for beside what was seen."""


Watch = Callable[[int, int], bool]
"""Is told the simulations done and to be done, and says whether to go on."""


class Guide(Protocol):
    """A network that says how likely it is to choose each action."""

    def log_chances(self, view: View, mask: NDArray[np.int8]) -> NDArray[np.float64]:
        """Return the logarithm of the chance of each action; those that are not legal count for nothing."""
        ...


@dataclass(frozen=True)
class Prospect:
    """What search found about an option.

    Attributes:
        act: The option.
        value: Mean chance to win of its simulations.
        error: Standard error of that.
        games: Its simulations.
        lead: How much better than the first choice it is held to be.
    """

    act: int
    value: float
    error: float
    games: int
    lead: float


@dataclass
class Findings:
    """What search found.

    Attributes:
        prospects: Every option that was tried, the best first.
        first: The choice that others were compared with.
        decisions: Decisions made in simulations.
    """

    prospects: list[Prospect]
    first: int
    decisions: int

    @property
    def best(self) -> Prospect:
        """The option to choose."""
        return self.prospects[0]


class SearchPilot:
    """Chooses what search finds best; the same for the same view, budget and luck.

    Attributes:
        budget: Simulations for a decision.
        reason: What its last choice is worth, and the next best.
        decisions: Decisions made in simulations so far.
    """

    def __init__(self, search: Search, budget: int, network: Guide | None = None) -> None:
        """Search with a budget of simulations, guided by a network if there is one."""
        self.search = search
        self.budget = budget
        self.network = network
        self.reason = ""
        self.decisions = 0
        self._guide: Any = None

    @property
    def digest(self) -> str:
        """A hash of all fitted numbers that it decides by."""
        told = sha256(getattr(self.network, "digest", "").encode())
        for part in (self.search.expected(), self.search.weights()):
            told.update(np.ascontiguousarray(part).tobytes())
        return told.hexdigest()

    def act(self, view: View, mask: NDArray[np.int8], rng: np.random.Generator) -> int:
        """Return the best legal action found."""
        legal = np.flatnonzero(mask)
        self.reason = ""
        if len(legal) == 1:
            return int(legal[0])
        found = self.look(view, mask, rng)
        self.decisions += found.decisions
        best, games = found.best, sum(each.games for each in found.prospects)
        self.reason = say("search.reason", value=best.value, error=best.error, games=games)
        if view.name is not None and len(found.prospects) > 1:
            other = found.prospects[1]
            self.reason += say("search.next", next=view.option(other.act), value=other.value)
        return best.act

    def look(
        self, view: View, mask: NDArray[np.int8], rng: np.random.Generator, watch: Watch | None = None
    ) -> Findings:
        """Return what search finds about the options of the pending decision, or found until `watch` ended it."""
        if self._guide is None:
            self._guide = self.search.guide()
        first, acts, leans = self._candidates(view, mask, rng)
        race = Race(self.search, self._guide.address, view, acts, int(rng.integers(1 << SEED_BITS)), self.budget)
        race.watch = watch
        race.run(leans)
        return Findings(race.prospects(), first, int(race.quests[0]["decisions"]))

    def _candidates(
        self, view: View, mask: NDArray[np.int8], rng: np.random.Generator
    ) -> tuple[int, list[int], NDArray[np.float64]]:
        """Return the first choice, the options to try (it first) and how much they are expected to lead by."""
        legal: list[int] = np.flatnonzero(mask).tolist()
        kind = int(view.state["decision"][0])
        lean = np.full(len(mask), self.search.expected()[kind, LEAN])
        if self.network is None:
            first = self._guide.act(view, mask, rng)
            others = [act for act in rng.permutation(legal).tolist() if act != first]
        else:
            chances = self.network.log_chances(view, mask)
            others = sorted(legal, key=lambda act: -chances[act])
            first = others.pop(0)
            lean = np.maximum(TRUST * (chances - chances[first]), -0.5)
        others = [act for act in others if act not in self.search.idle]
        most = max(self.budget // FEWEST, min(self.budget, 2))
        acts = [first, *others[: most - 1]]
        return first, acts, lean[acts]


class Race:
    """Simulations of some options in the same worlds; the worse half is given up again and again."""

    def __init__(self, search: Search, address: int, view: View, acts: Sequence[int], seed: int, budget: int) -> None:
        """Lay out what the compiled search works on."""
        rules, state = search.rules, view.state
        self.search = search
        self.book = view.book
        self.kind = int(state["decision"][0])
        self.budget = budget
        self.states = np.zeros(2, state.dtype)
        self.states[1] = state[0]
        self.words = self.states.view(np.int64).reshape(2, -1)
        self.tapes = rules.tapes()
        self.whys = np.zeros(1, Why.dtype)
        self.addresses = np.full(rules.seats, address, np.int64)
        self.quests = np.zeros(1, Quest.dtype)
        self.candidates = np.zeros(len(acts), Candidate.dtype)
        self.candidates["act"], self.candidates["alive"] = acts, 1
        self.nodes = np.zeros(2 * budget if budget >= TREE else 0, Node.dtype)
        self.path = np.zeros((len(acts) * PATH, 2), np.int32)
        self.room = np.zeros(search.room, np.float32)
        self.posterior = np.zeros(len(acts))
        self.watch: Watch | None = None
        self.stopped = False
        quest = self.quests[0]
        quest["seed"], quest["mark"] = seed, search.mark(rules.state.at(self.states, 1))
        quest["skip"], quest["stop"] = luck_of(state.dtype)

    def run(self, leans: NDArray[np.float64]) -> None:
        """Spend the budget; `leans` is how much each option is expected to lead by."""
        rounds = max(int(np.ceil(np.log2(len(self.candidates)))), 1)
        left = self.budget
        for turn in range(rounds):
            alive = int(self.candidates["alive"].sum())
            worlds = max(left // (rounds - turn) // alive, 1)
            left -= worlds * alive
            exploring = worlds // EXPLORING if len(self.nodes) else 0
            self.play(exploring, explore=True)
            self.play(worlds - exploring)
            self.judge(leans)
            if self.stopped:
                break
            if turn < rounds - 1:
                self.give_up(max((alive + 1) // 2, 2))

    def play(self, worlds: int, explore: bool = False) -> None:
        """Play every option that is alive in so many more worlds, or explore them: that teaches the tree alone.

        Raises:
            RuntimeError: The engine passed one of its limits.
        """
        search = self.search
        self.quests[0]["exploring"] = explore
        while worlds > 0 and not self.stopped:
            status = search.play(
                self.states,
                self.book,
                self.tapes,
                self.whys,
                self.addresses,
                self.words,
                self.quests,
                self.candidates,
                self.nodes,
                self.path,
                search.expected(),
                search.weights(),
                self.room,
                min(worlds, GULP),
            )
            if status != 0:
                raise RuntimeError(f"a simulation stopped with the engine's status {status}")
            worlds -= GULP
            if self.watch is not None:
                self.stopped = not self.watch(int(self.candidates["games"].sum()), self.budget)

    def judge(self, leans: NDArray[np.float64]) -> None:
        """Bring the posterior means of the leads up to date."""
        expected = self.search.expected()[self.kind]
        games = np.maximum(self.candidates["games"], 1)
        noise = expected[NOISE] ** 2
        tight = 1 / expected[SPREAD] ** 2
        mean = self.candidates["lead"] / games
        seen = np.maximum(self.candidates["lead_squares"] / games - mean**2, 0)
        noise = (DOUBT * noise + games * seen) / (DOUBT + games)
        self.posterior = (tight * leans + self.candidates["lead"] / noise) / (tight + games / noise)
        self.posterior[0] = 0.0

    def give_up(self, keep: int) -> None:
        """Leave only the best options, and the first to compare them with."""
        order = np.argsort(-np.where(self.candidates["alive"] == 1, self.posterior, -np.inf), kind="stable")
        self.candidates["alive"] = 0
        self.candidates["alive"][order[:keep]] = 1
        self.candidates["alive"][0] = 1

    def prospects(self) -> list[Prospect]:
        """Return what was found, the best first; what was tried longest goes before what was given up."""
        found = []
        for place, row in enumerate(self.candidates):
            value, error = mean_of(row["total"], row["squares"], row["games"])
            found.append(
                (place, Prospect(int(row["act"]), value, error, int(row["games"]), float(self.posterior[place])))
            )
        found.sort(key=lambda pair: (-int(self.candidates["alive"][pair[0]]), -pair[1].lead))
        return [prospect for _, prospect in found]


def mean_of(total: float, squares: float, games: int) -> tuple[float, float]:
    """Return mean and standard error of what was summed up."""
    n = max(int(games), 1)
    mean = float(total) / n
    spread = max(float(squares) / n - mean**2, 0.0)
    return mean, float(np.sqrt(spread / max(n - 1, 1)))


def luck_of(dtype: np.dtype[np.void]) -> tuple[int, int]:
    """Return the first word of a state that is luck, or counts decisions, and the word behind the last."""
    fields: Any = dtype.fields
    kind, at = fields["chance"]
    return int(fields["decisions"][1]) // 8, (int(at) + int(kind.itemsize)) // 8
