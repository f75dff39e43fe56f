"""Windows: where interrupts and tokens may be used out of turn, each seat asked clockwise from the lead (p. 11)."""

from ..core.compiler import rule
from ..core.tape import Tape
from .board import gap, on_board
from .house_rules import AnyTime
from .program import begin_option
from .seats import acts, affordable, next_seat
from .stack import DONE, answered, ask, offer, offer_if, pop, push, top
from .state import STEP, Book, Option, State
from .terms import (
    ABILITIES,
    CARDS,
    ITEM_OPTIONS,
    ITEMS,
    OPTIONS,
    SEATS,
    Act,
    Decision,
    Form,
    Op,
    Status,
    Token,
    When,
    Zone,
)


@STEP.member
def window_step(state: State, book: Book, tape: Tape) -> int:
    """Ask every seat that can answer a trigger; a = trigger, b = program, c = piece it is about, d = seats done."""
    frame = top(state)
    answer = answered(state)
    if answer >= 0:
        seat = frame.e
        if answer == Act.PASS:
            frame.d |= 1 << seat
        else:
            use(state, book, tape, seat, answer)
        return DONE
    seat = state.lead
    for _ in range(SEATS):
        if not (frame.d >> seat) & 1 and acts(state, seat):
            trigger = trigger_for(state, frame.a, frame.b, frame.c, seat)
            offer_interrupts(state, book, seat, trigger, frame.c if frame.c >= 0 else seat)
            everywhere = book.house.any_time_tokens == AnyTime.EVERYWHERE
            if state.n_legal > 0 or trigger == When.STAGE or everywhere:
                offer_tokens(state, seat)
            if state.n_legal > 0:
                offer(state, Act.PASS)
                frame.e = seat
                ask(state, Decision.WINDOW, seat)
                return DONE
        frame.d |= 1 << seat
        seat = next_seat(seat)
    pop(state)
    return DONE


@rule
def trigger_for(state: State, trigger: int, place: int, subject: int, seat: int) -> int:
    """Give what a window's trigger means to a seat: its own attack or a friend's."""
    if trigger == When.ATTACKED and not (state.plays[place].hits >> seat) & 1:
        return When.FRIEND_ATTACKED
    if trigger == When.DRAW and subject != seat:
        return When.FRIEND_DRAW
    if (trigger == When.DRAWN or trigger == When.REVEALED) and subject >= 0 and subject != seat:
        return -1
    return trigger


@rule
def use(state: State, book: Book, tape: Tape, seat: int, act: int) -> None:
    """Play what a seat picked in a window or in its visit: a card, an item, an ability or a token."""
    if act >= Act.TOKEN:
        push(state, Op.TOKEN, act - Act.TOKEN, seat, 0)
    elif act >= Act.ABILITY:
        begin_option(state, book, tape, seat, ability_of(state, book, seat, act - Act.ABILITY), act)
    elif act >= Act.ITEM:
        item = (act - Act.ITEM) // ITEM_OPTIONS
        begin_option(state, book, tape, seat, book.kits[seat].items[item].options[(act - Act.ITEM) % ITEM_OPTIONS], act)
    elif act >= Act.INJURY:
        begin_option(state, book, tape, seat, book.kits[seat].injuries[act - Act.INJURY].option, act)
    else:
        card = (act - Act.CARD) // OPTIONS
        begin_option(state, book, tape, seat, book.kits[seat].cards[card].options[(act - Act.CARD) % OPTIONS], act)


@rule
def ability_of(state: State, book: Book, seat: int, index: int) -> Option:
    """Give an ability of what a seat pilots: of its Oathsworn, or of its ally card."""
    if state.seats[seat].form == Form.ALLY:
        return book.allies[state.seats[seat].ally].abilities[index]
    return book.kits[seat].abilities[index]


@rule
def held(state: State, seat: int) -> bool:
    """Tell whether a seat's hero is caged or consumed and so plays no cards or abilities (p. 29-30)."""
    status = state.pieces[seat].status
    return status[Status.CAGED] > 0 or status[Status.CONSUMED] > 0


@rule
def offer_interrupts(state: State, book: Book, seat: int, trigger: int, subject: int) -> None:
    """Offer every interrupt of a seat whose condition holds and that it can pay for."""
    if trigger < 0 or held(state, seat):
        return
    mine = state.seats[seat]
    if mine.form == Form.FULL:
        for card in range(CARDS):
            if mine.cards[card] == Zone.HAND:
                for option in range(OPTIONS):
                    each = book.kits[seat].cards[card].options[option]
                    offer_if(
                        state,
                        answers(state, book, seat, each, trigger, subject),
                        Act.CARD + OPTIONS * card + option,
                    )
    for item in range(ITEMS):
        if mine.items[item] == Zone.HAND and mine.form != Form.ALLY:
            for option in range(ITEM_OPTIONS):
                one = book.kits[seat].items[item].options[option]
                offer_if(
                    state, answers(state, book, seat, one, trigger, subject), Act.ITEM + ITEM_OPTIONS * item + option
                )
    for ability in range(ABILITIES):
        other = ability_of(state, book, seat, ability)
        offer_if(state, answers(state, book, seat, other, trigger, subject), Act.ABILITY + ability)


@rule
def answers(state: State, book: Book, seat: int, option: Option, trigger: int, subject: int) -> bool:
    """Tell whether an option is an interrupt to this trigger, in range of what it is about, and affordable."""
    if option.known == 0 or option.when != trigger or not affordable(state, seat, option):
        return False
    if option.reach <= 0 or subject == seat:
        return True
    if not on_board(state, seat) or not on_board(state, subject):
        return False
    return gap(state, book, seat, subject) <= option.reach


@rule
def offer_tokens(state: State, seat: int) -> None:
    """Offer the tokens that may be used at any time, where they would do something (p. 28)."""
    mine = state.seats[seat]
    if mine.form != Form.FULL:
        return
    offer_if(state, mine.tokens[Token.ANIMUS] > 0 and mine.reserve > 0, Act.TOKEN + Token.ANIMUS)
    offer_if(state, mine.tokens[Token.BATTLEFLOW] > 0 and cooling(state, seat), Act.TOKEN + Token.BATTLEFLOW)


@rule
def cooling(state: State, seat: int) -> bool:
    """Tell whether any card, item or injury of a seat lies at a cooldown position."""
    for position in range(Zone.HAND):
        if lies_at(state, seat, position):
            return True
    return False


@rule
def lies_at(state: State, seat: int, position: int) -> bool:
    """Tell whether anything of a seat lies at a cooldown position."""
    mine = state.seats[seat]
    for card in range(CARDS):
        if mine.cards[card] == position:
            return True
    for item in range(ITEMS):
        if mine.items[item] == position:
            return True
    for injury in range(len(mine.injuries)):
        if mine.injuries[injury] == position:
            return True
    return False
