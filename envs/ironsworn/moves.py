"""The moves of a fight other than attacks and decisive moves, after their roll (rules section 3)."""

from ..core.compiler import rule
from ..core.tape import Tape, emit
from .effects import Special, picked, picked_special, target_foe
from .losses import can_lose_momentum, can_lose_supply, lose_momentum, lose_supply
from .price import pay_price
from .resolve import can_harm, exposed_companion, tide_severity
from .stack import DONE, answered, ask, finish, offer, offer_if, pop, push, top
from .state import STEP, Book, State
from .terms import Act, Decision, Event, Follow, Move, Op, Passing, Place, Result
from .tracks import can_gain_momentum, fighting, gain_momentum, inflict, leave_fight, set_initiative

NO_IRON_BIT = 1 << (Act.NO_IRON - Act.FIRST_STRIKE)
"""Bit of the boast to fight without a weapon."""


@rule
def price_of_miss(state: State, book: Book) -> None:
    """End the move's operation and put its price on the stack."""
    roll = state.roll
    seat = roll.seat
    severity = tide_severity(state, book)
    foe = target_foe(state, roll.foe)
    helper = exposed_companion(state)
    finish(state)
    pay_price(state, seat, severity, foe, helper)


@rule
def owe_move(state: State, tape: Tape, seat: int, follow: int) -> None:
    """Owe a character an immediate move, made once all that the last one brought is settled."""
    state.characters[seat].follow = follow
    emit(tape, Event.FOLLOW, seat, follow, 0, 0, 0)


@rule
def recover_weapon(state: State, tape: Tape, seat: int) -> None:
    """A hit on Secure an Advantage or Face Danger brings a lost weapon back (section 10, 15)."""
    character = state.characters[seat]
    if not character.armed and not character.boasts & NO_IRON_BIT:
        character.armed = 1
        emit(tape, Event.STATE, seat, Passing.DISARMED, 0, 0, 0)


@rule
def side_harm(state: State, book: Book) -> int:
    """Harm that abilities in force add to a move that deals none by itself."""
    kit = book.kits[state.roll.seat]
    harm = 0
    for row in range(kit.n_effects):
        effect = kit.effects[row]
        if picked(state, row) and effect.special == Special.HARM_FOE:
            harm += effect.hit_harm
            if state.roll.result == Result.STRONG:
                harm += effect.strong_harm
    return harm


@rule
def barrage_foe(state: State) -> int:
    """Give the foe hit by harm of a move without a target: the first in the fight."""
    for foe in range(len(state.foes)):
        if can_harm(state, foe):
            return foe
    return -1


@STEP.member
def secure_step(state: State, book: Book, tape: Tape) -> int:
    """Secure an Advantage."""
    roll = state.roll
    seat = roll.seat
    answer = answered(state)
    if roll.result == Result.MISS:
        price_of_miss(state, book)
        return DONE
    if answer < 0:
        recover_weapon(state, tape, seat)
        inflict(state, tape, barrage_foe(state), side_harm(state, book))
        if roll.result == Result.STRONG:
            offer_if(state, can_gain_momentum(state, seat), Act.MOMENTUM)
            offer(state, Act.FOLLOW)
            ask(state, Decision.SECURE, seat)
            return DONE
        gain_momentum(state, tape, seat, 1)
    finish(state)
    if answer == Act.MOMENTUM:
        gain_momentum(state, tape, seat, 2)
    elif answer == Act.FOLLOW:
        state.characters[seat].bonus += 1
        owe_move(state, tape, seat, Follow.CONTROL)
    return DONE


@STEP.member
def face_step(state: State, book: Book, tape: Tape) -> int:
    """Face Danger."""
    roll = state.roll
    seat = roll.seat
    if roll.result == Result.MISS:
        price_of_miss(state, book)
        return DONE
    result = roll.result
    reach = picked_special(state, book, Special.FOLLOW_ATTACK)
    recover_weapon(state, tape, seat)
    if result == Result.STRONG:
        gain_momentum(state, tape, seat, 1)
    finish(state)
    if reach:
        state.characters[seat].bonus += 1
        owe_move(state, tape, seat, Follow.ATTACK)
    if result == Result.WEAK:
        push(state, Op.FACE_COST, seat, 0, 0, 0)
    return DONE


@STEP.member
def face_cost_step(state: State, book: Book, tape: Tape) -> int:
    """Weak Face Danger: -1 momentum, Endure Harm 1, Endure Stress 1 or -1 supply."""
    frame = top(state)
    seat = frame.a
    answer = answered(state)
    if answer < 0:
        offer_if(state, can_lose_momentum(state, seat), Act.LOSE_MOMENTUM)
        offer(state, Act.ENDURE_HARM)
        offer(state, Act.ENDURE_STRESS)
        offer_if(state, can_lose_supply(state, seat), Act.LOSE_SUPPLY)
        ask(state, Decision.FACE, seat)
        return DONE
    pop(state)
    if answer == Act.LOSE_MOMENTUM:
        lose_momentum(state, seat, 1)
    elif answer == Act.ENDURE_HARM:
        push(state, Op.SUFFER, seat, Move.HARM, 1, -1)
    elif answer == Act.ENDURE_STRESS:
        push(state, Op.SUFFER, seat, Move.STRESS, 1, -1)
    else:
        lose_supply(state, seat, 1)
    return DONE


@STEP.member
def flee_step(state: State, book: Book, tape: Tape) -> int:
    """Face Danger to flee: a hit escapes, a weak one at its cost (section 10, 16)."""
    roll = state.roll
    seat = roll.seat
    result = roll.result
    if result == Result.MISS:
        price_of_miss(state, book)
        return DONE
    if result == Result.STRONG:
        gain_momentum(state, tape, seat, 1)
    finish(state)
    push(state, Op.LEAVE, seat, Place.FLED, 0, 0)
    if result == Result.WEAK:
        push(state, Op.FACE_COST, seat, 0, 0, 0)
    return DONE


@STEP.member
def leave_step(state: State, book: Book, tape: Tape) -> int:
    """Leave the fight, if the character still stands in it."""
    frame = top(state)
    seat = frame.a
    place = frame.b
    pop(state)
    if fighting(state, seat):
        leave_fight(state, tape, seat, place)
    return DONE


@STEP.member
def aid_step(state: State, book: Book, tape: Tape) -> int:
    """Aid Your Ally."""
    roll = state.roll
    seat = roll.seat
    ally = roll.ally
    result = roll.result
    if result == Result.MISS:
        set_initiative(state, tape, ally, 0)
        price_of_miss(state, book)
        return DONE
    set_initiative(state, tape, ally, 1 if result == Result.STRONG else 0)
    inflict(state, tape, barrage_foe(state), side_harm(state, book))
    finish(state)
    if result == Result.STRONG:
        push(state, Op.AID_CHOICE, ally, seat, 0, 0)
    else:
        gain_momentum(state, tape, ally, 1)
    return DONE


@STEP.member
def aid_choice_step(state: State, book: Book, tape: Tape) -> int:
    """Strong Aid Your Ally: the ally takes +2 momentum or an immediate move with +1."""
    seat = top(state).a
    answer = answered(state)
    if answer < 0:
        offer_if(state, can_gain_momentum(state, seat), Act.MOMENTUM)
        offer(state, Act.FOLLOW)
        ask(state, Decision.AID, seat)
        return DONE
    pop(state)
    if answer == Act.MOMENTUM:
        gain_momentum(state, tape, seat, 2)
    else:
        state.characters[seat].bonus += 1
        owe_move(state, tape, seat, Follow.CONTROL)
    return DONE


@STEP.member
def compel_step(state: State, book: Book, tape: Tape) -> int:
    """Compel a foe to quit the fight."""
    roll = state.roll
    seat = roll.seat
    foe = roll.foe
    if roll.result == Result.MISS:
        price_of_miss(state, book)
        return DONE
    gain_momentum(state, tape, seat, 1)
    finish(state)
    foe_out(state, tape, foe, 1)
    return DONE


@rule
def foe_out(state: State, tape: Tape, foe: int, how: int) -> None:
    """Take a foe or pack out of the fight."""
    state.foes[foe].active = 0
    emit(tape, Event.FOE_OUT, foe, how, 0, 0, 0)
