"""Rolls: dice, score, result, reroll and burn (rules section 1). Four operations run one after another."""

from ..core.chance import available, draw
from ..core.compiler import rule
from ..core.tape import Tape, emit
from .effects import (
    Reroll,
    Special,
    can_pay,
    fits_roll,
    gather,
    has_special,
    pick,
    picked,
    row_of_act,
    spend_ability,
    stance_taken,
    turns_weak_to_miss,
)
from .stack import DONE, NEEDS_CHANCE, answered, ask, clear_roll, offer, pop, push, top
from .state import STEP, Book, State
from .terms import DICE_SUBSETS, FACES, MAX_SCORE, Act, Decision, Die, Event, Move, Op, Result, Stat, Stream
from .tracks import boxes, reset_momentum

SIDES = 6
"""Sides of the action die."""

ROLL_FRAMES = 6
"""Operations of a roll: TARGET or TAKE, PREPARE, and the four that `begin_roll` puts on the stack."""


@rule
def is_suffer(move: int) -> bool:
    """Tell whether a move is a suffer move that gives or takes initiative."""
    return Move.HARM <= move <= Move.COMPANION or move == Move.DESOLATION


@rule
def is_progress(move: int) -> bool:
    """Tell whether a move is rolled without an action die."""
    return move == Move.END


@rule
def score_of(action: int, base: int, adds: int) -> int:
    """Score of an action roll; above 10 counts as 10 and below 0 as 0."""
    return max(0, min(MAX_SCORE, action + base + adds))


@rule
def result_of(score: int, first: int, second: int) -> int:
    """Result by how many challenge dice the score beats; a tie goes to the die."""
    return (1 if score > first else 0) + (1 if score > second else 0)


@rule
def burnt_result(score: int, momentum: int, first: int, second: int) -> int:
    """Result when every challenge die below momentum is cancelled; a cancelled die counts as beaten."""
    return result_of(max(score, momentum), first, second)


@rule
def is_cancelled(action: int, momentum: int) -> bool:
    """Tell whether negative momentum cancels the action die: its face equals the momentum below zero."""
    return momentum < 0 and action == -momentum


@rule
def roll_score(state: State) -> int:
    """Score of the roll as it stands."""
    roll = state.roll
    if is_progress(roll.move):
        return roll.base
    return score_of(0 if roll.cancelled else roll.action, roll.base, roll.adds)


@rule
def begin_roll(state: State, seat: int, move: int, stat: int, foe: int) -> None:
    """Start a roll: set its record and put its four operations and its resolution on the stack."""
    clear_roll(state)
    roll = state.roll
    roll.seat = seat
    roll.move = move
    roll.stat = stat
    roll.foe = foe
    push(state, Op.RESOLVE, 0, 0, 0, 0)
    push(state, Op.BURN, 0, 0, 0, 0)
    push(state, Op.LEND if is_progress(move) else Op.REROLL, 0, 0, 0, 0)
    push(state, Op.ROLL, 0, 0, 0, 0)


@rule
def call_off(state: State) -> None:
    """Take a roll that will not be made off the stack, from its TARGET or TAKE on."""
    for _ in range(ROLL_FRAMES):
        pop(state)
    clear_roll(state)


@STEP.member
def prepare_step(state: State, book: Book, tape: Tape) -> int:
    """Let the character choose optional abilities before the roll, in the order of their rows."""
    frame = top(state)
    roll = state.roll
    answer = answered(state)
    if answer == Act.GO:
        pop(state)
        return DONE
    kit = book.kits[roll.seat]
    if answer >= 0:
        row = row_of_act(state, book, answer)
        frame.a = row + 1
        pick(state, book, tape, row)
        return DONE
    for row in range(frame.a, kit.n_effects):
        effect = kit.effects[row]
        if (
            effect.act >= 0
            and effect.reroll != Reroll.ASKED
            and fits_roll(state, book, row)
            and can_pay(state, effect, roll.seat)
            and not stance_taken(state, book, row)
        ):
            offer(state, effect.act)
    offer(state, Act.GO)
    ask(state, Decision.ABILITY, roll.seat)
    return DONE


@rule
def base_of(state: State, book: Book) -> int:
    """What a roll is made with: a stat, the better of a stat and a track, or the filled boxes."""
    roll = state.roll
    character = state.characters[roll.seat]
    heart = character.stats[Stat.HEART]
    iron = character.stats[Stat.IRON]
    if roll.move == Move.END:
        return boxes(state.foes[roll.foe].progress)
    if roll.move == Move.HARM:
        best = max(iron, character.health)
        if character.health == 0 and has_special(state, book, roll.seat, Special.SCARS) >= 0:
            best = max(best, max(heart, character.stats[Stat.WITS]))
        return best
    if roll.move == Move.STRESS:
        return max(heart, character.spirit)
    if roll.move == Move.COMPANION:
        return max(heart, character.track[roll.ally])
    if roll.move == Move.HEAL:
        return min(character.stats[Stat.WITS], iron)
    return character.stats[roll.stat]


@STEP.member
def roll_step(state: State, book: Book, tape: Tape) -> int:
    """Add up the roll, then draw its dice."""
    frame = top(state)
    roll = state.roll
    if frame.step == 0:
        frame.step = 1
        gather(state, book)
        roll.base = base_of(state, book)
        other = roll.foe if roll.foe >= 0 else roll.ally
        emit(tape, Event.MOVE, roll.seat, roll.move, roll.stat, other, roll.base + roll.adds)
    if is_progress(roll.move):
        if not available(state.chance, tape, Stream.PROGRESS, 2, FACES):
            return NEEDS_CHANCE
        roll.first = draw(state.chance, tape, Stream.PROGRESS, FACES)
        roll.second = draw(state.chance, tape, Stream.PROGRESS, FACES)
        emit(tape, Event.PROGRESS_DICE, roll.seat, roll.first, roll.second, roll.base, 0)
    else:
        stream = (Stream.SUFFER if roll.move >= Move.HARM else Stream.DICE) + roll.seat
        if not available(state.chance, tape, stream, 3, SIDES):
            return NEEDS_CHANCE
        roll.action = draw(state.chance, tape, stream, SIDES)
        roll.first = draw(state.chance, tape, stream, FACES)
        roll.second = draw(state.chance, tape, stream, FACES)
        show_dice(state, tape)
    pop(state)
    return DONE


@rule
def show_dice(state: State, tape: Tape) -> None:
    """Settle whether momentum cancels the action die, and log the dice."""
    roll = state.roll
    roll.cancelled = 1 if is_cancelled(roll.action, state.characters[roll.seat].momentum) else 0
    if roll.cancelled:
        emit(tape, Event.CANCELLED, roll.seat, roll.action, 0, 0, 0)
    emit(tape, Event.DICE, roll.seat, roll.action, roll.first, roll.second, roll_score(state))


@rule
def reroll_row(state: State, book: Book) -> int:
    """Give the row that allows a reroll of this roll, -1 none; one picked before goes first."""
    kit = book.kits[state.roll.seat]
    for row in range(kit.n_effects):
        if kit.effects[row].reroll == Reroll.PICKED and picked(state, row):
            return row
    for row in range(kit.n_effects):
        if kit.effects[row].reroll == Reroll.ASKED and fits_roll(state, book, row):
            return row
    return -1


@STEP.member
def reroll_step(state: State, book: Book, tape: Tape) -> int:
    """Offer to reroll any of the three dice once, in one throw; new faces stand."""
    frame = top(state)
    roll = state.roll
    row = reroll_row(state, book)
    answer = answered(state)
    if answer >= 0:
        frame.a = answer - Act.REROLL
    elif frame.step == 0 and row >= 0:
        frame.step = 1
        for dice in range(DICE_SUBSETS):
            offer(state, Act.REROLL + dice)
        ask(state, Decision.REROLL, roll.seat)
        return DONE
    dice = frame.a
    if dice:
        count = (dice & 1) + ((dice >> 1) & 1) + ((dice >> 2) & 1)
        if not available(state.chance, tape, Stream.REROLL, count, SIDES if dice == Die.ACTION else FACES):
            return NEEDS_CHANCE
        effect = book.kits[roll.seat].effects[row]
        if effect.reroll == Reroll.ASKED:
            spend_ability(state, book, tape, roll.seat, row)
        emit(tape, Event.REROLL, roll.seat, dice, effect.slot, 0, 0)
        if dice & Die.ACTION:
            roll.action = draw(state.chance, tape, Stream.REROLL, SIDES)
        if dice & Die.FIRST:
            roll.first = draw(state.chance, tape, Stream.REROLL, FACES)
        if dice & Die.SECOND:
            roll.second = draw(state.chance, tape, Stream.REROLL, FACES)
        show_dice(state, tape)
    pop(state)
    return DONE


@rule
def end_burn_row(state: State, book: Book) -> int:
    """Give the row that lets End the Fight be burnt (Revenant 3), or -1."""
    if state.roll.move != Move.END:
        return -1
    return has_special(state, book, state.roll.seat, Special.END_BURN)


@rule
def result_if_burnt(state: State, book: Book) -> int:
    """Result the roll would have after burning momentum."""
    roll = state.roll
    momentum = state.characters[roll.seat].momentum
    score = roll_score(state)
    plain = result_of(score, roll.first, roll.second)
    if momentum <= 0:
        return plain
    if is_progress(roll.move):
        if end_burn_row(state, book) < 0:
            return plain
        return min(plain + 1, burnt_result(score, momentum, roll.first, roll.second))
    burnt = burnt_result(score, momentum, roll.first, roll.second)
    return plain if burnt == Result.WEAK and turns_weak_to_miss(state, book) else burnt


@STEP.member
def burn_step(state: State, book: Book, tape: Tape) -> int:
    """Settle the result; offer to burn momentum where that improves it."""
    roll = state.roll
    character = state.characters[roll.seat]
    answer = answered(state)
    plain = result_of(roll_score(state), roll.first, roll.second)
    burnt = result_if_burnt(state, book)
    if answer < 0 and burnt > plain:
        offer(state, Act.BURN)
        offer(state, Act.KEEP)
        ask(state, Decision.BURN, roll.seat)
        return DONE
    roll.before = plain
    roll.result = plain
    if answer == Act.BURN:
        roll.result = burnt
        roll.burned = 1
        before = character.momentum
        character.momentum = reset_momentum(character)
        emit(tape, Event.BURN, roll.seat, before, character.momentum, 0, 0)
    pop(state)
    return DONE
