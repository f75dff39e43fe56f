"""The pilot itself: which rule answers which decision."""

from ....envs.core.compiler import rule
from ....envs.ironsworn.stack import is_legal
from ....envs.ironsworn.state import Book, State
from ....envs.ironsworn.terms import Decision
from ..family import PILOT, Why
from ..reasons import Reason
from .choices import choose_boast, choose_end_cost, choose_mark, choose_option, choose_rally, choose_vow
from .moves import choose_ability, choose_ally, choose_foe, choose_move, choose_seat, choose_stat, explain
from .rolls import choose_burn, choose_lend, choose_reroll


@PILOT.member
def scripted(state: State, book: Book, draw: int, why: Why) -> int:
    """Answer any decision, always legally; what it sees decides, no luck."""
    act = before_roll(state, book, why) if state.decision <= Decision.ABILITY else after_roll(state, book, why)
    if is_legal(state, act):
        return act
    explain(why, Reason.FALLBACK, 0, 0)
    return state.legal[0]


@rule
def before_roll(state: State, book: Book, why: Why) -> int:
    """Answer a decision about a move to make."""
    if state.decision == Decision.MOVE:
        return choose_move(state, book, why)
    if state.decision == Decision.SEAT:
        return choose_seat(state, book, why)
    if state.decision == Decision.FOE:
        return choose_foe(state, book, why)
    if state.decision == Decision.ALLY:
        return choose_ally(state, book, why)
    if state.decision == Decision.STAT:
        return choose_stat(state, book, why)
    return choose_ability(state, book, why)


@rule
def after_roll(state: State, book: Book, why: Why) -> int:
    """Answer a decision about a roll made or what it brings."""
    if state.decision == Decision.REROLL:
        return choose_reroll(state, book, why)
    if state.decision == Decision.BURN:
        return choose_burn(state, book, why)
    if state.decision == Decision.LEND:
        return choose_lend(state, book, why)
    if state.decision == Decision.END:
        return choose_end_cost(state, book, why)
    if state.decision == Decision.TABLE:
        return choose_mark(state, why)
    if state.decision == Decision.BOAST:
        return choose_boast(state, book, why)
    if state.decision == Decision.RALLY:
        return choose_rally(state, why)
    if state.decision == Decision.VOW:
        return choose_vow(state, why)
    return choose_option(state, book, why)
