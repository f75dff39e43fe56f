"""Whom an enemy goes for (Encounter rules p. 19, 23): the breaker, the one named, the closest; North then West."""

from ..core.compiler import rule
from ..core.hexes import distance, in_front, in_rear, neighbour
from ..core.tape import Tape, emit
from .board import FAR, gap, is_friendly, is_oathsworn, on_board, sees_piece
from .reach import COST, fill_costs, large_steps
from .state import Book, Piece, State
from .terms import BOSS, FRIEND, MINION, PIECES, SEATS, Arc, Event, Key, Kind, Prefer, Reason, Status, Token


@rule
def keys_of(state: State, book: Book, enemy: int) -> int:
    """Give an enemy's keywords as bits."""
    if enemy < MINION:
        return book.bosses[enemy - BOSS].keys
    return book.minions[state.pieces[enemy].sort].keys


@rule
def measure(state: State, book: Book, tape: Tape, enemy: int) -> None:
    """Prepare the steps an enemy needs to every hex; `steps_to` reads them."""
    if not state.pieces[enemy].large:
        fill_costs(state, book, tape, state.pieces[enemy].hex, FAR - 1, False)


@rule
def steps_to(state: State, book: Book, tape: Tape, enemy: int, target: int) -> int:
    """Count the steps an enemy needs to stand beside a target; FAR when it cannot."""
    if gap(state, book, enemy, target) <= 1:
        return 0
    where = state.pieces[target].hex
    if state.pieces[enemy].large:
        return large_steps(book, state.pieces[enemy].hex, where)
    best = FAR
    for direction in range(6):
        beside = neighbour(book.geo, where, direction)
        if beside >= 0:
            best = min(best, tape.scratch[COST][beside])
    return best


@rule
def may_target(state: State, enemy: int, piece: int) -> bool:
    """Tell whether an enemy can aim at a piece: bosses at Oathsworn only, minions at anybody friendly (p. 19, 23)."""
    if enemy < MINION:
        return piece < SEATS and is_oathsworn(state, piece)
    return is_friendly(state, piece)


@rule
def in_scope(state: State, book: Book, tape: Tape, enemy: int, piece: int, moves: int, reach: int) -> bool:
    """Tell whether an enemy can reach a target with its movement and range, and sees it."""
    if not sees_piece(state, book, enemy, piece):
        return False
    if gap(state, book, enemy, piece) <= max(reach, 1):
        return True
    steps = steps_to(state, book, tape, enemy, piece)
    if steps < FAR:
        return steps - max(reach - 1, 0) <= moves
    return gap(state, book, enemy, piece) - reach <= moves and reach > 1


@rule
def beside_mob(state: State, book: Book, enemy: int, piece: int) -> bool:
    """Tell whether another Mob enemy stands next to a target (p. 19)."""
    for other in range(BOSS, FRIEND):
        if other != enemy and on_board(state, other) and keys_of(state, book, other) & Key.MOB:
            if gap(state, book, other, piece) == 1:
                return True
    return False


@rule
def merit(state: State, book: Book, enemy: int, piece: int, prefer: int) -> int:
    """Score a target by what a card or board prefers; the highest is named."""
    if piece >= SEATS:
        return 0
    seat = state.seats[piece]
    model: Piece = state.pieces[piece]
    if prefer == Prefer.MOST_KILLS:
        return seat.kills
    if prefer == Prefer.LOWEST_HP:
        return -model.hp
    if prefer == Prefer.HIGHEST_HP:
        return model.hp
    if prefer == Prefer.MOST_ANIMUS:
        return seat.available
    if prefer == Prefer.MOST_TOKENS:
        count = 0
        for token in range(len(seat.tokens)):
            count += seat.tokens[token]
        return count
    if prefer == Prefer.LEAD:
        return 1 if piece == state.lead else 0
    if prefer == Prefer.FARTHEST:
        return distance(book.geo, state.pieces[enemy].hex, model.hex)
    return 0


@rule
def stands_in_arc(state: State, book: Book, enemy: int, piece: int, arc: int) -> bool:
    """Tell whether a piece stands in an arc of an enemy (p. 14)."""
    model: Piece = state.pieces[enemy]
    hex = state.pieces[piece].hex
    front = in_front(book.geo, model.hex, model.facing, hex)
    rear = in_rear(book.geo, model.hex, model.facing, hex)
    if arc == Arc.FRONT:
        return front
    if arc == Arc.REAR:
        return rear
    return arc == Arc.ANY or not (front or rear)


@rule
def better(state: State, book: Book, tape: Tape, enemy: int, piece: int, best: int, prefer: int, kind: int) -> int:
    """Compare two targets: 0 = `best` stays, else 1 + the `Reason` why `piece` goes before it."""
    if best < 0:
        return 1 + Reason.CLOSEST
    arc = prefer == Prefer.IN_ARC
    first = merit(state, book, enemy, piece, prefer)
    second = merit(state, book, enemy, best, prefer)
    if arc:
        first = 1 if stands_in_arc(state, book, enemy, piece, kind) else 0
        second = 1 if stands_in_arc(state, book, enemy, best, kind) else 0
    if first != second:
        return 1 + Reason.NAMED if first > second else 0
    near = steps_to(state, book, tape, enemy, piece)
    far = steps_to(state, book, tape, enemy, best)
    if near != far:
        return 1 + Reason.CLOSEST if near < far else 0
    if keys_of(state, book, enemy) & Key.MOB:
        one = beside_mob(state, book, enemy, piece)
        other = beside_mob(state, book, enemy, best)
        if one != other:
            return 1 + Reason.MOB if one else 0
    return 1 + Reason.NORTH_WEST if state.pieces[piece].hex < state.pieces[best].hex else 0


@rule
def choose_target(
    state: State,
    book: Book,
    tape: Tape,
    enemy: int,
    moves: int,
    reach: int,
    prefer: int,
    kind: int,
    breaker: int,
    barred: int,
) -> int:
    """Choose whom an enemy goes for, tell why, and give the piece; -1 when there is nobody at all.

    Args:
        state: The encounter.
        book: Its scenario.
        tape: Where the reason is told.
        enemy: Who chooses.
        moves: Movement it has before its attack.
        reach: Range of the attack, 0 or 1 = adjacent.
        prefer: `Prefer` of the card or the board.
        kind: Arc, where `prefer` is an arc.
        breaker: Piece that broke a location, -1 none.
        barred: Piece that is not to be chosen, -1 none.
    """
    taunter = state.pieces[enemy].status[Status.TAUNTED] - 1
    if taunter >= 0 and is_friendly(state, taunter):
        return told(state, tape, enemy, taunter, Reason.TAUNT)
    measure(state, book, tape, enemy)
    if breaker >= 0 and on_board(state, breaker) and in_scope(state, book, tape, enemy, breaker, moves, reach):
        return told(state, tape, enemy, breaker, Reason.BREAKER)
    best = -1
    why = 0
    for piece in range(PIECES):
        if piece == barred or not may_target(state, enemy, piece):
            continue
        if in_scope(state, book, tape, enemy, piece, moves, reach):
            verdict = better(state, book, tape, enemy, piece, best, prefer, kind)
            if verdict:
                best = piece
                why = verdict - 1
    if best >= 0:
        return told(state, tape, enemy, best, why)
    return told(state, tape, enemy, closest(state, book, tape, enemy, barred), Reason.NOBODY)


@rule
def closest(state: State, book: Book, tape: Tape, enemy: int, barred: int) -> int:
    """Give the closest target whether seen or not; `measure` was called (p. 19, 6)."""
    best = -1
    least = 0
    for piece in range(PIECES):
        if piece == barred or not may_target(state, enemy, piece):
            continue
        steps = steps_to(state, book, tape, enemy, piece)
        if steps >= FAR:
            steps = FAR + gap(state, book, enemy, piece)
        if best < 0 or steps < least or (steps == least and state.pieces[piece].hex < state.pieces[best].hex):
            best = piece
            least = steps
    return best


@rule
def told(state: State, tape: Tape, enemy: int, target: int, reason: int) -> int:
    """Write down a choice of target and why."""
    state.pieces[enemy].target = target
    emit(tape, Event.TARGET, enemy, target, reason, 0, 0)
    return target


@rule
def has_tokens(state: State, seat: int) -> bool:
    """Tell whether a seat has any Defence token."""
    return state.seats[seat].tokens[Token.DEFENCE] > 0


@rule
def is_minion(state: State, piece: int) -> bool:
    """Tell whether a piece is a minion on the board."""
    return on_board(state, piece) and state.pieces[piece].kind == Kind.MINION
