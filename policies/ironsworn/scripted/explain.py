"""The reason of a choice that was weighed."""

from ....envs.core.compiler import rule
from ....envs.ironsworn.effects import gather
from ....envs.ironsworn.rolls import base_of, result_if_burnt
from ....envs.ironsworn.stack import clear_roll
from ....envs.ironsworn.state import Book, State
from ....envs.ironsworn.terms import Act, Decision, Move
from ....envs.ironsworn.tracks import reset_momentum
from ..family import Why
from ..reasons import Reason
from .odds import plain_odds
from .outcomes import ripest
from .settled import explain
from .sketch import sketch_move
from .worth import boxes_of

REASON_OF_ACT = tuple(int(code) for code in (Reason.TIDE, Reason.END, Reason.TAKE_HIT, Reason.SURRENDER, Reason.WAIT))
"""Reasons of the main actions from TIDE on."""

REASON_OF_MOVE = tuple(
    int(code)
    for code in (
        Reason.STRIKE,
        Reason.CLASH,
        Reason.SECURE,
        Reason.FACE,
        Reason.FLEE,
        Reason.AID,
        Reason.COMPEL,
    )
)
"""Reasons of the moves from STRIKE on."""


@rule
def percent(chance: float) -> int:
    """Round a chance to percent."""
    return int(100.0 * chance + 0.5)


@rule
def explain_choice(state: State, book: Book, act: int, value: float, why: Why) -> None:
    """Leave the reason of a choice by the kind of its decision."""
    decision = state.decision
    character = state.characters[state.seat]
    if decision == Decision.MOVE and act <= Act.WAIT:
        explain_move(state, book, act, value, why)
    elif decision == Decision.FOE:
        foe = act - Act.FOE
        code = Reason.RIPE if state.roll.move == Move.END else Reason.TARGET
        explain(why, code, foe + 1, boxes_of(state, foe))
    elif decision == Decision.ALLY:
        explain(why, Reason.ALLY, act - Act.SEAT + 1, percent(value))
    elif decision == Decision.STAT:
        explain(why, Reason.STAT, character.stats[act - Act.STAT], percent(value))
    elif decision == Decision.BURN:
        lost = character.momentum - reset_momentum(character)
        explain(why, Reason.BURN if act == Act.BURN else Reason.KEEP, lost, result_if_burnt(state, book))
    elif decision == Decision.REROLL:
        explain(why, Reason.KEEP_DICE if act == Act.REROLL else Reason.REROLL, percent(value), 0)
    elif decision == Decision.BOAST:
        explain(why, Reason.NO_BOAST if act == Act.GO else Reason.BOAST, percent(value), 0)
    else:
        explain(why, reason_of_option(act), percent(value), 0)


@rule
def explain_move(state: State, book: Book, act: int, value: float, why: Why) -> None:
    """Say why a main action: its odds, or what it hopes for."""
    if act == Act.END:
        filled = boxes_of(state, ripest(state))
        explain(why, Reason.END, filled, max(0, filled - 1) ** 2)
    elif act > Act.COMPEL_SHADOW:
        explain(why, REASON_OF_ACT[act - Act.TIDE], percent(value), 0)
    else:
        sketch_move(state, book, state.seat, act)
        gather(state, book)
        adds = base_of(state, book) + state.roll.adds
        miss, _, strong = plain_odds(adds, state.characters[state.seat].momentum)
        explain(why, REASON_OF_MOVE[state.roll.move - Move.STRIKE], percent(strong), percent(miss))
        clear_roll(state)


@rule
def reason_of_option(act: int) -> int:
    """Reason for an option by what it does."""
    if act == Act.GO:
        return Reason.PLAIN
    if Act.ABILITY <= act < Act.GO:
        return Reason.ABILITY
    if act == Act.INITIATIVE:
        return Reason.TAKE_INITIATIVE
    if act == Act.FOLLOW:
        return Reason.FOLLOW
    if act == Act.HARM_FOE:
        return Reason.HARM_FOE
    if act == Act.MOMENTUM or Act.GAIN_HEALTH <= act <= Act.GAIN_SPIRIT or act == Act.GAIN_SUPPLY:
        return Reason.GAIN
    return Reason.COST
