"""Fitted numbers that ship beside a game's pilots, read from safetensors."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from numpy.typing import NDArray
from safetensors.numpy import load_file

HERE = Path(__file__).parent
Shapes = Mapping[str, tuple[Any, tuple[int, ...]]]
"""Type and shape of each array by name."""


def value_file(game: str) -> Path:
    """Return the file of what a search in a game expects."""
    return HERE / game / "value.safetensors"


def read_weights(path: Path, shapes: Shapes) -> dict[str, NDArray[Any]]:
    """Return the arrays of a file.

    Raises:
        ValueError: They are not those that the code asks for: it was fitted for another version.
    """
    found: dict[str, NDArray[Any]] = load_file(path)
    for name, (kind, shape) in shapes.items():
        if name not in found or found[name].dtype != kind or found[name].shape != shape:
            raise ValueError(f"{path.name} does not hold {name} as {kind.__name__} {shape}; fit it again")
    return found
