"""How a fight is decided, after the roll: End the Fight and Battle (rules section 3)."""

from ..core.compiler import rule
from ..core.tape import Tape, emit
from .house_rules import EndMiss, EndWeak
from .losses import can_lose_supply, lose_supply
from .moves import foe_out
from .price import pay_price
from .resolve import tide_severity
from .stack import DONE, answered, ask, finish, offer, offer_if, pop, push, top
from .state import STEP, Book, State
from .terms import BOX, HIGHEST_RANK, MAX_TICKS, Act, Decision, Event, Move, Op, Result
from .tracks import count_foes, fighting, gain_momentum, set_initiative


@STEP.member
def end_step(state: State, book: Book, tape: Tape) -> int:
    """End the Fight."""
    roll = state.roll
    seat = roll.seat
    foe = roll.foe
    result = roll.result
    severity = 1 + tide_severity(state, book)
    finish(state)
    if result == Result.MISS:
        if book.house.end_miss == EndMiss.RETURNS:
            set_initiative(state, tape, seat, 0)
            foe_returns(state, tape, foe)
            pay_price(state, seat, severity, foe, -1)
        else:
            lose_fight(state, book, tape, foe, severity)
        return DONE
    foe_out(state, tape, foe, 0)
    if count_foes(state) > 0:
        set_initiative(state, tape, seat, 1)
    if result == Result.WEAK:
        push(state, Op.END_COST, seat, foe, 0, 0)
    return DONE


@rule
def foe_returns(state: State, tape: Tape, foe: int) -> None:
    """A foe that End the Fight missed comes back a rank higher with one box of progress."""
    target = state.foes[foe]
    target.rank = min(HIGHEST_RANK, target.rank + 1)
    target.progress = min(target.progress, BOX)
    emit(tape, Event.FOE_IN, foe, target.rank, 0, 0, 0)


@rule
def lose_fight(state: State, book: Book, tape: Tape, foe: int, severity: int) -> None:
    """Lose the fight: everyone in it pays one price (section 10, 12 and 32)."""
    state.lost = 1
    emit(tape, Event.STAKES, severity, 0, 0, 0, 0)
    everyone_pays(state, book, foe, severity)


@rule
def everyone_pays(state: State, book: Book, foe: int, severity: int) -> None:
    """Put a price on the stack for each character in the fight, seat 1 first."""
    for step in range(book.seats):
        seat = book.seats - 1 - step
        if fighting(state, seat):
            pay_price(state, seat, severity, foe, -1)


@STEP.member
def end_cost_step(state: State, book: Book, tape: Tape) -> int:
    """Weak End the Fight: choose what it costs (section 10, 13)."""
    frame = top(state)
    seat = frame.a
    foe = frame.b
    answer = answered(state)
    if answer < 0:
        offer(state, Act.ENDURE_HARM)
        offer(state, Act.ENDURE_STRESS)
        if book.house.end_weak == EndWeak.NARRATIVE:
            offer_if(state, free_slot(state) >= 0, Act.NEW_FOE)
            offer_if(state, can_lose_supply(state, seat), Act.LOSE_SUPPLY)
            offer(state, Act.LOSE_OBJECTIVE)
            offer(state, Act.VENGEANCE)
        ask(state, Decision.END, seat)
        return DONE
    pop(state)
    rank = state.foes[foe].rank
    if answer == Act.ENDURE_HARM:
        push(state, Op.SUFFER, seat, Move.HARM, rank, -1)
    elif answer == Act.ENDURE_STRESS:
        push(state, Op.SUFFER, seat, Move.STRESS, rank, -1)
    elif answer == Act.NEW_FOE:
        new_foe(state, tape)
    elif answer == Act.LOSE_SUPPLY:
        lose_supply(state, seat, 2)
    else:
        state.regrets += 1
        emit(tape, Event.ANSWER, seat, answer, 0, 0, 0)
    return DONE


@rule
def free_slot(state: State) -> int:
    """Give a foe slot that was never used, or -1."""
    for foe in range(len(state.foes)):
        if state.foes[foe].rank == 0:
            return foe
    return -1


@rule
def new_foe(state: State, tape: Tape) -> None:
    """Bring a new troublesome foe into the fight."""
    foe = free_slot(state)
    target = state.foes[foe]
    target.rank = 1
    target.progress = 0
    target.limit = MAX_TICKS
    target.active = 1
    target.pack = 1
    emit(tape, Event.FOE_IN, foe, 1, 0, 0, 0)


@STEP.member
def battle_step(state: State, book: Book, tape: Tape) -> int:
    """Battle: one roll settles the fight; all share a weak hit's price and a miss."""
    seat = state.roll.seat
    result = state.roll.result
    severity = tide_severity(state, book)
    finish(state)
    if result == Result.MISS:
        lose_fight(state, book, tape, -1, severity + 1)
        return DONE
    push(state, Op.VICTORY, 0, 0, 0, 0)
    if result == Result.WEAK:
        everyone_pays(state, book, -1, severity)
    else:
        gain_momentum(state, tape, seat, 2)
    return DONE


@STEP.member
def victory_step(state: State, book: Book, tape: Tape) -> int:
    """Every foe is out, once the price of the battle is paid."""
    pop(state)
    for foe in range(len(state.foes)):
        if state.foes[foe].active:
            foe_out(state, tape, foe, 0)
    return DONE
