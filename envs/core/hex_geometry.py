"""How the tables of the hex board are computed: whole arrays at once, in exact integers.

Drawn with a hex side of 2 half units across and the root of 3 factored out upwards, the centre of hex (x, y) is at
(3x, x + 2y) and its corners are at whole numbers too, so every question about lines is settled without rounding.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

CORNERS = np.array([(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)], np.int16)
"""The corners of a hex from its centre, across and down."""
SIDES = np.array([(0, 1, 1), (1, 1, 2), (1, -1, 2)], np.int16)
"""A hex is where |a * across + b * down| <= c for each of these (a, b, c)."""


def neighbours(places: NDArray[np.int64], step_x: Sequence[int], step_y: Sequence[int]) -> NDArray[np.int64]:
    """Give the next hex of each hex in each direction, shape (hexes, 6); -1 where there is none."""
    index = {place: hex for hex, place in enumerate(map(tuple, places.tolist()))}
    steps = list(zip(step_x, step_y, strict=True))
    return np.array([[index.get((x + dx, y + dy), -1) for dx, dy in steps] for x, y in places.tolist()])


def distances(places: NDArray[np.int64]) -> NDArray[np.int64]:
    """Give the steps between any two hexes, shape (hexes, hexes)."""
    dx, dy = np.moveaxis(places - places[:, None], -1, 0)
    longest: NDArray[np.int64] = np.maximum(np.maximum(abs(dx), abs(dy)), abs(dx + dy))
    return longest


def bearings(places: NDArray[np.int64], step_x: Sequence[int], step_y: Sequence[int]) -> NDArray[np.int64]:
    """Give how hexes lie from each other, shape (hexes, hexes): 2k on axis k, 2k + 1 right after it, -1 the same."""
    dx, dy = np.moveaxis(places - places[:, None], -1, 0)
    found = np.full(dx.shape, -1)
    for left in range(len(step_x)):
        right = (left + 1) % len(step_x)
        along = dx * step_y[right] - dy * step_x[right]
        aside = step_x[left] * dy - step_y[left] * dx
        found[(along > 0) & (aside == 0)] = 2 * left
        found[(along > 0) & (aside > 0)] = 2 * left + 1
    return found


def centres(places: NDArray[np.int64]) -> NDArray[np.int16]:
    """Give the centres of the hexes, across and down, shape (hexes, 2)."""
    return (places @ ((3, 1), (0, 2))).astype(np.int16)


def corner_gaps(places: NDArray[np.int64]) -> NDArray[np.int32]:
    """Give the squared distances of the corners of any two hexes, shape (hexes, hexes, 6 of one, 6 of the other)."""
    corners = (centres(places)[:, None] + CORNERS).astype(np.int32)
    across, down = np.moveaxis(corners[None, :, None] - corners[:, None, :, None], -1, 0)
    squared: NDArray[np.int32] = across**2 + 3 * down**2
    return squared


def segments(places: NDArray[np.int64], bearing: NDArray[np.int16]) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Give both ends of every line of sight, each of shape (hexes, hexes, 2).

    Centre to centre in a straight row, else between the nearest corners (Encounter rules p. 12).
    """
    hexes = np.arange(len(places))
    middle = centres(places)
    nearest = corner_gaps(places).reshape(len(places), len(places), -1).argmin(-1)
    wedge = ((bearing >= 0) & (bearing % 2 == 1))[..., None]
    start = middle[hexes[:, None]] + wedge * CORNERS[nearest // len(CORNERS)]
    end = middle[hexes[None, :]] + wedge * CORNERS[nearest % len(CORNERS)]
    return start, end


def touched(start: NDArray[np.int16], end: NDArray[np.int16], middle: NDArray[np.int16]) -> NDArray[np.bool_]:
    """Say which hexes each segment touches, a corner or an edge included, shape (segments, hexes).

    Two convex shapes are apart if and only if their shadows are, along a normal of some side of either.
    """
    found = np.ones((len(start), len(middle)), np.bool_)
    for across, down, half in SIDES:
        normal = np.array((across, down), np.int16)
        here, there, hexes = start @ normal, end @ normal, middle @ normal
        found &= np.minimum(here, there)[:, None] - half <= hexes
        found &= np.maximum(here, there)[:, None] + half >= hexes
    run, fall = (end - start).T
    off_line = run[:, None] * middle[:, 1] - fall[:, None] * middle[:, 0]
    off_line -= (run * start[:, 1] - fall * start[:, 0])[:, None]
    found &= abs(off_line) <= np.maximum(2 * abs(fall), abs(run) + abs(fall))[:, None]
    return found


def sights(places: NDArray[np.int64], bearing: NDArray[np.int16], bits: int, words: int) -> NDArray[np.int64]:
    """Give the masks of the hexes between any two, shape (hexes * hexes, words), `bits` hexes a word."""
    count = len(places)
    start, end = segments(places, bearing)
    between = touched(start.reshape(-1, 2), end.reshape(-1, 2), centres(places)).reshape(count, count, count)
    own = np.arange(count)
    between[own, :, own] = False
    between[:, own, own] = False
    flat = between.reshape(count * count, count)
    masks = np.zeros((count * count, words), np.int64)
    for word in range(words):
        part = flat[:, word * bits : (word + 1) * bits]
        masks[:, word] = part @ (np.int64(1) << np.arange(part.shape[1]))
    return masks
