"""Allies: who enters the fight for a hero that fell (Encounter rules p. 17)."""

from ..core.compiler import rule
from ..core.hexes import HEXES
from ..core.tape import Tape, emit
from .board import is_open, on_edge, put
from .enemy_effects import clear_piece
from .stack import DONE, answered, ask, offer_if, pop, push, top
from .state import STEP, Ally, Book, Piece, Seat, State
from .terms import ALLIES, COMPANION_ANIMUS, Act, Decision, Event, Form, Kind, Op


@STEP.member
def enter_step(state: State, book: Book, tape: Tape) -> int:
    """A fallen seat chooses an ally and where it enters, and takes its visit; a = seat, c = 1 + ally (p. 17)."""
    frame = top(state)
    seat = frame.a
    answer = answered(state)
    mine: Seat = state.seats[seat]
    if frame.step == 0:
        if mine.passed:
            pop(state)
            return DONE
        for ally in range(ALLIES):
            offer_if(state, (state.allies >> ally) & 1 == 1, Act.NUMBER + ally)
        offer_if(state, book.house.decline_ally == 1 or state.n_legal == 0, Act.PASS)
        frame.step = 1
        ask(state, Decision.ALLY, seat)
        return DONE
    if frame.step == 1:
        if answer == Act.PASS:
            mine.passed = 1
            pop(state)
            return DONE
        frame.c = 1 + answer - Act.NUMBER
        frame.step = 2
        for hex in range(HEXES):
            offer_if(state, on_edge(book, hex) and is_open(state, hex), Act.HEX + hex)
        if state.n_legal == 0:
            pop(state)
            return DONE
        ask(state, Decision.ENTER, seat)
        return DONE
    ally = frame.c - 1
    pop(state)
    come_in(state, book, tape, seat, ally, answer)
    push(state, Op.VISIT, seat, 1, 0)
    return DONE


@rule
def come_in(state: State, book: Book, tape: Tape, seat: int, ally: int, hex: int) -> None:
    """Put an ally on the board with two animus available."""
    state.allies &= ~(1 << ally)
    card: Ally = book.allies[ally]
    mine: Seat = state.seats[seat]
    mine.form = Form.ALLY
    mine.ally = ally
    mine.available = COMPANION_ANIMUS
    mine.reserve = 0
    mine.regen = card.regen
    mine.once_round = 0
    mine.once_encounter = 0
    mine.empower_next = 0
    mine.redraw_next = 0
    mine.lethal_next = 0
    mine.passed = 0
    model: Piece = state.pieces[seat]
    clear_piece(model)
    model.kind = Kind.ALLY
    model.sort = ally
    model.hp = card.max_hp
    model.max_hp = card.max_hp
    put(state, book, seat, hex)
    emit(tape, Event.ALLY, seat, ally, 0, 0, 0)
    emit(tape, Event.PLACED, seat, hex, 0, 0, 0)
