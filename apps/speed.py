"""`shieldmate speed`: measure the engine, the environments, the first compilation, the start and the solver."""

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
from ..envs.core.tape import new_tapes
from ..envs.ironsworn.batch import KERNEL
from ..envs.ironsworn.game import IRONSWORN
from ..envs.ironsworn.scenario import compile_book, make_scenario
from ..policies.ironsworn.playout import play_games
from ..policies.ironsworn.race import copy_all, race
from ..policies.ironsworn.random import RandomPilot
from .compiling import announce
from .options import AsJson

ROUNDS = 3
"""Each figure is the best of so many rounds: what else the machine did then counts least."""
SCENARIO = "ironsworn/bear"
SOLVED = "ironsworn/formidable"
DECISIONS = 300_000
BATCH = 256
STEPS = 20_000
CLONES = 4_096
GAMES = 5_000
PACKAGE = __name__.partition(".")[0]


def command(
    only_compile: Annotated[bool, typer.Option("--compile", help=say("options.compile"))] = False,
    as_json: AsJson = False,
) -> None:
    """Measure, or only have every rule compiled."""
    announce()
    compile_rest()
    if only_compile:
        seconds = round(compile_seconds(), 1)
        typer.echo(json.dumps({"compile_s": seconds}) if as_json else say("compiling.took", seconds=seconds))
        return
    figures: dict[str, float] = {}
    for name, figure in measure():
        figures[name] = figure
        if not as_json:
            typer.echo(say(f"speed.{name}", figure=f"{figure:,.0f}" if name.endswith("_per_s") else f"{figure:.2f}"))
    if as_json:
        typer.echo(json.dumps(figures))


def compile_rest() -> None:
    """Have ready what `announce` leaves out: the rules of the environments and of measuring."""
    load(IRONSWORN.masks, IRONSWORN.observe, KERNEL.step, KERNEL.answer, race, copy_all)


def measure() -> Iterator[tuple[str, float]]:
    """Give each figure under its name, as it is measured."""
    yield "decisions_per_s", best(engine)
    yield "batch_steps_per_s", best(batch)
    yield "gym_steps_per_s", best(lambda: single(wrapped=False))
    yield "gym_make_steps_per_s", best(lambda: single(wrapped=True))
    yield "clones_per_s", best(clones)
    yield "games_per_s", best(games)
    yield "compile_s", fresh_compile()
    yield "start_s", min(waited("run", SCENARIO, "--seed", "1", "--json") for _ in range(ROUNDS))
    yield "help_s", min(waited("--help") for _ in range(ROUNDS))
    yield "solve_s", solve()


def best(rate: Callable[[], float]) -> float:
    """Return the best rate of several rounds."""
    return round(max(rate() for _ in range(ROUNDS)))


def engine() -> float:
    """Return decisions a second of random legal play with a mask, on one core."""
    tapes = new_tapes(1, log=False)
    steps = IRONSWORN.steps()
    tapes[0]["steps"][: len(steps)] = steps
    states = np.zeros(1, IRONSWORN.state.dtype)
    mask = np.zeros(IRONSWORN.actions, np.int8)
    book = compile_book(make_scenario([SCENARIO.rpartition("/")[2]]))
    began = time.perf_counter()
    race(states, book, tapes, mask, 1, DECISIONS)
    return DECISIONS / (time.perf_counter() - began)


def batch() -> float:
    """Return steps a second of the batched environment with masks and observations; choosing actions is not counted."""
    from ..agents.environments import make_ironsworn_vector

    env = make_ironsworn_vector(BATCH, SCENARIO, observation="flat")
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


def single(wrapped: bool) -> float:
    """Return steps a second of the single environment, bare or as `gymnasium.make` wraps it."""
    import gymnasium

    from ..envs.registration import register_all

    register_all()
    env: Any = gymnasium.make(f"{PACKAGE}/Ironsworn-v0", scenario=SCENARIO)
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


def clones() -> float:
    """Return how many states a second are copied, in a batch."""
    source = np.zeros(CLONES, IRONSWORN.state.dtype)
    target = np.zeros_like(source)
    began = time.perf_counter()
    for _ in range(ROUNDS):
        copy_all(source, target)
    return ROUNDS * CLONES / (time.perf_counter() - began)


def games() -> float:
    """Return whole fights a second between random pilots."""
    book = compile_book(make_scenario([SCENARIO.rpartition("/")[2]]))
    began = time.perf_counter()
    play_games(book, [RandomPilot().address], range(GAMES))
    return GAMES / (time.perf_counter() - began)


def fresh_compile() -> float:
    """Return how long the rules take to compile where nothing was kept, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        answer = shieldmate(["speed", "--compile", "--json"], {"SHIELDMATE_CACHE": folder})
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
