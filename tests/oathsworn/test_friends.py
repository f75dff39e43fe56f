"""Friends that classes bring - sentinels and falcons - and what they do (rules section 12)."""

from typing import Any

import pytest
from fed_table import MOVE, PASS, Fight, card, cards, fight, number, spot
from positions import Position, position

from shieldmate.envs.core.hexes import hex_named
from shieldmate.envs.oathsworn.pieces import fall
from shieldmate.envs.oathsworn.terms import BOSS, FRIEND, MINION, Decision, Event, Form, Kind, Op

SENTINEL = 0


def maiden(*steps: dict[str, Any], at: str = "I8", **kind: int) -> Fight:
    """Seat 1 brings sentinels of one yellow card each; its first card takes these steps."""
    game = fight(boss=("I5", "s"), at={0: at}).dice(20)
    row = game.book.friends[SENTINEL]
    row.known, row.hp, row.defence, row.move, row.models = 1, 1, 1, 3, 8
    row.might[1] = 1
    for name, value in kind.items():
        setattr(row, name, value)
    game.kinds = {"sentinel": SENTINEL}
    return game.option(card(0), 0, steps=steps)


def sentinel(game: Fight, place: int, at: str) -> Fight:
    """Put a sentinel of seat 1 on a hex."""
    model = game.start.pieces[FRIEND + place]
    model.kind, model.sort, model.owner, model.hp, model.max_hp = Kind.FRIEND, SENTINEL, 0, 1, 1
    return game.stand(FRIEND + place, at)


def test_friends_are_summoned_within_reach_as_far_as_there_are_models() -> None:
    game = maiden({"do": "summon", "kind": "Sentinel", "amount": 3, "reach": 1}, models=2).begin().act(card(0))
    assert game.asked == ("LANDING", 0)
    assert game.legal == {spot(name) for name in ("I7", "H8", "H9", "J8", "J9", "I9")}
    game.acts(spot("I7"), spot("J8"))
    assert game.decision == Decision.TURN
    assert [game.where(FRIEND), game.where(FRIEND + 1)] == ["I7", "J8"]
    assert game.events(Event.SPAWNED) == [(FRIEND + 1, SENTINEL, game.state.pieces[FRIEND + 1].hex, 0, 0)]


def test_a_command_moves_friends_then_they_strike_together_without_a_miss() -> None:
    game = maiden({"do": "command", "kind": "Sentinel", "amount": 3, "bonus": 1})
    sentinel(sentinel(game, 0, "I7"), 1, "A1").begin().act(card(0))
    assert game.asked == ("MOVE_TO", 0)
    game.act(spot("I6"))
    while game.decision == Decision.WAYPOINT:
        game.act(PASS)
    assert game.asked == ("MOVE_TO", 0), "the other one"
    game.act(PASS, *cards("3"))
    assert [row[1:5] for row in game.events(Event.DAMAGE)] == [(BOSS, 4, 3, 1)]


@pytest.mark.parametrize(
    ("near", "text", "dealt"), [(("I6", "H6"), "0 0", 0), (("I6", "H6"), "3 c", 6), (("I6",), "2", 2)]
)
def test_friends_next_to_one_enemy_are_one_draw(near: tuple[str, ...], text: str, dealt: int) -> None:
    game = maiden({"do": "command", "kind": "Sentinel", "amount": 0})
    for place, at in enumerate(near):
        sentinel(game, place, at)
    game.begin().act(card(0), *cards(text))
    assert game.events(Event.DAMAGE)[0][2] == dealt
    assert not game.events(Event.MISS)
    assert game.pile(0, 1) == (18 - len(near), len(near))


def test_friends_out_of_reach_do_not_strike() -> None:
    game = sentinel(maiden({"do": "command", "kind": "Sentinel", "amount": 0}), 0, "A1").begin().act(card(0))
    assert not game.events(Event.DAMAGE)


def test_their_break_is_the_commanders() -> None:
    game = sentinel(maiden({"do": "command", "kind": "Sentinel", "amount": 0, "bonus": 3}), 0, "I6").dice(1, 6)
    game.book.bosses[0].stage_at[1] = 0
    game.stage({"do": "might", "amount": 1}).begin().act(card(0), *cards("0")).act(number(0), 2)
    assert game.events(Event.BROKEN) == [(0, 0, 0, 0, 0)]


def test_a_friend_is_sent_beside_a_character_of_choice() -> None:
    game = sentinel(maiden({"do": "send", "kind": "Sentinel"}, models=1), 0, "I9").begin().act(card(0))
    assert {spot("I5"), spot("G9")} <= game.legal
    game.act(spot("I5"))
    assert game.where(FRIEND) == "I4"


@pytest.mark.parametrize(("models", "places"), [(3, ["I9", "C1", "I4"]), (2, ["I9", "I4", ""])])
def test_one_not_out_yet_is_sent_before_the_farthest(models: int, places: list[str]) -> None:
    game = maiden({"do": "send", "kind": "Sentinel"}, models=models)
    sentinel(sentinel(game, 0, "I9"), 1, "C1").begin().acts(card(0), spot("I5"))
    assert [game.where(FRIEND + place) for place in range(3)] == places


def test_a_friend_that_holds_no_hex_goes_when_anybody_enters() -> None:
    """Rules section 12: a Sentinel's hex is not occupied."""
    game = maiden({"do": "summon", "kind": "Sentinel", "reach": 1}).begin().acts(card(0), spot("I7"))
    assert game.where(FRIEND) == "I7"
    game.walk("I6")
    assert game.where(0) == "I6", "right through"
    assert game.where(FRIEND) == ""
    assert game.events(Event.KILLED) == [(FRIEND, -1, 0, 0, 0)]


def test_one_that_holds_its_hex_stands_in_the_way() -> None:
    game = maiden({"do": "summon", "kind": "Sentinel", "reach": 1}, holds_hex=1).begin().acts(card(0), spot("I7"))
    game.act(MOVE)
    assert spot("I7") not in game.legal


def test_an_attack_may_be_made_from_where_friends_stand() -> None:
    """Rules section 12: a falcon's attacks are the ranged attacks of who sent it, with all its might."""
    game = maiden({"do": "attack", "by": "Sentinel", "reach": 1}).might(0, 0, 1)
    sentinel(sentinel(game, 0, "I6"), 1, "A1").begin()
    game.act(card(0))
    assert game.asked == ("CUBES", 0), "one foe near one friend is no choice"
    game.act(number(1)).act(number(1), *cards("2 2"))
    assert game.events(Event.DAMAGE) == [(0, BOSS, 4, 3, 1)]


def test_without_a_friend_near_an_enemy_there_is_no_such_attack() -> None:
    game = sentinel(maiden({"do": "attack", "by": "Sentinel", "reach": 1}), 0, "A1").begin()
    assert card(0) not in game.legal


def test_friends_are_no_oathsworn_but_areas_and_minions_hit_them() -> None:
    game = sentinel(maiden({"do": "command", "kind": "Sentinel", "amount": 0}), 0, "I6").ambush().enemy_might(0, 1)
    game.stage({"do": "attack", "shape": "adjacent"}).begin(*cards("1"), 2)
    assert game.where(FRIEND) == ""
    assert game.events(Event.KILLED) == [(FRIEND, BOSS, 0, 0, 0)]


# ---- made from where a friend stands ----------------------------------------------------------------------------


def test_knockback_of_a_friends_attack_goes_straight_away_from_the_friend() -> None:
    """Encounter rules p. 30: away from the source hex; the actor stands south, its friend west."""
    game = maiden({"do": "attack", "by": "Sentinel", "reach": 1}, {"do": "knockback", "amount": 2}).might(0, 0, 1)
    sentinel(game, 0, "H5").begin().act(card(0)).act(number(1)).act(number(1), *cards("2 2"))
    assert game.where(BOSS) == "K6"


def test_knockback_of_those_around_the_actor_goes_away_from_the_actor_all_the_same() -> None:
    steps = (
        {"do": "attack", "by": "Sentinel", "reach": 1},
        {"do": "knockback", "who": "adjacent_enemies", "amount": 1},
    )
    game = sentinel(maiden(*steps, at="I6").might(0, 0, 1), 0, "H5").begin()
    game.act(card(0)).act(number(1)).act(number(1), *cards("2 2"))
    assert game.where(BOSS) == "I4"


@pytest.mark.parametrize(("at", "more"), [("I4", 2), ("I6", 0)])
@pytest.mark.parametrize("aimed", [True, False])
def test_the_arc_of_a_friends_attack_is_the_friends(aimed: bool, at: str, more: int) -> None:
    """Encounter rules p. 14: the boss faces south, so I4 is behind it; the actor stands before it."""
    attack = {"by": "Sentinel", "reach": 1}
    bonus = {"do": "damage", "amount": 2, "if": "in_arc", "limit": "rear", "lasts": "attack"}
    steps = ({"do": "aim", **attack}, bonus, {"do": "attack", **attack})
    if not aimed:
        steps = ({"do": "attack", **attack}, bonus, {"do": "attack", "reach": 6})
    game = sentinel(maiden(*steps).might(0, 0, 1), 0, at).begin()
    game.act(card(0)).act(number(1)).act(number(1), *cards("1 1"))
    if not aimed:
        game.act(number(0)).act(number(1), *cards("1"))
    assert game.events(Event.DAMAGE)[-1][2] == (2 if aimed else 1) + more


FRONT, CORE, REAR = range(3)
"""Locations of the Broodmother."""


def beside_a_large_one(at: str, **step: Any) -> Fight:
    """Seat 1 far south of the Broodmother on I4 who faces south, and a friend of its beside her."""
    game = fight("broodmother", boss=("I4", "s"), at={0: "I9"}).might(0, 0, 1)
    row = game.book.friends[SENTINEL]
    row.known, row.hp, row.defence, row.models, row.might[1] = 1, 1, 1, 8, 2
    game.kinds = {"sentinel": SENTINEL}
    return sentinel(game.option(card(0), 0, steps=(step,)), 0, at)


@pytest.mark.parametrize(("at", "die"), [("I2", REAR), ("I6", FRONT)])
def test_the_die_closest_to_the_friend_is_hit(at: str, die: int) -> None:
    """Encounter rules p. 15."""
    game = beside_a_large_one(at, do="attack", by="Sentinel", reach=1).begin()
    game.act(card(0)).act(number(1)).act(number(1), *cards("2 2"))
    assert game.events(Event.DIE)[0][0] == die


@pytest.mark.parametrize(("at", "die"), [("I2", REAR), ("I6", FRONT)])
def test_the_die_closest_to_friends_that_strike_together_is_hit(at: str, die: int) -> None:
    """Encounter rules p. 15."""
    game = beside_a_large_one(at, do="command", kind="Sentinel", amount=0).begin().act(card(0), *cards("2 2"))
    assert game.events(Event.DIE)[0][0] == die


def test_dice_equally_close_to_friends_that_strike_together_are_the_seats_choice() -> None:
    """Encounter rules p. 15."""
    game = sentinel(beside_a_large_one("I2", do="command", kind="Sentinel", amount=0), 1, "I6")
    game.begin().act(card(0), *cards("2 2 3 3"))
    assert game.asked == ("LOCATION", 0)
    assert game.legal == {number(FRONT), number(REAR)}
    game.act(number(FRONT))
    assert game.events(Event.DIE)[0][0] == FRONT
    assert game.pile(0, 1) == (14, 4)


def test_the_friend_that_strikes_is_one_that_sees_the_target() -> None:
    """Encounter rules p. 12: the nearer one has an obstacle between."""
    steps = ({"do": "attack", "by": "Sentinel", "reach": 4}, {"do": "knockback", "amount": 1})
    game = maiden(*steps).might(0, 0, 1).tree(0, "I6")
    sentinel(sentinel(game, 0, "I7"), 1, "I1").begin().act(card(0)).act(number(1)).act(number(1), *cards("2 2"))
    assert game.where(BOSS) == "I5", "away from I1, into the obstacle"
    assert game.left(1) == [20 - 4 // 3 - 1]


# ---- dormant ----------------------------------------------------------------------------------------------------


def left_behind(holds: int = 1) -> Position:
    """Seat 1's friend stands before a minion, seat 1 has just fallen, seat 2 stands farther off."""
    given = position("""
          F G H I J
        3 .   0   .
        3   .   .
        4 .   f   .
        4   r   .
        5 .   .   .
        5   .   .
        6 .   1   .
    """)  # fmt: skip
    given.book.friends[SENTINEL].holds_hex = holds
    given.book.friends[SENTINEL].defence = 1
    given.state.pieces[MINION].target = FRIEND
    for kind in given.book.minions:
        kind.might[:] = [0, 0, 0, 0]
    fall(given.state, given.book, given.tape, 0)
    return given


def test_friends_of_a_fallen_hero_stay_and_no_minion_goes_for_them() -> None:
    """Rules section 12: they go dormant."""
    given = left_behind()
    assert given.state.pieces[MINION].target == -1, "not even one that had chosen it"
    given.run(Op.MINIONS)
    assert given.at(FRIEND) == "H4"
    assert [row[2] for row in given.rows() if row[0] == Event.TARGET] == [1]
    assert [row[2] for row in given.rows() if row[0] == Event.STRIKE] == [1 << 1]


@pytest.mark.parametrize(("fallen", "target"), [(1, 1), (0, FRIEND)])
def test_no_ally_in_the_seat_wakes_them_but_its_hero_would(fallen: int, target: int) -> None:
    """Rules section 12."""
    given = left_behind()
    given.state.seats[0].form, given.state.seats[0].fallen, given.state.seats[0].ally = Form.ALLY, fallen, 0
    given.run(Op.MINIONS)
    assert [row[2] for row in given.rows() if row[0] == Event.TARGET] == [target]


@pytest.mark.parametrize(("fallen", "ready"), [(0, True), (1, False)])
def test_dormant_friends_do_nothing_even_where_the_seat_could_name_them(fallen: int, ready: bool) -> None:
    """Rules section 12."""
    game = sentinel(maiden({"do": "command", "kind": "Sentinel", "amount": 0, "bonus": 3}), 0, "I6")
    game.option(card(1), 0, steps=({"do": "attack", "by": "Sentinel", "reach": 1},))
    game.tell(0, fallen=fallen).begin()
    assert (card(1) in game.legal) == ready
    game.act(card(0), *(cards("2") if ready else ()))
    assert bool(game.events(Event.DAMAGE)) == ready


def test_a_dormant_friend_holds_its_hex_and_areas_hit_it() -> None:
    """Rules section 12 and Encounter rules p. 29: an area hits friend and foe."""
    game = sentinel(maiden({"do": "hurt", "who": "self", "amount": 6}, holds_hex=1), 0, "I6").enemy_might(0, 1)
    game.stage({"do": "attack", "shape": "adjacent"}).begin().act(card(0))
    assert (game.where(0), game.where(FRIEND)) == ("", "I6")
    assert game.state.occupant[hex_named("I6")] == FRIEND + 1
    game.acts(PASS, PASS, PASS)
    assert game.asked == ("ALLY", 0)
    game.act(PASS, *cards("1"), 2)
    assert game.where(FRIEND) == ""
