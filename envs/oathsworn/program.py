"""Programs: the steps of a card, item, ability or stage card, run one after another (Encounter rules p. 10, 18)."""

from ..core.compiler import rule
from ..core.tape import Tape, emit
from .conditions import holds
from .enemy_moves import is_boss
from .pieces import retire_bosses
from .seats import INJURY_ZONE, ITEM_ZONE, gain_token, mark_used, move_zone, pay_animus, play_card, price_of
from .stack import DONE, answered, ask, close_play, offer, open_play, pop, push, top
from .state import STEP, Book, Frame, Option, Play, State, Step
from .terms import (
    AFTER,
    ITEM_OPTIONS,
    OPTIONS,
    SEATS,
    Act,
    Decision,
    Do,
    Event,
    Flag,
    Form,
    Op,
    Token,
    Who,
    Zone,
)
from .whom import chooses_piece, is_hostile, offer_chosen, open_attack, seat_of

NEXT, DECLINABLE, WANTED = range(3)
"""What a program waits for: its next row, whether an optional step is wanted, what the step is about."""
AFTER_FULL = 7
"""The fault of more steps added to one attack than there is room for."""
SPENT = int(Zone.SPENT)


@rule
def begin_option(state: State, book: Book, tape: Tape, seat: int, option: Option, act: int) -> None:
    """Pay for an option and start its program; reactions and the card's place come after it (p. 10)."""
    interrupt = option.when
    if interrupt:
        emit(tape, Event.INTERRUPT, seat, interrupt, 0, 0, 0)
    tell_option(tape, seat, act)
    pay_animus(state, tape, seat, price_of(state, seat, option))
    mark_used(state, seat, option)
    if option.token >= 0:
        gain_token(state, tape, seat, option.token, -1)
        note_token(state, seat, option.token)
    if option.hp > 0:
        state.pieces[seat].hp -= option.hp
        emit(tape, Event.HP, seat, -option.hp, state.pieces[seat].hp, 0, 0)
    state.seats[seat].acts += 1
    leave_hand(state, book, tape, seat, act)
    push(state, Op.FINISH, act, seat, 0)
    push(state, Op.REACTIONS, 0, 0, 0)
    run(state, seat, option.first, option.end, act)


@rule
def note_token(state: State, seat: int, token: int) -> None:
    """Remember a token spent on the seat's open attack, or on its next: Determination gives it back (p. 14)."""
    place = open_attack(state, 0)
    if place < 0 or state.plays[place].actor != seat:
        state.seats[seat].lethal_next += 1 if token == Token.LETHALITY else 0
        return
    drawing = state.plays[place].drawing
    if token == Token.LETHALITY:
        drawing.spent_lethality += 1
    elif token == Token.REDRAW:
        drawing.spent_redraw += 1
    elif token == Token.EMPOWERED:
        drawing.spent_empower += 1


@rule
def run(state: State, actor: int, first: int, end: int, source: int) -> int:
    """Start a program of the book for a piece; gives its place."""
    place = open_play(state, actor, first, end, source)
    push(state, Op.PROGRAM, place, 0, 0)
    return place


@rule
def tell_option(tape: Tape, seat: int, act: int) -> None:
    """Say what is played."""
    if act >= Act.ABILITY:
        emit(tape, Event.ABILITY, seat, act - Act.ABILITY, 0, 0, 0)
    elif act >= Act.ITEM:
        emit(tape, Event.ITEM, seat, (act - Act.ITEM) // ITEM_OPTIONS, (act - Act.ITEM) % ITEM_OPTIONS, 0, 0)
    elif act >= Act.INJURY:
        emit(tape, Event.INJURY, seat, act - Act.INJURY, 0, 0, 0)
    else:
        emit(tape, Event.CARD, seat, (act - Act.CARD) // OPTIONS, (act - Act.CARD) % OPTIONS, 0, 0)


@rule
def leave_hand(state: State, book: Book, tape: Tape, seat: int, act: int) -> None:
    """Take an ability card out of the hand while its effect resolves, so that it is not played again; place items."""
    if act >= Act.CARD and act < Act.INJURY:
        state.seats[seat].cards[(act - Act.CARD) // OPTIONS] = Zone.LASTING
    elif act >= Act.INJURY and act < Act.ITEM:
        injury = act - Act.INJURY
        move_zone(state, tape, seat, INJURY_ZONE, injury, book.kits[seat].injuries[injury].cooldown)
    elif act >= Act.ITEM and act < Act.ABILITY:
        item = (act - Act.ITEM) // ITEM_OPTIONS
        cooldown = book.kits[seat].items[item].cooldown
        once = cooldown < 0 or state.seats[seat].form != Form.FULL
        move_zone(state, tape, seat, ITEM_ZONE, item, SPENT if once else cooldown)


@STEP.member
def finish_step(state: State, book: Book, tape: Tape) -> int:
    """Put a played ability card at its cooldown position and battleflow; a = act, b = seat."""
    frame = top(state)
    act = frame.a
    seat = frame.b
    pop(state)
    if act >= Act.CARD and act < Act.INJURY:
        play_card(state, book, tape, seat, (act - Act.CARD) // OPTIONS)
    return DONE


@STEP.member
def program_step(state: State, book: Book, tape: Tape) -> int:
    """Run the next step of a program; a = its place."""
    frame = top(state)
    play = state.plays[frame.a]
    if state.n_reactions > 0 or state.victory_due:
        retire_bosses(state, book, tape)
    if play.row >= play.end or actor_is_gone(state, play):
        close_play(state)
        pop(state)
        return DONE
    step = book.steps[play.row]
    answer = answered(state)
    if frame.step == NEXT:
        if passed_over(state, book, play, step):
            return DONE
        frame.step = WANTED
        if step.flags & Flag.OPTIONAL and seat_of(state, play.actor) >= 0:
            offer(state, Act.YES)
            offer(state, Act.PASS)
            frame.step = DECLINABLE
            ask(state, Decision.OPTIONAL, seat_of(state, play.actor))
            return DONE
    elif frame.step == DECLINABLE:
        frame.step = WANTED
        if answer == Act.PASS:
            next_row(play, step, frame)
            return DONE
        answer = -1
    if chooses_piece(step.who) and not chosen(state, book, play, step, frame, answer):
        return DONE
    row = play.row
    next_row(play, step, frame)
    begin_step(state, book, play, row, frame.a)
    return DONE


@rule
def passed_over(state: State, book: Book, play: Play, step: Step) -> bool:
    """Go past a row that is not run: a branch not taken, a condition that fails, harm after a miss."""
    if is_branch_head(step):
        play.row += 1 + step.skip
        return True
    if not holds(state, book, play, step) or hostile_and_over(play, step):
        play.row += 1
        return True
    return False


@rule
def chosen(state: State, book: Book, play: Play, step: Step, frame: Frame, answer: int) -> bool:
    """Let the actor choose the piece a step concerns; True when the step may run."""
    if step.who == Who.ATTACKED and play.chosen >= 0:
        return True
    if answer < 0:
        if offer_chosen(state, book, play, step) == 0:
            next_row(play, step, frame)
            return False
        ask(state, Decision.FRIEND, max(seat_of(state, play.actor), 0))
        return False
    play.chosen = state.occupant[answer - Act.HEX] - 1
    return True


@rule
def begin_step(state: State, book: Book, play: Play, row: int, place: int) -> None:
    """Run a row; harm that an interrupt adds to its actor's own attack waits until that has landed (p. 16)."""
    step = book.steps[row]
    if play.under > 0 and play.hits == 0 and waits(state.plays[play.under - 1], play, step):
        attack = state.plays[play.under - 1]
        if attack.n_after >= AFTER:
            state.error = AFTER_FULL
            return
        attack.after[attack.n_after] = row
        attack.n_after += 1
    elif is_boss(play.actor):
        push(state, Op.BOSS_STEP, row, play.actor, place)
    else:
        push(state, step.do, row, play.actor, place)


@rule
def waits(attack: Play, play: Play, step: Step) -> bool:
    """Tell whether a step of an interrupt harms those that the interrupted attack will hit."""
    mine = attack.attack_row >= 0 and attack.actor == play.actor
    return mine and is_hostile(step.do) and step.do != Do.ATTACK and (step.who == Who.HIT or step.who == Who.TARGET)


@rule
def next_row(play: Play, step: Step, frame: Frame) -> None:
    """Go past a step whose condition held, and past what was meant for the other case."""
    play.row += 1 + step.otherwise
    frame.step = 0


@rule
def actor_is_gone(state: State, play: Play) -> bool:
    """Tell whether a hero fell in the middle of its own program; a consumed one acts on."""
    return play.actor < SEATS and state.seats[play.actor].form == Form.FALLEN


@rule
def is_branch_head(step: Step) -> bool:
    """Tell whether a row begins a branch of a choice that was not taken."""
    return step.do == Do.CHOOSE and step.limit == 0


@rule
def hostile_and_over(play: Play, step: Step) -> bool:
    """Tell whether a step harms those whom the program's attack missed (p. 14)."""
    harms_hit = step.who == Who.HIT or step.who == Who.TARGET
    return play.missed == 1 and step.do != Do.ATTACK and is_hostile(step.do) and harms_hit
