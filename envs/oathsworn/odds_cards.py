"""Cards of one colour: how many plain cards and criticals an attack leaves on the table, and with what chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import comb
from typing import Generic, NamedTuple

from .might_faces import BLANK, CRIT
from .odds_measure import M, Number, Part, Ratio, add


class Cards(NamedTuple):
    """A pile, by what its cards do."""

    blanks: int
    plain: int
    crits: int


class Piles(NamedTuple):
    """The draw pile and the discard of one colour in the middle of a draw."""

    draw: Cards
    discard: Cards


class Tally(NamedTuple):
    """The cards on the table that count for damage."""

    plain: int
    crits: int


EMPTY = Cards(0, 0, 0)
ONE_BLANK, ONE_PLAIN, ONE_CRIT = Cards(1, 0, 0), Cards(0, 1, 0), Cards(0, 0, 1)
NOTHING = Tally(0, 0)
States = dict[tuple[int, Piles], Number]
"""Chances by blanks among the base cards and what is left in the piles."""


def pile_of(counts: Sequence[int]) -> Cards:
    """Return a pile given by the number of its cards of each kind."""
    return Cards(counts[BLANK], sum(counts[BLANK + 1 : CRIT]), counts[CRIT])


def without(pile: Cards, cards: Cards) -> Cards:
    """Return a pile after some of its cards left it."""
    return Cards(pile.blanks - cards.blanks, pile.plain - cards.plain, pile.crits - cards.crits)


def together(one: Cards, other: Cards) -> Cards:
    """Return two piles put together."""
    return Cards(one.blanks + other.blanks, one.plain + other.plain, one.crits + other.crits)


def hands(pile: Cards, count: int) -> Iterator[tuple[Cards, int]]:
    """Yield every hand of `count` cards of a pile, with the number of ways to draw it."""
    for blanks, crits in product(range(min(pile.blanks, count) + 1), range(min(pile.crits, count) + 1)):
        plain = count - blanks - crits
        if 0 <= plain <= pile.plain:
            ways = comb(pile.blanks, blanks) * comb(pile.plain, plain) * comb(pile.crits, crits)
            yield Cards(blanks, plain, crits), ways


def with_blanks(states: States[Number], blanks: int) -> States[Number]:
    """Return the states with so many blanks on the table."""
    return {state: chance for state, chance in states.items() if state[0] == blanks}


class Deck(Generic[Number]):
    """Draws of one colour: chances by what ends up on the table.

    First come the base cards, then redraws, then the extra cards of criticals. As long as no pile runs out the order
    makes no difference to the odds, because the cards of a shuffled pile are alike until they are seen.
    """

    def __init__(self, draw: Sequence[int], discard: Sequence[int], ratio: Ratio[Number]) -> None:
        """Start from piles given by the number of their cards of each kind."""
        self.piles = Piles(pile_of(draw), pile_of(discard))
        self.ratio: Ratio[Number] = ratio
        self.certain: Number = ratio(1, 1)
        self.extras_known: dict[tuple[int, Piles], dict[Tally, Number]] = {}

    def part(self, base: int, redraws: int, measure: Callable[[dict[Tally, Number]], M]) -> Part[M]:
        """Return what `base` cards come to with at most so many redraws, each way measured by `measure`."""
        states = self.base_draws(base, redraws + 1)
        none, one = with_blanks(states, 0), with_blanks(states, 1)
        kept, cleared = {0: self.measured(one, measure)}, {0: self.measured(none, measure)}
        for used in range(1, redraws + 1):
            fewer, same = self.redraw(states)
            kept[used] = self.measured(with_blanks(fewer, 1), measure)
            cleared[used] = self.measured(with_blanks(fewer, 0), measure)
            states = fewer
            for state, chance in same.items():
                add(states, state, chance)
        return Part(cleared[0], kept, cleared)

    def base_draws(self, base: int, most_blanks: int) -> States[Number]:
        """Return the chances of base draws with no more than so many blanks; with both piles empty the draw stops."""
        draw, discard = self.piles
        first = min(base, sum(draw))
        second = min(base - first, sum(discard))
        total = comb(sum(draw), first) * comb(sum(discard), second)
        states: States[Number] = {}
        for (hand, ways), (more, more_ways) in product(hands(draw, first), hands(discard, second)):
            if hand.blanks + more.blanks <= most_blanks:
                left = without(discard, more)
                piles = Piles(left, EMPTY) if second else Piles(without(draw, hand), discard)
                add(states, (hand.blanks + more.blanks, piles), self.ratio(ways * more_ways, total))
        return states

    def redraw(self, states: States[Number]) -> tuple[States[Number], States[Number]]:
        """Redraw one blank; return the states with one blank fewer, and those with another blank in its place."""
        fewer: States[Number] = {}
        same: States[Number] = {}
        for (blanks, piles), chance in states.items():
            if blanks:
                piles = Piles(piles.draw, together(piles.discard, ONE_BLANK))
                for card, share, after in self.next_card(piles):
                    if card == ONE_BLANK:
                        add(same, (blanks, after), chance * share)
                    else:
                        add(fewer, (blanks - 1, after), chance * share)
        return fewer, same

    def measured(self, states: States[Number], measure: Callable[[dict[Tally, Number]], M]) -> M:
        """Return the measure of states once the extra cards of their criticals are drawn."""
        tallies: dict[Tally, Number] = {}
        for (_, piles), chance in states.items():
            table = self.on_table(piles)
            for extra, share in self.extras(table.crits, piles).items():
                add(tallies, Tally(table.plain + extra.plain, table.crits + extra.crits), chance * share)
        return measure(tallies)

    def on_table(self, piles: Piles) -> Tally:
        """Return the cards that count: those that are in neither pile any more."""
        before, after = together(*self.piles), together(*piles)
        return Tally(before.plain - after.plain, before.crits - after.crits)

    def extras(self, owed: int, piles: Piles) -> dict[Tally, Number]:
        """Return the chances of what the extra cards of `owed` criticals add, those of extra criticals included."""
        known = self.extras_known.get((owed, piles))
        if known is not None:
            return known
        found: dict[Tally, Number] = {}
        for card, share, after in self.next_card(piles) if owed else ():
            for more, chance in self.extras(owed - 1 + card.crits, after).items():
                add(found, Tally(card.plain + more.plain, card.crits + more.crits), share * chance)
        self.extras_known[owed, piles] = found or {NOTHING: self.certain}
        return self.extras_known[owed, piles]

    def next_card(self, piles: Piles) -> Iterator[tuple[Cards, Number, Piles]]:
        """Yield what the next card can be, its chance, and the piles after it.

        An empty draw pile is filled with the discard, not with the cards on the table; if that is empty too, no card
        comes.
        """
        draw, discard = piles if any(piles.draw) else (piles.discard, EMPTY)
        for card, copies in zip((ONE_BLANK, ONE_PLAIN, ONE_CRIT), draw, strict=True):
            if copies:
                yield card, self.ratio(copies, sum(draw)), Piles(without(draw, card), discard)
