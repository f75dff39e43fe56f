"""The stage deck and its cards: revealing, resolving, reactions (Encounter rules p. 15, 18-19)."""

from ..core.compiler import rule
from ..core.tape import Tape, emit
from .board import FAR, gap, is_oathsworn, on_board
from .house_rules import BreakerGone
from .locations import bosses_out
from .pieces import all_fell, end_game, retire_bosses
from .program import run
from .reach import dry
from .stack import DONE, NEEDS_CHANCE, pop, push, top
from .stage_deck import can_turn_up, change_stage, reveal, stage_due
from .state import STEP, Book, StageCard, State, Step
from .targeting import REASONS, pick_target, tell_target
from .terms import (
    BOSS,
    BOSSES,
    SEATS,
    Do,
    Event,
    Form,
    Op,
    Outcome,
    Prefer,
    Shape,
    StageZone,
    Status,
    Stream,
    To,
    When,
    Who,
)

UNDER_WAY, NEXT, WARNED = 1, 2, 3


@STEP.member
def reactions_step(state: State, book: Book, tape: Tape) -> int:
    """Resolve a whole stage card for each broken location, one after another, unless one is under way (p. 15, 18)."""
    frame = top(state)
    if frame.step == UNDER_WAY:
        take_first_reaction(state)
        frame.step = 0
        return DONE
    if frame.step == WARNED:
        state.resolving -= 1
        frame.step = UNDER_WAY
        push(state, Op.CARD, state.face_up, 1 + 2 * state.reaction_boss[0], state.reactions[0])
        return DONE
    if state.n_reactions == 0 or state.resolving:
        pop(state)
        return DONE
    change_stage(state, book, stage_due(state, book))
    if state.face_up < 0:
        if not can_turn_up(state, tape):
            return NEEDS_CHANCE
        reveal(state, book, tape)
    frame.step = UNDER_WAY
    if state.face_up >= 0:
        frame.step = WARNED
        state.resolving += 1
        push(state, Op.WINDOW, When.STAGE, -1, -1)
    return DONE


@rule
def take_first_reaction(state: State) -> None:
    """Take the reaction that was just resolved off the queue; it gave whoever passed other plays (p. 8)."""
    for seat in range(SEATS):
        if state.seats[seat].form != Form.FALLEN:
            state.seats[seat].passed = 0
    for place in range(len(state.reactions) - 1):
        state.reactions[place] = state.reactions[place + 1]
        state.reaction_boss[place] = state.reaction_boss[place + 1]
    state.n_reactions -= 1


@rule
def settle_end(state: State, tape: Tape) -> None:
    """Win when the last die is gone and no other reaction is left, else lose when no Oathsworn is left (p. 15, 24)."""
    if state.victory_due:
        if state.n_reactions == 0:
            end_game(state, tape, Outcome.WIN)
    elif all_fell(state):
        end_game(state, tape, Outcome.LOSS)


@rule
def asks_for_steps(card: StageCard, tape: Tape, place: int) -> bool:
    """Ask for the steps of an unknown card, where somebody can tell them."""
    if card.unknown == 0 or not (tape.fed_mask >> Stream.CARD) & 1:
        return False
    tape.want_stream = Stream.CARD
    tape.want_count = 1
    tape.want_faces = place
    return True


@STEP.member
def card_step(state: State, book: Book, tape: Tape) -> int:
    """Let every boss carry out a stage card, then reveal the next (p. 18).

    a = card, b = 0 or, for a reaction, 1 + twice the bosses that go for the breaker as bits, c = breaker, d = done.
    """
    frame = top(state)
    card = book.stage_cards[frame.a]
    if frame.step == 0:
        if asks_for_steps(card, tape, frame.a):
            return NEEDS_CHANCE
        frame.step = UNDER_WAY
        state.resolving += 1
        emit(tape, Event.RESOLVE, frame.a, frame.b & 1, frame.c, 0, 0)
        for boss in range(BOSSES):
            state.pieces[BOSS + boss].target = -1
    if frame.step == UNDER_WAY:
        retire_bosses(state, book, tape)
        boss = next_boss(state, book, tape, frame.a, frame.b, frame.c, frame.d)
        if boss >= 0:
            begin_card(state, book, frame.a, frame.b, frame.c, boss)
            return DONE
        frame.step = NEXT
        state.stage_zone[frame.a] = StageZone.LASTING if card.lasting else StageZone.DISCARD
        state.face_up = -1
        change_stage(state, book, stage_due(state, book))
    if not can_turn_up(state, tape):
        return NEEDS_CHANCE
    pop(state)
    state.resolving -= 1
    reveal(state, book, tape)
    return DONE


@rule
def begin_card(state: State, book: Book, card: int, reaction: int, breaker: int, boss: int) -> None:
    """Start a stage card's program for a boss; its turn begins."""
    frame = top(state)
    follows = 1 if frame.d else 0
    frame.d |= 1 << boss
    dry(state)
    place = run(state, BOSS + boss, book.stage_cards[card].first, book.stage_cards[card].end, -1)
    play = state.plays[place]
    play.reaction = reaction
    play.breaker = breaker
    play.source = card
    play.follows = follows


@STEP.member
def boss_step(state: State, book: Book, tape: Tape) -> int:
    """Find the target a boss's step speaks of, then carry the step out; a = row, b = boss, c = program."""
    frame = top(state)
    row = frame.a
    boss = frame.b
    place = frame.c
    pop(state)
    step = book.steps[row]
    if not on_board(state, boss) or (state.plays[place].follows and once_for_all(step.do)):
        return DONE
    if needs_target(step.do, step.to, step.who) and state.pieces[boss].target < 0:
        find_target(state, book, tape, place, row, boss, -1)
    push(state, step.do, row, boss, place)
    return DONE


@rule
def once_for_all(do: int) -> bool:
    """Tell whether a step is carried out once, however many bosses there are."""
    return do == Do.TOLL or do == Do.MIGHT or do == Do.CHOOSE or do == Do.CLOUD


@rule
def next_boss(state: State, book: Book, tape: Tape, card: int, reaction: int, breaker: int, done: int) -> int:
    """Give the boss of a pack that acts next: nearest to its target, then North then West; -1 none."""
    best = -1
    least = 2 * FAR
    for boss in range(BOSSES):
        piece = BOSS + boss
        if (done >> boss) & 1 or not on_board(state, piece):
            continue
        away = FAR
        if bosses_out(state) > 1:
            end = book.stage_cards[card].end
            found = look_out(
                state, book, tape, card, reaction, breaker, book.stage_cards[card].first, end, boss, -1, -1
            )
            away = gap(state, book, piece, found // REASONS) if found >= 0 else FAR
        if away < least or (away == least and state.pieces[piece].hex < state.pieces[BOSS + best].hex):
            best = boss
            least = away
    return best


@rule
def needs_target(do: int, to: int, who: int) -> bool:
    """Tell whether a step speaks of the current target."""
    if do == Do.MOVE or do == Do.FACE:
        return to == To.TARGET or to == To.AWAY
    return do == Do.ATTACK or do == Do.TILE or who == Who.TARGET


@rule
def find_target(state: State, book: Book, tape: Tape, place: int, row: int, boss: int, prefer: int) -> None:
    """Choose a boss's target by what its card still lets it do from a row on, and tell why (p. 19)."""
    play = state.plays[place]
    found = look_out(
        state, book, tape, play.source, play.reaction, play.breaker, row, play.end, boss - BOSS, prefer, play.barred
    )
    tell_target(state, tape, boss, found)


@rule
def look_out(
    state: State,
    book: Book,
    tape: Tape,
    card: int,
    reaction: int,
    breaker: int,
    row: int,
    end: int,
    boss: int,
    prefer: int,
    barred: int,
) -> int:
    """Give whom a boss goes for from a row of a stage card on, as `pick_target` has it.

    Args:
        state: The encounter.
        book: Its scenario.
        tape: Working memory.
        card: The stage card.
        reaction: 0, or 1 + twice the bosses that go for the breaker, as bits.
        breaker: Who broke a location, -1 nobody.
        row: The step that wants a target.
        end: Row behind the card's last.
        boss: Who looks out.
        prefer: `Prefer` of a new choice, -1 the card's or the boss's.
        barred: Piece that is not to be chosen, -1 none.
    """
    wish = CLOSEST if reaction and breaker < 0 else wish_of(book, card, boss, prefer)
    kind = book.steps[row].kind if prefer >= 0 else arc_of(book, card, boss)
    follows = reaction & (2 << boss) != 0 and barred < 0 and breaker >= 0
    if follows and is_down(state, breaker) and book.house.breaker_gone == BreakerGone.CANCEL:
        return -1
    aim = breaker if follows and is_oathsworn(state, breaker) else -1
    moves = walk_of(book, end, row)
    return pick_target(state, book, tape, BOSS + boss, moves, reach_of_card(book, end, row), wish, kind, aim, barred)


CLOSEST = int(Prefer.CLOSEST)


@rule
def wish_of(book: Book, card: int, boss: int, prefer: int) -> int:
    """Give whom a boss is to go for: as a new choice says, else its card, else its board."""
    if prefer >= 0:
        return CLOSEST if prefer == Prefer.NEXT_CLOSEST else prefer
    return book.stage_cards[card].prefer if book.stage_cards[card].prefer >= 0 else book.bosses[boss].prefer


@rule
def arc_of(book: Book, card: int, boss: int) -> int:
    """Give the arc that goes with a card's or a board's preference."""
    if book.stage_cards[card].prefer >= 0:
        return book.stage_cards[card].prefer_kind
    return book.bosses[boss].prefer_kind


@rule
def is_down(state: State, breaker: int) -> bool:
    """Tell whether a breaker fell; one that is consumed did not."""
    return not on_board(state, breaker) and state.pieces[breaker].status[Status.CONSUMED] == 0


@rule
def walk_of(book: Book, end: int, row: int) -> int:
    """Add up the movement towards the target before the next attack of a card, or its next choice of a target."""
    moves = 0
    for each in range(row, end):
        step = book.steps[each]
        if step.do == Do.ATTACK or (step.do == Do.RETARGET and each > row):
            return moves
        if step.do == Do.MOVE and step.to == To.TARGET:
            moves += step.amount
    return moves


@rule
def reach_of_card(book: Book, end: int, row: int) -> int:
    """Give the range of a card's next attack, or of a tile it lays; 0 = adjacent."""
    for each in range(row, end):
        step = book.steps[each]
        if step.do == Do.RETARGET and each > row:
            return 0
        if step.do == Do.TILE:
            return step.reach if step.reach > 0 else FAR
        if step.do == Do.ATTACK:
            return reach_of_attack(step)
    return 0


@rule
def reach_of_attack(step: Step) -> int:
    """Give how far an enemy's attack goes: its range, or that of its shape; 0 = adjacent."""
    if step.shape == Shape.WAVE:
        return FAR
    if step.shape == Shape.CONE:
        return step.size if step.size > 0 else FAR
    if step.shape == Shape.CHARGE or step.shape == Shape.WITHIN:
        return step.size
    return step.reach
