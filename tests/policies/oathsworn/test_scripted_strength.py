"""How well four scripted seats play; the measured shares stand in docs/scripted-oathsworn.md."""

import numpy as np
import pytest

from shieldmate.envs.oathsworn.compile import compile_book
from shieldmate.envs.oathsworn.scenario import make_scenario
from shieldmate.envs.oathsworn.terms import Outcome
from shieldmate.policies.oathsworn.pilots import ScriptedPilot
from shieldmate.policies.oathsworn.playout import play_games
from shieldmate.policies.oathsworn.random import RandomPilot

COMPANIONS = "warden:companion,priest:companion,ranger:companion,warbear:companion"
LEAST_WON = {"broodmother": 0.8, "several-dice": 0.95, "two-bosses": 0.95}
"""Share of the games that four scripted seats win at least at the standard difficulty, with room for luck."""


def won(book, pilot, games=300):
    """Share of games won by four seats of a pilot, on seeds that no tuning used."""
    return play_games(book, [pilot.address] * 4, range(9_000_000, 9_000_000 + games)).won


@pytest.mark.compiled
@pytest.mark.parametrize("encounter", LEAST_WON)
def test_beats_random_play_by_far(encounter):
    book = compile_book(make_scenario(encounter))
    assert won(book, ScriptedPilot()) >= LEAST_WON[encounter]
    assert won(book, RandomPilot()) < 0.2


@pytest.mark.compiled
def test_the_even_encounter_is_even():
    """`broodmother-even` is tuned so that four scripted seats win about half of their games."""
    assert 0.35 <= won(compile_book(make_scenario("broodmother-even")), ScriptedPilot(), 400) <= 0.65


@pytest.mark.compiled
@pytest.mark.parametrize("party", ["solo", COMPANIONS])
def test_plays_companions_as_well(party):
    assert won(compile_book(make_scenario("broodmother", party)), ScriptedPilot()) >= 0.8


@pytest.mark.compiled
def test_harder_levels_are_harder():
    shares = [
        won(compile_book(make_scenario("broodmother", None, level)), ScriptedPilot())
        for level in ("journeyman", "free_company", "dread")
    ]
    assert shares == sorted(shares, reverse=True)


@pytest.mark.compiled
def test_one_scripted_seat_helps_a_random_party():
    book = compile_book(make_scenario("two-bosses"))
    ours, luck = ScriptedPilot().address, RandomPilot().address
    seeds = range(9_100_000, 9_100_300)
    helped = play_games(book, [ours, luck, luck, luck], seeds)
    alone = play_games(book, [luck] * 4, seeds)
    assert helped.hp_left.mean() < alone.hp_left.mean()
    assert np.mean(helped.outcomes == Outcome.WIN) >= alone.won
