"""What a seat has seen, with the names of the scenario: the view that pilots and people are given."""

from __future__ import annotations

from functools import partial
from typing import Any

from ..core.game import Table
from ..core.pilot import View
from .face import FACE
from .labels import Labels
from .names import KitNames, Names
from .situation import describe
from .state import Book, State
from .terms import Decision, Form


def view_of(table: Table, names: Names, i: int = 0) -> View:
    """Return what the seat that is to decide in game `i` has seen."""
    return FACE.view(
        table.states, i, table.books, 0, table.views[i].seat, partial(public, names), partial(option, names)
    )


def option(names: Names, state: State, book: Book, act: int) -> str:
    """Return the words of a legal action."""
    return Labels(names, state, book).label(act)


def public(names: Names, state: State, book: Book, seat: int) -> dict[str, Any]:
    """Return the public situation, ready for JSON, with names."""
    data = describe(state, book, seat)
    for place, character in enumerate(data["characters"]):
        name_character(names, state, place, character)
    for boss in data["bosses"]:
        boss["name"] = names.bosses[boss["boss"]]
        for location in boss["locations"]:
            location["name"] = names.locations[location["location"]]
    for model in data["minions"]:
        model["name"] = names.minions[state.pieces[model["piece"]].sort]
    for model in data["friends"]:
        model["name"] = names.friends[state.pieces[model["piece"]].sort]
    stage = data["stage"]
    for card in [*stage["lasting"], *stage["ahead"], *([stage["face_up"]] if stage["face_up"] else [])]:
        card["name"] = names.stage_cards[card["card"]]
        name_kinds(names.minions, card["steps"])
    stage["discarded"] = [names.stage_cards[card] for card in stage["discarded"]]
    data["allies_left"] = [names.allies[ally] for ally in data["allies_left"]]
    if state.decision != Decision.NONE:
        labels = Labels(names, state, book)
        data["question"] = labels.question()
        data["options"] = {str(act): text for act, text in labels.all().items()}
    return data


def name_character(names: Names, state: State, seat: int, character: dict[str, Any]) -> None:
    """Give a seat's character, and all that it brings, their names."""
    kit = names.seats[seat]
    mine = state.seats[seat]
    ally = mine.form == Form.ALLY
    character["name"] = names.allies[mine.ally] if ally else kit.hero
    abilities = names.ally_abilities[mine.ally] if ally else kit.abilities
    for ability in character.get("abilities", ()):
        ability["name"] = abilities[ability["ability"]]
        name_kinds(names.friends, ability["steps"])
    name_things(kit, character)
    for thing in (*character.get("cards", ()), *character.get("items", ()), *character.get("injuries", ())):
        for option in thing["options"]:
            name_kinds(names.friends, option["steps"])


def name_things(kit: KitNames, character: dict[str, Any]) -> None:
    """Give cards, items, injuries and their options their names."""
    for card in character.get("cards", ()):
        card["name"] = kit.cards[card["card"]]
        name_options(kit.card_options[card["card"]], card)
    for item in character.get("items", ()):
        item["name"] = kit.items[item["item"]]
        name_options(kit.item_options[item["item"]], item)
    for injury in character.get("injuries", ()):
        injury["name"] = kit.injuries[injury["card"]]


def name_kinds(kinds: tuple[str, ...], steps: list[dict[str, Any]]) -> None:
    """Give the minions or friends that steps speak of their names; the kind of a preference is an arc."""
    for step in steps:
        if step.get("do") != "retarget" and step.get("kind", -1) in range(len(kinds)):
            step["kind"] = kinds[step["kind"]]


def name_options(options: tuple[str, ...], thing: dict[str, Any]) -> None:
    """Give the options of a card or item their names."""
    for option, name in zip(thing["options"], options, strict=True):
        option["name"] = name
