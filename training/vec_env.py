"""The batched environment as stable-baselines3 takes it, with masks for MaskablePPO of sb3-contrib."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvObs, VecEnvStepReturn

from ..agents.environments import DEFAULT_SCENARIO, Rules, Source, Who, ironsworn_tables
from ..agents.oathsworn_environments import DEFAULT_ENCOUNTER, Encounter, Party, Sets, oathsworn_tables
from ..agents.oathsworn_environments import Rules as OathswornRules
from ..envs.core.batch import SEED_BITS, Arena, Tables
from ..envs.core.face import Face
from ..envs.core.gym_env import Looks
from ..envs.core.kernel import Mode
from ..envs.core.pilot import Pilot
from ..envs.ironsworn.face import FACE
from ..envs.oathsworn.face import FACE as OATHSWORN


class SeatVecEnv(VecEnv):
    """Many games of one learner in one compiled call a step.

    ``env_method("action_masks")`` gives the masks of all games, one row each. A game that ends begins anew in the same
    step; its last observation is ``infos[i]["terminal_observation"]``, and ``infos[i]["episode"]`` holds its reward and
    length as `Monitor` gives them.
    """

    def __init__(
        self,
        face: Face,
        tables: Tables,
        num_envs: int,
        observation: str = "flat",
        max_decisions: int = 0,
        rewards: Mapping[str, float] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Set the tables.

        Args:
            face: The game.
            tables: Where it is played, and by whom.
            num_envs: Number of games.
            observation: ``flat``, or ``dict`` (named blocks).
            max_decisions: Decisions of the learner after which a game is truncated, 0 for no limit.
            rewards: Weights of the game's reward terms by name.
            render_mode: One of the game's ways to render, or None.

        Raises:
            ValueError: An argument out of its range.
        """
        self.face = face
        self.looks = Looks(face.layout, observation)
        self.arena = Arena(face, tables, num_envs, Mode.SAME_STEP, max_decisions, rewards)
        self.metadata = {"render_modes": face.render_modes}
        self.render_mode = face.render_mode(render_mode)
        self._outcomes = [face.outcome_name(outcome) for outcome in face.outcomes]
        self._returns = np.zeros(num_envs)
        self._lengths = np.zeros(num_envs, np.int64)
        self._actions = np.zeros(num_envs, np.int64)
        self._begun = False
        super().__init__(num_envs, self.looks.space, spaces.Discrete(face.rules.actions))

    def reset(self) -> VecEnvObs:
        """Begin a new game everywhere, seeded if `seed` was called before."""
        seeds = list(self._seeds)
        if not self._begun:
            fresh: list[int] = np.random.default_rng().integers(1 << SEED_BITS, size=self.num_envs).tolist()
            seeds = [fresh[i] if seed is None else seed for i, seed in enumerate(seeds)]
        self.arena.seed(seeds)
        obs = self.arena.begin()
        self._begun = True
        self._returns[:] = 0
        self._lengths[:] = 0
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        self._reset_seeds()
        self._reset_options()
        out: VecEnvObs = self.looks.many(obs)
        return out

    def step_async(self, actions: NDArray[Any]) -> None:
        """Take the actions of the next `step_wait`."""
        self._actions = np.ascontiguousarray(actions, np.int64)

    def step_wait(self) -> VecEnvStepReturn:
        """Play one decision of the learner in every game."""
        obs = self.arena.step(self._actions)
        runs = self.arena.runs
        rewards = runs["reward"].astype(np.float32)
        dones = (runs["terminated"] | runs["truncated"]).astype(bool)
        self._returns += runs["reward"]
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(dones).tolist():
            infos[i] = {
                "terminal_observation": self.looks.one(self.arena.final[i].copy()),
                "TimeLimit.truncated": bool(runs["truncated"][i]),
                "outcome": self._outcomes[runs["outcome"][i]],
                "episode": {"r": float(self._returns[i]), "l": int(self._lengths[i]), "t": 0.0},
            }
        self._returns[dones] = 0
        self._lengths[dones] = 0
        return self.looks.many(obs), rewards, dones, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal now, `(num_envs, actions)`."""
        masks: NDArray[np.bool_] = self.arena.mask.astype(bool)
        return masks

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """Call a method of the games; there is `action_masks`, whose rows come as one array.

        Raises:
            AttributeError: Any other method.
        """
        if method_name != "action_masks":
            raise AttributeError(f"the games of a batch have no method {method_name!r}; they have action_masks")
        rows: Any = self.action_masks()
        return rows if indices is None else rows[self._places(indices)]  # type: ignore[no-any-return]

    def has_attr(self, attr_name: str) -> bool:
        """Tell whether the games have an attribute."""
        return attr_name in ("action_masks", "render_mode")

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute of the games.

        Raises:
            AttributeError: Any but `render_mode`, `action_masks` and `spec`.
        """
        known = {"render_mode": self.render_mode, "action_masks": self.action_masks, "spec": None}
        if attr_name not in known:
            raise AttributeError(f"the games of a batch have no attribute {attr_name!r}")
        return [known[attr_name]] * len(self._places(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refuse: the games of a batch share everything.

        Raises:
            AttributeError: Always.
        """
        raise AttributeError(f"the games of a batch take no attribute {attr_name!r}")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Tell that no game has a wrapper of its own; `Monitor` is answered yes, its figures are in the infos."""
        return [wrapper_class.__name__ == "Monitor"] * len(self._places(indices))

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        """Return the games as images, where they are rendered so."""
        if self.render_mode != "rgb_array":
            return [None] * self.num_envs
        return [self.arena.render(i, self.render_mode) for i in range(self.num_envs)]

    def close(self) -> None:
        """Nothing to give back."""

    def _places(self, indices: None | int | Iterable[int]) -> list[int]:
        return list(self._get_indices(indices))


def make_ironsworn_vec_env(
    num_envs: int,
    scenario: Source | Sequence[Source] = DEFAULT_SCENARIO,
    characters: Sequence[Who] = (),
    foes: Sequence[str] = (),
    rules: Rules | None = None,
    seats: Sequence[int] = (0,),
    partners: Sequence[str | Pilot] | None = None,
    **settings: Any,
) -> SeatVecEnv:
    """Make the batched environment of Ironsworn fights for stable-baselines3.

    Args:
        num_envs: Number of games.
        scenario: One scenario, or several: game `i` plays number `i` modulo their count.
        characters: As in `agents.environments.make_ironsworn`, and so are the next four.
        foes: Foes in place of the scenario's.
        rules: House rules in place of the scenario's.
        seats: The seat that learns.
        partners: Names or objects for the other seats.
        **settings: `observation`, `max_decisions`, `rewards` and `render_mode` of `SeatVecEnv`.
    """
    tables = ironsworn_tables(scenario, characters, foes, rules, seats, partners)
    return SeatVecEnv(FACE, tables, num_envs, **settings)


def make_oathsworn_vec_env(
    num_envs: int,
    scenario: Encounter | Sequence[Encounter] = DEFAULT_ENCOUNTER,
    party: Party = None,
    difficulty: str | None = None,
    rules: OathswornRules = None,
    sets: Sets = None,
    seats: Sequence[int] = (0,),
    partners: Sequence[str | Pilot] | None = None,
    **settings: Any,
) -> SeatVecEnv:
    """Make the batched environment of Oathsworn encounters for stable-baselines3.

    Args:
        num_envs: Number of games.
        scenario: One encounter, or several: game `i` plays number `i` modulo their count.
        party: As in `agents.environments.make_oathsworn`, and so are the next five.
        difficulty: None for the encounter's.
        rules: House rules in place of the encounter's.
        sets: Figures to change.
        seats: The seat that learns.
        partners: Names or objects for the other seats.
        **settings: `observation`, `max_decisions`, `rewards` and `render_mode` of `SeatVecEnv`.
    """
    tables = oathsworn_tables(scenario, party, difficulty, rules, sets, seats, partners)
    return SeatVecEnv(OATHSWORN, tables, num_envs, **settings)
