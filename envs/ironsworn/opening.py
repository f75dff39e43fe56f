"""How a fight opens, after the roll: Enter the Fray, Draw the Circle, rituals (rules sections 3, 8 and 9)."""

from ..core.compiler import rule
from ..core.tape import Tape, emit
from .effects import Gear, Special, Stands, lose_asset
from .moves import NO_IRON_BIT, barrage_foe, price_of_miss, side_harm
from .price import BARE_BIT, disarm
from .stack import DONE, answered, ask, finish, offer, offer_if, pop, push, top
from .state import STEP, Book, State
from .terms import ASSETS, Act, Condition, Decision, Event, Move, Op, Result
from .tracks import can_gain_momentum, clamp_momentum, gain_momentum, inflict, set_initiative

FIRST_STRIKE_BIT = 1
BLEED_BIT = 1 << (Act.BLEED - Act.FIRST_STRIKE)
"""Bits of the boasts to give the foe the first strike and to bleed first."""


@STEP.member
def fray_step(state: State, book: Book, tape: Tape) -> int:
    """Enter the Fray."""
    roll = state.roll
    seat = roll.seat
    answer = answered(state)
    if roll.result == Result.MISS:
        price_of_miss(state, book)
        return DONE
    if answer < 0 and roll.result == Result.WEAK and can_gain_momentum(state, seat):
        offer(state, Act.MOMENTUM)
        offer(state, Act.INITIATIVE)
        ask(state, Decision.FRAY, seat)
        return DONE
    if roll.result == Result.STRONG:
        gain_momentum(state, tape, seat, 2)
        inflict(state, tape, barrage_foe(state), side_harm(state, book))
    elif answer == Act.MOMENTUM:
        gain_momentum(state, tape, seat, 2)
    else:
        set_initiative(state, tape, seat, 1)
    finish(state)
    return DONE


@STEP.member
def circle_step(state: State, book: Book, tape: Tape) -> int:
    """Draw the Circle: momentum, initiative and boasts (rules section 9)."""
    roll = state.roll
    seat = roll.seat
    result = roll.result
    if result == Result.MISS:
        price_of_miss(state, book)
        return DONE
    finish(state)
    set_initiative(state, tape, seat, 1)
    if result == Result.STRONG:
        gain_momentum(state, tape, seat, 1)
    push(state, Op.BOAST, seat, 2 if result == Result.STRONG else 1, 0, 0)
    return DONE


@STEP.member
def boast_step(state: State, book: Book, tape: Tape) -> int:
    """Choose boasts; each brings +1 momentum and makes the duel harder."""
    frame = top(state)
    seat = frame.a
    character = state.characters[seat]
    answer = answered(state)
    if answer >= 0 and answer != Act.GO:
        character.boasts |= 1 << (answer - Act.FIRST_STRIKE)
        emit(tape, Event.ANSWER, seat, answer, 0, 0, 0)
        gain_momentum(state, tape, seat, 1)
        frame.b -= 1
    if answer == Act.GO or frame.b == 0:
        pop(state)
        start_duel(state, book, tape, seat)
        return DONE
    for boast in range(Act.FIRST_STRIKE, Act.TO_THE_DEATH + 1):
        offer_if(state, not (character.boasts >> (boast - Act.FIRST_STRIKE)) & 1, boast)
    offer(state, Act.GO)
    ask(state, Decision.BOAST, seat)
    return DONE


@rule
def start_duel(state: State, book: Book, tape: Tape, seat: int) -> None:
    """Put the chosen boasts into effect."""
    character = state.characters[seat]
    if character.boasts & FIRST_STRIKE_BIT:
        set_initiative(state, tape, seat, 0)
    if character.boasts & BARE_BIT:
        for asset in range(ASSETS):
            if book.kits[seat].gear[asset] >= Gear.SHIELD and character.condition[asset] == Condition.READY:
                lose_asset(state, book, tape, seat, asset, Condition.OUT)
    if character.boasts & NO_IRON_BIT:
        disarm(state, tape, seat)
    if character.boasts & BLEED_BIT:
        push(state, Op.SUFFER, seat, Move.HARM, 1, -1)


@STEP.member
def ritual_step(state: State, book: Book, tape: Tape) -> int:
    """A ritual rolled before the fight: a strong hit prepares it, a weak one less well, a miss costs a price."""
    roll = state.roll
    seat = roll.seat
    asset = roll.ally
    if roll.result == Result.MISS:
        price_of_miss(state, book)
        return DONE
    character = state.characters[seat]
    character.active[asset] = Stands.FULLY if roll.result == Result.STRONG else Stands.WEAKLY
    emit(tape, Event.ASSET, seat, asset, Condition.READY, 0, 0)
    finish(state)
    if is_leech(book, seat, asset):
        character.debts += 1
        clamp_momentum(state, tape, seat)
    return DONE


@rule
def is_leech(book: Book, seat: int, asset: int) -> bool:
    """Tell whether an asset is Leech, which counts as a debility until it has drunk."""
    kit = book.kits[seat]
    for row in range(kit.n_effects):
        if kit.effects[row].asset == asset and kit.effects[row].special == Special.LEECH:
            return True
    return False
