"""The factories behind the registered environment ids: scenarios and partners by name become objects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from ..envs.core.batch import Tables
from ..envs.core.content import check
from ..envs.core.gym_env import SeatEnv
from ..envs.core.pilot import Pilot
from ..envs.core.vector import SeatVectorEnv
from ..envs.ironsworn.brought import character_of, foes_of
from ..envs.ironsworn.face import FACE
from ..envs.ironsworn.house_rules import HouseRules
from ..envs.ironsworn.importers import Imported
from ..envs.ironsworn.names import Names
from ..envs.ironsworn.scenario import GAME, Scenario, compile_book, make_scenario, read_scenario
from ..envs.ironsworn.sheet import Sheet
from ..envs.ironsworn.view import public
from .oathsworn_environments import make_oathsworn as make_oathsworn
from .oathsworn_environments import make_oathsworn_aec as make_oathsworn_aec
from .oathsworn_environments import make_oathsworn_vector as make_oathsworn_vector
from .partners import only_learner, partners_of

if TYPE_CHECKING:
    from ..envs.core.aec import SeatsAECEnv

DEFAULT_SCENARIO = "ironsworn/bear"

Source: TypeAlias = str | Path | Scenario
Who: TypeAlias = str | Path | Sheet
Rules: TypeAlias = HouseRules | Mapping[str, Any]


def make_ironsworn(
    scenario: Source = DEFAULT_SCENARIO,
    characters: Sequence[Who] = (),
    foes: Sequence[str] = (),
    rules: Rules | None = None,
    seats: Sequence[int] = (0,),
    partners: Sequence[str | Pilot] | None = None,
    **settings: Any,
) -> SeatEnv:
    """Make the Gymnasium environment of an Ironsworn fight.

    Args:
        scenario: ``ironsworn/bear``, a scenario file or a `Scenario`.
        characters: Characters in place of the scenario's, one a seat: names, files or sheets.
        foes: Foes in place of the scenario's, such as ``wolf:5``.
        rules: House rules in place of the scenario's, by name.
        seats: The seat that learns.
        partners: Names or objects for the other seats in order, or one for all of them; by default ``scripted``.
        **settings: `observation`, `max_decisions`, `rewards` and `render_mode` of `SeatEnv`. The terms of `rewards` are
            `envs.ironsworn.batch.TERMS`.
    """
    return SeatEnv(FACE, ironsworn_tables(scenario, characters, foes, rules, seats, partners), **settings)


def make_ironsworn_vector(
    num_envs: int = 1,
    scenario: Source | Sequence[Source] = DEFAULT_SCENARIO,
    characters: Sequence[Who] = (),
    foes: Sequence[str] = (),
    rules: Rules | None = None,
    seats: Sequence[int] = (0,),
    partners: Sequence[str | Pilot] | None = None,
    **settings: Any,
) -> SeatVectorEnv:
    """Make the batched Gymnasium environment of Ironsworn fights.

    Args:
        num_envs: Number of games.
        scenario: One scenario, or several: game `i` plays number `i` modulo their count.
        characters: As in `make_ironsworn`.
        foes: As in `make_ironsworn`.
        rules: As in `make_ironsworn`.
        seats: As in `make_ironsworn`.
        partners: As in `make_ironsworn`.
        **settings: `observation`, `max_decisions`, `rewards`, `autoreset_mode`, `copy` and `render_mode` of
            `SeatVectorEnv`.
    """
    tables = ironsworn_tables(scenario, characters, foes, rules, seats, partners)
    return SeatVectorEnv(FACE, tables, num_envs, **settings)


def make_ironsworn_aec(
    scenario: Source = DEFAULT_SCENARIO,
    characters: Sequence[Who] = (),
    foes: Sequence[str] = (),
    rules: Rules | None = None,
    **settings: Any,
) -> SeatsAECEnv:
    """Make the PettingZoo AEC environment of an Ironsworn fight, in which every seat learns.

    Args:
        scenario: As in `make_ironsworn`.
        characters: As in `make_ironsworn`.
        foes: As in `make_ironsworn`.
        rules: As in `make_ironsworn`.
        **settings: `observation`, `max_decisions`, `rewards` and `render_mode` of `SeatsAECEnv`.
    """
    from ..envs.core.aec import SeatsAECEnv

    fight = ironsworn_scenario(scenario, characters, foes, rules)
    return SeatsAECEnv(FACE, Tables(compile_book(fight), 0, [None] * fight.seats), **settings)


def ironsworn_tables(
    scenario: Source | Sequence[Source],
    characters: Sequence[Who],
    foes: Sequence[str],
    rules: Rules | None,
    seats: Sequence[int],
    partners: Sequence[str | Pilot] | None,
) -> Tables:
    """Return the compiled scenarios, one or several, the seat that learns, and who holds each seat.

    Raises:
        ContentError: An unknown name, or a file with problems.
        ValueError: Not one seat that learns, or not as many partners as other seats.
    """
    sources = [scenario] if isinstance(scenario, str | Path | Scenario) else scenario
    fights = [ironsworn_scenario(source, characters, foes, rules) for source in sources]
    books = np.concatenate([compile_book(fight) for fight in fights])
    learner = only_learner(seats)
    who = partners_of(partners, GAME, max(fight.seats for fight in fights), learner)
    return Tables(books, learner, who, [partial(public, Names.of(fight)) for fight in fights])


def ironsworn_scenario(
    scenario: Source = DEFAULT_SCENARIO,
    characters: Sequence[Who] = (),
    foes: Sequence[str] = (),
    rules: Rules | None = None,
) -> Scenario:
    """Return the scenario that a name, a TOML file or a `Scenario` gives, with what is put in its place.

    Args:
        scenario: A foe or rank such as ``ironsworn/bear``, a scenario file, or a `Scenario`.
        characters: One a seat: names of built-in characters, files of any known format, or sheets.
        foes: Foes in place of the scenario's, such as ``wolf:5``.
        rules: House rules by name, in place of the scenario's.

    Raises:
        ContentError: An unknown name, or a file with problems.
    """
    base = _named(scenario)
    party = tuple(_sheet(who) for who in characters) or base.sheets
    house = (
        rules
        if isinstance(rules, HouseRules)
        else check({**base.rules.model_dump(), **(rules or {})}, HouseRules, "rules")
    )
    name, slots = foes_of(foes, Path()) if foes else (base.name, base.foes)
    return replace(make_scenario(["epic"], party, house, name), foes=slots)


def _named(scenario: Source) -> Scenario:
    if isinstance(scenario, Scenario):
        return scenario
    if Path(scenario).suffix.lower() != ".toml":
        return make_scenario([str(scenario).removeprefix(f"{GAME}/")], name=str(scenario))
    file, folder = read_scenario(scenario), Path(scenario).parent
    party = [_sheet(who, folder) for who in file.characters]
    made = make_scenario(["epic"], party, file.house_rules, file.name or str(scenario))
    return replace(made, foes=foes_of(file.foes, folder)[1])


def _sheet(who: Who, folder: Path = Path()) -> Sheet:
    if isinstance(who, Sheet):
        return who
    found = character_of(str(who), folder)
    return found.sheet if isinstance(found, Imported) else found
