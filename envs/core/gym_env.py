"""The Gymnasium face: one seat learns, partners hold the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from .batch import SEED_BITS, Arena, Tables
from .face import Face
from .game import IllegalActionError
from .kernel import Mode, Run
from .layout import Layout

OBSERVATIONS = ("dict", "flat")


class Looks:
    """How flat observations are given out: as they are, or as a dict of the layout's blocks, each one flat."""

    def __init__(self, layout: Layout, kind: str) -> None:
        """Choose ``dict`` or ``flat``."""
        if kind not in OBSERVATIONS:
            raise ValueError(f"observation is {kind!r}; valid: {', '.join(OBSERVATIONS)}")
        low, high = layout.bounds()
        self.flat = kind == "flat"
        starts = [(block, layout.start(block.name)) for block in layout.blocks]
        self.parts = [(block.name, slice(start, start + block.size)) for block, start in starts]
        self.space: spaces.Space[Any] = spaces.Box(low, high, dtype=np.float32)
        if not self.flat:
            self.space = spaces.Dict({name: spaces.Box(low[part], high[part]) for name, part in self.parts})

    def one(self, row: NDArray[np.float32]) -> Any:
        """Give one flat observation; the parts share its memory."""
        return row if self.flat else {name: row[part] for name, part in self.parts}

    def many(self, rows: NDArray[np.float32]) -> Any:
        """Give a batch of flat observations; the parts share its memory."""
        return rows if self.flat else {name: rows[:, part] for name, part in self.parts}


def integer(action: Any) -> int:
    """Return an int, a NumPy integer or a 0-d integer array as an int.

    Raises:
        TypeError: It is anything else.
    """
    if type(action) is int:
        return max(-1, min(action, 2**62))
    array = np.asarray(action)
    if array.shape != () or array.dtype.kind not in "iu":
        raise TypeError(f"an action is an integer, not {action!r} ({type(action).__name__}, shape {array.shape})")
    return int(array)


class Drawn(np.int64):
    """An action id that `LegalActions.sample` drew.

    It remembers its luck: played at another decision than the one it was drawn for, it is drawn again, with the same
    luck, among what that one offers. Any other integer that is not legal is refused.
    """

    luck: float

    def among(self, mask: NDArray[np.int8]) -> int:
        """Return the legal action that this luck draws."""
        legal = mask.nonzero()[0]
        return int(legal[int(self.luck * len(legal))])


class LegalActions(spaces.Discrete):
    """All action ids; `sample` without a mask of its own draws among the actions that are legal now."""

    legal: NDArray[np.int8] | None = None
    """The mask of the pending decision, kept up to date by the environment."""

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Draw an action id.

        Args:
            mask: An int8 mask to draw from in place of the legal actions.
            probability: Probabilities of the ids, in place of a mask.
        """
        if mask is not None or probability is not None or self.legal is None or not self.legal.any():
            return super().sample(mask, probability)
        luck = self.np_random.random()
        drawn = Drawn(self.legal.nonzero()[0][int(luck * self.legal.sum(dtype=int))])
        drawn.luck = luck
        return drawn


class OneGame:
    """What the environments of one game share: its views of memory, made anew in every process and copy."""

    face: Face
    arena: Arena

    def _wire(self) -> None:
        self._run: Any = Run.at(self.arena.runs, 0)
        self._state: Any = self.face.rules.state.at(self.arena.states, 0)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out views of memory."""
        return {name: value for name, value in self.__dict__.items() if name not in ("_run", "_state")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Make the views of memory again."""
        self.__dict__.update(state)
        self._wire()


class SeatEnv(OneGame, gymnasium.Env[Any, np.int64]):
    """One seat of a game.

    `step` takes an id of the pending decision and plays on, with the partners, to the learner's next decision or to
    the end of the game. An action that is not legal raises `IllegalActionError` and changes nothing; so does
    `ResetNeeded` for a step before the first `reset` or after the end.

    `action_space.sample()` draws among the legal actions. `info` holds `action_mask` (int8, all zeros after the end),
    at the end of a game also `outcome`.
    """

    def __init__(
        self,
        face: Face,
        tables: Tables,
        observation: str = "dict",
        max_decisions: int = 0,
        rewards: Mapping[str, float] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Set the table.

        Args:
            face: The game.
            tables: Where it is played, and by whom.
            observation: ``dict`` (named blocks) or ``flat``.
            max_decisions: Decisions of the learner after which a game is truncated, 0 for no limit.
            rewards: Weights of the game's reward terms by name.
            render_mode: One of the game's ways to render, or None.

        Raises:
            ValueError: An argument out of its range.
        """
        self.render_mode = face.render_mode(render_mode)
        self.metadata = {"render_modes": face.render_modes, "render_fps": 1}
        self.face = face
        self.looks = Looks(face.layout, observation)
        self.observation_space = self.looks.space
        self.action_space = self._offered = LegalActions(face.rules.actions)
        self.arena = Arena(face, tables, 1, Mode.DISABLED, max_decisions, rewards)
        self._actions = np.zeros(1, np.int64)
        self._begun = False
        self._wire()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a new game.

        Args:
            seed: Starts the environment's own luck anew; without one it goes on, so that the next game is another.
            options: Not used.
        """
        super().reset(seed=seed)
        if seed is None and not self._begun:
            seed = int(self.np_random.integers(1 << SEED_BITS))
        self.arena.seed([seed])
        row = self.arena.begin()[0]
        self._begun = True
        return self.looks.one(row), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Answer the pending decision and play on to the next.

        Args:
            action: An action id: an int, a NumPy integer or a 0-d integer array.

        Raises:
            ResetNeeded: No game runs: before the first `reset`, or after the end.
            IllegalActionError: The decision does not offer the action; nothing has changed.
            TypeError: The action is no integer.
        """
        run = self._run
        if run.over or not self._begun:
            raise ResetNeeded("the game is over; call reset" if self._begun else "call reset before step")
        try:
            self._actions[0] = action if type(action) is int else self._integer(action)
        except OverflowError:
            raise IllegalActionError(self.face.refusal(self._state, action)) from None
        row = self.arena.step(self._actions)[0]
        return self.looks.one(row), run.reward, bool(run.terminated), bool(run.truncated), self._info()

    def _integer(self, action: Any) -> int:
        """Return a NumPy integer or 0-d integer array as an int."""
        if isinstance(action, Drawn):
            return action.among(self.arena.mask[0])
        return integer(action)

    def _info(self) -> dict[str, Any]:
        mask = self.arena.mask[0]
        self._offered.legal = mask
        info: dict[str, Any] = {"action_mask": mask}
        if self._run.over:
            info["outcome"] = self.face.outcome_name(self._run.outcome)
        return info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal now, as booleans."""
        mask: NDArray[np.bool_] = self.arena.mask[0].astype(bool)
        return mask

    def render(self) -> Any:
        """Return the situation as text, or as an image in the mode ``rgb_array``."""
        if self.render_mode is None:
            gymnasium.logger.warn("render was called without a render_mode; pass render_mode='ansi'")
            return None
        return self.arena.render(0, self.render_mode)
