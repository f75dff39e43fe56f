"""The models in an observation: what I pilot, the other seats, bosses and their locations, minions, friends."""

from ..core.compiler import F4, rule
from .board import body_hex, on_board
from .layout import LAYOUT, Enemy, Follower, Lesser, Me, Other, Part
from .pieces import defence_of
from .seats import acts, cubes, weapon_reach
from .state import Book, Piece, Seat, State
from .terms import (
    BODY,
    BOSS,
    BOSSES,
    CARDS,
    COLOURS,
    FRIEND,
    FRIENDS,
    LOCATIONS,
    MINION,
    MINIONS,
    SEATS,
    STATUSES,
    TOKENS,
    Form,
    Zone,
)

AT_ME = LAYOUT.start("me")
AT_OTHERS = LAYOUT.start("others")
AT_BOSSES = LAYOUT.start("bosses")
AT_LOCATIONS = LAYOUT.start("locations")
AT_MINIONS = LAYOUT.start("minions")
AT_FRIENDS = LAYOUT.start("friends")

OTHER = Other.width()
BOSS_ROW = Enemy.width()
LOCATION_ROW = Part.width()
MINION_ROW = Lesser.width()
FRIEND_ROW = Follower.width()

HP = 6
ANIMUS = 12
DEFENCE = 12
REACH = 10
DAMAGE = 6
COLUMNS = 8
HEIGHTS = 9
EAST = (0.0, 0.866, 0.866, 0.0, -0.866, -0.866)
SOUTH = (-1.0, -0.5, 0.5, 1.0, 0.5, -0.5)
"""Where each direction leads."""


@rule
def put_pieces(state: State, book: Book, seat: int, out: F4) -> None:
    """Write every model."""
    if acts(state, seat):
        put_me(state, book, seat, out)
    for step in range(1, SEATS):
        other = (seat + step) % SEATS
        if acts(state, other):
            put_other(state, book, other, out, AT_OTHERS + (step - 1) * OTHER)
    for boss in range(BOSSES):
        if on_board(state, BOSS + boss):
            put_boss(state, book, boss, seat, out, AT_BOSSES + boss * BOSS_ROW)
    for location in range(LOCATIONS):
        if book.locations[location].boss >= 0:
            put_location(state, book, location, out, AT_LOCATIONS + location * LOCATION_ROW)
    for minion in range(MINIONS):
        if on_board(state, MINION + minion):
            put_minion(state, book, MINION + minion, out, AT_MINIONS + minion * MINION_ROW)
    for friend in range(FRIENDS):
        if on_board(state, FRIEND + friend):
            model: Piece = state.pieces[FRIEND + friend]
            at = AT_FRIENDS + friend * FRIEND_ROW
            out[at + Follower.HP] = model.hp / HP
            put_place(book, model.hex, out, at + Follower.X)


@rule
def put_place(book: Book, hex: int, out: F4, at: int) -> None:
    """Write where a hex lies: its column, then its height."""
    if hex >= 0:
        out[at] = book.geo.x[hex] / COLUMNS
        out[at + 1] = (book.geo.x[hex] + 2 * book.geo.y[hex]) / HEIGHTS


@rule
def put_form(mine: Seat, out: F4, at: int) -> None:
    """Write what a seat pilots, one-hot over full character, companion, ally."""
    if mine.form == Form.FULL:
        out[at] = 1.0
    elif mine.form == Form.COMPANION:
        out[at + 1] = 1.0
    else:
        out[at + 2] = 1.0


@rule
def put_me(state: State, book: Book, seat: int, out: F4) -> None:
    """Write what the observing seat pilots in full."""
    mine: Seat = state.seats[seat]
    model: Piece = state.pieces[seat]
    at = AT_ME
    put_form(mine, out, at + Me.FULL)
    out[at + Me.HP] = model.hp / HP
    out[at + Me.MAX_HP] = model.max_hp / HP
    out[at + Me.AVAILABLE] = mine.available / ANIMUS
    out[at + Me.RESERVE] = mine.reserve / ANIMUS
    out[at + Me.REGEN] = mine.regen / 8
    for token in range(TOKENS):
        out[at + Me.TOKEN + token] = mine.tokens[token] / 6
    for status in range(STATUSES):
        out[at + Me.STATUS + status] = model.status[status] / 4
    out[at + Me.DEFENCE] = defence_of(state, book, seat) / DEFENCE
    for colour in range(COLOURS):
        out[at + Me.CUBES + colour] = cubes(state, book, seat, colour, True) / 6
    out[at + Me.REACH] = (weapon_reach(state, book, seat) + model.range_next) / REACH
    out[at + Me.MOVED] = mine.moved
    out[at + Me.PLAYED] = mine.played
    out[at + Me.DAMAGE] = (model.damage + model.damage_round + model.damage_next) / DAMAGE
    put_place(book, model.hex, out, at + Me.X)
    out[at + Me.EMPOWER] = mine.empower_next / 6
    out[at + Me.REDRAW] = mine.redraw_next / 4


@rule
def put_other(state: State, book: Book, other: int, out: F4, at: int) -> None:
    """Write what another seat pilots, in short."""
    mine: Seat = state.seats[other]
    model: Piece = state.pieces[other]
    hand = 0
    for card in range(CARDS):
        hand += 1 if mine.cards[card] == Zone.HAND and mine.form == Form.FULL else 0
    tokens = 0
    for token in range(TOKENS):
        tokens += mine.tokens[token]
    statuses = 0
    for status in range(STATUSES):
        statuses += model.status[status]
    put_form(mine, out, at + Other.FULL)
    out[at + Other.HP] = model.hp / HP
    out[at + Other.AVAILABLE] = mine.available / ANIMUS
    out[at + Other.DEFENCE] = defence_of(state, book, other) / DEFENCE
    out[at + Other.REACH] = weapon_reach(state, book, other) / REACH
    out[at + Other.HAND] = hand / CARDS
    out[at + Other.TOKENS] = tokens / 12
    out[at + Other.STATUS] = statuses / 8
    put_place(book, model.hex, out, at + Other.X)


@rule
def put_boss(state: State, book: Book, boss: int, seat: int, out: F4, at: int) -> None:
    """Write a boss."""
    model: Piece = state.pieces[BOSS + boss]
    more = model.might_round * book.features.means[book.features.best[boss]]
    out[at + Enemy.DEFENCE] = defence_of(state, book, BOSS + boss) / DEFENCE
    out[at + Enemy.STRENGTH] = (book.features.bosses[boss] + more) / 24
    put_place(book, model.hex, out, at + Enemy.X)
    out[at + Enemy.EAST] = EAST[model.facing]
    out[at + Enemy.SOUTH] = SOUTH[model.facing]
    out[at + Enemy.TARGET] = 1.0 if model.target == seat else 0.0


@rule
def put_location(state: State, book: Book, location: int, out: F4, at: int) -> None:
    """Write a location: its die, and the middle of its hexes."""
    where = book.locations[location]
    model: Piece = state.pieces[BOSS + where.boss]
    out[at + Part.HP] = state.dice[location] / HP
    if model.hex < 0:
        return
    x = 0
    height = 0
    hexes = 0
    for part in range(BODY if model.large else 1):
        hex = body_hex(book, model.hex, model.facing, part)
        if hex >= 0 and ((where.body >> part) & 1 or model.large == 0):
            x += book.geo.x[hex]
            height += book.geo.x[hex] + 2 * book.geo.y[hex]
            hexes += 1
    if hexes:
        out[at + Part.X] = x / (hexes * COLUMNS)
        out[at + Part.Y] = height / (hexes * HEIGHTS)


@rule
def put_minion(state: State, book: Book, piece: int, out: F4, at: int) -> None:
    """Write a minion."""
    model: Piece = state.pieces[piece]
    out[at + Lesser.HP] = model.hp / HP
    out[at + Lesser.STRENGTH] = book.features.minions[model.sort] / 12
    put_place(book, model.hex, out, at + Lesser.X)
