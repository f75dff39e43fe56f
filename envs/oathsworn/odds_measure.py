"""What the chances of damage are counted in: the whole distribution, or no more than its mass and mean.

A measure is the damage of some of the ways in which a draw can go. Ways that exclude each other add up; draws that
know nothing of each other multiply.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import Generic, Protocol, Self, TypeVar

Number = TypeVar("Number", Fraction, float)
Ratio = Callable[[int, int], Number]
"""Division of two whole numbers: `Fraction` for exact chances, `operator.truediv` for fast ones."""


class Measure(Protocol):
    """Damage of some of the ways in which a draw can go."""

    def __add__(self, other: Self, /) -> Self:
        """Return the measure of the ways of either."""

    def __mul__(self, other: Self, /) -> Self:
        """Return the measure of both draws together."""


M = TypeVar("M", bound=Measure)


@dataclass(frozen=True)
class Moments(Generic[Number]):
    """The chance of some ways, and their damage weighed by it: `first / mass` is the mean among these ways."""

    mass: Number
    first: Number

    def __add__(self, other: Moments[Number]) -> Moments[Number]:
        """Return the measure of the ways of either."""
        return Moments(self.mass + other.mass, self.first + other.first)

    def __mul__(self, other: Moments[Number]) -> Moments[Number]:
        """Return the measure of both draws together."""
        return Moments(self.mass * other.mass, self.mass * other.first + self.first * other.mass)


@dataclass(frozen=True)
class Spread:
    """The chance of every damage: `ways[damage]` out of `whole`; from `limit` on damage is left out."""

    ways: tuple[int, ...]
    whole: int = 1
    limit: int | None = None

    def __add__(self, other: Spread) -> Spread:
        """Return the measure of the ways of either."""
        whole = lcm(self.whole, other.whole)
        mine, its = whole // self.whole, whole // other.whole
        ways = [way * mine for way in self.ways] + [0] * (len(other.ways) - len(self.ways))
        for damage, way in enumerate(other.ways):
            ways[damage] += way * its
        return Spread(tuple(ways), whole, self.limit)

    def __mul__(self, other: Spread) -> Spread:
        """Return the measure of both draws together."""
        ways = [0] * (len(self.ways) + len(other.ways))
        for damage, way in enumerate(self.ways):
            if way:
                for both, more in enumerate(other.ways, damage):
                    ways[both] += way * more
        ways, whole = ways[:-1][: self.limit], self.whole * other.whole
        shared = gcd(whole, *ways)
        return Spread(tuple(way // shared for way in ways), whole // shared, self.limit)

    def chances(self) -> dict[int, Fraction]:
        """Return every damage that can come up with its chance."""
        return {damage: Fraction(way, self.whole) for damage, way in enumerate(self.ways) if way}


@dataclass(frozen=True)
class Part(Generic[M]):
    """What the cards of one colour come to in an attack, by the blanks left among its base cards.

    Attributes:
        none: No blank came up.
        kept: Blanks came up and all but one of them were redrawn, by the redraws this took.
        cleared: All blanks, if any, were redrawn, by the redraws this took.
    """

    none: M
    kept: dict[int, M]
    cleared: dict[int, M]


class Addable(Protocol):
    """What can be added to its like."""

    def __add__(self, other: Self, /) -> Self:
        """Return both together."""


K = TypeVar("K")
A = TypeVar("A", bound=Addable)


def add(found: dict[K, A], key: K, more: A) -> None:
    """Add to what is kept under `key`."""
    found[key] = found[key] + more if key in found else more


def hits(parts: list[Part[M]], redraws: int) -> M:
    """Return the measure of the ways in which an attack does not miss: at most one blank is left.

    Args:
        parts: The colours of the attack, the one whose blanks are redrawn first comes last.
        redraws: How many redraws there are; no blank is redrawn once the attack does not miss.
    """
    clean, marked = parts[0].none, dict(parts[0].kept)
    for part in parts[1:]:
        marked_before, marked = marked, {used: clean * kept for used, kept in part.kept.items()}
        for before, measure in marked_before.items():
            for used, cleared in part.cleared.items():
                if before + used <= redraws:
                    add(marked, before + used, measure * cleared)
        clean = clean * part.none
    for measure in marked.values():
        clean = clean + measure
    return clean
