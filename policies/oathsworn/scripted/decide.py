"""The pilot itself: one small function for each kind of decision."""

from ....envs.core.compiler import rule
from ....envs.oathsworn.stack import is_legal
from ....envs.oathsworn.state import Book, State
from ....envs.oathsworn.terms import Decision
from ..family import PILOT, Why
from ..reasons import Reason
from .attacks import (
    choose_cubes,
    choose_determination,
    choose_drawn,
    choose_empower,
    choose_location,
    choose_target,
    choose_white,
)
from .guards import choose_defence, choose_guard, choose_toll, choose_window
from .moves import choose_destination, choose_place
from .picks import (
    choose_deck,
    choose_facing,
    choose_flow,
    choose_friend,
    choose_mode,
    choose_optional,
    choose_prediction,
    choose_small,
    choose_tile,
)
from .say import explain
from .turns import choose_turn

ELSEWHERE = -1
"""Stands for the answer to a decision of another kind."""


@PILOT.member
def scripted(state: State, book: Book, draw: int, why: Why) -> int:
    """Answer any decision, always legally; what it sees decides, never luck."""
    act = answer_visit(state, book, why)
    if act == ELSEWHERE:
        act = answer_attack(state, book, why)
    if act == ELSEWHERE:
        act = answer_effect(state, book, why)
    if is_legal(state, act):
        return act
    explain(why, Reason.FALLBACK, 0, 0)
    return state.legal[0]


@rule
def answer_visit(state: State, book: Book, why: Why) -> int:
    """Answer a decision of a visit or under attack."""
    decision = state.decision
    if decision == Decision.TURN:
        return choose_turn(state, book, why)
    if decision == Decision.MOVE_TO or decision == Decision.LANDING or decision == Decision.WAYPOINT:
        return choose_destination(state, book, why)
    if decision == Decision.PLACE or decision == Decision.ENTER:
        return choose_place(state, book, why)
    if decision == Decision.DEFEND:
        return choose_defence(state, book, why)
    if decision == Decision.GUARD:
        return choose_guard(state, book, why)
    if decision == Decision.WINDOW:
        return choose_window(state, book, why)
    if decision == Decision.PRICE:
        return choose_toll(state, why)
    return ELSEWHERE


@rule
def answer_attack(state: State, book: Book, why: Why) -> int:
    """Answer a decision within an attack."""
    decision = state.decision
    if decision == Decision.TARGET or decision == Decision.CHAIN:
        return choose_target(state, book, why)
    if decision == Decision.CUBES:
        return choose_cubes(state, book, why)
    if decision == Decision.WHITE:
        return choose_white(state, book, why)
    if decision == Decision.EMPOWER:
        return choose_empower(state, book, why)
    if decision == Decision.DRAWN:
        return choose_drawn(state, why)
    if decision == Decision.DETERMINATION:
        return choose_determination(state, why)
    if decision == Decision.LOCATION:
        return choose_location(state, book, why)
    return ELSEWHERE


@rule
def answer_effect(state: State, book: Book, why: Why) -> int:
    """Answer a decision within an effect."""
    decision = state.decision
    if decision == Decision.FRIEND:
        return choose_friend(state, book, why)
    if decision == Decision.REARRANGE:
        return choose_flow(state, book, why)
    if decision == Decision.DECKS:
        return choose_deck(state, book, why)
    if decision == Decision.PREDICT:
        return choose_prediction(state, why)
    if decision == Decision.MODE:
        return choose_mode(state, book, why)
    if decision == Decision.OPTIONAL:
        return choose_optional(state, book, why)
    if decision == Decision.PLACE_TILE:
        return choose_tile(state, book, why)
    if decision == Decision.FACING:
        return choose_facing(state, book, why)
    return choose_small(state, book, why)
