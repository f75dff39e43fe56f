"""What tests of content share: a book of a scenario, the effects of a program, files changed and written anew."""

import tomllib
from pathlib import Path
from typing import Any

from shieldmate.envs.oathsworn.compile import compile_book
from shieldmate.envs.oathsworn.library import CONTENT
from shieldmate.envs.oathsworn.scenario import make_scenario
from shieldmate.envs.oathsworn.state import Book
from shieldmate.envs.oathsworn.terms import Do


def book_of(name: str | Path = "broodmother", party: Any = "starter", **settings: Any) -> Book:
    """The compiled book of a scenario."""
    return Book.at(compile_book(make_scenario(name, party, **settings)), 0)


def effects(book: Book, first: int, end: int) -> list[str]:
    """The effects of a program with their amounts, such as ``move 7``."""
    rows = (book.steps[row] for row in range(first, end))
    return [f"{Do(row.do).name.lower()} {row.amount}" for row in rows]


def tables(name: str) -> dict[str, Any]:
    """The tables of a built-in file such as ``classes/warden``."""
    return tomllib.loads((CONTENT / f"{name}.toml").read_text(encoding="utf-8"))


def toml(value: Any) -> str:
    """A value as TOML; tables are inline."""
    if isinstance(value, dict):
        return "{" + ", ".join(f'"{key}" = {toml(entry)}' for key, entry in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(toml(entry) for entry in value) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)


def write(path: Path, content: dict[str, Any]) -> Path:
    """Write tables to a file."""
    path.write_text("".join(f'"{key}" = {toml(value)}\n' for key, value in content.items()), encoding="utf-8")
    return path
