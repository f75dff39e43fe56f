"""Oathsworn: a seat whose hero fell pilots its ally; the board as text and as picture."""

import numpy as np
import pytest

from shieldmate.agents.environments import make_oathsworn, make_oathsworn_aec, make_oathsworn_vector
from shieldmate.envs.oathsworn.picture import HEIGHT, WIDTH
from shieldmate.envs.oathsworn.terms import Form
from shieldmate.tests.conformance.games import SKIRMISH, random_legal


def test_a_fallen_seat_pilots_its_ally():
    """It stays an agent of the game, is asked for its ally, and acts for it."""
    env = make_oathsworn_aec("two-bosses", difficulty="dread")
    rng = np.random.default_rng(0)
    acted = 0
    for seed in range(12):
        env.reset(seed=seed)
        while not any(env.terminations.values()) and not any(env.truncations.values()):
            assert len(env.agents) == 4
            seat = env.possible_agents.index(env.agent_selection)
            mine = env.arena.states[0]["seats"][seat]
            acted += mine["form"] == Form.ALLY
            env.step(random_legal(env.last()[4]["action_mask"], rng))
    assert acted > 10


def test_a_learner_without_an_ally_is_played_to_the_end():
    env = make_oathsworn(SKIRMISH, partners=["random"], seats=[1])
    rng = np.random.default_rng(0)
    fell = 0
    for seed in range(30):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            state = env.arena.states[0]
            assert state["seats"][1]["form"] != Form.FALLEN
            *_, terminated, truncated, info = env.step(random_legal(info["action_mask"], rng))
            over = terminated or truncated
        fell += int(env.arena.states[0]["seats"][1]["fallen"])
    assert fell > 5


@pytest.mark.parametrize("scenario", ["broodmother", "two-bosses", SKIRMISH])
def test_a_picture_shows_the_board(scenario):
    env = make_oathsworn(scenario, partners=["random"], render_mode="rgb_array")
    assert "rgb_array" in env.metadata["render_modes"]
    rng = np.random.default_rng(0)
    _, info = env.reset(seed=1)
    pictures = set()
    for _ in range(5):
        picture = env.render()
        assert picture.shape == (HEIGHT, WIDTH, 3)
        assert picture.dtype == np.uint8
        assert len(np.unique(picture[::3, ::3] @ np.array([1, 256, 65536]))) > 50
        pictures.add(picture.tobytes())
        *_, terminated, truncated, info = env.step(random_legal(info["action_mask"], rng))
        if terminated or truncated:
            env.render()
            break
    assert len(pictures) > 1


def test_a_batch_is_drawn_game_by_game():
    env = make_oathsworn_vector(2, SKIRMISH, partners=["random"], render_mode="rgb_array")
    env.reset(seed=1)
    assert [picture.shape for picture in env.render() or ()] == [(HEIGHT, WIDTH, 3)] * 2


def test_an_unknown_way_to_render_is_refused():
    with pytest.raises(ValueError, match=r"render_mode is 'human'; valid: ansi, rgb_array, None"):
        make_oathsworn(SKIRMISH, render_mode="human", partners=["random"])
