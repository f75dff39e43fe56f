"""`shieldmate run`: play one scenario with pilots in all seats."""

from __future__ import annotations

import json

import numpy as np
import typer

from ..envs.core.game import Table
from ..envs.ironsworn.game import IRONSWORN
from ..envs.ironsworn.scenario import compile_book, make_scenario
from ..envs.ironsworn.terms import Outcome
from .compiling import announce
from .options import AsJson, Scenario, Seed


def command(scenario: Scenario, seed: Seed = 0, as_json: AsJson = False) -> None:
    """Play it and print the result."""
    announce()
    foe = scenario.removeprefix("ironsworn/")
    table = Table(IRONSWORN, compile_book(make_scenario([foe], name=scenario)))
    rng = np.random.default_rng(seed)
    table.reset(seed)
    state = table.views[0]
    while state.outcome == Outcome.ON:
        table.apply(int(rng.choice(table.legal())))
    result = {
        "scenario": scenario,
        "seed": seed,
        "outcome": Outcome(state.outcome).name.lower(),
        "rounds": state.round,
        "decisions": state.decisions,
    }
    typer.echo(json.dumps(result) if as_json else "\n".join(f"{key}: {value}" for key, value in result.items()))
