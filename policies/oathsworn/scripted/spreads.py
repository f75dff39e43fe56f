"""What attacks are worth: where an area covers most, how many hexes of a large one, whom a chain meets."""

from ....envs.core.compiler import rule
from ....envs.oathsworn.areas import covered_hexes, needs_direction_of
from ....envs.oathsworn.board import body_hex, is_enemy, on_board, sees
from ....envs.oathsworn.pieces import defence_of
from ....envs.oathsworn.state import Book, Piece, State, Step
from ....envs.oathsworn.terms import BODY, BOSS, FRIEND, LINKS, PIECES, SEATS, Flag, Shape
from .danger import harm
from .strikes import Arms, attack_damage, attack_hit, foe_worth, step_reach, strikes_at
from .weights import AREA_SHARE, FRIEND_HIT, LINK_LOSS


@rule
def spread_worth(
    state: State,
    book: Book,
    step: Step,
    seat: int,
    hex: int,
    way: int,
    spot: int,
    hit: float,
    damage: float,
    cards: int,
) -> float:
    """Give what an area from a hex brings, aimed so: every enemy in it, large ones harder, less the friends it hits."""
    worth = 0.0
    for piece in range(PIECES):
        if piece == seat or not on_board(state, piece):
            continue
        foe = is_enemy(state, piece)
        if not foe and (step.flags & Flag.ENEMIES_ONLY or piece >= SEATS):
            continue
        covered = covered_hexes(state, book, step, hex, way, spot, piece)
        if covered == 0:
            continue
        if foe:
            worth += foe_worth(state, book, piece, hex, hit, damage + covered - 1, cards)
        else:
            worth -= hit * FRIEND_HIT * harm(state, piece, max(damage / defence_of(state, book, piece) - 0.5, 0.0))
    return worth


@rule
def area_worth(
    state: State, book: Book, step: Step, seat: int, hex: int, reach: int, hit: float, damage: float, cards: int
) -> float:
    """Give what an area from a hex brings where it is aimed best; never less than nothing."""
    if needs_direction_of(step.shape):
        best = 0.0
        for way in range(6):
            best = max(best, spread_worth(state, book, step, seat, hex, way, -1, hit, damage, cards))
        return best
    if step.shape != Shape.DISC:
        return max(spread_worth(state, book, step, seat, hex, 0, -1, hit, damage, cards), 0.0)
    best = 0.0
    for piece in range(BOSS, FRIEND):
        if not is_enemy(state, piece):
            continue
        model: Piece = state.pieces[piece]
        for part in range(BODY if model.large else 1):
            spot = body_hex(book, model.hex, model.facing, part)
            if spot < 0 or book.geo.distance[hex, spot] > max(reach, 1):
                continue
            if reach == 0 or step.flags & Flag.NO_SIGHT or sees(state, book, hex, spot):
                best = max(best, spread_worth(state, book, step, seat, hex, 0, spot, hit, damage, cards))
    return best


@rule
def chain_worth(
    state: State, book: Book, step: Step, first: int, hex: int, hit: float, damage: float, cards: int
) -> float:
    """Give what a chain that begins with an enemy brings: the nearest next each time, each struck a card less hard."""
    worth = foe_worth(state, book, first, hex, hit, damage, cards)
    met = 1 << first
    last = first
    for link in range(1, LINKS):
        following = -1
        least = max(step.size, 1) + 1
        for piece in range(BOSS, FRIEND):
            if (met >> piece) & 1 or not is_enemy(state, piece):
                continue
            away = book.geo.distance[state.pieces[last].hex, state.pieces[piece].hex]
            away -= 1 if state.pieces[last].large or state.pieces[piece].large else 0
            if away < least:
                following = piece
                least = away
        less = damage - LINK_LOSS * link
        if following < 0 or less <= 0.0:
            return worth
        worth += foe_worth(state, book, following, hex, hit, less, cards)
        met |= 1 << following
        last = following
    return worth


@rule
def strike_worth(
    state: State, book: Book, step: Step, seat: int, hex: int, arms: Arms, bonus: float, slack: int
) -> float:
    """Give what an attack by a step brings from a hex, aimed where it is best used.

    Behind a move an area is taken to catch some of those within reach: from where it will be made is not known.
    """
    reach = step_reach(state, book, seat, step)
    hit = attack_hit(state, seat, step, arms)
    damage = attack_damage(state, seat, step, arms, bonus)
    if slack == 0 and step.shape != Shape.ONE and step.shape != Shape.CHAIN and step.shape != Shape.CHARGE:
        far = reach - max(step.size, 1) if step.shape == Shape.DISC else reach
        return area_worth(state, book, step, seat, hex, far, hit, damage, arms[2])
    best = 0.0
    total = 0.0
    for piece in range(BOSS, FRIEND):
        if is_enemy(state, piece) and strikes_at(state, book, step, seat, piece, hex, reach, slack):
            if step.shape == Shape.CHAIN:
                worth = chain_worth(state, book, step, piece, hex, hit, damage, arms[2])
            else:
                worth = foe_worth(state, book, piece, hex, hit, damage, arms[2])
            best = max(best, worth)
            total += worth
    if step.shape != Shape.ONE and step.shape != Shape.CHAIN:
        best += AREA_SHARE * (total - best)
    return best
