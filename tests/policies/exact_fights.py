"""Small fights that the tests of the exact solver share."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from table import sheet

from shieldmate.envs.ironsworn.house_rules import HouseRules
from shieldmate.envs.ironsworn.scenario import compile_book, make_scenario
from shieldmate.envs.ironsworn.sheet import Sheet

WORN = {
    "health": 2,
    "spirit": 2,
    "supply": 0,
    "momentum": 2,
    "debilities": frozenset({"wounded", "shaken", "unprepared", "maimed", "corrupted"}),
}
"""Nothing of this character can rise but momentum: the whole graph of a fight has a few thousand main decisions."""


def book_of(foes: str | Sequence[str] = "troublesome", who: Sheet | None = None, **rules: Any) -> NDArray[np.void]:
    """The compiled fight of one character."""
    names = [foes] if isinstance(foes, str) else list(foes)
    return compile_book(make_scenario(names, [who or sheet()], HouseRules(**rules)))


def worn(**changes: Any) -> Sheet:
    """The worn character, but for changes."""
    changed: Sheet = sheet(**{**WORN, **changes})
    return changed
