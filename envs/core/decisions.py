"""The one pending decision of a game: offering actions, asking a seat, taking the answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .compiler import rule
from .records import Record

LEGAL_FULL = 2
NO_CHOICE = 3
"""Faults a state's `error` field carries."""

NOBODY = -1
NOTHING = -1
"""The decision of a state where none is pending."""


@dataclass(frozen=True)
class Decisions:
    """The rules of one game's pending decision; each takes the state first.

    Attributes:
        offer: ``(state, act)``: add an action to the legal list of the decision being built.
        offer_if: ``(state, yes, act)``: offer `act` when it would change something.
        ask: ``(state, decision, seat)``: post the decision built with `offer`; a choice of one is taken at once.
        answered: ``(state) -> act``: take the answer to the decision asked; -1 when nothing was asked yet.
        close: ``(state)``: clear the pending decision and its legal list.
        is_legal: ``(state, act) -> bool``.
    """

    offer: Callable[[Any, int], None]
    offer_if: Callable[[Any, bool, int], None]
    ask: Callable[[Any, int, int], None]
    answered: Callable[[Any], int]
    close: Callable[[Any], None]
    is_legal: Callable[[Any, int], bool]


def make_decisions(state: type[Record]) -> Decisions:
    """Return the rules for a state with the fields `legal`, `n_legal`, `decision`, `seat`, `answer` and `error`."""

    def concrete(function: Any) -> Any:
        function.__annotations__["state"] = state
        return rule(function)

    @concrete
    def offer(state: Any, act: int) -> None:
        if state.n_legal >= len(state.legal):
            state.error = LEGAL_FULL
            return
        state.legal[state.n_legal] = act
        state.n_legal += 1

    @concrete
    def offer_if(state: Any, yes: bool, act: int) -> None:
        if yes:
            offer(state, act)

    @concrete
    def ask(state: Any, decision: int, seat: int) -> None:
        if state.n_legal == 0:
            state.error = NO_CHOICE
        elif state.n_legal == 1:
            state.answer = state.legal[0]
            state.legal[0] = 0
            state.n_legal = 0
        else:
            state.decision = decision
            state.seat = seat

    @concrete
    def answered(state: Any) -> int:
        answer: int = state.answer
        state.answer = NOBODY
        return answer

    @concrete
    def close(state: Any) -> None:
        for i in range(state.n_legal):
            state.legal[i] = 0
        state.n_legal = 0
        state.decision = NOTHING
        state.seat = NOBODY

    @concrete
    def is_legal(state: Any, act: int) -> bool:
        for i in range(state.n_legal):
            if state.legal[i] == act:
                return True
        return False

    return Decisions(offer, offer_if, ask, answered, close, is_legal)
