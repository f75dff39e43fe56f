"""`shieldmate replay`: play the games of a replay again and print them."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.console import Console

from ..envs.core.catalogue import say
from ..envs.core.content import ContentError, Problem, refuse
from .compiling import announce
from .console import Log, console, header, print_json, print_lines, result_data
from .games import game_named
from .options import AsJson
from .record import Entry, read_games
from .session import Session, resumed


def command(
    file: Annotated[str, typer.Argument(metavar="FILE", help=say("options.replay_file"))],
    game: Annotated[int, typer.Option("--game", metavar="N", min=0, help=say("options.game"))] = 0,
    to: Annotated[int, typer.Option("--to", metavar="LINE", min=0, help=say("options.to"))] = 0,
    as_json: AsJson = False,
) -> None:
    """Print the games; one that is damaged up to there. All damage is said at the end."""
    found = read_games(file)
    for name in {entries[0].line.game for entries in found.games}:
        announce(game_named(name))
    games = chosen(found.games, game, file)
    if to and found.damage is None:
        check_line(to, games, file)
    out = None if as_json else console()
    results: list[dict[str, Any]] = []
    problems: list[Problem] = []
    for entries in games:
        shown = [entry for entry in entries if not to or entry.number <= to]
        if shown and results:
            print_lines(out, [""])
        try:
            if shown:
                results.append(show(shown, file, out))
        except ContentError as error:
            results.append({"error": str(error)})
            problems += error.problems
    if found.damage is not None:
        results.append({"error": str(found.damage)})
        problems += found.damage.problems
    if as_json:
        print_json({"file": file, "games": results})
    if problems:
        raise ContentError(problems)


def check_line(to: int, games: list[list[Entry]], file: str) -> None:
    """Check that the games go as far as a line.

    Raises:
        ContentError: They do not.
    """
    last = games[-1][-1].number if games else 0
    if to > last:
        raise refuse(file, "", say("replay.line", line=to), say("replay.valid_file_line", count=last))


def chosen(games: list[list[Entry]], game: int, file: str) -> list[list[Entry]]:
    """Return all games, or the one of a number from 1.

    Raises:
        ContentError: There is no such game.
    """
    if game > len(games):
        raise refuse(file, "", say("replay.found_no_game", count=game), say("replay.valid_game", count=len(games)))
    return games[game - 1 : game] if game else games


def show(entries: list[Entry], file: str, out: Console | None) -> dict[str, Any]:
    """Play one game again, printing it to a console if there is one; return its result.

    Raises:
        ContentError: A line cannot be followed; all before it is printed.
    """

    def watch(session: Session) -> None:
        Log(session, out, header(session))

    session = resumed(entries, file, watch)
    print_lines(out, session.game.standing(session))
    return result_data(session)
