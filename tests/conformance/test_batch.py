"""The batched environment of every game; numbers are those of the outside cases, section E."""

import copy

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv

from shieldmate.envs.core.game import WIN, IllegalActionError
from shieldmate.tests.conformance.games import arrays, random_legal, same

N = 3
MODES = list(AutoresetMode)


def choices(masks, rng):
    """A random legal action a row; 0 where a game is over."""
    return np.array([random_legal(mask, rng) if mask.any() else 0 for mask in masks])


def masks_of(info):
    return info["action_mask"]


class Clerk:
    """A partner that is not compiled: it chooses by its own luck."""

    def act(self, view, mask, rng):
        assert not view.state["chance"]["key"].any()
        return random_legal(mask, rng)


def frozen(env):
    return env.arena.states.tobytes(), env.arena.runs.tobytes()


def test_it_is_declared_how_games_begin_anew(game):
    assert game.make_vector(2).metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert game.make_vector(2, autoreset_mode="SameStep").metadata["autoreset_mode"] is AutoresetMode.SAME_STEP


def test_spaces_hold_what_is_returned(game):
    for settings in game.varied:
        env = game.make_vector(N, **settings)
        obs, info = env.reset(seed=1)
        rng = np.random.default_rng(0)
        for _ in range(60):
            assert env.observation_space.contains(obs)
            actions = choices(masks_of(info), rng)
            assert env.action_space.contains(actions)
            obs, rewards, terminated, truncated, info = env.step(actions)
            assert rewards.dtype == np.float64
            assert terminated.dtype == truncated.dtype == np.bool_


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP], ids=str)
@pytest.mark.parametrize("partner", ["random", Clerk()], ids=["compiled", "python"])
@pytest.mark.parametrize("observation", ["dict", "flat"])
def test_135_it_is_so_many_lone_environments(game, mode, partner, observation):
    settings = {**game.party, "partners": [partner], "seats": [1], "max_decisions": 9, "observation": observation}
    batch = game.make_vector(N, autoreset_mode=mode, **settings)
    sync = SyncVectorEnv([lambda: game.make(**settings)] * N, autoreset_mode=mode)
    (obs, info), (lone, lone_info) = batch.reset(seed=7), sync.reset(seed=7)
    rng = np.random.default_rng(5)
    ends = 0
    for _ in range(150):
        assert same(obs, lone)
        masks = np.stack(list(masks_of(lone_info)))
        assert np.array_equal(masks_of(info), masks)
        actions = choices(masks, rng)
        obs, *told, info = batch.step(actions)
        lone, *lone_told, lone_info = sync.step(actions)
        assert all(np.array_equal(one, other) for one, other in zip(told, lone_told, strict=True))
        ended = told[1] | told[2]
        ends += ended.sum()
        if mode is AutoresetMode.SAME_STEP and ended.any():
            for i in np.flatnonzero(ended):
                assert same(info["final_obs"][i], lone_info["final_obs"][i])
                assert info["final_info"]["outcome"][i] == lone_info["final_info"]["outcome"][i]
    assert ends > 10


def test_135_workers_play_the_same(game):
    settings = {**game.party, "partners": ["random"]}
    batch = game.make_vector(2, **settings)
    workers = AsyncVectorEnv([lambda: game.make(**settings)] * 2)
    try:
        (obs, info), (lone, _) = batch.reset(seed=7), workers.reset(seed=7)
        rng = np.random.default_rng(5)
        for _ in range(40):
            assert same(obs, lone)
            actions = choices(masks_of(info), rng)
            obs, *_, info = batch.step(actions)
            lone, *_ = workers.step(actions)
    finally:
        workers.close()


def test_135_a_second_game_is_another(game):
    env = game.make_vector(N)
    env.reset(seed=7)
    first = env.arena.states["chance"].tobytes()
    env.reset()
    assert env.arena.states["chance"].tobytes() != first
    env.reset(seed=7)
    assert env.arena.states["chance"].tobytes() == first


def to_an_end(env, info):
    """Step until a game ends; gives what that step returned."""
    rng = np.random.default_rng(1)
    while True:
        step = env.step(choices(masks_of(info), rng))
        if (step[2] | step[3]).any():
            return step
        info = step[4]


def test_117_next_step_gives_the_end_then_begins_anew(game):
    env = game.make_vector(N)
    _, info = env.reset(seed=2)
    _, _, terminated, _, info = to_an_end(env, info)
    i = int(np.flatnonzero(terminated)[0])
    assert not info["action_mask"][i].any()
    assert info["outcome"][i] in {"win", "loss", "fled", "surrendered"}
    rng = np.random.default_rng(1)
    actions = choices(masks_of(info), rng)
    actions[i] = -5
    _, rewards, terminated, truncated, info = env.step(actions)
    assert (rewards[i], terminated[i], truncated[i]) == (0.0, False, False)
    assert info["action_mask"][i].any()


def test_117_same_step_begins_anew_and_keeps_the_end(game):
    env = game.make_vector(N, autoreset_mode="SameStep", observation="flat")
    _, info = env.reset(seed=2)
    obs, _, terminated, _, info = to_an_end(env, info)
    i = int(np.flatnonzero(terminated)[0])
    assert info["action_mask"][i].any()
    assert info["_final_obs"].tolist() == terminated.tolist()
    assert not np.array_equal(info["final_obs"][i], obs[i])
    assert info["final_info"]["outcome"][i]


def memory_of_games(env, chosen):
    """The bytes of some games as they lie in memory; a copy that numpy makes leaves those between fields undefined."""
    return [env.arena.states[i : i + 1].tobytes() for i in np.flatnonzero(chosen)]


def test_117_without_autoreset_a_game_must_be_reset(game):
    env = game.make_vector(N, autoreset_mode="Disabled")
    _, info = env.reset(seed=2)
    _, _, terminated, truncated, info = to_an_end(env, info)
    over = terminated | truncated
    with pytest.raises(ResetNeeded, match="reset_mask"):
        env.step(np.zeros(N, np.int64))
    going = memory_of_games(env, ~over)
    _, info = env.reset(options={"reset_mask": over})
    assert memory_of_games(env, ~over) == going
    env.step(choices(masks_of(info), np.random.default_rng(0)))


@pytest.mark.parametrize("mask", [[True] * N, np.ones(N + 1, bool), np.ones(N, np.int8)])
def test_a_wrong_reset_mask_is_refused(game, mask):
    env = game.make_vector(N)
    with pytest.raises(ValueError, match="reset_mask"):
        env.reset(options={"reset_mask": mask})


@pytest.mark.parametrize("observation", ["dict", "flat"])
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP], ids=str)
def test_123_what_was_returned_stays(game, observation, mode):
    env = game.make_vector(N, observation=observation, autoreset_mode=mode)
    obs, info = env.reset(seed=1)
    rng = np.random.default_rng(0)
    returned = [(obs, info)]
    kept = [copy.deepcopy((obs, info))]
    for _ in range(40):
        obs, rewards, terminated, truncated, info = env.step(choices(masks_of(info), rng))
        returned.append(({"obs": obs}, {"r": rewards, "t": terminated, "u": truncated, "m": info["action_mask"]}))
        kept.append(copy.deepcopy(returned[-1]))
    for (obs, info), (old, old_info) in zip(returned, kept, strict=True):
        assert same(obs, old)
        assert same(info, old_info)
    assert not any(np.shares_memory(a, b) for a in arrays(returned[-1][0]) for b in arrays(returned[-2][0]))


def test_123_without_copies_there_is_one_buffer(game):
    env = game.make_vector(N, observation="flat", copy=False)
    _, info = env.reset(seed=1)
    first, *_, info = env.step(choices(masks_of(info), np.random.default_rng(0)))
    second, *_ = env.step(choices(masks_of(info), np.random.default_rng(0)))
    assert np.shares_memory(first, second)


def test_131_an_illegal_action_changes_no_game(game):
    env = game.make_vector(N)
    _, info = env.reset(seed=1)
    actions = choices(masks_of(info), np.random.default_rng(0))
    actions[1] = int(np.flatnonzero(info["action_mask"][1] == 0)[0])
    before = env.arena.states.tobytes()
    with pytest.raises(IllegalActionError, match=f"game 1: action {actions[1]} does not answer"):
        env.step(actions)
    assert env.arena.states.tobytes() == before


@pytest.mark.parametrize("wrong", [np.zeros(N), np.zeros(N + 1, int), 0, [0.5] * N])
def test_109_a_batch_takes_integers(game, wrong):
    env = game.make_vector(N)
    env.reset(seed=1)
    with pytest.raises(TypeError, match=f"actions are {N} integers"):
        env.step(wrong)


def test_121_no_step_before_reset(game):
    with pytest.raises(ResetNeeded):
        game.make_vector(N).step(np.zeros(N, np.int64))


def test_125_copies_of_a_batch_go_their_own_way(game):
    env = game.make_vector(N, **game.party)
    _, info = env.reset(seed=3)
    twin = copy.deepcopy(env)
    before = frozen(env)
    rng = np.random.default_rng(0)
    taken = []
    for _ in range(200):
        taken.append(choices(masks_of(info), rng))
        obs, *_, info = twin.step(taken[-1])
    assert frozen(env) == before
    for actions in taken:
        again, *_ = env.step(actions)
    assert same(obs, again)
    assert np.array_equal(env.arena.states, twin.arena.states)


def test_a_batch_may_hold_several_scenarios(game):
    sources = game.sources
    env = game.make_vector(4, scenario=list(sources), observation="flat")
    obs, _ = env.reset(seed=11)
    for i in range(4):
        lone, _ = game.make(scenario=sources[i % 2], observation="flat").reset(seed=11 + i)
        assert np.array_equal(obs[i], lone)


def test_an_illegal_partner_is_named(game):
    class Cheat:
        def act(self, view, mask, rng):
            return int(np.flatnonzero(mask == 0)[0])

    env = game.make_vector(N, **game.party, partners=[Cheat()], seats=[1])
    with pytest.raises(IllegalActionError, match=r"the partner .*Cheat.* does not answer"):
        env.reset(seed=1)


def test_a_win_is_told_alike_in_every_game(game):
    assert game.face.outcomes["WIN"] == WIN
