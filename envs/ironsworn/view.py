"""What a seat has seen, with the names of the scenario: the view that pilots and people are given."""

from __future__ import annotations

from functools import partial
from typing import Any

from ..core.game import Table
from ..core.pilot import View
from .face import FACE
from .labels import decision_text, labels
from .names import ABILITIES, Names
from .render import describe
from .state import Book, Character, State
from .terms import BOX, Condition, Decision


def view_of(table: Table, names: Names, i: int = 0) -> View:
    """Return what the seat that is to decide in game `i` has seen."""
    return FACE.view(table.states, i, table.books, 0, table.views[i].seat, partial(public, names))


def public(names: Names, state: State, book: Book, seat: int) -> dict[str, Any]:
    """Return the public situation, ready for JSON, with names and the options in words."""
    data = describe(state, book, seat)
    for place, character in enumerate(data["characters"]):
        character["name"] = names.characters[place]
        character["assets"] = assets_data(names, place, state.characters[place])
    for foe in data["foes"]:
        foe["name"] = names.foe(foe["slot"])
        foe["progress"] = foe["ticks"] // BOX
    if state.decision != Decision.NONE:
        data["question"] = decision_text(names, state)
        data["options"] = {str(act): text for act, text in labels(names, state).items()}
    return data


def assets_data(names: Names, seat: int, character: Character) -> list[dict[str, Any]]:
    """Return the assets of one character; `spent` names the abilities used up, `health` is a companion's."""
    found: list[dict[str, Any]] = []
    for place, name in enumerate(names.assets[seat]):
        spent = [ability + 1 for ability in range(ABILITIES) if (character.used[place] >> ability) & 1]
        condition = Condition(character.condition[place]).name.lower()
        health = {"health": character.track[place]} if character.track[place] >= 0 else {}
        found.append({"name": name, "condition": condition, "spent": spent, **health})
    return found
