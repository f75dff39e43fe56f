"""What prices and suffering leave of the hope to win."""

from ....envs.core.compiler import rule
from ....envs.ironsworn.effects import Need, target_foe, usable
from ....envs.ironsworn.house_rules import PriceRule
from ....envs.ironsworn.price import BARE_BIT, DOUBT, at_least_one, scaled
from ....envs.ironsworn.state import Book, State
from ....envs.ironsworn.terms import MIN_MOMENTUM, Move, Stat
from ....envs.ironsworn.tracks import max_momentum
from .odds import plain_odds
from .weights import WORTH, Worth
from .worth import hardest, health_worth, hope, part, spirit_worth, unhurt, unshaken

STANDS = 0.75
"""Chance to stay in the fight when the table of Endure Harm or Endure Stress is rolled."""

HARM_SHARE = (0.6, 1.0, 0.2, 0.75)
STRESS_SHARE = (0.2, 0.0, 0.4, 0.25)
"""Chances of harm and of stress among prices, by `PriceRule`; what is left costs momentum."""


@rule
def price_hope(
    state: State, book: Book, seat: int, foe: int, severity: int, rest: float, momentum: int, initiative: int
) -> float:
    """Give the hope that is left once a price is paid."""
    opponent = target_foe(state, foe)
    rank = state.foes[opponent].rank if opponent >= 0 else DOUBT
    severity += book.house.severity
    harm = scaled(rank, severity)
    stress = scaled(DOUBT if book.house.price == PriceRule.TABLE else rank, severity)
    if state.characters[seat].boasts & BARE_BIT:
        harm = min(5, harm + 1)
    to_harm = HARM_SHARE[book.house.price]
    to_stress = STRESS_SHARE[book.house.price]
    left = to_harm * harm_hope(state, book, seat, harm, rest, momentum, initiative)
    if to_stress > 0.0:
        left += to_stress * stress_hope(state, book, seat, stress, rest, momentum, initiative)
    if to_harm + to_stress < 1.0:
        loss = at_least_one(DOUBT + severity)
        left += (1.0 - to_harm - to_stress) * short_hope(state, book, rest, momentum - loss, initiative)
    return left


@rule
def short_hope(state: State, book: Book, rest: float, momentum: int, initiative: int) -> float:
    """Give the hope at a momentum that may lie below its floor; what is missing is paid with supply."""
    missing = max(0, MIN_MOMENTUM - momentum)
    paid: float = WORTH[Worth.SUPPLY, hardest(state)] * missing
    return hope(state, book, rest - paid, momentum + missing, initiative)


@rule
def suffer_adds(state: State, book: Book, seat: int, move: int, health: int) -> int:
    """Give what abilities add by themselves to Endure Harm or Endure Stress."""
    kit = book.kits[seat]
    adds = 0
    for row in range(kit.n_effects):
        effect = kit.effects[row]
        fits = effect.need == Need.NONE or (effect.need == Need.NO_HEALTH and health == 0)
        if effect.act < 0 and (effect.moves >> move) & 1 and fits and usable(state, book, seat, row):
            adds += effect.add
    return adds


@rule
def harm_hope(state: State, book: Book, seat: int, amount: int, rest: float, momentum: int, initiative: int) -> float:
    """Give the hope left after Endure Harm."""
    rank = hardest(state)
    character = state.characters[seat]
    health = max(0, character.health - amount)
    lost = (health_worth(rank, character.health) - health_worth(rank, health)) * part(state, book)
    adds = max(health, character.stats[Stat.IRON]) + suffer_adds(state, book, seat, Move.HARM, health)
    over = max(0, amount - character.health)
    left = unhurt(character) if health == 0 else -1
    return endured(state, book, seat, adds, left, rest - lost, momentum - over, initiative)


@rule
def stress_hope(state: State, book: Book, seat: int, amount: int, rest: float, momentum: int, initiative: int) -> float:
    """Give the hope left after Endure Stress."""
    rank = hardest(state)
    character = state.characters[seat]
    spirit = max(0, character.spirit - amount)
    lost = (spirit_worth(rank, character.spirit) - spirit_worth(rank, spirit)) * part(state, book)
    adds = max(spirit, character.stats[Stat.HEART]) + suffer_adds(state, book, seat, Move.STRESS, character.health)
    over = max(0, amount - character.spirit)
    left = unshaken(character) if spirit == 0 else -1
    return endured(state, book, seat, adds, left, rest - lost, momentum - over, initiative)


@rule
def endured(
    state: State, book: Book, seat: int, adds: int, marks: int, rest: float, momentum: int, initiative: int
) -> float:
    """Give the hope over the results of a suffer roll; `marks` are those still free at track 0, -1 above it."""
    miss, weak, strong = plain_odds(adds, momentum)
    held = initiative if not book.house.suffer_initiative else 0
    taken = initiative if not book.house.suffer_initiative else 1
    gained = min(max_momentum(state.characters[seat]), momentum + 1)
    left = strong * short_hope(state, book, rest, gained, taken)
    left += weak * short_hope(state, book, rest, momentum, held)
    return left + miss * failed_hope(state, book, marks, rest, momentum - 1, held)


@rule
def failed_hope(state: State, book: Book, marks: int, rest: float, momentum: int, initiative: int) -> float:
    """Give the hope after a missed suffer roll: at track 0 a mark, or the table once none is free."""
    if marks < 0:
        return short_hope(state, book, rest, momentum, initiative)
    if marks == 0:
        return STANDS * short_hope(state, book, rest, momentum, initiative)
    lost: float = WORTH[Worth.UNHURT, hardest(state)] * part(state, book)
    return short_hope(state, book, rest - lost, momentum, initiative)
