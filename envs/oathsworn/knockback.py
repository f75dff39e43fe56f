"""Knockback and push (Encounter rules p. 30-31)."""

from ..core.compiler import rule
from ..core.hexes import away, neighbour
from ..core.tape import Tape, emit
from .board import body_hex, destroy, fits, is_open, lift, on_board, put
from .enemy_moves import put_aside, settle_large
from .locations import boss_of, first_of, struck
from .pieces import hurt_location, lose_hp
from .program import amount_of, chosen_pieces, open_attack
from .stack import DONE, pop, top
from .state import STEP, Book, Piece, State, Step
from .terms import BODY, PIECES, Event, Flag, Form7


@STEP.member
def knockback_step(state: State, book: Book, tape: Tape) -> int:
    """Knock pieces away from the actor; an interrupt's waits for its attack's damage; a = row, b = actor, c = program."""
    frame = top(state)
    step = book.steps[frame.a]
    place = frame.c
    play = state.plays[place]
    actor = frame.b
    pop(state)
    amount = amount_of(state, book, play, actor, step)
    attack = open_attack(state)
    if attack >= 0 and attack != place and state.plays[attack].actor == actor:
        state.plays[attack].knock += amount
        return DONE
    source = source_of(state, book, actor, step)
    if source < 0:
        return DONE
    knock_all(state, book, tape, chosen_pieces(state, book, play, actor, step), source, amount, step.flags & Flag.PUSH)
    return DONE


@rule
def source_of(state: State, book: Book, actor: int, step: Step) -> int:
    """Give the hex a knockback goes away from: the actor's centre, or a large one's rear where the step says so."""
    model: Piece = state.pieces[actor]
    if model.large and model.hex >= 0 and step.flags & Flag.FROM_REAR:
        return body_hex(book, model.hex, model.facing, Form7.REAR)
    return model.hex


@rule
def knock_all(state: State, book: Book, tape: Tape, pieces: int, source: int, amount: int, push: int) -> None:
    """Knock several pieces away at once: the farthest goes first, so that none runs into another that moves too."""
    left = pieces
    for _ in range(PIECES):
        best = -1
        for piece in range(PIECES):
            if (left >> piece) & 1 and on_board(state, piece):
                if best < 0 or farther(state, book, source, piece, best):
                    best = piece
        if best < 0:
            return
        left &= ~(1 << best)
        knock(state, book, tape, best, source, amount, push)


@rule
def farther(state: State, book: Book, source: int, one: int, other: int) -> bool:
    """Tell whether a piece is farther from the source than another, North then West among equals."""
    first = book.geo.distance[source, state.pieces[one].hex]
    second = book.geo.distance[source, state.pieces[other].hex]
    return first > second or (first == second and state.pieces[one].hex < state.pieces[other].hex)


@rule
def knock(state: State, book: Book, tape: Tape, piece: int, source: int, amount: int, push: int) -> None:
    """Move a piece straight away from a hex; what it runs into costs HP, unless it is a push."""
    model: Piece = state.pieces[piece]
    if model.hex == source:
        return
    if model.large:
        knock_large(state, book, tape, piece, source, (amount + 1) // 2, push)
        return
    for left in range(amount):
        if model.hex < 0:
            return
        direction = away(book.geo, source, model.hex)
        beside = neighbour(book.geo, model.hex, direction)
        if beside < 0:
            return
        if is_open(state, beside):
            start = model.hex
            put(state, book, piece, beside)
            emit(tape, Event.STEP, piece, start, beside, amount - 1 - left, 0)
            continue
        if push:
            home = model.hex
            lift(state, book, piece)
            put_aside(state, book, tape, piece, home, source)
        else:
            collide(state, book, tape, piece, beside)
        return


@rule
def collide(state: State, book: Book, tape: Tape, piece: int, hex: int) -> None:
    """A piece runs into what stands on a hex: an obstacle costs it 1 HP, a model both (p. 31)."""
    other = state.occupant[hex] - 1
    emit(tape, Event.COLLISION, piece, other, hex, 0, 0)
    lose_one(state, book, tape, piece, hex)
    if other >= 0:
        lose_one(state, book, tape, other, state.pieces[piece].hex if state.pieces[piece].hex >= 0 else hex)


@rule
def lose_one(state: State, book: Book, tape: Tape, piece: int, hex: int) -> None:
    """Take 1 HP; a boss loses it from the die closest to where it happened."""
    boss = boss_of(piece)
    if boss < 0:
        lose_hp(state, book, tape, piece, 1, -1)
        return
    bits = struck(state, book, boss, hex)
    if bits:
        hurt_location(state, book, tape, first_of(bits), 1, -1)


@rule
def knock_large(state: State, book: Book, tape: Tape, piece: int, source: int, amount: int, push: int) -> None:
    """Move a large model away: obstacles in its way break, each collision costs 1 HP and ends the move (p. 31)."""
    model: Piece = state.pieces[piece]
    start = model.hex
    for _ in range(amount):
        centre = neighbour(book.geo, model.hex, away(book.geo, source, model.hex))
        if not fits(book, 1, centre):
            break
        if bumps(state, book, tape, piece, centre, push):
            break
        old = model.hex
        put(state, book, piece, centre)
        emit(tape, Event.STEP, piece, old, centre, 0, 0)
    if model.hex != start and model.hex >= 0:
        settle_large(state, book, tape, piece)


@rule
def bumps(state: State, book: Book, tape: Tape, piece: int, centre: int, push: int) -> bool:
    """Tell whether a large model runs into something on its next hex, with what that costs."""
    hit = False
    for part in range(BODY):
        hex = body_hex(book, centre, 0, part)
        if hex < 0 or state.occupant[hex] == piece + 1:
            continue
        if state.terrain[hex]:
            destroy(state, tape, state.terrain[hex] - 1)
        elif state.occupant[hex] == 0:
            continue
        elif push:
            return True
        else:
            other = state.occupant[hex] - 1
            lose_one(state, book, tape, other, state.pieces[piece].hex)
            emit(tape, Event.COLLISION, piece, other, hex, 0, 0)
        if not push and not hit:
            lose_one(state, book, tape, piece, hex)
            hit = True
    return hit
