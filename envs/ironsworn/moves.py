"""The moves of a fight after their roll (rules section 3). One operation a move."""

from ..core.chance import available, draw
from ..core.compiler import rule
from ..core.tape import Tape, emit
from .effects import Special, lose_asset, picked, picked_special, target_foe
from .house_rules import EndMiss, EndWeak
from .losses import lose_momentum, lose_supply
from .price import BARE_BIT, SHIELD, disarm, pay_price
from .resolve import can_harm, exposed_companion, harm_dealt, tide_severity
from .stack import DONE, NEEDS_CHANCE, answered, ask, finish, offer, offer_if, pop, push, top
from .state import STEP, Book, State
from .terms import (
    ASSETS,
    MAX_TICKS,
    Act,
    Condition,
    Decision,
    Event,
    Follow,
    Move,
    Op,
    Place,
    Result,
    Stream,
)
from .tracks import (
    can_gain_health,
    can_gain_momentum,
    change_health,
    count_foes,
    fighting,
    gain_momentum,
    inflict,
    leave_fight,
    set_initiative,
)

NO_IRON_BIT = 4
"""Bit of the boast to fight without a weapon."""

LEAVE_AFTER = 1
"""Frame value: the character leaves the fight once the cost is paid."""


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
def take_turn_now(state: State, tape: Tape, seat: int, follow: int) -> None:
    """Owe a character an immediate move."""
    state.characters[seat].follow = follow
    emit(tape, Event.FOLLOW, seat, follow, 0, 0, 0)
    push(state, Op.TURN, seat, 0, 0, 0)


@rule
def recover_weapon(state: State, tape: Tape, seat: int) -> None:
    """A hit on Secure an Advantage or Face Danger brings a lost weapon back (section 10, 15)."""
    character = state.characters[seat]
    if not character.armed and not character.boasts & NO_IRON_BIT:
        character.armed = 1
        emit(tape, Event.STATE, seat, 3, 0, 0, 0)


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
        if state.foes[foe].active and state.foes[foe].progress < state.foes[foe].limit:
            return foe
    return -1


@STEP.member
def strike_step(state: State, book: Book, tape: Tape) -> int:
    """Strike."""
    roll = state.roll
    if roll.result == Result.MISS:
        price_of_miss(state, book)
        return DONE
    rune = rune_harm(state, book, tape)
    if rune < 0:
        return NEEDS_CHANCE
    deal_harm(state, book, tape, rune)
    return DONE


@rule
def rune_harm(state: State, book: Book, tape: Tape) -> int:
    """Sunderer 3: the rune's die of harm on a hit; 0 without it, -1 when its face is still to be fed."""
    if not picked_special(state, book, Special.RUNE):
        return 0
    if not available(state.chance, tape, Stream.ORACLE, 1, 6):
        return -1
    return draw(state.chance, tape, Stream.ORACLE, 6)


@rule
def deal_harm(state: State, book: Book, tape: Tape, rune: int) -> None:
    """Deal the harm of a hit with Strike or Clash and put on the stack what abilities add; ends the operation."""
    roll = state.roll
    seat = roll.seat
    harm = harm_dealt(state, book) + rune
    leeches = picked_special(state, book, Special.LEECH)
    throws = picked_special(state, book, Special.THROW)
    inflict(state, tape, roll.foe, harm)
    finish(state)
    if leeches:
        slake(state, book, tape, seat)
        push(state, Op.SPOILS, seat, harm, 0, 0)
    if throws:
        disarm(state, tape, seat)
        take_turn_now(state, tape, seat, Follow.RECOVER)


@rule
def slake(state: State, book: Book, tape: Tape, seat: int) -> None:
    """A used Leech is spent and no longer counts as a debility."""
    kit = book.kits[seat]
    for row in range(kit.n_effects):
        effect = kit.effects[row]
        if effect.special == Special.LEECH and state.characters[seat].active[effect.asset]:
            state.characters[seat].active[effect.asset] = 0
            state.characters[seat].debts -= 1


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


@STEP.member
def clash_step(state: State, book: Book, tape: Tape) -> int:
    """Clash."""
    roll = state.roll
    seat = roll.seat
    foe = roll.foe
    answer = answered(state)
    if answer >= 0:
        if answer == Act.MOMENTUM:
            gain_momentum(state, tape, seat, 1)
        else:
            inflict(state, tape, foe, 1)
        finish(state)
        return DONE
    if roll.result == Result.MISS:
        price_of_miss(state, book)
        return DONE
    rune = rune_harm(state, book, tape)
    if rune < 0:
        return NEEDS_CHANCE
    if roll.result == Result.WEAK:
        severity = tide_severity(state, book)
        helper = exposed_companion(state)
        deal_harm(state, book, tape, rune)
        pay_price(state, seat, severity, foe, helper)
        return DONE
    state.characters[seat].strike_bonus = strike_bonus(state, book)
    harm = harm_dealt(state, book) + rune
    if picked_special(state, book, Special.LEECH):
        slake(state, book, tape, seat)
        inflict(state, tape, foe, harm)
        finish(state)
        push(state, Op.CLASH_CHOICE, seat, foe, 0, 0)
        push(state, Op.SPOILS, seat, harm, 0, 0)
        return DONE
    inflict(state, tape, foe, harm)
    finish(state)
    push(state, Op.CLASH_CHOICE, seat, foe, 0, 0)
    return DONE


@rule
def strike_bonus(state: State, book: Book) -> int:
    """Swordmaster 2: after a strong Clash an immediate Strike adds 1."""
    return 1 if picked_special(state, book, Special.STRIKE_NEXT) else 0


@STEP.member
def clash_choice_step(state: State, book: Book, tape: Tape) -> int:
    """Strong Clash: +1 momentum or +1 harm."""
    frame = top(state)
    answer = answered(state)
    if answer < 0:
        offer_if(state, can_gain_momentum(state, frame.a), Act.MOMENTUM)
        offer_if(state, can_harm(state, frame.b), Act.HARM_FOE)
        if state.n_legal > 0:
            ask(state, Decision.CLASH, frame.a)
            return DONE
    if answer == Act.MOMENTUM:
        gain_momentum(state, tape, frame.a, 1)
    elif answer == Act.HARM_FOE:
        inflict(state, tape, frame.b, 1)
    pop(state)
    return DONE


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
        take_turn_now(state, tape, seat, Follow.CONTROL)
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
        take_turn_now(state, tape, seat, Follow.ATTACK)
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
        offer(state, Act.LOSE_MOMENTUM)
        offer(state, Act.ENDURE_HARM)
        offer(state, Act.ENDURE_STRESS)
        offer(state, Act.LOSE_SUPPLY)
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
        take_turn_now(state, tape, seat, Follow.CONTROL)
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


@STEP.member
def end_step(state: State, book: Book, tape: Tape) -> int:
    """End the Fight."""
    roll = state.roll
    seat = roll.seat
    foe = roll.foe
    result = roll.result
    finish(state)
    if result == Result.MISS:
        if book.house.end_miss == EndMiss.RETURNS:
            foe_returns(state, tape, foe)
            pay_price(state, seat, 1, foe, -1)
        else:
            lose_fight(state, book, tape, foe)
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
    target.rank = min(5, target.rank + 1)
    target.progress = min(target.progress, 4)
    emit(tape, Event.FOE_IN, foe, target.rank, 0, 0, 0)


@rule
def lose_fight(state: State, book: Book, tape: Tape, foe: int) -> None:
    """Lose the fight: everyone in it pays one price at severity +1 (section 10, 12 and 32)."""
    state.lost = 1
    emit(tape, Event.STAKES, 1, 0, 0, 0, 0)
    for step in range(book.seats):
        seat = book.seats - 1 - step
        if fighting(state, seat):
            pay_price(state, seat, 1, foe, -1)


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
            offer(state, Act.LOSE_SUPPLY)
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
    """Battle: one roll settles the fight."""
    roll = state.roll
    seat = roll.seat
    result = roll.result
    finish(state)
    if result == Result.MISS:
        lose_fight(state, book, tape, -1)
        return DONE
    if result == Result.WEAK:
        pay_price(state, seat, 0, -1, -1)
    else:
        gain_momentum(state, tape, seat, 2)
    push(state, Op.VICTORY, 0, 0, 0, 0)
    return DONE


@STEP.member
def victory_step(state: State, book: Book, tape: Tape) -> int:
    """Every foe is out, once the price of the battle is paid."""
    pop(state)
    for foe in range(len(state.foes)):
        if state.foes[foe].active:
            foe_out(state, tape, foe, 0)
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
        gain_momentum(state, tape, seat, 1)
        frame.b -= 1
    if answer == Act.GO or frame.b == 0:
        pop(state)
        start_duel(state, book, tape, seat)
        return DONE
    for boast in range(5):
        offer_if(state, not (character.boasts >> boast) & 1, Act.FIRST_STRIKE + boast)
    offer(state, Act.GO)
    ask(state, Decision.BOAST, seat)
    return DONE


@rule
def start_duel(state: State, book: Book, tape: Tape, seat: int) -> None:
    """Put the chosen boasts into effect."""
    character = state.characters[seat]
    if character.boasts & 1:
        set_initiative(state, tape, seat, 0)
    if character.boasts & BARE_BIT:
        for asset in range(ASSETS):
            if book.kits[seat].gear[asset] >= SHIELD and character.condition[asset] == Condition.READY:
                lose_asset(state, book, tape, seat, asset)
    if character.boasts & NO_IRON_BIT:
        disarm(state, tape, seat)
    if (character.boasts >> (Act.BLEED - Act.FIRST_STRIKE)) & 1:
        push(state, Op.SUFFER, seat, Move.HARM, 1, -1)


@STEP.member
def ritual_step(state: State, book: Book, tape: Tape) -> int:
    """A ritual rolled before the fight: a strong hit prepares it, a weak one less well, a miss costs a price."""
    roll = state.roll
    seat = roll.seat
    asset = roll.ally
    result = roll.result
    if result == Result.MISS:
        price_of_miss(state, book)
        return DONE
    state.characters[seat].active[asset] = 2 if result == Result.STRONG else 1
    emit(tape, Event.ASSET, seat, asset, 0, 0, 0)
    finish(state)
    return DONE
