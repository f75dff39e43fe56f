"""Reward paid along the way: how the chance to win changes, as it was fitted to scripted games (`fit_value`).

It is potential-based: over a game it sums to the result less the chance at the start, whatever was done, so what is
best to do stays best (Ng, Harada and Russell, 1999); but a round is paid for what came of it, not for how the game
ended.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..envs.core.batch import Arena
from ..envs.core.catalogue import say
from ..envs.core.compiler import F4, I8, Batch, entry
from ..envs.core.content import refuse
from ..envs.oathsworn.face import FACE
from ..envs.oathsworn.state import Book, State
from ..envs.oathsworn.terms import Outcome
from ..policies.oathsworn.search import fitted
from ..policies.oathsworn.value import INPUTS, win_chance


@entry
def chances(states: Batch[State], books: Batch[Book], which: I8, weights: F4, room: F4, out: F4) -> None:
    """Write how likely each running encounter is won; encounter `i` is played by book `which[i]`."""
    for i in range(len(out)):
        if states[i].outcome == Outcome.ON:
            out[i] = win_chance(states[i], books[which[i]], weights, room)


class Shaping:
    """What each game of an arena was worth when its round began: within a round the fitted chance knows too little.

    Attributes:
        worth: Float32 ``(n,)``.
        rounds: The rounds, ``(n,)``.
    """

    def __init__(self, arena: Arena) -> None:
        """Take the games as they begin.

        Raises:
            ContentError: They are of another game than Oathsworn.
        """
        game = arena.face.rules.name
        if game != FACE.rules.name:
            raise refuse("learn.shaped", "", say("train.found_shaped", game=game), say("train.valid_shaped"))
        self.arena: Any = arena
        self.weights: NDArray[np.float32] = fitted()["value"]
        self.room = np.zeros(INPUTS, np.float32)
        self.worth = np.zeros(arena.n, np.float32)
        self.rounds = np.zeros(arena.n, np.int64)

    def begin(self) -> None:
        """Note what the games are worth now."""
        self.worth = self._chances()
        self.rounds = self.arena.states["round"].astype(np.int64)

    def rewards(self, dones: NDArray[np.bool_]) -> NDArray[np.float32]:
        """Return how much more each game is worth since its round began, if that is over; at its end 1 or 0."""
        before, old = self.worth, self.rounds
        self.begin()
        same = ~dones & (self.rounds == old)
        self.worth[same] = before[same]
        won = (self.arena.runs["outcome"] == Outcome.WIN).astype(np.float32)
        gained: NDArray[np.float32] = np.where(dones, won, self.worth) - before
        return gained

    def _chances(self) -> NDArray[np.float32]:
        out = np.zeros(self.arena.n, np.float32)
        which = self.arena.runs["book"].astype(np.int64)
        chances(self.arena.states, self.arena.books, which, self.weights, self.room, out)
        return out
