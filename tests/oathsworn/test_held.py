"""Caged and consumed heroes (rules section 7.9)."""

from typing import Any

import pytest
from fed_table import MOVE, PASS, WHITE, YES, Fight, ability, card, cards, colour, drawn, fight, item, number, token

from shieldmate.envs.oathsworn.terms import BOSS, Decision, Event, Status, Token

NEXT = 2
HURT = [{"do": "hurt", "who": "self", "amount": 1}]
GAIN = ({"do": "damage", "amount": 1, "lasts": "round"},)


def caged(size: int = 3, party: Any = "starter", *, at: dict[int, str] | None = None, **rules: Any) -> Fight:
    """Seat 1 is caged by the card that ambushes the four; round 2 has begun."""
    game = fight(party=party, boss=("I5", "s"), at={0: "I6", **(at or {})}, **rules).ambush().enemy_might(0, 1)
    cage = {"do": "status", "who": "target", "status": "caged", "size": size, "else": HURT}
    game.stage({"do": "attack"}, cage).stage({"do": "might", "amount": 1}, place=1).stage(
        {"do": "might", "amount": 1}, place=2
    )
    game.option(card(1), 0, steps=GAIN).option(item(0), 0, steps=GAIN).option(ability(3), 0, cost=1, steps=GAIN)
    return game.begin(*cards("0"), NEXT)


def held(game: Fight) -> list[int]:
    """The marks of being caged and consumed."""
    status = game.piece().status
    return [int(status[Status.CAGED]), int(status[Status.CONSUMED])]


# ---- caged ----------------------------------------------------------------------------------------------------------


def test_a_caged_hero_passes_or_tries_to_leave() -> None:
    game = caged().give(0, animus=1)
    game.state.seats[0].tokens[Token.BATTLEFLOW] = 1
    game.state.seats[0].cards[2] = 1
    assert (game.state.round, game.asked) == (2, ("TURN", 0))
    assert game.ask().legal == {YES, token(Token.BATTLEFLOW), PASS}


@pytest.mark.parametrize(("party", "price"), [("starter", 3), (("warden:companion", "priest", "ranger", "warbear"), 1)])
def test_a_try_costs_3_animus_or_1(party: Any, price: int) -> None:
    game = caged(party=party)
    before = game.hero().available
    game.act(YES).act(number(1), *cards("0"))
    assert game.hero().available == before - price


@pytest.mark.parametrize(
    ("cards_drawn", "beside", "free"),
    [("1 2", 0, True), ("1 1", 0, False), ("1", 1, True), ("0 0 2 2", 0, False), ("0", 0, False), ("1", 0, False)],
)
def test_a_survival_check(cards_drawn: str, beside: int, free: bool) -> None:
    game = caged(at={1: "I7"} if beside else None)
    game.act(YES).act(number(len(cards_drawn.split())), *cards(cards_drawn))
    assert held(game) == [int(not free), 0]
    assert game.hp(0) == [6 if free else 5], "a failure has its effect"
    assert (game.asked == ("TURN", 0)) == free, "who is free may act at once; else its turn is over: one try a turn"
    assert not free or MOVE in game.legal


def test_criticals_of_a_check_bring_extra_cards_whose_blanks_do_not_count() -> None:
    game = caged(size=5).act(YES).act(number(2), *cards("0 c")).act(colour(WHITE), *cards("c"))
    game.act(colour(WHITE), *cards("0"))
    assert game.events(Event.SURVIVAL) == [(0, 4, 5, 1, 0)]
    assert game.pile(0, WHITE) == (14, 4)


def test_a_redraw_token_helps_in_a_check_and_is_not_given_back() -> None:
    game = caged()
    game.state.seats[0].tokens[Token.REDRAW] = 1
    game.act(YES).act(number(2), *cards("0 0")).act(drawn(WHITE, "0"), *cards("0"))
    assert held(game) == [1, 0]
    assert game.tokens() == {}


def test_it_may_try_again_in_another_turn_of_the_phase() -> None:
    game = caged().act(YES).act(number(1), *cards("1")).acts(PASS, PASS, PASS)
    assert game.asked == ("TURN", 0)
    assert YES in game.legal


def test_a_cage_opens_at_the_end_of_the_next_round_after_one_more_effect() -> None:
    game = caged().passes(3)
    assert game.state.round == 3
    assert held(game) == [0, 0]
    assert game.hp(0) == [5]


def test_a_caged_hero_has_no_interrupts_but_defends() -> None:
    game = fight(boss=("I5", "s"), at={0: "I6"}).ambush().enemy_might(0, 1).defends(0, 2)
    cage = {"do": "status", "who": "target", "status": "caged", "size": 3, "else": HURT}
    game.option(card(1), 0, when="attacked", steps=({"do": "defence", "amount": 1},))
    game.stage({"do": "attack"}, cage, {"do": "attack"}).begin()
    assert game.act(PASS).asked == ("DEFEND", 0)
    game.act(PASS, *cards("0"))
    assert game.asked == ("DEFEND", 0), "no window before it now"


def test_a_fallen_hero_is_caged_no_more() -> None:
    game = caged()
    game.state.pieces[0].hp = 1
    game.act(YES).act(number(1), *cards("0"))
    assert game.where(0) == ""
    assert held(game) == [0, 0]


# ---- consumed -------------------------------------------------------------------------------------------------------


def consumed(*dice: int, party: Any = "starter", icon: str = "core", effect: Any = HURT) -> Fight:
    """Seat 1 is consumed by the core of the Broodmother; round 2 has begun."""
    game = fight("broodmother", party, boss=("I4", "s"), at={0: "I6", 1: "A9", 2: "B10", 3: "Q9"}).dice(
        *dice or (6,) * 5
    )
    game.ambush().enemy_might(0, 1).might(0, 0, 1)
    take = {"do": "status", "who": "target", "status": "consumed", "icon": icon, "else": effect}
    game.stage({"do": "attack"}, take).option(card(1), 0, steps=GAIN)
    for place in (1, 2):
        game.stage({"do": "might", "amount": 1}, place=place)
    return game.begin(*cards("0"), NEXT)


FRONT, CORE, REAR, LEFT, RIGHT = range(5)


def test_a_consumed_hero_leaves_the_board_and_suffers_as_each_phase_begins() -> None:
    game = consumed()
    assert game.where(0) == ""
    assert game.piece().holder == CORE
    assert held(game) == [0, 1]
    assert game.hp(0) == [5], "as the Oathsworn phase of round 2 began"
    game.passes(3)
    assert game.hp(0) == [3], "as the encounter phase began, and the next Oathsworn phase"


def test_a_consumed_hero_attacks_what_holds_it() -> None:
    game = consumed().turn(0)
    assert game.legal == {YES, PASS}
    game.act(YES).act(number(1)).act(number(2), *cards("2 2 3"))
    assert game.left(5) == [6, 3, 6, 6, 6], "seven damage against a defence of two"
    assert YES not in game.legal


def test_a_miss_inside_has_determination() -> None:
    game = consumed().turn(0).act(YES).act(number(0)).act(number(2), *cards("0 0"))
    assert game.decision == Decision.DETERMINATION


def test_breaking_the_holder_frees_before_the_reaction() -> None:
    game = consumed(6, 3, 6, 6, 6).turn(0).act(YES).act(number(1)).act(number(2), *cards("2 2 3"), 3)
    assert held(game) == [0, 0]
    assert game.where(0) != ""
    assert game.hero().available == 0, "what was available is lost to the reserve"
    assert game.events(Event.RESOLVE)[0][1:3] == (1, 0)


def test_six_hp_free_it_too() -> None:
    game = consumed(6, 12, 6, 6, 6).turn(0)
    game.act(YES).act(number(1)).act(number(3), *cards("2 2 2 3"))
    assert game.piece().held == 4
    game.acts(PASS, PASS, PASS)
    game.act(YES).act(number(0)).act(number(3), *cards("1 1 c")).act(PASS)
    assert held(game) == [0, 0]


def test_it_returns_on_the_empty_hex_nearest_its_holder_north_then_west() -> None:
    game = consumed(6, 6, 3, 6, 6, icon="rear").turn(0).act(YES).act(number(1)).act(number(2), *cards("2 2 3"), 3)
    assert game.where(0) == "I2"


def test_a_consumed_hero_is_no_target() -> None:
    game = fight(boss=("I5", "s"), at={0: "I6", 1: "I9"}).ambush().enemy_might(0, 1)
    take = {"do": "status", "who": "target", "status": "consumed"}
    game.stage({"do": "attack"}, take, {"do": "retarget", "prefer": "closest"}, {"do": "attack"}).begin(
        *cards("0"), NEXT
    )
    assert [row[1] for row in game.events(Event.TARGET)] == [0, 1]
    assert len(game.events(Event.STRIKE)) == 1


def test_a_broken_part_holds_nobody() -> None:
    game = consumed(6, 0, 6, 6, 6)
    assert game.where(0) == "I6"


def test_a_hero_that_falls_inside_is_unconscious() -> None:
    game = consumed(effect=[{"do": "hurt", "who": "self", "amount": 6}])
    assert game.hero().fallen == 1
    assert game.asked == ("ALLY", 0)
    assert game.piece(BOSS).kind


def test_companions_attack_their_holder_for_1() -> None:
    game = consumed(party=("warden:companion", "priest", "ranger", "warbear")).turn(0)
    game.act(YES).act(number(1)).act(number(0), *cards("3"))
    assert game.hero().available == 1
