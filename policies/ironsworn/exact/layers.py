"""Layers: sort main decisions and prices by what only rises while a fight goes on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from ....envs.ironsworn.terms import ASSETS, DEBILITIES, FOES
from .keys import ASSET_DIGITS, FIRST_DIGITS, FOE_DIGITS, FOES_AT, HELD_SUPPLY, REAL_BITS

Ids = NDArray[np.int64]

SPENT = 1_000
"""Height of having no supply left, so that no layer mixes those that have with those that have not."""


def risen(keys: Ids, real: bool, supply_falls: bool) -> list[Ids]:
    """Return what never goes back in a fight, as columns: none falls on any way from a key to another.

    Supply spent, debilities marked, Turn the Tide, dying, objectives given up, foes out or risen in rank, abilities
    used, assets lost and rituals faded: none of them is undone in a fight, so a fight never comes back to less.

    Args:
        keys: Main decisions and prices, as `keys.pack` writes them.
        real: Whether the keys hold progress.
        supply_falls: Whether nothing in this fight brings supply back.
    """
    first = {name: digit.of(keys[:, 0]) for name, digit in FIRST_DIGITS.items()}
    columns = [first[name] for name in ("regrets", "dying", "tide_used")]
    columns += [first["marks"] >> mark & 1 for mark in range(DEBILITIES)]
    if supply_falls:
        supply = first["supply"]
        columns.append(np.where(supply == HELD_SUPPLY, 0, 5 - supply) + SPENT * (supply == 0))
    word = keys[:, 1] >> (FOES_AT + (REAL_BITS if real else 0))
    for foe in range(FOES):
        rank, active = (FOE_DIGITS[name].of(word, foe) for name in ("rank", "active"))
        columns.append(rank + (rank > 0) * (1 - active))
    for asset in range(ASSETS):
        used, active, condition = (ASSET_DIGITS[n].of(keys[:, 2], asset) for n in ("used", "active", "condition"))
        columns += [used & 1, used >> 1 & 1, used >> 2 & 1, 3 - active, condition]
    return columns


def layers(columns: list[Ids]) -> Iterator[list[Ids]]:
    """Yield the layers, the highest first, each as groups that are alike in all columns, the largest first.

    A way from a group leads back to it or to a higher layer, so the groups of a layer know nothing of each other.
    """
    if not columns or not len(columns[0]):
        return
    telling = [column for column in columns if (column != column[0]).any()]
    height = np.sum(columns, axis=0)
    order = np.lexsort((*telling, -height))
    differs = np.zeros(len(order) - 1, bool)
    for column in telling:
        differs |= np.diff(column[order]) != 0
    groups = np.split(order, np.flatnonzero(differs) + 1)
    for _, layer in groupby(groups, key=lambda group: int(height[group[0]])):
        yield sorted(layer, key=len, reverse=True)
