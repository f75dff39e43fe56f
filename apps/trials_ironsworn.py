"""Fights of Ironsworn on trial."""

from __future__ import annotations

import numpy as np

from ..envs.ironsworn.scenario import Scenario, compile_book
from ..envs.ironsworn.terms import Outcome
from ..policies.ironsworn.pilots import ScriptedPilot
from ..policies.ironsworn.playout import play_games
from ..policies.ironsworn.random import RandomPilot
from .trials import Bar, Report, Trial, endless

PILOTS: dict[str, type[ScriptedPilot] | type[RandomPilot]] = {"scripted": ScriptedPilot, "random": RandomPilot}


def try_scenario(scenario: Scenario, games: int) -> Report:
    """Play a fight with each pilot."""
    report, book = Report(), compile_book(scenario)
    with Bar(len(PILOTS) * games) as bar:
        for pilot, kind in PILOTS.items():
            addresses = [kind().address] * scenario.seats
            parts = [play_games(book, addresses, seeds) for seeds in bar.chunks(games)]
            outcomes = np.concatenate([part.outcomes for part in parts])
            rounds = np.concatenate([part.rounds for part in parts])
            won, capped = (int((outcomes == outcome).sum()) for outcome in (Outcome.WIN, Outcome.TRUNCATED))
            report.trials.append(Trial("", pilot, games, won, capped, round(float(rounds.mean()), 3)))
    report.findings = endless(report.trials)
    return report
