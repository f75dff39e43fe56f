"""Observations know no content and nothing hidden, in every game."""

from typing import Any

import numpy as np
import pytest

from shieldmate.agents.pilots import Post, policy_module, resolve
from shieldmate.envs.core.pilot import Why
from shieldmate.tests.conformance.games import play_through, random_legal


def seen(env, states):
    """What the deciding seat is shown in three ways: the observation, the mask and the view's public data."""
    arena, face = env.arena, env.face
    view = face.view(states, 0, arena.books, 0, arena.seat)
    mask = np.zeros(face.rules.actions, np.int8)
    face.rules.masks(states, 0, mask)
    observation = np.zeros(face.layout.width, np.float32)
    face.rules.observe(states, 0, arena.books, 0, arena.seat, observation)
    assert np.array_equal(observation, view.observation), "the true state shows more than what the seat has seen"
    return observation.tolist(), mask.tolist(), view.public, view.state.tobytes()


def test_what_a_seat_has_not_seen_is_not_shown(game):
    rng = np.random.default_rng(0)
    for settings in game.varied:
        env = game.make(**settings)
        _, info = env.reset(seed=3)
        for _ in range(40):
            before = seen(env, env.arena.states)
            for other in game.alike(env.arena.states, env.arena.seat, rng):
                assert seen(env, other) == before
            *_, terminated, truncated, info = env.step(random_legal(info["action_mask"], rng))
            if terminated or truncated:
                _, info = env.reset()


@pytest.mark.parametrize("name", ["random", "scripted", "scripted:cautious", "scripted:showy"])
def test_compiled_pilots_read_nothing_hidden(game, name):
    """They choose from what the seat has seen as from the true state, and leave that alone."""
    pilot: Any = resolve(name, Post(game.face.rules.name, 0, 0))
    assert pilot.address
    rng = np.random.default_rng(0)
    env = game.make()
    arena = env.arena
    ask = policy_module(game.face.rules.name, "pilots").choose
    whys = np.zeros(1, Why.dtype)

    def choose(mask):
        before = arena.states.tobytes()
        view = game.face.view(arena.states, 0, arena.books, 0, arena.seat)
        draw = int(rng.integers(1 << 62))
        acts = {
            ask(states, 0, arena.books, 0, whys, pilot.address, draw)
            for states in (view.state, arena.states, *game.alike(arena.states, arena.seat, rng))
        }
        act = pilot.act(view, mask, rng)
        assert len(acts) == 1
        assert arena.states.tobytes() == before
        assert mask[act]
        return act

    for seed in range(5):
        _, info = env.reset(seed=seed)
        play_through(env, choose, info["action_mask"])
