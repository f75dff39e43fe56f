"""Every game under stable-baselines3; numbers are those of the outside cases, section E."""

from typing import Any

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.wrappers import ActionMasker
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv

from shieldmate.tests.conformance.games import first_legal, random_legal, same
from shieldmate.training import vec_env
from shieldmate.training.weights import load_weights, save_weights

pytestmark = pytest.mark.slow


def make_batch(game, n, seed, **settings):
    env = getattr(vec_env, f"make_{game.name}_vec_env")(n, **{**game.base, **settings})
    env.seed(seed)
    return env


def plain(obs: Any) -> Any:
    """Observations as games give them; stable-baselines3 orders the parts of a dict."""
    return dict(obs) if isinstance(obs, dict) else obs


def masks_of(env):
    return np.stack(env.env_method("action_masks"))


@pytest.mark.parametrize("observation", ["dict", "flat"])
def test_the_checker_of_stable_baselines_is_content(game, observation):
    check_env(game.make(observation=observation))


@pytest.mark.parametrize("observation", ["dict", "flat"])
def test_the_batch_is_so_many_lone_environments(game, observation):
    settings = {**game.party, "seats": [1], "max_decisions": 9, "observation": observation}
    batch = make_batch(game, 3, 7, **settings)
    lone = DummyVecEnv([lambda: Monitor(game.make(**settings))] * 3)
    lone.seed(7)
    obs, lone_obs = batch.reset(), lone.reset()
    rng = np.random.default_rng(0)
    ends = 0
    for _ in range(150):
        assert same(plain(obs), plain(lone_obs))
        masks = masks_of(batch)
        assert np.array_equal(masks, masks_of(lone))
        actions = np.array([random_legal(mask, rng) for mask in masks])
        obs, rewards, dones, infos = batch.step(actions)
        lone_obs, lone_rewards, lone_dones, lone_infos = lone.step(actions)
        assert np.array_equal(rewards, lone_rewards)
        assert np.array_equal(dones, lone_dones)
        for i in np.flatnonzero(dones):
            ends += 1
            assert same(infos[i]["terminal_observation"], lone_infos[i]["terminal_observation"])
            for key in ("TimeLimit.truncated", "outcome"):
                assert infos[i][key] == lone_infos[i][key]
            assert infos[i]["episode"]["r"] == pytest.approx(lone_infos[i]["episode"]["r"])
            assert infos[i]["episode"]["l"] == lone_infos[i]["episode"]["l"]
    assert ends > 10


def test_113_masks_are_found_behind_monitor(game):
    env = DummyVecEnv([lambda: Monitor(game.make())])
    env.reset()
    assert masks_of(env).any()
    wrapped = ActionMasker(Monitor(game.make()), lambda inner: inner.get_wrapper_attr("action_masks")())
    wrapped.reset()
    assert wrapped.action_masks().any()


def test_119_an_end_on_the_limit_is_not_bootstrapped(game):
    env = make_batch(game, 1, 1)
    env.reset()
    steps, done = 0, [False]
    while not done[0]:
        _, _, done, infos = env.step(np.array([first_legal(masks_of(env)[0])]))
        steps += 1
    for limit, truncated in ((steps, False), (steps - 1, True)):
        env = make_batch(game, 1, 1, max_decisions=limit)
        env.reset()
        for _ in range(limit):
            _, _, done, infos = env.step(np.array([first_legal(masks_of(env)[0])]))
        assert done[0]
        assert infos[0]["TimeLimit.truncated"] is truncated


def small(env, seed=0):
    torch.set_num_threads(1)
    shape: dict[str, Any] = {"policy_kwargs": {"net_arch": [32]}, "n_steps": 32, "batch_size": 256, "n_epochs": 2}
    return MaskablePPO("MlpPolicy", env, seed=seed, device="cpu", **shape)


def evaluate_episodes(*args: Any, **settings: Any) -> Any:
    return evaluate_policy(*args, **settings)


def test_115_learning_and_evaluation_play_legal_actions_only(game):
    model = small(make_batch(game, 32, 1))
    model.learn(4096)
    rewards, lengths = evaluate_episodes(
        model, make_batch(game, 8, 900), n_eval_episodes=30, return_episode_rewards=True
    )
    assert len(rewards) >= 30
    assert set(rewards) <= {0.0, 1.0}
    assert min(lengths) > 0


def test_133_weights_are_kept_without_pickles(game, tmp_path):
    env = make_batch(game, 4, 1)
    model, other = small(env), small(env, seed=1)
    path = tmp_path / "weights.safetensors"
    save_weights(model.policy, game.face, path)
    load_weights(other.policy, game.face, path)
    obs = env.reset()
    masks = masks_of(env)
    for _ in range(20):
        actions, _ = model.predict(obs, action_masks=masks, deterministic=True)
        again, _ = other.predict(obs, action_masks=masks, deterministic=True)
        assert np.array_equal(actions, again)
        obs, *_ = env.step(actions)
        masks = masks_of(env)


def test_133_what_does_not_fit_is_refused_clearly(game, tmp_path):
    env = make_batch(game, 2, 1)
    model = small(env)
    path = tmp_path / "weights.safetensors"
    path.write_bytes(b"not weights")
    with pytest.raises(ValueError, match="no safetensors file"):
        load_weights(model.policy, game.face, path)
    save_weights(model.policy, game.face, path)
    wide = MaskablePPO("MlpPolicy", env, policy_kwargs={"net_arch": [8]}, device="cpu")
    with pytest.raises(ValueError, match="another network"):
        load_weights(wide.policy, game.face, path)
