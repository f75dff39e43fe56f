"""A training run: warm start, reinforcement learning, validation, and what is kept of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
import torch
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import configure

from ..agents.pilots import DEFAULT, OPTIMAL
from ..envs.core.batch import Tables
from ..envs.core.catalogue import say
from ..envs.core.content import refuse
from ..envs.core.face import Face, face_named
from ..policies.network import Network, scripted_pilot
from . import imitation, rollouts
from .config import ROLLOUT, Config, Imitation
from .folder import BEST, CURVE, LAST, Note, keep_curve, read_note
from .keeping import load_model, save_model
from .learner_env import LearnerEnv
from .network import finite, make_model, network_of
from .seeds import Luck, Seeds
from .tables import tables_of
from .validation import Exam

LOG_EVERY = 50
"""Steps of teaching between two of which TensorBoard shows the losses."""
KEEP_EVERY = 60.0
"""Seconds between two times that the run is kept, beside those after each validation."""
MARGINS = (0.0, 0.0025, 0.005, 0.01, 0.02, 0.03)
"""Leads by which an option must seem better than the hint after rollouts, of which validation chooses."""
FIRMER = (0.0, 0.5, 1.0, 2.0, 3.0)
"""What may be added to the logit of the hint after other teachers, of which validation chooses."""
LOGGED = {
    "entropy": "train/entropy_loss",
    "value_loss": "train/value_loss",
    "explained": "train/explained_variance",
    "divergence": "train/approx_kl",
}


@dataclass
class Telling:
    """Whom a run tells how it goes.

    Attributes:
        line: Called with a line worth keeping.
        progress: Called with what is done, the whole, and a line about it.
        stop: Asked whether to stop at the next whole step.
    """

    line: Callable[[str], None] = lambda text: None
    progress: Callable[[int, int, str], None] = lambda done, total, text: None
    stop: Callable[[], bool] = lambda: False


@dataclass
class Run:
    """A training run in a folder.

    Attributes:
        config: What is to be done.
        tables: What is played.
        folder: Where everything is kept.
        files: The folder that files of the configuration are in.
        seed: Of all that is random.
        device: Where torch computes.
        jobs: How many processes collect rollouts, and how many threads learn by PPO.
        telling: Whom it tells.
        best: Share of the validation games that the best network won.
        warm: Whether its warm start is over.
        taught: Steps that teachers have taught it.
    """

    config: Config
    tables: Tables
    folder: Path
    files: Path = Path()
    seed: int = 0
    device: str = "cpu"
    jobs: int = 1
    telling: Telling = field(default_factory=Telling)
    best: float = -1.0
    warm: bool = False
    taught: int = 0

    def __post_init__(self) -> None:
        """Set the tables and make the learner."""
        torch.set_num_threads(1)
        torch.use_deterministic_algorithms(self.device == "cpu")  # else threads add up in any order
        self.face: Face = face_named(self.config.game)
        learn = self.config.learn
        self.hint = bool(self.config.network.hint)
        self.env = LearnerEnv(self.face, self.tables, learn.games, self.hint, learn.rewards, learn.shaped)
        self.model = make_model(self.config, self.env, self.seed, self.device)
        self.model.set_logger(configure(str(self.folder), ["tensorboard"]))
        self.exam = Exam(self.face, self.tables, self.config.validation.games)
        self.validated = -1

    def begin(self) -> None:
        """Begin anew: the warm start, and the first validation."""
        keep_curve(self.folder, -1)
        scripted = self.exam.won_by_pilot(scripted_pilot(self.config.game))
        games = self.exam.games
        self.telling.line(say("train.baseline", win=scripted.mean(), games=games))
        # Beside rollouts the exact solution is learned in their terms, how much options lead; two ways would fight.
        by_leads = any(plan.teacher.startswith(ROLLOUT) for plan in self.config.imitate)
        plans = [plan for plan in self.config.imitate if by_leads and plan.teacher != DEFAULT]
        if others := [plan for plan in self.config.imitate if plan not in plans]:
            self.imitate(others)
        if plans:
            self.roll_out(plans)
        self.warm = True
        if self.config.imitate:
            self.keep(LAST)
        else:
            self.validate()

    def resume(self) -> bool:
        """Go on where the folder's run was kept last; returns False where it has to begin anew, in its warm start.

        Raises:
            ContentError: What was kept is of another network.
        """
        if not (self.folder / LAST).exists() or not read_note(self.folder / LAST).warm:
            return False
        self.warm = True
        note = load_model(self.folder / LAST, self.model)
        self.model.num_timesteps, self.best = note.frames, note.best
        self.validated, self.env.illegal = note.validated, note.illegal
        self.model._n_updates = note.updates
        keep_curve(self.folder, note.frames)
        return True

    def imitate(self, plans: Sequence[Imitation]) -> None:
        """Learn from the teachers, all that they taught together in each round, in the way of the first."""
        began = monotonic()
        policy = self.model.policy
        found: list[imitation.Lesson] = []
        rounds = max(plan.rounds for plan in plans)
        departs = self.hint and any(plan.teacher != DEFAULT for plan in plans)
        for k in range(rounds):
            player = network_of(policy) if k else None
            found += [self.lesson(plan, player, k) for plan in plans if k < plan.rounds]
            lesson = imitation.together(found)
            same = imitation.learn(policy, lesson, plans[0], self.seed, self.teaching())
            self.check_finite("imitate.rate")
            told = say("train.imitated", decisions=len(lesson), same=same, seconds=monotonic() - began)
            self.telling.line(told)
            if departs and k == rounds - 1:
                self.settle_trust({say("train.firmer", more=more): more for more in FIRMER})
            self.validate()

    def roll_out(self, plans: Sequence[Imitation]) -> None:
        """Learn by how much options lead, in each round from all so far; then choose how firmly to keep to the hint."""
        began = monotonic()
        found: list[rollouts.Leads] = []
        plans = sorted(plans, key=lambda plan: plan.teacher == OPTIMAL)  # the first says how, and that is by rollouts
        for k in range(max(plan.rounds for plan in plans)):
            player = network_of(self.model.policy) if k else None
            found += [self.leads(plan, player, k) for plan in plans if k < plan.rounds]
            lesson = rollouts.together(found)
            told = rollouts.learn(self.model.policy, lesson, plans[0], self.seed, self.teaching())
            self.check_finite("imitate.rate")
            key = "train.led" if plans[0].regret else "train.rolled_out"
            self.telling.line(say(key, decisions=len(lesson), told=told, seconds=monotonic() - began))
            if self.hint and plans[0].regret:
                self.settle_trust({say("train.firmer", more=more): more for more in FIRMER})
            elif self.hint:
                self.settle_trust({say("train.margin", margin=lead): lead * rollouts.SHARP for lead in MARGINS})
            self.validate()

    def leads(self, plan: Imitation, player: Network | None, k: int) -> rollouts.Leads:
        """Collect in round `k` how much options lead, by rollouts or the exact solution."""
        watch = self.watch(say("train.imitating", teacher=plan.teacher))
        if plan.teacher != OPTIMAL:
            return rollouts.collect(self.config, self.files, plan, self.seed, watch, player, k, self.jobs)
        from .optimal import collect

        lesson = collect(self.face, self.tables_of(plan), plan, self.seed, True, watch, player, k)
        layout, rng = self.face.layout, np.random.default_rng([self.seed, Luck.TOLD, k])
        return rollouts.exact_leads(lesson, layout.start("decision"), len(self.face.decisions), rng)

    def settle_trust(self, margins: dict[str, float]) -> None:
        """Add to the trust in the hint what wins most validation games, of margins by what is told of them.

        Luck alone makes some option look better than the hint, and where nothing was learned the hint is the better
        guess.
        """
        policy: Any = self.model.policy
        trust, won = policy.net.trust, {}
        first = float(trust.detach())
        for name, margin in margins.items():
            with torch.no_grad():
                trust.fill_(first + margin)
            won[name] = float(self.exam.won_by(network_of(policy)).mean())
            self.telling.line(say("train.settled", how=name, win=won[name]))
        with torch.no_grad():
            trust.fill_(first + margins[max(won, key=lambda name: won[name])])

    def lesson(self, plan: Imitation, network: Network | None, k: int) -> imitation.Lesson:
        """Collect in round `k` what a teacher does."""
        tables = self.tables_of(plan)
        watch = self.watch(say("train.imitating", teacher=plan.teacher))
        if plan.teacher == OPTIMAL:
            from .optimal import collect

            return collect(self.face, tables, plan, self.seed, self.hint, watch, network, k)
        return imitation.collect(self.face, tables, plan, self.seed, self.hint, watch)

    def tables_of(self, plan: Imitation) -> Tables:
        """Return where a teacher is watched."""
        return tables_of(self.config, self.files, plan.tables) if plan.tables else self.tables

    def watch(self, text: str) -> Callable[[int, int], None]:
        """Return what tells how far something is, and ends it when it is to stop."""
        began = monotonic()

        def tell(done: int, total: int) -> None:
            left = clock((monotonic() - began) / max(done, 1) * (total - done))
            self.telling.progress(done, total, say("train.part", what=text, done=done, total=total, left=left))
            if self.telling.stop():
                raise KeyboardInterrupt

        return tell

    def teaching(self) -> imitation.Watch:
        """Return what tells how far teaching is, and keeps its losses for TensorBoard."""
        tell, first = self.watch(say("train.teaching")), self.taught

        def told(done: int, total: int, losses: Mapping[str, torch.Tensor]) -> None:
            tell(done, total)
            self.taught = first + done
            if done % LOG_EVERY == 0 or done == total:
                for name, loss in losses.items():
                    self.model.logger.record(f"teaching/{name}", float(loss.detach()))
                self.model.logger.dump(self.taught)

        return told

    def learn(self) -> bool:
        """Play and learn up to the configured frames; returns whether the end was reached."""
        total = self.config.learn.frames
        left = total - self.model.num_timesteps
        if left <= 0:
            return True
        draw = np.random.default_rng([self.seed, Luck.PLAYED, self.model.num_timesteps])
        first = int(Seeds.TRAIN.draw(1, draw)[0])
        self.env.seed(first)
        torch.manual_seed(first)
        torch.set_num_threads(self.jobs)  # a warm start, with one, is the same for any number
        watcher = Watcher(self)
        try:
            self.model.learn(left, callback=watcher, reset_num_timesteps=False)
        except ValueError:  # torch refuses chances that are not numbers
            self.check_finite()
            raise
        watcher.settle()
        return not watcher.stopped

    def check_finite(self, key: str = "learn.rate") -> None:
        """Refuse to go on with a network whose numbers are no longer finite.

        Args:
            key: What of the configuration may be too high.

        Raises:
            ContentError: It is one.
        """
        if not finite(self.model.policy):
            found = say("train.found_nan", frames=self.model.num_timesteps)
            raise refuse(key, "", found, say("train.valid_nan", folder=self.folder))

    def validate(self) -> None:
        """Play the validation games, note how many were won, and keep the network."""
        frames = self.model.num_timesteps
        win = float(self.exam.won_by(network_of(self.model.policy)).mean())
        better = win > self.best
        self.best = max(win, self.best)
        self.validated = frames
        logger = self.model.logger
        row = {"frames": frames, "win": win, "illegal": self.env.illegal}
        row |= {name: float(logger.name_to_value[key]) for name, key in LOGGED.items() if key in logger.name_to_value}
        with (self.folder / CURVE).open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        logger.record("validation/win", win)
        logger.record("validation/best", self.best)
        logger.record("play/illegal", self.env.illegal)
        logger.dump(frames or self.taught)
        if better:
            self.keep(BEST)
        self.keep(LAST)
        self.telling.line(say("train.won", frames=frames, win=win, games=self.exam.games))

    def keep(self, name: str) -> None:
        """Keep the learner as it is."""
        note = Note(
            frames=self.model.num_timesteps,
            best=self.best,
            validated=self.validated,
            warm=self.warm,
            illegal=self.env.illegal,
            updates=self.model._n_updates,
        )
        save_model(self.folder / name, self.model, note)


class Watcher(BaseCallback):
    """Looks at a run between an update and the next games.

    Attributes:
        stopped: Whether it ended the run before its time.
    """

    def __init__(self, run: Run) -> None:
        super().__init__()
        self.run = run
        self.stopped = False
        self.began = self.kept = monotonic()
        self.first = run.model.num_timesteps

    def _on_step(self) -> bool:
        if self.run.telling.stop():
            self.stopped = True
        return not self.stopped

    def _on_rollout_start(self) -> None:
        if self.model.num_timesteps > self.first:
            self.settle()
        minutes = self.run.config.learn.minutes
        if minutes and monotonic() - self.began > 60 * minutes:
            self.stopped = True

    def settle(self) -> None:
        """Check, tell and keep what the last update gave.

        Raises:
            ContentError: The network is no longer finite.
        """
        run, frames = self.run, self.model.num_timesteps
        run.check_finite()
        self.logger.record("play/illegal", run.env.illegal)
        total = run.config.learn.frames
        if frames - run.validated >= run.config.validation.every or frames >= total:
            run.validate()
        elif monotonic() - self.kept > KEEP_EVERY:
            run.keep(LAST)
            self.kept = monotonic()
        self.tell(frames, total)

    def tell(self, frames: int, total: int) -> None:
        """Tell how far the run is."""
        speed = (frames - self.first) / max(monotonic() - self.began, 1e-9)
        left = max(0, total - frames) / max(speed, 1e-9)
        text = say("train.progress", frames=frames, total=total, speed=speed, best=self.run.best, left=clock(left))
        self.run.telling.progress(frames, total, text)


def clock(seconds: float) -> str:
    """Return a time as minutes and seconds."""
    return f"{int(seconds // 60)}:{int(seconds % 60):02}"


def device_of(name: str) -> str:
    """Return the device of a name; ``auto`` is a graphics card where there is one.

    Raises:
        ContentError: Torch has no such device here.
    """
    if name == "auto":
        return "cuda" if torch.cuda.is_available() else "cpu"
    try:
        torch.zeros(1, device=name)
    except (RuntimeError, AssertionError, NotImplementedError) as error:
        raise refuse("--device", "", name, say("train.valid_device")) from error
    return name
