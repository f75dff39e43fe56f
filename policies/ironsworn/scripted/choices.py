"""Decisions after a roll: what a hit brings, what a weak hit costs, what suffering leaves."""

from ....envs.core.compiler import rule
from ....envs.ironsworn.effects import Special, picked_special
from ....envs.ironsworn.stack import top
from ....envs.ironsworn.state import Book, State
from ....envs.ironsworn.terms import TICKS_PER_HARM, Act, Decision, Stat
from ....envs.ironsworn.tracks import count_foes
from ..family import Why
from ..reasons import Reason
from .costs import harm_hope, short_hope, stress_hope
from .moves import CLEARLY, LEAVE_IT, explain, hope_now, percent
from .outcomes import follow_hope, raised, ripest, strong_hope, supply_hope
from .weights import WORTH, Worth
from .worth import (
    foes_worth,
    hardest,
    health_worth,
    hope,
    part,
    rest_worth,
    spirit_worth,
    ticks_of,
    unhurt,
    unshaken,
)

CONFIDENT = 0.9
"""Hope from which the character boasts to fight to the death."""

SPARE_SUPPLY = 3
"""Supply from which two of it are the cheapest end of a fight."""


@rule
def choose_option(state: State, book: Book, why: Why) -> int:
    """Choose the option that leaves the best hope."""
    rest = rest_worth(state, book, state.seat)
    best = state.legal[0]
    best_value = -1.0
    for k in range(state.n_legal):
        value = option_hope(state, book, rest, state.legal[k])
        if value > best_value + CLEARLY:
            best_value = value
            best = state.legal[k]
    explain(why, reason_of_option(best), percent(best_value), 0)
    return best


@rule
def reason_of_option(act: int) -> int:
    """Reason for an option by what it does."""
    if act == Act.INITIATIVE:
        return Reason.TAKE_INITIATIVE
    if act == Act.FOLLOW:
        return Reason.FOLLOW
    if act == Act.HARM_FOE:
        return Reason.HARM_FOE
    if act == Act.MOMENTUM or Act.GAIN_HEALTH <= act <= Act.GAIN_SPIRIT or act == Act.GAIN_SUPPLY:
        return Reason.GAIN
    return Reason.COST


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


@rule
def choose_end_cost(state: State, book: Book, why: Why) -> int:
    """Choose what a weak end costs: once no foe is left, whatever can least bring death."""
    if count_foes(state) > 0:
        return choose_option(state, book, why)
    character = state.characters[state.seat]
    safer = character.health + unhurt(character) > character.spirit + unshaken(character)
    best = Act.ENDURE_HARM if safer else Act.ENDURE_STRESS
    for k in range(state.n_legal):
        if state.legal[k] == Act.LOSE_SUPPLY and state.supply >= SPARE_SUPPLY:
            best = Act.LOSE_SUPPLY
    explain(why, Reason.END_COST, state.foes[top(state).b].rank, 0)
    return best


@rule
def choose_mark(state: State, why: Why) -> int:
    """Mark what can be healed before what cannot, and roll the table only when both are marked."""
    best = state.legal[0]
    for k in range(state.n_legal):
        if state.legal[k] < best:
            best = state.legal[k]
    explain(why, Reason.TABLE if best == Act.ROLL_TABLE else Reason.MARK, 0, 0)
    return best


@rule
def choose_boast(state: State, book: Book, why: Why) -> int:
    """Choose a boast that leaves more hope than none: a wound well borne, or the fight to the death when confident."""
    seat = state.seat
    character = state.characters[seat]
    rest = rest_worth(state, book, seat)
    now = hope_now(state, book)
    more = raised(state, seat, character.momentum, 1)
    best = LEAVE_IT
    best_value = now
    for k in range(state.n_legal):
        act = state.legal[k]
        value = 0.0
        if act == Act.FIRST_STRIKE:
            value = hope(state, book, rest, more, 0)
        elif act == Act.BLEED:
            value = harm_hope(state, book, seat, 1, rest, more, character.initiative)
        elif act == Act.TO_THE_DEATH and now >= CONFIDENT:
            value = hope(state, book, rest, more, character.initiative)
        if value > best_value + CLEARLY:
            best_value = value
            best = act
    explain(why, Reason.NO_BOAST if best == Act.GO else Reason.BOAST, percent(best_value), 0)
    return best


@rule
def choose_rally(state: State, why: Why) -> int:
    """Take initiative after the burn."""
    explain(why, Reason.RALLY, 0, 0)
    return state.legal[0]


@rule
def choose_vow(state: State, why: Why) -> int:
    """Swear a vow rather than die or break."""
    explain(why, Reason.SWEAR, state.characters[state.seat].stats[Stat.HEART], 0)
    return Act.SWEAR
