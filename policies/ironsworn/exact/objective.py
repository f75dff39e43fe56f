"""What a fight is played for: to win, or to win at little cost."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ....envs.ironsworn.terms import MAX_TRACK, Outcome

ENDINGS = 8 * 8 * 8 * 8 * 16 * 8 * 2
"""Numbers that `targets.ending` can give."""


@dataclass(frozen=True)
class Objective:
    """Worth of an ending: 1 for a win, less the weighted costs.

    Attributes:
        health: Cost of each health below 5 at the end.
        spirit: Cost of each spirit below 5.
        supply: Cost of each supply below 5.
        debility: Cost of each debility marked.
        regret: Cost of each objective lost and vengeance sworn by a weak end.
        death: Cost of dying or being lost.
    """

    health: float = 0.0
    spirit: float = 0.0
    supply: float = 0.0
    debility: float = 0.0
    regret: float = 0.0
    death: float = 0.0

    def ends(self) -> NDArray[np.float64]:
        """Return the worth of every ending, by open supply left and the ending's number."""
        word = np.arange(ENDINGS)
        dead, word = word % 2, word // 2
        regrets, word = word % 8, word // 8
        marks, word = word % 16, word // 16
        supply, word = word % 8, word // 8
        spirit, word = word % 8, word // 8
        health, outcome = word % 8, word // 8
        worth = (outcome == Outcome.WIN).astype(np.float64)
        worth -= self.health * (MAX_TRACK - health) + self.spirit * (MAX_TRACK - spirit)
        worth -= self.supply * (MAX_TRACK - supply) + self.debility * marks
        worth -= self.regret * regrets + self.death * dead
        return np.ascontiguousarray(worth + self.supply * np.arange(MAX_TRACK + 1)[:, None])


WIN = Objective()
"""The chance to win, nothing else."""
