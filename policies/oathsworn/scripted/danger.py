"""The danger of standing on a hex when the enemy acts next."""

from ....envs.core.compiler import rule
from ....envs.core.hexes import in_front
from ....envs.oathsworn.board import is_enemy, is_oathsworn
from ....envs.oathsworn.pieces import defence_of
from ....envs.oathsworn.state import Book, MinionKind, Piece, State
from ....envs.oathsworn.targeting import merit
from ....envs.oathsworn.terms import BOSS, CARDS, FRIEND, MINION, Form, Tile, Zone
from .enemies import (
    FARTHEST,
    NEAR_BITS,
    SPAWNED,
    card_threat,
    first_boss_out,
    likely_target,
    minion_damage,
    pack_rivals,
    spawn_amount,
    spawn_place,
    wish_of,
)
from .weights import FALL, FRONT, GUARD_CARD, SHIFTED

MOST_AROUND = 6

Outlook = tuple[float, int, float, int, float, int, int, int, int, int, float, float, int, int]
"""What threatens a seat wherever it stands: see `outlook`."""


@rule
def best_guard(state: State, book: Book, seat: int) -> int:
    """Give the highest defence among the ability cards in a seat's hand."""
    best = 0
    mine = state.seats[seat]
    if mine.form == Form.FULL:
        for card in range(CARDS):
            if mine.cards[card] == Zone.HAND:
                best = max(best, book.kits[seat].cards[card].defence)
    return best


@rule
def outlook(state: State, book: Book, seat: int) -> Outlook:
    """Sum up what threatens a seat.

    Returns:
        The six numbers of `card_threat`; the first boss; the seat it goes for otherwise, and 1 if that one is
        preferred to this seat, -1 if less, 0 if distance decides; packed distances of minions to others; the mean
        damage of a minion; the defence of the seat; how many minions come and where.
    """
    aimed, blows, spread, radius, near, reach = card_threat(state, book)
    boss = first_boss_out(state)
    rival = -1
    order = -1
    spawn = -1
    come = 0
    if boss >= 0:
        wish = wish_of(state, book, boss)
        rival = likely_target(state, book, boss, wish, seat)
        if not is_oathsworn(state, seat):
            order = 1
        elif rival >= 0:
            mine = merit(state, book, BOSS + boss, seat, wish)
            other = merit(state, book, BOSS + boss, rival, wish)
            order = 0 if mine == other else (1 if other > mine else -1)
        come = spawn_amount(state, book)
        spawn = spawn_place(state, book, boss) if come else -1
    packed = pack_rivals(state, book, seat, spawn)
    damage = minion_damage(state, book, 0)
    defence = float(defence_of(state, book, seat)) + GUARD_CARD * best_guard(state, book, seat)
    return aimed, blows, spread, radius, near, reach, boss, rival, order, packed, damage, defence, come, spawn


@rule
def hp_of_blow(damage: float, blows: int, defence: float) -> float:
    """Give about the HP that damage in so many blows costs."""
    return max(damage / defence - 0.5 * blows * (defence - 1.0) / defence, 0.08 * damage / defence)


@rule
def harm(state: State, seat: int, loss: float) -> float:
    """Give what losing HP is worth: more where it may fell the hero."""
    hp = state.pieces[seat].hp
    if loss <= 0.0:
        return 0.0
    lost = min(loss, float(hp))
    close = loss / max(hp, 1)
    return lost + FALL * min(close * close, 1.0)


@rule
def is_aimed_at(state: State, book: Book, view: Outlook, hex: int) -> bool:
    """Tell whether the boss would go for who stands on a hex."""
    rival = view[7]
    order = view[8]
    if rival < 0 or order != 0:
        return order < 0
    centre = state.pieces[BOSS + view[6]].hex
    mine = book.geo.distance[centre, hex]
    other = book.geo.distance[centre, state.pieces[rival].hex]
    return mine < other or (mine == other and hex < state.pieces[rival].hex)


@rule
def swarm(state: State, book: Book, view: Outlook, hex: int) -> float:
    """Count the minions that would attack who stands on a hex."""
    packed = view[9]
    count = 0.0
    for minion in range(MINION, FRIEND):
        model: Piece = state.pieces[minion]
        if not is_enemy(state, minion):
            continue
        sheet: MinionKind = book.minions[model.sort]
        away = book.geo.distance[model.hex, hex]
        other = (packed >> (NEAR_BITS * (minion - MINION))) & FARTHEST
        if away <= sheet.move + max(sheet.reach, 1):
            count += 1.0 if away < other else (0.5 if away == other else 0.0)
    return count


@rule
def swarm_to_come(book: Book, view: Outlook, hex: int) -> float:
    """Count the minions to come that would attack who stands on a hex."""
    if view[12] == 0:
        return 0.0
    away = book.geo.distance[view[13], hex]
    other = (view[9] >> (NEAR_BITS * SPAWNED)) & FARTHEST
    if away > other or away > book.minions[0].move + 1:
        return 0.0
    return view[12] * (1.0 if away < other else 0.5)


@rule
def danger(state: State, book: Book, view: Outlook, seat: int, hex: int) -> float:
    """Give what standing on a hex may cost a seat before its next turn."""
    defence = view[11]
    loss = 0.0
    shared = 0.0
    if view[6] >= 0:
        model: Piece = state.pieces[BOSS + view[6]]
        if is_aimed_at(state, book, view, hex):
            shared += hp_of_blow(view[0], view[1], defence)
        elif view[2] > 0.0 and view[7] >= 0 and book.geo.distance[state.pieces[view[7]].hex, hex] <= view[3]:
            loss += 0.7 * hp_of_blow(view[2], 1, defence)
        span = book.geo.distance[model.hex, hex] - (1 if model.large else 0)
        if view[4] > 0.0 and span <= view[5]:
            loss += hp_of_blow(view[4], 1, defence)
        if span <= 1 and in_front(book.geo, model.hex, model.facing, hex):
            loss += FRONT
    count = min(swarm(state, book, view, hex) + swarm_to_come(book, view, hex), float(MOST_AROUND))
    if count > 0.0:
        shared += hp_of_blow(count * view[10], 1, defence)
    if state.tile[hex] == Tile.FIRE:
        loss += 1.0
    part = SHIFTED if is_strong(state, seat) else 0.3 * SHIFTED
    return max(harm(state, seat, loss + shared) - part * shared, 0.0)


@rule
def is_strong(state: State, seat: int) -> bool:
    """Tell whether a seat can bear a blow that would go to somebody else."""
    return state.pieces[seat].hp >= STRONG


STRONG = 4
