"""Suffer moves (rules section 4): Endure Harm and Stress, Companion Endure Harm, Face Death, Face Desolation."""

from ..core.compiler import rule
from ..core.tape import Tape, emit
from .asked import Asked, ask_table
from .effects import Special, has_special, lose_asset, picked_special, spend_ability
from .house_rules import Dying
from .losses import lose_momentum
from .rolls import begin_roll, call_off
from .stack import DONE, NEEDS_CHANCE, answered, ask, finish, offer, offer_if, pop, push, top
from .state import STEP, Book, State
from .terms import Act, Condition, Debility, Decision, Event, Move, Op, Passing, Place, Result, Stat
from .tracks import (
    alive,
    can_gain_health,
    can_gain_momentum,
    can_gain_spirit,
    change_companion,
    change_health,
    change_spirit,
    fighting,
    frighten,
    gain_momentum,
    leave_fight,
    mark,
    momentum_left,
    set_initiative,
    spend_momentum,
)

HARM_SIDE = 0
STRESS_SIDE = 1

MORTAL_LAST, DYING_LAST, UNCONSCIOUS_LAST, REELING_LAST = 10, 20, 35, 50
"""Last faces of the rows of Endure Harm's table; above them the character still stands."""
DESOLATE_LAST, GIVES_UP_LAST, AFRAID_LAST = 10, 25, 50
"""Last faces of the rows of Endure Stress's table; above them the character perseveres."""


@rule
def stat_of(move: int) -> int:
    """Stat a suffer move rolls; -1 where a track may take its place."""
    if move == Move.DEATH or move == Move.DESOLATION or move == Move.VOW:
        return Stat.HEART
    return Stat.WITS if move == Move.RITUAL else -1


@STEP.member
def suffer_step(state: State, book: Book, tape: Tape) -> int:
    """Begin a suffer move, its loss first: a = seat, b = move, c = amount, d = asset of the companion."""
    frame = top(state)
    seat = frame.a
    move = frame.b
    amount = frame.c
    asset = frame.d
    pop(state)
    bodily = move == Move.HARM or move == Move.STRESS or move == Move.COMPANION
    if not alive(state, seat) or (bodily and not fighting(state, seat)):
        return DONE
    begin_roll(state, seat, move, stat_of(move), -1)
    state.roll.amount = amount
    state.roll.ally = asset
    if bodily:
        push(state, Op.PREPARE, 0, 0, 0, 0)
        push(state, Op.TAKE, seat, move, amount, asset)
    return DONE


@STEP.member
def take_step(state: State, book: Book, tape: Tape) -> int:
    """Lower the track; what passes 0 comes off momentum."""
    frame = top(state)
    seat = frame.a
    amount = frame.c
    character = state.characters[seat]
    answer = answered(state)
    shield = has_special(state, book, seat, Special.SHIELD) if frame.b == Move.HARM else -1
    if answer < 0 and shield >= 0:
        offer(state, book.kits[seat].effects[shield].act)
        offer(state, Act.GO)
        ask(state, Decision.ABILITY, seat)
        return DONE
    if answer >= 0 and answer != Act.GO:
        destroy_shield(state, book, tape, seat, shield)
        return DONE
    over = 0
    if frame.b == Move.HARM:
        over = amount - character.health
        change_health(state, tape, seat, -amount)
    elif frame.b == Move.STRESS:
        over = amount - character.spirit
        change_spirit(state, tape, seat, -amount)
    else:
        over = amount - character.track[frame.d]
        change_companion(state, book, tape, seat, frame.d, -amount)
    pop(state)
    lose_momentum(state, seat, over)
    return DONE


@rule
def destroy_shield(state: State, book: Book, tape: Tape, seat: int, row: int) -> None:
    """Shield-Bearer 3: destroy the shield instead of Endure Harm, and take initiative."""
    call_off(state)
    spend_ability(state, book, tape, seat, row)
    lose_asset(state, book, tape, seat, book.kits[seat].effects[row].asset, Condition.GONE)
    set_initiative(state, tape, seat, 1)


@STEP.member
def harm_step(state: State, book: Book, tape: Tape) -> int:
    """Endure Harm, after its roll."""
    return endure(state, book, tape, HARM_SIDE)


@STEP.member
def stress_step(state: State, book: Book, tape: Tape) -> int:
    """Endure Stress, after its roll."""
    return endure(state, book, tape, STRESS_SIDE)


@rule
def endure(state: State, book: Book, tape: Tape, side: int) -> int:
    """Settle Endure Harm or Endure Stress: what a strong hit brings is chosen, a miss costs momentum and grit."""
    roll = state.roll
    seat = roll.seat
    result = roll.result
    answer = answered(state)
    if answer < 0 and result == Result.STRONG:
        offer_if(state, can_shake_off(state, seat, side), Act.GAIN_HEALTH if side == HARM_SIDE else Act.GAIN_SPIRIT)
        offer_if(state, can_gain_momentum(state, seat), Act.MOMENTUM)
        if state.n_legal > 0:
            ask(state, Decision.GRIT, seat)
            return DONE
    if answer == Act.MOMENTUM:
        embraced = picked_special(state, book, Special.EMBRACE)
        gain_momentum(state, tape, seat, state.characters[seat].health if embraced else 1)
    elif answer >= 0:
        spend_momentum(state, tape, seat, 1)
        if side == HARM_SIDE:
            change_health(state, tape, seat, 1)
        else:
            change_spirit(state, tape, seat, 1)
    finish(state)
    if result == Result.MISS:
        push(state, Op.GRIT, seat, side, 0, 0)
        lose_momentum(state, seat, 1)
    return DONE


@rule
def can_shake_off(state: State, seat: int, side: int) -> bool:
    """Tell whether a point of momentum may buy one of health or spirit: neither 0 nor full, and no debility bars it."""
    if momentum_left(state, seat) <= 0:
        return False
    if side == HARM_SIDE:
        return state.characters[seat].health > 0 and can_gain_health(state, seat)
    return state.characters[seat].spirit > 0 and can_gain_spirit(state, seat)


@STEP.member
def grit_step(state: State, book: Book, tape: Tape) -> int:
    """After a miss with the track at 0: mark a debility not yet marked, or roll the table."""
    frame = top(state)
    seat = frame.a
    character = state.characters[seat]
    harmed = frame.b == HARM_SIDE
    condition = Debility.WOUNDED if harmed else Debility.SHAKEN
    bane = Debility.MAIMED if harmed else Debility.CORRUPTED
    answer = answered(state)
    if answer < 0:
        if not fighting(state, seat) or (character.health if harmed else character.spirit) > 0:
            pop(state)
            return DONE
        offer_if(state, not character.marks[condition], Act.MARK_CONDITION)
        offer_if(state, not character.marks[bane], Act.MARK_BANE)
        offer(state, Act.ROLL_TABLE)
        ask(state, Decision.TABLE, seat)
        return DONE
    pop(state)
    if answer == Act.MARK_CONDITION:
        mark(state, tape, seat, condition)
    elif answer == Act.MARK_BANE:
        mark(state, tape, seat, bane)
    else:
        push(state, Op.HARM_TABLE if harmed else Op.STRESS_TABLE, seat, 0, 0, 0)
    return DONE


@STEP.member
def harm_table_step(state: State, book: Book, tape: Tape) -> int:
    """Endure Harm's d100: death, dying, unconscious, reeling, or still standing."""
    frame = top(state)
    seat = frame.a
    if not fighting(state, seat):
        pop(state)
        return DONE
    face = ask_table(state, tape, seat, Asked.HARM)
    if face == 0:
        return NEEDS_CHANCE
    pop(state)
    character = state.characters[seat]
    if face <= MORTAL_LAST:
        push(state, Op.SUFFER, seat, Move.DEATH, 0, -1)
    elif face <= DYING_LAST:
        set_dying(state, book, tape, seat)
    elif face <= UNCONSCIOUS_LAST:
        leave_fight(state, tape, seat, Place.UNCONSCIOUS)
    else:
        reels = 1 if face <= REELING_LAST else 0
        if character.reeling != reels:
            character.reeling = reels
            emit(tape, Event.STATE, seat, Passing.REELING, reels, 0, 0)
    return DONE


@rule
def set_dying(state: State, book: Book, tape: Tape, seat: int) -> None:
    """Mark a character as dying; by the house rule that takes the character out of the fight."""
    state.characters[seat].dying = 1
    emit(tape, Event.STATE, seat, Passing.DYING, 1, 0, 0)
    if book.house.dying == Dying.OUT:
        leave_fight(state, tape, seat, Place.DYING)


@STEP.member
def stress_table_step(state: State, book: Book, tape: Tape) -> int:
    """Endure Stress's d100: desolation, giving up, yielding to fear, or persevering."""
    frame = top(state)
    seat = frame.a
    if not fighting(state, seat):
        pop(state)
        return DONE
    face = ask_table(state, tape, seat, Asked.STRESS)
    if face == 0:
        return NEEDS_CHANCE
    pop(state)
    if face <= DESOLATE_LAST:
        push(state, Op.SUFFER, seat, Move.DESOLATION, 0, -1)
    elif face <= GIVES_UP_LAST:
        leave_fight(state, tape, seat, Place.GAVE_UP)
    elif face <= AFRAID_LAST:
        frighten(state, tape, seat)
    return DONE


@STEP.member
def companion_step(state: State, book: Book, tape: Tape) -> int:
    """Companion Endure Harm, after its roll."""
    roll = state.roll
    seat = roll.seat
    asset = roll.ally
    result = roll.result
    die = roll.action
    character = state.characters[seat]
    finish(state)
    if result == Result.STRONG:
        change_companion(state, book, tape, seat, asset, 1)
    elif character.track[asset] == 0:
        if result == Result.MISS:
            lose_asset(state, book, tape, seat, asset, Condition.DEAD if die == 1 else Condition.GONE)
        else:
            character.condition[asset] = Condition.OUT
            emit(tape, Event.ASSET, seat, asset, Condition.OUT, 0, 0)
    if result == Result.MISS:
        lose_momentum(state, seat, 1)
    return DONE


@STEP.member
def death_step(state: State, book: Book, tape: Tape) -> int:
    """Face Death, after its roll: back to life, a noble death or a vow, or death."""
    return last_stand(state, tape, HARM_SIDE)


@STEP.member
def desolation_step(state: State, book: Book, tape: Tape) -> int:
    """Face Desolation, after its roll: resist, break nobly or a vow, or be lost."""
    return last_stand(state, tape, STRESS_SIDE)


@rule
def last_stand(state: State, tape: Tape, side: int) -> int:
    """Settle Face Death or Face Desolation."""
    seat = state.roll.seat
    result = state.roll.result
    answer = answered(state)
    if answer < 0 and result == Result.WEAK:
        offer(state, Act.DIE_NOBLY)
        offer(state, Act.SWEAR)
        ask(state, Decision.VOW, seat)
        return DONE
    finish(state)
    if answer == Act.SWEAR:
        push(state, Op.SUFFER, seat, Move.VOW, side, -1)
    elif result == Result.STRONG:
        come_back(state, tape, seat, side)
    else:
        leave_fight(state, tape, seat, Place.DEAD if side == HARM_SIDE else Place.LOST)
    return DONE


@STEP.member
def vow_step(state: State, book: Book, tape: Tape) -> int:
    """Swear an Iron Vow at the brink: a hit brings momentum and lives on, cursed or tormented; a miss does not."""
    roll = state.roll
    seat = roll.seat
    side = roll.amount
    result = roll.result
    finish(state)
    if result == Result.MISS:
        leave_fight(state, tape, seat, Place.DEAD if side == HARM_SIDE else Place.LOST)
    else:
        gain_momentum(state, tape, seat, 2 if result == Result.STRONG else 1)
        mark(state, tape, seat, Debility.CURSED if side == HARM_SIDE else Debility.TORMENTED)
        come_back(state, tape, seat, side)
    return DONE


@rule
def come_back(state: State, tape: Tape, seat: int, side: int) -> None:
    """Survive the brink. After Face Death the character is out of this fight (section 10, 22)."""
    if side == HARM_SIDE:
        state.characters[seat].dying = 0
        leave_fight(state, tape, seat, Place.SURVIVED)


@STEP.member
def heal_step(state: State, book: Book, tape: Tape) -> int:
    """Heal a dying character after the fight: no hit, and the character faces death (section 10, 19)."""
    seat = state.roll.seat
    result = state.roll.result
    finish(state)
    state.characters[seat].dying = 0
    if result == Result.MISS:
        push(state, Op.SUFFER, seat, Move.DEATH, 0, -1)
    return DONE


@rule
def any_alive(state: State, seats: int) -> bool:
    """Tell whether one of the first `seats` characters lives."""
    for seat in range(seats):
        if alive(state, seat):
            return True
    return False
