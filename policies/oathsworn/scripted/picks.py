"""Choices within an effect: friends, cards to move on, decks, modes and the like."""

from ....envs.core.compiler import rule
from ....envs.oathsworn.board import is_enemy
from ....envs.oathsworn.draws import FACE_CARD
from ....envs.oathsworn.state import Book, State
from ....envs.oathsworn.terms import (
    BOSS,
    BOSSES,
    CARDS,
    ITEM_OPTIONS,
    OPTIONS,
    Act,
    Decision,
    Op,
    Zone,
)
from ..family import Why
from ..reasons import Reason
from .decks import colour_gain
from .plays import hp_worth
from .say import PASS, explain


@rule
def choose_friend(state: State, book: Book, why: Why) -> int:
    """Choose whom an effect is for: the friend who needs it most, the enemy who matters most."""
    best = state.legal[0]
    best_worth = -1000.0
    for k in range(state.n_legal):
        piece = state.occupant[state.legal[k]] - 1
        if is_enemy(state, piece):
            worth = 2.0 if piece < BOSS + BOSSES else 1.0
        else:
            worth = hp_worth(state, piece) if piece < BOSS else 0.0
        if worth > best_worth:
            best = state.legal[k]
            best_worth = worth
    piece = state.occupant[best] - 1
    explain(why, Reason.FRIEND, state.pieces[piece].hp, 0)
    return best


@rule
def card_value(state: State, book: Book, seat: int, card: int) -> float:
    """Give how much a card is wanted back in hand."""
    own = book.kits[seat].cards[card]
    value = 0.2 * own.defence
    for option in range(OPTIONS):
        each = own.options[option]
        if each.known and each.attacks:
            value += 0.5
            break
    return value


@rule
def choose_flow(state: State, book: Book, why: Why) -> int:
    """Move on the card that is nearest to the hand and wanted most, or the fullest position."""
    seat = state.seat
    mine = state.seats[seat]
    best = state.legal[0]
    best_worth = -1000.0
    for k in range(state.n_legal):
        act = state.legal[k]
        worth = -0.5
        if act >= Act.NUMBER and act < Act.COLOUR:
            worth = 0.0
            for card in range(CARDS):
                if mine.cards[card] == act - Act.NUMBER:
                    worth += flow_of(state, book, seat, card)
        elif act >= Act.ITEM and act < Act.ABILITY:
            worth = 0.3 if mine.items[(act - Act.ITEM) // ITEM_OPTIONS] == 0 else 0.1
        elif act >= Act.CARD and act < Act.INJURY:
            worth = flow_of(state, book, seat, (act - Act.CARD) // OPTIONS)
        elif act == Act.PASS:
            worth = 0.0
        if worth > best_worth:
            best = act
            best_worth = worth
    explain(why, Reason.FLOW, 0, 0)
    return best


@rule
def flow_of(state: State, book: Book, seat: int, card: int) -> float:
    """Give what moving a cooling card one step is worth."""
    zone = state.seats[seat].cards[card]
    if zone >= Zone.HAND:
        return 0.0
    return card_value(state, book, seat, card) * (1.0 if zone == 0 else 0.6 / zone)


@rule
def choose_deck(state: State, book: Book, why: Why) -> int:
    """Refresh the deck that gains most, as long as any does."""
    best = PASS
    best_gain = 0.02
    for k in range(state.n_legal):
        act = state.legal[k]
        if act != Act.PASS:
            gain = colour_gain(state, book, act - Act.COLOUR)
            if gain > best_gain:
                best = act
                best_gain = gain
    explain(why, Reason.NO_DECK if best == Act.PASS else Reason.DECK, 0, 0)
    return best


@rule
def choose_prediction(state: State, book: Book, why: Why) -> int:
    """Name the face that most cards of the planned colours show."""
    best = state.legal[0]
    best_count = -1
    for k in range(state.n_legal):
        card = FACE_CARD[state.legal[k] - Act.DRAWN]
        count = state.decks[card // 6].pile[card % 6]
        if count > best_count:
            best = state.legal[k]
            best_count = count
    explain(why, Reason.PREDICT, best_count, 0)
    return best


@rule
def choose_mode(state: State, book: Book, why: Why) -> int:
    """Choose a branch; a companion's token is an attack where one is in reach."""
    explain(why, Reason.MODE, 0, 0)
    if state.stack[state.top].op == Op.TOKEN_MOVE:
        for k in range(state.n_legal):
            if state.legal[k] == Act.NUMBER + 1:
                return state.legal[k]
    return state.legal[0]


@rule
def choose_small(state: State, book: Book, why: Why) -> int:
    """Answer what needs no thought."""
    decision = state.decision
    if decision == Decision.OPTIONAL:
        explain(why, Reason.OPTIONAL, 0, 0)
    elif decision == Decision.PEEK:
        explain(why, Reason.PEEK, 0, 0)
    elif decision == Decision.FACING:
        explain(why, Reason.FACING, 0, 0)
    elif decision == Decision.PLACE_TILE:
        explain(why, Reason.TILE, 0, 0)
    elif decision == Decision.ALLY:
        explain(why, Reason.ALLY, 0, 0)
    else:
        explain(why, Reason.FALLBACK, 0, 0)
    return state.legal[0]
