"""A scenario as a book: the numbers that the rules read, and the state an encounter starts from."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from ..core.content import ContentError, name_key
from ..core.hexes import MASK_BITS, geometry, hex_named
from . import might_faces
from .board import hold
from .encounter import Encounter, body_of
from .enemies import Boss, StageCard
from .features import write_features, write_stage_cards
from .kits import kits
from .programs import Programs, kind_of, store
from .scenario import Scenario
from .state import Book
from .state import StageCard as StageCardRow
from .steps import walk
from .terms import (
    BOSS,
    COLOURS,
    KINDS,
    LOCATIONS,
    MINION,
    OBSTACLES,
    PIECES,
    SEATS,
    STAGE_CARDS,
    Decision,
    Icon,
    Key,
    Kind,
    Prefer,
    StageZone,
    Tile,
    Zone,
)
from .vocabulary import Side
from .words import BODY_WORDS, DIRECTIONS

EXTRA_DEFENCE = (2, 1, 0, 0, 0)
ALLY_DEFENCE = (0, 1, 0, 0, 0)
"""Extra defence by difficulty; allies have theirs at the second level only."""
NOBODY = -1


def compile_book(scenario: Scenario) -> NDArray[np.void]:
    """Compile a scenario to a book, an array of one record.

    Raises:
        ContentError: The content is over a capacity, which is named.
    """
    books = np.zeros(1, Book.dtype)
    books["geo"] = geometry()
    book = Book.at(books, 0)
    programs = Programs(book)
    blank(book)
    settings(book, scenario)
    might_decks(book)
    enemies(book, scenario.encounter, programs)
    kits(book, scenario, programs)
    board(book, scenario.encounter)
    book.faces = int(reads_arcs(scenario.encounter))
    write_features(book)
    return books


def blank(book: Book) -> None:
    """Set what must not start at zero."""
    start = book.start
    start.face_up = start.top = start.seat = start.answer = NOBODY
    start.decision = Decision.NONE
    start.stage = 1
    for piece in (start.pieces[slot] for slot in range(PIECES)):
        piece.hex = piece.owner = piece.target = NOBODY
    for card in range(STAGE_CARDS):
        start.stage_zone[card] = StageZone.NONE
    for seat in (start.seats[slot] for slot in range(SEATS)):
        seat.ally = NOBODY
        for zones in (seat.cards, seat.injuries, seat.items):
            zones[:] = Zone.NONE
        seat.thrown[:] = NOBODY
    for location in range(LOCATIONS):
        book.locations[location].boss = NOBODY
    for obstacle in range(OBSTACLES):
        for place in range(len(BODY_WORDS)):
            book.obstacle_hexes[obstacle, place] = NOBODY


def settings(book: Book, scenario: Scenario) -> None:
    """Write house rules, difficulty and set-up."""
    for name, number in scenario.rules.numbers().items():
        setattr(book.house, name, number)
    book.seats = scenario.seats
    book.difficulty = scenario.level
    book.extra_defence = EXTRA_DEFENCE[scenario.level]
    book.ally_defence = ALLY_DEFENCE[scenario.level]
    book.ambushed = int(scenario.ambushed)
    book.start.lead = scenario.lead


def might_decks(book: Book) -> None:
    """Write the faces of might, and give both sides full decks."""
    for colour in range(COLOURS):
        for kind in range(KINDS):
            count = might_faces.COUNTS[colour][kind]
            book.decks[colour, kind] = count
            book.values[colour, kind] = might_faces.VALUE[colour][kind]
            book.start.decks[colour].pile[kind] = count
            book.start.decks[COLOURS + colour].pile[kind] = count


def enemies(book: Book, encounter: Encounter, programs: Programs) -> None:
    """Write bosses, locations, minions and stage cards."""
    kinds = kinds_of(encounter)
    die = 0
    for slot, boss in enumerate(encounter.bosses):
        boss_sheet(book, slot, boss, kinds)
        for location in boss.locations:
            row = book.locations[die]
            row.boss = slot
            row.body = sum(1 << BODY_WORDS.index(part) for part in set(location.body))
            row.icon = Icon[location.icon.upper()]
            row.hp = location.hp
            book.start.dice[die] = location.hp
            die += 1
    for place, minion in enumerate(encounter.minions):
        kind = book.minions[place]
        kind.known = 1
        kind.keys = keys_of(minion.keywords)
        kind.reach = minion.reach
        kind.models = minion.models
        for name in ("defence", "hp", "move"):
            setattr(kind, name, getattr(minion, name))
        store(kind.might, minion.might.counts)
        kind.first, kind.end = programs.write(minion.steps, Side.ENEMIES, kinds)
    stage_cards(book, encounter, programs, kinds)
    book.poison_first, book.poison_end = programs.write(encounter.poison, Side.ENEMIES, kinds)


def boss_sheet(book: Book, slot: int, boss: Boss, kinds: Mapping[str, int]) -> None:
    """Write a boss's sheet and its model."""
    sheet = book.bosses[slot]
    sheet.known = 1
    sheet.defence = boss.defence
    store(sheet.might, boss.might.counts)
    sheet.keys = keys_of(boss.keywords) | (Key.LARGE if boss.size == "large" else 0)
    sheet.prefer = Prefer[boss.prefer.upper()]
    sheet.prefer_kind = kind_of(boss.prefer, boss.prefer_kind, kinds)
    sheet.start = hex_named(boss.at)
    sheet.facing = DIRECTIONS.index(boss.facing)
    sheet.stage_at[1] = boss.stage_two or 0
    sheet.stage_at[2] = boss.stage_three or 0
    sheet.spawn_kind = NOBODY
    model = book.start.pieces[BOSS + slot]
    model.kind = Kind.BOSS
    model.facing = sheet.facing
    model.large = int(boss.size == "large")
    model.hp = model.max_hp = sum(location.hp for location in boss.locations)


def stage_cards(book: Book, encounter: Encounter, programs: Programs, kinds: Mapping[str, int]) -> None:
    """Write the stage cards, and put them into the deck; the release that opens most of them is told to the boss."""
    for place, card in enumerate(encounter.stage_cards):
        stage_card(book.stage_cards[place], card, programs, kinds)
        book.start.stage_zone[place] = StageZone.DECK
    releases = [step for card in encounter.stage_cards for step in card.steps[:1] if step.do == "spawn" and step.kind]
    if releases:
        usual = max(releases, key=lambda step: step.effect_amount)
        book.bosses[0].spawn_kind = kinds[name_key(str(usual.kind))]
        book.bosses[0].spawn_count = usual.effect_amount


def stage_card(row: StageCardRow, card: StageCard, programs: Programs, kinds: Mapping[str, int]) -> None:
    """Write one stage card."""
    row.stage = card.stage
    row.unknown = int(card.unknown)
    row.prefer = Prefer[card.prefer.upper()] if card.prefer else NOBODY
    row.prefer_kind = kind_of(card.prefer, card.prefer_kind, kinds)
    row.lasting = int(card.lasting)
    row.first, row.end = programs.write(card.steps, Side.ENEMIES, kinds)


def learn_card(books: NDArray[np.void], scenario: Scenario, place: int) -> None:
    """Write a stage card into a book that is played with, in its spare rows: one that was unknown, or was put right.

    Args:
        books: The book, an array of one record.
        scenario: The scenario with the card, as `Scenario.with_card` gives it.
        place: Which card.

    Raises:
        ContentError: The book has too few rows left.
    """
    book = Book.at(books, 0)
    before = books.copy()
    card = scenario.encounter.stage_cards[place]
    try:
        stage_card(book.stage_cards[place], card, Programs(book), kinds_of(scenario.encounter))
    except ContentError:
        books[:] = before
        raise
    write_stage_cards(book)


def kinds_of(encounter: Encounter) -> dict[str, int]:
    """Return the numbers of the kinds of minions, by name key."""
    return {name_key(minion.name): place for place, minion in enumerate(encounter.minions)}


def board(book: Book, encounter: Encounter) -> None:
    """Put up the board: start zone, obstacles, tiles and the models that stand there at the start."""
    start = book.start
    for text in encounter.start_zone:
        book.start_zone[hex_named(text)] = 1
    for place, obstacle in enumerate(encounter.obstacles):
        for index, hex in enumerate(map(hex_named, obstacle.hexes)):
            book.obstacle_hexes[place, index] = hex
            start.terrain[hex] = place + 1
            start.blocks[hex // MASK_BITS] |= 1 << (hex % MASK_BITS)
    for tile in encounter.tiles:
        start.tile[hex_named(tile.at)] = Tile[tile.tile.upper()]
    for slot, boss in enumerate(encounter.bosses):
        stand(book, BOSS + slot, body_of(boss))
    model = MINION
    for kind, minion in enumerate(encounter.minions):
        for text in minion.start:
            piece = start.pieces[model]
            piece.kind = Kind.MINION
            piece.sort = kind
            piece.hp = piece.max_hp = minion.hp
            piece.facing = DIRECTIONS.index(minion.facing)
            stand(book, model, (hex_named(text),))
            model += 1
    for seat, text in enumerate(encounter.positions):
        stand(book, seat, (hex_named(text),))


def stand(book: Book, piece: int, hexes: tuple[int, ...]) -> None:
    """Put a model on its hexes, its centre first."""
    book.start.pieces[piece].hex = hexes[0]
    for hex in hexes:
        hold(book.start, hex, piece + 1)


def keys_of(words: tuple[str, ...]) -> int:
    """Return keywords as bits."""
    return sum(Key[word.upper()] for word in set(words))


def reads_arcs(encounter: Encounter) -> bool:
    """Return whether an enemy asks in which arc of a hero it stands."""
    return any(step.if_ == "in_arc" for _, steps in encounter.programs for _, step, _ in walk(steps))
