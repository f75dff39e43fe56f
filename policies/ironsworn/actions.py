"""What an observation of Ironsworn says of each action: a move's stat, what an ability does, how a foe stands."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...envs.ironsworn.layout import LAYOUT, Ability, Carried, Me, Opponent
from ...envs.ironsworn.terms import ACTIONS, ASSETS, FOES, SLOTS, STATS, Act, Stat
from ..action_features import NONE, features

STAT_OF = {
    Act.STRIKE_CLOSE: Stat.IRON,
    Act.CLASH_CLOSE: Stat.IRON,
    Act.STRIKE_RANGED: Stat.EDGE,
    Act.CLASH_RANGED: Stat.EDGE,
    Act.COMPEL_HEART: Stat.HEART,
    Act.COMPEL_IRON: Stat.IRON,
    Act.COMPEL_SHADOW: Stat.SHADOW,
}
"""The stat that a move is rolled with, where it is always the same."""
WITH_STAT = (Act.SECURE, Act.FACE, Act.FLEE, Act.AID, Act.STAT)
"""Moves that are offered with each stat."""
KINDS = tuple(zip(Act, (*list(Act)[1:], ACTIONS), strict=True))


def stat_places() -> NDArray[np.int64]:
    """Return where the stat of each action stands: how high it is, whether it is open, whether it was used last."""
    places = np.full((ACTIONS, 3), NONE)
    stats = {int(first) + stat: stat for first in WITH_STAT for stat in range(STATS)} | STAT_OF
    for act, stat in stats.items():
        places[act] = [LAYOUT.start("me") + part + stat for part in (Me.STAT, Me.OPEN_STAT, Me.LAST_STAT)]
    return places


def slot_places() -> NDArray[np.int64]:
    """Return where the ability of each action stands, and the asset it belongs to."""
    ability, asset = Ability.width(), Carried.width()
    places = np.full((ACTIONS, ability + asset), NONE)
    for slot in range(SLOTS):
        mine = LAYOUT.start("abilities") + slot * ability + np.arange(ability)
        whose = LAYOUT.start("assets") + slot // (SLOTS // ASSETS) * asset + np.arange(asset)
        places[[Act.ABILITY + slot, Act.SECOND + slot]] = np.concatenate([mine, whose])
    return places


def foe_places() -> NDArray[np.int64]:
    """Return where the foe of each action stands."""
    places = np.full((ACTIONS, Opponent.width()), NONE)
    for foe in range(FOES):
        places[Act.FOE + foe] = LAYOUT.start("foes") + foe * Opponent.width() + np.arange(Opponent.width())
    return places


FEATURES = features(
    np.concatenate([stat_places(), slot_places(), foe_places()], axis=1),
    [(first, end - first) for first, end in KINDS],
    (Act.SEAT, Act.REROLL),
    np.zeros((ACTIONS, 3)),
    (),
    np.zeros((0, 0)),
    0,
    0,
)
