"""A boss's locations: where they lie, and which HP die an attack hits (Encounter rules p. 14-15, 18)."""

from ..core.compiler import rule
from ..core.hexes import distance
from .areas import covers
from .board import FAR, body_hex, on_board, sees
from .state import Book, Location, Piece, State, Step
from .terms import BODY, BOSS, BOSSES, LOCATIONS, MINION


@rule
def location_span(state: State, book: Book, location: int, hex: int) -> int:
    """Count the hexes from `hex` to the nearest hex of a location."""
    where: Location = book.locations[location]
    model: Piece = state.pieces[BOSS + where.boss]
    best = FAR
    for part in range(BODY if model.large else 1):
        if (where.body >> part) & 1 or model.large == 0:
            body = body_hex(book, model.hex, model.facing, part)
            if body >= 0:
                best = min(best, distance(book.geo, hex, body))
    return best


@rule
def location_of_hex(state: State, book: Book, hex: int) -> int:
    """Give the location of the boss that covers a hex, the first of several; -1 none."""
    for location in range(LOCATIONS):
        boss = book.locations[location].boss
        if boss >= 0 and on_board(state, BOSS + boss) and location_span(state, book, location, hex) == 0:
            return location
    return -1


@rule
def struck(state: State, book: Book, boss: int, hex: int) -> int:
    """Give the locations an attack from `hex` may take a die from, as bits: the closest that still have one (p. 15)."""
    nearest = FAR
    found = 0
    for location in range(LOCATIONS):
        if book.locations[location].boss != boss or state.dice[location] == 0:
            continue
        span = location_span(state, book, location, hex)
        if span < nearest:
            nearest = span
            found = 0
        if span == nearest:
            found |= 1 << location
    return found


@rule
def struck_in_sight(state: State, book: Book, boss: int, hex: int) -> int:
    """Give the locations a ranged attack from `hex` may take a die from: the closest it sees, if any (p. 12)."""
    nearest = FAR
    found = 0
    model: Piece = state.pieces[BOSS + boss]
    for location in range(LOCATIONS):
        where: Location = book.locations[location]
        if where.boss != boss or state.dice[location] == 0:
            continue
        for part in range(BODY if model.large else 1):
            body = body_hex(book, model.hex, model.facing, part)
            if model.large and not (where.body >> part) & 1:
                continue
            if body < 0 or not sees(state, book, hex, body):
                continue
            if distance(book.geo, hex, body) < nearest:
                nearest = distance(book.geo, hex, body)
                found = 0
            if distance(book.geo, hex, body) == nearest:
                found |= 1 << location
    return found if found else struck(state, book, boss, hex)


@rule
def covered_locations(state: State, book: Book, step: Step, boss: int, origin: int, way: int) -> int:
    """Give the unbroken locations of a boss that a charge goes through, as bits (p. 30)."""
    found = 0
    model: Piece = state.pieces[BOSS + boss]
    for location in range(LOCATIONS):
        where: Location = book.locations[location]
        if where.boss != boss or state.dice[location] == 0:
            continue
        for part in range(BODY if model.large else 1):
            body = body_hex(book, model.hex, model.facing, part)
            mine = not model.large or (where.body >> part) & 1
            if mine and body >= 0 and covers(state, book, step, origin, way, -1, body):
                found |= 1 << location
    return found


@rule
def first_of(bits: int) -> int:
    """Give the lowest set bit's place; -1 none."""
    for place in range(32):
        if (bits >> place) & 1:
            return place
    return -1


@rule
def count_of(bits: int) -> int:
    """Count set bits."""
    count = 0
    for place in range(32):
        count += (bits >> place) & 1
    return count


@rule
def icon_broken(state: State, book: Book, boss: int, icon: int) -> bool:
    """Tell whether a body part's icon is uncovered: any of its locations has lost its die (p. 22)."""
    for location in range(LOCATIONS):
        where = book.locations[location]
        if where.boss == boss and where.icon == icon and state.dice[location] == 0 and where.hp > 0:
            return True
    return False


@rule
def most_damaged(state: State, book: Book, boss: int) -> int:
    """Give the unbroken location that lost most HP, the first of equals; -1 when none is damaged."""
    best = -1
    most = 0
    for location in range(LOCATIONS):
        where = book.locations[location]
        lost = where.hp - state.dice[location]
        if where.boss == boss and state.dice[location] > 0 and lost > most:
            best = location
            most = lost
    return best


@rule
def boss_of(piece: int) -> int:
    """Give which boss a piece is; -1 none."""
    return piece - BOSS if piece >= BOSS and piece < MINION else -1


@rule
def bosses_out(state: State) -> int:
    """Count the bosses on the board."""
    count = 0
    for boss in range(BOSSES):
        count += 1 if on_board(state, BOSS + boss) else 0
    return count
