"""The situation of an encounter as text for a terminal."""

from __future__ import annotations

from ..core.hexes import EDGE, HEXES, TALL, geometry
from .situation import action_name
from .state import Book, State
from .terms import BOSS, FRIEND, LOCATIONS, MINION, SEATS, Decision, Form, Outcome, Tile

HERO_MARKS = "1234"
BOSS_MARKS = "AB"
TILE_MARKS = {Tile.NONE: ".", Tile.FIRE: "^", Tile.WATER: "~"}


def mark_of(state: State, hex: int) -> str:
    """Return the sign of what is on a hex."""
    piece = state.occupant[hex] - 1
    if piece >= FRIEND:
        return "f"
    if piece >= MINION:
        return "m"
    if piece >= BOSS:
        return BOSS_MARKS[piece - BOSS]
    if piece >= 0:
        return HERO_MARKS[piece]
    return "#" if state.terrain[hex] else TILE_MARKS[Tile(state.tile[hex])]


def board_lines(state: State) -> list[str]:
    """Return the board, a line a height: columns A to Q from the west, odd ones half a hex lower."""
    geo = geometry()[0]
    lines = [[" "] * (2 * EDGE + 1) for _ in range(2 * TALL + 1)]
    for hex in range(HEXES):
        x, y = int(geo["x"][hex]), int(geo["y"][hex])
        lines[x + 2 * y + TALL][x + EDGE] = mark_of(state, hex)
    return ["  " + "  ".join(line).rstrip() for line in lines]


def render(state: State, book: Book) -> str:
    """Return the situation as text: the board, who stands how, the decision and its options."""
    lines = [f"round {state.round}, stage {state.stage}", *board_lines(state)]
    for seat in range(SEATS):
        mine, model = state.seats[seat], state.pieces[seat]
        form = Form(mine.form).name.lower()
        lines.append(f"{HERO_MARKS[seat]} {form:<9} HP {model.hp} animus {mine.available}+{mine.reserve}")
    for location in range(LOCATIONS):
        where = book.locations[location]
        if where.boss >= 0:
            lines.append(f"{BOSS_MARKS[where.boss]} location {location} HP {state.dice[location]}/{where.hp}")
    if state.outcome:
        return "\n".join([*lines, f"outcome {Outcome(state.outcome).name.lower()}"])
    if state.decision == Decision.NONE:
        return "\n".join(lines)
    lines.append(f"seat {state.seat} decides: {Decision(state.decision).name.lower()}")
    acts = [state.legal[k] for k in range(state.n_legal)]
    return "\n".join([*lines, *(f"  {act:>3} {action_name(act)}" for act in acts)])
