"""Strike and Clash after their roll, and what their harm feeds (rules section 3)."""

from ..core.chance import available, draw
from ..core.compiler import rule
from ..core.tape import Tape
from .effects import Special, picked_special
from .moves import owe_move, price_of_miss
from .price import disarm, pay_price
from .resolve import exposed_companion, harm_dealt, momentum_or_harm, tide_severity
from .stack import DONE, NEEDS_CHANCE, answered, ask, finish, offer_if, pop, push, top
from .state import STEP, Book, State
from .terms import Act, Decision, Follow, Op, Result, Stream
from .tracks import can_gain_health, can_gain_momentum, change_health, fighting, gain_momentum, inflict


@STEP.member
def strike_step(state: State, book: Book, tape: Tape) -> int:
    """Strike."""
    roll = state.roll
    seat = roll.seat
    if roll.result == Result.MISS:
        price_of_miss(state, book)
        return DONE
    rune = rune_harm(state, book, tape)
    if rune < 0:
        return NEEDS_CHANCE
    harm = deal_harm(state, book, tape, rune)
    leeches = picked_special(state, book, Special.LEECH)
    throws = picked_special(state, book, Special.THROW)
    finish(state)
    if throws:
        disarm(state, tape, seat)
        owe_move(state, tape, seat, Follow.RECOVER)
    if leeches:
        drink(state, book, seat, harm)
    return DONE


@STEP.member
def clash_step(state: State, book: Book, tape: Tape) -> int:
    """Clash."""
    roll = state.roll
    seat = roll.seat
    foe = roll.foe
    result = roll.result
    if result == Result.MISS:
        price_of_miss(state, book)
        return DONE
    rune = rune_harm(state, book, tape)
    if rune < 0:
        return NEEDS_CHANCE
    harm = deal_harm(state, book, tape, rune)
    leeches = picked_special(state, book, Special.LEECH)
    bonus = strike_bonus(state, book)
    severity = tide_severity(state, book)
    helper = exposed_companion(state)
    finish(state)
    if result == Result.WEAK:
        pay_price(state, seat, severity, foe, helper)
    else:
        state.characters[seat].strike_bonus = bonus
        push(state, Op.CLASH_CHOICE, seat, foe, 0, 0)
    if leeches:
        drink(state, book, seat, harm)
    return DONE


@rule
def deal_harm(state: State, book: Book, tape: Tape, rune: int) -> int:
    """Deal the harm of a hit, a rune's among it; gives the harm dealt."""
    harm = harm_dealt(state, book) + rune
    inflict(state, tape, state.roll.foe, harm)
    return harm


@rule
def rune_harm(state: State, book: Book, tape: Tape) -> int:
    """Sunderer 3: the rune's die of harm on a hit; 0 without it, -1 when its face is still to be fed."""
    if not picked_special(state, book, Special.RUNE):
        return 0
    if not available(state.chance, tape, Stream.ORACLE, 1, 6):
        return -1
    return draw(state.chance, tape, Stream.ORACLE, 6)


@rule
def strike_bonus(state: State, book: Book) -> int:
    """Swordmaster 2: after a strong Clash an immediate Strike adds 1."""
    return 1 if picked_special(state, book, Special.STRIKE_NEXT) else 0


@STEP.member
def clash_choice_step(state: State, book: Book, tape: Tape) -> int:
    """Strong Clash: +1 momentum or +1 harm."""
    return momentum_or_harm(state, tape, Decision.CLASH)


@rule
def drink(state: State, book: Book, seat: int, harm: int) -> None:
    """Leech 1: the harm dealt feeds its bearer; the spent Leech no longer counts as a debility."""
    kit = book.kits[seat]
    character = state.characters[seat]
    for row in range(kit.n_effects):
        effect = kit.effects[row]
        if effect.special == Special.LEECH and character.active[effect.asset]:
            character.active[effect.asset] = 0
            character.debts -= 1
    push(state, Op.SPOILS, seat, harm, 0, 0)


@STEP.member
def spoils_step(state: State, book: Book, tape: Tape) -> int:
    """Leech 1: each point of harm gives +1 health or +1 momentum; Leech 2 may give the health to an ally."""
    frame = top(state)
    seat = frame.a
    answer = answered(state)
    if answer == Act.GAIN_HEALTH:
        change_health(state, tape, seat, 1)
    elif answer == Act.MOMENTUM:
        gain_momentum(state, tape, seat, 1)
    elif answer >= Act.SEAT:
        change_health(state, tape, answer - Act.SEAT, 1)
    if answer >= 0:
        frame.b -= 1
    if frame.b <= 0:
        pop(state)
        return DONE
    offer_if(state, can_gain_health(state, seat), Act.GAIN_HEALTH)
    offer_if(state, can_gain_momentum(state, seat), Act.MOMENTUM)
    if shares_leech(state, book, seat):
        for ally in range(book.seats):
            offer_if(state, ally != seat and fighting(state, ally) and can_gain_health(state, ally), Act.SEAT + ally)
    if state.n_legal == 0:
        pop(state)
    else:
        ask(state, Decision.SPOILS, seat)
    return DONE


@rule
def shares_leech(state: State, book: Book, seat: int) -> bool:
    """Tell whether Leech 2 is marked."""
    kit = book.kits[seat]
    for row in range(kit.n_effects):
        if kit.effects[row].special == Special.SHARE_LEECH:
            return True
    return False
