"""What enemies threaten: the damage they draw on average, and what the visible stage card will do (rules p. 18-23)."""

from ....envs.core.compiler import rule
from ....envs.oathsworn.board import FAR, gap, is_enemy, is_oathsworn, on_board
from ....envs.oathsworn.locations import icon_broken
from ....envs.oathsworn.might import ENEMIES
from ....envs.oathsworn.state import Book, MinionKind, Piece, StageCard, State, Step
from ....envs.oathsworn.targeting import merit
from ....envs.oathsworn.terms import (
    BOSS,
    BOSSES,
    COLOURS,
    FRIEND,
    MINION,
    SEATS,
    STAGE_CARDS,
    Do,
    Kind,
    Shape,
    To,
)
from .odds import pile_of

NEAR_BITS = 4
"""Bits a minion's distance to its nearest hero takes in a packed number."""
FARTHEST = 15
SPAWNED = 12
"""Place of the minions to come among the packed distances."""


@rule
def enemy_mean(state: State, book: Book, colour: int) -> float:
    """Give the mean of an enemy card of a colour."""
    pile = pile_of(state, book, ENEMIES, colour, False, 0)
    if pile[0] < 0.5:
        pile = pile_of(state, book, ENEMIES, colour, True, 0)
    return pile[3]


@rule
def boss_damage(state: State, book: Book, boss: int, step: Step) -> float:
    """Give the mean damage of a boss's attack as its parts are now."""
    sheet = book.bosses[boss]
    total = float(step.bonus)
    strongest = 0
    for colour in range(COLOURS):
        if sheet.might[colour] > 0:
            strongest = colour
            total += sheet.might[colour] * enemy_mean(state, book, colour)
    model: Piece = state.pieces[BOSS + boss]
    more = step.amount + model.might_round
    if step.icon >= 0 and icon_broken(state, book, boss, step.icon):
        more -= 1
    if more:
        total += more * enemy_mean(state, book, strongest)
    return total + model.damage + model.damage_round


@rule
def minion_damage(state: State, book: Book, kind: int) -> float:
    """Give the mean damage of a minion of a kind."""
    sheet: MinionKind = book.minions[kind]
    total = 0.0
    for colour in range(COLOURS):
        if sheet.might[colour] > 0:
            total += sheet.might[colour] * enemy_mean(state, book, colour)
    return total


@rule
def first_boss_out(state: State) -> int:
    """Give the first boss on the board; -1 none."""
    for boss in range(BOSSES):
        if on_board(state, BOSS + boss):
            return boss
    return -1


@rule
def splash_of(shape: int, size: int) -> int:
    """Give how far round its target an area's attack reaches, about."""
    if shape == Shape.ONE or shape == Shape.CHAIN:
        return 0
    if shape == Shape.CONE:
        return 2
    return max(size, 1)


@rule
def card_threat(state: State, book: Book) -> tuple[float, int, float, int, float, int]:
    """Sum up the attacks of the visible stage card, of an unknown one those of the known cards of its stage on average.

    Returns:
        Damage aimed at its target and in how many attacks; damage that spreads and how far from the target; damage to
        all near the boss and how far.
    """
    aimed = 0.0
    blows = 0
    spread = 0.0
    radius = 0
    near = 0.0
    reach = 0
    boss = first_boss_out(state)
    if state.face_up < 0 or boss < 0:
        return aimed, blows, spread, radius, near, reach
    cards = 0
    first, end = shown(state, book)
    for place in range(first, end):
        if not stands_for(state, book, place):
            continue
        cards += 1
        card: StageCard = book.stage_cards[place]
        walked = False
        for row in range(card.first, card.end):
            step = book.steps[row]
            if step.do == Do.MOVE and step.to == To.TARGET:
                walked = True
            if step.do != Do.ATTACK:
                continue
            damage = boss_damage(state, book, boss, step)
            around = step.shape == Shape.ADJACENT or step.shape == Shape.WITHIN
            if around and not walked:
                near += damage
                reach = max(reach, max(step.size, 1) if step.shape == Shape.WITHIN else 1)
            else:
                aimed += damage
                blows += 1
                if step.shape != Shape.ONE:
                    spread += damage
                    radius = max(radius, splash_of(step.shape, step.size))
    cards = max(cards, 1)
    return aimed / cards, (blows + cards - 1) // cards, spread / cards, radius, near / cards, reach


@rule
def shown(state: State, book: Book) -> tuple[int, int]:
    """Give where the cards that `stands_for` knows lie: the visible one alone, or among all where it is unknown."""
    if book.stage_cards[state.face_up].unknown == 0:
        return state.face_up, state.face_up + 1
    return 0, STAGE_CARDS


@rule
def stands_for(state: State, book: Book, place: int) -> bool:
    """Tell whether a stage card is the visible one, or a known one of its stage where that is unknown."""
    visible: StageCard = book.stage_cards[state.face_up]
    if visible.unknown == 0:
        return place == state.face_up
    return book.stage_cards[place].stage == visible.stage and book.stage_cards[place].unknown == 0


@rule
def wish_of(state: State, book: Book, boss: int) -> int:
    """Give whom the visible card makes a boss prefer."""
    wish = -1
    if state.face_up >= 0:
        wish = book.stage_cards[state.face_up].prefer
    return wish if wish >= 0 else book.bosses[boss].prefer


@rule
def likely_target(state: State, book: Book, boss: int, wish: int, seat: int) -> int:
    """Give which seat other than `seat` a boss would go for, by what it prefers, then distance; -1 nobody."""
    best = -1
    best_merit = 0
    best_gap = FAR
    for other in range(SEATS):
        if other == seat or not is_oathsworn(state, other):
            continue
        worth = merit(state, book, BOSS + boss, other, wish)
        away = gap(state, book, BOSS + boss, other)
        closer = away < best_gap or (away == best_gap and state.pieces[other].hex < state.pieces[best].hex)
        if best < 0 or worth > best_merit or (worth == best_merit and closer):
            best = other
            best_merit = worth
            best_gap = away
    return best


@rule
def spawn_amount(state: State, book: Book) -> int:
    """Count the minions the visible card brings, an unknown one on average."""
    if state.face_up < 0:
        return 0
    cards = 0
    amount = 0
    first, end = shown(state, book)
    for place in range(first, end):
        if stands_for(state, book, place):
            cards += 1
            card: StageCard = book.stage_cards[place]
            for row in range(card.first, card.end):
                if book.steps[row].do == Do.SPAWN:
                    amount += book.steps[row].amount
                    break
    return (amount + cards // 2) // max(cards, 1)


@rule
def spawn_place(state: State, book: Book, boss: int) -> int:
    """Give about where the minions to come will stand: two hexes behind a boss, or where it is."""
    model: Piece = state.pieces[BOSS + boss]
    hex = model.hex
    for _ in range(2):
        behind = book.geo.neighbour[hex, (model.facing + 3) % 6]
        hex = behind if behind >= 0 else hex
    return hex


@rule
def nearest_hero(state: State, book: Book, hex: int, seat: int) -> int:
    """Count the hexes from a hex to the nearest hero or ally other than a seat's."""
    best = FARTHEST
    for other in range(SEATS):
        if other != seat and state.pieces[other].kind != Kind.NONE and state.pieces[other].hex >= 0:
            best = min(best, book.geo.distance[hex, state.pieces[other].hex])
    return best


@rule
def pack_rivals(state: State, book: Book, seat: int, spawn: int) -> int:
    """Give each minion's distance to the nearest other hero, packed; the minions to come behind them."""
    packed = 0
    for minion in range(MINION, FRIEND):
        if is_enemy(state, minion):
            near = nearest_hero(state, book, state.pieces[minion].hex, seat)
            packed |= near << (NEAR_BITS * (minion - MINION))
    if spawn >= 0:
        packed |= nearest_hero(state, book, spawn, seat) << (NEAR_BITS * SPAWNED)
    return packed
