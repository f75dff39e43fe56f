"""The batched Gymnasium face: many games of one learner, stepped in one compiled call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from .batch import SEED_BITS, Arena, Tables
from .face import Face
from .gym_env import Looks
from .kernel import Mode

MODES = {
    AutoresetMode.NEXT_STEP: Mode.NEXT_STEP,
    AutoresetMode.SAME_STEP: Mode.SAME_STEP,
    AutoresetMode.DISABLED: Mode.DISABLED,
}


class SeatVectorEnv(VectorEnv[Any, NDArray[np.int64], NDArray[Any]]):
    """Many games; the learner holds the same seat of each. Game `i` plays scenario `i % len(books)`.

    After ``reset(seed=s)`` game `i` is the lone environment after ``reset(seed=s + i)``. An action that is not legal
    raises `IllegalActionError` and changes no game. `info` holds `action_mask` (int8, a row a game).

    What `reset` and `step` return stays as it is. With ``copy=False`` the observations are views of one buffer, which
    the next call writes over.
    """

    def __init__(
        self,
        face: Face,
        tables: Tables,
        num_envs: int,
        observation: str = "dict",
        max_decisions: int = 0,
        rewards: Mapping[str, float] | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        """Set the tables.

        Args:
            face: The game.
            tables: Where it is played, and by whom.
            num_envs: Number of games.
            observation: ``dict`` (named blocks) or ``flat``.
            max_decisions: Decisions of the learner after which a game is truncated, 0 for no limit.
            rewards: Weights of the game's reward terms by name.
            autoreset_mode: What happens to games that have ended.
            copy: Whether every call returns arrays of its own.
            render_mode: One of the game's ways to render, or None.

        Raises:
            ValueError: An argument out of its range.
        """
        self.render_mode = face.render_mode(render_mode)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": face.render_modes, "render_fps": 1, "autoreset_mode": self.autoreset_mode}
        self.face = face
        self.num_envs = num_envs
        self.looks = Looks(face.layout, observation)
        self.single_observation_space = self.looks.space
        self.single_action_space = spaces.Discrete(face.rules.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.arena = Arena(face, tables, num_envs, MODES[self.autoreset_mode], max_decisions, rewards)
        self.copy = copy
        self._out = None if copy else np.empty((num_envs, face.layout.width), np.float32)
        self._begun = np.zeros(num_envs, bool)
        self._outcomes = np.array([face.outcome_name(outcome) for outcome in face.outcomes], object)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin new games.

        Args:
            seed: Of the first game, the others count up from it; or one for each. Without it every game's luck goes on.
            options: ``reset_mask``, a boolean array, says which games begin anew; by default all.
        """
        due = self._due(options)
        if isinstance(seed, int | np.integer):
            self._np_random, self._np_random_seed = seeding.np_random(int(seed))
            seeds: list[int | None] = [int(seed) + i for i in range(self.num_envs)]
        else:
            seeds = [None] * self.num_envs if seed is None else list(seed)
        if len(seeds) != self.num_envs:
            raise ValueError(f"{len(seeds)} seeds for {self.num_envs} environments")
        for i in np.flatnonzero(due & ~self._begun).tolist():
            if seeds[i] is None:
                seeds[i] = int(self.np_random.integers(1 << SEED_BITS))
        self.arena.seed([s if d else None for s, d in zip(seeds, due.tolist(), strict=True)])
        obs = self.arena.begin(due)
        self._begun |= due
        return self.looks.many(obs), {"action_mask": self.arena.mask}

    def _due(self, options: dict[str, Any] | None) -> NDArray[np.bool_]:
        mask = (options or {}).get("reset_mask")
        if mask is None:
            return np.ones(self.num_envs, bool)
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise ValueError(f"reset_mask must be a boolean array of shape ({self.num_envs},), got {mask!r}")
        return mask

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Answer one decision in every game and play on to the learner's next.

        A game that ended in the call before takes no action: it begins anew with reward 0 (NEXT_STEP), has begun
        (SAME_STEP, with ``info["final_obs"]`` and ``info["final_info"]``), or must be reset first (DISABLED).

        Args:
            actions: One integer a game.

        Raises:
            ResetNeeded: Before the first `reset`, or, with autoreset disabled, for a game that has ended.
            IllegalActionError: One is not legal; nothing has changed.
        """
        runs = self.arena.runs
        if not self._begun.all():
            raise ResetNeeded("call reset before step")
        if self.autoreset_mode is AutoresetMode.DISABLED and runs["over"].any():
            raise ResetNeeded(f"games {np.flatnonzero(runs['over']).tolist()} are over; reset them with reset_mask")
        acts = np.asarray(actions)
        if acts.shape != (self.num_envs,) or acts.dtype.kind not in "iu":
            raise TypeError(f"actions are {self.num_envs} integers, not {acts.dtype} of shape {acts.shape}")
        obs = self.arena.step(np.ascontiguousarray(acts, np.int64), self._out)
        terminated = runs["terminated"].astype(bool)
        truncated = runs["truncated"].astype(bool)
        info: dict[str, Any] = {"action_mask": self.arena.mask}
        ended = terminated | truncated
        if ended.any():
            self._add_ends(info, ended)
        return self.looks.many(obs), runs["reward"].copy(), terminated, truncated, info

    def _add_ends(self, info: dict[str, Any], ended: NDArray[np.bool_]) -> None:
        """Add how games ended, and in the mode SAME_STEP their last observations, in Gymnasium's form."""
        outcomes = np.full(self.num_envs, None, dtype=object)
        outcomes[ended] = self._outcomes[self.arena.runs["outcome"][ended]]
        told = {"outcome": outcomes, "_outcome": ended}
        if self.autoreset_mode is not AutoresetMode.SAME_STEP:
            info.update(told)
            return
        final = np.full(self.num_envs, None, dtype=object)
        rows = self.arena.final[ended]
        for k, i in enumerate(np.flatnonzero(ended).tolist()):
            final[i] = self.looks.one(rows[k])
        info.update(final_obs=final, _final_obs=ended, final_info=told, _final_info=ended)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal now, `(num_envs, actions)` booleans."""
        masks: NDArray[np.bool_] = self.arena.mask.astype(bool)
        return masks

    def render(self) -> tuple[Any, ...] | None:
        """Return every game as text or image."""
        if self.render_mode is None:
            return None
        return tuple(self.arena.render(i, self.render_mode) for i in range(self.num_envs))
