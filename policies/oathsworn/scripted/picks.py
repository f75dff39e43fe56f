"""Choices within an effect: friends, cards to move on, decks, modes and the like."""

from ....envs.core.compiler import rule
from ....envs.core.hexes import toward
from ....envs.oathsworn.board import is_enemy
from ....envs.oathsworn.card_effects import HERO_DECKS
from ....envs.oathsworn.draws import FACE_CARD
from ....envs.oathsworn.might import HEROES
from ....envs.oathsworn.seats import cubes
from ....envs.oathsworn.stack import is_legal
from ....envs.oathsworn.state import Book, State, Step
from ....envs.oathsworn.terms import (
    BOSS,
    BOSSES,
    CARDS,
    COLOURS,
    FRIEND,
    ITEM_OPTIONS,
    KINDS,
    OPTIONS,
    SEATS,
    Act,
    Decision,
    Do,
    Form,
    Op,
    Who,
    Zone,
)
from ..family import Why
from ..reasons import Reason
from .danger import outlook
from .decks import colour_gain
from .moves import plain_step
from .odds import card_count
from .plays import best_branch, cheapest_card, hp_worth
from .say import PASS, explain
from .strikes import arms_of, minion_worth
from .tiles import tile_gain


@rule
def step_asked(state: State, book: Book) -> Step:
    """Give the step that the program or the operation on top asks about."""
    frame = state.stack[state.top]
    return book.steps[state.plays[frame.a].row if frame.op == Op.PROGRAM else frame.a]


@rule
def choose_friend(state: State, book: Book, why: Why) -> int:
    """Choose whom an effect is for: the friend who needs it most, the enemy who matters most."""
    do = step_asked(state, book).do
    best = state.legal[0]
    best_worth = -1000.0
    for k in range(state.n_legal):
        piece = state.occupant[state.legal[k]] - 1
        worth = enemy_rank(state, book, piece) if is_enemy(state, piece) else need_of(state, do, piece)
        if worth > best_worth:
            best = state.legal[k]
            best_worth = worth
    chosen = state.occupant[best] - 1
    explain(why, Reason.FOE if is_enemy(state, chosen) else Reason.FRIEND, state.pieces[chosen].hp, 0)
    return best


@rule
def enemy_rank(state: State, book: Book, piece: int) -> float:
    """Give how much an enemy matters: bosses most, then those that could attack now."""
    return 3.0 if piece < BOSS + BOSSES else minion_worth(state, book, piece)


@rule
def need_of(state: State, do: int, piece: int) -> float:
    """Give how much a friend needs a kind of effect: HP the wounded, animus the one with most in reserve."""
    if piece >= SEATS or do == Do.SEND:
        return 0.0
    mine = state.seats[piece]
    if do == Do.HEAL or do == Do.TRANSFER or do == Do.DEFENCE:
        return hp_worth(state, piece)
    if do == Do.ANIMUS:
        return float(mine.reserve) if mine.form == Form.FULL else 0.1 * mine.reserve
    return float(state.pieces[piece].hp)


@rule
def card_value(book: Book, seat: int, card: int) -> float:
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
    """Move on the card that is nearest to the hand and wanted most, or the fullest position; discard the least."""
    seat = state.seat
    if state.stack[state.top].op == Do.DISCARD:
        explain(why, Reason.FLOW, 0, 0)
        return Act.CARD + OPTIONS * cheapest_card(state, book, seat)
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
    return card_value(book, seat, card) * (1.0 if zone == 0 else 0.6 / zone)


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
def choose_prediction(state: State, why: Why) -> int:
    """Name the face that most cards of the planned colours show."""
    best = state.legal[0]
    best_count = -1
    for k in range(state.n_legal):
        card = FACE_CARD[state.legal[k] - Act.DRAWN]
        count = card_count(state, HEROES, card // KINDS, card % KINDS, False)
        if count > best_count:
            best = state.legal[k]
            best_count = count
    explain(why, Reason.PREDICT, best_count, 0)
    return best


@rule
def choose_mode(state: State, book: Book, why: Why) -> int:
    """Choose a branch; a companion's token is an attack where one is in reach, else a step or fresh decks."""
    seat = state.seat
    frame = state.stack[state.top]
    explain(why, Reason.MODE, 0, 0)
    if frame.op == Op.TOKEN_MOVE:
        return Act.NUMBER + 1 if is_legal(state, Act.NUMBER + 1) else state.legal[0]
    view = outlook(state, book, seat)
    arms = arms_of(state, book, seat, plain_step(state, book, seat))
    return Act.NUMBER + best_branch(state, book, seat, frame.a, max(state.pieces[seat].hex, 0), view, arms)


@rule
def choose_optional(state: State, book: Book, why: Why) -> int:
    """Take an optional step unless it hurts."""
    step = step_asked(state, book)
    harmful = step.do == Do.HURT or step.do == Do.STATUS
    hurts = step.who == Who.SELF and (step.amount > 0 if harmful else step.amount < 0)
    explain(why, Reason.OPTIONAL, 0, 0)
    return PASS if hurts else state.legal[0]


@rule
def choose_tile(state: State, book: Book, why: Why) -> int:
    """Lay a tile where it brings most."""
    tile = step_asked(state, book).token
    best = state.legal[0]
    best_worth = -1000.0
    for k in range(state.n_legal):
        worth = tile_gain(state, book, tile, state.legal[k])
        if worth > best_worth:
            best = state.legal[k]
            best_worth = worth
    explain(why, Reason.TILE, 0, 0)
    return best


@rule
def choose_facing(state: State, book: Book, why: Why) -> int:
    """Turn to the nearest boss, or the nearest enemy when none is left."""
    seat = state.seat
    hex = state.pieces[seat].hex
    explain(why, Reason.FACING, 0, 0)
    for piece in range(BOSS, FRIEND):
        if is_enemy(state, piece) and hex >= 0:
            way = toward(book.geo, hex, state.pieces[piece].hex)
            return Act.DIRECTION + max(way, 0)
    return state.legal[0]


@rule
def choose_small(state: State, book: Book, why: Why) -> int:
    """Choose the deck to look at, the ally, how many dice to roll in place of cards."""
    decision = state.decision
    if decision == Decision.PEEK:
        return choose_peek(state, book, why)
    if decision == Decision.ALLY:
        return choose_ally(state, book, why)
    colour = state.stack[state.top].d
    better = decision == Decision.AMOUNT and colour_gain(state, book, colour) > 0.0
    explain(why, Reason.DICE, state.n_legal - 1 if better else 0, 0)
    return state.legal[state.n_legal - 1] if better else state.legal[0]


@rule
def choose_peek(state: State, book: Book, why: Why) -> int:
    """Look at the deck that most cards are drawn from next: of one's own cubes, or of the bosses' might."""
    heroes = step_asked(state, book).token == HERO_DECKS
    best = state.legal[0]
    most = -1
    for k in range(state.n_legal):
        colour = state.legal[k] - Act.COLOUR
        count = cubes(state, book, state.seat, colour, True) if heroes else 0
        for boss in range(0 if heroes else BOSSES):
            count += book.bosses[boss].might[colour]
        if count >= most:
            best = state.legal[k]
            most = count
    explain(why, Reason.PEEK, most, 0)
    return best


@rule
def choose_ally(state: State, book: Book, why: Why) -> int:
    """Let the ally come who stands and strikes most; never nobody."""
    best = state.legal[0]
    most = -1.0
    for k in range(state.n_legal):
        act = state.legal[k]
        if act != Act.PASS:
            ally = book.allies[act - Act.NUMBER]
            worth = 0.5 * ally.max_hp * ally.defence
            for colour in range(COLOURS):
                worth += ally.might[colour] * book.features.means[colour]
            if worth > most:
                best = act
                most = worth
    explain(why, Reason.ALLY, 0, 0)
    return best
