"""A party of four: its members as a scenario names them, and what each brings once its class is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field, field_validator

from ..core.catalogue import say
from ..core.content import Strict, choices, match, name_key
from .cards import HAND, Archetype, Card, ClassFile, Injury, Item
from .steps import Few, Name, Option
from .terms import CARDS, INJURIES, ITEMS, SEATS
from .words import Fault, Word

STARTER = ("warden", "priest", "ranger", "warbear")
COMPANION_MARK = "companion"
FORMS = ("full", COMPANION_MARK)
PARTIES: dict[str, tuple[str, ...]] = {
    "starter": STARTER,
    "solo": (STARTER[0], *(f"{name}:{COMPANION_MARK}" for name in STARTER[1:])),
}
"""Parties with a name of their own."""
ONE_OF_EACH = ("armour", "gear")
HELD = ("weapon", "shield")


class Tokens(Strict):
    """Combat tokens a member starts with."""

    defence: Few = 0
    redraw: Few = 0
    animus: Few = 0
    empowered: Few = 0
    battleflow: Few = 0
    lethality: Few = 0

    @property
    def counts(self) -> tuple[int, ...]:
        """The counts in the order of `Token`."""
        return self.defence, self.redraw, self.animus, self.empowered, self.battleflow, self.lethality


class Member(Strict):
    """One of the four. A text such as ``ranger``, ``priest:companion`` or ``ranger:companion:b`` stands for a table.

    Attributes:
        hero: The class: a built-in one, or a TOML file.
        form: A full character, or a companion.
        archetype: A companion's card; the first of its class if empty.
        side: The side of that card.
        cards: The hand by name; None for the starting cards.
        items: What is equipped by name; None for the starting gear.
        injuries: Injuries by name.
        hp: HP at the start; None for the highest.
    """

    hero: Name = Field(alias="class")
    form: Annotated[str, Word(FORMS)] = FORMS[0]
    archetype: Annotated[str, Field(max_length=80)] = ""
    side: Annotated[str, Word(("a", "b"))] = "a"
    cards: Annotated[tuple[Name, ...], Field(strict=False)] | None = None
    items: Annotated[tuple[Name, ...], Field(strict=False, max_length=ITEMS)] | None = None
    injuries: Annotated[tuple[Name, ...], Field(strict=False, max_length=20)] = ()
    hp: Annotated[int, Field(ge=1, le=99)] | None = None
    tokens: Tokens = Tokens()


class Party(Strict):
    """The members in seat order."""

    members: Annotated[tuple[Member, ...], Field(strict=False)]

    @field_validator("members", mode="before")
    @classmethod
    def _spelled(cls, value: Any) -> Any:
        return spelled(value)

    @field_validator("members")
    @classmethod
    def _four_different(cls, members: tuple[Member, ...]) -> tuple[Member, ...]:
        return four_different(members)


def spelled(value: Any) -> Any:
    """Return the tables that a party's name, a comma list or texts in a list stand for."""
    if isinstance(value, str):
        known = match(value, PARTIES)
        value = PARTIES[known] if known else [part.strip() for part in value.split(",") if part.strip()]
    if not isinstance(value, (list, tuple)):
        return value
    return [member_of(entry) if isinstance(entry, str) else entry for entry in value]


def member_of(text: str) -> dict[str, str]:
    """Return the table that a text such as ``ranger:companion:b`` stands for."""
    name, *marks = text.split(":")
    table = {"class": name.strip()}
    for key, mark in zip(("form", "side"), marks, strict=False):
        table[key] = mark.strip()
    if len(marks) > 2:
        table["side"] = ":".join(marks[1:])
    return table


def four_different(members: tuple[Member, ...]) -> tuple[Member, ...]:
    """Return the members if they are a party (Story rules p. 6).

    Raises:
        ValueError: They are not four, or a class is there twice.
    """
    if len(members) != SEATS:
        raise ValueError(say("oathsworn_content.valid_four", count=SEATS))
    keys = [name_key(member.hero) for member in members]
    if len(set(keys)) < SEATS:
        again = next(member.hero for member, key in zip(members, keys, strict=True) if keys.count(key) > 1)
        raise ValueError(say("oathsworn_content.valid_one_of_each", hero=again))
    return members


@dataclass(frozen=True)
class Fighter:
    """A member with all that it brings.

    Attributes:
        member: As the scenario names it.
        hero: Its class.
        cards: Its hand; empty for a companion.
        items: What it has equipped.
        injuries: Its injuries.
        archetype: Its companion's card.
    """

    member: Member
    hero: ClassFile
    cards: tuple[Card, ...]
    items: tuple[Item, ...]
    injuries: tuple[Injury, ...]
    archetype: Archetype

    @property
    def full(self) -> bool:
        """Whether it is a full character."""
        return self.member.form == FORMS[0]

    @property
    def side(self) -> tuple[Option, ...]:
        """The two abilities of the chosen side of its archetype."""
        return self.archetype.a if self.member.side == "a" else self.archetype.b


@dataclass(frozen=True)
class Stock:
    """What there is to pick from, by name.

    Attributes:
        items: Items that every class finds.
        injuries: Injuries.
    """

    items: Mapping[str, Item]
    injuries: Mapping[str, Injury]


def equip(member: Member, hero: ClassFile, stock: Stock) -> tuple[Fighter, list[Fault]]:
    """Return a member with what it brings, and what is wrong with that; places are below the member."""
    faults: list[Fault] = []
    gear = {**stock.items, **{item.name: item for item in hero.gear}}
    cards = {card.name: card for card in hero.cards}
    hand = member.cards if member.cards is not None else hero.starting or tuple(cards)
    worn = member.items if member.items is not None else hero.equipment
    archetypes = {archetype.name: archetype for archetype in hero.companion.archetypes}
    archetype = hero.companion.archetypes[0]
    if member.archetype:
        named = picked(("archetype",), (member.archetype,), archetypes, faults, single=True)
        archetype = named[0] if named else archetype
    fighter = Fighter(
        member,
        hero,
        picked(("cards",), hand, cards, faults) if member.form == FORMS[0] else (),
        tuple(item.worn_by(member.form == FORMS[0]) for item in picked(("items",), worn, gear, faults)),
        picked(("injuries",), member.injuries, stock.injuries, faults),
        archetype,
    )
    faults += hand_faults(fighter, hand) + list(gear_faults(fighter))
    return fighter, faults


def picked(
    loc: tuple[str, ...], names: tuple[str, ...], stock: Mapping[str, Any], faults: list[Fault], single: bool = False
) -> tuple[Any, ...]:
    """Return what names stand for; a name that stands for nothing is a fault."""
    found = []
    for place, name in enumerate(names):
        known = match(name, stock)
        if known is None:
            faults.append(Fault(loc if single else (*loc, place), name, choices(stock, name)))
        else:
            found.append(stock[known])
    return tuple(found)


def hand_faults(fighter: Fighter, hand: tuple[str, ...]) -> list[Fault]:
    """Give what is wrong with the hand of a full character: seven different cards of cooldowns 0, 1, 1, 2, 2, 3, 3."""
    if not fighter.full or len(fighter.cards) < len(hand):
        return []
    cooldowns = sorted(card.cooldown for card in fighter.cards)
    valid = say("oathsworn_content.valid_hand", cooldowns=", ".join(map(str, HAND)))
    if tuple(cooldowns) != HAND:
        return [Fault(("cards",), cooldowns, valid)]
    if len({card.name for card in fighter.cards}) < CARDS:
        return [Fault(("cards",), list(hand), valid)]
    return []


def gear_faults(fighter: Fighter) -> Iterator[Fault]:
    """Give what cannot be worn together (Story rules p. 12): two hands, one armour, one gear, and the class's types."""
    hero, items = fighter.hero, fighter.items
    hands = sum(item.hands for item in items if item.slot in HELD)
    if hands > hero.hands:
        names = [item.name for item in items if item.slot in HELD]
        yield Fault(("items",), names, say("oathsworn_content.valid_hands", hands=hero.hands, used=hands))
    for slot in ONE_OF_EACH:
        names = [item.name for item in items if item.slot == slot]
        if len(names) > 1:
            yield Fault(("items",), names, say("oathsworn_content.valid_one_slot", slot=slot))
    for place, item in enumerate(items):
        if hero.wears and item.type and match(item.type, hero.wears) is None:
            yield Fault(("items", place), item.name, say("oathsworn_content.valid_type", types=", ".join(hero.wears)))
    if fighter.full and len(fighter.injuries) > INJURIES:
        yield Fault(("injuries",), len(fighter.injuries), say("content.valid_at_most", bound=INJURIES))
