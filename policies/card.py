"""The card of a network: what it pilots, how it sees, how it was made, and what it was measured to do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from ..envs.core.content import Strict
from ..envs.core.face import Face
from .action_features import features_of

FORMAT: Literal[1] = 1
LONGEST_NAME = 100
Share = Annotated[float, Field(ge=0, le=1)]
Difference = Annotated[float, Field(ge=-1, le=1)]


def fit_of(face: Face) -> dict[str, Any]:
    """Return what a network and a game must agree in, as a card names it."""
    return {
        "game": face.rules.name,
        "version": face.rules.version,
        "actions": face.rules.actions,
        "width": face.layout.width,
        "layout": face.layout.digest,
        "features": features_of(face.rules.name).digest,
    }


class Training(Strict):
    """How a network was made.

    Attributes:
        command: What was typed.
        config: The configuration, as it was read.
        seed: The seed of the run.
        seeds: First and last of the range that the games' seeds are drawn from.
        frames: Decisions it learned from by play.
        warm_start: Whom it imitated before; empty for nobody.
        versions: Versions of what trained it.
    """

    command: str
    config: dict[str, object]
    seed: int
    seeds: tuple[int, int] = Field(strict=False)
    frames: int
    warm_start: str = ""
    versions: dict[str, str] = {}


class Measured(Strict):
    """A win rate, and that of another pilot in the same seats of the same games.

    Attributes:
        what: What was played.
        win: Share of games won.
        low: Lower end of its 95% interval.
        high: Upper end.
        games: Games played; 0 where the share is exact.
        than: The other pilot.
        difference: Its share taken from that of the network.
        difference_low: Lower end of the 95% interval of the paired difference.
        difference_high: Upper end.
    """

    what: str
    win: Share
    low: Share
    high: Share
    games: Annotated[int, Field(ge=0)]
    than: str
    difference: Difference
    difference_low: Difference
    difference_high: Difference


class Card(Strict):
    """What is told of a network; the file that holds it is refused where it does not fit.

    Attributes:
        format: The form of card and file.
        name: The pilot's name.
        game: The game it plays.
        pilots: What it is made for.
        version: Version of the environment.
        layout: Hash of the observation's layout.
        width: Numbers in an observation.
        actions: Number of action ids.
        features: Hash of what is observed of each action.
        hidden: Widths of the hidden layers that see the whole observation.
        option: Width of the two layers that see an action.
        hint: The pilot whose choice the network sees beside the observation; empty for none.
        training: How it was made.
        results: What it was measured to do.
        licence: Under what terms it may be used.
    """

    format: Literal[1] = FORMAT
    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
    game: Literal["ironsworn", "oathsworn"]
    pilots: str
    version: int
    layout: str
    width: Annotated[int, Field(ge=1, le=100_000)]
    actions: Annotated[int, Field(ge=1, le=10_000)]
    features: str
    hidden: tuple[Annotated[int, Field(ge=1, le=4_096)], ...] = Field(strict=False, min_length=1, max_length=8)
    option: Annotated[int, Field(ge=1, le=4_096)]
    hint: Literal["", "scripted"] = ""
    training: Training
    results: tuple[Measured, ...] = Field((), strict=False)
    licence: str

    def differences(self, face: Face) -> Iterator[tuple[str, object, object]]:
        """Give what a game has otherwise: its name, here, and there."""
        for what, its in fit_of(face).items():
            mine = getattr(self, what)
            if mine != its:
                yield what, mine, its

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Return the shape of each tensor of the file."""
        features = features_of(self.game)
        widths = (self.width - features.aside, *self.hidden)
        shapes: dict[str, tuple[int, ...]] = {}
        for k, (before, after) in enumerate(zip(widths, self.hidden, strict=False)):
            shapes |= {f"hidden.{k}.weight": (after, before), f"hidden.{k}.bias": (after,)}
        inputs, wide = features.width + bool(self.hint), self.option
        shapes |= {"option.weight": (wide, inputs), "option.bias": (wide,), "state.weight": (wide, widths[-1])}
        shapes |= {"second.weight": (wide, wide), "second.bias": (wide,), "score.weight": (1, wide)}
        shapes |= {"value.weight": (1, widths[-1]), "value.bias": (1,)}
        return shapes | ({"trust": (1,)} if self.hint else {})
