"""`shieldmate oracle`: ask a yes-or-no question by odds, or roll on a table of the fight."""

from __future__ import annotations

import secrets
from dataclasses import asdict
from typing import Annotated

import typer

from ..envs.core.catalogue import say
from ..envs.ironsworn.oracle import YES_FROM, ask
from .console import console, print_json, print_lines
from .options import AsJson, MaybeSeed


def command(
    question: Annotated[str, typer.Argument(metavar="ODDS|TABLE", help=say("options.question"))],
    seed: MaybeSeed = None,
    as_json: AsJson = False,
) -> None:
    """Ask once; with no seed the luck is new each time."""
    answer = ask(question, secrets.randbits(63) if seed is None else seed)
    if as_json:
        print_json(asdict(answer))
        return
    key = "oracle.yes_no" if answer.asked in YES_FROM else "oracle.table"
    lines = [say(key, asked=answer.asked, text=answer.text, face=answer.face)]
    print_lines(console(), [*lines, say("oracle.match")] if answer.match else lines)
