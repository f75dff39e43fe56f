"""The stage deck and its cards: revealing, resolving, reactions (Encounter rules p. 15, 18-19)."""

from ..core.chance import available, draw
from ..core.compiler import rule
from ..core.tape import Tape, emit
from .board import FAR, gap, is_oathsworn, on_board
from .house_rules import BreakerGone
from .pieces import end_game
from .program import run
from .stack import DONE, NEEDS_CHANCE, pop, push, top
from .state import STEP, Book, StageCard, State
from .targeting import choose_target
from .terms import (
    BOSS,
    BOSSES,
    STAGE_CARDS,
    STAGES,
    Do,
    Event,
    Op,
    Outcome,
    Prefer,
    Shape,
    StageZone,
    Status,
    Stream,
    To,
    Who,
)

UNDER_WAY, NEXT = 1, 2


@rule
def in_deck(state: State, book: Book, stage: int) -> int:
    """Count the cards of a stage left in the deck."""
    count = 0
    for card in range(STAGE_CARDS):
        if book.stage_cards[card].stage == stage and state.stage_zone[card] == StageZone.DECK:
            count += 1
    return count


@rule
def reveal(state: State, book: Book, tape: Tape) -> bool:
    """Turn up the next stage card; False while its chance is not there. Cards of earlier stages lie on top (p. 7, 18)."""
    if not available(state.chance, tape, Stream.STAGE, 1, STAGE_CARDS):
        return False
    stage = 0
    for each in range(1, STAGES + 1):
        if stage == 0 and in_deck(state, book, each) > 0:
            stage = each
    if stage == 0:
        reshuffle(state, book)
        stage = STAGES
    if in_deck(state, book, stage) == 0:
        return True
    card = pick_card(state, book, tape, stage)
    state.stage_zone[card] = StageZone.FACE_UP
    state.face_up = card
    if stage > state.stage:
        state.stage = stage
        emit(tape, Event.STAGE, stage, 0, 0, 0, 0)
    emit(tape, Event.REVEALED, card, 0, 0, 0, 0)
    return True


@rule
def pick_card(state: State, book: Book, tape: Tape, stage: int) -> int:
    """Pick a card of a stage from the deck: the one named by hand, or by chance."""
    if (tape.fed_mask >> Stream.STAGE) & 1:
        return draw(state.chance, tape, Stream.STAGE, STAGE_CARDS) - 1
    place = draw(state.chance, tape, Stream.STAGE, in_deck(state, book, stage))
    for card in range(STAGE_CARDS):
        if book.stage_cards[card].stage == stage and state.stage_zone[card] == StageZone.DECK:
            place -= 1
            if place == 0:
                return card
    return 0


@rule
def reshuffle(state: State, book: Book) -> None:
    """Shuffle the discarded cards of stage III back (p. 18)."""
    for card in range(STAGE_CARDS):
        zone = state.stage_zone[card]
        if book.stage_cards[card].stage == STAGES and (zone == StageZone.DISCARD or zone == StageZone.LASTING):
            state.stage_zone[card] = StageZone.DECK


@rule
def stage_due(state: State, book: Book) -> int:
    """Give the stage that lost dice have brought (p. 14)."""
    stage = 1
    for each in range(1, STAGES):
        if book.bosses[0].stage_at[each] > 0 and state.broken >= book.bosses[0].stage_at[each]:
            stage = each + 1
    return stage


@rule
def change_stage(state: State, book: Book, stage: int) -> None:
    """Throw the remaining cards of earlier stages away (p. 15)."""
    for card in range(STAGE_CARDS):
        zone = state.stage_zone[card]
        known = book.stage_cards[card].stage
        if known and known < stage and (zone == StageZone.DECK or zone == StageZone.FACE_UP):
            state.stage_zone[card] = StageZone.GONE
    if state.face_up >= 0 and state.stage_zone[state.face_up] == StageZone.GONE:
        state.face_up = -1


@STEP.member
def reactions_step(state: State, book: Book, tape: Tape) -> int:
    """Resolve a whole stage card for each broken location, one after another, unless one is under way (p. 15, 18)."""
    frame = top(state)
    if frame.step == UNDER_WAY:
        take_first_reaction(state)
        frame.step = 0
        return DONE
    if state.n_reactions == 0 or state.resolving:
        pop(state)
        return DONE
    due = stage_due(state, book)
    if due > state.stage or state.face_up < 0:
        if not available(state.chance, tape, Stream.STAGE, 1, STAGE_CARDS):
            return NEEDS_CHANCE
        if due > state.stage:
            change_stage(state, book, due)
        if state.face_up < 0:
            reveal(state, book, tape)
    frame.step = UNDER_WAY
    if state.face_up < 0:
        return DONE
    push(state, Op.CARD, state.face_up, 1 + state.reaction_boss[0], state.reactions[0])
    return DONE


@rule
def take_first_reaction(state: State) -> None:
    """Take the reaction that was just resolved off the queue; when all are done a due victory comes."""
    for place in range(len(state.reactions) - 1):
        state.reactions[place] = state.reactions[place + 1]
        state.reaction_boss[place] = state.reaction_boss[place + 1]
    state.n_reactions -= 1


@rule
def settle_victory(state: State, tape: Tape) -> None:
    """Win when the last die is gone and no other reaction is left to resolve (p. 15, 24)."""
    if state.victory_due and state.n_reactions == 0:
        end_game(state, tape, Outcome.WIN)


@STEP.member
def card_step(state: State, book: Book, tape: Tape) -> int:
    """Resolve a stage card and reveal the next; a = card, b = 0 or 1 + the boss whose break drew it, c = breaker."""
    frame = top(state)
    card = book.stage_cards[frame.a]
    if frame.step == 0:
        frame.step = UNDER_WAY
        state.resolving += 1
        emit(tape, Event.RESOLVE, frame.a, frame.b, frame.c, 0, 0)
        for boss in range(BOSSES):
            state.pieces[BOSS + boss].target = -1
        place = run(state, first_boss(state), card.first, card.end, -1)
        state.plays[place].reaction = frame.b
        state.plays[place].breaker = frame.c
        state.plays[place].source = frame.a
        return DONE
    if not available(state.chance, tape, Stream.STAGE, 1, STAGE_CARDS):
        return NEEDS_CHANCE
    done = frame.a
    pop(state)
    state.resolving -= 1
    state.stage_zone[done] = StageZone.LASTING if card.lasting else StageZone.DISCARD
    if state.face_up == done:
        state.face_up = -1
        reveal(state, book, tape)
    return DONE


@rule
def first_boss(state: State) -> int:
    """Give the first boss on the board."""
    for boss in range(BOSSES):
        if on_board(state, BOSS + boss):
            return BOSS + boss
    return BOSS


@STEP.member
def boss_step(state: State, book: Book, tape: Tape) -> int:
    """Let every boss carry out a step, nearest to its target first; a = row, b = first actor, c = program, d = done."""
    frame = top(state)
    row = frame.a
    step = book.steps[row]
    play = state.plays[frame.c]
    boss = next_boss(state, book, frame.d)
    if boss < 0 or (frame.d and once_for_all(step.do)):
        play.actor = first_boss(state)
        pop(state)
        return DONE
    frame.d |= 1 << (boss - BOSS)
    play.actor = boss
    if needs_target(step.do, step.to, step.who) and state.pieces[boss].target < 0:
        find_target(state, book, tape, frame.c, row, boss, -1, -1)
    push(state, step.do, row, boss, frame.c)
    return DONE


@rule
def once_for_all(do: int) -> bool:
    """Tell whether a step is carried out once, however many bosses there are."""
    return do == Do.TOLL or do == Do.MIGHT or do == Do.CHOOSE or do == Do.CLOUD or do == Do.TILE


@rule
def next_boss(state: State, book: Book, done: int) -> int:
    """Give the boss that acts next: nearest to its target, then North then West; -1 none."""
    best = -1
    least = FAR
    for boss in range(BOSSES):
        piece = BOSS + boss
        if (done >> boss) & 1 or not on_board(state, piece):
            continue
        target = state.pieces[piece].target
        away = gap(state, book, piece, target) if target >= 0 and on_board(state, target) else FAR - 1
        if away < least or (away == least and best >= 0 and state.pieces[piece].hex < state.pieces[best].hex):
            best = piece
            least = away
    return best


@rule
def needs_target(do: int, to: int, who: int) -> bool:
    """Tell whether a step speaks of the current target."""
    if do == Do.MOVE or do == Do.FACE:
        return to == To.TARGET or to == To.AWAY
    return do == Do.ATTACK or who == Who.TARGET


@rule
def find_target(
    state: State, book: Book, tape: Tape, place: int, row: int, boss: int, prefer: int, barred: int
) -> None:
    """Choose a boss's target by what its card still lets it do from a row on (p. 19)."""
    play = state.plays[place]
    card: StageCard = book.stage_cards[play.source]
    kind = card.prefer_kind
    wish = card.prefer
    if wish < 0:
        wish = book.bosses[boss - BOSS].prefer
        kind = book.bosses[boss - BOSS].prefer_kind
    if prefer >= 0:
        wish = prefer
    breaker = play.breaker if play.reaction == 1 + boss - BOSS and barred < 0 else -1
    if breaker >= 0 and not is_oathsworn(state, breaker):
        if book.house.breaker_gone == BreakerGone.CANCEL and state.pieces[breaker].status[Status.CONSUMED] == 0:
            state.pieces[boss].target = -1
            return
        breaker = -1
    if wish == Prefer.NEXT_CLOSEST:
        wish = Prefer.CLOSEST
    choose_target(
        state,
        book,
        tape,
        boss,
        walk_of(book, play.end, row),
        reach_of_card(book, play.end, row),
        wish,
        kind,
        breaker,
        barred,
    )


@rule
def walk_of(book: Book, end: int, row: int) -> int:
    """Add up the movement towards the target before the next attack of a card."""
    moves = 0
    for each in range(row, end):
        step = book.steps[each]
        if step.do == Do.ATTACK:
            return moves
        if step.do == Do.MOVE and step.to == To.TARGET:
            moves += step.amount
    return moves


@rule
def reach_of_card(book: Book, end: int, row: int) -> int:
    """Give the range of a card's next attack; 0 = adjacent."""
    for each in range(row, end):
        step = book.steps[each]
        if step.do == Do.ATTACK:
            return max(step.reach, step.size if step.shape == Shape.CONE else 0)
    return 0
