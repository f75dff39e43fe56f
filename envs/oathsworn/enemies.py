"""The enemy side as content files write it: bosses with their locations, minions, stage cards, obstacles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field, model_validator

from ..core.catalogue import say
from ..core.content import Strict
from .cards import Hp, Might
from .steps import MOST_STEPS, Few, IconWord, Name, PreferWord, Reach, Step, misplaced
from .terms import BODY, DIE_HP, LOCATIONS, MINIONS, STAGES, Icon, Key, Prefer
from .vocabulary import Side
from .words import BODY_WORDS, DIRECTIONS, Fault, HexName, Length, Word, refuse_faults, words_of

KEY_WORDS = tuple(key.name.lower() for key in Key if key != Key.LARGE and key.name)
PREFER_WORDS = words_of(Prefer)
SIZES = ("normal", "large")

Hex = Annotated[str, HexName()]
DirectionWord = Annotated[str, Word(DIRECTIONS)]
BodyWord = Annotated[str, Word(BODY_WORDS)]
KeyWord = Annotated[str, Word(KEY_WORDS)]
SizeWord = Annotated[str, Word(SIZES)]
Dice = Annotated[int, Field(ge=1, le=LOCATIONS)]


class Location(Strict):
    """A location of a boss with its HP die: which hexes of the model it spans, and the body part it uncovers."""

    name: Name
    body: Annotated[tuple[BodyWord, ...], Field(strict=False), Length(1, BODY)] = ("core",)
    icon: IconWord = Icon.NONE.name.lower()
    hp: Hp = DIE_HP


class Boss(Strict):
    """A boss: its sheet and where it starts.

    Attributes:
        prefer: Whom it goes for unless a card says otherwise.
        prefer_kind: The minion kind that `most_kills` counts, empty for all; the arc that `in_arc` means.
        stage_two: Dice lost when stage II begins; None if only the cards say so.
        stage_three: Dice lost when stage III begins.
        keywords: Such as ``mob`` or ``reacts``.
    """

    name: Name
    size: SizeWord = "normal"
    defence: Annotated[int, Field(ge=1, le=20)]
    might: Might
    at: Hex
    facing: DirectionWord = "s"
    prefer: PreferWord = "closest"
    prefer_kind: Annotated[str, Field(max_length=80)] = ""
    stage_two: Dice | None = None
    stage_three: Dice | None = None
    keywords: Annotated[tuple[KeyWord, ...], Field(strict=False)] = ()
    locations: Annotated[tuple[Location, ...], Field(strict=False), Length(1, LOCATIONS)]

    @model_validator(mode="after")
    def _whole(self) -> Boss:
        refuse_faults([*self._stages(), *self._body()])
        return self

    def _stages(self) -> Iterator[Fault]:
        if self.stage_three is not None and self.stage_three <= (self.stage_two or 0):
            yield Fault(("stage_three",), self.stage_three, say("content.valid_more_than", bound=self.stage_two or 0))

    def _body(self) -> Iterator[Fault]:
        if self.size == "normal":
            for place, location in enumerate(self.locations):
                if set(location.body) != {"core"}:
                    yield Fault(("locations", place, "body"), list(location.body), say("oathsworn_content.valid_core"))
            return
        owner: dict[str, str] = {}
        for place, location in enumerate(self.locations):
            for part in location.body:
                if owner.setdefault(part, location.name) != location.name:
                    valid = say("oathsworn_content.valid_part", part=part, location=owner[part])
                    yield Fault(("locations", place, "body"), part, valid)


class Minion(Strict):
    """A kind of minion.

    Attributes:
        models: How many there are.
        steps: What its attack brings besides damage, such as bleed.
        start: Where some stand when the encounter begins.
    """

    name: Name
    defence: Annotated[int, Field(ge=1, le=20)] = 1
    hp: Hp = 1
    might: Might
    move: Few = 0
    reach: Reach = 0
    keywords: Annotated[tuple[KeyWord, ...], Field(strict=False)] = ()
    models: Annotated[int, Field(ge=1, le=MINIONS)] = MINIONS
    ours: bool = False
    steps: Annotated[tuple[Step, ...], Field(strict=False, max_length=MOST_STEPS)] = ()
    start: Annotated[tuple[Hex, ...], Field(strict=False, max_length=MINIONS)] = ()
    facing: DirectionWord = "s"

    @model_validator(mode="after")
    def _of_enemies(self) -> Minion:
        faults = list(misplaced(self.steps, Side.ENEMIES))
        if len(self.start) > self.models:
            faults.append(Fault(("start",), len(self.start), say("content.valid_at_most", bound=self.models)))
        refuse_faults(faults)
        return self


class StageCard(Strict):
    """A stage card: what the enemy does when it resolves; of an unknown one only the stage is known.

    Attributes:
        prefer: Whom the enemy goes for; None for whom it prefers itself.
        lasting: Whether it stays visible to the end of the round.
    """

    name: Annotated[str, Field(max_length=80)] = ""
    stage: Annotated[int, Field(ge=1, le=STAGES)]
    unknown: bool = False
    prefer: PreferWord | None = None
    prefer_kind: Annotated[str, Field(max_length=80)] = ""
    lasting: bool = False
    ours: bool = False
    steps: Annotated[tuple[Step, ...], Field(strict=False, max_length=MOST_STEPS)] = ()

    @model_validator(mode="after")
    def _of_enemies(self) -> StageCard:
        faults = list(misplaced(self.steps, Side.ENEMIES))
        if self.unknown == bool(self.steps):
            valid = "oathsworn_content.valid_unknown" if self.unknown else "oathsworn_content.valid_known"
            faults.append(Fault(("steps",), [step.do for step in self.steps], say(valid)))
        refuse_faults(faults)
        return self


class Obstacle(Strict):
    """An obstacle: a tree, a wall, a building."""

    kind: Name = "tree"
    hexes: Annotated[tuple[Hex, ...], Field(strict=False), Length(1, BODY)]


class TileAt(Strict):
    """A tile that lies on the board from the start."""

    tile: Annotated[str, Word(("fire", "water"))]
    at: Hex
