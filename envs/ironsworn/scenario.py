"""Scenarios: who fights whom under which house rules, read from a name, options or a TOML file, compiled to a book."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from ..core.catalogue import say
from ..core.content import Strict, choices, load, match, name_key, refuse
from .assets import REACH, all_assets, equip
from .foes import FoeSlot, expand
from .house_rules import HouseRules
from .sheet import CHARACTERS_FOLDER, LONGEST_NAME, Sheet, fight_assets, read_sheet
from .state import Book
from .terms import ASSETS, CHARACTERS, DEADLY, FOES, MAX_TICKS, SIMPLE, STATS, Debility, Nature
from .tracks import max_momentum

DEFAULT_CHARACTER = "warrior"
GAME = "ironsworn"


class ScenarioFile(Strict):
    """A scenario as a TOML file."""

    game: str = GAME
    name: str = Field("", max_length=LONGEST_NAME)
    foes: tuple[str, ...] = Field(strict=False, min_length=1, max_length=FOES)
    characters: tuple[str, ...] = Field((DEFAULT_CHARACTER,), strict=False, min_length=1, max_length=CHARACTERS)
    seats: tuple[str, ...] = Field((), strict=False, max_length=CHARACTERS)
    house_rules: HouseRules = HouseRules()


@dataclass(frozen=True)
class Scenario:
    """A fight ready to be compiled.

    Attributes:
        name: What it is called, such as ``ironsworn/bear``.
        foes: One slot a progress track, at most 4.
        sheets: One character a seat, at most 4.
        rules: The house rules.
        notes: What was put right or kept aside, one sentence each.
    """

    name: str
    foes: tuple[FoeSlot, ...]
    sheets: tuple[Sheet, ...]
    rules: HouseRules
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a duel with several foes: Draw the Circle is for one (rules section 10, row 36).

        Raises:
            ContentError: There are more.
        """
        if self.rules.opening == "circle" and len(self.foes) > 1:
            found = say("scenario.found_circle", count=len(self.foes))
            raise refuse(self.name, "opening", found, say("scenario.valid_circle"))

    @property
    def game(self) -> str:
        """Name of the game."""
        return GAME

    @property
    def seats(self) -> int:
        """Number of characters."""
        return len(self.sheets)


def slots(specs: Sequence[str]) -> tuple[FoeSlot, ...]:
    """Return the foe slots of specs such as ``wolf:5``.

    Raises:
        ContentError: An unknown foe, or more foes than a fight holds.
    """
    found = tuple(slot for spec in specs for slot in expand(spec))
    if len(found) > FOES:
        raise refuse(", ".join(specs), "", say("scenario.found_foes", count=len(found)), say("scenario.valid_foes"))
    return found


def built_in_sheet(name: str) -> Sheet:
    """Return a built-in character by name.

    Raises:
        ContentError: There is none of that name; the nearest is suggested.
    """
    files = {path.stem: path for path in CHARACTERS_FOLDER.glob("*.toml")}
    known = match(name, files)
    if known is None:
        raise refuse(name, "", say("scenario.found_character"), choices(sorted(files), name))
    return read_sheet(files[known])[0]


def make_scenario(
    foes: Sequence[str], sheets: Sequence[Sheet] = (), rules: HouseRules | None = None, name: str = ""
) -> Scenario:
    """Return a scenario of foe specs and sheets; by default the built-in warrior under default rules.

    Raises:
        ContentError: An unknown foe, or more foes or characters than a fight holds.
    """
    party = tuple(sheets) or (built_in_sheet(DEFAULT_CHARACTER),)
    if len(party) > CHARACTERS:
        raise refuse(name, "", say("scenario.found_party", count=len(party)), say("scenario.valid_party"))
    notes = []
    for sheet in party:
        notes += fight_assets(sheet, all_assets())[1]
    supplies = {sheet.supply for sheet in party}
    if len(supplies) > 1:
        notes.append(say("scenario.supply", supply=min(supplies)))
    return Scenario(name or f"{GAME}/{'+'.join(foes)}", slots(foes), party, rules or HouseRules(), tuple(notes))


def read_scenario(path: str | Path) -> ScenarioFile:
    """Read a scenario file.

    Raises:
        ContentError: With every problem of the file.
    """
    return load(path, ScenarioFile)


def compile_book(scenario: Scenario) -> NDArray[np.void]:
    """Compile a scenario to a book, an array of one record."""
    books = np.zeros(1, Book.dtype)
    book = Book.at(books, 0)
    book.seats = scenario.seats
    for name, number in scenario.rules.numbers().items():
        setattr(book.house, name, number)
    blank_state(book)
    for index, slot in enumerate(scenario.foes):
        foe = book.start.foes[index]
        foe.rank = slot.rank
        foe.active = 1
        foe.limit = MAX_TICKS
        foe.nature = Nature[slot.nature.upper()] if slot.nature else Nature.NONE
        foe.undead = int(slot.undead)
        foe.pack = slot.pack_size
    book.start.supply = min(sheet.supply for sheet in scenario.sheets)
    for seat, sheet in enumerate(scenario.sheets):
        seat_character(book, seat, sheet, scenario.rules)
        book.kits[seat].named = named_foe(sheet, scenario.foes)
    for character in (book.start.characters[seat] for seat in range(scenario.seats)):
        character.marks[Debility.UNPREPARED] |= int(book.start.supply == 0)
        character.momentum = min(character.momentum, max_momentum(character))
    return books


def named_foe(sheet: Sheet, foes: Sequence[FoeSlot]) -> int:
    """Return the slot of the foe a Talisman names: the first if it names none, -1 if that foe is not here."""
    names = {name_key(owned.target) for owned in sheet.assets if owned.id == "talisman" and owned.target}
    if not names:
        return 0
    return next((index for index, foe in enumerate(foes) if name_key(foe.name) in names), -1)


def blank_state(book: Book) -> None:
    """Set what must not start at zero."""
    start = book.start
    start.top = -1
    start.decision = -1
    start.seat = -1
    start.answer = -1
    for seat in range(CHARACTERS):
        start.characters[seat].last_stat = -1
        for asset in range(ASSETS):
            start.characters[seat].track[asset] = -1


def seat_character(book: Book, seat: int, sheet: Sheet, rules: HouseRules) -> None:
    """Write a sheet into a seat: the start of its character and its kit."""
    character = book.start.characters[seat]
    kit = book.kits[seat]
    for stat in range(STATS):
        character.stats[stat] = sheet.stats[stat]
    character.max_health = sheet.max_health
    character.health = min(sheet.health, sheet.max_health)
    character.spirit = sheet.spirit
    character.momentum = sheet.momentum
    character.armed = 1
    for name in sheet.debilities:
        character.marks[Debility[name.upper()]] = 1
    weapon = rules.weapon or sheet.weapon
    kit.weapon = DEADLY if weapon == "deadly" else SIMPLE
    kit.simple = int(weapon == "simple")
    kit.reach = REACH[rules.reach or sheet.reach]
    for index, owned in enumerate(fight_assets(sheet, all_assets())[0]):
        equip(kit, character, index, owned, sheet)
