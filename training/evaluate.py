"""Playing whole games between any pilots, compiled or not, for measuring.

What a pilot draws in a game hangs on the seed of that game and on its seat alone, so that the same games come out
however they are cut into batches and shared between processes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..agents.pilots import Post, Seated, is_own, own_digest, policy_module
from ..envs.core.compiler import load
from ..envs.core.face import Face
from ..envs.core.pilot import Pilot, View
from ..policies.playout import CALLER, Lockstep, Playout

OUTCOME, ROUNDS, DECISIONS = range(3)
"""The first columns of every game's rows."""
LANES = 128
"""Games side by side where a pilot answers many at once."""
TIMED = 8
"""Games in which compiled pilots are timed."""


@dataclass(frozen=True, eq=False)
class Match:
    """A pilot at a table; it can be sent to another process.

    Attributes:
        face: The game.
        book: The compiled scenario, an array of one record.
        pilots: The name of each seat's pilot.
        tested: The seats that the pilot under test holds.
        describe: Tells pilots of one's own the situation as plain data.
        name: Tells them the words of an action.
        judge: Tells what a choice under test loses; None where nobody knows.
    """

    face: Face
    book: NDArray[np.void]
    pilots: tuple[str, ...]
    tested: tuple[int, ...]
    describe: Callable[[Any, Any, int], dict[str, Any]]
    name: Callable[[Any, Any, int], str] | None = None
    judge: Callable[[View, int], int] | None = None

    @property
    def compiled(self) -> bool:
        """Whether machine code plays all of it."""
        return CALLER not in self.addresses()

    @property
    def alone(self) -> bool:
        """Whether a pilot of one's own plays, which is made anew for each game."""
        return any(is_own(pilot) for pilot in self.pilots)

    @property
    def side_by_side(self) -> int:
        """How many games are best played at once."""
        together = not self.alone and any(answers_many(self, seat) for seat in range(len(self.pilots)))
        return LANES if together else 1

    def addresses(self) -> list[int]:
        """Return the address of each seat's pilot."""
        return [CALLER if is_own(name) else address_of(self.face.rules.name, name) for name in self.pilots]

    def prepare(self) -> None:
        """Have everything loaded, and what a pilot wants to know of the scenario found out.

        Raises:
            ContentError: A pilot does not play this game, or not this scenario.
        """
        for seat, pilot in enumerate(self.pilots):
            with seated(self.face.rules.name, pilot, seat, 0) as holder:
                holder.meet(self.book)
        playout = playout_of(self.face.rules.name)
        load(playout.run, playout.ask, self.face.rules.observe, self.face.rules.masks)


class Played(NamedTuple):
    """What came of games.

    Attributes:
        rows: One row a game: outcome, rounds, decisions and what else the game records, int32 `(games, columns)`; last,
            where somebody judges, what all choices under test lost together.
        seconds: Time that the pilots under test took for answers, where they are not compiled.
        answers: Their number.
        elapsed: Time that all of it took.
    """

    rows: NDArray[np.int32]
    seconds: float
    answers: int
    elapsed: float


def play(match: Match, seeds: range) -> Played:
    """Play whole games.

    Args:
        match: Who plays what.
        seeds: A range of step 1.

    Raises:
        ContentError: A pilot failed or chose what is not legal.
    """
    began = perf_counter()
    if (play_games := plays_alone(match)) is not None:
        rows = play_games(match.face.rules.name, match.book, seeds)
        elapsed = perf_counter() - began
        return Played(rows, elapsed, int(rows[:, DECISIONS].sum()), elapsed)
    lanes = min(match.side_by_side, len(seeds))
    games = Lockstep(playout_of(match.face.rules.name), match.book, match.addresses(), seeds, lanes)
    with Seats(match, games) as seats:
        while len(waiting := games.advance()):
            seats.answer(waiting)
    rows = games.rows if match.judge is None else np.column_stack([games.rows, seats.lost])
    return Played(rows, seats.seconds, seats.answers, perf_counter() - began)


def time_compiled(match: Match, seeds: range) -> float:
    """Return how long compiled pilots under test take for a decision, seconds."""
    playout = playout_of(match.face.rules.name)
    held = match.addresses()
    asked = [CALLER if seat in match.tested else address for seat, address in enumerate(held)]
    games = Lockstep(playout, match.book, asked, seeds, len(seeds))
    answers, seconds = 0, 0.0
    while len(waiting := games.advance()):
        began = perf_counter()
        games.ask(held)
        seconds += perf_counter() - began
        answers += len(waiting)
    return seconds / max(answers, 1)


class Seats:
    """The seats of games that wait for pilots which are not compiled."""

    def __init__(self, match: Match, games: Lockstep) -> None:
        """Seat nobody yet."""
        self.match = match
        self.games = games
        self.rules: Any = match.face.rules
        self.seconds = 0.0
        self.answers = 0
        self.lost = np.zeros(len(games.rows), np.int32)
        self._many = {seat: name for seat, name in enumerate(match.pilots) if answers_many(match, seat)}
        self._holders: dict[int, Seated] = {}
        self._luck: dict[tuple[int, int], np.random.Generator] = {}
        self._game = -1

    def __enter__(self) -> Seats:
        """Take care of the pilots of one's own."""
        return self

    def __exit__(self, *error: object) -> None:
        """Let them go."""
        self._leave()

    def answer(self, waiting: NDArray[np.int64]) -> None:
        """Answer every lane that waits."""
        seats = self.games.states["seat"][waiting]
        for name in sorted(set(self._many.values())):
            of_it = np.isin(seats, [seat for seat, pilot in self._many.items() if pilot == name])
            if of_it.any():
                spent = self._answer_many(name, waiting[of_it], seats[of_it])
                tested = int(np.isin(seats[of_it], self.match.tested).sum())
                self._count(spent * tested / int(of_it.sum()), tested)
        for lane, seat in zip(waiting.tolist(), seats.tolist(), strict=True):
            if seat not in self._many:
                spent = self._answer_one(seat, lane)
                if seat in self.match.tested:
                    self._count(spent, 1)

    def _count(self, seconds: float, answers: int) -> None:
        self.seconds += seconds
        self.answers += answers

    def _answer_many(self, name: str, lanes: NDArray[np.int64], seats: NDArray[np.int16]) -> float:
        """Answer lanes at once; returns how long the pilot took.

        The batch has always as many rows: in another shape a matrix product rounds otherwise, and what comes of a game
        would hang on how many others are played beside it.
        """
        observations = np.zeros((LANES, self.rules.width), np.float32)
        masks = np.zeros((LANES, self.rules.actions), np.int8)
        masks[len(lanes) :, 0] = 1
        for row, (lane, seat) in enumerate(zip(lanes.tolist(), seats.tolist(), strict=True)):
            self.rules.observe(self.games.states, lane, self.match.book, 0, seat, observations[row])
            self.rules.masks(self.games.states, lane, masks[row])
        pilot: Any = shared(self.rules.name, name, int(seats[0])).pilot
        began = perf_counter()
        if hint := hint_of(pilot):
            hints = np.zeros(len(self.games.acts), np.int64)
            self.games.ask([hint] * len(self.match.pilots), hints)
            given = np.zeros((LANES, 1), np.float32)
            given[: len(lanes), 0] = hints[lanes]
            acts = pilot.choose_many(np.hstack([observations, given]), masks)
        else:
            # A batch has no luck of its own: such a pilot answers an observation always alike.
            acts = pilot.act_batch(observations, masks, np.random.default_rng(0))
        self.games.acts[lanes] = acts[: len(lanes)]
        return perf_counter() - began

    def _answer_one(self, seat: int, lane: int) -> float:
        """Answer one lane; returns how long the pilot took."""
        game = int(self.games.lanes[lane]["game"])
        mask = np.zeros(self.rules.actions, np.int8)
        self.rules.masks(self.games.states, lane, mask)
        match = self.match
        view = match.face.view(self.games.states, lane, match.book, 0, seat, match.describe, match.name)
        holder, rng = self._holder(seat, game), self._rng(seat, game)
        began = perf_counter()
        act = holder.act(view, mask, rng)
        spent = perf_counter() - began
        if match.judge is not None and seat in match.tested:
            self.lost[game] += match.judge(view, act)
        self.games.acts[lane] = act
        return spent

    def _holder(self, seat: int, game: int) -> Seated:
        name = self.match.pilots[seat]
        if not is_own(name):
            return shared(self.rules.name, name, seat)
        if game != self._game:
            self._leave()
            self._game = game
        if seat not in self._holders:
            self._holders[seat] = Seated(name, Post(self.rules.name, self.games.seeds[game], seat))
        return self._holders[seat]

    def _rng(self, seat: int, game: int) -> np.random.Generator:
        if (seat, game) not in self._luck:
            self._luck[seat, game] = np.random.default_rng([self.games.seeds[game], seat])
        return self._luck[seat, game]

    def _leave(self) -> None:
        for holder in self._holders.values():
            holder.close()
        self._holders = {}


def answers_many(match: Match, seat: int) -> bool:
    """Return whether a seat's pilot answers many observations at once."""
    name = match.pilots[seat]
    if is_own(name) or address_of(match.face.rules.name, name) != CALLER:
        return False
    pilot = shared(match.face.rules.name, name, seat).pilot
    return hasattr(pilot, "act_batch") or hint_of(pilot) != 0


def hint_of(pilot: Pilot) -> int:
    """Return the address of the compiled pilot whose choice a network sees beside its observation; 0 for none."""
    return int(getattr(getattr(pilot, "hinting", None), "address", None) or 0)


def plays_alone(match: Match) -> Callable[[str, NDArray[np.void], range], NDArray[np.int32]] | None:
    """Return what plays whole games of a table of one seat for its pilot, if the pilot offers that."""
    if len(match.pilots) > 1 or is_own(match.pilots[0]):
        return None
    pilot = shared(match.face.rules.name, match.pilots[0], 0).pilot
    return getattr(pilot, "play_games", None)


def playout_of(game: str) -> Playout:
    """Return what plays whole games of a game."""
    playout: Playout = policy_module(game, "playout").PLAYOUT
    return playout


def columns_of(game: str) -> Sequence[str]:
    """Return the names of a row's numbers."""
    names: Sequence[str] = policy_module(game, "playout").Games._fields
    return names


def digest_of(game: str, name: str) -> str:
    """Return a hash of what stands behind a pilot's name: fitted numbers, or code of one's own; empty where nothing."""
    if is_own(name):
        return own_digest(name)
    return str(getattr(shared(game, name, 0).pilot, "digest", ""))


@cache
def shared(game: str, name: str, seat: int) -> Seated:
    """Return the holder of a seat who keeps nothing from one game to the next; one for all games of this process."""
    return Seated(name, Post(game, 0, seat))


@cache
def address_of(game: str, name: str) -> int:
    """Return a pilot's address in this process, `CALLER` where it is not compiled."""
    return int(getattr(shared(game, name, 0).pilot, "address", None) or CALLER)


@contextmanager
def seated(game: str, name: str, seat: int, seed: int) -> Iterator[Seated]:
    """Give a pilot in a seat; one of one's own goes again."""
    if not is_own(name):
        yield shared(game, name, seat)
        return
    holder = Seated(name, Post(game, seed, seat))
    try:
        yield holder
    finally:
        holder.close()
