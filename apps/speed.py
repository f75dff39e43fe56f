"""`shieldmate speed`: measure engine, environments, pilots, training, compiling, the start and the solver."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any

import numpy as np
import typer

from ..envs.core.catalogue import say
from ..envs.core.compiler import compile_seconds, load
from ..envs.core.content import choices, match, refuse
from ..envs.core.game import Table, mask_of
from ..envs.core.pilot import Pilot
from ..policies.network import load_pilot, names
from ..policies.search import BUDGET
from ..policies.searching import SearchPilot
from .compiling import announce
from .games import GAMES, game_named
from .measured import MEASURED, Measured
from .options import AsJson
from .speed_training import training

ROUNDS = 3
"""Each figure is the best of so many rounds: what else the machine did then counts least."""
SOLVED = "ironsworn/formidable"
DECISIONS = 300_000
BATCH = 256
STEPS = 20_000
CLONES = 64
"""States in the batch that is copied: what a search holds at once, near the processor."""
COPIES = 1_000
GAMES_PLAYED = 5_000
LOOKED = 100
"""Decisions that a pilot is timed at."""
PACKAGE = __name__.partition(".")[0]


def command(
    game: Annotated[str | None, typer.Argument(help=say("options.measured"), metavar="GAME")] = None,
    only_compile: Annotated[bool, typer.Option("--compile", help=say("options.compile"))] = False,
    as_json: AsJson = False,
) -> None:
    """Measure a game, or only have the rules compiled."""
    name = GAMES[0] if game is None else match(game, MEASURED)
    if name is None:
        raise refuse(str(game), "", say("cli.found_game"), choices(MEASURED, str(game)))
    for each in GAMES if only_compile and game is None else (name,):
        compile_all(each)
    if only_compile:
        seconds = round(compile_seconds(), 1)
        typer.echo(json.dumps({"compile_s": seconds}) if as_json else say("compiling.took", seconds=seconds))
        return
    figures: dict[str, float] = {}
    for figure_name, figure in measure(MEASURED[name]()):
        figures[figure_name] = figure
        if not as_json:
            kind, _, pilot = figure_name.partition(":")
            text = f"{figure:,.0f}" if kind.endswith("_per_s") else f"{figure:.2f}"
            typer.echo(say(f"speed.{kind}", figure=text, pilot=pilot))
    if as_json:
        typer.echo(json.dumps(figures))


def compile_all(name: str) -> None:
    """Have the rules of a game ready: those of play, of the environments, of measuring and of other commands."""
    announce(game_named(name))
    game = MEASURED[name]()
    load(
        game.rules.masks,
        game.rules.observe,
        game.kernel.step,
        game.kernel.answer,
        game.race.run,
        game.race.copy,
        *game.others,
    )
    game.play(game.book(game.scenario), game.pilots(), range(1))


def measure(game: Measured) -> Iterator[tuple[str, float]]:
    """Give each figure under its name, as it is measured."""
    yield "decisions_per_s", best(lambda: engine(game))
    yield "batch_steps_per_s", best(lambda: batch(game))
    yield "gym_steps_per_s", best(lambda: single(game, wrapped=False))
    yield "gym_make_steps_per_s", best(lambda: single(game, wrapped=True))
    yield "clones_per_s", best(lambda: clones(game))
    yield "games_per_s", best(lambda: games(game))
    rates = [searching(game) for _ in range(ROUNDS)]
    yield "search_decisions_per_s", round(max(rate for rate, _ in rates))
    yield "search_ms", round(min(spent for _, spent in rates), 2)
    for pilot in (load_pilot(name) for name in names()):
        if pilot.card.game == game.rules.name:
            yield f"net_ms:{pilot.card.name}", milliseconds(game, pilot)
    for name, rate in training(game):
        yield name, best(rate)
    yield "compile_s", fresh_compile(game)
    yield "start_s", min(waited("run", game.scenario, "--seed", "1", "--json") for _ in range(ROUNDS))
    yield "help_s", min(waited("--help") for _ in range(ROUNDS))
    if SOLVED.startswith(game.rules.name):
        yield "solve_s", solve()


def best(rate: Callable[[], float]) -> float:
    """Return the best rate of several rounds."""
    return round(max(rate() for _ in range(ROUNDS)))


def engine(game: Measured) -> float:
    """Return decisions a second of random legal play with a mask, on one core."""
    tapes = game.rules.tapes()
    states = np.zeros(1, game.rules.state.dtype)
    mask = np.zeros(game.rules.actions, np.int8)
    book = game.book(game.scenario)
    began = time.perf_counter()
    game.race.run(states, book, tapes, mask, 1, DECISIONS)
    return DECISIONS / (time.perf_counter() - began)


def batch(game: Measured) -> float:
    """Return steps a second of the batched environment with masks and observations; choosing actions is not counted."""
    env = game.vector(BATCH, game.scenario, observation="flat")
    rng = np.random.default_rng(0)
    _, info = env.reset(seed=1)
    spent = 0.0
    rounds = 20 * STEPS // BATCH
    for _ in range(rounds):
        actions = (rng.random(info["action_mask"].shape, np.float32) * info["action_mask"]).argmax(axis=1)
        began = time.perf_counter()
        *_, info = env.step(actions)
        spent += time.perf_counter() - began
    return BATCH * rounds / spent


def single(game: Measured, wrapped: bool) -> float:
    """Return steps a second of the single environment, bare or as `gymnasium.make` wraps it."""
    import gymnasium

    from ..envs.registration import register_all

    register_all()
    env: Any = gymnasium.make(f"{PACKAGE}/{game.id}", scenario=game.scenario)
    env = env if wrapped else env.unwrapped
    rng = np.random.default_rng(0)
    _, info = env.reset(seed=1)
    spent = 0.0
    for _ in range(STEPS):
        legal = info["action_mask"].nonzero()[0]
        action = int(legal[int(rng.random() * len(legal))])
        began = time.perf_counter()
        _, _, terminated, truncated, info = env.step(action)
        spent += time.perf_counter() - began
        if terminated or truncated:
            _, info = env.reset()
    return STEPS / spent


def clones(game: Measured) -> float:
    """Return how many states a second are copied, in a batch."""
    states = np.zeros(2 * CLONES, game.rules.state.dtype)
    game.race.copy(states)
    began = time.perf_counter()
    for _ in range(COPIES):
        game.race.copy(states)
    return COPIES * CLONES / (time.perf_counter() - began)


def games(game: Measured) -> float:
    """Return whole games a second between compiled pilots."""
    book = game.book(game.scenario)
    pilots = game.pilots()
    game.play(book, pilots, range(1))
    began = time.perf_counter()
    game.play(book, pilots, range(GAMES_PLAYED))
    return GAMES_PLAYED / (time.perf_counter() - began)


def searching(game: Measured) -> tuple[float, float]:
    """Return decisions simulated a second by `search:100`, and how many ms it takes for one of its own."""
    pilot = SearchPilot(game.search, BUDGET)
    spent = asked(game, pilot)
    return pilot.decisions / spent, 1000 * spent / LOOKED


def milliseconds(game: Measured, pilot: Pilot) -> float:
    """Return how many ms a pilot takes for a decision."""
    return round(min(1000 * asked(game, pilot) / LOOKED for _ in range(ROUNDS)), 2)


def asked(game: Measured, pilot: Pilot) -> float:
    """Return how long a pilot takes for so many decisions of games that scripted pilots play, seconds."""
    table = Table(game.rules, game.book(game.scenario), log=False)
    guide, rng = game.search.guide(), np.random.default_rng(0)
    spent, looked, seed = 0.0, 0, 0
    table.reset(seed)
    while looked < LOOKED:
        if table.views[0].outcome:
            seed += 1
            table.reset(seed)
        view, mask = game.face.view(table.states, 0, table.books, 0, table.views[0].seat), mask_of(table)
        if mask.sum() > 1:
            began = time.perf_counter()
            pilot.act(view, mask, rng)
            spent += time.perf_counter() - began
            looked += 1
        table.apply(guide.act(view, mask, rng))
    return spent


def fresh_compile(game: Measured) -> float:
    """Return how long the rules take to compile where nothing was kept, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        answer = shieldmate(["speed", game.rules.name, "--compile", "--json"], {"SHIELDMATE_CACHE": folder})
    return float(json.loads(answer)["compile_s"])


def waited(*arguments: str) -> float:
    """Return how long a command takes from its start to its end, with the rules compiled before."""
    began = time.perf_counter()
    shieldmate(arguments, {})
    return round(time.perf_counter() - began, 2)


def solve() -> float:
    """Return how long the best play of a fight takes to solve, also where it is stored already."""
    return float(json.loads(shieldmate(["solve", SOLVED, "--again", "--json"], {}))["seconds"])


def shieldmate(arguments: Sequence[str], settings: dict[str, str]) -> str:
    """Run the program in a process of its own; returns what it printed."""
    process = subprocess.run(
        [sys.executable, "-m", PACKAGE, *arguments],
        env={**os.environ, **settings},
        check=True,
        text=True,
        stdout=subprocess.PIPE,
        stderr=None if sys.stderr.isatty() else subprocess.DEVNULL,
    )
    return process.stdout
