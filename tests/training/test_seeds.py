"""Seeds of learning, of tuning and of reporting, and who plays which."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from shieldmate.envs.core.batch import Arena, Tables
from shieldmate.envs.ironsworn.face import FACE
from shieldmate.envs.ironsworn.scenario import compile_book, make_scenario
from shieldmate.training import imitation, optimal
from shieldmate.training.config import Imitation
from shieldmate.training.learner_env import LearnerEnv
from shieldmate.training.seeds import Seeds


def test_ranges_never_meet():
    spans = sorted(seeds.value for seeds in Seeds)
    assert all(end <= start for (_, end), (start, _) in zip(spans, spans[1:], strict=False))


@pytest.mark.parametrize("seeds", list(Seeds))
def test_all_seeds_are_of_the_range(seeds):
    drawn = seeds.draw(1000, np.random.default_rng(1))
    assert all(int(seed) in seeds.span for seed in drawn)
    assert len(set(drawn.tolist())) == 1000
    last = len(seeds.span) - 3
    assert list(seeds.take(3, last)) == [seeds.span[last], seeds.span[last + 1], seeds.span[-1]]


@pytest.mark.parametrize(("games", "first"), [(4, -1), (-1, 0), (1, 1 << 41), (4, (1 << 40) - 3)])
def test_a_range_is_not_left(games, first):
    with pytest.raises(ValueError, match="seeds from number"):
        Seeds.TEST.take(games, first)


BOOK = compile_book(make_scenario(["troublesome"]))
TABLES = Tables(BOOK, 0, [None])


def by_learner(noted):
    env = LearnerEnv(FACE, TABLES, 16, hint=False, rewards={})
    env.seed(0)
    env.reset()
    while len(noted) < 50:
        noted.update(env.arena.runs["seed"].tolist())
        env.step(env.action_masks().argmax(axis=1))


def by_imitation(noted):
    plan = Imitation(teacher="scripted", decisions=12_000)
    imitation.collect(FACE, TABLES, plan, 0, False, lambda done, total: None)


def by_the_solution(noted):
    solver: Any = SimpleNamespace(book=BOOK, solution=None)
    for _ in optimal.walk(FACE, solver, 0.1, np.random.default_rng(0)):
        if len(noted) > 2 * optimal.GAMES:
            break


def even(solution, states):
    """All legal actions are worth the same."""
    worth = np.full((len(states), FACE.rules.actions), np.nan)
    for row, state in zip(worth, states, strict=True):
        row[state["legal"][: state["n_legal"]]] = 0.5
    return worth


@pytest.mark.compiled
def test_positions_are_worth_what_came_of_their_games():
    epic = Tables(compile_book(make_scenario(["epic"])), 0, [None])
    plan = Imitation(teacher="scripted", decisions=40_000, explore=0.0)
    worth = imitation.collect(FACE, epic, plan, 0, False, lambda done, total: None).worth
    known = worth[~np.isnan(worth)]
    assert len(known) > 0.6 * len(worth), "only games that go on at the end are not known"
    assert set(known.tolist()) == {0.0, 1.0}
    assert known.mean() == pytest.approx(0.45, abs=0.1)  # the scripted pilot wins 44% of such fights


@pytest.mark.compiled
@pytest.mark.parametrize("play", [by_learner, by_imitation, by_the_solution])
def test_games_that_follow_others_are_of_training_seeds_too(monkeypatch, play):
    noted = set()

    class Noted(Arena):
        def step(self, *args):
            obs = super().step(*args)
            noted.update(self.runs["seed"].tolist())
            return obs

    for module in (imitation, optimal):
        monkeypatch.setattr(module, "Arena", Noted)
    monkeypatch.setattr(optimal, "worths", even)
    play(noted)
    assert len(noted) > 32
    assert all(seed in Seeds.TRAIN.span for seed in noted)
