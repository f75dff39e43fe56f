"""The planes of the board in an observation: terrain, tiles, models, what a walk costs, what is threatened."""

from ..core.compiler import F4, rule
from ..core.hexes import HEXES, neighbour
from .board import FAR, body_hex, on_board
from .hero_moves import may_move
from .layout import LAYOUT, Plane
from .reach import wade
from .stack import top
from .state import Book, Piece, State
from .terms import BODY, BOSS, BOSSES, FRIEND, MINION, PIECES, SEATS, Act, Decision, Form, Tile

WIDTH = LAYOUT.width

AT_HEXES = LAYOUT.start("hexes")
AT_TERRAIN = AT_HEXES + Plane.TERRAIN
AT_TILE = AT_HEXES + Plane.TILE
AT_OCCUPANT = AT_HEXES + Plane.OCCUPANT
AT_COST = AT_HEXES + Plane.COST
AT_THREAT = AT_HEXES + Plane.THREAT

QUEUE = AT_HEXES + Plane.width()
"""Where a flood fill keeps its queue: in the blocks behind the planes, which are written later."""
QUEUE_SIZE = 2 * HEXES
LONGEST = 20
"""Movement that counts as 1."""

TILE_VALUE = (0.0, 1.0, 0.5)
FRIEND_VALUE = 0.4
MINION_VALUE = -0.4
WHOLE, BROKEN, SECOND = -1.0, -0.7, 0.1


@rule
def put_planes(state: State, book: Book, seat: int, out: F4) -> None:
    """Write the five planes; what lies behind them is zero when this returns."""
    for k in range(AT_OCCUPANT, WIDTH):
        out[k] = 0.0
    for hex in range(HEXES):
        out[AT_TERRAIN + hex] = 1.0 if state.terrain[hex] else 0.0
    for hex in range(HEXES):
        tile = state.tile[hex]
        out[AT_TILE + hex] = 1.0 if tile == Tile.FIRE else 0.5 if tile == Tile.WATER else 0.0
    for piece in range(PIECES):
        if on_board(state, piece):
            put_model(state, book, seat, piece, out)
    if state.seat == seat:
        put_costs(state, book, seat, out)
    if state.face_up >= 0 and book.features.threat[state.face_up] >= 0:
        for boss in range(BOSSES):
            if on_board(state, BOSS + boss):
                put_threat(state, book, BOSS + boss, book.features.threat[state.face_up], out)


@rule
def put_model(state: State, book: Book, seat: int, piece: int, out: F4) -> None:
    """Write a model into the hexes under its base."""
    model: Piece = state.pieces[piece]
    for part in range(BODY if model.large else 1):
        hex = body_hex(book, model.hex, model.facing, part)
        if hex < 0:
            continue
        if piece < BOSS:
            out[AT_OCCUPANT + hex] = 1.0 - 0.1 * ((piece - seat) % SEATS)
        elif piece >= FRIEND:
            out[AT_OCCUPANT + hex] = FRIEND_VALUE
        elif piece >= MINION:
            out[AT_OCCUPANT + hex] = MINION_VALUE
        else:
            location = book.features.part[piece - BOSS, part]
            whole = model.large == 0 or location < 0 or state.dice[location] > 0
            out[AT_OCCUPANT + hex] = (WHOLE if whole else BROKEN) + SECOND * (piece - BOSS)


@rule
def put_threat(state: State, book: Book, boss: int, reach: int, out: F4) -> None:
    """Mark the hexes that a boss's attacks could reach, whatever bars its way."""
    model: Piece = state.pieces[boss]
    most = reach + 1 if model.large else reach
    start = model.hex
    for hex in range(HEXES):
        if book.geo.distance[start, hex] <= most:
            out[AT_THREAT + hex] = 1.0


@rule
def put_costs(state: State, book: Book, seat: int, out: F4) -> None:
    """Write what it costs to walk, or which hexes a decision offers."""
    if state.decision == Decision.TURN:
        mine = state.seats[seat]
        if mine.moved == 0 and mine.available > 0 and may_move(state, seat):
            put_walks(state, book, state.pieces[seat].hex, move_of(state, book, seat), out)
    elif state.decision == Decision.MOVE_TO:
        frame = top(state)
        put_walks(state, book, state.pieces[frame.a].hex, frame.b, out)
    elif state.legal[0] < Act.PASS:
        for k in range(state.n_legal):
            if state.legal[k] < Act.PASS:
                out[AT_COST + state.legal[k]] = 1.0


@rule
def move_of(state: State, book: Book, seat: int) -> int:
    """Give how far a seat's move action takes it: as its animus, or what a companion or ally has."""
    mine = state.seats[seat]
    if mine.form == Form.FULL:
        return mine.available
    return book.allies[mine.ally].move if mine.form == Form.ALLY else book.kits[seat].move


@rule
def put_walks(state: State, book: Book, start: int, budget: int, out: F4) -> None:
    """Fill the plane with the cheapest cost of every open hex within a budget; the queue lies behind the planes."""
    for hex in range(HEXES):
        out[AT_COST + hex] = FAR if state.terrain[hex] == 0 and state.occupant[hex] == 0 else 0.0
    out[AT_COST + start] = 0.0
    out[QUEUE] = start
    first = 0
    last = 1
    while first < last:
        hex = int(out[QUEUE + first])
        first += 1
        so_far = int(out[AT_COST + hex])
        if so_far >= budget:
            continue
        for direction in range(6):
            beside = neighbour(book.geo, hex, direction)
            if beside < 0 or out[AT_COST + beside] <= so_far + 1:
                continue
            total = so_far + wade(state, beside)
            if total <= budget and total < out[AT_COST + beside] and last < QUEUE_SIZE:
                out[AT_COST + beside] = total
                out[QUEUE + last] = beside
                last += 1
    for hex in range(HEXES):
        cost = out[AT_COST + hex]
        out[AT_COST + hex] = min(cost / LONGEST, 1.0) if cost < FAR else 0.0
    for k in range(QUEUE, QUEUE + last):
        out[k] = 0.0
