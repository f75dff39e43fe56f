"""Options that several commands share, spelled and explained in one place."""

from __future__ import annotations

from typing import Annotated

import typer

from ..envs.core.catalogue import say

LARGEST_SEED = 2**63 - 1

Scenario = Annotated[str, typer.Argument(metavar="SCENARIO", help=say("options.scenario"))]
MaybeScenario = Annotated[str, typer.Argument(metavar="SCENARIO", help=say("options.scenario"), show_default=False)]
Characters = Annotated[list[str], typer.Option("--character", metavar="NAME|FILE", help=say("options.character"))]
Foes = Annotated[list[str], typer.Option("--foe", metavar="NAME|FILE[:COUNT]", help=say("options.foe"))]
Party = Annotated[str, typer.Option("--party", metavar="NAME|CLASS,...", help=say("options.party"))]
Difficulty = Annotated[str, typer.Option("--difficulty", metavar="LEVEL", help=say("options.difficulty"))]
Seats = Annotated[
    list[str], typer.Option("--seats", metavar="PILOT,...", help=say("options.seats", pilots=say("options.pilots")))
]
Rules = Annotated[list[str], typer.Option("--rule", metavar="NAME=VALUE", help=say("options.rule"))]
Changes = Annotated[list[str], typer.Option("--set", metavar="WHO.WHAT=VALUE", help=say("options.set"))]
Chance = Annotated[str, typer.Option("--chance", metavar="hand[:KIND,...]", help=say("options.chance"))]
Situation = Annotated[str, typer.Option("--state", metavar="FILE[:LINE]", help=say("options.state"))]
Seed = Annotated[int, typer.Option("--seed", metavar="N", min=0, max=LARGEST_SEED, help=say("options.seed"))]
MaybeSeed = Annotated[
    int | None, typer.Option("--seed", metavar="N", min=0, max=LARGEST_SEED, help=say("options.seed"))
]
AsJson = Annotated[bool, typer.Option("--json", help=say("options.json"))]
ReplayOut = Annotated[str, typer.Option("--replay", metavar="FILE", help=say("options.replay"))]
SaveCharacter = Annotated[
    list[str], typer.Option("--save-character", metavar="FILE", help=say("options.save_character"))
]
GIGABYTES = 2.0
"""What a solution may take if nothing is said."""
Memory = Annotated[float, typer.Option("--memory", metavar="GB", min=0.01, max=1_000, help=say("options.memory"))]
Force = Annotated[bool, typer.Option("--force", help=say("options.force"))]
MOST_JOBS = 1_024
Jobs = Annotated[int | None, typer.Option("--jobs", metavar="N", min=1, max=MOST_JOBS, help=say("options.jobs"))]
