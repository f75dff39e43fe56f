"""Lessons from the exact solution of solo fights: in every position the best option, and what each other loses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..envs.core.batch import Arena, Tables
from ..envs.core.face import Face
from ..envs.core.kernel import Mode
from ..policies.ironsworn.exact.solver import Solver
from ..policies.ironsworn.exact.supported import check_supported
from ..policies.ironsworn.exact.worths import worths
from ..policies.network import Network, scripted_pilot
from .config import Imitation
from .imitation import KEPT, Lesson, together
from .seeds import Luck, Seeds
from .validation import with_hints

GAMES = 64
MEMORY = 2_500_000_000
"""Bytes a solution may take."""


def collect(
    face: Face,
    tables: Tables,
    plan: Imitation,
    seed: int,
    hint: bool,
    watch: Callable[[int, int], None],
    network: Network | None = None,
    k: int = 0,
) -> Lesson:
    """Play fights and note what the exact solution says of every decision on the way.

    Half of the games are played by the solution, half by the scripted pilot or, once there is one, by the network: it
    is taught where it comes to by itself.

    Args:
        face: Ironsworn.
        tables: Fights of one character, each as often as it is dealt.
        plan: How many decisions, and how many of them are taken at random.
        seed: Of the run.
        hint: Whether the scripted pilot's choice is seen beside the observation.
        watch: Called with what is done and the whole, now and then.
        network: Who plays in place of the scripted pilot.
        k: Number of the round, from 0; each has luck of its own.

    Raises:
        ContentError: A fight that is not solved exactly.
    """
    each = plan.decisions // len(tables.books)
    lessons = []
    for b, solver in enumerate(solvers(tables.books)):
        rng = np.random.default_rng([seed, Luck.SOLVED, b, k])
        lessons.append(lesson_of(face, solver, each, plan.explore, rng, hint, network))
        watch(b + 1, len(tables.books))
    return together(lessons)


def solvers(books: NDArray[np.void]) -> Iterator[Solver]:
    """Give the exact solution of each scenario.

    Raises:
        ContentError: One is not solved exactly.
    """
    for b in range(len(books)):
        book = np.zeros(1, books.dtype)
        book[:] = books[b : b + 1]
        check_supported(book, f"{b + 1}")
        yield Solver(book, f"{b + 1}", memory=MEMORY)


def lesson_of(
    face: Face,
    solver: Solver,
    decisions: int,
    explore: float,
    rng: np.random.Generator,
    hint: bool,
    network: Network | None,
) -> Lesson:
    """Return what the solution of one fight says of decisions that are met in it."""
    rows: list[tuple[NDArray[Any], ...]] = []
    at = 0
    for arena, obs, worth in walk(face, solver, explore, rng, network):
        best = np.nanmax(worth, axis=1)
        asked = np.flatnonzero(arena.mask.sum(axis=1) > 1)
        losses = np.nan_to_num(best[:, None] - worth).astype(np.float32)
        seen = with_hints(arena, obs) if hint else obs
        rows.append(
            (
                seen[asked].astype(KEPT),
                arena.mask[asked].astype(bool),
                np.nanargmax(worth, axis=1)[asked],
                best[asked].astype(np.float32),
                losses[asked],
            )
        )
        at += len(asked)
        if at >= decisions:
            break
    observations, masks, told, value, lost = (np.concatenate(part)[:decisions] for part in zip(*rows, strict=True))
    return Lesson(observations, masks, told, value, lost)


def walk(
    face: Face, solver: Solver, explore: float, rng: np.random.Generator, network: Network | None = None
) -> Iterator[tuple[Arena, NDArray[np.float32], NDArray[np.float64]]]:
    """Play fights for ever; gives them before each decision, what is observed, and what each action is worth.

    Half of the games are played by the solution, half by the scripted pilot or, if there is one, by the network.

    Args:
        face: Ironsworn.
        solver: The fight.
        explore: Share of the decisions that are taken at random.
        rng: Of all that is random.
        network: Who plays in place of the scripted pilot.
    """
    arena = Arena(face, Tables(solver.book, 0, [None]), GAMES, Mode.SAME_STEP)
    arena.seed(Seeds.TRAIN.draw(GAMES, rng).tolist())
    scripted = scripted_pilot(face.rules.name)
    obs, half = arena.begin(), np.arange(GAMES) % 2 == 0
    Seeds.TRAIN.follow(arena, rng)
    while True:
        worth = worths(solver.solution, arena.states)
        yield arena, obs, worth
        played = np.nanargmax(worth, axis=1)
        if network is None:
            played[half] = arena.choices(scripted)[half]
        else:
            seen = with_hints(arena, obs) if network.hint else obs
            played[half] = network.logits(seen[half], arena.mask[half]).argmax(axis=1)
        astray = rng.random(GAMES) < explore
        played[astray] = (rng.random(arena.mask[astray].shape) * arena.mask[astray]).argmax(axis=1)
        obs = arena.step(played)
        Seeds.TRAIN.follow(arena, rng)
