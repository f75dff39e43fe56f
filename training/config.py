"""The configuration of a training run: a TOML file, of which every key is explained in docs/training.md."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, Field, ValidationInfo, field_validator

from ..agents.pilots import DEFAULT, OPTIMAL
from ..envs.core.catalogue import say
from ..envs.core.content import Strict, choices, load, match, refuse

CONFIGS = Path(__file__).parent / "configs"
SUFFIX = ".toml"
MOST_GAMES = 100_000
"""Games played at once; each takes some ten thousand bytes."""
ROLLOUT = "rollout:"
"""What the name of a teacher begins with that plays options on, before the number of worlds."""


def known_teacher(name: str) -> str:
    """Refuse a name that is no teacher's."""
    if re.fullmatch(rf"{DEFAULT}|{OPTIMAL}|{ROLLOUT}[1-9][0-9]{{0,3}}", name) is None:
        raise ValueError(say("train.valid_teacher"))
    return name


def some(entries: tuple[Any, ...]) -> tuple[Any, ...]:
    """Refuse a list without entries, once its entries are right by themselves."""
    if not entries:
        raise ValueError(say("content.valid_shortest", bound=1))
    return entries


Texts: TypeAlias = Annotated[tuple[str, ...], Field(strict=False), AfterValidator(some)]
Share: TypeAlias = Annotated[float, Field(ge=0, le=1)]
Count: TypeAlias = Annotated[int, Field(ge=1)]
Games: TypeAlias = Annotated[int, Field(ge=1, le=MOST_GAMES)]
Epochs: TypeAlias = Annotated[int, Field(ge=1, le=10_000)]
Widths: TypeAlias = Annotated[
    tuple[Annotated[int, Field(ge=4, le=2048)], ...], Field(strict=False, max_length=8), AfterValidator(some)
]
Batch: TypeAlias = Annotated[int, Field(ge=1, le=10_000_000)]


class Table(Strict):
    """Scenarios, each with each party, each with each way to fill the seats.

    Attributes:
        scenarios: What is played: names or files.
        parties: Who plays, one list a party: characters of Ironsworn or classes of Oathsworn; empty for the scenario's.
        random_parties: So many parties of random characters or classes beside those, the same ones in every run.
        random_picked: Further ones of them by number, the first of `random_parties` being 0: such as can be solved.
            Those from `random_parties.TESTED` on are kept for testing.
        party_size: Ironsworn: characters in each of those.
        companions: Oathsworn: seats, from 1, in which random parties have a companion.
        difficulties: Difficulties of Oathsworn; empty for the encounter's.
        seats: Who holds the seats, such as ``_,scripted,*,*``: ``_`` is the learner, ``*`` each partner in turn.
        partners: Whom ``*`` stands for.
        weight: How often it is dealt, beside the other tables: so many times.
    """

    scenarios: Texts
    parties: Annotated[tuple[Texts, ...], Field(strict=False)] = ()
    random_parties: Annotated[int, Field(ge=0, le=1_000)] = 0
    random_picked: Annotated[tuple[Annotated[int, Field(ge=0)], ...], Field(strict=False)] = ()
    party_size: Annotated[int, Field(ge=1, le=4)] = 1
    companions: Annotated[tuple[Annotated[int, Field(ge=1, le=4)], ...], Field(strict=False)] = ()
    difficulties: Annotated[tuple[str, ...], Field(strict=False)] = ()
    seats: Texts = ("_",)
    partners: Texts = ("scripted",)
    weight: Annotated[int, Field(ge=1, le=100)] = 1


class Shape(Strict):
    """The network.

    Attributes:
        hidden: Widths of the layers that see the whole observation.
        option: Width of the two layers that score an action.
        hint: ``scripted``: it sees what the scripted pilot would do, to depart from it where it learns to.
        trust: How far it follows the hint at first: the logit that it adds.
        blind: Numbers of the observation that it does not see, by block, each by its place in the block.
    """

    hidden: Widths = (128, 128)
    option: Annotated[int, Field(ge=4, le=1024)] = 64
    hint: Literal["", "scripted"] = ""
    trust: Annotated[float, Field(ge=0, le=20)] = 5.0
    blind: dict[str, Annotated[tuple[int, ...], Field(strict=False)]] = {}


class Imitation(Strict):
    """Learning from a teacher before any play of one's own.

    Attributes:
        teacher: Whom to imitate.
        tables: Where it is watched; empty for where the network is to play.
        decisions: Decisions it is asked about.
        epochs: Passes over them.
        batch: Decisions a step.
        rate: Learning rate, falling to 0.
        explore: Share of the decisions that are taken at random as they are collected, so that mistakes are met too.
        rounds: How often decisions are collected and learned; from the second on the network plays, to be taught where
            its own play leads. Not `scripted`.
        regret: Weight of what a choice loses by the exact solution, beside the teacher's choice; with rollouts, of what
            choices lead by, in place of learning each option's lead. Not `scripted`.
    """

    teacher: Annotated[str, AfterValidator(known_teacher)] = DEFAULT
    tables: Annotated[tuple[Table, ...], Field(strict=False)] = ()
    decisions: Annotated[int, Field(ge=20, le=100_000_000)] = 200_000
    epochs: Epochs = 8
    batch: Batch = 1_024
    rate: Annotated[float, Field(gt=0, le=0.1)] = 1e-3
    explore: Share = 0.1
    rounds: Annotated[int, Field(ge=1, le=20)] = 1
    regret: Annotated[float, Field(ge=0, le=1_000)] = 0.0

    @field_validator("rounds", "regret")
    @classmethod
    def _heeded(cls, figure: float, info: ValidationInfo) -> float:
        """Refuse what a teacher that knows no more than its own choice would not heed."""
        default = cls.model_fields[info.field_name or ""].default
        if figure != default and info.data.get("teacher") == DEFAULT:
            raise ValueError(say("train.valid_scripted", default=default))
        return figure


class Learning(Strict):
    """Reinforcement learning by MaskablePPO.

    Attributes:
        frames: Decisions of the learner, 0 for none: imitation alone.
        minutes: Stop after so many minutes, whatever is left; 0 for no limit.
        games: Games played at once.
        steps: Decisions a game between two updates.
        batch: Decisions a step of the optimiser.
        epochs: Passes over the decisions of an update.
        rate: Learning rate at first; it falls in a line to `last_rate`.
        last_rate: Learning rate at the end.
        discount: Discount of rewards.
        trace: Lambda of generalised advantages.
        clip: How far an update may move the chance of a choice.
        entropy: Weight of the entropy.
        value: Weight of the value loss.
        divergence: Mean divergence at which an update ends early; 0 for no limit.
        rewards: Weights of the game's reward terms.
        shaped: Oathsworn: reward is how the fitted chance to win changes from round to round, in place of `rewards`.
    """

    frames: Annotated[int, Field(ge=0)] = 1_000_000
    minutes: Annotated[float, Field(ge=0)] = 0.0
    games: Games = 256
    steps: Annotated[int, Field(ge=1, le=100_000)] = 64
    batch: Batch = Field(4_096, validate_default=True)
    epochs: Epochs = 3
    rate: Annotated[float, Field(gt=0, le=0.1)] = 3e-4
    last_rate: Annotated[float, Field(ge=0, le=0.1)] = 3e-5
    discount: Annotated[float, Field(gt=0, le=1)] = 1.0
    trace: Share = 0.95
    clip: Annotated[float, Field(gt=0, le=1)] = 0.2
    entropy: Annotated[float, Field(ge=0, le=1)] = 0.003
    value: Annotated[float, Field(ge=0, le=10)] = 0.5
    divergence: Annotated[float, Field(ge=0, le=1)] = 0.0
    rewards: dict[str, float] = {}
    shaped: bool = False

    @field_validator("batch")
    @classmethod
    def _of_several(cls, batch: int, info: ValidationInfo) -> int:
        """Refuse a batch of one decision, the last of an update too: advantages are told by how they differ in it."""
        decisions = info.data.get("games", 2) * info.data.get("steps", 1)
        if decisions % min(batch, decisions) == 1 or min(batch, decisions) == 1:
            raise ValueError(say("train.valid_batch", decisions=decisions))
        return batch


class Validation(Strict):
    """Games on validation seeds that choose the best network: how many, and every how many frames."""

    games: Games = 1_000
    every: Count = 200_000


class Config(Strict):
    """A training run.

    Attributes:
        game: The game.
        pilots: What the network is made for, for its card.
        licence: Under what terms it may be used.
        tables: What is played, and by whom.
        network: The network.
        imitate: Teachers, if there are any; what they teach is learned together.
        learn: Reinforcement learning.
        validation: Validation.
    """

    game: Literal["ironsworn", "oathsworn"]
    pilots: str = ""
    licence: str = "MIT"
    tables: Annotated[tuple[Table, ...], Field(strict=False), AfterValidator(some)]
    network: Shape = Shape()
    imitate: Annotated[tuple[Imitation, ...], Field(strict=False)] = ()
    learn: Learning = Learning()
    validation: Validation = Validation()


def read_config(name_or_path: str) -> tuple[Config, Path]:
    """Return a configuration and the folder that its files are relative to.

    Args:
        name_or_path: One that ships, by name, or a TOML file.

    Raises:
        ContentError: With every problem of the file.
    """
    shipped = {path.stem: path for path in CONFIGS.glob(f"*{SUFFIX}")}
    known = match(name_or_path, shipped)
    if known is None and Path(name_or_path).suffix != SUFFIX:
        raise refuse("--config", "", name_or_path, choices((*sorted(shipped), f"FILE{SUFFIX}"), name_or_path))
    path = shipped[known] if known else Path(name_or_path)
    return load(path, Config), path.parent
