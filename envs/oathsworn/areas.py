"""What an attack's shape covers, and what it may be aimed at (Encounter rules p. 12, 29-31)."""

from ..core.compiler import rule
from ..core.hexes import HEXES, distance, in_cone, in_lane, neighbour
from .board import body_hex, gap, is_enemy, is_friendly, on_board, sees, span
from .state import Book, Piece, State, Step
from .terms import BODY, BOSS, FRIEND, PIECES, Flag, Shape

LANE_END = 18
"""Longer than any line on the board."""


@rule
def covers(state: State, book: Book, step: Step, origin: int, facing: int, spot: int, hex: int) -> bool:
    """Tell whether a shape covers a hex.

    Args:
        state: The encounter.
        book: Its scenario.
        step: The step with the shape and its size.
        origin: Hex the attack comes from.
        facing: Direction it goes.
        spot: Hex it is centred on.
        hex: The hex asked about.
    """
    shape = step.shape
    if shape == Shape.FRONT3:
        for turn in (0, 1, 5):
            if neighbour(book.geo, origin, (facing + turn) % 6) == hex:
                return True
        return False
    if shape == Shape.DISC:
        return distance(book.geo, spot, hex) <= max(step.size, 1)
    if shape == Shape.CONE:
        return in_cone(book.geo, origin, facing, hex, step.size if step.size > 0 else LANE_END)
    if shape == Shape.WAVE:
        return in_lane(book.geo, origin, facing, hex)
    if shape == Shape.ADJACENT:
        return distance(book.geo, origin, hex) == 1
    if shape == Shape.WITHIN:
        return hex != origin and distance(book.geo, origin, hex) <= step.size
    if shape == Shape.CHARGE:
        return on_line(state, book, origin, facing, step.size, hex)
    return hex == spot


@rule
def on_line(state: State, book: Book, origin: int, facing: int, length: int, hex: int) -> bool:
    """Tell whether a hex lies on a straight line from a hex before any obstacle, not counting the start."""
    place = origin
    for _ in range(length):
        place = neighbour(book.geo, place, facing)
        if place < 0 or state.terrain[place]:
            return False
        if place == hex:
            return True
    return False


@rule
def covered_hexes(state: State, book: Book, step: Step, origin: int, facing: int, spot: int, piece: int) -> int:
    """Count the hexes of a model that a shape covers."""
    model: Piece = state.pieces[piece]
    count = 0
    for part in range(BODY if model.large else 1):
        hex = body_hex(book, model.hex, model.facing, part)
        if hex >= 0 and covers(state, book, step, origin, facing, spot, hex):
            count += 1
    return count


@rule
def caught(state: State, book: Book, step: Step, actor: int, origin: int, facing: int, spot: int) -> int:
    """Give the pieces in an area, as bits: friend and foe alike unless the step says enemies only (p. 29)."""
    bits = 0
    foe = is_enemy(state, actor)
    for piece in range(PIECES):
        if piece == actor or not on_board(state, piece):
            continue
        if step.flags & Flag.ENEMIES_ONLY and is_enemy(state, piece) == foe:
            continue
        if covered_hexes(state, book, step, origin, facing, spot, piece) > 0:
            bits |= 1 << piece
    return bits


@rule
def opposes(state: State, actor: int, piece: int) -> bool:
    """Tell whether a piece is on the other side."""
    return is_friendly(state, piece) if is_enemy(state, actor) else is_enemy(state, piece)


@rule
def aims_at(state: State, book: Book, step: Step, actor: int, reach: int, hex: int) -> bool:
    """Tell whether an attack from `actor` may be aimed at a hex: in range, and in sight when it is ranged (p. 12)."""
    origin = state.pieces[actor].hex
    away = span(state, book, actor, hex)
    if origin < 0 or away > max(reach, 1) or away == 0:
        return False
    return reach == 0 or step.flags & Flag.NO_SIGHT != 0 or sees(state, book, origin, hex)


@rule
def target_hex(state: State, book: Book, step: Step, actor: int, reach: int, piece: int) -> int:
    """Give the hex of a model that an attack takes: the closest it may aim at, North then West; -1 none (p. 12)."""
    model: Piece = state.pieces[piece]
    best = -1
    for part in range(BODY if model.large else 1):
        hex = body_hex(book, model.hex, model.facing, part)
        if hex < 0 or not aims_at(state, book, step, actor, reach, hex):
            continue
        if best < 0 or nearer(state, book, actor, hex, best):
            best = hex
    return best


@rule
def may_aim(state: State, book: Book, step: Step, actor: int, reach: int, piece: int) -> bool:
    """Tell whether an attack may be aimed at any hex of a model."""
    if gap(state, book, actor, piece) > max(reach, 1):
        return False
    model: Piece = state.pieces[piece]
    for part in range(BODY if model.large else 1):
        hex = body_hex(book, model.hex, model.facing, part)
        if hex >= 0 and aims_at(state, book, step, actor, reach, hex):
            return True
    return False


@rule
def nearer(state: State, book: Book, actor: int, hex: int, best: int) -> bool:
    """Tell whether a hex is closer to a model than another, North then West among equals."""
    one = span(state, book, actor, hex)
    other = span(state, book, actor, best)
    return one < other or (one == other and hex < best)


@rule
def has_target(state: State, book: Book, step: Step, actor: int, reach: int) -> bool:
    """Tell whether an attack has anybody of the other side to hit, wherever it is aimed and made from."""
    if step.kind < 0:
        return has_target_from(state, book, step, actor, reach)
    for friend in range(FRIEND, PIECES):
        if follows(state, friend, actor, step.kind) and has_target_from(state, book, step, friend, reach):
            return True
    return False


@rule
def has_target_from(state: State, book: Book, step: Step, source: int, reach: int) -> bool:
    """Tell whether an attack made from where a piece stands has anybody of the other side to hit."""
    if state.pieces[source].hex < 0:
        return False
    foe = is_enemy(state, source)
    for piece in range(0 if foe else BOSS, PIECES if foe else FRIEND):
        if not on_board(state, piece) or is_enemy(state, piece) == foe:
            continue
        if could_hit(state, book, step, source, reach, piece):
            return True
    return False


@rule
def follows(state: State, friend: int, seat: int, kind: int) -> bool:
    """Tell whether a piece is a seat's friend of a kind on the board that its seat still leads."""
    model: Piece = state.pieces[friend]
    return on_board(state, friend) and model.owner == seat and model.sort == kind and not dormant(state, friend)


@rule
def dormant(state: State, friend: int) -> bool:
    """Tell whether a friend lies dormant: who brought it is unconscious, an ally in its seat or not (section 12)."""
    return state.seats[state.pieces[friend].owner].fallen == 1


@rule
def could_hit(state: State, book: Book, step: Step, actor: int, reach: int, piece: int) -> bool:
    """Tell whether an attack can be aimed so that it hits a piece."""
    shape = step.shape
    if shape == Shape.ONE or shape == Shape.CHAIN:
        return may_aim(state, book, step, actor, reach, piece)
    if shape == Shape.ADJACENT:
        return gap(state, book, actor, piece) == 1
    if shape == Shape.WITHIN:
        return gap(state, book, actor, piece) <= step.size
    if shape == Shape.DISC:
        return disc_reaches(state, book, step, actor, reach, piece)
    for facing in range(6):
        if covered_hexes(state, book, step, state.pieces[actor].hex, facing, -1, piece) > 0:
            return True
    return False


@rule
def disc_reaches(state: State, book: Book, step: Step, actor: int, reach: int, piece: int) -> bool:
    """Tell whether a disc may be centred so that it covers a piece."""
    if gap(state, book, actor, piece) > max(reach, 1) + max(step.size, 1):
        return False
    for hex in range(HEXES):
        aimed = aims_at(state, book, step, actor, reach, hex)
        if aimed and covered_hexes(state, book, step, state.pieces[actor].hex, 0, hex, piece) > 0:
            return True
    return False


@rule
def needs_direction_of(shape: int) -> bool:
    """Tell whether a shape is aimed by a direction."""
    return shape == Shape.FRONT3 or shape == Shape.CONE or shape == Shape.WAVE or shape == Shape.CHARGE


@rule
def friends_hit(state: State, book: Book, bits: int) -> int:
    """Count the friendly pieces in a set."""
    count = 0
    for piece in range(PIECES):
        if (bits >> piece) & 1 and is_friendly(state, piece):
            count += 1
    return count
