"""Games on the same seeds for everybody: how often a network wins, and the scripted pilot in its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..envs.core.batch import Arena, Tables
from ..envs.core.face import Face
from ..envs.core.game import WIN
from ..envs.core.kernel import Mode
from ..envs.core.pilot import Pilot
from ..policies.network import Network, scripted_pilot
from .seeds import Seeds

Choose = Callable[[NDArray[np.float32], NDArray[np.int8]], NDArray[Any]]
"""``(observations, masks) -> actions`` of the games that are on."""


class Exam:
    """Games that are played again and again, the same ones each time.

    Attributes:
        games: How many.
    """

    def __init__(self, face: Face, tables: Tables, games: int, seeds: Seeds = Seeds.VALIDATION) -> None:
        """Set the tables; each game is the deal that its seed draws."""
        self.games = games
        self.seeds: list[int] = list(seeds.take(games))
        self.arena = Arena(face, tables, games, Mode.DISABLED)

    def won(self, choose: Choose) -> NDArray[np.bool_]:
        """Return which games are won where the learner's seats choose so."""
        arena = self.arena
        arena.seed(self.seeds)
        obs = arena.begin()
        acts = np.zeros(self.games, np.int64)
        while True:
            on = np.flatnonzero(arena.runs["over"] == 0)
            if not len(on):
                won: NDArray[np.bool_] = arena.runs["outcome"] == WIN
                return won
            acts[on] = choose(obs[on], arena.mask[on])
            obs = arena.step(acts, obs)

    def won_by(self, network: Network) -> NDArray[np.bool_]:
        """Return which games are won by a network's best choices."""
        on = self.arena.runs["over"]

        def choose(obs: NDArray[np.float32], masks: NDArray[np.int8]) -> NDArray[Any]:
            rows = with_hints(self.arena, obs, on == 0) if network.hint else obs
            acts: NDArray[Any] = network.logits(rows, masks).argmax(axis=1)
            return acts

        return self.won(choose)

    def won_by_pilot(self, pilot: Pilot) -> NDArray[np.bool_]:
        """Return which games are won by a compiled pilot in the learner's seats."""
        return self.won(lambda obs, masks: self.arena.choices(pilot)[self.arena.runs["over"] == 0])


def with_hints(arena: Arena, observations: NDArray[np.float32], games: Any = slice(None)) -> NDArray[np.float32]:
    """Return observations of games of an arena, with what the scripted pilot would do in each as their last number."""
    hints = arena.choices(scripted_pilot(arena.face.rules.name))[games]
    return np.concatenate([observations, hints[:, None].astype(np.float32)], axis=1)
