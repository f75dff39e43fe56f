"""The board in play: where models stand, what blocks, who sees whom (Encounter rules p. 9-12)."""

from ..core.compiler import rule
from ..core.hexes import BOARD, HEXES, Hexes, distance, neighbour, without
from ..core.tape import Tape, emit
from .state import Book, Piece, State
from .terms import BODY, FRIEND, OBSTACLES, PIECES, Event, Form7, Kind, Tile

WORD = 63
FAR = 99
"""More than any distance on the board."""


@rule
def body_hex(book: Book, centre: int, facing: int, part: int) -> int:
    """Give a hex of a large model: its centre, or one of the six around it, clockwise from its front; -1 = none."""
    if part == Form7.CENTRE:
        return centre
    return neighbour(book.geo, centre, (facing + part - 1) % 6)


@rule
def fits(book: Book, large: int, hex: int) -> bool:
    """Tell whether a model's base lies on the board with its centre at `hex`."""
    if hex < 0:
        return False
    if large:
        for direction in range(6):
            if neighbour(book.geo, hex, direction) < 0:
                return False
    return True


@rule
def occupy(state: State, book: Book, piece: int, mark: int) -> None:
    """Write `mark` into the hexes under a model's base; what holds no hex leaves no mark."""
    model = state.pieces[piece]
    if model.light:
        return
    hold(state, model.hex, mark)
    if model.large:
        for direction in range(6):
            around = neighbour(book.geo, model.hex, direction)
            if around >= 0:
                hold(state, around, mark)


@rule
def hold(state: State, hex: int, mark: int) -> None:
    """Write a model (number + 1) into a hex, or take it out with 0."""
    bit = 1 << (hex % WORD)
    word = hex // WORD
    state.occupant[hex] = mark
    if mark:
        state.bodies[word] |= bit
    else:
        state.bodies[word] &= ~bit


@rule
def lift(state: State, book: Book, piece: int) -> None:
    """Take a model off the board."""
    if state.pieces[piece].hex >= 0:
        occupy(state, book, piece, 0)
        state.pieces[piece].last = state.pieces[piece].hex
        state.pieces[piece].hex = -1
        state.lights -= state.pieces[piece].light


@rule
def put(state: State, book: Book, piece: int, hex: int) -> None:
    """Put a model down; its hexes are free, but for what holds no hex and goes (rules section 12)."""
    lift(state, book, piece)
    state.pieces[piece].hex = hex
    occupy(state, book, piece, piece + 1)
    if state.pieces[piece].light:
        state.lights += 1
    elif state.lights > 0:
        tread(state, book, piece)


@rule
def tread(state: State, book: Book, piece: int) -> None:
    """Walk over friends that hold no hex: they are off the board, and removed before anything else happens."""
    base = 1 if state.pieces[piece].large else 0
    for friend in range(FRIEND, PIECES):
        model: Piece = state.pieces[friend]
        if model.light and on_board(state, friend) and distance(book.geo, state.pieces[piece].hex, model.hex) <= base:
            lift(state, book, friend)
            state.trodden |= 1 << (friend - FRIEND)


@rule
def on_board(state: State, piece: int) -> bool:
    """Tell whether a model stands on the board."""
    return state.pieces[piece].kind != Kind.NONE and state.pieces[piece].hex >= 0


@rule
def is_open(state: State, hex: int) -> bool:
    """Tell whether a hex holds neither obstacle nor model."""
    return hex >= 0 and state.terrain[hex] == 0 and state.occupant[hex] == 0


@rule
def open_hexes(state: State) -> Hexes:
    """Give the hexes that hold neither obstacle nor model."""
    closed = (
        state.blocks[0] | state.bodies[0],
        state.blocks[1] | state.bodies[1],
        state.blocks[2] | state.bodies[2],
    )
    return without(BOARD, closed)


@rule
def span(state: State, book: Book, piece: int, hex: int) -> int:
    """Count the hexes from the nearest hex of a model to `hex`; 0 = it stands there, FAR = off the board (p. 12)."""
    model = state.pieces[piece]
    if model.hex < 0 or hex < 0:
        return FAR
    away = distance(book.geo, model.hex, hex)
    return max(away - 1, 0) if model.large else away


@rule
def gap(state: State, book: Book, one: int, other: int) -> int:
    """Count the hexes between the nearest hexes of two models; 1 = adjacent."""
    away = span(state, book, one, state.pieces[other].hex)
    return max(away - 1, 0) if state.pieces[other].large else away


@rule
def sees(state: State, book: Book, a: int, b: int) -> bool:
    """Tell whether no obstacle touches the line between two hexes (p. 12)."""
    row = a * HEXES + b
    for word in range(3):
        if book.geo.sight[row, word] & state.blocks[word]:
            return False
    return True


@rule
def eye(state: State, book: Book, piece: int) -> int:
    """Give the hex a model looks from: a large one's front (p. 12)."""
    model: Piece = state.pieces[piece]
    return body_hex(book, model.hex, model.facing, Form7.FRONT) if model.large else model.hex


@rule
def sees_piece(state: State, book: Book, looker: int, piece: int) -> bool:
    """Tell whether a model sees any hex of another."""
    start = eye(state, book, looker)
    seen: Piece = state.pieces[piece]
    for part in range(BODY if seen.large else 1):
        hex = body_hex(book, seen.hex, seen.facing, part)
        if hex >= 0 and sees(state, book, start, hex):
            return True
    return False


@rule
def block(state: State, hex: int, obstacle: int) -> None:
    """Put a hex of an obstacle (number + 1) on the board, or take it away with 0."""
    bit = 1 << (hex % WORD)
    word = hex // WORD
    state.terrain[hex] = obstacle
    if obstacle:
        state.blocks[word] |= bit
    else:
        state.blocks[word] &= ~bit


@rule
def destroy(state: State, tape: Tape, obstacle: int) -> None:
    """Remove a whole obstacle (p. 20)."""
    for hex in range(HEXES):
        if state.terrain[hex] == obstacle + 1:
            block(state, hex, 0)
    emit(tape, Event.DESTROYED, obstacle, 0, 0, 0, 0)


@rule
def destroy_under(state: State, book: Book, tape: Tape, centre: int) -> None:
    """Destroy the obstacles under a large base."""
    for part in range(BODY):
        hex = body_hex(book, centre, 0, part)
        if hex >= 0 and state.terrain[hex]:
            destroy(state, tape, state.terrain[hex] - 1)


@rule
def nearest_open(state: State, book: Book, hex: int) -> int:
    """Give the open hex closest to `hex`, North then West."""
    best = -1
    reach = FAR
    for other in range(HEXES):
        if is_open(state, other) and distance(book.geo, hex, other) < reach:
            best = other
            reach = distance(book.geo, hex, other)
    return best


@rule
def near_obstacle(state: State, book: Book, hex: int) -> bool:
    """Tell whether a hex is next to an obstacle."""
    for direction in range(6):
        around = neighbour(book.geo, hex, direction)
        if around >= 0 and state.terrain[around]:
            return True
    return False


@rule
def on_edge(book: Book, hex: int) -> bool:
    """Tell whether a hex lies at the board's edge."""
    for direction in range(6):
        if neighbour(book.geo, hex, direction) < 0:
            return True
    return False


@rule
def set_tile(state: State, tape: Tape, hex: int, tile: int) -> None:
    """Lay a tile; a new one replaces what lay there (p. 9)."""
    state.tile[hex] = tile
    emit(tape, Event.TILE, hex, tile, 0, 0, 0)


@rule
def on_fire(state: State, book: Book, piece: int) -> int:
    """Give a burning hex under a model, the northernmost first; -1 none."""
    found = -1
    model: Piece = state.pieces[piece]
    for part in range(BODY if model.large else 1):
        hex = body_hex(book, model.hex, model.facing, part)
        if hex >= 0 and state.tile[hex] == Tile.FIRE and (found < 0 or hex < found):
            found = hex
    return found


@rule
def set_up_obstacles(state: State, book: Book) -> None:
    """Put the scenario's obstacles on the board."""
    for obstacle in range(OBSTACLES):
        for part in range(BODY):
            hex = book.obstacle_hexes[obstacle, part]
            if hex >= 0:
                block(state, hex, obstacle + 1)


@rule
def mark_models(state: State, book: Book) -> None:
    """Write every model that stands on the board into its hexes."""
    for piece in range(PIECES):
        if on_board(state, piece):
            occupy(state, book, piece, piece + 1)


@rule
def face(state: State, tape: Tape, piece: int, facing: int) -> None:
    """Turn a model."""
    if state.pieces[piece].facing != facing:
        state.pieces[piece].facing = facing
        emit(tape, Event.FACED, piece, facing, 0, 0, 0)


@rule
def is_hero(state: State, piece: int) -> bool:
    """Tell whether a piece is a hero, companion or ally on the board."""
    return piece >= 0 and piece < 4 and on_board(state, piece)


@rule
def is_oathsworn(state: State, piece: int) -> bool:
    """Tell whether a piece is a hero or companion on the board (p. 8)."""
    return is_hero(state, piece) and state.pieces[piece].kind != Kind.ALLY


@rule
def is_enemy(state: State, piece: int) -> bool:
    """Tell whether a piece is a boss or minion on the board."""
    kind = state.pieces[piece].kind
    return on_board(state, piece) and (kind == Kind.BOSS or kind == Kind.MINION)


@rule
def is_friendly(state: State, piece: int) -> bool:
    """Tell whether a piece on the board is on the heroes' side."""
    return on_board(state, piece) and not is_enemy(state, piece)
