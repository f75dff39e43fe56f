"""A seat's own visit: what to play, whether and where to move, when to pass."""

from ....envs.core.compiler import rule
from ....envs.oathsworn.stack import is_legal
from ....envs.oathsworn.state import Book, Seat, State
from ....envs.oathsworn.terms import (
    CARDS,
    OPTIONS,
    Act,
    Do,
    Form,
    Token,
    Zone,
)
from ....envs.oathsworn.window import option_of
from ..family import Why
from ..reasons import Reason
from .danger import outlook
from .moves import is_leap, leap_gain, move_gain, plain_step
from .picks import flow_of
from .plays import option_price, option_worth
from .say import PASS, cents, explain
from .spreads import strike_worth
from .strikes import arms_of
from .weights import LEAST

FLOWING = 1.5
"""Worth of a position's cards from which a Battleflow token is spent on them."""
GOOD = 1.5
"""Worth of a play in place from which no better place is looked for."""


@rule
def choose_turn(state: State, book: Book, why: Why) -> int:
    """Choose what to do in a visit."""
    seat = state.seat
    if owes(state):
        return play_injury(state, why)
    if is_legal(state, Act.YES):
        explain(why, Reason.FREE, 0, 0)
        return Act.YES
    if not has_play(state):
        return choose_token(state, book, why)
    view = outlook(state, book, seat)
    arms = arms_of(state, book, seat, plain_step(state, book, seat))
    hex = max(state.pieces[seat].hex, 0)
    best = PASS
    best_gain = LEAST
    for k in range(state.n_legal):
        act = state.legal[k]
        if act < Act.CARD or act >= Act.TOKEN:
            continue
        option = option_of(state, book, seat, act)
        gain = -option_price(state, book, seat, act, option)
        if is_leap(book, option):
            gain += leap_gain(state, book, seat, option, view, arms, why)
        else:
            gain += option_worth(state, book, seat, option, hex, view, arms)
        if gain > best_gain:
            best = act
            best_gain = gain
    if best_gain < GOOD and is_legal(state, Act.MOVE):
        gain = move_gain(state, book, seat, view, arms, why)
        if gain > best_gain:
            explain(why, Reason.MOVE, cents(gain), 0)
            return Act.MOVE
    if best != Act.PASS:
        explain(why, Reason.PLAY, cents(best_gain), 0)
        return best
    return choose_token(state, book, why)


@rule
def has_play(state: State) -> bool:
    """Tell whether there is anything to choose but tokens and passing."""
    for k in range(state.n_legal):
        if state.legal[k] >= Act.MOVE and state.legal[k] < Act.TOKEN:
            return True
    return False


@rule
def owes(state: State) -> bool:
    """Tell whether an injury is among the choices."""
    for k in range(state.n_legal):
        if state.legal[k] >= Act.INJURY and state.legal[k] < Act.ITEM:
            return True
    return False


@rule
def play_injury(state: State, why: Why) -> int:
    """Play the first injury in hand: nothing else can be done before."""
    for k in range(state.n_legal):
        if state.legal[k] >= Act.INJURY and state.legal[k] < Act.ITEM:
            explain(why, Reason.INJURY, 0, 0)
            return state.legal[k]
    return Act.PASS


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
    elif is_legal(state, Act.TOKEN + Token.BATTLEFLOW) and fullest_flow(state, book, seat) >= FLOWING:
        explain(why, Reason.FLOW, 0, 0)
        return Act.TOKEN + Token.BATTLEFLOW
    explain(why, Reason.PASS, mine.available, 0)
    return Act.PASS


@rule
def fullest_flow(state: State, book: Book, seat: int) -> float:
    """Give what moving on the cards of the best position is worth."""
    best = 0.0
    for position in range(Zone.HAND):
        total = 0.0
        for card in range(CARDS):
            if state.seats[seat].cards[card] == position:
                total += flow_of(state, book, seat, card)
        best = max(best, total)
    return best


@rule
def is_attack_near(state: State, book: Book, seat: int) -> bool:
    """Tell whether a seat's plain attack has anybody in reach."""
    step = plain_step(state, book, seat)
    if state.pieces[seat].hex < 0 or step.do != Do.ATTACK:
        return False
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
