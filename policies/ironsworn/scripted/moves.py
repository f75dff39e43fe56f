"""Decisions before a roll: the main move, who makes it, against whom, with which stat and which abilities."""

from ....envs.core.compiler import rule
from ....envs.ironsworn.effects import Special, gather, row_of_act
from ....envs.ironsworn.fight import opening_move
from ....envs.ironsworn.rolls import base_of
from ....envs.ironsworn.stack import clear_roll
from ....envs.ironsworn.state import Book, State
from ....envs.ironsworn.terms import Act, Move
from ..family import Why
from ..reasons import Reason
from .odds import plain_odds
from .outcomes import ripest
from .rating import rate_act, rate_best, rate_plain, rate_with, sketch, target
from .worth import boxes_of, hope, rest_worth

CLEARLY = 1e-9
"""By how much a later option must be better than an earlier one."""

LEAVE_IT = int(Act.GO)
"""The choice to use nothing more."""

HEAVY = 3
"""Harm from which a shield is given up."""


@rule
def explain(why: Why, code: int, a: int, b: int) -> None:
    """Leave a reason."""
    why.code = code
    why.a = a
    why.b = b


@rule
def percent(chance: float) -> int:
    """Round a chance to percent."""
    return int(100.0 * chance + 0.5)


@rule
def choose_move(state: State, book: Book, why: Why) -> int:
    """Choose the main action that leaves the best hope."""
    seat = state.seat
    rest = rest_worth(state, book, seat)
    best = state.legal[0]
    best_value = -1.0
    for k in range(state.n_legal):
        value = rate_act(state, book, seat, rest, state.legal[k])
        if value > best_value + CLEARLY:
            best_value = value
            best = state.legal[k]
    explain_move(state, book, best, best_value, why)
    return best


@rule
def explain_move(state: State, book: Book, act: int, value: float, why: Why) -> None:
    """Say why a main action: its odds, or what it hopes for."""
    seat = state.seat
    if act == Act.END:
        filled = boxes_of(state, ripest(state))
        explain(why, Reason.END, filled, max(0, filled - 1) ** 2)
        return
    if act == Act.GO:
        explain(why, Reason.PLAIN, 0, 0)
        return
    if act > Act.COMPEL_SHADOW:
        explain(why, REASON_OF_ACT[act - Act.TIDE], percent(value), 0)
        return
    sketch(state, seat, act)
    gather(state, book)
    miss, _, strong = plain_odds(base_of(state, book) + state.roll.adds, state.characters[seat].momentum)
    explain(why, REASON_OF_MOVE[state.roll.move - Move.STRIKE], percent(strong), percent(miss))
    clear_roll(state)


REASON_OF_ACT = (
    int(Reason.TIDE),
    int(Reason.END),
    int(Reason.TAKE_HIT),
    int(Reason.SURRENDER),
    int(Reason.WAIT),
)
"""Reasons of the actions from TIDE on that roll no action dice."""

REASON_OF_MOVE = (
    int(Reason.STRIKE),
    int(Reason.CLASH),
    int(Reason.SECURE),
    int(Reason.FACE),
    int(Reason.FLEE),
    int(Reason.AID),
    int(Reason.COMPEL),
)
"""Reasons of the moves from STRIKE on."""


@rule
def choose_seat(state: State, book: Book, why: Why) -> int:
    """Choose who moves next: who may end the fight, then who has initiative, then who is in best shape."""
    best = state.legal[0]
    best_score = -99
    for k in range(state.n_legal):
        character = state.characters[state.legal[k] - Act.SEAT]
        score = 40 * character.gate + 20 * character.initiative + character.health + character.momentum
        if score > best_score:
            best_score = score
            best = state.legal[k]
    explain(why, Reason.SEAT, best - Act.SEAT + 1, 0)
    return best


@rule
def choose_foe(state: State, book: Book, why: Why) -> int:
    """Choose the foe of a move: to end the one with most boxes, to attack the one that least harm finishes."""
    ends = state.roll.move == Move.END
    foe = ripest(state) if ends else target(state)
    for k in range(state.n_legal):
        if state.legal[k] == Act.FOE + foe:
            explain(why, Reason.RIPE if ends else Reason.TARGET, foe + 1, boxes_of(state, foe))
            return Act.FOE + foe
    explain(why, Reason.FALLBACK, 0, 0)
    return state.legal[0]


@rule
def choose_ally(state: State, book: Book, why: Why) -> int:
    """Choose the ally whose aid leaves the best hope."""
    rest = rest_worth(state, book, state.seat)
    best = state.legal[0]
    best_value = -1.0
    for k in range(state.n_legal):
        state.roll.ally = state.legal[k] - Act.SEAT
        value = rate_plain(state, book, rest)
        if value > best_value + CLEARLY:
            best_value = value
            best = state.legal[k]
    state.roll.ally = -1
    explain(why, Reason.ALLY, best - Act.SEAT + 1, percent(best_value))
    return best


@rule
def choose_stat(state: State, book: Book, why: Why) -> int:
    """Choose the stat that opens the fight."""
    rest = rest_worth(state, book, state.seat)
    best = state.legal[0]
    best_value = -1.0
    for k in range(state.n_legal):
        clear_roll(state)
        state.roll.seat = state.seat
        state.roll.move = opening_move(book.house.opening)
        state.roll.stat = state.legal[k] - Act.STAT
        value = rate_best(state, book, rest)
        if value > best_value + CLEARLY:
            best_value = value
            best = state.legal[k]
    clear_roll(state)
    explain(why, Reason.STAT, state.characters[state.seat].stats[best - Act.STAT], percent(best_value))
    return best


@rule
def choose_ability(state: State, book: Book, why: Why) -> int:
    """Choose whether and which ability to use for the roll."""
    if state.roll.move == Move.HARM or state.roll.move == Move.STRESS:
        return choose_endurance(state, book, why)
    rest = rest_worth(state, book, state.seat)
    best = LEAVE_IT
    best_value = rate_plain(state, book, rest)
    for k in range(state.n_legal):
        act = state.legal[k]
        row = row_of_act(state, book, act)
        if act != Act.GO and row >= 0:
            value = rate_with(state, book, rest, row)
            if value > best_value + CLEARLY:
                best_value = value
                best = act
    explain(why, Reason.PLAIN if best == Act.GO else Reason.ABILITY, percent(best_value), 0)
    return best


@rule
def choose_endurance(state: State, book: Book, why: Why) -> int:
    """Choose an ability for Endure Harm: give up the shield for a heavy blow, embrace the wound in good health."""
    roll = state.roll
    health = state.characters[roll.seat].health
    for k in range(state.n_legal):
        act = state.legal[k]
        row = row_of_act(state, book, act)
        if act == Act.GO or row < 0:
            continue
        special = book.kits[roll.seat].effects[row].special
        heavy = special == Special.SHIELD and (roll.amount >= HEAVY or roll.amount >= health)
        bold = special == Special.EMBRACE and health - roll.amount >= HEAVY
        if heavy or bold:
            explain(why, Reason.ENDURANCE, roll.amount, health)
            return act
    explain(why, Reason.PLAIN, percent(hope_now(state, book)), 0)
    return Act.GO


@rule
def hope_now(state: State, book: Book) -> float:
    """Hope of the character who decides, as things stand."""
    character = state.characters[state.seat]
    return hope(state, book, rest_worth(state, book, state.seat), character.momentum, character.initiative)
