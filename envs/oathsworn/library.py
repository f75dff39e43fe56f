"""The content on disk: built-in classes, gear, injuries, allies and encounters, and files of people's own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ..core.catalogue import say
from ..core.content import check, choices, load, match, parse_toml, read_source, refuse
from .cards import AllyCard, AllyFile, ClassFile, GearFile, Injury, InjuryFile, Item
from .encounter import GAME, Encounter
from .tuning import flat, tune

CONTENT = Path(__file__).parent / "content"
SUFFIX = ".toml"
DEEPEST_BASE = 8


@cache
def all_gear() -> dict[str, Item]:
    """Return the items that every class finds, by name."""
    return {item.name: item for item in load(CONTENT / "gear.toml", GearFile).items}


@cache
def all_injuries() -> dict[str, Injury]:
    """Return the built-in injuries by name."""
    return {injury.name: injury for injury in load(CONTENT / "injuries.toml", InjuryFile).injuries}


@cache
def all_allies() -> dict[str, AllyCard]:
    """Return the built-in ally cards by name."""
    return {ally.name: ally for ally in load(CONTENT / "allies.toml", AllyFile).allies}


def built_in(folder: str) -> dict[str, Path]:
    """Return the built-in files of a folder, ``classes`` or ``encounters``, by name."""
    return {path.stem: path for path in sorted((CONTENT / folder).glob(f"*{SUFFIX}"))}


def find(name: str, folder: str, beside: Path | None = None) -> Path:
    """Return the file of a class or an encounter: a built-in name, or a path.

    Args:
        name: What is looked for.
        folder: ``classes`` or ``encounters``.
        beside: The file that names it; its own paths start there.

    Raises:
        ContentError: There is none of that name; the nearest is suggested.
    """
    if name.endswith(SUFFIX):
        return Path(name) if beside is None else beside.parent / name
    known = match(name, built_in(folder))
    if known is None:
        raise refuse(name, "", say("oathsworn_content.found_unknown", folder=folder), choices(built_in(folder), name))
    return built_in(folder)[known]


def read_class(path: Path) -> ClassFile:
    """Read a class file.

    Raises:
        ContentError: With every problem of the file.
    """
    return load(path, ClassFile)


def read_tables(path: Path, above: tuple[Path, ...] = ()) -> dict[str, Any]:
    """Return the tables of an encounter file laid over those of its base; `tuning` is a list, the base's first.

    Raises:
        ContentError: A file cannot be read, a base is missing, or bases go round in a circle.
    """
    tables = parse_toml(read_source(path), path)
    tunings = [tables.pop("tuning", {})]
    if not isinstance(tunings[0], dict):
        raise refuse(path, "tuning", repr(tunings[0]), say("content.valid_table"))
    base = tables.pop("base", None)
    if base is not None:
        if not isinstance(base, str):
            raise refuse(path, "base", repr(base), say("content.valid_text_value"))
        below = find(base.removeprefix(f"{GAME}/"), "encounters", path)
        trail = (*above, path.resolve())
        if below.resolve() in trail or len(trail) > DEEPEST_BASE:
            raise refuse(path, "base", base, say("oathsworn_content.valid_base"))
        under = read_tables(below, trail)
        tunings = [*under.pop("tuning"), *tunings]
        tables = {**under, **tables}
    return {**tables, "tuning": tunings}


def read_encounter(path: Path, sets: Mapping[str, Any] | None = None) -> Encounter:
    """Read an encounter file, its tuning applied.

    Args:
        path: The file.
        sets: Figures such as ``{"boss.defence": "3"}``, changed after the file's own tuning.

    Raises:
        ContentError: With every problem of the file.
    """
    tables = read_tables(path)
    tunings = tables.pop("tuning")
    encounter = check(tables, Encounter, path)
    for tuning in tunings:
        encounter = tune(encounter, flat(tuning), f"{path}: tuning")
    return tune(encounter, sets or {}, "--set")
