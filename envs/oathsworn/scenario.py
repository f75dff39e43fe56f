"""Scenarios: which party meets which encounter under which settings, read from a name, options or a TOML file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ..core.catalogue import say
from ..core.content import ContentError, Problem, check, choices, key_path, match, shown
from .cards import AllyCard
from .encounter import DIFFICULTIES, GAME, HIGHEST_HP, Encounter
from .house_rules import HouseRules
from .library import SUFFIX, all_allies, all_gear, all_injuries, built_in, find, read_class, read_encounter
from .names import Names
from .party import Fighter, Member, Party, Stock, equip, spelled


@dataclass(frozen=True)
class Scenario:
    """An encounter ready to be compiled.

    Attributes:
        name: What it is called, such as ``oathsworn/broodmother``.
        encounter: The enemies, the board and the stage deck.
        fighters: The party, in seat order.
        allies: The ally cards that fallen seats share.
        rules: The house rules.
        difficulty: One of `DIFFICULTIES`.
        ambushed: Whether the first round starts with the enemy.
        lead: The seat that is first in every round, from 0.
        notes: What was put right, one sentence each.
    """

    name: str
    encounter: Encounter
    fighters: tuple[Fighter, ...]
    allies: tuple[AllyCard, ...]
    rules: HouseRules
    difficulty: str
    ambushed: bool
    lead: int
    notes: tuple[str, ...] = ()

    @property
    def game(self) -> str:
        """Name of the game."""
        return GAME

    @property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.fighters)

    @cached_property
    def names(self) -> Names:
        """What everything is called, by its place in state and book."""
        return Names.of(self.encounter, self.fighters, self.allies)

    @property
    def level(self) -> int:
        """The difficulty as a number, 0 the easiest."""
        return DIFFICULTIES.index(self.difficulty)

    def with_card(self, place: int, card: Mapping[str, Any], source: str) -> Scenario:
        """Return the scenario with another stage card in a place; `compile.learn_card` writes it into a book.

        Args:
            place: Which card.
            card: The card as a table of a file.
            source: Where it comes from, for messages.

        Raises:
            ContentError: With every problem of the card.
        """
        data = self.encounter.model_dump(by_alias=True, exclude_unset=True)
        cards = list(data["stage_cards"])
        cards[place] = card
        return replace(self, encounter=check(data | {"stage_cards": cards}, Encounter, source))


def make_scenario(
    name: str | Path = "broodmother",
    party: str | Sequence[str | Mapping[str, Any]] | None = None,
    difficulty: str | None = None,
    rules: HouseRules | None = None,
    sets: Mapping[str, Any] | None = None,
) -> Scenario:
    """Return a scenario.

    Args:
        name: A built-in encounter, with or without ``oathsworn/``, or a TOML file.
        party: ``starter``, ``solo``, or four such as ``warden,priest:companion,...`` or tables of a
            file's party; None for the file's.
        difficulty: One of `DIFFICULTIES`; None for the file's.
        rules: House rules; None for the file's.
        sets: Figures to change, such as ``{"boss.defence": "3"}``.

    Raises:
        ContentError: With every problem of the file, the party or the settings.
    """
    text = str(name).removeprefix(f"{GAME}/")
    path = find(text, "encounters")
    encounter = read_encounter(path, sets)
    members, source = encounter.party, str(path)
    if party is not None:
        members, source = parse_party(party), "--party"
    fighters = muster(members, encounter, source, path if party is None else None)
    level = encounter.difficulty if difficulty is None else parse_difficulty(difficulty)
    return Scenario(
        f"{GAME}/{path.stem}",
        encounter,
        fighters,
        ally_cards(encounter, path),
        rules or encounter.house_rules,
        level,
        encounter.ambushed,
        encounter.lead - 1,
        tuple(clamped(fighters, HIGHEST_HP[DIFFICULTIES.index(level)])),
    )


def clamped(fighters: Sequence[Fighter], highest: int) -> Iterator[str]:
    """Give a sentence for everyone whose HP are above what the difficulty allows."""
    for fighter in fighters:
        hp = fighter.member.hp
        if hp is not None and hp > highest:
            yield say("sheet.clamped", what=f"{fighter.hero.name}: HP", found=hp, now=highest)


def parse_party(party: str | Sequence[str | Mapping[str, Any]]) -> tuple[Member, ...]:
    """Return the members that a party's name, a comma list or a list of texts names.

    Raises:
        ContentError: They are not four different classes.
    """
    given = party if isinstance(party, str) else list(party)
    known = built_in("classes")
    named = [str(entry.get("class", "")) for entry in spelled(given) if isinstance(entry, Mapping)]
    unknown = [name for name in named if not name.endswith(SUFFIX) and match(name, known) is None]
    if unknown:
        raise ContentError(Problem("--party", "", shown(name), choices(known, name)) for name in unknown)
    return check({"members": given}, Party, "--party").members


def parse_difficulty(text: str) -> str:
    """Return the difficulty that a text spells.

    Raises:
        ContentError: It spells none; the nearest is suggested.
    """
    known = match(text, DIFFICULTIES)
    if known is None:
        raise ContentError([Problem("--difficulty", "", shown(text), choices(DIFFICULTIES, text))])
    return known


def muster(members: Sequence[Member], encounter: Encounter, source: str, beside: Path | None) -> tuple[Fighter, ...]:
    """Return the party with all that it brings.

    Args:
        members: The four.
        encounter: What may bring gear and injuries of its own.
        source: Where the party is named, for messages.
        beside: The file whose folder class files are looked for in.

    Raises:
        ContentError: With every problem of class files and of what members bring.
    """
    gear = {**all_gear(), **{item.name: item for item in encounter.gear}}
    injuries = {**all_injuries(), **{injury.name: injury for injury in encounter.injuries}}
    problems: list[Problem] = []
    fighters = []
    for seat, member in enumerate(members):
        try:
            hero = read_class(find(member.hero, "classes", beside))
        except ContentError as error:
            problems += error.problems
            continue
        fighter, faults = equip(member, hero, Stock(gear, injuries))
        fighters.append(fighter)
        for fault in faults:
            where = key_path(("party", seat, *fault.loc))
            problems.append(Problem(source, where, shown(fault.found), fault.valid))
    if problems:
        raise ContentError(problems)
    return tuple(fighters)


def ally_cards(encounter: Encounter, path: Path) -> tuple[AllyCard, ...]:
    """Return the ally cards that an encounter names.

    Raises:
        ContentError: With every name that stands for none.
    """
    stock = {**all_allies(), **{ally.name: ally for ally in encounter.ally_cards}}
    known = [match(name, stock) for name in encounter.allies]
    problems = [
        Problem(str(path), key_path(("allies", place)), shown(name), choices(stock, name))
        for place, (name, found) in enumerate(zip(encounter.allies, known, strict=True))
        if found is None
    ]
    if problems:
        raise ContentError(problems)
    return tuple(stock[name] for name in known if name is not None)
