"""Might decks: drawing, discarding, reshuffling and refreshing (Encounter rules p. 5, 13, 33).

A deck is how many cards of each face are left, not an order: a card is picked when it is drawn, so there is no order to
leak. Only cards somebody peeked at are known tops.
"""

from ..core.chance import available, draw
from ..core.compiler import rule
from ..core.tape import Tape, emit
from .house_rules import ChanceKind, EmptyDeck
from .state import Book, Deck, Play, State
from .terms import BOSS, COLOURS, CRIT, DRAWN, FRIEND, KINDS, PEEKS, Event, Stream

HEROES = 0
ENEMIES = 1
NO_CARD = -1
NO_SUCH_CARD = 6
"""The fault of a hand-fed card that its deck does not have."""
DIE = 6
"""Faces of a die, and kinds of card a hand-fed draw names."""


@rule
def deck_of(state: State, side: int, colour: int) -> Deck:
    """Give the deck of a colour of heroes (0) or enemies (1)."""
    return state.decks[side * COLOURS + colour]


@rule
def left(state: State, side: int, colour: int) -> int:
    """Count the cards in a draw pile, known tops among them."""
    deck = deck_of(state, side, colour)
    cards = 0
    for kind in range(KINDS):
        cards += deck.pile[kind]
    for place in range(PEEKS):
        if state.seen[side * COLOURS + colour, place]:
            cards += 1
    return cards


@rule
def within_reach(state: State, side: int, colour: int) -> int:
    """Count the cards that can still be drawn: pile and discard."""
    deck = deck_of(state, side, colour)
    cards = left(state, side, colour)
    for kind in range(KINDS):
        cards += deck.discard[kind]
    return cards


@rule
def known_tops(state: State, side: int, colour: int) -> int:
    """Count the known cards on top of a deck."""
    cards = 0
    for place in range(PEEKS):
        if state.seen[side * COLOURS + colour, place]:
            cards += 1
    return cards


@rule
def faces_wanted(state: State, book: Book, side: int, colour: int, count: int) -> int:
    """Count the faces that drawing so many cards takes.

    Known tops take none, and where a draw stops at an empty deck no more is asked than can come.
    """
    if uses_dice(book, side):
        return count
    if book.house.empty_deck == EmptyDeck.STOP:
        count = min(count, within_reach(state, side, colour))
    return max(count - known_tops(state, side, colour), 0)


@rule
def can_draw(state: State, book: Book, tape: Tape, side: int, colour: int, count: int) -> bool:
    """Say whether the chance for `count` cards is there; ask it before anything changes."""
    return can_roll(state, tape, side, colour, faces_wanted(state, book, side, colour, count))


@rule
def can_roll(state: State, tape: Tape, side: int, colour: int, count: int) -> bool:
    """Say whether the chance for that many dice, or unknown cards, is there."""
    return available(state.chance, tape, Stream.HERO + side * COLOURS + colour, count, DIE)


@rule
def draw_card(state: State, book: Book, tape: Tape, side: int, colour: int) -> int:
    """Draw a card, or throw a die where the house rule says so; gives its kind, NO_CARD when none is left."""
    if uses_dice(book, side):
        return roll_die(state, book, tape, side, colour)
    if left(state, side, colour) == 0:
        refresh(state, tape, side, colour, Event.SHUFFLED)
    if left(state, side, colour) == 0:
        if book.house.empty_deck == EmptyDeck.STOP:
            return NO_CARD
        shuffle_table(state, side, colour)
        if left(state, side, colour) == 0:
            return NO_CARD
    return take_top(state, tape, side, colour)


@rule
def roll_die(state: State, book: Book, tape: Tape, side: int, colour: int) -> int:
    """Throw a die; gives its kind."""
    return die_kind(book, colour, draw(state.chance, tape, Stream.HERO + side * COLOURS + colour, DIE))


@rule
def shuffle_table(state: State, side: int, colour: int) -> None:
    """Shuffle the cards of a colour that lie on the table back; what they showed still counts (rules section 14)."""
    deck = deck_of(state, side, colour)
    for place in range(state.n_plays):
        play = state.plays[place]
        enemy = play.actor >= BOSS and play.actor < FRIEND
        if enemy == (side == ENEMIES):
            for card in range(DRAWN):
                if (card % (COLOURS * KINDS)) // KINDS == colour:
                    deck.pile[card % KINDS] += play.drawing.cards[card] - play.drawing.rolled[card]
                    play.drawing.rolled[card] = play.drawing.cards[card]


@rule
def take_top(state: State, tape: Tape, side: int, colour: int) -> int:
    """Take the top card of a pile that is not empty: the known one, or one by chance; blanks first, criticals last."""
    known = state.seen[side * COLOURS + colour, 0]
    if known:
        forget_top(state, side * COLOURS + colour)
        return known - 1
    return pick(state, tape, side, colour)


@rule
def pick(state: State, tape: Tape, side: int, colour: int) -> int:
    """Pick one of the unknown cards of a pile by chance and take it out."""
    stream = Stream.HERO + side * COLOURS + colour
    deck = deck_of(state, side, colour)
    kind = 0
    if (tape.fed_mask >> stream) & 1:
        kind = draw(state.chance, tape, stream, DIE) - 1
        if kind >= KINDS or deck.pile[kind] <= 0:
            state.error = NO_SUCH_CARD
            return 0
    else:
        cards = 0
        for each in range(KINDS):
            cards += deck.pile[each]
        place = draw(state.chance, tape, stream, cards)
        while place > deck.pile[kind]:
            place -= deck.pile[kind]
            kind += 1
    deck.pile[kind] -= 1
    return kind


@rule
def forget_top(state: State, deck: int) -> None:
    """Take the first known top off the list."""
    for place in range(PEEKS - 1):
        state.seen[deck, place] = state.seen[deck, place + 1]
        state.seen_by[deck, place] = state.seen_by[deck, place + 1]
    state.seen[deck, PEEKS - 1] = 0
    state.seen_by[deck, PEEKS - 1] = 0


@rule
def can_peek(state: State, tape: Tape, side: int, colour: int, count: int) -> bool:
    """Say whether the chance for looking at the top cards is there; those seen before need none."""
    cards = left(state, side, colour)
    if cards == 0:
        cards = within_reach(state, side, colour)
    unseen = min(min(count, PEEKS), cards) - known_tops(state, side, colour)
    return can_roll(state, tape, side, colour, max(unseen, 0))


@rule
def peek(state: State, tape: Tape, side: int, colour: int, count: int, seat: int) -> None:
    """Look at the top cards of a deck, as far as it goes; an empty one is shuffled first. Ask `can_peek` before."""
    deck = side * COLOURS + colour
    if left(state, side, colour) == 0:
        refresh(state, tape, side, colour, Event.SHUFFLED)
    for place in range(min(count, PEEKS)):
        if state.seen[deck, place] == 0:
            if left(state, side, colour) == known_tops(state, side, colour):
                break
            state.seen[deck, place] = pick(state, tape, side, colour) + 1
        state.seen_by[deck, place] |= 1 << seat
    emit(tape, Event.PEEKED, seat, side, colour, 0, 0)


@rule
def uses_dice(book: Book, side: int) -> bool:
    """Tell whether a side throws dice instead of drawing cards."""
    return book.house.chance == ChanceKind.DICE


@rule
def die_kind(book: Book, colour: int, face: int) -> int:
    """Give the kind of a die's face: the deck is three of each face, in the order of kinds."""
    card = 3 * face
    for kind in range(KINDS):
        card -= book.decks[colour, kind]
        if card <= 0:
            return kind
    return CRIT


@rule
def discard(state: State, book: Book, side: int, colour: int, kind: int, count: int) -> None:
    """Put cards on the public discard."""
    if count and not uses_dice(book, side):
        deck_of(state, side, colour).discard[kind] += count


@rule
def refresh(state: State, tape: Tape, side: int, colour: int, event: int) -> None:
    """Shuffle a whole discard back into its pile (p. 16); known tops are shuffled in as well."""
    deck = deck_of(state, side, colour)
    number = side * COLOURS + colour
    cards = 0
    for kind in range(KINDS):
        cards += deck.discard[kind]
        deck.pile[kind] += deck.discard[kind]
        deck.discard[kind] = 0
    for place in range(PEEKS):
        if state.seen[number, place]:
            deck.pile[state.seen[number, place] - 1] += 1
            state.seen[number, place] = 0
            state.seen_by[number, place] = 0
    emit(tape, event, side, colour, cards, 0, 0)


@rule
def clear_table(state: State, book: Book, side: int, play: Play) -> None:
    """Put an attack's cards on the discards; dice are only taken away."""
    drawing = play.drawing
    for card in range(DRAWN):
        colour = (card % (COLOURS * KINDS)) // KINDS
        discard(state, book, side, colour, card % KINDS, drawing.cards[card] - drawing.rolled[card])
        drawing.cards[card] = 0
        drawing.rolled[card] = 0


@rule
def upgraded(colour: int) -> int:
    """Give the colour one upgrade step higher; black is the highest (p. 13)."""
    return min(colour + 1, COLOURS - 1)
