"""The scripted pilot: legal and the same everywhere, never stalling, far better than luck, and it says why."""

from collections import Counter
from random import Random

import numpy as np
import pytest
from random_play import random_book

from shieldmate.envs.core.game import Table, mask_of
from shieldmate.envs.core.pilot import View, Why
from shieldmate.envs.ironsworn.game import IRONSWORN
from shieldmate.envs.ironsworn.names import Names
from shieldmate.envs.ironsworn.scenario import built_in_sheet, compile_book, make_scenario
from shieldmate.envs.ironsworn.terms import ACTIONS, RANKS, Act, Decision, Outcome
from shieldmate.envs.ironsworn.view import view_of
from shieldmate.policies.ironsworn.pilots import ScriptedPilot, choose
from shieldmate.policies.ironsworn.playout import play_games
from shieldmate.policies.ironsworn.random import RandomPilot
from shieldmate.policies.ironsworn.reasons import Reason, reason
from shieldmate.policies.ironsworn.scripted.odds import action_odds, end_hit

LEAST_WON = {"troublesome": 0.97, "dangerous": 0.97, "formidable": 0.93, "extreme": 0.77, "epic": 0.40}
"""Share of the fights of the built-in warrior that the pilot wins at least, with room for luck."""


def ask(table, whys, address, draw=0):
    """Answer of the pilot in the table's game."""
    return choose(table.states, 0, table.books, 0, whys, address, draw)


def random_situations(seeds):
    """Play random legal actions in random scenarios and stop at every decision."""
    for seed in seeds:
        rng = Random(seed)
        table = Table(IRONSWORN, random_book(seed))
        table.reset(seed)
        while table.views[0].outcome == Outcome.ON:
            yield table
            table.apply(rng.choice(table.legal()))


def check_situations(seeds):
    """Ask the pilot in random situations; returns how often each kind of decision and each reason came up."""
    whys = np.zeros(1, Why.dtype)
    address = ScriptedPilot().address
    kinds: Counter[int] = Counter()
    codes: Counter[int] = Counter()
    for table in random_situations(seeds):
        before = table.snapshot()
        act = ask(table, whys, address)
        assert act in table.legal()
        assert table.snapshot() == before
        assert ask(table, whys, address, draw=2**61 + 12345) == act
        kinds[table.views[0].decision] += 1
        codes[int(whys[0]["code"])] += 1
    return kinds, codes


@pytest.mark.compiled
def test_twenty_thousand_situations():
    """Every answer is legal without the fallback, the same again, and leaves the state as it was."""
    kinds, codes = check_situations(range(700))
    assert kinds.total() >= 20_000
    assert set(kinds) == set(range(len(Decision) - 1))
    assert codes[Reason.FALLBACK] == codes[Reason.NONE] == 0


def test_a_few_hundred_situations():
    kinds, codes = check_situations(range(12))
    assert kinds.total() >= 200
    assert codes[Reason.FALLBACK] == codes[Reason.NONE] == 0


@pytest.mark.compiled
def test_plain_and_compiled_choose_alike():
    whys = np.zeros(1, Why.dtype)
    plain = np.zeros(1, Why.dtype)
    address = ScriptedPilot().address
    for table in random_situations(range(1000, 1012)):
        act = ask(table, whys, address)
        assert choose.plain(table.states, 0, table.books, 0, plain, address, 0) == act
        assert plain[0] == whys[0]


@pytest.mark.compiled
@pytest.mark.parametrize("rank", RANKS[1:])
def test_beats_random_play(rank):
    book = compile_book(make_scenario([rank]))
    seeds = range(2_000_000, 2_001_000)
    ours = play_games(book, [ScriptedPilot().address], seeds).outcomes == Outcome.WIN
    luck = play_games(book, [RandomPilot().address], seeds).outcomes == Outcome.WIN
    assert ours.mean() >= LEAST_WON[rank]
    assert luck.mean() < 0.3
    assert np.sum(luck & ~ours) < 0.05 * np.sum(ours & ~luck)


@pytest.mark.compiled
def test_party_against_a_foe_and_a_pack():
    party = [built_in_sheet("warrior")] * 4
    book = compile_book(make_scenario(["troll", "wolf:5"], party))
    games = play_games(book, [ScriptedPilot().address] * 4, range(3_000_000, 3_000_500))
    assert np.mean(games.outcomes == Outcome.WIN) > 0.95
    assert games.decisions.max() < 200


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("foes", "seats", "least"),
    [(["raider", "raider"], 1, 0.93), (["troll", "troll"], 2, 0.94), (["epic"], 4, 0.9), (["giant"], 2, 0.93)],
)
def test_wins_with_company_and_against_it(foes, seats, least):
    book = compile_book(make_scenario(foes, [built_in_sheet("warrior")] * seats))
    games = play_games(book, [ScriptedPilot().address] * seats, range(4_000_000, 4_000_500))
    assert np.mean(games.outcomes == Outcome.WIN) >= least


@pytest.mark.compiled
def test_never_stalls():
    """In any scenario a fight ends, and long before the horizon."""
    address = ScriptedPilot().address
    games = [play_games(random_book(seed), [address] * 4, range(seed, seed + 5)) for seed in range(400)]
    decisions = np.concatenate([game.decisions for game in games])
    outcomes = np.concatenate([game.outcomes for game in games])
    assert np.mean(outcomes == Outcome.TRUNCATED) < 0.01
    assert decisions.mean() < 60


def test_the_python_face_answers_as_the_compiled_one():
    table = Table(IRONSWORN, compile_book(make_scenario(["bear"])))
    table.reset(5)
    pilot = ScriptedPilot()

    view = View("ironsworn", 0, "move", table.states, table.books, dict, lambda: np.zeros(0, np.float32))
    act = pilot.act(view, np.ones(ACTIONS, np.int8), np.random.default_rng(1))
    assert act == ask(table, np.zeros(1, Why.dtype), pilot.address)
    assert pilot.reason.endswith(".")


def test_a_reason_names_whom_it_is_about():
    scenario = make_scenario(["wolf:3", "bear"], [built_in_sheet("warrior")])
    table = Table(IRONSWORN, compile_book(scenario))
    table.reset(3)
    pilot, names, told = ScriptedPilot(), Names.of(scenario), []
    while table.views[0].outcome == Outcome.ON:
        about = table.views[0].decision == Decision.FOE
        act = pilot.act(view_of(table, names), mask_of(table), np.random.default_rng(1))
        if about:
            told.append((act - Act.FOE, pilot.reason))
        table.apply(act)
    assert told
    for foe, text in told:
        assert text.startswith(f"{names.foes[foe]}, ")


@pytest.mark.parametrize("code", list(Reason))
def test_every_reason_is_told(code):
    told = reason(code, 9, 64)
    assert bool(told) == (code != Reason.NONE)
    assert "{" not in told


def test_the_reason_to_end_a_fight():
    assert reason(Reason.END, 9, 64) == "9 boxes filled: ending the fight wins 64% strong, misses 4%."


@pytest.mark.parametrize(
    ("adds", "momentum", "miss", "weak", "strong"),
    [(3, 2, 139, 262, 199), (0, 0, 355, 190, 55), (9, 2, 6, 108, 486), (3, -6, 199, 262, 139)],
)
def test_odds_of_an_action_roll(adds, momentum, miss, weak, strong):
    """Rules section 12.1, of 600."""
    ways = action_odds(adds, momentum)
    assert (ways[0] + ways[1] + ways[2], ways[3] + ways[4], ways[5]) == (miss, weak, strong)


@pytest.mark.parametrize(
    ("adds", "momentum", "miss", "weak", "strong"),
    [(1, 8, 54, 252, 294), (2, 6, 125, 290, 185), (3, 10, 6, 108, 486)],
)
def test_odds_with_a_burn(adds, momentum, miss, weak, strong):
    """Rules section 12.1: the best result when momentum may be burnt."""
    ways = action_odds(adds, momentum)
    assert (ways[0], ways[1] + ways[3], ways[2] + ways[4] + ways[5]) == (miss, weak, strong)


@pytest.mark.parametrize(("boxes", "miss"), [(0, 100), (1, 100), (5, 36), (9, 4), (10, 1)])
def test_odds_of_ending_the_fight(boxes, miss):
    """Rules section 12.2, in percent."""
    assert round(100 * (1 - end_hit(4 * boxes, 0, False))) == miss
