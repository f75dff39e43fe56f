"""Solo fights of Ironsworn, measured exactly: what a pilot wins, and what a pilot's choices lose of the best play."""

from __future__ import annotations

import hashlib
import struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..agents.pilots import DEFAULT, NET, OPTIMAL, RANDOM, SEARCH, SOLVED, is_own
from ..envs.core import cache
from ..envs.core.compiler import PLAIN
from ..envs.core.content import ContentError
from ..envs.core.fingerprint import fingerprint
from ..envs.core.pilot import View
from ..policies.styles import BY_LUCK, STYLES
from .evaluate import Match, digest_of, shared

FUNCTIONS = (DEFAULT, OPTIMAL, *(f"{DEFAULT}:{style}" for style in STYLES if style not in BY_LUCK))
"""Pilots, beside every network, whose choice is a function of what they see."""
MILLION = 1_000_000
"""Losses are kept as whole numbers, in millionths of a game."""
NUMBER = struct.Struct("<d")


class TooLargeError(Exception):
    """A fight that is too large for an exact figure; says how large it is."""


def is_solved(match: Match) -> bool:
    """Return whether a table is a fight that is solved exactly."""
    from ..policies.ironsworn.exact.supported import check_supported

    if PLAIN or match.face.rules.name != SOLVED or match.book["seats"][0] != 1:
        return False
    try:
        check_supported(match.book, SOLVED)
    except ContentError:
        return False
    return True


def is_function(name: str) -> bool:
    """Return whether a pilot that ships chooses by what it sees alone, without luck."""
    return name in FUNCTIONS or name.partition(":")[0] == NET


def is_evaluated(name: str) -> bool:
    """Return whether the play of a pilot has an exact worth: of one's own code its author knows, `random` has one."""
    return is_function(name) or is_own(name) or name == RANDOM


def is_search(name: str) -> bool:
    """Return whether a pilot searches."""
    return name.partition(":")[0] == SEARCH


def allow(book: NDArray[np.void], gigabytes: float, watch: Any) -> None:
    """Say what exact figures of a fight may take, before any is asked for.

    Args:
        book: The fight.
        gigabytes: Memory.
        watch: Called with the phase, what is done and what is known.
    """
    from ..policies.ironsworn.exact.supported import GIGABYTE

    solver = solver_of(book)
    solver.memory, solver.watch = int(gigabytes * GIGABYTE), watch


def exact_win(match: Match) -> float:
    """Return how likely a pilot wins a solo fight, exactly; what was found out once is kept for good.

    Args:
        match: The fight, and a pilot that is a function of what it sees.

    Raises:
        TooLargeError: It would take more than is allowed.
    """
    (name,) = match.pilots
    folder = cache.open_folder("exact")
    key = mark_of(name, match.book)
    kept = cache.read(folder, key) if folder else None
    if kept is not None and len(kept) == NUMBER.size:
        return float(NUMBER.unpack(kept)[0])
    too_large = f"{key}-{solver_of(match.book).memory}"
    reason = cache.read(folder, too_large) if folder else None
    if reason is not None:
        raise TooLargeError(reason.decode())
    try:
        win = _evaluated(name, match.book)
    except TooLargeError as error:
        if folder:
            cache.write(folder, too_large, str(error).encode())
        raise
    if folder:
        cache.write(folder, key, NUMBER.pack(win))
    return win


def mark_of(name: str, book: NDArray[np.void]) -> str:
    """Return a hash of the rules, of a fight and of how a pilot chooses in it."""
    from ..policies.ironsworn.exact.store import signature
    from ..policies.ironsworn.scripted import scripted
    from ..policies.ironsworn.styles import MEMBERS

    told = hashlib.sha256(f"{name} {signature()}".encode() + book.tobytes())
    if name != OPTIMAL:  # a network may take the scripted choice as a hint
        told.update(fingerprint(MEMBERS.get(name.partition(":")[2], scripted)).encode())
    told.update(digest_of(SOLVED, name).encode())
    return told.hexdigest()


def _evaluated(name: str, book: NDArray[np.void]) -> float:
    from ..policies.ironsworn.exact.collection import GraphError
    from ..policies.ironsworn.exact.evaluate import evaluate

    solver = solver_of(book)
    if name == OPTIMAL:
        return float(solver.solution.value)
    try:
        return evaluate(book, shared(SOLVED, name, 0).pilot, watch=solver.watch, memory=solver.memory).value
    except GraphError as error:
        raise TooLargeError(str(error)) from error


def solve_before(book: NDArray[np.void]) -> float:
    """Solve a fight, before processes part that ask for its solution; returns how likely the best play wins it.

    Raises:
        TooLargeError: It is too large.
    """
    try:
        return float(solver_of(book).solution.value)
    except ContentError as error:
        raise TooLargeError(error.problems[0].found) from error


def solver_of(book: NDArray[np.void]) -> Any:
    """Return the solver of a fight, one for all of this process."""
    pilot: Any = shared(SOLVED, OPTIMAL, 0).pilot
    return pilot.solver(SOLVED, book)


def loss_of(view: View, act: int) -> int:
    """Return what a choice loses of the chance to win that the best choice has, in millionths."""
    worth: dict[int, float] = solver_of(view.book).options(view.state)
    return round(MILLION * (max(worth.values()) - worth[act]))
