"""What a situation's file calls options of limited use and what holds a hero, which the book knows by bits and rows."""

from __future__ import annotations

from collections.abc import Iterator

from ..core.catalogue import say
from ..core.content import numbered
from .names import Names
from .state import Book, Option, State
from .terms import ABILITIES, ALLIES, CARDS, ITEM_OPTIONS, ITEMS, MINION_KINDS, OPTIONS, STAGE_CARDS, Do, Form


def limited(state: State, book: Book, names: Names, seat: int) -> dict[str, int]:
    """Return the bits of what a seat may use so often only, by name: an ability, or a card or item with its option."""
    found = [(name, option.bit) for name, option in options(state, book, names, seat) if option.known and option.limit]
    return dict(zip(numbered(name for name, _ in found), (bit for _, bit in found), strict=True))


def options(state: State, book: Book, names: Names, seat: int) -> Iterator[tuple[str, Option]]:
    """Give the options of what a seat pilots, with their names."""
    mine = state.seats[seat]
    if mine.form == Form.ALLY:
        ally = book.allies[mine.ally]
        yield from zip(names.ally_abilities[mine.ally], (ally.abilities[k] for k in range(ABILITIES)), strict=True)
        return
    kit, called = book.kits[seat], names.seats[seat]
    yield from zip(called.abilities, (kit.abilities[k] for k in range(ABILITIES)), strict=True)
    for card, name, own in zip(range(CARDS), called.cards, called.card_options, strict=False):
        for option, word in zip(range(OPTIONS), own, strict=False):
            yield say("oathsworn_situation.option", thing=name, option=word), kit.cards[card].options[option]
    for item, name, own in zip(range(ITEMS), called.items, called.item_options, strict=False):
        for option, word in zip(range(ITEM_OPTIONS), own, strict=False):
            yield say("oathsworn_situation.option", thing=name, option=word), kit.items[item].options[option]


def holding(book: Book, names: Names, status: int) -> dict[str, int]:
    """Return the rows of the steps that cage or consume, by the card or kind of minion that has them."""
    found = [
        (name, row)
        for name, first, end in programs(book, names)
        for row in range(first, end)
        if book.steps[row].do == Do.STATUS and book.steps[row].token == status
    ]
    return dict(zip(numbered(name for name, _ in found), (row for _, row in found), strict=True))


def programs(book: Book, names: Names) -> Iterator[tuple[str, int, int]]:
    """Give the programs of the enemies with the names of their cards or kinds."""
    for name, card in zip(names.stage_cards, range(STAGE_CARDS), strict=False):
        yield name, book.stage_cards[card].first, book.stage_cards[card].end
    for name, kind in zip(names.minions, range(MINION_KINDS), strict=False):
        yield name, book.minions[kind].first, book.minions[kind].end


def allies_of(state: State) -> int:
    """Return the allies that stand for fallen heroes, as bits."""
    seats = state.seats
    return sum(1 << seats[seat].ally for seat in range(len(seats)) if 0 <= seats[seat].ally < ALLIES)
