"""Hope of answers that roll nothing: what a hit brings, what a weak hit costs, what suffering leaves."""

from ....envs.core.compiler import rule
from ....envs.ironsworn.effects import Special, picked_special
from ....envs.ironsworn.stack import top
from ....envs.ironsworn.state import Book, State
from ....envs.ironsworn.terms import TICKS_PER_HARM, Act, Decision, Move, Op
from ....envs.ironsworn.tracks import fighting
from .costs import harm_hope, price_hope, short_hope, stress_hope
from .outcomes import end_hope, follow_hope, raised, ripest, strong_hope, supply_hope
from .weights import WORTH, Worth
from .worth import foes_worth, hardest, health_worth, hope, part, spirit_worth, ticks_of

CONFIDENT = 0.9
"""Hope from which the character boasts to fight to the death."""

PATIENCE = 0.98
"""Share of the hope that waiting keeps."""

SHIELD_WORTH = 0.3
"""Log-odds of a shield kept for a worse blow."""

ROLLED = -1.0
"""Stands for the hope of an answer whose roll must be weighed."""


@rule
def unrolled_hope(state: State, book: Book, rest: float, act: int) -> float:
    """Give the hope of an answer, `ROLLED` when it leads to a roll."""
    decision = state.decision
    if decision == Decision.MOVE:
        return move_hope(state, book, rest, act)
    if decision == Decision.BOAST:
        return boast_hope(state, book, rest, act)
    if decision == Decision.ABILITY and top(state).op == Op.TAKE:
        return shield_hope(state, book, rest, act)
    if decision == Decision.FOE and state.roll.move == Move.END:
        return end_hope(state, book, state.seat, act - Act.FOE, 0, rest, state.characters[state.seat].momentum)
    if Decision.FOE <= decision <= Decision.BURN:
        return ROLLED
    return option_hope(state, book, rest, act)


@rule
def move_hope(state: State, book: Book, rest: float, act: int) -> float:
    """Give the hope of a main action that needs no action roll."""
    seat = state.seat
    character = state.characters[seat]
    if act == Act.END:
        return end_hope(state, book, seat, ripest(state), 0, rest, character.momentum)
    if act == Act.WAIT:
        return wait_hope(state, book, rest)
    if act == Act.GO:
        return hope(state, book, rest, character.momentum, character.initiative)
    if act == Act.TAKE_HIT:
        return price_hope(state, book, seat, -1, 0, rest, character.momentum, character.initiative)
    if act == Act.SURRENDER or Act.FLEE <= act < Act.AID:
        return 0.0
    return ROLLED


@rule
def wait_hope(state: State, book: Book, rest: float) -> float:
    """Give the hope of waiting: worth a thought only once, without initiative, when an ally has it."""
    character = state.characters[state.seat]
    if character.initiative or character.waits or book.house.foe_clock:
        return 0.0
    for ally in range(book.seats):
        if ally != state.seat and fighting(state, ally) and state.characters[ally].initiative:
            return PATIENCE * hope(state, book, rest, character.momentum, 0)
    return 0.0


@rule
def boast_hope(state: State, book: Book, rest: float, act: int) -> float:
    """Give the hope of a boast: a first strike or a wound for momentum, the death only when confident."""
    character = state.characters[state.seat]
    held = character.initiative
    now = hope(state, book, rest, character.momentum, held)
    more = raised(state, state.seat, character.momentum, 1)
    if act == Act.GO:
        return now
    if act == Act.FIRST_STRIKE:
        return hope(state, book, rest, more, 0)
    if act == Act.BLEED:
        return harm_hope(state, book, state.seat, 1, rest, more, held)
    return hope(state, book, rest, more, held) if act == Act.TO_THE_DEATH and now >= CONFIDENT else 0.0


@rule
def shield_hope(state: State, book: Book, rest: float, act: int) -> float:
    """Give the hope of destroying the shield, or of bearing the harm."""
    seat = state.seat
    character = state.characters[seat]
    if act == Act.GO:
        return harm_hope(state, book, seat, state.roll.amount, rest, character.momentum, character.initiative)
    return hope(state, book, rest - SHIELD_WORTH, character.momentum, 1)


@rule
def option_hope(state: State, book: Book, rest: float, act: int) -> float:
    """Give the hope that an option leaves."""
    seat = state.seat
    character = state.characters[seat]
    momentum = character.momentum
    held = character.initiative
    if act == Act.MOMENTUM:
        return standing_hope(state, book, rest, raised(state, seat, momentum, momentum_gain(state, book)), 0)
    if act == Act.INITIATIVE:
        return hope(state, book, rest, momentum, 1)
    if act == Act.FOLLOW:
        return follow_hope(state, book, rest, momentum)
    if act == Act.HARM_FOE:
        return standing_hope(state, book, rest, momentum, ticks_of(state, top(state).b, 1))
    if act == Act.ENDURE_HARM:
        return harm_hope(state, book, seat, amount_endured(state), rest, momentum, held)
    if act == Act.ENDURE_STRESS:
        return stress_hope(state, book, seat, amount_endured(state), rest, momentum, held)
    if act == Act.LOSE_MOMENTUM:
        return short_hope(state, book, rest, momentum - 1, held)
    if act == Act.LOSE_SUPPLY:
        return supply_hope(state, book, rest, momentum, held)
    if Act.FOE <= act < Act.SEAT:
        return cleared_hope(state, book, rest, act - Act.FOE)
    return meter_hope(state, book, rest, act)


@rule
def momentum_gain(state: State, book: Book) -> int:
    """Momentum that the pending decision offers."""
    if state.decision == Decision.FRAY or state.decision == Decision.SECURE or state.decision == Decision.AID:
        return 2
    if state.decision == Decision.GRIT and picked_special(state, book, Special.EMBRACE):
        return state.characters[state.seat].health
    return 1


@rule
def amount_endured(state: State) -> int:
    """Harm or stress that the pending decision offers to endure: the foe's rank at the end of a fight, else 1."""
    return state.foes[top(state).b].rank if state.decision == Decision.END else 1


@rule
def standing_hope(state: State, book: Book, rest: float, momentum: int, gain: int) -> float:
    """Hope where the character stands now, with `gain` more ticks on the foe of the move."""
    seat = state.seat
    foe = top(state).b if gain > 0 else ripest(state)
    if gain > 0:
        rest += foes_worth(state, foe, gain) - foes_worth(state, -1, 0)
    if state.characters[seat].gate:
        return strong_hope(state, book, seat, foe, gain, rest, momentum)
    return short_hope(state, book, rest, momentum, state.characters[seat].initiative)


@rule
def cleared_hope(state: State, book: Book, rest: float, foe: int) -> float:
    """Hope with one unit of progress cleared."""
    character = state.characters[state.seat]
    lost = foes_worth(state, -1, 0) - foes_worth(state, foe, -min(state.foes[foe].progress, unit(state, foe)))
    return hope(state, book, rest - lost, character.momentum, character.initiative)


@rule
def unit(state: State, foe: int) -> int:
    """Ticks of one harm to a foe."""
    return TICKS_PER_HARM[state.foes[foe].rank]


@rule
def meter_hope(state: State, book: Book, rest: float, act: int) -> float:
    """Hope with one point of health, spirit or supply more or less; what no number tells is worth less than all."""
    rank = hardest(state)
    seat = act - Act.SEAT if Act.SEAT <= act < Act.ABILITY else state.seat
    character = state.characters[seat]
    own = state.characters[state.seat]
    momentum = own.momentum
    change = 0.0
    if act == Act.LOSE_HEALTH:
        change = health_worth(rank, character.health - 1) - health_worth(rank, character.health)
    elif act == Act.LOSE_SPIRIT:
        change = spirit_worth(rank, character.spirit - 1) - spirit_worth(rank, character.spirit)
    elif act == Act.GAIN_HEALTH or seat != state.seat:
        change = health_worth(rank, character.health + 1) - health_worth(rank, character.health)
        momentum -= 1 if state.decision == Decision.GRIT else 0
    elif act == Act.GAIN_SPIRIT:
        change = spirit_worth(rank, character.spirit + 1) - spirit_worth(rank, character.spirit)
        momentum -= 1
    elif act == Act.GAIN_SUPPLY:
        change = WORTH[Worth.SUPPLY, rank] / part(state, book)
    else:
        return 0.0
    return hope(state, book, rest + change * part(state, book), momentum, own.initiative)
