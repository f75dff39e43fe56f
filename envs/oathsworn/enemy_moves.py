"""How enemies move (Encounter rules p. 20-21): shortest paths, directions, bouncing, large models, what they push."""

from ..core.chance import available, draw
from ..core.compiler import rule
from ..core.hexes import HEXES, NOWHERE, away, bounce, distance, neighbour, only, opposite, toward
from ..core.tape import Tape, emit
from .board import FAR, body_hex, destroy_under, face, fits, gap, is_open, lift, on_board, on_edge, put, sees_piece
from .house_rules import BounceCorner, Fire, WaterLastPoint
from .losses import burn
from .reach import aim_at, flood, large_step, mark_waded, reached, steps_from, wade, way_back
from .settling import settle_large
from .state import Book, Piece, State
from .targeting import is_minion
from .terms import BODY, BOSS, FRIEND, MINION, Event, Stream, Tile, To

TURNS = 12
"""Most bounces of one move; a board has no longer zigzag than this in any card."""


@rule
def move_enemy(state: State, book: Book, tape: Tape, enemy: int, amount: int, to: int, goal: int) -> None:
    """Move an enemy as a step says, to or away from a piece or in a direction; the direction die's chance is there."""
    model: Piece = state.pieces[enemy]
    if not on_board(state, enemy) or amount <= 0:
        return
    known = goal >= 0 and on_board(state, goal)
    if to == To.TARGET or to == To.FARTHEST_MINION:
        if known:
            walk_to(state, book, tape, enemy, goal, amount, 1)
    elif to == To.EDGE:
        walk_to_edge(state, book, tape, enemy, amount)
    elif to == To.AWAY:
        if known:
            direction = away(book.geo, state.pieces[goal].hex, model.hex)
            face(state, tape, enemy, direction)
            go_straight(state, book, tape, enemy, direction, amount)
    else:
        go_straight(state, book, tape, enemy, direction_of(state, tape, enemy, to), amount)
    if model.large:
        arrive(state, book, tape, enemy)


@rule
def needs_direction(state: State, tape: Tape, to: int) -> bool:
    """Tell whether the direction die is due and its chance is not there yet."""
    return to == To.RANDOM and not available(state.chance, tape, Stream.DIRECTION, 1, 6)


@rule
def direction_of(state: State, tape: Tape, enemy: int, to: int) -> int:
    """Give the direction a step names: fixed, relative to the facing, or by the direction die."""
    if to == To.RANDOM:
        direction = draw(state.chance, tape, Stream.DIRECTION, 6) - 1
        emit(tape, Event.DIRECTION, direction, 0, 0, 0, 0)
        return direction
    if to >= To.RELATIVE:
        return (state.pieces[enemy].facing + to - To.RELATIVE) % 6
    return to - To.FIXED


@rule
def walk_to(state: State, book: Book, tape: Tape, enemy: int, target: int, amount: int, reach: int) -> None:
    """Walk the shortest way to stand beside a target, or until it is in reach, then face it (p. 20)."""
    model: Piece = state.pieces[enemy]
    last = -1
    if model.large:
        last = stride(state, book, tape, enemy, state.pieces[target].hex, 2, amount)
    elif gap(state, book, enemy, target) > 1:
        steps = aim_at(state, book, tape, model.hex, state.pieces[target].hex)
        last = follow(state, book, tape, enemy, steps, amount, target, reach)
    if on_board(state, enemy):
        turn_at_end(state, book, tape, enemy, target, last)


@rule
def stride(state: State, book: Book, tape: Tape, enemy: int, goal: int, near: int, amount: int) -> int:
    """Move a large model's centre to within `near` hexes of a goal; gives the direction of the last step, -1 none."""
    model: Piece = state.pieces[enemy]
    budget = amount
    last = -1
    while budget > 0 and distance(book.geo, model.hex, goal) > near:
        beside = large_step(book, model.hex, goal)
        if beside < 0:
            break
        fee = large_fee(state, book, model.hex, beside)
        if fee > budget and book.house.water_last_point == WaterLastPoint.STOP_BEFORE:
            break
        budget = max(budget - fee, 0)
        last = toward(book.geo, model.hex, beside)
        pass_over(state, book, tape, enemy, beside)
    return last


@rule
def large_fee(state: State, book: Book, start: int, centre: int) -> int:
    """Give the movement of one step of a large model: one more for each water hex its base newly enters (p. 9)."""
    fee = 1
    for part in range(BODY):
        hex = body_hex(book, centre, 0, part)
        if hex >= 0 and distance(book.geo, start, hex) > 1:
            fee += wade(state, hex) - 1
    return fee


@rule
def turn_at_end(state: State, book: Book, tape: Tape, enemy: int, target: int, last: int) -> None:
    """Face the target when it is adjacent, else the way of the last step."""
    if gap(state, book, enemy, target) <= 1:
        face(state, tape, enemy, toward(book.geo, state.pieces[enemy].hex, state.pieces[target].hex))
    elif last >= 0:
        face(state, tape, enemy, last)


@rule
def follow(state: State, book: Book, tape: Tape, enemy: int, steps: int, amount: int, target: int, reach: int) -> int:
    """Walk a flood back as far as movement goes or until a target is in reach; gives the last direction, -1 none."""
    model: Piece = state.pieces[enemy]
    budget = amount
    last = -1
    while budget > 0 and steps > 0 and model.hex >= 0:
        if reach > 1 and gap(state, book, enemy, target) <= reach and sees_piece(state, book, enemy, target):
            break
        steps -= 1
        beside = way_back(book, tape, model.hex, steps)
        if not is_open(state, beside):
            break
        cost = wade(state, beside)
        if cost > budget and book.house.water_last_point == WaterLastPoint.STOP_BEFORE:
            break
        budget = max(budget - cost, 0)
        last = toward(book.geo, model.hex, beside)
        step_to(state, book, tape, enemy, beside, budget)
    return last


@rule
def count_hex(state: State) -> None:
    """Count a hex for the program under way: its conditions may ask whether, and how far, it moved somebody."""
    if state.n_plays > 0:
        state.plays[state.n_plays - 1].moved += 1


@rule
def step_to(state: State, book: Book, tape: Tape, enemy: int, hex: int, left: int) -> None:
    """Take one step, and what burns there burns."""
    start = state.pieces[enemy].hex
    mark_waded(state, hex)
    put(state, book, enemy, hex)
    count_hex(state)
    emit(tape, Event.STEP, enemy, start, hex, left, 0)
    if state.tile[hex] == Tile.FIRE and book.house.fire != Fire.END_OF_ROUND:
        burn(state, book, tape, enemy, hex)


@rule
def pass_over(state: State, book: Book, tape: Tape, enemy: int, centre: int) -> None:
    """Move a large model's centre by a hex; it passes through everything, so it is off the board until it arrives."""
    model: Piece = state.pieces[enemy]
    start = model.hex
    if state.occupant[start] == enemy + 1:
        lift(state, book, enemy)
    model.hex = centre
    count_hex(state)
    emit(tape, Event.STEP, enemy, start, centre, 0, 0)
    for part in range(BODY):
        hex = body_hex(book, centre, 0, part)
        if distance(book.geo, start, hex) > 1:
            mark_waded(state, hex)
            if state.tile[hex] == Tile.FIRE and book.house.fire != Fire.END_OF_ROUND:
                burn(state, book, tape, enemy, hex)


@rule
def arrive(state: State, book: Book, tape: Tape, enemy: int) -> None:
    """End a large model's move: obstacles under it break, models under it are pushed away (p. 20)."""
    centre = state.pieces[enemy].hex
    if state.occupant[centre] != enemy + 1:
        destroy_under(state, book, tape, centre)
        settle_large(state, book, tape, enemy)


@rule
def go_straight(state: State, book: Book, tape: Tape, enemy: int, direction: int, amount: int) -> None:
    """Move along a line, round what blocks it, and mirrored at the board's edge (p. 20-21)."""
    if state.pieces[enemy].large:
        glide(state, book, tape, enemy, direction, amount)
        return
    model: Piece = state.pieces[enemy]
    budget = amount
    turns = 0
    while budget > 0 and turns < TURNS and model.hex >= 0:
        beside = neighbour(book.geo, model.hex, direction)
        if beside < 0:
            direction = mirrored(book, tape, enemy, model.hex, direction)
            turns += 1
            continue
        if not is_open(state, beside):
            left = go_round(state, book, tape, enemy, direction, budget)
            if left == budget:
                break
            budget = left
            continue
        cost = wade(state, beside)
        if cost > budget and book.house.water_last_point == WaterLastPoint.STOP_BEFORE:
            break
        budget = max(budget - cost, 0)
        face(state, tape, enemy, direction)
        step_to(state, book, tape, enemy, beside, budget)


@rule
def mirrored(book: Book, tape: Tape, enemy: int, hex: int, direction: int) -> int:
    """Give the direction a move takes after it met the board's edge."""
    turned = bounce(book.geo, hex, direction, book.house.bounce_corner == BounceCorner.BOTH)
    emit(tape, Event.BOUNCED, enemy, turned, 0, 0, 0)
    return turned


@rule
def go_round(state: State, book: Book, tape: Tape, enemy: int, direction: int, budget: int) -> int:
    """Walk round what blocks a line, back onto it; gives the movement left."""
    model: Piece = state.pieces[enemy]
    goal = neighbour(book.geo, model.hex, direction)
    while goal >= 0 and not is_open(state, goal):
        goal = neighbour(book.geo, goal, direction)
    if goal < 0:
        return budget
    steps = steps_from(state, book, tape, model.hex, only(goal))
    while budget > 0 and steps > 0 and model.hex >= 0:
        steps -= 1
        beside = way_back(book, tape, model.hex, steps)
        if not is_open(state, beside):
            break
        cost = wade(state, beside)
        if cost > budget and book.house.water_last_point == WaterLastPoint.STOP_BEFORE:
            return 0
        budget = max(budget - cost, 0)
        face(state, tape, enemy, toward(book.geo, model.hex, beside))
        step_to(state, book, tape, enemy, beside, budget)
    return budget


@rule
def glide(state: State, book: Book, tape: Tape, enemy: int, direction: int, amount: int) -> None:
    """Move a large model along a line; it passes through everything and is mirrored where its base meets the edge."""
    model: Piece = state.pieces[enemy]
    moved = False
    budget = amount
    while budget > 0:
        beside = neighbour(book.geo, model.hex, direction)
        for _turn in range(2):
            if not fits(book, 1, beside):
                direction = turned_large(book, tape, enemy, model.hex, direction)
                beside = neighbour(book.geo, model.hex, direction)
        if not fits(book, 1, beside):
            break
        fee = large_fee(state, book, model.hex, beside)
        if fee > budget and book.house.water_last_point == WaterLastPoint.STOP_BEFORE:
            break
        budget = max(budget - fee, 0)
        pass_over(state, book, tape, enemy, beside)
        moved = True
    if moved:
        face(state, tape, enemy, direction)


@rule
def turned_large(book: Book, tape: Tape, enemy: int, centre: int, direction: int) -> int:
    """Give the direction of a large model after its base met the edge: as its leading hex would be mirrored."""
    lead = neighbour(book.geo, centre, direction)
    turned = opposite(direction)
    if lead >= 0:
        both = book.house.bounce_corner == BounceCorner.BOTH
        ahead = neighbour(book.geo, lead, direction)
        if ahead < 0:
            turned = bounce(book.geo, lead, direction, both)
        else:
            turned = side_bounce(book, centre, direction)
    if not fits(book, 1, neighbour(book.geo, centre, turned)):
        turned = opposite(direction)
    emit(tape, Event.BOUNCED, enemy, turned, 0, 0, 0)
    return turned


@rule
def side_bounce(book: Book, centre: int, direction: int) -> int:
    """Give the mirrored direction when only a side of the base would leave the board: the first that fits, N then W."""
    for turn in (1, 5, 2, 4):
        other = (direction + turn) % 6
        if fits(book, 1, neighbour(book.geo, centre, other)):
            return other
    return opposite(direction)


@rule
def walk_to_edge(state: State, book: Book, tape: Tape, enemy: int, amount: int) -> None:
    """Walk the shortest way to the edge of the board; a large model until its base touches it."""
    model: Piece = state.pieces[enemy]
    if model.large:
        last = stride(state, book, tape, enemy, nearest_edge(book, model.hex), 1, amount)
    else:
        goal = edge_in_reach(state, book, tape, model.hex)
        if goal == model.hex:
            return
        steps = steps_from(state, book, tape, model.hex, only(goal))
        last = follow(state, book, tape, enemy, steps, amount, -1, 1)
    if last >= 0 and on_board(state, enemy):
        face(state, tape, enemy, last)


@rule
def nearest_edge(book: Book, hex: int) -> int:
    """Give the edge hex closest to a hex, North then West."""
    best = hex
    least = FAR
    for other in range(HEXES):
        if on_edge(book, other) and distance(book.geo, hex, other) < least:
            best = other
            least = distance(book.geo, hex, other)
    return best


@rule
def edge_in_reach(state: State, book: Book, tape: Tape, start: int) -> int:
    """Give the edge hex that takes the fewest steps, North then West; the start itself when there is none."""
    flood(state, tape, only(start), NOWHERE, NOWHERE, FAR - 1)
    for steps in range(tape.n_waves):
        for hex in range(HEXES):
            if reached(tape, steps, hex) and on_edge(book, hex):
                return hex
    return start


@rule
def farthest_minion(state: State, book: Book, enemy: int, kind: int) -> int:
    """Give the minion of a kind (-1 any) farthest from an enemy, North then West; -1 none."""
    best = -1
    most = -1
    for piece in range(MINION, FRIEND):
        if not is_minion(state, piece) or (kind >= 0 and state.pieces[piece].sort != kind):
            continue
        far = gap(state, book, enemy, piece)
        if far > most or (far == most and state.pieces[piece].hex < state.pieces[best].hex):
            best = piece
            most = far
    return best


@rule
def is_boss(piece: int) -> bool:
    """Tell whether a piece is a boss."""
    return piece >= BOSS and piece < MINION
