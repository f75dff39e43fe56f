"""Plain data as TOML: tables at the top under headings, what is inside them in braces."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def toml_of(data: Mapping[str, Any]) -> str:
    """Return plain data (numbers, strings, lists, dicts) as TOML; reading it gives equal data."""
    tables = {key: value for key, value in data.items() if isinstance(value, Mapping)}
    lists = {key: value for key, value in data.items() if holds_tables(value)}
    lines = pairs({key: value for key, value in data.items() if key not in tables and key not in lists})
    for key, entries in lists.items():
        for entry in entries:
            lines += ["", f"[[{spelled(key)}]]", *pairs(entry)]
    for key, table in tables.items():
        lines += ["", f"[{spelled(key)}]", *pairs(table)]
    return "\n".join(lines).lstrip("\n") + "\n"


def pairs(table: Mapping[str, Any]) -> list[str]:
    """Return the keys of a table with their values."""
    return [f"{spelled(key)} = {inline(value)}" for key, value in table.items()]


def holds_tables(value: Any) -> bool:
    """Return whether a value is a list of tables, and not an empty one."""
    return isinstance(value, list) and bool(value) and all(isinstance(entry, Mapping) for entry in value)


def spelled(key: str) -> str:
    """Return a key, quoted unless it is a bare one."""
    bare = key.isascii() and key.replace("-", "").replace("_", "").isalnum()
    return key if bare else text(key)


def inline(value: Any) -> str:
    """Return a value on one line."""
    if isinstance(value, Mapping):
        return f"{{ {', '.join(pairs(value))} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(inline, value))}]"
    return text(value) if isinstance(value, str) else json.dumps(value)


def text(value: str) -> str:
    """Return a text as a TOML string: one of JSON, with the only control character that JSON leaves spelled out."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
