"""A seat's visit: one turn of moves, a card, items, abilities and tokens until it passes (Encounter rules p. 8-11)."""

from ..core.compiler import rule
from ..core.hexes import HEXES
from ..core.tape import Tape, emit
from .aiming import reach_of
from .areas import has_target
from .board import is_open, on_edge, put
from .held import is_held, price_to_leave, try_to_leave
from .hero_moves import PAID, may_move
from .program import run
from .reach import dry, wade
from .seats import acts, affordable, gain_token, pay_animus
from .stack import DONE, answered, ask, offer, offer_if, pop, push, top
from .state import STEP, Ally, Book, Option, Piece, Seat, State
from .terms import (
    ABILITIES,
    ALLIES,
    CARDS,
    COMPANION_ANIMUS,
    INJURIES,
    ITEM_OPTIONS,
    ITEMS,
    OPTIONS,
    Act,
    Decision,
    Do,
    Event,
    Form,
    Kind,
    Op,
    Token,
    Zone,
)
from .window import ability_of, offer_tokens, use

HASH = 0x7FFFFFFF
PRIME = 16777619
MOST_ACTS = 30
"""More things done in one visit than any honest turn has; then it ends."""
TOKEN_MOVE = 2
"""Hexes of a companion's free move for a token (p. 9)."""


@STEP.member
def visit_step(state: State, book: Book, tape: Tape) -> int:
    """Ask a seat what it does, until it passes; a = seat."""
    frame = top(state)
    seat = frame.a
    mine = state.seats[seat]
    answer = answered(state)
    if answer < 0:
        if not acts(state, seat):
            pop(state)
            return DONE
        if frame.step == 0:
            begin_visit(state, tape, seat)
            frame.step = 1
        if mine.acts < MOST_ACTS:
            offer_turn(state, book, seat)
        else:
            offer(state, Act.PASS)
        if mine.acts == 0 and mine.passed == stance(state, seat):
            state.n_legal = 0
            offer(state, Act.PASS)
        ask(state, Decision.TURN, seat)
        return DONE
    if answer == Act.PASS:
        mine.injured = 1
        if mine.acts == 0:
            offer_turn(state, book, seat)
            mine.passed = stance(state, seat)
            state.n_legal = 0
            emit(tape, Event.PASS, seat, 0, 0, 0, 0)
        pop(state)
    else:
        take(state, book, tape, seat, answer)
    return DONE


@rule
def begin_visit(state: State, tape: Tape, seat: int) -> None:
    """Start a turn: what lasts for one turn begins anew."""
    mine = state.seats[seat]
    mine.once_turn = 0
    mine.moved = 0
    mine.played = 0
    mine.acts = 0
    mine.hexes = 0
    mine.cage_tried = 0
    mine.turns += 1
    dry(state)
    emit(tape, Event.VISIT, seat, 0, 0, 0, 0)


@rule
def stance(state: State, seat: int) -> int:
    """Give what a seat could do now and from where, as a number, never 0: a seat that passed waits for another."""
    number = 1 + state.pieces[seat].hex
    for i in range(state.n_legal):
        number = ((number ^ (state.legal[i] + 1)) * PRIME) & HASH
    return number | 1


@rule
def offer_turn(state: State, book: Book, seat: int) -> None:
    """Offer everything a seat may do in its visit, passing among it."""
    mine: Seat = state.seats[seat]
    free = not is_held(state, seat)
    if free:
        owes = owes_injuries(state, seat)
        if mine.form == Form.FULL:
            offer_injuries(state, book, seat)
        if not owes:
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
def owes_injuries(state: State, seat: int) -> bool:
    """Tell whether injuries in hand are still to be played in the first turn of the round (rules section 6)."""
    mine: Seat = state.seats[seat]
    if mine.form != Form.FULL or mine.injured:
        return False
    for injury in range(INJURIES):
        if mine.injuries[injury] == Zone.HAND:
            return True
    return False


@rule
def offer_injuries(state: State, book: Book, seat: int) -> None:
    """Offer injuries in hand, in the first turn of the round."""
    mine: Seat = state.seats[seat]
    if mine.injured:
        return
    for injury in range(INJURIES):
        option = book.kits[seat].injuries[injury].option
        ready = mine.injuries[injury] == Zone.HAND and affordable(state, seat, option)
        offer_if(state, ready, Act.INJURY + injury)


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
    mine: Seat = state.seats[seat]
    if mine.form == Form.ALLY:
        return
    for item in range(ITEMS):
        if mine.items[item] == Zone.HAND:
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
        offer_if(state, playable(state, book, seat, option), Act.ABILITY + ability)


CLASS_OWN = 3
"""Where a class's own abilities begin, behind the companion's attack and archetype."""


@rule
def playable(state: State, book: Book, seat: int, option: Option) -> bool:
    """Tell whether an option may be played in a visit: its moment, its price, and somebody to attack where it does."""
    if option.known == 0 or option.when != 0 or not affordable(state, seat, option):
        return False
    if option.first >= option.end:
        return False
    step = book.steps[option.first]
    if step.do == Do.ATTACK:
        return has_target(state, book, step, seat, reach_of(state, book, seat, step))
    if step.do == Do.MOVE or step.do == Do.TELEPORT:
        return may_move(state, seat) or option.end - option.first > 1
    return True


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
    card = act >= Act.CARD and act < Act.INJURY
    archetype = act >= Act.ABILITY and act < Act.ABILITY + CLASS_OWN
    if card or archetype:
        mine.played = 1
    use(state, book, tape, seat, act)


@rule
def begin_move(state: State, book: Book, tape: Tape, seat: int) -> None:
    """Take the move action."""
    mine: Seat = state.seats[seat]
    mine.moved = 1
    mine.acts += 1
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
        strikes = attack.known == 1 and has_target(state, book, step, seat, reach_of(state, book, seat, step))
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


@STEP.member
def enter_step(state: State, book: Book, tape: Tape) -> int:
    """A fallen seat chooses an ally and where it enters, and takes its visit; a = seat, c = 1 + ally (p. 17)."""
    frame = top(state)
    seat = frame.a
    answer = answered(state)
    if frame.step == 0:
        for ally in range(ALLIES):
            offer_if(state, (state.allies >> ally) & 1 == 1, Act.NUMBER + ally)
        offer_if(state, book.house.decline_ally == 1 or state.n_legal == 0, Act.PASS)
        frame.step = 1
        ask(state, Decision.ALLY, seat)
        return DONE
    if frame.step == 1:
        if answer == Act.PASS:
            pop(state)
            return DONE
        frame.c = 1 + answer - Act.NUMBER
        frame.step = 2
        for hex in range(HEXES):
            offer_if(state, on_edge(book, hex) and is_open(state, hex), Act.HEX + hex)
        if state.n_legal == 0:
            pop(state)
            return DONE
        ask(state, Decision.ENTER, seat)
        return DONE
    ally = frame.c - 1
    pop(state)
    come_in(state, book, tape, seat, ally, answer)
    push(state, Op.VISIT, seat, 0, 0)
    return DONE


@rule
def come_in(state: State, book: Book, tape: Tape, seat: int, ally: int, hex: int) -> None:
    """Put an ally on the board with two animus available."""
    state.allies &= ~(1 << ally)
    card: Ally = book.allies[ally]
    mine: Seat = state.seats[seat]
    mine.form = Form.ALLY
    mine.ally = ally
    mine.available = COMPANION_ANIMUS
    mine.reserve = 0
    mine.regen = card.regen
    mine.once_round = 0
    mine.once_encounter = 0
    mine.passed = 0
    model: Piece = state.pieces[seat]
    model.kind = Kind.ALLY
    model.sort = ally
    model.hp = card.max_hp
    model.max_hp = card.max_hp
    model.defence = 0
    put(state, book, seat, hex)
    emit(tape, Event.ALLY, seat, ally, 0, 0, 0)
    emit(tape, Event.PLACED, seat, hex, 0, 0, 0)
