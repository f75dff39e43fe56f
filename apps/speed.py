"""`shieldmate speed`: compile the rules and say how long it took."""

from __future__ import annotations

from typing import Annotated

import typer

from ..envs.core.catalogue import say
from ..envs.core.compiler import compile_seconds, load
from ..envs.ironsworn.game import IRONSWORN
from .compiling import announce


def command(only_compile: Annotated[bool, typer.Option("--compile", help=say("options.compile"))] = False) -> None:
    """Have every rule compiled."""
    announce()
    load(IRONSWORN.reset, IRONSWORN.apply, IRONSWORN.resume, IRONSWORN.masks, IRONSWORN.observe)
    IRONSWORN.steps()
    typer.echo(say("compiling.took", seconds=f"{compile_seconds():.1f}"))
