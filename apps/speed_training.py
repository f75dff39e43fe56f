"""What `shieldmate speed` measures of training, where what it needs is installed."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ..envs.core.content import ContentError
from ..training.config import Config, Table, read_config
from ..training.crew import processors
from ..training.tables import tables_of
from .measured import Measured
from .train import DEFAULTS, trainer

GAMES = 256
"""Games that are played at once."""
STEPS = 64
"""Decisions of each between two updates."""
ROLLED_OUT = 200
"""Decisions that rollouts look at."""


def training(game: Measured) -> Iterator[tuple[str, Callable[[], float]]]:
    """Give what is to be measured under its name; where training is not installed nothing, and a word of that."""
    try:
        module = trainer()
    except ContentError as error:
        print(error, file=sys.stderr)
        return
    from ..training import rollouts

    config, files = configured(game)
    with TemporaryDirectory() as folder:
        run = module.Run(config, tables_of(config), Path(folder))
        yield "train_frames_per_s", lambda: frames(module.torch, run)
    yield "rollout_decisions_per_s", lambda: looked_at(rollouts, config, files)


def configured(game: Measured) -> tuple[Config, Path]:
    """Return the configuration that a game is trained by unless one is named, at the usual scenario alone."""
    config, files = read_config(DEFAULTS[game.rules.name])
    learn = config.learn.model_copy(update={"games": GAMES, "steps": STEPS})
    return config.model_copy(update={"tables": (Table(scenarios=(game.scenario,)),), "learn": learn}), files


def frames(torch: Any, run: Any) -> float:
    """Return decisions of the learner a second, from playing them to having learned by them, on all cores."""
    torch.set_num_threads(processors())
    began = time.perf_counter()
    run.model.learn(GAMES * STEPS, reset_num_timesteps=False)
    return GAMES * STEPS / (time.perf_counter() - began)


def looked_at(rollouts: Any, config: Config, files: Path) -> float:
    """Return decisions a second of which every option is rolled out, as the first teacher of a configuration has it."""
    plan = config.imitate[0].model_copy(update={"decisions": ROLLED_OUT})
    began = time.perf_counter()
    rollouts.collect(config, files, plan, 0, lambda done, total: None)
    return ROLLED_OUT / (time.perf_counter() - began)
