"""Ability cards, items and injuries: cooldown, battleflow, refresh (rules sections 5 and 6; cases 35 and 38)."""

from typing import Any

import pytest
from fed_table import MOVE, PASS, Fight, card, cards, fight, item, number, token

from shieldmate.envs.oathsworn.terms import Act, Decision, Event, Token, Zone

HAND = int(Zone.HAND)
GAIN: tuple[dict[str, Any], ...] = ({"do": "damage", "amount": 1, "lasts": "round"},)


def injury(place: int) -> int:
    """Play an injury."""
    return Act.INJURY + place


def zones(game: Fight, seat: int = 0) -> list[int]:
    """Where the ability cards of a seat are."""
    return [int(zone) for zone in game.hero(seat).cards]


def hand(game: Fight, *at: int) -> Fight:
    """Put the seven cards of seat 1 somewhere; their cooldowns are 0, 1, 1, 2, 2, 3, 3."""
    return game.tell(0, cards=dict(enumerate(at)))


# ---- playing and battleflow -----------------------------------------------------------------------------------------


def test_case_35_battleflow_does_not_cascade() -> None:
    game = hand(fight(), HAND, 1, HAND, HAND, 2, 2, HAND).option(card(3), 0, steps=GAIN).begin().act(card(3))
    # Two cards lay at 2 and one at 1: now the played one is alone at 2, three lie at 1, none came to 0.
    assert zones(game) == [HAND, 1, HAND, 2, 1, 1, HAND]


@pytest.mark.parametrize(
    ("played", "before", "after"),
    [
        (0, (HAND, 0, 0, 1, 2, 3, HAND), [0, HAND, HAND, 1, 2, 3, HAND]),
        (1, (0, HAND, 1, 1, 2, 3, HAND), [0, 1, 0, 0, 2, 3, HAND]),
        (5, (0, 1, 2, 3, 3, HAND, 3), [0, 1, 2, 2, 2, 3, 2]),
    ],
)
def test_a_played_card_moves_the_others_of_its_position(played: int, before: tuple[int, ...], after: list[int]) -> None:
    game = hand(fight(), *before).option(card(played), 0, steps=GAIN).tell(0, cards={0: before[0]})
    game.tell(0, cards=dict(enumerate(before))).begin()
    # The refresh before the phase took position 0 to the hand.
    start = [HAND if zone == 0 else zone for zone in before]
    assert zones(game) == start
    game.act(card(played))
    expected = [
        HAND if old == 0 and place != played else new
        for place, (old, new) in enumerate(zip(before, after, strict=True))
    ]
    assert zones(game) == expected


def test_battleflow_takes_items_and_injuries_along() -> None:
    game = fight(party=("warden", "priest", "ranger", "warbear")).option(card(3), 0, steps=GAIN)
    game.tell(0, items={0: 2}, injuries={0: 2}).begin().act(card(3))
    assert game.hero().items[0] == 1
    assert game.hero().injuries[0] == 1


def test_an_item_causes_no_battleflow() -> None:
    game = fight().option(item(0), 0, steps=GAIN).tell(0, cards={5: 3}).begin().act(item(0))
    assert game.hero().items[0] == 3
    assert zones(game)[5] == 3


def test_an_item_used_in_an_ability_is_moved_by_its_battleflow() -> None:
    # Both go to 3: the item is put down while the card resolves, and the card's battleflow moves it on.
    game = fight(boss=("I5", "s"), at={0: "I6"}).dice(20).option(card(5), 0, steps=({"do": "attack"},))
    game.option(item(0), 0, when="draw", steps=GAIN).begin().act(card(5)).act(number(1)).act(item(0), *cards("1"))
    assert game.hero().items[0] == 2


def test_one_ability_card_a_turn() -> None:
    game = fight().option(card(1), 0, steps=GAIN).option(card(2), 0, steps=GAIN).begin()
    assert {card(1), card(2)} <= game.legal
    assert card(2) not in game.act(card(1)).legal
    game.act(PASS).acts(PASS, PASS, PASS)
    assert game.asked == ("TURN", 0)
    assert card(2) in game.legal, "the next turn of the same phase"


def test_the_effects_of_a_card_are_alternatives_with_a_cost_each() -> None:
    game = fight(animus=2).option(card(1, 0), 0, cost=2, steps=GAIN).option(card(1, 1), 0, cost=3, steps=GAIN).begin()
    assert card(1, 0) in game.legal
    assert card(1, 1) not in game.legal
    assert game.act(card(1, 0)).hero().available == 0


@pytest.mark.parametrize(("hp", "legal"), [(2, True), (1, False)])
def test_hp_paid_must_be_survived(hp: int, legal: bool) -> None:
    game = fight().put(0, hp=hp).option(card(1), 0, hp=1, steps=GAIN).begin()
    assert (card(1) in game.legal) == legal
    if legal:
        assert game.act(card(1)).hp(0) == [1]


def test_a_token_paid_is_spent() -> None:
    game = fight().give(0, redraw=1).option(card(1), 0, pay="redraw", steps=GAIN).begin().act(card(1))
    assert game.tokens() == {}


@pytest.mark.parametrize("limit", ["turn", "round", "encounter"])
def test_limits_of_options(limit: str) -> None:
    game = fight().option(Act.ABILITY + 3, 0, limit=limit, steps=GAIN).begin()
    again = {}
    game.act(Act.ABILITY + 3)
    again["turn"] = Act.ABILITY + 3 in game.legal
    game.acts(PASS, PASS, PASS, PASS)
    again["round"] = game.asked == ("TURN", 0) and Act.ABILITY + 3 in game.legal
    assert again == {"turn": False, "round": limit == "turn"}


# ---- steps that move cards ------------------------------------------------------------------------------------------


def test_a_battleflow_step_moves_cards_of_choice() -> None:
    game = hand(fight(), HAND, 1, 2, 3, HAND, HAND, HAND).tell(0, items={0: 2})
    game.option(card(0), 0, steps=({"do": "battleflow", "amount": 2},)).begin().act(card(0))
    assert game.legal == {card(1), card(2), card(3), item(0), PASS}
    game.act(card(3))
    assert game.legal == {card(1), card(2), item(0), PASS}, "two cards are two different ones"
    game.act(item(0))
    assert zones(game) == [0, 1, 2, 2, HAND, HAND, HAND]
    assert game.hero().items[0] == 1


def test_a_battleflow_step_for_a_whole_position() -> None:
    game = hand(fight(), HAND, 1, 1, 3, HAND, HAND, HAND)
    game.option(Act.ABILITY + 3, 0, cost=1, steps=({"do": "battleflow", "each": True},)).begin().act(Act.ABILITY + 3)
    assert game.legal == {number(1), number(3), PASS}
    assert zones(game.act(number(1))) == [HAND, 0, 0, 3, HAND, HAND, HAND]


def test_rotate_moves_one_ability_card_several_positions() -> None:
    game = hand(fight(), HAND, 1, HAND, 3, HAND, HAND, HAND).option(
        Act.ABILITY + 3, 0, limit="round", steps=({"do": "rotate", "amount": 2},)
    )
    game.begin().act(Act.ABILITY + 3)
    assert game.legal == {card(1), card(3)}
    assert zones(game.act(card(3)))[3] == 1


def test_rotate_stops_at_the_hand() -> None:
    game = hand(fight(), HAND, 1, HAND, HAND, HAND, HAND, HAND)
    game.option(Act.ABILITY + 3, 0, limit="round", steps=({"do": "rotate", "amount": 3},)).begin().act(Act.ABILITY + 3)
    assert zones(game)[1] == HAND


# ---- refresh (case 38) ----------------------------------------------------------------------------------------------


def test_case_38_only_cards_at_0_come_back() -> None:
    assert zones(hand(fight(), 0, 1, 1, 2, 0, 3, HAND).begin()) == [HAND, 1, 1, 2, HAND, 3, HAND]


@pytest.mark.parametrize(("reserve", "regen", "available"), [(1, 3, 6), (3, 3, 8), (8, 6, 11), (0, 6, 5)])
def test_case_38_regeneration_is_capped_by_the_reserve(reserve: int, regen: int, available: int) -> None:
    game = fight().tell(0, reserve=reserve, regen=regen, available=5).begin()
    assert game.hero().available == available
    assert game.hero().reserve == max(reserve - regen, 0)


@pytest.mark.parametrize(("rule", "zone"), [("ability_cards_only", 0), ("all", HAND)])
def test_house_rule_refresh_items(rule: str, zone: int) -> None:
    game = fight(refresh_items=rule).tell(0, items={0: 0}, injuries={0: 0}).begin()
    assert [int(game.hero().items[0]), int(game.hero().injuries[0])] == [zone, zone]


@pytest.mark.parametrize(("amount", "available", "reserve"), [(-1, 19, 1), (-20, 0, 20), (3, 20, 0)])
def test_animus_moves_between_reserve_and_available(amount: int, available: int, reserve: int) -> None:
    game = fight().option(card(0), 0, steps=({"do": "animus", "amount": amount},)).begin().act(card(0))
    assert (game.hero().available, game.hero().reserve) == (available, reserve)


# ---- injuries -------------------------------------------------------------------------------------------------------


def injured(*at: int) -> Fight:
    """Seat 1 with injuries; each costs 1 animus of what is available and cools at 1."""
    game = fight().option(card(1), 0, steps=GAIN).option(item(0), 0, steps=GAIN)
    game.book.kits[0].n_injuries = len(at)
    for place, zone in enumerate(at):
        game.tell(0, injuries={place: zone})
        game.option(injury(place), 0, steps=({"do": "animus", "amount": -1},))
        game.book.kits[0].injuries[place].cooldown = 1
    return game


def test_injuries_come_before_moves_and_cards_in_the_first_turn() -> None:
    game = injured(HAND, HAND).begin()
    assert game.legal == {injury(0), injury(1), item(0), PASS}
    game.act(injury(1))
    assert game.legal == {injury(0), item(0), PASS}
    game.act(injury(0))
    assert {MOVE, card(1)} <= game.legal
    assert [int(zone) for zone in game.hero().injuries][:2] == [1, 1]
    assert game.hero().available == 18


def test_passing_stays_allowed_but_the_injury_stays_due() -> None:
    game = injured(HAND).option(card(0), 1, steps=({"do": "token", "who": "all_friends", "token": "battleflow"},))
    game.tell(0, cards={3: 2}).begin().acts(PASS, card(0), PASS, PASS, PASS)
    assert game.asked == ("TURN", 0), "the token is something new"
    assert game.legal == {injury(0), item(0), token(Token.BATTLEFLOW), PASS}


def test_an_injury_that_comes_back_in_the_same_turn_waits() -> None:
    # Playing the card of cooldown 1 moves the injury at 1 to 0, and then one at 0 to the hand.
    game = injured(HAND, 0).tell(0, cards={0: HAND}).option(card(0), 0, steps=GAIN).begin().act(injury(0)).act(card(0))
    assert int(game.hero().injuries[1]) == HAND
    assert MOVE in game.legal
    assert injury(1) not in game.legal


def test_an_injury_that_came_back_is_due_in_the_next_round() -> None:
    game = injured(0).option(card(0), 0, steps=GAIN).stage({"do": "might", "amount": 1}).begin().act(card(0)).act(PASS)
    game.passes(2)
    assert (game.state.round, game.asked) == (2, ("TURN", 0))
    assert game.legal == {injury(0), item(0), PASS}


def test_an_injury_is_no_ability_card() -> None:
    game = injured(HAND).tell(0, cards={2: 1}).begin().act(injury(0))
    assert zones(game)[2] == 1, "no battleflow"
    assert card(1) in game.legal


def test_recover_puts_injuries_away_unsuffered() -> None:
    game = injured(HAND, HAND).option(item(0), 0, steps=({"do": "recover", "amount": 1},)).begin().act(item(0))
    assert (game.asked, game.legal) == (("REARRANGE", 0), {injury(0), injury(1)})
    game.act(injury(1))
    assert [int(zone) for zone in game.hero().injuries][:2] == [HAND, 1]
    assert game.hero().available == 20


# ---- items ----------------------------------------------------------------------------------------------------------


def test_an_item_without_cooldown_is_used_once_an_encounter() -> None:
    game = fight().option(item(0), 0, steps=GAIN)
    game.book.kits[0].items[0].cooldown = -1
    game.begin().act(item(0))
    assert game.hero().items[0] == Zone.SPENT
    assert game.events(Event.ITEM) == [(0, 0, 0, 0, 0)]


def test_an_item_gives_its_defence_and_might_while_it_cools() -> None:
    game = fight(boss=("I5", "s"), at={0: "I6"}).might(0, 0, 1).dice(20)
    game.option(item(0), 0, steps=GAIN).option(card(0), 0, steps=({"do": "attack"},)).begin().act(item(0)).act(card(0))
    assert game.decision == Decision.CUBES


def test_a_choice_takes_one_branch_only() -> None:
    steps = (
        {
            "do": "choose",
            "options": [
                [{"do": "animus", "amount": -1}, {"do": "animus", "amount": -1}],
                [{"do": "token", "token": "redraw"}],
            ],
        },
        {"do": "token", "token": "defence"},
    )
    for branch, tokens, available in ((0, {"defence": 1}, 18), (1, {"redraw": 1, "defence": 1}, 20)):
        game = fight().option(card(0), 0, steps=steps).begin().act(card(0)).act(number(branch))
        assert (game.tokens(), game.hero().available) == (tokens, available)


@pytest.mark.parametrize(("wants", "tokens"), [(True, {"redraw": 1, "defence": 1}), (False, {"defence": 1})])
def test_an_optional_step_may_be_declined(wants: bool, tokens: dict[str, int]) -> None:
    steps = ({"do": "token", "token": "redraw", "optional": True}, {"do": "token", "token": "defence"})
    game = fight().option(card(0), 0, steps=steps).begin().act(card(0))
    assert game.asked == ("OPTIONAL", 0)
    assert game.act(Act.YES if wants else PASS).tokens() == tokens


@pytest.mark.parametrize(("hp", "tokens"), [(3, {"redraw": 1}), (4, {"defence": 1})])
def test_a_condition_chooses_between_steps(hp: int, tokens: dict[str, int]) -> None:
    steps = (
        {
            "do": "token",
            "token": "redraw",
            "if": "hp_at_most",
            "limit": 3,
            "else": [{"do": "token", "token": "defence"}],
        },
    )
    assert fight().put(0, hp=hp).option(card(0), 0, steps=steps).begin().act(card(0)).tokens() == tokens
