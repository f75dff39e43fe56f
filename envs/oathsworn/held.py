"""Caged and consumed heroes (Encounter rules p. 29-30)."""

from ..core.compiler import rule
from ..core.tape import Tape, emit
from .board import gap, nearest_open, on_board, put
from .effects import set_status
from .might import HEROES, NO_CARD, can_draw, discard, draw_card
from .stack import DONE, NEEDS_CHANCE, answered, ask, offer, pop, top
from .state import STEP, Book, Piece, Seat, State
from .terms import LOCATIONS, MISS_BLANKS, SEATS, Act, Colour, Decision, Event, Status

MOST_CARDS = 10
"""White cards of a check (rules section 10)."""
HELP = 2
"""What each hero or ally beside a cage adds."""
FREED_BY = 6
"""HP a holder loses until it lets go."""


@STEP.member
def survival_step(state: State, book: Book, tape: Tape) -> int:
    """A Survival check to leave a cage: white cards, two blanks fail; a = seat, d = cards chosen."""
    frame = top(state)
    seat = frame.a
    answer = answered(state)
    if frame.d == 0:
        if answer < 0:
            for count in range(1, MOST_CARDS + 1):
                offer(state, Act.NUMBER + count)
            ask(state, Decision.WHITE, seat)
            return DONE
        frame.d = answer - Act.NUMBER
    if not can_draw(state, tape, HEROES, Colour.WHITE, frame.d):
        return NEEDS_CHANCE
    count = frame.d
    pop(state)
    total = friends_beside(state, book, seat) * HELP
    blanks = 0
    for _ in range(count):
        kind = draw_card(state, book, tape, HEROES, Colour.WHITE)
        if kind != NO_CARD:
            emit(tape, Event.DREW, HEROES, Colour.WHITE, kind, 1, 0)
            discard(state, book, HEROES, Colour.WHITE, kind, 1)
            total += book.values[Colour.WHITE, kind]
            blanks += 1 if kind == 0 else 0
    model: Piece = state.pieces[seat]
    emit(tape, Event.SURVIVAL, seat, total, model.holder, blanks, 0)
    if blanks < MISS_BLANKS and total >= model.holder:
        set_status(state, tape, seat, Status.CAGED, -model.status[Status.CAGED])
    return DONE


@rule
def friends_beside(state: State, book: Book, seat: int) -> int:
    """Count the heroes and allies beside a seat's hero."""
    count = 0
    for other in range(SEATS):
        if other != seat and on_board(state, other) and on_board(state, seat):
            count += 1 if gap(state, book, seat, other) == 1 else 0
    return count


@rule
def release(state: State, book: Book, tape: Tape, seat: int, hex: int) -> None:
    """A consumed hero comes back on the open hex nearest to what held it; its available animus is lost to the reserve."""
    mine: Seat = state.seats[seat]
    mine.reserve += mine.available
    mine.available = 0
    set_status(state, tape, seat, Status.CONSUMED, -state.pieces[seat].status[Status.CONSUMED])
    there = nearest_open(state, book, hex)
    if there >= 0:
        put(state, book, seat, there)
        emit(tape, Event.PLACED, seat, there, 0, 0, 0)


@rule
def holds_any(state: State, seat: int) -> bool:
    """Tell whether a location holds a seat's hero."""
    return state.pieces[seat].status[Status.CONSUMED] > 0 and state.pieces[seat].holder < LOCATIONS
