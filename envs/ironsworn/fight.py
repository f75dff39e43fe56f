"""The course of a fight: opening, passes over the seats, the end and what comes after it."""

from ..core.chance import available, draw
from ..core.compiler import rule
from ..core.tape import Tape, emit
from .asked import FIFTY_FIFTY, Asked, ask_table
from .effects import Ritual, Special, has_special
from .house_rules import Idle, Opening, Order
from .price import pay_price
from .rolls import begin_roll
from .stack import DONE, NEEDS_CHANCE, answered, ask, offer, offer_if, pop, push, top
from .state import STEP, Book, State
from .suffer import any_alive
from .terms import (
    ASSETS,
    FACES,
    HORIZON,
    STATS,
    Act,
    Decision,
    Die,
    Event,
    Move,
    Nature,
    Op,
    Outcome,
    Place,
    Stat,
    Stream,
)
from .tracks import alive, count_fighting, count_foes, fighting, leave_fight

DEATH_BIT = 1 << (Act.TO_THE_DEATH - Act.FIRST_STRIKE)
"""Bit of the boast to fight to the death."""


@STEP.member
def fight_step(state: State, book: Book, tape: Tape) -> int:
    """Open the fight, then give the next seat its main move until the fight ends."""
    frame = top(state)
    if frame.step == 0:
        frame.step = 1
        open_fight(state, book)
        return DONE
    answer = answered(state)
    if answer >= 0:
        state.turn += 1
        push(state, Op.TURN, answer - Act.SEAT, 1, 0, 0)
        return DONE
    if state.lost or count_foes(state) == 0 or count_fighting(state, book) == 0:
        pop(state)
        push(state, Op.AFTERMATH, 0, 0, 0, 0)
        return DONE
    if state.round == 0:
        start_pass(state, tape)
    if pass_is_over(state, book):
        if idle_pass(state, book):
            state.waited = 1
            pay_price(state, first_fighter(state, book), 0, -1, -1)
            return DONE
        if state.round >= HORIZON:
            settle(state, tape, Outcome.TRUNCATED)
            return DONE
        start_pass(state, tape)
    if book.house.order == Order.FREE:
        for seat in range(book.seats):
            offer_if(state, fighting(state, seat), Act.SEAT + seat)
        ask(state, Decision.SEAT, first_fighter(state, book))
        return DONE
    seat = next_fighter(state, book)
    state.turn = seat + 1
    push(state, Op.TURN, seat, 1, 0, 0)
    return DONE


@rule
def start_pass(state: State, tape: Tape) -> None:
    """Begin a pass over the seats: a round."""
    state.round += 1
    state.turn = 0
    state.waited = 0
    emit(tape, Event.ROUND, state.round, 0, 0, 0, 0)


@rule
def next_fighter(state: State, book: Book) -> int:
    """Give the next seat of this pass that is in the fight, or the number of seats."""
    seat = state.turn
    while seat < book.seats and not fighting(state, seat):
        seat += 1
    return seat


@rule
def first_fighter(state: State, book: Book) -> int:
    """Give the first seat in the fight."""
    seat = 0
    while seat < book.seats - 1 and not fighting(state, seat):
        seat += 1
    return seat


@rule
def pass_is_over(state: State, book: Book) -> bool:
    """Tell whether every character in the fight had its main move."""
    if book.house.order == Order.FREE:
        return state.turn >= count_fighting(state, book)
    return next_fighter(state, book) >= book.seats


@rule
def idle_pass(state: State, book: Book) -> bool:
    """Tell whether a whole party waited through the pass, which costs a price (section 10, 31)."""
    return book.house.idle == Idle.PRICE and state.waited == 0 and state.turn > 0 and count_fighting(state, book) > 1


@rule
def open_fight(state: State, book: Book) -> None:
    """Put rituals and the opening roll of each character on the stack, seat 1 first."""
    for step in range(book.seats):
        seat = book.seats - 1 - step
        if book.house.opening != Opening.BATTLE or seat == 0:
            push(state, Op.OPENING, seat, 0, 0, 0)
        for asset in range(ASSETS):
            if book.kits[seat].ritual[asset] == Ritual.ROLLED_FIRST:
                push(state, Op.SUFFER, seat, Move.RITUAL, 0, asset)


@STEP.member
def opening_step(state: State, book: Book, tape: Tape) -> int:
    """Enter the Fray, Draw the Circle or Battle, with the scenario's stat or one the character picks."""
    seat = top(state).a
    if not fighting(state, seat):
        pop(state)
        return DONE
    opening = book.house.opening
    stat = opening_stat(book)
    answer = answered(state)
    if answer >= 0:
        stat = answer - Act.STAT
    elif stat < 0:
        if opening == Opening.BATTLE:
            for any_stat in range(STATS):
                offer(state, Act.STAT + any_stat)
        else:
            offer(state, Act.STAT + Stat.HEART)
            offer(state, Act.STAT + Stat.SHADOW)
            offer(state, Act.STAT + Stat.WITS)
        ask(state, Decision.STAT, seat)
        return DONE
    pop(state)
    begin_roll(state, seat, opening_move(opening), stat, -1)
    push(state, Op.PREPARE, 0, 0, 0, 0)
    return DONE


@rule
def opening_stat(book: Book) -> int:
    """Stat the opening rolls, -1 when the character picks; Draw the Circle is always heart."""
    if book.house.opening == Opening.CIRCLE:
        return Stat.HEART
    return book.house.opening_stat


@rule
def opening_move(opening: int) -> int:
    """Move that opens the fight."""
    if opening == Opening.CIRCLE:
        return Move.CIRCLE
    return Move.BATTLE if opening == Opening.BATTLE else Move.FRAY


@STEP.member
def lend_step(state: State, book: Book, tape: Tape) -> int:
    """Loyalist 3: an ally rolls one challenge die for a progress roll; 1-9 may replace one, 10 replaces the lowest."""
    frame = top(state)
    roll = state.roll
    answer = answered(state)
    if frame.step == 0:
        frame.a = lender(state, book)
        if frame.a < 0:
            pop(state)
            return DONE
        frame.step = 1
        ask_lender(state, book, frame.a)
        return DONE
    if frame.step == 1:
        if answer == Act.GO:
            pop(state)
            return DONE
        if answer >= 0:
            frame.step = 2
    if frame.step == 2:
        if not available(state.chance, tape, Stream.REROLL, 1, FACES):
            return NEEDS_CHANCE
        frame.b = draw(state.chance, tape, Stream.REROLL, FACES)
        frame.step = 3
        emit(tape, Event.REROLL, frame.a, 0, frame.b, 0, 0)
        if frame.b == FACES:
            replace_die(state, tape, Die.FIRST if roll.first <= roll.second else Die.SECOND, FACES)
            pop(state)
            return DONE
        offer(state, Act.REROLL)
        offer_if(state, frame.b != roll.first, Act.REROLL + Die.FIRST)
        offer_if(state, frame.b != roll.second and roll.first != roll.second, Act.REROLL + Die.SECOND)
        ask(state, Decision.REROLL, roll.seat)
        return DONE
    dice = answer - Act.REROLL
    face = frame.b
    pop(state)
    replace_die(state, tape, dice, face)
    return DONE


@rule
def ask_lender(state: State, book: Book, ally: int) -> None:
    """Ask an ally whether to lend a die."""
    offer(state, Act.ABILITY + book.kits[ally].effects[has_special(state, book, ally, Special.LEND)].slot)
    offer(state, Act.GO)
    ask(state, Decision.LEND, ally)


@rule
def lender(state: State, book: Book) -> int:
    """Give the first ally who can lend a challenge die, or -1."""
    for seat in range(book.seats):
        if seat != state.roll.seat and fighting(state, seat) and has_special(state, book, seat, Special.LEND) >= 0:
            return seat
    return -1


@rule
def replace_die(state: State, tape: Tape, dice: int, face: int) -> None:
    """Replace one challenge die of a progress roll."""
    roll = state.roll
    if dice == Die.FIRST:
        roll.first = face
    elif dice == Die.SECOND:
        roll.second = face
    emit(tape, Event.PROGRESS_DICE, roll.seat, roll.first, roll.second, roll.base, 0)


@STEP.member
def aftermath_step(state: State, book: Book, tape: Tape) -> int:
    """After the fight: dying characters are healed or face death, a merciless foe finishes the helpless."""
    frame = top(state)
    while frame.a < book.seats:
        seat = frame.a
        character = state.characters[seat]
        if state.lost and character.boasts & DEATH_BIT and fighting(state, seat):
            leave_fight(state, tape, seat, Place.DEAD)
        if character.dying and alive(state, seat):
            push(state, Op.SUFFER, seat, Move.HEAL, 0, -1)
            return DONE
        frame.a += 1
        if character.place == Place.UNCONSCIOUS and count_foes(state) > 0 and count_fighting(state, book) == 0:
            push(state, Op.MERCY, seat, 0, 0, 0)
            return DONE
    settle(state, tape, outcome_of(state, book))
    return DONE


@STEP.member
def mercy_step(state: State, book: Book, tape: Tape) -> int:
    """A helpless character at the mercy of the worst foe left (section 10, 20)."""
    seat = top(state).a
    nature = worst_nature(state)
    if nature == Nature.NONE:
        pop(state)
        return DONE
    merciless = nature >= Nature.ANIMAL
    if not merciless:
        face = ask_table(state, tape, seat, Asked.MERCY)
        if face == 0:
            return NEEDS_CHANCE
        merciless = face >= FIFTY_FIFTY
    pop(state)
    if merciless:
        push(state, Op.SUFFER, seat, Move.DEATH, 0, -1)
    return DONE


@rule
def worst_nature(state: State) -> int:
    """Give the least merciful nature among the foes left."""
    worst = 0
    for foe in range(len(state.foes)):
        if state.foes[foe].active:
            worst = max(worst, state.foes[foe].nature)
    return worst


@rule
def outcome_of(state: State, book: Book) -> int:
    """Outcome of a fight that is over (rules section 10, Win)."""
    if not state.lost and count_foes(state) == 0:
        return Outcome.WIN if any_alive(state, book.seats) else Outcome.LOSS
    fled = 0
    surrendered = 0
    for seat in range(book.seats):
        fled += 1 if state.characters[seat].place == Place.FLED else 0
        surrendered += 1 if state.characters[seat].place == Place.SURRENDERED else 0
    if state.lost or fled + surrendered < book.seats:
        return Outcome.LOSS
    return Outcome.SURRENDERED if surrendered else Outcome.FLED


@rule
def settle(state: State, tape: Tape, outcome: int) -> None:
    """End the game."""
    state.outcome = outcome
    emit(tape, Event.OUTCOME, outcome, 0, 0, 0, 0)
