"""The situation of an encounter as plain data: what a seat has seen, in the game's words, with numbers for names."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.hexes import HEXES, Direction, name_of
from ..core.records import Ints
from .board import body_hex, on_board
from .pieces import defence_of
from .seats import cubes, weapon_reach
from .situation_content import card_data, item_data, option_data, step_data
from .situation_file import FACES
from .state import Book, Deck, Drawing, Piece, State
from .terms import (
    ABILITIES,
    ALLIES,
    BODY,
    BOSS,
    BOSSES,
    COLOURS,
    CRIT,
    FRIEND,
    KINDS,
    LOCATIONS,
    MINION,
    OBSTACLES,
    PEEKS,
    PIECES,
    SEATS,
    STAGE_CARDS,
    Act,
    Colour,
    Decision,
    Form,
    Form7,
    Kind,
    Outcome,
    StageZone,
    Status,
    Tile,
    Token,
)
from .window import ability_of

PHASES = ("set-up", "Oathsworn", "encounter")
BASES = sorted(Act)
"""Every named action; ids between two of them are members of the family that the lower one begins."""


def conceal(states: NDArray[np.void], seat: int) -> None:
    """Put the tops of decks that a seat has not looked at back among the other cards."""
    for state in states:
        seen, seen_by = state["seen"], state["seen_by"]
        for deck, place in np.argwhere((seen > 0) & ((seen_by >> seat) & 1 == 0)).tolist():
            state["decks"][deck]["pile"][seen[deck, place] - 1] += 1
            seen[deck, place] = seen_by[deck, place] = 0
        hidden = (state["ahead_by"] >> seat) & 1 == 0
        state["ahead"][hidden] = 0
        state["ahead_by"][hidden] = 0


def action_name(act: int) -> str:
    """Return an action id in words, such as ``hex_I5`` or ``card_2``."""
    base = max(known for known in BASES if known <= act)
    if base == Act.HEX:
        return f"hex_{name_of(act)}"
    if base in (Act.PASS, Act.YES, Act.MOVE):
        return base.name.lower()
    if base == Act.COLOUR:
        return Colour(act - base).name.lower()
    if base == Act.TOKEN:
        return f"token_{Token(act - base).name.lower()}"
    if base == Act.DIRECTION:
        return f"direction_{Direction(act - base).name.lower()}"
    return f"{base.name.lower()}_{act - base}"


def describe(state: State, book: Book, seat: int) -> dict[str, Any]:
    """Return what `seat` has seen, ready for JSON."""
    return {
        "seat": seat,
        "decision": Decision(state.decision).name.lower(),
        "decides": state.seat,
        "options": {str(act): action_name(act) for act in (state.legal[k] for k in range(state.n_legal))},
        "outcome": Outcome(state.outcome).name.lower(),
        "round": state.round,
        "phase": PHASES[state.phase] if state.phase < len(PHASES) else "end",
        "lead": state.lead,
        "characters": [character_data(state, book, each) for each in range(SEATS)],
        "bosses": [boss_data(state, book, boss) for boss in range(BOSSES) if book.bosses[boss].known],
        "minions": [model_data(state, book, piece) for piece in range(MINION, FRIEND) if on_board(state, piece)],
        "friends": [model_data(state, book, piece) for piece in range(FRIEND, PIECES) if on_board(state, piece)],
        "allies_left": [ally for ally in range(ALLIES) if (state.allies >> ally) & 1],
        "board": board_data(state),
        "stage": stage_data(state, book, seat),
        "decks": {
            "heroes": {word.name.lower(): deck_data(state, seat, word) for word in Colour},
            "enemies": {word.name.lower(): deck_data(state, seat, COLOURS + word) for word in Colour},
        },
        "attack": attack_data(state),
    }


def place_of(hex: int) -> str | None:
    """Return the name of a hex, None off the board."""
    return name_of(hex) if hex >= 0 else None


def model_data(state: State, book: Book, piece: int) -> dict[str, Any]:
    """Return what every model on the board has."""
    model: Piece = state.pieces[piece]
    return {
        "piece": piece,
        "kind": Kind(model.kind).name.lower(),
        "sort": model.sort,
        "hex": place_of(model.hex),
        "facing": Direction(model.facing).name.lower(),
        "hp": model.hp,
        "max_hp": model.max_hp,
        "defence": defence_of(state, book, piece),
        "damage": model.damage + model.damage_round + model.damage_next,
        "status": {word.name.lower(): model.status[word] for word in Status if model.status[word]},
    }


def character_data(state: State, book: Book, seat: int) -> dict[str, Any]:
    """Return what a seat pilots, with everything it can play."""
    mine = state.seats[seat]
    data: dict[str, Any] = {"seat": seat, "form": Form(mine.form).name.lower(), "fallen": bool(mine.fallen)}
    if mine.form == Form.FALLEN:
        return data
    kit = book.kits[seat]
    return {
        **data,
        **model_data(state, book, seat),
        "animus": {"available": mine.available, "reserve": mine.reserve, "regen": mine.regen},
        "might": {word.name.lower(): cubes(state, book, seat, word, True) for word in Colour},
        "reach": weapon_reach(state, book, seat),
        "tokens": {word.name.lower(): mine.tokens[word] for word in Token if mine.tokens[word]},
        "moved": bool(mine.moved),
        "played": bool(mine.played),
        "kills": mine.kills,
        "cards": [card_data(book, kit.cards[k], mine.cards[k], k) for k in range(kit.n_cards)],
        "items": [item_data(book, kit.items[k], mine.items[k], k) for k in range(kit.n_items)],
        "injuries": [card_data(book, kit.injuries[k], mine.injuries[k], k) for k in range(kit.n_injuries)],
        "abilities": [
            {"ability": k, **option_data(book, option)}
            for k, option in enumerate(ability_of(state, book, seat, k) for k in range(ABILITIES))
            if option.known
        ],
    }


def boss_data(state: State, book: Book, boss: int) -> dict[str, Any]:
    """Return a boss with its locations."""
    sheet = book.bosses[boss]
    places = [place for place in range(LOCATIONS) if book.locations[place].boss == boss]
    model = model_data(state, book, BOSS + boss)
    for left_out in ("hp", "max_hp"):
        del model[left_out]
    return {
        "boss": boss,
        "on_board": on_board(state, BOSS + boss),
        "large": bool(state.pieces[BOSS + boss].large),
        **model,
        "might": might_data(sheet.might),
        "more_might": state.pieces[BOSS + boss].might_round,
        "target": state.pieces[BOSS + boss].target,
        "locations": [location_data(state, book, place) for place in places],
    }


def location_data(state: State, book: Book, place: int) -> dict[str, Any]:
    """Return a location with its die and where it lies."""
    where = book.locations[place]
    model: Piece = state.pieces[BOSS + where.boss]
    parts = [Form7(part) for part in range(BODY) if (where.body >> part) & 1]
    hexes = []
    if model.hex >= 0:
        hexes = [body_hex(book, model.hex, model.facing, part) for part in (parts if model.large else [Form7.CENTRE])]
    return {
        "location": place,
        "hp": state.dice[place],
        "max_hp": where.hp,
        "body": [part.name.lower() for part in parts],
        "hexes": [name_of(hex) for hex in hexes if hex >= 0],
    }


def might_data(might: Ints) -> dict[str, int]:
    """Return the cards of a might by colour."""
    return {word.name.lower(): might[word] for word in Colour if might[word]}


def board_data(state: State) -> dict[str, Any]:
    """Return obstacles and tiles by the names of their hexes."""
    hexes = range(HEXES)
    obstacles = {number: [name_of(h) for h in hexes if state.terrain[h] == number + 1] for number in range(OBSTACLES)}
    return {
        "obstacles": {str(number): names for number, names in obstacles.items() if names},
        "tiles": {name_of(h): Tile(state.tile[h]).name.lower() for h in hexes if state.tile[h]},
    }


def stage_data(state: State, book: Book, seat: int) -> dict[str, Any]:
    """Return the stage, the card face up, lasting ones, those the seat looked at, how many of each stage are left."""
    zones = [StageZone(state.stage_zone[card]) for card in range(STAGE_CARDS)]
    held = [book.stage_cards[card].stage for card, zone in enumerate(zones) if zone == StageZone.DECK]
    return {
        "stage": state.stage,
        "dice_broken": state.broken,
        "face_up": stage_card_data(book, state.face_up) if state.face_up >= 0 else None,
        "ahead": [
            stage_card_data(book, state.ahead[place] - 1)
            for place in range(PEEKS)
            if state.ahead[place] and (state.ahead_by[place] >> seat) & 1
        ],
        "lasting": [stage_card_data(book, card) for card, zone in enumerate(zones) if zone == StageZone.LASTING],
        "discarded": [card for card, zone in enumerate(zones) if zone == StageZone.DISCARD],
        "in_deck": {str(stage): held.count(stage) for stage in sorted(set(held))},
    }


def stage_card_data(book: Book, card: int) -> dict[str, Any]:
    """Return a stage card with its steps."""
    row = book.stage_cards[card]
    steps = [step_data(book.steps[place]) for place in range(row.first, row.end)]
    return {"card": card, "stage": row.stage, "unknown": bool(row.unknown), "steps": steps}


def deck_data(state: State, seat: int, number: int) -> dict[str, Any]:
    """Return a might deck: the cards left and discarded by face, and the top if the seat has looked at it."""
    deck: Deck = state.decks[number]
    tops = {place: state.seen[number, place] - 1 for place in range(PEEKS) if state.seen[number, place]}
    known = list(tops.values())
    left = {FACES[kind]: deck.pile[kind] + known.count(kind) for kind in range(KINDS)}
    data: dict[str, Any] = {
        "left": {face: count for face, count in left.items() if count},
        "discarded": {FACES[kind]: deck.discard[kind] for kind in range(KINDS) if deck.discard[kind]},
    }
    if mine := [FACES[kind] for place, kind in tops.items() if (state.seen_by[number, place] >> seat) & 1]:
        data["top"] = mine
    return data


def attack_data(state: State) -> dict[str, Any] | None:
    """Return the newest attack under way, or None."""
    plays = [state.plays[place] for place in range(state.n_plays) if state.plays[place].attack_row >= 0]
    if not plays:
        return None
    play = plays[-1]
    drawing: Drawing = play.drawing
    return {
        "by": play.actor,
        "target": play.target,
        "hits": [piece for piece in range(PIECES) if (play.hits >> piece) & 1],
        "aimed_at": place_of(play.spot),
        "planned": might_data(drawing.plan),
        "drawn": [
            {"colour": word.name.lower(), "face": FACES[kind], "count": count, "by_critical": bool(bonus)}
            for bonus in range(2)
            for word in Colour
            for kind in range(CRIT + 1)
            if (count := drawing.cards[(bonus * COLOURS + word) * KINDS + kind])
        ],
        "total": drawing.total,
        "blanks": drawing.blanks,
        "upgrades_left": drawing.upgrades,
        "redraws_left": drawing.redraws,
        "missed": bool(play.missed),
    }
