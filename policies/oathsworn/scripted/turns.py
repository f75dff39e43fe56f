"""A seat's own visit: what to play, whether and where to move, when to pass."""

from ....envs.core.compiler import rule
from ....envs.oathsworn.board import is_open
from ....envs.oathsworn.stack import is_legal
from ....envs.oathsworn.state import Book, Option, Seat, State, Step
from ....envs.oathsworn.terms import (
    ABILITIES,
    CARDS,
    OPTIONS,
    Act,
    Do,
    Form,
    Token,
    Zone,
)
from ....envs.oathsworn.visit import hexes_of_move
from ....envs.oathsworn.window import ability_of, option_of
from ..family import Why
from ..reasons import Reason
from .danger import Outlook, danger, outlook
from .plays import option_price, option_worth, price
from .strikes import Arms, arms_of, strike_worth
from .weights import LEAST

HUNDRED = 100.0
PASS = int(Act.PASS)


@rule
def explain(why: Why, code: int, a: int, b: int) -> None:
    """Leave a reason."""
    why.code = code
    why.a = a
    why.b = b


@rule
def cents(worth: float) -> int:
    """Give a worth in hundredths of an HP, for a reason."""
    return int(HUNDRED * worth)


@rule
def choose_turn(state: State, book: Book, why: Why) -> int:
    """Choose what to do in a visit."""
    seat = state.seat
    if is_legal(state, Act.INJURY) or owes(state, seat):
        return play_injury(state, book, why)
    if is_legal(state, Act.YES):
        explain(why, Reason.FREE, 0, 0)
        return Act.YES
    view = outlook(state, book, seat)
    arms = arms_of(state, book, seat, plain_step(state, book, seat))
    hex = state.pieces[seat].hex
    best = PASS
    best_gain = LEAST
    for k in range(state.n_legal):
        act = state.legal[k]
        if act < Act.CARD or act >= Act.TOKEN:
            continue
        option = option_of(state, book, seat, act)
        gain = option_worth(state, book, seat, option, hex, view, arms) - option_price(state, book, seat, act, option)
        if gain > best_gain:
            best = act
            best_gain = gain
    if is_legal(state, Act.MOVE):
        gain = move_gain(state, book, seat, view, arms)
        if gain > best_gain:
            explain(why, Reason.MOVE, cents(gain), 0)
            return Act.MOVE
    if best != Act.PASS:
        explain(why, Reason.PLAY, cents(best_gain), 0)
        return best
    return choose_token(state, book, why)


@rule
def owes(state: State, seat: int) -> bool:
    """Tell whether an injury is among the choices."""
    for k in range(state.n_legal):
        if state.legal[k] >= Act.INJURY and state.legal[k] < Act.ITEM:
            return True
    return False


@rule
def play_injury(state: State, book: Book, why: Why) -> int:
    """Play the first injury in hand: nothing else can be done before."""
    for k in range(state.n_legal):
        if state.legal[k] >= Act.INJURY and state.legal[k] < Act.ITEM:
            explain(why, Reason.INJURY, 0, 0)
            return state.legal[k]
    return Act.PASS


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
def choose_token(state: State, book: Book, why: Why) -> int:
    """Spend a token at the end of a visit where that brings an attack back, else pass."""
    seat = state.seat
    mine: Seat = state.seats[seat]
    if mine.form != Form.FULL:
        for token in (Token.ANIMUS, Token.BATTLEFLOW):
            if is_legal(state, Act.TOKEN + token) and is_attack_near(state, book, seat):
                explain(why, Reason.TOKEN, 0, 0)
                return Act.TOKEN + token
    elif is_legal(state, Act.TOKEN + Token.ANIMUS) and brings_attack(state, book, seat):
        explain(why, Reason.TOKEN, 0, 0)
        return Act.TOKEN + Token.ANIMUS
    explain(why, Reason.PASS, mine.available, 0)
    return Act.PASS


@rule
def is_attack_near(state: State, book: Book, seat: int) -> bool:
    """Tell whether a seat's plain attack has anybody in reach."""
    step = plain_step(state, book, seat)
    arms = arms_of(state, book, seat, step)
    return strike_worth(state, book, step, seat, state.pieces[seat].hex, arms, 0.0, 0) > LEAST


@rule
def brings_attack(state: State, book: Book, seat: int) -> bool:
    """Tell whether two animus more would pay for an attack with somebody in reach."""
    mine: Seat = state.seats[seat]
    if mine.played or not is_attack_near(state, book, seat):
        return False
    for card in range(CARDS):
        if mine.cards[card] != Zone.HAND:
            continue
        for option in range(OPTIONS):
            each = book.kits[seat].cards[card].options[option]
            missing = each.cost - mine.available
            if each.known and each.when == 0 and each.attacks and missing > 0 and missing <= 2:
                return True
    return False


@rule
def blow_after(state: State, book: Book, seat: int, spent: int, hex: int, arms: Arms) -> float:
    """Give the best net worth of an attack from a hex with the animus that a move leaves."""
    mine: Seat = state.seats[seat]
    best = 0.0
    left = mine.available - spent
    if mine.form == Form.FULL:
        if mine.played and left < 3:
            return 0.0
        for card in range(CARDS):
            if mine.cards[card] == Zone.HAND:
                for option in range(OPTIONS):
                    each = book.kits[seat].cards[card].options[option]
                    if each.known and each.attacks and each.when == 0 and each.cost <= left:
                        best = max(best, attack_net(state, book, seat, each, hex, arms))
        return best
    for ability in range(ABILITIES):
        other = ability_of(state, book, seat, ability)
        if other.known and other.attacks and other.when == 0 and other.cost <= left:
            best = max(best, attack_net(state, book, seat, other, hex, arms))
    return best


@rule
def attack_net(state: State, book: Book, seat: int, option: Option, hex: int, arms: Arms) -> float:
    """Give the worth of the first attack of an option from a hex, less its price."""
    slack = 0
    for row in range(option.first, option.end):
        step = book.steps[row]
        if step.do == Do.MOVE:
            slack += step.amount
        elif step.do == Do.ATTACK:
            worth = strike_worth(state, book, step, seat, hex, arms, 0.0, slack)
            return worth - price(state, seat, option.cost)
    return 0.0


@rule
def fare(state: State, book: Book, seat: int, steps: int) -> int:
    """Give the animus a move of so many hexes costs: one in all for companions and allies."""
    return steps if state.seats[seat].form == Form.FULL else 1


@rule
def place_worth(state: State, book: Book, seat: int, hex: int, spent: int, view: Outlook, arms: Arms) -> float:
    """Give what standing on a hex is worth after paying for the way: attacks from there, less the danger."""
    return (
        blow_after(state, book, seat, spent, hex, arms)
        - danger(state, book, view, seat, hex)
        - price(state, seat, spent)
    )


@rule
def move_range(state: State, book: Book, seat: int) -> int:
    """Give how many hexes a seat's move could take it."""
    mine: Seat = state.seats[seat]
    return mine.available if mine.form == Form.FULL else hexes_of_move(state, book, seat)


@rule
def move_gain(state: State, book: Book, seat: int, view: Outlook, arms: Arms) -> float:
    """Give what the best move in reach gains over staying."""
    home = state.pieces[seat].hex
    most = move_range(state, book, seat)
    here = place_worth(state, book, seat, home, 0, view, arms)
    best = 0.0
    for hex in range(len(state.occupant)):
        away = book.geo.distance[home, hex]
        if away > 0 and away <= most and is_open(state, hex):
            spent = fare(state, book, seat, away)
            best = max(best, place_worth(state, book, seat, hex, spent, view, arms) - here)
    return best


@rule
def choose_destination(state: State, book: Book, why: Why) -> int:
    """Choose where to move, or to land, among the hexes offered."""
    seat = state.seat
    view = outlook(state, book, seat)
    arms = arms_of(state, book, seat, plain_step(state, book, seat))
    home = state.pieces[seat].hex
    best = state.legal[0]
    best_worth = -1000.0
    for k in range(state.n_legal):
        act = state.legal[k]
        hex = act if act < Act.PASS else home
        spent = fare(state, book, seat, book.geo.distance[home, hex]) if pays(state) else 0
        worth = place_worth(state, book, seat, hex, spent, view, arms)
        if worth > best_worth:
            best = act
            best_worth = worth
    explain(why, Reason.GO, cents(best_worth), 0)
    return best


@rule
def pays(state: State) -> bool:
    """Tell whether the move that is asked about costs animus by the hex."""
    return state.stack[state.top].c & 1 == 1


@rule
def choose_place(state: State, book: Book, why: Why) -> int:
    """Choose where to start or to enter: safe, not far from the enemy, not in a crowd."""
    seat = state.seat
    view = outlook(state, book, seat)
    best = state.legal[0]
    best_worth = -1000.0
    for k in range(state.n_legal):
        hex = state.legal[k]
        worth = -danger(state, book, view, seat, hex) - 0.15 * enemy_distance(state, book, hex)
        worth -= 0.1 * crowd(state, book, seat, hex)
        if worth > best_worth:
            best = hex
            best_worth = worth
    explain(why, Reason.PLACE, 0, 0)
    return best


@rule
def enemy_distance(state: State, book: Book, hex: int) -> int:
    """Count the hexes to the first boss."""
    for boss in range(4, 6):
        if state.pieces[boss].hex >= 0:
            return book.geo.distance[state.pieces[boss].hex, hex]
    return 0


@rule
def crowd(state: State, book: Book, seat: int, hex: int) -> int:
    """Count the friends beside a hex."""
    count = 0
    for other in range(4):
        if other != seat and state.pieces[other].hex >= 0 and book.geo.distance[state.pieces[other].hex, hex] <= 1:
            count += 1
    return count
