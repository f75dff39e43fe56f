"""Lessons from rollouts: how much better than the scripted choice each option does, played on in a few imagined worlds.

Every option of a decision is played on by the scripted pilots in the same few worlds, to where a search stops, and what
it is worth there beside the scripted choice is noted (Bertsekas, Rollout Algorithms for Discrete Optimization). A few
worlds tell little of one decision, but they lean to no side, and a network that learns from very many decisions finds
where departing from the scripted pilot pays.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from ..agents.pilots import policy_module
from ..envs.core.batch import Deal
from ..envs.core.face import face_named
from ..envs.core.game import Table, mask_of
from ..envs.core.pilot import View
from ..policies.network import Network
from ..policies.search import Search
from ..policies.searching import Race
from .config import ROLLOUT, Config, Imitation
from .crew import METHOD
from .imitation import HELD_BACK, KEPT, Lesson, Watch, batches
from .seeds import WORLD_SEEDS, Luck, Seeds
from .tables import tables_of

MOST = 5
"""Options beside the scripted choice that are tried in one decision; of more, so many are drawn."""
CHUNK = 4_000
"""Decisions that one process collects at a time."""
LOOKED_AT = 0.5
"""Share of the decisions of the learner's seats that are looked at."""
SHARP = 30.0
"""Logit that a lead of 1, from certain loss to certain win, stands for."""
CLEAR = 10.0
"""Leads are about a tenth: times this their errors are of a size that suits the learning rate."""
TRUSTED = 1.0
"""Errors up to so much, times `CLEAR`, count squared and larger ones in a line: luck has long tails."""
LEAST = 0.02
"""Spread of leads that no kind of decision is held to be below, so that none outweighs all others."""
IDLE = -0.05
"""What an idle action is taught to lead by."""
DECAY = 0.03
WARM = 0.1
"""Share of the steps in which the learning rate rises."""
NONE = -1
UNTRIED = -1e4
"""Logit of what was not tried."""


@dataclass(frozen=True)
class Leads:
    """Decisions with what was tried in them.

    Attributes:
        observations: Of the type `KEPT`, ``(n, width + 1)``, the scripted choice last.
        acts: Int16 ``(n, MOST + 1)``: the options tried, the scripted choice first; -1 for none.
        leads: Of the type `KEPT`, of the same shape: how much more likely to win than with the scripted choice.
        worth: Float32 ``(n,)``: how likely a win is with the scripted choice.
        kinds: Int16 ``(n,)``: kinds of decision.
        sure: Bool ``(n,)``: the leads are exact.
    """

    observations: NDArray[np.float16]
    acts: NDArray[np.int16]
    leads: NDArray[np.float16]
    worth: NDArray[np.float32]
    kinds: NDArray[np.int16]
    sure: NDArray[np.bool_]

    def __len__(self) -> int:
        """Return the number of decisions."""
        return len(self.acts)

    def weights(self) -> NDArray[np.float32]:
        """Return how much each decision counts, 1 in the mean: less where leads of its kind are loud."""
        tried = self.acts != NONE
        tried[:, 0] = False
        spread = np.array([self._spread(kind, tried) for kind in range(int(self.kinds.max()) + 1)])
        weights = 1 / np.maximum(spread, LEAST)[self.kinds] ** 2
        scaled: NDArray[np.float32] = (weights / weights.mean()).astype(np.float32)
        return scaled

    def _spread(self, kind: int, tried: NDArray[np.bool_]) -> float:
        rows = self.kinds == kind
        leads = self.leads[rows][tried[rows]].astype(np.float64)
        return float(leads.std()) if len(leads) else 1.0


def blank(size: int, width: int) -> Leads:
    """Return room for so many decisions, with observations of a width."""
    return Leads(
        np.zeros((size, width + 1), KEPT),
        np.full((size, MOST + 1), NONE, np.int16),
        np.zeros((size, MOST + 1), KEPT),
        np.zeros(size, np.float32),
        np.zeros(size, np.int16),
        np.zeros(size, bool),
    )


def together(parts: Sequence[Leads]) -> Leads:
    """Return several lessons as one."""
    if len(parts) == 1:
        return parts[0]
    return Leads(
        np.concatenate([part.observations for part in parts]),
        np.concatenate([part.acts for part in parts]),
        np.concatenate([part.leads for part in parts]),
        np.concatenate([part.worth for part in parts]),
        np.concatenate([part.kinds for part in parts]),
        np.concatenate([part.sure for part in parts]),
    )


def exact_leads(lesson: Lesson, kind: int, kinds: int, rng: np.random.Generator) -> Leads:
    """Return how much options lead by the exact solution: the best one, and others drawn as rollouts draw them.

    Args:
        lesson: Decisions with what each action loses, and the scripted choice last in each observation.
        kind: Where the kind of a decision stands in an observation, one number for each of so many.
        kinds: How many.
        rng: Draws them.
    """
    rows = np.arange(len(lesson))
    losses = lesson.losses
    assert losses is not None
    first = lesson.observations[:, -1].astype(np.int64)
    order = rng.random(lesson.masks.shape)
    order[~lesson.masks] = 2
    order[rows, lesson.acts] = -1
    order[rows, first] = -2
    acts = np.argsort(order, axis=1)[:, : MOST + 1]
    told = np.take_along_axis(order, acts, axis=1) < 1
    leads = losses[rows, first][:, None] - np.take_along_axis(losses, acts, axis=1)
    return Leads(
        lesson.observations,
        np.where(told, acts, NONE).astype(np.int16),
        np.where(told, leads, 0).astype(KEPT),
        lesson.worth - losses[rows, first],
        lesson.observations[:, kind : kind + kinds].argmax(axis=1).astype(np.int16),
        np.ones(len(lesson), bool),
    )


def collect(
    config: Config,
    folder: Path,
    plan: Imitation,
    seed: int,
    watch: Callable[[int, int], None],
    network: Network | None = None,
    k: int = 0,
    jobs: int = 1,
) -> Leads:
    """Play games and note what each option is worth beside the scripted choice.

    Args:
        config: Of the run; the seats that learn are looked at.
        folder: Where its files are.
        plan: How many decisions, in how many worlds each, and the share that is taken at random.
        seed: Of the run; what is collected does not depend on `jobs`.
        watch: Called with what is done and the whole, now and then.
        network: Who plays the learner's seats; None for the scripted pilot.
        k: Number of the round, from 0; each has luck of its own.
        jobs: How many processes play.
    """
    sizes = [min(CHUNK, plan.decisions - first) for first in range(0, plan.decisions, CHUNK)]
    collector = partial(Collector, config, folder, plan, network, (seed, Luck.ROLLED_OUT, k))
    whole, done = blank(plan.decisions, face_named(config.game).layout.width), 0
    with closing(results(collector, sizes, jobs)) as lessons:
        for part in lessons:
            for name, room in vars(whole).items():
                room[done : done + len(part)] = getattr(part, name)
            done += len(part)
            watch(done, plan.decisions)
    return whole


def results(collector: Callable[[], Collector], sizes: Sequence[int], jobs: int) -> Generator[Leads]:
    """Give the lesson of each chunk, in order."""
    if jobs == 1:
        yield from map(collector().lesson, range(len(sizes)), sizes)
        return
    context: Any = multiprocessing.get_context(METHOD)
    stop = context.Event()
    pool = ProcessPoolExecutor(min(jobs, len(sizes)), context, _begin, (collector, stop))
    try:
        yield from pool.map(_lesson, range(len(sizes)), sizes)
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


_here: list[Any] = []
"""The collector of this process, and the event that ends its work."""


def _begin(collector: Callable[[], Collector], stop: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the run
    threading.Thread(target=_end_with_the_run, daemon=True).start()
    torch.set_num_threads(1)
    _here[:] = [collector(), stop]


def _end_with_the_run() -> None:
    """End this process once the run was killed: the pool would have it wait for work for ever."""
    if (run := multiprocessing.parent_process()) is not None:
        run.join()
        os._exit(1)


def _lesson(chunk: int, size: int) -> Leads:
    lesson: Leads = _here[0].lesson(chunk, size, _here[1].is_set)
    return lesson


class Collector:
    """Plays games in one process and looks at decisions in them."""

    def __init__(
        self, config: Config, folder: Path, plan: Imitation, network: Network | None, luck: tuple[int, ...]
    ) -> None:
        """Set the tables; `luck` is the seed of all its luck, but for the number of a chunk."""
        self.face = face_named(config.game)
        self.search: Search = policy_module(config.game, "search").SEARCH
        self.guide: Any = self.search.guide()
        self.tables = tables_of(config, folder, plan.tables)
        self.plan = plan
        self.worlds = int(plan.teacher.removeprefix(ROLLOUT))
        self.network = network
        self.luck = luck

    def lesson(self, chunk: int, size: int, stop: Callable[[], bool] = lambda: False) -> Leads:
        """Return what so many decisions tell; which ones follows from the number of the chunk.

        Once `stop` says so no game is begun any more, and the rest is empty.
        """
        self.rng = np.random.default_rng([*self.luck, chunk])
        self.at = 0
        self.out = blank(size, self.face.layout.width)
        while self.at < size and not stop():
            self.play(self.tables.deals[int(self.rng.integers(len(self.tables.deals)))])
        return self.out

    def play(self, deal: Deal) -> None:
        """Play one game, or until enough was seen."""
        table = Table(self.face.rules, self.tables.books[deal.book][None].copy(), log=False)
        table.reset(int(Seeds.TRAIN.draw(1, self.rng)[0]))
        # Partners that are not compiled play by themselves, and as the scripted pilot where options are played on.
        addresses = np.array([getattr(who, "address", 0) or self.guide.address for who in deal.partners], np.int64)
        while table.views[0].outcome == 0 and self.at < len(self.out):
            mask, partner = mask_of(table), deal.partners[table.views[0].seat]
            view = self.face.view(table.states, 0, table.books, 0, table.views[0].seat)
            if partner is not None:
                table.apply(int(partner.act(view, mask, self.rng)))
                continue
            first = int(self.guide.act(view, mask, self.rng))
            logits = self.logits(view, mask, first)
            if mask.sum() > 1 and self.rng.random() < LOOKED_AT:
                self.look(view, mask, first, logits, addresses)
            table.apply(self.chosen(mask, first, logits))

    def logits(self, view: View, mask: NDArray[np.int8], first: int) -> NDArray[np.float32] | None:
        """Return the network's logits, where one plays."""
        if self.network is None:
            return None
        row = np.append(view.observation, np.float32(first)) if self.network.hint else view.observation
        return self.network.logits(row, mask)

    def look(
        self,
        view: View,
        mask: NDArray[np.int8],
        first: int,
        logits: NDArray[np.float32] | None,
        addresses: NDArray[np.int64],
    ) -> None:
        """Note what the options are worth."""
        others = np.setdiff1d(np.flatnonzero(mask), [first, *self.search.idle])
        idle = [act for act in self.search.idle if mask[act] and act != first]
        if len(others) > MOST - len(idle):
            others = self.drawn(others, MOST - len(idle), logits)
        acts = [first, *others.tolist()]
        race = Race(self.search, self.guide.address, view, acts, int(self.rng.integers(WORLD_SEEDS)), 1)
        race.addresses[: len(addresses)] = addresses
        race.play(self.worlds)
        out, at = self.out, self.at
        out.observations[at, :-1], out.observations[at, -1] = view.observation, first
        out.acts[at, : len(acts) + len(idle)] = acts + idle
        out.leads[at, : len(acts)] = race.candidates["lead"] / self.worlds
        out.leads[at, len(acts) : len(acts) + len(idle)] = IDLE
        out.kinds[at] = race.kind
        out.worth[at] = race.candidates["total"][0] / self.worlds
        self.at += 1

    def drawn(self, acts: NDArray[np.int64], most: int, logits: NDArray[np.float32] | None) -> NDArray[np.int64]:
        """Return so many of the options: all but one as the network likes them, where one plays, else any alike."""
        if logits is None:
            return self.rng.choice(acts, most, replace=False)
        order = self.rng.permutation(acts)
        liked = np.argsort(-logits[order] - self.rng.gumbel(size=len(order)))[: most - 1]
        return np.append(order[liked], np.delete(order, liked)[0])

    def chosen(self, mask: NDArray[np.int8], first: int, logits: NDArray[np.float32] | None) -> int:
        """Return what is played: by the network or the scripted pilot, now and then at random."""
        if self.rng.random() < self.plan.explore:
            return int(self.rng.choice(np.flatnonzero(mask)))
        return first if logits is None else int(logits.argmax())


def learn(policy: Any, leads: Leads, plan: Imitation, seed: int, watch: Watch) -> float:
    """Teach a policy how much each option leads, or with `regret` to choose what leads.

    Returns the share of the variance of leads that it tells, or how much its choices lead, in decisions held back.

    Args:
        policy: The policy, of which choices and values are taught.
        leads: What was tried.
        plan: How: epochs, batch, learning rate, and the weight of leads.
        seed: Of the run.
        watch: Called with the steps done and to be done, and the losses of the last.
    """
    held = np.arange(len(leads) // HELD_BACK)
    taught = np.arange(len(held), len(leads))
    weights = leads.weights()
    optimiser = torch.optim.AdamW(policy.parameters(), lr=plan.rate, weight_decay=DECAY)
    steps = plan.epochs * max(1, len(taught) // plan.batch)
    rising = max(steps, ceil(1 / WARM) + 1)  # it divides by the steps up to its height, less one
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, plan.rate, total_steps=rising, pct_start=WARM)
    for step, rows in enumerate(batches(taught, plan.batch, plan.epochs, seed)):
        losses = losses_of(policy, leads, rows, weights[rows], plan.regret)
        optimiser.zero_grad()
        losses["loss"].backward()
        torch.nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        watch(step + 1, steps, losses)
    with torch.no_grad():
        if plan.regret:
            logits, told, *_ = chosen(policy, leads, held)
            return float(told.gather(1, logits.argmax(dim=1, keepdim=True)).mean())
        found, told, *_ = compared(policy, leads, held)
    return float(1 - ((found - told) ** 2).mean() / told.var())


def losses_of(
    policy: Any, leads: Leads, rows: NDArray[np.int64], weights: NDArray[np.float32], regret: float
) -> dict[str, Any]:
    """Return how far a policy is from leads and worths, or with `regret` what its choices give away; the latter alone.

    What a choice is expected to lead by is a sum of leads: the luck in them leans to no side, and with very many
    decisions it cancels out. Where leads are exact the best option is known, and is taught as well.
    """
    if regret:
        logits, told, value, worth = chosen(policy, leads, rows)
        led = (logits.softmax(dim=1) * told).sum(dim=1).mean()
        sure = torch.as_tensor(leads.sure[rows], device=logits.device).float()
        missed = functional.cross_entropy(logits, told.argmax(dim=1), reduction="none")
        value_loss = functional.mse_loss(value, worth)
        return {"loss": value_loss - regret * led + (sure * missed).mean(), "value_loss": value_loss}
    found, told, others, value, worth = compared(policy, leads, rows)
    errors = functional.huber_loss(found, told, reduction="none", delta=TRUSTED)
    weight = torch.as_tensor(weights, device=errors.device)[:, None].expand_as(others)[others]
    value_loss = functional.mse_loss(value, worth)
    return {"loss": (weight * errors).mean() + value_loss, "value_loss": value_loss}


def chosen(policy: Any, leads: Leads, rows: NDArray[np.int64]) -> tuple[torch.Tensor, ...]:
    """Return the logit of each option that was tried, how much it leads, and values and worths."""
    logits, tried, values, worth = scored(policy, leads, rows)
    told = torch.as_tensor(leads.leads[rows], device=logits.device).float()
    return logits.masked_fill(~tried, UNTRIED), told.masked_fill(~tried, -1.0), values, worth


def compared(policy: Any, leads: Leads, rows: NDArray[np.int64]) -> tuple[torch.Tensor, ...]:
    """Return leads as the policy sees them and as they were found, times `CLEAR`, of which, and values and worths."""
    logits, tried, values, worth = scored(policy, leads, rows)
    found = (logits - logits[:, :1]) * (CLEAR / SHARP)
    others = tried.clone()
    others[:, 0] = False
    told = torch.as_tensor(leads.leads[rows], device=logits.device).float() * CLEAR
    return found[others], told[others], others, values, worth


def scored(policy: Any, leads: Leads, rows: NDArray[np.int64]) -> tuple[torch.Tensor, ...]:
    """Return the logits of options, which of them were tried, and values and worths."""
    device = next(policy.parameters()).device
    observations = torch.as_tensor(leads.observations[rows], device=device).float()
    acts = torch.as_tensor(leads.acts[rows].astype(np.int64), device=device)
    tried = acts != NONE
    masks = torch.zeros((len(rows), policy.net.actions + 1), dtype=torch.bool, device=device)
    masks.scatter_(1, torch.where(tried, acts, policy.net.actions), True)
    seen = observations if policy.net.hint else observations[:, :-1]
    logits, values = policy.net(seen, masks[:, :-1])
    return (
        logits.gather(1, torch.where(tried, acts, 0)),
        tried,
        values,
        torch.as_tensor(leads.worth[rows], device=device),
    )
