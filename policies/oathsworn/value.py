"""How likely an encounter is won from the begin of a round, by a small network over what every seat can see.

The numbers of `Sight` are features of the situation, not of content; the weights are fitted to games of scripted seats
(`training/fit_value.py`), so that a search that stops there knows how such games go on.
"""

from ...envs.core.compiler import F4, rule
from ...envs.core.layout import Row
from ...envs.oathsworn.board import on_board
from ...envs.oathsworn.pieces import defence_of
from ...envs.oathsworn.seats import acts
from ...envs.oathsworn.state import Book, Piece, Seat, State
from ...envs.oathsworn.terms import (
    ALLIES,
    BOSS,
    BOSSES,
    CARDS,
    FRIEND,
    INJURIES,
    ITEMS,
    LOCATIONS,
    MINION,
    PIECES,
    SEATS,
    STAGES,
    TOKENS,
    Form,
    Status,
    Zone,
)
from ..value import chance_of, count_weights


class Sight(Row):
    """What the value is made from, each about 0 to 1."""

    BOSS_HP = 1, "HP of the bosses' dice / all"
    BOSS_LEFT = 1, "HP of the bosses' dice / 24"
    BOSS_ALL = 1, "HP of the bosses' dice at the start / 24"
    PARTS = 1, "locations that hold / all"
    BOSSES = 1, "bosses on the board / 2"
    BOSS_DEFENCE = 1, "mean defence of the bosses / 12"
    BOSS_MIGHT = 1, "strongest mean might of a boss / 12"
    MINIONS = 1, "minions / 6"
    MINION_HP = 1, "their HP / 12"
    MINION_MIGHT = 1, "their mean might, summed / 24"
    HEROES_HP = 1, "HP of heroes and companions / their most"
    HEROES_LEFT = 1, "HP of heroes and companions / 24"
    WEAKEST = 1, "lowest share of its HP that one of them has"
    STANDING = SEATS, "share of its HP that each of them has, the lowest first"
    FALLEN = 1, "Oathsworn who fell / 4"
    ALLY_HP = 1, "HP of allies in play / 12"
    ALLIES = 1, "allies still to come / 8"
    FULL = 1, "seats with a full character / 4"
    COMPANIONS = 1, "seats with a companion / 4"
    DEFENCE = 1, "mean defence of who stands / 12"
    ANIMUS = 1, "animus at hand / 24"
    HAND = 1, "ability cards in hand / 20"
    NEAR = 1, "ability cards one step from the hand / 20"
    ITEMS = 1, "items ready / 20"
    INJURIES = 1, "injuries / 8"
    TOKENS = TOKENS, "tokens of each kind / 8"
    BAD = 1, "poison, crippling, bleeding on heroes / 8"
    CAUGHT = 1, "heroes caged or consumed / 4"
    FRIENDS = 1, "friends on the board / 6"
    DISTANCE = 1, "mean hexes from a hero to the nearest boss / 8"
    STAGE = STAGES, "stage of the encounter, one-hot"
    ROUND = 1, "round / 12"
    DIFFICULTY = 1, "level of difficulty / 3"


INPUTS = Sight.width()
HIDDEN = 24
"""Hidden units of the network."""
WEIGHTS = count_weights(INPUTS, HIDDEN)


@rule
def put_sight(state: State, book: Book, out: F4) -> None:
    """Write the features of a situation, `INPUTS` numbers."""
    for place in range(INPUTS):
        out[place] = 0.0
    put_bosses(state, book, out)
    put_lesser(state, book, out)
    put_heroes(state, book, out)
    out[Sight.STAGE + min(max(state.stage, 1), STAGES) - 1] = 1.0
    out[Sight.ROUND] = state.round / 12
    out[Sight.DIFFICULTY] = book.difficulty / 3


@rule
def put_bosses(state: State, book: Book, out: F4) -> None:
    """Write what is left of the bosses."""
    total = 0.0
    left = 0.0
    parts = 0.0
    whole = 0.0
    for location in range(LOCATIONS):
        if book.locations[location].boss >= 0:
            total += book.locations[location].hp
            left += state.dice[location]
            parts += 1.0
            whole += 1.0 if state.dice[location] > 0 else 0.0
    out[Sight.BOSS_HP] = left / max(total, 1.0)
    out[Sight.BOSS_LEFT] = left / 24
    out[Sight.BOSS_ALL] = total / 24
    out[Sight.PARTS] = whole / max(parts, 1.0)
    bosses = 0.0
    for boss in range(BOSSES):
        if on_board(state, BOSS + boss):
            bosses += 1.0
            out[Sight.BOSS_DEFENCE] += defence_of(state, book, BOSS + boss) / 12
            out[Sight.BOSS_MIGHT] = max(out[Sight.BOSS_MIGHT], book.features.bosses[boss] / 12)
    out[Sight.BOSSES] = bosses / BOSSES
    out[Sight.BOSS_DEFENCE] /= max(bosses, 1.0)


@rule
def put_lesser(state: State, book: Book, out: F4) -> None:
    """Write what minions and friends there are."""
    for piece in range(MINION, FRIEND):
        if on_board(state, piece):
            out[Sight.MINIONS] += 1.0 / 6
            out[Sight.MINION_HP] += state.pieces[piece].hp / 12
            out[Sight.MINION_MIGHT] += book.features.minions[state.pieces[piece].sort] / 24
    for piece in range(FRIEND, PIECES):
        if on_board(state, piece):
            out[Sight.FRIENDS] += 1.0 / 6


@rule
def put_heroes(state: State, book: Book, out: F4) -> None:
    """Write what the seats pilot."""
    hp = 0.0
    most = 0.0
    acting = 0.0
    distance = 0.0
    out[Sight.WEAKEST] = 1.0
    for seat in range(SEATS):
        mine: Seat = state.seats[seat]
        model: Piece = state.pieces[seat]
        out[Sight.FALLEN] += mine.fallen / SEATS
        if not acts(state, seat):
            continue
        acting += 1.0
        out[Sight.DEFENCE] += defence_of(state, book, seat) / 12
        distance += nearest_boss(state, book, model.hex)
        put_seat(mine, model, out)
        if mine.form == Form.ALLY:
            out[Sight.ALLY_HP] += model.hp / 12
            continue
        hp += model.hp
        most += model.max_hp
        share = model.hp / max(model.max_hp, 1)
        out[Sight.WEAKEST] = min(out[Sight.WEAKEST], share)
        put_sorted(out, share)
    out[Sight.HEROES_HP] = hp / max(most, 1.0)
    out[Sight.HEROES_LEFT] = hp / 24
    out[Sight.DEFENCE] /= max(acting, 1.0)
    out[Sight.DISTANCE] = distance / max(acting, 1.0) / 8
    for ally in range(ALLIES):
        out[Sight.ALLIES] += ((state.allies >> ally) & 1) / ALLIES


@rule
def put_sorted(out: F4, share: float) -> None:
    """Put the share of HP of one more hero among the others, the lowest first from the end of the block."""
    place: int = Sight.STANDING
    while place < Sight.STANDING + SEATS - 1 and out[place + 1] < share:
        out[place] = out[place + 1]
        place += 1
    out[place] = share


@rule
def put_seat(mine: Seat, model: Piece, out: F4) -> None:
    """Add what one seat has at hand."""
    out[Sight.FULL] += 1.0 / SEATS if mine.form == Form.FULL else 0.0
    out[Sight.COMPANIONS] += 1.0 / SEATS if mine.form == Form.COMPANION else 0.0
    out[Sight.ANIMUS] += mine.available / 24
    if mine.form == Form.FULL:
        for card in range(CARDS):
            out[Sight.HAND] += 0.05 if mine.cards[card] == Zone.HAND else 0.0
            out[Sight.NEAR] += 0.05 if mine.cards[card] == Zone.HAND - 1 else 0.0
        for item in range(ITEMS):
            out[Sight.ITEMS] += 0.05 if mine.items[item] == Zone.HAND else 0.0
    for injury in range(INJURIES):
        out[Sight.INJURIES] += 0.125 if mine.injuries[injury] != Zone.NONE else 0.0
    for token in range(TOKENS):
        out[Sight.TOKENS + token] += mine.tokens[token] / 8
    status = model.status
    out[Sight.BAD] += (status[Status.POISON] + status[Status.CRIPPLED] + status[Status.BLEED]) / 8
    if status[Status.CAGED] > 0 or status[Status.CONSUMED] > 0:
        out[Sight.CAUGHT] += 1.0 / SEATS


@rule
def nearest_boss(state: State, book: Book, hex: int) -> int:
    """Count the hexes from a hex to the nearest boss, 8 where there is none."""
    best = 8
    for piece in range(BOSS, BOSS + BOSSES):
        if hex >= 0 and on_board(state, piece):
            best = min(best, book.geo.distance[state.pieces[piece].hex, hex])
    return best


@rule
def win_chance(state: State, book: Book, weights: F4, sight: F4) -> float:
    """Give how likely a running encounter is won; `sight` is room for the features."""
    put_sight(state, book, sight)
    return chance_of(weights, sight)
