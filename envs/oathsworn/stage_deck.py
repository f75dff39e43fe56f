"""The stage deck: what is turned up next, what was looked at, what a new stage discards (Encounter rules p. 7, 15, 18).

Like a might deck it has no order until a card is turned up or looked at; only cards looked at are known to lie on top.
"""

from ..core.chance import available, draw
from ..core.compiler import rule
from ..core.tape import Tape, emit
from .might import NO_SUCH_CARD
from .state import Book, State
from .terms import PEEKS, STAGE_CARDS, STAGES, Event, StageZone, Stream

STAGE_SIDE = 2
"""The side that `Event.PEEKED` gives for the stage deck."""


@rule
def in_deck(state: State, book: Book, stage: int) -> int:
    """Count the cards of a stage left in the deck, those looked at left out."""
    count = 0
    for card in range(STAGE_CARDS):
        if book.stage_cards[card].stage == stage and lies_unseen(state, card):
            count += 1
    return count


@rule
def lies_unseen(state: State, card: int) -> bool:
    """Tell whether a card is in the deck and was not looked at."""
    if state.stage_zone[card] != StageZone.DECK:
        return False
    for place in range(PEEKS):
        if state.ahead[place] == card + 1:
            return False
    return True


@rule
def can_turn_up(state: State, tape: Tape) -> bool:
    """Say whether the chance for the next stage card is there; one that was looked at needs none."""
    return state.ahead[0] > 0 or available(state.chance, tape, Stream.STAGE, 1, STAGE_CARDS)


@rule
def reveal(state: State, book: Book, tape: Tape) -> None:
    """Turn up the next stage card, of the earliest stage left; the caller has asked for its chance (p. 7, 18)."""
    card = state.ahead[0] - 1
    if card >= 0:
        forget_ahead(state)
    else:
        card = pick_card(state, book, tape)
    if card < 0:
        return
    state.stage_zone[card] = StageZone.FACE_UP
    state.face_up = card
    if book.stage_cards[card].stage > state.stage:
        state.stage = book.stage_cards[card].stage
        emit(tape, Event.STAGE, state.stage, 0, 0, 0, 0)
    emit(tape, Event.REVEALED, card, 0, 0, 0, 0)


@rule
def forget_ahead(state: State) -> None:
    """Take the first card that was looked at off the list."""
    for place in range(PEEKS - 1):
        state.ahead[place] = state.ahead[place + 1]
        state.ahead_by[place] = state.ahead_by[place + 1]
    state.ahead[PEEKS - 1] = 0
    state.ahead_by[PEEKS - 1] = 0


@rule
def pick_card(state: State, book: Book, tape: Tape) -> int:
    """Pick a card of the earliest stage left, the one named by hand or by chance; -1 when there is none at all."""
    stage = next_stage(state, book)
    if stage == 0:
        reshuffle(state, book)
        stage = next_stage(state, book)
    if stage == 0:
        return -1
    if (tape.fed_mask >> Stream.STAGE) & 1:
        named = draw(state.chance, tape, Stream.STAGE, STAGE_CARDS) - 1
        if named < STAGE_CARDS and book.stage_cards[named].stage == stage and lies_unseen(state, named):
            return named
        state.error = NO_SUCH_CARD
        return -1
    place = draw(state.chance, tape, Stream.STAGE, in_deck(state, book, stage))
    for card in range(STAGE_CARDS):
        if book.stage_cards[card].stage == stage and lies_unseen(state, card):
            place -= 1
            if place == 0:
                return card
    return -1


@rule
def next_stage(state: State, book: Book) -> int:
    """Give the earliest stage of which cards lie in the deck unseen; 0 none."""
    for stage in range(1, STAGES + 1):
        if in_deck(state, book, stage) > 0:
            return stage
    return 0


@rule
def reshuffle(state: State, book: Book) -> None:
    """Shuffle the discarded cards of stage III back; one that stays visible to the end of the round is none (p. 18)."""
    for card in range(STAGE_CARDS):
        if book.stage_cards[card].stage == STAGES and state.stage_zone[card] == StageZone.DISCARD:
            state.stage_zone[card] = StageZone.DECK


@rule
def can_look_ahead(state: State, book: Book, tape: Tape, count: int) -> bool:
    """Say whether the chance for looking at the next stage cards is there."""
    return available(state.chance, tape, Stream.STAGE, unseen_ahead(state, book, count), STAGE_CARDS)


@rule
def unseen_ahead(state: State, book: Book, count: int) -> int:
    """Count the cards that looking so far ahead picks: those known need none, and there is nothing below the deck."""
    known = 0
    for place in range(PEEKS):
        known += 1 if state.ahead[place] else 0
    left = 0
    for stage in range(1, STAGES + 1):
        left += in_deck(state, book, stage)
    return max(min(min(count, PEEKS) - known, left), 0)


@rule
def look_ahead(state: State, book: Book, tape: Tape, count: int, seat: int) -> None:
    """Let a seat look at the stage cards under the one that is face up, as far as the deck goes."""
    for place in range(min(count, PEEKS)):
        if state.ahead[place] == 0:
            if unseen_ahead(state, book, PEEKS) == 0:
                break
            state.ahead[place] = pick_card(state, book, tape) + 1
        state.ahead_by[place] |= 1 << seat
    emit(tape, Event.PEEKED, seat, STAGE_SIDE, 0, 0, 0)


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
    while state.ahead[0] and state.stage_zone[state.ahead[0] - 1] == StageZone.GONE:
        forget_ahead(state)
