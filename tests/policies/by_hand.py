"""Fights expanded by hand: every face of every die fed to the real engine, on real tracks.

Nothing of the solver is used but the names of main decisions and endings (`pack`, `ending`), by which the numbers
that both sides are given for them can be looked up.
"""

from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shieldmate.envs.core.compiler import I8, Batch, I8x2, entry, rule
from shieldmate.envs.core.tape import Tape, new_tapes
from shieldmate.envs.ironsworn.engine import advance, decide
from shieldmate.envs.ironsworn.game import step_addresses
from shieldmate.envs.ironsworn.stack import DONE, NEEDS_CHANCE, top
from shieldmate.envs.ironsworn.state import LEGAL, Book, State
from shieldmate.envs.ironsworn.terms import FOES, FRAMES, Decision, Op, Outcome, Stream
from shieldmate.policies.ironsworn.exact.graph import PRICE, mix, stir
from shieldmate.policies.ironsworn.exact.keys import OPEN_SUPPLY, pack, stand, unpack
from shieldmate.policies.ironsworn.exact.solution import Solution
from shieldmate.policies.ironsworn.exact.targets import ending

ROOM = 1_100
"""More than the outcomes of one stop: three dice have 600."""
ALL_STREAMS = (1 << 16) - 1
ACTION, CHALLENGE = range(1, 7), range(1, 11)

STATUS, OUTCOME, DECISION, LOW, HIGH, WORDS, TICKS, SUPPLY, ENDING = 0, 1, 2, 3, 4, 5, 8, 12, 13
COLUMNS = 14
"""What is noted of a state that the engine stopped at."""


@rule
def tidy(state: State) -> None:
    """Zero what no rule reads here: luck not drawn, counters, and what lies beyond the stack and the legal list."""
    for stream in range(len(state.chance.count)):
        state.chance.count[stream] = 0
    state.chance.key[0] = 0
    state.chance.key[1] = 0
    state.decisions = 0
    state.round = 1
    for k in range(max(state.n_legal, 0), LEGAL):
        state.legal[k] = 0
    for k in range(state.top + 1, FRAMES):
        frame = state.stack[k]
        frame.op = 0
        frame.step = 0
        frame.a = 0
        frame.b = 0
        frame.c = 0
        frame.d = 0


@rule
def note(state: State, words: I8x2, row: int, status: int, open_supply: bool, notes: I8x2, keys: I8x2) -> None:
    """Write what a stopped state is."""
    tidy(state)
    notes[row, STATUS] = status
    notes[row, OUTCOME] = state.outcome
    notes[row, DECISION] = -1 if status == NEEDS_CHANCE else state.decision
    low = 1
    high = 2
    for k in range(words.shape[1]):
        low = stir(low, words[row, k])
        high = stir(high, words[row, k] * 3 + 1)
    notes[row, LOW] = mix(low)
    notes[row, HIGH] = mix(high)
    for foe in range(FOES):
        notes[row, TICKS + foe] = state.foes[foe].progress if state.foes[foe].active else 0
    notes[row, SUPPLY] = state.supply if open_supply else 0
    notes[row, ENDING] = ending(state, open_supply) if state.outcome != Outcome.ON else 0
    held = state.supply
    if open_supply and held > 0:
        state.supply = OPEN_SUPPLY
    pack(state, False, keys, 0)
    state.supply = held
    for k in range(3):
        notes[row, WORDS + k] = keys[0, k]


@entry
def feed_all(
    pool: Batch[State],
    words: I8x2,
    books: Batch[Book],
    tapes: Batch[Tape],
    faces: I8x2,
    open_supply: bool,
    notes: I8x2,
    keys: I8x2,
) -> int:
    """Copy the state of row 0 to a row for each throw, feed it, run on, and note where that ends."""
    for k in range(len(faces)):
        pool[k + 1] = pool[0]
        tapes[0].fed_at = 0
        tapes[0].fed_n = faces.shape[1]
        for n in range(faces.shape[1]):
            tapes[0].fed[n] = faces[k, n]
        status = advance(pool[k + 1], books[0], tapes[0])
        if tapes[0].fed_at != tapes[0].fed_n:
            return k
        note(pool[k + 1], words, k + 1, status, open_supply, notes, keys)
    return -1


@entry
def answer_all(
    pool: Batch[State],
    words: I8x2,
    books: Batch[Book],
    tapes: Batch[Tape],
    acts: I8,
    open_supply: bool,
    notes: I8x2,
    keys: I8x2,
) -> None:
    """Copy the state of row 0 to a row for each action, answer with it, run on, and note where that ends."""
    for k in range(len(acts)):
        pool[k + 1] = pool[0]
        tapes[0].fed_at = 0
        tapes[0].fed_n = 0
        status = decide(pool[k + 1], books[0], tapes[0], acts[k])
        note(pool[k + 1], words, k + 1, status, open_supply, notes, keys)


@entry
def look(pool: Batch[State], words: I8x2, open_supply: bool, notes: I8x2, keys: I8x2) -> None:
    """Note what the state of row 0 is."""
    note(pool[0], words, 0, DONE, open_supply, notes, keys)


@entry
def want(pool: Batch[State], books: Batch[Book], tapes: Batch[Tape]) -> int:
    """Let the state of row 0 say what chance it waits for; gives the dice of a reroll."""
    tapes[0].fed_at = 0
    tapes[0].fed_n = 0
    advance(pool[0], books[0], tapes[0])
    return 0 if top(pool[0]).op == Op.LEND else top(pool[0]).a


@entry
def stand_at(
    pool: Batch[State], books: Batch[Book], tapes: Batch[Tape], keys: I8x2, at: int, ticks: I8, supply: int
) -> int:
    """Make row 0 the main decision of a key, with these ticks on the tracks, and this supply where it is open."""
    pool[0] = books[0].start
    unpack(pool[0], books[0], tapes[0], keys, at, False)
    for foe in range(FOES):
        pool[0].foes[foe].progress = ticks[foe]
        pool[0].foes[foe].limit = 40
    if pool[0].supply == OPEN_SUPPLY:
        pool[0].supply = supply
    return stand(pool[0], books[0], tapes[0])


class ByHand:
    """Expands decisions of a fight, with the numbers that a solution gives for main decisions and endings.

    Attributes:
        met: The decisions between that were met, each an array of one state.
    """

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        self.book = solution.collection.book
        self.open_supply = bool(solution.collection.meta.open_supply)
        n = solution.collection.meta.n_keys
        words = solution.collection.keys[:n, : PRICE + 1].tolist()
        self.ids = {tuple(row[:PRICE]): at for at, row in enumerate(words) if not row[PRICE]}
        self.known: dict[tuple[int, int], float] = {}
        self.tapes = new_tapes(1, log=False)
        table = step_addresses()
        self.tapes[0]["steps"][: len(table)] = table
        self.tapes[0]["fed_mask"] = ALL_STREAMS
        self.scratch_keys = np.zeros((2, 6), np.int64)
        self.met: list[NDArray[np.void]] = []

    def pool(self) -> tuple[NDArray[np.void], NDArray[np.int64]]:
        """Room for a state and what follows it."""
        pool = np.zeros(ROOM, State.dtype)
        return pool, pool.view(np.int64).reshape(ROOM, -1)

    def main_decision(self, at: int, ticks: tuple[int, ...]) -> NDArray[np.void]:
        """The real state of a main decision at a place."""
        pool = np.zeros(1, State.dtype)
        stand_at(
            pool,
            self.book,
            self.tapes,
            self.solution.collection.keys,
            at,
            np.array(ticks[:FOES], np.int64),
            ticks[FOES],
        )
        return pool

    def id_of(self, state: NDArray[np.void]) -> int:
        """Number of the main decision that a state stands at."""
        pool, words = self.pool()
        notes = np.zeros((ROOM, COLUMNS), np.int64)
        pool[0] = state[0]
        look(pool, words, self.open_supply, notes, self.scratch_keys)
        return self.ids[tuple(map(int, notes[0, WORDS : WORDS + 3]))]

    def options(self, state: NDArray[np.void]) -> dict[int, float]:
        """Worth of each legal action."""
        view: State = State.at(state, 0)
        acts = [view.legal[k] for k in range(view.n_legal)]
        return dict(zip(acts, self._answers(state[0], acts), strict=True))

    def _answers(self, state: Any, acts: list[int]) -> list[float]:
        pool, words = self.pool()
        pool[0] = state
        notes = np.zeros((ROOM, COLUMNS), np.int64)
        n = len(acts)
        answer_all(
            pool, words, self.book, self.tapes, np.array(acts, np.int64), self.open_supply, notes, self.scratch_keys
        )
        return self._values(pool[1 : n + 1], notes[1 : n + 1])

    def _chance(self, state: Any) -> float:
        pool, words = self.pool()
        pool[0] = state
        dice = want(pool, self.book, self.tapes)
        faces = self._faces(int(self.tapes[0]["want_stream"]), int(self.tapes[0]["want_faces"]), dice)
        notes = np.zeros((ROOM, COLUMNS), np.int64)
        wrong = feed_all(pool, words, self.book, self.tapes, faces, self.open_supply, notes, self.scratch_keys)
        assert wrong < 0, faces[wrong]
        n = len(faces)
        return sum(self._values(pool[1 : n + 1], notes[1 : n + 1])) / n

    def _faces(self, stream: int, faces: int, dice: int) -> NDArray[np.int64]:
        """Every throw that a stream can bring."""
        sides: list[range] = [range(1, faces + 1)]
        if stream < Stream.PROGRESS:
            sides = [ACTION, CHALLENGE, CHALLENGE]
        elif stream == Stream.PROGRESS:
            sides = [CHALLENGE, CHALLENGE]
        elif stream == Stream.REROLL:
            sides = [kind for bit, kind in ((1, ACTION), (2, CHALLENGE), (4, CHALLENGE)) if dice & bit]
        return np.array(list(product(*sides)), np.int64)

    def _values(self, states: NDArray[np.void], notes: NDArray[np.int64]) -> list[float]:
        return [self._value(states[k], row) for k, row in enumerate(notes.tolist())]

    def _value(self, state: Any, row: list[int]) -> float:
        assert row[STATUS] <= NEEDS_CHANCE, f"engine status {row[STATUS]}"
        supply = row[SUPPLY]
        if row[OUTCOME] != Outcome.ON:
            return float(self.solution.ends[supply, row[ENDING]])
        if row[DECISION] == Decision.MOVE:
            place = self.solution.places.find((*row[TICKS : TICKS + FOES], supply))
            assert place is not None, row[TICKS:]
            return float(self.solution.values[place, self.ids[row[WORDS], row[WORDS + 1], row[WORDS + 2]]])
        key = (row[LOW], row[HIGH])
        if key not in self.known:
            if row[STATUS] == NEEDS_CHANCE:
                self.known[key] = self._chance(state)
            else:
                self.met.append(np.array([state], State.dtype))
                self.known[key] = max(self._answers(state, state["legal"][: state["n_legal"]].tolist()))
        return self.known[key]
