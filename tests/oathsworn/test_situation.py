"""Situations: what is written of an encounter and read again is the same table, and what does not fit is told."""

from random import Random

import pytest
from random_encounters import random_scenario

from shieldmate.envs.core.compiler import PLAIN
from shieldmate.envs.core.content import ContentError, check
from shieldmate.envs.core.game import Table
from shieldmate.envs.oathsworn.compile import compile_book
from shieldmate.envs.oathsworn.game import OATHSWORN
from shieldmate.envs.oathsworn.scenario import make_scenario
from shieldmate.envs.oathsworn.situation import describe
from shieldmate.envs.oathsworn.situation_file import Situation
from shieldmate.envs.oathsworn.situation_set import set_up
from shieldmate.envs.oathsworn.situation_write import write_situation
from shieldmate.envs.oathsworn.state import Book
from shieldmate.envs.oathsworn.terms import SEATS, Decision, Outcome


def new_table(scenario):
    table = Table(OATHSWORN, compile_book(scenario))
    return table, table.views[0], Book.at(table.books, 0)


def seen(state, book, seat):
    """What a seat sees of a table; models by what they are, for their slots are nobody's business.

    What seats did in a visit that is over says nothing about the table any more.
    """
    data = describe(state, book, seat)
    for character in data["characters"]:
        for over in ("moved", "played"):
            character.pop(over, None)
    for key in ("minions", "friends"):
        for model in data[key]:
            del model["piece"]
    return data


def at_visits(seed, decisions=400):
    """Random play of a random encounter: the table whenever a visit begins."""
    rng = Random(seed)
    scenario = random_scenario(rng)
    table, state, book = new_table(scenario)
    other, _, _ = new_table(scenario)
    table.reset(seed)
    for _ in range(decisions):
        if state.outcome != Outcome.ON:
            return
        if state.decision == Decision.TURN and state.seats[state.seat].acts == 0 and state.phase == 1:
            yield scenario.names, state, book, other
        table.apply(rng.choice(table.legal()))


def check_round_trips(seeds):
    """Write and read; gives how many tables there were."""
    count = 0
    for seed in seeds:
        for names, state, book, other in at_visits(seed):
            written = write_situation(state, book, names)
            set_up(other, names, check(written.plain(), Situation, "state"), seed, "state")
            for seat in range(SEATS):
                assert seen(other.views[0], book, seat) == seen(state, book, seat)
            count += 1
    return count


def test_what_is_written_is_read_as_the_same_table():
    assert check_round_trips(range(1 if PLAIN else 2)) > 5


@pytest.mark.slow
def test_what_is_written_is_read_as_the_same_table_in_many_encounters():
    assert check_round_trips(range(4, 150)) > 1500


def refused(said, encounter="broodmother"):
    """What is told of a situation that does not fit, by key path."""
    scenario = make_scenario(encounter)
    table, *_ = new_table(scenario)
    with pytest.raises(ContentError) as error:
        set_up(table, scenario.names, check(said, Situation, "now.toml"), 1, "now.toml")
    return {problem.where: problem for problem in error.value.problems}


@pytest.mark.parametrize(
    ("said", "where", "valid"),
    [
        ({"seats": [{"cards": {"Plantet Feet": 2}}]}, "seats[0].cards.Plantet Feet", "did you mean Planted Feet"),
        ({"seats": [{"items": {"Buckler": 4}}]}, "seats[0].items.Buckler", "0 to 3, or hand, spent"),
        ({"seats": [{"hp": 7}]}, "seats[0].hp", "6 or less"),
        ({"seats": [{"animus": 9}]}, "seats[0].animus", "8 or less"),
        ({"seats": [{"at": "I11"}]}, "seats[0].at", "a hex"),
        ({"seats": [{"at": "H5"}, {"at": "H5"}]}, "seats[1].at", "another model"),
        ({"seats": [{"at": "I4"}]}, "seats[0].at", "another model"),
        ({"bosses": [{"at": "A1"}]}, "bosses[0].at", "on the board"),
        ({"bosses": [{"locations": {"Front": 7}}]}, "bosses[0].locations.Front", "6 or less"),
        ({"bosses": [{"locations": {"Nose": 3}}]}, "bosses[0].locations.Nose", "Front, Core, Rear"),
        ({"minions": [{"kind": "Rat", "at": "A1"}]}, "minions[0].kind", "Giant Rat"),
        ({"friends": [{"kind": "Falcon", "at": "A1", "owner": 1}]}, "friends[0].kind", "there is none here"),
        ({"stage_deck": {"face_up": "Lash Again", "stage": 1}}, "stage_deck.stage", "3 or more"),
        ({"stage_deck": {"face_up": "Rend", "discarded": ["Rend"]}}, "stage_deck.face_up", "in discarded already"),
        ({"might": {"heroes": {"white": {"discarded": {"3": 1}}}}}, "might.heroes.white.discarded.3", "0 or less"),
        ({"seats": [{"ally": "Man-at-Arms 1"}] * 2}, "seats", "each ally card for one seat"),
        ({"seats": [{"fallen": True}] * 4}, "seats", "an Oathsworn that has not fallen"),
        ({"seats": [{"fallen": True, "at": "H5"}]}, "seats[0]", "or with its ally"),
        ({"destroyed": ["wall"]}, "destroyed[0]", "tree 1"),
        ({"stage": 2}, "stage", "stage_deck"),
    ],
)
def test_what_does_not_fit_is_told_with_its_place(said, where, valid):
    try:
        problems = refused(said)
    except ContentError as error:
        problems = {problem.where: problem for problem in error.problems}
    assert list(problems) == [where]
    assert problems[where].file == "now.toml"
    assert valid in problems[where].valid


def test_all_that_does_not_fit_is_told_at_once():
    said = {"seats": [{"hp": 9}], "bosses": [{"locations": {"Front": 9}}], "destroyed": ["moon"]}
    assert set(refused(said)) == {"seats[0].hp", "bosses[0].locations.Front", "destroyed[0]"}


def test_what_is_left_out_is_as_the_encounter_begins():
    scenario = make_scenario("broodmother")
    table, state, book = new_table(scenario)
    set_up(table, scenario.names, Situation(), 1, "now.toml")
    assert (state.round, state.decision, state.phase) == (1, Decision.PLACE, 1)
    assert [state.dice[k] for k in range(5)] == [6] * 5
    assert [state.seats[seat].available for seat in range(SEATS)] == [6, 6, 7, 6]
    assert state.face_up >= 0


def test_a_turn_begins_where_the_file_says():
    scenario = make_scenario("broodmother")
    table, state, book = new_table(scenario)
    at = ("H6", "I7", "I8", "G8")
    said = {"round": 4, "turn": 3, "seats": [{"at": hex} for hex in at], "stage_deck": {"face_up": "Panic"}}
    set_up(table, scenario.names, check(said, Situation, "now.toml"), 1, "now.toml")
    assert (state.round, state.decision, state.seat, state.stage) == (4, Decision.TURN, 2, 3)
    stages = describe(state, book, 0)["stage"]
    assert (stages["in_deck"], stages["face_up"]["card"]) == ({"3": 4}, scenario.names.stage_cards.index("Panic"))
