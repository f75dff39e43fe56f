"""What an amount is counted by, and conditions of steps (docs/vocabulary.md, `per` and `if`).

Each is tried by a card whose step gives tokens: their number is what was counted, and none where a condition fails.
"""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from fed_table import PASS, Fight, card, cards, fight, number, token

from shieldmate.envs.oathsworn.terms import BOSS, MINION, Decision, Tile, Token

Given = Callable[[Fight], object]
DIE, NEXT = 6, 3
"""HP of each of the boss's two dice, and the stage card turned up after a reaction."""


def told(game: Fight) -> int:
    """Play the card and count the Defence tokens it gave."""
    return shields(game.act(card(0)))


def shields(game: Fight) -> int:
    """Count the Defence tokens of seat 1."""
    return int(game.tokens().get("defence", 0))


def gives(put_up: Given, **step: Any) -> int:
    """The tokens that a step of seat 1's card gives where a test put the board up."""
    game = fight(boss=("I2", "s"), at={0: "I6"})
    put_up(game)
    game.option(card(0), 0, steps=({"do": "token", "token": "defence", "amount": 1, **step},))
    return told(game.begin())


def after(step: Mapping[str, Any], text: str) -> int:
    """The tokens that a step behind an attack on the boss gives; cards are white, and HP lost are what they say."""
    game = fight(boss=("I5", "s"), at={0: "I6"}).dice(DIE, DIE)
    game.book.bosses[0].defence = 1
    game.book.bosses[0].stage_at[1] = 2
    gift = {"do": "token", "token": "defence", "amount": 1, **step}
    game.option(card(0), 0, steps=({"do": "attack"}, gift)).stage({"do": "might"}).begin()
    game.act(card(0)).act(number(len(text.split())), *cards(text))
    if game.decision == Decision.DETERMINATION:
        game.act(token(Token.REDRAW))
    if game.decision == Decision.DRAWN:
        game.act(PASS)
    if game.decision == Decision.LOCATION:
        breaks = sum(int(word) for word in text.replace("c", "2").split()) >= DIE
        game.act(min(game.legal), *([NEXT] if breaks else []))
    return shields(game)


# ---- per ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("per", "put_up", "count"),
    [
        ("flat", lambda game: game, 1),
        ("hp_lost", lambda game: game.put(0, hp=2), 4),
        ("two_hp_lost", lambda game: game.put(0, hp=1), 2),
        ("adjacent_enemy", lambda game: game.stand(BOSS, "I5").minion(0, "I7"), 2),
        ("adjacent_friend", lambda game: game.stand(1, "I7").stand(2, "I5"), 2),
        ("adjacent_obstacle", lambda game: game.tree(0, "I7").tree(1, "I5"), 1),
        ("adjacent_obstacle", lambda game: game.tree(0, "I8"), 0),
        ("kill", lambda game: game.tell(0, kills=3), 3),
        ("die_broken", lambda game: setattr(game.start, "broken", 2), 2),
        ("cooling_card", lambda game: game.tell(0, cards={3: 2, 4: 1, 5: 5}), 2),
        ("round", lambda game: game, 1),
    ],
)
def test_an_amount_is_counted_by(per: str, put_up: Given, count: int) -> None:
    assert gives(put_up, per=per) == count


def test_an_amount_is_counted_by_the_tokens_held() -> None:
    assert gives(lambda game: game.give(0, redraw=3), per="token", token="redraw") == 0
    game = fight(at={0: "I6"}).give(0, redraw=3)
    game.option(card(0), 0, steps=({"do": "animus", "amount": -1, "per": "token", "token": "redraw"},))
    before = game.begin().hero().available
    assert game.act(card(0)).hero().available == before - 3


def test_an_amount_is_counted_by_the_hexes_moved() -> None:
    game = fight(at={0: "I6"})
    gift = {"do": "token", "token": "defence", "per": "hex_moved"}
    game.option(card(0), 0, steps=({"do": "move", "amount": 3, "exactly": True}, gift)).begin().act(card(0))
    game.act(min(game.legal))
    while game.decision == Decision.WAYPOINT:
        game.act(min(game.legal))
    assert game.tokens() == {"defence": 3}


@pytest.mark.parametrize(
    ("per", "text", "count"),
    [
        ("critical", "c c", 2),
        ("blank", "0 1 2", 1),
        ("hp_dealt", "1 2", 3),
        ("target_hit", "2", 1),
        ("target_hit", "0 0", 0),
    ],
)
def test_an_amount_is_counted_by_the_attack(per: str, text: str, count: int) -> None:
    assert after({"per": per}, text) == count


def test_an_amount_is_counted_by_friends_out() -> None:
    party: Any = ("huntress", "priest", "ranger", "warbear")
    game = fight(party=party, at={0: "I6"})
    game.option(card(0), 0, steps=({"do": "token", "token": "defence", "per": "friend_out"},))
    assert told(game.begin()) == sum(model.owner == 0 and model.hex >= 0 for model in game.state.pieces)


# ---- if -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("condition", "holds", "fails"),
    [
        ({"if": "always"}, lambda game: game, None),
        ({"if": "hp_at_most", "limit": 3}, lambda game: game.put(0, hp=3), lambda game: game.put(0, hp=4)),
        ({"if": "hp_lost", "limit": 3}, lambda game: game.put(0, hp=3), lambda game: game.put(0, hp=4)),
        ({"if": "adjacent_obstacle"}, lambda game: game.tree(0, "I7"), lambda game: game.tree(0, "I8")),
        ({"if": "adjacent_friend"}, lambda game: game.stand(1, "I7"), lambda game: game.stand(1, "I8")),
        ({"if": "alone"}, lambda game: game.stand(1, "I8"), lambda game: game.stand(1, "I7")),
        ({"if": "has_token", "limit": "redraw"}, lambda game: game.give(0, redraw=1), lambda game: game),
        ({"if": "stage_at_least", "limit": 2}, lambda game: setattr(game.start, "stage", 2), lambda game: game),
        (
            {"if": "on_tile", "limit": "fire"},
            lambda game: game.tile("I6", Tile.FIRE),
            lambda game: game.tile("I6", Tile.WATER),
        ),
    ],
)
def test_a_condition_of_the_actor(condition: dict[str, Any], holds: Given, fails: Given | None) -> None:
    assert gives(holds, **condition) == 1
    assert fails is None or gives(fails, **condition) == 0


@pytest.mark.parametrize(
    ("condition", "boss", "holds"),
    [
        ({"if": "adjacent_target"}, "I5", True),
        ({"if": "adjacent_target"}, "I4", False),
        ({"if": "target_is_boss"}, "I5", True),
        ({"if": "target_is_minion"}, "I5", False),
        ({"if": "in_arc", "limit": "front"}, "I5", True),
        ({"if": "in_arc", "limit": "rear"}, "I5", False),
        ({"if": "target_wounded"}, "I5", False),
    ],
)
def test_a_condition_of_the_target_aimed_at(condition: dict[str, Any], boss: str, holds: bool) -> None:
    game = fight(boss=(boss, "s"), at={0: "I6"})
    gift = {"do": "token", "token": "defence", **condition}
    game.option(card(0), 0, steps=({"do": "aim", "reach": 3}, gift)).begin().act(card(0))
    assert game.tokens() == ({"defence": 1} if holds else {})


def test_a_minion_aimed_at_is_one() -> None:
    game = fight("two-bosses", at={0: "I6"}).minion(0, "I7")
    gift = {"do": "token", "token": "defence", "if": "target_is_minion"}
    game.option(card(0), 0, steps=({"do": "aim"}, gift)).begin().act(card(0))
    assert (game.piece(MINION).hp, game.tokens()) == (1, {"defence": 1})


@pytest.mark.parametrize(
    ("condition", "holds", "fails"),
    [
        ("hit", "1 2", "0 0"),
        ("missed", "0 0", "1 2"),
        ("critical", "c 1", "1 2"),
        ("target_wounded", "1 2", "0 0"),
        ("broke", "2 2 2 1", "1 2"),
        ("target_broken", "2 2 2 1", "1 2"),
    ],
)
def test_a_condition_of_the_attack(condition: str, holds: str, fails: str) -> None:
    assert after({"if": condition}, holds) == 1
    assert after({"if": condition}, fails) == 0


def test_it_moved_or_stayed() -> None:
    gift = {"do": "token", "token": "defence", "if": "moved"}
    for steps, count in (((gift,), 0), (({"do": "move", "amount": 1, "exactly": True}, gift), 1)):
        game = fight(at={0: "I6"}).option(card(0), 0, steps=steps).begin().act(card(0))
        if game.decision == Decision.MOVE_TO:
            game.act(min(game.legal))
        while game.decision == Decision.WAYPOINT:
            game.act(PASS)
        assert shields(game) == count


def test_it_killed() -> None:
    gift = {"do": "token", "token": "defence", "if": "killed"}
    for text, count in (("2", 1), ("0", 0)):
        game = fight("two-bosses", at={0: "I6"}).minion(0, "I7")
        game.option(card(0), 0, steps=({"do": "attack"}, gift)).begin().act(card(0)).act(number(1), *cards(text))
        assert shields(game) == count
