"""The folder of a training run: what lies in it, and how it is written so that nothing is ever half there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, Field, ValidationError
from safetensors import SafetensorError, safe_open

from ..envs.core.catalogue import say
from ..envs.core.content import SIZE_LIMIT, Strict, check, read_bytes, refuse
from ..envs.core.face import face_named
from ..envs.core.files import draft, take, unwritable
from ..policies.card import fit_of
from .config import Config

LAST, BEST = "last.safetensors", "best.safetensors"
"""The learner as it was last, and as it was when it won most validation games."""
RUN = "run.json"
"""What the run is: command, configuration, seed, versions."""
CURVE = "curve.jsonl"
"""A line for each validation."""
LARGEST_CURVE = 100_000_000
"""Bytes of the longest curve that is read."""
LARGEST_SEED = 2**32 - 1
"""Largest seed of a run: NumPy's older source of luck, which stable-baselines3 seeds too, takes none beyond."""


class RunNote(Strict):
    """What a run is.

    Attributes:
        command: What was typed.
        config: The configuration, as it was read.
        folder: The folder that its files are relative to.
        seed: Of all that is random.
        versions: Versions of what trains.
        fits: What the network and the game agreed in when it began.
    """

    command: str
    config: dict[str, Any]
    folder: str
    seed: Annotated[int, Field(ge=0, le=LARGEST_SEED)]
    versions: dict[str, str]
    fits: dict[str, str | int]


class Note(Strict):
    """What a learner is kept with.

    Attributes:
        frames: Decisions it has learned from by play.
        best: Share of the validation games that the best network won.
        validated: Frames at the last validation.
        warm: Whether the warm start is over.
        illegal: Actions that were not legal.
        updates: Passes of the optimiser.
    """

    frames: Annotated[int, Field(ge=0)]
    best: float
    validated: int
    warm: bool
    illegal: int
    updates: int


class Validated(BaseModel):
    """What is read of a line of the curve."""

    frames: int


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file whole or not at all.

    Raises:
        ContentError: It cannot be written there.
    """
    try:
        with draft(path) as (name, stream):
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
            name.replace(path)
    except (OSError, ValueError) as error:
        raise unwritable(path, error) from error


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Make the folder of a run, unless it is there, and keep it to this process; it is gone if nothing came into it.

    Raises:
        ContentError: It cannot be made, nothing can be written in it, or another process trains there.
    """
    try:
        made = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        with draft(folder / RUN):
            pass
    except (OSError, ValueError) as error:
        raise unwritable(folder, error) from error
    descriptor = None
    with suppress(OSError):  # not everywhere can a folder be opened
        descriptor = os.open(folder, os.O_RDONLY)
    try:
        if descriptor is not None and not take(descriptor):
            raise refuse(folder, "", say("files.found_held"), say("files.valid_held"))
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)
        if made:
            with suppress(OSError):
                folder.rmdir()


def write_run(folder: Path, note: RunNote) -> None:
    """Write down what the run of a folder is.

    Raises:
        ContentError: It cannot be written there.
    """
    write_bytes(folder / RUN, note.model_dump_json(indent=1).encode())


def has_run(folder: Path) -> bool:
    """Return whether there is a run in a folder."""
    try:
        return (folder / RUN).exists()
    except OSError as error:  # a name that is too long
        raise unwritable(folder, error) from error


def read_run(folder: Path) -> RunNote:
    """Return what the run of a folder is.

    Raises:
        ContentError: It is no folder of a run.
    """
    try:
        return RunNote.model_validate_json(read_bytes(folder / RUN, SIZE_LIMIT))
    except ValueError as error:
        raise refuse(folder, "", say("train.found_no_run"), say("train.valid_run")) from error


def config_of(folder: Path, note: RunNote) -> Config:
    """Return the configuration of a run.

    Raises:
        ContentError: It has problems, or the run was begun in a version that this one has no use for networks of.
    """
    config = check(note.config, Config, folder / RUN)
    for what, valid in fit_of(face_named(config.game)).items():
        if (found := note.fits.get(what)) != valid:
            told = say("train.found_other_fit", what=what, found=found, valid=valid)
            raise refuse(folder, "", told, say("train.valid_other_note"))
    return config


def read_note(path: Path) -> Note:
    """Return the note that a learner was kept with.

    Raises:
        ContentError: The file is missing or damaged, or another version kept it.
    """
    try:
        with safe_open(path, framework="np") as file:
            text = (file.metadata() or {})["note"]
    except (OSError, SafetensorError, KeyError, ValueError) as error:
        raise refuse(path, "", say("train.found_no_run"), say("train.valid_run")) from error
    try:
        return Note.model_validate_json(text)
    except ValidationError as error:
        raise refuse(path, "", say("train.found_other_note"), say("train.valid_other_note")) from error


def keep_curve(folder: Path, frames: int) -> None:
    """Drop what the curve tells of frames after those that a run goes on from, and what was not written whole.

    Raises:
        ContentError: The curve is damaged, or cannot be written.
    """
    curve = folder / CURVE
    rows = read_bytes(curve, LARGEST_CURVE).splitlines(keepends=True) if holds_something(curve) else []
    try:
        kept = [row for row in rows if row.endswith(b"\n") and Validated.model_validate_json(row).frames <= frames]
    except ValidationError as error:
        raise refuse(curve, "", say("train.found_curve"), say("train.valid_curve")) from error
    write_bytes(curve, b"".join(kept))


def holds_something(path: Path) -> bool:
    """Return whether something other than an empty file is there."""
    return path.exists() and (not path.is_file() or path.stat().st_size > 0)
