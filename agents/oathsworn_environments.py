"""The factories behind the environments of Oathsworn: encounters and partners by name become objects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from ..envs.core.batch import Tables
from ..envs.core.content import check
from ..envs.core.gym_env import SeatEnv
from ..envs.core.pilot import Pilot
from ..envs.core.vector import SeatVectorEnv
from ..envs.oathsworn.compile import compile_book
from ..envs.oathsworn.encounter import GAME
from ..envs.oathsworn.face import FACE
from ..envs.oathsworn.house_rules import HouseRules
from ..envs.oathsworn.render import render
from ..envs.oathsworn.scenario import Scenario, make_scenario
from ..envs.oathsworn.terms import SEATS
from ..envs.oathsworn.view import public
from .partners import only_learner, partners_of

if TYPE_CHECKING:
    from ..envs.core.aec import SeatsAECEnv

DEFAULT_ENCOUNTER = "oathsworn/broodmother"

Encounter: TypeAlias = str | Path | Scenario
Party: TypeAlias = str | Sequence[str] | None
Rules: TypeAlias = HouseRules | Mapping[str, Any] | None
Sets: TypeAlias = Mapping[str, Any] | None


def make_oathsworn(
    scenario: Encounter = DEFAULT_ENCOUNTER,
    party: Party = None,
    difficulty: str | None = None,
    rules: Rules = None,
    sets: Sets = None,
    seats: Sequence[int] = (0,),
    partners: Sequence[str | Pilot] | None = None,
    **settings: Any,
) -> SeatEnv:
    """Make the Gymnasium environment of an Oathsworn encounter.

    Args:
        scenario: ``oathsworn/broodmother``, an encounter file or a `Scenario`.
        party: ``starter``, ``solo``, or four such as ``["warden", "priest:companion", ...]``; None for the encounter's.
        difficulty: ``journeyman`` to ``dread``; None for the encounter's.
        rules: House rules in place of the encounter's, by name.
        sets: Figures to change, such as ``{"boss.defence": 3}``.
        seats: The seat that learns.
        partners: Names or objects for the other seats in order, or one for all of them; by default ``scripted``.
        **settings: `observation`, `max_decisions`, `rewards` and `render_mode` of `SeatEnv`. The terms of `rewards` are
            `envs.oathsworn.batch.TERMS`.
    """
    tables = oathsworn_tables(scenario, party, difficulty, rules, sets, seats, partners)
    return SeatEnv(FACE, tables, **settings)


def make_oathsworn_vector(
    num_envs: int = 1,
    scenario: Encounter | Sequence[Encounter] = DEFAULT_ENCOUNTER,
    party: Party = None,
    difficulty: str | None = None,
    rules: Rules = None,
    sets: Sets = None,
    seats: Sequence[int] = (0,),
    partners: Sequence[str | Pilot] | None = None,
    **settings: Any,
) -> SeatVectorEnv:
    """Make the batched Gymnasium environment of Oathsworn encounters.

    Args:
        num_envs: Number of games.
        scenario: One encounter, or several: game `i` plays number `i` modulo their count.
        party: As in `make_oathsworn`, and so are the next five.
        difficulty: None for the encounter's.
        rules: House rules in place of the encounter's.
        sets: Figures to change.
        seats: The seat that learns.
        partners: Names or objects for the other seats.
        **settings: `observation`, `max_decisions`, `rewards`, `autoreset_mode`, `copy` and `render_mode` of
            `SeatVectorEnv`.
    """
    tables = oathsworn_tables(scenario, party, difficulty, rules, sets, seats, partners)
    return SeatVectorEnv(FACE, tables, num_envs, **settings)


def make_oathsworn_aec(
    scenario: Encounter = DEFAULT_ENCOUNTER,
    party: Party = None,
    difficulty: str | None = None,
    rules: Rules = None,
    sets: Sets = None,
    **settings: Any,
) -> SeatsAECEnv:
    """Make the PettingZoo AEC environment of an Oathsworn encounter, in which all four seats learn.

    Args:
        scenario: As in `make_oathsworn`, and so are the next four.
        party: None for the encounter's.
        difficulty: None for the encounter's.
        rules: House rules in place of the encounter's.
        sets: Figures to change.
        **settings: `observation`, `max_decisions`, `rewards` and `render_mode` of `SeatsAECEnv`.
    """
    from ..envs.core.aec import SeatsAECEnv

    made = oathsworn_scenario(scenario, party, difficulty, rules, sets)
    return SeatsAECEnv(FACE, tables_of([made], 0, [None] * SEATS), **settings)


def oathsworn_tables(
    scenario: Encounter | Sequence[Encounter],
    party: Party,
    difficulty: str | None,
    rules: Rules,
    sets: Sets,
    seats: Sequence[int],
    partners: Sequence[str | Pilot] | None,
) -> Tables:
    """Return the compiled encounters, one or several, the seat that learns, and who holds each seat.

    Raises:
        ContentError: An unknown name, or a file with problems.
        ValueError: Not one seat that learns, or not as many partners as other seats.
    """
    sources = [scenario] if isinstance(scenario, str | Path | Scenario) else scenario
    made = [oathsworn_scenario(source, party, difficulty, rules, sets) for source in sources]
    learner = only_learner(seats)
    return tables_of(made, learner, partners_of(partners, GAME, SEATS, learner))


def tables_of(made: Sequence[Scenario], learner: int, partners: Sequence[Pilot | None]) -> Tables:
    """Return the tables of scenarios."""
    books = np.concatenate([compile_book(scenario) for scenario in made])
    names = [scenario.names for scenario in made]
    return Tables(
        books, learner, partners, [partial(public, each) for each in names], [partial(render, each) for each in names]
    )


def oathsworn_scenario(
    scenario: Encounter = DEFAULT_ENCOUNTER,
    party: Party = None,
    difficulty: str | None = None,
    rules: Rules = None,
    sets: Sets = None,
) -> Scenario:
    """Return the scenario that a name, a TOML file or a `Scenario` gives, with what is put in its place.

    Args:
        scenario: ``oathsworn/broodmother``, an encounter file, or a `Scenario`, which is taken as it is.
        party: The party in place of the encounter's.
        difficulty: The difficulty in place of the encounter's.
        rules: House rules by name, in place of the encounter's.
        sets: Figures to change.

    Raises:
        ContentError: An unknown name, or a file with problems.
    """
    if isinstance(scenario, Scenario):
        return scenario
    made = make_scenario(scenario, party, difficulty, None, sets)
    if not rules:
        return made
    if not isinstance(rules, HouseRules):
        rules = check({**made.rules.model_dump(), **rules}, HouseRules, "rules")
    return make_scenario(scenario, party, difficulty, rules, sets)
