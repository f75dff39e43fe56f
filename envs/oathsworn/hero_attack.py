"""A hero's attack from its aim to its end: cards, empower, draw, miss or damage (Encounter rules p. 13-15)."""

from ..core.compiler import rule
from ..core.tape import Tape, emit
from .aiming import aim, bound, charge_end, reach_of
from .board import is_enemy
from .draws import criticals, total_of
from .locations import location_of_hex
from .might import HEROES, clear_table
from .passives import run_own_passives
from .seats import gain_token, wears
from .stack import DONE, answered, ask, clear_drawing, offer, pop, push, top
from .state import STEP, Book, Piece, Play, State, Step
from .terms import (
    COLOURS,
    KINDS,
    MISS_BLANKS,
    PIECES,
    SEATS,
    Act,
    Decision,
    Do,
    Event,
    Flag,
    Form,
    Op,
    Shape,
    Token,
    When,
)

AIM, CHOSEN, ASKED, EMPOWERED, DREW, SHOWN, JUDGED, LANDED, FOLLOWED, AFTER = range(10)
"""Stages of an attack."""
SKILLED = 5
"""Kinds of token that Determination gives a choice of."""


@STEP.member
def attack_step(state: State, book: Book, tape: Tape) -> int:
    """Attack, as a hero or as an enemy; a = row, b = actor, c = program."""
    frame = top(state)
    row = frame.a
    actor = frame.b
    place = frame.c
    pop(state)
    push(state, Op.ENEMY_ATTACK if is_enemy(state, actor) else Op.HERO_ATTACK, row, actor, place)
    return DONE


@STEP.member
def hero_attack_step(state: State, book: Book, tape: Tape) -> int:
    """Go through a hero's attack; a = row, b = actor, c = program, e = steps after it that are done."""
    frame = top(state)
    play = state.plays[frame.c]
    step = book.steps[frame.a]
    actor = frame.b
    place = frame.c
    if frame.step == AIM:
        if aim(state, book, tape, play, step, actor):
            frame.step = CHOSEN
            begin_attack(state, book, play, step, actor)
    elif frame.step == CHOSEN:
        frame.step = ASKED
        push(state, Op.WINDOW, When.DRAW, place, actor)
    elif frame.step == ASKED:
        frame.step = EMPOWERED
        push(state, Op.EMPOWER, place, actor, 0)
    elif frame.step == EMPOWERED:
        frame.step = DREW
        push(state, Op.DRAWING, place, actor, 0)
        run_own_passives(state, book, When.PASSIVE_DRAW, place, actor)
    elif frame.step == DREW:
        frame.step = SHOWN
        judge(book, play, actor)
        play.drawing.fresh = 0
        push(state, Op.WINDOW, When.DRAWN, place, actor)
    elif frame.step == SHOWN:
        frame.step = DREW if play.drawing.fresh else JUDGED
        if play.drawing.fresh:
            push(state, Op.DRAWING, place, actor, 1)
    else:
        resolve_attack(state, book, tape, play, step)
    return DONE


@rule
def resolve_attack(state: State, book: Book, tape: Tape, play: Play, step: Step) -> None:
    """Let an attack whose cards are final miss or land, and what follows it follow."""
    frame = top(state)
    actor = frame.b
    place = frame.c
    if frame.step == JUDGED:
        frame.step = LANDED
        judge(book, play, actor)
        if play.missed:
            miss(state, tape, play, actor, place)
        else:
            push(state, Op.STRUCK, place, actor, frame.a)
        run_own_passives(state, book, When.PASSIVE_DRAWN, place, actor)
    elif frame.step == LANDED:
        frame.step = FOLLOWED
        if step.shape == Shape.CHAIN and play.n_links > 0 and play.missed == 0:
            follow(state, book, play, step, actor)
    elif frame.e < play.n_after and play.missed == 0:
        row = play.after[frame.e]
        frame.e += 1
        push(state, book.steps[row].do, row, actor, place)
    else:
        end_attack(state, book, play, actor)
        pop(state)


@rule
def begin_attack(state: State, book: Book, play: Play, step: Step, actor: int) -> None:
    """Open an attack that found somebody to hit: a charge goes first, a chain is laid, the cards are chosen."""
    frame = top(state)
    place = frame.c
    row = frame.a
    if play.hits == 0:
        pop(state)
        return
    open_attack_of(state, book, play, row, step, actor)
    push(state, Op.PLAN, place, actor, 0)
    if step.shape == Shape.CHAIN:
        push(state, Op.CHAIN, place, actor, row)
    if step.shape == Shape.CHARGE:
        end = charge_end(state, book, play.origin, play.way, step.size)
        if end != play.origin:
            push(state, Op.LANDING, end, actor, 1 + play.way)


@rule
def open_attack_of(state: State, book: Book, play: Play, row: int, step: Step, actor: int) -> None:
    """Begin an attack's drawing: steps of empower and free redraws from the card and from what came before."""
    clear_drawing(play)
    play.attack_row = row
    play.missed = 0
    play.dealt = 0
    play.broke = 0
    play.harmed = 0
    if play.spot >= 0:
        play.location = location_of_hex(state, book, play.spot)
    drawing = play.drawing
    drawing.upgrades = step.empowered
    drawing.redraws = step.redraws
    if actor < SEATS:
        mine = state.seats[actor]
        drawing.upgrades += mine.empower_next
        drawing.redraws += mine.redraw_next
        drawing.spent_lethality = mine.lethal_next
        mine.empower_next = 0
        mine.redraw_next = 0
        mine.lethal_next = 0
        drawing.fates = weapon_fates(state, book, actor, step)


@rule
def weapon_fates(state: State, book: Book, seat: int, step: Step) -> int:
    """Count the cards beyond one that the first critical brings with the weapons at hand."""
    fates = 0
    if step.flags & Flag.UNARMED or state.seats[seat].form == Form.ALLY:
        return 0
    for item in range(book.kits[seat].n_items):
        fates = max(fates, book.kits[seat].items[item].fates if wears(state, seat, item) else 0)
    return fates


@rule
def judge(book: Book, play: Play, actor: int) -> None:
    """Two blanks among the base cards miss; else the cards add up (p. 14)."""
    drawing = play.drawing
    drawing.blanks = 0
    for colour in range(COLOURS):
        drawing.blanks += drawing.cards[colour * KINDS]
    drawing.crits = criticals(play)
    drawing.total = total_of(book, play, drawing.ignored)
    play.missed = 1 if drawing.blanks >= MISS_BLANKS and actor < SEATS else 0


@rule
def miss(state: State, tape: Tape, play: Play, actor: int, place: int) -> None:
    """A miss has no effect on anybody; Determination follows, but not for a companion's token (p. 9, 14)."""
    emit(tape, Event.MISS, actor, play.drawing.blanks, 0, 0, 0)
    play.hits = 0
    if play.source < Act.TOKEN:
        push(state, Op.DETERMINATION, place, actor, 0)


@STEP.member
def determination_step(state: State, book: Book, tape: Tape) -> int:
    """A miss brings a combat token of choice and gives spent ones back (p. 14); a = program, b = actor."""
    frame = top(state)
    seat = frame.b
    answer = answered(state)
    if answer < 0:
        for token in range(SKILLED):
            offer(state, Act.TOKEN + token)
        ask(state, Decision.DETERMINATION, seat)
        return DONE
    drawing = state.plays[frame.a].drawing
    pop(state)
    redraws, empowers, lethal = drawing.spent_redraw, drawing.spent_empower, drawing.spent_lethality
    emit(tape, Event.DETERMINED, seat, answer - Act.TOKEN, redraws, empowers, lethal)
    gain_token(state, tape, seat, answer - Act.TOKEN, 1)
    gain_token(state, tape, seat, Token.REDRAW, redraws)
    gain_token(state, tape, seat, Token.EMPOWERED, empowers)
    gain_token(state, tape, seat, Token.LETHALITY, lethal)
    return DONE


@rule
def follow(state: State, book: Book, play: Play, step: Step, actor: int) -> None:
    """Go to the last target of a chain that is not ranged, and turn as the hero likes (p. 30)."""
    if reach_of(state, book, actor, step) > 0 or state.pieces[actor].hex < 0 or bound(state, actor):
        return
    if book.faces:
        push(state, Do.TURN, 0, actor, 0)
    push(state, Op.LANDING, play.links[play.n_links - 1], actor, 0)


@rule
def end_attack(state: State, book: Book, play: Play, actor: int) -> None:
    """Put the cards on the discards and end what held for one attack."""
    clear_table(state, book, HEROES, play)
    play.attack_row = -1
    model: Piece = state.pieces[actor]
    model.damage_next = 0
    model.range_next = 0
    play.bonus = 0
    for piece in range(PIECES):
        if (play.hits >> piece) & 1:
            state.pieces[piece].defence_attack = 0
