"""Characters and foes from other tools: read into a sheet, and written back into the same format."""

from pathlib import Path
from typing import NamedTuple

from ...core.content import check
from ...core.files import write_whole
from ..foes import Foe
from ..sheet import Sheet
from . import formats, foundry
from .text import plain
from .toml_text import TomlText
from .writing import rewritten

__all__ = ["Imported", "read_character", "read_foe", "write_back"]


class Imported(NamedTuple):
    """A character read from a file.

    Attributes:
        sheet: The character.
        format: Name of the format it came in.
        notes: Sentences for the user: what was put right, and one naming what was kept aside.
    """

    sheet: Sheet
    format: str
    notes: list[str]


def read_character(path: str | Path) -> Imported:
    """Read a character of any known format.

    Raises:
        ContentError: Unreadable or broken, of no known format, or with values that are no numbers; every problem is
            named with its key path.
    """
    known, reading = formats.read(formats.load_source(path), str(path))
    sheet = reading.sheet()
    return Imported(sheet, known.name, reading.notes())


def read_foe(path: str | Path) -> Foe:
    """Read a foe: a Foundry foe actor, or a TOML file with the keys of a foe.

    Raises:
        ContentError: Unreadable, broken, or no foe.
    """
    text, _ = formats.parse(formats.load_source(path), str(path))
    if isinstance(text, TomlText):
        return check(plain(text.root), Foe, path)
    return foundry.read_foe(text)


def write_back(path_in: str | Path, sheet: Sheet, path_out: str | Path, force: bool = False) -> list[str]:
    """Write a character back in the format it came in; all but what changed is kept to the byte.

    Args:
        path_in: The file the character was read from.
        sheet: The character as it is now.
        path_out: Where to write; may be `path_in` with `force`.
        force: Whether a file that is there already is replaced.

    Returns:
        Sentences naming what the format has no place for.

    Raises:
        ContentError: `path_in` is no character, or `path_out` cannot be written; nothing was changed.
    """
    result, notes = rewritten(formats.load_source(path_in), str(path_in), sheet)
    write_whole(path_out, result, force)
    return notes
