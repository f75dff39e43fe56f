"""What an encounter cost, ready for JSON (Encounter rules p. 17, 24)."""

from __future__ import annotations

from typing import Any

from .results import results
from .state import Book, State
from .terms import Outcome


def losses(state: State, book: Book) -> dict[str, Any] | None:
    """Return what an encounter cost: seats that fell or are dead, what each loses, allies archived, ticks.

    None while it goes on.
    """
    if state.outcome == Outcome.ON:
        return None
    cost = results(state, book)
    return {
        "fallen": [seat for seat, each in enumerate(cost.seats, 1) if each.fallen],
        "dead": [seat for seat, each in enumerate(cost.seats, 1) if each.dead],
        "items_lost": [each.items for each in cost.seats],
        "injuries": [each.injuries for each in cost.seats],
        "allies_lost": [ally + 1 for ally in cost.dead_allies],
        "knockout_ticks": cost.ticks,
    }
