"""The pilot itself: a plain rule where one settles the decision, else the answer that leaves the best hope."""

from ....envs.ironsworn.stack import is_legal
from ....envs.ironsworn.state import Book, State
from ..family import PILOT, Why
from ..reasons import Reason
from .explain import explain_choice
from .options import unrolled_hope
from .settled import WEIGH, explain, settled
from .sketch import is_outclassed
from .weigh import rolled_hope
from .worth import rest_worth

CLEARLY = 1e-9
"""By how much a later option must be better than an earlier one."""


@PILOT.member
def scripted(state: State, book: Book, draw: int, why: Why) -> int:
    """Answer any decision, always legally; what it sees decides, never luck."""
    best = settled(state, book, why)
    if best == WEIGH:
        rest = rest_worth(state, book, state.seat)
        best_value = -1.0
        for k in range(state.n_legal):
            act = state.legal[k]
            if not is_outclassed(state, book, act):
                value = unrolled_hope(state, book, rest, act)
                if value < 0.0:
                    value = rolled_hope(state, book, rest, act)
                if value > best_value + CLEARLY:
                    best_value = value
                    best = act
        explain_choice(state, book, best, best_value, why)
    if is_legal(state, best):
        return best
    explain(why, Reason.FALLBACK, 0, 0)
    return state.legal[0]
