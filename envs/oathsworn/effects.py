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
from .state import STEP, Book, Piece, State
from .terms import PIECES, SEATS, Event, Kind, Lasts, Status
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
def hurt_step(state: State, book: Book, tape: Tape) -> int:
    """Take HP directly; a = row, b = actor, c = program."""
    frame = top(state)
    step = book.steps[frame.a]
    play = state.plays[frame.c]
    actor = frame.b
    pop(state)
    bits = chosen_pieces(state, book, play, actor, step)
    amount = amount_of(state, book, play, actor, step)
    for piece in range(PIECES):
        if (bits >> piece) & 1:
            hurt(state, book, tape, piece, amount, actor)
    return DONE


@STEP.member
def heal_step(state: State, book: Book, tape: Tape) -> int:
    """Give HP; a = row, b = actor, c = program."""
    frame = top(state)
    step = book.steps[frame.a]
    play = state.plays[frame.c]
    actor = frame.b
    pop(state)
    bits = chosen_pieces(state, book, play, actor, step)
    for piece in range(PIECES):
        if (bits >> piece) & 1:
            gain_hp(state, tape, piece, amount_of(state, book, play, actor, step))
    return DONE


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
def token_effect_step(state: State, book: Book, tape: Tape) -> int:
    """Give or take combat tokens; a = row, b = actor, c = program."""
    frame = top(state)
    step = book.steps[frame.a]
    play = state.plays[frame.c]
    actor = frame.b
    pop(state)
    bits = chosen_pieces(state, book, play, actor, step)
    for seat in range(SEATS):
        if (bits >> seat) & 1 and acts(state, seat):
            gain_token(state, tape, seat, step.token, amount_of(state, book, play, actor, step))
    return DONE


@STEP.member
def animus_step(state: State, book: Book, tape: Tape) -> int:
    """Give animus from the reserve; a = row, b = actor, c = program."""
    frame = top(state)
    step = book.steps[frame.a]
    play = state.plays[frame.c]
    actor = frame.b
    pop(state)
    bits = chosen_pieces(state, book, play, actor, step)
    for seat in range(SEATS):
        if (bits >> seat) & 1 and acts(state, seat):
            gain_animus(state, tape, seat, amount_of(state, book, play, actor, step))
    return DONE


@STEP.member
def status_step(state: State, book: Book, tape: Tape) -> int:
    """Give statuses; crippled counts phases and holds through the next whole one; a = row, b = actor, c = program."""
    frame = top(state)
    row = frame.a
    step = book.steps[row]
    play = state.plays[frame.c]
    actor = frame.b
    pop(state)
    bits = chosen_pieces(state, book, play, actor, step)
    for piece in range(PIECES):
        if not (bits >> piece) & 1 or state.pieces[piece].kind == Kind.NONE:
            continue
        if step.token == Status.CAGED:
            cage(state, tape, piece, row, step)
        elif step.token == Status.CONSUMED:
            consume(state, book, tape, piece, row, step)
        else:
            amount = amount_of(state, book, play, actor, step)
            if step.token == Status.CRIPPLED:
                amount = max(phases_to_end(state) - state.pieces[piece].status[Status.CRIPPLED], 0)
            set_status(state, tape, piece, step.token, amount)
    return DONE


@rule
def phases_to_end(state: State) -> int:
    """Count the Oathsworn phases that end before a whole further one has: the one under way is none (p. 28)."""
    return 2 if state.phase == OATHSWORN else 1


@STEP.member
def taunt_step(state: State, book: Book, tape: Tape) -> int:
    """Enemies go for the actor to the end of the round; a = row, b = actor, c = program."""
    frame = top(state)
    step = book.steps[frame.a]
    play = state.plays[frame.c]
    actor = frame.b
    pop(state)
    bits = chosen_pieces(state, book, play, actor, step)
    for piece in range(PIECES):
        if (bits >> piece) & 1 and is_enemy(state, piece):
            set_status(state, tape, piece, Status.TAUNTED, actor + 1 - state.pieces[piece].status[Status.TAUNTED])
    return DONE


@STEP.member
def bleed_step(state: State, book: Book, tape: Tape) -> int:
    """Every Bleed token costs its bearer 1 HP; a = row, b = actor, c = program."""
    frame = top(state)
    step = book.steps[frame.a]
    play = state.plays[frame.c]
    actor = frame.b
    pop(state)
    bits = chosen_pieces(state, book, play, actor, step)
    for piece in range(PIECES):
        if (bits >> piece) & 1:
            hurt(state, book, tape, piece, state.pieces[piece].status[Status.BLEED], actor)
    return DONE


@STEP.member
def defence_step(state: State, book: Book, tape: Tape) -> int:
    """Change defence for an attack, the round or the encounter; a = row, b = actor, c = program."""
    frame = top(state)
    step = book.steps[frame.a]
    play = state.plays[frame.c]
    actor = frame.b
    pop(state)
    bits = chosen_pieces(state, book, play, actor, step)
    amount = amount_of(state, book, play, actor, step)
    for piece in range(PIECES):
        if (bits >> piece) & 1 and amount:
            model: Piece = state.pieces[piece]
            if step.lasts == Lasts.ENCOUNTER:
                model.defence += amount
            elif step.lasts == Lasts.ROUND:
                model.defence_round += amount
            else:
                model.defence_attack += amount
            emit(tape, Event.MODIFIED, piece, DEFENCE, amount, step.lasts, 0)
    return DONE


@STEP.member
def damage_step(state: State, book: Book, tape: Tape) -> int:
    """Change damage: of the open attack, the next one, the round or the encounter; a = row, b = actor, c = program."""
    frame = top(state)
    step = book.steps[frame.a]
    play = state.plays[frame.c]
    actor = frame.b
    pop(state)
    bits = chosen_pieces(state, book, play, actor, step)
    amount = amount_of(state, book, play, actor, step)
    place = open_attack(state, 1 if is_enemy(state, actor) else 0)
    for piece in range(PIECES):
        if (bits >> piece) & 1 and amount:
            model: Piece = state.pieces[piece]
            if step.lasts == Lasts.ENCOUNTER:
                model.damage += amount
            elif step.lasts == Lasts.ROUND:
                model.damage_round += amount
            elif place >= 0 and state.plays[place].actor == piece:
                state.plays[place].bonus += amount
            else:
                model.damage_next += amount
            emit(tape, Event.MODIFIED, piece, DAMAGE, amount, step.lasts, 0)
    return DONE


@STEP.member
def range_step(state: State, book: Book, tape: Tape) -> int:
    """Add range to the next ranged attack; a = row, b = actor, c = program."""
    frame = top(state)
    step = book.steps[frame.a]
    play = state.plays[frame.c]
    actor = frame.b
    pop(state)
    bits = chosen_pieces(state, book, play, actor, step)
    for piece in range(PIECES):
        if (bits >> piece) & 1:
            state.pieces[piece].range_next += amount_of(state, book, play, actor, step)
            emit(tape, Event.MODIFIED, piece, RANGE, step.amount, step.lasts, 0)
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
