"""What a TOML file is, told from its keys."""

from __future__ import annotations

from typing import Any

from ..envs.ironsworn.board import Board, BoardCharacter, BoardFoe
from ..envs.oathsworn.encounter import Encounter
from ..envs.oathsworn.situation_file import Situation

SCENARIO = frozenset({"game", "seats", "house_rules"})
STAT_NAMES = frozenset({"edge", "heart", "iron", "shadow", "wits"})
OATHSWORN = {
    "encounter": frozenset({"bosses", "stage_cards", "base", "tuning", "start_zone"}),
    "class": frozenset({"regen", "companion", "cards"}),
    "gear": frozenset({"items"}),
    "injuries": frozenset({"injuries"}),
    "allies": frozenset({"allies"}),
}
"""Kinds of files of Oathsworn, with the keys at the top that speak for them, the first that fits."""
ENCOUNTER_STATE = Situation.model_fields.keys() - Encounter.model_fields.keys() - Board.model_fields.keys()
SITUATION = Board.model_fields.keys() | BoardCharacter.model_fields.keys() | BoardFoe.model_fields.keys()


def kind_of_toml(data: dict[str, Any]) -> str:
    """Return what the keys of a TOML file speak for; a character where nothing else fits."""
    if game_of_toml(data) == "oathsworn":
        return oathsworn_kind(data)
    keys = data.keys()
    named = [data[key] for key in ("foes", "characters") if key in data]
    if keys & SCENARIO or not all(are_tables(value) for value in named):
        return "scenario"
    if keys & {"name", *STAT_NAMES}:
        return "foe" if "rank" in keys and not keys & STAT_NAMES else "character"
    if any("name" in foe for foe in data.get("foes", ())):
        return "foes"
    if keys & SITUATION:
        return "state"
    return "assets" if keys and are_tables(list(data.values())) else "character"


def oathsworn_kind(data: dict[str, Any]) -> str:
    """Return what the keys of a file of Oathsworn speak for; an encounter where nothing else fits."""
    if is_encounter_state(data):
        return "encounter_state"
    return next((kind for kind, keys in OATHSWORN.items() if data.keys() & keys), "encounter")


def game_of_toml(data: dict[str, Any]) -> str:
    """Return the game that a TOML file belongs to: the one it names, else told from its keys."""
    if "game" in data:
        return "oathsworn" if data["game"] == "oathsworn" else "ironsworn"
    known = is_encounter_state(data) or any(data.keys() & keys for keys in OATHSWORN.values())
    return "oathsworn" if known else "ironsworn"


def is_encounter_state(data: dict[str, Any]) -> bool:
    """Return whether keys speak for a situation of an encounter: its own, seats as tables, or bosses without names.

    A class may have friends too.
    """
    if data.keys() & OATHSWORN["class"]:
        return False
    bosses = data.get("bosses")
    nameless = isinstance(bosses, list) and are_tables(bosses) and not any("name" in boss for boss in bosses)
    return bool(data.keys() & ENCOUNTER_STATE) or are_tables(data.get("seats")) or nameless


def are_tables(value: object) -> bool:
    """Return whether a TOML value is a list of tables, and not an empty one."""
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)
