"""The board: 161 hexes, numbered North then West, with exact distances, arcs, areas and lines of sight.

Pictures show the columns from west to east as characters and the heights from north to south as lines; every other
place is empty because a hex is two heights tall.
"""

from collections import Counter, deque
from fractions import Fraction
from textwrap import dedent

import numpy as np
import pytest

from shieldmate.envs.core.compiler import I8x2, entry
from shieldmate.envs.core.hex_geometry import corner_gaps
from shieldmate.envs.core.hexes import (
    BOARD,
    COORDINATES,
    DIRECTIONS,
    HEXES,
    MASK_BITS,
    NOWHERE,
    Direction,
    Geometry,
    around,
    away,
    both,
    bounce,
    disc,
    distance,
    either,
    geometry,
    has,
    hex_at,
    hex_named,
    in_cone,
    in_front,
    in_lane,
    in_left_flank,
    in_rear,
    in_right_flank,
    index_of,
    is_empty,
    line,
    name_of,
    neighbour,
    only,
    opposite,
    relative,
    ring,
    toward,
    without,
)
from shieldmate.envs.core.records import Batch

GEO = Geometry.at(geometry(), 0)
N, NE, SE, S, SW, NW = Direction
CENTRE = hex_named("I5")
ALL = range(HEXES)


def picture(**marks):
    """Draw the part of the board that holds the hexes of each mark; other hexes are dots."""
    shown = {hex: mark for mark, hexes in marks.items() for hex in hexes}
    places = [(COORDINATES[hex][0], sum(COORDINATES[hex]) + COORDINATES[hex][1]) for hex in shown]
    columns, heights = zip(*places, strict=True)
    return "\n".join(
        "".join(character(shown, x, height) for x in range(min(columns), max(columns) + 1)).rstrip()
        for height in range(min(heights), max(heights) + 1)
    )


def character(shown, x, height):
    hex = index_of(x, (height - x) // 2) if (height - x) % 2 == 0 else -1
    return shown.get(hex, ".") if hex >= 0 else " "


def drawn(text):
    return dedent(text).strip("\n")


def sight(a, b):
    """The hexes whose obstacles block the line of sight from `a` to `b`."""
    words = list(GEO.sight[a * HEXES + b])
    return {hex for hex in ALL if words[hex // MASK_BITS] >> (hex % MASK_BITS) & 1}


def test_161_hexes_in_columns_of_nine_and_ten():
    columns = Counter(x for x, _ in COORDINATES)
    assert len(COORDINATES) == HEXES == 161
    assert [columns[x] for x in range(-8, 9)] == [9, 10] * 8 + [9]


def test_numbers_go_north_then_west():
    assert list(COORDINATES) == sorted(COORDINATES, key=lambda place: (place[0] + 2 * place[1], place[0]))
    assert [name_of(hex) for hex in (0, 7, 8, 160)] == ["B1", "P1", "A1", "P10"]


@pytest.mark.parametrize(
    ("name", "x", "y"),
    [("A1", -8, 0), ("A9", -8, 8), ("B1", -7, -1), ("I5", 0, 0), ("I3", 0, -2), ("Q1", 8, -8), ("P10", 7, 1)],
)
def test_names(name, x, y):
    assert name_of(index_of(x, y)) == name
    assert hex_named(name) == hex_named(name.lower()) == hex_named(f"{x},{y}") == hex_named(f"({x}, {y})")


def test_names_are_unique_and_read_back():
    assert [hex_named(name_of(hex)) for hex in ALL] == list(ALL)


@pytest.mark.parametrize("text", ["", "I", "5", "R1", "A10", "B11", "I0", "I5x", "9,0", "0,5", "5,5", "1,2,3"])
def test_unknown_names_say_what_is_valid(text):
    with pytest.raises(ValueError, match="rows 1-9.*x,y with x in -8..8"):
        hex_named(text)


def test_no_name_off_the_board():
    with pytest.raises(ValueError, match=r"hex -1 is not in 0\.\.160"):
        name_of(-1)


def test_places_on_and_off_the_board():
    for x in range(-30, 31):
        for y in range(-30, 31):
            assert hex_at(GEO, x, y) == index_of(x, y)
    assert sum(index_of(x, y) >= 0 for x in range(-30, 31) for y in range(-30, 31)) == HEXES


def test_neighbours():
    assert [name_of(neighbour(GEO, CENTRE, way)) for way in Direction] == ["I4", "J5", "J6", "I6", "H6", "H5"]
    assert [neighbour(GEO, hex_named("Q1"), way) >= 0 for way in Direction] == [False, False, False, True, True, True]
    for hex in ALL:
        for way in Direction:
            beyond = neighbour(GEO, hex, way)
            assert beyond < 0 or neighbour(GEO, beyond, opposite(way)) == hex


def members(hexes):
    return {hex for hex in range(HEXES) if has(hexes, hex)}


def test_around_one_hex_are_its_neighbours():
    for hex in range(HEXES):
        beside = {int(other) for other in geometry()["neighbour"][0, hex] if other >= 0}
        assert members(only(hex)) == {hex}
        assert members(around(only(hex))) == beside


def test_sets_of_hexes():
    row, column = set(line(hex_named("A5"), Direction.SE)), set(line(hex_named("I1"), Direction.S))
    one, other = NOWHERE, NOWHERE
    for hex in row:
        one = either(one, only(hex))
    for hex in column:
        other = either(other, only(hex))
    assert members(either(one, other)) == row | column
    assert members(both(one, other)) == row & column != set()
    assert members(without(one, other)) == row - column
    assert members(without(BOARD, one)) == set(range(HEXES)) - row
    assert is_empty(without(one, one))
    assert not is_empty(one)
    assert members(around(one)) == {beside for hex in row for beside in members(around(only(hex)))}


def test_distance_is_the_shortest_walk():
    for start in ALL:
        steps = {start: 0}
        queue = deque([start])
        while queue:
            hex = queue.popleft()
            for way in Direction:
                beyond = neighbour(GEO, hex, way)
                if beyond >= 0 and beyond not in steps:
                    steps[beyond] = steps[hex] + 1
                    queue.append(beyond)
        assert [distance(GEO, start, hex) for hex in ALL] == [steps[hex] for hex in ALL]


def test_line_ring_and_disc():
    assert [name_of(hex) for hex in line(CENTRE, NE)] == ["J5", "K4", "L4", "M3", "N3", "O2", "P2", "Q1"]
    assert line(hex_named("Q1"), NE) == []
    assert [len(ring(CENTRE, k)) for k in range(5)] == [1, 6, 12, 18, 24]
    assert [len(disc(CENTRE, k)) for k in range(5)] == [1, 7, 19, 37, 61]
    assert [name_of(hex) for hex in disc(hex_named("A1"), 1)] == ["B1", "A1", "B2", "A2"]


def test_bearings_run_clockwise_on_axes_and_between():
    places = ["I3", "J4", "K4", "K5", "K6", "J7", "I7", "H7", "G6", "G5", "G4", "H4"]
    assert [relative(GEO, CENTRE, N, hex_named(place)) for place in places] == list(range(12))
    assert [relative(GEO, CENTRE, SE, hex_named(place)) for place in places] == [8, 9, 10, 11, *range(8)]
    assert relative(GEO, CENTRE, SE, CENTRE) == -1


@pytest.mark.parametrize("facing", Direction)
def test_arcs_divide_every_ring(facing):
    """Encounter rules p. 14: 2k-1 hexes before and behind, k+1 at each side."""
    for k, front, flank in [(1, 1, 2), (2, 3, 3), (3, 5, 4), (4, 7, 5)]:
        counts = [
            sum(arc(GEO, CENTRE, facing, hex) for hex in ring(CENTRE, k))
            for arc in (in_front, in_rear, in_right_flank, in_left_flank)
        ]
        assert counts == [front, front, flank, flank]
    for origin in ALL:
        for hex in ALL:
            arcs = (in_front, in_rear, in_right_flank, in_left_flank)
            assert sum(arc(GEO, origin, facing, hex) for arc in arcs) == (origin != hex)


def test_arcs_facing_north():
    arcs = {"f": in_front, "b": in_rear, "r": in_right_flank, "l": in_left_flank}
    marks = {mark: [hex for hex in disc(CENTRE, 2) if arc(GEO, CENTRE, N, hex)] for mark, arc in arcs.items()}
    assert picture(**marks, o=[CENTRE]) == drawn("""
        . f .
         f f
        l f r
         l r
        l o r
         l r
        l b r
         b b
        . b .
    """)


@pytest.mark.parametrize("facing", Direction)
def test_cone_rings_have_three_five_and_seven(facing):
    """Encounter rules p. 29: a cone of 3 has 15 hexes."""
    for k, count in [(1, 3), (2, 5), (3, 7)]:
        assert sum(in_cone(GEO, CENTRE, facing, hex, 3) for hex in ring(CENTRE, k)) == count
    assert sum(in_cone(GEO, CENTRE, facing, hex, 3) for hex in ALL) == 15


def test_cone_is_a_rhombus_without_its_corner():
    cone = [hex for hex in ALL if in_cone(GEO, CENTRE, SE, hex, 3)]
    assert picture(c=cone, o=[CENTRE]) == drawn("""
         . c
        . c
         c c
        o c
         c c
        c c
         c c
        c c
         c .
        c .
    """)


def lane(name, facing):
    origin = hex_named(name)
    return picture(w=[hex for hex in ALL if in_lane(GEO, origin, facing, hex)], o=[origin])


def test_wave_goes_north_to_the_edge():
    """Encounter rules p. 30: three hexes wide, from the front hex and its neighbours."""
    assert lane("I5", N) == drawn("""
        w w
         w
        w w
         w
        w w
         w
        w w
         w
        w w
         o
    """)


def test_wave_goes_north_east_to_the_edge():
    assert lane("K4", NE) == drawn("""
         . . w
        . . w w
         . w w
        . w w w
         w w w
        w w w .
         w w .
        o w . .
         w . .
    """)


def test_wave_goes_south_west_to_the_edge():
    assert lane("D8", SW) == drawn("""
        . w
         w o
        w w
         w w
        w w
         w .
    """)


@pytest.mark.parametrize("facing", Direction)
def test_a_wave_is_three_lines(facing):
    starts = [neighbour(GEO, CENTRE, way % DIRECTIONS) for way in (facing - 1, facing, facing + 1)]
    lines = {hex for start in starts for hex in (start, *line(start, facing))}
    assert {hex for hex in ALL if in_lane(GEO, CENTRE, facing, hex)} == lines


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (  # a row
            "I5",
            "I8",
            """
            a

            #

            #

            b
            """,
        ),
        (  # another row
            "I5",
            "L4",
            """
             . b
            . #
             # .
            a .
            """,
        ),
        (  # along an edge: both its hexes are touched
            "I5",
            "K5",
            """
             #
            a b
             #
            """,
        ),
        (  # along an edge
            "I5",
            "J7",
            """
            a
             #
            #
             b
            """,
        ),
        (  # J6 and K4 are touched in a corner only
            "I5",
            "L5",
            """
            . #
             # b
            a #
             # .
            """,
        ),
        (  # corners at both ends
            "I5",
            "K7",
            """
            a .
             #
            # #
             #
            . b
            """,
        ),
        (
            "I5",
            "G8",
            """
            . a
             #
            . #
             #
            # .
             #
            b .
            """,
        ),
        (  # edges and a hex cut in half
            "I5",
            "M5",
            """
             # #
            a # b
             # #
            """,
        ),
        (  # the same at the top edge of the board
            "B1",
            "F1",
            """
            a # b
             # #
            """,
        ),
        (
            "E5",
            "M6",
            """
             # . . .
            a # # . .
             # # # #
            . . # # b
             . . . #
            """,
        ),
    ],
)
def test_sight(a, b, expected):
    """Encounter rules p. 12: from nearest corner to nearest corner, along a row from centre to centre."""
    a, b = hex_named(a), hex_named(b)
    between = sight(a, b)
    assert not between & {a, b}
    assert picture(**{"#": between}, a=[a], b=[b]) == drawn(expected)


def test_sight_is_the_same_both_ways():
    table = geometry()["sight"][0].reshape(HEXES, HEXES, -1)
    assert (table == table.transpose(1, 0, 2)).all()
    assert (table >= 0).all()


def test_neighbours_and_a_hex_itself_are_always_in_sight():
    for a in ALL:
        assert not sight(a, a)
        for way in Direction:
            b = neighbour(GEO, a, way)
            assert b < 0 or not sight(a, b)


def test_a_row_is_blocked_by_its_own_hexes_only():
    for a in ALL:
        for way in Direction:
            row = line(a, way)
            assert all(sight(a, b) == set(row[:place]) for place, b in enumerate(row))


def test_nearest_corners_are_unique_off_the_rows():
    """Encounter rules p. 12 leave no tie to settle."""
    gaps = corner_gaps(np.array(COORDINATES)).reshape(HEXES, HEXES, 36)
    nearest = (gaps == gaps.min(-1, keepdims=True)).sum(-1)
    bearing = geometry()["bearing"][0]
    assert (nearest[bearing % 2 == 1] == 1)[bearing[bearing % 2 == 1] > 0].all()


def clipped(start, end, centre):
    """Whether a segment meets a hex, by cutting it with one side of the hex after the other."""
    first, last = Fraction(0), Fraction(1)
    for across, down, half in [(0, 1, 1), (0, -1, 1), (1, 1, 2), (-1, -1, 2), (1, -1, 2), (-1, 1, 2)]:
        begin = half - across * (start[0] - centre[0]) - down * (start[1] - centre[1])
        slope = across * (end[0] - start[0]) + down * (end[1] - start[1])
        if slope == 0 and begin < 0:
            return False
        if slope > 0:
            last = min(last, Fraction(begin, slope))
        if slope < 0:
            first = max(first, Fraction(begin, slope))
    return first <= last


def test_sight_agrees_with_cutting_the_line():
    corners = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)]
    middles = [(3 * x, x + 2 * y) for x, y in COORDINATES]
    rng = np.random.default_rng(5)
    for a, b in rng.integers(HEXES, size=(400, 2)).tolist():
        if relative(GEO, a, N, b) % 2 == 0 or a == b:
            continue
        start, end = min(
            (
                ((middles[a][0] + p, middles[a][1] + q), (middles[b][0] + r, middles[b][1] + s))
                for p, q in corners
                for r, s in corners
            ),
            key=lambda ends: (ends[0][0] - ends[1][0]) ** 2 + 3 * (ends[0][1] - ends[1][1]) ** 2,
        )
        assert sight(a, b) == {hex for hex in ALL if hex not in (a, b) and clipped(start, end, middles[hex])}


@pytest.mark.parametrize(
    ("a", "b", "way"),
    [
        ("I5", "I1", N),
        ("I5", "Q9", SE),
        ("I5", "J3", N),  # two north, one north-east
        ("I5", "L5", NE),  # two north-east, one south-east
        ("I5", "L6", SE),
        ("I5", "J4", N),  # ties: the hex then in front, North then West
        ("I5", "K5", NE),
        ("I5", "J7", SE),
        ("I5", "H7", SW),
        ("I5", "G5", NW),
        ("I5", "H4", N),
        ("B1", "D1", SE),  # the hex north-east of B1 is off the board
        ("I9", "J10", SE),
    ],
)
def test_toward(a, b, way):
    assert toward(GEO, hex_named(a), hex_named(b)) == way


@pytest.mark.parametrize(
    ("source", "hex", "way"),
    [
        ("I5", "I4", N),
        ("I5", "I9", S),
        ("I5", "H6", SW),
        ("I5", "L6", SE),
        ("I5", "K5", NE),  # ties: the next hex, North then West
        ("I5", "G5", NW),
        ("I5", "J7", SE),
        ("I5", "H7", SW),
        ("H2", "J1", NE),
        ("H1", "J1", SE),  # north-east of J1 is off the board
        ("J3", "I1", NW),  # north of I1 is off the board
        ("O3", "P1", N),  # north and north-east of P1 are both off the board
        ("I2", "I1", N),  # straight off the board
    ],
)
def test_away(source, hex, way):
    """Encounter rules p. 30: a knockback goes straight away, and to the North-then-West hex where that is unclear."""
    assert away(GEO, hex_named(source), hex_named(hex)) == way


def test_no_direction_between_a_hex_and_itself():
    assert toward(GEO, CENTRE, CENTRE) == away(GEO, CENTRE, CENTRE) == -1


@pytest.mark.parametrize(
    ("hex", "way", "both", "one"),
    [
        ("I5", NE, NE, NE),  # no edge
        ("A5", SW, SE, SE),  # Encounter rules p. 20: south-west 2, the edge, then south-east 2
        ("A5", NW, NE, NE),
        ("Q5", NE, NW, NW),
        ("Q5", SE, SW, SW),
        ("I1", N, S, S),
        ("J1", N, S, S),
        ("J1", NE, SE, SE),
        ("J1", NW, SW, SW),
        ("J10", S, N, N),
        ("J10", SE, NE, NE),
        ("I1", NE, NE, NE),  # J1 is still on the board
        ("Q1", N, S, S),  # corners
        ("Q1", SE, SW, SW),
        ("Q1", NE, SW, NW),
        ("A1", NW, SE, NE),
        ("A9", SW, NE, SE),
        ("Q9", SE, NW, SW),
    ],
)
def test_bounce(hex, way, both, one):
    assert bounce(GEO, hex_named(hex), way, True) == both
    assert bounce(GEO, hex_named(hex), way, False) == one


@pytest.mark.parametrize("both", [True, False])
def test_a_bounce_stays_on_the_board(both):
    for hex in ALL:
        for way in Direction:
            assert neighbour(GEO, hex, bounce(GEO, hex, way, both)) >= 0


def test_a_move_that_bounces_at_the_west_edge():
    """Encounter rules p. 20: south-west 2, the edge, then south-east 2."""
    hex, walked = hex_named("C3"), []
    way: int = SW
    for _ in range(4):
        way = bounce(GEO, hex, way, True)
        hex = neighbour(GEO, hex, way)
        walked.append(name_of(hex))
    assert walked == ["B4", "A4", "B5", "C5"]


@entry
def ask_all(geos: Batch[Geometry], questions: I8x2, answers: I8x2) -> None:
    """Put each question (two hexes, a direction, a radius, a place) to every rule."""
    geo = geos[0]
    for row in range(len(questions)):
        a, b, way, radius = questions[row, 0], questions[row, 1], questions[row, 2], questions[row, 3]
        answers[row, 0] = hex_at(geo, questions[row, 4], questions[row, 5])
        answers[row, 1] = neighbour(geo, a, way)
        answers[row, 2] = distance(geo, a, b)
        answers[row, 3] = relative(geo, a, way, b)
        answers[row, 4] = in_front(geo, a, way, b)
        answers[row, 5] = in_rear(geo, a, way, b)
        answers[row, 6] = in_right_flank(geo, a, way, b)
        answers[row, 7] = in_left_flank(geo, a, way, b)
        answers[row, 8] = in_cone(geo, a, way, b, radius)
        answers[row, 9] = in_lane(geo, a, way, b)
        answers[row, 10] = opposite(way)
        answers[row, 11] = toward(geo, a, b)
        answers[row, 12] = away(geo, a, b)
        answers[row, 13] = bounce(geo, a, way, True)
        answers[row, 14] = bounce(geo, a, way, False)
        answers[row, 15] = geo.sight[a * HEXES + b, b % 3]


def test_compiled_rules_answer_as_plain_ones():
    rng = np.random.default_rng(7)
    low, high = (0, 0, 0, 0, -12, -12), (HEXES, HEXES, DIRECTIONS, 9, 13, 13)
    questions = rng.integers(low, high, size=(3000, 6))
    compiled = np.zeros((len(questions), 16), np.int64)
    plain = compiled.copy()
    ask_all(geometry(), questions, compiled)
    ask_all.plain(geometry(), questions, plain)
    assert (compiled == plain).all()
    assert compiled.any(axis=0).all()
