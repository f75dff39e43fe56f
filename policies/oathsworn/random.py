"""The pilot that chooses any legal action, each as likely as the others."""

import numpy as np
from numpy.typing import NDArray

from ...envs.core.pilot import View
from ...envs.oathsworn.state import Book, State
from .family import PILOT, Why


@PILOT.member
def choose_random(state: State, book: Book, draw: int, why: Why) -> int:
    """Choose uniformly among the legal actions."""
    return state.legal[draw % state.n_legal]


class RandomPilot:
    """Chooses uniformly, as Python object and as compiled pilot."""

    reason = ""

    @property
    def address(self) -> int:
        """The address of the compiled pilot, valid in this process."""
        return int(PILOT.addresses([choose_random])[0])

    def act(self, view: View, mask: NDArray[np.int8], rng: np.random.Generator) -> int:
        """Return any legal action."""
        return int(rng.choice(np.flatnonzero(mask)))

    def act_batch(
        self, observations: NDArray[np.float32], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """Return any legal action for every row."""
        luck = rng.random(masks.shape) * masks
        return np.asarray(luck.argmax(axis=1), np.int64)
