"""Tuning: figures of an encounter changed by name, such as ``boss.defence`` or ``giant_rat.might.yellow``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..core.catalogue import say
from ..core.content import ContentError, Problem, check, key_path, match, name_key, nearest, shown
from .encounter import Encounter
from .might_faces import COLOURS
from .words import Loc

BOSS_FIGURES: tuple[Loc, ...] = (("defence",), ("stage_two",), ("stage_three",), *(("might", name) for name in COLOURS))
MINION_FIGURES: tuple[Loc, ...] = (
    *(("defence",), ("hp",), ("move",), ("reach",), ("models",)),
    *(("might", name) for name in COLOURS),
)
LOCATION_FIGURES: tuple[Loc, ...] = (("hp",),)


def tune(encounter: Encounter, values: Mapping[str, Any], source: str) -> Encounter:
    """Return the encounter with figures changed.

    Args:
        encounter: What is tuned.
        values: New values by key; texts that spell whole numbers will do.
        source: Where the values come from, for messages.

    Raises:
        ContentError: With every key that names nothing, the nearest suggested, and every value out of its range.
    """
    if not values:
        return encounter
    data = encounter.model_dump(by_alias=True, exclude_unset=True)
    places = dict(settable(encounter))
    problems: list[Problem] = []
    for key, value in values.items():
        known = match(key, places)
        number = whole(value)
        if known is None:
            problems.append(Problem(source, key, shown(value), valid_keys(encounter, key)))
        elif number is None:
            problems.append(Problem(source, key, shown(value), say("content.valid_integer")))
        else:
            for place in places[known]:
                put(data, place, number)
    if problems:
        raise ContentError(problems)
    return check(data, Encounter, source)


def settable(encounter: Encounter) -> Iterator[tuple[str, list[Loc]]]:
    """Give every key that can be tuned, with the places it stands for."""
    bosses = [("bosses", place) for place in range(len(encounter.bosses))]
    minions = [("minions", place) for place in range(len(encounter.minions))]
    locations = [
        (*boss, "locations", place)
        for boss, sheet in zip(bosses, encounter.bosses, strict=True)
        for place in range(len(sheet.locations))
    ]
    yield from figures("boss", bosses, BOSS_FIGURES)
    yield from figures("location", locations, LOCATION_FIGURES)
    if minions:
        yield from figures("minion", minions, MINION_FIGURES)
    for place, boss in zip(bosses, encounter.bosses, strict=True):
        yield from figures(boss.name, [place], BOSS_FIGURES)
        for index, location in enumerate(boss.locations):
            yield from figures(location.name, [(*place, "locations", index)], LOCATION_FIGURES)
    for spot, minion in zip(minions, encounter.minions, strict=True):
        yield from figures(minion.name, [spot], MINION_FIGURES)


def valid_keys(encounter: Encounter, wrong: str) -> str:
    """Return every key that can be tuned, by the figures that subjects have, and the one that was probably meant."""
    by_subject: dict[str, list[str]] = {}
    for key, _ in settable(encounter):
        subject, _, figure = key.partition(".")
        by_subject.setdefault(subject, []).append(figure)
    alike: dict[str, list[str]] = {}
    for subject, of in by_subject.items():
        alike.setdefault(", ".join(of), []).append(subject)
    lists = "; ".join(say("oathsworn_table.keys", who=", ".join(who), figures=of) for of, who in alike.items())
    near = nearest(wrong, [key for key, _ in settable(encounter)])
    return say("content.valid_nearest", choices=lists, nearest=near) if near else lists


def figures(name: str, places: list[tuple[Any, ...]], of: tuple[Loc, ...]) -> Iterator[tuple[str, list[Loc]]]:
    """Give the keys of one subject."""
    for figure in of:
        yield key_path((name_key(name), *figure)), [(*place, *figure) for place in places]


def put(data: Any, place: Loc, number: int) -> None:
    """Set one figure of an encounter's tables."""
    *way, last = place
    for part in way:
        data = data[part]
    data[last] = number


def flat(tables: Mapping[str, Any], above: str = "") -> dict[str, Any]:
    """Return nested tables as dotted keys."""
    found: dict[str, Any] = {}
    for key, value in tables.items():
        path = f"{above}.{key}" if above else key
        if isinstance(value, Mapping):
            found |= flat(value, path)
        else:
            found[path] = value
    return found


def whole(value: object) -> int | None:
    """Return the whole number that a value is or spells, or None."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    text = str(value).strip() if isinstance(value, str) else ""
    return int(text) if text.lstrip("+-").isascii() and text.lstrip("+-").isdigit() and len(text) < 10 else None
