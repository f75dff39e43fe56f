"""Ironsworn for learners: its rewards and its compiled batch kernel."""

from ..core.compiler import F8, rule
from ..core.kernel import Run, make_kernel
from ..core.reward import Term
from .engine import decide, start
from .observe import see, write_mask
from .state import PILOT, Book, State
from .terms import CHARACTERS, DEBILITIES, FOES, MAX_TICKS, Outcome, Place

TERMS = (
    Term("win", 1.0, "added when the fight is won"),
    Term("loss", 0.0, "added when it ends in any other way (loss, fled, surrendered); 0 or less"),
    Term("progress", 0.0, "weight of the shaping potential, the mean progress of all foes, 0 to 1"),
    Term("discount", 1.0, "discount of the shaping potential: the learner's own, 0 to 1"),
    Term("health", 0.0, "taken for each point of health a character loses, given back as it heals; at most 5 each"),
    Term("spirit", 0.0, "the same for spirit; at most 5 each"),
    Term("supply", 0.0, "the same for the party's supply; at most 5"),
    Term("debility", 0.0, "taken for each debility marked; at most 8 a character"),
    Term("fallen", 0.0, "taken for each character out of action, dead or lost; at most 4"),
    Term("regret", 0.0, "taken for each objective lost and vengeance sworn by a weak End the Fight; at most 4"),
)
"""The reward's terms, in the order of their weights."""

WIN, LOSS, PROGRESS, DISCOUNT, HEALTH, SPIRIT, SUPPLY, DEBILITY, FALLEN, REGRET = range(len(TERMS))


@rule
def potential(state: State) -> float:
    """Give the mean progress of all foes, 0 to 1; 0 once the fight has ended."""
    if state.outcome != Outcome.ON and state.outcome != Outcome.TRUNCATED:
        return 0.0
    ticks = 0
    foes = 0
    for foe in range(FOES):
        if state.foes[foe].rank > 0:
            foes += 1
            ticks += state.foes[foe].progress if state.foes[foe].active else MAX_TICKS
    return ticks / (MAX_TICKS * foes)


@rule
def has_fallen(place: int) -> bool:
    """Tell whether a character in this place is out of action, dead or lost."""
    return place == Place.UNCONSCIOUS or place >= Place.DYING


@rule
def cost(state: State, weights: F8) -> float:
    """Give what the fight has cost the party, up to a constant."""
    total = weights[REGRET] * state.regrets - weights[SUPPLY] * state.supply
    for seat in range(CHARACTERS):
        character = state.characters[seat]
        if character.max_health == 0:
            continue
        marks = 0
        for k in range(DEBILITIES):
            marks += character.marks[k]
        total += weights[DEBILITY] * marks - weights[HEALTH] * character.health - weights[SPIRIT] * character.spirit
        if has_fallen(character.place):
            total += weights[FALLEN]
    return total


@rule
def reward(state: State, book: Book, weights: F8, run: Run, first: bool) -> None:
    """Give the reward since the last observation; `first` only takes the measure of a new fight."""
    worth = weights[PROGRESS] * potential(state) if weights[PROGRESS] else 0.0
    costs = cost(state, weights)
    if not first:
        run.reward = weights[DISCOUNT] * worth - run.worth - (costs - run.cost)
        if state.outcome == Outcome.WIN:
            run.reward += weights[WIN]
        elif state.outcome != Outcome.ON and state.outcome != Outcome.TRUNCATED:
            run.reward += weights[LOSS]
    run.worth = worth
    run.cost = costs


KERNEL = make_kernel(State, Book, PILOT, start, decide, see, write_mask, reward, int(Outcome.TRUNCATED))
