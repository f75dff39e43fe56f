"""The factories behind the registered environment ids: scenarios and partners by name become objects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from ..envs.core.gym_env import SeatEnv
from ..envs.core.pilot import Pilot
from ..envs.ironsworn.face import FACE
from ..envs.ironsworn.house_rules import HouseRules
from ..envs.ironsworn.importers import read_character
from ..envs.ironsworn.scenario import (
    GAME,
    Scenario,
    built_in_sheet,
    compile_book,
    make_scenario,
    read_scenario,
)
from ..envs.ironsworn.sheet import Sheet

DEFAULT_SCENARIO = "ironsworn/bear"
DEFAULT_PARTNER = "scripted"
FILES = (".toml", ".json", ".md", ".yaml", ".yml")

Source: TypeAlias = str | Path | Scenario
Who: TypeAlias = str | Path | Sheet


def ironsworn_scenario(
    scenario: Source = DEFAULT_SCENARIO,
    characters: Sequence[Who] = (),
    foes: Sequence[str] = (),
    rules: HouseRules | Mapping[str, Any] | None = None,
) -> Scenario:
    """Return the scenario that a name, a TOML file or a `Scenario` gives, with what is put in its place.

    Args:
        scenario: ``ironsworn/bear``, a foe or rank of that kind, a scenario file, or a `Scenario`.
        characters: One a seat: names of built-in characters, files of any known format, or sheets.
        foes: Foes in place of the scenario's, such as ``wolf:5``.
        rules: House rules by name, in place of the scenario's.

    Raises:
        ContentError: An unknown name, or a file with problems.
    """
    if isinstance(scenario, Scenario):
        base = scenario
    elif Path(scenario).suffix.lower() == ".toml":
        file = read_scenario(scenario)
        sheets = [_sheet(who) for who in file.characters]
        base = make_scenario(file.foes, sheets, file.house_rules, file.name or str(scenario))
    else:
        base = make_scenario([str(scenario).removeprefix(f"{GAME}/")], (), None, str(scenario))
    if not (characters or foes or rules):
        return base
    house = base.rules if rules is None else rules
    if not isinstance(house, HouseRules):
        house = HouseRules(**{**base.rules.model_dump(), **house})
    party = [_sheet(who) for who in characters] or base.sheets
    if foes:
        return make_scenario(foes, party, house)
    return Scenario(base.name, base.foes, tuple(party), house, base.notes)


def _sheet(who: Who) -> Sheet:
    if isinstance(who, Sheet):
        return who
    if isinstance(who, Path) or Path(who).suffix.lower() in FILES:
        return read_character(who).sheet
    return built_in_sheet(who)


def partners_of(names: Sequence[str | Pilot] | None, seats: int, learner: int) -> list[Pilot | None]:
    """Return who holds each seat; None in the learner's.

    Args:
        names: One partner for each other seat in order, or a single one for all; by default ``scripted``.
        seats: Number of seats.
        learner: The learner's seat.

    Raises:
        ValueError: Not as many partners as seats they fill.
    """
    others = seats - 1
    given: list[str | Pilot] = list(names) if names is not None else [DEFAULT_PARTNER]
    if len(given) == 1:
        given *= others
    if len(given) != others and (others or names):
        raise ValueError(f"{len(given)} partners for {others} seats")
    pilots: list[Pilot | None] = [_partner(name) for name in given[:others]]
    pilots.insert(learner, None)
    return pilots


def _partner(name: str | Pilot) -> Pilot:
    if not isinstance(name, str):
        return name
    from ..policies.ironsworn.random import RandomPilot

    return RandomPilot()


def make_ironsworn(
    scenario: Source = DEFAULT_SCENARIO,
    characters: Sequence[Who] = (),
    foes: Sequence[str] = (),
    rules: HouseRules | Mapping[str, Any] | None = None,
    seats: Sequence[int] = (0,),
    partners: Sequence[str | Pilot] | None = None,
    observation: str = "dict",
    max_decisions: int = 0,
    rewards: Mapping[str, float] | None = None,
    render_mode: str | None = None,
) -> SeatEnv:
    """Make the Gymnasium environment of an Ironsworn fight.

    Args:
        scenario: ``ironsworn/bear``, a scenario file or a `Scenario`.
        characters: Characters in place of the scenario's, one a seat.
        foes: Foes in place of the scenario's.
        rules: House rules in place of the scenario's, by name.
        seats: The seat that learns.
        partners: Names or objects for the other seats.
        observation: ``dict`` or ``flat``.
        max_decisions: Decisions of the learner after which a game is truncated, 0 for no limit.
        rewards: Weights of the reward terms (`envs.ironsworn.batch.TERMS`).
        render_mode: ``ansi`` or None.
    """
    fight = ironsworn_scenario(scenario, characters, foes, rules)
    learner = one_seat(seats)
    who = partners_of(partners, fight.seats, learner)
    return SeatEnv(FACE, compile_book(fight), learner, who, observation, max_decisions, rewards, render_mode)


def one_seat(seats: Sequence[int]) -> int:
    """Return the one seat that learns.

    Raises:
        ValueError: None or several; several learners play in the AEC environment.
    """
    if len(seats) != 1:
        raise ValueError(f"seats is {list(seats)}; one seat learns here, several do in the AEC environment")
    return int(seats[0])
