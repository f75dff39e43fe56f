"""What is typed on the command line, as data: house rules, seats, streams, files with a line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar, get_args

from pydantic import BaseModel

from ..envs.core.catalogue import say
from ..envs.core.content import check, match, refuse, said_value

HAND = "hand"

Rules = TypeVar("Rules", bound=BaseModel)


def house_rules(typed: Sequence[str], base: Rules) -> Rules:
    """Return house rules with those typed as ``name=value`` put over others.

    Raises:
        ContentError: With every problem; the nearest name is suggested.
    """
    values: dict[str, Any] = base.model_dump(exclude_unset=True)
    for text in typed:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise refuse("--rule", "", text, say("setting.valid_rule"))
        known = match(name, type(base).model_fields) or name
        values[known] = rule_value(type(base), known, value)
    return check(values, type(base), "--rule")


def rule_value(model: type[BaseModel], name: str, text: str) -> Any:
    """Return a house rule's value as its field takes it."""
    field_ = model.model_fields.get(name)
    words = [word for word in _words(field_.annotation if field_ else None) if isinstance(word, str)]
    return match(text, words) or (text if words else said_value(text))


def _words(annotation: Any) -> list[object]:
    found: list[object] = []
    for argument in get_args(annotation):
        found += [argument] if isinstance(argument, str) else _words(argument)
    return found


def split_seats(typed: Sequence[str]) -> list[str]:
    """Return pilots typed with commas between; the command of an ``exec:`` pilot takes the rest of its text."""
    found: list[str] = []
    for text in typed:
        left = text
        while left:
            if left.strip().startswith("exec:"):
                found.append(left.strip())
                break
            name, _, left = left.partition(",")
            found.append(name.strip())
    return found


def split_line(state: str) -> tuple[str, int | None]:
    """Return file and line of ``FILE[:LINE]``."""
    file, colon, line = state.rpartition(":")
    if colon and line.isascii() and line.isdigit() and len(line) < len("1000000000"):
        return file, int(line)
    return state, None


def kinds_of(chance: str) -> list[str] | None:
    """Return the kinds of chance that ``hand`` or ``hand:dice,price`` feeds, all for none named; None for nothing.

    Raises:
        ContentError: Another word.
    """
    if not chance:
        return None
    word, _, kinds = chance.partition(":")
    if match(word, [HAND]) is None:
        raise refuse("--chance", "", chance, say("setting.valid_chance"))
    return [kind for kind in kinds.split(",") if kind.strip()]
