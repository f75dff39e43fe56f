"""Steps that move cards: battleflow, rotate, refresh, redraws, peeking, predicting (Encounter rules p. 10-16)."""

from ..core.compiler import rule
from ..core.tape import Tape
from .conditions import amount_of
from .draws import FACE_CARD, draw_into, take_back, undo_critical
from .enemy_attack import enemy_total
from .might import ENEMIES, HEROES, can_draw, can_peek, peek, refresh, within_reach
from .seats import CARD_ZONE, INJURY_ZONE, ITEM_ZONE, battleflow, down, gain_animus, gain_token, move_zone
from .stack import DONE, NEEDS_CHANCE, answered, ask, offer, offer_if, pop, top
from .stage_deck import can_look_ahead, look_ahead
from .state import STEP, Book, State
from .terms import (
    CARDS,
    COLOURS,
    CRIT,
    FACES,
    INJURIES,
    ITEM_OPTIONS,
    ITEMS,
    KINDS,
    OPTIONS,
    Act,
    Decision,
    Event,
    Flag,
    Token,
    Zone,
)
from .whom import open_attack, seat_of
from .window import ANIMUS_OF_TOKEN, lies_at

HERO_DECKS, ENEMY_DECKS, STAGE_DECK = range(3)
"""What a peek looks at."""


@STEP.member
def battleflow_step(state: State, book: Book, tape: Tape) -> int:
    """Move cooling cards of choice one step each, or all of one position; a = row, b = actor, c = program, d = count.

    No card moves twice: e = the cards and injuries moved, as bits, step = the items (p. 10-11).
    """
    frame = top(state)
    step = book.steps[frame.a]
    seat = seat_of(state, frame.b)
    answer = answered(state)
    each = step.flags & Flag.EACH != 0
    if answer >= 0 and answer != Act.PASS:
        frame.d += 1
        if each:
            battleflow(state, tape, seat, answer - Act.NUMBER, -1)
        else:
            advance_card(state, tape, seat, answer, 1)
            if answer >= Act.ITEM:
                frame.step |= 1 << ((answer - Act.ITEM) // ITEM_OPTIONS)
            elif answer >= Act.INJURY:
                frame.e |= 1 << (CARDS + answer - Act.INJURY)
            else:
                frame.e |= 1 << ((answer - Act.CARD) // OPTIONS)
    done = answer == Act.PASS or frame.d >= amount_of(state, book, state.plays[frame.c], frame.b, step)
    if not done:
        if each:
            offer_positions(state, seat)
        else:
            offer_cooling(state, seat, frame.e, frame.step)
        if state.n_legal > 0:
            offer(state, Act.PASS)
            ask(state, Decision.REARRANGE, seat)
            return DONE
    pop(state)
    return DONE


@rule
def offer_positions(state: State, seat: int) -> None:
    """Offer every cooldown position where something of a seat lies."""
    for position in range(Zone.HAND):
        offer_if(state, lies_at(state, seat, position), Act.NUMBER + position)


@rule
def offer_cooling(state: State, seat: int, moved: int, items: int) -> None:
    """Offer every card, item and injury of a seat that is cooling and was not moved yet; see `battleflow_step`."""
    mine = state.seats[seat]
    for card in range(CARDS):
        offer_if(state, mine.cards[card] < Zone.HAND and (moved >> card) & 1 == 0, Act.CARD + OPTIONS * card)
    for injury in range(INJURIES):
        stays = (moved >> (CARDS + injury)) & 1 == 0
        offer_if(state, mine.injuries[injury] < Zone.HAND and stays, Act.INJURY + injury)
    for item in range(ITEMS):
        offer_if(state, mine.items[item] < Zone.HAND and (items >> item) & 1 == 0, Act.ITEM + ITEM_OPTIONS * item)


@rule
def advance_card(state: State, tape: Tape, seat: int, act: int, steps: int) -> None:
    """Move what an action names some positions towards the hand."""
    mine = state.seats[seat]
    for _ in range(steps):
        if act >= Act.ITEM:
            item = (act - Act.ITEM) // ITEM_OPTIONS
            if mine.items[item] < Zone.HAND:
                move_zone(state, tape, seat, ITEM_ZONE, item, down(mine.items[item]))
        elif act >= Act.INJURY:
            injury = act - Act.INJURY
            if mine.injuries[injury] < Zone.HAND:
                move_zone(state, tape, seat, INJURY_ZONE, injury, down(mine.injuries[injury]))
        else:
            card = (act - Act.CARD) // OPTIONS
            if mine.cards[card] < Zone.HAND:
                move_zone(state, tape, seat, CARD_ZONE, card, down(mine.cards[card]))


@STEP.member
def rotate_step(state: State, book: Book, tape: Tape) -> int:
    """Move one cooling ability card some positions; a = row, b = actor, c = program."""
    frame = top(state)
    step = book.steps[frame.a]
    seat = seat_of(state, frame.b)
    answer = answered(state)
    if answer < 0:
        for card in range(CARDS):
            offer_if(state, state.seats[seat].cards[card] < Zone.HAND, Act.CARD + OPTIONS * card)
        if state.n_legal == 0:
            pop(state)
            return DONE
        ask(state, Decision.REARRANGE, seat)
        return DONE
    amount = amount_of(state, book, state.plays[frame.c], frame.b, step)
    pop(state)
    advance_card(state, tape, seat, answer, amount)
    return DONE


@STEP.member
def refresh_step(state: State, book: Book, tape: Tape) -> int:
    """Shuffle discards of choice back into their decks; b = actor."""
    frame = top(state)
    seat = max(seat_of(state, frame.b), 0)
    answer = answered(state)
    if answer == Act.PASS:
        pop(state)
        return DONE
    if answer >= 0:
        refresh(state, tape, HEROES, answer - Act.COLOUR, Event.REFRESHED)
    for colour in range(COLOURS):
        offer_if(state, discarded(state, HEROES, colour) > 0, Act.COLOUR + colour)
    if state.n_legal == 0:
        pop(state)
        return DONE
    offer(state, Act.PASS)
    ask(state, Decision.DECKS, seat)
    return DONE


@rule
def discarded(state: State, side: int, colour: int) -> int:
    """Count the cards on a discard."""
    cards = 0
    for kind in range(KINDS):
        cards += state.decks[side * COLOURS + colour].discard[kind]
    return cards


@STEP.member
def redraw_step(state: State, book: Book, tape: Tape) -> int:
    """Give free redraws to the open attack or the next one; a = row, b = actor, c = program."""
    frame = top(state)
    amount = amount_of(state, book, state.plays[frame.c], frame.b, book.steps[frame.a])
    seat = seat_of(state, frame.b)
    pop(state)
    place = open_attack(state, 0)
    if place >= 0:
        state.plays[place].drawing.redraws += amount
        state.plays[place].drawing.fresh = 1
    else:
        state.seats[seat].redraw_next += amount
    return DONE


@STEP.member
def empower_step(state: State, book: Book, tape: Tape) -> int:
    """Give upgrade steps to the open attack or the next one; a = row, b = actor, c = program."""
    frame = top(state)
    amount = amount_of(state, book, state.plays[frame.c], frame.b, book.steps[frame.a])
    seat = seat_of(state, frame.b)
    pop(state)
    place = open_attack(state, 0)
    if place >= 0:
        state.plays[place].drawing.upgrades += amount
    else:
        state.seats[seat].empower_next += amount
    return DONE


@STEP.member
def ignore_step(state: State, book: Book, tape: Tape) -> int:
    """Leave out the highest cards of the open enemy attack; a = row, b = actor, c = program."""
    frame = top(state)
    amount = amount_of(state, book, state.plays[frame.c], frame.b, book.steps[frame.a])
    pop(state)
    place = open_attack(state, 1)
    if place >= 0:
        attack = state.plays[place]
        attack.drawing.ignored += amount
        attack.drawing.total = enemy_total(book, attack, 0)
    return DONE


@STEP.member
def replace_step(state: State, book: Book, tape: Tape) -> int:
    """Discard a drawn card of the open attack, draw one of another colour; a = row, b = actor, d = the card picked."""
    frame = top(state)
    step = book.steps[frame.a]
    place = open_attack(state, 0)
    answer = answered(state) if frame.d == 0 else frame.d - 1
    if place < 0:
        pop(state)
        return DONE
    play = state.plays[place]
    if answer < 0:
        for face in range(FACES):
            offer_if(state, play.drawing.cards[FACE_CARD[face]] > 0, Act.DRAWN + face)
        if state.n_legal == 0:
            pop(state)
            return DONE
        offer(state, Act.PASS)
        ask(state, Decision.DRAWN, max(seat_of(state, frame.b), 0))
        return DONE
    frame.d = answer + 1
    if answer != Act.PASS:
        if not can_draw(state, book, tape, HEROES, step.colour, 1):
            return NEEDS_CHANCE
        card = FACE_CARD[(answer - Act.DRAWN) % FACES]
        take_back(state, book, play, card)
        if card % KINDS == CRIT:
            undo_critical(state, book, play, card // KINDS)
        play.drawing.fresh = 1
        draw_into(state, book, tape, play, step.colour, 0)
    pop(state)
    return DONE


@STEP.member
def predict_step(state: State, book: Book, tape: Tape) -> int:
    """Name a colour and face before a draw; a = row, b = actor, c = program. The drawing pays it when it was right."""
    frame = top(state)
    place = open_attack(state, 0)
    answer = answered(state)
    if answer < 0:
        for face in range(FACES):
            colour = FACE_CARD[face] // KINDS
            offer_if(state, place < 0 or state.plays[place].drawing.plan[colour] > 0, Act.DRAWN + face)
        if state.n_legal == 0:
            pop(state)
            return DONE
        ask(state, Decision.PREDICT, max(seat_of(state, frame.b), 0))
        return DONE
    amount = amount_of(state, book, state.plays[frame.c], frame.b, book.steps[frame.a])
    play = state.plays[place if place >= 0 else frame.c]
    pop(state)
    play.predicted = FACE_CARD[answer - Act.DRAWN] + 1
    play.prize = amount
    return DONE


@STEP.member
def peek_step(state: State, book: Book, tape: Tape) -> int:
    """Look at the top of a might deck of choice; a = row, b = actor, d = the colour picked."""
    frame = top(state)
    step = book.steps[frame.a]
    side = ENEMIES if step.token == ENEMY_DECKS else HEROES
    seat = max(seat_of(state, frame.b), 0)
    answer = answered(state) if frame.d == 0 else frame.d - 1
    if step.token == STAGE_DECK:
        if not can_look_ahead(state, book, tape, step.amount):
            return NEEDS_CHANCE
        pop(state)
        look_ahead(state, book, tape, step.amount, seat)
        return DONE
    if answer < 0:
        for colour in range(COLOURS):
            offer_if(state, within_reach(state, side, colour) > 0, Act.COLOUR + colour)
        if state.n_legal == 0:
            pop(state)
            return DONE
        ask(state, Decision.PEEK, seat)
        return DONE
    frame.d = answer + 1
    if not can_peek(state, tape, side, answer - Act.COLOUR, step.amount):
        return NEEDS_CHANCE
    pop(state)
    peek(state, tape, side, answer - Act.COLOUR, step.amount, seat)
    return DONE


@STEP.member
def recover_step(state: State, book: Book, tape: Tape) -> int:
    """Put chosen injuries from the hand at their cooldown, not suffered; a = row, b = actor, c = program, d = put."""
    frame = top(state)
    seat = max(seat_of(state, frame.b), 0)
    answer = answered(state)
    if answer >= 0:
        injury = answer - Act.INJURY
        move_zone(state, tape, seat, INJURY_ZONE, injury, book.kits[seat].injuries[injury].cooldown)
        frame.d += 1
    if frame.d < amount_of(state, book, state.plays[frame.c], frame.b, book.steps[frame.a]):
        for each in range(INJURIES):
            offer_if(state, state.seats[seat].injuries[each] == Zone.HAND, Act.INJURY + each)
    if state.n_legal == 0:
        pop(state)
        return DONE
    ask(state, Decision.REARRANGE, seat)
    return DONE


@STEP.member
def discard_step(state: State, book: Book, tape: Tape) -> int:
    """Put ability cards of choice from the hand at their cooldown; who cannot goes no further; a = row, d = put."""
    frame = top(state)
    seat = max(seat_of(state, frame.b), 0)
    play = state.plays[frame.c]
    answer = answered(state)
    if answer >= 0:
        card = (answer - Act.CARD) // OPTIONS
        move_zone(state, tape, seat, CARD_ZONE, card, book.kits[seat].cards[card].cooldown)
        frame.d += 1
    if frame.d >= amount_of(state, book, play, frame.b, book.steps[frame.a]):
        pop(state)
        return DONE
    for card in range(CARDS):
        offer_if(state, state.seats[seat].cards[card] == Zone.HAND, Act.CARD + OPTIONS * card)
    if state.n_legal == 0:
        play.row = play.end
        pop(state)
        return DONE
    ask(state, Decision.REARRANGE, seat)
    return DONE


@STEP.member
def choose_step(state: State, book: Book, tape: Tape) -> int:
    """Take one of several branches; a = row, b = actor, c = program. The branches follow, each behind a head row."""
    frame = top(state)
    branches = book.steps[frame.a].limit
    answer = answered(state)
    if answer < 0:
        for branch in range(branches):
            offer(state, Act.NUMBER + branch)
        ask(state, Decision.MODE, max(seat_of(state, frame.b), 0))
        return DONE
    row = frame.a + 1
    for _ in range(answer - Act.NUMBER):
        row += 1 + book.steps[row].skip
    state.plays[frame.c].row = row + 1
    pop(state)
    return DONE


@STEP.member
def token_step(state: State, book: Book, tape: Tape) -> int:
    """Spend a token at any time; a = token, b = seat, d = 1 while a position is asked for (p. 28)."""
    frame = top(state)
    token = frame.a
    seat = frame.b
    answer = answered(state)
    if answer >= 0:
        pop(state)
        battleflow(state, tape, seat, answer - Act.NUMBER, -1)
        return DONE
    state.seats[seat].acts += 1
    gain_token(state, tape, seat, token, -1)
    if token == Token.ANIMUS:
        pop(state)
        gain_animus(state, tape, seat, ANIMUS_OF_TOKEN)
        return DONE
    offer_positions(state, seat)
    if state.n_legal == 0:
        pop(state)
        return DONE
    ask(state, Decision.REARRANGE, seat)
    return DONE
