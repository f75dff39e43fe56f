"""`shieldmate bench`: compare pilots in the same games, with the same luck."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from ..envs.core.catalogue import say
from ..envs.core.content import read_source, refuse
from ..envs.core.files import place, write_whole
from ..training.bench_text import page
from ..training.crew import processors
from ..training.seeds import Seeds
from .bench_plan import Asked, pilot_of, pilots_of, plans
from .bench_run import KIND, Bench
from .console import print_json
from .options import GIGABYTES, AsJson, Changes, Characters, Difficulty, Foes, Force, Jobs, Memory, Party, Rules
from .setting import Options
from .typed import split_seats

GAMES = 1_000
MOST_GAMES = 10_000_000
JSON, PAGE = ".json", ".md"

Scenarios = Annotated[list[str], typer.Argument(metavar="SCENARIO", help=say("options.bench_scenarios"))]
Pilots = Annotated[
    list[str],
    typer.Option("--pilots", metavar="PILOT,...", help=say("options.bench_pilots", pilots=say("options.pilots"))),
]
TestSeats = Annotated[list[str], typer.Option("--seats", metavar="PILOT|_,...", help=say("options.bench_seats"))]
Games = Annotated[int, typer.Option("--games", metavar="N", min=1, max=MOST_GAMES, help=say("options.bench_games"))]
FirstSeed = Annotated[
    int, typer.Option("--seed", metavar="N", min=0, max=Seeds.TEST.span.stop - 1, help=say("options.bench_seed"))
]
Until = Annotated[float | None, typer.Option("--until", metavar="D", min=0.001, max=0.5, help=say("options.until"))]
Parties = Annotated[list[str], typer.Option("--parties", metavar="PARTY;...|all", help=say("options.parties"))]
Levels = Annotated[list[str], typer.Option("--difficulties", metavar="LEVEL,...|all", help=say("options.difficulties"))]
Partners = Annotated[list[str], typer.Option("--partners", metavar="PILOT,...", help=say("options.partners"))]
Out = Annotated[str, typer.Option("--out", metavar="FILE.json", help=say("options.bench_out"))]


def command(
    scenarios: Scenarios,
    pilots: Pilots = ["scripted"],  # noqa: B006 - typer reads the default, nobody changes it
    seats: TestSeats = [],  # noqa: B006
    games: Games = GAMES,
    seed: FirstSeed = 0,
    jobs: Jobs = None,
    until: Until = None,
    ladder: Annotated[str, typer.Option("--ladder", metavar="PILOT:LOW-HIGH", help=say("options.ladder"))] = "",
    runs: Annotated[list[str], typer.Option("--runs", metavar="PILOT,...", help=say("options.bench_runs"))] = [],  # noqa: B006
    parties: Parties = [],  # noqa: B006
    difficulties: Levels = [],  # noqa: B006
    partners: Partners = [],  # noqa: B006
    character: Characters = [],  # noqa: B006
    foe: Foes = [],  # noqa: B006
    party: Party = "",
    difficulty: Difficulty = "",
    rule: Rules = [],  # noqa: B006
    changes: Changes = [],  # noqa: B006
    no_exact: Annotated[bool, typer.Option("--no-exact", help=say("options.no_exact"))] = False,
    memory: Memory = GIGABYTES,
    out: Out = "",
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Play the games, and print what came of them."""
    options = Options(characters=character, foes=foe, party=party, difficulty=difficulty, rules=rule, changes=changes)
    trained = [pilot_of(name, "--runs") for name in split_seats(runs)]
    asked = Asked(
        scenarios,
        pilots_of(pilots, ladder, trained),
        split_seats(seats),
        options,
        [name.strip() for text in parties for name in text.split(";")],
        [name.strip() for text in difficulties for name in text.split(",")],
        [pilot_of(name, "--partners") for name in split_seats(partners)],
        trained,
    )
    if seed + games > Seeds.TEST.span.stop:
        raise refuse("--seed", "", str(seed), say("bench.valid_seed", last=Seeds.TEST.span.stop - games))
    if until and len(asked.pilots) < 2:
        raise refuse("--until", "", str(until), say("bench.valid_until"))
    if out:
        check_place(out, force)
    allowed = 0.0 if no_exact else memory
    tables = plans(asked)
    if until and any(table.entry for table in tables):
        raise refuse("--until", "", str(until), say("bench.valid_until_random"))
    bench = Bench(tables, asked.pilots, seed, games, until, jobs or processors(), allowed, trained)
    if out:
        bench.keep(out, force)
    if bench.kept:
        print(say("bench.resumed", games=bench.kept), file=sys.stderr)
    finished = bench.play()
    told = bench.data(command_of(asked, seed, games, until, allowed), finished) if bench.ready else None
    text = "" if told is None else "\n".join([*page(told), ""])
    if told is not None and out:  # before anything is printed: who listens may leave after the first line
        write_whole(out, json.dumps(told, indent=1, ensure_ascii=False) + "\n", force=True)
        write_whole(page_of(out), text, force=True)
    bench.close(finished)
    if told is not None and as_json:
        print_json(told)
    else:
        print(text, end="")
    if not finished:
        raise KeyboardInterrupt


def check_place(out: str, force: bool) -> None:
    """Check that results can be written to a file and its page; those of a benchmark that was cut off are replaced.

    Raises:
        ContentError: They cannot, or there is something else.
    """
    if Path(out).suffix.lower() != JSON:
        raise refuse("--out", "", out, say("bench.valid_out"))
    replaced = force or is_unfinished(out)
    place(out, replaced)
    place(page_of(out), replaced)


def is_unfinished(out: str) -> bool:
    """Return whether a file holds results of a benchmark that was cut off."""
    try:
        data = json.loads(read_source(out))
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and data.get("kind") == KIND and data.get("complete") is False


def page_of(out: str) -> str:
    """Return the Markdown page that stands beside results."""
    return str(Path(out).with_suffix(PAGE))


def command_of(asked: Asked, seed: int, games: int, until: float | None, memory: float) -> str:
    """Return the command that plays the same games again; with no memory there are no exact figures."""
    options = asked.options
    words = ["shieldmate", "bench", *asked.scenarios]
    pilots = [name for name in asked.pilots if name not in asked.runs]
    listed = {"--pilots": pilots, "--runs": asked.runs, "--seats": asked.seats, "--partners": asked.partners}
    for name, names in {**listed, "--difficulties": asked.difficulties}.items():
        words += [name, ",".join(names)] if names else []
    words += ["--parties", ";".join(asked.parties)] if asked.parties else []
    words += ["--party", options.party] if options.party else []
    words += ["--difficulty", options.difficulty] if options.difficulty else []
    repeated = {"--character": options.characters, "--foe": options.foes, "--rule": options.rules}
    for name, values in {**repeated, "--set": options.changes}.items():
        words += [word for value in values for word in (name, value)]
    words += ["--games", str(games), "--seed", str(seed)]
    words += ["--until", str(until)] if until else []
    words += ["--no-exact"] * (not memory)
    words += ["--memory", str(memory)] if memory not in (0, GIGABYTES) else []
    return shlex.join(words)
