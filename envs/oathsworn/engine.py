"""The engine: reset, legal, apply. Everything that plays an encounter goes through these functions.

A status of 0 means a decision is pending or the game is over; NEEDS_CHANCE means a hand-fed stream ran dry: feed the
tape and call `resume`. ILLEGAL leaves the state untouched; FAULT means the engine's own limits were passed.
"""

from ..core.chance import seed_chance
from ..core.compiler import Batch, entry, rule
from ..core.game import DONE, FAULT, ILLEGAL, NEEDS_CHANCE
from ..core.tape import Tape
from .aiming import aim_step, landing_step
from .allies import enter_step
from .card_effects import (
    battleflow_step,
    choose_step,
    discard_step,
    empower_step,
    ignore_step,
    peek_step,
    predict_step,
    recover_step,
    redraw_step,
    refresh_step,
    replace_step,
    rotate_step,
    token_step,
)
from .chain import chain_step
from .damage import struck_step
from .draws import drawing_step, empower_cards_step, plan_step
from .effects import give_step, mend_step, transfer_step
from .enemy_attack import defend_step, enemy_attack_step, guard_step
from .enemy_effects import (
    cloud_step,
    eat_step,
    face_step,
    might_step,
    retarget_step,
    spawn_step,
    toll_step,
    turn_step,
)
from .friends import command_step, send_step, summon_step, throw_step
from .held import held_step, survival_step
from .hero_attack import attack_step, determination_step, hero_attack_step
from .hero_moves import hero_move_step, move_step, teleport_step
from .knockback import knockback_step
from .losses import locate_step
from .minions import minion_attack_step, minions_step
from .passives import passives_step
from .pieces import clear_trodden
from .program import finish_step, program_step
from .rounds import end_round_step, game_step, phase_step, place_step, round_step, stage_step
from .stack import close_decision, is_legal, push
from .stage import boss_step, card_step, reactions_step, settle_end
from .state import Book, State, call_step
from .terms import Decision, Do, Op, Outcome
from .terrain import break_terrain_step, tile_step
from .visit import token_move_step, visit_step
from .window import ring, window_step

MOST_STEPS = 20_000
"""More operations between two decisions than any rule needs; passing it is a fault, not an endless loop."""

STEPS = {
    Do.ATTACK: attack_step,
    Do.MOVE: move_step,
    Do.TELEPORT: teleport_step,
    Do.KNOCKBACK: knockback_step,
    Do.TURN: turn_step,
    Do.HURT: give_step,
    Do.HEAL: give_step,
    Do.TRANSFER: transfer_step,
    Do.TOKEN: give_step,
    Do.ANIMUS: give_step,
    Do.STATUS: give_step,
    Do.DEFENCE: give_step,
    Do.DAMAGE: give_step,
    Do.BATTLEFLOW: battleflow_step,
    Do.ROTATE: rotate_step,
    Do.REFRESH: refresh_step,
    Do.REDRAW: redraw_step,
    Do.EMPOWER: empower_step,
    Do.IGNORE: ignore_step,
    Do.TILE: tile_step,
    Do.SUMMON: summon_step,
    Do.SEND: send_step,
    Do.COMMAND: command_step,
    Do.PEEK: peek_step,
    Do.PREDICT: predict_step,
    Do.REPLACE: replace_step,
    Do.TAUNT: give_step,
    Do.RETARGET: retarget_step,
    Do.FACE: face_step,
    Do.SPAWN: spawn_step,
    Do.EAT: eat_step,
    Do.CLOUD: cloud_step,
    Do.MIGHT: might_step,
    Do.TOLL: toll_step,
    Do.BREAK_TERRAIN: break_terrain_step,
    Do.RECOVER: recover_step,
    Do.CHOOSE: choose_step,
    Do.THROW: throw_step,
    Do.RANGE: give_step,
    Do.BLEED: give_step,
    Do.MEND: mend_step,
    Do.AIM: aim_step,
    Do.DISCARD: discard_step,
    Op.GAME: game_step,
    Op.PLACE: place_step,
    Op.ROUND: round_step,
    Op.PHASE: phase_step,
    Op.VISIT: visit_step,
    Op.ENTER: enter_step,
    Op.PROGRAM: program_step,
    Op.FINISH: finish_step,
    Op.HERO_ATTACK: hero_attack_step,
    Op.ENEMY_ATTACK: enemy_attack_step,
    Op.STRUCK: struck_step,
    Op.WINDOW: window_step,
    Op.GUARD: guard_step,
    Op.STAGE: stage_step,
    Op.CARD: card_step,
    Op.REACTIONS: reactions_step,
    Op.MINIONS: minions_step,
    Op.MINION_ATTACK: minion_attack_step,
    Op.HERO_MOVE: hero_move_step,
    Op.END_ROUND: end_round_step,
    Op.TOKEN: token_step,
    Op.TOKEN_MOVE: token_move_step,
    Op.SURVIVAL: survival_step,
    Op.HELD: held_step,
    Op.LOCATE: locate_step,
    Op.BOSS_STEP: boss_step,
    Op.DEFEND: defend_step,
    Op.DETERMINATION: determination_step,
    Op.DRAWING: drawing_step,
    Op.PLAN: plan_step,
    Op.EMPOWER: empower_cards_step,
    Op.CHAIN: chain_step,
    Op.LANDING: landing_step,
    Op.PASSIVES: passives_step,
}
"""The step table: which rule runs each operation."""


@rule
def halts(state: State, tape: Tape) -> bool:
    """Settle what the last operation left; tells whether a decision is pending or the game is over."""
    settle_end(state, tape)
    if state.trodden:
        clear_trodden(state, tape)
    if state.outcome != Outcome.ON or state.decision != Decision.NONE:
        return True
    if (state.fell or state.broke) and state.answer < 0:
        ring(state)
    return False


@rule
def advance(state: State, book: Book, tape: Tape) -> int:
    """Run operations until a decision is pending, the game is over, or chance must be fed."""
    for _ in range(MOST_STEPS):
        if halts(state, tape):
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
    push(state, Op.GAME, 0, 0, 0)
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
    """Start encounter `i` of scenario `b` anew from a seed; the caller has copied `book.start` into it."""
    return start(states[i], books[b], tapes[t], seed)


@entry
def apply(states: Batch[State], i: int, books: Batch[Book], b: int, tapes: Batch[Tape], t: int, act: int) -> int:
    """Answer the pending decision of encounter `i`."""
    return decide(states[i], books[b], tapes[t], act)


@entry
def resume(states: Batch[State], i: int, books: Batch[Book], b: int, tapes: Batch[Tape], t: int) -> int:
    """Run encounter `i` on after its tape was fed."""
    return advance(states[i], books[b], tapes[t])
