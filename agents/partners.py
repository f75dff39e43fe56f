"""Who holds the seats beside the learner's."""

from __future__ import annotations

from collections.abc import Sequence

from ..envs.core.pilot import Pilot
from .pilots import DEFAULT, Post, resolve


def only_learner(seats: Sequence[int]) -> int:
    """Return the one seat that learns.

    Raises:
        ValueError: There is none, or more than one.
    """
    if len(seats) != 1:
        raise ValueError(f"seats is {list(seats)}; one seat learns here, several do in the AEC environment")
    return int(seats[0])


def partners_of(names: Sequence[str | Pilot] | None, game: str, seats: int, learner: int) -> list[Pilot | None]:
    """Return who holds each seat; None in the learner's.

    Args:
        names: One partner for each other seat in order, or a single one for all; by default ``scripted``.
        game: Name of the game.
        seats: Number of seats.
        learner: The learner's seat.

    Raises:
        ContentError: No pilot of that name.
        ValueError: Not as many partners as seats they fill.
    """
    others = [seat for seat in range(seats) if seat != learner]
    given = [DEFAULT] if names is None else list(names)
    if len(given) == 1:
        given *= len(others)
    if len(given) != len(others):
        raise ValueError(f"{len(given)} partners for {len(others)} seats")
    pilots: list[Pilot | None] = [None] * seats
    for seat, who in zip(others, given, strict=True):
        pilots[seat] = resolve(who, Post(game, 0, seat)) if isinstance(who, str) else who
    return pilots
