"""HP lost outside attacks - by collisions, fire, effects - and which die of a boss it comes from (p. 15, 20, 31)."""

from ..core.compiler import rule
from ..core.tape import Tape, emit
from .house_rules import Fire, Ties
from .locations import boss_of, count_of, first_of, struck
from .pieces import hurt_location, lose_hp
from .stack import DONE, answered, ask, offer_if, pop, push, top
from .state import STEP, Book, State
from .terms import LOCATIONS, SEATS, Act, Decision, Event, Op, Tile


@rule
def lose_any(state: State, book: Book, tape: Tape, piece: int, amount: int, hex: int, by: int) -> None:
    """Take HP; a boss loses it from the die closest to a hex, and among equals whoever did it chooses (p. 15).

    Args:
        state: The encounter.
        book: Its scenario.
        tape: Where it is told.
        piece: Who loses HP.
        amount: How much.
        hex: Where it comes from.
        by: The piece that did it, -1 none.
    """
    boss = boss_of(piece)
    if boss < 0:
        lose_hp(state, book, tape, piece, amount, by)
        return
    if amount <= 0:
        return
    bits = struck(state, book, boss, hex)
    if count_of(bits) > 1 and book.house.ties == Ties.PLAYERS and seat_behind(state, by) >= 0:
        push(state, Op.LOCATE, hex, amount, by)
        top(state).d = boss
    elif bits:
        hurt_location(state, book, tape, first_of(bits), amount, by)


@rule
def seat_behind(state: State, piece: int) -> int:
    """Give the seat whose piece this is, or whose friend; -1 for enemies and for nobody."""
    if piece < 0:
        return -1
    return piece if piece < SEATS else state.pieces[piece].owner


@STEP.member
def locate_step(state: State, book: Book, tape: Tape) -> int:
    """Let a seat choose which of a boss's closest dice loses HP; a = hex, b = HP, c = who did it, d = boss."""
    frame = top(state)
    answer = answered(state)
    bits = struck(state, book, frame.d, frame.a)
    if bits == 0:
        pop(state)
        return DONE
    if answer < 0:
        for location in range(LOCATIONS):
            offer_if(state, (bits >> location) & 1 == 1, Act.NUMBER + location)
        ask(state, Decision.LOCATION, seat_behind(state, frame.c))
        return DONE
    amount = frame.b
    by = frame.c
    pop(state)
    hurt_location(state, book, tape, answer - Act.NUMBER, amount, by)
    return DONE


@rule
def burn(state: State, book: Book, tape: Tape, piece: int, hex: int) -> None:
    """A fire goes out and costs 1 HP; a boss loses it from the die nearest to the fire (p. 9, 20)."""
    state.tile[hex] = Tile.NONE
    emit(tape, Event.TILE, hex, Tile.NONE, 0, 0, 0)
    lose_any(state, book, tape, piece, 1, hex, -1)


@rule
def scorch(state: State, book: Book, tape: Tape, piece: int) -> None:
    """Where fire acts on entering, burn who was moved into it or placed there (house rule `fire`)."""
    hex = state.pieces[piece].hex
    if book.house.fire == Fire.ON_ENTER and hex >= 0 and state.tile[hex] == Tile.FIRE:
        burn(state, book, tape, piece, hex)
