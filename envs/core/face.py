"""What a game gives the environment faces besides its rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, partial
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .game import GameRules
from .kernel import Kernel
from .layout import Layout
from .pilot import Pilot, View
from .reward import Term


@dataclass(frozen=True, eq=False)
class Face:
    """A game as Gymnasium, PettingZoo and the batch see it; one object a game, of which copies and pickles are itself.

    Attributes:
        home: Where it is declared, ``module:name``.
        rules: Its rules.
        layout: Its observation.
        kernel: Its compiled batch kernel.
        terms: Terms of its reward.
        outcomes: Its outcomes; 0 is "goes on".
        decisions: Its kinds of decision.
        render: Gives a state as text, from views of state and book.
        describe: Gives the public situation of a seat as plain data, from views of state and book.
        conceal: Takes out of copies of states what a seat has not seen, beside their chance; None where all is open.
        picture: Gives a state as an RGB image, from views of state and book; None where there is none.
    """

    home: str
    rules: GameRules
    layout: Layout
    kernel: Kernel
    terms: tuple[Term, ...]
    outcomes: type[IntEnum]
    decisions: type[IntEnum]
    render: Callable[[Any, Any], str]
    describe: Callable[[Any, Any, int], dict[str, Any]]
    conceal: Callable[[NDArray[np.void], int], None] | None = None
    picture: Callable[[Any, Any], NDArray[np.uint8]] | None = None

    @property
    def render_modes(self) -> list[str]:
        """The ways to render a state."""
        return ["ansi"] if self.picture is None else ["ansi", "rgb_array"]

    def render_mode(self, mode: str | None) -> str | None:
        """Return a way to render, or None for none.

        Raises:
            ValueError: There is none of that name.
        """
        if mode not in (None, *self.render_modes):
            raise ValueError(f"render_mode is {mode!r}; valid: {', '.join(self.render_modes)}, None")
        return mode

    def __reduce__(self) -> tuple[Callable[[str], Face], tuple[str]]:
        """Pickle by name."""
        return face_at, (self.home,)

    def __deepcopy__(self, memo: Mapping[int, object]) -> Face:
        """A copy of an environment plays by the same rules."""
        return self

    def view(
        self,
        states: NDArray[np.void],
        i: int,
        books: NDArray[np.void],
        b: int,
        seat: int,
        describe: Callable[[Any, Any, int], dict[str, Any]] | None = None,
        name: Callable[[Any, Any, int], str] | None = None,
    ) -> View:
        """Return what `seat` has seen of game `i` of scenario `b`: a copy that holds nothing hidden.

        Args:
            states: The states.
            i: Which game.
            books: The compiled scenarios.
            b: Which scenario.
            seat: Who looks.
            describe: What tells the public situation, in place of the face's own.
            name: What tells the words of a legal action.
        """
        tell = describe or self.describe
        seen = np.zeros(1, states.dtype)
        seen[0] = states[i]
        seen["chance"] = np.zeros((), states.dtype["chance"])
        if self.conceal is not None:
            self.conceal(seen, seat)
        book = books[b : b + 1]
        state: Any = self.rules.state.at(seen, 0)
        table = self.rules.book.at(book, 0)

        def look() -> NDArray[np.float32]:
            out = np.empty(self.layout.width, np.float32)
            self.rules.observe(seen, 0, book, 0, seat, out)
            return out

        return View(
            game=self.rules.name,
            seat=seat,
            decision=self.decisions(state.decision).name.lower(),
            state=seen,
            book=book,
            describe=lambda: tell(state, table, seat),
            look=look,
            name=partial(name, state, table) if name else None,
        )

    def outcome_name(self, outcome: int) -> str:
        """Return the word for how a game ended; one that a cap cut off goes on and is ``truncated``."""
        return self.outcomes(outcome).name.lower() if outcome else "truncated"

    def refusal(self, state: Any, act: object) -> str:
        """Say that an action is not legal in a state, and what is."""
        if state.outcome:
            return f"action {act}: the game is over ({self.outcomes(state.outcome).name.lower()})"
        legal = sorted(state.legal[k] for k in range(state.n_legal))
        name = self.decisions(state.decision).name.lower()
        return f"action {act} does not answer the decision {name!r} of seat {state.seat}; legal: {legal}"


def face_at(home: str) -> Face:
    """Return the face declared at ``module:name``."""
    module, _, name = home.partition(":")
    face: Face = getattr(import_module(module), name)
    return face


@cache
def face_named(game: str) -> Face:
    """Return the face of a game by its name."""
    face: Face = import_module(f"..{game}.face", __package__).FACE
    return face


def partner_addresses(partners: Sequence[Pilot | None]) -> list[int]:
    """Return for each seat the address of its compiled pilot, -1 for another partner, 0 for the learner (None)."""
    return [0 if partner is None else int(getattr(partner, "address", -1) or -1) for partner in partners]
