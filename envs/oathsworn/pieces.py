"""Defence, losing and regaining HP, dying; the dice of bosses and what breaks (Encounter rules p. 15, 17)."""

from ..core.compiler import rule
from ..core.tape import Tape, emit
from .board import is_enemy, lift
from .held import count_blow, forget_holder
from .seats import worn_defence
from .stack import pending_reaction
from .state import Book, Piece, State
from .terms import (
    BOSS,
    BOSSES,
    FRIEND,
    HERO,
    LOCATIONS,
    MINION,
    PIECES,
    SEATS,
    STATUSES,
    TOKENS,
    Event,
    Form,
    Key,
    Kind,
    Outcome,
    Prefer,
)

NOBODY = -1
EVERY_BOSS = (1 << BOSSES) - 1


@rule
def defence_of(state: State, book: Book, piece: int) -> int:
    """Give the defence a piece has now, never below 1."""
    model: Piece = state.pieces[piece]
    defence = model.defence + model.defence_round + model.defence_attack
    if piece < BOSS:
        defence += worn_defence(state, book, piece)
    elif piece < MINION:
        defence += book.bosses[piece - BOSS].defence
    elif piece < FRIEND:
        defence += book.minions[model.sort].defence
    else:
        defence += book.friends[model.sort].defence
    return max(defence, 1)


@rule
def hp_lost(damage: int, defence: int) -> int:
    """Give the HP that damage costs against a defence, rounded down and never below 0 (p. 15)."""
    return max(damage, 0) // defence


@rule
def lose_hp(state: State, book: Book, tape: Tape, piece: int, amount: int, by: int) -> None:
    """Take HP from anything but a boss; at 0 it falls or dies. `by` is the piece that did it, -1 none."""
    model: Piece = state.pieces[piece]
    if amount <= 0 or model.kind == Kind.NONE:
        return
    loss = min(amount, model.hp)
    model.hp -= loss
    emit(tape, Event.HP, piece, -loss, model.hp, 0, 0)
    if model.hp > 0:
        return
    if piece < HERO + SEATS:
        fall(state, book, tape, piece)
    else:
        kill(state, book, tape, piece, by)


@rule
def gain_hp(state: State, tape: Tape, piece: int, amount: int) -> None:
    """Give HP, never above the most a piece has."""
    model: Piece = state.pieces[piece]
    gained = min(amount, model.max_hp - model.hp)
    if gained > 0:
        model.hp += gained
        emit(tape, Event.HP, piece, gained, model.hp, 0, 0)


@rule
def kill(state: State, book: Book, tape: Tape, piece: int, by: int) -> None:
    """Remove a minion or friend; a seat counts the minions it killed, of the kind a boss looks for if it names one.

    The death of a minion with the keyword brings a reaction (p. 15).
    """
    wanted = book.bosses[0].prefer_kind if book.bosses[0].prefer == Prefer.MOST_KILLS else NOBODY
    minion = state.pieces[piece].kind == Kind.MINION
    sort = state.pieces[piece].sort
    lift(state, book, piece)
    state.pieces[piece].kind = Kind.NONE
    emit(tape, Event.KILLED, piece, by, 0, 0, 0)
    seat = NOBODY
    if by >= 0:
        seat = by if by < SEATS else state.pieces[by].owner
    if not minion or seat < 0:
        return
    if wanted < 0 or sort == wanted:
        state.seats[seat].kills += 1
    if book.minions[sort].keys & Key.REACTS:
        pending_reaction(state, EVERY_BOSS, seat)


@rule
def clear_trodden(state: State, tape: Tape) -> None:
    """Remove the friends that somebody walked over (rules section 12)."""
    for friend in range(FRIEND, PIECES):
        if (state.trodden >> (friend - FRIEND)) & 1:
            state.pieces[friend].kind = Kind.NONE
            emit(tape, Event.KILLED, friend, NOBODY, 0, 0, 0)
    state.trodden = 0


@rule
def fall(state: State, book: Book, tape: Tape, seat: int) -> None:
    """A hero falls unconscious, or an ally dies; its model leaves at once (p. 17)."""
    mine = state.seats[seat]
    lift(state, book, seat)
    emit(tape, Event.FELL, seat, 0, 0, 0, 0)
    if mine.form == Form.ALLY:
        mine.ally = -1
    else:
        mine.fallen = 1
    mine.form = Form.FALLEN
    state.pieces[seat].kind = Kind.NONE
    mine.reserve += mine.available
    mine.available = 0
    for token in range(TOKENS):
        mine.tokens[token] = 0
    for status in range(STATUSES):
        state.pieces[seat].status[status] = 0
    forget_holder(state.pieces[seat])
    state.fell |= 1 << seat
    mine.passed = 0
    for enemy in range(BOSS, FRIEND):
        target = state.pieces[enemy].target
        if target == seat or (target >= FRIEND and state.pieces[target].owner == seat):
            state.pieces[enemy].target = NOBODY


@rule
def all_fell(state: State) -> bool:
    """Tell whether all four Oathsworn are unconscious; allies do not count (p. 24)."""
    for seat in range(SEATS):
        if not state.seats[seat].fallen:
            return False
    return True


@rule
def end_game(state: State, tape: Tape, outcome: int) -> None:
    """End the encounter."""
    if state.outcome == Outcome.ON:
        state.outcome = outcome
        emit(tape, Event.OUTCOME, outcome, 0, 0, 0, 0)


@rule
def dice_left(state: State, book: Book, boss: int) -> int:
    """Count the HP dice a boss still has."""
    count = 0
    for location in range(LOCATIONS):
        if book.locations[location].boss == boss and state.dice[location] > 0:
            count += 1
    return count


@rule
def hurt_location(state: State, book: Book, tape: Tape, location: int, amount: int, by: int) -> int:
    """Take HP from a location's die; what is beyond it is lost. Gives the HP taken (p. 15)."""
    loss = min(amount, state.dice[location])
    if loss <= 0:
        return 0
    state.dice[location] -= loss
    emit(tape, Event.DIE, location, -loss, state.dice[location], 0, 0)
    note_harm(state, book.locations[location].boss, by)
    if state.dice[location] == 0:
        break_location(state, book, tape, location, by)
    count_blow(state, book, tape, location, loss)
    return loss


@rule
def note_harm(state: State, boss: int, by: int) -> None:
    """Keep which bosses an attack takes HP from: those alone go for its breaker (p. 15, 19)."""
    if by < 0:
        return
    for place in range(state.n_plays):
        if state.plays[place].actor == by and state.plays[place].attack_row >= 0:
            state.plays[place].harmed |= 1 << boss
            for reaction in range(state.n_reactions):
                if state.reactions[reaction] == by:
                    state.reaction_boss[reaction] |= 1 << boss


@rule
def break_location(state: State, book: Book, tape: Tape, location: int, by: int) -> None:
    """Remove a die: a reaction is due unless it was the last of all (p. 15)."""
    boss = book.locations[location].boss
    state.broken += 1
    emit(tape, Event.BROKEN, location, by, 0, 0, 0)
    state.broke = 1 + BOSS + boss
    remaining = 0
    for other in range(BOSSES):
        remaining += dice_left(state, book, other)
    if remaining == 0:
        state.victory_due = 1
        return
    harmed = 1 << boss
    for place in range(state.n_plays):
        if state.plays[place].actor == by and state.plays[place].attack_row >= 0:
            harmed |= state.plays[place].harmed
    pending_reaction(state, harmed, by)


@rule
def retire_bosses(state: State, book: Book, tape: Tape) -> None:
    """Take bosses of a pack without dice off the board; if all are, the most North then West one stays to the end."""
    stays = -1
    if state.victory_due:
        for piece in range(BOSS, MINION):
            if state.pieces[piece].hex >= 0 and (stays < 0 or state.pieces[piece].hex < state.pieces[stays].hex):
                stays = piece
    for boss in range(BOSSES):
        piece = BOSS + boss
        if piece != stays and state.pieces[piece].hex >= 0 and dice_left(state, book, boss) == 0:
            emit(tape, Event.REMOVED, piece, state.pieces[piece].hex, 0, 0, 0)
            lift(state, book, piece)
            state.pieces[piece].kind = Kind.NONE


@rule
def clear_round_effects(state: State, tape: Tape) -> None:
    """End what holds until the end of the round (p. 8)."""
    for piece in range(PIECES):
        model: Piece = state.pieces[piece]
        model.defence_round = 0
        model.damage_round = 0
        model.might_round = 0
        model.acted = 0


@rule
def minions_out(state: State, kind: int) -> int:
    """Count the minions of a kind on the board."""
    count = 0
    for piece in range(MINION, FRIEND):
        if is_enemy(state, piece) and state.pieces[piece].sort == kind:
            count += 1
    return count
