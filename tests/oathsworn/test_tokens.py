"""Combat tokens and statuses (rules section 2)."""

import pytest
from fed_table import MOVE, PASS, Fight, card, cards, fight, number, token

from shieldmate.envs.oathsworn.terms import Decision, Event, Status, Token, Zone

HAND = int(Zone.HAND)
NEXT = 2


# ---- +2 animus and battleflow ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reserve", "gained"), [(5, 2), (1, 1)])
def test_an_animus_token_moves_up_to_two(reserve: int, gained: int) -> None:
    game = fight().give(0, animus=1).tell(0, reserve=reserve, regen=0, available=1).begin().act(token(Token.ANIMUS))
    assert (game.hero().available, game.hero().reserve) == (1 + gained, reserve - gained)
    assert game.tokens() == {}


def test_an_animus_token_needs_a_reserve() -> None:
    assert token(Token.ANIMUS) not in fight().give(0, animus=1).begin().legal


def test_a_battleflow_token_moves_all_cards_of_one_position() -> None:
    game = fight().give(0, battleflow=1).tell(0, cards={1: 2, 2: 2, 3: 1}).begin().act(token(Token.BATTLEFLOW))
    assert game.legal == {number(1), number(2)}
    game.act(number(2))
    assert [int(zone) for zone in game.hero().cards][:4] == [HAND, 1, 1, 1]


def test_a_battleflow_token_needs_something_that_cools() -> None:
    assert token(Token.BATTLEFLOW) not in fight().give(0, battleflow=1).begin().legal


def test_other_tokens_are_not_spent_in_a_visit() -> None:
    game = fight().give(0, defence=1, redraw=1, empowered=1, lethality=1).begin()
    assert game.legal == {MOVE, PASS}


def test_a_token_spent_is_no_pass() -> None:
    game = fight().give(0, battleflow=1).tell(0, cards={1: 1}).begin().act(token(Token.BATTLEFLOW)).act(PASS)
    assert not game.events(Event.PASS)
    game.acts(PASS, PASS, PASS)
    assert game.asked == ("TURN", 0)


# ---- when they may be used ------------------------------------------------------------------------------------------


def test_tokens_may_be_used_just_before_a_stage_card() -> None:
    game = fight().give(1, battleflow=1).tell(1, cards={1: 1}).begin()
    while game.decision == Decision.TURN:
        game.act(PASS)
    assert game.asked == ("WINDOW", 1)
    assert game.legal == {token(Token.BATTLEFLOW), PASS}


def test_tokens_may_be_used_just_before_a_reaction() -> None:
    game = fight(boss=("I5", "s"), at={0: "I6"}).dice(1, 6).stage({"do": "might", "amount": 1})
    game.book.bosses[0].stage_at[1] = 0
    game.give(1, battleflow=1).tell(1, cards={1: 1}).option(card(0), 0, steps=({"do": "attack"},)).begin()
    game.act(card(0)).act(number(3), *cards("2 2 2")).act(number(0))
    assert game.asked == ("WINDOW", 1)
    assert not game.events(Event.RESOLVE)
    game.act(PASS, NEXT)
    assert game.events(Event.RESOLVE)


def test_companions_spend_them_in_their_own_turn_only() -> None:
    game = fight(party="solo").give(1, animus=1, battleflow=1)
    game.stage({"do": "might", "amount": 1}).begin().passes(NEXT)
    assert (game.state.round, game.tokens(1)) == (2, {"animus": 1, "battleflow": 1})


@pytest.mark.parametrize(("rule", "asked"), [("windows", False), ("everywhere", True)])
def test_house_rule_any_time_tokens(rule: str, asked: bool) -> None:
    # Somebody else's attack: no interrupt of seat 2 fits it.
    game = (
        fight(boss=("I5", "s"), at={0: "I6"}, any_time_tokens=rule).dice(20).give(1, battleflow=1).tell(1, cards={1: 1})
    )
    game.option(card(0), 0, steps=({"do": "attack"},)).begin().act(card(0))
    if asked:
        game.act(number(1))
        assert game.asked == ("WINDOW", 1)
    else:
        game.act(number(1), *cards("1"))


# ---- gaining and losing ---------------------------------------------------------------------------------------------


def test_tokens_are_lost_down_to_none() -> None:
    steps = ({"do": "token", "token": "redraw", "amount": -2}, {"do": "token", "token": "defence", "amount": 2})
    game = fight().give(0, redraw=1).option(card(0), 0, steps=steps).begin().act(card(0))
    assert game.tokens() == {"defence": 2}


def test_there_is_no_cap_in_hand() -> None:
    game = (
        fight().give(0, redraw=9).option(card(0), 0, steps=({"do": "token", "token": "redraw", "amount": 5},)).begin()
    )
    assert game.act(card(0)).tokens() == {"redraw": 14}


def test_warbear_brings_its_tokens() -> None:
    assert fight(bare=False).begin().tokens(3) == {"defence": 1, "animus": 1}


# ---- statuses -------------------------------------------------------------------------------------------------------


def crippled() -> Fight:
    """Seat 1 crippled in an encounter phase, now in the Oathsworn phase behind it."""
    game = fight(boss=("I5", "s"), at={0: "I6"}).enemy_might(0, 1).ambush()
    game.stage({"do": "attack"}, {"do": "status", "status": "crippled"})
    for place in (1, 2):
        game.stage({"do": "might", "amount": 1}, place=place)
    return game.option(card(0), 0, steps=({"do": "move", "amount": 2}, {"do": "damage", "amount": 1, "lasts": "round"}))


def test_crippled_lasts_until_one_whole_oathsworn_phase_has_ended() -> None:
    game = crippled().begin(*cards("0"), NEXT)
    assert game.piece().status[Status.CRIPPLED] == 1
    assert MOVE not in game.legal
    game.passes(3)
    assert game.state.round == 3
    assert game.piece().status[Status.CRIPPLED] == 0
    assert MOVE in game.legal


def test_crippled_in_an_oathsworn_phase_lasts_through_the_next() -> None:
    game = fight().option(card(0), 0, steps=({"do": "status", "who": "self", "status": "crippled"},))
    game.stage({"do": "might", "amount": 1}).begin().act(card(0))
    game.passes(NEXT)
    assert game.state.round == 2
    assert game.piece().status[Status.CRIPPLED] == 1


def test_a_crippled_hero_plays_cards_without_their_move() -> None:
    game = crippled().begin(*cards("0"), NEXT).act(card(0))
    assert game.where(0) == "I6"
    assert game.piece().damage_round == 1


def test_crippled_again_does_not_add_up() -> None:
    game = fight().put(0, crippled=2).option(card(0), 0, steps=({"do": "status", "who": "self", "status": "crippled"},))
    assert game.begin().act(card(0)).piece().status[Status.CRIPPLED] == 2


def test_bleed_costs_hp_only_when_asked_for() -> None:
    game = (
        fight()
        .put(0, bleed=2)
        .stage({"do": "might", "amount": 1})
        .stage({"do": "bleed", "who": "all_friends"}, place=1)
    )
    game.begin().passes(NEXT)
    assert game.hp() == [6, 6, 6, 6]
    game.passes(3)
    assert game.hp() == [4, 6, 6, 6]
    assert game.piece().status[Status.BLEED] == 2, "the tokens stay"


def test_statuses_are_lost_down_to_none() -> None:
    game = (
        fight()
        .put(0, bleed=2)
        .option(card(0), 0, steps=({"do": "status", "who": "self", "status": "bleed", "amount": -3},))
    )
    assert game.begin().act(card(0)).piece().status[Status.BLEED] == 0
