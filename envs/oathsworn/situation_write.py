"""An encounter at the beginning of a visit as a situation that can be written to a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..core.hexes import HEXES, name_of
from ..core.records import Ints
from .board import on_board
from .names import Names
from .situation_content import zone_word
from .situation_file import FACES, BossSaid, Changes, FriendSaid, ModelSaid, SeatSaid, Situation
from .situation_names import holding, limited
from .state import Book, Piece, State
from .terms import (
    BOSS,
    COLOURS,
    FRIEND,
    INJURIES,
    ITEMS,
    KINDS,
    MINION,
    PEEKS,
    PIECES,
    SEATS,
    Colour,
    Form,
    StageZone,
    Status,
    Tile,
    Token,
)
from .visit import owed_bit
from .words import DIRECTIONS


def write_situation(state: State, book: Book, names: Names) -> Situation:
    """Return an encounter that has come to the beginning of a visit as a situation."""
    return Situation.model_validate(
        {
            "round": state.round,
            "turn": state.seat + 1,
            "seats": [seat_said(state, book, names, seat) for seat in range(SEATS)],
            "bosses": [boss_said(state, book, names, boss) for boss in range(len(names.bosses))],
            "minions": [model_said(state, names.minions, piece) for piece in standing(state, MINION, FRIEND)],
            "friends": [friend_said(state, names.friends, piece) for piece in standing(state, FRIEND, PIECES)],
            "allies_left": [name for ally, name in enumerate(names.allies) if (state.allies >> ally) & 1],
            "stage_deck": stage_said(state, names),
            "might": {
                side: {colour.name.lower(): deck_said(state, first + colour) for colour in Colour}
                for side, first in (("heroes", 0), ("enemies", COLOURS))
            },
            "destroyed": destroyed(state, names),
            "tiles": {name_of(hex): Tile(state.tile[hex]).name.lower() for hex in range(HEXES) if state.tile[hex]},
        }
    )


def standing(state: State, first: int, end: int) -> list[int]:
    """Return the slots of the models on the board."""
    return [piece for piece in range(first, end) if on_board(state, piece)]


def place_said(model: Piece) -> dict[str, Any]:
    """Return where a model stands, what it has more or less, and its statuses."""
    held = (Status.CAGED, Status.CONSUMED)
    return {
        **({"at": name_of(model.hex)} if model.hex >= 0 else {}),
        "facing": DIRECTIONS[model.facing],
        "changes": {name: getattr(model, name) for name in Changes.model_fields},
        "status": {word.name.lower(): model.status[word] for word in Status if word not in held and model.status[word]},
    }


def seat_said(state: State, book: Book, names: Names, seat: int) -> SeatSaid:
    """Return one seat."""
    mine, called = state.seats[seat], names.seats[seat]
    kept = {
        "kills": mine.kills,
        "cards": zones(called.cards, mine.cards),
        "injuries": zones(called.injuries, mine.injuries),
        "items": zones(called.items, mine.items),
        "thrown": {called.items[k]: name_of(mine.thrown[k]) for k in range(ITEMS) if mine.thrown[k] >= 0},
    }
    if mine.form == Form.FALLEN:
        return SeatSaid.model_validate({"fallen": True, **kept})
    model = state.pieces[seat]
    bits = limited(state, book, names, seat)
    due = [called.injuries[k] for k in range(INJURIES) if mine.injured & owed_bit(k)] if mine.injured else None
    return SeatSaid.model_validate(
        {
            **kept,
            **place_said(model),
            "ally": names.allies[mine.ally] if mine.form == Form.ALLY else None,
            "hp": model.hp,
            "animus": mine.available,
            "tokens": {word.name.lower(): mine.tokens[word] for word in Token},
            "injuries_due": due,
            "used_round": [name for name, bit in bits.items() if (mine.once_round >> bit) & 1],
            "used_encounter": [name for name, bit in bits.items() if (mine.once_encounter >> bit) & 1],
            "next_attack": {"empower": mine.empower_next, "redraw": mine.redraw_next, "lethality": mine.lethal_next},
            **held_said(model, book, names),
        }
    )


def zones(names: Sequence[str], places: Ints) -> dict[str, int | str]:
    """Return where cards, injuries or items are."""
    return {name: zone_word(places[k]) for k, name in enumerate(names)}


def held_said(model: Piece, book: Book, names: Names) -> dict[str, Any]:
    """Return what holds a hero."""
    if model.status[Status.CAGED]:
        return {"caged": {"by": named(holding(book, names, Status.CAGED), model.effect), "until": model.held}}
    if not model.status[Status.CONSUMED]:
        return {}
    by = named(holding(book, names, Status.CONSUMED), model.effect)
    return {"consumed": {"by": by, "location": names.locations[model.holder], "lost": model.held}}


def named(numbers: Mapping[str, int], number: int) -> str:
    """Return the name of a number."""
    return next(name for name, known in numbers.items() if known == number)


def boss_said(state: State, book: Book, names: Names, boss: int) -> BossSaid:
    """Return one boss."""
    model = state.pieces[BOSS + boss]
    dice = {name: state.dice[k] for k, name in enumerate(names.locations) if book.locations[k].boss == boss}
    target = model.target + 1 if 0 <= model.target < SEATS else None
    return BossSaid.model_validate({**place_said(model), "locations": dice, "target": target})


def model_said(state: State, kinds: Sequence[str], piece: int) -> ModelSaid:
    """Return a minion."""
    model = state.pieces[piece]
    return ModelSaid.model_validate({"kind": kinds[model.sort], "hp": model.hp, **place_said(model)})


def friend_said(state: State, kinds: Sequence[str], piece: int) -> FriendSaid:
    """Return a friend."""
    owner = state.pieces[piece].owner + 1
    return FriendSaid.model_validate({**model_said(state, kinds, piece).model_dump(), "owner": owner})


def stage_said(state: State, names: Names) -> dict[str, Any]:
    """Return the stage deck."""
    lying = {
        zone: [name for k, name in enumerate(names.stage_cards) if state.stage_zone[k] == zone] for zone in StageZone
    }
    ahead = [
        {"card": names.stage_cards[state.ahead[k] - 1], "seats": seats_of(state.ahead_by[k])}
        for k in range(PEEKS)
        if state.ahead[k]
    ]
    return {
        "stage": state.stage,
        "face_up": names.stage_cards[state.face_up] if state.face_up >= 0 else None,
        "lasting": lying[StageZone.LASTING],
        "discarded": lying[StageZone.DISCARD],
        "removed": lying[StageZone.GONE],
        "ahead": ahead,
    }


def seats_of(bits: int) -> list[int]:
    """Return the seats of some bits, from 1."""
    return [seat + 1 for seat in range(SEATS) if (bits >> seat) & 1]


def deck_said(state: State, number: int) -> dict[str, Any]:
    """Return a might deck."""
    discard = state.decks[number].discard
    return {
        "discarded": {FACES[kind]: discard[kind] for kind in range(KINDS) if discard[kind]},
        "top": [
            {"face": FACES[state.seen[number, k] - 1], "seats": seats_of(state.seen_by[number, k])}
            for k in range(PEEKS)
            if state.seen[number, k]
        ],
    }


def destroyed(state: State, names: Names) -> list[str]:
    """Return the obstacles that are gone."""
    standing = {state.terrain[hex] - 1 for hex in range(HEXES)}
    return [name for obstacle, name in enumerate(names.obstacles) if obstacle not in standing]
