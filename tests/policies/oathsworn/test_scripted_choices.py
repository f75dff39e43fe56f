"""What the scripted pilot does in situations put up by hand."""

import numpy as np
import pytest
from fed_table import (
    MOVE,
    PASS,
    WHITE,
    YELLOW,
    YES,
    Fight,
    ability,
    card,
    cards,
    colour,
    drawn,
    fight,
    number,
    spot,
    token,
)

from shieldmate.envs.core.hexes import in_front
from shieldmate.envs.core.pilot import Why
from shieldmate.envs.oathsworn.terms import BOSS, MINION, Act, Decision, Token
from shieldmate.policies.oathsworn.pilots import ScriptedPilot, choose
from shieldmate.policies.oathsworn.reasons import Reason

ATTACK = {"do": "attack"}
NEXT = 2
"""The stage card that is turned up behind the first."""


def choice(game: Fight) -> tuple[int, Reason]:
    """What the pilot chooses, and why."""
    whys = np.zeros(1, Why.dtype)
    act = choose(game.table.states, 0, game.books, 0, whys, ScriptedPilot().address, 0)
    assert act in game.legal
    return act, Reason(int(whys[0]["code"]))


def beside(hp: int = 6, **attack: object) -> Fight:
    """Seat 1 beside a boss of one die; its first card is an attack for three animus."""
    game = fight(boss=("I5", "s"), at={0: "I6"}, animus=8).might(0, 0, 1).dice(hp)
    return game.option(card(0), 0, cost=3, steps=({**ATTACK, **attack},))


def attacked(damage: int, defence: int = 2, hp: int = 6) -> Fight:
    """Seat 1 under the boss's attack of so many yellow cards in an ambush."""
    game = fight(boss=("I5", "s"), at={0: "I6"}).ambush().enemy_might(0, damage).put(0, hp=hp)
    for place in range(game.book.kits[0].n_items):
        game.book.kits[0].items[place].defence = defence if place == 0 else 0
    return game.stage(ATTACK)


# ---- a visit --------------------------------------------------------------------------------------------------------


def test_attacks_what_stands_beside_it():
    assert choice(beside().begin()) == (card(0), Reason.PLAY)


def test_passes_when_nothing_is_worth_it():
    """No option, no enemy within reach, nothing to flee from."""
    game = fight(boss=("A1", "s"), animus=2).begin()
    game.act(PASS) if choice(game)[0] == PASS else game.walk("E8")
    assert choice(game)[0] in (PASS, MOVE)


def test_of_two_attacks_it_takes_the_better_for_its_price():
    game = beside().option(card(1), 0, cost=3, steps=({**ATTACK, "bonus": 2},))
    assert choice(game.begin())[0] == card(1)


def test_of_two_equal_attacks_it_takes_the_cheaper():
    game = beside().option(card(1), 0, cost=5, steps=(ATTACK,)).tell(0, regen=2)
    assert choice(game.tell(0, available=6, reserve=2).begin())[0] == card(0)


def test_goes_to_the_enemy_when_an_attack_is_left_to_pay():
    game = fight(boss=("I5", "s"), at={0: "I8"}, animus=8).might(0, 0, 1)
    game.option(card(0), 0, cost=3, steps=(ATTACK,)).begin()
    assert choice(game) == (MOVE, Reason.MOVE)
    game.act(MOVE)
    act, why = choice(game)
    assert why == Reason.GO
    game.act(act)
    assert choice(game) == (card(0), Reason.PLAY)


def test_stands_out_of_the_front_arc_where_the_way_is_as_short():
    game = fight(boss=("I5", "s"), at={0: "I8"}, animus=8).might(0, 0, 1)
    game.option(card(0), 0, cost=3, steps=(ATTACK,)).begin().act(MOVE)
    game.act(choice(game)[0])
    boss = game.piece(BOSS)
    assert not in_front(game.book.geo, boss.hex, boss.facing, game.piece(0).hex)


@pytest.mark.parametrize(("lost", "heals"), [(0, False), (3, True)])
def test_heals_only_the_wounded(lost: int, heals: bool):
    game = fight(boss=("A1", "s"), at={0: "I6", 1: "I7"}, animus=6).put(1, hp=6 - lost)
    game.option(card(0), 0, cost=2, steps=({"do": "heal", "who": "other_friend", "reach": 1, "amount": 1},)).begin()
    assert (choice(game)[0] == card(0)) == heals


def test_refreshes_when_good_cards_are_discarded_and_blanks_remain():
    game = fight(boss=("A1", "s"), animus=4).option(card(0), 0, cost=2, steps=({"do": "refresh"},))
    assert choice(game.begin())[0] != card(0)
    game = fight(boss=("A1", "s"), animus=4).option(card(0), 0, cost=2, steps=({"do": "refresh"},))
    game.deck(0, WHITE, (6, 1, 0, 0, 0, 0), (0, 5, 3, 0, 0, 3)).begin()
    assert choice(game)[0] == card(0)
    game.act(card(0))
    if game.decision == Decision.DECKS:
        assert choice(game) == (colour(WHITE), Reason.DECK)


def test_a_companion_attacks():
    game = fight(party="solo", boss=("I5", "s"), at={1: "I6"}, bare=False).begin().act(PASS)
    assert game.asked == ("TURN", 1)
    assert choice(game)[0] in {ability(0), ability(1), ability(2)}


def test_a_caged_hero_tries_to_get_out():
    game = fight(boss=("A1", "s"), at={0: "I6"}).put(0, caged=1, holder=2, held=5).begin()
    assert YES in game.legal
    assert choice(game) == (YES, Reason.FREE)


# ---- attacks --------------------------------------------------------------------------------------------------------


def test_more_white_cards_when_the_blanks_are_gone():
    """Blanks left are counted: from a pile without blanks no card can miss."""
    counts = []
    for pile in ((6, 6, 3, 0, 0, 3), (0, 6, 3, 0, 0, 3)):
        game = beside(hp=20).deck(0, WHITE, pile, tuple(b - a for a, b in zip(pile, (6, 6, 3, 0, 0, 3), strict=True)))
        game.begin().act(card(0)).act(number(1))
        act, why = choice(game)
        assert why == Reason.WHITE
        counts.append(act - Act.NUMBER)
    assert 1 <= counts[0] <= 4
    assert counts[1] >= 7


def test_fewer_cards_for_the_last_hp():
    """One HP more than a blow takes needs no more cards: the chance to hit goes first."""
    counts = []
    for hp in (20, 1):
        game = beside(hp=hp).begin().act(card(0)).act(number(1))
        counts.append(choice(game)[0] - Act.NUMBER)
    assert counts[1] < counts[0]


def test_takes_every_extra_card():
    game = beside(hp=20).begin().act(card(0)).act(number(0)).act(number(2), *cards("1 c"))
    assert choice(game) == (colour(WHITE), Reason.CRITICAL)


@pytest.mark.parametrize(("text", "again"), [("0 0 1", True), ("0 1 1", False)])
def test_redraw_tokens_are_for_misses(text: str, again: bool):
    game = beside(hp=20).give(0, redraw=1).begin().act(card(0)).act(number(0)).act(number(3), *cards(text))
    assert choice(game) == ((drawn(WHITE, "0"), Reason.REDRAW) if again else (PASS, Reason.KEEP))


def test_no_redraw_where_one_cannot_mend_the_miss():
    game = beside(hp=20).give(0, redraw=1).begin().act(card(0)).act(number(0)).act(number(3), *cards("0 0 0"))
    assert choice(game) == (PASS, Reason.KEEP)


def test_upgrades_are_spent():
    game = beside(hp=20, empowered=2).begin().act(card(0)).act(number(1)).act(number(2))
    assert game.decision == Decision.EMPOWER
    assert choice(game)[0] in {colour(WHITE), colour(YELLOW)}


@pytest.mark.parametrize(
    ("dice", "best"),
    [((6, 2, 6), 1), ((6, 5, 3), 2), ((1, 6, 6), 1)],
    ids=["a die it can break", "the most damaged of what it can break", "no HP wasted on a die of one"],
)
def test_breaks_the_die_where_least_is_wasted(dice: tuple[int, ...], best: int):
    """Three points of damage more than the defence: three HP to give."""
    game = beside().dice(*dice)
    game.book.bosses[0].defence = 1
    game.begin().act(card(0)).act(number(0)).act(number(2), *cards("1 2"))
    assert game.decision == Decision.LOCATION
    assert choice(game) == (number(best), Reason.LOCATION)


# ---- under attack ---------------------------------------------------------------------------------------------------


def test_the_highest_card_against_a_hard_blow():
    game = attacked(8).defends(0, 1, 3).begin()
    assert game.asked == ("DEFEND", 0)
    assert choice(game) == (card(1), Reason.DEFEND)


def test_keeps_its_cards_against_a_blow_that_costs_nothing():
    game = attacked(1, defence=6).defends(0, 1, 3).begin()
    assert choice(game) == (PASS, Reason.NO_DEFENCE)


@pytest.mark.parametrize(("hp", "chosen"), [(1, card(6)), (6, PASS)])
def test_near_death_the_chance_to_stay_up_counts(hp: int, chosen: int):
    """Two yellow cards reach defence 6 once in ten: with 1 HP left a card of cooldown 3 is worth it."""
    game = attacked(2, defence=6, hp=hp).defends(0, *[0] * 6, 1)
    assert choice(game.begin())[0] == chosen


@pytest.mark.parametrize(
    ("defence", "text", "tokens", "spends"),
    [
        (2, "2", 1, True),  # 2 damage costs 1 HP, with a token none
        (2, "3 1", 1, True),  # 2 HP, then 1
        (3, "3 2", 1, False),  # 1 HP against defence 3 and 4 alike
        (3, "3 3", 1, True),  # 2 HP, then 1
        (4, "3 3", 2, False),  # 1 HP against defence 4 to 6
        (4, "3 3", 3, False),  # three tokens for 1 HP are too many
    ],
)
def test_defence_tokens_are_spent_only_where_they_save_hp(defence: int, text: str, tokens: int, spends: bool):
    game = attacked(len(text.split()), defence).give(0, defence=tokens).begin(*cards(text))
    assert choice(game) == ((token(Token.DEFENCE), Reason.GUARD) if spends else (PASS, Reason.NO_GUARD))


def test_three_tokens_are_not_too_many_for_a_life():
    game = attacked(2, 4, hp=1).give(0, defence=3).begin(*cards("3 3"))
    assert choice(game) == (token(Token.DEFENCE), Reason.GUARD)


@pytest.mark.parametrize(("cost", "damage", "plays"), [(1, 9, True), (1, 1, False)])
def test_interrupts_are_played_where_they_are_worth_it(cost: int, damage: int, plays: bool):
    game = attacked(damage, defence=4)
    game.option(card(0), 0, when="attacked", cost=cost, steps=({"do": "defence", "amount": 3},)).tell(0, available=3)
    game.begin()
    assert game.decision == Decision.WINDOW
    assert choice(game)[0] == (card(0) if plays else PASS)


# ---- the fallen -----------------------------------------------------------------------------------------------------


def test_an_ally_always_enters():
    game = fight(boss=("A1", "s"), at={0: "I6"}).ambush().put(0, hp=1)
    game.stage({"do": "hurt", "who": "all_friends", "amount": 1}).begin(NEXT)
    assert game.state.seats[0].fallen
    assert game.asked == ("ALLY", 0)
    act, why = choice(game)
    assert (act != PASS, why) == (True, Reason.ALLY)
    game.act(act)
    assert choice(game)[1] == Reason.ENTER


def test_a_minion_that_will_attack_is_killed():
    """Only a minion is in reach."""
    game = fight("two-bosses", boss=("A1", "s"), at={0: "I6"}, animus=8).might(0, 0, 1).minion(0, "I5")
    game.option(card(0), 0, cost=3, steps=(ATTACK,)).begin()
    assert game.piece(MINION).kind
    assert choice(game)[0] == card(0)


@pytest.mark.parametrize(("zone", "spends"), [(0, True), (3, False)])
def test_a_battleflow_token_is_for_several_good_cards_near_the_hand(zone: int, spends: bool):
    game = fight(boss=("A1", "s"), animus=2).give(0, battleflow=1).defends(0, 3, 3, 3, 3)
    game.tell(0, cards=dict.fromkeys(range(4), zone)).begin()
    for place in range(4):
        game.hero().cards[place] = zone
    game.ask()
    assert (choice(game) == (token(Token.BATTLEFLOW), Reason.FLOW)) == spends


def test_no_token_is_spent_by_one_who_falls_all_the_same():
    game = attacked(2, 2, hp=1).give(0, defence=1).begin(*cards("3 3"))
    assert choice(game) == (PASS, Reason.NO_GUARD)


# ---- areas, chains, tiles -------------------------------------------------------------------------------------------


def two_ways(at: dict[int, str], *foes: str, **attack: object) -> Fight:
    """Seat 1 on I6 has a plain attack of two damage more, or another kind of attack."""
    game = fight(boss=("A1", "s"), at={0: "I6", **at}, animus=8).might(0, 0, 2)
    for place, foe in enumerate(foes):
        game.minion(place, foe, hp=1, max_hp=1)
    game.option(card(0), 0, cost=3, steps=({**ATTACK, "bonus": 2},))
    return game.option(card(1), 0, cost=3, steps=({**ATTACK, **attack},)).begin()


@pytest.mark.parametrize("attack", [{"shape": "adjacent"}, {"shape": "chain", "size": 1}])
def test_strikes_several_where_several_stand(attack):
    assert choice(two_ways({}, "I5", "H6", "H5", **attack)) == (card(1), Reason.PLAY)
    assert choice(two_ways({}, "I5", **attack)) == (card(0), Reason.PLAY)


def test_spares_friends_in_an_area():
    assert choice(two_ways({1: "J6", 2: "I7"}, "I5", "H6", shape="adjacent")) == (card(0), Reason.PLAY)
    spared = two_ways({1: "J6", 2: "I7"}, "I5", "H6", shape="adjacent", enemies_only=True)
    assert choice(spared) == (card(1), Reason.PLAY)


def test_lays_fire_in_an_enemys_way_not_under_a_friend():
    game = fight(boss=("I2", "s"), at={0: "I6", 1: "I5"}, animus=8)
    game.option(card(0), 0, cost=0, steps=({"do": "tile", "tile": "fire", "reach": 6},)).begin().act(card(0))
    act, why = choice(game)
    assert (act, why) in {(spot("I3"), Reason.TILE), (spot("I4"), Reason.TILE)}
