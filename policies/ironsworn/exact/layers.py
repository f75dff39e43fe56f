"""Layers: sort main decisions by what only rises while a fight goes on."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ....envs.ironsworn.terms import ASSETS, DEBILITIES, FOES
from .keys import HELD_SUPPLY

REAL_BITS = 6 * FOES
SPENT = 1_000
"""Height of having no supply left, so that no layer mixes those that have with those that have not."""


def heights(keys: NDArray[np.int64], real: bool, supply_falls: bool) -> NDArray[np.int64]:
    """Return how far each main decision has come in all that never goes back.

    Supply spent, debilities marked, Turn the Tide, dying, objectives given up, foes out or risen in rank, abilities
    used, assets lost and rituals faded: none of them is undone in a fight, so a fight never comes back to a lower sum.

    Args:
        keys: Main decisions, as `keys.pack` writes them.
        real: Whether the keys hold progress.
        supply_falls: Whether nothing in this fight brings supply back.
    """
    word = keys[:, 0].copy()

    def take(span: int) -> NDArray[np.int64]:
        part: NDArray[np.int64] = word % span
        np.floor_divide(word, span, out=word)
        return part

    height = take(8)  # objectives given up
    take(8)
    take(2)
    take(2)
    height += take(2)  # dying
    take(2)
    height += take(2)  # Turn the Tide
    take(2)
    take(8)
    take(8)
    take(2)
    take(2)
    for _ in range(DEBILITIES):
        height += take(2)
    supply = take(8)
    if supply_falls:
        height += np.where(supply == HELD_SUPPLY, 0, 5 - supply) + SPENT * (supply == 0)
    word = keys[:, 1] // 32
    if real:
        word = word >> REAL_BITS
    for _ in range(FOES):
        rank = take(8)
        height += rank + (rank > 0) * (1 - take(2))
    word = keys[:, 2].copy()
    for _ in range(ASSETS):
        used = take(8)
        height += (used & 1) + (used >> 1 & 1) + (used >> 2 & 1)
        height += 3 - take(4)  # a ritual's effect
        height += take(4)  # condition
        take(8)
    return height


def layers(height: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """Yield the main decisions of each height, the highest first."""
    if not len(height):
        return
    order = np.argsort(-height, kind="stable")
    cuts = np.flatnonzero(np.diff(height[order])) + 1
    yield from np.split(order, cuts)
