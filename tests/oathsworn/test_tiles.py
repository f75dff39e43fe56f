"""Tiles: fire under each house rule, water once a turn, one tile a hex (rules 4.2, 4.6; E 9, 20-21)."""

import pytest
from positions import Position, hex_acts, position

from shieldmate.envs.core.hexes import hex_named
from shieldmate.envs.oathsworn.board import lift
from shieldmate.envs.oathsworn.enemy_moves import move_enemy
from shieldmate.envs.oathsworn.terms import BOSS, MINION, Do, Event, Op, Shape, Tile, To

FIRE_RULES = ("heroes_end_enemies_move", "end_of_round", "on_enter")
STANDING = """
      G H I J K
    2     .
    3   .   .
    3 .   .   .
    4   .   .
    4 .   B   .
    7 0   r   1
"""


def burning(given: Position, *names: str) -> Position:
    for name in names:
        given.state.tile[hex_named(name)] = Tile.FIRE
    return given


def fires(given: Position) -> int:
    return sum(tile == Tile.FIRE for tile in given.state.tile)


@pytest.mark.parametrize(
    ("fire", "hero", "minion", "boss"),
    [("heroes_end_enemies_move", 1, 0, 0), ("end_of_round", 1, 1, 1), ("on_enter", 0, 0, 0)],
)
def test_who_stands_in_fire_at_the_end_of_the_round(fire: str, hero: int, minion: int, boss: int) -> None:
    """Case 58: 1 HP and one tile gone."""
    given = burning(position(STANDING, fire=fire), "G7", "I7", "I4")
    given.run(Op.END_ROUND)
    assert given.state.pieces[0].hp == 6 - hero
    assert ("r0" in given.places()) == (minion == 0)
    core = 1
    assert given.state.dice[core] == 6 - boss
    assert fires(given) == 3 - hero - minion - boss
    assert given.state.pieces[1].hp == 6


def test_several_fires_under_a_large_base_count_once_a_round() -> None:
    given = burning(position(STANDING, fire="end_of_round"), "I4", "I3", "I5")
    given.run(Op.END_ROUND)
    assert fires(given) == 2
    assert sum(given.state.dice) == 5 * 6 - 1
    given.run(Op.END_ROUND)
    given.run(Op.END_ROUND)
    given.run(Op.END_ROUND)
    assert sum(given.state.dice) == 5 * 6 - 3


@pytest.mark.parametrize(("fire", "lost"), list(zip(FIRE_RULES, (0, 0, 1), strict=True)))
def test_heroes_burn_on_entering_by_one_rule_alone(fire: str, lost: int) -> None:
    given = position(
        """
          F G H
        3   0
        4 .   .
        4   ^
        5 .   .
        5   .
        """,
        fire=fire,
    )
    given.run(Op.HERO_MOVE, 0, 1, 0, answers=hex_acts(["G4"]))
    assert given.state.pieces[0].hp == 6 - lost
    assert fires(given) == 1 - lost


def test_a_hero_that_falls_on_its_way_goes_no_farther() -> None:
    given = position(
        """
          F G H
        2 #   #
        2   #
        3 #   #
        3   0
        4 #   #
        4   ^
        5 #   #
        5   .
        """,
        fire="on_enter",
    )
    given.state.pieces[0].hp = 1
    given.run(Op.HERO_MOVE, 0, 2, 0, answers=hex_acts(["G5"]))
    assert given.steps(0) == ["G4"]
    assert given.at(0) == ""


@pytest.mark.parametrize("fire", FIRE_RULES)
def test_placing_and_standing_still_burns_nobody_before_the_end(fire: str) -> None:
    given = burning(position(STANDING, fire=fire), "I7", "I4")
    move_enemy(given.state, given.book, given.tape, MINION, 0, To.FIXED, 0)
    assert fires(given) == 2
    assert not given.events(Event.HP, Event.DIE)


def test_a_large_boss_burns_for_each_fire_its_base_newly_covers() -> None:
    """Rules 4.6 with the default of house rule `fire`; its own tiles stay until it moves over them anew."""
    given = burning(position(STANDING), "I4", "H6", "J6", "I7")
    lift(given.state, given.book, MINION)
    move_enemy(given.state, given.book, given.tape, BOSS, 1, To.FIXED + 3, -1)
    assert given.at(BOSS) == "I5"
    assert fires(given) == 2
    assert sum(given.state.dice) == 5 * 6 - 2


def test_one_tile_a_hex_a_new_one_replaces_the_old() -> None:
    given = position("""
          F G H
        3   0
        4 .   .
        4   ~
    """)  # fmt: skip
    row = given.program(do=Do.TILE, token=Tile.FIRE, reach=2)
    given.state.plays[0].actor = 0
    given.run(Do.TILE, row, 0, 0, answers=hex_acts(["G4"]))
    assert given.state.tile[hex_named("G4")] == Tile.FIRE
    assert fires(given) == 1


def test_an_enemy_lays_its_tile_on_its_target_in_reach() -> None:
    for reach, laid in ((3, 1), (2, 0)):
        given = position("""
              G H I
            3     B
            4   .
            5   .
            5     .
            6   .
            6     0
        """, large=False)  # fmt: skip
        given.state.pieces[BOSS].target = 0
        row = given.program(do=Do.TILE, token=Tile.FIRE, reach=reach)
        given.run(Do.TILE, row, BOSS, 0)
        assert fires(given) == laid


def test_a_disc_of_tiles_leaves_obstacles_out_and_overhangs_the_board() -> None:
    given = position("""
          G H I
        1   .
        1     0
        2     #
    """)  # fmt: skip
    row = given.program(do=Do.TILE, token=Tile.FIRE, reach=1, shape=Shape.DISC, size=1)
    given.state.plays[0].actor = 0
    given.run(Do.TILE, row, 0, 0, answers=hex_acts(["I1"]))
    assert fires(given) == 5


@pytest.mark.parametrize(("fire", "lost"), list(zip(FIRE_RULES, (0, 0, 1), strict=True)))
def test_who_is_pushed_or_put_into_fire_enters_it(fire: str, lost: int) -> None:
    given = burning(
        position(
            """
          G H I J K
        3     B
        4   .   .
        4 .   .   .
        5   .   .
        5 .   0   .
        6   .   .
        6 .   .   .
        """,
            fire=fire,
        ),
        "I6",
    )
    move_enemy(given.state, given.book, given.tape, BOSS, 1, To.FIXED + 3, -1)
    assert given.at(0) == "I6"
    assert given.state.pieces[0].hp == 6 - lost
