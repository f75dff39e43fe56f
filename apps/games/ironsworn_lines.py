"""The lines of a replay that hold what is Ironsworn's own: the scenario as data, and situations."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from ...envs.core.content import Strict
from ...envs.ironsworn.board import Board
from ...envs.ironsworn.foes import PACK_LIMIT, FoeSlot, Nature
from ...envs.ironsworn.house_rules import HouseRules
from ...envs.ironsworn.scenario import Scenario
from ...envs.ironsworn.sheet import Sheet
from ...envs.ironsworn.terms import CHARACTERS, FOES
from ..record import Edit, Start


class FoeData(Strict):
    """A foe slot of a scenario."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
    rank: Annotated[int, Field(ge=1, le=5)]
    nature: Nature
    undead: bool
    pack_size: Annotated[int, Field(ge=1, le=PACK_LIMIT)]


class ScenarioData(Strict):
    """A scenario with all it needs, so that no other file is read."""

    name: Annotated[str, Field(max_length=1000)]
    foes: Annotated[tuple[FoeData, ...], Field(strict=False, min_length=1, max_length=FOES)]
    characters: Annotated[tuple[Sheet, ...], Field(strict=False, min_length=1, max_length=CHARACTERS)]
    house_rules: HouseRules

    @classmethod
    def of(cls, scenario: Scenario) -> ScenarioData:
        """Return a scenario as data."""
        foes = tuple(FoeData(**slot._asdict()) for slot in scenario.foes)
        return cls(name=scenario.name, foes=foes, characters=scenario.sheets, house_rules=scenario.rules)

    def plain(self) -> dict[str, Any]:
        """Return the data as it stands in a file."""
        return self.model_dump(mode="json")

    @property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.characters)

    def scenario(self) -> Scenario:
        """Return the scenario."""
        slots = tuple(FoeSlot(**foe.model_dump()) for foe in self.foes)
        return Scenario(self.name, slots, self.characters, self.house_rules)


class IronswornStart(Start):
    """A fight begins."""

    game: Literal["ironsworn"] = "ironsworn"
    scenario: ScenarioData
    board: Board | None = None


class IronswornEdit(Edit):
    """The board of a fight was corrected."""

    board: Board


LINES: dict[str, type[Strict]] = {"start": IronswornStart, "edit": IronswornEdit}
