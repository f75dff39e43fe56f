"""What a class brings to the table: ability cards, items, injuries, companions, friends, and the allies of a party."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field, model_validator

from ..core.catalogue import say
from ..core.content import Strict, name_key
from .steps import Few, Name, Option, Options, Reach, does, endless, walk
from .terms import ABILITIES, ALLY_HP, CARDS, COMPANION_MOVE, COMPANION_REGEN, FRIENDS, ITEM_OPTIONS, Do
from .words import Fault, Length, Word, refuse_faults

HAND = (0, 1, 1, 2, 2, 3, 3)
"""The cooldowns of a hand (Encounter rules p. 6)."""
HANDS = 2
MOST_CARDS = 60
ARCHETYPE = 1
OWN = 3
"""First places of a companion's two abilities, behind its attack, and of those of the class."""
SIGNATURES = ABILITIES - OWN
ALLY_ABILITIES = ABILITIES - ARCHETYPE
SLOTS = ("weapon", "armour", "shield", "gear")
DEFAULT_ANIMUS = 8
DEFAULT_REGEN = 6

Cooldown = Annotated[int, Field(ge=0, le=3)]
Defence = Annotated[int, Field(ge=0, le=20)]
Hp = Annotated[int, Field(ge=1, le=99)]
SlotWord = Annotated[str, Word(SLOTS)]


class Might(Strict):
    """Cards or cubes of each colour."""

    white: Few = 0
    yellow: Few = 0
    red: Few = 0
    black: Few = 0

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """The counts from the weakest colour to the strongest."""
        return self.white, self.yellow, self.red, self.black


class Card(Strict):
    """An ability card: one of its options is played, or it is used for its defence (Encounter rules p. 10)."""

    name: Name
    cooldown: Cooldown
    defence: Defence = 0
    level: Annotated[int, Field(ge=1, le=21)] = 1
    ours: bool = False
    options: Options

    @model_validator(mode="after")
    def _ends(self) -> Card:
        options = [option if option.when != "turn" else None for option in self.options]
        refuse_faults(endless_options(options, self.cooldown))
        return self


class Item(Strict):
    """An item; without a cooldown it is used once an encounter.

    Attributes:
        hands: Hands that a weapon or shield takes.
        type: What classes with restrictions go by, such as ``heavy``.
        reach: Range of a weapon, 0 for adjacent.
        tier: When it is found: 1 at the start, 2 later, 3 once in a campaign.
        companion: What it does for a companion in place of its options.
        fates: Extra cards that the first critical of an attack brings beyond its one.
    """

    name: Name
    slot: SlotWord
    hands: Annotated[int, Field(ge=0, le=2)] = 1
    type: Annotated[str, Field(max_length=40)] = ""
    cooldown: Cooldown | None = None
    defence: Defence = 0
    might: Might = Might()
    reach: Reach = 0
    fates: Few = 0
    tier: Annotated[int, Field(ge=1, le=3)] = 1
    ours: bool = False
    options: Annotated[tuple[Option, ...], Field(strict=False, max_length=ITEM_OPTIONS)] = ()
    companion: Annotated[tuple[Option, ...], Field(strict=False, max_length=ITEM_OPTIONS)] = ()

    @model_validator(mode="after")
    def _ends(self) -> Item:
        if self.cooldown is not None:
            refuse_faults(endless_options(self.options, self.cooldown))
        return self

    def worn_by(self, full: bool) -> Item:
        """Return the item as a full character or a companion has it.

        What it does for a companion is free and used once an encounter (Encounter rules p. 9).
        """
        if full:
            return self
        free = (option.model_copy(update={"cost": 0, "limit": "free"}) for option in self.companion or self.options)
        return self.model_copy(update={"options": tuple(free), "cooldown": None})


class Injury(Strict):
    """An injury: in hand it is played in the first turn of a round (rules section 6)."""

    name: Name
    cooldown: Cooldown
    ours: bool = False
    effect: Option


class Ability(Option):
    """An ability on a class's or an ally's own board: nothing it costs may be won back without an end."""

    name: Name
    companion: bool = False
    """Whether a companion of the class has it too."""
    companion_cost: Annotated[int, Field(ge=0, le=20)] | None = None
    """Its price to a companion, where that is another."""

    @model_validator(mode="after")
    def _ends(self) -> Ability:
        free = not (self.cost or self.hp or self.pay)
        passive = self.when.startswith(PASSIVE)
        endless = self.limit == "free" and not passive and (free or does(self.steps, *GAINS))
        refuse_faults([Fault(("limit",), self.limit, say("oathsworn_content.valid_limit"))] if endless else [])
        return self

    def had_by(self, full: bool) -> Ability:
        """Return the ability as a full character or a companion has it."""
        dearer = full or self.companion_cost is None
        return self if dearer else self.model_copy(update={"cost": self.companion_cost})


PASSIVE = "passive"
GAINS = (Do.ANIMUS, Do.TOKEN, Do.HEAL)
"""Effects that could pay for the next use of the same ability."""


class Archetype(Strict):
    """A companion's card: one of its two sides is chosen, each with two abilities, used at most once a round."""

    name: Name
    a: Annotated[tuple[Option, ...], Field(strict=False), Length(2, 2)]
    b: Annotated[tuple[Option, ...], Field(strict=False), Length(2, 2)]


class Companion(Strict):
    """The simple form of a class (Encounter rules p. 9).

    Attributes:
        reach: Range of its attack, 0 as its weapon's.
    """

    move: Annotated[int, Field(ge=1, le=12)] = COMPANION_MOVE
    reach: Reach = 0
    archetypes: Annotated[tuple[Archetype, ...], Field(strict=False), Length(1)]


class Friend(Strict):
    """A kind of friend that a class brings: sentinels, falcons."""

    name: Name
    defence: Defence = 1
    hp: Hp = 1
    might: Might = Might()
    move: Few = 0
    reach: Reach = 0
    models: Annotated[int, Field(ge=1, le=FRIENDS)] = 1
    holds_hex: bool = False


class ClassFile(Strict):
    """A class.

    Attributes:
        hands: Hands for weapons and shields.
        wears: Types of items it may use; empty for all.
        equipment: Names of its starting items.
        gear: Items of its own, beside those that everybody finds.
        cards: Its ability cards, the seven starting ones among them.
        starting: Names of the seven starting cards; empty if it has seven.
        abilities: What it can do besides cards.
    """

    name: Name
    animus: Annotated[int, Field(ge=1, le=20)] = DEFAULT_ANIMUS
    regen: Annotated[int, Field(ge=0, le=20)] = DEFAULT_REGEN
    ours: bool = False
    hands: Annotated[int, Field(ge=1, le=4)] = HANDS
    wears: Annotated[tuple[str, ...], Field(strict=False)] = ()
    equipment: Annotated[tuple[Name, ...], Field(strict=False)] = ()
    gear: Annotated[tuple[Item, ...], Field(strict=False)] = ()
    cards: Annotated[tuple[Card, ...], Field(strict=False), Length(CARDS, MOST_CARDS)]
    starting: Annotated[tuple[Name, ...], Field(strict=False)] = ()
    abilities: Annotated[tuple[Ability, ...], Field(strict=False, max_length=SIGNATURES)] = ()
    companion: Companion
    friends: Annotated[tuple[Friend, ...], Field(strict=False)] = ()

    @model_validator(mode="after")
    def _whole(self) -> ClassFile:
        refuse_faults([*self._names(), *self._kinds()])
        return self

    @property
    def programs(self) -> Iterator[tuple[tuple[int | str, ...], Option]]:
        """Every option with its key path."""
        for place, card in enumerate(self.cards):
            yield from ((("cards", place, "options", index), option) for index, option in enumerate(card.options))
        yield from ((("abilities", place), ability) for place, ability in enumerate(self.abilities))
        for place, item in enumerate(self.gear):
            for key, options in (("options", item.options), ("companion", item.companion)):
                yield from ((("gear", place, key, index), option) for index, option in enumerate(options))
        for place, archetype in enumerate(self.companion.archetypes):
            for key, options in (("a", archetype.a), ("b", archetype.b)):
                loc = ("companion", "archetypes", place, key)
                yield from (((*loc, index), option) for index, option in enumerate(options))

    def _names(self) -> Iterator[Fault]:
        for key in ("cards", "gear", "abilities", "friends"):
            yield from twice(key, [entry.name for entry in getattr(self, key)])

    def _kinds(self) -> Iterator[Fault]:
        kinds = {name_key(friend.name) for friend in self.friends}
        for loc, option in self.programs:
            for inner, step, _ in walk(option.steps):
                for key in ("kind", "by"):
                    name = getattr(step, key)
                    if name is not None and name_key(name) not in kinds:
                        names = ", ".join(friend.name for friend in self.friends) or say("oathsworn_content.no_friends")
                        yield Fault((*loc, *inner, key), name, names)


class AllyCard(Strict):
    """A card of an ally that enters for a fallen hero (Encounter rules p. 17)."""

    name: Name
    hp: Hp = ALLY_HP
    defence: Defence
    might: Might = Might()
    regen: Annotated[int, Field(ge=0, le=20)] = COMPANION_REGEN
    move: Annotated[int, Field(ge=1, le=12)] = COMPANION_MOVE
    reach: Reach = 0
    ours: bool = False
    abilities: Annotated[tuple[Ability, ...], Field(strict=False, max_length=ALLY_ABILITIES)] = ()


class GearFile(Strict):
    """A file of items."""

    items: Annotated[tuple[Item, ...], Field(strict=False)]


class InjuryFile(Strict):
    """A file of injuries."""

    injuries: Annotated[tuple[Injury, ...], Field(strict=False)]


class AllyFile(Strict):
    """A file of allies."""

    allies: Annotated[tuple[AllyCard, ...], Field(strict=False)]


def endless_options(options: Sequence[Option | None], cooldown: int) -> Iterator[Fault]:
    """Give the options of a card or item that could be played without an end."""
    for place, option in enumerate(options):
        if option is not None and endless(option, cooldown):
            yield Fault(("options", place, "cost"), option.cost, say("oathsworn_content.valid_cost"))


def twice(key: str, names: list[str]) -> Iterator[Fault]:
    """Give the names of a list that stand there a second time."""
    seen: set[str] = set()
    for place, name in enumerate(names):
        if name_key(name) in seen:
            yield Fault((key, place, "name"), name, say("oathsworn_content.valid_once"))
        seen.add(name_key(name))
