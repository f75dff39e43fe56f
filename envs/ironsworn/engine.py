"""The engine: reset, legal, apply. Everything that plays a fight goes through these functions.

A status of 0 means a decision is pending or the game is over; NEEDS_CHANCE means a hand-fed stream ran dry: feed the
tape and call `resume`. ILLEGAL leaves the state untouched; FAULT means the engine's own limits were passed.
"""

from ..core.chance import seed_chance
from ..core.compiler import Batch, entry, rule
from ..core.tape import Tape
from .attack import clash_choice_step, clash_step, spoils_step, strike_step
from .ending import battle_step, end_cost_step, end_step, victory_step
from .fight import aftermath_step, fight_step, lend_step, mercy_step, opening_step
from .losses import lose_momentum_step, lose_supply_step
from .moves import (
    aid_choice_step,
    aid_step,
    compel_step,
    face_cost_step,
    face_step,
    flee_step,
    leave_step,
    secure_step,
)
from .opening import boast_step, circle_step, fray_step, ritual_step
from .price import price_step
from .resolve import blood_step, help_step, rally_step, resolve_step, supplies_step
from .rolls import burn_step, prepare_step, reroll_step, roll_step
from .stack import DONE, NEEDS_CHANCE, clear_roll, close_decision, is_legal, push
from .state import Book, State, call_step
from .suffer import (
    companion_step,
    death_step,
    desolation_step,
    grit_step,
    harm_step,
    harm_table_step,
    heal_step,
    stress_step,
    stress_table_step,
    suffer_step,
    take_step,
    vow_step,
)
from .terms import Decision, Op, Outcome
from .turn import compel_oracle_step, follow_step, make_step, target_step, turn_step

ILLEGAL = 2
FAULT = 3

MOST_STEPS = 10_000
"""More operations between two decisions than any rule needs; passing it is a fault, not an endless loop."""

STEPS = {
    Op.FIGHT: fight_step,
    Op.TURN: turn_step,
    Op.TARGET: target_step,
    Op.PREPARE: prepare_step,
    Op.ROLL: roll_step,
    Op.REROLL: reroll_step,
    Op.LEND: lend_step,
    Op.BURN: burn_step,
    Op.RESOLVE: resolve_step,
    Op.FRAY: fray_step,
    Op.STRIKE: strike_step,
    Op.CLASH: clash_step,
    Op.SECURE: secure_step,
    Op.FACE: face_step,
    Op.FLEE: flee_step,
    Op.AID: aid_step,
    Op.COMPEL: compel_step,
    Op.END: end_step,
    Op.BATTLE: battle_step,
    Op.CIRCLE: circle_step,
    Op.HARM: harm_step,
    Op.STRESS: stress_step,
    Op.COMPANION: companion_step,
    Op.DEATH: death_step,
    Op.DESOLATION: desolation_step,
    Op.VOW: vow_step,
    Op.HEAL: heal_step,
    Op.RITUAL: ritual_step,
    Op.OPENING: opening_step,
    Op.BOAST: boast_step,
    Op.VICTORY: victory_step,
    Op.CLASH_CHOICE: clash_choice_step,
    Op.FACE_COST: face_cost_step,
    Op.AID_CHOICE: aid_choice_step,
    Op.END_COST: end_cost_step,
    Op.LEAVE: leave_step,
    Op.COMPEL_ORACLE: compel_oracle_step,
    Op.MAKE: make_step,
    Op.BLOOD: blood_step,
    Op.HELP: help_step,
    Op.SUPPLIES: supplies_step,
    Op.RALLY: rally_step,
    Op.SPOILS: spoils_step,
    Op.PRICE: price_step,
    Op.SUFFER: suffer_step,
    Op.TAKE: take_step,
    Op.GRIT: grit_step,
    Op.HARM_TABLE: harm_table_step,
    Op.STRESS_TABLE: stress_table_step,
    Op.LOSE_MOMENTUM: lose_momentum_step,
    Op.LOSE_SUPPLY: lose_supply_step,
    Op.MERCY: mercy_step,
    Op.AFTERMATH: aftermath_step,
    Op.FOLLOW: follow_step,
}
"""The step table: which rule runs each operation."""


@rule
def advance(state: State, book: Book, tape: Tape) -> int:
    """Run operations until a decision is pending, the game is over, or chance must be fed."""
    for _ in range(MOST_STEPS):
        if state.outcome != Outcome.ON or state.decision != Decision.NONE:
            return DONE
        if call_step(tape.steps[state.stack[state.top].op], state, book, tape) == NEEDS_CHANCE:
            return NEEDS_CHANCE
        if state.error:
            return FAULT
    return FAULT


@rule
def start(state: State, book: Book, tape: Tape, seed: int) -> int:
    """Bring a state that is a copy of the book's start to its first decision."""
    seed_chance(state.chance, seed)
    clear_roll(state)
    push(state, Op.FIGHT, 0, 0, 0, 0)
    return advance(state, book, tape)


@rule
def decide(state: State, book: Book, tape: Tape, act: int) -> int:
    """Answer the pending decision and run on."""
    if state.decision == Decision.NONE or not is_legal(state, act):
        return ILLEGAL
    close_decision(state)
    state.answer = act
    state.decisions += 1
    return advance(state, book, tape)


@entry
def reset(states: Batch[State], i: int, books: Batch[Book], b: int, tapes: Batch[Tape], t: int, seed: int) -> int:
    """Start fight `i` of scenario `b` anew from a seed; the caller has copied `book.start` into it."""
    return start(states[i], books[b], tapes[t], seed)


@entry
def apply(states: Batch[State], i: int, books: Batch[Book], b: int, tapes: Batch[Tape], t: int, act: int) -> int:
    """Answer the pending decision of fight `i`."""
    return decide(states[i], books[b], tapes[t], act)


@entry
def resume(states: Batch[State], i: int, books: Batch[Book], b: int, tapes: Batch[Tape], t: int) -> int:
    """Run fight `i` on after its tape was fed."""
    return advance(states[i], books[b], tapes[t])
