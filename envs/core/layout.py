"""The layout of an observation: a list of named blocks, declared once and shared by code, docs and checkpoints."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import IntEnum
from math import prod
from typing import Self

import numpy as np
from numpy.typing import NDArray


class Row(IntEnum):
    """What a row of a block holds, in order; a member is declared as how many numbers, and is where they begin.

    Example:
        >>> class Foe(Row):
        ...     NATURE = 6, "nature, one-hot"
        ...     RANK = 1, "rank / 5"
        >>> int(Foe.RANK), Foe.width(), Foe.text()
        (6, 7, 'nature, one-hot (6), rank / 5')
    """

    size: int
    about: str

    def __new__(cls, size: int, about: str) -> Self:
        """Begin behind the members declared before."""
        start = sum(member.size for member in cls.__members__.values())
        self = int.__new__(cls, start)
        self._value_ = start
        self.size = size
        self.about = about
        return self

    @classmethod
    def width(cls) -> int:
        """Return how many numbers a row has."""
        return sum(member.size for member in cls)

    @classmethod
    def text(cls) -> str:
        """Return what they are, in order."""
        return ", ".join(f"{each.about} ({each.size})" if each.size > 1 else each.about for each in cls)


@dataclass(frozen=True)
class Block:
    """A named run of the flat observation.

    Attributes:
        name: Name, and key in the Dict observation.
        shape: Shape in the Dict observation.
        low: Lowest value.
        high: Highest value.
        about: What its numbers are, in order.
    """

    name: str
    shape: tuple[int, ...]
    low: float
    high: float
    about: str

    @property
    def size(self) -> int:
        """Numbers in the block."""
        return prod(self.shape)


class Layout:
    """Blocks one after another.

    Example:
        >>> layout = Layout(Block("supply", (1,), 0.0, 1.0, "supply / 5"), Block("foes", (4, 2), 0.0, 1.0, ""))
        >>> layout.width, layout.start("foes")
        (9, 1)
    """

    def __init__(self, *blocks: Block) -> None:
        self.blocks = blocks
        self._starts: dict[str, int] = {}
        at = 0
        for block in blocks:
            self._starts[block.name] = at
            at += block.size
        self.width = at

    def start(self, name: str) -> int:
        """Return where a block begins."""
        return self._starts[name]

    @property
    def digest(self) -> str:
        """A hash of all that an observation's numbers mean."""
        told = [f"{b.name} {b.shape} {b.low:g} {b.high:g} {b.about}" for b in self.blocks]
        return hashlib.sha256("\n".join(told).encode()).hexdigest()[:16]

    def bounds(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the lowest and highest value of every number."""
        low = np.concatenate([np.full(block.size, block.low, np.float32) for block in self.blocks])
        high = np.concatenate([np.full(block.size, block.high, np.float32) for block in self.blocks])
        return low, high

    def split(self, flat: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
        """Return a flat observation, or a batch of them, as blocks by name; the arrays are views of `flat`."""
        lead = flat.shape[:-1]
        return {
            block.name: flat[..., self._starts[block.name] : self._starts[block.name] + block.size].reshape(
                *lead, *block.shape
            )
            for block in self.blocks
        }
