"""Whole games between compiled pilots, played in machine code: for benchmarks, tests and tuning."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..envs.core.chance import pilot_draw, rekey
from ..envs.core.compiler import I8, Batch, Family, I4x2, entry, rule
from ..envs.core.game import DONE, GameRules
from ..envs.core.pilot import Why
from ..envs.core.tape import Tape, new_tapes

Rollout = Callable[[NDArray[np.void], NDArray[np.void], Sequence[int], int, range], NDArray[np.int32]]
"""``(state, book, addresses, act, seeds) -> one row a game``: as `Playout`, on from an answer to a decision."""
Playout = Callable[[NDArray[np.void], Sequence[int], range], NDArray[np.int32]]
"""``(book, addresses, seeds) -> one row a game``: a pilot's address for each seat, and a range of step 1."""


def rest_of(rules: GameRules, family: Family[int], decide: Callable[..., int]) -> Callable[..., int]:
    """Return the rule ``(state, book, tape, addresses, why) -> status`` that plays a game to its end."""
    call_pilot = family.call
    kind: Any = rules.state
    content: Any = rules.book

    def play_on(state: Any, book: Any, tape: Tape, addresses: I8, why: Why) -> int:
        while state.outcome == 0:
            draw = pilot_draw(state.chance, state.seat, state.decisions)
            status = decide(state, book, tape, call_pilot(addresses[state.seat], state, book, draw, why))
            if status != DONE:
                return status
        return DONE

    play_on.__annotations__.update(state=kind, book=content)
    return rule(play_on)


def make_playout(
    rules: GameRules,
    family: Family[int],
    begin: Callable[..., int],
    decide: Callable[..., int],
    record: Callable[..., None],
    columns: int,
) -> Playout:
    """Return what plays whole games of a game.

    Args:
        rules: The game.
        family: Its compiled pilots.
        begin: Rule ``(state, book, tape, seed) -> status`` for a copy of ``book.start``.
        decide: Rule ``(state, book, tape, act) -> status``.
        record: Rule ``(state, rows, game) -> None`` that writes a finished game into its row.
        columns: Numbers in a row.
    """
    kind: Any = rules.state
    content: Any = rules.book
    play_rest = rest_of(rules, family, decide)

    def play_range(
        states: Any, books: Any, tapes: Batch[Tape], whys: Batch[Why], addresses: I8, first: int, rows: I4x2
    ) -> int:
        state = states[0]
        for game in range(len(rows)):
            states[0] = books[0].start
            status = begin(state, books[0], tapes[0], first + game)
            if status == DONE:
                status = play_rest(state, books[0], tapes[0], addresses, whys[0])
            if status != DONE:
                return status
            record(state, rows, game)
        return DONE

    play_range.__annotations__.update(states=Batch[kind], books=Batch[content])
    run = entry(play_range)

    def play(book: NDArray[np.void], addresses: Sequence[int], seeds: range) -> NDArray[np.int32]:
        states = np.zeros(1, rules.state.dtype)
        tapes = new_tapes(1, log=False)
        table = rules.steps()
        tapes[0]["steps"][: len(table)] = table
        rows = np.zeros((len(seeds), columns), np.int32)
        pilots = np.array(addresses, np.int64)
        status = run(states, book, tapes, np.zeros(1, Why.dtype), pilots, seeds.start, rows)
        if status != DONE:
            raise RuntimeError(f"playing {seeds} stopped with the engine's status {status}")
        return rows

    return play


def make_rollout(
    rules: GameRules,
    family: Family[int],
    decide: Callable[..., int],
    record: Callable[..., None],
    columns: int,
) -> Rollout:
    """Return what plays a game on from an answer to its pending decision, each time with other luck.

    Args:
        rules: The game.
        family: Its compiled pilots.
        decide: Rule ``(state, book, tape, act) -> status``.
        record: Rule ``(state, rows, game) -> None`` that writes a finished game into its row.
        columns: Numbers in a row.
    """
    kind: Any = rules.state
    content: Any = rules.book
    play_rest = rest_of(rules, family, decide)

    def roll_range(
        states: Any,
        books: Any,
        tapes: Batch[Tape],
        whys: Batch[Why],
        addresses: I8,
        act: int,
        first: int,
        rows: I4x2,
    ) -> int:
        state = states[0]
        for game in range(len(rows)):
            states[0] = states[1]
            rekey(state.chance, first + game)
            status = decide(state, books[0], tapes[0], act)
            if status == DONE:
                status = play_rest(state, books[0], tapes[0], addresses, whys[0])
            if status != DONE:
                return status
            record(state, rows, game)
        return DONE

    roll_range.__annotations__.update(states=Batch[kind], books=Batch[content])
    run = entry(roll_range)

    def roll(
        state: NDArray[np.void], book: NDArray[np.void], addresses: Sequence[int], act: int, seeds: range
    ) -> NDArray[np.int32]:
        states = np.zeros(2, rules.state.dtype)
        states[1] = state[0]
        tapes = new_tapes(1, log=False)
        table = rules.steps()
        tapes[0]["steps"][: len(table)] = table
        rows = np.zeros((len(seeds), columns), np.int32)
        pilots = np.array(addresses, np.int64)
        status = run(states, book, tapes, np.zeros(1, Why.dtype), pilots, act, seeds.start, rows)
        if status != DONE:
            raise RuntimeError(f"playing on from {act} with {seeds} stopped with the engine's status {status}")
        return rows

    return roll
