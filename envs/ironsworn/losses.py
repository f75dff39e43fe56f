"""Losses that may cascade into a choice: momentum into Face a Setback, supply into Out of Supply."""

from ..core.compiler import rule
from ..core.tape import Tape, emit
from .stack import DONE, answered, ask, offer, offer_if, pop, push, top
from .state import STEP, Book, State
from .terms import Act, Decision, Event, Op
from .tracks import (
    alive,
    change_health,
    change_spirit,
    clear_progress,
    momentum_left,
    spend_momentum,
    spend_supply,
)


@rule
def lose_momentum(state: State, seat: int, amount: int) -> None:
    """Put a loss of momentum on the stack."""
    if amount > 0:
        push(state, Op.LOSE_MOMENTUM, seat, amount, 0, 0)


@rule
def lose_supply(state: State, seat: int, amount: int) -> None:
    """Put a loss of supply on the stack."""
    if amount > 0:
        push(state, Op.LOSE_SUPPLY, seat, amount, 0, 0)


@rule
def can_lose_momentum(state: State, seat: int) -> bool:
    """Tell whether a loss of momentum would take anything: momentum, or what is swapped for it (Face a Setback)."""
    for foe in range(len(state.foes)):
        if state.foes[foe].active and state.foes[foe].progress > 0:
            return True
    return momentum_left(state, seat) > 0 or state.supply > 0 or can_swap(state, seat)


@rule
def can_lose_supply(state: State, seat: int) -> bool:
    """Tell whether a loss of supply would take anything: supply, or what is swapped for it (Out of Supply)."""
    return state.supply > 0 or momentum_left(state, seat) > 0 or can_swap(state, seat)


@rule
def can_swap(state: State, seat: int) -> bool:
    """Tell whether health or spirit is left to give."""
    return state.characters[seat].health > 0 or state.characters[seat].spirit > 0


@STEP.member
def lose_momentum_step(state: State, book: Book, tape: Tape) -> int:
    """Lose momentum down to -6; each further point is swapped (Face a Setback)."""
    frame = top(state)
    seat = frame.a
    answer = answered(state)
    if answer >= 0:
        frame.b -= 1
        if answer == Act.LOSE_SUPPLY:
            lose_supply(state, seat, 1)
            return DONE
        pay_swap(state, book, tape, seat, answer)
    free = min(frame.b, momentum_left(state, seat))
    if free > 0:
        spend_momentum(state, tape, seat, free)
        frame.b -= free
    if frame.b == 0 or not alive(state, seat):
        pop(state)
        return DONE
    offer_swap(state, seat)
    offer_if(state, state.supply > 0, Act.LOSE_SUPPLY)
    for foe in range(len(state.foes)):
        if state.foes[foe].active and state.foes[foe].progress > 0:
            offer(state, Act.FOE + foe)
    settle_swap(state, tape, seat)
    return DONE


@STEP.member
def lose_supply_step(state: State, book: Book, tape: Tape) -> int:
    """Lose supply down to 0; each further point is swapped (Out of Supply)."""
    frame = top(state)
    seat = frame.a
    answer = answered(state)
    if answer >= 0:
        pay_swap(state, book, tape, seat, answer)
        frame.b -= 1
    while frame.b > 0 and state.supply > 0:
        if tape.ask_all:
            offer(state, Act.LOSE_SUPPLY)
            settle_swap(state, tape, seat)
            return DONE
        spend_supply(state, book, tape, seat)
        frame.b -= 1
    if frame.b == 0 or not alive(state, seat):
        pop(state)
        return DONE
    offer_swap(state, seat)
    offer_if(state, momentum_left(state, seat) > 0, Act.LOSE_MOMENTUM)
    settle_swap(state, tape, seat)
    return DONE


@rule
def offer_swap(state: State, seat: int) -> None:
    """Offer health and spirit in place of what is exhausted."""
    character = state.characters[seat]
    offer_if(state, character.health > 0, Act.LOSE_HEALTH)
    offer_if(state, character.spirit > 0, Act.LOSE_SPIRIT)


@rule
def settle_swap(state: State, tape: Tape, seat: int) -> None:
    """Ask which track pays; when none can, the rest of the loss vanishes (section 10, 27)."""
    if state.n_legal == 0:
        emit(tape, Event.NOTHING_LEFT, seat, top(state).b, 0, 0, 0)
        pop(state)
    elif tape.ask_all:
        state.decision = Decision.SWAP
        state.seat = seat
    else:
        ask(state, Decision.SWAP, seat)


@rule
def pay_swap(state: State, book: Book, tape: Tape, seat: int, act: int) -> None:
    """Pay one point with the chosen track; this lowers the track directly and is no Endure move."""
    if act == Act.LOSE_HEALTH:
        change_health(state, tape, seat, -1)
    elif act == Act.LOSE_SPIRIT:
        change_spirit(state, tape, seat, -1)
    elif act == Act.LOSE_SUPPLY:
        spend_supply(state, book, tape, seat)
    elif act == Act.LOSE_MOMENTUM:
        spend_momentum(state, tape, seat, 1)
    else:
        clear_progress(state, tape, act - Act.FOE)
