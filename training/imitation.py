"""A warm start: what a teacher does in many positions, collected in compiled play and learned before one plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from ..envs.core.batch import Arena, Tables
from ..envs.core.face import Face
from ..envs.core.game import WIN
from ..envs.core.kernel import Mode
from ..policies.network import scripted_pilot
from .config import Imitation
from .seeds import Luck, Seeds

GAMES = 256
Watch: TypeAlias = Callable[[int, int, Mapping[str, torch.Tensor]], None]
"""Is told the steps done, those to be done, and the losses of the last."""
HELD_BACK = 20
"""One decision in so many is not learned from, to tell how often the choice is the same."""
KEPT = np.float16
"""How observations are kept: shares, and ids of actions, all below 2,048."""


@dataclass(frozen=True)
class Lesson:
    """Decisions with what a teacher does.

    Attributes:
        observations: Of the type `KEPT`, ``(n, width)``, or one more with hints.
        masks: Bool ``(n, actions)``.
        acts: The teacher's choices.
        worth: The reward of the rest of the game where it is known, else NaN; or the exact worth of the position.
        losses: What each action loses by the exact solution, ``(n, actions)``; None where there is none.
    """

    observations: NDArray[np.float16]
    masks: NDArray[np.bool_]
    acts: NDArray[np.int64]
    worth: NDArray[np.float32]
    losses: NDArray[np.float32] | None = None

    def __len__(self) -> int:
        """Return the number of decisions."""
        return len(self.acts)


def together(parts: Sequence[Lesson]) -> Lesson:
    """Return several lessons as one; where losses are not told they count for nothing."""
    losses = None
    if any(part.losses is not None for part in parts):
        told = (np.zeros(part.masks.shape, np.float32) if part.losses is None else part.losses for part in parts)
        losses = np.concatenate(list(told))
    return Lesson(
        np.concatenate([part.observations for part in parts]),
        np.concatenate([part.masks for part in parts]),
        np.concatenate([part.acts for part in parts]),
        np.concatenate([part.worth for part in parts]),
        losses,
    )


def collect(
    face: Face, tables: Tables, plan: Imitation, seed: int, hint: bool, watch: Callable[[int, int], None]
) -> Lesson:
    """Play games in which the scripted pilot holds the learner's seats, and note its decisions.

    Decisions of one option teach nothing and are left out.

    Args:
        face: The game.
        tables: What is played.
        plan: How many decisions, and how many are taken at random.
        seed: Of the run.
        hint: Whether its choice is seen beside the observation; then this is about what positions are worth.
        watch: Called with what is done and the whole, now and then.
    """
    rng = np.random.default_rng([seed, Luck.WATCHED])
    arena = Arena(face, tables, GAMES, Mode.SAME_STEP)
    arena.seed(Seeds.TRAIN.draw(GAMES, rng).tolist())
    teacher = scripted_pilot(face.rules.name)
    observations = np.empty((plan.decisions, face.layout.width + hint), KEPT)
    masks = np.empty((plan.decisions, face.rules.actions), bool)
    acts = np.empty(plan.decisions, np.int64)
    worth = np.full(plan.decisions, np.nan, np.float32)
    open_rows: list[list[int]] = [[] for _ in range(GAMES)]
    obs, at = arena.begin(), 0
    Seeds.TRAIN.follow(arena, rng)
    while at < plan.decisions:
        told = arena.choices(teacher)
        rows = np.flatnonzero(arena.mask.sum(axis=1) > 1)[: plan.decisions - at]
        end = at + len(rows)
        observations[at:end, : face.layout.width] = obs[rows]
        observations[at:end, face.layout.width :] = told[rows, None][:, :hint]
        masks[at:end], acts[at:end] = arena.mask[rows], told[rows]
        for row, game in enumerate(rows.tolist(), at):
            open_rows[game].append(row)
        at = end
        astray = rng.random(GAMES) < plan.explore
        told[astray] = (rng.random(arena.mask[astray].shape) * arena.mask[astray]).argmax(axis=1)
        obs = arena.step(told, obs)
        for game in np.flatnonzero(arena.runs["terminated"]).tolist():
            worth[open_rows[game]] = arena.runs["outcome"][game] == WIN
            open_rows[game] = []
        Seeds.TRAIN.follow(arena, rng)
        watch(at, plan.decisions)
    return Lesson(observations, masks, acts, worth)


def learn(policy: Any, lesson: Lesson, plan: Imitation, seed: int, watch: Watch) -> float:
    """Teach a policy a lesson; returns how often it then chooses the same in decisions that were held back.

    Args:
        policy: The policy, of which choices and values are taught.
        lesson: What to teach.
        plan: How: epochs, batch, learning rate, and the weight of losses.
        seed: Of the run.
        watch: Called with the steps done and to be done, and the losses of the last.
    """
    device = next(policy.parameters()).device
    held = np.arange(0, len(lesson), HELD_BACK)
    taught = np.setdiff1d(np.arange(len(lesson)), held)
    optimiser = torch.optim.Adam(policy.parameters(), lr=plan.rate)
    steps = plan.epochs * max(1, len(taught) // plan.batch)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: max(0.0, 1 - step / steps))
    for step, rows in enumerate(batches(taught, plan.batch, plan.epochs, seed)):
        losses = losses_of(policy, lesson, rows, plan.regret, device)
        optimiser.zero_grad()
        losses["loss"].backward()
        torch.nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        watch(step + 1, steps, losses)
    with torch.no_grad():
        logits = masked(policy, lesson, held, device)[0]
    return float((logits.argmax(dim=1).cpu().numpy() == lesson.acts[held]).mean())


def batches(rows: NDArray[np.int64], size: int, epochs: int, seed: int) -> Iterator[NDArray[np.int64]]:
    """Give the rows shuffled anew in every epoch, so many at once; a remainder is left out."""
    rng = np.random.default_rng([seed, Luck.ORDER])
    for _ in range(epochs):
        order = rng.permutation(rows)
        count = max(1, len(rows) // size)
        yield from (order[k * size : (k + 1) * size] for k in range(count))


def masked(policy: Any, lesson: Lesson, rows: NDArray[np.int64], device: Any) -> tuple[torch.Tensor, torch.Tensor]:
    """Return logits, those of actions that are not legal very low, and values."""
    observations = torch.as_tensor(lesson.observations[rows], device=device).float()
    told: tuple[torch.Tensor, torch.Tensor] = policy.net(
        observations, torch.as_tensor(lesson.masks[rows], device=device)
    )
    return told


def losses_of(policy: Any, lesson: Lesson, rows: NDArray[np.int64], regret: float, device: Any) -> dict[str, Any]:
    """Return how far a policy is from the teacher, its choices and what positions are worth, and the latter alone."""
    logits, values = masked(policy, lesson, rows, device)
    loss = functional.cross_entropy(logits, torch.as_tensor(lesson.acts[rows], device=device))
    value_loss = torch.zeros(())
    worth = torch.as_tensor(lesson.worth[rows], device=device)
    known = ~torch.isnan(worth)
    if bool(known.any()):
        value_loss = functional.mse_loss(values[known], worth[known])
        loss = loss + 0.5 * value_loss
    if lesson.losses is not None and regret:
        lost = torch.as_tensor(lesson.losses[rows], device=device)
        loss = loss + regret * (torch.softmax(logits, dim=1) * lost).sum(dim=1).mean()
    return {"loss": loss, "value_loss": value_loss}
