"""The PettingZoo face: every seat is an agent, and they act in the order in which the game asks them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from pettingzoo import AECEnv

from .batch import SEED_BITS, Arena, Tables
from .face import Face
from .gym_env import LegalActions, Looks, OneGame, integer
from .kernel import Mode


class SeatsAECEnv(OneGame, AECEnv):  # type: ignore[misc]
    """All seats of a game as agents `seat_0`, `seat_1`, ...

    An agent lives until the game ends, also while its character is out of action; then all end together. Every reward
    is the team's and goes to all agents at once. `infos[agent]["action_mask"]` (int8) holds the legal actions of the
    agent that is to act, zeros for the others. An action that is not legal raises `IllegalActionError` and changes
    nothing.
    """

    def __init__(
        self,
        face: Face,
        tables: Tables,
        observation: str = "flat",
        max_decisions: int = 0,
        rewards: Mapping[str, float] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Set the table.

        Args:
            face: The game.
            tables: Where it is played; nobody else takes part.
            observation: ``flat``, or ``dict`` (named blocks).
            max_decisions: Decisions of all agents after which a game is truncated, 0 for no limit.
            rewards: Weights of the game's reward terms by name.
            render_mode: One of the game's ways to render, or None.

        Raises:
            ValueError: An argument out of its range.
        """
        super().__init__()
        self.render_mode = face.render_mode(render_mode)
        self.metadata = {"render_modes": face.render_modes, "name": f"{face.rules.name}_v{face.rules.version}"}
        self.face = face
        self.looks = Looks(face.layout, observation)
        seats = int(tables.books["seats"][0])
        self.arena = Arena(face, tables, 1, Mode.DISABLED, max_decisions, rewards)
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: Looks(face.layout, observation).space for agent in self.possible_agents}
        self.action_spaces = {agent: LegalActions(face.rules.actions) for agent in self.possible_agents}
        self._seeds = np.random.default_rng()
        self._actions = np.zeros(1, np.int64)
        self._begun = False
        self._wire()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> LegalActions:
        """Return the action space of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game.

        Args:
            seed: Starts the environment's own luck anew; without one it goes on.
            options: Not used.
        """
        if seed is None and not self._begun:
            seed = int(self._seeds.integers(1 << SEED_BITS))
        self.arena.seed([seed])
        self.arena.begin()
        self._begun = True
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._pass_on()

    def _pass_on(self) -> None:
        """Let the seat that decides act."""
        self.agent_selection = self.possible_agents[self._state.seat]
        idle = np.zeros(self.face.rules.actions, np.int8)
        self.infos: dict[str, dict[str, Any]] = {agent: {"action_mask": idle.copy()} for agent in self.agents}
        self.infos[self.agent_selection]["action_mask"] = self.arena.mask[0]
        for agent in self.agents:
            self.action_spaces[agent].legal = self.infos[agent]["action_mask"]

    def observe(self, agent: str) -> Any:
        """Return what an agent sees."""
        seat = self.possible_agents.index(agent)
        row = np.empty(self.face.layout.width, np.float32)
        self.face.rules.observe(self.arena.states, 0, self.arena.books, 0, seat, row)
        return self.looks.one(row)

    def step(self, action: Any) -> None:
        """Answer the pending decision for `agent_selection`; after the end only None is taken.

        Raises:
            ResetNeeded: Before the first `reset`.
            IllegalActionError: The decision does not offer the action; nothing has changed.
            ValueError: An action of an agent whose game has ended.
        """
        if not self._begun:
            raise ResetNeeded("call reset before step")
        agent = self.agent_selection
        if self._run.over:
            self._was_dead_step(action)
            return
        self._actions[0] = integer(action)
        self.arena.step(self._actions)
        self._cumulative_rewards[agent] = 0.0
        for each in self.agents:
            self.rewards[each] = self._run.reward
            self.terminations[each] = bool(self._run.terminated)
            self.truncations[each] = bool(self._run.truncated)
        self._accumulate_rewards()
        if self._run.over:
            outcome = self.face.outcome_name(self._run.outcome)
            idle = np.zeros(self.face.rules.actions, np.int8)
            self.infos = {each: {"action_mask": idle.copy(), "outcome": outcome} for each in self.agents}
            self._deads_step_first()
        else:
            self._pass_on()

    def render(self) -> Any:
        """Return the situation as text or image."""
        return None if self.render_mode is None else self.arena.render(0, self.render_mode)

    def close(self) -> None:
        """Nothing to give back."""
