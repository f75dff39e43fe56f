"""The cards of a hero's attack: choosing, empowering, drawing, criticals and redraws (Encounter rules p. 13-14)."""

from ..core.compiler import rule
from ..core.tape import Tape, emit
from .house_rules import ChanceKind, RedrawnCrit, Unarmed
from .might import (
    HEROES,
    NO_CARD,
    can_draw,
    can_roll,
    discard,
    draw_card,
    faces_wanted,
    known_tops,
    roll_die,
    upgraded,
    uses_dice,
    within_reach,
)
from .seats import cubes, disarmed, gain_token
from .stack import DONE, NEEDS_CHANCE, answered, ask, offer, offer_if, pop, top
from .state import STEP, Book, Play, State, Step
from .terms import (
    COLOURS,
    CRIT,
    DICE,
    DRAWN,
    FACES,
    KINDS,
    SEATS,
    TOKEN_STEPS,
    WHITE_CAP,
    Act,
    Colour,
    Decision,
    Event,
    Flag,
    Token,
)
from .whom import seat_of

BONUS = COLOURS * KINDS
"""Where the cards drawn by criticals begin."""

FACE_CARD = (0, 1, 2, 5, 6, 7, 8, 9, 11, 12, 14, 15, 17, 18, 21, 22, 23)
"""Colour and kind of each of the 17 faces."""


@rule
def cubes_for(state: State, book: Book, step: Step, actor: int, colour: int) -> int:
    """Count the cubes an attack may use of a colour; none when it is unarmed (p. 13, 31)."""
    if actor >= SEATS:
        return book.friends[state.pieces[actor].sort].might[colour]
    if step.flags & Flag.UNARMED or disarmed(state, book, actor):
        if book.house.unarmed == Unarmed.NO_CUBES:
            return 0
        return cubes(state, book, actor, colour, False)
    return cubes(state, book, actor, colour, True)


@STEP.member
def plan_step(state: State, book: Book, tape: Tape) -> int:
    """Choose the cards of an attack, the strongest colour first; a = program, b = actor."""
    frame = top(state)
    play = state.plays[frame.a]
    answer = answered(state)
    if answer >= 0:
        play.drawing.plan[Colour.BLACK - frame.step] = answer - Act.NUMBER
        frame.step += 1
        return DONE
    if frame.step == COLOURS:
        pop(state)
        return DONE
    colour = Colour.BLACK - frame.step
    offer_cards(state, book, play, book.steps[play.attack_row], frame.b, colour)
    if state.n_legal == 0:
        frame.step += 1
        return DONE
    ask(state, Decision.WHITE if colour == Colour.WHITE else Decision.CUBES, max(seat_of(state, frame.b), 0))
    return DONE


@rule
def offer_cards(state: State, book: Book, play: Play, step: Step, actor: int, colour: int) -> None:
    """Offer how many cards of a colour: up to its cubes; any number of white, at least one card in all (p. 13)."""
    drawing = play.drawing
    most = cubes_for(state, book, step, actor, colour)
    least = 0
    if colour == Colour.WHITE:
        most = WHITE_CAP if book.house.chance != ChanceKind.CARDS else within_reach(state, HEROES, colour)
        if drawing.plan[Colour.YELLOW] + drawing.plan[Colour.RED] + drawing.plan[Colour.BLACK] == 0:
            least = 1
            most = max(most, 1)
    elif most == 0:
        return
    for number in range(least, min(most, WHITE_CAP) + 1):
        offer(state, Act.NUMBER + number)


@STEP.member
def empower_cards_step(state: State, book: Book, tape: Tape) -> int:
    """Upgrade cards of an attack, then choose dice if they are mixed; a = program, b = actor, d = colours done."""
    frame = top(state)
    play = state.plays[frame.a]
    drawing = play.drawing
    seat = max(seat_of(state, frame.b), 0)
    answer = answered(state)
    if frame.step == 0:
        if answer < 0 and offer_empower(state, play, frame.b):
            ask(state, Decision.EMPOWER, seat)
        elif answer < 0 or answer == Act.PASS:
            frame.step = 1
        else:
            empower(state, tape, play, frame.b, answer)
        return DONE
    if answer >= 0:
        drawing.dice[frame.d] = answer - Act.NUMBER
        frame.d += 1
    while frame.d < COLOURS and (book.house.chance != ChanceKind.MIXED or drawing.plan[frame.d] == 0):
        frame.d += 1
    if frame.d < COLOURS:
        for number in range(min(drawing.plan[frame.d], DICE[frame.d]) + 1):
            offer(state, Act.NUMBER + number)
        ask(state, Decision.AMOUNT, seat)
        return DONE
    emit(tape, Event.POOL, frame.b, drawing.plan[0], drawing.plan[1], drawing.plan[2], drawing.plan[3])
    pop(state)
    return DONE


@rule
def empower(state: State, tape: Tape, play: Play, actor: int, answer: int) -> None:
    """Spend an Empowered token, or one step on a card of a colour."""
    drawing = play.drawing
    if answer == Act.TOKEN + Token.EMPOWERED:
        gain_token(state, tape, actor, Token.EMPOWERED, -1)
        drawing.spent_empower += 1
        drawing.upgrades += TOKEN_STEPS
        return
    colour = answer - Act.COLOUR
    drawing.upgrades -= 1
    drawing.plan[colour] -= 1
    drawing.plan[upgraded(colour)] += 1
    emit(tape, Event.UPGRADE, colour, 0, 0, 0, 0)


@rule
def offer_empower(state: State, play: Play, actor: int) -> bool:
    """Offer the upgrade of a card, and Empowered tokens; False when there is nothing to choose (p. 13)."""
    drawing = play.drawing
    improvable = 0
    for colour in range(Colour.BLACK):
        improvable += drawing.plan[colour]
        offer_if(state, drawing.plan[colour] > 0 and drawing.upgrades > 0, Act.COLOUR + colour)
    if improvable > 0 and actor < SEATS:
        offer_if(state, state.seats[actor].tokens[Token.EMPOWERED] > 0, Act.TOKEN + Token.EMPOWERED)
    if state.n_legal == 0:
        return False
    offer(state, Act.PASS)
    return True


@STEP.member
def drawing_step(state: State, book: Book, tape: Tape) -> int:
    """Draw the base cards, then take criticals and redraws as the attacker likes.

    a = program, b = actor, c = 1 when the base cards lie there already, d = 1 + an answer that waits for its chance.
    """
    frame = top(state)
    play = state.plays[frame.a]
    if frame.c == 0 and frame.step < COLOURS:
        if not draw_base(state, book, tape, play, frame.step):
            return NEEDS_CHANCE
        frame.step += 1
        if frame.step == COLOURS:
            settle_prediction(tape, play, frame.b)
        return DONE
    answer = answered(state) if frame.d == 0 else frame.d - 1
    if answer < 0:
        if offer_draws(state, play, frame.b):
            ask(state, Decision.DRAWN, max(seat_of(state, frame.b), 0))
            return DONE
        answer = Act.PASS
    if answer == Act.PASS:
        pop(state)
        return DONE
    frame.d = answer + 1
    if answer >= Act.DRAWN:
        if not redraw(state, book, tape, play, frame.b, answer - Act.DRAWN):
            return NEEDS_CHANCE
    elif not draw_extra(state, book, tape, play, answer - Act.COLOUR):
        return NEEDS_CHANCE
    frame.d = 0
    return DONE


@rule
def draw_base(state: State, book: Book, tape: Tape, play: Play, colour: int) -> bool:
    """Draw the planned cards of a colour, dice first; False while their chance is not there."""
    dice = play.drawing.dice[colour]
    count = play.drawing.plan[colour] - dice
    if not can_roll(state, tape, HEROES, colour, dice + faces_wanted(state, book, HEROES, colour, count)):
        return False
    for _ in range(dice):
        show(book, tape, play, colour, roll_die(state, book, tape, HEROES, colour), 0, 1)
    for _ in range(count):
        draw_into(state, book, tape, play, colour, 0)
    return True


@rule
def draw_extra(state: State, book: Book, tape: Tape, play: Play, colour: int) -> bool:
    """Take the extra card of a critical, or its extra die; False while its chance is not there."""
    drawing = play.drawing
    die = drawing.owed_dice[colour] > 0
    if die:
        if not can_roll(state, tape, HEROES, colour, 1):
            return False
    elif not can_draw(state, book, tape, HEROES, colour, 1):
        return False
    drawing.owed[colour] -= 1
    if die:
        drawing.owed_dice[colour] -= 1
        show(book, tape, play, colour, roll_die(state, book, tape, HEROES, colour), BONUS, 1)
    else:
        draw_into(state, book, tape, play, colour, BONUS)
    return True


@rule
def settle_prediction(tape: Tape, play: Play, actor: int) -> None:
    """A card named before the draw and now on the table brings free redraws."""
    if play.predicted:
        right = play.drawing.cards[play.predicted - 1] > 0
        play.drawing.redraws += play.prize if right else 0
        emit(tape, Event.PREDICTED, actor, play.predicted - 1, 1 if right else 0, 0, 0)
        play.predicted = 0


@rule
def draw_into(state: State, book: Book, tape: Tape, play: Play, colour: int, part: int) -> None:
    """Draw one card onto the table, among base cards (part 0) or those of criticals."""
    kind = draw_card(state, book, tape, HEROES, colour)
    if kind != NO_CARD:
        show(book, tape, play, colour, kind, part, 1 if uses_dice(book, HEROES) else 0)


@rule
def show(book: Book, tape: Tape, play: Play, colour: int, kind: int, part: int, die: int) -> None:
    """Lay a card or die on the table; a critical owes an extra one, the first as many as the weapon says."""
    drawing = play.drawing
    card = part + colour * KINDS + kind
    drawing.cards[card] += 1
    drawing.rolled[card] += die
    if kind == CRIT:
        extra = 1 + (drawing.fates if criticals(play) == 1 else 0)
        drawing.owed[colour] += extra
        drawing.owed_dice[colour] += extra if die else 0
    emit(tape, Event.DREW, HEROES, colour, kind, 1, 1 if part else 0)


@rule
def criticals(play: Play) -> int:
    """Count the criticals on the table."""
    count = 0
    for colour in range(COLOURS):
        count += criticals_of(play, colour)
    return count


@rule
def criticals_of(play: Play, colour: int) -> int:
    """Count the criticals of a colour on the table."""
    cards = play.drawing.cards
    return cards[colour * KINDS + CRIT] + cards[BONUS + colour * KINDS + CRIT]


@rule
def offer_draws(state: State, play: Play, actor: int) -> bool:
    """Offer the extra cards of criticals and redraws; False when there is nothing to choose."""
    drawing = play.drawing
    for colour in range(COLOURS):
        offer_if(state, drawing.owed[colour] > 0, Act.COLOUR + colour)
    tokens = state.seats[actor].tokens[Token.REDRAW] if actor < SEATS else 0
    if drawing.redraws + tokens > 0:
        for face in range(FACES):
            offer_if(state, drawing.cards[FACE_CARD[face]] > 0, Act.DRAWN + face)
        for face in range(FACES):
            offer_if(state, drawing.cards[BONUS + FACE_CARD[face]] > 0, Act.DRAWN + FACES + face)
    if state.n_legal == 0:
        return False
    offer(state, Act.PASS)
    return True


@rule
def redraw(state: State, book: Book, tape: Tape, play: Play, actor: int, face: int) -> bool:
    """Discard a drawn card and draw another of its colour (p. 13); False while its chance is not there.

    Of equal faces a die is thrown anew before a card is drawn anew.
    """
    part = BONUS if face >= FACES else 0
    card = part + FACE_CARD[face % FACES]
    colour = FACE_CARD[face % FACES] // KINDS
    kind = card % KINDS
    drawing = play.drawing
    die = drawing.rolled[card] > 0 and (uses_dice(book, HEROES) or book.house.chance == ChanceKind.MIXED)
    if not can_roll(state, tape, HEROES, colour, 1 if die or known_tops(state, HEROES, colour) == 0 else 0):
        return False
    if drawing.redraws > 0:
        drawing.redraws -= 1
    else:
        gain_token(state, tape, actor, Token.REDRAW, -1)
        drawing.spent_redraw += 1
    take_back(state, book, play, card)
    if kind == CRIT:
        undo_critical(state, book, play, colour)
    emit(tape, Event.REDREW, colour, kind, 0, 0, 0)
    if die:
        show(book, tape, play, colour, roll_die(state, book, tape, HEROES, colour), part, 1)
    else:
        draw_into(state, book, tape, play, colour, part)
    return True


@rule
def take_back(state: State, book: Book, play: Play, card: int) -> None:
    """Take a drawn card off the table, to its discard unless it is a die."""
    drawing = play.drawing
    drawing.cards[card] -= 1
    if drawing.rolled[card] > 0:
        drawing.rolled[card] -= 1
    else:
        discard(state, book, HEROES, (card % BONUS) // KINDS, card % KINDS, 1)


@rule
def undo_critical(state: State, book: Book, play: Play, colour: int) -> None:
    """Take back what a redrawn critical brought: by default its extra cards go with it, the owed ones first.

    What criticals brought has its root in one drawn at first, so that without such a one nothing of it stays.
    """
    drawing = play.drawing
    gone = 1 + (drawing.fates if criticals(play) == 0 else 0)
    if book.house.redrawn_crit == RedrawnCrit.KEEP_EXTRA:
        gone = max(drawing.owed[colour] - criticals_of(play, colour) - (drawing.fates if criticals(play) > 0 else 0), 0)
    elif drawing.cards[colour * KINDS + CRIT] == 0:
        gone = DRAWN
    for _ in range(DRAWN):
        if gone <= 0:
            return
        gone -= 1
        if drawing.owed[colour] > 0:
            drawing.owed[colour] -= 1
            drawing.owed_dice[colour] = min(drawing.owed_dice[colour], drawing.owed[colour])
            continue
        lowest = lowest_extra(play, colour)
        if lowest >= 0:
            take_back(state, book, play, lowest)
            gone += 1 if lowest % KINDS == CRIT else 0


@rule
def lowest_extra(play: Play, colour: int) -> int:
    """Give the lowest card of a colour that a critical brought; -1 none."""
    for kind in range(KINDS):
        card = BONUS + colour * KINDS + kind
        if play.drawing.cards[card] > 0:
            return card
    return -1


@rule
def total_of(book: Book, play: Play, ignored: int) -> int:
    """Add up the cards on the table, without the lowest few that are not blank (p. 14, 30)."""
    total = 0
    for part in range(0, DRAWN, BONUS):
        for colour in range(COLOURS):
            for kind in range(1, KINDS):
                total += play.drawing.cards[part + colour * KINDS + kind] * book.values[colour, kind]
    return total - lowest_of(book, play, ignored) if ignored > 0 else total


@rule
def lowest_of(book: Book, play: Play, number: int) -> int:
    """Add up the lowest few of the cards on the table that are not blank."""
    total = 0
    skip = number
    for value in range(1, CRIT + 1):
        for card in range(DRAWN):
            kind = card % KINDS
            if kind and book.values[(card % BONUS) // KINDS, kind] == value and play.drawing.cards[card]:
                count = play.drawing.cards[card]
                out = min(skip, count)
                skip -= out
                total += out * value
    return total
