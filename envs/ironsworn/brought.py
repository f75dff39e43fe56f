"""Characters and foes as people name them: built in, of the book, or in a file of a folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..core.catalogue import say
from ..core.content import refuse
from .foes import FoeSlot, pack, split_count
from .importers import Imported, read_character, read_foe
from .scenario import GAME, built_in_sheet, slots
from .sheet import Sheet
from .terms import FOES

FILES = (".toml", ".json", ".md", ".yaml", ".yml", ".jsonl")


def is_file(text: str, path: Path) -> bool:
    """Return whether a name means a file: it looks like one, or there is one."""
    return Path(text).suffix.lower() in FILES or "/" in text or "\\" in text or is_there(path)


def is_there(path: Path) -> bool:
    """Return whether there is such a file; a name that no file can have is none."""
    try:
        return path.is_file()
    except OSError:
        return False


def character_of(who: str, folder: Path) -> Sheet | Imported:
    """Return a built-in character, or what was read from a file of a folder.

    Raises:
        ContentError: An unknown name, or a file with problems.
    """
    path = folder / who
    return read_character(path) if is_file(who, path) else built_in_sheet(who)


def foes_of(specs: Sequence[str], folder: Path) -> tuple[str, tuple[FoeSlot, ...]]:
    """Return what a fight with foes is called, and their slots; they are named, or in files of a folder.

    A fight is called by its foes as they are given, with counts such as ``wolf:5``; those in files by their own names.

    Raises:
        ContentError: An unknown foe, a file with problems, a count that no fight holds, or too many foes.
    """
    found: list[FoeSlot] = []
    words = []
    for spec in specs:
        name, count = split_count(spec)
        if is_file(name, folder / name):
            foe = read_foe(folder / name)
            found += pack(foe, count)
            words.append(foe.name + spec.removeprefix(name))
        else:
            found += slots([spec])
            words.append(spec)
    if len(found) > FOES:
        raise refuse(", ".join(specs), "", say("scenario.found_foes", count=len(found)), say("scenario.valid_foes"))
    return f"{GAME}/{'+'.join(words)}", tuple(found)
