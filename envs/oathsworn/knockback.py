"""Knockback and push (Encounter rules p. 30-31)."""

from ..core.compiler import rule
from ..core.hexes import NORTH_THEN_WEST, away, distance, neighbour
from ..core.tape import Tape, emit
from .board import body_hex, destroy, fits, is_open, on_board, put
from .conditions import amount_of
from .hero_moves import pick_up
from .losses import lose_any, scorch
from .stack import DONE, pop, top
from .state import STEP, Book, Piece, Play, State, Step
from .terms import BODY, PIECES, SEATS, Event, Flag, Form7, Kind, Who
from .whom import chosen_pieces


@STEP.member
def knockback_step(state: State, book: Book, tape: Tape) -> int:
    """Knock pieces away from the actor; a = row, b = actor, c = program."""
    frame = top(state)
    step = book.steps[frame.a]
    play = state.plays[frame.c]
    actor = frame.b
    pop(state)
    amount = amount_of(state, book, play, actor, step)
    source = source_of(state, book, play, actor, step)
    if source < 0:
        return DONE
    pieces = chosen_pieces(state, book, play, actor, step)
    knock_all(state, book, tape, pieces, source, amount, step.flags & Flag.PUSH, actor)
    return DONE


@rule
def source_of(state: State, book: Book, play: Play, actor: int, step: Step) -> int:
    """Give the hex a knockback goes away from: the actor's centre, or a large one's rear where the step says so.

    That of an attack made from a friend's place goes away from there.
    """
    model: Piece = state.pieces[actor]
    if play.by_friend and (step.who == Who.HIT or step.who == Who.TARGET):
        return play.origin
    if model.large and model.hex >= 0 and step.flags & Flag.FROM_REAR:
        return body_hex(book, model.hex, model.facing, Form7.REAR)
    return model.hex


@rule
def knock_all(
    state: State, book: Book, tape: Tape, pieces: int, source: int, amount: int, push: int, actor: int
) -> None:
    """Knock several pieces away at once: the farthest goes first, so that none runs into another that moves too."""
    left = pieces
    for _ in range(PIECES):
        best = -1
        for piece in range(PIECES):
            moves = (left >> piece) & 1 and stood(state, piece) >= 0
            if moves and (best < 0 or farther(state, book, source, piece, best)):
                best = piece
        if best < 0:
            return
        left &= ~(1 << best)
        knock(state, book, tape, best, source, amount, push, actor)


@rule
def stood(state: State, piece: int) -> int:
    """Give the hex of a piece, or where it stood when it died; -1 for what is held off the board."""
    model: Piece = state.pieces[piece]
    return model.last if model.kind == Kind.NONE else model.hex


@rule
def farther(state: State, book: Book, source: int, one: int, other: int) -> bool:
    """Tell whether a piece is farther from the source than another, North then West among equals."""
    first = distance(book.geo, source, stood(state, one))
    second = distance(book.geo, source, stood(state, other))
    return first > second or (first == second and stood(state, one) < stood(state, other))


@rule
def knock(state: State, book: Book, tape: Tape, piece: int, source: int, amount: int, push: int, actor: int) -> None:
    """Move a piece straight away from a hex; what it runs into costs HP, unless it is a push (p. 30-31).

    What died of the blow still flies, and costs whoever it hits 1 HP.
    """
    model: Piece = state.pieces[piece]
    direction = away(book.geo, source, stood(state, piece))
    if direction < 0:
        return
    if not on_board(state, piece):
        if not push:
            fly(state, book, tape, piece, direction, amount, actor)
    elif model.large:
        knock_large(state, book, tape, piece, direction, (amount + 1) // 2, push, actor)
    else:
        for left in range(amount):
            if not knock_step(state, book, tape, piece, source, direction, amount - 1 - left, push, actor):
                return


@rule
def knock_step(
    state: State, book: Book, tape: Tape, piece: int, source: int, direction: int, left: int, push: int, actor: int
) -> bool:
    """Move a piece one hex; False when it goes no farther."""
    start = state.pieces[piece].hex
    beside = neighbour(book.geo, start, direction)
    if beside < 0:
        return False
    if not is_open(state, beside):
        if not push:
            collide(state, book, tape, piece, beside, actor)
            return False
        beside = sidestep(state, book, start, source, direction)
        if beside < 0:
            return False
    put(state, book, piece, beside)
    emit(tape, Event.STEP, piece, start, beside, left, 0)
    if piece < SEATS:
        pick_up(state, tape, piece, beside)
    scorch(state, book, tape, piece)
    return state.pieces[piece].hex >= 0


@rule
def sidestep(state: State, book: Book, start: int, source: int, direction: int) -> int:
    """Give the open hex nearest to the way that is blocked, North then West, but none closer to the source; -1 none."""
    for turn in (1, 2):
        right = (direction + turn) % 6
        left = (direction - turn) % 6
        first = right if NORTH_THEN_WEST[right] < NORTH_THEN_WEST[left] else left
        for way in (first, left + right - first):
            hex = neighbour(book.geo, start, way)
            if is_open(state, hex) and distance(book.geo, source, hex) >= distance(book.geo, source, start):
                return hex
    return -1


@rule
def collide(state: State, book: Book, tape: Tape, piece: int, hex: int, actor: int) -> None:
    """A piece runs into what stands on a hex: an obstacle costs it 1 HP, a model both (p. 31)."""
    place = state.pieces[piece].hex
    other = state.occupant[hex] - 1
    emit(tape, Event.COLLISION, piece, other, hex, 0, 0)
    lose_any(state, book, tape, piece, 1, hex, actor)
    if other >= 0:
        lose_any(state, book, tape, other, 1, place, actor)


@rule
def fly(state: State, book: Book, tape: Tape, piece: int, direction: int, amount: int, actor: int) -> None:
    """What died is knocked back all the same: the model it runs into loses 1 HP (p. 30-31)."""
    hex = state.pieces[piece].last
    for _ in range(amount):
        beside = neighbour(book.geo, hex, direction)
        if beside < 0 or state.terrain[beside]:
            return
        other = state.occupant[beside] - 1
        if other >= 0:
            emit(tape, Event.COLLISION, piece, other, beside, 0, 0)
            lose_any(state, book, tape, other, 1, hex, actor)
            return
        hex = beside


@rule
def knock_large(
    state: State, book: Book, tape: Tape, piece: int, direction: int, amount: int, push: int, actor: int
) -> None:
    """Move a large model away: obstacles in its way break, each collision costs 1 HP and ends the move (p. 31)."""
    model: Piece = state.pieces[piece]
    for left in range(amount):
        centre = neighbour(book.geo, model.hex, direction)
        if not fits(book, 1, centre) or bumps(state, book, tape, piece, centre, push, actor):
            return
        start = model.hex
        put(state, book, piece, centre)
        emit(tape, Event.STEP, piece, start, centre, amount - 1 - left, 0)


@rule
def bumps(state: State, book: Book, tape: Tape, piece: int, centre: int, push: int, actor: int) -> bool:
    """Tell whether a large model runs into something on its next hex, with what that costs."""
    hit = False
    met = 1 << piece
    for part in range(BODY):
        hex = body_hex(book, centre, 0, part)
        other = state.occupant[hex] - 1
        if state.terrain[hex]:
            hit = True
            destroy(state, tape, state.terrain[hex] - 1)
        elif other < 0 or (met >> other) & 1:
            continue
        else:
            hit = True
            met |= 1 << other
        if not push:
            emit(tape, Event.COLLISION, piece, other, hex, 0, 0)
            lose_any(state, book, tape, piece, 1, hex, actor)
            if other >= 0:
                lose_any(state, book, tape, other, 1, hex, actor)
    return hit
