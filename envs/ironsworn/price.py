"""Pay the Price (rules section 5): the environment decides what a price costs."""

from ..core.chance import available, draw
from ..core.compiler import rule
from ..core.tape import Tape, emit
from .asked import HUNDRED, LIKELY, Asked
from .effects import Gear, lose_asset, target_foe
from .house_rules import PriceRule
from .losses import lose_momentum, lose_supply
from .stack import DONE, NEEDS_CHANCE, pop, push, top
from .state import STEP, Book, State
from .terms import ASSETS, Act, Condition, Event, Move, Op, Passing, Price, Stream
from .tracks import fighting, frighten

FED_PRICE = 1000
"""Price faces from here on name kind, amount and companion's share: `1000 * kind + 10 * amount + share`."""

DOUBT = 2
"""Amount of a loss that nothing else fixes."""

BARE_BIT = 1 << (Act.BARE - Act.FIRST_STRIKE)
"""Bit of the boast to fight without armour: foes deal one harm more."""

MOST_LOSS = 5
"""Most harm or stress of a price that is drawn."""

MIXED_HARM_LAST = 60
MIXED_STRESS_LAST = 80
"""Last faces for harm and for stress where prices are mixed; above them momentum is lost."""


@rule
def pay_price(state: State, seat: int, severity: int, foe: int, helper: int) -> None:
    """Put a price on the stack; `helper` is the asset of a companion exposed by the move, or -1."""
    push(state, Op.PRICE, seat, severity, foe, helper)


@STEP.member
def price_step(state: State, book: Book, tape: Tape) -> int:
    """Draw what the price costs and put its losses on the stack."""
    frame = top(state)
    seat = frame.a
    if not fighting(state, seat):
        pop(state)
        return DONE
    rule_ = book.house.price
    fed = (tape.fed_mask >> Stream.PRICE) & 1 == 1
    face = 0
    if rule_ != PriceRule.HARM or fed:
        if not available(state.chance, tape, Stream.PRICE, 1, HUNDRED):
            return NEEDS_CHANCE
        face = draw(state.chance, tape, Stream.PRICE, HUNDRED)
    severity = frame.b + book.house.severity
    foe = target_foe(state, frame.c)
    helper = frame.d
    again = frame.step
    pop(state)
    state.characters[seat].gate = 0
    if face >= FED_PRICE:
        charge(state, book, tape, seat, face // FED_PRICE, (face % FED_PRICE) // 10, helper, face % 10)
        return DONE
    rank = state.foes[foe].rank if foe >= 0 else DOUBT
    if rule_ == PriceRule.TABLE:
        table_price(state, book, tape, seat, face, severity, foe, helper, rank, again)
        return DONE
    kind = price_kind(rule_, face)
    amount = scaled(rank, severity) if kind != Price.MOMENTUM else at_least_one(DOUBT + severity)
    charge_drawn(state, book, tape, seat, kind, amount, helper)
    return DONE


@rule
def price_kind(rule_: int, face: int) -> int:
    """Kind of a price: always harm; 60/20/20 harm, stress, momentum; or the oracle between two candidates."""
    if rule_ == PriceRule.HARM:
        return Price.HARM
    if rule_ == PriceRule.ORACLE:
        return Price.HARM if face >= LIKELY else Price.STRESS
    if face <= MIXED_HARM_LAST:
        return Price.HARM
    return Price.STRESS if face <= MIXED_STRESS_LAST else Price.MOMENTUM


@rule
def scaled(amount: int, severity: int) -> int:
    """Harm or stress moved by severity, kept in 1 to 5."""
    return max(1, min(MOST_LOSS, amount + severity))


@rule
def at_least_one(amount: int) -> int:
    """A loss of momentum or supply, never under 1."""
    return max(1, amount)


@rule
def charge_drawn(state: State, book: Book, tape: Tape, seat: int, kind: int, amount: int, helper: int) -> None:
    """Charge a drawn price: an exposed companion bears its harm, a boast to wear no armour adds to it."""
    if kind == Price.HARM and state.characters[seat].boasts & BARE_BIT:
        amount = min(MOST_LOSS, amount + 1)
    share = amount if kind == Price.HARM and helper >= 0 else 0
    charge(state, book, tape, seat, kind, amount, helper, share)


@rule
def charge(state: State, book: Book, tape: Tape, seat: int, kind: int, amount: int, helper: int, share: int) -> None:
    """Charge one price as it stands; `share` of its harm is borne by the exposed, else the first ready companion."""
    emit(tape, Event.PRICE, seat, kind, amount, helper, share)
    if kind == Price.HARM:
        companion = helper if helper >= 0 else ready_companion(state, book, seat)
        if share > 0 and companion >= 0:
            push(state, Op.SUFFER, seat, Move.COMPANION, share, companion)
            amount -= share
        if amount > 0:
            push(state, Op.SUFFER, seat, Move.HARM, amount, -1)
    elif kind == Price.STRESS:
        push(state, Op.SUFFER, seat, Move.STRESS, amount, -1)
    elif kind == Price.MOMENTUM:
        lose_momentum(state, seat, amount)
    elif kind == Price.SUPPLY:
        lose_supply(state, seat, amount)
    elif kind == Price.SEPARATED:
        separate(state, book, tape, seat, amount)
    elif kind == Price.GEAR:
        lose_gear(state, book, tape, seat, amount)
    elif kind == Price.DANGER:
        frighten(state, tape, seat)
    elif kind == Price.ALLY:
        harm_ally(state, book, seat, amount)


@rule
def ready_companion(state: State, book: Book, seat: int) -> int:
    """Give the first companion that can still assist, or -1."""
    for asset in range(ASSETS):
        if book.kits[seat].companion[asset] and state.characters[seat].condition[asset] == Condition.READY:
            return asset
    return -1


@rule
def disarm(state: State, tape: Tape, seat: int) -> None:
    """Take the weapon out of a character's hand."""
    state.characters[seat].armed = 0
    emit(tape, Event.STATE, seat, Passing.DISARMED, 1, 0, 0)


@rule
def separate(state: State, book: Book, tape: Tape, seat: int, amount: int) -> None:
    """Price row 10-16: the weapon is lost, else the companion for this fight, else momentum."""
    companion = ready_companion(state, book, seat)
    if state.characters[seat].armed:
        disarm(state, tape, seat)
    elif companion >= 0:
        lose_asset(state, book, tape, seat, companion, Condition.GONE)
    else:
        lose_momentum(state, seat, amount)


@rule
def gear_of_kind(state: State, book: Book, seat: int, kind: int) -> int:
    """Give the first ready asset of a kind of gear, or -1; armour counts as plain gear."""
    for asset in range(ASSETS):
        found = book.kits[seat].gear[asset]
        fits = found == kind or (kind == Gear.PLAIN and found == Gear.ARMOUR)
        if fits and state.characters[seat].condition[asset] == Condition.READY:
            return asset
    return -1


@rule
def lose_gear(state: State, book: Book, tape: Tape, seat: int, amount: int) -> None:
    """Price row 24-32: the first present of shield, weapon and gear asset is lost, else supply."""
    shield = gear_of_kind(state, book, seat, Gear.SHIELD)
    gear = gear_of_kind(state, book, seat, Gear.PLAIN)
    if shield >= 0:
        lose_asset(state, book, tape, seat, shield, Condition.GONE)
    elif state.characters[seat].armed:
        disarm(state, tape, seat)
    elif gear >= 0:
        lose_asset(state, book, tape, seat, gear, Condition.GONE)
    else:
        lose_supply(state, seat, amount)


@rule
def harm_ally(state: State, book: Book, seat: int, amount: int) -> None:
    """Price row 95-98: an ally in the fight is harmed, else the companion, else the character."""
    for step in range(1, book.seats):
        ally = (seat + step) % book.seats
        if fighting(state, ally):
            push(state, Op.SUFFER, ally, Move.HARM, amount, -1)
            return
    companion = ready_companion(state, book, seat)
    if companion >= 0:
        push(state, Op.SUFFER, seat, Move.COMPANION, amount, companion)
    else:
        push(state, Op.SUFFER, seat, Move.HARM, amount, -1)


@rule
def table_price(
    state: State,
    book: Book,
    tape: Tape,
    seat: int,
    face: int,
    severity: int,
    foe: int,
    helper: int,
    rank: int,
    again: int,
) -> None:
    """Charge the row of the price table that `face` names; `again` says that a meta row of the table asked for it."""
    emit(tape, Event.TABLE, seat, Asked.PRICE, face, 0, 0)
    if again and (face <= WORSE_LAST or face >= TWICE_FIRST):
        charge_drawn(state, book, tape, seat, Price.HARM, scaled(rank, severity + 1), helper)
    elif face <= WORSE_LAST:
        draw_again(state, book, seat, severity + 1, foe, helper)
    elif face >= TWICE_FIRST:
        draw_again(state, book, seat, severity, foe, helper)
        draw_again(state, book, seat, severity, foe, helper)
    else:
        kind = table_kind(face)
        amount = table_amount(face, rank)
        if kind == Price.MOMENTUM or kind == Price.SUPPLY or kind == Price.SEPARATED or kind == Price.GEAR:
            amount = at_least_one(amount + severity)
        else:
            amount = scaled(amount, severity)
        charge_drawn(state, book, tape, seat, kind, amount, helper)


WORSE_LAST = 2
TWICE_FIRST = 99
"""The table's meta rows: 1-2 draws again and worse, 99-100 draws twice. Drawn again they are plain harm, one worse."""


@rule
def draw_again(state: State, book: Book, seat: int, severity: int, foe: int, helper: int) -> None:
    """Draw on the price table once more; `severity` includes the house's."""
    pay_price(state, seat, severity - book.house.severity, foe, helper)
    top(state).step = 1


TABLE_ROWS = (
    (5, Price.STRESS, 1),
    (9, Price.STRESS, 2),
    (16, Price.SEPARATED, 2),
    (23, Price.MOMENTUM, 2),
    (32, Price.GEAR, 2),
    (41, Price.MOMENTUM, 2),
    (50, Price.DANGER, 1),
    (59, Price.MOMENTUM, 2),
    (68, Price.HARM, 0),
    (76, Price.STRESS, 0),
    (85, Price.MOMENTUM, 1),
    (90, Price.SUPPLY, 2),
    (94, Price.STRESS, 2),
    (98, Price.ALLY, 0),
)
"""Last face, kind and amount of the rows 3 to 98 of the price table; amount 0 is the foe's rank."""

TABLE_LAST = tuple(int(row[0]) for row in TABLE_ROWS)
TABLE_KIND = tuple(int(row[1]) for row in TABLE_ROWS)
TABLE_AMOUNT = tuple(int(row[2]) for row in TABLE_ROWS)


@rule
def table_row(face: int) -> int:
    """Give the row of the price table for a face of 3 to 98."""
    row = 0
    while face > TABLE_LAST[row]:
        row += 1
    return row


@rule
def table_kind(face: int) -> int:
    """Kind of the price table's row."""
    return TABLE_KIND[table_row(face)]


@rule
def table_amount(face: int, rank: int) -> int:
    """Amount of the price table's row."""
    amount = TABLE_AMOUNT[table_row(face)]
    return amount if amount > 0 else rank
