"""How heroes move: a destination at its cheapest cost, teleports, picking up what was thrown (Encounter rules p. 9)."""

from ..core.compiler import rule
from ..core.hexes import HEXES, MASK_BITS, MASK_WORDS, NOWHERE, Hexes, distance, neighbour, only, toward, without
from ..core.tape import Tape, emit
from .board import face, is_enemy, is_open, near_obstacle, on_board, put
from .conditions import amount_of
from .enemy_moves import farthest_minion, move_enemy, needs_direction
from .house_rules import Fire
from .locations import first_of
from .losses import scorch
from .reach import WAYS, cost_of, fill_exact, flood, flooded, mark_waded, wade, water, way_back
from .seats import pay_animus
from .stack import DONE, NEEDS_CHANCE, answered, ask, offer, offer_if, pop, push, top
from .state import STEP, Book, Piece, State
from .terms import BOSS, HERO, ITEMS, PIECES, SEATS, Act, Decision, Event, Flag, Form, Op, Status, Tile, To, When
from .whom import chosen_pieces, seat_of

PAID = 1
"""The walker pays animus by the hex."""
EXACTLY = 2
"""Exactly the budget, no less."""
GOING_ON = 4
"""It has gone some of its way."""
WAY = 3
"""Row of the scratch: the hexes of a way, the last one first."""


@rule
def may_move(state: State, piece: int) -> bool:
    """Tell whether a piece may move by itself: on the board, not crippled, not held (p. 28-30)."""
    model: Piece = state.pieces[piece]
    return model.hex >= 0 and model.status[Status.CRIPPLED] == 0 and model.status[Status.CAGED] == 0


@STEP.member
def hero_move_step(state: State, book: Book, tape: Tape) -> int:
    """Ask for a destination and go there; a = piece, b = budget in movement, c = PAID, EXACTLY and GOING_ON as bits.

    Where something on the board acts on whoever enters, a hero may go on from there, and so choose its way.
    """
    frame = top(state)
    piece = frame.a
    marks = frame.c
    answer = answered(state)
    if answer < 0:
        if not may_move(state, piece) or frame.b <= 0 or offer_ends(state, book, tape, piece, frame.b, marks) == 0:
            pop(state)
            return DONE
        if marks & GOING_ON or not marks & (EXACTLY | PAID):
            offer(state, Act.PASS)
        ask(state, Decision.WAYPOINT if marks & GOING_ON else Decision.MOVE_TO, max(seat_of(state, piece), 0))
        return DONE
    budget = frame.b
    pop(state)
    if answer != Act.PASS:
        cost = walk(state, book, tape, piece, answer, budget, marks)
        if budget > cost and acts_on_entering(state, book, piece):
            push(state, Op.HERO_MOVE, piece, budget - cost, marks | GOING_ON)
    return DONE


@rule
def offer_ends(state: State, book: Book, tape: Tape, piece: int, budget: int, marks: int) -> int:
    """Offer the hexes where a move may end; gives how many."""
    start = state.pieces[piece].hex
    exactly = marks & EXACTLY != 0
    if exactly:
        fill_exact(state, book, tape, start, budget)
        for hex in range(HEXES):
            offer_if(state, (tape.scratch[WAYS][hex] >> budget) & 1 == 1 and hex != start, Act.HEX + hex)
    else:
        flood(state, tape, only(start), NOWHERE, water(state), budget)
        offer_hexes(state, without(flooded(tape), only(start)))
    return state.n_legal


@rule
def offer_hexes(state: State, hexes: Hexes) -> None:
    """Offer every hex of a set."""
    for word in range(MASK_WORDS):
        left = hexes[word]
        hex = MASK_BITS * word
        while left:
            offer_if(state, left & 1 == 1, Act.HEX + hex)
            left >>= 1
            hex += 1


@rule
def acts_on_entering(state: State, book: Book, piece: int) -> bool:
    """Tell whether anything on the board acts on a piece that enters: fire by house rule, what it has thrown."""
    if book.house.fire == Fire.ON_ENTER:
        for hex in range(HEXES):
            if state.tile[hex] == Tile.FIRE:
                return True
    if piece < SEATS:
        for item in range(ITEMS):
            if state.seats[piece].thrown[item] >= 0:
                return True
    return False


@rule
def walk(state: State, book: Book, tape: Tape, piece: int, goal: int, budget: int, marks: int) -> int:
    """Go the cheapest way to a hex, or one of exactly the budget; what acts on entering acts. Gives its cost."""
    way = tape.scratch[WAY]
    start = state.pieces[piece].hex
    exactly = marks & EXACTLY != 0
    if exactly:
        fill_exact(state, book, tape, start, budget)
    else:
        flood(state, tape, only(start), NOWHERE, water(state), budget)
    cost = budget if exactly else cost_of(tape, goal)
    if marks & PAID:
        pay_animus(state, tape, piece, cost)
    left = cost
    hexes = 0
    hex = goal
    while left > 0:
        way[hexes] = hex
        hexes += 1
        fee = wade(state, hex)
        hex = before(book, tape, hex, left - fee, exactly)
        left -= fee
    for step in range(hexes):
        if state.pieces[piece].hex >= 0:
            enter(state, book, tape, piece, way[hexes - 1 - step], hexes - 1 - step)
    if state.n_plays > 0:
        state.plays[state.n_plays - 1].moved += hexes
    return cost


@rule
def before(book: Book, tape: Tape, hex: int, need: int, exactly: bool) -> int:
    """Give the hex before this one on a way, which has taken `need` there, North then West."""
    if not exactly:
        return way_back(book, tape, hex, need)
    best = -1
    for direction in range(6):
        beside = neighbour(book.geo, hex, direction)
        if beside < 0 or (best >= 0 and beside > best):
            continue
        if (tape.scratch[WAYS][beside] >> need) & 1 == 1:
            best = beside
    return best


@rule
def enter(state: State, book: Book, tape: Tape, piece: int, hex: int, left: int) -> None:
    """Step onto a hex: pick up what lies there, and burn where the house lets fire act on entering."""
    start = state.pieces[piece].hex
    put(state, book, piece, hex)
    mark_waded(state, hex)
    emit(tape, Event.STEP, piece, start, hex, left, 0)
    face(state, tape, piece, toward(book.geo, start, hex))
    if piece < SEATS:
        state.seats[piece].hexes += 1
        pick_up(state, tape, piece, hex)
    scorch(state, book, tape, piece)


@rule
def pick_up(state: State, tape: Tape, seat: int, hex: int) -> None:
    """Take back thrown items from the hex entered, whether the hero walks there or is thrown there (p. 31)."""
    mine = state.seats[seat]
    if mine.form == Form.ALLY:
        return
    for item in range(ITEMS):
        if mine.thrown[item] == hex:
            mine.thrown[item] = -1
            emit(tape, Event.THROWN, seat, item, -1, 0, 0)


@STEP.member
def move_step(state: State, book: Book, tape: Tape) -> int:
    """Move by an effect, hero or enemy; a = row, b = actor, c = program."""
    frame = top(state)
    step = book.steps[frame.a]
    play = state.plays[frame.c]
    actor = frame.b
    amount = amount_of(state, book, play, actor, step)
    if is_enemy(state, actor):
        if needs_direction(state, tape, step.to):
            return NEEDS_CHANCE
        pop(state)
        goal = state.pieces[actor].target
        if step.to == To.FARTHEST_MINION:
            goal = farthest_minion(state, book, actor, step.kind)
            play.chosen = goal
        start = state.pieces[actor].hex
        move_enemy(state, book, tape, actor, amount, step.to, goal)
        if on_board(state, actor) and state.pieces[actor].hex != start:
            push(state, Op.WINDOW, When.ENEMY_MOVED, 1 << (actor - BOSS), -1)
        return DONE
    pop(state)
    bits = chosen_pieces(state, book, play, actor, step)
    exactly = EXACTLY if step.flags & Flag.EXACTLY else 0
    for piece in range(PIECES):
        if (bits >> piece) & 1:
            push(state, Op.HERO_MOVE, piece, amount, exactly)
    return DONE


@STEP.member
def teleport_step(state: State, book: Book, tape: Tape) -> int:
    """Put a piece on an empty hex within a distance; a = row, b = actor, c = program."""
    frame = top(state)
    step = book.steps[frame.a]
    play = state.plays[frame.c]
    piece = first_of(chosen_pieces(state, book, play, frame.b, step))
    answer = answered(state)
    if answer < 0:
        if piece < 0 or not may_move(state, piece):
            pop(state)
            return DONE
        home = state.pieces[piece].hex
        for hex in range(HEXES):
            near = step.amount == 0 or distance(book.geo, home, hex) <= step.amount
            beside = not step.flags & Flag.BESIDE_OBSTACLE or near_obstacle(state, book, hex)
            offer_if(state, near and beside and is_open(state, hex), Act.HEX + hex)
        if state.n_legal == 0:
            pop(state)
            return DONE
        offer(state, Act.PASS)
        ask(state, Decision.LANDING, max(seat_of(state, frame.b), 0))
        return DONE
    pop(state)
    if answer != Act.PASS:
        put(state, book, piece, answer)
        emit(tape, Event.PLACED, piece, answer, state.pieces[piece].facing, 0, 0)
        play.moved += 1
        if piece < HERO + SEATS:
            pick_up(state, tape, piece, answer)
        scorch(state, book, tape, piece)
    return DONE
