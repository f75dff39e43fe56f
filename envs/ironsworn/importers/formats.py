"""Which format a character file has: told from what is in it, never from its name."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from ...core.catalogue import say
from ...core.content import BYTE_ORDER_MARK, ContentError, read_source, refuse
from . import classic_save, foundry, iron_fellowship, ironsworn_companion, ironvault, own
from .json_text import JsonText, WrappedJson
from .reading import At, Reading
from .text import Text
from .toml_text import TomlText
from .yaml_text import FrontMatter

CHARACTER_LIMIT = 10_000_000


class Format(NamedTuple):
    """A format that characters come in."""

    name: str
    recognises: Callable[[At], bool]
    read: Callable[[Reading], None]


OF_JSON = tuple(
    Format(module.FORMAT, module.recognises, module.read)
    for module in (foundry, classic_save, iron_fellowship, ironsworn_companion)
)
OF_FRONT_MATTER = (Format(ironvault.FORMAT, ironvault.recognises, ironvault.read),)
OF_TOML = (Format(own.FORMAT, own.recognises, own.read),)
NAMES = [known.name for known in (*OF_JSON, *OF_FRONT_MATTER, *OF_TOML)]


def load_source(path: str | Path) -> str:
    """Return the text of a character or foe file.

    Raises:
        ContentError: No readable text file of a sensible size.
    """
    return read_source(path, CHARACTER_LIMIT)


def parse(source: str, file: str) -> tuple[Text, tuple[Format, ...]]:
    """Return the parsed text, and the formats it can be of.

    Raises:
        ContentError: The text is broken.
    """
    body = source.removeprefix(BYTE_ORDER_MARK).lstrip()
    if body.startswith("{"):
        return JsonText(source, file), OF_JSON
    if body.startswith('"'):
        return WrappedJson(source, file), OF_JSON
    if body.startswith("---"):
        return FrontMatter(source, file), OF_FRONT_MATTER
    try:
        return TomlText(source, file), OF_TOML
    except ContentError as error:
        found = error.problems[0].found
        raise refuse(file, "", found, say("import.valid_format", formats=", ".join(NAMES))) from error


def read(source: str, file: str) -> tuple[Format, Reading]:
    """Read a character, whatever its format.

    Raises:
        ContentError: Broken text, or of no known format.
    """
    text, formats = parse(source, file)
    reading = Reading(text)
    for known in formats:
        if known.recognises(reading.root):
            known.read(reading)
            return known, reading
    keys = ", ".join(reading.root.keys[:6]) or say("content.found_nothing")
    found = say("import.found_keys", keys=keys)
    raise refuse(file, "", found, say("import.valid_format", formats=", ".join(NAMES)))
