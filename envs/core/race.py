"""The engine of a game alone, for measuring: random legal play with a mask before every decision, copies of states."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .compiler import I1, Batch, Entry, entry
from .game import DONE, typed_by
from .records import Record
from .tape import Tape

MULTIPLIER = 1103515245
INCREMENT = 12345
WORD31 = 0x7FFFFFFF
"""A linear congruential generator: the luck of choosing must cost nothing beside the engine."""


@dataclass(frozen=True)
class Race:
    """The entries of one game.

    Attributes:
        run: Entry ``(states, books, tapes, mask, seed, decisions) -> games begun``, or -1 for a fault: plays random
            legal actions, game after game from `seed` on.
        copy: Entry ``(states) -> states copied``: the first half of them over the second.
    """

    run: Entry[int]
    copy: Entry[int]


def make_race(
    state: type[Record],
    book: type[Record],
    begin: Callable[..., int],
    decide: Callable[..., int],
    write_mask: Callable[..., None],
) -> Race:
    """Return the race of a game: its state and book, and its rules as `make_kernel` takes them."""
    typed = typed_by(state, book)

    @entry
    @typed
    def run(states: Any, books: Any, tapes: Batch[Tape], mask: I1, seed: int, decisions: int) -> int:
        game = states[0]
        games = 0
        luck = seed & WORD31
        for _ in range(decisions):
            if games == 0 or game.outcome != 0:
                states[0] = books[0].start
                games += 1
                if begin(game, books[0], tapes[0], seed + games) != DONE:
                    return -1
            write_mask(game, mask)
            luck = (luck * MULTIPLIER + INCREMENT) & WORD31
            if decide(game, books[0], tapes[0], game.legal[(luck >> 8) % game.n_legal]) != DONE:
                return -1
        return games

    @entry
    @typed
    def copy(states: Any) -> int:
        half = len(states) // 2
        for i in range(half):
            states[half + i] = states[i]
        return half

    return Race(run, copy)
