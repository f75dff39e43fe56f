"""Steps that change the ground: tiles laid, obstacles destroyed (Encounter rules p. 9, 21)."""

from ..core.compiler import rule
from ..core.hexes import HEXES
from ..core.tape import Tape
from .board import destroy, sees, set_tile, span
from .stack import DONE, answered, ask, offer_if, pop, top
from .state import STEP, Book, State, Step
from .terms import Act, Decision, Shape
from .whom import seat_of


@STEP.member
def tile_step(state: State, book: Book, tape: Tape) -> int:
    """Lay tiles on a hex of choice, or over a disc; a = row, b = actor, c = program."""
    frame = top(state)
    step = book.steps[frame.a]
    actor = frame.b
    seat = seat_of(state, actor)
    answer = answered(state)
    if seat < 0:
        spot = state.plays[frame.c].spot
        target = state.pieces[actor].target
        if spot < 0 and target >= 0:
            spot = state.pieces[target].hex
            if step.reach > 0 and span(state, book, actor, spot) > step.reach:
                spot = -1
        pop(state)
        lay(state, book, tape, step, spot)
        return DONE
    if answer < 0:
        for hex in range(HEXES):
            near = span(state, book, actor, hex) <= step.reach and state.terrain[hex] == 0
            offer_if(state, near and sees(state, book, state.pieces[actor].hex, hex), Act.HEX + hex)
        if state.n_legal == 0:
            pop(state)
            return DONE
        ask(state, Decision.PLACE_TILE, seat)
        return DONE
    pop(state)
    lay(state, book, tape, step, answer)
    return DONE


@rule
def lay(state: State, book: Book, tape: Tape, step: Step, spot: int) -> None:
    """Lay a tile on a hex, or on every free hex of a disc."""
    if spot < 0:
        return
    radius = max(step.size, 1) if step.shape == Shape.DISC else 0
    for hex in range(HEXES):
        if book.geo.distance[spot, hex] <= radius and state.terrain[hex] == 0:
            set_tile(state, tape, hex, step.token)


@rule
def obstacle_near(state: State, book: Book, actor: int, step: Step) -> bool:
    """Tell whether an obstacle is in reach of a step that breaks one."""
    for hex in range(HEXES):
        if state.terrain[hex] != 0 and span(state, book, actor, hex) <= max(step.reach, 1):
            return True
    return False


@STEP.member
def break_terrain_step(state: State, book: Book, tape: Tape) -> int:
    """Destroy an obstacle in reach of choice, or everything beside an enemy; a = row, b = actor."""
    frame = top(state)
    step = book.steps[frame.a]
    actor = frame.b
    answer = answered(state)
    seat = seat_of(state, actor)
    if seat < 0:
        pop(state)
        for hex in range(HEXES):
            if state.terrain[hex] and span(state, book, actor, hex) <= max(step.reach, 1):
                destroy(state, tape, state.terrain[hex] - 1)
        return DONE
    if answer < 0:
        for hex in range(HEXES):
            near = state.terrain[hex] != 0 and span(state, book, actor, hex) <= max(step.reach, 1)
            offer_if(state, near, Act.HEX + hex)
        if state.n_legal == 0:
            pop(state)
            return DONE
        ask(state, Decision.PLACE_TILE, seat)
        return DONE
    pop(state)
    destroy(state, tape, state.terrain[answer] - 1)
    return DONE
