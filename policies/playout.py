"""Whole games between compiled pilots, played in machine code: for benchmarks, tests and tuning."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..envs.core.chance import pilot_draw, rekey
from ..envs.core.compiler import I8, Batch, Entry, Family, I4x2, entry, rule
from ..envs.core.game import DONE, GameRules, typed_by
from ..envs.core.pilot import Why
from ..envs.core.records import Record, i8, u1
from ..envs.core.tape import Tape

Rollout = Callable[[NDArray[np.void], NDArray[np.void], Sequence[int], int, range], NDArray[np.int32]]
"""``(state, book, addresses, act, seeds) -> one row a game``: as `Playout`, on from an answer to a decision."""
CALLER = -1
"""The address of a seat that is not held by a compiled pilot: its decisions are answered by the caller."""


class Lane(Record):
    """One of the games that are played side by side; the games of a range go to the lanes in turn."""

    game: int = i8()  # number in the range
    on: int = u1()  # has begun
    waits: int = u1()  # for an answer of the caller


def rest_of(rules: GameRules, family: Family[int], decide: Callable[..., int]) -> Callable[..., int]:
    """Return the rule ``(state, book, tape, addresses, why) -> status`` that plays on to the end or a `CALLER`."""
    call_pilot = family.call

    @rule
    @typed_by(rules.state, rules.book)
    def play_on(state: Any, book: Any, tape: Tape, addresses: I8, why: Why) -> int:
        while state.outcome == 0 and addresses[state.seat] != CALLER:
            draw = pilot_draw(state.chance, state.seat, state.decisions)
            status = decide(state, book, tape, call_pilot(addresses[state.seat], state, book, draw, why))
            if status != DONE:
                return status
        return DONE

    return play_on


@dataclass(frozen=True)
class Playout:
    """Plays whole games of a game.

    Attributes:
        rules: The game.
        columns: Numbers in a row.
        run: Entry ``(states, books, tapes, whys, lanes, addresses, acts, first, rows) -> status``.
        ask: Entry ``(states, books, whys, lanes, addresses, acts) -> 0``.
    """

    rules: GameRules
    columns: int
    run: Entry[int]
    ask: Entry[int]

    def __call__(self, book: NDArray[np.void], addresses: Sequence[int], seeds: range) -> NDArray[np.int32]:
        """Return one row a game between compiled pilots.

        Args:
            book: The compiled scenario.
            addresses: A pilot's address for each seat.
            seeds: A range of step 1.

        Raises:
            RuntimeError: A pilot chose an illegal action, or the engine passed one of its limits.
        """
        games = Lockstep(self, book, addresses, seeds, 1)
        games.advance()
        return games.rows


class Lockstep:
    """Games side by side that stop for the decisions of seats which no compiled pilot holds.

    Attributes:
        states: Where the games stand, one a lane.
        lanes: Which game each lane plays, and whether it waits.
        acts: What `advance` answers in each lane that waits.
        rows: One row a game, written as the games end.
    """

    def __init__(
        self, playout: Playout, book: NDArray[np.void], addresses: Sequence[int], seeds: range, lanes: int
    ) -> None:
        """Begin with no game; `advance` begins them.

        Args:
            playout: What plays them.
            book: The compiled scenario.
            addresses: A pilot's address for each seat, or `CALLER`.
            seeds: A range of step 1.
            lanes: Games side by side.
        """
        self.playout = playout
        self.book = book
        self.addresses = np.array(addresses, np.int64)
        self.seeds = seeds
        self.states = np.zeros(lanes, playout.rules.state.dtype)
        self.lanes = np.zeros(lanes, Lane.dtype)
        self.lanes["game"] = np.arange(lanes)
        self.acts = np.zeros(lanes, np.int64)
        self.rows = np.zeros((len(seeds), playout.columns), np.int32)
        self._whys = np.zeros(1, Why.dtype)
        self._tapes = playout.rules.tapes()

    def advance(self) -> NDArray[np.int64]:
        """Answer what waits with `acts` and play on; gives the lanes that wait then, none when all games are over.

        Raises:
            RuntimeError: A pilot chose an illegal action, or the engine passed one of its limits.
        """
        status = self.playout.run(
            *(self.states, self.book, self._tapes, self._whys, self.lanes),
            *(self.addresses, self.acts, self.seeds.start, self.rows),
        )
        if status != DONE:
            raise RuntimeError(f"playing {self.seeds} stopped with the engine's status {status}")
        return np.flatnonzero(self.lanes["waits"])

    def ask(self, addresses: Sequence[int], out: NDArray[np.int64] | None = None) -> None:
        """Let compiled pilots answer what waits.

        Args:
            addresses: A pilot's address for each seat.
            out: Where the answers are written, one a lane; by default `acts`.
        """
        pilots = np.array(addresses, np.int64)
        answers = self.acts if out is None else out
        self.playout.ask(self.states, self.book, self._whys, self.lanes, pilots, answers)


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
    call_pilot = family.call
    typed = typed_by(rules.state, rules.book)
    play_rest = rest_of(rules, family, decide)

    @rule
    @typed
    def play_lane(
        states: Any,
        i: int,
        book: Any,
        tape: Tape,
        why: Why,
        lanes: Batch[Lane],
        addresses: I8,
        act: int,
        first: int,
        rows: I4x2,
    ) -> int:
        state = states[i]
        lane = lanes[i]
        status = decide(state, book, tape, act) if lane.waits else DONE
        lane.waits = 0
        while status == DONE and lane.game < len(rows):
            if lane.on == 0:
                states[i] = book.start
                lane.on = 1
                status = begin(state, book, tape, first + lane.game)
            if status == DONE:
                status = play_rest(state, book, tape, addresses, why)
            if status == DONE and state.outcome == 0:
                lane.waits = 1
                return DONE
            if status == DONE:
                record(state, rows, lane.game)
                lane.game += len(lanes)
                lane.on = 0
        return status

    @entry
    @typed
    def play_range(
        states: Any,
        books: Any,
        tapes: Batch[Tape],
        whys: Batch[Why],
        lanes: Batch[Lane],
        addresses: I8,
        acts: I8,
        first: int,
        rows: I4x2,
    ) -> int:
        for i in range(len(lanes)):
            status = play_lane(states, i, books[0], tapes[0], whys[0], lanes, addresses, acts[i], first, rows)
            if status != DONE:
                return status
        return DONE

    @entry
    @typed
    def ask_all(states: Any, books: Any, whys: Batch[Why], lanes: Batch[Lane], addresses: I8, acts: I8) -> int:
        for i in range(len(lanes)):
            if lanes[i].waits:
                state = states[i]
                draw = pilot_draw(state.chance, state.seat, state.decisions)
                acts[i] = call_pilot(addresses[state.seat], state, books[0], draw, whys[0])
        return DONE

    return Playout(rules, columns, play_range, ask_all)


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
    play_rest = rest_of(rules, family, decide)

    @entry
    @typed_by(rules.state, rules.book)
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

    def roll(
        state: NDArray[np.void], book: NDArray[np.void], addresses: Sequence[int], act: int, seeds: range
    ) -> NDArray[np.int32]:
        states = np.zeros(2, rules.state.dtype)
        states[1] = state[0]
        tapes = rules.tapes()
        rows = np.zeros((len(seeds), columns), np.int32)
        pilots = np.array(addresses, np.int64)
        status = roll_range(states, book, tapes, np.zeros(1, Why.dtype), pilots, act, seeds.start, rows)
        if status != DONE:
            raise RuntimeError(f"playing on from {act} with {seeds} stopped with the engine's status {status}")
        return rows

    return roll
