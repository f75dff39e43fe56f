"""How an encounter ends, and what it costs (rules sections 1.1, 1.3, 7.3, 8 and 9)."""

from typing import Any

import pytest
from fed_table import PASS, Fight, card, cards, fight, number

from shieldmate.envs.oathsworn.results import Loss, knockout_ticks, results
from shieldmate.envs.oathsworn.terms import BOSS, Event, Outcome

NEXT = 2
ALL = ({"do": "hurt", "who": "all_friends", "amount": 9},)


def striking(*dice: int, encounter: str = "several-dice", steps: Any = (), **settings: Any) -> Fight:
    """Seat 1 beside a boss with these dice, its attack ready."""
    game = fight(encounter, boss=("I5", "s"), at={0: "I6"}, **settings).dice(*dice)
    game.book.bosses[0].stage_at[1] = game.book.bosses[0].stage_at[2] = 0
    for place in range(3):
        game.stage({"do": "might", "amount": 1}, place=place)
    return game.option(card(0), 0, steps=({"do": "attack"}, *steps))


def strike(game: Fight, *faces: int) -> Fight:
    """Deal eight damage."""
    return game.act(card(0)).act(number(5), *cards("2 2 2 1 1"), *faces)


def test_the_last_die_wins_at_once_without_a_reaction() -> None:
    game = strike(striking(2).begin())
    assert game.state.outcome == Outcome.WIN
    assert not game.events(Event.RESOLVE)


def test_nothing_is_asked_when_all_is_over() -> None:
    game = strike(striking(2).begin())
    assert game.legal == set()
    assert game.state.n_legal == 0


def test_all_unconscious_is_a_loss() -> None:
    game = fight().option(card(0), 0, steps=ALL).begin().act(card(0))
    assert game.state.outcome == Outcome.LOSS


def test_both_at_once_is_a_victory() -> None:
    # The blow takes the last die, and its effect fells everybody.
    game = strike(striking(2, steps=ALL).begin())
    assert game.state.outcome == Outcome.WIN


def test_other_reactions_come_before_the_win() -> None:
    # One area takes two bosses' last dice: two broke, one reaction is due, then the four have won.
    game = fight("two-bosses", boss=("I5", "s"), at={0: "I6"}).stand(BOSS + 1, "H6").dice(2, 0, 2, 0)
    for slot in (0, 1):
        game.book.bosses[slot].defence = 2
        game.book.bosses[slot].stage_at[1] = game.book.bosses[slot].stage_at[2] = 0
    game.stage({"do": "might", "amount": 1}).option(card(0), 0, steps=({"do": "attack", "shape": "adjacent"},)).begin()
    strike(game, NEXT)
    assert len(game.events(Event.BROKEN)) == 2
    assert len(game.events(Event.RESOLVE)) == 1
    assert game.state.outcome == Outcome.WIN


def test_a_last_die_reaction_that_fells_the_last_hero_is_a_victory() -> None:
    game = fight("two-bosses", boss=("I5", "s"), at={0: "I6"}).stand(BOSS + 1, "H6").dice(2, 0, 2, 0)
    for slot in (0, 1):
        game.book.bosses[slot].defence = 2
        game.book.bosses[slot].stage_at[1] = game.book.bosses[slot].stage_at[2] = 0
    game.stage({"do": "hurt", "who": "all_friends", "amount": 9})
    game.option(card(0), 0, steps=({"do": "attack", "shape": "adjacent"},)).begin()
    strike(game, NEXT)
    assert game.hp() == [0, 0, 0, 0]
    assert game.state.outcome == Outcome.WIN


def test_a_boss_of_a_pack_without_dice_leaves_first() -> None:
    game = fight("two-bosses", boss=("I5", "s"), at={0: "I6"}).dice(2, 0, 6, 4)
    game.book.bosses[0].defence = 2
    game.book.bosses[0].stage_at[1] = game.book.bosses[0].stage_at[2] = 0
    game.stage({"do": "might", "amount": 1}).option(card(0), 0, steps=({"do": "attack"},)).begin()
    strike(game, NEXT)
    assert game.where(BOSS) == ""
    assert game.where(BOSS + 1) == "Q1"
    assert game.state.outcome == Outcome.ON


@pytest.mark.parametrize(("north", "stays"), [(0, 0), (1, 1)])
def test_of_a_whole_pack_the_most_north_then_west_one_stays_to_the_end(north: int, stays: int) -> None:
    game = fight("two-bosses", boss=("H6" if north else "I5", "s"), at={0: "I6"}).dice(2, 0, 2, 0)
    game.stand(BOSS + 1, "I5" if north else "H6")
    for slot in (0, 1):
        game.book.bosses[slot].defence = 2
        game.book.bosses[slot].stage_at[1] = game.book.bosses[slot].stage_at[2] = 0
    game.stage({"do": "might", "amount": 1}).option(card(0), 0, steps=({"do": "attack", "shape": "adjacent"},)).begin()
    strike(game, NEXT)
    assert game.where(BOSS + stays) == "I5"
    assert game.where(BOSS + 1 - stays) == ""


# ---- difficulty -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("difficulty", "hp", "extra"),
    [("journeyman", 6, 2), ("pilgrim", 6, 1), ("free_company", 6, 0), ("grim", 5, 0), ("dread", 4, 0)],
)
def test_difficulty_sets_hp_and_defence(difficulty: str, hp: int, extra: int) -> None:
    game = fight(boss=("I5", "s"), at={1: "I6"}, settings={"difficulty": difficulty}).enemy_might(0, 1).ambush()
    game.stage({"do": "attack"}).begin(*cards("0"), NEXT)
    assert game.hp() == [hp] * 4
    assert game.events(Event.DAMAGE)[0][3] == 3 + extra


# ---- the tally ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fallen", "per_encounter", "per_knockout"),
    [
        (0, [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]),
        (1, [3, 2, 1, 0, 0], [3, 2, 1, 0, 0]),
        (3, [5, 4, 3, 2, 1], [9, 6, 3, 0, 0]),
        (4, [6, 5, 4, 3, 2], [12, 8, 4, 0, 0]),
    ],
)
def test_house_rule_ko_ticks_by_difficulty(fallen: int, per_encounter: list[int], per_knockout: list[int]) -> None:
    assert [knockout_ticks(fallen, level, 0) for level in range(5)] == per_encounter
    assert [knockout_ticks(fallen, level, 1) for level in range(5)] == per_knockout


def finished(**rules: Any) -> Fight:
    """Seat 2 falls, seat 3 is left with 2 HP, seat 4 with 5; then seat 1 wins."""
    game = striking(2, **rules).put(2, hp=2).put(3, hp=5)
    game.option(card(0), 1, steps=({"do": "hurt", "who": "self", "amount": 6},)).lead(1).begin()
    game.act(card(0)).acts(PASS, PASS)
    return strike(game)


def test_what_each_seat_loses() -> None:
    game = finished()
    cost = results(game.state, game.book)
    assert (cost.outcome, cost.rounds, cost.ticks) == (Outcome.WIN, 1, 1)
    # Warden 3 items, Priest 2, Ranger 2, Warbear 2: everybody loses one, the unconscious two.
    assert cost.seats == (
        Loss(False, False, 0, 1, 6),
        Loss(True, False, 1, 2, 0),
        Loss(False, False, 0, 1, 2),
        Loss(False, False, 0, 1, 5),
    )


def test_what_a_hardcore_campaign_loses() -> None:
    game = finished(hardcore=True)
    cost = results(game.state, game.book)
    assert cost.seats[1] == Loss(True, True, 0, 2, 0), "dead, with all its items"
    assert [each.injuries for each in cost.seats] == [0, 0, 1, 0], "and who has 1 or 2 HP draws an injury"


def test_no_more_items_are_lost_than_there_are() -> None:
    game = finished()
    game.book.kits[1].n_items = 1
    assert results(game.state, game.book).seats[1].items == 1


def test_dead_allies_are_archived() -> None:
    game = finished()
    game.state.allies = 0b1010
    game.state.seats[1].ally = 2
    game.state.pieces[1].kind = 3
    assert results(game.state, game.book).dead_allies == (0,)


def test_an_encounter_under_way_has_no_results() -> None:
    game = striking(6).begin()
    with pytest.raises(ValueError, match="round 1"):
        results(game.state, game.book)
