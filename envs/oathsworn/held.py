"""Caged and consumed heroes: being held, what it costs, getting free (Encounter rules p. 29-30)."""

from ..core.compiler import rule
from ..core.hexes import HEXES
from ..core.tape import Tape, emit
from .board import FAR, gap, is_open, lift, on_board, put
from .locations import location_span
from .might import HEROES, clear_table
from .seats import pay_animus
from .stack import DONE, answered, ask, clear_drawing, close_play, offer, open_play, pop, push, top
from .state import STEP, Book, Piece, Seat, State, Step
from .terms import COLOURS, KINDS, LOCATIONS, MISS_BLANKS, SEATS, Act, Colour, Decision, Event, Form, Op, Status

MOST_CARDS = 10
"""White cards of a check (rules section 10)."""
HELP = 2
"""What each hero or ally beside a cage adds."""
FREED_BY = 6
"""HP a holder loses until it lets go."""
TRY, TRY_SIMPLE = 3, 1
"""Animus of a try to get free: a full character's, and a companion's or ally's."""
CHOOSE, DRAW, JUDGE = range(3)
"""Stages of a Survival check."""


@rule
def price_to_leave(state: State, seat: int) -> int:
    """Give the animus of a try to leave a cage, or of an attack on what holds the hero."""
    return TRY if state.seats[seat].form == Form.FULL else TRY_SIMPLE


@rule
def is_held(state: State, seat: int) -> bool:
    """Tell whether a seat's hero is caged or consumed, and so plays no cards, items or abilities."""
    status = state.pieces[seat].status
    return status[Status.CAGED] > 0 or status[Status.CONSUMED] > 0


@rule
def set_status(state: State, tape: Tape, piece: int, status: int, amount: int) -> None:
    """Give a piece a status, or take it away, never below none."""
    marks = state.pieces[piece].status
    change = max(amount, -marks[status])
    if change:
        marks[status] += change
        emit(tape, Event.STATUS, piece, status, change, marks[status], 0)


@rule
def cage(state: State, tape: Tape, piece: int, row: int, step: Step) -> None:
    """Cage a hero to the end of the next round; how hard it is to leave is the step's size."""
    model: Piece = state.pieces[piece]
    if piece >= SEATS or is_held(state, piece):
        return
    model.holder = step.size
    model.held = state.round + 1
    model.effect = row
    set_status(state, tape, piece, Status.CAGED, 1)


@rule
def consume(state: State, book: Book, tape: Tape, piece: int, row: int, step: Step) -> None:
    """Take a hero off the board into a location: the one the step's icon names, else the closest; not a broken one."""
    model: Piece = state.pieces[piece]
    if piece >= SEATS or not on_board(state, piece) or is_held(state, piece):
        return
    location = holding_location(state, book, step.icon, model.hex)
    if location < 0:
        return
    emit(tape, Event.REMOVED, piece, model.hex, 0, 0, 0)
    lift(state, book, piece)
    model.holder = location
    model.held = 0
    model.effect = row
    set_status(state, tape, piece, Status.CONSUMED, 1)


@rule
def holding_location(state: State, book: Book, icon: int, hex: int) -> int:
    """Give the unbroken location that takes a hero in; -1 none."""
    best = -1
    nearest = FAR
    for location in range(LOCATIONS):
        where = book.locations[location]
        if where.boss < 0 or state.dice[location] == 0 or (icon >= 0 and where.icon != icon):
            continue
        span = location_span(state, book, location, hex)
        if span < nearest:
            best = location
            nearest = span
    return best


@rule
def suffer(state: State, seat: int, first: int, end: int) -> None:
    """Start rows of the book that a hero suffers: it is whom they hit, and their target."""
    place = open_play(state, seat, first, end, -1)
    play = state.plays[place]
    play.target = seat
    play.hits = 1 << seat
    push(state, Op.PROGRAM, place, 0, 0)


@rule
def suffer_held(state: State, book: Book, seat: int) -> None:
    """Start the effect of what holds a hero: the rows behind the step that took it."""
    row = state.pieces[seat].effect
    suffer(state, seat, row + 1, row + 1 + book.steps[row].otherwise)


@rule
def suffer_poison(state: State, book: Book, seat: int) -> None:
    """Start what the encounter's board says of a poisoned hero or ally on the board (p. 28)."""
    poisoned = on_board(state, seat) and state.pieces[seat].status[Status.POISON] > 0
    if poisoned and book.poison_end > book.poison_first:
        suffer(state, seat, book.poison_first, book.poison_end)


@rule
def suffer_inside(state: State, book: Book) -> None:
    """Start the effects on consumed heroes, as each Oathsworn and encounter phase starts; the lead's comes first."""
    for back in range(SEATS):
        seat = (state.lead + SEATS - 1 - back) % SEATS
        if state.pieces[seat].status[Status.CONSUMED] > 0:
            suffer_held(state, book, seat)


@rule
def count_blow(state: State, book: Book, tape: Tape, location: int, loss: int) -> None:
    """Count what a location lost toward freeing whoever it holds; broken, or 6 HP later, it lets go (p. 30)."""
    for seat in range(SEATS):
        model: Piece = state.pieces[seat]
        if model.status[Status.CONSUMED] > 0 and model.holder == location:
            model.held += loss
            if model.held >= FREED_BY or state.dice[location] == 0:
                release(state, book, tape, seat)


@rule
def release(state: State, book: Book, tape: Tape, seat: int) -> None:
    """A consumed hero comes back on the open hex nearest to what held it; its available animus is lost (p. 30)."""
    model: Piece = state.pieces[seat]
    pay_animus(state, tape, seat, state.seats[seat].available)
    set_status(state, tape, seat, Status.CONSUMED, -model.status[Status.CONSUMED])
    best = -1
    nearest = FAR
    for hex in range(HEXES):
        if is_open(state, hex) and location_span(state, book, model.holder, hex) < nearest:
            best = hex
            nearest = location_span(state, book, model.holder, hex)
    forget_holder(model)
    put(state, book, seat, best)
    emit(tape, Event.PLACED, seat, best, model.facing, 0, 0)


@rule
def forget_holder(model: Piece) -> None:
    """Clear what held a piece."""
    model.holder = 0
    model.held = 0
    model.effect = 0


@rule
def uncage(state: State, tape: Tape, seat: int) -> None:
    """Let a caged hero out."""
    set_status(state, tape, seat, Status.CAGED, -state.pieces[seat].status[Status.CAGED])
    forget_holder(state.pieces[seat])


@STEP.member
def held_step(state: State, book: Book, tape: Tape) -> int:
    """At the end of the round after the one it began in, a cage is suffered once more and opens; then poison works.

    d = seats done, first with cages, then with poison.
    """
    frame = top(state)
    if frame.d >= SEATS:
        frame.d += 1
        if frame.d > 2 * SEATS:
            pop(state)
        else:
            suffer_poison(state, book, frame.d - 1 - SEATS)
        return DONE
    seat = frame.d
    model: Piece = state.pieces[seat]
    if model.status[Status.CAGED] == 0 or model.held > state.round:
        frame.d += 1
    elif frame.step == 0:
        frame.step = 1
        suffer_held(state, book, seat)
        return DONE
    else:
        uncage(state, tape, seat)
        frame.d += 1
    frame.step = 0
    return DONE


@rule
def try_to_leave(state: State, book: Book, tape: Tape, seat: int) -> None:
    """Pay for a try to get free: a Survival check in a cage, inside a location an attack on it (p. 29-30)."""
    mine: Seat = state.seats[seat]
    mine.cage_tried = 1
    mine.acts += 1
    pay_animus(state, tape, seat, price_to_leave(state, seat))
    place = open_play(state, seat, 0, 0, Act.YES)
    if state.pieces[seat].status[Status.CAGED] > 0:
        push(state, Op.SURVIVAL, place, seat, 0)
        return
    push(state, Op.REACTIONS, 0, 0, 0)
    push(state, Op.PROGRAM, place, 0, 0)
    push(state, Op.HERO_ATTACK, 0, seat, place)


@STEP.member
def survival_step(state: State, book: Book, tape: Tape) -> int:
    """A Survival check to leave a cage: white cards, two blanks or too little fail; a = program, b = seat."""
    frame = top(state)
    play = state.plays[frame.a]
    seat = frame.b
    if frame.step == CHOOSE:
        answer = answered(state)
        if answer < 0:
            for count in range(1, MOST_CARDS + 1):
                offer(state, Act.NUMBER + count)
            ask(state, Decision.WHITE, seat)
            return DONE
        clear_drawing(play)
        play.drawing.plan[Colour.WHITE] = answer - Act.NUMBER
        frame.step = DRAW
    elif frame.step == DRAW:
        frame.step = JUDGE
        push(state, Op.DRAWING, frame.a, seat, 0)
    else:
        freed = settle_check(state, book, tape, frame.a, seat)
        close_play(state)
        pop(state)
        if freed:
            uncage(state, tape, seat)
        else:
            suffer_held(state, book, seat)
    return DONE


@rule
def settle_check(state: State, book: Book, tape: Tape, place: int, seat: int) -> bool:
    """Judge a Survival check, with help from those beside the cage, and put its cards away."""
    drawing = state.plays[place].drawing
    total = friends_beside(state, book, seat) * HELP
    for card in range(len(drawing.cards)):
        each = book.values[(card // KINDS) % COLOURS, card % KINDS]
        total += drawing.cards[card] * each
    blanks = drawing.cards[0]
    emit(tape, Event.SURVIVAL, seat, total, state.pieces[seat].holder, blanks, 0)
    clear_table(state, book, HEROES, state.plays[place])
    return blanks < MISS_BLANKS and total >= state.pieces[seat].holder


@rule
def friends_beside(state: State, book: Book, seat: int) -> int:
    """Count the heroes and allies beside a seat's hero."""
    count = 0
    for other in range(SEATS):
        if other != seat and on_board(state, other) and on_board(state, seat):
            count += 1 if gap(state, book, seat, other) == 1 else 0
    return count
