"""How everybody stands in a fight of Ironsworn, in words and in JSON."""

from __future__ import annotations

from typing import Any

from ...envs.core.catalogue import say
from ...envs.ironsworn.names import Names, boxes_text, debility_name, rank_name
from ...envs.ironsworn.odds import Odds
from ...envs.ironsworn.state import State
from ...envs.ironsworn.tell import signed
from ...envs.ironsworn.terms import BOX, DEBILITIES, FOES, Place
from ..session import Session


def final_tracks(names: Names, state: State) -> list[str]:
    """Return how everybody stands, one line each."""
    lines = [character_line(names, state, seat) for seat in range(len(names.characters))]
    for foe in range(FOES):
        if state.foes[foe].rank:
            key = "log.foe_track" if state.foes[foe].active else "log.foe_out"
            lines.append(say(key, foe=names.foe(foe), progress=boxes_text(state.foes[foe].progress)))
    return [*lines, say("log.supply", supply=state.supply)]


def tracks_with_initiative(names: Names, state: State) -> list[str]:
    """Return how everybody stands, and who has initiative."""
    lines = final_tracks(names, state)
    for seat, who in enumerate(names.characters):
        if state.characters[seat].initiative:
            lines[seat] = say("play.has_initiative", line=lines[seat], who=who)
    return lines


def character_line(names: Names, state: State, seat: int) -> str:
    """Return the tracks of one character as a line."""
    character = state.characters[seat]
    marks = [debility_name(mark) for mark in range(DEBILITIES) if character.marks[mark]]
    place = Place(character.place)
    words = [say(f"place.{place.name.lower()}")] if place != Place.FIGHTING else []
    companions = [
        say("log.companion", name=name, health=character.track[asset])
        for asset, name in enumerate(names.assets[seat])
        if character.track[asset] >= 0
    ]
    tracks = say(
        "log.tracks",
        who=names.characters[seat],
        health=character.health,
        spirit=character.spirit,
        momentum=signed(character.momentum),
    )
    return "; ".join([tracks, *companions, *marks, *words])


def results(session: Session) -> dict[str, Any]:
    """Return how everybody came out of a fight, ready for JSON."""
    state, names = session.state, session.names
    return {
        "supply": state.supply,
        "characters": [character_result(session, seat) for seat in range(len(names.characters))],
        "foes": [
            {
                "name": names.foe(foe),
                "rank": rank_name(state.foes[foe].rank),
                "progress": state.foes[foe].progress // BOX,
                "ticks": state.foes[foe].progress,
                "out": not state.foes[foe].active,
            }
            for foe in range(FOES)
            if state.foes[foe].rank
        ],
    }


def character_result(session: Session, seat: int) -> dict[str, Any]:
    """Return how one character came out of a fight."""
    names, character = session.names, session.state.characters[seat]
    return {
        "name": names.characters[seat],
        "pilot": session.holders[seat],
        "place": Place(character.place).name.lower(),
        "health": character.health,
        "spirit": character.spirit,
        "momentum": character.momentum,
        "debilities": [debility_name(mark) for mark in range(DEBILITIES) if character.marks[mark]],
        "companions": {
            name: character.track[asset] for asset, name in enumerate(names.assets[seat]) if character.track[asset] >= 0
        },
    }


def odds_text(odds: Odds) -> str:
    """Return odds in whole per cent."""
    parts = {word: f"{float(100 * value):.1f}%" for word, value in odds._asdict().items()}
    return say("odds.short", **parts)
