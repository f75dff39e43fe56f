"""A canvas for pictures of a game: filled shapes and small letters, drawn large and made smooth by averaging."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor
from typing import Any

import numpy as np
from numpy.typing import NDArray

Colour = tuple[int, int, int]
Point = tuple[float, float]

FINE = 3
"""Points drawn for each pixel, along each side."""
LETTER_WIDTH, LETTER_HEIGHT = 5, 7

_GLYPHS = {
    "0": "0e11131519110e",
    "1": "040c040404040e",
    "2": "0e11010204081f",
    "3": "1f02040201110e",
    "4": "02060a121f0202",
    "5": "1f101e0101110e",
    "6": "0608101e11110e",
    "7": "1f010204080808",
    "8": "0e11110e11110e",
    "9": "0e11110f01020c",
    "A": "0e11111f111111",
    "B": "1e11111e11111e",
    "C": "0e11101010110e",
    "D": "1c12111111121c",
    "E": "1f10101e10101f",
    "F": "1f10101e101010",
    "G": "0e11101711110f",
    "H": "1111111f111111",
    "I": "0e04040404040e",
    "J": "0702020202120c",
    "K": "11121418141211",
    "L": "1010101010101f",
    "M": "111b1515111111",
    "N": "11111915131111",
    "O": "0e11111111110e",
    "P": "1e11111e101010",
    "Q": "0e11111115120d",
    "R": "1e11111e141211",
    "S": "0f10100e01011e",
    "T": "1f040404040404",
    "U": "1111111111110e",
    "V": "11111111110a04",
    "W": "1111111515150a",
    "X": "11110a040a1111",
    "Y": "1111110a040404",
    "Z": "1f01020408101f",
    "/": "00010204081000",
    "+": "0004041f040400",
    "-": "0000001f000000",
    ":": "000c0c000c0c00",
    ".": "00000000000c0c",
}
"""Letters as seven rows of five points, two hexadecimal digits a row."""


class Canvas:
    """A picture that is drawn upon, in pixels from the top left corner."""

    def __init__(self, width: int, height: int, colour: Colour) -> None:
        """Begin with one colour everywhere."""
        self.width = width
        self.height = height
        self._points = np.empty((height * FINE, width * FINE, 3), np.uint8)
        self._points[:] = colour

    def image(self) -> NDArray[np.uint8]:
        """Return the picture, `(height, width, 3)`."""
        total = np.full((self.height, self.width, 3), FINE * FINE // 2, np.uint16)
        for row in range(FINE):
            for column in range(FINE):
                total += self._points[row::FINE, column::FINE]
        smooth: NDArray[np.uint8] = (total // (FINE * FINE)).astype(np.uint8)
        return smooth

    def copy(self) -> Canvas:
        """Return the same picture to be drawn upon further."""
        twin = Canvas.__new__(Canvas)
        twin.width, twin.height, twin._points = self.width, self.height, self._points.copy()
        return twin

    def polygon(self, corners: Sequence[Point], colour: Colour) -> None:
        """Fill a convex polygon, whose corners are given in order."""
        xs, ys = (np.array(axis) * FINE for axis in zip(*corners, strict=True))
        rows, columns, box = self._box(xs.min(), ys.min(), xs.max(), ys.max())
        inside = np.ones(box.shape[:2], bool)
        turn = np.sign(np.sum(xs * np.roll(ys, -1) - np.roll(xs, -1) * ys))
        for k in range(len(xs)):
            x, y = xs[k], ys[k]
            dx, dy = xs[(k + 1) % len(xs)] - x, ys[(k + 1) % len(ys)] - y
            inside &= turn * (dx * (rows - y) - dy * (columns - x)) >= 0
        box[inside] = colour

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """Fill a circle."""
        x, y, radius = x * FINE, y * FINE, radius * FINE
        rows, columns, box = self._box(x - radius, y - radius, x + radius, y + radius)
        box[(rows - y) ** 2 + (columns - x) ** 2 <= radius**2] = colour

    def rectangle(self, x: float, y: float, width: float, height: float, colour: Colour) -> None:
        """Fill a rectangle from its top left corner."""
        self._box(x * FINE, y * FINE, (x + width) * FINE - 1, (y + height) * FINE - 1)[2][:] = colour

    def text(self, x: float, y: float, text: str, colour: Colour, size: float = 1.0, centred: bool = False) -> None:
        """Write capital letters and digits from a top left corner, or around a centre; `size` pixels a point."""
        if centred:
            x -= text_width(text, size) / 2
            y -= LETTER_HEIGHT * size / 2
        for place, letter in enumerate(text.upper()):
            left = x + place * (LETTER_WIDTH + 1) * size
            for row, column in _points_of(letter):
                self.rectangle(left + column * size, y + row * size, size, size, colour)

    def _box(
        self, left: float, top: float, right: float, bottom: float
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.uint8]]:
        """Return the middles of the points of a box, as a column of heights and a row of widths, and the points."""
        first_row, last_row = max(floor(top), 0), min(ceil(bottom) + 1, self.height * FINE)
        first, last = max(floor(left), 0), min(ceil(right) + 1, self.width * FINE)
        rows = np.arange(first_row, max(last_row, first_row))[:, None] + 0.5
        columns = np.arange(first, max(last, first))[None, :] + 0.5
        return rows, columns, self._points[first_row:last_row, first:last]


def text_width(text: str, size: float = 1.0) -> float:
    """Return how wide a text is."""
    return (len(text) * (LETTER_WIDTH + 1) - 1) * size


def _points_of(letter: str) -> Iterable[tuple[int, int]]:
    """Give the points of a letter, none for one that is not known."""
    rows = bytes.fromhex(_GLYPHS.get(letter, ""))
    for row, bits in enumerate(rows):
        for column in range(LETTER_WIDTH):
            if (bits >> (LETTER_WIDTH - 1 - column)) & 1:
                yield row, column
