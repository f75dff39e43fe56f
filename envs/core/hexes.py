"""The board of 161 hexes: numbering, names, precomputed geometry, and rules that read it.

Hexes are flat-topped and stand in 17 columns of 9 or 10. A hex has axial coordinates (x, y): x grows to the east, y to
the south along a column, and x + 2y is its height in half hexes. Hexes are numbered from north to south and within one
height from west to east, so **the number is the rank in every tie** (North then West, Encounter rules p. 19).
"""

from __future__ import annotations

import functools
import re
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from .compiler import rule
from .hex_geometry import bearings, distances, neighbours, sights
from .records import Ints, Ints2, Record, i2, i8

HEXES = 161
DIRECTIONS = 6
EDGE = 8
"""The x of the easternmost column; the westernmost has its negative."""
TALL = 9
"""The greatest height of a hex in a column of ten; one less in a column of nine."""
MASK_BITS = 63
"""Hexes in one word of a mask: hex h is bit h % 63 of word h // 63, and a word is never negative."""
MASK_WORDS = 3
WORD = (1 << MASK_BITS) - 1
LAST_WORD = (1 << (HEXES % MASK_BITS)) - 1
Hexes = tuple[int, int, int]
"""A set of hexes: the words of a mask."""
NOWHERE: Hexes = (0, 0, 0)
BOARD: Hexes = (WORD, WORD, LAST_WORD)


class Direction(IntEnum):
    """The six ways to a neighbour, clockwise."""

    N = 0
    NE = 1
    SE = 2
    S = 3
    SW = 4
    NW = 5


STEP_X = (0, 1, 1, 0, -1, -1)
STEP_Y = (-1, -1, 0, 1, 1, 0)
NORTH_THEN_WEST = (0, 2, 4, 5, 3, 1)
"""The rank of each direction's next hex in a tie."""
UPRIGHT = (Direction.N, Direction.N, Direction.S, Direction.S, Direction.S, Direction.N)
"""The way along its column that each direction leans to."""
SWAP_NORTH_SOUTH = (Direction.S, Direction.SE, Direction.NE, Direction.N, Direction.NW, Direction.SW)
SWAP_EAST_WEST = (Direction.N, Direction.NW, Direction.SW, Direction.S, Direction.SE, Direction.NE)


def _on_board(x: int, height: int) -> bool:
    return abs(x) <= EDGE and abs(height) <= (TALL if x % 2 else TALL - 1)


COORDINATES = tuple(
    (x, (height - x) // 2)
    for height in range(-TALL, TALL + 1)
    for x in range(-EDGE, EDGE + 1)
    if (x + height) % 2 == 0 and _on_board(x, height)
)
"""The (x, y) of every hex."""
_INDEX = {place: index for index, place in enumerate(COORDINATES)}


def _column(x: int) -> Hexes:
    whole = sum(1 << hex for hex, place in enumerate(COORDINATES) if place[0] == x)
    return whole & WORD, whole >> MASK_BITS & WORD, whole >> 2 * MASK_BITS


WESTERNMOST, EASTERNMOST = _column(-EDGE), _column(EDGE)


def index_of(x: int, y: int) -> int:
    """Give the hex at (x, y), -1 off the board."""
    return _INDEX.get((x, y), -1)


def name_of(hex: int) -> str:
    """Give the name people use: a letter for the column, A in the west, and the row in it, 1 in the north.

    Example:
        >>> name_of(index_of(0, 0)), name_of(index_of(-8, 0))
        ('I5', 'A1')
    """
    if not 0 <= hex < HEXES:
        raise ValueError(f"hex {hex} is not in 0..{HEXES - 1}")
    x, y = COORDINATES[hex]
    return f"{chr(ord('A') + x + EDGE)}{(x + 2 * y + TALL) // 2 + 1}"


def hex_named(text: str) -> int:
    """Give the hex that a name such as "I5" or coordinates such as "0,-2" stand for.

    Raises:
        ValueError: There is no such hex; the message says what is valid.
    """
    if match := re.fullmatch(r"\(?\s*(-?\d+)\s*,\s*(-?\d+)\s*\)?", text.strip()):
        place = int(match[1]), int(match[2])
    elif match := re.fullmatch(r"([A-Q])([1-9]|10)", text.strip().upper()):
        x = ord(match[1]) - ord("A") - EDGE
        place = x, int(match[2]) - 1 - (x + TALL) // 2
    else:
        place = EDGE + 1, 0
    if place not in _INDEX:
        raise ValueError(
            f"{text!r} is not a hex: columns A, C ... Q have rows 1-9, B, D ... P rows 1-10, as in I5; "
            f"or give x,y with x in -8..8 and x+2y in -8..8 for even x, -9..9 for odd x, as in 0,-2"
        )
    return _INDEX[place]


def line(hex: int, direction: int) -> list[int]:
    """Give the hexes from the next one in `direction` to the edge of the board, in order."""
    x, y = COORDINATES[hex]
    found: list[int] = []
    while (reached := index_of(x + STEP_X[direction], y + STEP_Y[direction])) >= 0:
        found.append(reached)
        x, y = COORDINATES[reached]
    return found


def ring(hex: int, radius: int) -> list[int]:
    """Give the hexes exactly `radius` away, North then West."""
    return [other for other, steps in enumerate(_distances()[hex]) if steps == radius]


def disc(hex: int, radius: int) -> list[int]:
    """Give the hexes at most `radius` away, `hex` among them, North then West."""
    return [other for other, steps in enumerate(_distances()[hex]) if steps <= radius]


class Geometry(Record):
    """What is fixed about the board."""

    x: Ints = i2(HEXES)
    y: Ints = i2(HEXES)
    grid: Ints2 = i2(2 * EDGE + 1, 2 * TALL + 1)
    """The hex at [x + 8, x + 2y + 9]; -1 where there is none."""
    neighbour: Ints2 = i2(HEXES, DIRECTIONS)
    """The next hex in each direction, -1 off the board."""
    distance: Ints2 = i2(HEXES, HEXES)
    bearing: Ints2 = i2(HEXES, HEXES)
    """How the second hex lies from the first: 2k on the axis of direction k, 2k + 1 strictly between the axes of k and
    k + 1, -1 for the same hex."""
    sight: Ints2 = i8(HEXES * HEXES, MASK_WORDS)
    """Row 161a + b: the mask of the hexes, other than a and b, that the line of sight from a to b touches."""


@functools.lru_cache(maxsize=1)
def geometry() -> NDArray[np.void]:
    """Give the one geometry, as an array of one record; all callers share it."""
    table = np.zeros(1, Geometry.dtype)
    places = np.array(COORDINATES)
    table["x"], table["y"] = places.T
    table["grid"] = -1
    table["grid"][0, places[:, 0] + EDGE, places @ (1, 2) + TALL] = np.arange(HEXES)
    table["neighbour"] = neighbours(places, STEP_X, STEP_Y)
    table["distance"] = distances(places)
    table["bearing"] = bearings(places, STEP_X, STEP_Y)
    table["sight"] = sights(places, table["bearing"][0], MASK_BITS, MASK_WORDS)
    return table


@functools.lru_cache(maxsize=1)
def _distances() -> list[list[int]]:
    found: list[list[int]] = geometry()["distance"][0].tolist()
    return found


@rule
def hex_at(geo: Geometry, x: int, y: int) -> int:
    """Give the hex at (x, y), -1 off the board."""
    height = x + 2 * y
    if abs(x) > EDGE or abs(height) > TALL:
        return -1
    return geo.grid[x + EDGE, height + TALL]


@rule
def neighbour(geo: Geometry, hex: int, direction: int) -> int:
    """Give the next hex in `direction`, -1 off the board."""
    return geo.neighbour[hex, direction]


@rule
def only(hex: int) -> Hexes:
    """Give the set of one hex."""
    bit = 1 << (hex % MASK_BITS)
    word = hex // MASK_BITS
    return bit if word == 0 else 0, bit if word == 1 else 0, bit if word == 2 else 0


@rule
def has(hexes: Hexes, hex: int) -> bool:
    """Say whether a set holds a hex."""
    if hex < MASK_BITS:
        return (hexes[0] >> hex) & 1 == 1
    if hex < 2 * MASK_BITS:
        return (hexes[1] >> (hex - MASK_BITS)) & 1 == 1
    return (hexes[2] >> (hex - 2 * MASK_BITS)) & 1 == 1


@rule
def is_empty(hexes: Hexes) -> bool:
    """Say whether a set holds nothing."""
    return hexes[0] | hexes[1] | hexes[2] == 0


@rule
def first_of(hexes: Hexes) -> int:
    """Give the first hex of a set, North then West; -1 of none."""
    for word in range(MASK_WORDS):
        left = hexes[word]
        hex = MASK_BITS * word
        while left:
            if left & 1 == 1:
                return hex
            left >>= 1
            hex += 1
    return -1


@rule
def either(one: Hexes, other: Hexes) -> Hexes:
    """Give what is in one set or the other."""
    return one[0] | other[0], one[1] | other[1], one[2] | other[2]


@rule
def both(one: Hexes, other: Hexes) -> Hexes:
    """Give what is in both sets."""
    return one[0] & other[0], one[1] & other[1], one[2] & other[2]


@rule
def without(one: Hexes, other: Hexes) -> Hexes:
    """Give what is in one set and not in the other."""
    return one[0] & ~other[0], one[1] & ~other[1], one[2] & ~other[2]


@rule
def northward(hexes: Hexes, ranks: int) -> Hexes:
    """Give the hexes so many numbers lower."""
    back = MASK_BITS - ranks
    return (
        hexes[0] >> ranks | (hexes[1] << back & WORD),
        hexes[1] >> ranks | (hexes[2] << back & WORD),
        hexes[2] >> ranks,
    )


@rule
def southward(hexes: Hexes, ranks: int) -> Hexes:
    """Give the hexes so many numbers higher."""
    back = MASK_BITS - ranks
    return (
        hexes[0] << ranks & WORD,
        (hexes[1] << ranks & WORD) | hexes[0] >> back,
        (hexes[2] << ranks | hexes[1] >> back) & LAST_WORD,
    )


@rule
def around(hexes: Hexes) -> Hexes:
    """Give the hexes beside any of a set; between heights of 8 and of 9 hexes numbers differ by 8, 9 and 17."""
    west = without(hexes, WESTERNMOST)
    east = without(hexes, EASTERNMOST)
    north = either(northward(hexes, 17), either(northward(west, 9), northward(east, 8)))
    south = either(southward(hexes, 17), either(southward(west, 8), southward(east, 9)))
    return either(north, south)


@rule
def distance(geo: Geometry, a: int, b: int) -> int:
    """Give the steps from `a` to `b` whatever stands between (Encounter rules p. 12)."""
    return geo.distance[a, b]


@rule
def opposite(direction: int) -> int:
    """Give the direction straight back."""
    return (direction + 3) % DIRECTIONS


@rule
def relative(geo: Geometry, origin: int, facing: int, hex: int) -> int:
    """Give the bearing of `hex` in twelfths clockwise from where `origin` faces, -1 for `origin` itself."""
    bearing = geo.bearing[origin, hex]
    if bearing < 0:
        return -1
    return (bearing - 2 * facing) % 12


@rule
def in_front(geo: Geometry, origin: int, facing: int, hex: int) -> bool:
    """Say whether `hex` lies strictly inside the 120 degrees ahead (Encounter rules p. 14)."""
    way = relative(geo, origin, facing, hex)
    return way == 11 or way == 0 or way == 1


@rule
def in_rear(geo: Geometry, origin: int, facing: int, hex: int) -> bool:
    """Say whether `hex` lies strictly inside the 120 degrees behind (Encounter rules p. 14)."""
    return 5 <= relative(geo, origin, facing, hex) <= 7


@rule
def in_right_flank(geo: Geometry, origin: int, facing: int, hex: int) -> bool:
    """Say whether `hex` lies in the 60 degrees to the right, both bounding spokes included (Encounter rules p. 14)."""
    return 2 <= relative(geo, origin, facing, hex) <= 4


@rule
def in_left_flank(geo: Geometry, origin: int, facing: int, hex: int) -> bool:
    """Say whether `hex` lies in the 60 degrees to the left, both bounding spokes included (Encounter rules p. 14)."""
    return 8 <= relative(geo, origin, facing, hex) <= 10


@rule
def in_cone(geo: Geometry, origin: int, facing: int, hex: int, radius: int) -> bool:
    """Say whether a cone from `origin` covers `hex`: 120 degrees, both spokes included (Encounter rules p. 29)."""
    way = relative(geo, origin, facing, hex)
    return (0 <= way <= 2 or way >= 10) and geo.distance[origin, hex] <= radius


@rule
def along(geo: Geometry, origin: int, direction: int, hex: int) -> int:
    """Give the steps in `direction` when `hex` is reached from `origin` by those and steps in the next direction."""
    right = (direction + 1) % DIRECTIONS
    return (geo.x[hex] - geo.x[origin]) * STEP_Y[right] - (geo.y[hex] - geo.y[origin]) * STEP_X[right]


@rule
def aside(geo: Geometry, origin: int, direction: int, hex: int) -> int:
    """Give the steps in the direction right of `direction` that go with `along`; negative to the left."""
    return STEP_X[direction] * (geo.y[hex] - geo.y[origin]) - STEP_Y[direction] * (geo.x[hex] - geo.x[origin])


@rule
def in_lane(geo: Geometry, origin: int, facing: int, hex: int) -> bool:
    """Say whether a wave from `origin` covers `hex`: three lines from the hexes ahead to the edge (Encounter p. 30)."""
    ahead = along(geo, origin, facing, hex)
    right = aside(geo, origin, facing, hex)
    return (right == 1 and ahead >= 0) or (-1 <= right <= 0 and ahead >= 1)


@rule
def nearest_axis(geo: Geometry, origin: int, hex: int, walker: int) -> int:
    """Give the direction that points best from `origin` to `hex`, -1 when they are one.

    Of two equally good ones `walker` takes the one whose next hex is on the board, then the North-then-West one.
    """
    bearing = geo.bearing[origin, hex]
    if bearing < 0:
        return -1
    left = bearing // 2
    right = (left + 1) % DIRECTIONS
    ahead = along(geo, origin, left, hex)
    beside = aside(geo, origin, left, hex)
    if ahead != beside:
        return left if ahead > beside else right
    leaves_left = geo.neighbour[walker, left] < 0
    leaves_right = geo.neighbour[walker, right] < 0
    if leaves_left != leaves_right:
        return right if leaves_left else left
    return left if NORTH_THEN_WEST[left] < NORTH_THEN_WEST[right] else right


@rule
def toward(geo: Geometry, a: int, b: int) -> int:
    """Give the direction in which `a` best faces `b`, -1 if they are one; ties by the hex then in front."""
    return nearest_axis(geo, a, b, a)


@rule
def away(geo: Geometry, source: int, hex: int) -> int:
    """Give the direction straight away from `source` for what stands on `hex`; ties by its next hex, North then West.

    -1 if the two are one (Encounter rules p. 30).
    """
    return nearest_axis(geo, source, hex, hex)


@rule
def bounce(geo: Geometry, hex: int, direction: int, both: bool) -> int:
    """Give the direction in which a move goes on from `hex`: mirrored where it would leave the board.

    The top and bottom edges swap north and south, the side edges east and west, a corner swaps `both` or else what
    keeps the move on the board (Encounter rules p. 20).
    """
    if geo.neighbour[hex, direction] >= 0:
        return direction
    at_end = geo.neighbour[hex, UPRIGHT[direction]] < 0
    at_side = abs(geo.x[hex]) == EDGE
    mirrored = direction
    if at_end:
        mirrored = SWAP_NORTH_SOUTH[mirrored]
    if at_side and (both or not at_end):
        mirrored = SWAP_EAST_WEST[mirrored]
    if geo.neighbour[hex, mirrored] < 0:
        return SWAP_EAST_WEST[direction]
    return mirrored
