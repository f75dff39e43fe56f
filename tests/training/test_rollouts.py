"""Lessons from rollouts: what they hold, that they do not lean, and that a run learns from them."""

import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from shieldmate.envs.ironsworn.terms import Act
from shieldmate.envs.oathsworn.face import FACE
from shieldmate.envs.oathsworn.terms import Decision
from shieldmate.training.config import Config, Imitation, Learning, Shape, Table, Validation
from shieldmate.training.imitation import Lesson
from shieldmate.training.learner_env import LearnerEnv
from shieldmate.training.network import make_model, network_of
from shieldmate.training.rollouts import (
    IDLE,
    MOST,
    NONE,
    SHARP,
    Collector,
    Leads,
    collect,
    exact_leads,
    learn,
    together,
)
from shieldmate.training.tables import tables_of
from shieldmate.training.trainer import MARGINS, Run
from shieldmate.training.vec_env import SeatVecEnv

KIND = FACE.layout.start("decision")


def config_of(decisions=60, **changes):
    plan = Imitation(teacher="rollout:2", decisions=decisions, epochs=2, batch=16, explore=0.1)
    data = {
        "game": "oathsworn",
        "tables": (Table(scenarios=("oathsworn/broodmother-even",)),),
        "network": Shape(hidden=(16,), option=16, hint="scripted", trust=0.0),
        "imitate": (plan,),
        "learn": Learning(frames=0, games=2, steps=8),
        "validation": Validation(games=8, every=1000),
    }
    return Config.model_validate(data | changes)


def lesson_of(config, seed=3, jobs=1, k=0):
    return collect(config, Path(), config.imitate[0], seed, lambda done, total: None, None, k, jobs)


@pytest.fixture(scope="module")
def lesson():
    return lesson_of(config_of())


def test_each_decision_has_the_scripted_choice_first_and_others_that_were_legal(lesson):
    assert len(lesson) == 60
    assert lesson.observations.shape == (60, FACE.layout.width + 1)
    assert np.array_equal(lesson.acts[:, 0], lesson.observations[:, -1].astype(int))
    assert (lesson.leads[:, 0] == 0).all()
    assert not lesson.sure.any()
    assert (lesson.leads[lesson.acts == NONE] == 0).all()
    for row in lesson.acts:
        tried = row[row != NONE]
        assert 2 <= len(tried) <= MOST + 1
        assert len(set(tried.tolist())) == len(tried)
    assert np.abs(lesson.leads.astype(float)).max() <= 1
    assert np.abs(lesson.leads.astype(float)).max() > 0
    assert ((lesson.worth >= 0) & (lesson.worth <= 1)).all()
    assert np.array_equal(lesson.kinds, lesson.observations[:, KIND : KIND + len(Decision)].argmax(axis=1))


def test_idling_is_taught_to_lose_without_being_tried():
    table = Table(scenarios=("ironsworn/epic",), random_parties=3, party_size=3)
    lesson = lesson_of(config_of(80, game="ironsworn", tables=(table,)))
    idle = lesson.acts == Act.WAIT
    assert idle[:, 1:].sum() > 10
    assert (lesson.leads[:, 1:][idle[:, 1:]] == np.float16(IDLE)).all()
    others = lesson.leads[(lesson.acts != NONE) & ~idle].astype(float)
    assert (others > 0).any()
    assert (others < 0).any()


def test_the_exact_solution_tells_leads_over_the_scripted_choice():
    masks = np.array([[1, 1, 0, 1], [0, 1, 1, 0]], bool)
    losses = np.array([[0.3, 0.0, 0.0, 0.1], [0.0, 0.2, 0.0, 0.0]], np.float32)
    observations = np.array([[1, 0, 7, 0], [0, 1, 7, 1]], np.float16)
    exact = Lesson(observations, masks, np.array([1, 2]), np.array([0.9, 0.5], np.float32), losses)
    leads = exact_leads(exact, 0, 2, np.random.default_rng(0))
    assert leads.acts[:, 0].tolist() == [0, 1]
    assert leads.acts[1].tolist() == [1, 2, NONE, NONE]
    assert leads.kinds.tolist() == [0, 1]
    assert leads.sure.all()
    assert leads.worth == pytest.approx([0.6, 0.3])
    told = {act: lead for act, lead in zip(leads.acts[0].tolist(), leads.leads[0].tolist(), strict=True) if act != NONE}
    assert told == pytest.approx({0: 0, 1: 0.3, 3: 0.2}, abs=1e-3)
    assert leads.leads[1].tolist() == pytest.approx([0, 0.2, 0, 0], abs=1e-3)


def test_of_many_options_the_best_is_always_told():
    options = 3 * MOST
    masks = np.ones((1, options), bool)
    losses = np.linspace(0.3, 0, options, dtype=np.float32)[None]
    exact = Lesson(np.array([[1, 4]], np.float16), masks, np.array([options - 1]), np.ones(1, np.float32), losses)
    drawn = {tuple(exact_leads(exact, 0, 1, np.random.default_rng(k)).acts[0].tolist()) for k in range(9)}
    assert len(drawn) == 9
    assert {acts[:2] for acts in drawn} == {(4, options - 1)}
    assert {len(set(acts) - {NONE}) for acts in drawn} == {MOST + 1}


def test_networks_and_searches_play_beside_the_learner_as_they_do_at_a_table(monkeypatch):
    monkeypatch.setattr("shieldmate.training.rollouts.CHUNK", 20)
    lessons = []
    for partner in ("scripted", "net:oathsworn-hero", "search:4"):
        table = Table(scenarios=("oathsworn/broodmother-even",), seats=("_,*,*,*",), partners=(partner,))
        config = config_of(40, tables=(table,))
        one, two = lesson_of(config), lesson_of(config, jobs=2)
        assert np.array_equal(one.observations, two.observations)
        lessons.append(one)
    first, *others = lessons
    for other in others:
        assert np.array_equal(first.observations[0], other.observations[0])
        assert not np.array_equal(first.observations, other.observations)


@pytest.mark.slow
def test_a_run_learns_from_rollouts_and_the_exact_solution_together(tmp_path):
    told: list[str] = []
    fight = Table(scenarios=("ironsworn/troublesome",))
    plans = (
        Imitation(teacher="optimal", decisions=300, tables=(fight,)),
        Imitation(teacher="rollout:2", decisions=200, epochs=1, batch=64),
    )
    config = config_of(game="ironsworn", tables=(fight,), imitate=plans)
    run = Run(config, tables_of(config), tmp_path)
    run.telling.line = told.append
    run.begin()
    assert any("rollouts: 500 decisions" in line for line in told)


def test_the_same_seed_is_the_same_lesson_however_many_collect_it(monkeypatch):
    monkeypatch.setattr("shieldmate.training.rollouts.CHUNK", 20)
    one, two, *others = (lesson_of(config_of(), *how) for how in ((4, 1), (4, 2), (5, 1), (4, 1, 1), (4, 1, 2)))
    for part in ("observations", "acts", "leads", "worth", "kinds"):
        assert np.array_equal(getattr(one, part), getattr(two, part))
    for k, other in enumerate(others):  # another seed, and each further round
        assert not any(np.array_equal(other.acts, before.acts) for before in (one, *others[:k]))


def test_only_the_learners_seats_are_looked_at():
    table = Table(scenarios=("oathsworn/broodmother-even",), seats=("scripted,scripted:bold,_,scripted",))
    config = config_of(30, tables=(table,))
    seats = []

    class Noting(Collector):
        def look(self, view, *rest):
            seats.append(view.seat)
            super().look(view, *rest)

    Noting(config, Path(), config.imitate[0], None, (0,)).lesson(0, 30)
    assert set(seats) == {2}


def test_a_network_plays_its_own_choices():
    config = config_of()
    env = LearnerEnv(FACE, tables_of(config), 2, True, {})
    policy: Any = make_model(config, env, 0, "cpu").policy
    with torch.no_grad():
        policy.net.trust.fill_(-20.0)
    plan = config.imitate[0].model_copy(update={"explore": 0.0})
    played = []

    class Noting(Collector):
        def chosen(self, mask, first, logits):
            act = super().chosen(mask, first, logits)
            if mask.sum() > 1:
                played.append(act == first)
            return act

    for network, same in ((None, True), (network_of(policy), False)):
        played.clear()
        Noting(config, Path(), plan, network, (0,)).lesson(0, 40)
        assert played
        assert set(played) == {same}


def test_of_many_options_those_that_the_network_likes_are_tried_and_one_of_the_others():
    collector = Collector(config_of(), Path(), config_of().imitate[0], None, (0,))
    collector.rng = np.random.default_rng(2)
    acts, logits = np.arange(10, 30), np.full(40, -30.0, np.float32)
    logits[[11, 15, 20]] = 30.0
    drawn = np.array([collector.drawn(acts, 4, logits) for _ in range(400)])
    assert (np.sort(drawn[:, :3]) == [11, 15, 20]).all()
    others = set(acts.tolist()) - {11, 15, 20}
    assert set(drawn[:, 3].tolist()) == others
    assert {tuple(collector.drawn(acts, 20, None).tolist()).count(act) for act in acts} == {1}


def test_a_network_without_a_hint_learns_from_rollouts_too(lesson):
    config = config_of(network=Shape(hidden=(16,), option=16))
    env = LearnerEnv(FACE, tables_of(config), 2, False, {})
    policy = make_model(config, env, 0, "cpu").policy
    assert np.isfinite(learn(policy, lesson, config.imitate[0], 0, lambda *told: None))


def test_the_trust_in_the_hint_becomes_what_wins_most(tmp_path):
    config = config_of(imitate=(), validation=Validation(games=40, every=1000))
    run = Run(config, tables_of(config), tmp_path)
    policy: Any = run.model.policy
    with torch.no_grad():
        policy.net.trust.fill_(-20.0)
    run.settle_trust({"0": 0.0, "60": 60.0})
    assert float(policy.net.trust.detach()) == 40.0


def test_kinds_whose_leads_are_loud_count_for_less():
    acts = np.array([[1, 2]] * 40, np.int16)
    leads = np.zeros((40, 2), np.float16)
    leads[:20, 1] = np.linspace(-0.3, 0.3, 20)
    leads[20:, 1] = np.linspace(-0.1, 0.1, 20)
    kinds = np.array([0] * 20 + [3] * 20, np.int16)
    weights = Leads(
        np.zeros((40, 5), np.float16), acts, leads, np.zeros(40, np.float32), kinds, np.zeros(40, bool)
    ).weights()
    assert weights[39] / weights[0] == pytest.approx(9, rel=0.01)
    assert weights.mean() == pytest.approx(1)


def test_what_is_learned_is_how_much_an_option_leads(lesson):
    """Leads that follow from an option's own features are told to within a few hundredths, in logits `SHARP` a win."""
    config = config_of()
    env = LearnerEnv(FACE, tables_of(config), 2, True, {})
    policy = make_model(config, env, 0, "cpu").policy
    many = together([lesson] * 10)
    tried = many.acts != NONE
    tried[:, 0] = False
    made = np.where(tried, 0.2 * (many.acts % 2) - 0.2 * (many.acts[:, :1] % 2), 0).astype(np.float16)
    taught = Leads(many.observations, many.acts, made, many.worth, many.kinds, many.sure)
    plan = Imitation(teacher="rollout:2", decisions=20, epochs=30, batch=100, rate=1e-2)
    before = learn(policy, taught, plan.model_copy(update={"epochs": 1, "rate": 1e-6}), 0, lambda *told: None)
    after = learn(policy, taught, plan, 0, lambda *told: None)
    assert before < 0.2 < 0.6 < after
    rows = np.arange(60)
    logits = network_of(policy).logits(lesson.observations.astype(np.float32), masks_of(lesson))
    lead = (logits[rows, lesson.acts[:, 1]] - logits[rows, lesson.acts[:, 0]]) / SHARP
    assert np.abs(lead - made[:60, 1]).mean() < 0.1


def test_with_regret_it_learns_to_choose_what_leads_in_the_mean_however_loud_the_luck(lesson):
    """Odd actions lead even ones by 0.1, under noise of 0.5 a decision."""
    config = config_of()
    env = LearnerEnv(FACE, tables_of(config), 2, True, {})
    policy = make_model(config, env, 0, "cpu").policy
    many = together([lesson] * 40)
    tried = many.acts != NONE
    tried[:, 0] = False
    true = np.where(tried, 0.1 * (many.acts % 2) - 0.1 * (many.acts[:, :1] % 2), 0)
    luck = np.where(tried, np.random.default_rng(0).normal(0, 0.5, true.shape), 0)
    taught = Leads(many.observations, many.acts, (true + luck).astype(np.float16), many.worth, many.kinds, many.sure)
    plan = Imitation(teacher="rollout:2", decisions=20, epochs=8, batch=100, rate=3e-3, regret=30.0)
    learn(policy, taught, plan, 0, lambda *told: None)
    logits = network_of(policy).logits(lesson.observations.astype(np.float32), masks_of(lesson))
    best = true[:60].max(axis=1)
    led = np.array([true[row][lesson.acts[row] == act][0] for row, act in enumerate(logits.argmax(axis=1).tolist())])
    assert led.mean() > 0.7 * best.mean() > 0


def masks_of(lesson):
    masks = np.zeros((len(lesson), FACE.rules.actions), bool)
    for row, acts in zip(masks, lesson.acts, strict=True):
        row[acts[acts != NONE]] = True
    return masks


def test_a_run_learns_from_rollouts_and_keeps_to_the_hint_as_far_as_validation_says(tmp_path):
    told: list[str] = []
    config = config_of()
    run = Run(config, tables_of(config), tmp_path)
    run.telling.line = told.append
    run.begin()
    assert any("rollouts: 60 decisions" in line for line in told)
    assert sum("departing" in line for line in told) == len(MARGINS)
    assert run.best >= 0


@pytest.mark.slow
def test_ctrl_c_amid_rollouts_is_one_line_and_the_run_can_begin_again(tmp_path):
    config, folder = tmp_path / "run.toml", tmp_path / "run"
    config.write_text(
        """
        game = "oathsworn"
        tables = [{ scenarios = ["oathsworn/broodmother-even"] }]
        imitate = [{ teacher = "rollout:2", decisions = 1_000_000 }]
        network = { hint = "scripted" }
        learn = { frames = 0, games = 2 }
        validation = { games = 4 }
        """,
        encoding="utf-8",
    )
    line = [sys.executable, "-m", "shieldmate", "train", "--out", str(folder), "--jobs", "2"]
    for more in (["--config", str(config)], ["--resume"]):
        process = subprocess.Popen([*line, *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert process.stderr is not None
        told = process.stderr.readline()
        while "scripted in the same seats" not in told:
            assert told
            told = process.stderr.readline()
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=120)
        assert process.returncode == 130
        assert "Traceback" not in err
        assert err.endswith("Interrupted.\n")
        assert {path.name.partition(".")[0] for path in folder.iterdir()} == {"run", "curve", "events"}


@pytest.mark.parametrize("teacher", ["rollout", "rollout:0", "rollout:x", "random", "search:100"])
def test_other_teachers_are_refused(teacher):
    with pytest.raises(ValueError, match="teacher"):
        Imitation(teacher=teacher)


def test_random_parties_have_companions_in_the_seats_that_are_named():
    table = Table(scenarios=("oathsworn/broodmother",), random_parties=3, companions=(2, 4), seats=("_",))
    forms = SeatVecEnv(FACE, tables_of(config_of(tables=(table,))), 3)
    forms.seed(1)
    forms.reset()
    found = forms.arena.states["seats"]["form"]
    assert (found[:, [1, 3]] == found[0, 1]).all()
    assert (found[:, [0, 2]] == found[0, 0]).all()
    assert found[0, 0] != found[0, 1]
