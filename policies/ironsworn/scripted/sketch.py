"""Sketching a roll that is only thought of into `state.roll`, to be weighed and wiped again."""

from ....envs.core.compiler import rule
from ....envs.ironsworn.effects import Reroll, can_pay, fits_roll, row_of_act, stance_taken
from ....envs.ironsworn.fight import opening_move
from ....envs.ironsworn.legal import CLOSE_ONLY, RANGED_ONLY, can_agree
from ....envs.ironsworn.stack import clear_roll
from ....envs.ironsworn.state import Book, State
from ....envs.ironsworn.terms import STATS, Act, Decision, FoeAct, Follow, Move, Stat
from ....envs.ironsworn.tracks import fighting
from ....envs.ironsworn.turn import move_of, stat_of_act


@rule
def lay_out(state: State, book: Book, act: int) -> None:
    """Sketch the roll that an answer to the pending decision leads to."""
    if state.decision == Decision.MOVE:
        sketch_move(state, book, state.seat, act)
    elif state.decision == Decision.STAT:
        clear_roll(state)
        state.roll.seat = state.seat
        state.roll.move = opening_move(book.house.opening)
        state.roll.stat = act - Act.STAT
    elif state.decision == Decision.ALLY:
        state.roll.ally = act - Act.SEAT
    elif state.decision == Decision.FOE:
        state.roll.foe = act - Act.FOE


@rule
def wipe(state: State) -> None:
    """Wipe what `lay_out` sketched."""
    if state.decision == Decision.MOVE or state.decision == Decision.STAT:
        clear_roll(state)
    elif state.decision == Decision.ALLY:
        state.roll.ally = -1
    elif state.decision == Decision.FOE:
        state.roll.foe = -1


@rule
def is_aimed(state: State, foe: int) -> bool:
    """Tell whether a foe (-1 none) is weighed as the target of the sketched roll."""
    move = state.roll.move
    attack = move == Move.STRIKE or move == Move.CLASH or move == Move.COMPEL
    if state.decision != Decision.MOVE or not attack:
        return foe == state.roll.foe
    if foe < 0 or not state.foes[foe].active:
        return False
    return move != Move.COMPEL or can_agree(state, foe)


@rule
def sketch_move(state: State, book: Book, seat: int, act: int) -> None:
    """Sketch the roll of a main action; Turn the Tide is followed by the better Strike."""
    clear_roll(state)
    character = state.characters[seat]
    roll = state.roll
    roll.follow = character.follow
    roll.extra = character.bonus
    if act == Act.TIDE:
        act = better_strike(state, book, seat)
        roll.follow = Follow.TIDE
        roll.extra += 1
    roll.seat = seat
    roll.move = move_of(act)
    roll.stat = stat_of_act(act)
    roll.ranged = 1 if act == Act.STRIKE_RANGED or act == Act.CLASH_RANGED else 0
    roll.severity = 1 if character.foe_act == FoeAct.DECISIVE else 0
    if roll.move == Move.STRIKE:
        roll.extra += character.strike_bonus
    if roll.move == Move.AID:
        roll.ally = helpless_ally(state, book, seat)


@rule
def better_strike(state: State, book: Book, seat: int) -> int:
    """Give the Strike with the better stat, as far as the weapon reaches."""
    stats = state.characters[seat].stats
    reach = book.kits[seat].reach if state.characters[seat].armed else CLOSE_ONLY
    ranged = reach == RANGED_ONLY or (reach != CLOSE_ONLY and stats[Stat.EDGE] > stats[Stat.IRON])
    return Act.STRIKE_RANGED if ranged else Act.STRIKE_CLOSE


@rule
def helpless_ally(state: State, book: Book, seat: int) -> int:
    """Give the ally to aid: one without initiative before one with it."""
    found = -1
    for ally in range(book.seats):
        if ally != seat and fighting(state, ally):
            if state.characters[ally].initiative == 0:
                return ally
            found = ally
    return found


@rule
def is_tried(state: State, book: Book, act: int, row: int) -> bool:
    """Tell whether an optional ability, or none (-1), is weighed with an answer."""
    if state.decision == Decision.ABILITY:
        return row == row_of_act(state, book, act)
    if row < 0:
        return True
    if state.decision == Decision.BURN or state.decision == Decision.REROLL:
        return False
    effect = book.kits[state.roll.seat].effects[row]
    if effect.act < 0 or effect.reroll == Reroll.ASKED or not fits_roll(state, book, row):
        return False
    return can_pay(state, effect, state.roll.seat) and not stance_taken(state, book, row)


@rule
def is_outclassed(state: State, book: Book, act: int) -> bool:
    """Tell whether the same move with a better stat is open and no ability speaks for this one."""
    if state.decision != Decision.MOVE or act < Act.SECURE or act >= Act.COMPEL_HEART:
        return False
    stats = state.characters[state.seat].stats
    first = Act.SECURE + (act - Act.SECURE) // STATS * STATS
    move = move_of(act)
    kit = book.kits[state.seat]
    for row in range(kit.n_effects):
        if (kit.effects[row].moves >> move) & 1 and (kit.effects[row].stats >> (act - first)) & 1:
            return False
    for k in range(state.n_legal):
        other = state.legal[k]
        if first <= other < first + STATS and other != act:
            better = stats[other - first] - stats[act - first]
            if better > 0 or (better == 0 and other < act):
                return True
    return False
