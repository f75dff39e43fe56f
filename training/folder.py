"""The folder of a training run: what lies in it, and how it is written so that nothing is ever half there."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from safetensors import SafetensorError, safe_open

from ..envs.core.catalogue import say
from ..envs.core.content import SIZE_LIMIT, ContentError, read_bytes, refuse
from ..envs.core.files import draft

LAST, BEST = "last.safetensors", "best.safetensors"
"""The learner as it was last, and as it was when it won most validation games."""
RUN = "run.json"
"""What the run is: command, configuration, seed, versions."""
CURVE = "curve.jsonl"
"""A line for each validation."""


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    with draft(path) as (name, stream):
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
        name.replace(path)


def write_run(folder: Path, note: dict[str, Any]) -> None:
    """Make the folder of a run, and write down what the run is."""
    folder.mkdir(parents=True, exist_ok=True)
    write_bytes(folder / RUN, json.dumps(note, indent=1).encode())


def read_run(folder: Path) -> dict[str, Any]:
    """Return what the run of a folder is.

    Raises:
        ContentError: It is no folder of a run.
    """
    try:
        note: dict[str, Any] = json.loads(read_bytes(folder / RUN, SIZE_LIMIT))
        note["config"]["game"]
    except (ContentError, ValueError, KeyError, TypeError) as error:
        raise refuse(folder, "", say("train.found_no_run"), say("train.valid_run")) from error
    return note


def read_note(path: Path) -> dict[str, Any]:
    """Return the note that a learner was kept with.

    Raises:
        ContentError: The file is missing or damaged.
    """
    try:
        with safe_open(path, framework="np") as file:
            note: dict[str, Any] = json.loads((file.metadata() or {})["note"])
    except (OSError, SafetensorError, KeyError, ValueError) as error:
        raise refuse(path, "", say("train.found_no_run"), say("train.valid_run")) from error
    return note


def keep_curve(folder: Path, frames: int) -> None:
    """Drop what the curve tells of frames after those that a run goes on from, and what was not written whole."""
    curve = folder / CURVE
    rows = curve.read_text(encoding="utf-8").splitlines(keepends=True) if curve.exists() else []
    kept = [row for row in rows if row.endswith("\n") and json.loads(row)["frames"] <= frames]
    write_bytes(curve, "".join(kept).encode())
