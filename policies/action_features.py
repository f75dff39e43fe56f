"""What an observation says of each action, so that one set of weights scores them all, whatever slot they stand in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import import_module
from typing import Any

import numpy as np

NONE = -1
COLUMNS, HEIGHTS = 8, 9
"""What the x and the y of a model are divided by in an observation."""
FARTHEST = 10
"""Hexes that count as 1."""


@dataclass(frozen=True)
class ActionFeatures:
    """Where the features of each action stand in an observation, and what is known of it beforehand.

    Its arrays are NumPy's for play and torch's for training; `of` computes the same with either.

    Attributes:
        places: Int64 ``(actions, n)``: the numbers of an observation that are about an action.
        there: Float32 of the same shape: 0 where there is no such number.
        marks: Float32 ``(actions, m)``: its kind, which of its kind it is, and where its hex lies.
        hexes: Float32 ``(actions, 3)``: 1 if it names a hex, and the hex's x and y as a model's are.
        models: Int64 ``(k,)``: where the x of each model stands in an observation, its y behind it; one's own first.
        ground: Int64 ``(board hexes, g)``: the numbers at and around each hex, as the first `g` of `places` are for the
            actions that name it. Of an action that names none they are those at and around one's own hex.
        laid: Float32 of the same shape: 0 where there is no such number.
        standing: Where the plane of an observation begins that has 1 at one's own hex and less elsewhere.
        aside: Numbers at the begin of an observation that are seen through the actions alone, as hexes are.
    """

    places: Any
    there: Any
    marks: Any
    hexes: Any
    models: Any
    ground: Any
    laid: Any
    standing: int = 0
    aside: int = 0

    @property
    def width(self) -> int:
        """Features of an action."""
        return int(self.places.shape[1] + self.marks.shape[1] + len(self.models))

    @property
    def digest(self) -> str:
        """A hash of all that the features mean."""
        told = sha256(f"{self.standing} {self.aside} {COLUMNS} {HEIGHTS} {FARTHEST}".encode())
        for part in self.arrays().values():
            told.update(np.ascontiguousarray(part).tobytes())
        return told.hexdigest()[:16]

    def of(self, observations: Any, rows: Any, acts: Any, join: Callable[..., Any]) -> Any:
        """Return the features of actions, ``(n, width)``: of action `acts[i]` in observation `rows[i]`.

        Args:
            observations: Float32 ``(decisions, at least the layout's width)``.
            rows: Int64 ``(n,)``.
            acts: Int64 ``(n,)``.
            join: ``numpy.concatenate`` or ``torch.cat``.
        """
        start = rows[:, None] * observations.shape[1]
        told = observations.take(start + self.places[acts]) * self.there[acts]
        where = self.hexes[acts]
        own = 1 - where[:, :1]
        if len(self.ground):
            plane = observations[:, self.standing : self.standing + len(self.ground)]
            mine = plane.argmax(1)[rows]
            stands = own * (observations.take(start + self.standing + mine[:, None]) == 1)
            around = observations.take(start + self.ground[mine]) * self.laid[mine]
            size = self.ground.shape[1]
            told = join([told[:, :size] + around * stands, told[:, size:]], 1)
        x, y = observations.take(start + self.models), observations.take(start + self.models + 1)
        x, y = x - where[:, 1:2] - x[:, :1] * own, y - where[:, 2:3] - y[:, :1] * own
        across, along = abs(x) * COLUMNS, abs(y) * HEIGHTS
        most = (across + (across + along) / 2 + abs(across - (across + along) / 2)) / 2
        return join([told, self.marks[acts], most / FARTHEST], 1)

    def columns(self, places: Iterable[int]) -> list[int]:
        """Return the features that any of these numbers of an observation goes into, be it for one action alone."""
        some = list(places)
        size = self.ground.shape[1]
        told = (np.isin(self.places, some) & (self.there > 0)).any(axis=0)
        told[:size] |= (np.isin(self.ground, some) & (self.laid > 0)).any(axis=0)
        told[:size] |= np.isin(self.standing + np.arange(len(self.ground)), some).any()
        marked = np.zeros(self.marks.shape[1], bool)
        far = np.isin(self.models, some) | np.isin(self.models + 1, some)
        far |= far[:1].any()
        found: list[int] = np.flatnonzero(np.concatenate([told, marked, far])).tolist()
        return found

    def arrays(self) -> dict[str, Any]:
        """Return the arrays by name."""
        return {name: getattr(self, name) for name in ("places", "there", "marks", "hexes", "models", "ground", "laid")}


def features(
    places: Any,
    kinds: Sequence[tuple[int, int]],
    numbered: Sequence[int],
    hexes: Any,
    models: Sequence[int],
    ground: Any,
    standing: int,
    aside: int,
) -> ActionFeatures:
    """Return the features of a game's actions.

    Args:
        places: Int ``(actions, n)``, `NONE` where an action has no such number.
        kinds: First action and number of actions of each kind.
        numbered: First actions of the kinds of which each one stands for itself, as a colour does.
        hexes: Float ``(actions, 3)``.
        models: Places of the x of models, one's own first.
        ground: Int ``(board hexes, g)``: the numbers at and around each hex, `NONE` where there are none.
        standing: Where the plane begins that has 1 at one's own hex.
        aside: Numbers at the begin of an observation that are seen through the actions alone.
    """
    actions = len(places)
    of_kind = np.zeros((actions, len(kinds)), np.float32)
    alone: list[int] = []
    for k, (first, count) in enumerate(kinds):
        of_kind[first : first + count, k] = 1
        if first in numbered:
            alone += range(first, first + count)
    itself = np.zeros((actions, len(alone)), np.float32)
    itself[alone, range(len(alone))] = 1
    return ActionFeatures(
        np.maximum(places, 0).astype(np.int64),
        (places != NONE).astype(np.float32),
        np.concatenate([of_kind, itself, hexes[:, 1:]], 1).astype(np.float32),
        hexes.astype(np.float32),
        np.array(models, np.int64),
        np.maximum(ground, 0).astype(np.int64),
        (np.array(ground) != NONE).astype(np.float32),
        standing,
        aside,
    )


@cache
def features_of(game: str) -> ActionFeatures:
    """Return the features of a game's actions."""
    found: ActionFeatures = import_module(f".{game}.actions", __package__).FEATURES
    return found
