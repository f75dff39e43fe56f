"""The file of an encounter: enemies, board and stage deck, and the table's own settings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import ConfigDict, Field, field_validator, model_validator

from ..core.catalogue import say
from ..core.content import Strict, name_key
from ..core.hexes import geometry, hex_named, name_of
from .cards import AllyCard, Injury, Item, twice
from .enemies import Boss, Hex, Minion, Obstacle, StageCard, TileAt
from .house_rules import HouseRules
from .party import Member, four_different, spelled
from .steps import LIMIT_WORDS, MOST_STEPS, Name, Step, misplaced, walk
from .terms import ALLIES, BOSSES, LOCATIONS, MINION_KINDS, MINIONS, OBSTACLES, SEATS, STAGE_CARDS, STAGES
from .vocabulary import Side
from .words import DIRECTIONS, Fault, Length, Loc, Word, refuse_faults

GAME = "oathsworn"
STANDARD = "free_company"
DIFFICULTIES = ("journeyman", "pilgrim", STANDARD, "grim", "dread")
HIGHEST_HP = (6, 6, 6, 5, 4)
"""HP of heroes and the cap of allies', by difficulty (Story rules p. 9)."""
OF_EACH_STAGE = 5
DEFAULT_ALLY = "Man-at-Arms"
DEFAULT_PARTY: Any = "starter"


def explain(schema: dict[str, Any]) -> None:
    """Complete the schema of an encounter's file: bases, tuning, and the short ways to name a party."""
    keys = schema["properties"]
    keys["base"] = {"type": "string", "description": "An encounter, or a file beside this one, that this changes."}
    keys["tuning"] = {"type": "object", "description": "Figures changed by name, such as boss.defence = 3."}
    member = keys["party"]["items"]
    keys["party"] = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"anyOf": [{"type": "string"}, member]}}]}
    schema["if"] = {"required": ["base"]}
    schema["else"] = {"required": schema.pop("required")}


class Encounter(Strict):
    """An encounter. Its fields are the keys of the file, `base` and `tuning` apart.

    Attributes:
        start_zone: Hexes where heroes may be placed.
        positions: Where the four start, in seat order; empty for a decision of each seat.
        lead: The seat that is first in every round, 1 to 4.
        allies: Ally cards by name that fallen seats share.
        poison: What each poisoned hero suffers at the end of every round.
        gear, injuries, ally_cards: Cards beside the built-in ones.
    """

    model_config = ConfigDict(json_schema_extra=explain)

    game: Annotated[str, Word((GAME,))] = GAME
    name: Name
    bosses: Annotated[tuple[Boss, ...], Field(strict=False), Length(1, BOSSES)]
    minions: Annotated[tuple[Minion, ...], Field(strict=False, max_length=MINION_KINDS)] = ()
    stage_cards: Annotated[tuple[StageCard, ...], Field(strict=False, max_length=STAGE_CARDS)]
    obstacles: Annotated[tuple[Obstacle, ...], Field(strict=False, max_length=OBSTACLES)] = ()
    tiles: Annotated[tuple[TileAt, ...], Field(strict=False)] = ()
    start_zone: Annotated[tuple[Hex, ...], Field(strict=False), Length(SEATS)]
    positions: Annotated[tuple[Hex, ...], Field(strict=False)] = ()
    difficulty: Annotated[str, Word(DIFFICULTIES)] = STANDARD
    ambushed: bool = False
    lead: Annotated[int, Field(ge=1, le=SEATS)] = 1
    party: Annotated[tuple[Member, ...], Field(strict=False, validate_default=True)] = DEFAULT_PARTY
    seats: Annotated[tuple[str, ...], Field(strict=False, max_length=SEATS)] = ()
    allies: Annotated[tuple[Name, ...], Field(strict=False, max_length=ALLIES)] = (DEFAULT_ALLY,) * SEATS
    house_rules: HouseRules = HouseRules()
    poison: Annotated[tuple[Step, ...], Field(strict=False, max_length=MOST_STEPS)] = ()
    gear: Annotated[tuple[Item, ...], Field(strict=False)] = ()
    injuries: Annotated[tuple[Injury, ...], Field(strict=False)] = ()
    ally_cards: Annotated[tuple[AllyCard, ...], Field(strict=False)] = ()
    ours: bool = False

    @field_validator("party", mode="before")
    @classmethod
    def _spelled(cls, value: Any) -> Any:
        return spelled(value)

    @field_validator("party")
    @classmethod
    def _four_different(cls, members: tuple[Member, ...]) -> tuple[Member, ...]:
        return four_different(members)

    @model_validator(mode="after")
    def _whole(self) -> Encounter:
        faults = [*self._deck(), *self._capacities(), *self._kinds(), *self._board(), *self._names()]
        refuse_faults([*faults, *misplaced(self.poison, Side.ENEMIES, ("poison",))])
        return self

    @property
    def programs(self) -> Iterator[tuple[Loc, tuple[Step, ...]]]:
        """Every program of the enemies with its key path."""
        yield from ((("stage_cards", place, "steps"), card.steps) for place, card in enumerate(self.stage_cards))
        yield from ((("minions", place, "steps"), minion.steps) for place, minion in enumerate(self.minions))
        yield ("poison",), self.poison

    def _deck(self) -> Iterator[Fault]:
        counts = [sum(card.stage == stage for card in self.stage_cards) for stage in range(1, STAGES + 1)]
        if counts != [OF_EACH_STAGE] * STAGES:
            yield Fault(("stage_cards",), counts, say("oathsworn_content.valid_deck", count=OF_EACH_STAGE))

    def _capacities(self) -> Iterator[Fault]:
        locations = sum(len(boss.locations) for boss in self.bosses)
        if locations > LOCATIONS:
            valid = say("oathsworn_content.valid_capacity", what="locations", capacity=LOCATIONS)
            yield Fault(("bosses",), locations, valid)
        models = sum(minion.models for minion in self.minions)
        if models > MINIONS:
            valid = say("oathsworn_content.valid_capacity", what="models", capacity=MINIONS)
            yield Fault(("minions",), models, valid)
        if len(self.positions) not in (0, SEATS):
            yield Fault(("positions",), len(self.positions), say("oathsworn_content.valid_four", count=SEATS))

    def _kinds(self) -> Iterator[Fault]:
        kinds = {name_key(minion.name) for minion in self.minions}
        names = ", ".join(minion.name for minion in self.minions) or say("oathsworn_content.no_minions")
        arcs = LIMIT_WORDS["arc"]
        named: list[tuple[Loc, str | None, str | None]] = [
            ((*loc, *inner[1:], "kind"), step.prefer, step.kind)
            for loc, steps in self.programs
            for inner, step, _ in walk(steps)
        ]
        for key in ("bosses", "stage_cards"):
            entries = getattr(self, key)
            named += [((key, n, "prefer_kind"), entry.prefer, entry.prefer_kind) for n, entry in enumerate(entries)]
        for loc, prefer, kind in named:
            if prefer == "in_arc" and name_key(kind or "") not in arcs:
                yield Fault(loc, kind, ", ".join(arcs))
            elif prefer != "in_arc" and kind and name_key(kind) not in kinds:
                yield Fault(loc, kind, names)

    def _names(self) -> Iterator[Fault]:
        for key in ("bosses", "minions", "gear", "injuries", "ally_cards"):
            yield from twice(key, [entry.name for entry in getattr(self, key)])

    def _board(self) -> Iterator[Fault]:
        taken: dict[int, str] = {}
        for loc, hexes, name in self.models():
            for hex in hexes:
                if hex < 0:
                    yield Fault(loc, name, say("oathsworn_content.valid_on_board"))
                elif taken.setdefault(hex, name) != name or list(hexes).count(hex) > 1:
                    valid = say("oathsworn_content.valid_empty", hex=name_of(hex), name=taken[hex])
                    yield Fault(loc, name, valid)
        free = {hex_named(text) for text in self.start_zone} - taken.keys()
        if not self.positions and len(free) < SEATS:
            yield Fault(("start_zone",), len(free), say("oathsworn_content.valid_zone", count=SEATS))

    def models(self) -> Iterator[tuple[Loc, tuple[int, ...], str]]:
        """Give what stands on the board at the start: key path, hexes (-1 off the board) and a name of its own."""
        for place, boss in enumerate(self.bosses):
            yield ("bosses", place, "at"), body_of(boss), boss.name
        for place, obstacle in enumerate(self.obstacles):
            hexes = tuple(hex_named(text) for text in obstacle.hexes)
            yield ("obstacles", place, "hexes"), hexes, f"{obstacle.kind} {place + 1}"
        for place, minion in enumerate(self.minions):
            for index, text in enumerate(minion.start):
                yield ("minions", place, "start", index), (hex_named(text),), f"{minion.name} {index + 1}"
        for seat, text in enumerate(self.positions):
            yield ("positions", seat), (hex_named(text),), say("oathsworn_content.seat", seat=seat + 1)


def body_of(boss: Boss) -> tuple[int, ...]:
    """Return the hexes of a boss: its centre, then clockwise from its front if it is large."""
    centre = hex_named(boss.at)
    if boss.size == "normal":
        return (centre,)
    front = DIRECTIONS.index(boss.facing)
    neighbours = geometry()["neighbour"][0, centre]
    return (centre, *(int(neighbours[(front + turn) % len(DIRECTIONS)]) for turn in range(len(DIRECTIONS))))
