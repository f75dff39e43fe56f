"""Options that several commands share, spelled and explained in one place."""

from __future__ import annotations

from typing import Annotated

import typer

from ..envs.core.catalogue import say

Scenario = Annotated[str, typer.Argument(metavar="SCENARIO", help=say("options.scenario"))]
Seed = Annotated[int, typer.Option("--seed", min=0, max=2**63 - 1, help=say("options.seed"))]
AsJson = Annotated[bool, typer.Option("--json", help=say("options.json"))]
