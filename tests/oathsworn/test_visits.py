"""Visits, passing and the course of a round (rules section 1.3 and its ruling)."""

from typing import Any

import pytest
from fed_table import MOVE, PASS, Fight, card, cards, fight, item, number, spot, way

from shieldmate.envs.oathsworn.terms import Decision, Event, Outcome, Tile

GAIN = ({"do": "damage", "amount": 1, "lasts": "round"},)
NEXT = 2


def quiet(**rules: Any) -> Fight:
    """A fight whose first stage cards do nothing."""
    game = fight(**rules)
    for place in range(3):
        game.stage({"do": "might", "amount": 1}, place=place)
    return game


def visits(game: Fight, most: int = 20) -> list[int]:
    """Let all pass and give whose visits came."""
    seats: list[int] = []
    while game.decision == Decision.TURN and game.state.round == 1 and len(seats) < most:
        seats.append(int(game.state.seat))
        game.passes(NEXT, most=1)
    return seats


@pytest.mark.parametrize("lead", [0, 1, 3])
def test_visits_go_clockwise_from_the_lead_until_all_pass(lead: int) -> None:
    assert visits(quiet().lead(lead).begin()) == [(lead + place) % 4 for place in range(4)]


def test_a_player_may_take_many_turns() -> None:
    game = quiet()
    for place in range(1, 4):
        game.option(card(place), 0, steps=GAIN)
    game.begin().acts(card(1), PASS, PASS, PASS, PASS)
    for place in (2, 3):
        assert game.asked == ("TURN", 0), "the others have nothing new to do"
        game.acts(card(place), PASS)
    assert (game.asked, game.state.round) == (("TURN", 0), 1)


def test_who_passed_is_not_asked_again_while_nothing_changed() -> None:
    game = quiet().option(card(1), 3, steps=GAIN).begin().acts(PASS, PASS, PASS, card(1), PASS)
    assert game.asked == ("TURN", 3), "the others had nothing new"
    game.passes(NEXT)
    assert game.state.round == 2


@pytest.mark.parametrize("what", ["a new play", "the hand", "the place"])
def test_who_passed_is_asked_again_about_something_new(what: str) -> None:
    steps = {
        "a new play": {"do": "token", "who": "other_friend", "token": "battleflow", "amount": 1},
        "the hand": {"do": "teleport", "who": "self", "amount": 1},
        "the place": {"do": "move", "who": "other_friend", "amount": 1},
    }
    game = quiet(at={0: "E9", 1: "E7"}).tell(0, cards={1: 1}).option(card(0), 1, steps=(steps[what],)).begin()
    game.acts(PASS, card(0))
    if what == "the hand":
        game.act(spot("E6"))
    elif what == "a new play":
        game.act(spot("E9"))
    else:
        game.acts(spot("E9"), spot("E8"))
        while game.decision == Decision.WAYPOINT:
            game.act(PASS)
    game.acts(PASS, PASS, PASS)
    assert game.asked == ("TURN", 0 if what != "the hand" else 1)


def test_who_passed_is_asked_again_after_a_reaction() -> None:
    """Reading: what it may do bears the same names, but the enemy stands elsewhere (docs/house-rules.md)."""
    game = quiet(boss=("I5", "s"), at={0: "I6"}).dice(1, 6, 6).option(card(0), 0, steps=({"do": "attack"},))
    game.book.bosses[0].stage_at[1] = 0
    game.lead(3).begin().act(PASS)
    game.act(card(0)).act(number(3), *cards("2 2 2")).act(number(0), NEXT)
    game.acts(PASS, PASS, PASS)
    assert game.asked == ("TURN", 3)


def test_losing_a_play_is_nothing_new() -> None:
    # Seat 2 takes from seat 1 what its only card would cost.
    game = quiet(animus=2).option(card(1), 0, cost=2, steps=GAIN)
    game.option(card(0), 1, steps=({"do": "animus", "who": "other_friend", "amount": -1},)).begin()
    game.acts(PASS, card(0), spot("E9"), PASS, PASS, PASS)
    assert game.asked == ("TURN", 1)


def test_a_seat_that_can_do_nothing_passes_by_itself() -> None:
    game = quiet(animus=0, party="starter").tell(0, reserve=0, regen=0).begin()
    assert game.asked == ("TURN", 1)


def test_moving_is_no_pass_and_turning_alone_is_one() -> None:
    game = quiet().begin().walk("E8")
    assert game.asked == ("TURN", 1), "there was nothing left to do"
    assert not game.events(Event.PASS)
    game = quiet()
    game.book.faces = 1
    game.begin().act(PASS)
    assert game.events(Event.PASS)
    assert game.asked == ("FACING", 0), "at the end of the visit"
    game.act(way("ne"))
    assert game.piece().facing == 1


def test_a_hero_turns_after_its_move_where_facing_matters() -> None:
    game = quiet()
    game.book.faces = 1
    game.begin().acts(MOVE, spot("E8"))
    while game.decision == Decision.WAYPOINT:
        game.act(PASS)
    assert game.asked == ("FACING", 0)


def test_one_move_a_turn_an_animus_a_hex() -> None:
    game = quiet(animus=5).option(card(1), 0, steps=GAIN).begin().walk("E7")
    assert game.hero().available == 3
    assert game.legal == {card(1), PASS}


def test_a_move_that_leads_nowhere_is_not_offered() -> None:
    game = quiet(at={0: "A1"}, animus=1).tile("A2", Tile.WATER).tile("B1", Tile.WATER).tile("B2", Tile.WATER).begin()
    assert game.state.seat != 0 or MOVE not in game.legal


@pytest.mark.parametrize("cap", [1, 2])
def test_house_rule_turn_cap(cap: int) -> None:
    game = quiet(turn_cap=cap)
    for place in range(1, 7):
        game.option(card(place), 0, steps=GAIN)
    game.begin()
    turns = 0
    while game.state.round == 1:
        if game.asked == ("TURN", 0):
            game.act(card(turns + 1))
            turns += 1
        game.passes(NEXT, most=1)
    assert turns == cap


def test_passes_do_not_count_as_turns() -> None:
    game = quiet(turn_cap=2)
    for place in range(1, 7):
        game.option(card(place), 1, steps=GAIN)
    game.option(card(1), 0, steps=GAIN).begin().act(PASS)
    game.acts(card(1), PASS, PASS, PASS)
    assert game.hero(0).turns == 0


def test_house_rule_round_cap_ends_the_game() -> None:
    game = quiet(round_cap=2).begin().passes(2)
    assert game.state.round == 2
    game.passes(3)
    assert game.state.outcome == Outcome.TRUNCATED


def test_an_ambush_skips_refresh_and_the_oathsworn_phase_of_round_1() -> None:
    game = quiet().ambush().tell(0, cards={0: 0}).begin(NEXT)
    assert (game.state.round, game.asked) == (2, ("TURN", 0))
    assert [row[0] for row in game.events(Event.PHASE)] == [1, 2, 3, 4, 0, 1]
    assert game.hero().available == 20, "the refresh of round 2"


def test_phases_of_a_round_in_order() -> None:
    game = quiet().begin()
    assert [row[0] for row in game.events(Event.PHASE)] == [0, 1]
    game.passes(NEXT)
    assert [row[0] for row in game.events(Event.PHASE)] == [2, 3, 4, 0, 1]


def test_what_lasts_for_the_round_ends_with_it() -> None:
    game = quiet().option(card(0), 0, steps=GAIN).begin().act(card(0))
    assert game.piece().damage_round == 1
    game.passes(NEXT)
    assert game.piece().damage_round == 0


def test_passives_run_in_every_refresh() -> None:
    zeal = {"do": "animus", "amount": 2, "if": "hp_at_most", "limit": 3}
    for hp, available in ((3, 5), (4, 3)):
        game = quiet().tell(0, reserve=8, regen=3).put(0, hp=hp)
        game.option(215, 0, when="passive_refresh", steps=(zeal,)).begin()
        assert game.hero().available == available


# ---- windows about falls and breaks ---------------------------------------------------------------------------------


def test_a_fall_opens_a_window_for_friends_near_enough() -> None:
    game = quiet(boss=("I5", "s"), at={0: "I6", 1: "I7", 2: "A9"}).enemy_might(0, 1).put(0, hp=1).ambush()
    game.book.kits[0].items[1].defence = game.book.kits[0].items[2].defence = 0
    game.stage({"do": "attack"})
    for seat in (1, 2):
        game.option(card(0), seat, when="fall", reach=2, steps=GAIN)
    game.begin(*cards("3"))
    assert game.asked == ("WINDOW", 1)
    game.act(PASS, NEXT)


def test_a_break_opens_a_window_before_the_reaction() -> None:
    game = quiet(boss=("I5", "s"), at={0: "I6"}).dice(1, 6, 6).option(card(0), 0, steps=({"do": "attack"},))
    game.book.bosses[0].stage_at[1] = 0
    game.option(card(0), 2, when="break", steps=GAIN).begin()
    game.act(card(0)).act(number(3), *cards("2 2 2")).act(number(0))
    assert game.asked == ("WINDOW", 2)
    assert not game.events(Event.RESOLVE)
    game.act(card(0), NEXT)
    assert game.events(Event.RESOLVE)


def test_minions_that_moved_open_one_window() -> None:
    game = fight("broodmother", boss=("I2", "s"), at={0: "I7"}).minion(0, "G3").minion(1, "K3").ambush()
    game.stage({"do": "might", "amount": 1}).option(item(0), 0, when="enemy_moved", reach=1, steps=GAIN).begin(NEXT)
    assert game.asked == ("WINDOW", 0)
    game.act(PASS, *cards("0 0 0 0"))
    assert game.events(Event.STRIKE), "both rats have moved, now they attack"
