"""Where a model can go: the flood fills behind moves (Encounter rules p. 9, 20).

A fill leaves its costs in row COST of the tape's scratch; they hold until the next fill.
"""

from ..core.compiler import rule
from ..core.hexes import HEXES, distance, neighbour
from ..core.tape import CELLS, Tape
from .board import FAR, WORD, fits, is_open
from .state import Book, State
from .terms import Tile

COST, RING, FIELD = 0, 1, 2
"""Rows of the scratch: costs from the start, the fill's queue, steps to a goal."""
DEAR = 2
"""Movement that a water hex takes (p. 9)."""


@rule
def wade(state: State, hex: int) -> int:
    """Give the movement it takes to enter a hex: two for water not yet paid for in this turn."""
    if state.tile[hex] == Tile.WATER and not (state.waded[hex // WORD] >> (hex % WORD)) & 1:
        return DEAR
    return 1


@rule
def mark_waded(state: State, hex: int) -> None:
    """Remember that a water hex was paid for in this turn."""
    if state.tile[hex] == Tile.WATER:
        state.waded[hex // WORD] |= 1 << (hex % WORD)


@rule
def dry(state: State) -> None:
    """Forget the water hexes of the turn before."""
    for word in range(3):
        state.waded[word] = 0


@rule
def fill_costs(state: State, book: Book, tape: Tape, start: int, budget: int, water: bool) -> None:
    """Fill row COST with the cheapest cost of every open hex within a budget; FAR where there is no way."""
    cost = tape.scratch[COST]
    ring = tape.scratch[RING]
    for hex in range(HEXES):
        cost[hex] = FAR
    cost[start] = 0
    ring[0] = start
    first = 0
    last = 1
    while first != last:
        hex = ring[first]
        first = first + 1 if first + 1 < CELLS else 0
        for direction in range(6):
            beside = neighbour(book.geo, hex, direction)
            if not is_open(state, beside):
                continue
            total = cost[hex] + (wade(state, beside) if water else 1)
            if total <= budget and total < cost[beside]:
                cost[beside] = total
                ring[last] = beside
                last = last + 1 if last + 1 < CELLS else 0


@rule
def fill_to_nearest(state: State, book: Book, tape: Tape, start: int, targets: int) -> None:
    """Fill row COST with steps from a hex as far as the nearest of some pieces, and no farther.

    Every hex as near as that one has its steps; of what lies farther some have FAR.
    """
    cost = tape.scratch[COST]
    ring = tape.scratch[RING]
    for hex in range(HEXES):
        cost[hex] = FAR
    cost[start] = 0
    ring[0] = start
    first = 0
    last = 1
    nearest = FAR
    while first < last and cost[ring[first]] <= nearest:
        hex = ring[first]
        first += 1
        for direction in range(6):
            beside = neighbour(book.geo, hex, direction)
            if beside < 0 or state.terrain[beside]:
                continue
            piece = state.occupant[beside] - 1
            if piece >= 0:
                if (targets >> piece) & 1:
                    nearest = cost[hex]
            elif cost[beside] == FAR:
                cost[beside] = cost[hex] + 1
                ring[last] = beside
                last += 1


@rule
def fill_exact(state: State, book: Book, tape: Tape, start: int, budget: int) -> None:
    """Fill row FIELD with what ways from a hex to every open hex may take, detours among them, as bits."""
    ways = tape.scratch[FIELD]
    for hex in range(HEXES):
        ways[hex] = 1 if hex == start else 0
    for spent in range(budget):
        for hex in range(HEXES):
            if (ways[hex] >> spent) & 1 == 0:
                continue
            for direction in range(6):
                beside = neighbour(book.geo, hex, direction)
                if beside == start or is_open(state, beside):
                    total = spent + wade(state, beside)
                    if total <= budget:
                        ways[beside] |= 1 << total


@rule
def fill_field(state: State, book: Book, tape: Tape, goal: int) -> None:
    """Fill row FIELD with the steps from every open hex to the hexes whose own entry is 0 and that `goal` counts.

    The caller has set row FIELD to FAR, or to 0 for goals, and written the goals into row RING.
    """
    field = tape.scratch[FIELD]
    ring = tape.scratch[RING]
    first = 0
    last = goal
    while first != last:
        hex = ring[first]
        first += 1
        for direction in range(6):
            beside = neighbour(book.geo, hex, direction)
            if is_open(state, beside) and field[beside] == FAR:
                field[beside] = field[hex] + 1
                ring[last] = beside
                last += 1


@rule
def aim_at(state: State, book: Book, tape: Tape, start: int, target: int) -> int:
    """Prepare row FIELD for walking from `start` as near to `target` as can be; gives the steps it takes.

    The goals are the open hexes that can be reached and lie closest to the target; beside it, if any is free.
    """
    if field_from_beside(state, book, tape, start, target):
        return steps_from(book, tape, start)
    fill_costs(state, book, tape, start, FAR - 1, False)
    nearest = FAR
    for hex in range(HEXES):
        if tape.scratch[COST][hex] < FAR and hex != target:
            nearest = min(nearest, distance(book.geo, hex, target))
    field = tape.scratch[FIELD]
    goals = 0
    for hex in range(HEXES):
        goal = tape.scratch[COST][hex] < FAR and hex != target and distance(book.geo, hex, target) == nearest
        field[hex] = 0 if goal else FAR
        if goal:
            tape.scratch[RING][goals] = hex
            goals += 1
    if field[start] == 0:
        return 0
    fill_field(state, book, tape, goals)
    return steps_from(book, tape, start)


@rule
def field_from_beside(state: State, book: Book, tape: Tape, start: int, target: int) -> bool:
    """Fill row FIELD with the steps to the open hexes beside a target, as far as `start`; False without a way there."""
    field = tape.scratch[FIELD]
    ring = tape.scratch[RING]
    for hex in range(HEXES):
        field[hex] = FAR
    last = 0
    for direction in range(6):
        beside = neighbour(book.geo, target, direction)
        if is_open(state, beside):
            field[beside] = 0
            ring[last] = beside
            last += 1
    first = 0
    found = FAR
    while first < last and field[ring[first]] <= found:
        hex = ring[first]
        first += 1
        for direction in range(6):
            beside = neighbour(book.geo, hex, direction)
            if beside == start:
                found = field[hex]
            elif is_open(state, beside) and field[beside] == FAR:
                field[beside] = field[hex] + 1
                ring[last] = beside
                last += 1
    return found < FAR


@rule
def steps_from(book: Book, tape: Tape, hex: int) -> int:
    """Give the steps from an occupied hex to the goal of row FIELD; FAR when there is no way."""
    if tape.scratch[FIELD][hex] == 0:
        return 0
    best = FAR
    for direction in range(6):
        beside = neighbour(book.geo, hex, direction)
        if beside >= 0:
            best = min(best, tape.scratch[FIELD][beside] + 1)
    return min(best, FAR)


@rule
def next_step(book: Book, tape: Tape, hex: int) -> int:
    """Give the next hex on a shortest way along row FIELD, North then West; -1 at the goal or without a way."""
    if tape.scratch[FIELD][hex] == 0:
        return -1
    best = -1
    least = FAR
    for direction in range(6):
        beside = neighbour(book.geo, hex, direction)
        if beside < 0:
            continue
        steps = tape.scratch[FIELD][beside]
        if steps < least or (steps == least and steps < FAR and beside < best):
            best = beside
            least = steps
    return best


@rule
def goal_at(tape: Tape, hex: int) -> None:
    """Make one hex the only goal of row FIELD."""
    field = tape.scratch[FIELD]
    for other in range(HEXES):
        field[other] = FAR
    field[hex] = 0
    tape.scratch[RING][0] = hex


@rule
def large_step(book: Book, centre: int, target: int) -> int:
    """Give the next centre of a large model on its way to a hex; it passes over everything but stays on the board."""
    best = -1
    least = distance(book.geo, centre, target)
    for direction in range(6):
        beside = neighbour(book.geo, centre, direction)
        if not fits(book, 1, beside):
            continue
        away = distance(book.geo, beside, target)
        if away < least or (best >= 0 and away == least and beside < best):
            best = beside
            least = away
    return best


@rule
def large_steps(book: Book, centre: int, target: int) -> int:
    """Count the steps until a large model's base is beside a hex."""
    return max(distance(book.geo, centre, target) - 2, 0)
