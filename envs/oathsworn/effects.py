"""Steps that give and take: HP, animus, tokens, statuses, defence, damage (Encounter rules p. 10-11, 28)."""

from ..core.compiler import rule
from ..core.tape import Tape, emit
from .board import is_enemy
from .conditions import amount_of
from .held import cage, consume, set_status
from .locations import boss_of, first_of, most_damaged
from .losses import lose_any
from .pieces import gain_hp, lose_hp
from .seats import acts, gain_animus, gain_token
from .stack import DONE, pop, top
from .state import STEP, Book, Piece, State, Step
from .terms import PIECES, SEATS, Do, Event, Kind, Lasts, Status
from .whom import chosen_pieces, open_attack

DEFENCE, DAMAGE, RANGE, MIGHT = range(4)
"""What `Event.MODIFIED` speaks of."""
OATHSWORN = 1
"""The Oathsworn phase, as `State.phase` has it."""


@rule
def hurt(state: State, book: Book, tape: Tape, piece: int, amount: int, by: int) -> None:
    """Take HP whatever the defence; a boss loses it from the die closest to who did it."""
    origin = state.pieces[by].hex if by >= 0 and state.pieces[by].hex >= 0 else state.pieces[piece].hex
    lose_any(state, book, tape, piece, amount, origin, by)


@STEP.member
def give_step(state: State, book: Book, tape: Tape) -> int:
    """Give to or take from every piece that a step concerns; a = row, b = actor, c = program."""
    frame = top(state)
    row = frame.a
    step = book.steps[row]
    play = state.plays[frame.c]
    actor = frame.b
    pop(state)
    bits = chosen_pieces(state, book, play, actor, step)
    amount = amount_of(state, book, play, actor, step)
    for piece in range(PIECES):
        if (bits >> piece) & 1:
            give(state, book, tape, row, actor, piece, amount)
    return DONE


@rule
def give(state: State, book: Book, tape: Tape, row: int, actor: int, piece: int, amount: int) -> None:
    """Do to one piece what a step says."""
    step = book.steps[row]
    do = step.do
    if do == Do.HURT:
        hurt(state, book, tape, piece, amount, actor)
    elif do == Do.BLEED:
        hurt(state, book, tape, piece, state.pieces[piece].status[Status.BLEED], actor)
    elif do == Do.HEAL:
        gain_hp(state, tape, piece, amount)
    elif do == Do.STATUS:
        give_status(state, book, tape, row, piece, amount)
    elif do == Do.TAUNT:
        if is_enemy(state, piece):
            set_status(state, tape, piece, Status.TAUNTED, actor + 1 - state.pieces[piece].status[Status.TAUNTED])
    elif do == Do.TOKEN or do == Do.ANIMUS:
        if piece < SEATS and acts(state, piece):
            give_seat(state, tape, piece, step, amount)
    elif amount:
        modify(state, tape, actor, piece, step, amount)


@rule
def give_seat(state: State, tape: Tape, seat: int, step: Step, amount: int) -> None:
    """Give a seat combat tokens or animus."""
    if step.do == Do.TOKEN:
        gain_token(state, tape, seat, step.token, amount)
    else:
        gain_animus(state, tape, seat, amount)


@rule
def give_status(state: State, book: Book, tape: Tape, row: int, piece: int, amount: int) -> None:
    """Give a status; crippled counts phases and holds through the next whole one."""
    step = book.steps[row]
    if state.pieces[piece].kind == Kind.NONE:
        return
    if step.token == Status.CAGED:
        cage(state, tape, piece, row, step)
    elif step.token == Status.CONSUMED:
        consume(state, book, tape, piece, row, step)
    elif step.token == Status.CRIPPLED:
        more = max(phases_to_end(state) - state.pieces[piece].status[Status.CRIPPLED], 0)
        set_status(state, tape, piece, Status.CRIPPLED, more)
    else:
        set_status(state, tape, piece, step.token, amount)


@rule
def modify(state: State, tape: Tape, actor: int, piece: int, step: Step, amount: int) -> None:
    """Change a piece's defence, damage or range for as long as a step says."""
    if step.do == Do.DEFENCE:
        add_defence(state, piece, step.lasts, amount)
        emit(tape, Event.MODIFIED, piece, DEFENCE, amount, step.lasts, 0)
    elif step.do == Do.DAMAGE:
        add_damage(state, actor, piece, step.lasts, amount)
        emit(tape, Event.MODIFIED, piece, DAMAGE, amount, step.lasts, 0)
    else:
        state.pieces[piece].range_next += amount
        emit(tape, Event.MODIFIED, piece, RANGE, amount, step.lasts, 0)


@rule
def add_defence(state: State, piece: int, lasts: int, amount: int) -> None:
    """Change defence for an attack, the round or the encounter."""
    model: Piece = state.pieces[piece]
    if lasts == Lasts.ENCOUNTER:
        model.defence += amount
    elif lasts == Lasts.ROUND:
        model.defence_round += amount
    else:
        model.defence_attack += amount


@rule
def add_damage(state: State, actor: int, piece: int, lasts: int, amount: int) -> None:
    """Change damage: of the piece's open attack, its next one, the round or the encounter."""
    model: Piece = state.pieces[piece]
    place = open_attack(state, 1 if is_enemy(state, actor) else 0)
    if lasts == Lasts.ENCOUNTER:
        model.damage += amount
    elif lasts == Lasts.ROUND:
        model.damage_round += amount
    elif place >= 0 and state.plays[place].actor == piece:
        state.plays[place].bonus += amount
    else:
        model.damage_next += amount


@rule
def phases_to_end(state: State) -> int:
    """Count the Oathsworn phases that end before a whole further one has: the one under way is none (p. 28)."""
    return 2 if state.phase == OATHSWORN else 1


@STEP.member
def transfer_step(state: State, book: Book, tape: Tape) -> int:
    """Give own HP to a friend, as far as both can; a = row, b = actor, c = program."""
    frame = top(state)
    step = book.steps[frame.a]
    play = state.plays[frame.c]
    actor = frame.b
    pop(state)
    giver: Piece = state.pieces[actor]
    friend = first_of(chosen_pieces(state, book, play, actor, step))
    if friend < 0 or friend == actor:
        return DONE
    room = state.pieces[friend].max_hp - state.pieces[friend].hp
    given = min(min(amount_of(state, book, play, actor, step), giver.hp - 1), room)
    if given > 0:
        lose_hp(state, book, tape, actor, given, -1)
        gain_hp(state, tape, friend, given)
    return DONE


@STEP.member
def mend_step(state: State, book: Book, tape: Tape) -> int:
    """Give HP back to a boss's most damaged location; a broken one stays broken; a = row, b = actor, c = program."""
    frame = top(state)
    step = book.steps[frame.a]
    play = state.plays[frame.c]
    actor = frame.b
    pop(state)
    boss = boss_of(actor)
    location = most_damaged(state, book, boss) if boss >= 0 else -1
    if location >= 0:
        room = book.locations[location].hp - state.dice[location]
        gained = min(amount_of(state, book, play, actor, step), room)
        state.dice[location] += gained
        emit(tape, Event.DIE, location, gained, state.dice[location], 0, 0)
    return DONE
