"""What a game gives the faces: its rules as functions over arrays of states, and a table of running games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from .records import Batch, Record
from .tape import FED, Tape, new_tapes

Typed = TypeVar("Typed", bound=Callable[..., Any])
DONE = 0
NEEDS_CHANCE = 1
ILLEGAL = 2
FAULT = 3
"""Statuses of the engine's entry points."""
WIN = 1
"""The outcome of a game that is won, in every game."""


@dataclass(frozen=True)
class GameRules:
    """The rules of one game, as every face uses them.

    Attributes:
        name: Name of the game, such as ``ironsworn``.
        version: Raised whenever rules, actions or observation change.
        actions: Number of action ids.
        seats: Most seats.
        width: Width of the flat observation.
        state: Record class of the state.
        book: Record class of a compiled scenario.
        reset: Entry ``(states, i, books, b, tapes, t, seed) -> status``.
        apply: Entry ``(states, i, books, b, tapes, t, act) -> status``.
        resume: Entry ``(states, i, books, b, tapes, t) -> status``.
        masks: Entry ``(states, i, out) -> None``.
        observe: Entry ``(states, i, books, b, seat, out) -> None``.
        steps: Gives the addresses of the step table.
    """

    name: str
    version: int
    actions: int
    seats: int
    width: int
    state: type[Record]
    book: type[Record]
    reset: Any
    apply: Any
    resume: Any
    observe: Any
    masks: Any
    steps: Callable[[], NDArray[np.int64]]

    def tapes(self, log: bool = False) -> NDArray[np.void]:
        """Return an empty tape for this process, an array of one record; `log` is whether events are written."""
        tapes = new_tapes(1, log)
        self.wire(tapes)
        return tapes

    def wire(self, tapes: NDArray[np.void]) -> None:
        """Put the addresses of the step table, which are valid in this process only, on a tape."""
        addresses = self.steps()
        tapes[0]["steps"][: len(addresses)] = addresses

    def __reduce__(self) -> tuple[Callable[[str], GameRules], tuple[str]]:
        """Pickle by name: there is one object a game."""
        return rules_of, (self.name,)

    def __deepcopy__(self, memo: dict[int, Any]) -> GameRules:
        """A copy of a game plays by the same rules."""
        return self


def typed_by(state: type[Record], book: type[Record]) -> Callable[[Typed], Typed]:
    """Return what gives the parameters `state`, `book`, `states` and `books` of a function the types of a game."""
    state_of: Any = state
    book_of: Any = book
    kinds = {"state": state_of, "book": book_of, "states": Batch[state_of], "books": Batch[book_of]}

    def typed(function: Typed) -> Typed:
        hints = function.__annotations__
        hints.update({name: kinds[name] for name in hints if name in kinds})
        return function

    return typed


def rules_of(name: str) -> GameRules:
    """Return the rules of a game by its name, such as ``ironsworn``."""
    module = import_module(f"..{name}.game", __package__)
    rules: GameRules = getattr(module, name.upper())
    return rules


class IllegalActionError(ValueError):
    """An action that the pending decision does not offer."""


class ChanceNeededError(Exception):
    """A hand-fed stream ran dry: `stream` wants `count` more faces."""

    def __init__(self, stream: int, count: int, faces: int) -> None:
        super().__init__(f"stream {stream} wants {count} faces of 1 to {faces}")
        self.stream = stream
        self.count = count
        self.faces = faces


class EngineFaultError(RuntimeError):
    """The engine passed one of its own limits; a bug to report with its seed."""


class Table:
    """Running games of one scenario, in one array of states.

    A state is memory: `snapshot` and `restore` copy it, and nothing else holds a part of the game.
    """

    def __init__(self, rules: GameRules, book: NDArray[np.void], n: int = 1, log: bool = True) -> None:
        self.rules = rules
        self.books = book
        self.states = np.zeros(n, rules.state.dtype)
        self.tapes = new_tapes(1, log)
        self._wire()

    def _wire(self) -> None:
        """Fill in what is valid in this process only: views of memory and addresses of steps."""
        self.tape = Tape.at(self.tapes, 0)
        self.rules.wire(self.tapes)
        self.views: list[Any] = [self.rules.state.at(self.states, i) for i in range(len(self.states))]

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what belongs to this process; a copy or pickle makes it anew."""
        return {name: value for name, value in self.__dict__.items() if name not in ("tape", "views")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Make what belongs to this process; bytes between fields become zero, so that equal games snapshot alike."""
        self.__dict__.update(state)
        self.states = np.zeros(len(state["states"]), self.rules.state.dtype)
        self.states[:] = state["states"]
        self._wire()

    def reset(self, seed: int, i: int = 0) -> None:
        """Start game `i` anew from a seed."""
        self.states[i] = self.books[0]["start"]
        self.tape.row = 0
        self._settle(self.rules.reset(self.states, i, self.books, 0, self.tapes, 0, seed), i)

    def apply(self, act: int, i: int = 0, fed: Sequence[int] = ()) -> None:
        """Answer the pending decision of game `i`.

        Args:
            act: The action id.
            i: Which game.
            fed: Faces of hand-fed streams, in the order they are drawn.

        Raises:
            IllegalActionError: The decision does not offer `act`; the state is untouched.
            ChanceNeededError: A hand-fed stream wants more faces; call `feed`.
            EngineFaultError: The engine passed one of its limits.
        """
        self.tape.row = 0
        self._load(fed)
        self._settle(self.rules.apply(self.states, i, self.books, 0, self.tapes, 0, int(act)), i, act)

    def feed(self, faces: Sequence[int], i: int = 0) -> None:
        """Give faces that came up at a physical table and run on; events are added to those of the decision."""
        self._load(faces)
        self._settle(self.rules.resume(self.states, i, self.books, 0, self.tapes, 0), i)

    def hand(self, streams: Sequence[int]) -> None:
        """Say which streams are fed by hand from now on."""
        self.tape.fed_mask = sum(1 << stream for stream in streams)

    def _load(self, faces: Sequence[int]) -> None:
        left = [self.tape.fed[k] for k in range(self.tape.fed_at, self.tape.fed_n)]
        faces = [*left, *faces]
        if len(faces) > FED:
            raise EngineFaultError(f"{len(faces)} faces fed at once; at most {FED}")
        for k, face in enumerate(faces):
            self.tape.fed[k] = face
        self.tape.fed_at = 0
        self.tape.fed_n = len(faces)
        self.tape.want_stream = -1

    def _settle(self, status: int, i: int, act: int = -1) -> None:
        if status == DONE:
            if self.tape.overflow:
                raise EngineFaultError(f"{self.tape.overflow} events did not fit")
            return
        if status == NEEDS_CHANCE:
            raise ChanceNeededError(self.tape.want_stream, self.tape.want_count, self.tape.want_faces)
        if status == ILLEGAL:
            raise IllegalActionError(f"action {act} is not legal here; legal: {self.legal(i)}")
        raise EngineFaultError(f"engine fault {self.views[i].error}")

    def legal(self, i: int = 0) -> list[int]:
        """Return the legal action ids of game `i`; empty when it is over."""
        view = self.views[i]
        return [view.legal[k] for k in range(view.n_legal)]

    def events(self) -> NDArray[np.int32]:
        """Return the events of the last call, one row each."""
        rows: NDArray[np.int32] = self.tapes[0]["rows"][: self.tape.row].copy()
        return rows

    def observe(self, seat: int, out: NDArray[np.float32], i: int = 0) -> None:
        """Write what `seat` sees of game `i` into `out`."""
        self.rules.observe(self.states, i, self.books, 0, seat, out)

    def snapshot(self, i: int = 0) -> bytes:
        """Return game `i` as bytes."""
        data: bytes = self.states[i].tobytes()
        return data

    def restore(self, data: bytes, i: int = 0) -> None:
        """Put game `i` back to a snapshot."""
        self.states[i] = np.frombuffer(data, self.states.dtype)[0]


def mask_of(table: Table, i: int = 0) -> NDArray[np.int8]:
    """Return the mask of the legal actions of game `i`."""
    mask = np.zeros(table.rules.actions, np.int8)
    mask[table.legal(i)] = 1
    return mask
