"""`shieldmate export character`: an imported character in Shieldmate's own TOML."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from ..envs.core.catalogue import say
from ..envs.core.content import choices, match, one_line, refuse
from ..envs.core.files import write_whole
from ..envs.ironsworn.importers import read_character
from ..envs.ironsworn.sheet import to_toml
from .options import Force

WHAT = ("character",)


def command(
    what: Annotated[str, typer.Argument(metavar="character", help=say("options.export_what"))],
    file: Annotated[str, typer.Argument(metavar="FILE", help=say("options.export_file"))],
    output: Annotated[str, typer.Option("-o", "--output", metavar="FILE", help=say("options.output"))] = "",
    force: Force = False,
) -> None:
    """Print the character as TOML, or write it to a file; notes go to standard error."""
    if match(what, WHAT) is None:
        raise refuse("export", "", what, choices(WHAT, what))
    imported = read_character(file)
    for note in imported.notes:
        print(one_line(note), file=sys.stderr)
    if output:
        write_whole(output, to_toml(imported.sheet), force)
    else:
        typer.echo(to_toml(imported.sheet), nl=False)
