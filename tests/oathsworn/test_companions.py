"""Companions (rules section 1.5; case 56)."""

from typing import Any

import pytest
from fed_table import MOVE, PASS, YES, Fight, ability, card, cards, fight, item, number, token

from shieldmate.envs.core.game import Table
from shieldmate.envs.oathsworn.compile import compile_book
from shieldmate.envs.oathsworn.game import OATHSWORN
from shieldmate.envs.oathsworn.scenario import make_scenario
from shieldmate.envs.oathsworn.seats import worn_defence
from shieldmate.envs.oathsworn.terms import Act, Decision, Event, Kind, Token, Zone

PARTY = ("priest:companion", "warden", "ranger", "warbear")
GAIN = ({"do": "damage", "amount": 1, "lasts": "round"},)
NEXT = 2


def companion(**put: Any) -> Fight:
    """Seat 1 is a companion beside a boss of one die, on its own turn."""
    game = fight(party=PARTY, boss=("I5", "s"), at={0: "I6"}, **put).dice(20)
    for place in range(3):
        game.stage({"do": "might", "amount": 1}, place=place)
    return game


@pytest.mark.parametrize(("injuries", "lost"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (7, 2)])
def test_case_56_injuries_cost_a_companion_hp_at_the_start(injuries: int, lost: int) -> None:
    names = ["Winded", "Cracked Ribs", "Open Wound", "Twisted Knee", "Shaking Hands", "Slow Bleeding", "Winded"]
    member = {"class": "priest", "form": "companion", "injuries": names[:injuries]}
    scenario = make_scenario("broodmother", [member, "warden", "ranger", "warbear"])
    table = Table(OATHSWORN, compile_book(scenario))
    assert table.books[0]["start"]["pieces"][0]["hp"] == 6 - lost
    assert not any(table.books[0]["start"]["seats"][0]["injuries"] == Zone.HAND), "they are no cards of it"


def test_animus_of_a_companion_is_two_and_comes_back_by_two() -> None:
    game = companion(animus=0).begin()
    assert (game.hero().available, game.hero().reserve, game.hero().regen) == (2, 0, 2)
    assert game.piece().kind == Kind.COMPANION


@pytest.mark.parametrize(
    ("items", "extra", "defence"), [((0,), 0, 3), ((1,), 0, 3), ((3,), 0, 5), ((2, 1), 0, 5), ((0,), 2, 5)]
)
def test_defence_is_that_of_items_and_two_or_three(items: tuple[int, ...], extra: int, defence: int) -> None:
    game = companion()
    game.book.extra_defence = extra
    for place in range(game.book.kits[0].n_items):
        game.book.kits[0].items[place].defence = items[place] if place < len(items) else 0
    game.begin()
    assert worn_defence(game.state, game.book, 0) == defence


def test_in_a_visit_a_companion_moves_and_does_one_more_thing() -> None:
    game = companion().option(ability(1), 0, cost=1, limit="round", steps=GAIN).begin()
    assert game.legal == {MOVE, ability(0), ability(1), PASS}
    game.act(ability(1))
    assert game.legal == {MOVE, PASS}
    game.walk("I7")
    assert game.hero().available == 0


def test_a_move_is_four_hexes_for_one_animus() -> None:
    game = companion().begin().act(MOVE)
    farthest = max(int(game.book.geo.distance[game.state.pieces[0].hex, act]) for act in game.legal if act != PASS)
    assert farthest == 4
    assert game.hero().available == 1


def test_two_attacks_take_two_visits() -> None:
    game = companion().begin().act(ability(0)).act(number(1), *cards("2"))
    assert game.legal == {MOVE, PASS}
    game.acts(PASS, PASS, PASS, PASS)
    assert game.asked == ("TURN", 0)
    game.act(ability(0))
    assert game.events(Event.ANIMUS) == [(0, -1, 0, 0, 0)], "the second animus is spent"


def test_each_archetype_ability_is_used_once_a_round() -> None:
    game = companion().option(ability(1), 0, cost=1, limit="round", steps=GAIN).begin()
    game.acts(ability(1), PASS, PASS, PASS, PASS)
    assert game.asked == ("TURN", 0)
    assert ability(1) not in game.legal
    game.passes(NEXT)
    assert game.state.round == 2
    assert ability(1) in game.legal, "the refresh clears it"


def test_interrupts_cost_a_companion_nothing() -> None:
    game = companion().enemy_might(0, 1).ambush().stage({"do": "attack"})
    game.option(ability(2), 0, when="attacked", cost=1, limit="round", steps=({"do": "defence", "amount": 1},)).begin()
    assert game.asked == ("WINDOW", 0)
    assert game.hero().available == 0, "ambushed: all is in reserve"
    game.act(ability(2), *cards("0"), NEXT)


def test_an_item_is_free_and_used_once_an_encounter() -> None:
    game = fight(party=PARTY).option(item(0), 0, steps=GAIN).begin().act(item(0))
    assert game.hero().items[0] == Zone.SPENT
    assert game.hero().available == 2
    assert game.events(Event.ZONE) == [(0, 2, 0, Zone.HAND, Zone.SPENT)]


def test_a_companions_items_cost_no_animus() -> None:
    full, simple = (
        compile_book(make_scenario("broodmother", ["ranger" + mark, "warden", "priest", "warbear"]))
        for mark in ("", ":companion")
    )
    cost = [int(book[0]["kits"][0]["items"][0]["options"][0]["cost"]) for book in (full, simple)]
    cooldown = [int(book[0]["kits"][0]["items"][0]["cooldown"]) for book in (full, simple)]
    assert (cost, cooldown) == ([1, 0], [0, -1])


def test_a_companion_has_no_card_to_defend_with_but_tokens() -> None:
    game = companion().enemy_might(0, 2).ambush().give(0, defence=1).stage({"do": "attack"}).begin(*cards("3 3"))
    assert game.asked == ("GUARD", 0)
    game.act(token(Token.DEFENCE), NEXT)


# ---- tokens for a free action ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [Token.ANIMUS, Token.BATTLEFLOW])
def test_a_token_is_a_free_move_attack_or_refresh(kind: Token) -> None:
    game = companion().give(0, animus=1, battleflow=1).begin().act(token(kind))
    assert game.asked == ("MODE", 0)
    assert game.legal == {number(0), number(1), number(2)}
    game.act(number(0))
    farthest = max(int(game.book.geo.distance[game.state.pieces[0].hex, act]) for act in game.legal if act != PASS)
    assert farthest == 2
    assert game.hero().available == 2
    assert sum(game.tokens().values()) == 1


def test_a_token_attack_has_no_determination() -> None:
    game = companion().give(0, animus=1, redraw=1).begin().act(token(Token.ANIMUS)).act(number(1))
    game.act(number(2), *cards("0 0")).act(PASS)
    assert game.events(Event.MISS)
    assert game.asked == ("TURN", 0)
    assert game.tokens() == {"redraw": 1}


def test_a_paid_attack_has_determination() -> None:
    game = companion().begin().act(ability(0)).act(number(2), *cards("0 0"))
    assert game.decision == Decision.DETERMINATION


def test_a_token_may_refresh_decks() -> None:
    game = companion().give(0, battleflow=1).deck(0, 0, (6, 6, 0, 0, 0, 3), (0, 0, 3, 0, 0, 0)).begin()
    game.act(token(Token.BATTLEFLOW)).act(number(2))
    assert game.asked == ("DECKS", 0)
    game.act(Act.COLOUR)
    assert game.pile(0, 0) == (18, 0)


def test_a_caged_companion_attacks_with_no_token() -> None:
    game = companion().give(0, animus=1).put(0, caged=1, held=9, holder=5).begin()
    assert YES in game.legal
    game.act(token(Token.ANIMUS))
    assert game.asked == ("TURN", 0), "only fresh decks were to be had"


def test_a_ranged_companion_shoots() -> None:
    game = fight(party=("ranger:companion", "warden", "priest", "warbear"), boss=("I5", "s"), at={0: "I9"}).begin()
    assert ability(0) in game.legal
    assert card(0) not in game.legal
