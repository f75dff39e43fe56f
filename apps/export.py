"""`shieldmate export`: a character or a situation as Shieldmate's own TOML, or a trained pilot."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from ..envs.core.catalogue import say
from ..envs.core.content import choices, match, one_line, refuse
from ..envs.core.files import write_whole
from ..envs.core.toml_writing import toml_of
from ..envs.ironsworn.importers import read_character
from ..envs.ironsworn.sheet import to_toml
from ..training.config import MOST_GAMES
from .compiling import announce
from .options import Force
from .setting import Options, game_of, set_table

WHAT = ("character", "state", "pilot")
GAMES = 2_000


def command(
    what: Annotated[str, typer.Argument(metavar="|".join(WHAT), help=say("options.export_what"))],
    file: Annotated[str, typer.Argument(metavar="FILE", help=say("options.export_file"))],
    output: Annotated[str, typer.Option("-o", "--output", "--out", metavar="FILE", help=say("options.output"))] = "",
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=0, max=MOST_GAMES, help=say("options.export_games"))
    ] = GAMES,
    force: Force = False,
) -> None:
    """Print it as TOML, or write it to a file; notes go to standard error. A pilot is always written to a file."""
    known = match(what, WHAT)
    if known is None:
        raise refuse("export", "", what, choices(WHAT, what))
    if known == "pilot":
        export_pilot(file, output, games, force)
        return
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


def export_pilot(run: str, output: str, games: int, force: bool) -> None:
    """Write the best network of a training run, and its card beside it."""
    from ..training.exporting import export

    if not output:
        raise refuse("--out", "", say("content.found_nothing"), say("export.valid_pilot"))
    card, path = export(Path(run), output, games, force)
    for result in card.results:
        typer.echo(say("train.measured", **result.model_dump()))
    typer.echo(say("train.exported", file=path, size=path.stat().st_size, pilots=card.pilots))
