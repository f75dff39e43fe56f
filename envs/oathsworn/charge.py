"""An enemy's charge: straight on through models, then it strikes all it went through (Encounter rules p. 30)."""

from ..core.compiler import rule
from ..core.hexes import NORTH_THEN_WEST, neighbour, toward
from ..core.tape import Tape, emit
from .board import body_hex, destroy_under, fits, is_open, lift, nearest_open, put
from .enemy_moves import arrive, pass_over
from .house_rules import Fire
from .losses import burn
from .state import Book, Piece, State
from .terms import BODY, Event, Tile


@rule
def next_centre(state: State, book: Book, enemy: int, hex: int, way: int) -> int:
    """Give the next hex of a charge; -1 at the edge, and for a model of one hex before an obstacle."""
    beside = neighbour(book.geo, hex, way)
    if beside < 0 or not fits(book, state.pieces[enemy].large, beside):
        return -1
    if not state.pieces[enemy].large and state.terrain[beside]:
        return -1
    return beside


@rule
def swept(state: State, book: Book, enemy: int, way: int, length: int) -> int:
    """Give the pieces a charge goes through, as bits."""
    model: Piece = state.pieces[enemy]
    bits = 0
    hex = model.hex
    for _ in range(length):
        hex = next_centre(state, book, enemy, hex, way)
        if hex < 0:
            return bits
        for part in range(BODY if model.large else 1):
            other = state.occupant[body_hex(book, hex, 0, part)] - 1
            if other >= 0 and other != enemy:
                bits |= 1 << other
    return bits


@rule
def charge_way(state: State, book: Book, enemy: int, target: int, length: int) -> int:
    """Give the direction of a charge through a target: straight at it, else North then West; -1 none."""
    straight = toward(book.geo, state.pieces[enemy].hex, state.pieces[target].hex)
    best = -1
    for way in range(6):
        if (swept(state, book, enemy, way, length) >> target) & 1:
            if way == straight:
                return way
            if best < 0 or NORTH_THEN_WEST[way] < NORTH_THEN_WEST[best]:
                best = way
    return best


@rule
def charge(state: State, book: Book, tape: Tape, enemy: int, way: int, length: int) -> None:
    """Carry a charge out: obstacles break under a large model; it lands on the closest empty hex, or pushes."""
    model: Piece = state.pieces[enemy]
    for _ in range(length):
        beside = next_centre(state, book, enemy, model.hex, way)
        if beside < 0:
            break
        if model.large:
            pass_over(state, book, tape, enemy, beside)
            destroy_under(state, book, tape, beside)
        else:
            rush(state, book, tape, enemy, beside)
    if model.large:
        arrive(state, book, tape, enemy)
    elif state.occupant[model.hex] != enemy + 1:
        land(state, book, tape, enemy)


@rule
def rush(state: State, book: Book, tape: Tape, enemy: int, hex: int) -> None:
    """Run one hex on, through whoever stands there."""
    model: Piece = state.pieces[enemy]
    start = model.hex
    if state.occupant[start] == enemy + 1:
        lift(state, book, enemy)
    model.hex = hex
    emit(tape, Event.STEP, enemy, start, hex, 0, 0)
    if state.tile[hex] == Tile.FIRE and book.house.fire != Fire.END_OF_ROUND:
        burn(state, book, tape, enemy, hex)


@rule
def land(state: State, book: Book, tape: Tape, enemy: int) -> None:
    """Come to rest where a charge ends, or on the closest empty hex, North then West."""
    goal = state.pieces[enemy].hex
    hex = goal if is_open(state, goal) else nearest_open(state, book, goal)
    state.pieces[enemy].hex = -1
    put(state, book, enemy, hex)
    if hex != goal:
        emit(tape, Event.STEP, enemy, goal, hex, 0, 0)
