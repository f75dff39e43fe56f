"""The protocol between a game and whoever holds a seat.

A pilot is any object with `act`. One that is compiled also has an `address`, a member of its game's `PILOT` family, so
that a batch plays it without leaving machine code. What a pilot may know is its `View`, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from .records import Floats, Record, f8, i2

NOTES = 128


class Why(Record):
    """The reason of a compiled pilot's choice: a code of its own catalogue and two integers."""

    code: int = i2()
    a: int = i2()
    b: int = i2()
    notes: Floats = f8(NOTES)  # what the pilot works out while it decides; nothing stays from one decision to the next


@dataclass
class View:
    """What one seat has legally seen at its decision.

    Attributes:
        game: Name of the game.
        seat: The seat that decides.
        decision: Name of the pending decision.
        state: A copy of the state with everything the seat has not seen removed (an array of one record).
        book: The compiled scenario (an array of one record).
        describe: Gives the public situation as plain data.
        look: Gives the flat observation.
        name: Gives the words of a legal action sooner than `public` does; may be missing.
    """

    game: str
    seat: int
    decision: str
    state: NDArray[np.void]
    book: NDArray[np.void]
    describe: Callable[[], dict[str, Any]] = field(repr=False)
    look: Callable[[], NDArray[np.float32]] = field(repr=False)
    name: Callable[[int], str] | None = field(default=None, repr=False)

    @cached_property
    def public(self) -> dict[str, Any]:
        """The situation as plain data (numbers, strings, lists, dicts), ready for JSON."""
        return self.describe()

    def option(self, act: int) -> str:
        """Return the words of a legal action; empty where it has none."""
        return self.name(act) if self.name else str(self.public.get("options", {}).get(str(act), ""))

    @cached_property
    def observation(self) -> NDArray[np.float32]:
        """The flat observation."""
        return self.look()


class Pilot(Protocol):
    """Whoever decides for a seat."""

    def act(self, view: View, mask: NDArray[np.int8], rng: np.random.Generator) -> int:
        """Return the id of a legal action."""
        ...
