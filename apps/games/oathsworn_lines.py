"""The lines of a replay that hold what is Oathsworn's own: the scenario as data."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from ...envs.core.content import Strict
from ...envs.oathsworn.cards import AllyCard, Archetype, Card, ClassFile, Injury, Item
from ...envs.oathsworn.encounter import Encounter
from ...envs.oathsworn.house_rules import HouseRules
from ...envs.oathsworn.party import Fighter, Member
from ...envs.oathsworn.scenario import Scenario
from ...envs.oathsworn.situation_file import Situation
from ...envs.oathsworn.terms import ALLIES, CARDS, ITEMS, SEATS
from ..record import Start

Text = Annotated[str, Field(max_length=1000)]


class FighterData(Strict):
    """A member of the party with all that it brings."""

    member: Member
    hero: ClassFile
    cards: Annotated[tuple[Card, ...], Field(strict=False, max_length=CARDS)]
    items: Annotated[tuple[Item, ...], Field(strict=False, max_length=ITEMS)]
    injuries: Annotated[tuple[Injury, ...], Field(strict=False, max_length=20)]
    archetype: Archetype


class ScenarioData(Strict):
    """A scenario with all it needs, so that no other file is read."""

    name: Text
    encounter: Encounter
    fighters: Annotated[tuple[FighterData, ...], Field(strict=False, min_length=SEATS, max_length=SEATS)]
    allies: Annotated[tuple[AllyCard, ...], Field(strict=False, max_length=ALLIES)]
    house_rules: HouseRules
    difficulty: Text
    ambushed: bool
    lead: Annotated[int, Field(ge=0, lt=SEATS)]

    def plain(self) -> dict[str, Any]:
        """Return the data as it stands in a file: without what is as it is by default."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True)

    @property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.fighters)

    @classmethod
    def of(cls, scenario: Scenario) -> ScenarioData:
        """Return a scenario as data."""
        fighters = tuple(
            FighterData(
                member=each.member,
                hero=each.hero,
                cards=each.cards,
                items=each.items,
                injuries=each.injuries,
                archetype=each.archetype,
            )
            for each in scenario.fighters
        )
        return cls(
            name=scenario.name,
            encounter=scenario.encounter,
            fighters=fighters,
            allies=scenario.allies,
            house_rules=scenario.rules,
            difficulty=scenario.difficulty,
            ambushed=scenario.ambushed,
            lead=scenario.lead,
        )

    def scenario(self) -> Scenario:
        """Return the scenario."""
        fighters = tuple(
            Fighter(each.member, each.hero, each.cards, each.items, each.injuries, each.archetype)
            for each in self.fighters
        )
        return Scenario(
            self.name,
            self.encounter,
            fighters,
            self.allies,
            self.house_rules,
            self.difficulty,
            self.ambushed,
            self.lead,
        )


class OathswornStart(Start):
    """An encounter begins."""

    game: Literal["oathsworn"] = "oathsworn"
    scenario: ScenarioData
    board: Situation | None = None


LINES: dict[str, type[Strict]] = {"start": OathswornStart}
