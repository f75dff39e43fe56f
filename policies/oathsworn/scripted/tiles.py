"""What a tile is worth where it lies: fire and water in the way of enemies are good, fire under a friend is not."""

from ....envs.core.compiler import rule
from ....envs.core.hexes import HEXES
from ....envs.oathsworn.board import FAR, is_enemy, on_board
from ....envs.oathsworn.state import Book, Piece, State, Step
from ....envs.oathsworn.terms import BOSS, FRIEND, MINION, SEATS, Tile
from .strikes import minion_worth
from .weights import BOSS_HP, ENTERED, HINDERED


@rule
def lies_in_way(state: State, book: Book, enemy: int, hex: int) -> bool:
    """Tell whether a hex lies on a shortest way of an enemy to the hero nearest to it, about; not where it stands."""
    model: Piece = state.pieces[enemy]
    body = 1 if model.large else 0
    goal = -1
    least = FAR
    for seat in range(SEATS):
        if on_board(state, seat) and book.geo.distance[model.hex, state.pieces[seat].hex] < least:
            goal = state.pieces[seat].hex
            least = book.geo.distance[model.hex, goal]
    if goal < 0 or hex == goal or least <= 1 + body:
        return False
    out = book.geo.distance[model.hex, hex]
    return out > body and out + book.geo.distance[hex, goal] <= least


@rule
def tile_gain(state: State, book: Book, tile: int, hex: int) -> float:
    """Give what a tile on a hex brings."""
    gain = 0.0
    for enemy in range(BOSS, FRIEND):
        if is_enemy(state, enemy) and lies_in_way(state, book, enemy, hex):
            if tile == Tile.WATER:
                gain += HINDERED
            else:
                gain += ENTERED * (BOSS_HP if enemy < MINION else minion_worth(state, book, enemy))
    for seat in range(SEATS):
        if tile == Tile.FIRE and state.pieces[seat].hex == hex:
            gain -= 1.0
    return gain


@rule
def tile_worth(state: State, book: Book, step: Step, hex: int) -> float:
    """Give what a tile laid within reach of a hex brings where it is laid best."""
    best = 0.0
    for spot in range(HEXES):
        if book.geo.distance[hex, spot] <= max(step.reach, 1) and state.tile[spot] != step.token:
            best = max(best, tile_gain(state, book, step.token, spot))
    return best
