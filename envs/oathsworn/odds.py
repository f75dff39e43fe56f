"""Exact odds of might: what an attack deals, by counting every way in which its cards can come (Encounter rules p. 13).

A pool says how many base cards of each colour are drawn; decks and discards say how many cards of each kind lie in the
piles, by colour, then by kind (`might_faces`). In these odds

- the base cards are drawn first, then blanks are redrawn, then every critical gives its extra card;
- a blank is redrawn for as long as the attack misses and redraws are left, those of the strongest colour first; nothing
  else is redrawn;
- a pile that runs out is filled with its discard, which holds redrawn cards but not those on the table; when both are
  empty the draw stops.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from operator import truediv
from typing import NamedTuple

from .might_faces import COLOURS, COUNTS, KINDS, VALUE
from .odds_cards import Deck
from .odds_dice import FACES, dice_part, shown_moments, shown_spread
from .odds_measure import Moments, Number, Part, Ratio, Spread, hits
from .odds_sums import moments_of, spread_of, sums, sums_of_piles

Pool = Sequence[int]
"""Base cards by colour."""
Piles = Sequence[Sequence[int]]
"""Cards by colour and kind."""

NO_CARDS = ((0,) * KINDS,) * len(COLOURS)
ENOUGH = 64
"""Damage up to which dice are counted at first; doubled until next to nothing is left out."""
LEFT_OUT = Fraction(1, 10**12)
"""The most that the damages left out may come to, where criticals can go on for ever."""
MOST_WHITE = 10


class MightOdds(NamedTuple):
    """Exact odds of a draw.

    Attributes:
        miss: Chance of a missed attack.
        mean: Mean damage; a miss counts 0.
        distribution: Chance of every damage; a miss is 0 damage.
        more: Chance of more damage than the distribution goes to; 0 unless dice were rolled.
    """

    miss: Fraction
    mean: Fraction
    distribution: dict[int, Fraction]
    more: Fraction


class Hits(NamedTuple):
    """The attacks that do not miss: their chance, their damage weighed by it, and the chance of every damage."""

    mass: Fraction
    first: Fraction
    chances: dict[int, Fraction]


class WhiteChoice(NamedTuple):
    """What an attack comes to with so many white cards; a miss counts 0 in the mean."""

    white: int
    miss: float
    mean: float


def attack_distribution(
    pool: Pool,
    decks: Piles = COUNTS,
    discards: Piles = NO_CARDS,
    *,
    dice: bool = False,
    redraws: int = 0,
    bonus: int = 0,
) -> MightOdds:
    """Return the exact odds of the attack of a hero.

    Args:
        pool: Base cards by colour.
        decks: Draw piles; by default full decks.
        discards: Discard piles.
        dice: Whether dice are rolled in place of cards.
        redraws: How many redraws are spent on blanks while the attack misses.
        bonus: Damage added to an attack that does not miss.

    Raises:
        ValueError: The pool is empty, or a number is negative.
    """
    check(pool, decks, discards, redraws, bonus)
    if dice:
        mass, first, chances = rolled_hits(pool, redraws)
    else:
        mass, first, chances = drawn_hits(pool, decks, discards, redraws)
    miss = 1 - mass
    distribution = {damage + bonus: chance for damage, chance in chances.items()}
    if miss:
        distribution = {0: Fraction(0), **distribution}
        distribution[0] += miss
    return MightOdds(miss, first + bonus * mass, distribution, mass - sum(chances.values()))


def enemy_distribution(
    pool: Pool, decks: Piles = COUNTS, discards: Piles = NO_CARDS, *, dice: bool = False, bonus: int = 0
) -> MightOdds:
    """Return the exact odds of the damage an enemy draws: no miss, and criticals give nothing more (p. 22).

    Args:
        pool: Cards by colour.
        decks: Draw piles of the enemy; by default full decks.
        discards: Discard piles of the enemy.
        dice: Whether dice are rolled in place of cards.
        bonus: Damage added.

    Raises:
        ValueError: The pool is empty, or a number is negative.
    """
    check(pool, decks, discards, 0, bonus)
    found = Spread((1,))
    for colour, count in enumerate(pool):
        if dice:
            for _ in range(count):
                found = found * sums(VALUE[colour], FACES[colour])[1]
        elif count:
            by_count = sums_of_piles(VALUE[colour], decks[colour], discards[colour])
            found = found * by_count[min(count, len(by_count) - 1)]
    distribution = {damage + bonus: chance for damage, chance in found.chances().items()}
    return MightOdds(Fraction(0), mean_of(distribution), distribution, Fraction(0))


def best_white(
    pool: Pool,
    decks: Piles = COUNTS,
    discards: Piles = NO_CARDS,
    *,
    dice: bool = False,
    redraws: int = 0,
    bonus: int = 0,
    most: int = MOST_WHITE,
) -> list[WhiteChoice]:
    """Return what every number of white cards makes of an attack, for the choice of its size; in quick numbers.

    Args:
        pool: Base cards by colour; those of white do not count.
        decks: Draw piles; by default full decks.
        discards: Discard piles.
        dice: Whether dice are rolled in place of cards.
        redraws: How many redraws are spent on blanks while the attack misses.
        bonus: Damage added to an attack that does not miss.
        most: The largest number of white cards.

    Returns:
        One row for each number of white cards, from 0 on; from 1 if there is no card of another colour.

    Raises:
        ValueError: A number is negative.
    """
    check((most, *pool[1:]), decks, discards, redraws, bonus)
    white, *others = (
        moments_maker(colour, draw, discard, dice, redraws, truediv)
        for colour, (draw, discard) in enumerate(zip(decks, discards, strict=True))
    )
    rest = [part(base) for part, base in zip(others, pool[1:], strict=True) if base]
    found = []
    for count in range(0 if rest else 1, most + 1):
        hit = hits([white(count), *rest], redraws)
        found.append(WhiteChoice(count, 1 - hit.mass, hit.first + bonus * hit.mass))
    return found


def check(pool: Pool, decks: Piles, discards: Piles, *more: int) -> None:
    """Refuse an empty pool and negative numbers.

    Raises:
        ValueError: With the offending value.
    """
    if not any(pool):
        raise ValueError(f"a draw takes at least one card, found the pool {list(pool)}")
    for numbers in (pool, *decks, *discards, more):
        if min(numbers) < 0:
            raise ValueError(f"cards, redraws and bonuses are never negative, found {list(numbers)}")


def mean_of(distribution: dict[int, Fraction]) -> Fraction:
    """Return the damage weighed by its chance."""
    return sum((damage * chance for damage, chance in distribution.items()), Fraction(0))


def moments_maker(
    colour: int, draw: Sequence[int], discard: Sequence[int], dice: bool, redraws: int, ratio: Ratio[Number]
) -> Callable[[int], Part[Moments[Number]]]:
    """Return what gives the mass and mean of a number of base cards of one colour."""
    if dice:
        shown = shown_moments(colour, ratio)
        nothing = ratio(0, 1)
        return lambda base: dice_part(colour, base, redraws, shown, lambda *chance: Moments(ratio(*chance), nothing))
    deck, measure = Deck(draw, discard, ratio), moments_of(colour, draw, discard, ratio)
    return lambda base: deck.part(base, redraws, measure)


def drawn_hits(pool: Pool, decks: Piles, discards: Piles, redraws: int) -> Hits:
    """Return the attacks with cards that do not miss."""
    found = hits(
        [
            Deck(draw, discard, Fraction).part(base, redraws, spread_of(colour, draw, discard))
            for colour, (base, draw, discard) in enumerate(zip(pool, decks, discards, strict=True))
            if base
        ],
        redraws,
    )
    chances = found.chances()
    return Hits(sum(chances.values(), Fraction(0)), mean_of(chances), chances)


def rolled_hits(pool: Pool, redraws: int) -> Hits:
    """Return the attacks with dice that do not miss; damages that are next to impossible are left out."""
    dice = [(colour, base) for colour, base in enumerate(pool) if base]
    found = hits([moments_maker(colour, (), (), True, redraws, Fraction)(base) for colour, base in dice], redraws)
    limit = ENOUGH
    while True:
        chances = spread_of_dice(dice, redraws, limit).chances()
        left_out = found.mass - sum(chances.values())
        if left_out <= LEFT_OUT:
            break
        limit *= 2
    while left_out + chances[max(chances)] <= LEFT_OUT:
        left_out += chances.popitem()[1]
    return Hits(found.mass, found.first, chances)


def spread_of_dice(dice: list[tuple[int, int]], redraws: int, limit: int) -> Spread:
    """Return the spread of attacks that do not miss, given colours with their dice, below a damage."""

    def constant(numerator: int, denominator: int) -> Spread:
        chance = Fraction(numerator, denominator)
        return Spread((chance.numerator,), chance.denominator, limit)

    return hits(
        [dice_part(colour, base, redraws, shown_spread(colour, limit), constant) for colour, base in dice], redraws
    )
