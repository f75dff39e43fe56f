"""What lies on the table in an observation: decks, my cards, items and abilities, stage cards, the attack under way."""

from ..core.compiler import F4, rule
from .board import is_enemy
from .layout import DECKS, LAYOUT, SHOWN_LASTING, SHOWN_STEPS, Deed, Gear, Held, Menace, Pile, Struck, Wound
from .pieces import defence_of
from .seats import used
from .state import Book, Play, Seat, State
from .terms import (
    ABILITIES,
    CARDS,
    COLOURS,
    INJURIES,
    ITEMS,
    KINDS,
    OPTIONS,
    PEEKS,
    PIECES,
    STAGE_CARDS,
    Form,
    StageZone,
    Zone,
)
from .whom import seat_of
from .window import ability_of

AT_DECKS = LAYOUT.start("decks")
AT_CARDS = LAYOUT.start("cards")
AT_ITEMS = LAYOUT.start("items")
AT_INJURIES = LAYOUT.start("injuries")
AT_CARD_OPTIONS = LAYOUT.start("card_options")
AT_ITEM_OPTIONS = LAYOUT.start("item_options")
AT_ABILITIES = LAYOUT.start("abilities")
AT_READY = LAYOUT.start("ready")
AT_STAGE = LAYOUT.start("stage")
AT_LASTING = LAYOUT.start("lasting")
AT_AHEAD = LAYOUT.start("ahead")
AT_ATTACK = LAYOUT.start("attack")

PILE = Pile.width()
CARD = Held.width()
ITEM = Gear.width()
INJURY = Wound.width()
MENACE = Menace.width()
CARD_OPTIONS = CARDS * OPTIONS * Deed.width()
ITEM_OPTIONS = ITEMS * Deed.width()
ABILITY_OPTIONS = ABILITIES * Deed.width()
STAGE = SHOWN_STEPS * MENACE
DECK = 18


@rule
def put_decks(state: State, book: Book, seat: int, out: F4) -> None:
    """Write the draw piles; a known top is counted like any other card, and shown to those that know it."""
    for deck in range(DECKS):
        at = AT_DECKS + deck * PILE
        pile = state.decks[deck].pile
        values = book.values[deck % COLOURS]
        cards = 0
        blanks = pile[0]
        total = 0
        for kind in range(KINDS):
            cards += pile[kind]
            total += pile[kind] * values[kind]
        if state.seen[deck, 0]:
            for place in range(PEEKS):
                known = state.seen[deck, place]
                if known:
                    cards += 1
                    blanks += 1 if known == 1 else 0
                    total += values[known - 1]
            if (state.seen_by[deck, 0] >> seat) & 1:
                out[at + Pile.TOP] = state.seen[deck, 0] / KINDS
        if cards:
            out[at + Pile.CARDS] = cards / DECK
            out[at + Pile.BLANKS] = blanks / cards
            out[at + Pile.MEAN] = total / (5 * cards)


@rule
def position(zone: int) -> float:
    """Give a cooldown position as a number, 0 where there is none."""
    return (zone + 1) / 4 if zone < Zone.HAND else 0.0


@rule
def put_kit(state: State, book: Book, seat: int, out: F4) -> None:
    """Write what the observing seat can play: of its Oathsworn, or of its ally."""
    mine: Seat = state.seats[seat]
    if mine.form == Form.FALLEN:
        return
    for ability in range(ABILITIES):
        option = ability_of(state, book, seat, ability)
        out[AT_READY + ability] = 1.0 if option.known and not used(state, seat, option) else 0.0
    if mine.form == Form.ALLY:
        deeds = book.features.allies[mine.ally]
        for k in range(ABILITY_OPTIONS):
            out[AT_ABILITIES + k] = deeds[k]
        return
    own = book.features.abilities[seat]
    for k in range(ABILITY_OPTIONS):
        out[AT_ABILITIES + k] = own[k]
    things = book.features.items[seat]
    for k in range(ITEM_OPTIONS):
        out[AT_ITEM_OPTIONS + k] = things[k]
    for item in range(ITEMS):
        out[AT_ITEMS + item * ITEM + Gear.READY] = 1.0 if mine.items[item] == Zone.HAND else 0.0
        out[AT_ITEMS + item * ITEM + Gear.POSITION] = position(mine.items[item])
    if mine.form == Form.FULL:
        put_hand(book, mine, seat, out)


@rule
def put_hand(book: Book, mine: Seat, seat: int, out: F4) -> None:
    """Write the cards and injuries of a full character."""
    kit = book.kits[seat]
    deeds = book.features.cards[seat]
    for k in range(CARD_OPTIONS):
        out[AT_CARD_OPTIONS + k] = deeds[k]
    for card in range(kit.n_cards):
        at = AT_CARDS + card * CARD
        out[at + Held.HAND] = 1.0 if mine.cards[card] == Zone.HAND else 0.0
        out[at + Held.POSITION] = position(mine.cards[card])
        out[at + Held.COOLDOWN] = kit.cards[card].cooldown / 3
        out[at + Held.DEFENCE] = kit.cards[card].defence / 6
    for injury in range(min(kit.n_injuries, INJURIES)):
        at = AT_INJURIES + injury * INJURY
        out[at + Wound.HAND] = 1.0 if mine.injuries[injury] == Zone.HAND else 0.0
        out[at + Wound.POSITION] = position(mine.injuries[injury])
        out[at + Wound.COOLDOWN] = kit.injuries[injury].cooldown / 3
        out[at + Wound.COST] = kit.injuries[injury].option.cost / 8


@rule
def put_stage(state: State, book: Book, seat: int, out: F4) -> None:
    """Write the steps of the stage card that lies face up, the sums of lasting ones and of those the seat looked at."""
    if state.face_up >= 0:
        steps = book.features.stage[state.face_up]
        for k in range(STAGE):
            out[AT_STAGE + k] = steps[k]
    shown = 0
    for card in range(STAGE_CARDS):
        if state.stage_zone[card] == StageZone.LASTING and shown < SHOWN_LASTING:
            for k in range(MENACE):
                out[AT_LASTING + shown * MENACE + k] = book.features.lasting[card, k]
            shown += 1
    for place in range(PEEKS):
        if state.ahead[place] > 0 and (state.ahead_by[place] >> seat) & 1:
            for k in range(MENACE):
                out[AT_AHEAD + place * MENACE + k] = book.features.lasting[state.ahead[place] - 1, k]


@rule
def put_attack(state: State, book: Book, seat: int, out: F4) -> None:
    """Write the newest attack under way."""
    for back in range(state.n_plays):
        play = state.plays[state.n_plays - 1 - back]
        if play.attack_row >= 0:
            put_struck(state, book, play, seat, out)
            return


@rule
def put_struck(state: State, book: Book, play: Play, seat: int, out: F4) -> None:
    """Write an attack: whose, whom it hits, the cards planned and drawn."""
    at = AT_ATTACK
    drawing = play.drawing
    out[at + Struck.MINE] = 1.0 if seat_of(state, play.actor) == seat else 0.0
    out[at + Struck.ENEMY] = 1.0 if is_enemy(state, play.actor) else 0.0
    mine = (play.hits >> seat) & 1
    out[at + Struck.HITS_ME] = mine
    hits = 0
    for piece in range(PIECES):
        hits += (play.hits >> piece) & 1
    owed = 0
    for colour in range(COLOURS):
        out[at + Struck.PLAN + colour] = drawing.plan[colour] / 8
        owed += drawing.owed[colour]
    out[at + Struck.HITS] = hits / 6
    out[at + Struck.TOTAL] = drawing.total / 24
    out[at + Struck.BLANKS] = drawing.blanks / 4
    out[at + Struck.CRITS] = drawing.crits / 4
    out[at + Struck.OWED] = owed / 4
    out[at + Struck.UPGRADES] = drawing.upgrades / 6
    out[at + Struck.REDRAWS] = drawing.redraws / 4
    out[at + Struck.BONUS] = (book.steps[play.attack_row].bonus + play.bonus) / 6
    target = seat if mine else play.target
    if target >= 0:
        out[at + Struck.DEFENCE] = defence_of(state, book, target) / 12
