"""Observations know no content and nothing hidden, in every game."""

from typing import Any

import numpy as np
import pytest

from shieldmate.agents.pilots import Post, resolve
from shieldmate.tests.conformance.games import play_through, random_legal


def seen(env, seat):
    """What a seat is shown in three ways: the observation, the mask and the view's public data."""
    arena, face = env.arena, env.face
    view = face.view(arena.states, 0, arena.books, 0, seat)
    mask = np.zeros(face.rules.actions, np.int8)
    face.rules.masks(arena.states, 0, mask)
    return view.observation.tolist(), mask.tolist(), view.public, view.state.tobytes()


def test_another_key_of_chance_is_not_seen(game):
    rng = np.random.default_rng(0)
    for settings in game.varied:
        env = game.make(**settings)
        _, info = env.reset(seed=3)
        for _ in range(60):
            seat = env.arena.seat
            before = seen(env, seat)
            chance = env.arena.states["chance"].copy()
            env.arena.states["chance"]["key"] = rng.integers(1 << 32, size=2)
            env.arena.states["chance"]["count"] = rng.integers(100, size=env.arena.states["chance"]["count"].shape)
            assert seen(env, seat) == before
            env.arena.states["chance"] = chance
            *_, terminated, truncated, info = env.step(random_legal(info["action_mask"], rng))
            if terminated or truncated:
                _, info = env.reset()


@pytest.mark.parametrize("name", ["random", "scripted"])
def test_compiled_pilots_read_nothing_hidden(game, name):
    """They choose from a copy without its chance, and leave the true state alone."""
    pilot: Any = resolve(name, Post(game.face.rules.name, 0, 0))
    assert pilot.address
    rng = np.random.default_rng(0)
    env = game.make()
    arena = env.arena

    def choose(mask):
        before = arena.states.tobytes()
        act = pilot.act(game.face.view(arena.states, 0, arena.books, 0, arena.seat), mask, rng)
        assert arena.states.tobytes() == before
        assert mask[act]
        return act

    for seed in range(5):
        _, info = env.reset(seed=seed)
        play_through(env, choose, info["action_mask"])
