"""The pilot's quick odds of might, beside the exact ones."""

import numpy as np
import pytest

from shieldmate.envs.core.compiler import F8, I8, Batch, entry
from shieldmate.envs.oathsworn.compile import compile_book
from shieldmate.envs.oathsworn.might_faces import COUNTS
from shieldmate.envs.oathsworn.odds import NO_CARDS, attack_distribution
from shieldmate.envs.oathsworn.scenario import make_scenario
from shieldmate.envs.oathsworn.state import Book, State
from shieldmate.policies.oathsworn.scripted.odds import NOTHING, draw_colour, hit_of, hit_with, mean_of
from shieldmate.policies.oathsworn.scripted.strikes import best_white

USED = ((2, 5, 3, 0, 0, 1), (4, 1, 1, 2, 0, 3), (6, 0, 3, 6, 0, 3), (1, 0, 0, 2, 1, 1))
"""Piles of decks in use."""
REST = tuple(tuple(full - left for full, left in zip(*rows, strict=True)) for rows in zip(COUNTS, USED, strict=True))
POOLS = [(2, 0, 0, 0), (3, 1, 0, 0), (1, 2, 1, 0), (0, 0, 2, 2), (4, 1, 1, 1), (6, 0, 0, 0)]


@entry
def quick_odds(states: Batch[State], books: Batch[Book], pool: I8, redraws: int, out: F8) -> None:
    """Write the chance to hit, with redraws too, and the mean of a hit."""
    odds = NOTHING
    for colour in range(4):
        odds = draw_colour(states[0], books[0], odds, colour, pool[colour], 0)
    out[0] = hit_of(odds)
    out[1] = hit_with(odds, redraws)
    out[2] = mean_of(odds)


@entry
def quick_white(states: Batch[State], books: Batch[Book], pool: I8, redraws: int) -> int:
    """Give how many white cards the pilot would add against a great many HP."""
    odds = NOTHING
    for colour in range(1, 4):
        odds = draw_colour(states[0], books[0], odds, colour, pool[colour], 0)
    cubes = pool[1] + pool[2] + pool[3]
    aim = (0.0, redraws, 1, 1000)
    number, _, _ = best_white(states[0], books[0], odds, cubes, aim, 0)
    return number


@pytest.fixture(scope="module")
def book():
    return compile_book(make_scenario("several-dice"))


def state_with(book, piles, discards):
    """A state whose heroes' decks hold these cards."""
    states = np.zeros(1, State.dtype)
    states[0] = book[0]["start"]
    states[0]["decks"]["pile"][:4] = piles
    states[0]["decks"]["discard"][:4] = discards
    return states


@pytest.mark.parametrize("pool", POOLS)
@pytest.mark.parametrize(("piles", "discards"), [(COUNTS, NO_CARDS), (USED, REST)])
def test_hits_exactly_and_damage_closely(book, pool, piles, discards):
    """The chance to hit agrees to the last digit, the mean damage to a tenth of a point."""
    exact = attack_distribution(pool, piles, discards)
    out = np.zeros(3)
    quick_odds(state_with(book, piles, discards), book, np.array(pool), 0, out)
    assert out[0] == pytest.approx(float(1 - exact.miss), abs=1e-9)
    assert out[0] * out[2] == pytest.approx(float(exact.mean), abs=0.1)


@pytest.mark.parametrize("pool", POOLS)
@pytest.mark.parametrize("redraws", [1, 2])
def test_redraws_closely(book, pool, redraws):
    exact = attack_distribution(pool, redraws=redraws)
    out = np.zeros(3)
    quick_odds(state_with(book, COUNTS, NO_CARDS), book, np.array(pool), redraws, out)
    assert out[1] == pytest.approx(float(1 - exact.miss), abs=0.05)


def test_a_pile_that_runs_out_goes_on_with_its_discard(book):
    """Two cards left, none blank, and eleven blanks on the discard: a third card is the first that can be blank."""
    piles = ((0, 2, 0, 0, 0, 0), *COUNTS[1:])
    discards = ((6, 4, 3, 0, 0, 3), *NO_CARDS[1:])
    states = state_with(book, piles, discards)
    for white in (2, 3, 4, 5):
        out = np.zeros(3)
        quick_odds(states, book, np.array((white, 0, 0, 0)), 0, out)
        assert out[0] == pytest.approx(float(1 - attack_distribution((white, 0, 0, 0), piles, discards).miss), abs=1e-9)


@pytest.mark.parametrize("pool", [(0, 0, 0, 0), (0, 1, 0, 0), (0, 2, 1, 0)])
@pytest.mark.parametrize(("piles", "discards"), [(COUNTS, NO_CARDS), (USED, REST)])
def test_white_cards_are_counted(book, pool, piles, discards):
    """As many white cards as the exact odds would have, or a number that is as good to a twentieth of a point."""
    chosen = quick_white(state_with(book, piles, discards), book, np.array(pool), 0)
    least = 0 if any(pool) else 1
    means = {n: float(attack_distribution((n, *pool[1:]), piles, discards).mean) for n in range(least, 9)}
    assert means[chosen] >= max(means.values()) - 0.05
