"""Dice of one colour: a die shows what a fresh deck shows, over and over again."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb, lcm

from .might_faces import BLANK, COPIES, COUNTS, CRIT, CRIT_VALUE, VALUE
from .odds_measure import M, Moments, Number, Part, Ratio, Spread

SIDES = 6
FACES = tuple(tuple(count // COPIES for count in counts) for counts in COUNTS)
"""Sides of a die that show each kind, by colour."""

Constant = Callable[[int, int], M]
"""Makes a measure without damage of a chance, given as a numerator and a denominator."""


def dice_part(colour: int, base: int, redraws: int, shown: M, constant: Constant[M]) -> Part[M]:
    """Return what `base` dice of one colour come to with at most so many rerolls of blanks.

    Args:
        colour: The colour.
        base: How many dice are rolled.
        redraws: How many rerolls there are.
        shown: The measure of a die that does not show a blank, extra dice of criticals included.
        constant: Makes measures without damage.
    """
    blank = FACES[colour][BLANK]

    def chance(left: int, used: int) -> M:
        """Return the chance of the blanks by which all but `left` of them are gone after exactly `used` rerolls."""
        ways = constant(0, 1)
        for removed in range(min(base - left, used) + 1):
            blanks = removed + left
            orders = comb(used - 1, removed - 1) if removed else int(used == 0)
            shows = blanks + used - removed
            ways = ways + constant(comb(base, blanks) * orders * blank**shows, SIDES**shows)
        return ways

    one = none = constant(1, 1)
    for _ in range(base):
        one, none = none, none * shown
    kept = {used: one * chance(1, used) for used in range(redraws + 1)} if base else {}
    return Part(none, kept, {used: none * chance(0, used) for used in range(redraws + 1)})


def shown_moments(colour: int, ratio: Ratio[Number]) -> Moments[Number]:
    """Return the mass and mean of a die that does not show a blank, extra dice of criticals included."""
    faces = FACES[colour]
    once = ratio(sum(count * value for count, value in zip(faces, VALUE[colour], strict=True)), SIDES)
    return Moments(ratio(SIDES - faces[BLANK], SIDES), once / ratio(SIDES - faces[CRIT], SIDES))


def shown_spread(colour: int, limit: int) -> Spread:
    """Return the spread of a die that does not show a blank, extra dice of criticals included, below `limit`."""
    *plain, crits = FACES[colour]
    chances = [Fraction(0)] * limit
    for count, value in zip(plain, VALUE[colour][BLANK:CRIT], strict=True):
        chances[value] += Fraction(count, SIDES)
    for damage in range(CRIT_VALUE[colour], limit):
        chances[damage] += chances[damage - CRIT_VALUE[colour]] * Fraction(crits, SIDES)
    chances[0] = Fraction(0)
    whole = lcm(*(chance.denominator for chance in chances))
    return Spread(tuple(int(chance * whole) for chance in chances), whole, limit)
