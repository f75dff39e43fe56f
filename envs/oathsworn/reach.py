"""Where a model can go: floods over the open hexes, and the ways along them (Encounter rules p. 9, 20).

A flood leaves what it reached in the tape's waves, wave k with k movement; they hold until the next flood.
"""

from ..core.compiler import rule
from ..core.hexes import (
    HEXES,
    MASK_BITS,
    MASK_WORDS,
    NOWHERE,
    Hexes,
    around,
    both,
    distance,
    either,
    has,
    is_empty,
    neighbour,
    only,
    without,
)
from ..core.tape import Tape
from .board import FAR, WORD, fits, is_open, open_hexes
from .state import Book, State
from .terms import Tile

WAYS = 0
"""Row of the scratch: what ways of exactly some movement take."""
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
def water(state: State) -> Hexes:
    """Give the water hexes not yet paid for in this turn."""
    found = NOWHERE
    for hex in range(HEXES):
        if state.tile[hex] == Tile.WATER:
            found = either(found, only(hex))
    return without(found, (state.waded[0], state.waded[1], state.waded[2]))


@rule
def flood(state: State, tape: Tape, start: Hexes, goals: Hexes, dear: Hexes, budget: int) -> None:
    """Fill the waves over open hexes until one is beside a goal, at a budget, or where nothing more is reached.

    Args:
        state: The encounter.
        tape: Its waves.
        start: The hexes of wave 0.
        goals: Where it ends.
        dear: Hexes that take `DEAR` movement.
        budget: The last wave it may fill, below `FAR`.
    """
    free = without(open_hexes(state), start)
    cheap = without(free, dear)
    dear = both(free, dear)
    wave = start
    late = NOWHERE
    put_wave(tape, 0, start)
    for steps in range(1, budget + 1):
        near = around(wave)
        if not is_empty(both(near, goals)):
            return
        wave = either(both(near, cheap), both(late, dear))
        cheap = without(cheap, wave)
        dear = without(dear, wave)
        late = both(near, dear)
        if is_empty(either(wave, late)):
            return
        put_wave(tape, steps, wave)


@rule
def put_wave(tape: Tape, steps: int, wave: Hexes) -> None:
    """Keep a flood's newest wave."""
    tape.waves[steps, 0] = wave[0]
    tape.waves[steps, 1] = wave[1]
    tape.waves[steps, 2] = wave[2]
    tape.n_waves = steps + 1


@rule
def wave_of(tape: Tape, steps: int) -> Hexes:
    """Give what a flood reached with so much movement."""
    return tape.waves[steps, 0], tape.waves[steps, 1], tape.waves[steps, 2]


@rule
def flooded(tape: Tape) -> Hexes:
    """Give all that a flood reached, its start among it."""
    found = NOWHERE
    for steps in range(tape.n_waves):
        found = either(found, wave_of(tape, steps))
    return found


@rule
def reached(tape: Tape, steps: int, hex: int) -> bool:
    """Tell whether a flood took just so much movement to a hex."""
    return (tape.waves[steps, hex // WORD] >> (hex % WORD)) & 1 == 1


@rule
def cost_of(tape: Tape, hex: int) -> int:
    """Give the movement a flood took to a hex; FAR where it did not come."""
    for steps in range(tape.n_waves):
        if reached(tape, steps, hex):
            return steps
    return FAR


@rule
def way_back(book: Book, tape: Tape, hex: int, steps: int) -> int:
    """Give the hex beside another that a flood reached with so much movement, North then West; -1 none."""
    best = -1
    for direction in range(6):
        beside = neighbour(book.geo, hex, direction)
        if beside >= 0 and (best < 0 or beside < best) and reached(tape, steps, beside):
            best = beside
    return best


@rule
def fill_exact(state: State, book: Book, tape: Tape, start: int, budget: int) -> None:
    """Fill row WAYS with what ways from a hex to every open hex may take, detours among them, as bits."""
    ways = tape.scratch[WAYS]
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
def aim_at(state: State, book: Book, tape: Tape, start: int, target: int) -> int:
    """Flood from as near to a target as can be to beside `start`; gives the steps it takes from there.

    The goals are the open hexes that can be reached and lie closest to the target; beside it, if any is free.
    """
    steps = steps_from(state, book, tape, start, both(around(only(target)), open_hexes(state)))
    if steps >= 0:
        return steps
    flood(state, tape, only(start), NOWHERE, NOWHERE, FAR - 1)
    goals = nearest_in(book, without(flooded(tape), only(target)), target)
    return max(steps_from(state, book, tape, start, goals), 0)


@rule
def steps_from(state: State, book: Book, tape: Tape, start: int, goals: Hexes) -> int:
    """Flood from some goals to beside `start`; gives the steps it takes from there, -1 without a way."""
    if has(goals, start):
        return 0
    flood(state, tape, goals, only(start), NOWHERE, FAR - 1)
    return tape.n_waves if way_back(book, tape, start, tape.n_waves - 1) >= 0 else -1


@rule
def nearest_in(book: Book, hexes: Hexes, target: int) -> Hexes:
    """Give those hexes of a set that lie closest to a target."""
    nearest = NOWHERE
    least = FAR
    for word in range(MASK_WORDS):
        left = hexes[word]
        hex = MASK_BITS * word
        while left:
            if left & 1 == 1:
                away = distance(book.geo, hex, target)
                if away < least:
                    nearest = NOWHERE
                    least = away
                if away == least:
                    nearest = either(nearest, only(hex))
            left >>= 1
            hex += 1
    return nearest


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
