"""Where solutions are kept between runs: one file a fight and objective, read back only if it is whole and fits.

The file is named by a hash of the compiled scenario and the objective. Inside stands a signature of the rules and of
the solver; a file with another one is stale, and is solved anew.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import zipfile
import zlib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....envs.core.cache import open_folder
from ....envs.core.fingerprint import fingerprint
from ....envs.ironsworn.engine import STEPS, decide, start
from ....envs.ironsworn.game import VERSION
from ....envs.ironsworn.state import Book
from .collection import Collection
from .expand import expand
from .graph import ANSWERED, DELTA_SPAN, KEY_COLUMNS, KEY_WORDS, PRICE, ROOT, TRACKS, rehash_keys
from .objective import WIN, Objective
from .solution import Solution

FORMAT = 2
"""Raised whenever a stored solution would be read otherwise."""
SUFFIX = ".npz"
FIRST_KEYS = 4_096


class DamagedError(Exception):
    """A stored solution that is not whole."""


class StaleError(Exception):
    """A stored solution of other rules, of another solver or to a lesser tolerance."""


def folder() -> Path | None:
    """Return the folder of solutions, or None if there is no place to write to."""
    return open_folder("solutions")


def path_of(where: Path, book: NDArray[np.void], objective: Objective) -> Path:
    """Return the file of a fight's solution."""
    told = hashlib.sha256(book.tobytes() + repr(objective).encode())
    return where / f"{told.hexdigest()[:32]}{SUFFIX}"


@cache
def signature() -> str:
    """Return a hash of all that a solution depends on beside the scenario: rules, solver, layout of the book."""
    parts = [f"{FORMAT} {VERSION} {Book.dtype!r}"]
    rules: list[Any] = [*STEPS.values(), start, decide, expand]
    parts += [fingerprint(rule) for rule in rules]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def save(path: Path, solution: Solution, tolerance: float) -> None:
    """Write a solution; whoever reads meanwhile sees all of it or nothing.

    Raises:
        OSError: It cannot be written; nothing is left behind.
    """
    graph = solution.collection
    n = solution.values.shape[1]
    data: dict[str, Any] = {
        "signature": np.frombuffer(signature().encode(), np.uint8),
        "numbers": np.array([tolerance, solution.change]),
        "keys": graph.keys[:n, :KEY_WORDS],
        "deltas": graph.metas[0]["deltas"][: graph.meta.n_deltas],
        "values": solution.values,
    }
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            np.savez_compressed(file, **data)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read(path: Path, book: NDArray[np.void], objective: Objective, tolerance: float) -> Solution | None:
    """Return a stored solution, or None if there is none.

    Raises:
        DamagedError: The file is not whole.
        StaleError: It is of other rules, or to a lesser tolerance.
    """
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as data:
            if bytes(data["signature"]) != signature().encode() or data["numbers"][0] > tolerance:
                raise StaleError
            arrays = {name: data[name] for name in ("numbers", "keys", "deltas", "values")}
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, IndexError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise DamagedError from error
    return restored(book, objective, arrays)


def restored(book: NDArray[np.void], objective: Objective, arrays: dict[str, NDArray[Any]]) -> Solution:
    """Return the solution of stored arrays, ready to answer.

    Raises:
        DamagedError: The arrays do not belong together.
    """
    keys, deltas, values = arrays["keys"], arrays["deltas"], arrays["values"]
    if (
        keys.shape != (len(keys), KEY_WORDS)
        or deltas.shape != (len(deltas), TRACKS)
        or not 0 < len(deltas) < DELTA_SPAN
    ):
        raise DamagedError
    graph = graph_of(book, objective, keys, deltas)
    graph.open()
    if graph.meta.n_keys != len(keys) or graph.meta.n_deltas != len(deltas):
        raise DamagedError
    solution = Solution(graph, objective)
    if values.shape != solution.values.shape or values.dtype != solution.values.dtype:
        raise DamagedError
    solution.values = values
    solution.change = float(arrays["numbers"][1])
    return solution


def graph_of(
    book: NDArray[np.void], objective: Objective, keys: NDArray[np.int64], deltas: NDArray[np.int64]
) -> Collection:
    """Return a graph that knows its main decisions and nothing of what lies between: all that answering needs."""
    graph = Collection(book, win_only=objective == WIN)
    n = len(keys)
    graph.keys = np.zeros((max(FIRST_KEYS, 1 << (2 * n).bit_length()), KEY_COLUMNS), np.int64)
    graph.keys[:n, :KEY_WORDS] = keys[:, :KEY_WORDS]
    graph.keys[:n, ROOT] = ANSWERED
    graph.meta.n_keys = n
    graph.meta.n_prices = int(np.count_nonzero(keys[:, PRICE]))
    graph.metas[0]["deltas"][: len(deltas)] = deltas
    graph.meta.n_deltas = len(deltas)
    rehash_keys(graph.keys, graph.metas)
    return graph
