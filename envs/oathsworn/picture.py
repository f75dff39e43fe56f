"""The situation of an encounter as a picture."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, radians, sin, sqrt

import numpy as np
from numpy.typing import NDArray

from ..core.canvas import Canvas, Colour, Point
from ..core.hexes import COORDINATES, EDGE, HEXES, TALL
from .board import body_hex, on_board
from .state import Book, State
from .terms import (
    BODY,
    BOSS,
    BOSSES,
    DIE_HP,
    FRIEND,
    LOCATIONS,
    MINION,
    PIECES,
    SEATS,
    Decision,
    Form,
    Form7,
    Outcome,
    Tile,
)

RADIUS = 24.0
HALF = RADIUS * sqrt(3) / 2
EDGE_WIDTH = 1.2
MARGIN = 16.0
PANEL = 250
BOARD_WIDTH = round(2 * MARGIN + RADIUS * (3 * EDGE + 2))
HEIGHT = round(2 * MARGIN + HALF * (2 * TALL + 2))
WIDTH = BOARD_WIDTH + PANEL

PAPER: Colour = (36, 34, 40)
GROUND: Colour = (226, 217, 194)
LINE: Colour = (184, 172, 144)
INK: Colour = (240, 236, 226)
DARK: Colour = (28, 26, 30)
DIM: Colour = (92, 88, 98)
FAINT: Colour = (150, 144, 152)
TREE: Colour = (74, 104, 66)
CROWN: Colour = (48, 76, 46)
TILES: dict[int, Colour] = {Tile.FIRE: (226, 122, 52), Tile.WATER: (112, 158, 196)}
FLAME: Colour = (250, 204, 92)
HEROES: tuple[Colour, ...] = ((44, 102, 176), (196, 148, 32), (60, 134, 92), (142, 78, 160))
BOSS_COLOURS: tuple[Colour, ...] = ((160, 44, 40), (150, 70, 24))
BROKEN: Colour = (112, 100, 98)
MINION_COLOUR: Colour = (108, 60, 52)
FRIEND_COLOUR: Colour = (56, 140, 150)
LOST: Colour = (70, 66, 74)
BODY_WORDS = ("CORE", "FRONT", "FRONT R", "REAR R", "REAR", "REAR L", "FRONT L")
STAGES = ("", "I", "II", "III")


def picture(state: State, book: Book) -> NDArray[np.uint8]:
    """Return the situation as an RGB image, `(height, width, 3)`."""
    canvas = empty_board().copy()
    for hex in range(HEXES):
        if state.terrain[hex] or state.tile[hex]:
            draw_hex(canvas, state, hex)
    for boss in range(BOSSES):
        if on_board(state, BOSS + boss):
            draw_boss(canvas, state, book, boss)
    for piece in range(PIECES):
        if on_board(state, piece) and not BOSS <= piece < MINION:
            draw_model(canvas, state, piece)
    draw_panel(canvas, state, book)
    return canvas.image()


@lru_cache(maxsize=1)
def empty_board() -> Canvas:
    """Return the board without anything on it, to be copied."""
    canvas = Canvas(WIDTH, HEIGHT, PAPER)
    for hex in range(HEXES):
        canvas.polygon(corners(*middle(hex), RADIUS), LINE)
        canvas.polygon(corners(*middle(hex), RADIUS - EDGE_WIDTH), GROUND)
    return canvas


def middle(hex: int) -> Point:
    """Return the middle of a hex."""
    x, y = COORDINATES[hex]
    return MARGIN + RADIUS * (1.5 * (x + EDGE) + 1), MARGIN + HALF * (x + 2 * y + TALL + 1)


def corners(x: float, y: float, radius: float) -> list[Point]:
    """Return the corners of a hex around a middle."""
    return [(x + radius * cos(k * pi / 3), y + radius * sin(k * pi / 3)) for k in range(6)]


def toward(x: float, y: float, facing: float, far: float) -> Point:
    """Return the point so far from a middle in a direction, clockwise from north in sixths."""
    turn = radians(60 * facing)
    return x + far * sin(turn), y - far * cos(turn)


def draw_hex(canvas: Canvas, state: State, hex: int) -> None:
    """Draw the obstacle or tile on a hex."""
    x, y = middle(hex)
    tile = state.tile[hex]
    canvas.polygon(corners(x, y, RADIUS - EDGE_WIDTH), TREE if state.terrain[hex] else TILES[tile])
    if state.terrain[hex]:
        for facing in range(3):
            canvas.disc(*toward(x, y, 2 * facing, 0.3 * RADIUS), 0.32 * RADIUS, CROWN)
    elif tile == Tile.FIRE:
        wide = 0.35 * RADIUS
        canvas.polygon([(x - wide, y + wide), (x, y - 1.6 * wide), (x + wide, y + wide)], FLAME)
    elif tile == Tile.WATER:
        for row in (-0.3, 0.0, 0.3):
            canvas.rectangle(x - 0.4 * RADIUS, y + row * RADIUS, 0.8 * RADIUS, 1.5, INK)


def draw_arrow(canvas: Canvas, x: float, y: float, facing: int, far: float, colour: Colour) -> None:
    """Draw an arrow head that points the way a model faces."""
    tip = toward(x, y, facing, far)
    left, right = toward(x, y, facing - 0.45, 0.72 * far), toward(x, y, facing + 0.45, 0.72 * far)
    canvas.polygon([tip, left, right], colour)


def draw_model(canvas: Canvas, state: State, piece: int) -> None:
    """Draw a hero, companion, ally, minion or friend, with where it faces and its HP."""
    model = state.pieces[piece]
    x, y = middle(model.hex)
    if piece >= MINION:
        colour = FRIEND_COLOUR if piece >= FRIEND else MINION_COLOUR
        draw_arrow(canvas, x, y, model.facing, 0.8 * RADIUS, colour)
        canvas.disc(x, y, 0.5 * RADIUS, DARK)
        canvas.disc(x, y, 0.44 * RADIUS, colour)
        canvas.text(x, y, str(model.hp), INK, 1.3, centred=True)
        return
    draw_arrow(canvas, x, y, model.facing, 0.98 * RADIUS, DARK)
    canvas.disc(x, y, 0.72 * RADIUS, DARK)
    canvas.disc(x, y, 0.66 * RADIUS, HEROES[piece])
    if state.seats[piece].form != Form.FULL:
        canvas.disc(x, y, 0.52 * RADIUS, INK)
        canvas.disc(x, y, 0.45 * RADIUS, HEROES[piece])
    canvas.text(x, y, str(piece + 1), INK, 1.9, centred=True)


def draw_boss(canvas: Canvas, state: State, book: Book, boss: int) -> None:
    """Draw a boss with the HP of the location on each hex; where a die is gone the hex is grey."""
    model = state.pieces[BOSS + boss]
    parts = range(BODY if model.large else 1)
    hexes = [(part, body_hex(book, model.hex, model.facing, part)) for part in parts]
    spots = [(part, *middle(hex)) for part, hex in hexes if hex >= 0]
    for _, x, y in spots:
        canvas.polygon(corners(x, y, 1.1 * RADIUS), DARK)
    for part, x, y in spots:
        hp = hp_at(state, book, boss, part)
        canvas.polygon(corners(x, y, 0.96 * RADIUS), BOSS_COLOURS[boss] if hp else BROKEN)
        canvas.text(x, y, str(hp), INK, 1.9, centred=True)
    _, x, y = spots[Form7.FRONT if model.large and len(spots) == BODY else 0]
    draw_arrow(canvas, x, y, model.facing, 0.94 * RADIUS, INK)


def hp_at(state: State, book: Book, boss: int, part: int) -> int:
    """Return the HP on the dice of a hex of a boss; of a boss of one hex, of all its dice."""
    locations = [k for k in range(LOCATIONS) if book.locations[k].boss == boss]
    if state.pieces[BOSS + boss].large:
        locations = [k for k in locations if (book.locations[k].body >> part) & 1]
    return sum(state.dice[k] for k in locations)


def draw_panel(canvas: Canvas, state: State, book: Book) -> None:
    """Draw round and stage, the four seats, the locations of all bosses, and what is being decided."""
    x, y = float(BOARD_WIDTH), MARGIN
    canvas.text(x, y, f"ROUND {state.round}  STAGE {STAGES[state.stage]}", INK, 2)
    y += 30
    for seat in range(SEATS):
        draw_seat(canvas, state, seat, x, y)
        y += 42
    for location in range(LOCATIONS):
        where = book.locations[location]
        if where.boss >= 0:
            colour = BOSS_COLOURS[where.boss]
            canvas.text(x, y, location_word(state, book, location), INK if state.dice[location] else FAINT, 1.5)
            draw_pips(canvas, x + 90, y, state.dice[location], where.hp, colour)
            y += 21
    canvas.text(x, HEIGHT - MARGIN - 12, verdict(state), INK, 1.6)


def draw_seat(canvas: Canvas, state: State, seat: int, x: float, y: float) -> None:
    """Draw what a seat pilots: its form, HP and animus."""
    mine, model = state.seats[seat], state.pieces[seat]
    alive = mine.form != Form.FALLEN
    canvas.disc(x + 14, y + 14, 14, HEROES[seat] if alive else DIM)
    canvas.text(x + 14, y + 14, str(seat + 1), INK, 1.9, centred=True)
    canvas.text(x + 38, y, Form(mine.form).name, INK if alive else FAINT, 1.5)
    if alive:
        animus = f"{mine.available}/{mine.available + mine.reserve}"
        canvas.text(x + 130, y, f"ANIMUS {animus}", FAINT, 1.3)
        draw_pips(canvas, x + 38, y + 16, model.hp, model.max_hp, HEROES[seat])


def draw_pips(canvas: Canvas, x: float, y: float, now: int, most: int, colour: Colour) -> None:
    """Draw HP as squares, those lost dark; as a number where they are many."""
    if most > 2 * DIE_HP:
        canvas.text(x, y, f"{now}/{most}", INK, 1.5)
        return
    for pip in range(max(most, now)):
        canvas.rectangle(x + 13 * pip, y, 10, 12, colour if pip < now else LOST)


def location_word(state: State, book: Book, location: int) -> str:
    """Return the words for where a location lies on its model."""
    where = book.locations[location]
    if not state.pieces[BOSS + where.boss].large:
        return f"DIE {location + 1}"
    parts = [part for part in range(BODY) if (where.body >> part) & 1]
    if len(parts) == 1:
        return BODY_WORDS[parts[0]]
    if parts == [Form7.FRONT_RIGHT, Form7.REAR_RIGHT]:
        return "FLANK R"
    return "FLANK L" if parts == [Form7.REAR_LEFT, Form7.FRONT_LEFT] else BODY_WORDS[parts[0]] + " +"


def verdict(state: State) -> str:
    """Return who decides what, or how the encounter ended."""
    if state.outcome:
        return Outcome(state.outcome).name
    if state.decision == Decision.NONE:
        return ""
    return f"SEAT {state.seat + 1}: {Decision(state.decision).name.replace('_', ' ')}"
