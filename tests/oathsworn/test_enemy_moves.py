"""How enemies move: shortest ways, directions, edges, large models, water and fire (rules 7.7, 4.2, 4.6; E 20-21)."""

import pytest
from positions import Position, position

from shieldmate.envs.oathsworn.enemy_moves import farthest_minion, move_enemy, needs_direction
from shieldmate.envs.oathsworn.stack import open_play
from shieldmate.envs.oathsworn.terms import BOSS, MINION, Event, Stream, Tile, To

N, NE, SE, S, SW, NW = (To.FIXED + way for way in range(6))
LEFT_BEHIND = ("a", "b", "c", "d", "e", "g", "h")


def move(given: Position, amount: int, to: int = To.TARGET, target: int = 0, enemy: int = BOSS) -> None:
    move_enemy(given.state, given.book, given.tape, enemy, amount, to, target)


def expected(given: Position) -> list[str]:
    """The hexes marked a, b, c ... in a picture."""
    return [given.marks[sign][0] for sign in LEFT_BEHIND if sign in given.marks]


WALKS = {
    "straight, to stand beside": """
          F G H I J
        2   B   .
        3 .   .   .
        3   a   .
        4 .   .   .
        4   b   .
        5 .   .   .
        5   0   .
    """,
    "of two ways North first at each hex": """
          F G H I J
        2   B   .
        3 .   a   .
        3   .   b
        4 .   .   .
        4   .   c
        5 .   .   .
        5   .   d
        6 .   .   .
        6   .   0
    """,
    "of two ways West first": """
          F G H I J
        2   B   .
        3 a   .   .
        3   #   .
        4 b   .   .
        4   c   .
        5 .   .   .
        5   0   .
    """,
    "models block": """
          F G H I J
        2   B   .
        3 r   a   .
        3   #   .
        4 .   b   .
        4   c   .
        5 .   .   .
        5   0   .
    """,
    "to the only free hex beside": """
          F G H I J
        2   B   .
        3 a   .   .
        3   .   .
        4 b   .   .
        4   r   .
        5 c   #   .
        5   0   .
    """,
    "as near as can be where all beside is taken": """
          F G H I J
        2   B   .
        3 .   .   .
        3   a   .
        4 .   .   .
        4   #   .
        5 #   #   .
        5   0   .
        6 #   #
        6   #
    """,
    "beside already": """
          F G H I J
        2   B   .
        3 .   0   .
    """,
    "obstacles are gone round, not walked through": """
          E F G H I
        2   a   .
        2 c   B   .
        3   #   #
        3 d   #   .
        4   e   .
        4 .   g   .
        5   .   .
        5 .   0   .
    """,
}


@pytest.mark.parametrize("name", WALKS)
def test_shortest_way(name: str) -> None:
    given = position(WALKS[name], large=False)
    move(given, 7)
    assert given.steps(BOSS) == expected(given)


@pytest.mark.parametrize(("amount", "facing"), [(1, "sw"), (2, "s"), (3, "se")])
def test_faces_its_target_when_beside_it_else_the_way_of_the_last_step(amount: int, facing: str) -> None:
    given = position(
        """
          E F G
        2 .   B
        3   a
        3 .   #
        4   c
        4 .   #
        5   d
        5 .   0
        """,
        large=False,
    )
    move(given, amount)
    assert given.steps(BOSS) == expected(given)[:amount]
    assert given.facing(BOSS) == facing


DIRECTIONAL = {
    "open": (
        3,
        SE,
        """
          F G H I J K
        2   B   .
        3 .   a   .
        3   .   b   .
        4 .   .   c
        """,
        "se",
    ),
    "round an obstacle and back to the line, North first": (
        5,
        SE,
        """
          F G H I J K
        2   B   b
        3 .   a   c
        3   .   #   .
        4 .   .   d
        4   .   .   e
        """,
        "se",
    ),
    "points run out on the way round": (
        3,
        SE,
        """
          F G H I J K
        2   B   b
        3 .   a   c
        3   .   #   .
        4 .   .   .
        """,
        "se",
    ),
    "round a model, West first": (
        4,
        S,
        """
          F G H I
        2   B   .
        3 a   .
        3   0   .
        4 c   .
        4   d   .
        5 .   .
        5   e   .
        """,
        "s",
    ),
    "mirrored at the west edge: SW 2, then SE 2": (
        4,
        SW,
        """
          A B C D
        5     B
        6   a   .
        6 b   .
        7   c   .
        7 .   d
        """,
        "se",
    ),
    "mirrored at the north edge": (
        3,
        NE,
        """
          F G H I J
        1     b   .
        1   a   c
        2 B
        """,
        "se",
    ),
}


@pytest.mark.parametrize("name", DIRECTIONAL)
def test_a_move_in_a_direction(name: str) -> None:
    amount, to, picture, facing = DIRECTIONAL[name]
    given = position(picture, large=False)
    move(given, amount, to)
    assert given.steps(BOSS) == expected(given)
    assert given.facing(BOSS) == facing


@pytest.mark.parametrize(("corner", "end"), [("both", "B2"), ("one", "B1")])
def test_a_corner_mirrors_both_ways_or_one(corner: str, end: str) -> None:
    given = position(
        """
          A B
        1   .
        1 .
        2   B
        """,
        large=False,
        bounce_corner=corner,
    )
    move(given, 2, NW)
    assert given.steps(BOSS) == ["A1", end]


def test_a_relative_direction_goes_by_the_facing() -> None:
    given = position("""
          F G H
        3   B
    """, large=False, facing="se")  # fmt: skip
    move(given, 1, To.RELATIVE + 3)
    assert given.at(BOSS) == "F3"


def test_directly_away_turns_the_rear_to_the_target() -> None:
    given = position("""
          F G H I
        3 .   0
        3   B
        4 a
        4   .
    """, large=False)  # fmt: skip
    move(given, 1, To.AWAY)
    assert given.steps(BOSS) == expected(given)
    assert given.facing(BOSS) == "sw"


def test_the_direction_die_moves_at_random() -> None:
    given = position("""
          F G H I
        3   B
    """, large=False)  # fmt: skip
    given.feed(Stream.DIRECTION)
    assert needs_direction(given.state, given.tape, To.RANDOM)
    given.feed(Stream.DIRECTION, 3)
    assert not needs_direction(given.state, given.tape, To.RANDOM)
    move(given, 2, To.RANDOM)
    assert given.steps(BOSS) == ["H4", "I4"]
    assert given.events(Event.DIRECTION) == [(Event.DIRECTION, 2)]


def test_to_the_nearest_edge_by_a_free_way() -> None:
    given = position("""
          F G H I J
        1 0   #   r
        1   #   #
        2 .   .   .
        2   .   B
        3 .   .   .
    """, large=False)  # fmt: skip
    move(given, 9, To.EDGE)
    assert given.steps(BOSS) == ["J2", "K1"]
    assert given.facing(BOSS) == "ne"


def test_the_farthest_minion_of_a_kind() -> None:
    given = position("""
          F G H I J
        2   B   .
        3 r   .   r
        3   .   .
        4 r   m   .
    """, scenario="two-bosses", large=False)  # fmt: skip
    assert given.at(farthest_minion(given.state, given.book, BOSS, 0)) == "J3"
    assert given.at(farthest_minion(given.state, given.book, BOSS, 1)) == "H4"
    assert farthest_minion(given.state, given.book, BOSS, 2) == -1


# ---- large models -----------------------------------------------------------------------------------------------


LARGE = {
    "until its base is beside": (
        7,
        """
          F G H I J K L
        2       B
        3 .   .   .   .
        3   .   a   .
        4 .   .   .   .
        4   .   b   .
        5 .   .   .   .
        5   .   .   .
        6 .   .   .   .
        6   .   0   .
        """,
        "s",
    ),
    "over everything": (
        7,
        """
          F G H I J K L
        2       B
        3 .   .   .   .
        3   .   a   .
        4 .   #   r   .
        4   #   b   .
        5 .   .   .   .
        5   .   c   .
        6 .   .   .   .
        6   .   .   .
        7 .   .   .   .
        7   .   0   .
        """,
        "s",
    ),
    "no farther than it may": (
        1,
        """
          F G H I J K L
        2       B
        3 .   .   .   .
        3   .   a   .
        4 .   .   .   .
        4   .   .   .
        5 .   .   .   .
        5   .   .   .
        6 .   .   .   .
        6   .   0   .
        """,
        "s",
    ),
    "North first of two ways": (
        2,
        """
          F G H I J K L
        2       B
        3 .   .   a   .
        3   .   .   b
        4 .   .   .   .
        4   .   .   .
        5 .   .   .   .
        5   .   .   .
        6 .   .   .   .
        6   .   .   0
        """,
        "se",
    ),
}


@pytest.mark.parametrize("name", LARGE)
def test_a_large_model_walks(name: str) -> None:
    amount, picture, facing = LARGE[name]
    given = position(picture, facing="n")
    move(given, amount)
    assert given.steps(BOSS) == expected(given)
    assert given.facing(BOSS) == facing


def test_a_large_model_pushes_what_it_ends_on_and_breaks_obstacles_under_it_alone() -> None:
    given = position("""
          F G H I J K L
        2       B
        3 .   .   .   .
        3   .   .   .
        4 .   %   .   .
        4   .   .   .
        5 .   .   .   .
        5   r   .   .
        6 .   r   1   .
        6   .   2   .
        7 .   #   .   .
        7   .   #   .
        8 .   .   .   .
        8   .   .   .
        9 .   .   .   .
        9   .   0   .
    """)  # fmt: skip
    move(given, 4)
    assert given.at(BOSS) == "I6"
    assert given.events(Event.DESTROYED) == [(Event.DESTROYED, 1)]
    places = given.places()
    assert (places["1"], places["2"], places["r1"], places["r0"]) == ("K5", "I4", "H5", "G5")


def test_what_stands_under_the_centre_goes_two_hexes_north_first() -> None:
    given = position("""
          G H I J K
        3     B
        4   .   .
        4 .   .   .
        5   .   .
        5 .   .   .
        6   .   .
        6 .   2   .
        7   .   .
        7 .   .   .
        8   .   .
        8 .   .   .
    """)  # fmt: skip
    move(given, 3, S)
    assert (given.at(BOSS), given.at(2)) == ("I6", "I4")


@pytest.mark.parametrize(
    ("start", "to", "amount", "end", "facing"),
    [
        ("I2", N, 1, "I3", "s"),
        ("I3", N, 2, "I3", "s"),
        ("H2", NE, 2, "J3", "se"),
        ("B5", SW, 2, "D6", "se"),
        ("B5", NW, 1, "C4", "ne"),
    ],
)
def test_a_large_model_is_mirrored_with_its_whole_base_on_the_board(
    start: str, to: int, amount: int, end: str, facing: str
) -> None:
    letters = "ABCDEFGHIJK"
    place = letters.index(start[0])
    given = position(f"  {letters}\n{start[1]} {' ' * place}B")
    move(given, amount, to)
    assert (given.at(BOSS), given.facing(BOSS)) == (end, facing)
    assert sum(mark == BOSS + 1 for mark in given.state.occupant) == 7


def test_a_large_model_stops_when_its_base_touches_the_edge() -> None:
    given = position("""
          G H I J K
        4     B
    """)  # fmt: skip
    move(given, 4, To.EDGE)
    assert given.steps(BOSS) == ["I3", "I2"]
    assert given.facing(BOSS) == "n"


# ---- water and fire ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "house", "end"),
    [(1, "stop_before", "G2"), (2, "stop_before", "G3"), (3, "stop_before", "G3"), (4, "stop_before", "G4")]
    + [(1, "stop_on", "G3"), (3, "stop_on", "G4")],
)
def test_water_takes_two_points(amount: int, house: str, end: str) -> None:
    """Case 58."""
    given = position(
        """
          F G H
        2   B
        3 .   .
        3   ~
        4 .   .
        4   ~
        5 .   .
        5   .
        """,
        large=False,
        water_last_point=house,
    )
    move(given, amount, S)
    assert given.at(BOSS) == end


@pytest.mark.parametrize(("amount", "end"), [(2, "I4"), (3, "I5"), (4, "I5"), (5, "I6")])
def test_a_large_model_pays_once_for_each_water_hex_it_enters(amount: int, end: str) -> None:
    given = position("""
          G H I J K
        4     B
        5   .   .
        5 .   .   .
        6   ~   ~
        6 .   .   .
        7   .   .
        7 .   ~   .
        8   .   .
        8 .   ~   .
    """)  # fmt: skip
    move(given, amount, S)
    assert given.at(BOSS) == end


@pytest.mark.parametrize(("fire", "lost"), [("heroes_end_enemies_move", 2), ("end_of_round", 0), ("on_enter", 2)])
def test_enemies_burn_on_the_way(fire: str, lost: int) -> None:
    given = position(
        """
          F G H
        2   B
        3 .   .
        3   ^
        4 .   .
        4   ^
        5 .   .
        5   .
        """,
        scenario="several-dice",
        fire=fire,
    )
    move(given, 3, S)
    assert given.at(BOSS) == "G5"
    assert sum(given.book.locations[k].hp - given.state.dice[k] for k in range(3)) == lost
    assert sum(tile == Tile.FIRE for tile in given.state.tile) == 2 - lost


def test_a_minion_that_burns_to_death_goes_no_farther() -> None:
    given = position("""
          F G H
        2   r
        3 .   .
        3   ^
        4 .   .
        4   .
        5 .   .
        5   0
    """)  # fmt: skip
    move(given, 6, enemy=MINION)
    assert given.steps(MINION) == ["G3"]
    assert given.at(MINION) == ""
    assert given.state.occupant[given.state.pieces[0].hex] == 1


def test_a_large_model_loses_the_hp_of_the_die_nearest_to_the_fire() -> None:
    given = position("""
          G H I J K
        4     B
        5   .   .
        5 .   .   .
        6   ^   .
        6 .   .   .
    """)  # fmt: skip
    move(given, 1, S)
    right_flank = 4
    assert given.events(Event.DIE) == [(Event.DIE, right_flank, -1, 5)]


@pytest.mark.parametrize("name", ["straight, to stand beside", "of two ways North first at each hex"])
def test_the_hexes_of_a_move_count_for_the_program_that_moves(name: str) -> None:
    """A stage card may ask whether it moved, and how far (docs/vocabulary.md: `moved`, `hex_moved`)."""
    given = position(WALKS[name], large=False)
    open_play(given.state, BOSS, 1, 2, -1)
    move(given, 7)
    assert given.state.plays[0].moved == len(expected(given)) > 0


def test_the_hexes_of_a_large_model_count_too() -> None:
    amount, picture, _ = LARGE["over everything"]
    given = position(picture, facing="n")
    open_play(given.state, BOSS, 1, 2, -1)
    move(given, amount)
    assert given.state.plays[0].moved == 3
