"""Compiled pilots as Python objects that hold a seat."""

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from ...envs.core.compiler import Batch, entry
from ...envs.core.pilot import View
from ...envs.ironsworn.state import Book, State, call_pilot
from .family import PILOT, Why
from .reasons import NAMING, reason
from .scripted import scripted

DRAW_BITS = 62


@entry
def choose(states: Batch[State], i: int, books: Batch[Book], b: int, whys: Batch[Why], address: int, draw: int) -> int:
    """Ask the compiled pilot at `address` for its choice in fight `i`; the reason goes to `whys[0]`."""
    return call_pilot(address, states[i], books[b], draw, whys[0])


@cache
def address_of(member: Callable[..., int]) -> int:
    """Return the address of a compiled pilot, valid in this process."""
    return int(PILOT.addresses([member])[0])


class ScriptedPilot:
    """The scripted pilot, or one that plays in a style; `reason` tells its last choice in one line."""

    def __init__(self, member: Callable[..., int] = scripted) -> None:
        """Play as a member of the family of pilots."""
        self._member = member
        self._whys = np.zeros(1, Why.dtype)
        self._last: tuple[View, int] | None = None

    @property
    def address(self) -> int:
        """The address of the compiled pilot, valid in this process."""
        return address_of(self._member)

    @property
    def reason(self) -> str:
        """Why it chose what it chose last."""
        why = Why.at(self._whys, 0)
        name = self._last[0].option(self._last[1]) if self._last and why.code in NAMING else ""
        return reason(why.code, why.a, why.b, name)

    def act(self, view: View, mask: NDArray[np.int8], rng: np.random.Generator) -> int:
        """Return the choice for the pending decision; why is to be asked before the game goes on."""
        draw = int(rng.integers(1 << DRAW_BITS))
        act = choose(view.state, 0, view.book, 0, self._whys, self.address, draw)
        self._last = view, act
        return act
