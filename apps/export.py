"""`shieldmate export`: an imported character, or the situation that a replay has come to, in Shieldmate's own TOML."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from ..envs.core.catalogue import say
from ..envs.core.content import choices, match, one_line, refuse
from ..envs.core.files import write_whole
from ..envs.core.toml_writing import toml_of
from ..envs.ironsworn.importers import read_character
from ..envs.ironsworn.sheet import to_toml
from .compiling import announce
from .options import Force
from .setting import Options, game_of, set_table

WHAT = ("character", "state")


def command(
    what: Annotated[str, typer.Argument(metavar="|".join(WHAT), help=say("options.export_what"))],
    file: Annotated[str, typer.Argument(metavar="FILE", help=say("options.export_file"))],
    output: Annotated[str, typer.Option("-o", "--output", metavar="FILE", help=say("options.output"))] = "",
    force: Force = False,
) -> None:
    """Print it as TOML, or write it to a file; notes go to standard error."""
    known = match(what, WHAT)
    if known is None:
        raise refuse("export", "", what, choices(WHAT, what))
    text = state_of(file) if known == "state" else character_of(file)
    if output:
        write_whole(output, text, force)
    else:
        typer.echo(text, nl=False)


def character_of(file: str) -> str:
    """Return a character of any format as TOML."""
    imported = read_character(file)
    for note in imported.notes:
        print(one_line(note), file=sys.stderr)
    return to_toml(imported.sheet)


def state_of(file: str) -> str:
    """Return the situation at a line of a replay as TOML."""
    announce(game_of(Options(state=file)))
    session = set_table(Options(state=file)).session
    return toml_of(session.game.situation_of(session).plain())
