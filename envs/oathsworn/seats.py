"""What a seat has: animus, tokens, cards and their cooldown, items and the might and defence they give."""

from ..core.compiler import rule
from ..core.tape import Tape, emit
from .house_rules import RefreshItems
from .state import Book, Option, Seat, State
from .terms import (
    CARDS,
    COMPANION_DEFENCE,
    INJURIES,
    ITEMS,
    LETHAL,
    SEATS,
    Event,
    Form,
    Limit,
    Token,
    Zone,
)

CARD_ZONE, INJURY_ZONE, ITEM_ZONE = 0, 1, 2
WEAPON, ARMOUR, SHIELD, GEAR = 1, 2, 3, 4
COMPANION_BONUS = 2
"""Defence a companion has beyond its items."""


@rule
def acts(state: State, seat: int) -> bool:
    """Tell whether a seat pilots something."""
    return state.seats[seat].form != Form.FALLEN


@rule
def full(state: State, seat: int) -> bool:
    """Tell whether a seat pilots a full character."""
    return state.seats[seat].form == Form.FULL


@rule
def gain_animus(state: State, tape: Tape, seat: int, amount: int) -> None:
    """Move animus from the reserve to available, or back with an amount below 0, as far as there is any (p. 8)."""
    mine = state.seats[seat]
    gained = max(min(amount, mine.reserve), -mine.available)
    if gained == 0:
        return
    mine.reserve -= gained
    mine.available += gained
    emit(tape, Event.ANIMUS, seat, gained, mine.available, 0, 0)


@rule
def pay_animus(state: State, tape: Tape, seat: int, amount: int) -> None:
    """Spend available animus into the reserve."""
    if amount <= 0:
        return
    mine = state.seats[seat]
    mine.available -= amount
    mine.reserve += amount
    emit(tape, Event.ANIMUS, seat, -amount, mine.available, 0, 0)


@rule
def gain_token(state: State, tape: Tape, seat: int, token: int, amount: int) -> None:
    """Gain combat tokens, or lose them down to none."""
    mine = state.seats[seat]
    change = max(amount, -mine.tokens[token])
    if token == Token.LETHALITY:
        change = min(change, LETHAL - mine.tokens[token])
    if change == 0:
        return
    mine.tokens[token] += change
    emit(tape, Event.TOKEN, seat, token, change, mine.tokens[token], 0)


@rule
def move_zone(state: State, tape: Tape, seat: int, kind: int, index: int, zone: int) -> None:
    """Put a card, injury or item somewhere."""
    mine = state.seats[seat]
    before = 0
    if kind == CARD_ZONE:
        before = mine.cards[index]
        mine.cards[index] = zone
    elif kind == INJURY_ZONE:
        before = mine.injuries[index]
        mine.injuries[index] = zone
    else:
        before = mine.items[index]
        mine.items[index] = zone
    emit(tape, Event.ZONE, seat, kind, index, before, zone)


@rule
def down(zone: int) -> int:
    """Give the position one step closer to the hand; from 0 it is the hand."""
    return Zone.HAND if zone == 0 else zone - 1


@rule
def battleflow(state: State, tape: Tape, seat: int, position: int, played: int) -> None:
    """Move every card at a position one step closer to the hand, but not the one just played; no cascade (p. 10-11)."""
    mine: Seat = state.seats[seat]
    for card in range(CARDS):
        if mine.cards[card] == position and card != played:
            move_zone(state, tape, seat, CARD_ZONE, card, down(position))
    for item in range(ITEMS):
        if mine.items[item] == position:
            move_zone(state, tape, seat, ITEM_ZONE, item, down(position))
    for injury in range(INJURIES):
        if mine.injuries[injury] == position:
            move_zone(state, tape, seat, INJURY_ZONE, injury, down(position))


@rule
def play_card(state: State, book: Book, tape: Tape, seat: int, card: int) -> None:
    """Put a played ability card at its cooldown position, then battleflow that position (p. 10-11)."""
    position = book.kits[seat].cards[card].cooldown
    move_zone(state, tape, seat, CARD_ZONE, card, position)
    battleflow(state, tape, seat, position, card)


@rule
def refresh_seat(state: State, book: Book, tape: Tape, seat: int) -> None:
    """Regain animus and take the cards at position 0 back to the hand; nothing else moves (p. 8)."""
    mine = state.seats[seat]
    gain_animus(state, tape, seat, mine.regen)
    mine.once_round = 0
    if not full(state, seat):
        return
    for card in range(CARDS):
        if mine.cards[card] == 0:
            move_zone(state, tape, seat, CARD_ZONE, card, Zone.HAND)
    if book.house.refresh_items == RefreshItems.ALL:
        for item in range(ITEMS):
            if mine.items[item] == 0:
                move_zone(state, tape, seat, ITEM_ZONE, item, Zone.HAND)
        for injury in range(INJURIES):
            if mine.injuries[injury] == 0:
                move_zone(state, tape, seat, INJURY_ZONE, injury, Zone.HAND)


@rule
def wears(state: State, seat: int, item: int) -> bool:
    """Tell whether an item counts: not thrown away, and the seat's Oathsworn still stands."""
    mine = state.seats[seat]
    if mine.items[item] == Zone.NONE or mine.thrown[item] >= 0:
        return False
    return mine.form == Form.FULL or mine.form == Form.COMPANION


@rule
def disarmed(state: State, book: Book, seat: int) -> bool:
    """Tell whether a seat threw its weapon away and holds no other, so that it attacks unarmed (p. 31)."""
    thrown = False
    for item in range(book.kits[seat].n_items):
        if book.kits[seat].items[item].slot == WEAPON:
            if wears(state, seat, item):
                return False
            thrown = thrown or state.seats[seat].thrown[item] >= 0
    return thrown


@rule
def cubes(state: State, book: Book, seat: int, colour: int, weapons: bool) -> int:
    """Count the cubes of a colour on a seat's might track (p. 7), with or without those of its weapons."""
    if state.seats[seat].form == Form.ALLY:
        return book.allies[state.seats[seat].ally].might[colour]
    count = 0
    for item in range(book.kits[seat].n_items):
        if wears(state, seat, item) and (weapons or book.kits[seat].items[item].slot != WEAPON):
            count += book.kits[seat].items[item].might[colour]
    return count


@rule
def weapon_reach(state: State, book: Book, seat: int) -> int:
    """Give the range of what a seat attacks with; 0 = melee."""
    mine = state.seats[seat]
    if mine.form == Form.ALLY:
        return book.allies[mine.ally].reach
    kit = book.kits[seat]
    reach = kit.reach
    if mine.form == Form.COMPANION and reach > 0:
        return reach
    reach = 0
    for item in range(book.kits[seat].n_items):
        if wears(state, seat, item) and kit.items[item].slot == WEAPON:
            reach = max(reach, kit.items[item].reach)
    return reach


@rule
def worn_defence(state: State, book: Book, seat: int) -> int:
    """Add up the defence of a seat's items, its form and the difficulty (p. 7)."""
    mine = state.seats[seat]
    if mine.form == Form.ALLY:
        return book.allies[mine.ally].defence + book.ally_defence
    given = 0
    for item in range(book.kits[seat].n_items):
        if wears(state, seat, item):
            given += book.kits[seat].items[item].defence
    if mine.form == Form.COMPANION:
        given = given + COMPANION_BONUS if given > 0 else COMPANION_DEFENCE
    return max(given, 1) + book.extra_defence


@rule
def used(state: State, seat: int, option: Option) -> bool:
    """Tell whether an option was used as often as its limit allows."""
    bit = 1 << option.bit
    mine: Seat = state.seats[seat]
    if option.limit == Limit.TURN:
        return mine.once_turn & bit != 0
    if option.limit == Limit.ROUND:
        return mine.once_round & bit != 0
    return option.limit == Limit.ENCOUNTER and mine.once_encounter & bit != 0


@rule
def mark_used(state: State, seat: int, option: Option) -> None:
    """Count a use of an option against its limit."""
    bit = 1 << option.bit
    mine: Seat = state.seats[seat]
    if option.limit == Limit.TURN:
        mine.once_turn |= bit
    elif option.limit == Limit.ROUND:
        mine.once_round |= bit
    elif option.limit == Limit.ENCOUNTER:
        mine.once_encounter |= bit


@rule
def affordable(state: State, seat: int, option: Option) -> bool:
    """Tell whether a seat can pay for an option now."""
    return payable(state, seat, option, 0)


@rule
def payable(state: State, seat: int, option: Option, more: int) -> bool:
    """Tell whether a seat can pay for an option with so much more animus."""
    mine: Seat = state.seats[seat]
    if option.known == 0 or used(state, seat, option):
        return False
    if price_of(state, seat, option) > mine.available + more:
        return False
    if option.hp >= state.pieces[seat].hp:
        return False
    return option.token < 0 or mine.tokens[option.token] > 0


@rule
def price_of(state: State, seat: int, option: Option) -> int:
    """Give the animus an option costs its seat."""
    return 0 if option.when and state.seats[seat].form != Form.FULL else option.cost


@rule
def next_seat(seat: int) -> int:
    """Give the next seat clockwise."""
    return (seat + 1) % SEATS
