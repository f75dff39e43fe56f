"""Lessons from search: in each decision that is looked at, what the search holds best and what each other option loses.

Half of the games are played by the search, half by the scripted pilot (or, once there is one, by the network), of which
the search looks at some decisions only: that costs little and shows situations that good play does not come to.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..agents.pilots import DEFAULT, Post, resolve
from ..envs.core.batch import Tables
from ..envs.core.face import Face
from ..envs.core.game import Table, mask_of
from ..envs.core.pilot import View
from ..policies.network import Network
from ..policies.searching import Findings, SearchPilot
from .config import Imitation
from .imitation import KEPT, Lesson
from .seeds import Seeds

LOOKED_AT = 0.3
"""Share of the decisions that are looked at where the search does not play."""
UNTRIED = 0.1
"""Chance to win that an option is held to lose beyond the worst that was tried, where the search did not try it."""


@dataclass
class Notes:
    """What was looked at so far, a row a decision."""

    observations: list[NDArray[Any]] = field(default_factory=list)
    masks: list[NDArray[np.bool_]] = field(default_factory=list)
    acts: list[int] = field(default_factory=list)
    worth: list[float] = field(default_factory=list)
    losses: list[NDArray[np.float32]] = field(default_factory=list)

    def add(self, observation: NDArray[np.float32], mask: NDArray[np.int8], found: Findings) -> None:
        """Note a decision."""
        self.observations.append(observation.astype(KEPT))
        self.masks.append(mask.astype(bool))
        self.acts.append(found.best.act)
        self.worth.append(found.best.value)
        self.losses.append(losses_of(mask, found))

    def lesson(self, decisions: int) -> Lesson:
        """Return the first so many decisions as a lesson."""
        return Lesson(
            np.stack(self.observations[:decisions]),
            np.stack(self.masks[:decisions]),
            np.array(self.acts[:decisions], np.int64),
            np.array(self.worth[:decisions], np.float32),
            np.stack(self.losses[:decisions]),
        )


def losses_of(mask: NDArray[np.int8], found: Findings) -> NDArray[np.float32]:
    """Return what each action loses beside the best, as the search holds it."""
    leads = {each.act: each.lead for each in found.prospects}
    worst = min(leads.values()) - UNTRIED
    best = leads[found.best.act]
    losses = np.zeros(len(mask), np.float32)
    for act in np.flatnonzero(mask).tolist():
        losses[act] = max(best - leads.get(act, worst), 0.0)
    return losses


def collect(
    face: Face,
    tables: Tables,
    plan: Imitation,
    seed: int,
    hint: bool,
    watch: Callable[[int, int], None],
    network: Network | None = None,
) -> Lesson:
    """Play games and note what a search says of decisions in them.

    Args:
        face: The game.
        tables: What is played; all seats are played and looked at.
        plan: How many decisions, by a search of which budget.
        seed: Of the run.
        hint: Whether the scripted pilot's choice is seen beside the observation.
        watch: Called with what is done and the whole, now and then.
        network: Who plays in place of the scripted pilot.
    """
    post = Post(face.rules.name, 0, 0)
    searching, scripted = resolve(plan.teacher, post), resolve(DEFAULT, post)
    if not isinstance(searching, SearchPilot):
        raise TypeError(f"{plan.teacher} does not search")
    rng = np.random.default_rng([seed, 5, int(network is not None)])
    notes, games = Notes(), 0
    while len(notes.acts) < plan.decisions:
        table = Table(face.rules, tables.books[games % len(tables.books)][None].copy(), log=False)
        table.reset(int(Seeds.TRAIN.draw(1, rng)[0]))
        play(face, table, notes, Players(searching, scripted, network, games % 2 == 0, hint, plan.explore), rng)
        games += 1
        watch(min(len(notes.acts), plan.decisions), plan.decisions)
    return notes.lesson(plan.decisions)


@dataclass(frozen=True)
class Players:
    """Who plays a game that is learned from.

    Attributes:
        searching: Looks at decisions.
        scripted: Plays, and is the hint.
        network: Plays in place of the scripted pilot; None where there is none yet.
        leads: Whether the search plays itself.
        hint: Whether the scripted pilot's choice is seen beside the observation.
        explore: Share of the decisions that are taken at random.
    """

    searching: SearchPilot
    scripted: Any
    network: Network | None
    leads: bool
    hint: bool
    explore: float

    def seen(self, view: View, mask: NDArray[np.int8], rng: np.random.Generator) -> NDArray[np.float32]:
        """Return what the network sees."""
        if not self.hint:
            return view.observation
        return np.append(view.observation, np.float32(self.scripted.act(view, mask, rng)))

    def played(self, view: View, mask: NDArray[np.int8], rng: np.random.Generator) -> int:
        """Return the choice of who plays where the search does not."""
        if self.network is None:
            return int(self.scripted.act(view, mask, rng))
        return int(self.network.logits(self.seen(view, mask, rng), mask).argmax())


def play(face: Face, table: Table, notes: Notes, players: Players, rng: np.random.Generator) -> None:
    """Play one game and note the decisions that are looked at."""
    while table.views[0].outcome == 0:
        mask = mask_of(table)
        view = face.view(table.states, 0, table.books, 0, table.views[0].seat)
        looked = mask.sum() > 1 and (players.leads or rng.random() < LOOKED_AT)
        if looked:
            found = players.searching.look(view, mask, rng)
            notes.add(players.seen(view, mask, rng), mask, found)
        if rng.random() < players.explore:
            act = int(rng.choice(np.flatnonzero(mask)))
        elif looked and players.leads:
            act = found.best.act
        else:
            act = players.played(view, mask, rng)
        table.apply(act)
