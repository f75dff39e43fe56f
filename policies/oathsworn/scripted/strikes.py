"""What an attack is worth: the cards it would take, whom it could hit from a hex, and what that brings."""

from ....envs.core.compiler import rule
from ....envs.oathsworn.areas import follows
from ....envs.oathsworn.board import FAR, body_hex, gap, is_enemy, on_board, sees
from ....envs.oathsworn.draws import cubes_for
from ....envs.oathsworn.hero_attack import weapon_fates
from ....envs.oathsworn.might import HEROES, within_reach
from ....envs.oathsworn.pieces import defence_of
from ....envs.oathsworn.seats import weapon_reach
from ....envs.oathsworn.state import Book, MinionKind, Piece, State, Step
from ....envs.oathsworn.terms import (
    BODY,
    BOSS,
    COLOURS,
    DIE_HP,
    FRIEND,
    LOCATIONS,
    MINION,
    PIECES,
    SEATS,
    WHITE_CAP,
    Colour,
    Flag,
    Shape,
)
from .odds import (
    NOTHING,
    STEP_GAIN,
    Odds,
    draw_colour,
    draw_from,
    hit_with,
    hp_taken,
    mean_of,
    open_pile,
    pile_of,
)
from .weights import BOSS_HP, BREAK, FAR_KILL, KILL, REDRAW_SHARE

ENOUGH_WHITE = 9

Arms = tuple[float, float, int]
"""Chance to hit, mean damage of a hit, cards: of a seat's plain attack with its weapons."""
Aim = tuple[float, int, int, int]
"""Flat bonus, redraws at hand, defence of the target, HP it has left."""


@rule
def planned_cubes(state: State, book: Book, step: Step, seat: int, fates: int) -> tuple[Odds, int]:
    """Give the odds of all the cubes of an attack, and how many they are."""
    odds = NOTHING
    count = 0
    for colour in range(1, COLOURS):
        cubes = cubes_for(state, book, step, seat, colour)
        if cubes:
            odds = draw_colour(state, book, odds, colour, cubes, fates)
            count += cubes
    return odds, count


@rule
def best_white(state: State, book: Book, odds: Odds, cubes: int, aim: Aim, fates: int) -> tuple[int, float, float]:
    """Choose how many white cards to draw beside others, by the HP the attack takes, misses counted.

    Returns:
        The number, the chance to hit, the mean damage of the cards of a hit.
    """
    bonus, redraws, defence, left = aim
    most = min(WHITE_CAP, within_reach(state, HEROES, Colour.WHITE))
    pile = pile_of(state, book, HEROES, Colour.WHITE, False, fates)
    odds = open_pile(odds, pile)
    refilled = False
    best = 0
    best_hit = hit_with(odds, redraws) if cubes else 0.0
    best_mean = mean_of(odds) if cubes else 0.0
    best_value = hp_taken(best_hit, best_mean + bonus, cubes, defence, left) if cubes else 0.0
    for number in range(1, min(most, ENOUGH_WHITE) + 1):
        if pile[0] < 0.5 and not refilled:
            pile = pile_of(state, book, HEROES, Colour.WHITE, True, fates)
            odds = open_pile(odds, pile)
            refilled = True
        odds = draw_from(odds, pile, 1)
        pile = (pile[0] - 1.0, pile[1], pile[2], pile[3])
        hit = hit_with(odds, redraws)
        mean = mean_of(odds)
        value = hp_taken(hit, mean + bonus, cubes + number, defence, left)
        if value > best_value:
            best = number
            best_hit = hit
            best_mean = mean
            best_value = value
        elif number > best + 2:
            break
    return best, best_hit, best_mean


@rule
def first_defence(state: State, book: Book) -> int:
    """Give the defence of the first enemy on the board, bosses before minions."""
    for piece in range(BOSS, FRIEND):
        if is_enemy(state, piece):
            return defence_of(state, book, piece)
    return 1


@rule
def arms_of(state: State, book: Book, seat: int, step: Step) -> Arms:
    """Give the odds of a seat's attack by a step as if it had no bonus."""
    fates = weapon_fates(state, book, seat, step) if seat < SEATS else 0
    odds, cubes = planned_cubes(state, book, step, seat, fates)
    number, hit, mean = best_white(state, book, odds, cubes, (0.0, 0, first_defence(state, book), DIE_HP), fates)
    return hit, mean, cubes + number


@rule
def nearest_die(state: State, book: Book, boss: int, hex: int) -> int:
    """Give the HP of the die that an attack from a hex would take from; 0 when the boss has none."""
    model: Piece = state.pieces[BOSS + boss]
    best = 0
    least = FAR
    if not model.large:
        for location in range(LOCATIONS):
            if book.locations[location].boss == boss:
                best = max(best, state.dice[location])
        return best
    for part in range(BODY):
        location = book.features.part[boss, part]
        if location < 0 or state.dice[location] == 0:
            continue
        body = body_hex(book, model.hex, model.facing, part)
        away = book.geo.distance[hex, body] if body >= 0 else FAR
        if away < least or (away == least and state.dice[location] > best):
            best = state.dice[location]
            least = away
    return best


@rule
def boss_worth(state: State, book: Book, boss: int, hex: int, hit: float, damage: float, cards: int) -> float:
    """Give what hitting a boss from a hex brings."""
    return die_worth(state, book, boss, nearest_die(state, book, boss, hex), hit, damage, cards)


@rule
def die_worth(state: State, book: Book, boss: int, left: int, hit: float, damage: float, cards: int) -> float:
    """Give what hitting a boss brings where its die has so many HP left; 0 = it has none there."""
    if left == 0:
        return 0.0
    taken = hp_taken(hit, damage, cards, defence_of(state, book, BOSS + boss), left)
    return BOSS_HP * taken + BREAK * max(taken - left + 1.0, 0.0)


@rule
def minion_worth(state: State, book: Book, piece: int) -> float:
    """Give what the death of a minion is worth: more when it could attack somebody now."""
    model: Piece = state.pieces[piece]
    sheet: MinionKind = book.minions[model.sort]
    reach = sheet.move + max(sheet.reach, 1)
    for seat in range(SEATS):
        if on_board(state, seat) and gap(state, book, piece, seat) <= reach:
            return KILL
    return FAR_KILL


@rule
def foe_worth(state: State, book: Book, piece: int, hex: int, hit: float, damage: float, cards: int) -> float:
    """Give what an attack on an enemy from a hex brings."""
    if piece < MINION:
        return boss_worth(state, book, piece - BOSS, hex, hit, damage, cards)
    left = state.pieces[piece].hp
    taken = hp_taken(hit, damage, cards, defence_of(state, book, piece), left)
    return minion_worth(state, book, piece) * min(taken / left, 1.0)


@rule
def reaches(state: State, book: Book, piece: int, hex: int, reach: int, slack: int, sight: bool) -> bool:
    """Tell whether an attack from a hex reaches an enemy, after some steps more."""
    model: Piece = state.pieces[piece]
    away = book.geo.distance[model.hex, hex] - (1 if model.large else 0)
    if away > max(reach, 1) + slack:
        return False
    return reach == 0 or not sight or slack > 0 or sees_some(state, book, piece, hex)


@rule
def strikes_at(state: State, book: Book, step: Step, seat: int, piece: int, hex: int, reach: int, slack: int) -> bool:
    """Tell whether an attack by a step reaches an enemy: from a hex, or from where the friends stand who make it."""
    sight = not step.flags & Flag.NO_SIGHT
    if step.kind < 0:
        return reaches(state, book, piece, hex, reach, slack, sight)
    for friend in range(FRIEND, PIECES):
        mine = follows(state, friend, seat, step.kind)
        if mine and reaches(state, book, piece, state.pieces[friend].hex, reach, 0, sight):
            return True
    return False


@rule
def sees_some(state: State, book: Book, piece: int, hex: int) -> bool:
    """Tell whether any hex of a model is in sight from a hex."""
    model: Piece = state.pieces[piece]
    if sees(state, book, hex, model.hex):
        return True
    if model.large:
        for direction in range(6):
            around = book.geo.neighbour[model.hex, direction]
            if around >= 0 and sees(state, book, hex, around):
                return True
    return False


@rule
def attack_hit(state: State, seat: int, step: Step, arms: Arms) -> float:
    """Give the chance that an attack by a step hits."""
    redraws = step.redraws + state.seats[seat].redraw_next
    return arms[0] + REDRAW_SHARE * (1.0 - arms[0]) * min(redraws, 2)


@rule
def attack_damage(state: State, seat: int, step: Step, arms: Arms, bonus: float) -> float:
    """Give the mean damage of a hit by a step."""
    model: Piece = state.pieces[seat]
    upgrades = min(step.empowered + state.seats[seat].empower_next, 3 * arms[2])
    damage = arms[1] + bonus + step.bonus + STEP_GAIN * upgrades
    return damage + model.damage + model.damage_round + model.damage_next


@rule
def step_reach(state: State, book: Book, seat: int, step: Step) -> int:
    """Give the range of a seat's attack by a step; areas reach as far as they cover."""
    if step.flags & Flag.MELEE:
        return 0
    reach = step.reach if step.reach >= 0 else weapon_reach(state, book, seat)
    if step.shape == Shape.DISC:
        return max(reach, 1) + max(step.size, 1)
    if step.shape == Shape.CONE or step.shape == Shape.CHARGE or step.shape == Shape.WITHIN:
        return max(step.size, 1)
    return reach + state.pieces[seat].range_next if reach > 0 else 0
