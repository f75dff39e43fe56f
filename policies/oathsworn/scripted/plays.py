"""What an option of a card, item or ability is worth: its steps, less its price."""

from ....envs.core.compiler import rule
from ....envs.oathsworn.board import near_obstacle, on_board
from ....envs.oathsworn.conditions import count_adjacent, counted_seat
from ....envs.oathsworn.seats import acts, price_of
from ....envs.oathsworn.state import Book, Option, Piece, State, Step
from ....envs.oathsworn.terms import (
    CARDS,
    DIE_HP,
    INJURIES,
    LETHAL,
    OPTIONS,
    SEATS,
    Act,
    Do,
    If,
    Lasts,
    Per,
    Status,
    Token,
    Who,
    Zone,
)
from .danger import Outlook, danger, harm
from .decks import refresh_gain
from .followers import command_worth, send_worth, summon_worth
from .spreads import strike_worth
from .strikes import Arms
from .tiles import tile_worth
from .weights import ANIMUS, BOSS_HP, FLOW, HOLD, LATER_ATTACK, SPARE_ANIMUS, TOKEN

HALF = 0.5
ANYWHERE = 17
"""Longer than any way on the board."""


@rule
def price(state: State, seat: int, animus: int) -> float:
    """Give what spending animus costs: much where the next refresh would not bring it back."""
    mine = state.seats[seat]
    kept = max(mine.available + mine.reserve - mine.regen, 0)
    before = min(mine.available, kept)
    after = min(mine.available - animus, kept)
    return ANIMUS * (before - after) + SPARE_ANIMUS * (animus - (before - after))


@rule
def card_price(state: State, book: Book, seat: int, card: int) -> float:
    """Give what it costs to have a card out of the hand: its defence, less what its place moves on."""
    mine = state.seats[seat]
    own = book.kits[seat].cards[card]
    better = 0
    flows = 0
    for other in range(CARDS):
        if other == card:
            continue
        zone = mine.cards[other]
        if zone == Zone.HAND and book.kits[seat].cards[other].defence >= own.defence:
            better += 1
        if zone == own.cooldown:
            flows += 1
    hold = HOLD * own.defence if better == 0 else (HOLD * HALF * own.defence if better == 1 else 0.0)
    return hold + 0.03 * own.cooldown - FLOW * flows


@rule
def cheapest_card(state: State, book: Book, seat: int) -> int:
    """Give the card in a seat's hand that is missed least; -1 none."""
    best = -1
    least = 0.0
    for card in range(CARDS):
        if state.seats[seat].cards[card] == Zone.HAND:
            cost = card_price(state, book, seat, card)
            if best < 0 or cost < least:
                best = card
                least = cost
    return best


@rule
def option_price(state: State, book: Book, seat: int, act: int, option: Option) -> float:
    """Give the whole price of an option."""
    total = price(state, seat, price_of(state, seat, option))
    if option.hp > 0:
        total += harm(state, seat, float(option.hp))
    if option.token >= 0:
        total += TOKEN
    if act >= Act.CARD and act < Act.INJURY:
        total += card_price(state, book, seat, (act - Act.CARD) // OPTIONS)
    return total


@rule
def likelihood(state: State, book: Book, seat: int, step: Step, hex: int) -> float:
    """Give how likely a step's condition holds for a seat on a hex."""
    condition = step.condition
    if condition == If.ALWAYS:
        return 1.0
    model: Piece = state.pieces[seat]
    if condition == If.HP_AT_MOST:
        return 1.0 if model.hp <= step.limit else 0.0
    if condition == If.HP_LOST:
        return 1.0 if DIE_HP - model.hp >= step.limit else 0.0
    if condition == If.HAS_TOKEN:
        return 1.0 if state.seats[seat].tokens[step.limit] > 0 else 0.0
    if condition == If.STAGE_AT_LEAST:
        return 1.0 if state.stage >= step.limit else 0.0
    if condition == If.ON_TILE:
        tile = state.tile[hex]
        return 1.0 if tile != 0 and (step.limit == 0 or tile == step.limit) else 0.0
    if condition == If.ADJACENT_OBSTACLE:
        return 1.0 if near_obstacle(state, book, hex) else 0.0
    if condition == If.ADJACENT_FRIEND:
        return 1.0 if friends_at(state, book, seat, hex, 1) > 0 else 0.0
    if condition == If.ALONE:
        return 1.0 if friends_at(state, book, seat, hex, 1) == 0 else 0.0
    return HALF


@rule
def friends_at(state: State, book: Book, seat: int, hex: int, reach: int) -> int:
    """Count the other heroes and allies within reach of a hex."""
    count = 0
    for other in range(SEATS):
        if other != seat and on_board(state, other) and book.geo.distance[hex, state.pieces[other].hex] <= reach:
            count += 1
    return count


@rule
def counts(state: State, book: Book, seat: int, step: Step) -> float:
    """Give about what a step's amount is multiplied by."""
    per = step.per
    lost = DIE_HP - state.pieces[seat].hp
    if per == Per.FLAT:
        return 1.0
    if per == Per.HP_LOST:
        return float(lost)
    if per == Per.TWO_HP_LOST:
        return float(lost // 2)
    if per == Per.ADJACENT_ENEMY or per == Per.ADJACENT_FRIEND:
        return float(count_adjacent(state, book, seat, per == Per.ADJACENT_ENEMY))
    if per == Per.ROUND:
        return float(state.round)
    if per == Per.DIE_BROKEN:
        return float(state.broken)
    if per == Per.TOKEN:
        return float(state.seats[seat].tokens[step.token])
    if per == Per.KILL:
        return float(state.seats[seat].kills)
    if per == Per.FRIEND_OUT or per == Per.COOLING_CARD:
        return float(counted_seat(state, seat, step))
    return 1.0


@rule
def rows_worth(state: State, book: Book, seat: int, first: int, end: int, hex: int, view: Outlook, arms: Arms) -> float:
    """Add up what the steps of a program bring a seat that stands on a hex."""
    total = 0.0
    bonus = 0.0
    slack = 0
    row = first
    while row < end:
        step = book.steps[row]
        row += 1
        likely = likelihood(state, book, seat, step, hex)
        if likely >= HALF:
            row += step.otherwise
        if likely <= 0.0:
            continue
        if step.do == Do.ATTACK:
            total += likely * strike_worth(state, book, step, seat, hex, arms, bonus, slack)
            bonus = 0.0
        elif step.do == Do.MOVE and step.who == Who.SELF:
            slack += step.amount
            total += 0.02 * step.amount
        elif step.do == Do.TELEPORT and step.who == Who.SELF and follows_attack(book, row, end):
            slack += step.amount if step.amount > 0 else ANYWHERE
        elif step.do == Do.DAMAGE and step.lasts <= Lasts.ATTACK and step.who == Who.SELF:
            bonus += likely * step.amount * counts(state, book, seat, step)
        else:
            total += likely * effect_worth(state, book, seat, step, hex, view)
    return total


@rule
def follows_attack(book: Book, row: int, end: int) -> bool:
    """Tell whether a program's rows from one on hold an attack."""
    for place in range(row, end):
        if book.steps[place].do == Do.ATTACK:
            return True
    return False


@rule
def effect_worth(state: State, book: Book, seat: int, step: Step, hex: int, view: Outlook) -> float:
    """Give what a step other than an attack brings."""
    do = step.do
    amount = step.amount * counts(state, book, seat, step)
    if do == Do.HEAL or do == Do.TRANSFER:
        return healing_worth(state, book, seat, step, hex, amount)
    if do == Do.DEFENCE:
        return cover_worth(state, book, seat, step, hex, view, amount)
    if do == Do.ANIMUS:
        return animus_worth(state, book, seat, step, hex, amount)
    if do == Do.TOKEN:
        return token_worth(state, seat, step, amount)
    if do == Do.REFRESH:
        return refresh_gain(state, book)
    if do == Do.BATTLEFLOW or do == Do.ROTATE:
        return flow_worth(state, seat, amount)
    if do == Do.DAMAGE:
        return LATER_ATTACK * amount * max(state.seats[seat].available - 2, 0) / 4.0
    if do == Do.TAUNT:
        return taunt_worth(state, seat, view)
    if do == Do.HURT:
        return -harm(state, seat, amount) if step.who == Who.SELF else BOSS_HP * amount
    if do == Do.TELEPORT:
        return 0.25 * danger(state, book, view, seat, hex)
    if do == Do.SUMMON:
        return summon_worth(state, book, seat, step, hex, amount)
    if do == Do.COMMAND:
        return command_worth(state, book, seat, step, hex)
    if do == Do.SEND:
        return send_worth(state, book, seat, step)
    if do == Do.TILE:
        return tile_worth(state, book, step, hex)
    return plain_worth(state, seat, step, amount)


@rule
def token_worth(state: State, seat: int, step: Step, amount: float) -> float:
    """Give what tokens are worth: of those that only so many are kept no more than there is room for."""
    if step.token == Token.LETHALITY:
        return TOKEN * min(amount, float(LETHAL - state.seats[seat].tokens[step.token]))
    return TOKEN * amount


@rule
def plain_worth(state: State, seat: int, step: Step, amount: float) -> float:
    """Give the worth of steps that are worth the same everywhere, about."""
    do = step.do
    if do == Do.REDRAW or do == Do.PREDICT:
        return 0.2 * max(amount, 1.0)
    if do == Do.EMPOWER:
        return 0.15 * amount
    if do == Do.KNOCKBACK or do == Do.PEEK or do == Do.BREAK_TERRAIN:
        return 0.05
    if do == Do.REPLACE:
        return 0.25
    if do == Do.STATUS:
        return status_worth(state, step, amount)
    if do == Do.RECOVER:
        held = 0
        for injury in range(INJURIES):
            held += 1 if state.seats[seat].injuries[injury] == Zone.HAND else 0
        return 0.4 * min(float(held), amount)
    return 0.0


@rule
def status_worth(state: State, step: Step, amount: float) -> float:
    """Give the worth of a status given to enemies, or taken from friends."""
    if amount >= 0.0:
        return -0.3 * amount if step.who == Who.SELF else 0.2
    marked = 0
    for other in range(SEATS):
        marked += state.pieces[other].status[Status.BLEED]
    return 0.1 * marked


@rule
def hp_worth(state: State, seat: int) -> float:
    """Give what one more HP is worth to a seat."""
    model: Piece = state.pieces[seat]
    if model.hp >= model.max_hp:
        return 0.0
    return 0.7 + 1.2 / max(model.hp, 1)


@rule
def healing_worth(state: State, book: Book, seat: int, step: Step, hex: int, amount: float) -> float:
    """Give what healing brings: all of a group, or the best of those within reach."""
    best = 0.0
    total = 0.0
    for other in range(SEATS):
        if not acts(state, other) or not on_board(state, other):
            continue
        away = book.geo.distance[hex, state.pieces[other].hex]
        if other == seat:
            if step.who != Who.SELF and step.who != Who.CHOSEN_FRIEND and step.who != Who.ALL_FRIENDS:
                continue
        elif step.who == Who.SELF or (step.who == Who.ADJACENT_FRIENDS and away > 1) or 0 < step.reach < away:
            continue
        gain = min(amount, float(state.pieces[other].max_hp - state.pieces[other].hp)) * hp_worth(state, other)
        best = max(best, gain)
        total += gain
    if step.do == Do.TRANSFER:
        return best - harm(state, seat, amount) - 0.5 if best > 0.0 and state.pieces[seat].hp > 2 else 0.0
    chosen = step.who == Who.CHOSEN_FRIEND or step.who == Who.OTHER_FRIEND or step.who == Who.LOWEST
    return best if chosen else total


@rule
def cover_worth(state: State, book: Book, seat: int, step: Step, hex: int, view: Outlook, amount: float) -> float:
    """Give what more defence for a round saves."""
    if step.who == Who.ADJACENT_FRIENDS or step.who == Who.ALL_FRIENDS:
        return 0.3 * amount * friends_at(state, book, seat, hex, 1)
    risk = danger(state, book, view, seat, hex)
    share = amount / max(view[11] + amount, 1.0)
    return risk * share


@rule
def animus_worth(state: State, book: Book, seat: int, step: Step, hex: int, amount: float) -> float:
    """Give what animus brings to whom a step concerns."""
    if amount < 0.0:
        return ANIMUS * amount
    if step.who == Who.SELF:
        return ANIMUS * min(amount, float(state.seats[seat].reserve))
    total = 0.0
    for other in range(SEATS):
        if other == seat or not acts(state, other) or not on_board(state, other):
            continue
        if step.who == Who.ADJACENT_FRIENDS and book.geo.distance[hex, state.pieces[other].hex] > 1:
            continue
        total += ANIMUS * min(amount, float(state.seats[other].reserve))
    return total


@rule
def flow_worth(state: State, seat: int, amount: float) -> float:
    """Give what moving cooling cards on is worth."""
    cooling = 0
    for card in range(CARDS):
        if state.seats[seat].cards[card] < Zone.HAND:
            cooling += 1
    return 2.0 * FLOW * min(amount, float(cooling))


@rule
def taunt_worth(state: State, seat: int, view: Outlook) -> float:
    """Give what drawing the enemy is worth: something for the sturdy, nothing for the weak."""
    sturdy = state.pieces[seat].hp - 4
    if view[6] < 0 or sturdy < 0 or view[11] < 5.0:
        return -0.5
    return 0.15 * sturdy


@rule
def option_worth(state: State, book: Book, seat: int, option: Option, hex: int, view: Outlook, arms: Arms) -> float:
    """Give what an option brings a seat on a hex, its price not counted; of a choice within it the best branch."""
    row = option.first
    while row < option.end and book.steps[row].do != Do.CHOOSE:
        row += 1
    total = rows_worth(state, book, seat, option.first, row, hex, view, arms)
    if row < option.end:
        branch = best_branch(state, book, seat, row, hex, view, arms)
        total += branch_worth(state, book, seat, row, branch, hex, view, arms)
        total += rows_worth(state, book, seat, row + 1 + book.steps[row].skip, option.end, hex, view, arms)
    return total


@rule
def branch_row(book: Book, choice: int, branch: int) -> int:
    """Give the head row of a branch of a choice."""
    row = choice + 1
    for _ in range(branch):
        row += 1 + book.steps[row].skip
    return row


@rule
def branch_worth(
    state: State, book: Book, seat: int, choice: int, branch: int, hex: int, view: Outlook, arms: Arms
) -> float:
    """Give what a branch of a choice brings."""
    head = branch_row(book, choice, branch)
    return rows_worth(state, book, seat, head + 1, head + 1 + book.steps[head].skip, hex, view, arms)


@rule
def best_branch(state: State, book: Book, seat: int, choice: int, hex: int, view: Outlook, arms: Arms) -> int:
    """Give the branch of a choice that brings most."""
    best = 0
    best_worth = -1000.0
    for branch in range(book.steps[choice].limit):
        worth = branch_worth(state, book, seat, choice, branch, hex, view, arms)
        if worth > best_worth:
            best = branch
            best_worth = worth
    return best
