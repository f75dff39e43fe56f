"""Friends that classes bring - sentinels and falcons - and what they do (rules section 12)."""

from typing import Any

import pytest
from fed_table import MOVE, PASS, Fight, card, cards, fight, number, spot

from shieldmate.envs.oathsworn.terms import BOSS, FRIEND, Decision, Event, Kind

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
    game.stage({"do": "might", "amount": 1}).begin().act(card(0), *cards("0"), 2)
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
