"""The reward terms of Ironsworn keep the ranges that docs/environments.md gives."""

import numpy as np
import pytest

from shieldmate.agents.environments import make_ironsworn
from shieldmate.tests.conformance.games import play_through, random_legal

SEATS = 2
RANGES = {
    "win": (0, 1),
    "loss": (0, 1),
    "progress": (-1, 0),
    "health": (-5 * SEATS, 5 * SEATS),
    "spirit": (-5 * SEATS, 5 * SEATS),
    "supply": (-5, 5),
    "debility": (-8 * SEATS, 8 * SEATS),
    "fallen": (-SEATS, 0),
    "regret": (-4, 0),
}


def totals(weights, foe="dangerous", fights=60):
    """Reward of whole fights, how they ended, and the health that was lost."""
    rewards = {"win": 0.0, **weights}
    party = ["warrior"] * SEATS
    rules = {"flee": False, "end_weak": "narrative", "end_gate": "initiative"}
    env = make_ironsworn(foe, party, partners=["random"], rules=rules, rewards=rewards)
    rng = np.random.default_rng(0)
    for seed in range(fights):
        _, info = env.reset(seed=seed)
        before = env.arena.states["characters"]["health"].sum()
        steps = play_through(env, lambda mask: random_legal(mask, rng), info["action_mask"])
        lost = before - env.arena.states["characters"]["health"].sum()
        yield sum(step[1] for step in steps), steps[-1][4]["outcome"], lost


@pytest.mark.parametrize("term", RANGES)
def test_a_term_stays_in_its_range(term):
    low, high = RANGES[term]
    sums = [total for foe in ("dangerous", "epic") for total, _, _ in totals({term: 1.0}, foe)]
    assert low - 1e-9 <= min(sums)
    assert max(sums) <= high + 1e-9
    assert len(set(sums)) > 1 or term == "progress"


def test_shaping_adds_up_to_nothing_but_where_it_began():
    for total, outcome, _ in totals({"progress": 1.0}):
        assert outcome == "truncated" or total == pytest.approx(0, abs=0.2)


def test_win_and_loss_follow_the_outcome():
    for total, outcome, _ in totals({"win": 1.0, "loss": -0.5}):
        assert total == (1.0 if outcome == "win" else 0.0 if outcome == "truncated" else -0.5)


def test_costs_are_what_the_party_lost():
    for total, _, lost in totals({"health": 1.0}):
        assert total == -lost
