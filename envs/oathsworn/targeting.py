"""Whom an enemy goes for (Encounter rules p. 19, 23): the breaker, the one named, the closest; North then West."""

from ..core.compiler import rule
from ..core.hexes import NOWHERE, around, distance, either, has, in_front, in_rear, only
from ..core.tape import Tape, emit
from .areas import dormant
from .board import FAR, eye, gap, is_friendly, is_oathsworn, on_board, sees_piece
from .reach import flood, large_steps, wave_of, way_back
from .state import Book, Piece, State
from .terms import BOSS, FRIEND, MINION, PIECES, SEATS, Arc, Event, Key, Kind, Prefer, Reason, Status


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
        flood(state, tape, only(state.pieces[enemy].hex), NOWHERE, NOWHERE, FAR - 1)


@rule
def steps_to(state: State, book: Book, tape: Tape, enemy: int, target: int) -> int:
    """Count the steps an enemy needs to stand beside a target; FAR when it cannot."""
    if gap(state, book, enemy, target) <= 1:
        return 0
    where = state.pieces[target].hex
    if state.pieces[enemy].large:
        return large_steps(book, state.pieces[enemy].hex, where)
    for wave in range(tape.n_waves):
        if way_back(book, tape, where, wave) >= 0:
            return wave
    return FAR


@rule
def nearest_of(state: State, book: Book, tape: Tape, enemy: int, bits: int) -> int:
    """Give those of some targets that take an enemy the fewest steps; the fewest hexes where there is no way to any."""
    nearest = 0
    least = FAR
    for piece in range(PIECES):
        if (bits >> piece) & 1:
            away = max(gap(state, book, enemy, piece), 1)
            if away < least:
                nearest = 0
                least = away
            if away == least:
                nearest |= 1 << piece
    if least <= 1 or bits & (bits - 1) == 0 or state.pieces[enemy].large:
        return nearest
    met = met_first(state, tape, enemy, bits)
    return met if met else nearest


@rule
def met_first(state: State, tape: Tape, enemy: int, bits: int) -> int:
    """Give those of some targets that a flood from an enemy meets first, as bits; 0 where there is no way to any."""
    goals = NOWHERE
    for piece in range(PIECES):
        if (bits >> piece) & 1:
            goals = either(goals, only(state.pieces[piece].hex))
    flood(state, tape, only(state.pieces[enemy].hex), goals, NOWHERE, FAR - 1)
    found = around(wave_of(tape, tape.n_waves - 1))
    met = 0
    for piece in range(PIECES):
        if (bits >> piece) & 1 and has(found, state.pieces[piece].hex):
            met |= 1 << piece
    return met


@rule
def may_target(state: State, book: Book, enemy: int, piece: int) -> bool:
    """Tell whether an enemy can aim at a piece: bosses at Oathsworn only, minions at anybody friendly (p. 19, 23)."""
    if enemy < MINION:
        return is_oathsworn(state, piece)
    if piece >= FRIEND and is_friendly(state, piece):
        return book.friends[state.pieces[piece].sort].holds_hex == 1 and not dormant(state, piece)
    return is_friendly(state, piece)


@rule
def in_scope(state: State, book: Book, tape: Tape, enemy: int, piece: int, moves: int, reach: int) -> bool:
    """Tell whether an enemy can reach a target with its movement and range, and sees it."""
    if not sees_piece(state, book, enemy, piece):
        return False
    away = gap(state, book, enemy, piece)
    if reach > 1 and moves == 0 and state.pieces[enemy].large:
        return distance(book.geo, eye(state, book, enemy), state.pieces[piece].hex) <= reach
    if away <= max(reach, 1):
        return True
    steps = steps_to(state, book, tape, enemy, piece)
    if steps < FAR:
        return steps - max(reach - 1, 0) <= moves
    return away - reach <= moves and reach > 1


@rule
def beside_mob(state: State, book: Book, enemy: int, piece: int) -> bool:
    """Tell whether another Mob enemy stands next to a target (p. 19)."""
    for other in range(BOSS, FRIEND):
        mob = other != enemy and on_board(state, other) and keys_of(state, book, other) & Key.MOB != 0
        if mob and gap(state, book, other, piece) == 1:
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
        return gap(state, book, enemy, piece)
    return 0


@rule
def lies_in_arc(state: State, book: Book, enemy: int, hex: int, arc: int) -> bool:
    """Tell whether a hex lies in an arc of an enemy (p. 14)."""
    model: Piece = state.pieces[enemy]
    front = in_front(book.geo, model.hex, model.facing, hex)
    rear = in_rear(book.geo, model.hex, model.facing, hex)
    if arc == Arc.FRONT:
        return front
    if arc == Arc.REAR:
        return rear
    return arc == Arc.ANY or not (front or rear)


@rule
def worth(state: State, book: Book, enemy: int, piece: int, prefer: int, kind: int) -> int:
    """Score a target by a preference, an arc among them."""
    if prefer == Prefer.IN_ARC:
        return 1 if lies_in_arc(state, book, enemy, state.pieces[piece].hex, kind) else 0
    return merit(state, book, enemy, piece, prefer)


@rule
def named_ones(state: State, book: Book, enemy: int, everybody: int, prefer: int, kind: int) -> int:
    """Give the targets a card or board names, as bits: those that score most, whether they can be reached or not."""
    most = 0
    bits = 0
    for piece in range(PIECES):
        if not (everybody >> piece) & 1:
            continue
        score = worth(state, book, enemy, piece, prefer, kind)
        if bits == 0 or score > most:
            most = score
            bits = 0
        if score == most:
            bits |= 1 << piece
    return bits


@rule
def northernmost(state: State, bits: int) -> int:
    """Give the piece that stands first North then West; -1 for none."""
    best = -1
    for piece in range(PIECES):
        if (bits >> piece) & 1 and (best < 0 or state.pieces[piece].hex < state.pieces[best].hex):
            best = piece
    return best


@rule
def beside_mobs(state: State, book: Book, enemy: int, nearest: int) -> int:
    """Give those of equally near targets beside another Mob, for a Mob and if there are any; else all (p. 19)."""
    found = 0
    if nearest & (nearest - 1) and keys_of(state, book, enemy) & Key.MOB:
        for piece in range(PIECES):
            if (nearest >> piece) & 1 and beside_mob(state, book, enemy, piece):
                found |= 1 << piece
    return found if found else nearest


@rule
def reason_of(nearest: int, kept: int) -> int:
    """Give why the best of equally near targets is the best: the only one, or else what broke the tie."""
    if kept & (kept - 1):
        return NORTH_WEST
    return CLOSEST if kept == nearest else MOB


CLOSEST, MOB, NORTH_WEST = int(Reason.CLOSEST), int(Reason.MOB), int(Reason.NORTH_WEST)


@rule
def pick_target(
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
    """Give whom an enemy goes for: `REASONS` times the piece plus the `Reason`; -1 when there is nobody at all.

    Args:
        state: The encounter.
        book: Its scenario.
        tape: Working memory.
        enemy: Who chooses.
        moves: Movement it has before its attack; FAR and a range of FAR when only sight and distance count.
        reach: Range of the attack, 0 or 1 = adjacent.
        prefer: `Prefer` of the card or the board.
        kind: Arc, where `prefer` is an arc.
        breaker: Piece that broke a location, -1 none.
        barred: Piece that is not to be chosen, -1 none.
    """
    taunter = state.pieces[enemy].status[Status.TAUNTED] - 1
    if taunter >= 0 and is_friendly(state, taunter):
        return REASONS * taunter + Reason.TAUNT
    if moves < FAR:
        measure(state, book, tape, enemy)
    if breaker >= 0 and on_board(state, breaker) and in_scope(state, book, tape, enemy, breaker, moves, reach):
        return REASONS * breaker + Reason.BREAKER
    everybody = all_targets(state, book, enemy, barred)
    scope = 0
    for piece in range(PIECES):
        if (everybody >> piece) & 1 and in_scope(state, book, tape, enemy, piece, moves, reach):
            scope |= 1 << piece
    if scope == 0:
        piece = closest_of(state, book, tape, enemy, everybody)
        return REASONS * piece + Reason.NOBODY if piece >= 0 else -1
    named = everybody
    if prefer != Prefer.CLOSEST:
        named = named_ones(state, book, enemy, everybody, prefer, kind)
    bits = scope & named if scope & named else scope
    nearest = nearest_of(state, book, tape, enemy, bits)
    kept = beside_mobs(state, book, enemy, nearest)
    best = northernmost(state, kept)
    reason = reason_of(nearest, kept)
    if named == everybody or not (named >> best) & 1:
        return REASONS * best + reason
    if named == 1 << best:
        return REASONS * best + Reason.NAMED
    if bits == 1 << best:
        return REASONS * best + TIED + Reason.REACH
    return REASONS * best + TIED + reason


TIED = 8
"""Behind a `Reason`: several were named alike, and it chose among them."""
REASONS = 16


@rule
def all_targets(state: State, book: Book, enemy: int, barred: int) -> int:
    """Give everybody an enemy may aim at, as bits, but for one piece (-1 nobody)."""
    bits = 0
    for piece in range(PIECES):
        if piece != barred and may_target(state, book, enemy, piece):
            bits |= 1 << piece
    return bits


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
) -> None:
    """Let an enemy choose whom it goes for, and tell why; arguments as of `pick_target` (p. 19)."""
    found = pick_target(state, book, tape, enemy, moves, reach, prefer, kind, breaker, barred)
    tell_target(state, tape, enemy, found)


@rule
def tell_target(state: State, tape: Tape, enemy: int, found: int) -> None:
    """Write down a choice of target, as `pick_target` gives it, and why."""
    state.pieces[enemy].target = found // REASONS if found >= 0 else -1
    if found >= 0:
        emit(tape, Event.TARGET, enemy, found // REASONS, found % TIED, found % REASONS // TIED, 0)


@rule
def closest(state: State, book: Book, tape: Tape, enemy: int) -> int:
    """Give the closest target whether seen or not, -1 none (p. 19, 6)."""
    return closest_of(state, book, tape, enemy, all_targets(state, book, enemy, -1))


@rule
def closest_of(state: State, book: Book, tape: Tape, enemy: int, bits: int) -> int:
    """Give the closest of some targets, ties as the rules have them; -1 for none."""
    nearest = nearest_of(state, book, tape, enemy, bits)
    return northernmost(state, beside_mobs(state, book, enemy, nearest))


@rule
def is_minion(state: State, piece: int) -> bool:
    """Tell whether a piece is a minion on the board."""
    return on_board(state, piece) and state.pieces[piece].kind == Kind.MINION
