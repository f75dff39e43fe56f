"""The shape of the best play: what it does when, asked of the solution at constructed situations."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby, takewhile

import numpy as np
from numpy.typing import NDArray

from ....envs.core.compiler import Batch, entry
from ....envs.core.tape import Tape
from ....envs.ironsworn.game import IRONSWORN
from ....envs.ironsworn.state import Book, State
from ....envs.ironsworn.terms import BOX, FACES, Act, Debility
from .keys import stand
from .solution import OutsideError, Solution

BOXES = range(FACES + 1)
NEVER = FACES + 1
"""More boxes than there are."""
HEALTHS = (5, 3, 1)
MOMENTA = (-2, 2, 6, 9)
WITH_INITIATIVE = (1, 0)
MAY_END = (1, 1)
WITHOUT_INITIATIVE = (0, 0)
SITUATIONS = (WITH_INITIATIVE, MAY_END, WITHOUT_INITIATIVE)
"""Initiative and an open gate: the columns of a shape."""

Answers = tuple[int | None, ...]
"""The best act of each situation; None where the fight never comes."""


@dataclass(frozen=True)
class Tracks:
    """How a character stands."""

    health: int
    spirit: int
    momentum: int
    supply: int


@dataclass(frozen=True)
class Row:
    """What is done from `low` to `high` boxes, in each of `SITUATIONS`."""

    low: int
    high: int
    acts: Answers


@entry
def stand_up(states: Batch[State], books: Batch[Book], tapes: Batch[Tape]) -> int:
    """Bring the first state, whose tracks are set, to its main decision."""
    return stand(states[0], books[0], tapes[0])


class Shape:
    """Asks a solution what the best play does.

    Args:
        solution: The solution of a fight.
    """

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        self.book = solution.collection.book
        self._tapes = IRONSWORN.tapes()
        start = Book.at(self.book, 0).start
        me = start.characters[0]
        self.fresh = Tracks(me.health, me.spirit, me.momentum, start.supply)
        self.hurt = Tracks(min(2, me.health), min(2, me.spirit), min(0, me.momentum), start.supply)

    def rows(self, tracks: Tracks) -> list[Row]:
        """Return what is done by boxes, equal rows together; boxes where the track never stands are left out."""
        acts = {boxes: tuple(self.act(tracks, boxes, *situation) for situation in SITUATIONS) for boxes in BOXES}
        seen = [boxes for boxes in BOXES if any(act is not None for act in acts[boxes])]
        groups = [list(group) for _, group in groupby(seen, key=lambda boxes: acts[boxes])]
        return [Row(group[0], group[-1], acts[group[0]]) for group in groups]

    def ends_from(self, tracks: Tracks) -> int | None:
        """Return the fewest boxes from which on an open gate is always used, NEVER, or None where this is not met."""
        acts = {boxes: self.act(tracks, boxes, *MAY_END) for boxes in reversed(BOXES)}
        met = {boxes: act for boxes, act in acts.items() if act is not None}
        ends = list(takewhile(lambda boxes: met[boxes] == Act.END, met))
        return ends[-1] if ends else NEVER if met else None

    def act(self, tracks: Tracks, boxes: int, initiative: int, gate: int) -> int | None:
        """Return the best act of a situation, or None if the fight does not come to it."""
        ticks = self._ticks(boxes)
        if ticks is None:
            return None
        try:
            worth = self.solution.options(self.state(tracks, ticks, initiative, gate))
        except OutsideError:
            return None
        return max(worth, key=lambda act: worth[act])

    def _ticks(self, boxes: int) -> int | None:
        """Return the fewest ticks with this many full boxes at which the first track can stand."""
        ticks = self.solution.places.ticks[0]
        inside = ticks[ticks // BOX == boxes]
        return int(inside.min()) if len(inside) else None

    def state(self, tracks: Tracks, ticks: int, initiative: int, gate: int) -> NDArray[np.void]:
        """Return the state of a situation: an array of one."""
        states = np.zeros(1, State.dtype)
        states[0] = self.book[0]["start"]
        view = State.at(states, 0)
        me = view.characters[0]
        me.health = tracks.health
        me.spirit = tracks.spirit
        me.momentum = tracks.momentum
        me.initiative = initiative
        me.gate = gate
        view.supply = tracks.supply
        me.marks[Debility.UNPREPARED] |= int(tracks.supply == 0)
        view.foes[0].progress = ticks
        stand_up(states, self.book, self._tapes)
        return states
