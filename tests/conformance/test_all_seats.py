"""The PettingZoo environment of every game; numbers are those of the outside cases, section E."""

import copy

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.test import api_test, seed_test

from shieldmate.envs.core.game import IllegalActionError
from shieldmate.tests.conformance.games import random_legal


def test_the_checkers_of_pettingzoo_are_content(game, capsys):
    api_test(game.make_aec(**game.party), num_cycles=200)
    seed_test(lambda: game.make_aec(**game.party))


def play(env, rng):
    """Play a game that was reset to its end; gives the rewards handed out and those that `last` showed, per agent."""
    given = dict.fromkeys(env.possible_agents, 0.0)
    shown = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, terminated, truncated, info = env.last()
        shown[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        env.step(random_legal(info["action_mask"], rng))
        for each, value in env.rewards.items():
            given[each] += value
    return given, shown


def test_129_every_reward_reaches_every_agent_once(game):
    settings = {**game.party, "rewards": {"health": 0.25, "progress": 0.5}}
    env = game.make_aec(**settings)
    rng = np.random.default_rng(0)
    env.reset(seed=1)
    for _ in range(200):
        given, shown = play(env, rng)
        assert shown == pytest.approx(given, abs=1e-9)
        assert len(set(given.values())) == 1
        env.reset()


def test_127_all_seats_end_together_and_leave_in_order(game):
    env = game.make_aec(**game.party)
    rng = np.random.default_rng(0)
    for seed in range(20):
        env.reset(seed=seed)
        agents = env.possible_agents
        while not any(env.terminations.values()) and not any(env.truncations.values()):
            assert env.agents == agents
            env.step(random_legal(env.last()[4]["action_mask"], rng))
        assert all(env.terminations.values()) or all(env.truncations.values())
        left = []
        while env.agents:
            with pytest.raises(ValueError, match="None"):
                env.step(0)
            left.append(env.agent_selection)
            env.step(None)
            assert env.agents == [agent for agent in agents if agent not in left]
        assert left == agents


def test_the_agent_to_act_has_the_mask(game):
    env = game.make_aec(**game.party)
    env.reset(seed=1)
    rng = np.random.default_rng(0)
    for _ in range(60):
        if env.last()[2] or env.last()[3]:
            env.reset()
        for agent in env.agents:
            mask = env.infos[agent]["action_mask"]
            assert mask.any() == (agent == env.agent_selection)
            assert env.observation_space(agent).contains(env.observe(agent))
        env.step(random_legal(env.infos[env.agent_selection]["action_mask"], rng))


def test_131_an_illegal_action_changes_nothing(game):
    env = game.make_aec(**game.party)
    env.reset(seed=1)
    before = env.arena.states.tobytes(), env.agent_selection
    illegal = int(np.flatnonzero(env.last()[4]["action_mask"] == 0)[0])
    with pytest.raises(IllegalActionError):
        env.step(illegal)
    with pytest.raises(TypeError):
        env.step(1.5)
    assert (env.arena.states.tobytes(), env.agent_selection) == before


def test_121_no_step_before_reset(game):
    with pytest.raises(ResetNeeded):
        game.make_aec().step(0)


def test_103_games_go_on_without_a_seed(game):
    def openings():
        env = game.make_aec()
        env.reset(seed=1)
        for _ in range(20):
            yield env.arena.states["chance"].tobytes()
            env.reset()

    first = list(openings())
    assert len(set(first)) == 20
    assert list(openings()) == first


def test_125_copies_go_their_own_way(game):
    env = game.make_aec(**game.party)
    env.reset(seed=4)
    twin = copy.deepcopy(env)
    before = env.arena.states.tobytes()
    assert play(twin, np.random.default_rng(1)) == play(copy.deepcopy(env), np.random.default_rng(1))
    assert env.arena.states.tobytes() == before


def test_a_cap_truncates_all_seats(game):
    env = game.make_aec(**game.party, max_decisions=3)
    env.reset(seed=1)
    rng = np.random.default_rng(0)
    for _ in range(3):
        env.step(random_legal(env.last()[4]["action_mask"], rng))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
