"""The reward terms of Oathsworn keep the ranges that docs/environments.md gives."""

import numpy as np
import pytest

from shieldmate.agents.environments import make_oathsworn
from shieldmate.tests.conformance.games import SKIRMISH, play_through, random_legal

RANGES = {
    "win": (0, 1),
    "loss": (0, 1),
    "progress": (-1, 0),
    "health": (-24, 24),
    "fallen": (-4, 0),
    "rounds": (-40, 0),
}


def totals(weights, games=40):
    """Reward of whole encounters, how they ended, and the Oathsworn that fell."""
    env = make_oathsworn(SKIRMISH, partners=["random"], rewards={"win": 0.0, **weights})
    rng = np.random.default_rng(0)
    for seed in range(games):
        _, info = env.reset(seed=seed)
        steps = play_through(env, lambda mask: random_legal(mask, rng), info["action_mask"])
        fallen = int(env.arena.states["seats"]["fallen"].sum())
        yield sum(step[1] for step in steps), steps[-1][4]["outcome"], fallen


@pytest.mark.parametrize("term", RANGES)
def test_a_term_stays_in_its_range(term):
    low, high = RANGES[term]
    sums = [total for total, _, _ in totals({term: 1.0})]
    assert low - 1e-9 <= min(sums)
    assert max(sums) <= high + 1e-9
    assert len(set(sums)) > 1 or term == "progress"


def test_shaping_adds_up_to_nothing_but_where_it_began():
    for total, outcome, _ in totals({"progress": 1.0}):
        assert outcome == "truncated" or total == pytest.approx(0, abs=0.7)


def test_win_and_loss_follow_the_outcome():
    for total, outcome, _ in totals({"win": 1.0, "loss": -0.5}):
        assert total == (1.0 if outcome == "win" else 0.0 if outcome == "truncated" else -0.5)


def test_the_fallen_are_counted():
    for total, outcome, fallen in totals({"fallen": 1.0}):
        assert total == pytest.approx(-fallen)
        assert fallen == 4 or outcome != "loss"
