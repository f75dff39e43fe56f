"""`shieldmate train`: a pilot learns; its folder holds the networks, the curve, and what TensorBoard shows."""

from __future__ import annotations

import shlex
import sys
from importlib import import_module
from pathlib import Path
from time import monotonic
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from .. import __version__
from ..envs.core.catalogue import say
from ..envs.core.content import refuse
from ..envs.core.face import face_named
from ..policies.card import fit_of
from ..training.bench_data import versions_of
from ..training.config import Config, read_config
from ..training.crew import processors
from ..training.folder import LARGEST_SEED, RunNote, config_of, has_run, held, read_run, write_run
from ..training.tables import TOML, tables_of
from .compiling import announce
from .games import game_named
from .interrupt import INTERRUPTED, Wish
from .options import Jobs
from .setting import Options, game_of

DEFAULTS = {"ironsworn": "ironsworn-solo", "oathsworn": "oathsworn-hero"}
LIBRARIES = ("torch", "stable-baselines3", "sb3-contrib", "numpy")
SECONDS_BETWEEN = 15.0
"""Time between two lines of progress that are not rewritten."""


def command(
    scenarios: Annotated[
        list[str] | None, typer.Argument(metavar="[SCENARIO]...", help=say("options.train_scenarios"))
    ] = None,
    config: Annotated[str, typer.Option("--config", metavar="NAME|FILE", help=say("options.train_config"))] = "",
    out: Annotated[str, typer.Option("--out", metavar="FOLDER", help=say("options.train_out"))] = "",
    resume: Annotated[bool, typer.Option("--resume", help=say("options.train_resume"))] = False,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", min=0, max=LARGEST_SEED, help=say("options.train_seed"))
    ] = None,
    device: Annotated[str, typer.Option("--device", metavar="NAME", help=say("options.device"))] = "auto",
    jobs: Jobs = None,
) -> int:
    """Train; Ctrl-C ends it at a whole step, and the best network so far can be exported."""
    if not out.strip():
        raise refuse("--out", "", say("content.found_nothing"), say("train.valid_new_run"))
    folder = Path(out)
    if resume:
        note = read_run(folder)
        typed = new_run(folder, scenarios or [], config, note.seed) if scenarios or config else note
        if typed.config != note.config or seed not in (None, note.seed):
            raise refuse("--resume", "", say("train.found_settings"), say("train.valid_resume"))
    elif has_run(folder):
        raise refuse(folder, "", say("train.found_run"), say("train.valid_new_run"))
    else:
        note = new_run(folder, scenarios or [], config, seed or 0)
    read = config_of(folder, note)
    files = Path(note.folder)
    tables = tables_of(read, files)
    training = trainer()
    announce(game_named(read.game))
    with held(folder), Shown() as shown, Wish() as wish:
        telling = training.Telling(shown.line, shown.progress, lambda: wish.heard)
        where = training.device_of(device)
        run = training.Run(read, tables, folder, files, note.seed, where, jobs or processors(), telling)
        if not (resume and run.resume()):
            write_run(folder, note)
            run.begin()
        whole = run.learn()
    if not whole:
        print(say("train.stopped"), file=sys.stderr)
    typer.echo(say("train.done", win=run.best, folder=folder))
    return INTERRUPTED if wish.heard else 0


def new_run(folder: Path, scenarios: list[str], name: str, seed: int) -> RunNote:
    """Return what a new run is.

    Raises:
        ContentError: The configuration has problems.
    """
    games = {game_of(Options(scenario=scenario)).name for scenario in scenarios}
    name = name or DEFAULTS[min(games, default="ironsworn")]
    config, beside = read_config(name)
    if scenarios:
        config = playing(config, scenarios, games, name)
    line = [
        "shieldmate",
        "train",
        *scenarios,
        "--config",
        name,
        "--out",
        str(folder),
        "--seed",
        str(seed),
    ]
    return RunNote(
        command=shlex.join(line),
        config=config.model_dump(mode="json"),
        folder=str(beside.resolve()),
        seed=seed,
        versions={"shieldmate": __version__, **versions_of(LIBRARIES)},
        fits=fit_of(face_named(config.game)),
    )


def playing(config: Config, scenarios: list[str], games: set[str], name: str) -> Config:
    """Return a configuration with scenarios in place of its own; their files are looked for from here, not beside it.

    What the network is said to be for is so narrowed down to them.

    Raises:
        ContentError: They are not of its game.
    """
    if games != {config.game}:
        found = say("train.found_games", games=", ".join(sorted(games)))
        raise refuse("train", "", found, say("train.valid_game", game=config.game, config=name))
    typed = tuple(str(Path(scenario).resolve()) if scenario.endswith(TOML) else scenario for scenario in scenarios)
    tables = tuple(table.model_copy(update={"scenarios": typed}) for table in config.tables)
    pilots = config.pilots
    if pilots:
        names = ", ".join(Path(scenario).name if scenario.endswith(TOML) else scenario for scenario in scenarios)
        pilots = say("train.pilots_in", pilots=pilots, scenarios=names)
    return config.model_copy(update={"tables": tables, "pilots": pilots})


def trainer() -> Any:
    """Return the module that trains.

    Raises:
        ContentError: What training needs is not installed.
    """
    try:
        return import_module("..training.trainer", __package__)
    except ImportError as error:
        raise refuse("train", "", say("train.found_missing", name=error.name), say("train.valid_extra")) from error


class Shown:
    """Shows a run beside standard output: a bar on a terminal, a line now and then in a pipe."""

    def __init__(self) -> None:
        self.bar: Progress | None = None
        if sys.stderr.isatty():
            columns = (BarColumn(), TextColumn("{task.description}"))
            self.bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self.task = self.bar.add_task("", total=1)
        self.told = monotonic()

    def __enter__(self) -> Shown:
        """Show it."""
        if self.bar:
            self.bar.start()
        return self

    def __exit__(self, *error: object) -> None:
        """Take the bar away."""
        if self.bar:
            self.bar.stop()

    def line(self, text: str) -> None:
        """Show a line that stays."""
        if self.bar:
            self.bar.console.print(text, highlight=False, markup=False)
        else:
            print(text, file=sys.stderr, flush=True)

    def progress(self, done: int, total: int, text: str) -> None:
        """Show how far it is."""
        if self.bar:
            self.bar.update(self.task, completed=done, total=total, description=text)
        elif monotonic() - self.told > SECONDS_BETWEEN:
            self.told = monotonic()
            self.line(text)
