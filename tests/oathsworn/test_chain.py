"""Chain attacks of heroes and enemies (rules section 4.7; case 48)."""

from typing import Any

import pytest
from fed_table import PASS, Fight, card, cards, fight, number, spot, token

from shieldmate.envs.oathsworn.terms import BOSS, FRIEND, MINION, Decision, Event, Kind, Token

NEXT = 2


def line(*minions: str, boss: str = "I2", **attack: Any) -> Fight:
    """Seat 1 on I9, rats of defence 1 on the hexes named; its first card is a chain attack of range 2."""
    game = fight("broodmother", boss=(boss, "s"), at={0: "I9"})
    game.book.minions[0].defence = 1
    for place, hex in enumerate(minions):
        game.minion(place, hex, hp=9)
    return game.option(card(0), 0, steps=({"do": "attack", "shape": "chain", "size": 2, **attack},))


def damage(game: Fight) -> list[tuple[int, int]]:
    """Whom a blow struck, and its damage."""
    return [(row[1], row[2]) for row in game.events(Event.DAMAGE)]


def test_case_48_the_worked_chain() -> None:
    game = line("I8", "I7", "I6", boss="I3").dice(6, 6, 6, 6, 6).begin().act(card(0))
    # The front of the boss lies on I4; cards 3, 2, 2, 1 and a blank.
    game.might(0, 0, 2)
    for hex in ("I7", "I6", "I4"):
        assert game.asked == ("CHAIN", 0)
        game.act(spot(hex))
    game.act(number(1))
    game.act(number(4), *cards("2 2 1 0 3"))
    assert damage(game) == [(MINION, 8), (MINION + 1, 7), (MINION + 2, 5), (BOSS, 3)]
    assert game.left(1) == [5]


def test_each_target_is_struck_once_and_within_range_of_the_last() -> None:
    game = line("I8", "I6", "I3").begin().act(card(0))
    assert game.legal == {spot("I6"), PASS}, "I3 is three hexes from I6, and I8 was the first"
    game.act(spot("I6"))
    assert game.decision == Decision.WHITE, "nobody is left within range"


def test_a_chain_may_stop_early() -> None:
    game = line("I8", "I7").begin().act(card(0)).act(PASS).act(number(1), *cards("2"))
    assert damage(game) == [(MINION, 2)]


def test_a_chain_needs_sight_from_link_to_link() -> None:
    game = line("I8", "I6").tree(0, "I7").begin().act(card(0))
    assert game.decision == Decision.WHITE


def test_the_attacker_moves_to_the_closest_empty_hex_of_its_choice() -> None:
    game = line("I8", "I7").begin().act(card(0)).act(spot("I7")).act(number(1), *cards("2"))
    assert game.asked == ("LANDING", 0)
    assert game.legal == {spot(name) for name in ("I6", "H7", "J7", "H8", "J8")}
    assert game.act(spot("I6")).where(0) == "I6"


def test_who_stands_beside_the_last_target_may_stay() -> None:
    game = line("I8").begin().act(card(0)).act(number(1), *cards("2"))
    assert spot("I9") in game.legal


def test_house_rule_ties_decides_where_it_lands() -> None:
    game = fight("broodmother", boss=("I2", "s"), at={0: "I9"}, ties="north_west").minion(0, "I8", hp=9)
    game.option(card(0), 0, steps=({"do": "attack", "shape": "chain", "size": 2},)).begin()
    game.act(card(0)).act(number(1), *cards("2"))
    assert game.where(0) == "I7"


@pytest.mark.parametrize("why", ["ranged", "missed", "crippled"])
def test_when_the_attacker_stays_where_it_is(why: str) -> None:
    game = line("I8", "I7", reach=2 if why == "ranged" else 0).put(0, crippled=2 if why == "crippled" else 0)
    game.begin().act(card(0))
    if game.decision == Decision.TARGET:
        game.act(spot("I8"))
    game.act(spot("I7")).act(number(2), *cards("0 0" if why == "missed" else "1 1"))
    if why == "missed":
        game.act(token(Token.DEFENCE))
    assert game.decision == Decision.TURN
    assert game.where(0) == "I9"


def test_blanks_are_never_the_ignored_card() -> None:
    game = line("I8", "I7").begin().act(card(0)).act(spot("I7")).act(number(3), *cards("0 1 2"))
    assert damage(game) == [(MINION, 3), (MINION + 1, 2)]


# ---- enemies --------------------------------------------------------------------------------------------------------


def struck(at: dict[int, str], text: str, boss: str = "I3", **attack: Any) -> Fight:
    """A boss of one hex chains through the four with red cards, then the next stage card is turned up."""
    game = fight(boss=(boss, "s"), at=at).enemy_might(0, 0, len(text.split())).ambush()
    game.stage({"do": "attack", "shape": "chain", "size": 2, **attack})
    return game.begin(*cards(text), NEXT)


def test_an_enemy_goes_on_to_the_closest_north_then_west() -> None:
    game = struck({0: "I4", 1: "G5", 2: "K5", 3: "I6"}, "c 3 2 0")
    order = sorted(damage(game), key=lambda row: -row[1])
    # From I4 the three others are two hexes away: G5 and K5 lie north of I6, G5 in the west. Then on to I6 and K5.
    assert order == [(0, 9), (1, 7), (3, 4), (2, 0)]


def test_an_enemy_ends_beside_its_last_target_and_faces_it() -> None:
    game = struck({0: "I4", 1: "I6", 2: "I8"}, "c 3 2 0")
    assert damage(game) == [(0, 9), (1, 7), (2, 4)]
    assert game.where(BOSS) == "I7"
    assert game.piece(BOSS).facing == 3


def test_an_enemy_stays_after_a_ranged_chain() -> None:
    game = struck({0: "I5", 1: "I6"}, "c 3", reach=3)
    assert damage(game) == [(0, 7), (1, 4)]
    assert game.where(BOSS) == "I3"


def test_an_enemys_chain_passes_friends_by_that_hold_no_hex() -> None:
    game = fight(boss=("I3", "s"), at={0: "I4", 1: "I6"}).enemy_might(0, 0, 2).ambush()
    game.put(FRIEND, kind=Kind.FRIEND, hp=1, max_hp=1, owner=0, light=1).stand(FRIEND, "I5").start.lights = 1
    game.stage({"do": "attack", "shape": "chain", "size": 2, "reach": 3}).begin(*cards("3 2"), NEXT)
    assert damage(game) == [(0, 5), (1, 3)]
    assert game.where(FRIEND) == "I5"
