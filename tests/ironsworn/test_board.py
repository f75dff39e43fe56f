"""Situations as people write them, and corrections of a running fight."""

import pytest

from shieldmate.envs.core.content import ContentError, check
from shieldmate.envs.core.game import Table
from shieldmate.envs.ironsworn.board import Board, correct, parse_changes, set_up
from shieldmate.envs.ironsworn.game import IRONSWORN
from shieldmate.envs.ironsworn.names import Names
from shieldmate.envs.ironsworn.scenario import built_in_sheet, compile_book, make_scenario
from shieldmate.envs.ironsworn.sheet import SheetAsset
from shieldmate.envs.ironsworn.terms import Act, Condition, Debility, Decision, Place

HORSE = SheetAsset(id="horse", abilities=(True, True, True), track=5)
RIDER = built_in_sheet("warrior").model_copy(update={"name": "Kuno", "assets": (HORSE,)})
SCENARIO = make_scenario(["bear", "wolf:3"], [RIDER, built_in_sheet("warrior")])
NAMES = Names.of(SCENARIO)


@pytest.fixture
def table():
    return Table(IRONSWORN, compile_book(SCENARIO))


def board(**data):
    return check(data, Board, "state")


def standing(table, **data):
    set_up(table, NAMES, board(**data), 1, "state")
    return table.views[0]


def test_keys_of_one_character_and_foe_may_stand_at_the_top():
    short = board(health=2, initiative=True, progress=6, supply=1)
    assert short == board(supply=1, characters=[{"health": 2, "initiative": True}], foes=[{"progress": 6}])
    with pytest.raises(ContentError, match="health at the top and a list of characters"):
        check({"health": 2, "characters": [{}]}, Board, "state")


def test_a_fight_begins_at_a_main_move_with_what_is_said(table):
    state = standing(
        table,
        supply=0,
        round=7,
        turn=2,
        characters=[{"companions": {"Horse": 0}}, {"health": 1, "momentum": -6, "debilities": ["wounded"]}],
        foes=[{"progress": 6}, {"ticks": 39}],
    )
    assert (state.decision, state.seat, state.round) == (Decision.MOVE, 1, 7)
    assert (state.supply, state.characters[1].health, state.characters[1].momentum) == (0, 1, -6)
    assert [state.characters[1].marks[mark] for mark in (Debility.WOUNDED, Debility.UNPREPARED)] == [1, 1]
    assert [state.foes[foe].progress for foe in range(2)] == [24, 39]
    assert (state.characters[0].track[0], state.characters[0].condition[0]) == (0, Condition.OUT)
    assert Act.CLASH_CLOSE in table.legal()


def test_initiative_and_the_gate_open_what_they_open(table):
    standing(table, initiative=True, may_end=True)
    assert Act.STRIKE_CLOSE in table.legal()
    assert Act.END in table.legal()


def test_momentum_is_kept_under_its_cap(table):
    with pytest.raises(ContentError, match=r"characters\[0\].momentum: found 10; valid: 9 or less"):
        standing(table, momentum=10, debilities=["maimed"])


def test_a_correction_works_out_anew_what_may_be_done(table):
    standing(table)
    assert Act.STRIKE_CLOSE not in table.legal()
    correct(table, NAMES, board(initiative=True, spirit=1), "edit")
    assert Act.STRIKE_CLOSE in table.legal()
    assert table.views[0].characters[0].spirit == 1


def test_a_correction_that_does_not_fit_changes_nothing(table):
    state = standing(table)
    before = table.snapshot()
    for wrong in (board(round=3), board(health=1, companions={"Hound": 1}), board(foes=[{}, {}, {}])):
        with pytest.raises(ContentError):
            correct(table, NAMES, wrong, "edit")
        assert table.snapshot() == before
    table.apply(Act.CLASH_CLOSE)
    assert state.decision == Decision.FOE
    with pytest.raises(ContentError, match="when a main move is to be chosen"):
        correct(table, NAMES, board(health=1), "edit")


def test_who_is_out_of_the_fight_is_not_corrected_but_the_others_are(table):
    state = standing(table, turn=2)
    state.characters[0].place = Place.FLED
    correct(table, NAMES, board(characters=[{}, {"health": 2}]), "edit")
    assert state.characters[1].health == 2
    with pytest.raises(ContentError, match="a character who is out of the fight"):
        correct(table, NAMES, board(characters=[{"health": 2}]), "edit")


def test_changes_are_typed_by_name():
    words = ["health=3", "kuno.momentum=-1", "BEAR.progress=6", "Wolf pack of 3.ticks=7", "supply=2"]
    assert parse_changes(words, NAMES, 1) == {
        "characters": [{"momentum": -1}, {"health": 3}],
        "foes": [{"progress": 6}, {"ticks": 7}],
        "supply": 2,
    }
    assert parse_changes(["debilities=wounded,shaken", "initiative=no"], NAMES, 0)["characters"][0] == {
        "debilities": ["wounded", "shaken"],
        "initiative": False,
    }
    for wrong in ("health", "=3", "Kuna.health=3"):
        with pytest.raises(ContentError):
            parse_changes([wrong], NAMES, 0)
