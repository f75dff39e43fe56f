"""What to do in an encounter of Oathsworn: the scripted pilot's choice, and how games go on from every option."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..envs.core.catalogue import say
from ..envs.core.content import refuse
from ..policies.oathsworn.pilots import ScriptedPilot
from ..policies.oathsworn.playout import play_on
from .advise_by_search import scripted_choice
from .console import console, print_json, print_lines, print_notes
from .session import Session
from .setting import Options, set_table


@dataclass(frozen=True)
class Prospect:
    """How games go on from an option.

    Attributes:
        act: The option.
        label: What it is called.
        remark: What it does, or its odds; empty for nothing.
        win: Share of the games that were won.
        hp_left: Mean of the HP that the enemy's dice had left.
        fallen: Mean of the Oathsworn who fell.
    """

    act: int
    label: str
    remark: str
    win: float
    hp_left: float
    fallen: float


def advise_by_play(options: Options, games: int, as_json: bool) -> None:
    """Print what the scripted pilot would do, why, and how every option goes on among scripted seats.

    Raises:
        ContentError: The options do not fit, or the encounter is over.
    """
    setting = set_table(options)
    session = setting.session
    if not setting.begun:
        session.begin()
    if session.over:
        raise refuse(session.scenario.name, "", say("advise.found_over"), say("advise.valid_running"))
    found = prospects(session, games)
    act, reason = scripted_choice(session)
    if as_json:
        print_json(data_of(session, found, games, act, reason))
        return
    print_notes(console(), setting.notes)
    label = next(each.label for each in found if each.act == act)
    width = max(len(each.label) for each in found)
    rows = [row(each, width) for each in found]
    head = [
        *session.game.standing(session),
        say("advise.seat", who=session.who(session.seat), question=session.game.question(session)),
        say("advise.pilot", label=label, reason=reason),
        say("advise.prospects", games=games),
    ]
    print_lines(console(), [*head, *rows])


def prospects(session: Session, games: int) -> list[Prospect]:
    """Return how games go on from every option, the best first."""
    view = session.game.view(session)
    addresses = [ScriptedPilot().address] * len(session.holders)
    told, remarks = session.game.labels(session), session.game.remarks(session)
    found = []
    for act, label in told.items():
        results = play_on(view.state, view.book, addresses, act, range(session.seed, session.seed + games))
        hp, fallen = float(results.hp_left.mean()), float(results.fallen.mean())
        found.append(Prospect(act, label, remarks.get(act, ""), results.won, hp, fallen))
    return sorted(found, key=lambda each: (-each.win, each.hp_left, each.fallen))


def row(each: Prospect, width: int) -> str:
    """Return the line of an option."""
    key = "advise.prospect_remark" if each.remark else "advise.prospect"
    figures = {"win": each.win, "hp": each.hp_left, "fallen": each.fallen}
    return say(key, label=each.label, width=width, remark=each.remark, **figures)


def data_of(session: Session, found: list[Prospect], games: int, act: int, reason: str) -> dict[str, Any]:
    """Return advice ready for JSON, the best option first."""
    return {
        "scenario": session.scenario.name,
        "seat": session.seat + 1,
        "question": session.game.question(session),
        "pilot": {"act": act, "label": next(each.label for each in found if each.act == act), "reason": reason},
        "games": games,
        "options": [vars(each) for each in found],
    }
