"""The situation of a fight as plain data, and as text for a terminal."""

from __future__ import annotations

from typing import Any

from .effects import weapon_harm
from .house_rules import settings_of
from .names import rank_name
from .state import Book, Foe, State
from .terms import BOX, MAX_TICKS, RANKS, STATS, Act, Debility, Decision, FoeAct, Move, Nature, Outcome, Place, Stat
from .tracks import max_momentum, reset_momentum

BASES = sorted(Act)
"""Every named action; ids between two of them are members of the family that the lower one begins."""
REACHES = ("both", "close", "ranged")
MARKS = " -x*#"
"""A box of a progress track with 0 to 4 ticks."""


def action_name(act: int) -> str:
    """Return an action id in words, such as ``secure_wits`` or ``foe_2``."""
    base = max(known for known in BASES if known <= act)
    name = base.name.lower()
    if base in (Act.SECURE, Act.FACE, Act.FLEE, Act.AID, Act.STAT):
        return f"{name}_{Stat(act - base).name.lower()}"
    if base in (Act.FOE, Act.SEAT, Act.ABILITY, Act.SECOND, Act.REROLL):
        return f"{name}_{act - base}"
    return name


def describe(state: State, book: Book, seat: int) -> dict[str, Any]:
    """Return what `seat` has seen, ready for JSON: the whole table, for a fight hides nothing but chance."""
    return {
        "seat": seat,
        "decision": Decision(state.decision).name.lower(),
        "decides": state.seat,
        "options": {str(act): action_name(act) for act in legal(state)},
        "outcome": Outcome(state.outcome).name.lower(),
        "round": state.round,
        "supply": state.supply,
        "characters": [describe_character(state, book, k) for k in range(book.seats)],
        "foes": [describe_foe(state.foes[k], k) for k in range(len(state.foes)) if state.foes[k].rank],
        "roll": describe_roll(state),
        "house_rules": settings_of(book.house),
    }


def legal(state: State) -> list[int]:
    """Return the legal action ids."""
    return [state.legal[k] for k in range(state.n_legal)]


def describe_character(state: State, book: Book, seat: int) -> dict[str, Any]:
    """Return a character as plain data."""
    character = state.characters[seat]
    return {
        "seat": seat,
        "place": Place(character.place).name.lower(),
        "stats": {Stat(k).name.lower(): character.stats[k] for k in range(STATS)},
        "health": character.health,
        "spirit": character.spirit,
        "momentum": character.momentum,
        "momentum_max": max_momentum(character),
        "momentum_reset": reset_momentum(character),
        "debilities": [mark.name.lower() for mark in Debility if character.marks[mark]],
        "initiative": bool(character.initiative),
        "may_end": bool(character.gate),
        "armed": bool(character.armed),
        "harm": weapon_harm(state, book, seat),
        "reach": REACHES[book.kits[seat].reach],
        "tide_used": bool(character.tide_used),
        "dying": bool(character.dying),
        "reeling": bool(character.reeling),
        "afraid": bool(character.afraid),
        "foe_act": FoeAct(character.foe_act).name.lower(),
        "companions": [character.track[k] for k in range(len(character.track)) if character.track[k] >= 0],
    }


def describe_foe(foe: Foe, slot: int) -> dict[str, Any]:
    """Return a foe as plain data."""
    return {
        "slot": slot,
        "active": bool(foe.active),
        "rank": RANKS[foe.rank],
        "nature": Nature(foe.nature).name.lower(),
        "undead": bool(foe.undead),
        "ticks": foe.progress,
        "pack": foe.pack,
    }


def describe_roll(state: State) -> dict[str, Any] | None:
    """Return the roll that stands, or None."""
    roll = state.roll
    if roll.seat < 0 or roll.first == 0:
        return None
    return {
        "seat": roll.seat,
        "move": Move(roll.move).name.lower(),
        "stat": Stat(roll.stat).name.lower() if roll.stat >= 0 else None,
        "action_die": roll.action,
        "challenge_dice": [roll.first, roll.second],
        "base": roll.base,
        "adds": roll.adds,
        "foe": roll.foe,
    }


def boxes(ticks: int) -> str:
    """Return a progress track as ten boxes, a mark a tick."""
    return "".join(f"[{MARKS[min(BOX, max(0, ticks - BOX * box))]}]" for box in range(MAX_TICKS // BOX))


def render(state: State, book: Book) -> str:
    """Return the situation as text: characters with their tracks, foes with ten boxes, the decision and its options."""
    seen = describe(state, book, state.seat)
    lines = [f"round {state.round}, supply {state.supply}"]
    for each in seen["characters"]:
        marks = " ".join(["initiative"] * each["initiative"] + ["may end"] * each["may_end"] + each["debilities"])
        lines.append(
            f"seat {each['seat']} {each['place']:<11} health {each['health']} spirit {each['spirit']} "
            f"momentum {each['momentum']:+d} {marks}".rstrip()
        )
    for foe in seen["foes"]:
        kind = rank_name(state.foes[foe["slot"]].rank)
        state_of = "" if foe["active"] else " out of the fight"
        lines.append(f"foe {foe['slot']} {boxes(foe['ticks'])} {kind}{state_of}")
    if seen["roll"]:
        roll = seen["roll"]
        lines.append(f"roll {roll['move']}: {roll['action_die']} against {roll['challenge_dice']}")
    if state.outcome:
        return "\n".join([*lines, f"outcome {seen['outcome']}"])
    lines.append(f"seat {state.seat} decides: {seen['decision']}")
    return "\n".join([*lines, *(f"  {act:>3} {name}" for act, name in seen["options"].items())])
