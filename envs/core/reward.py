"""Rewards by configuration: a game names its terms, a learner gives weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .content import choices, refuse
from .kernel import WEIGHTS


@dataclass(frozen=True)
class Term:
    """One term of the reward.

    Attributes:
        name: Its name, the key of its weight.
        weight: The weight it has by default.
        about: What it weighs, and its range.
    """

    name: str
    weight: float
    about: str


def weights_of(terms: Sequence[Term], given: Mapping[str, float] | None = None) -> NDArray[np.float64]:
    """Return the weights of all terms, in order.

    Args:
        terms: The terms of the game.
        given: Weights by name; the others keep their defaults.

    Raises:
        ContentError: A name that the game does not have.
        ValueError: A weight that is no finite number.
    """
    weights = {term.name: term.weight for term in terms} | dict(given or {})
    if unknown := set(weights) - {term.name for term in terms}:
        raise refuse("rewards", "", min(unknown), choices([term.name for term in terms], min(unknown)))
    values = np.zeros(WEIGHTS)
    values[: len(terms)] = [float(weights[term.name]) for term in terms]
    if not np.isfinite(values).all():
        raise ValueError(f"reward weights must be finite: {dict(given or {})}")
    return values
