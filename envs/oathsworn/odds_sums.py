"""The damage of cards of one colour whose number is known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb

from .might_faces import BLANK, CRIT, CRIT_VALUE, VALUE
from .odds_cards import Tally
from .odds_measure import Moments, Number, Ratio, Spread

PLAIN = slice(BLANK + 1, CRIT)


def sums(values: Sequence[int], counts: Sequence[int]) -> list[Spread]:
    """Return the spread of the sum of 0, 1, 2, ... cards of a shuffled pile, up to all of them.

    Args:
        values: What a card of each kind is worth.
        counts: How many such cards the pile holds.
    """
    ways: list[dict[int, int]] = [{0: 1}]
    for value, count in zip(values, counts, strict=True):
        before, ways = ways, [{} for _ in range(len(ways) + count)]
        for cards, by_sum in enumerate(before):
            for more in range(count + 1):
                for total, way in by_sum.items():
                    reached = total + more * value
                    ways[cards + more][reached] = ways[cards + more].get(reached, 0) + way * comb(count, more)
    whole = sum(counts)
    return [
        Spread(tuple(by_sum.get(total, 0) for total in range(max(by_sum) + 1)), comb(whole, cards))
        for cards, by_sum in enumerate(ways)
    ]


def sums_of_piles(values: Sequence[int], draw: Sequence[int], discard: Sequence[int]) -> list[Spread]:
    """Return the spread of the sum of 0, 1, 2, ... cards that come from the draw pile, then from the discard."""
    first = sums(values, draw)
    return [*first, *(first[-1] * more for more in sums(values, discard)[1:])]


def means_of_piles(
    values: Sequence[int], draw: Sequence[int], discard: Sequence[int], ratio: Ratio[Number]
) -> list[Number]:
    """Return the mean of the sum of 0, 1, 2, ... cards that come from the draw pile, then from the discard."""
    means = [ratio(0, 1)]
    for counts in (draw, discard):
        if any(counts):
            total = sum(value * count for value, count in zip(values, counts, strict=True))
            mean = ratio(total, sum(counts))
            start = means[-1]
            means += [start + mean * cards for cards in range(1, sum(counts) + 1)]
    return means


def spread_of(colour: int, draw: Sequence[int], discard: Sequence[int]) -> Callable[[dict[Tally, Fraction]], Spread]:
    """Return what turns chances of tallies of a colour into the spread of their damage."""
    plain = sums_of_piles(VALUE[colour][PLAIN], draw[PLAIN], discard[PLAIN])

    def measure(tallies: dict[Tally, Fraction]) -> Spread:
        found = Spread(())
        for tally, chance in tallies.items():
            crits = (0,) * (tally.crits * CRIT_VALUE[colour])
            found = found + Spread((*crits, chance.numerator), chance.denominator) * plain[tally.plain]
        return found

    return measure


def moments_of(
    colour: int, draw: Sequence[int], discard: Sequence[int], ratio: Ratio[Number]
) -> Callable[[dict[Tally, Number]], Moments[Number]]:
    """Return what turns chances of tallies of a colour into their mass and mean."""
    plain = means_of_piles(VALUE[colour][PLAIN], draw[PLAIN], discard[PLAIN], ratio)

    def measure(tallies: dict[Tally, Number]) -> Moments[Number]:
        mass = first = ratio(0, 1)
        for tally, chance in tallies.items():
            mass += chance
            first += chance * (plain[tally.plain] + tally.crits * CRIT_VALUE[colour])
        return Moments(mass, first)

    return measure
