"""What to do in a situation, by search: the chance to win of every option, with its error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..agents.pilots import DEFAULT, Post, Seated, policy_module
from ..envs.core.catalogue import say
from ..envs.core.content import refuse
from ..envs.core.game import mask_of
from ..policies.searching import Findings, Prospect, SearchPilot
from .console import bar_of, console, print_json, print_lines
from .interrupt import Wish
from .session import Session


def advise_by_search(session: Session, budget: int, seed: int, as_json: bool, notes: Callable[[], None]) -> None:
    """Print what search finds of the options of a game that has begun; Ctrl-C ends the search with what it has found.

    Args:
        session: The game.
        budget: Simulations.
        seed: Seed of the imagined worlds.
        as_json: Whether it is printed as JSON.
        notes: Prints what is to be told before.

    Raises:
        ContentError: The game is over, or something in it is for a person to tell.
    """
    if session.over:
        raise refuse(session.scenario.name, "", say("advise.found_end"), say("advise.valid_going_on"))
    found = searched(session, budget, seed)
    if as_json:
        print_json(data_of(session, found, budget))
        return
    notes()
    question = say("advise.seat", who=session.who(session.seat), question=session.game.question(session))
    print_lines(console(), [*session.game.standing(session), question, *rows(session, found)])


def searched(session: Session, budget: int, seed: int) -> Findings:
    """Return what search finds about the options of the pending decision, from what its seat has seen.

    Raises:
        ContentError: Something in the game is for a person to tell.
    """
    session.game.complete(session.scenario)
    pilot = SearchPilot(policy_module(session.game.name, "search").SEARCH, budget)
    rng = np.random.default_rng([seed, session.seat])
    with Wish() as wish, bar_of(say("advise.progress")) as bar:
        line = bar.add_task("", total=budget)

        def watch(done: int, of: int) -> bool:
            bar.update(line, completed=done)
            return done == 0 or not wish.heard

        return pilot.look(session.game.view(session), mask_of(session.table), rng, watch)


def scripted_choice(session: Session) -> tuple[int, str]:
    """Return what the scripted pilot would do, and why."""
    pilot = Seated(DEFAULT, Post(session.game.name, session.seed, session.seat))
    act = pilot.act(session.game.view(session), mask_of(session.table))
    return act, pilot.reason


def rows(session: Session, found: Findings) -> list[str]:
    """Return a line for each option, the best first, and how much was played."""
    told = session.game.labels(session)
    width = max(len(told[each.act]) for each in found.prospects)
    lines = [
        say("advise.found", label=told[each.act], width=width, value=each.value, error=error_of(each), games=each.games)
        for each in found.prospects
    ]
    left_out = len(told) - len(found.prospects)
    more = [say("advise.untried", count=left_out)] if left_out else []
    games = sum(each.games for each in found.prospects)
    return [say("advise.searched", games=games), *lines, *more]


def error_of(prospect: Prospect) -> str:
    """Return the standard error of an option's chance to win; a single game has none."""
    return say("advise.found_error", error=prospect.error) if prospect.games > 1 else say("advise.found_once")


def data_of(session: Session, found: Findings, budget: int) -> dict[str, Any]:
    """Return what search found ready for JSON, the best option first."""
    told = session.game.labels(session)
    return {
        "scenario": session.scenario.name,
        "seat": session.seat + 1,
        "question": session.game.question(session),
        "best": told[found.best.act],
        "budget": budget,
        "games": sum(each.games for each in found.prospects),
        "options": [
            {"act": each.act, "label": told[each.act], "value": each.value, "error": each.error, "games": each.games}
            for each in found.prospects
        ],
    }
