"""What options and stage cards do, as the numbers that an observation shows: written into the book once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import mode

from ..core.records import Floats, Ints
from .layout import SHOWN_STEPS, Deed, Menace
from .state import Book, Option, Step
from .terms import (
    ABILITIES,
    ALLIES,
    BODY,
    BOSSES,
    CARDS,
    COLOURS,
    ITEM_OPTIONS,
    ITEMS,
    KINDS,
    LOCATIONS,
    MINION_KINDS,
    OPTIONS,
    SEATS,
    STAGE_CARDS,
    Do,
    Shape,
    To,
    Who,
)

NONE = -1
DEAR = 2
"""Animus that an HP or token paid counts as."""
OWN_SIDE = (Who.SELF, Who.CHOSEN_FRIEND, Who.OTHER_FRIEND, Who.ADJACENT_FRIENDS, Who.ALL_FRIENDS)

FORCE = (Do.HURT, Do.DAMAGE, Do.EMPOWER, Do.BLEED, Do.TRANSFER)
MOVE = (Do.MOVE, Do.TELEPORT)
CONTROL = (
    Do.KNOCKBACK,
    Do.STATUS,
    Do.TILE,
    Do.SUMMON,
    Do.SEND,
    Do.COMMAND,
    Do.TAUNT,
    Do.BREAK_TERRAIN,
    Do.RETARGET,
)
AID = (
    Do.HEAL,
    Do.ANIMUS,
    Do.TOKEN,
    Do.BATTLEFLOW,
    Do.ROTATE,
    Do.REFRESH,
    Do.REDRAW,
    Do.PEEK,
    Do.PREDICT,
    Do.REPLACE,
    Do.RECOVER,
)
GUARD = (Do.DEFENCE, Do.IGNORE)
HARM = (Do.HURT, Do.STATUS, Do.KNOCKBACK, Do.TOLL, Do.BLEED, Do.TILE)
BOON = (Do.SPAWN, Do.EAT, Do.MEND, Do.HEAL, Do.MIGHT, Do.CLOUD, Do.DAMAGE)

DEEDS: tuple[tuple[Deed, tuple[Do, ...], int], ...] = (
    (Deed.FORCE, FORCE, 8),
    (Deed.MOVE, MOVE, 8),
    (Deed.CONTROL, CONTROL, 4),
    (Deed.AID, AID, 6),
    (Deed.GUARD, GUARD, 4),
)
"""Where the amount of each effect of an option counts, and by what it is divided."""


def write_features(book: Book) -> None:
    """Write the features of everything in a book."""
    features = book.features
    for seat in range(SEATS):
        kit = book.kits[seat]
        cards = [[kit.cards[card].options[k]] for card in range(CARDS) for k in range(OPTIONS)]
        items = [[kit.items[item].options[k] for k in range(ITEM_OPTIONS)] for item in range(ITEMS)]
        write_rows(features.cards[seat], [deed(book, each) for each in cards])
        write_rows(features.items[seat], [deed(book, each) for each in items])
        write_rows(features.abilities[seat], [deed(book, [kit.abilities[k]]) for k in range(ABILITIES)])
    for ally in range(ALLIES):
        write_rows(features.allies[ally], [deed(book, [book.allies[ally].abilities[k]]) for k in range(ABILITIES)])
    for colour in range(COLOURS):
        cards_of = [book.decks[colour, kind] for kind in range(KINDS)]
        worth = sum(count * book.values[colour, kind] for kind, count in enumerate(cards_of))
        features.means[colour] = worth / max(sum(cards_of), 1)
    for boss in range(BOSSES):
        write_boss(book, boss)
    for kind in range(MINION_KINDS):
        features.minions[kind] = strength(book, book.minions[kind].might)
    write_stage_cards(book)


def write_boss(book: Book, boss: int) -> None:
    """Write a boss's strength and the location of each of its hexes."""
    might = book.bosses[boss].might
    book.features.bosses[boss] = strength(book, might)
    book.features.best[boss] = max((colour for colour in range(COLOURS) if might[colour]), default=0)
    for part in range(BODY):
        found = [k for k in range(LOCATIONS) if book.locations[k].boss == boss and (book.locations[k].body >> part) & 1]
        book.features.part[boss, part] = found[0] if found else NONE


def write_stage_cards(book: Book) -> None:
    """Write what the stage cards do; an unknown one does the mean of the known cards of its stage."""
    for card in range(STAGE_CARDS):
        write_stage_card(book, card)
    for card in range(STAGE_CARDS):
        row = book.stage_cards[card]
        alike = [k for k in range(STAGE_CARDS) if book.stage_cards[k].stage == row.stage]
        known = [k for k in alike if not book.stage_cards[k].unknown]
        if row.unknown and known:
            for rows in (book.features.stage, book.features.lasting):
                write_rows(
                    rows[card], [[sum(each) / len(known) for each in zip(*(rows[k] for k in known), strict=True)]]
                )
            book.features.threat[card] = mode(book.features.threat[k] for k in known)


def write_stage_card(book: Book, card: int) -> None:
    """Write what a stage card does."""
    row = book.stage_cards[card]
    steps = [book.steps[place] for place in range(row.first, row.end)]
    rows = [menace(step) for step in steps]
    write_rows(book.features.stage[card], (rows + [[0.0] * Menace.width()] * SHOWN_STEPS)[:SHOWN_STEPS])
    write_rows(book.features.lasting[card], [[sum(each) for each in zip(*rows, strict=True)]] if rows else [])
    book.features.threat[card] = threat(steps)


def strength(book: Book, might: Ints) -> float:
    """Return the mean value of the cards of a might."""
    return sum(might[colour] * book.features.means[colour] for colour in range(COLOURS))


def deed(book: Book, options: Iterable[Option]) -> list[float]:
    """Return what options do in all."""
    out = [0.0] * Deed.width()
    for option in options:
        if not option.known:
            continue
        out[Deed.COST] += (option.cost + DEAR * option.hp + DEAR * (option.token >= 0)) / 8
        out[Deed.WHEN] = max(out[Deed.WHEN], option.when / 12)
        for place in range(option.first, option.end):
            add_step(out, book.steps[place])
    return out


def add_step(out: list[float], step: Step) -> None:
    """Add a step of an option to what it does."""
    if step.do == Do.ATTACK:
        out[Deed.STRIKE] += 1 / 2 + max(step.reach, step.size, 0) / 16 + (step.shape != Shape.ONE) / 8
        out[Deed.FORCE] += (step.bonus + step.empowered + step.redraws) / 8
    for place, effects, unit in DEEDS:
        if step.do in effects:
            out[place] += weight(step) / unit


def weight(step: Step) -> int:
    """Return a step's amount, 1 where it has none."""
    return step.amount or 1


def menace(step: Step) -> list[float]:
    """Return what a step of a stage card does."""
    out = [0.0] * Menace.width()
    if step.do == Do.ATTACK:
        out[Menace.ATTACK] = 1 / 2 + step.amount / 8
        out[Menace.REACH] = max(step.reach, step.size) / 8
        out[Menace.AREA] = step.shape / 8
        out[Menace.PART] = (step.icon + 1) / 8
        out[Menace.HARM] = step.bonus / 4
    elif step.do in (Do.MOVE, Do.FACE):
        out[Menace.MOVE] = step.amount / 8
        out[Menace.TOWARD] = 1.0 if step.to == To.TARGET else -1.0
    elif step.do == Do.DEFENCE and step.who not in OWN_SIDE:
        out[Menace.HARM] = -weight(step) / 4
    elif step.do in HARM:
        out[Menace.HARM] = weight(step) / 4
    elif step.do in BOON or step.do == Do.DEFENCE:
        out[Menace.BOON] = weight(step) / 4
    return out


def threat(steps: Sequence[Step]) -> int:
    """Return how far from where it stands now a boss's attacks could reach; -1 without an attack."""
    walk, reach = 0, NONE
    for step in steps:
        if step.do == Do.MOVE:
            walk += step.amount
        elif step.do == Do.ATTACK:
            area = step.reach + step.size if step.shape == Shape.DISC else max(step.reach, step.size)
            reach = max(reach, walk + max(area, 1))
    return reach


def write_rows(values: Floats, rows: Sequence[Sequence[float]]) -> None:
    """Write rows of numbers one after another, each brought between -1 and 1."""
    for place, number in enumerate(number for row in rows for number in row):
        values[place] = min(max(number, -1.0), 1.0)
