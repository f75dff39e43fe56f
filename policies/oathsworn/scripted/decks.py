"""When fresh decks are worth it: good cards lie on the discard and blanks wait in the pile."""

from ....envs.core.compiler import rule
from ....envs.oathsworn.might import HEROES
from ....envs.oathsworn.state import Book, State
from ....envs.oathsworn.terms import COLOURS
from .odds import pile_of

ATTACKS = 2.5
"""Attacks for which a refreshed deck counts, about."""


@rule
def colour_gain(state: State, book: Book, colour: int) -> float:
    """Give by how much the mean of a hero deck's cards rises with a refresh, blanks counted twice."""
    pile = pile_of(state, book, HEROES, colour, False, 0)
    discard = pile_of(state, book, HEROES, colour, True, 0)
    if discard[0] < 1.0 or pile[0] < 1.0:
        return 0.0
    cards = pile[0] + discard[0]
    mean = (pile[0] * pile[3] + discard[0] * discard[3]) / cards
    blanks = (pile[1] + discard[1]) / cards
    return mean - pile[3] + 1.5 * (pile[1] / pile[0] - blanks)


@rule
def refresh_gain(state: State, book: Book) -> float:
    """Give what a refresh of every deck that gains by it is worth."""
    total = 0.0
    for colour in range(COLOURS):
        gain = colour_gain(state, book, colour)
        if gain > 0.0:
            weight = 2.0 if colour == 0 else (1.0 if colour == 1 else 0.3)
            total += gain * weight
    return ATTACKS * 0.2 * total
