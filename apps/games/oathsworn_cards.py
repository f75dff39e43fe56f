"""Stage cards whose steps are told at the table when they resolve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...envs.core.catalogue import say
from ...envs.core.content import ContentError, Problem, parse_toml, read_source, refuse
from ...envs.oathsworn.scenario import Scenario
from .playable import Missing

TYPED = "card"
"""What messages call the lines that a person types."""


@dataclass(frozen=True)
class CardMissing(Missing):
    """The steps of an unknown stage card.

    Attributes:
        place: Its place among the stage cards.
        name: What it is called as long as it is unknown.
        stage: Its stage.
    """

    place: int
    name: str
    stage: int

    @property
    def question(self) -> str:
        """What is asked for, and how it is typed."""
        return say("oathsworn_card.question", card=self.name, stage="I" * self.stage)

    def read(self, lines: Sequence[str]) -> dict[str, Any]:
        """Return the card as a replay keeps it: its place, and the table of a file.

        Raises:
            ContentError: They are no table of a card.
        """
        if len(lines) == 1 and lines[0].strip().lower().endswith(".toml"):
            file = lines[0].strip()
            return {"place": self.place, "card": parse_toml(read_source(file), file)}
        return {"place": self.place, "card": parse_toml(as_toml(lines), TYPED)}


def as_toml(lines: Sequence[str]) -> str:
    """Return typed lines as a file: steps, one a line with or without braces, become a list; other keys stay."""
    keys, steps = [], []
    for line in map(str.strip, lines):
        bare = line.rstrip(",")
        if bare.startswith("{"):
            steps.append(bare)
        elif bare.partition("=")[0].strip() == "do":
            steps.append(f"{{ {bare} }}")
        else:
            keys.append(line)
    return "\n".join([*keys, *([f"steps = [{', '.join(steps)}]"] if steps else [])])


def unknown_cards(scenario: Scenario) -> list[CardMissing]:
    """Return the stage cards of a scenario of which only the stage is known."""
    return [
        CardMissing(place, scenario.names.stage_cards[place], card.stage)
        for place, card in enumerate(scenario.encounter.stage_cards)
        if card.unknown
    ]


def learnt(scenario: Scenario, data: dict[str, Any]) -> tuple[Scenario, int]:
    """Return a scenario with an unknown card as it was told, and the place of the card.

    Raises:
        ContentError: It is no such card, or its table is wrong.
    """
    place, told = data.get("place"), data.get("card")
    missing = {each.place: each for each in unknown_cards(scenario)}
    if not isinstance(place, int) or place not in missing or not isinstance(told, dict):
        raise refuse(TYPED, "place", str(place), say("oathsworn_card.valid_place", places=", ".join(map(str, missing))))
    card = {"stage": missing[place].stage, **told}
    if card["stage"] != missing[place].stage:
        raise refuse(TYPED, "stage", str(card["stage"]), str(missing[place].stage))
    above = f"stage_cards[{place}]"
    try:
        return scenario.with_card(place, card, TYPED), place
    except ContentError as error:
        raise ContentError(
            Problem(each.file, each.where.removeprefix(above).lstrip("."), each.found, each.valid)
            for each in error.problems
        ) from error
