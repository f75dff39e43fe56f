"""The compiled kernel does what the same rules do as plain Python."""

import copy

import numpy as np
import pytest

from shieldmate.envs.core.compiler import PLAIN
from shieldmate.tests.conformance.games import random_legal

pytestmark = [pytest.mark.compiled, pytest.mark.skipif(PLAIN, reason="nothing is compiled in plain mode")]


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_compiled_and_plain_steps_are_the_same(game, mode):
    settings = {**game.party, "partners": ["random"], "seats": [1], "observation": "flat", "max_decisions": 7}
    rewards = {"progress": 0.5, "health": 0.1, "fallen": 0.3}
    env = game.make_vector(2, **settings, rewards=rewards, autoreset_mode=mode)
    _, info = env.reset(seed=3)
    twin = copy.deepcopy(env)
    twin.arena._step = game.face.kernel.step.plain
    rng = np.random.default_rng(0)
    for _ in range(25):
        actions = [random_legal(mask, rng) if mask.any() else 0 for mask in info["action_mask"]]
        obs, *told, info = env.step(np.array(actions))
        again, *told_again, info_again = twin.step(np.array(actions))
        assert np.array_equal(obs, again)
        assert all(np.array_equal(one, other) for one, other in zip(told, told_again, strict=True))
        assert np.array_equal(info["action_mask"], info_again["action_mask"])
        assert np.array_equal(env.arena.states, twin.arena.states)
        assert np.array_equal(env.arena.runs, twin.arena.runs)
