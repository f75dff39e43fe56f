"""`shieldmate odds`: exact odds of a roll, or of every option of a situation."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

import typer

from ..envs.core.catalogue import say
from ..envs.core.content import choices, match, refuse
from ..envs.ironsworn.odds import Odds, action_odds, progress_odds
from ..envs.ironsworn.terms import MAX_MOMENTUM, MIN_MOMENTUM
from .console import console, print_json, print_lines
from .options import AsJson

ACTION, PROGRESS = "action", "progress"
LEAST_ADDS, MOST_ADDS = -6, 20


def command(
    kind: Annotated[str, typer.Argument(metavar="action|progress", help=say("options.odds_kind"))],
    adds: Annotated[
        int | None, typer.Option("--adds", metavar="N", min=LEAST_ADDS, max=MOST_ADDS, help=say("options.adds"))
    ] = None,
    momentum: Annotated[
        int, typer.Option("--momentum", metavar="N", min=MIN_MOMENTUM, max=MAX_MOMENTUM, help=say("options.momentum"))
    ] = 0,
    burn: Annotated[bool, typer.Option("--burn", help=say("options.burn"))] = False,
    boxes: Annotated[int | None, typer.Option("--boxes", metavar="N", min=0, max=10, help=say("options.boxes"))] = None,
    as_json: AsJson = False,
) -> None:
    """Print the odds of a roll."""
    known = match(kind, (ACTION, PROGRESS))
    if known is None:
        raise refuse("odds", "", kind, choices((ACTION, PROGRESS), kind))
    if known == ACTION:
        if adds is None or boxes is not None:
            raise refuse("odds action", "", say("odds.found_options"), "--adds N [--momentum N] [--burn]")
        title = say("odds.action_burn" if burn else "odds.action", adds=f"{adds:+d}", momentum=f"{momentum:+d}")
        show(title, action_odds(adds, momentum, burn), as_json)
    else:
        if boxes is None or adds is not None or burn or momentum:
            raise refuse("odds progress", "", say("odds.found_options"), "--boxes N")
        show(say("odds.progress", boxes=boxes), progress_odds(boxes), as_json)


def show(title: str, odds: Odds, as_json: bool) -> None:
    """Print odds as a table, or as fractions in JSON."""
    if as_json:
        print_json(odds_data(odds))
        return
    rows = [
        say("odds.row", result=say(f"result.{word}"), percent=percent(value), fraction=value)
        for word, value in odds._asdict().items()
    ]
    print_lines(console(), [title, *rows])


def odds_data(odds: Odds) -> dict[str, Any]:
    """Return odds as fractions in text, such as ``31/150``."""
    return {word: str(value) for word, value in odds._asdict().items()}


def percent(value: Fraction) -> str:
    """Return a probability in per cent with two decimals."""
    return f"{float(100 * value):.2f}%"
