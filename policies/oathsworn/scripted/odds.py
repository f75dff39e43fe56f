"""Quick odds of a hero's attack from the cards left: the chance to hit exactly, the damage almost (rules p. 13-14).

Base cards are drawn without replacement, so the chance of fewer than two blanks is exact; the extra cards of criticals
are taken at the mean of their pile. `envs.oathsworn.odds` counts everything and is far slower; a test compares the two.
"""

from math import sqrt

from ....envs.core.compiler import rule
from ....envs.oathsworn.might import HEROES
from ....envs.oathsworn.state import Book, State
from ....envs.oathsworn.terms import COLOURS, CRIT, KINDS, PEEKS

NO_CARDS = 0.001
BLANK_RATE = 0.28
"""Share of blanks among the cards left when some blanks lie on the table, about."""
STEP_GAIN = 0.5
"""Damage that one upgrade step of a card gains on average: a fresh deck of the next colour is so much better."""
SPREAD = 0.9
"""How far a card's value lies from its mean."""
Odds = tuple[float, float, float, float, float, float, float, float]
"""Chances of no blank, of one blank from an earlier pile, of one from the pile being drawn from; damage without blanks;
damage lost to the one blank of an earlier pile; mean of a card that is not blank in the pile being drawn from; chances
of two and of three blanks, about."""
NOTHING = (1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
"""Odds of an attack without cards yet."""
Pile = tuple[float, float, float, float]
"""Cards, blanks, mean of a card that is not blank with what criticals bring, mean of any card."""


@rule
def card_count(state: State, side: int, colour: int, kind: int, discard: bool) -> int:
    """Count cards of a face in a pile as everybody knows it: peeked tops are in it still."""
    deck = side * COLOURS + colour
    if discard:
        return state.decks[deck].discard[kind]
    return state.decks[deck].pile[kind] + seen_count(state, deck, kind)


@rule
def seen_count(state: State, deck: int, kind: int) -> int:
    """Count the known tops of a face."""
    count = 0
    if state.seen[deck, 0] > 0:
        for place in range(PEEKS):
            if state.seen[deck, place] == kind + 1:
                count += 1
    return count


@rule
def pile_of(state: State, book: Book, side: int, colour: int, discard: bool, fates: int) -> Pile:
    """Look through a pile as everybody knows it."""
    blanks = card_count(state, side, colour, 0, discard)
    cards = blanks
    total = 0
    for kind in range(1, KINDS):
        count = card_count(state, side, colour, kind, discard)
        cards += count
        total += count * book.values[colour, kind]
    if cards == 0:
        return 0.0, 0.0, 0.0, 0.0
    crits = card_count(state, side, colour, CRIT, discard)
    mean = 0.0
    if cards > blanks:
        mean = total / (cards - blanks)
        if crits and cards > 1:
            extra = (total - book.values[colour, CRIT]) / (cards - 1)
            again = min((crits - 1) / (cards - 1), 0.8)
            mean += crits / (cards - blanks) * (1 + fates) * extra / (1.0 - again)
    return float(cards), float(blanks), mean, total / cards


@rule
def draw_from(odds: Odds, pile: Pile, number: int) -> Odds:
    """Draw cards from the pile that was opened last; gives the odds after it."""
    none, one, here, whole, lost, mean, two, three = odds
    cards, blanks, _, _ = pile
    for _ in range(number):
        left = max(cards, 1.0)
        blank = min(blanks / left, 1.0)
        again = min(max(blanks - 1.0, 0.0) / left, 1.0)
        third = min(max(blanks - 1.5, 0.0) / left, 1.0)
        three = three * (1.0 - third) + two * third
        two = two * (1.0 - third) + one * blank + here * again
        here = here * (1.0 - again) + none * blank
        one *= 1.0 - blank
        lost *= 1.0 - blank
        none *= 1.0 - blank
        whole += mean
        cards -= 1.0
    return none, one, here, whole, lost, mean, two, three


@rule
def open_pile(odds: Odds, pile: Pile) -> Odds:
    """Go on to another pile: a blank drawn so far was from an earlier one."""
    none, one, here, whole, lost, mean, two, three = odds
    return none, one + here, 0.0, whole, lost + here * mean, pile[2], two, three


@rule
def hit_of(odds: Odds) -> float:
    """Give the chance of fewer than two blanks."""
    return odds[0] + odds[1] + odds[2]


@rule
def mean_of(odds: Odds) -> float:
    """Give the mean damage of the cards when they hit."""
    hit = odds[0] + odds[1] + odds[2]
    if hit < NO_CARDS:
        return 0.0
    return odds[3] - (odds[4] + odds[2] * odds[5]) / hit


@rule
def draw_colour(state: State, book: Book, odds: Odds, colour: int, number: int, fates: int) -> Odds:
    """Draw cards of a colour: from its pile, and from its discard when that runs out."""
    if number <= 0:
        return odds
    pile = pile_of(state, book, HEROES, colour, False, fates)
    first = min(number, int(pile[0]))
    odds = draw_from(open_pile(odds, pile), pile, first)
    if number > first:
        pile = pile_of(state, book, HEROES, colour, True, fates)
        odds = draw_from(open_pile(odds, pile), pile, min(number - first, int(pile[0])))
    return odds


@rule
def chance_at_least(mean: float, spread: float, least: float) -> float:
    """Give about the chance that a sum of cards comes to so much."""
    away = 1.5 * (mean - least + 0.5) / max(spread, 0.5)
    return 0.5 + 0.5 * away / sqrt(1.0 + away * away)


@rule
def hp_taken(hit: float, damage: float, cards: int, defence: int, most: int) -> float:
    """Give about the HP an attack takes from something with so many left: whole multiples of its defence (p. 15).

    Args:
        hit: Chance to hit.
        damage: Mean damage of a hit.
        cards: Cards drawn.
        defence: Defence of the target.
        most: HP it has left.
    """
    if most == 1:
        return hit * chance_at_least(damage, SPREAD * sqrt(float(max(cards, 1))), float(defence))
    taken = damage / defence - 0.5 * (defence - 1) / defence
    if taken > 0.6 * most:
        spread = SPREAD * sqrt(float(max(cards, 1)))
        taken = min(taken, float(most) * chance_at_least(damage, spread, float(defence * most)) + 0.4 * taken)
        taken = min(taken, float(most))
    return hit * max(taken, 0.05)


@rule
def hit_with(odds: Odds, redraws: int) -> float:
    """Give about the chance to hit when blanks are redrawn for as long as the attack misses."""
    hit = hit_of(odds)
    if redraws <= 0:
        return hit
    fails = BLANK_RATE
    for _ in range(1, redraws):
        fails *= BLANK_RATE
    hit += odds[6] * (1.0 - fails)
    if redraws >= 2:
        hit += odds[7] * (1.0 - fails - redraws * (1.0 - BLANK_RATE) * fails / BLANK_RATE)
    return hit
