"""The words that content files use for the numbers of `terms`, and how a content model names several faults at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, ValidationError
from pydantic_core import InitErrorDetails, PydanticCustomError, core_schema

from ..core.catalogue import say
from ..core.content import choices, match
from ..core.hexes import Direction, hex_named
from .terms import To

Loc = tuple[int | str, ...]

SIDES = ("front", "front_right", "rear_right", "rear", "rear_left", "front_left")
"""The six neighbours of a model, clockwise from where it faces."""
DIRECTIONS = tuple(direction.name.lower() for direction in Direction)
BODY_WORDS = ("core", *SIDES)
"""The hexes of a large model."""
TO = {
    **{to.name.lower(): int(to) for to in To if to < To.FIXED and to != To.HEX},
    **{word: To.FIXED + place for place, word in enumerate(DIRECTIONS)},
    **{word: To.RELATIVE + place for place, word in enumerate(SIDES)},
}
"""Where a move goes: a rule, a direction of the compass, or a side of the mover."""


def words_of(enum: type[IntEnum], *left_out: IntEnum) -> dict[str, int]:
    """Return the words of an enumeration with their numbers."""
    return {member.name.lower(): int(member) for member in enum if member not in left_out}


@dataclass(frozen=True)
class Word:
    """Marks a text field that takes one of the given words, in any case and spelling of spaces."""

    words: tuple[str, ...]

    def __call__(self, text: str) -> str:
        """Return the word that a text spells."""
        known = match(text, self.words)
        if known is None:
            raise ValueError(choices(self.words, text))
        return known

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        """Check the word after the text."""
        return core_schema.no_info_after_validator_function(self, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """List the words for editors."""
        return {**handler(schema), "enum": list(self.words)}


@dataclass(frozen=True)
class Length:
    """Marks a list of so many entries; asked only once the entries themselves are right."""

    least: int
    most: int | None = None

    def __call__(self, entries: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the entries if they are as many as they may be."""
        if len(entries) < self.least:
            raise ValueError(say("content.valid_shortest", bound=self.least))
        if self.most is not None and len(entries) > self.most:
            raise ValueError(say("content.valid_longest", bound=self.most))
        return entries

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        """Check the length after the entries."""
        return core_schema.no_info_after_validator_function(self, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """Tell the length to editors."""
        most = {} if self.most is None else {"maxItems": self.most}
        return {**handler(schema), "minItems": self.least, **most}


@dataclass(frozen=True)
class NumberOr:
    """Marks a field that takes a whole number up to `most`, or one of the given words; any word if none is given."""

    most: int
    words: tuple[str, ...] = ()

    def __call__(self, value: object) -> int | str:
        """Return the number, or the word that a text spells."""
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= self.most:
            return value
        word = (match(value, self.words) if self.words else value) if isinstance(value, str) else None
        if word is None:
            words = ", ".join(self.words) or say("oathsworn_content.a_word")
            raise ValueError(say("oathsworn_content.valid_number_or", most=self.most, words=words))
        return word

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        """Check number and word in one go, so that an error is told once."""
        return core_schema.no_info_plain_validator_function(self)

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """Tell both to editors."""
        word: dict[str, Any] = {"enum": list(self.words)} if self.words else {"type": "string"}
        return {"anyOf": [{"type": "integer", "minimum": 0, "maximum": self.most}, word]}


class HexName:
    """Marks a text field that names a hex, such as ``I5`` or ``0,-2``."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        """Check the name after the text."""
        return core_schema.no_info_after_validator_function(self.check, handler(source))

    @staticmethod
    def check(text: str) -> str:
        """Return the text if it names a hex of the board."""
        try:
            hex_named(text)
        except ValueError:
            raise ValueError(say("oathsworn_content.valid_hex")) from None
        return text


class Fault(NamedTuple):
    """One thing wrong inside a model.

    Attributes:
        loc: Key path from the model.
        found: What stands there.
        valid: What would be valid there.
    """

    loc: Loc
    found: object
    valid: str


def refuse_faults(faults: Iterable[Fault]) -> None:
    """Raise what makes a validator report each fault at its own place; nothing if there is none.

    Raises:
        ValidationError: There are faults.
    """
    details = [
        InitErrorDetails(
            type=PydanticCustomError("content", "{valid}", {"valid": fault.valid}), loc=fault.loc, input=fault.found
        )
        for fault in faults
    ]
    if details:
        raise ValidationError.from_exception_data("content", details)
