"""Exporting a run's best network: one safetensors file that NumPy runs, and its card as JSON beside it."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load_file, save

from ..agents.pilots import DEFAULT
from ..envs.core.batch import Tables
from ..envs.core.catalogue import say
from ..envs.core.content import ContentError, refuse
from ..envs.core.face import face_named
from ..envs.core.files import place
from ..policies.card import LONGEST_NAME, Card, Measured, Training, fit_of
from ..policies.network import SUFFIX, Network, network_of, scripted_pilot
from .config import Config
from .folder import BEST, config_of, read_note, read_run, write_bytes
from .seeds import Seeds
from .statistics import compare, wilson
from .tables import tables_of
from .validation import Exam

JSON = ".json"
PREFIX = "net."
"""What the names of a policy's tensors begin with, before the names of a file."""
PLAYED = ("tables", "imitate")
"""Parts of a configuration that name files."""
WHOLE_PATH = re.compile(r"(?<![\w.~-])(?:[A-Za-z]:)?[\\/](?:[^\\/,:]+[\\/])*")
"""The folders of a file that is named from the root on, by itself or after a pilot's colon or a seat's comma."""


def export(run: Path, output: str, games: int, force: bool = False) -> tuple[Card, Path]:
    """Write the best network of a run for play, with its card inside and beside it.

    Args:
        run: The folder of the run.
        output: The file to write, ``.safetensors``; the pilot is named after it.
        games: Test games that it plays for its card, and the scripted pilot in its place; 0 for none.
        force: Whether files that are there are replaced.

    Raises:
        ContentError: It is no run, or the files cannot be written.
    """
    note = read_run(run)
    if Path(output).suffix != SUFFIX:
        raise refuse("--out", "", output, say("export.valid_pilot"))
    path, beside = place(output, force), place(Path(output).with_suffix(JSON), force)
    if len(path.stem) > LONGEST_NAME:
        raise refuse("--out", "", output, say("export.valid_name", most=LONGEST_NAME))
    config = config_of(run, note)
    tensors = exported(run / BEST)
    face = face_named(config.game)
    card = Card(
        name=path.stem,
        pilots=config.pilots or ", ".join(config.tables[0].scenarios),
        **fit_of(face),
        hidden=config.network.hidden,
        option=config.network.option,
        hint=config.network.hint,
        training=Training(
            command=shlex.join(without_folders(shlex.split(note.command))),
            config=note.config | without_folders({name: note.config[name] for name in PLAYED if name in note.config}),
            seed=note.seed,
            seeds=Seeds.TRAIN.value,
            frames=read_note(run / BEST).frames,
            warm_start=", ".join(plan.teacher for plan in config.imitate),
            versions=note.versions,
        ),
        licence=config.licence,
    )
    data = file_of(tensors, card)
    try:
        network = network_of(data, card, run / BEST)
    except ContentError as error:
        raise refuse(run / BEST, "", error.problems[0].found, say("train.valid_same")) from error
    if games:
        won = measure(network, config, tables_of(config, Path(note.folder)), games)
        card = card.model_copy(update={"results": (won,)})
    write_pilot(path, tensors, card)
    write_bytes(beside, (card.model_dump_json(indent=1) + "\n").encode())
    return card, path


def without_folders(told: Any) -> Any:
    """Return what is told of a run as others may see it: whole paths by the names of their files alone."""
    if isinstance(told, dict):
        return {name: without_folders(value) for name, value in told.items()}
    if isinstance(told, list):
        return [without_folders(value) for value in told]
    return WHOLE_PATH.sub("", told) if isinstance(told, str) else told


def write_pilot(path: Path, tensors: dict[str, NDArray[np.float32]], card: Card) -> None:
    """Write a network with its card."""
    write_bytes(path, file_of(tensors, card))


def file_of(tensors: dict[str, NDArray[np.float32]], card: Card) -> bytes:
    """Return what the file of a network holds."""
    return save(tensors, metadata={"card": card.model_dump_json()})


def exported(path: Path) -> dict[str, NDArray[np.float32]]:
    """Return the tensors of a kept learner that play needs, by the names that play knows.

    Raises:
        ContentError: The file is not there yet, or damaged.
    """
    if not path.exists():
        raise refuse(path.parent, "", say("train.found_no_best"), say("train.valid_best", folder=path.parent))
    try:
        kept = load_file(path)
    except (
        OSError,
        SafetensorError,
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
    ) as error:
        raise refuse(path, "", say("train.found_no_run"), say("train.valid_run")) from error
    return {name.removeprefix(PREFIX): tensor for name, tensor in kept.items() if name.startswith(PREFIX)}


def measure(network: Network, config: Config, tables: Tables, games: int) -> Measured:
    """Return how often a network wins test games of what it was trained on, beside the scripted pilot."""
    exam = Exam(face_named(config.game), tables, games, Seeds.TEST)
    won = exam.won_by(network)
    scripted = exam.won_by_pilot(scripted_pilot(config.game))
    gain = compare(won, scripted).difference
    low, high = wilson(int(won.sum()), games)
    return Measured(
        what=say("train.what"),
        win=float(won.mean()),
        low=low,
        high=high,
        games=games,
        than=DEFAULT,
        difference=gain.value,
        difference_low=gain.low,
        difference_high=gain.high,
    )
