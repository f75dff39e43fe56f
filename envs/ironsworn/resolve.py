"""What every roll brings when its result stands: initiative, the End gate, bonuses of abilities, the tide."""

from ..core.compiler import rule
from ..core.tape import Tape, emit
from .effects import (
    Special,
    fade_rituals,
    has_special,
    is_spent,
    picked,
    spend_ability,
    turns_weak_to_miss,
    weapon_harm,
)
from .house_rules import EndGate, EndVariant
from .losses import lose_momentum
from .rolls import is_suffer
from .stack import DONE, answered, ask, offer, offer_if, pop, push, top
from .state import STEP, Book, State
from .terms import Act, Decision, Event, Follow, Move, Op, Result
from .tracks import can_gain_momentum, can_gain_supply, clamp_momentum, fighting, gain_momentum, inflict, set_initiative


@rule
def is_fight_move(move: int) -> bool:
    """Tell whether a move is a plain action move of a fight: it opens the End gate on a strong hit."""
    return move <= Move.COMPEL or move == Move.CIRCLE


@rule
def may_owe_move(move: int) -> bool:
    """Tell whether a move can bring an immediate move after it."""
    return move == Move.STRIKE or move == Move.SECURE or move == Move.FACE or move == Move.AID


@rule
def is_hit(state: State) -> bool:
    """Tell whether the roll is a strong or weak hit."""
    return state.roll.result >= Result.WEAK


@rule
def is_match(state: State) -> bool:
    """Tell whether both challenge dice show the same face."""
    return state.roll.first == state.roll.second


@STEP.member
def resolve_step(state: State, book: Book, tape: Tape) -> int:
    """Apply what a result means for every move, then hand over to the move itself."""
    roll = state.roll
    seat = roll.seat
    worsen(state, book)
    pop(state)
    emit(tape, Event.RESULT, seat, roll.move, roll.result, 1 if is_match(state) else 0, 0)
    if may_owe_move(roll.move):
        push(state, Op.FOLLOW, taker_of(state), 0, 0, 0)
    push_aftereffects(state, book, seat)
    push(state, Op.FRAY + roll.move, 0, 0, 0, 0)
    settle_initiative(state, book, tape)
    settle_gate(state, book, seat)
    ability_momentum(state, book, tape)
    if roll.follow == Follow.TIDE and is_hit(state):
        gain_momentum(state, tape, seat, 1)
    if book.house.matches and is_match(state) and roll.result == Result.STRONG:
        gain_momentum(state, tape, seat, 1)
    if roll.action == 1:
        fade_rituals(state, book, tape)
        clamp_momentum(state, tape, seat)
    return DONE


@rule
def worsen(state: State, book: Book) -> None:
    """Lower the result where a rule says so: an ability that turns weak into miss, or the shifted End."""
    roll = state.roll
    if roll.result == Result.WEAK and turns_weak_to_miss(state, book):
        roll.result = Result.MISS
    if roll.move == Move.END and book.house.end_variant == EndVariant.SHIFTED:
        roll.result = max(0, roll.result - 1)


@rule
def push_aftereffects(state: State, book: Book, seat: int) -> None:
    """Put on the stack what follows the move: stress, blood, choices and next-move bonuses of abilities."""
    roll = state.roll
    kit = book.kits[seat]
    character = state.characters[seat]
    hit = is_hit(state)
    for row in range(kit.n_effects):
        if not picked(state, row):
            continue
        effect = kit.effects[row]
        if hit and effect.then_stress:
            push(state, Op.SUFFER, seat, Move.STRESS, effect.then_stress, -1)
        if hit and effect.special == Special.SPEND_BLOOD:
            push(state, Op.BLOOD, seat, 0, 0, 0)
        if hit and effect.special == Special.HARM_OR_MOMENTUM:
            push(state, Op.HELP, seat, roll.foe, 0, 0)
        if hit and effect.special == Special.MOMENTUM_OR_SUPPLY:
            push(state, Op.SUPPLIES, taker_of(state), 0, 0, 0)
        if roll.result == Result.STRONG:
            character.bonus += effect.strong_add
        if roll.burned:
            character.bonus += effect.burn_add
        if not hit or roll.result == Result.WEAK:
            lose_momentum(state, seat, effect.fail_momentum)
    if roll.burned:
        if roll.before == Result.MISS and roll.result == Result.WEAK:
            push_rally(state, book, seat)
        if roll.move == Move.END:
            push(state, Op.SUFFER, seat, Move.STRESS, 2, -1)


@rule
def push_rally(state: State, book: Book, seat: int) -> None:
    """Veteran 1: a burn that turned a miss into a weak hit may take initiative, once a fight."""
    row = has_special(state, book, seat, Special.RALLY)
    if row >= 0 and not is_spent(state, seat, book.kits[seat].effects[row].slot):
        push(state, Op.RALLY, seat, row, 0, 0)


@rule
def settle_initiative(state: State, book: Book, tape: Tape) -> None:
    """Strong hit takes or keeps initiative, anything else loses it - on suffer moves too (section 3)."""
    roll = state.roll
    if not fighting(state, roll.seat):
        return
    if is_suffer(roll.move) and not book.house.suffer_initiative:
        return
    if not is_suffer(roll.move) and not is_fight_move(roll.move):
        return
    holds = 1 if roll.result == Result.STRONG else 0
    if roll.result == Result.WEAK and keeps_initiative(state, book):
        holds = state.characters[roll.seat].initiative
    set_initiative(state, tape, roll.seat, holds)


@rule
def keeps_initiative(state: State, book: Book) -> bool:
    """Tell whether an ability in force keeps initiative on a weak hit."""
    kit = book.kits[state.roll.seat]
    for row in range(kit.n_effects):
        if picked(state, row) and kit.effects[row].keeps_initiative:
            return True
    return False


@rule
def settle_gate(state: State, book: Book, seat: int) -> None:
    """Open End the Fight on a strong action roll; any other roll closes it (section 10, 9)."""
    roll = state.roll
    strong = roll.result == Result.STRONG
    opens = is_fight_move(roll.move) or (book.house.end_gate == EndGate.ANY and is_suffer(roll.move))
    state.characters[seat].gate = 1 if strong and opens and fighting(state, seat) else 0


@rule
def taker_of(state: State) -> int:
    """Give who takes what abilities bring: the roller, on Aid Your Ally the ally."""
    return state.roll.ally if state.roll.move == Move.AID else state.roll.seat


@rule
def ability_momentum(state: State, book: Book, tape: Tape) -> None:
    """Gain the momentum that abilities in force bring; on Aid Your Ally it goes to the ally."""
    roll = state.roll
    kit = book.kits[roll.seat]
    taker = taker_of(state)
    for row in range(kit.n_effects):
        effect = kit.effects[row]
        if not picked(state, row):
            continue
        if roll.burned:
            gain_momentum(state, tape, roll.seat, effect.burn_momentum)
        if is_hit(state):
            gain_momentum(state, tape, roll.seat if effect.special == Special.ALSO_SELF else taker, effect.hit_momentum)
        if roll.result == Result.STRONG:
            gain_momentum(state, tape, taker, effect.strong_momentum)
    if roll.move == Move.STRESS and is_hit(state):
        comfort_momentum(state, book, tape)


@rule
def comfort_momentum(state: State, book: Book, tape: Tape) -> None:
    """Loyalist 2: who comforts an ally gains momentum when the ally's Endure Stress hits."""
    for seat in range(book.seats):
        if seat != state.roll.seat and fighting(state, seat) and has_special(state, book, seat, Special.COMFORT) >= 0:
            gain_momentum(state, tape, seat, 1)


@rule
def harm_dealt(state: State, book: Book) -> int:
    """Harm of the move: the weapon's, changed by abilities in force, +1 on a strong Strike."""
    roll = state.roll
    kit = book.kits[roll.seat]
    harm = weapon_harm(state, book, roll.seat)
    fixed = -1
    extra = 0
    for row in range(kit.n_effects):
        effect = kit.effects[row]
        if not picked(state, row):
            continue
        if effect.base_harm >= 0:
            harm = effect.base_harm
        if effect.fixed_harm >= 0 and (roll.result == Result.WEAK or not effect.keeps_initiative):
            fixed = effect.fixed_harm
        extra += effect.hit_harm
        if roll.result == Result.STRONG:
            extra += effect.strong_harm
        if roll.burned:
            extra += effect.burn_harm
    if roll.move == Move.STRIKE and roll.result == Result.STRONG:
        extra += 1
    if fixed >= 0:
        return fixed
    return harm + extra


@STEP.member
def blood_step(state: State, book: Book, tape: Tape) -> int:
    """Berserker 2: after the hit, Endure Harm 1 or Endure Stress 1."""
    seat = top(state).a
    answer = answered(state)
    if answer < 0 and fighting(state, seat):
        offer(state, Act.ENDURE_HARM)
        offer(state, Act.ENDURE_STRESS)
        ask(state, Decision.BERSERK, seat)
        return DONE
    pop(state)
    if answer >= 0:
        push(state, Op.SUFFER, seat, Move.HARM if answer == Act.ENDURE_HARM else Move.STRESS, 1, -1)
    return DONE


@STEP.member
def help_step(state: State, book: Book, tape: Tape) -> int:
    """Hound 2: after the hit, +1 harm or +1 momentum."""
    return momentum_or_harm(state, tape, Decision.HELP)


@rule
def momentum_or_harm(state: State, tape: Tape, asked: int) -> int:
    """Choose +1 momentum or +1 harm, of those that change something; a = seat, b = foe."""
    frame = top(state)
    answer = answered(state)
    if answer < 0 and fighting(state, frame.a):
        offer_if(state, can_gain_momentum(state, frame.a), Act.MOMENTUM)
        offer_if(state, can_harm(state, frame.b), Act.HARM_FOE)
        if state.n_legal > 0:
            ask(state, asked, frame.a)
            return DONE
    if answer == Act.MOMENTUM:
        gain_momentum(state, tape, frame.a, 1)
    elif answer == Act.HARM_FOE:
        inflict(state, tape, frame.b, 1)
    pop(state)
    return DONE


@rule
def can_harm(state: State, foe: int) -> bool:
    """Tell whether harm to a foe would mark progress."""
    return foe >= 0 and state.foes[foe].active == 1 and state.foes[foe].progress < state.foes[foe].limit


@STEP.member
def supplies_step(state: State, book: Book, tape: Tape) -> int:
    """Slinger 3: after the hit, +1 momentum or +1 supply."""
    seat = top(state).a
    answer = answered(state)
    if answer < 0 and fighting(state, seat):
        offer_if(state, can_gain_momentum(state, seat), Act.MOMENTUM)
        offer_if(state, can_gain_supply(state, seat), Act.GAIN_SUPPLY)
        if state.n_legal > 0:
            ask(state, Decision.HELP, seat)
            return DONE
    if answer == Act.MOMENTUM:
        gain_momentum(state, tape, seat, 1)
    elif answer == Act.GAIN_SUPPLY:
        state.supply += 1
        emit(tape, Event.SUPPLY, seat, 1, state.supply, 0, 0)
    pop(state)
    return DONE


@STEP.member
def rally_step(state: State, book: Book, tape: Tape) -> int:
    """Veteran 1: offer to take initiative."""
    frame = top(state)
    seat = frame.a
    slot = book.kits[seat].effects[frame.b].slot
    answer = answered(state)
    if answer < 0 and fighting(state, seat) and not state.characters[seat].initiative:
        offer(state, Act.ABILITY + slot)
        offer(state, Act.GO)
        ask(state, Decision.RALLY, seat)
        return DONE
    if answer >= 0 and answer != Act.GO:
        spend_ability(state, book, tape, seat, frame.b)
        set_initiative(state, tape, seat, 1)
    pop(state)
    return DONE


@rule
def tide_severity(state: State, book: Book) -> int:
    """Severity of the price of a miss: dire after Turn the Tide, worse on a match where matches count."""
    severity = state.roll.severity + (1 if state.roll.follow == Follow.TIDE else 0)
    if book.house.matches and is_match(state) and state.roll.result == Result.MISS:
        severity += 1
    return severity


@rule
def exposed_companion(state: State) -> int:
    """Give the companion that bears the price: its ability helped and the action die was 1; else -1."""
    return state.roll.helper if state.roll.action == 1 else -1
