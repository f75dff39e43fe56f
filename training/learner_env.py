"""The environment that a learner plays in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from stable_baselines3.common.vec_env.base_vec_env import VecEnvObs, VecEnvStepReturn

from ..envs.core.batch import Tables
from ..envs.core.face import Face
from .seeds import Seeds
from .shaping import Shaping
from .validation import with_hints
from .vec_env import SeatVecEnv


class LearnerEnv(SeatVecEnv):
    """The batched environment, which counts actions that are not legal and plays a legal one in their place.

    All its games have training seeds.

    Attributes:
        illegal: How many there were; a learner that heeds the masks makes none.
    """

    def __init__(
        self, face: Face, tables: Tables, games: int, hint: bool, rewards: dict[str, float], shaped: bool = False
    ) -> None:
        """Set the tables.

        Args:
            face: The game.
            tables: What is played.
            games: Number of games.
            hint: Whether observations end with what the scripted pilot would do.
            rewards: Weights of the game's reward terms.
            shaped: Whether reward is how the chance to win changes, in place of those.
        """
        super().__init__(face, tables, games, rewards=rewards)
        self.shaping = Shaping(self.arena) if shaped else None
        self.hint = hint
        self.illegal = 0
        self._luck = np.random.default_rng()
        if hint:
            low, high = face.layout.bounds()
            most = np.float32(face.rules.actions - 1)
            self.observation_space = spaces.Box(np.append(low, np.float32(0)), np.append(high, most))

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Draw the seeds of all games to come by this one."""
        self._luck = np.random.default_rng(seed)
        return []

    def reset(self) -> VecEnvObs:
        """Begin a new game everywhere."""
        self._seeds = Seeds.TRAIN.draw(self.num_envs, self._luck).tolist()
        obs: Any = super().reset()
        Seeds.TRAIN.follow(self.arena, self._luck)
        if self.shaping is not None:
            self.shaping.begin()
        return with_hints(self.arena, obs) if self.hint else obs

    def step_wait(self) -> VecEnvStepReturn:
        """Play one decision of the learner in every game."""
        obs: Any
        obs, rewards, dones, infos = super().step_wait()
        Seeds.TRAIN.follow(self.arena, self._luck)
        if self.shaping is not None:
            rewards = self.shaping.rewards(dones)
        if not self.hint:
            return obs, rewards, dones, infos
        for info in infos:
            if "terminal_observation" in info:
                info["terminal_observation"] = np.append(info["terminal_observation"], np.float32(0))
        return with_hints(self.arena, obs), rewards, dones, infos

    def step_async(self, actions: NDArray[Any]) -> None:
        """Take the actions of the next step."""
        super().step_async(actions)
        mask = self.arena.mask
        wrong = np.flatnonzero(mask[np.arange(self.num_envs), self._actions] == 0)
        self.illegal += len(wrong)
        self._actions[wrong] = mask[wrong].argmax(axis=1)
