"""Allies who enter for the fallen (rules section 8 and its ruling)."""

from pathlib import Path
from typing import Any

import pytest
from fed_table import MOVE, PASS, RED, YELLOW, Fight, ability, card, cards, colour, fight, item, number, spot, token

from shieldmate.envs.oathsworn.board import on_edge
from shieldmate.envs.oathsworn.pieces import defence_of
from shieldmate.envs.oathsworn.terms import BOSS, MINION, Decision, Event, Form, Kind, Outcome, Token

NEXT = 2
SELF = ({"do": "hurt", "who": "self", "amount": 6},)


def falling(**settings: Any) -> Fight:
    """Seat 1 can make itself fall in its visit."""
    game = fight(**settings).option(card(0), 0, steps=SELF)
    for place in range(3):
        game.stage({"do": "might", "amount": 1}, place=place)
    return game


def fallen(**settings: Any) -> Fight:
    """Seat 1 fell; the others passed."""
    return falling(**settings).begin().act(card(0)).acts(PASS, PASS, PASS)


def test_a_fallen_hero_leaves_the_board_at_once() -> None:
    game = falling().give(0, redraw=2).put(0, bleed=1).begin().act(card(0))
    assert game.where(0) == ""
    assert (game.hero().fallen, game.hero().form) == (1, Form.FALLEN)
    assert game.events(Event.FELL) == [(0, 0, 0, 0, 0)]
    assert (game.hero().available, game.tokens()) == (0, {})
    assert game.asked == ("TURN", 1)


def test_at_its_next_visit_in_the_phase_the_seat_chooses_an_ally() -> None:
    game = fallen()
    assert game.asked == ("ALLY", 0)
    assert game.legal == {number(0), number(1), number(2), number(3), PASS}
    game.act(number(2))
    assert game.asked == ("ENTER", 0)
    assert all(on_edge(game.book, act) for act in game.legal)
    assert spot("A1") in game.legal
    assert spot("I5") not in game.legal


def test_an_ally_enters_with_two_animus_and_takes_the_visit() -> None:
    game = fallen().acts(number(0), spot("I9"))
    assert game.asked == ("TURN", 0)
    assert game.legal == {MOVE, PASS}
    assert (game.hero().available, game.hero().reserve, game.hero().regen) == (2, 0, 2)
    assert (game.where(0), game.piece().kind, game.hp(0)) == ("I9", Kind.ALLY, [6])
    assert defence_of(game.state, game.book, 0) == 3
    assert game.state.allies == 0b1110


def test_entering_is_no_pass() -> None:
    game = fallen().acts(number(0), spot("I9"), PASS)
    assert not game.events(Event.PASS)


@pytest.mark.parametrize("rule", [True, False])
def test_house_rule_decline_ally(rule: bool) -> None:
    assert (PASS in fallen(decline_ally=rule).legal) == rule


def test_who_declined_is_asked_again_in_the_next_phase() -> None:
    game = fallen().act(PASS, NEXT)
    assert (game.state.round, game.asked) == (2, ("ALLY", 0))


def test_an_ally_moves_four_and_attacks_with_one_yellow_card() -> None:
    game = fallen(boss=("I8", "s")).acts(number(0), spot("I9"))
    assert ability(0) in game.legal
    game.act(ability(0))
    assert game.decision == Decision.CUBES
    assert game.legal == {number(0), number(1)}


def test_an_allys_miss_has_determination_and_its_tokens_are_a_companions() -> None:
    game = fallen(boss=("I8", "s")).acts(number(0), spot("I9"), ability(0), number(0)).act(number(2), *cards("0 0"))
    game.act(token(Token.ANIMUS))
    assert game.asked == ("TURN", 0)
    game.act(token(Token.ANIMUS))
    assert game.asked == ("MODE", 0)


def test_an_ally_that_dies_frees_the_seat_for_another() -> None:
    game = fallen().acts(number(0), spot("I9"))
    game.state.pieces[0].status[2] = 1
    game.state.pieces[0].hp = 1
    game.book.stage_cards[0].first = game.book.stage_cards[0].end = 0
    game.stage({"do": "bleed", "who": "all_friends"}, place=0)
    game.act(PASS).passes(NEXT)
    assert game.events(Event.FELL) == [(0, 0, 0, 0, 0)]
    assert game.asked == ("ALLY", 0)
    assert game.legal == {number(1), number(2), number(3), PASS}


def test_without_an_ally_left_the_seat_stays_empty() -> None:
    game = falling()
    game.start.allies = 0
    game.begin().act(card(0)).acts(PASS, PASS).act(PASS, NEXT)
    assert (game.state.round, game.asked) == (2, ("TURN", 1))


@pytest.mark.parametrize(
    ("difficulty", "hp", "defence"), [("pilgrim", 6, 4), ("journeyman", 6, 3), ("grim", 5, 3), ("dread", 4, 3)]
)
def test_difficulty_caps_an_allys_hp_and_may_add_defence(difficulty: str, hp: int, defence: int) -> None:
    game = fallen(settings={"difficulty": difficulty}).acts(number(0), spot("I9"))
    assert game.hp(0) == [hp]
    assert defence_of(game.state, game.book, 0) == defence


def test_what_the_hero_wore_and_suffered_is_not_the_allys() -> None:
    game = falling().put(0, defence=-2, damage=3).might(0, 0, 3).begin().act(card(0)).acts(PASS, PASS, PASS)
    game.acts(number(0), spot("I9"))
    assert defence_of(game.state, game.book, 0) == 3
    assert game.piece().damage == 0


def test_tokens_animus_and_items_of_the_fallen_are_not_the_allys() -> None:
    """Reading: an ally has none of them (docs/house-rules.md)."""
    game = falling().give(0, redraw=2, animus=1).option(item(0), 0, steps=({"do": "turn"},)).begin()
    assert item(0) in game.legal
    game.act(card(0)).acts(PASS, PASS, PASS, number(0), spot("I9"))
    assert (game.tokens(), game.hero().available, game.hero().reserve) == ({}, 2, 0)
    assert game.legal == {MOVE, PASS}


@pytest.mark.parametrize("form", ["hero", "ally"])
def test_who_falls_after_passing_is_asked_for_an_ally_in_the_same_phase(form: str) -> None:
    game = fight().option(card(0), 1, steps=({"do": "hurt", "who": "other_friend", "amount": 6, "reach": 17},))
    game.option(card(1), 1, steps=({"do": "hurt", "who": "other_friend", "amount": 6, "reach": 17},)).begin()
    game.acts(PASS, card(0), spot("E9"), PASS, PASS, PASS)
    if form == "ally":
        game.acts(number(0), spot("A1"), PASS, card(1), spot("A1"), PASS)
    assert (game.asked, game.state.round) == (("ALLY", 0), 1)


def test_who_declined_is_not_asked_again_in_the_phase_whatever_others_do() -> None:
    """Reading: declining is a pass, and there is nothing new to do for it (rules 1.3 and 8)."""
    game = falling()
    for place in (1, 2):
        game.option(card(place), 1, steps=({"do": "damage", "amount": 1, "lasts": "round"},))
    game.begin().acts(card(0), card(1), PASS, PASS, PASS, PASS)
    assert game.asked == ("TURN", 1), "all but seat 2 have passed since"
    game.acts(card(2), PASS)
    assert game.asked == ("TURN", 1), "not seat 1, though seat 2 acted"
    game.act(PASS, NEXT)
    assert (game.state.round, game.asked) == (2, ("ALLY", 0)), "in the next phase"


def test_bosses_do_not_aim_at_allies_but_areas_hit_them() -> None:
    game = fallen(boss=("I8", "s"), at={1: "A1"}).acts(number(0), spot("I9"))
    game.stage({"do": "attack", "shape": "adjacent"}, place=0)
    game.book.bosses[0].might[1] = 1
    for of in (0, 2, 3):
        game.book.bosses[0].might[of] = 0
    game.act(PASS)
    game.passes(*cards("3"), NEXT)
    assert game.hp(0) == [5]


def test_allies_alive_do_not_help_against_defeat() -> None:
    game = falling().option(item(0), 3, steps=({"do": "damage", "amount": 1, "lasts": "round"},))
    for seat in (1, 2, 3):
        game.option(card(0), seat, steps=SELF)
    game.begin().acts(card(0), card(0), card(0), item(0), PASS, number(0), spot("I9"), PASS, PASS, PASS)
    assert game.asked == ("TURN", 3)
    game.act(card(0))
    assert game.state.outcome == Outcome.LOSS
    assert game.where(0) == "I9"


def joined(tmp_path: Path, name: str, minion: str = "", **settings: Any) -> Fight:
    """Seat 1 fell and an ally of a kind came in for it on I9; the visit is the ally's."""
    file = tmp_path / "encounter.toml"
    file.write_text(f'base = "several-dice"\nallies = ["{name}"]\n', encoding="utf-8")
    game = falling(encounter=str(file), **settings).dice(20).put(1, hp=2).enemy_might(0, 1)
    if minion:
        game.minion(0, minion)
    game.stage({"do": "attack"}, {"do": "attack"}, place=0)
    return game.begin().act(card(0)).acts(PASS, PASS, PASS).acts(number(0), spot("I9"))


def test_a_fen_archer_holds_a_group_off_once_an_encounter(tmp_path: Path) -> None:
    """Encounter rules p. 17: its own card, upgraded, on the enemies within a hex of a spot up to five away."""
    game = joined(tmp_path, "Fen Archer", "I4", boss=("I5", "s"), at={1: "H5"}).act(ability(1))
    assert game.asked == ("TARGET", 0)
    assert {spot("I4"), spot("I5")} <= game.legal
    assert spot("I3") not in game.legal, "six hexes off"
    game.act(spot("I5"))
    game.acts(number(1), number(0), colour(YELLOW)).act(colour(RED), *cards("4"))
    assert game.state.pieces[MINION].kind == Kind.NONE
    assert [row[1:3] for row in game.events(Event.DAMAGE)] == [(MINION, 4), (BOSS, 4)]
    assert game.hp(1) == [2], "friends are spared"
    assert ability(1) not in game.legal


def test_a_barber_sews_up_once_an_encounter(tmp_path: Path) -> None:
    """Encounter rules p. 17."""
    game = joined(tmp_path, "Barber", at={1: "I8", 2: "A1"}).act(ability(1))
    assert (game.hp(1, 2), game.tokens(1)) == ([3, 6], {"defence": 2})
    assert ability(1) not in game.legal
    game.hero().once_round = 0
    game.hero().available = 2
    assert ability(1) not in game.ask().legal


def test_a_gate_captain_shields_a_neighbour_once_an_encounter(tmp_path: Path) -> None:
    """Encounter rules p. 17."""
    game = joined(tmp_path, "Gate Captain", boss=("I7", "s"), at={1: "I8"})
    game.acts(PASS, PASS)
    assert game.asked == ("WINDOW", 0)
    game.act(ability(1), *cards("3 2"), NEXT)
    blows = [row[1:5] for row in game.events(Event.DAMAGE)]
    assert blows == [(1, 3, 8, 0), (1, 2, 3, 0)], "its friend alone, five more for that attack alone"
    assert game.hero().once_encounter
