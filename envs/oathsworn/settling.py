"""Models that something large lands on, or that are pushed: where they go (Encounter rules p. 20, 31)."""

from ..core.compiler import rule
from ..core.hexes import HEXES, away, distance, neighbour
from ..core.tape import Tape, emit
from .board import FAR, body_hex, is_open, lift, put
from .losses import scorch
from .state import Book, Piece, State
from .terms import BODY, PIECES, Event

PUSHED = 5
"""Row of the scratch: where pushed models stood."""


@rule
def settle_large(state: State, book: Book, tape: Tape, enemy: int) -> None:
    """Put a large model down where it is and push what stands there, North then West."""
    model: Piece = state.pieces[enemy]
    centre = model.hex
    pushed = 0
    for part in range(BODY):
        hex = body_hex(book, centre, 0, part)
        if hex >= 0 and state.occupant[hex] and state.occupant[hex] != enemy + 1:
            pushed |= 1 << (state.occupant[hex] - 1)
    homes = 0
    for piece in range(PIECES):
        if (pushed >> piece) & 1:
            tape.scratch[PUSHED][piece] = state.pieces[piece].hex
            lift(state, book, piece)
            homes += 1
    model.hex = -1
    put(state, book, enemy, centre)
    for _ in range(homes):
        piece = northernmost(tape, pushed)
        pushed &= ~(1 << piece)
        put_aside(state, book, tape, piece, tape.scratch[PUSHED][piece], centre)


@rule
def northernmost(tape: Tape, pieces: int) -> int:
    """Give the piece whose old hex, kept in the scratch, comes first North then West."""
    best = -1
    for piece in range(PIECES):
        if (pieces >> piece) & 1 and (best < 0 or tape.scratch[PUSHED][piece] < tape.scratch[PUSHED][best]):
            best = piece
    return best


@rule
def put_aside(state: State, book: Book, tape: Tape, piece: int, home: int, centre: int) -> None:
    """Put a pushed model on the closest free hex, nearest to straight away from the centre, North then West (p. 31)."""
    wanted = home
    if home != centre:
        beyond = neighbour(book.geo, home, away(book.geo, centre, home))
        wanted = beyond if beyond >= 0 else home
    large = state.pieces[piece].large
    best = -1
    least = FAR * FAR
    for hex in range(HEXES):
        if room_for(state, book, large, hex):
            score = distance(book.geo, home, hex) * FAR + distance(book.geo, wanted, hex)
            if score < least:
                best = hex
                least = score
    if best < 0:
        return
    put(state, book, piece, best)
    emit(tape, Event.PLACED, piece, best, state.pieces[piece].facing, 0, 0)
    scorch(state, book, tape, piece)


@rule
def room_for(state: State, book: Book, large: int, hex: int) -> bool:
    """Tell whether a model has room with its centre at a hex."""
    if not is_open(state, hex):
        return False
    if large:
        for part in range(BODY):
            if not is_open(state, body_hex(book, hex, 0, part)):
                return False
    return True
