"""Where to stand: a place is worth the attack that can be made from it, less its danger and the way there."""

from ....envs.core.compiler import rule
from ....envs.oathsworn.board import is_enemy, is_open, near_obstacle, on_board
from ....envs.oathsworn.state import Book, Option, Seat, State, Step
from ....envs.oathsworn.terms import (
    ABILITIES,
    BOSS,
    BOSSES,
    CARDS,
    DIE_HP,
    FRIEND,
    MINION,
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
from .strikes import Arms, arms_of, attack_damage, attack_hit, die_worth, foe_worth, nearest_die, reaches, step_reach
from .weights import APPROACH, BOSS_HP

NO_BLOW = (-1, 0.0, 0.0, 1, 0, 0, True)
Blow = tuple[int, float, float, int, int, int, bool]
"""An attack a seat could make: animus (-1 none), chance to hit, damage, cards, range, steps before it, whether sight is
needed."""
Blows = tuple[Blow, Blow]
"""The strongest attack for its price, and the cheapest."""
DIE_ROW = DIE_HP + 1
BEST = BOSSES * DIE_ROW + FRIEND - MINION
STRONG, CHEAP = 0, BEST + 1
"""Where the notes of each begin: a row for each boss, by the HP of its die, then the minions, then the most of all."""
WAY = 2 * CHEAP
PAID = WAY + ANYWHERE + 1
MOST = PAID + ANYWHERE + 1
"""Where the notes of ways begin, by their length."""
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
def blows_of(state: State, book: Book, seat: int, arms: Arms) -> Blows:
    """Give the strongest attack for its price and the cheapest one that a seat can pay for."""
    mine: Seat = state.seats[seat]
    blows = NO_BLOW, NO_BLOW
    if mine.form == Form.FULL:
        for card in range(CARDS):
            if mine.cards[card] == Zone.HAND:
                for place in range(OPTIONS):
                    each = book.kits[seat].cards[card].options[place]
                    if is_blow(each, mine.available):
                        blows = best_of(state, seat, blows, blow_of(state, book, seat, each, arms))
        return blows
    for ability in range(ABILITIES):
        other = ability_of(state, book, seat, ability)
        if is_blow(other, mine.available):
            blows = best_of(state, seat, blows, blow_of(state, book, seat, other, arms))
    return blows


@rule
def best_of(state: State, seat: int, blows: Blows, blow: Blow) -> Blows:
    """Take an attack for the strongest or the cheapest so far where it is."""
    strong, cheap = blows
    return (
        blow if better_blow(state, seat, blow, strong, False) else strong,
        blow if better_blow(state, seat, blow, cheap, True) else cheap,
    )


@rule
def is_blow(option: Option, animus: int) -> bool:
    """Tell whether an option is an attack of one's own visit that so much animus pays."""
    return option.known == 1 and option.attacks == 1 and option.when == 0 and option.cost <= animus


@rule
def weigh_foes(state: State, book: Book, blows: Blows, why: Why) -> None:
    """Note what hitting each enemy brings by the strongest and by the cheapest attack, wherever it is made from."""
    strong, cheap = blows
    if strong[0] >= 0:
        weigh_each(state, book, strong, STRONG, why)
    if cheap[0] != strong[0]:
        weigh_each(state, book, cheap, CHEAP, why)


@rule
def weigh_each(state: State, book: Book, blow: Blow, first: int, why: Why) -> None:
    """Note what hitting each enemy brings by an attack, a boss by the HP that its die has left; and the most of all."""
    most = 0.0
    for boss in range(BOSSES):
        if is_enemy(state, BOSS + boss):
            for left in range(DIE_HP + 1):
                worth = die_worth(state, book, boss, left, blow[1], blow[2], blow[3])
                why.notes[first + DIE_ROW * boss + left] = worth
                most = max(most, worth)
    for minion in range(MINION, FRIEND):
        worth = foe_worth(state, book, minion, 0, blow[1], blow[2], blow[3]) if is_enemy(state, minion) else 0.0
        why.notes[first + DIE_ROW * BOSSES + minion - MINION] = worth
        most = max(most, worth)
    why.notes[first + BEST] = most


@rule
def weigh_way(state: State, seat: int, row: int, spent: int, near: int, blows: Blows, why: Why) -> None:
    """Note what a way costs, alone and with the attack that can be paid for behind it; and what it gains at most.

    Args:
        state: The encounter.
        seat: Who goes.
        row: Which note.
        spent: Animus paid for the way.
        near: Hexes from there to the nearest boss at least.
        blows: The attacks.
        why: Takes the notes.
    """
    way = price(state, seat, spent)
    most = -way - APPROACH * max(near, 0)
    first = blow_after(blows, state.seats[seat].available - spent)
    if first >= 0:
        paid = price(state, seat, spent + blows[0 if first == STRONG else 1][0])
        most += max(why.notes[first + BEST] + way - paid, 0.0)
        why.notes[PAID + row] = paid
    why.notes[WAY + row] = way
    why.notes[MOST + row] = most


@rule
def blow_after(blows: Blows, left: int) -> int:
    """Give where the notes of the attack begin that so much animus pays for, of the strongest if it does; -1 none."""
    if 0 <= blows[0][0] <= left:
        return STRONG
    return CHEAP if 0 <= blows[1][0] <= left else -1


@rule
def blow_worth(state: State, book: Book, hex: int, blow: Blow, first: int, why: Why) -> float:
    """Give what an attack brings from a hex against the enemy it is best used on, by what was noted of it."""
    best = 0.0
    for boss in range(BOSSES):
        if is_enemy(state, BOSS + boss) and reaches(state, book, BOSS + boss, hex, blow[4], blow[5], blow[6]):
            best = max(best, why.notes[first + DIE_ROW * boss + nearest_die(state, book, boss, hex)])
    for minion in range(MINION, FRIEND):
        worth = why.notes[first + DIE_ROW * BOSSES + minion - MINION]
        if worth > best and reaches(state, book, minion, hex, blow[4], blow[5], blow[6]):
            best = worth
    return best


@rule
def place_gain(state: State, book: Book, hex: int, row: int, left: int, blows: Blows, why: Why) -> float:
    """Give what standing on a hex is worth, its danger not counted: an attack from there, less the way as it was noted.

    Args:
        state: The encounter.
        book: The scenario.
        hex: The place.
        row: The note of the way there.
        left: Animus left behind it.
        blows: The attacks.
        why: Holds the notes.
    """
    way = why.notes[WAY + row]
    worth = -way - APPROACH * nearest_boss(state, book, hex)
    first = blow_after(blows, left)
    if first < 0:
        return worth
    blow = blows[0] if first == STRONG else blows[1]
    return worth + max(blow_worth(state, book, hex, blow, first, why) + way - why.notes[PAID + row], 0.0)


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
def move_gain(state: State, book: Book, seat: int, view: Outlook, arms: Arms, why: Why) -> float:
    """Give what the best move in reach gains over staying."""
    home = state.pieces[seat].hex
    blows = blows_of(state, book, seat, arms)
    weigh_foes(state, book, blows, why)
    weigh_way(state, seat, 0, 0, 0, blows, why)
    animus = state.seats[seat].available
    risk = danger(state, book, view, seat, home)
    here = place_gain(state, book, home, 0, animus, blows, why) - risk
    far = worth_going(state, book, seat, blows[1], risk > UNEASY)
    most = weigh_ways(state, book, seat, home, far, here, blows, why)
    best = 0.0
    for hex in range(len(state.occupant) if most > 0 else 0):
        away = book.geo.distance[home, hex]
        if away == 0 or away > most or why.notes[MOST + away] - here <= best or not is_open(state, hex):
            continue
        gain = place_gain(state, book, hex, away, animus - fare(state, seat, away), blows, why) - here
        if gain > best:
            best = max(best, gain - danger(state, book, view, seat, hex))
    return best


@rule
def weigh_ways(state: State, book: Book, seat: int, home: int, far: int, least: float, blows: Blows, why: Why) -> int:
    """Note what ways from home cost; gives the length up to which they may be worth more than `least`."""
    most = 0
    near = nearest_boss(state, book, home)
    for away in range(1, min(far, ANYWHERE) + 1):
        weigh_way(state, seat, away, fare(state, seat, away), near - away, blows, why)
        if why.notes[MOST + away] - least > 0.0:
            most = away
    return most


@rule
def choose_destination(state: State, book: Book, why: Why) -> int:
    """Choose where to move, or to land, among the hexes offered."""
    seat = state.seat
    if is_followers(state):
        return choose_post(state, book, why)
    view = outlook(state, book, seat)
    arms = arms_of(state, book, seat, plain_step(state, book, seat))
    blows = blows_of(state, book, seat, arms)
    weigh_foes(state, book, blows, why)
    weigh_way(state, seat, 0, 0, 0, blows, why)
    home = max(state.pieces[seat].hex, 0)
    paid = pays(state)
    most = len(state.occupant)
    if paid:
        uneasy = danger(state, book, view, seat, home) > UNEASY
        most = max(worth_going(state, book, seat, blows[1], uneasy), 1)
        weigh_ways(state, book, seat, home, most, 0.0, blows, why)
    animus = state.seats[seat].available
    best = state.legal[0]
    best_worth = -1000.0
    for k in range(state.n_legal):
        act = state.legal[k]
        hex = act if act < Act.PASS else home
        away = book.geo.distance[home, hex]
        row = away if paid else 0
        if away > most or why.notes[MOST + row] <= best_worth:
            continue
        spent = fare(state, seat, away) if paid else 0
        worth = place_gain(state, book, hex, row, animus - spent, blows, why)
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
def leap_gain(state: State, book: Book, seat: int, option: Option, view: Outlook, arms: Arms, why: Why) -> float:
    """Give what an option that does nothing but place its seat elsewhere gains over staying, its price not counted."""
    step = book.steps[option.first]
    home = state.pieces[seat].hex
    if home < 0 or likelihood(state, book, seat, step, home) <= 0.0:
        return 0.0
    blows = blows_of(state, book, seat, arms)
    weigh_foes(state, book, blows, why)
    animus = state.seats[seat].available
    weigh_way(state, seat, 0, 0, 0, blows, why)
    weigh_way(state, seat, 1, option.cost, 0, blows, why)
    here = place_gain(state, book, home, 0, animus, blows, why) - danger(state, book, view, seat, home)
    best = 0.0
    for hex in range(len(state.occupant)):
        near = step.amount == 0 or book.geo.distance[home, hex] <= step.amount
        if not near or not is_open(state, hex):
            continue
        if step.flags & Flag.BESIDE_OBSTACLE and not near_obstacle(state, book, hex):
            continue
        gain = place_gain(state, book, hex, 1, animus - option.cost, blows, why) - here
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
        far = 0.15 * nearest_boss(state, book, hex)
        crowded = 0.1 * crowd(state, book, seat, hex)
        if -far - crowded > best_worth:
            worth = -danger(state, book, view, seat, hex) - far - crowded
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
