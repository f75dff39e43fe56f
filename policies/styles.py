"""Partner styles: ways in which people play, made of the scripted pilot.

A style narrows the actions offered before it asks the scripted pilot, and leaves some choices to luck. So it plays any
character and any content that the scripted pilot plays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..envs.core.compiler import Family, rule
from ..envs.core.game import typed_by
from ..envs.core.pilot import Why

TRAINED_WITH = ("bold", "cautious", "hoarding", "careless", "noisy")
"""Styles of the partners that a pilot meets in training."""
HELD_OUT = ("stubborn", "lone", "hasty", "showy")
"""Styles that no pilot meets in training, for testing."""
STYLES = (*TRAINED_WITH, *HELD_OUT)
BY_LUCK = ("careless", "noisy")
"""Styles that leave some choices to luck; the others always answer what they see alike."""

PERCENT = 100


def make_style(
    family: Family[int], scripted: Callable[..., int], keeps: Callable[..., bool], whim: Callable[..., int]
) -> Callable[..., int]:
    """Return the member of a game's pilots that plays in a style.

    Args:
        family: The game's compiled pilots.
        scripted: Its scripted pilot.
        keeps: Rule ``(state, book, act) -> bool``: whether the style thinks of an offered action at all. Where it
            thinks of none of them, it thinks of all.
        whim: Rule ``(state) -> percent``: how often the pending decision is left to luck, among what is kept.
    """
    typed = typed_by(*family.arguments[:2])

    def narrow(state: Any, book: Any) -> int:
        """Leave only what is kept in the legal list and put what it displaces behind; returns how much is kept."""
        offered = state.n_legal
        if 2 * offered > len(state.legal):
            return 0
        kept = 0
        for k in range(offered):
            if keeps(state, book, state.legal[k]):
                state.legal[offered + kept] = state.legal[k]
                kept += 1
        for k in range(kept):
            act = state.legal[offered + k]
            state.legal[offered + k] = state.legal[k]
            state.legal[k] = act
        if kept > 0:
            state.n_legal = kept
        return kept

    narrow_down = rule(typed(narrow))

    def widen(state: Any, offered: int, kept: int) -> None:
        """Take back what `narrow` did."""
        for k in range(kept):
            state.legal[k] = state.legal[offered + k]
            state.legal[offered + k] = 0
        state.n_legal = offered

    widen_again = rule(typed(widen))

    def play(state: Any, book: Any, draw: int, why: Why) -> int:
        offered = state.n_legal
        kept = narrow_down(state, book)
        if draw % PERCENT < whim(state):
            act: int = state.legal[draw // PERCENT % state.n_legal]
            why.code = 0
        else:
            act = scripted(state, book, draw, why)
        widen_again(state, offered, kept)
        return act

    return family.member(typed(play))
