"""Character files built from the tools' own field lists; no real export of them was at hand."""

import json
from typing import Any

from shieldmate.envs.ironsworn.sheet import DEBILITY_NAMES, STAT_NAMES

STATS = {"edge": 3, "heart": 2, "iron": 2, "shadow": 1, "wits": 1}
METERS = {"health": 4, "spirit": 3, "supply": 2, "momentum": 5}
STARFORGED_MARKS = ["permanentlyharmed", "traumatized", "doomed", "indebted", "battered"]


def foundry_asset(name: str, dsid: str = "", marked: tuple[int, ...] = (1,), track: Any = None) -> dict[str, Any]:
    abilities = [{"name": "", "enabled": number in marked, "description": "<p>…</p>"} for number in (1, 2, 3)]
    meter = {"enabled": track is not None, "name": "Health", "value": track or 0, "min": 0, "max": 5}
    return {
        "_id": "a" * 16,
        "type": "asset",
        "name": name,
        "img": "icons/asset.svg",
        "system": {
            "category": "",
            "requirement": "",
            "abilities": abilities,
            "fields": [{"name": "Name", "value": ""}],
            "exclusiveOptions": [],
            "conditions": [],
            "track": meter,
        },
        "flags": {"foundry-ironsworn": {"dsid": dsid}} if dsid else {},
    }


def foundry_progress(name: str, subtype: str, rank: Any, ticks: Any, completed: bool = False) -> dict[str, Any]:
    system = {"subtype": subtype, "rank": rank, "current": ticks, "completed": completed, "hasTrack": True}
    return {"_id": "b" * 16, "type": "progress", "name": name, "system": system}


def foundry(**changes: Any) -> dict[str, Any]:
    """A character of today: everything under `system`, tracks as objects."""
    marks = dict.fromkeys([*DEBILITY_NAMES, *STARFORGED_MARKS, "custom1", "custom2"], False)
    system: dict[str, Any] = {
        "biography": "",
        "notes": "",
        **STATS,
        **{name: {"value": METERS[name], "min": 0, "max": 5} for name in ("health", "spirit", "supply")},
        "momentum": {"value": METERS["momentum"], "min": -6, "max": 10, "resetValue": 2},
        "debility": {**marks, "custom1name": "", "custom2name": ""},
        "xp": 3,
        "legacies": {"quests": 0, "questsXpSpent": 0, "bonds": 0},
    }
    return {
        "name": "김하늘",
        "type": "character",
        "img": "icons/svg/mystery-man.svg",
        "system": {**system, **changes},
        "prototypeToken": {"name": "김하늘"},
        "items": [
            foundry_asset("Shield-Bearer", "asset:classic/combat_talent/shield_bearer", (1, 2)),
            foundry_asset("Sabueso", "asset:classic/companion/hound", (2,), 3),
            foundry_asset("Brawler", "asset:starforged/path/brawler"),
            foundry_progress("Find the sword", "vow", 3, 12),
            foundry_progress("Done", "vow", 2, 40, completed=True),
            foundry_progress("To the sea", "progress", 2, 8),
            {"type": "bondset", "name": "bonds", "system": {"bonds": [{"name": "A"}, {"name": "B"}]}},
        ],
        "effects": [],
        "flags": {},
    }


def foundry_old(**changes: Any) -> dict[str, Any]:
    """A character of an old world: `data`, bare numbers, `current`, ranks as words."""
    marks = {name: name == "shaken" for name in DEBILITY_NAMES}
    system = {**STATS, **METERS, "momentumMax": 9, "momentumReset": 1, "debility": marks, "experience": 0, "xp": 0}
    asset = {
        "name": "cave lion",
        "type": "asset",
        "data": {
            "abilities": [{"enabled": True}, {"enabled": False}, {"enabled": False}],
            "track": {"enabled": True, "name": "Health", "current": 4, "max": 4},
        },
    }
    vow = {"name": "Old vow", "type": "vow", "data": {"rank": "formidible", "current": 7}}
    return {"name": "Old", "type": "character", "data": {**system, **changes}, "items": [asset, vow], "flags": {}}


def fellowship(**changes: Any) -> dict[str, Any]:
    return {
        "uid": "u1",
        "name": "Élan",
        "stats": dict(STATS),
        **METERS,
        "experience": {"earned": 5, "spent": 3},
        "bonds": 2,
        "debilities": {"wounded": True, "doomed": True},
        "initiativeStatus": "outOfCombat",
        "customTracks": {},
        "assets": {
            "assetOrder": ["k1", "k2", "k3"],
            "assets": {
                "k1": {"id": "ironsworn/assets/companion/hawk", "enabledAbilities": {"1": True}, "trackValue": 2},
                "k2": {"id": "Ironsworn/Assets/Combat_Talent/Ironclad", "enabledAbilities": {"0": True, "2": True}},
                "k3": {"id": "starforged/assets/path/brawler", "enabledAbilities": {"0": True}},
            },
        },
        "tracks": {
            "t1": {"label": "A vow", "type": "vow", "difficulty": "extreme", "value": 6, "status": "active"},
            "t2": {"label": "A fight", "type": "fray", "difficulty": "dangerous", "value": 8, "status": "active"},
        },
        **changes,
    }


def companion_player(**changes: Any) -> dict[str, Any]:
    stats = [
        *({"id": 1, "type": "core", "stat": name.title(), "value": str(STATS[name])} for name in STAT_NAMES),
        *({"id": 6, "type": "status", "stat": name.title(), "value": value} for name, value in METERS.items()),
    ]
    asset = {
        "id": "core-cave-lion",
        "Name": "Cave Lion",
        "Abilities": [{"Text": "x", "Enabled": False}, {"Text": "y", "Enabled": True}, {"Text": "z", "Enabled": False}],
        "TrackValue": 2,
    }
    return {
        "name": "Björn",
        "selected": True,
        "stats": stats,
        "maxMomentum": 9,
        "resetMomentum": 1,
        "totalExperience": 4,
        "spentExperience": 3,
        "debilities": [{"name": name.title(), "type": "x", "active": name == "maimed"} for name in DEBILITY_NAMES],
        "progressions": [
            {"id": 0, "type": "vow", "progress": 8, "title": "A vow", "rank": "2", "complete": False},
            {"id": 1, "type": "journey", "progress": 8, "title": "A way", "rank": 1, "complete": False},
        ],
        "vows": [],
        "quests": [],
        "companions": [],
        "bonds": 1,
        "assets": [asset],
        **changes,
    }


def companion_game(**changes: Any) -> dict[str, Any]:
    other = {**companion_player(), "name": "Other", "selected": False}
    return {"save": False, "version": "0.46", "players": [other, companion_player(**changes)], "logs": []}


def wrapped(data: Any) -> str:
    """JSON kept as one JSON text, as IronswornCompanion saves it."""
    return json.dumps(json.dumps(data, ensure_ascii=False))


IRON_VAULT = """\
---
name: 하늘
xp_spent: 2
xp_added: 5
momentum: 5
health: 4
spirit: 3
supply: 2
edge: 3
heart: 2
iron: 2
shadow: 1
wits: 1
Bonds_Progress: 3
iron-vault-kind: character
assets:
  - id: asset:classic/companion/horse
    abilities:
      - false
      - true
      - true
    controls:
      health: 3
    options:
      name: Grani
  - id: asset:classic/combat_talent/ironclad
    abilities: [true, false, false]
    controls: {}
    options: {}
  - id: asset:starforged/companion/glowcat
    abilities: [true, false, false]
    controls:
      health: 3
      health/out_of_action: true
initiative: false
wounded: false
mood: grim
---
# Notes

health: 5 is not a key here
"""
