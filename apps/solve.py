"""`shieldmate solve`: the exact best play of a solo fight, its chance to win, and its shape."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table as Grid

from ..agents.pilots import EXEC, OPTIMAL, PY, Post, Seated, canonical, is_own
from ..envs.core.catalogue import say
from ..envs.core.content import choices, match, refuse
from ..envs.ironsworn.names import stat_name
from ..envs.ironsworn.scenario import GAME
from ..envs.ironsworn.terms import STATS, Act, Outcome
from ..policies.ironsworn.exact.collection import GraphError, SizeError
from ..policies.ironsworn.exact.evaluate import Evaluation, evaluate, evaluate_best
from ..policies.ironsworn.exact.objective import WIN, Objective
from ..policies.ironsworn.exact.shape import HEALTHS, MOMENTA, NEVER, Row, Shape, Tracks
from ..policies.ironsworn.exact.solution import TOLERANCE, Solution, Stop
from ..policies.ironsworn.exact.solver import Solver
from ..policies.ironsworn.exact.supported import GIGABYTE, check_supported
from ..training.exact import FUNCTIONS, is_evaluated
from .compiling import announce
from .console import console, print_json, print_lines, print_notes
from .options import GIGABYTES, AsJson, Changes, Characters, Foes, Memory, Rules, Scenario, Situation
from .session import Session
from .setting import Options, set_fight
from .solving import Progress, to_stderr

Costs = Annotated[list[str], typer.Option("--cost", metavar="NAME=N", help=say("options.cost"))]
Tolerance = Annotated[
    float, typer.Option("--tolerance", metavar="X", min=1e-12, max=0.1, help=say("options.tolerance"))
]
Again = Annotated[bool, typer.Option("--again", help=say("options.again"))]


@dataclass(frozen=True)
class Answer:
    """What is told of a solution, ready for JSON but for the shape."""

    scenario: str
    character: str
    foe: str
    objective: dict[str, float]
    value: float
    tolerance: float
    change: float
    main_decisions: int
    places: int
    seconds: float
    stored: bool


def command(
    scenario: Scenario,
    character: Characters = [],  # noqa: B006 - typer reads the default, nobody changes it
    foe: Foes = [],  # noqa: B006
    rule: Rules = [],  # noqa: B006
    changes: Changes = [],  # noqa: B006
    state: Situation = "",
    objective: Annotated[str, typer.Option("--objective", metavar="win", help=say("options.objective"))] = "win",
    cost: Costs = [],  # noqa: B006
    tolerance: Tolerance = TOLERANCE,
    memory: Memory = GIGABYTES,
    evaluate: Annotated[str, typer.Option("--evaluate", metavar="PILOT", help=say("options.evaluate"))] = "",
    again: Again = False,
    as_json: AsJson = False,
) -> None:
    """Solve a fight and print what the best play is worth, and what it does when."""
    if match(objective, ["win"]) is None:
        raise refuse("--objective", "", objective, say("solve.valid_objective"))
    aim = objective_of(cost)
    announce()
    setting = set_fight(Options(scenario, character, foe, rules=rule, changes=changes, state=state, seed=0))
    session = setting.session
    solver = solver_of(session, aim, tolerance, memory, again, as_json)
    out = None if as_json else console()
    print_notes(out, setting.notes)
    if evaluate:
        tell_evaluation(session, solver, evaluate, as_json)
    elif state:
        tell_situation(session, solver, setting.begun, as_json)
    else:
        tell_solution(session, solver, as_json)


def objective_of(typed: Sequence[str]) -> Objective:
    """Return the objective of costs typed as ``name=number``.

    Raises:
        ContentError: No such cost, or no number.
    """
    names = [field.name for field in fields(Objective)]
    costs: dict[str, float] = {}
    for text in typed:
        name, _, number = text.partition("=")
        known = match(name, names)
        try:
            value = float(number)
        except ValueError:
            value = -1.0
        if known is None or not 0 <= value <= 1_000:
            raise refuse("--cost", "", text, say("solve.valid_cost", names=choices(names, name)))
        costs[known] = value
    return Objective(**costs)


def solver_of(
    session: Session, objective: Objective, tolerance: float, memory: float, again: bool, as_json: bool
) -> Solver:
    """Return the solver of a session's fight.

    Raises:
        ContentError: It is none that is solved exactly.
    """
    name = session.scenario.name
    check_supported(session.table.books, name)
    return Solver(
        session.table.books,
        name,
        objective,
        Stop(tolerance),
        int(memory * GIGABYTE),
        again,
        Progress(name),
        to_stderr,
    )


def tell_solution(session: Session, solver: Solver, as_json: bool) -> None:
    """Print the solution of a fight from its start."""
    solution = solver.solution
    answer = answer_of(session, solver, solution)
    shape = Shape(solution)
    if as_json:
        print_json({**data_of(answer), "shape": shape_data(shape)})
        return
    out = console()
    head = say("solve.win", who=answer.character, foe=answer.foe, win=answer.value)
    if solver.objective != WIN:
        head = say("solve.worth", who=answer.character, foe=answer.foe, value=answer.value)
    how = say("solve.how_stored" if solver.loaded else "solve.how_solved", seconds=solver.seconds)
    size = say("solve.size", decisions=answer.main_decisions, places=answer.places, how=how)
    bound = say("solve.bound_win" if solver.objective == WIN else "solve.bound_worth")
    print_lines(out, [head, size, say("solve.change", change=answer.change), bound])
    for title, tracks in ((say("solve.fresh"), shape.fresh), (say("solve.hurt"), shape.hurt)):
        rows = shape.rows(tracks)
        if rows:
            out.print(shape_grid(title, tracks, rows), crop=False)
    if shape.rows(shape.fresh):
        out.print(ends_grid(shape), crop=False)


def answer_of(session: Session, solver: Solver, solution: Solution) -> Answer:
    """Return what is told of a solution."""
    objective = {field.name: getattr(solver.objective, field.name) for field in fields(Objective)}
    return Answer(
        scenario=session.scenario.name,
        character=session.names.characters[0],
        foe=", ".join(session.names.foes),
        objective={name: cost for name, cost in objective.items() if cost},
        value=solution.value,
        tolerance=solver.stop.tolerance,
        change=solution.change,
        main_decisions=solution.main_decisions,
        places=len(solution.places),
        seconds=solver.seconds,
        stored=solver.loaded,
    )


def data_of(answer: Answer) -> dict[str, Any]:
    """Return an answer ready for JSON; `win` is there when nothing but winning counts."""
    data: dict[str, Any] = {field.name: getattr(answer, field.name) for field in fields(answer)}
    data["objective"] = {"win": 1.0, **answer.objective}
    if not answer.objective:
        data["win"] = answer.value
    data["tolerance_bounds"] = "last change"
    data["seconds"] = round(answer.seconds, 3)
    return data


def shape_data(shape: Shape) -> dict[str, Any]:
    """Return a shape ready for JSON."""
    told = {"fresh": shape.fresh, "hurt": shape.hurt}
    rows = {name: [row_data(row) for row in shape.rows(tracks)] for name, tracks in told.items()}
    ends = [
        {"health": health, "momentum": momentum, "boxes": None if boxes == NEVER else boxes}
        for health in HEALTHS
        for momentum in MOMENTA
        if (boxes := shape.ends_from(worn(shape, health, momentum))) is not None
    ]
    return {**rows, "ends_from": ends}


def row_data(row: Row) -> dict[str, Any]:
    """Return a row of a shape ready for JSON."""
    names = ("with_initiative", "may_end", "without_initiative")
    acts = {name: None if act is None else act_name(act) for name, act in zip(names, row.acts, strict=True)}
    return {"boxes": [row.low, row.high], **acts}


def worn(shape: Shape, health: int, momentum: int) -> Tracks:
    """Return the tracks of the fresh character at another health and momentum."""
    return Tracks(health, shape.fresh.spirit, momentum, shape.fresh.supply)


def shape_grid(title: str, tracks: Tracks, rows: Sequence[Row]) -> Grid:
    """Return what is done by boxes as a table."""
    told = say(
        "solve.shape",
        state=title,
        health=tracks.health,
        spirit=tracks.spirit,
        momentum=f"{tracks.momentum:+d}",
        supply=tracks.supply,
    )
    grid = Grid(title=told, title_justify="left", box=SIMPLE_HEAD, title_style="bold", padding=(0, 1))
    for column in ("boxes", "with_initiative", "may_end", "without_initiative"):
        grid.add_column(say(f"solve.{column}"), no_wrap=True)
    for row in rows:
        boxes = str(row.low) if row.low == row.high else f"{row.low}-{row.high}"
        grid.add_row(boxes, *(say("solve.unseen") if act is None else act_name(act) for act in row.acts))
    return grid


def ends_grid(shape: Shape) -> Grid:
    """Return from how many boxes on the fight is ended, by health and momentum, as a table."""
    grid = Grid(title=say("solve.ends"), title_justify="left", box=SIMPLE_HEAD, title_style="bold", padding=(0, 1))
    grid.add_column(say("solve.ends_health"))
    for momentum in MOMENTA:
        grid.add_column(say("solve.ends_momentum", momentum=f"{momentum:+d}"), justify="right")
    for health in HEALTHS:
        found = [shape.ends_from(worn(shape, health, momentum)) for momentum in MOMENTA]
        if any(boxes is not None for boxes in found):
            grid.add_row(str(health), *map(boxes_text, found))
    return grid


def boxes_text(boxes: int | None) -> str:
    """Return from how many boxes on something is done."""
    if boxes is None:
        return say("solve.unseen")
    return say("solve.never") if boxes == NEVER else str(boxes)


def act_name(act: int) -> str:
    """Return the short name of a main move."""
    for first in (Act.SECURE, Act.FACE, Act.FLEE):
        if first <= act < first + STATS:
            return say(f"solve.act_{first.name.lower()}", stat=stat_name(act - first))
    word = Act(act).name.lower()
    if act in (Act.STRIKE_CLOSE, Act.STRIKE_RANGED, Act.CLASH_CLOSE, Act.CLASH_RANGED, Act.TIDE, Act.END, Act.TAKE_HIT):
        return say(f"solve.act_{word}")
    return say("solve.act_other", word=word)


def tell_situation(session: Session, solver: Solver, begun: bool, as_json: bool) -> None:
    """Print what the best play is worth from a situation on."""
    if not begun:
        session.begin()
    if session.state.outcome != Outcome.ON:
        raise refuse(session.scenario.name, "", say("solve.found_over"), say("advise.valid_both"))
    value = max(solver.options(session.table.states).values())
    who, foe = session.names.characters[0], ", ".join(session.names.foes)
    if as_json:
        wins = {"win": value} if solver.objective == WIN else {}
        print_json({"scenario": session.scenario.name, "value": value, **wins, "tolerance": solver.stop.tolerance})
        return
    key = "solve.win" if solver.objective == WIN else "solve.worth"
    print_lines(console(), [say(key, who=who, foe=foe, win=value, value=value)])


def tell_evaluation(session: Session, solver: Solver, name: str, as_json: bool) -> None:
    """Print what a pilot's play is worth, exactly."""
    known = canonical(name)
    found = evaluation(session, solver, known)
    who, foe = session.names.characters[0], ", ".join(session.names.foes)
    win = solver.objective == WIN
    if as_json:
        data = {"scenario": session.scenario.name, "pilot": known, "value": found.value}
        wins = {"win": found.value} if win else {}
        size = {"main_decisions": found.main_decisions, "seconds": round(found.seconds, 3)}
        print_json({**data, **wins, "tolerance": solver.stop.tolerance, **size})
        return
    key = "solve.evaluated" if win else "solve.evaluated_worth"
    head = say(key, who=who, foe=foe, pilot=known, win=found.value, value=found.value)
    print_lines(console(), [head, say("solve.evaluated_size", decisions=found.main_decisions, seconds=found.seconds)])


def evaluation(session: Session, solver: Solver, pilot: str) -> Evaluation:
    """Return what a pilot's play is worth.

    Raises:
        ContentError: Its choices are no function of what it sees, or there are too many states.
    """
    if not is_evaluated(pilot):
        names = ", ".join((*FUNCTIONS, "net:NAME", f"{PY}module:Class", f"{EXEC}COMMAND"))
        raise refuse("--evaluate", "", pilot, say("solve.valid_function", names=names))
    if pilot == OPTIMAL:
        return evaluate_best(solver.solution, solver.stop, solver.watch)
    seated = Seated(pilot, Post(GAME, 0, 0))
    holder = seated if is_own(pilot) else seated.pilot
    try:
        return evaluate(session.table.books, holder, solver.objective, solver.stop, solver.watch, solver.memory)
    except SizeError as error:
        raise refuse(solver.name, "", str(error), say("solve.valid_size")) from error
    except GraphError as error:
        raise refuse(pilot, "", str(error), say("solve.valid_pilot")) from error
    finally:
        seated.close()
