"""Judging choices: from what the seat had seen alone, the same for the same seed, fooled by no lucky worlds."""

import numpy as np
import pytest

from shieldmate.agents.pilots import policy_module
from shieldmate.apps.setting import Options, set_table
from shieldmate.envs.core.chance import rekey
from shieldmate.envs.core.game import mask_of
from shieldmate.envs.ironsworn.terms import Act
from shieldmate.policies.judging import SearchJudge

pytestmark = pytest.mark.compiled

SCENARIOS = ("ironsworn/epic", "oathsworn/broodmother-even")


def at_decision(scenario, decisions):
    """A session after some choices of the scripted pilot."""
    session = set_table(Options(scenario, seed=3)).session
    session.begin()
    pilot = policy_module(session.game.name, "pilots").ScriptedPilot()
    rng = np.random.default_rng(0)
    for _ in range(decisions):
        session.decide(pilot.act(session.game.view(session), mask_of(session.table), rng))
    return session


def judge(session, act, seed=1, budget=400):
    judging = SearchJudge(policy_module(session.game.name, "search").SEARCH, budget, worlds=5)
    return judging.judge(session.game.view(session), mask_of(session.table), act, seed)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_luck_to_come_changes_no_verdict(scenario):
    session = at_decision(scenario, 4)
    acts = session.table.legal()
    before = [judge(session, act) for act in acts[:3]]
    rekey(session.state.chance, 987_654_321)
    assert [judge(session, act) for act in acts[:3]] == before


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_another_seed_asks_other_worlds(scenario):
    session = at_decision(scenario, 4)
    act = session.table.legal()[-1]
    assert judge(session, act) == judge(session, act)
    assert len({judge(session, act, seed).skill for seed in range(6)}) > 1


def test_the_reference_s_own_choice_has_no_skill_and_no_error():
    session = at_decision("oathsworn/broodmother-even", 20)
    usual = judge(session, None).act
    verdict = judge(session, usual)
    assert (verdict.skill, verdict.skill_error) == (0, 0)
    assert verdict.value == judge(session, None).value


def test_losses_of_the_best_choice_are_not_made_up_by_lucky_worlds():
    session = at_decision("ironsworn/epic", 6)
    # Judged often, the choice that is best by many games loses nothing beyond the error of the mean.
    many = judge(session, session.table.legal()[0], budget=40_000)
    verdicts = [judge(session, many.best, seed, budget=100) for seed in range(200)]
    losses = np.array([verdict.loss for verdict in verdicts])
    assert losses.mean() < 3 * losses.std() / np.sqrt(len(losses)) + 0.005


def test_waiting_is_the_better_choice_only_where_the_reference_waits():
    """Others go on in simulations, so that it would look free."""
    session = set_table(Options("ironsworn/formidable", characters=["warrior", "warrior"], seed=3)).session
    session.begin()
    pilot, rng, could = policy_module("ironsworn", "pilots").ScriptedPilot(), np.random.default_rng(0), 0
    while session.state.outcome == 0:
        view, mask, legal = session.game.view(session), mask_of(session.table), session.table.legal()
        usual = pilot.act(view, mask, rng)
        other = next((act for act in legal if act not in (usual, Act.WAIT)), None)
        if Act.WAIT in legal and usual != Act.WAIT and other is not None:
            could += 1
            judging = SearchJudge(policy_module("ironsworn", "search").SEARCH, 400, worlds=5)
            assert Act.WAIT not in judging._candidates(mask, other, usual, rng)
            assert judging.judge(view, mask, other, could).best != Act.WAIT
            assert judging._candidates(mask, Act.WAIT, usual, rng)[0] == Act.WAIT
        session.decide(usual)
    assert could > 3
