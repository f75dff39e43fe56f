"""`shieldmate advise`: what to do in a situation, and the chance to win of every option."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import typer

from ..envs.core.catalogue import say
from ..envs.core.content import check, refuse
from ..envs.ironsworn.board import Board
from ..envs.ironsworn.labels import decision_text, labels
from ..envs.ironsworn.terms import MAX_MOMENTUM, MAX_TICKS, MAX_TRACK, MIN_MOMENTUM, Outcome
from ..policies.ironsworn.exact.objective import WIN
from ..policies.ironsworn.exact.solution import TOLERANCE
from ..policies.ironsworn.judging import EQUAL
from ..policies.search import MOST
from .advise_by_play import advise_by_play
from .advise_by_search import advise_by_search
from .compiling import announce
from .console import console, print_json, print_lines, print_notes
from .games import GAMES
from .games.ironsworn_results import final_tracks
from .options import (
    GIGABYTES,
    AsJson,
    Changes,
    Characters,
    Difficulty,
    Foes,
    MaybeScenario,
    Memory,
    Party,
    Rules,
    Seed,
    Situation,
)
from .session import Session
from .setting import Options, Setting, game_of, is_replay, set_fight, set_table
from .solve import Costs, Tolerance, objective_of, solver_of
from .typed import split_line


def meter(name: str, most: int, least: int = 0) -> Any:
    """Return a typed track as an option."""
    return typer.Option(f"--{name}", metavar="N", min=least, max=most, help=say(f"options.{name_of(name)}"))


def name_of(name: str) -> str:
    """Return the catalogue's name of a track's option."""
    return "momentum_now" if name == "momentum" else name


def command(
    scenario: MaybeScenario = "",
    state: Situation = "",
    health: Annotated[int | None, meter("health", MAX_TRACK)] = None,
    spirit: Annotated[int | None, meter("spirit", MAX_TRACK)] = None,
    supply: Annotated[int | None, meter("supply", MAX_TRACK)] = None,
    momentum: Annotated[int | None, meter("momentum", MAX_MOMENTUM, MIN_MOMENTUM)] = None,
    boxes: Annotated[int | None, typer.Option("--boxes", metavar="N", min=0, max=10, help=say("options.boxes"))] = None,
    ticks: Annotated[int | None, meter("ticks", MAX_TICKS)] = None,
    initiative: Annotated[
        bool | None, typer.Option("--initiative/--no-initiative", help=say("options.initiative"))
    ] = None,
    may_end: Annotated[bool | None, typer.Option("--may-end/--may-not-end", help=say("options.may_end"))] = None,
    character: Characters = [],  # noqa: B006 - typer reads the default, nobody changes it
    foe: Foes = [],  # noqa: B006
    rule: Rules = [],  # noqa: B006
    changes: Changes = [],  # noqa: B006
    cost: Costs = [],  # noqa: B006
    tolerance: Tolerance = TOLERANCE,
    memory: Memory = GIGABYTES,
    party: Party = "",
    difficulty: Difficulty = "",
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, max=100_000, help=say("options.games"))] = 400,
    search: Annotated[int, typer.Option("--search", metavar="N", min=0, max=MOST, help=say("options.search"))] = 0,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Say what to do, and what every option is worth."""
    options = Options(scenario, character, foe, rules=rule, changes=changes, state=state)
    options.party, options.difficulty = party, difficulty
    typed = {
        "health": health, "spirit": spirit, "supply": supply, "momentum": momentum, "progress": boxes,
        "ticks": ticks, "initiative": initiative, "may_end": may_end,
    }  # fmt: skip
    said = {name: value for name, value in typed.items() if value is not None}
    game = game_of(options)
    if game.name != GAMES[0]:
        for name in [*said, *cost][:1]:
            raise refuse("advise", "", name, say("setting.valid_other_game", game=game.name))
        announce(game)
        options = replace(options, seed=None if is_resumed(state) else seed)
        if not search:
            advise_by_play(options, games, as_json)
            return
    if (state and said) or {"progress", "ticks"} <= said.keys():
        raise refuse("advise", "", say("advise.found_both"), say("advise.valid_both"))
    if search:
        if cost:
            raise refuse("--cost", "", cost[0], say("advise.valid_cost"))
        announce(game)
        setting = set_table(options)
        advise_by_search(begun(setting, said), search, seed, as_json, lambda: print_notes(console(), setting.notes))
        return
    objective = objective_of(cost)
    announce()
    setting = set_fight(replace(options, seed=0))
    session = standing(setting, said)
    solver = solver_of(session, objective, tolerance, memory, False, as_json)
    worth = solver.options(session.table.states)
    if as_json:
        print_json(data_of(session, worth, objective == WIN, tolerance))
        return
    print_notes(console(), setting.notes)
    tell(session, worth, objective == WIN)


def is_resumed(state: str) -> bool:
    """Return whether a situation is a replay, which has luck of its own."""
    file, _ = split_line(state)
    return bool(file) and is_replay(file)


def standing(setting: Setting, said: dict[str, Any]) -> Session:
    """Return the session of a situation at a decision.

    Raises:
        ContentError: The values do not fit, or the fight is over.
    """
    session = begun(setting, said)
    if session.state.outcome != Outcome.ON:
        raise refuse(session.scenario.name, "", say("solve.found_over"), say("advise.valid_both"))
    return session


def begun(setting: Setting, said: dict[str, Any]) -> Session:
    """Return the session of a situation: of a file, as typed, or that in which the fight opens.

    Raises:
        ContentError: The values do not fit.
    """
    session = setting.session
    if said:
        session.board = check(said, Board, "advise")
    if not setting.begun:
        session.begin()
    return session


def tell(session: Session, worth: dict[int, float], wins: bool) -> None:
    """Print the tracks, what to do, and every option, the best first."""
    told = labels(session.names, session.state)
    order = sorted(worth, key=lambda act: -worth[act])
    width = max(len(told[act]) for act in order)
    key, name = ("advise.option", "win") if wins else ("advise.option_worth", "value")
    rows = [say(key, label=told[act], width=width, **{name: worth[act]}) for act in order]
    head = [*final_tracks(session.names, session.state), decision_text(session.names, session.state)]
    if wins:
        head.append(reason(told, worth, order))
    print_lines(console(), [*head, *rows])


def reason(told: dict[int, str], worth: dict[int, float], order: list[int]) -> str:
    """Return what to do and how much it gains."""
    best = order[0]
    if len(order) == 1:
        return say("advise.best", label=told[best], win=worth[best])
    margin = worth[best] - worth[order[1]]
    key = "advise.best_equal" if margin < EQUAL else "advise.best_next"
    return say(key, label=told[best], win=worth[best], margin=margin)


def data_of(session: Session, worth: dict[int, float], wins: bool, tolerance: float) -> dict[str, Any]:
    """Return advice ready for JSON, the best option first."""
    told = labels(session.names, session.state)
    order = sorted(worth, key=lambda act: -worth[act])
    name = "win" if wins else "value"
    return {
        "scenario": session.scenario.name,
        "question": decision_text(session.names, session.state),
        "best": told[order[0]],
        "tolerance": tolerance,
        "options": [{"act": act, "label": told[act], name: worth[act]} for act in order],
    }
