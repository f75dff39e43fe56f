"""`shieldmate new`: a file of one's own to begin with, which passes `check` and can be played as it stands."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..envs.core.catalogue import say
from ..envs.core.content import ContentError, choices, match, read_source, refuse
from ..envs.core.files import place, write_whole
from ..envs.core.toml_writing import text as spelled
from .console import console, print_lines
from .options import Force
from .schema import schema_text

TEMPLATES = Path(__file__).parent / "templates"
KINDS = ("encounter", "class", "foe")
LONGEST_NAME = 80
LONGEST_FILE = 60


def command(
    kind: Annotated[str, typer.Argument(metavar="KIND", help=say("options.new_kind", kinds=", ".join(KINDS)))],
    name: Annotated[str, typer.Argument(metavar="NAME", help=say("options.new_name"))],
    output: Annotated[str, typer.Option("-o", "--output", metavar="FILE", help=say("options.new_output"))] = "",
    schema: Annotated[bool, typer.Option("--schema", help=say("options.new_schema"))] = False,
    force: Force = False,
) -> None:
    """Write a template, and with it the schema for an editor if that is asked for."""
    known = match(kind, KINDS)
    if known is None:
        raise refuse("new", "", kind, choices(KINDS, kind))
    title = checked(name)
    path = Path(output) if output else Path(file_name(title))
    if path.suffix.lower() != ".toml":
        raise refuse(str(path), "", path.suffix or say("content.found_nothing"), say("new.valid_suffix"))
    beside = path.with_name(f"{known}.schema.json")
    place(path, force)
    if schema:
        write_schema(beside, schema_text(known), force)
    write_whole(path, template(known, title, beside.name if schema else ""), force)
    print_lines(console(), told(known, path, beside if schema else None))


def checked(name: str) -> str:
    """Return a name without spaces around it.

    Raises:
        ContentError: It is no name that a file can have.
    """
    title = name.strip()
    if not title.isprintable() or len(title) > LONGEST_NAME or not any(char.isalnum() for char in title):
        raise refuse("NAME", "", repr(name), say("new.valid_name", most=LONGEST_NAME))
    return title


def file_name(title: str) -> str:
    """Return the name of a file for something called so: its letters and digits, hyphens between words."""
    words = "".join(char if char.isalnum() else " " for char in title.casefold().replace("'", "")).split()
    return f"{'-'.join(words)[:LONGEST_FILE].rstrip('-')}.toml"


def template(kind: str, title: str, schema: str) -> str:
    """Return the text of a template, its first line for editors."""
    first = say("new.directive", file=schema) if schema else say("new.no_directive", kind=kind)
    body = (TEMPLATES / f"{kind}.toml").read_text(encoding="utf-8").format(name=spelled(title))
    return f"{first}\n{body}"


def write_schema(path: Path, text: str, force: bool) -> None:
    """Write a schema, unless the same one is there already.

    Raises:
        ContentError: Another file is there, or it cannot be written.
    """
    if not (path.is_file() and same(path, text)):
        write_whole(path, text, force)


def same(path: Path, text: str) -> bool:
    """Return whether a file holds a text."""
    try:
        return read_source(path) == text
    except ContentError:
        return False


def told(kind: str, path: Path, beside: Path | None) -> list[str]:
    """Return what was written and which commands come next."""
    shown = f'"{path}"' if " " in str(path) else str(path)
    lines = [say("new.written", file=path)]
    if beside is not None:
        lines.append(say("new.schema", file=beside, kind=kind))
    play = say(f"new.play_{kind}", file=shown)
    return [*lines, *(say("new.next", command=line) for line in (f"show {shown}", f"check {shown}", play))]
