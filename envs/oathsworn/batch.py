"""Oathsworn for learners: its rewards and its compiled batch kernel."""

from ..core.compiler import F8, rule
from ..core.kernel import Run, make_kernel
from ..core.reward import Term
from .engine import decide, start
from .observe import see, write_mask
from .state import PILOT, Book, State
from .terms import LOCATIONS, SEATS, Outcome

TERMS = (
    Term("win", 1.0, "added when the encounter is won"),
    Term("loss", 0.0, "added when it is lost; 0 or less"),
    Term("progress", 0.0, "weight of the shaping potential, the share of the bosses' HP that is gone, 0 to 1"),
    Term("discount", 1.0, "discount of the shaping potential: the learner's own, 0 to 1"),
    Term("health", 0.0, "taken for each HP an Oathsworn loses, given back as it heals; at most 6 each, an ally's not"),
    Term("fallen", 0.0, "taken for each Oathsworn that falls; at most 4"),
    Term("rounds", 0.0, "taken for each round begun; at most the round cap, usually 40"),
)
"""The reward's terms, in the order of their weights."""

WIN, LOSS, PROGRESS, DISCOUNT, HEALTH, FALLEN, ROUNDS = range(len(TERMS))


@rule
def potential(state: State, book: Book) -> float:
    """Give the share of the bosses' HP that is gone, 0 to 1; 0 once the encounter has ended."""
    if state.outcome != Outcome.ON and state.outcome != Outcome.TRUNCATED:
        return 0.0
    most = 0
    left = 0
    for location in range(LOCATIONS):
        if book.locations[location].boss >= 0:
            most += book.locations[location].hp
            left += state.dice[location]
    return max(most - left, 0) / most if most > 0 else 0.0


@rule
def cost(state: State, weights: F8) -> float:
    """Give what the encounter has cost the party, up to a constant."""
    total = weights[ROUNDS] * state.round
    for seat in range(SEATS):
        if state.seats[seat].fallen:
            total += weights[FALLEN]
        else:
            total -= weights[HEALTH] * state.pieces[seat].hp
    return total


@rule
def reward(state: State, book: Book, weights: F8, run: Run, first: bool) -> None:
    """Give the reward since the last observation; `first` only takes the measure of a new encounter."""
    worth = weights[PROGRESS] * potential(state, book) if weights[PROGRESS] else 0.0
    costs = cost(state, weights)
    if not first:
        run.reward = weights[DISCOUNT] * worth - run.worth - (costs - run.cost)
        if state.outcome == Outcome.WIN:
            run.reward += weights[WIN]
        elif state.outcome == Outcome.LOSS:
            run.reward += weights[LOSS]
    run.worth = worth
    run.cost = costs


KERNEL = make_kernel(State, Book, PILOT, start, decide, see, write_mask, reward, int(Outcome.TRUNCATED))
