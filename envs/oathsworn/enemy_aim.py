"""Whom an enemy's attack hits, from which part of it, after it turned or charged (Encounter rules p. 19, 29-31)."""

from ..core.compiler import rule
from ..core.hexes import NORTH_THEN_WEST, distance, neighbour, opposite, toward
from ..core.tape import Tape
from .areas import caught, covers, friends_hit, needs_direction_of
from .board import body_hex, face, gap, is_enemy, is_friendly, on_board, sees
from .charge import charge, charge_way, swept
from .enemy_moves import is_boss
from .house_rules import MeleeOrigin
from .locations import boss_of
from .state import Book, Location, Piece, Play, State, Step
from .targeting import keys_of
from .terms import BODY, LOCATIONS, MINION, PIECES, Flag, Form7, Icon, Key, Shape

NO_CLOUD = -2
"""The spot of a program whose cloud found no minion; the disc round it is skipped."""


@rule
def take_aim(state: State, book: Book, tape: Tape, play: Play, step: Step, enemy: int) -> bool:
    """Find whom an attack hits, turning first where that is needed; False when nobody is in reach (p. 19)."""
    target = state.pieces[enemy].target
    play.hits = 0
    if step.shape == Shape.ADJACENT or step.shape == Shape.WITHIN:
        play.hits = around(state, book, step, enemy)
    elif step.shape == Shape.DISC and play.spot == NO_CLOUD:
        return False
    elif step.shape == Shape.DISC and play.spot >= 0:
        play.origin = play.spot
        play.hits = caught(state, book, step, enemy, state.pieces[enemy].hex, 0, play.spot)
    elif step.shape == Shape.WAVE:
        widest_wave(state, book, tape, play, step, enemy)
    elif target >= 0 and on_board(state, target):
        if step.shape == Shape.CHARGE:
            charge_at(state, book, tape, play, step, enemy, target)
        elif touches(state, book, tape, step, enemy, target):
            aim_at_target(state, book, play, step, enemy, target)
    play.hits &= ~immune(state, book, enemy)
    return play.hits != 0


@rule
def around(state: State, book: Book, step: Step, enemy: int) -> int:
    """Give everybody within a distance of any hex of an enemy, as bits."""
    size = 1 if step.shape == Shape.ADJACENT else step.size
    bits = 0
    for piece in range(PIECES):
        spared = step.flags & Flag.ENEMIES_ONLY != 0 and is_enemy(state, piece)
        if piece != enemy and on_board(state, piece) and not spared and gap(state, book, enemy, piece) <= size:
            bits |= 1 << piece
    return bits


@rule
def immune(state: State, book: Book, enemy: int) -> int:
    """Give the minions that an enemy's attacks do not hurt, as bits."""
    bits = 0
    for piece in range(MINION, PIECES):
        foe = is_boss(enemy) and on_board(state, piece) and not is_friendly(state, piece)
        if foe and keys_of(state, book, piece) & Key.IMMUNE_TO_BOSS:
            bits |= 1 << piece
    return bits


@rule
def touches(state: State, book: Book, tape: Tape, step: Step, enemy: int, target: int) -> bool:
    """Tell whether an attack reaches its target, after turning the part it comes from towards it (p. 19-20)."""
    model: Piece = state.pieces[enemy]
    if not model.large:
        if not reaches(state, book, step, enemy, target):
            return False
        if step.icon != Icon.REAR and step.icon != Icon.TAIL:
            face(state, tape, enemy, toward(book.geo, model.hex, state.pieces[target].hex))
        return True
    if reaches(state, book, step, enemy, target):
        return True
    if gap(state, book, enemy, target) > 1 and not needs_direction_of(step.shape):
        return False
    facing = model.facing
    best = -1
    for turn in range(6):
        model.facing = turn
        better = best < 0 or NORTH_THEN_WEST[turn] < NORTH_THEN_WEST[best]
        if better and reaches(state, book, step, enemy, target):
            best = turn
    model.facing = facing
    if best >= 0:
        face(state, tape, enemy, best)
    return best >= 0


@rule
def reaches(state: State, book: Book, step: Step, enemy: int, target: int) -> bool:
    """Tell whether an attack reaches its target as the enemy faces now."""
    hex = state.pieces[target].hex
    origin = source_hex(state, book, step, enemy, hex)
    if needs_direction_of(step.shape):
        return covers(state, book, step, origin, way_out(state, book, enemy, origin, hex), -1, hex)
    if step.reach > 0:
        seen = step.flags & Flag.NO_SIGHT != 0 or sees(state, book, origin, hex)
        return seen and distance(book.geo, origin, hex) <= step.reach
    if book.house.melee_origin_large == MeleeOrigin.ANY_BASE_HEX and named_hex(state, book, step, enemy, hex) < 0:
        return gap(state, book, enemy, target) <= 1
    return distance(book.geo, origin, hex) == 1


@rule
def named_hex(state: State, book: Book, step: Step, enemy: int, hex: int) -> int:
    """Give the hex, closest to another, of the part that an attack's icon names; -1 when the enemy has no such part."""
    best = -1
    model: Piece = state.pieces[enemy]
    for location in range(LOCATIONS):
        where: Location = book.locations[location]
        if step.icon < 0 or where.boss != boss_of(enemy) or where.icon != step.icon or boss_of(enemy) < 0:
            continue
        for part in range(BODY):
            if (where.body >> part) & 1:
                body = body_hex(book, model.hex, model.facing, part)
                near = distance(book.geo, body, hex)
                if best < 0 or (near, body) < (distance(book.geo, best, hex), best):
                    best = body
    return best


@rule
def source_hex(state: State, book: Book, step: Step, enemy: int, hex: int) -> int:
    """Give the hex an attack on a hex comes from: of the part its icon names, else a large model's front."""
    model: Piece = state.pieces[enemy]
    if not model.large:
        return model.hex
    named = named_hex(state, book, step, enemy, hex)
    return named if named >= 0 else body_hex(book, model.hex, model.facing, Form7.FRONT)


@rule
def way_out(state: State, book: Book, enemy: int, origin: int, hex: int) -> int:
    """Give the direction an area goes in: outward from the part it comes from, from a centre towards its target."""
    centre = state.pieces[enemy].hex
    return toward(book.geo, origin, hex) if origin == centre else toward(book.geo, centre, origin)


@rule
def aim_at_target(state: State, book: Book, play: Play, step: Step, enemy: int, target: int) -> None:
    """Mark the target, or everybody in the area aimed at it."""
    hex = state.pieces[target].hex
    play.target = target
    if step.shape == Shape.ONE:
        play.hits = 1 << target
        return
    origin = source_hex(state, book, step, enemy, hex)
    play.way = way_out(state, book, enemy, origin, hex)
    play.origin = hex if step.shape == Shape.DISC else origin
    play.hits = caught(state, book, step, enemy, origin, play.way, hex)


@rule
def charge_at(state: State, book: Book, tape: Tape, play: Play, step: Step, enemy: int, target: int) -> None:
    """Charge through a target, then strike all that stood on the way (p. 30)."""
    way = charge_way(state, book, enemy, target, step.size)
    if way < 0:
        return
    play.target = target
    play.origin = state.pieces[enemy].hex
    play.way = way
    play.hits = swept(state, book, enemy, way, step.size)
    if step.flags & Flag.ENEMIES_ONLY:
        for piece in range(PIECES):
            if is_enemy(state, piece):
                play.hits &= ~(1 << piece)
    face(state, tape, enemy, way)
    charge(state, book, tape, enemy, way, step.size)


@rule
def widest_wave(state: State, book: Book, tape: Tape, play: Play, step: Step, enemy: int) -> None:
    """Send a wave where it hits most of the enemy's foes, North then West, from the part it comes from (p. 30)."""
    model: Piece = state.pieces[enemy]
    most = 0
    best = -1
    for way in range(6):
        origin = neighbour(book.geo, model.hex, way) if model.large else model.hex
        bits = caught(state, book, step, enemy, origin, way, -1)
        count = friends_hit(state, book, bits)
        if count > most or (count == most and best >= 0 and NORTH_THEN_WEST[way] < NORTH_THEN_WEST[best]):
            most = count
            best = way
            play.origin = origin
            play.way = way
            play.hits = bits
    if best >= 0:
        face(state, tape, enemy, facing_for(state, book, step, enemy, best))


@rule
def facing_for(state: State, book: Book, step: Step, enemy: int, way: int) -> int:
    """Give the facing in which an attack's part points in a direction."""
    if not state.pieces[enemy].large:
        return opposite(way) if step.icon == Icon.REAR or step.icon == Icon.TAIL else way
    for location in range(LOCATIONS):
        where: Location = book.locations[location]
        if step.icon >= 0 and where.boss == boss_of(enemy) and where.icon == step.icon:
            for part in range(1, BODY):
                if (where.body >> part) & 1:
                    return (way - part + 1) % 6
    return way
