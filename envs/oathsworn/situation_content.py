"""What cards, items, abilities and effect steps of the book do, as plain data in the words of the vocabulary."""

from __future__ import annotations

from typing import Any

from .state import Book, Card, Injury, Item, Option, Step
from .terms import (
    Colour,
    Do,
    Flag,
    Icon,
    If,
    Lasts,
    Limit,
    Per,
    Prefer,
    Shape,
    Status,
    Tile,
    Token,
    When,
    Who,
    Zone,
)
from .words import TO

POSITIONS = 4
"""Zones below this are cooldown positions."""
WEAPON = -1
WAYS = {number: word for word, number in TO.items()}
PLAIN = ("amount", "size", "bonus", "empowered", "redraws")
WORDS = (("per", Per), ("shape", Shape), ("condition", If), ("lasts", Lasts))
"""Fields of a step that are numbers, and those that are words; nothing is said of a field that is 0."""


def zone_word(zone: int) -> str | int:
    """Return where a card lies: a cooldown position, or a word."""
    return zone if zone < POSITIONS else Zone(zone).name.lower()


def card_data(book: Book, card: Card | Injury, zone: int, place: int) -> dict[str, Any]:
    """Return an ability card or an injury."""
    data: dict[str, Any] = {"card": place, "at": zone_word(zone), "cooldown": card.cooldown}
    if isinstance(card, Injury):
        return {**data, "options": [option_data(book, card.option)]}
    options = [option_data(book, card.options[k]) for k in range(len(card.options)) if card.options[k].known]
    return {**data, "defence": card.defence, "options": options}


def item_data(book: Book, item: Item, zone: int, place: int) -> dict[str, Any]:
    """Return an item."""
    return {
        "item": place,
        "at": zone_word(zone),
        "cooldown": item.cooldown if item.cooldown >= 0 else "once",
        "defence": item.defence,
        "might": {word.name.lower(): item.might[word] for word in Colour if item.might[word]},
        "reach": item.reach,
        "options": [option_data(book, item.options[k]) for k in range(len(item.options)) if item.options[k].known],
    }


def option_data(book: Book, option: Option) -> dict[str, Any]:
    """Return an option: its price, its moment and its steps."""
    data: dict[str, Any] = {"cost": option.cost, "when": When(option.when).name.lower()}
    if option.hp:
        data["hp"] = option.hp
    if option.token >= 0:
        data["token"] = Token(option.token).name.lower()
    if option.reach:
        data["reach"] = option.reach
    if option.limit:
        data["limit"] = Limit(option.limit).name.lower()
    return {**data, "steps": [step_data(book.steps[row]) for row in range(option.first, option.end)]}


def step_data(step: Step) -> dict[str, Any]:
    """Return an effect step in the words of the vocabulary; what it leaves at nothing is left out."""
    data: dict[str, Any] = {"do": Do(step.do).name.lower(), "who": Who(step.who).name.lower()}
    data |= {name: getattr(step, name) for name in PLAIN if getattr(step, name)}
    data |= {name: kind(getattr(step, name)).name.lower() for name, kind in WORDS if getattr(step, name)}
    if step.reach:
        data["reach"] = "weapon" if step.reach == WEAPON else step.reach
    if step.do in (Do.MOVE, Do.FACE, Do.SPAWN):
        data["to"] = WAYS.get(step.to, str(step.to))
    if step.do == Do.RETARGET:
        data["prefer"] = Prefer(data.pop("amount", 0)).name.lower()
    if step.do in (Do.TOKEN, Do.STATUS, Do.TILE):
        data["token"] = {Do.TOKEN: Token, Do.STATUS: Status, Do.TILE: Tile}[Do(step.do)](step.token).name.lower()
    if step.icon >= 0:
        data["icon"] = Icon(step.icon).name.lower()
    if step.kind >= 0:
        data["kind"] = step.kind
    if step.condition:
        data["limit"] = step.limit
    if flags := [flag.name.lower() for flag in Flag if step.flags & flag]:
        data["flags"] = flags
    return data
