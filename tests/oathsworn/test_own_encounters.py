"""The six encounters of our own: sound files, random play that ends, the same compiled and plain (issue: content)."""

from random import Random

import numpy as np
import pytest
from content_files import effects
from random_encounters import Ledger, fresh, play, tables

from shieldmate.envs.core.compiler import PLAIN
from shieldmate.envs.core.game import Table
from shieldmate.envs.oathsworn.compile import compile_book
from shieldmate.envs.oathsworn.engine import apply, reset
from shieldmate.envs.oathsworn.game import OATHSWORN
from shieldmate.envs.oathsworn.scenario import make_scenario
from shieldmate.envs.oathsworn.state import Book
from shieldmate.envs.oathsworn.terms import DIE_HP, Outcome
from shieldmate.policies.oathsworn.pilots import ScriptedPilot
from shieldmate.policies.oathsworn.playout import play_games

SIX = ("gallows-stag", "lantern-sisters", "drowned-choir", "kiln-worm", "thorn-abbot", "carrion-roc")
GAMES = 2 if PLAIN else 50
MOST = 150 if PLAIN else 20_000


@pytest.fixture(scope="module", params=SIX)
def six(request):
    scenario = make_scenario(request.param)
    return scenario, compile_book(scenario)


def test_its_figures_are_ours_and_its_dice_have_six_faces(six):
    encounter = six[0].encounter
    assert encounter.ours
    assert all(1 <= location.hp <= DIE_HP for boss in encounter.bosses for location in boss.locations)


def test_no_two_of_its_fifteen_cards_do_the_same(six):
    cards = six[0].encounter.stage_cards
    assert len({card.name for card in cards}) == len(cards) == 15
    assert len({str(card.steps) for card in cards}) == 15


def test_random_games_keep_every_invariant_and_end(six):
    book = six[1]
    steps = tables(OATHSWORN.steps())
    ended = 0
    for game in range(GAMES):
        ledgers = np.zeros(1, Ledger.dtype)
        states = fresh(book)
        play(states, book, steps, ledgers, 500 + game, MOST)
        assert ledgers[0]["fault"] == 0, f"fault {ledgers[0]['fault']} (see random_encounters) of game {game}"
        ended += states[0]["outcome"] != Outcome.ON
    assert PLAIN or ended == GAMES


@pytest.mark.compiled
@pytest.mark.parametrize("seed", [1, 2])
def test_compiled_and_plain_rules_tell_the_same(six, seed):
    rng = Random(seed)
    fast, plain = Table(OATHSWORN, six[1]), Table(OATHSWORN, six[1])
    fast.reset(seed)
    plain.states[0] = plain.books[0]["start"]
    plain.tape.row = 0
    assert reset.plain(plain.states, 0, plain.books, 0, plain.tapes, 0, seed) == 0
    for made in range(80):
        assert fast.snapshot() == plain.snapshot(), made
        assert np.array_equal(fast.events(), plain.events()), made
        if fast.views[0].outcome != Outcome.ON:
            return
        act = rng.choice(fast.legal())
        fast.apply(act)
        plain.tape.row = 0
        assert apply.plain(plain.states, 0, plain.books, 0, plain.tapes, 0, act) == 0


@pytest.mark.slow
@pytest.mark.compiled
def test_how_often_four_scripted_seats_win(six, capsys):
    games = play_games(six[1], [ScriptedPilot().address] * 4, range(3_000_000, 3_002_000))
    share = games.won
    off = 1.96 * (share * (1 - share) / len(games.outcomes)) ** 0.5
    with capsys.disabled():
        print(f"\n{six[0].encounter.name}: won {share:.1%} ± {off:.1%}, {games.rounds.mean():.1f} rounds")
    assert (games.outcomes == Outcome.TRUNCATED).mean() < 0.01


def test_the_abbots_poison_takes_a_hit_point_and_a_token_a_round():
    book = Book.at(compile_book(make_scenario("thorn-abbot")), 0)
    assert effects(book, book.poison_first, book.poison_end) == ["hurt 1", "status -1"]
