"""Setting the table of an encounter of Oathsworn: options and files become a scenario."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ...agents.pilots import is_own
from ...envs.core.catalogue import say
from ...envs.core.content import parse_toml, read_source, refuse
from ...envs.oathsworn.scenario import Scenario, make_scenario
from ..kinds import oathsworn_kind
from ..typed import house_rules
from .playable import Chosen

if TYPE_CHECKING:
    from ..setting import Options

NO_ENCOUNTER = ("class", "encounter_state", "gear", "injuries", "allies")
SOLO = "solo"
"""The party of a person who plays without naming one: one full character, the rest companions."""


def choose(options: Options) -> Chosen:
    """Return the encounter that options choose, with its party.

    Raises:
        ContentError: With what is wrong with them.
    """
    name = options.scenario
    if not name.lower().endswith(".toml"):
        name = name.partition("/")[2]
        if not name:
            raise refuse("scenario", "", options.scenario, say("setting.valid_scenario"))
    elif (kind := oathsworn_kind(parse_toml(read_source(name), name))) in NO_ENCOUNTER:
        raise refuse(name, "", say(f"setting.found_{kind}"), say(f"setting.valid_{kind}"))
    sets = dict(changed(text) for text in options.changes)
    scenario = make_scenario(name, options.party or None, options.difficulty or None, None, sets)
    if options.people and not options.party and "party" not in scenario.encounter.model_fields_set:
        scenario = make_scenario(name, SOLO, options.difficulty or None, None, sets)
    scenario = replace(scenario, rules=house_rules(options.rules, scenario.rules))
    for seat in scenario.encounter.seats:
        if is_own(seat.strip().casefold()):
            raise refuse(name, "seats", seat, say("replay.valid_holder"))
    return Chosen(scenario, scenario.encounter.seats, [""] * scenario.seats, list(scenario.notes))


def changed(text: str) -> tuple[str, str]:
    """Return a figure typed as ``boss.defence=3``.

    Raises:
        ContentError: It is not typed so.
    """
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise refuse("--set", "", text, say("oathsworn_table.valid_set"))
    return key.strip(), value.strip()


def forms(scenario: Scenario) -> Sequence[str]:
    """Return each member of the party with its form."""
    return [
        fighter.hero.name
        if fighter.full
        else say("oathsworn_table.companion", who=fighter.hero.name, side=fighter.member.side)
        for fighter in scenario.fighters
    ]
