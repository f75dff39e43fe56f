"""The decks of a written situation, as the state has them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ..core.catalogue import say
from .names import Names
from .situation_file import FACES, DeckSaid, Might, StageSaid
from .stage_deck import stage_due
from .state import Book, State
from .terms import COLOURS, KINDS, StageZone
from .words import Loc

if TYPE_CHECKING:
    from .situation_set import Setting

Fault = Callable[[Loc, object, str], None]


def place_decks(state: State, book: Book, said: Might, fault: Fault) -> None:
    """Write the might decks of both sides: discards, known tops, and the rest in the pile."""
    for side, decks in enumerate((said.heroes, said.enemies)):
        for colour, deck in enumerate(decks.by_colour):
            loc: Loc = ("might", ("heroes", "enemies")[side], list(type(decks).model_fields)[colour])
            place_deck(state, book, side * COLOURS + colour, deck, fault, loc)


def place_deck(state: State, book: Book, number: int, said: DeckSaid, fault: Fault, loc: Loc) -> None:
    """Write one might deck."""
    deck = state.decks[number]
    for kind in range(KINDS):
        discarded = said.discarded.get(FACES[kind], 0)
        known = sum(card.face == FACES[kind] for card in said.top)
        have = book.decks[number % COLOURS, kind]
        if discarded + known > have:
            fault((*loc, "discarded", FACES[kind]), discarded + known, say("content.valid_at_most", bound=have))
        deck.discard[kind] = discarded
        deck.pile[kind] = have - discarded - known
    for place, card in enumerate(said.top):
        state.seen[number, place] = FACES.index(card.face) + 1
        state.seen_by[number, place] = bits_of(card.seats)


def place_stage_deck(state: State, book: Book, names: Names, said: StageSaid, setting: Setting) -> None:
    """Write the stage, and where every stage card is."""
    where: dict[int, str] = {}

    def lay(loc: Loc, name: str, zone: StageZone) -> int:
        card = setting.place(loc, name, names.stage_cards)
        if card >= 0:
            if card in where:
                setting.fault(loc, name, say("oathsworn_situation.valid_once", where=where[card]))
            where[card] = str(loc[1])
            state.stage_zone[card] = zone
        return card

    for key, zone in (("lasting", StageZone.LASTING), ("discarded", StageZone.DISCARD), ("removed", StageZone.GONE)):
        for place, name in enumerate(getattr(said, key)):
            lay(("stage_deck", key, place), name, zone)
    for place, known in enumerate(said.ahead):
        state.ahead[place] = lay(("stage_deck", "ahead", place, "card"), known.card, StageZone.DECK) + 1
        state.ahead_by[place] = bits_of(known.seats)
    if said.face_up is not None:
        state.face_up = lay(("stage_deck", "face_up"), said.face_up, StageZone.FACE_UP)
    stage = max(stage_due(state, book), book.stage_cards[state.face_up].stage if state.face_up >= 0 else 1)
    state.stage = stage if said.stage is None else said.stage
    if said.stage is not None and said.stage < stage:
        setting.fault(("stage_deck", "stage"), said.stage, say("content.valid_at_least", bound=stage))
    for card in range(len(names.stage_cards)):
        if book.stage_cards[card].stage < state.stage and card not in where:
            state.stage_zone[card] = StageZone.GONE


def bits_of(seats: Sequence[int]) -> int:
    """Return seats, which count from 1, as bits."""
    return sum(1 << (seat - 1) for seat in set(seats))
