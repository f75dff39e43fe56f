"""What an encounter cost: who fell, and what that brings after it (Encounter rules p. 24)."""

from __future__ import annotations

from typing import Any

from .state import Book, State
from .terms import SEATS

TICKS = (2, 1, 0, -1, -2)
"""Ticks of the knockout track added by difficulty (Story rules p. 9)."""


def losses(state: State, book: Book) -> dict[str, Any]:
    """Return what the encounter cost, ready for JSON: a seat's items to lose and injuries to draw, and ticks."""
    fallen = [seat for seat in range(SEATS) if state.seats[seat].fallen]
    change = TICKS[book.difficulty] * (len(fallen) if book.house.ko_ticks else min(len(fallen), 1))
    return {
        "fallen": [seat + 1 for seat in fallen],
        "items_lost": [2 if seat in fallen else 1 for seat in range(SEATS)],
        "injuries": [int(seat in fallen) for seat in range(SEATS)],
        "knockout_ticks": max(len(fallen) + change, 0),
    }
