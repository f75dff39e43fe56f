"""A batch of games for one learner: the Python side of the kernel, shared by every single-learner face."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from gymnasium.utils import seeding
from numpy.typing import NDArray

from .face import Face, partner_addresses
from .game import EngineFaultError, IllegalActionError
from .kernel import CALLER, DONE, FAULT, ILLEGAL, SEATS, Desk, Mode, Phase, Run
from .pilot import Pilot
from .reward import weights_of
from .tape import Tape

SEED_BITS = 62
BEGIN, ACT = int(Phase.BEGIN), int(Phase.ACT)


class Deal(NamedTuple):
    """What a game is, beside its luck.

    Attributes:
        book: Number of the scenario.
        partners: Who holds each seat; None for a learner's.
    """

    book: int
    partners: Sequence[Pilot | None]


class Tables(NamedTuple):
    """Where games are played, and by whom.

    Attributes:
        books: Compiled scenarios, an array of records; game `i` plays number `i` modulo their count.
        seat: The learner's seat.
        partners: Who holds each seat; None for a learner's.
        describe: For each scenario what tells pilots the situation as plain data; empty for what `Face` has.
        render: For each scenario what gives a state as text; empty for what `Face` has.
        deals: If there are any, each new game is the one of these that its seed draws, whatever is said above. Several
            seats of a deal may be the learner's: it then decides for whichever is to act, and sees what that one sees.
    """

    books: NDArray[np.void]
    seat: int
    partners: Sequence[Pilot | None]
    describe: Sequence[Callable[[Any, Any, int], dict[str, Any]]] = ()
    render: Sequence[Callable[[Any, Any], str]] = ()
    deals: Sequence[Deal] = ()


class Arena:
    """`n` games; the learner holds a seat of each, or several, partners hold the others.

    Everything that a game is lies in the arrays `states` and `runs`.

    Attributes:
        states: The states.
        runs: What each game has beside its state.
        mask: Action masks of the last observation, int8 `(n, actions)`.
    """

    def __init__(
        self,
        face: Face,
        tables: Tables,
        n: int,
        mode: Mode = Mode.DISABLED,
        cap: int = 0,
        rewards: Mapping[str, float] | None = None,
        log: bool = False,
    ) -> None:
        """Set the tables; nothing is dealt before `begin`.

        Args:
            face: The game.
            tables: Where they are played, and by whom.
            n: Number of games.
            mode: What happens to games that have ended.
            cap: Most decisions of the learner in one game, 0 for no limit.
            rewards: Weights of the game's reward terms by name.
            log: Whether events are written.

        Raises:
            ValueError: A seat that a scenario does not have, or unknown rewards.
        """
        if n < 1:
            raise ValueError(f"a batch holds at least one game, not {n}")
        books, seat = tables.books, tables.seat
        if not 0 <= seat < books["seats"].min():
            raise ValueError(f"seat {seat} is not in every scenario; seats: {books['seats'].tolist()}")
        if cap < 0:
            raise ValueError(f"max_decisions is {cap}; valid: 0 (no limit) or more")
        self.face = face
        self.books = books
        self.seat = seat
        self.deals = tuple(tables.deals) or tuple(Deal(b, tuple(tables.partners)) for b in range(len(books)))
        self.describe = tuple(tables.describe) or (face.describe,) * len(books)
        self.text = tuple(tables.render) or (face.render,) * len(books)
        self.log = log
        self.n = n
        self.states = np.zeros(n, face.rules.state.dtype)
        self.runs = np.zeros(n, Run.dtype)
        self.runs["first"] = 0 if tables.deals else np.arange(n) % len(books)
        self.runs["deals"] = len(tables.deals) or 1
        self.desks = np.zeros(1, Desk.dtype)
        self.desks["mode"], self.desks["cap"] = mode, cap
        self.desks["weights"][0] = weights_of(face.terms, rewards)
        self.mask = np.zeros((n, face.rules.actions), np.int8)
        self.final = np.zeros((n if mode == Mode.SAME_STEP else 1, face.layout.width), np.float32)
        self._idle = np.zeros(n, np.int64)
        self._rngs: list[np.random.Generator] = []
        self._wire()

    def _wire(self) -> None:
        """Fill in what is valid in this process only: addresses and views."""
        self.dealt = np.full((len(self.deals), SEATS + 1), CALLER, np.int64)
        for row, deal in zip(self.dealt, self.deals, strict=True):
            row[: len(deal.partners)] = partner_addresses(deal.partners)
            row[SEATS] = deal.book
        used = np.arange(SEATS) < self.books["seats"][self.dealt[:, SEATS]][:, None]
        self.by_hand = bool((used & (self.dealt[:, :SEATS] == CALLER)).any())
        self.tapes = self.face.rules.tapes(self.log)
        self.tape = Tape.at(self.tapes, 0)
        self._step = self.face.kernel.step.direct

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what belongs to this process."""
        local = ("dealt", "tapes", "tape", "_step")
        return {name: value for name, value in self.__dict__.items() if name not in local}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Fill in what belongs to this process."""
        self.__dict__.update(state)
        self._wire()

    def __deepcopy__(self, memo: dict[int, Any]) -> Arena:
        """Copy the games with their luck; the books are shared, they never change."""
        memo[id(self.books)] = self.books
        twin = object.__new__(type(self))
        memo[id(self)] = twin
        twin.__setstate__(copy.deepcopy(self.__getstate__(), memo))
        return twin

    def seed(self, seeds: Sequence[int | None]) -> None:
        """Seed every game that is given a seed; its next game is then the one of that seed."""
        if self.by_hand and not self._rngs:
            self._rngs = [seeding.np_random()[0] for _ in range(self.n)]
        for i, seed in enumerate(seeds):
            if seed is None:
                continue
            if seed < 0:
                raise ValueError(f"a seed is 0 or more, not {seed}")
            self.runs[i]["key"] = seed % (1 << SEED_BITS)
            self.runs[i]["games"] = 0
            if self.by_hand:
                self._rngs[i] = seeding.np_random(seed)[0]

    def begin(self, due: NDArray[np.bool_] | bool = True) -> NDArray[np.float32]:
        """Begin a new game where `due` says so; gives fresh observations of all, `(n, width)`."""
        self.runs["due"] = due
        return self._play(self._idle, BEGIN, None)

    def step(self, actions: NDArray[np.int64], out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """Play one decision of the learner in every game that is on.

        Args:
            actions: An action a game, int64; ignored where a game is over.
            out: Where observations are written, by default a fresh array.

        Raises:
            IllegalActionError: One is not legal; no game has changed.
            EngineFaultError: The engine passed one of its limits.
        """
        return self._play(actions, ACT, out)

    def _play(self, actions: NDArray[np.int64], phase: int, out: NDArray[np.float32] | None) -> NDArray[np.float32]:
        obs = np.empty((self.n, self.face.layout.width), np.float32) if out is None else out
        mask = np.empty(self.mask.shape, np.int8)
        while True:
            phase = self._step(
                self.states, self.books, self.tapes, self.desks, self.runs, self.dealt, actions, obs, mask, self.final,
                phase,
            )  # fmt: skip
            if phase == DONE:
                self.mask = mask
                return obs
            if phase < 0:
                raise self._failure(phase, actions)
            self._ask_partners()

    def _ask_partners(self) -> None:
        """Have partners that are not compiled answer, until no game waits."""
        for i in np.flatnonzero(self.runs["waits"]).tolist():
            state: Any = self.face.rules.state.at(self.states, i)
            book = int(self.runs[i]["book"])
            while self.runs[i]["waits"]:
                seat = state.seat
                mask = np.zeros(self.mask.shape[1], np.int8)
                self.face.rules.masks(self.states, i, mask)
                view = self.face.view(self.states, i, self.books, book, seat, self.describe[book])
                partner = self.deals[int(self.runs[i]["deal"])].partners[seat]
                assert partner is not None
                act = int(partner.act(view, mask, self._rngs[i]))
                status = self.face.kernel.answer(
                    self.states, i, self.books, self.tapes, self.desks, self.runs, self.dealt, act
                )
                if status == ILLEGAL:
                    raise IllegalActionError(f"the partner {partner!r}: {self.face.refusal(state, act)}")
                if status != DONE:
                    raise EngineFaultError(f"engine fault {state.error}, seed {int(self.runs[i]['seed'])}")

    def choices(self, pilot: Pilot) -> NDArray[np.int64]:
        """Return what a compiled pilot would do in every game; any number where a game is over."""
        acts = np.zeros(self.n, np.int64)
        self.face.kernel.choose(self.states, self.books, self.desks, self.runs, partner_addresses([pilot])[0], acts)
        return acts

    def render(self, i: int, mode: str) -> Any:
        """Return game `i` as text, or as an RGB image in the mode ``rgb_array``."""
        book = int(self.runs[i]["book"])
        state = self.face.rules.state.at(self.states, i)
        table = self.face.rules.book.at(self.books, book)
        if mode == "rgb_array" and self.face.picture is not None:
            return self.face.picture(state, table)
        return self.text[book](state, table)

    def _failure(self, status: int, actions: NDArray[np.int64]) -> Exception:
        """Say which game failed, and why."""
        i = int(self.runs["bad"].argmax())
        self.runs["bad"] = 0
        state: Any = self.face.rules.state.at(self.states, i)
        place = f"game {i}: " if self.n > 1 else ""
        if status == ILLEGAL:
            return IllegalActionError(place + self.face.refusal(state, int(actions[i])))
        assert status == FAULT
        return EngineFaultError(f"{place}engine fault {state.error}, seed {int(self.runs[i]['seed'])}")
