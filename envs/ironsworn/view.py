"""What a seat has seen: the view given to pilots, with the public situation as plain data."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.game import Table
from ..core.pilot import View
from .labels import decision_text, labels
from .names import ABILITIES, Names, debility_name, rank_name, stat_name
from .observe import WIDTH
from .scenario import GAME
from .state import Book, Character, Foe, Kit, State
from .terms import (
    ACTIONS,
    BOX,
    DEBILITIES,
    FOES,
    STATS,
    Condition,
    Decision,
    Move,
    Nature,
    Place,
    Result,
)
from .tracks import max_momentum, reset_momentum


def view_of(table: Table, names: Names, i: int = 0) -> View:
    """Return what the seat that is to decide in game `i` has seen."""
    state: State = table.views[i]
    seen = table.states[i : i + 1].copy()
    seen["chance"] = np.zeros_like(seen["chance"])
    shown = State.at(seen, 0)
    seat = state.seat

    def describe() -> dict[str, Any]:
        return public(names, shown, Book.at(table.books, 0).kits)

    def look() -> NDArray[np.float32]:
        out = np.zeros(WIDTH, np.float32)
        table.rules.observe(seen, 0, table.books, 0, seat, out)
        return out

    return View(GAME, seat, Decision(state.decision).name.lower(), seen, table.books, describe, look)


def mask_of(table: Table, i: int = 0) -> NDArray[np.int8]:
    """Return the mask of the legal actions of game `i`."""
    mask = np.zeros(ACTIONS, np.int8)
    mask[table.legal(i)] = 1
    return mask


def public(names: Names, state: State, kits: Any) -> dict[str, Any]:
    """Return the public situation, ready for JSON; Ironsworn hides nothing but the luck to come."""
    seats = range(len(names.characters))
    data: dict[str, Any] = {
        "round": state.round,
        "supply": state.supply,
        "characters": [character_data(names, seat, state.characters[seat], kits[seat]) for seat in seats],
        "foes": [foe_data(names.foe(foe), state.foes[foe]) for foe in range(FOES) if state.foes[foe].rank],
    }
    if state.decision != Decision.NONE:
        data["decision"] = Decision(state.decision).name.lower()
        data["question"] = decision_text(names, state)
        data["seat"] = state.seat + 1
        data["options"] = {str(act): text for act, text in labels(names, state).items()}
    if state.roll.move >= 0:
        data["roll"] = roll_data(state)
    return data


def character_data(names: Names, seat: int, character: Character, kit: Kit) -> dict[str, Any]:
    """Return one character as plain data."""
    return {
        "name": names.characters[seat],
        "place": Place(character.place).name.lower(),
        **{stat_name(stat): character.stats[stat] for stat in range(STATS)},
        "health": character.health,
        "spirit": character.spirit,
        "momentum": character.momentum,
        "max_momentum": max_momentum(character),
        "momentum_reset": reset_momentum(character),
        "initiative": bool(character.initiative),
        "may_end": bool(character.gate),
        "armed": bool(character.armed),
        "harm": kit.weapon if character.armed else 1,
        "tide_used": bool(character.tide_used),
        "debilities": [debility_name(mark) for mark in range(DEBILITIES) if character.marks[mark]],
        "states": [word for word in ("dying", "reeling", "afraid") if getattr(character, word)],
        "assets": [asset_data(names, seat, asset, character) for asset in range(len(names.assets[seat]))],
    }


def asset_data(names: Names, seat: int, asset: int, character: Character) -> dict[str, Any]:
    """Return one asset as plain data; `spent` names its abilities already used up."""
    data: dict[str, Any] = {
        "name": names.assets[seat][asset],
        "condition": Condition(character.condition[asset]).name.lower(),
        "spent": [ability + 1 for ability in range(ABILITIES) if (character.used[asset] >> ability) & 1],
    }
    if character.track[asset] >= 0:
        data["health"] = character.track[asset]
    return data


def foe_data(name: str, foe: Foe) -> dict[str, Any]:
    """Return one foe or pack as plain data; progress is in boxes, `ticks` in quarters of one."""
    return {
        "name": name,
        "rank": rank_name(foe.rank),
        "nature": Nature(foe.nature).name.lower(),
        "count": foe.pack,
        "progress": foe.progress // BOX,
        "ticks": foe.progress,
        "in_fight": bool(foe.active),
    }


def roll_data(state: State) -> dict[str, Any]:
    """Return the roll under way as plain data."""
    roll = state.roll
    return {
        "move": Move(roll.move).name.lower(),
        "seat": roll.seat + 1,
        "stat": stat_name(roll.stat) if roll.stat >= 0 else None,
        "action": roll.action,
        "add": roll.base + roll.adds,
        "challenge": [roll.first, roll.second],
        "cancelled": bool(roll.cancelled),
        "result": Result(roll.result).name.lower(),
    }
