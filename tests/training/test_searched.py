"""Lessons from search: what they hold, and that a run learns from them."""

from pathlib import Path

import numpy as np
import pytest

from shieldmate.envs.ironsworn.face import FACE
from shieldmate.training.config import Config, Imitation, Shape, Table, Validation
from shieldmate.training.searched import UNTRIED, collect
from shieldmate.training.tables import tables_of
from shieldmate.training.trainer import Run


@pytest.fixture(scope="module")
def config():
    plan = Imitation(teacher="search:12", decisions=120, epochs=2, batch=32, explore=0.1, regret=5.0)
    return Config(
        game="ironsworn",
        tables=(Table(scenarios=("ironsworn/bear", "ironsworn/troublesome")),),
        network=Shape(hidden=(16,), hint="scripted"),
        imitate=(plan,),
        validation=Validation(games=20, every=1000),
    )


def test_each_decision_has_its_best_choice_and_what_the_others_lose(config):
    tables = tables_of(config, Path())
    lesson = collect(FACE, tables, config.imitate[0], 3, True, lambda done, total: None)
    assert len(lesson) == 120
    assert lesson.observations.shape == (120, FACE.layout.width + 1)
    rows = np.arange(120)
    assert lesson.masks[rows, lesson.acts].all()
    assert lesson.masks[rows, lesson.observations[:, -1].astype(int)].all()
    assert (lesson.masks.sum(axis=1) > 1).all()
    assert lesson.losses is not None
    assert (lesson.losses[rows, lesson.acts] == 0).all()
    assert (lesson.losses >= 0).all()
    assert (lesson.losses[~lesson.masks] == 0).all()
    assert 0 < lesson.losses.max() <= 1 + UNTRIED
    assert ((lesson.worth >= 0) & (lesson.worth <= 1)).all()


def test_the_same_seed_is_the_same_lesson(config):
    tables = tables_of(config, Path())
    one, other = (collect(FACE, tables, config.imitate[0], 4, False, lambda done, total: None) for _ in range(2))
    assert np.array_equal(one.acts, other.acts)
    assert np.array_equal(one.observations, other.observations)


def test_a_run_learns_from_a_search(config, tmp_path):
    told: list[str] = []
    run = Run(config, tables_of(config, Path()), tmp_path)
    run.telling.line = told.append
    run.begin()
    assert any("120" in line for line in told)
    assert run.best >= 0


@pytest.mark.parametrize("teacher", ["search", "search:0", "search:x", "random", "search:10:net"])
def test_other_teachers_are_refused(teacher):
    with pytest.raises(ValueError, match="teacher"):
        Imitation(teacher=teacher)
