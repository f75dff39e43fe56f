"""A hero's attack (rules sections 3.3 and 7.2; cases 28, 30, 40 and 42)."""

from typing import Any

import pytest
from fed_table import (
    BLACK,
    PASS,
    RED,
    WHITE,
    YELLOW,
    Fight,
    ability,
    card,
    cards,
    colour,
    drawn,
    fight,
    item,
    number,
    spot,
    token,
    way,
)

from shieldmate.envs.oathsworn.terms import BOSS, MINION, Decision, Event, Key, Token

MISS = "0 0"


def ready(*cubes: int, defence: int = 2, hp: int = 20, steps: Any = (), **attack: Any) -> Fight:
    """Seat 1 beside a boss of one die; its first card is an attack."""
    game = fight(boss=("I5", "s"), at={0: "I6"}).might(0, *cubes).dice(hp)
    game.book.bosses[0].defence = defence
    return game.option(card(0), 0, steps=({"do": "attack", **attack}, *steps))


def strike(game: Fight, white: int, text: str) -> Fight:
    """Play the attack with white cards only."""
    return game.act(card(0)).act(number(white), *cards(text))


def damage(game: Fight) -> list[tuple[int, ...]]:
    """Damage, defence and HP lost of everybody struck."""
    return [row[2:5] for row in game.events(Event.DAMAGE)]


# ---- cards, criticals, misses ---------------------------------------------------------------------------------------


def test_case_28_the_worked_attack() -> None:
    game = ready(0, 1).begin().act(card(0)).act(number(1))
    game.act(number(2), *cards("1 c 0"))
    assert game.decision == Decision.DRAWN
    game.act(colour(WHITE), *cards("c")).act(colour(WHITE), *cards("0"))
    assert damage(game) == [(5, 2, 2)]


@pytest.mark.parametrize(
    ("text", "defence", "lost"), [("2 2 2 1 1", 2, 4), ("2 2 2 1", 2, 3), ("1", 2, 0), ("2 2 2 1", 3, 2)]
)
def test_case_30_damage_to_hp(text: str, defence: int, lost: int) -> None:
    assert damage(strike(ready(defence=defence).begin(), len(text.split()), text))[0][2] == lost


@pytest.mark.parametrize("text", ["0 0", "0 0 2 2 2", "0 2 0", "0 0 0 c"])
def test_two_blanks_miss(text: str) -> None:
    game = strike(ready().begin(), len(text.split()), text)
    if game.decision == Decision.DRAWN:
        game.act(PASS)
    assert game.events(Event.MISS)
    assert game.decision == Decision.DETERMINATION
    assert not game.events(Event.DAMAGE)


def test_blanks_of_extra_cards_do_not_miss() -> None:
    game = strike(ready().begin(), 3, "0 c c")
    game.act(colour(WHITE), *cards("0")).act(colour(WHITE), *cards("0"))
    assert damage(game) == [(4, 2, 2)]


def test_an_extra_card_is_optional() -> None:
    game = strike(ready().begin(), 1, "c").act(PASS)
    assert damage(game) == [(2, 2, 1)]


def test_bonuses_do_not_rescue_a_miss() -> None:
    game = strike(ready(bonus=5).begin(), 2, MISS)
    assert game.decision == Decision.DETERMINATION


@pytest.mark.parametrize(
    ("cubes", "asked"),
    [((0, 0, 0), ["WHITE"]), ((0, 2, 1), ["CUBES", "CUBES", "WHITE"]), ((0, 1, 0, 1), ["CUBES", "CUBES", "WHITE"])],
)
def test_cubes_are_optional_and_white_is_free(cubes: tuple[int, ...], asked: list[str]) -> None:
    game = ready(*cubes).begin().act(card(0))
    for word in asked[:-1]:
        assert game.decision.name == word
        assert number(0) in game.legal
        game.act(number(0))
    assert game.decision.name == asked[-1]
    assert game.legal == {number(count) for count in range(1, 19)}, "an attack needs a card"


def test_no_white_is_needed_beside_a_cube() -> None:
    game = ready(0, 1).begin().act(card(0)).act(number(1))
    assert number(0) in game.legal


# ---- empower --------------------------------------------------------------------------------------------------------


def test_empower_steps_go_up_to_black_and_no_further() -> None:
    game = ready(0, 0, 0, 1, empowered=4).begin().act(card(0)).act(number(1)).act(number(1))
    assert game.legal == {colour(WHITE), PASS}
    game.acts(colour(WHITE), colour(YELLOW))
    assert game.legal == {colour(RED), PASS}
    game.act(colour(RED), *cards("3 4"))
    assert damage(game) == [(7, 2, 3)]


def test_an_empowered_token_is_three_steps_over_cards_of_one_attack() -> None:
    game = ready().give(0, empowered=1).begin().act(card(0)).act(number(2))
    assert game.legal == {token(Token.EMPOWERED), PASS}
    game.acts(token(Token.EMPOWERED), colour(WHITE), colour(YELLOW))
    assert colour(WHITE) in game.legal
    game.act(colour(WHITE), *cards("3 3"))
    assert damage(game)[0][0] == 6
    assert game.tokens() == {}


def test_extra_cards_are_not_empowered() -> None:
    game = ready().give(0, empowered=1).begin()
    strike(game, 1, "").act(PASS, *cards("c"))
    assert game.legal == {colour(WHITE), PASS}


def test_empower_in_a_friends_window_is_for_the_attack_at_hand() -> None:
    game = ready().option(card(0), 1, when="friend_draw", steps=({"do": "empower", "amount": 1},)).begin()
    game.act(card(0)).act(number(1)).act(card(0))
    assert game.asked == ("EMPOWER", 0)
    game.act(colour(WHITE), *cards("3"))
    assert damage(game)[0][0] == 3


def test_empower_before_the_attack_is_for_the_next_attack() -> None:
    game = ready(steps=()).option(card(1), 0, steps=({"do": "empower", "amount": 1}, {"do": "attack"})).begin()
    game.act(card(1)).act(number(1)).act(colour(WHITE), *cards("3"))
    assert damage(game)[0][0] == 3


# ---- redraws --------------------------------------------------------------------------------------------------------


def test_a_redraw_may_be_redrawn_and_rescues() -> None:
    game = ready().give(0, redraw=2).begin()
    strike(game, 2, "0 0").act(drawn(WHITE, "0"), *cards("0")).act(drawn(WHITE, "0"), *cards("2"))
    assert damage(game) == [(2, 2, 1)]
    assert game.tokens() == {}


def test_free_redraws_go_first() -> None:
    game = ready(redraws=1).give(0, redraw=1).begin()
    strike(game, 1, "0").act(drawn(WHITE, "0"), *cards("1")).act(PASS)
    assert game.tokens() == {"redraw": 1}


def test_a_redraw_that_is_critical_brings_an_extra_card() -> None:
    game = ready(redraws=1).begin()
    strike(game, 1, "0").act(drawn(WHITE, "0"), *cards("c")).act(colour(WHITE), *cards("1"))
    assert damage(game)[0][0] == 3


def test_a_redrawn_extra_card_stays_exempt_from_the_miss() -> None:
    game = ready(redraws=1).begin()
    strike(game, 2, "0 c").act(colour(WHITE), *cards("1")).act(drawn(WHITE, "1", extra=True), *cards("0"))
    assert damage(game)[0][0] == 2


@pytest.mark.parametrize(("rule", "dealt"), [("discard_extra", 1), ("keep_extra", 3)])
def test_house_rule_redrawn_crit(rule: str, dealt: int) -> None:
    game = fight(boss=("I5", "s"), at={0: "I6"}, redrawn_crit=rule).dice(20)
    game.option(card(0), 0, steps=({"do": "attack", "redraws": 1},)).begin()
    strike(game, 1, "c").act(colour(WHITE), *cards("2")).act(drawn(WHITE, "c"), *cards("1"))
    assert damage(game)[0][0] == dealt
    assert game.pile(0, WHITE)[1] == 3


def test_a_redrawn_critical_takes_the_chain_behind_it_along() -> None:
    game = ready(redraws=1).begin()
    strike(game, 1, "c").act(colour(WHITE), *cards("c")).act(colour(WHITE), *cards("2"))
    game.act(drawn(WHITE, "c"), *cards("1"))
    assert damage(game)[0][0] == 1


def test_a_redrawn_critical_owes_nothing() -> None:
    game = ready(redraws=1).begin()
    strike(game, 1, "c").act(drawn(WHITE, "c"), *cards("1"))
    assert damage(game)[0][0] == 1


# ---- what weapons and interrupts add --------------------------------------------------------------------------------


def test_a_weapon_may_bring_two_cards_for_the_first_critical() -> None:
    game = ready().begin()
    game.book.kits[0].items[0].fates = 1
    strike(game, 2, "c c")
    for _ in range(3):
        assert colour(WHITE) in game.legal
        game.act(colour(WHITE), *cards("0"))
    assert damage(game)[0][0] == 4


def test_on_a_critical_hit_an_item_adds_damage_and_knockback_after_it() -> None:
    game = (
        ready()
        .option(
            item(0),
            0,
            when="drawn",
            steps=(
                {"do": "damage", "amount": 2, "if": "critical"},
                {"do": "knockback", "who": "target", "amount": 2, "if": "critical"},
            ),
        )
        .begin()
    )
    strike(game, 1, "c").act(PASS)
    assert game.asked == ("WINDOW", 0)
    game.act(item(0))
    assert damage(game) == [(4, 2, 2)]
    assert game.where(BOSS) == "I3"


@pytest.mark.parametrize("text", ["2", "0 0"])
def test_without_a_critical_hit_there_is_nothing_to_ask(text: str) -> None:
    game = ready().option(item(0), 0, when="drawn", steps=({"do": "damage", "amount": 2, "if": "critical"},)).begin()
    assert strike(game, len(text.split()), text).decision != Decision.WINDOW


def test_a_redraw_in_the_window_after_the_draw_rescues() -> None:
    game = ready().option(card(1), 0, when="drawn", steps=({"do": "redraw", "amount": 1},)).begin()
    strike(game, 2, "0 0").act(card(1)).act(drawn(WHITE, "0"), *cards("2"))
    assert damage(game)[0][0] == 2


def test_a_replaced_card_counts_and_a_critical_brings_its_extra() -> None:
    game = ready().option(card(1), 0, when="drawn", steps=({"do": "replace", "colour": "black"},)).begin()
    strike(game, 1, "0").act(card(1)).act(drawn(WHITE, "0"), *cards("c")).act(colour(BLACK), *cards("4"))
    assert damage(game)[0][0] == 9


@pytest.mark.parametrize(("named", "prize"), [("2", 2), ("1", 0)])
def test_a_right_prediction_brings_redraws(named: str, prize: int) -> None:
    game = ready().option(card(1), 0, when="draw", steps=({"do": "predict", "amount": 2},)).begin()
    game.act(card(0)).act(number(2)).act(card(1)).act(drawn(WHITE, named), *cards("0 2"))
    assert (game.decision == Decision.DRAWN) == (prize > 0)
    for _ in range(prize):
        game.act(drawn(WHITE, "0"), *cards("0"))
    assert game.decision != Decision.DRAWN


def test_damage_for_the_next_attack_holds_for_one() -> None:
    game = ready().option(card(1), 0, steps=({"do": "damage", "amount": 3}, {"do": "attack"}, {"do": "attack"})).begin()
    game.act(card(1)).act(number(1), *cards("1"))
    assert damage(game) == [(4, 2, 2)]
    game.act(number(1), *cards("1"))
    assert damage(game) == [(1, 2, 0)]


# ---- unarmed, thrown, reach -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rule", "asked"), [("no_cubes", "WHITE"), ("no_weapon_cubes", "CUBES")])
def test_house_rule_unarmed(rule: str, asked: str) -> None:
    game = fight(boss=("I5", "s"), at={0: "I6"}, unarmed=rule).might(0, 0, 1)
    game.book.kits[0].items[1].might[RED] = 1
    game.option(card(0), 0, steps=({"do": "attack", "unarmed": True},)).begin().act(card(0))
    assert game.decision.name == asked
    if asked == "CUBES":
        game.act(number(1))
        assert game.decision == Decision.WHITE, "the weapon's yellow cube is not there"


def thrower() -> Fight:
    """Seat 1 throws its only weapon, which has a yellow cube, three hexes far."""
    game = ready(0, 1, hp=20).stand(0, "I8")
    game.option(item(0), 0, steps=({"do": "attack", "reach": 3, "bonus": 2}, {"do": "throw"}))
    return game.begin()


def test_a_thrown_weapon_lies_beside_its_target() -> None:
    game = thrower().act(item(0)).act(number(1)).act(number(0), *cards("1"))
    assert damage(game) == [(3, 2, 1)]
    assert game.asked == ("LANDING", 0)
    assert game.legal == {spot(name) for name in ("H5", "H6", "I4", "I6", "J5", "J6")}
    game.act(spot("I6"))
    game.state.seats[0].items[0] = 4
    assert item(0) not in game.ask().legal, "it is not at hand"


def test_who_threw_its_weapon_strikes_unarmed_until_it_is_picked_up() -> None:
    game = thrower().act(item(0)).act(number(1)).act(number(0), *cards("1")).act(spot("H6"))
    assert game.hero(0).items[0] == 3, "it cools meanwhile"
    assert game.walk("I6").act(card(0)).decision == Decision.WHITE


def test_entering_its_hex_picks_a_weapon_up() -> None:
    game = thrower().act(item(0)).act(number(1)).act(number(0), *cards("1")).act(spot("I6"))
    game.walk("I6")
    assert game.events(Event.THROWN) == [(0, 0, -1, 0, 0)]
    game.act(card(0))
    assert game.decision == Decision.CUBES


@pytest.mark.parametrize(
    ("at", "attack", "legal"),
    [
        ("I6", {}, True),
        ("I7", {}, False),
        ("I8", {"reach": 3}, True),
        ("I9", {"reach": 3}, False),
        ("I6", {"reach": 3}, True),
        ("I7", {"reach": "weapon"}, True),
        ("I7", {"reach": "weapon", "melee": True}, False),
        ("I9", {"reach": 1}, False),
    ],
)
def test_who_can_be_reached(at: str, attack: dict[str, Any], legal: bool) -> None:
    game = ready(**attack).stand(0, at)
    game.book.kits[0].items[0].reach = 3
    assert (card(0) in game.begin().legal) == legal


@pytest.mark.parametrize(("no_sight", "legal"), [(False, False), (True, True)])
def test_a_ranged_attack_needs_sight(no_sight: bool, legal: bool) -> None:
    game = ready(reach=4, no_sight=no_sight).stand(0, "I8").tree(0, "I6", "J7", "H7")
    assert (card(0) in game.begin().legal) == legal


# ---- Determination (case 40) ----------------------------------------------------------------------------------------


def test_case_40_determination_gives_spent_tokens_back_and_one_of_choice() -> None:
    game = ready().give(0, redraw=2, empowered=1).begin().act(card(0)).act(number(2))
    game.act(token(Token.EMPOWERED)).act(PASS, *cards("0 0")).act(drawn(WHITE, "0"), *cards("0")).act(PASS)
    assert game.legal == {token(kind) for kind in range(5)}
    game.act(token(Token.DEFENCE))
    assert game.tokens() == {"redraw": 2, "empowered": 1, "defence": 1}


def test_determination_gives_lethality_back() -> None:
    game = ready().give(0, lethality=2)
    game.option(card(1), 0, pay="lethality", when="draw", steps=({"do": "damage", "amount": 2},)).begin()
    game.act(card(0)).act(number(2)).act(card(1), *cards("0 0")).act(token(Token.REDRAW))
    assert game.tokens() == {"lethality": 2, "redraw": 1}


def test_determination_gives_lethality_spent_before_the_attack_back() -> None:
    game = ready().give(0, lethality=1).option(ability(3), 0, pay="lethality", steps=({"do": "damage", "amount": 2},))
    game.begin().act(ability(3)).act(card(0)).act(number(2), *cards("0 0")).act(token(Token.REDRAW))
    assert game.tokens() == {"lethality": 1, "redraw": 1}


def test_there_are_at_most_three_lethality_tokens() -> None:
    game = (
        ready()
        .give(0, lethality=2)
        .option(ability(3), 0, limit="turn", steps=({"do": "token", "token": "lethality", "amount": 2},))
    )
    assert game.begin().act(ability(3)).tokens() == {"lethality": 3}


# ---- after a miss, after a break (case 42) --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "seen"),
    [
        ({"do": "knockback", "amount": 2}, Event.STEP),
        ({"do": "status", "status": "bleed"}, Event.STATUS),
        ({"do": "hurt", "who": "target", "amount": 1}, Event.DIE),
    ],
)
def test_a_miss_has_no_effect_at_all(step: dict[str, Any], seen: Event) -> None:
    game = strike(ready(steps=(step,)).begin(), 2, MISS).act(token(Token.DEFENCE))
    assert not game.events(seen)
    assert game.decision == Decision.TURN


def test_what_helps_friends_follows_a_miss() -> None:
    gift = {"do": "token", "token": "redraw", "who": "all_friends"}
    game = strike(ready(steps=(gift,)).begin(), 2, MISS).act(token(Token.DEFENCE))
    assert (game.tokens(0), game.tokens(1)) == ({"defence": 1, "redraw": 1}, {"redraw": 1})


def breaking(*steps: dict[str, Any], dice: tuple[int, ...] = (2, 6, 6)) -> Fight:
    """Seat 1 takes the last HP of the first die; the reaction's card does nothing."""
    game = fight(boss=("I5", "s"), at={0: "I6"}).dice(*dice).stage({"do": "might", "amount": 1})
    game.book.bosses[0].defence = 2
    game.book.bosses[0].stage_at[1] = game.book.bosses[0].stage_at[2] = 0
    game.option(card(0), 0, steps=({"do": "attack"}, *steps)).begin()
    return game.act(card(0)).act(number(5), *cards("2 2 2 1 1"))


def test_case_42_a_broken_die_spills_nothing_and_brings_one_reaction() -> None:
    game = breaking()
    assert game.legal == {number(0), number(1), number(2)}, "one hex holds three dice"
    game.act(number(0), 2)
    assert game.left() == [0, 6, 6]
    assert game.events(Event.DIE) == [(0, -2, 0, 0, 0)]
    assert game.events(Event.RESOLVE) == [(0, 1, 0, 0, 0)]


@pytest.mark.parametrize(
    "step",
    [
        {"do": "knockback", "amount": 1},
        {"do": "status", "status": "bleed"},
        {"do": "attack"},
        {"do": "hurt", "amount": 1},
    ],
)
def test_a_break_cancels_the_rest_against_that_target(step: dict[str, Any]) -> None:
    game = breaking(step).act(number(0), 2)
    assert game.decision == Decision.TURN
    assert game.where(BOSS) == "I5"
    assert game.left() == [0, 6, 6]


def test_after_a_break_another_target_may_still_be_struck() -> None:
    game = fight("two-bosses", boss=("I5", "s"), at={0: "I6"}).stand(BOSS + 1, "H6").dice(2, 4, 6, 6)
    game.stage({"do": "might", "amount": 1}).option(card(0), 0, steps=({"do": "attack"}, {"do": "attack"})).begin()
    game.act(card(0)).act(spot("I5")).act(number(2), *cards("2 2")).act(number(0))
    assert game.decision == Decision.WHITE, "only the other one is left to attack"
    game.act(number(1), *cards("2"))


def test_effects_on_friends_come_before_the_reaction() -> None:
    game = breaking({"do": "animus", "who": "all_friends", "amount": 1}).act(number(0), 2)
    rows = [row[0] for row in game.rows]
    assert rows.index(Event.BROKEN) < rows.index(Event.RESOLVE)
    assert game.decision == Decision.TURN


def test_the_card_is_put_down_after_the_reaction() -> None:
    game = breaking().act(number(0), 2)
    rows = [row[0] for row in game.rows]
    assert rows.index(Event.RESOLVE) < rows.index(Event.ZONE)


# ---- which die is hit (section 7.2) ---------------------------------------------------------------------------------


def large(at: str, *dice: int, **attack: Any) -> Fight:
    """Seat 1 and the Broodmother on I4, facing south: front I5, core, rear I3, flanks west and east of her."""
    game = fight("broodmother", boss=("I4", "s"), at={0: at}).dice(*dice or (6, 6, 6, 6, 6))
    return game.option(card(0), 0, steps=({"do": "attack", **attack},)).begin()


FRONT, CORE, REAR, LEFT, RIGHT = range(5)
"""Locations of the Broodmother; with her front to the south her left flank lies east."""


@pytest.mark.parametrize(
    ("at", "dice", "struck"),
    [
        ("I6", (6, 6, 6, 6, 6), FRONT),
        ("I2", (6, 6, 6, 6, 6), REAR),
        ("G4", (6, 6, 6, 6, 6), RIGHT),
        ("K4", (6, 6, 6, 6, 6), LEFT),
        ("I6", (0, 0, 6, 6, 0), LEFT),
        ("I6", (0, 6, 6, 0, 0), CORE),
        ("I2", (6, 6, 0, 0, 0), CORE),
    ],
)
def test_the_die_closest_to_the_attacker_is_hit(at: str, dice: tuple[int, ...], struck: int) -> None:
    game = large(at, *dice).act(card(0)).act(number(1), *cards("2"))
    assert game.events(Event.DIE)[0][0] == struck


def test_equal_dice_are_the_players_choice_after_the_draw() -> None:
    game = large("I6", 0, 6, 6, 6, 6).act(card(0)).act(number(1), *cards("2"))
    assert game.asked == ("LOCATION", 0)
    assert game.legal == {number(1), number(3), number(4)}


def test_house_rule_ties_north_west_asks_nothing() -> None:
    game = fight("broodmother", boss=("I4", "s"), at={0: "I6"}, ties="north_west").dice(0, 6, 6, 6, 6)
    game.option(card(0), 0, steps=({"do": "attack"},)).begin().act(card(0)).act(number(1), *cards("2"))
    assert game.decision == Decision.TURN


@pytest.mark.parametrize(("trees", "struck"), [((), RIGHT), (("E3",), REAR)])
def test_a_shot_hits_the_closest_die_in_sight(trees: tuple[str, ...], struck: int) -> None:
    game = fight("broodmother", boss=("I4", "s"), at={0: "C2"}).dice(6, 6, 6, 6, 6)
    if trees:
        game.tree(0, *trees)
    game.option(card(0), 0, steps=({"do": "attack", "reach": 6},)).begin().act(card(0)).act(number(1), *cards("2"))
    assert game.events(Event.DIE)[0][0] == struck


# ---- areas ----------------------------------------------------------------------------------------------------------


def test_an_area_strikes_friend_and_foe_with_one_draw() -> None:
    game = ready(shape="adjacent").stand(1, "H7").begin()
    game.act(card(0)).act(number(4), *cards("2 2 1 1"))
    assert game.events(Event.DAMAGE) == [(0, BOSS, 6, 2, 3), (0, 1, 6, 3, 2)]


def test_an_area_may_spare_friends() -> None:
    game = ready(shape="adjacent", enemies_only=True).stand(1, "H7").begin()
    game.act(card(0)).act(number(2), *cards("2 2"))
    assert game.events(Event.DAMAGE) == [(0, BOSS, 4, 2, 2)]


@pytest.mark.parametrize(
    ("attack", "answer", "further"),
    [
        ({"shape": "front3"}, way("n"), 0),
        ({"shape": "disc", "reach": 4, "size": 1}, spot("I5"), 3),
        ({"shape": "cone", "size": 3}, way("n"), 6),
        ({"shape": "wave"}, way("n"), 6),
        ({"shape": "within", "size": 2}, None, 3),
        ({"shape": "adjacent"}, None, 0),
    ],
)
def test_each_further_hex_of_a_large_model_adds_one(attack: dict[str, Any], answer: int | None, further: int) -> None:
    game = large("I6", **attack)
    game.act(card(0))
    if game.decision == Decision.TARGET:
        assert answer in game.legal
        game.act(int(answer or 0))
    game.act(number(2), *cards("2 2"))
    assert damage(game)[0][0] == 4 + further


def test_a_direction_turns_the_hero() -> None:
    game = ready(shape="cone", size=2).begin().act(card(0))
    game.act(way("n"))
    assert game.piece(0).facing == 0


# ---- charge ---------------------------------------------------------------------------------------------------------


def test_a_charge_goes_through_and_strikes_all_it_went_through() -> None:
    game = ready(shape="charge", size=3).stand(1, "I7").stand(0, "I8").begin().act(card(0))
    assert game.asked == ("LANDING", 0)
    assert spot("I6") in game.legal, "it would land on the boss"
    game.act(spot("I6")).act(number(2), *cards("2 2"))
    assert game.where(0) == "I6"
    assert game.events(Event.DAMAGE) == [(0, BOSS, 4, 2, 2), (0, 1, 4, 3, 1)]


def test_a_charge_stops_at_an_obstacle() -> None:
    game = ready(shape="charge", size=4).stand(0, "I7").tree(0, "I3").begin().act(card(0))
    game.act(number(1), *cards("2"))
    assert game.where(0) == "I4"


def test_a_charge_behind_an_obstacle_reaches_nobody() -> None:
    assert card(0) not in ready(shape="charge", size=4).stand(0, "I7").tree(0, "I6").begin().legal


def test_a_crippled_hero_does_not_charge() -> None:
    game = ready(shape="charge", size=3).stand(0, "I7").put(0, crippled=2).begin().act(card(0))
    assert game.decision == Decision.TURN
    assert game.where(0) == "I7"


def test_a_charge_through_a_large_enemy_lets_the_player_pick_a_die() -> None:
    game = large("I7", shape="charge", size=5).act(card(0))
    while game.decision == Decision.LANDING:
        game.act(min(game.legal))
    game.act(number(1), *cards("2"))
    assert game.legal == {number(FRONT), number(CORE), number(REAR)}


# ---- pools of enemies -----------------------------------------------------------------------------------------------


def test_a_minions_death_brings_a_reaction_only_by_its_keyword() -> None:
    for keys, reactions in ((0, 0), (int(Key.REACTS), 1)):
        game = fight("broodmother", boss=("I2", "s"), at={0: "I6"}).minion(0, "I7").stage({"do": "might", "amount": 1})
        game.book.minions[0].keys = keys
        game.option(card(0), 0, steps=({"do": "attack"},)).begin().act(card(0))
        game.act(number(1), *cards("2"), *[2] * reactions)
        assert len(game.events(Event.RESOLVE)) == reactions


def test_a_kill_counts_for_the_seat() -> None:
    game = fight("broodmother", boss=("I2", "s"), at={0: "I6"}).minion(0, "I7").minion(1, "H7")
    game.option(card(0), 0, steps=({"do": "attack", "shape": "adjacent"},)).begin().act(card(0))
    game.act(number(1), *cards("2"))
    assert game.hero(0).kills == 2
    assert game.where(MINION) == game.where(MINION + 1) == ""
