"""The scripted pilot in any situation: legal, repeatable, blind to what it may not see, and it says why."""

from collections import Counter
from random import Random

import numpy as np
import pytest
from random_encounters import random_book

from shieldmate.envs.core.game import Table
from shieldmate.envs.core.pilot import Why
from shieldmate.envs.oathsworn.compile import compile_book
from shieldmate.envs.oathsworn.face import FACE
from shieldmate.envs.oathsworn.game import OATHSWORN
from shieldmate.envs.oathsworn.names import Names
from shieldmate.envs.oathsworn.scenario import make_scenario
from shieldmate.envs.oathsworn.terms import ACTIONS, COLOURS, PEEKS, Decision, Outcome
from shieldmate.envs.oathsworn.view import view_of
from shieldmate.policies.oathsworn.pilots import ScriptedPilot, choose
from shieldmate.policies.oathsworn.playout import play_games
from shieldmate.policies.oathsworn.random import RandomPilot
from shieldmate.policies.oathsworn.reasons import Reason, reason

ENCOUNTERS = ("broodmother", "broodmother-even", "several-dice", "two-bosses")
MOST = 1500
"""More decisions than a game of random play has, nearly always."""


def ask(table, whys, address, draw=0):
    """Answer of the pilot in the table's game."""
    return choose(table.states, 0, table.books, 0, whys, address, draw)


def random_situations(seeds, every=1):
    """Play random legal actions in random encounters with random parties and stop at decisions."""
    for seed in seeds:
        rng = Random(seed)
        table = Table(OATHSWORN, random_book(seed), log=False)
        table.reset(seed)
        for turn in range(MOST):
            if table.views[0].outcome != Outcome.ON:
                break
            if turn % every == 0:
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
def test_many_situations():
    """Every answer is legal without the fallback, the same again, and leaves the state as it was."""
    kinds, codes = check_situations(range(60))
    assert kinds.total() > 8_000
    assert codes[Reason.FALLBACK] == codes[Reason.NONE] == 0


def test_a_few_situations():
    kinds, codes = check_situations(range(300, 301))
    assert kinds.total() > 50
    assert codes[Reason.FALLBACK] == codes[Reason.NONE] == 0


@pytest.mark.compiled
def test_plain_and_compiled_choose_alike():
    whys = np.zeros(1, Why.dtype)
    plain = np.zeros(1, Why.dtype)
    address = ScriptedPilot().address
    for table in random_situations(range(1000, 1012), every=7):
        act = ask(table, whys, address)
        assert choose.plain(table.states, 0, table.books, 0, plain, address, 0) == act
        assert plain[0] == whys[0]


@pytest.mark.compiled
def test_what_a_seat_has_not_seen_changes_nothing():
    """The choice on the true state, on the seat's view of it, and with known tops shuffled back is one."""
    whys = np.zeros(1, Why.dtype)
    address = ScriptedPilot().address
    for table in random_situations(range(2000, 2030), every=5):
        act = ask(table, whys, address)
        seen = FACE.view(table.states, 0, table.books, 0, table.views[0].seat).state
        assert choose(seen, 0, table.books, 0, whys, address, 0) == act
        blind = table.states.copy()
        blind["chance"]["key"] += 1
        for deck in range(2 * COLOURS):
            for place in range(PEEKS):
                kind = int(blind[0]["seen"][deck, place])
                if kind:
                    blind[0]["decks"]["pile"][deck, kind - 1] += 1
                    blind[0]["seen"][deck, place] = 0
        assert choose(blind, 0, table.books, 0, whys, address, 0) == act


@pytest.mark.compiled
@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_games_end_in_good_time(encounter):
    book = compile_book(make_scenario(encounter))
    games = play_games(book, [ScriptedPilot().address] * 4, range(200))
    assert np.all(games.outcomes != Outcome.TRUNCATED)
    assert games.rounds.max() <= 20
    assert games.decisions.mean() < 400


@pytest.mark.compiled
def test_mixed_parties_compile_nothing_new():
    """Random and scripted seats in any mix play through one compiled call by their addresses; each one helps."""
    book = compile_book(make_scenario("broodmother"))
    ours, luck = ScriptedPilot().address, RandomPilot().address
    left = [play_games(book, [ours] * n + [luck] * (4 - n), range(300)).hp_left.mean() for n in range(5)]
    assert left == sorted(left, reverse=True)


def test_the_python_face_answers_as_the_compiled_one():
    scenario = make_scenario("several-dice")
    table = Table(OATHSWORN, compile_book(scenario), log=False)
    table.reset(5)
    names, pilot, whys = Names.of(*named(scenario)), ScriptedPilot(), np.zeros(1, Why.dtype)
    for _ in range(30):
        view = view_of(table, names)
        mask = np.zeros(ACTIONS, np.int8)
        mask[table.legal()] = 1
        act = pilot.act(view, mask, np.random.default_rng(1))
        assert act == ask(table, whys, pilot.address)
        assert pilot.reason.endswith(".")
        table.apply(act)


def named(scenario):
    """What the names of a scenario are made from."""
    return scenario.encounter, scenario.fighters, scenario.allies


@pytest.mark.parametrize("code", list(Reason))
def test_every_reason_is_told(code):
    told = reason(code, 9, 4)
    assert bool(told) == (code != Reason.NONE)
    assert "{" not in told


def test_every_decision_is_known():
    """A kind of decision that is added asks for a look at the pilot."""
    assert max(Decision) == Decision.AMOUNT
