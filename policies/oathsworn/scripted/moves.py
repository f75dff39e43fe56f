"""Where to stand: a place is worth the attack that can be made from it, less its danger and the way there."""

from ....envs.core.compiler import rule
from ....envs.oathsworn.board import is_enemy, is_open, near_obstacle, on_board
from ....envs.oathsworn.state import Book, Option, Seat, State, Step
from ....envs.oathsworn.terms import (
    ABILITIES,
    BOSS,
    BOSSES,
    CARDS,
    FRIEND,
    OPTIONS,
    SEATS,
    Act,
    Decision,
    Do,
    Flag,
    Form,
    Limit,
    Op,
    Who,
    Zone,
)
from ....envs.oathsworn.visit import hexes_of_move
from ....envs.oathsworn.window import ability_of
from ..family import Why
from ..reasons import Reason
from .danger import Outlook, danger, outlook
from .plays import ANYWHERE, likelihood, price
from .say import PASS, cents, explain
from .strikes import Arms, arms_of, attack_damage, attack_hit, foe_worth, reaches, step_reach
from .weights import APPROACH, BOSS_HP

NO_BLOW = (-1, 0.0, 0.0, 1, 0, 0, True)
Blow = tuple[int, float, float, int, int, int, bool]
"""An attack a seat could make: animus (-1 none), chance to hit, damage, cards, range, steps before it, whether sight is
needed."""
RETREAT = 3
"""Hexes that a hero in danger looks around for a safer place."""
ADVANCE = 4
"""Hexes that a hero goes towards the enemy with animus that would be lost."""
RARE = 1.5
"""Gain that what can be done once an encounter is kept for."""
UNEASY = 0.4
"""Danger from which a safer place is looked for."""


@rule
def plain_step(state: State, book: Book, seat: int) -> Step:
    """Give the step of a seat's first attack that uses its weapons."""
    for ability in range(ABILITIES):
        option = ability_of(state, book, seat, ability)
        if option.known and option.attacks and book.steps[option.first].do == Do.ATTACK:
            return book.steps[option.first]
    for card in range(CARDS):
        for place in range(OPTIONS):
            each = book.kits[seat].cards[card].options[place]
            if each.known and each.attacks and book.steps[each.first].do == Do.ATTACK:
                return book.steps[each.first]
    return book.steps[0]


@rule
def blow_of(state: State, book: Book, seat: int, option: Option, arms: Arms) -> Blow:
    """Give the first attack of an option."""
    slack = 0
    for row in range(option.first, option.end):
        step = book.steps[row]
        if step.do == Do.MOVE:
            slack += step.amount
        elif step.do == Do.ATTACK and step.kind < 0:
            hit = attack_hit(state, seat, step, arms)
            damage = attack_damage(state, seat, step, arms, 0.0)
            sight = not step.flags & Flag.NO_SIGHT
            return option.cost, hit, damage, arms[2], step_reach(state, book, seat, step), slack, sight
    return NO_BLOW


@rule
def better_blow(state: State, seat: int, one: Blow, other: Blow, cheap: bool) -> bool:
    """Tell whether one attack goes before another: as the cheaper, or as the stronger for its price."""
    if one[0] < 0 or other[0] < 0:
        return one[0] >= 0
    if cheap and one[0] != other[0]:
        return one[0] < other[0]
    gain = 0.5 * BOSS_HP * (one[1] * one[2] - other[1] * other[2])
    return gain > price(state, seat, one[0]) - price(state, seat, other[0])


@rule
def best_blow(state: State, book: Book, seat: int, arms: Arms, cheap: bool) -> Blow:
    """Give the cheapest or the strongest attack a seat can pay for."""
    mine: Seat = state.seats[seat]
    best = NO_BLOW
    if mine.form == Form.FULL:
        for card in range(CARDS):
            if mine.cards[card] == Zone.HAND:
                for place in range(OPTIONS):
                    each = book.kits[seat].cards[card].options[place]
                    if is_blow(each, mine.available):
                        blow = blow_of(state, book, seat, each, arms)
                        if better_blow(state, seat, blow, best, cheap):
                            best = blow
        return best
    for ability in range(ABILITIES):
        other = ability_of(state, book, seat, ability)
        if is_blow(other, mine.available):
            blow = blow_of(state, book, seat, other, arms)
            if better_blow(state, seat, blow, best, cheap):
                best = blow
    return best


@rule
def is_blow(option: Option, animus: int) -> bool:
    """Tell whether an option is an attack of one's own visit that so much animus pays."""
    return option.known == 1 and option.attacks == 1 and option.when == 0 and option.cost <= animus


@rule
def blow_worth(state: State, book: Book, hex: int, blow: Blow) -> float:
    """Give what an attack brings from a hex against the enemy it is best used on."""
    best = 0.0
    for piece in range(BOSS, FRIEND):
        if is_enemy(state, piece) and reaches(state, book, piece, hex, blow[4], blow[5], blow[6]):
            best = max(best, foe_worth(state, book, piece, hex, blow[1], blow[2], blow[3]))
    return best


@rule
def place_gain(state: State, book: Book, seat: int, hex: int, spent: int, strong: Blow, cheap: Blow) -> float:
    """Give what standing on a hex is worth after paying for the way, its danger not counted: an attack from there."""
    left = state.seats[seat].available - spent
    way = price(state, seat, spent)
    worth = -way - APPROACH * nearest_boss(state, book, hex)
    blow = strong if 0 <= strong[0] <= left else cheap
    if 0 <= blow[0] <= left:
        attack = blow_worth(state, book, hex, blow) + way - price(state, seat, spent + blow[0])
        worth += max(attack, 0.0)
    return worth


@rule
def nearest_boss(state: State, book: Book, hex: int) -> int:
    """Count the hexes from a hex to the nearest boss; 0 without any."""
    best = 0
    for piece in range(BOSS, BOSS + BOSSES):
        if on_board(state, piece):
            away = book.geo.distance[state.pieces[piece].hex, hex]
            best = away if best == 0 else min(best, away)
    return best


@rule
def fare(state: State, seat: int, steps: int) -> int:
    """Give the animus a move of so many hexes costs: one in all for companions and allies."""
    return steps if state.seats[seat].form == Form.FULL else min(steps, 1)


@rule
def worth_going(state: State, book: Book, seat: int, cheap: Blow, uneasy: bool) -> int:
    """Give how many hexes around a seat may hold a place worth going to."""
    mine: Seat = state.seats[seat]
    most = mine.available if mine.form == Form.FULL else hexes_of_move(state, book, seat)
    if mine.form != Form.FULL:
        return most if uneasy or cheap[0] < 0 or cheap[0] < mine.available else 0
    kept = max(mine.available + mine.reserve - mine.regen, 0)
    radius = min(max(mine.available - kept, 0), ADVANCE)
    if cheap[0] >= 0:
        radius = max(radius, mine.available - cheap[0])
    if uneasy:
        radius = max(radius, RETREAT)
    return min(radius, most)


@rule
def move_gain(state: State, book: Book, seat: int, view: Outlook, arms: Arms) -> float:
    """Give what the best move in reach gains over staying."""
    home = state.pieces[seat].hex
    strong = best_blow(state, book, seat, arms, False)
    cheap = best_blow(state, book, seat, arms, True)
    risk = danger(state, book, view, seat, home)
    here = place_gain(state, book, seat, home, 0, strong, cheap) - risk
    most = worth_going(state, book, seat, cheap, risk > UNEASY)
    best = 0.0
    for hex in range(len(state.occupant)):
        away = book.geo.distance[home, hex]
        if away > 0 and away <= most and is_open(state, hex):
            gain = place_gain(state, book, seat, hex, fare(state, seat, away), strong, cheap) - here
            if gain > best:
                best = max(best, gain - danger(state, book, view, seat, hex))
    return best


@rule
def choose_destination(state: State, book: Book, why: Why) -> int:
    """Choose where to move, or to land, among the hexes offered."""
    seat = state.seat
    if is_followers(state):
        return choose_post(state, book, why)
    view = outlook(state, book, seat)
    arms = arms_of(state, book, seat, plain_step(state, book, seat))
    strong = best_blow(state, book, seat, arms, False)
    cheap = best_blow(state, book, seat, arms, True)
    home = max(state.pieces[seat].hex, 0)
    paid = pays(state)
    uneasy = danger(state, book, view, seat, home) > UNEASY
    most = max(worth_going(state, book, seat, cheap, uneasy), 1) if paid else len(state.occupant)
    best = state.legal[0]
    best_worth = -1000.0
    for k in range(state.n_legal):
        act = state.legal[k]
        hex = act if act < Act.PASS else home
        away = book.geo.distance[home, hex]
        if away > most:
            continue
        worth = place_gain(state, book, seat, hex, fare(state, seat, away) if paid else 0, strong, cheap)
        if worth > best_worth:
            worth -= danger(state, book, view, seat, hex)
        if worth > best_worth:
            best = act
            best_worth = worth
    explain(why, Reason.GO, cents(best_worth), 0)
    return best


@rule
def is_followers(state: State) -> bool:
    """Tell whether the place asked about is that of a friend, brought or moving."""
    frame = state.stack[state.top]
    return frame.op == Do.SUMMON or (frame.op == Op.HERO_MOVE and frame.a >= FRIEND)


@rule
def choose_post(state: State, book: Book, why: Why) -> int:
    """Choose where a friend stands: as near to a boss as can be; one that stands best already stays."""
    frame = state.stack[state.top]
    best = PASS
    nearest = nearest_boss(state, book, state.pieces[frame.a].hex) if frame.op == Op.HERO_MOVE else ANYWHERE
    for k in range(state.n_legal):
        act = state.legal[k]
        if act < Act.PASS and nearest_boss(state, book, act) < nearest:
            best = act
            nearest = nearest_boss(state, book, act)
    explain(why, Reason.GO, 0, 0)
    return best


@rule
def leap_gain(state: State, book: Book, seat: int, option: Option, view: Outlook, arms: Arms) -> float:
    """Give what an option that does nothing but place its seat elsewhere gains over staying, its price not counted."""
    step = book.steps[option.first]
    home = state.pieces[seat].hex
    if home < 0 or likelihood(state, book, seat, step, home) <= 0.0:
        return 0.0
    strong = best_blow(state, book, seat, arms, False)
    cheap = best_blow(state, book, seat, arms, True)
    here = place_gain(state, book, seat, home, 0, strong, cheap) - danger(state, book, view, seat, home)
    best = 0.0
    for hex in range(len(state.occupant)):
        near = step.amount == 0 or book.geo.distance[home, hex] <= step.amount
        if not near or not is_open(state, hex):
            continue
        if step.flags & Flag.BESIDE_OBSTACLE and not near_obstacle(state, book, hex):
            continue
        gain = place_gain(state, book, seat, hex, option.cost, strong, cheap) - here
        if gain > best:
            best = max(best, gain - danger(state, book, view, seat, hex))
    best += price(state, seat, option.cost)
    return best - RARE if option.limit == Limit.ENCOUNTER else best


@rule
def is_leap(book: Book, option: Option) -> bool:
    """Tell whether an option does nothing but place its seat elsewhere, and only so often.

    One as often as it is paid for keeps its worth as a way out: weighed as a way to the enemy it loses games.
    """
    step = book.steps[option.first]
    alone = option.end - option.first == 1 and option.limit != Limit.FREE
    return alone and step.do == Do.TELEPORT and step.who == Who.SELF


@rule
def pays(state: State) -> bool:
    """Tell whether the move that is asked about costs animus by the hex."""
    frame = state.stack[state.top]
    return frame.op == Op.HERO_MOVE and frame.c & 1 == 1


@rule
def choose_place(state: State, book: Book, why: Why) -> int:
    """Choose where to start or to enter: safe, not far from the enemy, not in a crowd."""
    seat = state.seat
    view = outlook(state, book, seat)
    best = state.legal[0]
    best_worth = -1000.0
    for k in range(state.n_legal):
        hex = state.legal[k]
        worth = -danger(state, book, view, seat, hex) - 0.15 * nearest_boss(state, book, hex)
        worth -= 0.1 * crowd(state, book, seat, hex)
        if worth > best_worth:
            best = hex
            best_worth = worth
    explain(why, Reason.ENTER if state.decision == Decision.ENTER else Reason.PLACE, 0, 0)
    return best


@rule
def crowd(state: State, book: Book, seat: int, hex: int) -> int:
    """Count the friends beside a hex."""
    count = 0
    for other in range(SEATS):
        if other != seat and state.pieces[other].hex >= 0 and book.geo.distance[state.pieces[other].hex, hex] <= 1:
            count += 1
    return count
