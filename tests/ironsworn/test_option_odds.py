"""Exact odds of the options of a situation, found without touching it."""

import random
from fractions import Fraction

import pytest

from shieldmate.envs.core.game import Table
from shieldmate.envs.ironsworn.board import Board, set_up
from shieldmate.envs.ironsworn.game import IRONSWORN
from shieldmate.envs.ironsworn.house_rules import HouseRules
from shieldmate.envs.ironsworn.names import Names
from shieldmate.envs.ironsworn.odds import action_odds, option_odds, progress_odds
from shieldmate.envs.ironsworn.scenario import compile_book, make_scenario
from shieldmate.envs.ironsworn.sheet import Sheet, SheetAsset
from shieldmate.envs.ironsworn.terms import Act, Decision, Stat

HERO = Sheet(name="Hero", edge=2, heart=1, iron=3, shadow=1, wits=2)


def table_at(board, sheets=(HERO,), foes=("bear",), **rules):
    scenario = make_scenario(foes, sheets, HouseRules(**rules))
    table = Table(IRONSWORN, compile_book(scenario))
    set_up(table, Names.of(scenario), Board(**board), 1, "state")
    return table


def test_main_moves_have_the_odds_of_their_stat():
    odds = option_odds(table_at({"initiative": True, "may_end": True, "progress": 7}))
    assert odds[Act.STRIKE_CLOSE] == action_odds(3, 2)
    assert odds[Act.STRIKE_RANGED] == action_odds(2, 2)
    assert odds[Act.SECURE + Stat.SHADOW] == action_odds(1, 2)
    assert odds[Act.END] == progress_odds(7) == (Fraction(36, 100), Fraction(48, 100), Fraction(16, 100))


def test_negative_momentum_is_counted():
    odds = option_odds(table_at({"momentum": -3}))
    assert odds[Act.CLASH_CLOSE] == action_odds(3, -3) != action_odds(3, 0)
    assert Act.TAKE_HIT not in odds
    assert Act.TIDE not in odds


def test_abilities_that_apply_by_themselves_add_and_others_do_not():
    horse = SheetAsset(id="horse", abilities=(True, True, True))
    bearer = SheetAsset(id="shield_bearer", abilities=(True, False, False))
    hero = HERO.model_copy(update={"assets": (horse, bearer)})
    table = table_at({}, (hero,))
    assert option_odds(table)[Act.FACE + Stat.EDGE] == action_odds(2 + 1, 2)
    table.apply(Act.FACE + Stat.EDGE)
    assert table.views[0].decision == Decision.ABILITY
    odds = option_odds(table)
    assert odds[Act.GO] == action_odds(3, 2)
    assert odds[Act.ABILITY] == action_odds(4, 2)


def test_costs_that_are_endured_have_the_odds_of_the_suffer_move():
    table = table_at({"health": 4}, flee=False)
    for seed in range(50):
        table.reset(seed)
        while table.views[0].outcome == 0 and table.views[0].decision != Decision.FACE:
            legal = table.legal()
            table.apply(Act.FACE + Stat.IRON if Act.FACE + Stat.IRON in legal else legal[0])
        if table.views[0].decision == Decision.FACE:
            character = table.views[0].characters[0]
            odds = option_odds(table)
            assert odds[Act.ENDURE_HARM] == action_odds(max(3, character.health - 1), character.momentum)
            assert odds[Act.ENDURE_STRESS] == action_odds(max(1, character.spirit - 1), character.momentum)
            return
    raise AssertionError("no weak hit in 50 games")


@pytest.mark.compiled
def test_nothing_of_the_game_is_touched():
    sheets = [HERO.model_copy(update={"assets": (SheetAsset(id="duelist", abilities=(True, True, True)),)})] * 2
    scenario = make_scenario(["raider", "wolf:3"], sheets, HouseRules(price="table"))
    table = Table(IRONSWORN, compile_book(scenario))
    for seed in range(30):
        luck = random.Random(seed)
        table.reset(seed)
        while table.views[0].outcome == 0:
            before, fed, log = table.snapshot(), table.tape.fed_mask, table.tape.log
            for act, odds in option_odds(table).items():
                assert act in table.legal()
                assert sum(odds) == 1
            assert (table.snapshot(), table.tape.fed_mask, table.tape.log) == (before, fed, log)
            table.apply(luck.choice(table.legal()))
