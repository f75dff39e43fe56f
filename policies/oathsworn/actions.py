"""What an observation of Oathsworn says of each action: of a hex what lies around it, of a card option what it does."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...envs.core.hexes import COORDINATES, HEXES, geometry
from ...envs.oathsworn.layout import LAYOUT, Deed, Enemy, Gear, Held, Me, Other, Part, Plane, Wound
from ...envs.oathsworn.terms import (
    ABILITIES,
    ACTIONS,
    BOSSES,
    CARDS,
    INJURIES,
    ITEM_OPTIONS,
    ITEMS,
    LOCATIONS,
    OPTIONS,
    SEATS,
    Act,
)
from ..action_features import COLUMNS, HEIGHTS, NONE, features

DIRECTIONS = 6
AROUND = 1 + DIRECTIONS
"""A hex and its neighbours."""
KINDS = tuple(zip(Act, (*list(Act)[1:], ACTIONS), strict=True))
NUMBERED = (Act.TOKEN, Act.NUMBER, Act.COLOUR, Act.DRAWN, Act.DIRECTION)


def ground(neighbour: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return where the planes at and around each hex stand."""
    places = np.full((HEXES, len(Plane) * AROUND), NONE)
    for hex in range(HEXES):
        near = np.concatenate([[hex], neighbour[hex]])
        for k, plane in enumerate(Plane):
            at = LAYOUT.start("hexes") + plane + near
            places[hex, k * AROUND : (k + 1) * AROUND] = np.where(near >= 0, at, NONE)
    return places


def rows(block: str, width: int, first: int, count: int, each: int = 1) -> NDArray[np.int64]:
    """Return where a row of a block stands for each action: row `k // each` for action `first + k`."""
    places = np.full((ACTIONS, width), NONE)
    for k in range(count):
        places[first + k] = LAYOUT.start(block) + k // each * width + np.arange(width)
    return places


def either(*parts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return parts of one width as one, of which each action has at most one."""
    whole: NDArray[np.int64] = np.max(parts, axis=0)
    return whole


def places() -> NDArray[np.int64]:
    """Return where the features of each action stand."""
    option, item = Deed.width(), Gear.width()
    hex_places = np.full((ACTIONS, GROUND.shape[1]), NONE)
    hex_places[Act.HEX : Act.HEX + HEXES] = GROUND
    return np.concatenate(
        [
            hex_places,
            either(
                rows("card_options", option, Act.CARD, CARDS * OPTIONS),
                rows("item_options", option, Act.ITEM, ITEMS * ITEM_OPTIONS, ITEM_OPTIONS),
                rows("abilities", option, Act.ABILITY, ABILITIES),
            ),
            rows("cards", Held.width(), Act.CARD, CARDS * OPTIONS, OPTIONS),
            rows("items", item, Act.ITEM, ITEMS * ITEM_OPTIONS, ITEM_OPTIONS),
            rows("injuries", Wound.width(), Act.INJURY, INJURIES),
            rows("ready", 1, Act.ABILITY, ABILITIES),
            rows("locations", Part.width(), Act.NUMBER, LOCATIONS),
        ],
        axis=1,
    )


def hexes() -> NDArray[np.float64]:
    """Return 1 for each action that names a hex, and the hex's x and y as a model's are observed."""
    found = np.zeros((ACTIONS, 3))
    x, y = np.array(COORDINATES).T
    found[Act.HEX : Act.HEX + HEXES] = np.stack([np.ones(HEXES), x / COLUMNS, (x + 2 * y) / HEIGHTS], 1)
    return found


MODELS = (
    LAYOUT.start("me") + Me.X,
    *(LAYOUT.start("others") + k * Other.width() + Other.X for k in range(SEATS - 1)),
    *(LAYOUT.start("bosses") + k * Enemy.width() + Enemy.X for k in range(BOSSES)),
    *(LAYOUT.start("locations") + k * Part.width() + Part.X for k in range(LOCATIONS)),
)
GROUND = ground(geometry()["neighbour"][0].astype(np.int64))
FEATURES = features(
    places(),
    [(first, end - first) for first, end in KINDS],
    NUMBERED,
    hexes(),
    MODELS,
    GROUND,
    LAYOUT.start("hexes") + Plane.OCCUPANT,
    LAYOUT.start("decision"),
)
