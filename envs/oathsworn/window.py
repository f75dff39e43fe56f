"""Windows: where interrupts and tokens may be used out of turn, each seat asked clockwise from the lead (p. 11)."""

from ..core.compiler import rule
from ..core.tape import Tape
from .board import is_enemy, is_friendly, on_board
from .held import is_held
from .house_rules import AnyTime
from .program import begin_option
from .seats import acts, next_seat, payable
from .stack import DONE, answered, ask, current, offer, offer_if, pop, push, top
from .state import STEP, Book, Frame, Option, Play, State
from .terms import (
    ABILITIES,
    BOSS,
    CARDS,
    FRIEND,
    ITEM_OPTIONS,
    ITEMS,
    OPTIONS,
    PIECES,
    SEATS,
    Act,
    Decision,
    Do,
    Form,
    If,
    Op,
    Per,
    Token,
    When,
    Zone,
)
from .whom import seat_of, within

ANIMUS_OF_TOKEN = 2
"""Animus that a +2 Animus token brings (p. 28)."""
OWN = -1
"""The reach of an interrupt that concerns its own seat alone."""


@STEP.member
def window_step(state: State, book: Book, tape: Tape) -> int:
    """Ask every seat that can answer a trigger, again once another answered it.

    a = trigger, b = program or enemies that moved, c = piece it is about, d = seats that passed, e = seat asked.
    """
    frame = top(state)
    answer = answered(state)
    if answer == Act.PASS:
        frame.d |= 1 << frame.e
        return DONE
    if answer >= 0:
        trigger = frame.a
        place = frame.b
        frame.d = 0
        use(state, book, tape, frame.e, answer)
        if answer < Act.TOKEN and is_of_attack(trigger):
            interrupt(state, book, place)
        return DONE
    seat = state.lead
    for _ in range(SEATS):
        if not (frame.d >> seat) & 1 and acts(state, seat) and listens(state, book, seat, frame.a):
            offer_window(state, book, seat)
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
def ring(state: State) -> None:
    """Open the windows that falls and breaks since the last operation call for."""
    for seat in range(SEATS):
        if (state.fell >> seat) & 1:
            push(state, Op.WINDOW, When.FALL, 0, seat)
    if state.broke:
        push(state, Op.WINDOW, When.BREAK, 0, state.broke - 1)
    state.fell = 0
    state.broke = 0


@rule
def is_of_attack(trigger: int) -> bool:
    """Tell whether a trigger is about an attack under way."""
    return trigger == When.ATTACKED or trigger == When.REVEALED or trigger == When.DRAW or trigger == When.DRAWN


@rule
def interrupt(state: State, book: Book, place: int) -> None:
    """Tie the program just begun to the attack it interrupts: whose target it speaks of, and whom it may protect."""
    mine = current(state)
    attack = state.plays[place]
    mine.under = place + 1
    mine.target = attack.actor if is_enemy(state, attack.actor) else attack.target
    mine.location = attack.location
    option = option_of(state, book, mine.actor, mine.source)
    mine.near = option.reach
    hit = (attack.hits >> mine.actor) & 1 == 1
    if option.when == When.ATTACKED or option.when == When.HIT or (option.when == When.REVEALED and hit):
        mine.near = OWN


@rule
def listens(state: State, book: Book, seat: int, trigger: int) -> bool:
    """Tell whether a seat could have anything to say at a trigger at all; that of stage cards is for tokens too."""
    if trigger == When.STAGE or book.house.any_time_tokens == AnyTime.EVERYWHERE:
        return True
    kinds = 1 << trigger
    if trigger == When.ATTACKED:
        kinds |= 1 << When.FRIEND_ATTACKED
    elif trigger == When.REVEALED:
        kinds |= 1 << When.HIT
    elif trigger == When.DRAW:
        kinds |= 1 << When.FRIEND_DRAW
    if state.seats[seat].form == Form.ALLY:
        return book.allies[state.seats[seat].ally].triggers & kinds != 0
    return book.kits[seat].triggers & kinds != 0


@rule
def offer_window(state: State, book: Book, seat: int) -> None:
    """Offer a seat its interrupts to the window on top, and tokens where they help or the house lets them (p. 28)."""
    trigger = top(state).a
    if is_held(state, seat):
        return
    offered = interrupts(state, book, seat, 0, False, True) > 0 or trigger == When.STAGE
    if offered or book.house.any_time_tokens == AnyTime.EVERYWHERE or tokens_help(state, book, seat):
        offer_tokens(state, seat)


@rule
def tokens_help(state: State, book: Book, seat: int) -> bool:
    """Tell whether a token would make an interrupt usable: by its animus, or by a card it brings back to the hand."""
    mine = state.seats[seat]
    if mine.form != Form.FULL:
        return False
    more = min(ANIMUS_OF_TOKEN, mine.reserve) if mine.tokens[Token.ANIMUS] > 0 else 0
    back = mine.tokens[Token.BATTLEFLOW] > 0
    return (more > 0 or back) and interrupts(state, book, seat, more, back, False) > 0


@rule
def interrupts(state: State, book: Book, seat: int, more: int, back: bool, offering: bool) -> int:
    """Count a seat's interrupts to the window on top, and offer them if wanted.

    Args:
        state: The encounter.
        book: Its scenario.
        seat: Who answers.
        more: Animus beyond what is available.
        back: Whether cards at position 0 count as in hand.
        offering: Whether they are offered.
    """
    mine = state.seats[seat]
    count = 0
    if mine.form == Form.FULL:
        for card in range(CARDS):
            if mine.cards[card] == Zone.HAND or (back and mine.cards[card] == 0):
                for option in range(OPTIONS):
                    each = book.kits[seat].cards[card].options[option]
                    if each.when > 0 and answers(state, book, seat, each, more):
                        count += 1
                        offer_if(state, offering, Act.CARD + OPTIONS * card + option)
    for item in range(ITEMS):
        if item_ready(state, seat, item) or (back and mine.items[item] == 0 and mine.thrown[item] < 0):
            for option in range(ITEM_OPTIONS):
                one = book.kits[seat].items[item].options[option]
                if one.when > 0 and answers(state, book, seat, one, more):
                    count += 1
                    offer_if(state, offering, Act.ITEM + ITEM_OPTIONS * item + option)
    for ability in range(ABILITIES):
        own = ability_of(state, book, seat, ability)
        if own.when > 0 and answers(state, book, seat, own, more):
            count += 1
            offer_if(state, offering, Act.ABILITY + ability)
    return count


@rule
def item_ready(state: State, seat: int, item: int) -> bool:
    """Tell whether a seat can use an item: in hand and not thrown away; allies have none."""
    mine = state.seats[seat]
    return mine.items[item] == Zone.HAND and mine.thrown[item] < 0 and mine.form != Form.ALLY


@rule
def answers(state: State, book: Book, seat: int, option: Option, more: int) -> bool:
    """Tell whether an option is an interrupt to the window on top: near enough, of use, and paid for."""
    if option.known == 0:
        return False
    frame = top(state)
    if not fits_trigger(state, frame, seat, option.when) or not payable(state, seat, option, more):
        return False
    if not near_enough(state, book, frame, seat, option):
        return False
    return frame.a != When.DRAWN or helps_draw(book, state.plays[frame.b], option)


@rule
def fits_trigger(state: State, frame: Frame, seat: int, when: int) -> bool:
    """Tell whether an interrupt of a kind answers a window: one's own attack and draw, or a friend's."""
    trigger = frame.a
    if trigger == When.ATTACKED:
        attacked = (state.plays[frame.b].hits >> seat) & 1 == 1
        return when == When.FRIEND_ATTACKED or (when == When.ATTACKED and attacked)
    if trigger == When.REVEALED and when == When.HIT:
        return (state.plays[frame.b].hits >> seat) & 1 == 1
    if trigger == When.DRAW or trigger == When.DRAWN:
        mine = seat_of(state, frame.c) == seat
        return (when == trigger and mine) or (trigger == When.DRAW and when == When.FRIEND_DRAW and not mine)
    return when == trigger


@rule
def near_enough(state: State, book: Book, frame: Frame, seat: int, option: Option) -> bool:
    """Tell whether what a window is about is within an interrupt's reach; 0 = anywhere."""
    when = option.when
    if when == When.FRIEND_ATTACKED or when == When.REVEALED:
        hits = state.plays[frame.b].hits
        for piece in range(PIECES):
            if (hits >> piece) & 1 and is_friendly(state, piece):
                own = piece == seat
                if (own and when == When.REVEALED) or (not own and within(state, book, seat, piece, option.reach)):
                    return True
        return False
    if when == When.ENEMY_MOVED:
        for enemy in range(BOSS, FRIEND):
            moved = (frame.b >> (enemy - BOSS)) & 1 == 1 and on_board(state, enemy)
            if moved and within(state, book, seat, enemy, option.reach):
                return True
        return False
    if when == When.FALL and option.reach > 0 and on_board(state, seat):
        return book.geo.distance[state.pieces[seat].hex, state.pieces[frame.c].last] <= option.reach
    if frame.c < 0 or not on_board(state, frame.c):
        return True
    return within(state, book, seat, frame.c, option.reach)


@rule
def helps_draw(book: Book, attack: Play, option: Option) -> bool:
    """Tell whether an interrupt changes anything about cards just drawn: after a miss only new cards do."""
    for row in range(option.first, option.end):
        step = book.steps[row]
        if step.do == Do.REDRAW or step.do == Do.REPLACE:
            return True
        if attack.missed == 0:
            needs_critical = step.condition == If.CRITICAL or step.per == Per.CRITICAL
            if attack.drawing.crits > 0 or not needs_critical:
                return True
    return False


@rule
def use(state: State, book: Book, tape: Tape, seat: int, act: int) -> None:
    """Play what a seat picked in a window or in its visit: a card, an item, an ability or a token."""
    if act >= Act.TOKEN:
        push(state, Op.TOKEN, act - Act.TOKEN, seat, 0)
    else:
        begin_option(state, book, tape, seat, option_of(state, book, seat, act), act)


@rule
def ability_of(state: State, book: Book, seat: int, index: int) -> Option:
    """Give an ability of what a seat pilots: of its Oathsworn, or of its ally card."""
    if state.seats[seat].form == Form.ALLY:
        return book.allies[state.seats[seat].ally].abilities[index]
    return book.kits[seat].abilities[index]


@rule
def option_of(state: State, book: Book, seat: int, act: int) -> Option:
    """Give the option that an action plays."""
    kit = book.kits[seat]
    if act >= Act.ABILITY:
        return ability_of(state, book, seat, act - Act.ABILITY)
    if act >= Act.ITEM:
        return kit.items[(act - Act.ITEM) // ITEM_OPTIONS].options[(act - Act.ITEM) % ITEM_OPTIONS]
    if act >= Act.INJURY:
        return kit.injuries[act - Act.INJURY].option
    return kit.cards[(act - Act.CARD) // OPTIONS].options[(act - Act.CARD) % OPTIONS]


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
