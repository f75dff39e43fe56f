"""Whom a step concerns (docs/vocabulary.md, `who`), and effects that no other module tries by themselves."""

import pytest
from fed_table import PASS, Fight, ability, card, cards, fight, number, spot, way

from shieldmate.envs.oathsworn.terms import BOSS, MINION, Decision, Event, Status, Tile, Zone

STRIKE = {"do": "attack", "reach": 2}
NEXT = 2


def shared(who: str, reach: int = 0) -> Fight:
    """Seat 1's card gives a Defence token to whom a step names; seat 2 is beside it, seat 3 two hexes off."""
    game = fight(at={0: "I6", 1: "I7", 2: "I8"}).put(2, hp=2)
    gift = {"do": "token", "token": "defence", "who": who, "reach": reach}
    return game.option(card(0), 0, steps=(gift,)).begin().act(card(0))


@pytest.mark.parametrize(
    ("who", "reach", "given"),
    [
        ("self", 0, [1, 0, 0, 0]),
        ("adjacent_friends", 0, [0, 1, 0, 0]),
        ("all_friends", 1, [1, 1, 0, 0]),
        ("all_friends", 2, [1, 1, 1, 0]),
        ("all_friends", 0, [1, 1, 1, 1]),
        ("lowest", 2, [0, 0, 1, 0]),
        ("lowest", 1, [1, 0, 0, 0]),
    ],
)
def test_friends_that_a_step_names(who: str, reach: int, given: list[int]) -> None:
    game = shared(who, reach)
    assert [game.tokens(seat).get("defence", 0) for seat in range(4)] == given


@pytest.mark.parametrize(("who", "offered"), [("chosen_friend", {"I6", "I7", "I8"}), ("other_friend", {"I7", "I8"})])
def test_a_friend_of_choice_is_within_reach(who: str, offered: set[str]) -> None:
    game = shared(who, 2)
    assert (game.decision, game.legal) == (Decision.FRIEND, {spot(name) for name in offered})
    assert game.act(spot("I7")).tokens(1) == {"defence": 1}


@pytest.mark.parametrize(
    ("who", "reach", "struck"),
    [("adjacent_enemies", 0, [0]), ("all_enemies", 3, [0, 1]), ("all_enemies", 0, [0, 1, 2])],
)
def test_enemies_that_a_step_names(who: str, reach: int, struck: list[int]) -> None:
    game = fight("two-bosses", boss=("A1", "s"), at={0: "I6"}).minion(0, "I7").minion(1, "I9").minion(2, "I3", 1)
    game.stand(MINION + 2, "B8")
    game.option(card(0), 0, steps=({"do": "defence", "who": who, "reach": reach, "amount": -1, "lasts": "round"},))
    game.begin().act(card(0))
    assert [place for place in range(3) if game.piece(MINION + place).defence_round] == struck


def test_an_enemy_of_choice_is_within_reach() -> None:
    game = fight("two-bosses", boss=("A1", "s"), at={0: "I6"}).minion(0, "I7").minion(1, "I5").minion(2, "I2")
    bleed = {"do": "status", "status": "bleed", "who": "chosen_enemy", "reach": 2}
    game.option(card(0), 0, steps=(bleed,)).begin().act(card(0))
    assert game.legal == {spot("I7"), spot("I5")}
    assert game.act(spot("I5")).piece(MINION + 1).status[Status.BLEED] == 1


# ---- effects --------------------------------------------------------------------------------------------------------


def test_a_taunt_is_for_an_enemy_in_reach() -> None:
    game = fight(boss=("I3", "s"), at={0: "I6"}).option(card(0), 0, steps=({"do": "taunt", "reach": 3},)).begin()
    game.act(card(0))
    assert game.piece(BOSS).status[Status.TAUNTED] == 1, "a seat and one"
    far = fight(boss=("I2", "s"), at={0: "I6"}).option(card(0), 0, steps=({"do": "taunt", "reach": 3},)).begin()
    assert far.act(card(0)).piece(BOSS).status[Status.TAUNTED] == 0


@pytest.mark.parametrize(("more", "offered"), [(0, False), (2, True)])
def test_range_is_changed_for_the_next_attack(more: int, offered: bool) -> None:
    game = fight(boss=("I2", "s"), at={0: "I6"}).option(card(0), 0, steps=(STRIKE,))
    game.option(ability(3), 0, limit="turn", steps=({"do": "range", "amount": 2},)).begin()
    if more:
        game.act(ability(3))
    assert (card(0) in game.legal) == offered


@pytest.mark.parametrize(("lost", "gained", "left"), [((5, 3, 6), 2, [5, 5, 6]), ((5, 0, 6), 4, [6, 0, 6])])
def test_the_most_damaged_die_is_mended_never_a_broken_one(lost: tuple[int, ...], gained: int, left: list[int]) -> None:
    game = fight(boss=("I2", "s")).ambush().dice(*lost)
    for location in range(3):
        game.book.locations[location].hp = 6
    game.stage({"do": "mend", "amount": gained}).stage({"do": "might"}, place=1).begin(2)
    assert game.left() == left


def test_who_cannot_discard_goes_no_further() -> None:
    steps = ({"do": "discard", "amount": 1}, {"do": "token", "token": "defence"})
    game = fight().option(ability(3), 0, limit="turn", steps=steps).begin()
    game.act(ability(3)).act(card(1))
    assert game.tokens() == {"defence": 1}
    assert game.hero().cards[1] < Zone.HAND
    empty = fight().tell(0, cards=dict.fromkeys(range(7), 3)).option(ability(3), 0, limit="turn", steps=steps).begin()
    if ability(3) in empty.legal:
        empty.act(ability(3))
    assert empty.tokens() == {}


def test_a_teleport_may_lead_beside_an_obstacle_only() -> None:
    step = {"do": "teleport", "amount": 3, "beside_obstacle": True}
    game = fight(at={0: "I6"}).tree(0, "I8").option(card(0), 0, steps=(step,)).begin().act(card(0))
    beside = {"I7", "I9", "H8", "H9", "J8", "J9"}
    assert game.legal == {PASS, *(spot(name) for name in beside)}


@pytest.mark.parametrize(("when", "first"), [("passive_draw", Event.TOKEN), ("passive_drawn", Event.DREW)])
def test_an_ability_works_by_itself_before_or_after_the_draw(when: str, first: Event) -> None:
    passive = {"when": when, "limit": "round", "steps": ({"do": "token", "token": "animus"},)}
    game = fight(boss=("I5", "s"), at={0: "I6"}).option(card(0), 0, steps=(STRIKE,)).option(ability(3), 0, **passive)
    game.begin().act(card(0)).act(number(1), *cards("1"))
    told = [row[0] for row in game.rows if row[0] in (Event.TOKEN, Event.DREW)]
    assert (told[0], set(told)) == (first, {Event.TOKEN, Event.DREW})


def test_a_hero_picks_where_it_faces() -> None:
    game = fight(at={0: "I6"}).option(card(0), 0, steps=({"do": "turn"},)).begin().act(card(0))
    assert game.decision == Decision.FACING
    assert game.act(way("se")).piece().facing == 2


def test_hp_is_regained_never_above_the_highest() -> None:
    steps = ({"do": "heal", "amount": 3},)
    assert fight().put(0, hp=2).option(card(0), 0, steps=steps).begin().act(card(0)).hp(0) == [5]
    assert fight().put(0, hp=5).option(card(0), 0, steps=steps).begin().act(card(0)).hp(0) == [6]


def test_own_hp_is_given_as_far_as_both_can() -> None:
    game = fight(at={0: "I6", 1: "I7"}).put(0, hp=3).put(1, hp=1)
    game.option(card(0), 0, steps=({"do": "transfer", "who": "other_friend", "reach": 1, "amount": 5},)).begin()
    assert game.act(card(0)).hp(0, 1) == [1, 3]


@pytest.mark.parametrize(("to", "facing"), [("target", 3), ("away", 0), ("ne", 1), ("rear_left", 1)])
def test_an_enemy_turns(to: str, facing: int) -> None:
    game = (
        fight(boss=("I5", "s"), at={0: "I7"})
        .ambush()
        .enemy_might(1)
        .stage({"do": "retarget", "prefer": "closest"}, {"do": "face", "to": to})
    )
    game.stage({"do": "might"}, place=1).begin(2)
    assert game.piece(BOSS).facing == facing


def test_one_target_is_struck_by_an_attack_without_an_area() -> None:
    game = fight("two-bosses", boss=("A1", "s"), at={0: "I6"}).minion(0, "I5").minion(1, "I7")
    game.option(card(0), 0, steps=({"do": "attack", "shape": "one"},)).begin().act(card(0))
    game.act(spot("I5")).act(number(1), *cards("2"))
    assert [game.where(MINION), game.where(MINION + 1)] == ["", "I7"]


def test_an_interrupt_of_one_who_is_hit_comes_after_the_reveal() -> None:
    game = fight(boss=("I5", "s"), at={0: "I6"}).ambush().enemy_might(0, 1).stage({"do": "attack"})
    game.stage({"do": "might"}, place=1).defends(0, 3).book.bosses[0].defence = 1
    game.option(card(1), 0, when="hit", steps=({"do": "defence", "amount": 9, "lasts": "attack"},))
    game.begin().act(PASS, *cards("3"))
    assert (game.decision, card(1) in game.legal) == (Decision.WINDOW, True)
    assert game.act(card(1), NEXT).hp(0) == [6]


def test_what_has_no_limit_is_done_as_often_as_it_is_paid_for() -> None:
    game = fight(animus=3).option(ability(3), 0, cost=1, limit="free", steps=({"do": "token", "token": "redraw"},))
    game.begin()
    while ability(3) in game.legal:
        game.act(ability(3))
    assert game.tokens() == {"redraw": 3}


def test_a_minion_of_several_hp_loses_them_one_after_another() -> None:
    game = fight("two-bosses", boss=("A1", "s"), at={0: "I6"}).minion(0, "I7", 1)
    game.option(card(0), 0, steps=({"do": "attack"},)).option(card(1), 0, steps=({"do": "attack"},)).begin()
    assert game.piece(MINION).hp == 2
    assert game.act(card(0)).act(number(1), *cards("1")).piece(MINION).hp == 1
    game.state.seats[0].played = 0
    game.ask().act(card(1)).act(number(1), *cards("1"))
    assert game.where(MINION) == ""


def test_a_tile_is_taken_away() -> None:
    game = fight(at={0: "I6"}).tile("I7", Tile.FIRE)
    game.option(card(0), 0, steps=({"do": "tile", "tile": "none", "reach": 1},)).begin().act(card(0)).act(spot("I7"))
    assert game.state.tile[spot("I7")] == Tile.NONE


@pytest.mark.parametrize("kind", ["defence", "redraw", "animus", "empowered", "battleflow", "lethality"])
def test_tokens_of_each_kind_are_given(kind: str) -> None:
    game = fight().option(card(0), 0, steps=({"do": "token", "token": kind, "amount": 2},)).begin().act(card(0))
    assert game.tokens() == {kind: 2}
