"""The encounter's course: set-up, rounds and their phases (Encounter rules p. 6-8, 24)."""

from ..core.compiler import rule
from ..core.hexes import HEXES
from ..core.tape import Tape, emit
from .board import is_open, mark_models, on_board, on_fire, put, set_up_obstacles
from .held import is_held, suffer_inside
from .house_rules import Fire
from .losses import burn
from .passives import run_passives
from .pieces import clear_round_effects, end_game
from .seats import acts, refresh_seat
from .stack import DONE, NEEDS_CHANCE, answered, ask, offer_if, pop, push, top
from .stage_deck import can_turn_up, reveal
from .state import STEP, Book, Piece, Seat, State
from .terms import (
    FRIEND,
    PIECES,
    SEATS,
    STAGE_CARDS,
    Act,
    Decision,
    Event,
    Op,
    Outcome,
    StageZone,
    Status,
    When,
)

REFRESH, OATHSWORN, ENCOUNTER, MINIONS, END = range(5)
"""Phases of a round, as `Event.PHASE` and `State.phase` have them."""


@STEP.member
def game_step(state: State, book: Book, tape: Tape) -> int:
    """Set the encounter up: board, first stage card, placement seat by seat, what classes bring; then rounds.

    a = 1 + the seat whose visit begins in a situation that is set up already, in the middle of an Oathsworn phase.
    """
    frame = top(state)
    if frame.step == 0:
        if state.face_up < 0 and not can_turn_up(state, tape):
            return NEEDS_CHANCE
        frame.step = 1
        if frame.a == 0:
            set_up_obstacles(state, book)
            mark_models(state, book)
        if state.face_up < 0:
            reveal(state, book, tape)
    if frame.step <= SEATS:
        push(state, Op.PLACE, frame.step - 1, 0, 0)
        frame.step += 1
        return DONE
    if frame.step == SEATS + 1:
        frame.step += 1
        if frame.a == 0:
            run_passives(state, When.PASSIVE_START)
        return DONE
    turn = frame.a - 1
    pop(state)
    push(state, Op.ROUND, 0, 0, 0)
    if turn >= 0:
        top(state).step = ENCOUNTER
        push(state, Op.PHASE, turn, 0, 0)
    return DONE


@STEP.member
def place_step(state: State, book: Book, tape: Tape) -> int:
    """Let a seat choose where its hero starts, in the start zone; a = seat."""
    frame = top(state)
    seat = frame.a
    answer = answered(state)
    if on_board(state, seat) or not acts(state, seat) or is_held(state, seat):
        pop(state)
        return DONE
    if answer < 0:
        for hex in range(HEXES):
            offer_if(state, book.start_zone[hex] == 1 and is_open(state, hex), Act.HEX + hex)
        ask(state, Decision.PLACE, seat)
        return DONE
    pop(state)
    put(state, book, seat, answer)
    emit(tape, Event.PLACED, seat, answer, state.pieces[seat].facing, 0, 0)
    return DONE


@STEP.member
def round_step(state: State, book: Book, tape: Tape) -> int:
    """Go through a round, and on to the next."""
    frame = top(state)
    step = frame.step
    frame.step = step + 1
    if step == REFRESH:
        begin_round(state, book, tape)
    elif step == OATHSWORN:
        state.phase = OATHSWORN
        emit(tape, Event.PHASE, OATHSWORN, 0, 0, 0, 0)
        if not skips(state, book):
            push(state, Op.PHASE, state.lead, 0, 0)
            suffer_inside(state, book)
    elif step == ENCOUNTER:
        end_oathsworn_phase(state)
        state.phase = ENCOUNTER
        emit(tape, Event.PHASE, ENCOUNTER, 0, 0, 0, 0)
        push(state, Op.STAGE, 0, 0, 0)
        suffer_inside(state, book)
    elif step == MINIONS:
        emit(tape, Event.PHASE, MINIONS, 0, 0, 0, 0)
        push(state, Op.REACTIONS, 0, 0, 0)
        push(state, Op.MINIONS, 0, 0, 0)
    else:
        emit(tape, Event.PHASE, END, 0, 0, 0, 0)
        frame.step = REFRESH
        push(state, Op.HELD, 0, 0, 0)
        push(state, Op.END_ROUND, 0, 0, 0)
    return DONE


@rule
def skips(state: State, book: Book) -> bool:
    """Tell whether an ambush takes the first two phases of round 1 away (p. 8)."""
    return state.round == 1 and book.ambushed == 1


@rule
def begin_round(state: State, book: Book, tape: Tape) -> None:
    """Begin a round: the cap, then the refresh phase (p. 8)."""
    if state.round >= book.house.round_cap:
        end_game(state, tape, Outcome.TRUNCATED)
        return
    state.round += 1
    emit(tape, Event.ROUND, state.round, 0, 0, 0, 0)
    for seat in range(SEATS):
        mine: Seat = state.seats[seat]
        mine.turns = 0
        mine.passed = 0
        mine.injured = 0
    if skips(state, book):
        return
    emit(tape, Event.PHASE, REFRESH, 0, 0, 0, 0)
    run_passives(state, When.PASSIVE_REFRESH)
    for seat in range(SEATS):
        if acts(state, seat):
            refresh_seat(state, book, tape, seat)


@rule
def end_oathsworn_phase(state: State) -> None:
    """Crippled heroes have sat out one more phase (p. 28)."""
    for seat in range(SEATS):
        status = state.pieces[seat].status
        if status[Status.CRIPPLED] > 0:
            status[Status.CRIPPLED] -= 1


@STEP.member
def phase_step(state: State, book: Book, tape: Tape) -> int:
    """Let seats take turns clockwise until all pass in a row; a = next seat, b = passes, c = 1 after a visit (p. 8)."""
    frame = top(state)
    seat = frame.a
    if frame.c:
        frame.c = 0
        busy = state.seats[seat].acts > 0
        state.seats[seat].turns += 1 if busy else 0
        frame.b = 0 if busy else frame.b + 1
        frame.a = (seat + 1) % SEATS
        return DONE
    if frame.b >= SEATS:
        pop(state)
        return DONE
    frame.c = 1
    mine: Seat = state.seats[seat]
    if mine.turns >= book.house.turn_cap:
        emit(tape, Event.CAP, seat, 0, 0, 0, 0)
        mine.acts = 0
        return DONE
    mine.acts = 0
    push(state, Op.VISIT if acts(state, seat) else Op.ENTER, seat, 0, 0)
    return DONE


@STEP.member
def stage_step(state: State, book: Book, tape: Tape) -> int:
    """Resolve the face-up stage card, after a last window for tokens, then what it broke (p. 18)."""
    frame = top(state)
    if frame.step == 0:
        frame.step = 1
        push(state, Op.WINDOW, When.STAGE, -1, -1)
        return DONE
    if frame.step == 1:
        if state.face_up < 0:
            if not can_turn_up(state, tape):
                return NEEDS_CHANCE
            reveal(state, book, tape)
        frame.step = 2
        if state.face_up >= 0:
            push(state, Op.CARD, state.face_up, 0, -1)
        return DONE
    pop(state)
    push(state, Op.REACTIONS, 0, 0, 0)
    return DONE


@STEP.member
def end_round_step(state: State, book: Book, tape: Tape) -> int:
    """Fire burns who stands in it, and what held for the round ends; then reactions to what burned (p. 8-9)."""
    for piece in range(PIECES):
        if on_board(state, piece) and burns_now(state, book, piece):
            hex = on_fire(state, book, piece)
            if hex >= 0:
                burn(state, book, tape, piece, hex)
    clear_round_effects(state, tape)
    end_statuses(state)
    for card in range(STAGE_CARDS):
        if state.stage_zone[card] == StageZone.LASTING:
            state.stage_zone[card] = StageZone.DISCARD
    pop(state)
    push(state, Op.REACTIONS, 0, 0, 0)
    return DONE


@rule
def burns_now(state: State, book: Book, piece: int) -> bool:
    """Tell whether a piece burns at the end of the round: heroes and their friends; enemies burned as they moved."""
    if book.house.fire == Fire.HEROES_END_ENEMIES_MOVE:
        return piece < SEATS or piece >= FRIEND
    return book.house.fire == Fire.END_OF_ROUND


@rule
def end_statuses(state: State) -> None:
    """Taunts end with the round."""
    for piece in range(PIECES):
        model: Piece = state.pieces[piece]
        model.status[Status.TAUNTED] = 0
