"""What a TOML file is, told from its keys."""

from __future__ import annotations

from typing import Any

from ..envs.ironsworn.board import Board, BoardCharacter, BoardFoe

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
    return next((kind for kind, keys in OATHSWORN.items() if data.keys() & keys), "encounter")


def game_of_toml(data: dict[str, Any]) -> str:
    """Return the game that a TOML file belongs to: the one it names, else told from its keys."""
    if "game" in data:
        return "oathsworn" if data["game"] == "oathsworn" else "ironsworn"
    return "oathsworn" if any(data.keys() & keys for keys in OATHSWORN.values()) else "ironsworn"


def are_tables(value: object) -> bool:
    """Return whether a TOML value is a list of tables, and not an empty one."""
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)
