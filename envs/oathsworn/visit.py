"""A seat's visit: one turn of moves, a card, items, abilities and tokens until it passes (Encounter rules p. 8-11)."""

from ..core.compiler import rule
from ..core.tape import Tape, emit
from .aiming import reach_of
from .areas import has_target
from .board import is_open
from .held import is_held, price_to_leave, try_to_leave
from .hero_moves import PAID, may_move
from .program import run
from .reach import dry, wade
from .seats import acts, affordable, gain_token, pay_animus
from .stack import DONE, answered, ask, offer, offer_if, pop, push, top, withdraw
from .state import STEP, Book, Option, Seat, State, Step
from .terms import (
    ABILITIES,
    CARDS,
    INJURIES,
    ITEM_OPTIONS,
    ITEMS,
    OPTIONS,
    Act,
    Decision,
    Do,
    Event,
    Form,
    Lasts,
    Op,
    Token,
    Who,
    Zone,
)
from .terrain import obstacle_near
from .window import ability_of, cooling, item_ready, offer_tokens, option_of, use

HASH = 0x7FFFFFFF
PRIME = 16777619
MOST_ACTS = 30
"""More things done in one visit than any honest turn has; then it ends."""
TOKEN_MOVE = 2
"""Hexes of a companion's free move for a token (p. 9)."""


@STEP.member
def visit_step(state: State, book: Book, tape: Tape) -> int:
    """Ask a seat what it does, until it passes; a = seat, b = 1 when its ally has just entered."""
    frame = top(state)
    seat = frame.a
    mine = state.seats[seat]
    answer = answered(state)
    if answer == Act.PASS:
        end_visit(state, book, tape, seat)
        return DONE
    if answer >= 0:
        take(state, book, tape, seat, answer)
        return DONE
    if not acts(state, seat):
        pop(state)
        return DONE
    if frame.step == 0:
        begin_visit(state, seat, frame.b)
        offer_turn(state, book, seat)
        frame.step = 1
        if nothing_new(state, seat):
            withdraw(state)
            pop(state)
            return DONE
        emit(tape, Event.VISIT, seat, 0, 0, 0, 0)
    elif mine.acts < MOST_ACTS:
        offer_turn(state, book, seat)
    else:
        offer(state, Act.PASS)
    ask(state, Decision.TURN, seat)
    return DONE


@rule
def begin_visit(state: State, seat: int, entered: int) -> None:
    """Start a turn: what lasts for one turn begins anew; in the first of a round the injuries in hand fall due."""
    mine: Seat = state.seats[seat]
    mine.once_turn = 0
    mine.moved = 0
    mine.played = 0
    mine.acts = entered
    mine.hexes = 0
    mine.cage_tried = 0
    dry(state)
    if mine.injured == 0:
        mine.injured = 1
        for injury in range(INJURIES):
            if mine.injuries[injury] == Zone.HAND:
                mine.injured |= owed_bit(injury)


@rule
def owed_bit(injury: int) -> int:
    """Give the bit of an injury that is due in the first turn of a round."""
    return 2 << injury


@rule
def end_visit(state: State, book: Book, tape: Tape, seat: int) -> None:
    """End a turn; one in which nothing was done is a pass, and lasts until there is something new to do."""
    mine: Seat = state.seats[seat]
    if mine.acts == 0:
        offer_turn(state, book, seat)
        mine.passed = stance(state, seat)
        mine.could = offered_bits(state)
        withdraw(state)
        emit(tape, Event.PASS, seat, 0, 0, 0, 0)
    pop(state)
    if book.faces and state.pieces[seat].hex >= 0:
        push(state, Do.TURN, 0, seat, 0)


@rule
def nothing_new(state: State, seat: int) -> bool:
    """Tell whether a seat that passed stands where it stood, holds what it held, and can do nothing it could not."""
    mine: Seat = state.seats[seat]
    return mine.acts == 0 and mine.passed == stance(state, seat) and offered_bits(state) & ~mine.could == 0


@rule
def stance(state: State, seat: int) -> int:
    """Give a seat's place and hand as a number that is never 0."""
    mine: Seat = state.seats[seat]
    number = 1 + state.pieces[seat].hex
    for card in range(CARDS):
        number = ((number ^ mine.cards[card]) * PRIME) & HASH
    for injury in range(INJURIES):
        number = ((number ^ mine.injuries[injury]) * PRIME) & HASH
    for item in range(ITEMS):
        number = ((number ^ mine.items[item]) * PRIME) & HASH
    return number | 1


@rule
def offered_bits(state: State) -> int:
    """Give what is offered in a visit as bits; trying to get free stands in for the move."""
    bits = 0
    for i in range(state.n_legal):
        act = state.legal[i]
        if act != Act.PASS:
            bits |= 1 << max(act - Act.MOVE, 0)
    return bits


@rule
def offer_turn(state: State, book: Book, seat: int) -> None:
    """Offer everything a seat may do in its visit, passing among it."""
    mine: Seat = state.seats[seat]
    if not is_held(state, seat):
        for injury in range(INJURIES):
            offer_if(state, owes(state, book, seat, injury), Act.INJURY + injury)
        if state.n_legal == 0:
            offer_move(state, book, seat)
            offer_cards(state, book, seat)
            offer_abilities(state, book, seat)
        offer_items(state, book, seat)
    elif mine.cage_tried == 0:
        offer_if(state, mine.available >= price_to_leave(state, seat), Act.YES)
    offer_tokens(state, seat)
    offer_companion_tokens(state, seat)
    offer(state, Act.PASS)


@rule
def owes(state: State, book: Book, seat: int, injury: int) -> bool:
    """Tell whether an injury of the first turn of the round is still to be played before a move or card (section 6)."""
    mine: Seat = state.seats[seat]
    due = mine.form == Form.FULL and mine.injuries[injury] == Zone.HAND and mine.injured & owed_bit(injury) != 0
    return due and affordable(state, seat, book.kits[seat].injuries[injury].option)


@rule
def offer_move(state: State, book: Book, seat: int) -> None:
    """Offer the move action: once a turn, an animus a hex; a companion or ally pays one for all (p. 9)."""
    mine: Seat = state.seats[seat]
    if mine.moved or mine.available == 0 or not may_move(state, seat):
        return
    budget = mine.available if mine.form == Form.FULL else hexes_of_move(state, book, seat)
    for direction in range(6):
        beside = book.geo.neighbour[state.pieces[seat].hex, direction]
        if is_open(state, beside) and wade(state, beside) <= budget:
            offer(state, Act.MOVE)
            return


@rule
def hexes_of_move(state: State, book: Book, seat: int) -> int:
    """Give the hexes of a companion's or ally's move (p. 9)."""
    mine: Seat = state.seats[seat]
    return book.allies[mine.ally].move if mine.form == Form.ALLY else book.kits[seat].move


@rule
def offer_cards(state: State, book: Book, seat: int) -> None:
    """Offer the effects of ability cards in hand: one card a turn."""
    mine: Seat = state.seats[seat]
    if mine.form != Form.FULL or mine.played:
        return
    for card in range(CARDS):
        if mine.cards[card] == Zone.HAND:
            for option in range(OPTIONS):
                each = book.kits[seat].cards[card].options[option]
                offer_if(state, playable(state, book, seat, each), Act.CARD + OPTIONS * card + option)


@rule
def offer_items(state: State, book: Book, seat: int) -> None:
    """Offer items that are ready."""
    for item in range(ITEMS):
        if item_ready(state, seat, item):
            for option in range(ITEM_OPTIONS):
                each = book.kits[seat].items[item].options[option]
                offer_if(state, playable(state, book, seat, each), Act.ITEM + ITEM_OPTIONS * item + option)


@rule
def offer_abilities(state: State, book: Book, seat: int) -> None:
    """Offer a companion's attack and archetype, one of them a turn, and what the class itself can do."""
    mine: Seat = state.seats[seat]
    for ability in range(ABILITIES):
        if ability < CLASS_OWN and (mine.form == Form.FULL or mine.played):
            continue
        option = ability_of(state, book, seat, ability)
        spent = option.as_card == 1 and mine.played == 1
        offer_if(state, not spent and playable(state, book, seat, option), Act.ABILITY + ability)


CLASS_OWN = 3
"""Where a class's own abilities begin, behind the companion's attack and archetype."""


@rule
def playable(state: State, book: Book, seat: int, option: Option) -> bool:
    """Tell whether an option may be played in a visit: its moment, its price, and somebody to attack where it does."""
    if option.known == 0 or option.when != 0 or not affordable(state, seat, option):
        return False
    if option.first >= option.end:
        return False
    row = option.first
    while row < option.end - 1 and readies(book.steps[row]):
        row += 1
    step = book.steps[row]
    if step.do == Do.BREAK_TERRAIN:
        return obstacle_near(state, book, seat, step)
    if step.do == Do.ROTATE and option.end - option.first == 1:
        return cooling(state, seat)
    if step.do == Do.ATTACK:
        return has_target(state, book, step, seat, reach_of(state, book, seat, step))
    if step.do == Do.MOVE or step.do == Do.TELEPORT:
        return may_move(state, seat) or option.end - option.first > 1
    return True


@rule
def readies(step: Step) -> bool:
    """Tell whether a step only readies the attack behind it, and is nothing without one."""
    if step.do == Do.DAMAGE:
        return step.who == Who.SELF and step.lasts == Lasts.ATTACK
    return step.do == Do.EMPOWER or step.do == Do.REDRAW or step.do == Do.PREDICT


@rule
def offer_companion_tokens(state: State, seat: int) -> None:
    """Offer a companion or ally its +2 Animus and Battleflow tokens for a free action (p. 9)."""
    mine: Seat = state.seats[seat]
    if mine.form == Form.FULL:
        return
    offer_if(state, mine.tokens[Token.ANIMUS] > 0, Act.TOKEN + Token.ANIMUS)
    offer_if(state, mine.tokens[Token.BATTLEFLOW] > 0, Act.TOKEN + Token.BATTLEFLOW)


@rule
def take(state: State, book: Book, tape: Tape, seat: int, act: int) -> None:
    """Begin what a seat chose in its visit."""
    mine: Seat = state.seats[seat]
    if act == Act.MOVE:
        begin_move(state, book, tape, seat)
        return
    if act == Act.YES:
        try_to_leave(state, book, tape, seat)
        return
    if act >= Act.TOKEN and mine.form != Form.FULL:
        push(state, Op.TOKEN_MOVE, act - Act.TOKEN, seat, 0)
        return
    if act >= Act.INJURY and act < Act.ITEM:
        mine.injured &= ~owed_bit(act - Act.INJURY)
    card = act >= Act.CARD and act < Act.INJURY
    archetype = act >= Act.ABILITY and act < Act.ABILITY + CLASS_OWN
    if card or archetype or (act < Act.TOKEN and option_of(state, book, seat, act).as_card == 1):
        mine.played = 1
    use(state, book, tape, seat, act)


@rule
def begin_move(state: State, book: Book, tape: Tape, seat: int) -> None:
    """Take the move action."""
    mine: Seat = state.seats[seat]
    mine.moved = 1
    mine.acts += 1
    if book.faces:
        push(state, Do.TURN, 0, seat, 0)
    if mine.form == Form.FULL:
        push(state, Op.HERO_MOVE, seat, mine.available, PAID)
        return
    pay_animus(state, tape, seat, 1)
    push(state, Op.HERO_MOVE, seat, hexes_of_move(state, book, seat), 0)


@STEP.member
def token_move_step(state: State, book: Book, tape: Tape) -> int:
    """A companion or ally spends a token for Move 2, its attack, or fresh decks; a = token, b = seat (p. 9)."""
    frame = top(state)
    token = frame.a
    seat = frame.b
    answer = answered(state)
    attack = ability_of(state, book, seat, 0)
    if answer < 0:
        step = book.steps[attack.first]
        offer_if(state, may_move(state, seat), Act.NUMBER)
        strikes = (
            attack.known == 1
            and not is_held(state, seat)
            and has_target(state, book, step, seat, reach_of(state, book, seat, step))
        )
        offer_if(state, strikes, Act.NUMBER + 1)
        offer(state, Act.NUMBER + 2)
        ask(state, Decision.MODE, seat)
        return DONE
    pop(state)
    state.seats[seat].acts += 1
    gain_token(state, tape, seat, token, -1)
    if answer == Act.NUMBER:
        push(state, Op.HERO_MOVE, seat, TOKEN_MOVE, 0)
    elif answer == Act.NUMBER + 1:
        push(state, Op.REACTIONS, 0, 0, 0)
        run(state, seat, attack.first, attack.end, Act.TOKEN + token)
    else:
        push(state, Do.REFRESH, 0, seat, 0)
    return DONE
