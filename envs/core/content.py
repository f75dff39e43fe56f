"""Content loading: read a TOML file, check it with a pydantic model, and report all its errors at once."""

import difflib
import re
import stat
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, RootModel, ValidationError
from pydantic_core import CoreSchema, ErrorDetails, core_schema

from .catalogue import say

SIZE_LIMIT = 2_000_000
BYTE_ORDER_MARK = "\ufeff"
LONGEST_SHOWN = 60
LONGEST_FOUND = 300
LONGEST_LIST = 20
LARGEST_NUMBER = 2**63
"""TOML has whole numbers of 64 bits; Python reads longer ones, which it may then refuse to write."""
DEEPEST = 100
"""Tables and lists within each other; dotted keys would nest them without an end."""
MOST_DOTS = 1_000
"""Dots of one key; Python's reader keeps every beginning of a key, which fills the memory with one of a long line."""
BETWEEN_KEYS = re.compile(r"[=,{}\[\]\n]")
JOINERS = "\u200c\u200d"
"""Invisible, but part of how names are spelled in some scripts."""

A_KEY = "[key]"
"""What pydantic puts behind a key that is itself wrong."""

Model = TypeVar("Model", bound=BaseModel)


class Strict(BaseModel):
    """Base of all content models: no unknown keys, and no booleans, strings or NaN where a number belongs."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)


class OneOf:
    """Marks a text as one of some words, where a `Literal` would write out again what an enum declares.

    Example:
        >>> Flag = Annotated[str, OneOf(flag.name.lower() for flag in Flags)]
    """

    def __init__(self, words: Iterable[str]) -> None:
        self.words = tuple(words)

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Give the schema of a literal."""
        return core_schema.literal_schema(list(self.words))


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a file.

    Attributes:
        file: The file, or what was typed.
        where: Line or key path; empty for the file as a whole.
        found: What was found there.
        valid: What would be valid there.
    """

    file: str
    where: str
    found: str
    valid: str

    def __str__(self) -> str:
        file = self.file or '""'
        place = f"{file}: {self.where}" if self.where else file
        found = shortened(self.found, LONGEST_FOUND) or say("content.found_nothing")
        return one_line(say("content.problem", place=place, found=found, valid=self.valid))


class ContentError(ValueError):
    """Bad content; its text is one line a problem.

    Attributes:
        problems: Everything that is wrong, never empty.
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = list(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


def refuse(file: str | Path, where: str, found: str, valid: str) -> ContentError:
    """Return the error of a single problem, to be raised."""
    return ContentError([Problem(str(file), where, found, valid)])


def read_bytes(path: str | Path, limit: int = SIZE_LIMIT) -> bytes:
    """Return what a file holds; a pipe or a device is never opened, for it could keep a reader waiting for ever.

    Args:
        path: File to read.
        limit: Largest size in bytes; a larger file is refused unread.

    Raises:
        ContentError: Missing, unreadable, no file, empty or too large.
    """
    file = Path(path)
    try:
        status = file.stat()
        if not stat.S_ISREG(status.st_mode):
            kind = "content.found_folder" if file.is_dir() else "content.found_device"
            raise refuse(path, "", say(kind), say("content.valid_file"))
        if not 0 < status.st_size <= limit:
            found = say("content.found_size", size=status.st_size)
            raise refuse(path, "", found, say("content.valid_size", limit=limit))
        return file.read_bytes()
    except ContentError:
        raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise refuse(path, "", say("content.found_unreadable", reason=reason), say("content.valid_file")) from error


def read_source(path: str | Path, limit: int = SIZE_LIMIT) -> str:
    """Return a text file exactly as it is: byte-order mark and line ends kept.

    Args:
        path: File to read.
        limit: Largest size in bytes; a larger file is refused unread.

    Raises:
        ContentError: Missing, unreadable, empty, too large, or not UTF-8 text.
    """
    try:
        text = read_bytes(path, limit).decode("utf-8")
    except UnicodeDecodeError as error:
        raise refuse(path, "", say("content.found_binary"), say("content.valid_text")) from error
    if "\0" in text:
        raise refuse(path, "", say("content.found_binary"), say("content.valid_text"))
    return text


def parse_toml(source: str, file: str | Path) -> dict[str, Any]:
    """Return the tables of a TOML text; a byte-order mark and Windows line ends are no errors.

    Raises:
        ContentError: The text is no TOML, naming line and column; nested too deeply; or a number is too long.
    """
    valid = say("content.valid_syntax", language="TOML")
    if any(part.count(".") > MOST_DOTS for part in BETWEEN_KEYS.split(source)):
        raise refuse(file, "", say("content.found_too_deep"), valid)
    try:
        data = tomllib.loads(source.removeprefix(BYTE_ORDER_MARK))
    except tomllib.TOMLDecodeError as error:
        raise refuse(file, "", say("content.found_syntax", language="TOML", reason=error), valid) from error
    except RecursionError as error:
        raise refuse(file, "", say("content.found_too_deep"), valid) from error
    except ValueError as error:  # of more digits than Python converts
        raise refuse(file, "", say("content.found_long_number"), say("content.valid_long_number")) from error
    level: list[Any] = [data]
    for _ in range(DEEPEST):
        values = [value for each in level for value in (each.values() if isinstance(each, dict) else each)]
        if any(isinstance(value, int) and not -LARGEST_NUMBER <= value < LARGEST_NUMBER for value in values):
            raise refuse(file, "", say("content.found_long_number"), say("content.valid_long_number"))
        level = [value for value in values if isinstance(value, dict | list)]
    if level:
        raise refuse(file, "", say("content.found_too_deep"), valid)
    return data


def check(data: object, model: type[Model], file: str | Path) -> Model:
    """Return `data` as a `model`.

    Raises:
        ContentError: With every problem of the data.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise ContentError(_problem(detail, model, str(file)) for detail in error.errors()) from error


def load(path: str | Path, model: type[Model], limit: int = SIZE_LIMIT) -> Model:
    """Read a TOML file into a `model`.

    Raises:
        ContentError: With every problem of the file.
    """
    return check(parse_toml(read_source(path, limit), path), model, path)


def name_key(name: str) -> str:
    """Return what two spellings of one name share: Unicode form, case, and spaces, hyphens or underscores."""
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
    return "_".join(folded.replace("-", " ").replace("_", " ").split())


def match(name: str, names: Iterable[str]) -> str | None:
    """Return the one of `names` that `name` spells, or None."""
    key = name_key(name)
    return next((known for known in names if name_key(known) == key), None)


def nearest(name: str, names: Iterable[str]) -> str | None:
    """Return the one of `names` most like `name`, or None if none is near."""
    keys = {name_key(known): known for known in names}
    close = difflib.get_close_matches(name_key(name), keys, n=1)
    return keys[close[0]] if close else None


def key_path(parts: Iterable[int | str]) -> str:
    """Return a key path as it is written for people, such as ``foes[3].rank``."""
    path = ""
    for part in parts:
        if part != A_KEY:
            path += f"[{part}]" if isinstance(part, int) else f".{part}"
    return path.removeprefix(".")


def one_line(text: str) -> str:
    """Return a text with its control characters spelled out, so that it stays on one line."""
    return "".join(char if char.isprintable() or char in JOINERS else repr(char)[1:-1] for char in text)


def numbered(names: Iterable[str]) -> tuple[str, ...]:
    """Return names on one line each, with a number put to those that occur twice."""
    given = [one_line(name) for name in names]
    often = Counter(given)
    seen: Counter[str] = Counter()
    told = []
    for name in given:
        seen[name] += 1
        told.append(f"{name} {seen[name]}" if often[name] > 1 else name)
    return tuple(told)


def said_value(text: str) -> Any:
    """Return a typed value: a number, yes or no, else the text."""
    word = text.strip().casefold()
    if word in ("yes", "true", "on"):
        return True
    if word in ("no", "false", "off"):
        return False
    if word.removeprefix("-").isascii() and word.removeprefix("-").isdigit() and len(word) < len("-1000"):
        return int(word)
    return text.strip()


def shown(value: object) -> str:
    """Return a found value as short text on one line."""
    return shortened(repr(value))


def shortened(text: str, longest: int = LONGEST_SHOWN) -> str:
    """Return a text cut to what fits in a message."""
    return text if len(text) <= longest else text[: longest - 3] + "..."


def choices(names: Iterable[str], wrong: str = "") -> str:
    """Return the valid names as a list, with the one nearest to a wrong name suggested."""
    known = [name or '""' for name in names]
    suggestion = nearest(wrong, known)
    if suggestion is None:
        return say("content.valid_choice", choices=", ".join(known))
    if len(known) > LONGEST_LIST:
        return say("content.valid_nearest_of_many", nearest=suggestion, count=len(known))
    return say("content.valid_nearest", choices=", ".join(known), nearest=suggestion)


_VALID = {
    "missing": "content.valid_present",
    "int_type": "content.valid_integer",
    "int_parsing": "content.valid_integer",
    "int_from_float": "content.valid_integer",
    "float_type": "content.valid_number",
    "float_parsing": "content.valid_number",
    "finite_number": "content.valid_number",
    "string_type": "content.valid_text_value",
    "bool_type": "content.valid_boolean",
    "list_type": "content.valid_list",
    "tuple_type": "content.valid_list",
    "set_type": "content.valid_list",
    "frozen_set_type": "content.valid_list",
    "dict_type": "content.valid_table",
    "model_type": "content.valid_table",
}
_BOUNDS = {
    "greater_than_equal": ("content.valid_at_least", "ge"),
    "less_than_equal": ("content.valid_at_most", "le"),
    "greater_than": ("content.valid_more_than", "gt"),
    "less_than": ("content.valid_less_than", "lt"),
    "too_short": ("content.valid_shortest", "min_length"),
    "too_long": ("content.valid_longest", "max_length"),
    "string_too_short": ("content.valid_shortest_text", "min_length"),
    "string_too_long": ("content.valid_longest_text", "max_length"),
}


def _problem(detail: ErrorDetails, model: type[BaseModel], file: str) -> Problem:
    kind, context = detail["type"], detail.get("ctx", {})
    nothing = kind == "missing" or (kind == "content" and detail["input"] is None)
    found = say("content.found_nothing") if nothing else shown(detail["input"])
    if kind == "extra_forbidden":
        key = str(detail["loc"][-1])
        found = say("content.found_unknown_key", key=key)
        valid = choices(_fields(model, detail["loc"][:-1]), key)
    elif kind == "literal_error":
        names = [name.strip("'") for name in str(context["expected"]).replace(" or ", ", ").split(", ")]
        valid = choices(names, str(detail["input"]))
    else:
        valid = valid_words(detail)
    return Problem(file, key_path(detail["loc"]), found, valid)


def valid_words(detail: ErrorDetails) -> str:
    """Return what would be valid in place of a value that pydantic refused."""
    kind = detail["type"]
    if kind in _BOUNDS:
        sentence, bound = _BOUNDS[kind]
        return say(sentence, bound=detail["ctx"][bound])
    return say(_VALID[kind]) if kind in _VALID else detail["msg"].removeprefix("Value error, ")


def _fields(model: type[BaseModel], path: Iterable[int | str]) -> list[str]:
    """Names of the fields of the model at `path` below `model`."""
    at: Any = _inner_model(model.model_fields["root"].annotation) if issubclass(model, RootModel) else model
    for part in path:
        if isinstance(part, str) and part in getattr(at, "model_fields", {}):
            at = _inner_model(at.model_fields[part].annotation) or at
    return list(at.model_fields)


def _inner_model(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    inner = (_inner_model(argument) for argument in getattr(annotation, "__args__", ()))
    return next((found for found in inner if found is not None), None)
