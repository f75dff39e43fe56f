"""What a seat sees, as numbers: one layout for all scenarios, and no content id anywhere.

Never observed: the key of chance, the order of cards, and the tops of decks that others have looked at.
"""

from ..core.compiler import F4, I1, Batch, entry, rule
from .layout import LAYOUT, Pending, Settings, Shared
from .observe_cards import AT_ATTACK, AT_CARD_OPTIONS, AT_DECKS, put_attack, put_decks, put_kit, put_stage
from .observe_pieces import AT_ME, put_pieces
from .observe_planes import put_planes
from .stack import top
from .state import Book, State
from .terms import ACTIONS, ALLIES, COLOURS, SEATS, STAGE_CARDS, Decision, StageZone

WIDTH = LAYOUT.width

AT_DECISION = LAYOUT.start("decision")
AT_HOUSE = LAYOUT.start("house")
AT_TABLE = LAYOUT.start("table")
FULL_DECK = 15


@entry
def observe(states: Batch[State], i: int, books: Batch[Book], b: int, seat: int, out: F4) -> None:
    """Write what `seat` sees of encounter `i` into `out`, a run of `WIDTH` numbers."""
    see(states[i], books[b], seat, out)


@rule
def see(state: State, book: Book, seat: int, out: F4) -> None:
    """Write the whole observation of one seat."""
    put_planes(state, book, seat, out)
    put_decision(state, seat, out)
    put_house(book, out)
    put_table(state, book, seat, out)
    put_pieces(state, book, seat, out)
    put_decks(state, book, seat, out)
    put_kit(state, book, seat, out)
    put_stage(state, book, seat, out)
    put_attack(state, book, seat, out)
    clamp(out, AT_DECISION, AT_ME, 0.0)
    clamp(out, AT_ME, AT_DECKS, -1.0)
    clamp(out, AT_DECKS, AT_CARD_OPTIONS, 0.0)
    clamp(out, AT_ATTACK, WIDTH, -1.0)


@rule
def clamp(out: F4, first: int, end: int, low: float) -> None:
    """Bring numbers that content may drive far into their bounds."""
    part = out[first:end]
    for k in range(len(part)):
        number = part[k]
        number = 1.0 if number > 1.0 else number
        part[k] = low if number < low else number


@rule
def put_decision(state: State, seat: int, out: F4) -> None:
    """Write the pending decision."""
    if state.decision == Decision.NONE:
        return
    out[AT_DECISION + Pending.KIND + state.decision] = 1.0
    if state.seat == seat:
        out[AT_DECISION + Pending.MINE] = 1.0
    if state.decision == Decision.WINDOW:
        out[AT_DECISION + Pending.TRIGGER] = top(state).a / 12
    elif state.decision == Decision.CUBES or state.decision == Decision.WHITE:
        out[AT_DECISION + Pending.COLOUR] = (COLOURS - top(state).step) / COLOURS


@rule
def put_house(book: Book, out: F4) -> None:
    """Write the settings."""
    house = book.house
    out[AT_HOUSE + Settings.TIES] = house.ties
    out[AT_HOUSE + Settings.TOKENS] = house.any_time_tokens
    out[AT_HOUSE + Settings.DECLINE] = house.decline_ally
    out[AT_HOUSE + Settings.FIRE] = house.fire / 2
    out[AT_HOUSE + Settings.REFRESH] = house.refresh_items
    out[AT_HOUSE + Settings.UNARMED] = (house.unarmed + 2 * house.redrawn_crit) / 3
    out[AT_HOUSE + Settings.WATER] = house.water_last_point
    out[AT_HOUSE + Settings.EMPTY] = house.empty_deck
    out[AT_HOUSE + Settings.ORIGIN] = house.melee_origin_large
    out[AT_HOUSE + Settings.BREAKER] = house.breaker_gone
    out[AT_HOUSE + Settings.BOUNCE] = house.bounce_corner
    out[AT_HOUSE + Settings.TURNS] = house.turn_cap / 200
    out[AT_HOUSE + Settings.ROUNDS] = house.round_cap / 1000
    out[AT_HOUSE + Settings.CHANCE] = house.chance / 2


@rule
def put_table(state: State, book: Book, seat: int, out: F4) -> None:
    """Write what all share."""
    cards = 0
    for card in range(STAGE_CARDS):
        cards += 1 if state.stage_zone[card] == StageZone.DECK else 0
    allies = 0
    for ally in range(ALLIES):
        allies += (state.allies >> ally) & 1
    out[AT_TABLE + Shared.ROUND] = state.round / 40
    out[AT_TABLE + Shared.PHASE] = state.phase / 2
    out[AT_TABLE + Shared.STAGE] = state.stage / 3
    out[AT_TABLE + Shared.LEAD] = ((state.lead - seat) % SEATS) / (SEATS - 1)
    out[AT_TABLE + Shared.DECK] = cards / FULL_DECK
    out[AT_TABLE + Shared.ALLIES] = allies / ALLIES
    out[AT_TABLE + Shared.REACTIONS] = state.n_reactions / 8
    if state.face_up >= 0:
        out[AT_TABLE + Shared.UNKNOWN] = book.stage_cards[state.face_up].unknown


@entry
def masks(states: Batch[State], i: int, out: I1) -> None:
    """Write the action mask of encounter `i` into `out`, a number of 0 or 1 for each action id."""
    write_mask(states[i], out)


@rule
def write_mask(state: State, out: I1) -> None:
    """Write 1 for every legal action."""
    for k in range(ACTIONS):
        out[k] = 0
    for k in range(state.n_legal):
        out[state.legal[k]] = 1
