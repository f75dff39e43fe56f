"""Setting the table of a fight of Ironsworn: options and files become a scenario."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...agents.pilots import is_own
from ...envs.core.catalogue import say
from ...envs.core.content import (
    ContentError,
    check,
    choices,
    match,
    parse_toml,
    read_source,
    refuse,
    said_value,
    shortened,
)
from ...envs.ironsworn.board import said_names
from ...envs.ironsworn.brought import character_of, foes_of
from ...envs.ironsworn.foes import Foe, FoeSlot
from ...envs.ironsworn.importers import Imported
from ...envs.ironsworn.names import Names
from ...envs.ironsworn.scenario import (
    GAME,
    Scenario,
    ScenarioFile,
    make_scenario,
    read_scenario,
    slots,
)
from ...envs.ironsworn.sheet import LONGEST_NAME, Sheet
from ..kinds import kind_of_toml
from ..typed import house_rules
from .playable import Chosen

if TYPE_CHECKING:
    from ..setting import Options

NO_SCENARIO = ("character", "foe", "state")
"""Kinds of files that are brought by an option of their own."""
FOE_KEYS = ("rank", "nature", "undead")


def choose(options: Options) -> Chosen:
    """Return the scenario that options choose, the seats its file names, where its characters come from, and notes.

    Raises:
        ContentError: With what is wrong.
    """
    file, folder = scenario_file(options.scenario, bool(options.foes))
    party = options.characters or file.characters
    sheets, origins, notes = read_party(party, Path() if options.characters else folder)
    if options.sheets:
        sheets, origins, notes = list(options.sheets), [""] * len(options.sheets), []
    rules = house_rules(options.rules, file.house_rules)
    specs, at = (options.foes, Path()) if options.foes else (file.foes, folder)
    foes_name, foe_slots = foes_of(specs, at)
    name = foes_name if options.foes else file.name or options.scenario
    made = make_scenario(["epic"], sheets, rules, shortened(name, LONGEST_NAME))
    scenario = changed(replace(made, foes=foe_slots), options.changes)
    return Chosen(scenario, file.seats, origins, [*notes, *scenario.notes])


def scenario_file(name: str, foes_given: bool) -> tuple[ScenarioFile, Path]:
    """Return what a scenario's name or file holds, and the folder its files are relative to.

    Raises:
        ContentError: An unknown name, or a file with problems.
    """
    if name.lower().endswith(".toml"):
        kind = kind_of_toml(parse_toml(read_source(name), name))
        if kind in NO_SCENARIO:
            raise refuse(name, "", say(f"setting.found_{kind}"), say(f"setting.valid_{kind}"))
        file = read_scenario(name)
        if file.game != GAME:
            raise refuse(name, "game", file.game, GAME)
        for seat in file.seats:
            if is_own(seat.strip().casefold()):
                raise refuse(name, "seats", seat, say("replay.valid_holder"))
        return file, Path(name).parent
    foe = name.partition("/")[2]
    if not foe and not foes_given:
        raise refuse("scenario", "", name, say("setting.valid_scenario"))
    return ScenarioFile(foes=(foe or "epic",), name=name), Path()


def is_foe(name: str) -> bool:
    """Return whether a foe or a rank is called so."""
    try:
        return bool(slots([name]))
    except ContentError:
        return False


def read_party(party: Sequence[str], folder: Path) -> tuple[list[Sheet], list[str], list[str]]:
    """Return the sheets of a party, the files they come from, and the importers' notes.

    Raises:
        ContentError: An unknown name, or a file with problems.
    """
    sheets, origins, notes = [], [], []
    for who in party:
        found = character_of(who, folder)
        if isinstance(found, Imported):
            sheets.append(found.sheet)
            origins.append(str(folder / who))
            notes += [say("setting.note", who=found.sheet.name, note=note) for note in found.notes]
        else:
            sheets.append(found)
            origins.append("")
    return sheets, origins, notes


def changed(scenario: Scenario, typed: Sequence[str]) -> Scenario:
    """Return a scenario with values typed as ``who.what=value`` put in.

    Raises:
        ContentError: No such character, foe or value.
    """
    sheets, foes = list(scenario.sheets), list(scenario.foes)
    names = Names.of(scenario)
    for text in typed:
        key, equals, value = text.partition("=")
        who, _, what = key.rpartition(".")
        if not equals or not who or not what:
            raise refuse("--set", "", text, say("setting.valid_set"))
        character, foe = match(who, names.characters), match(who, names.foes)
        if character is not None:
            seat = names.characters.index(character)
            known = match(what, Sheet.model_fields) or what
            data = {**sheets[seat].model_dump(), known: _set_value(known, value)}
            sheets[seat] = check(data, Sheet, f"--set {who}")
        elif foe is not None:
            place = names.foes.index(foe)
            foes[place] = changed_foe(foes[place], what, value, who)
        else:
            raise refuse("--set", "", who, choices([*names.characters, *names.foes], who))
    return replace(scenario, sheets=tuple(sheets), foes=tuple(foes))


def _set_value(name: str, text: str) -> Any:
    if name == "debilities":
        return said_names(text)
    return text if name in ("name", "weapon", "reach") else said_value(text)


def changed_foe(slot: FoeSlot, what: str, value: str, who: str) -> FoeSlot:
    """Return a foe slot with one value changed: its rank, nature or whether it is undead.

    Raises:
        ContentError: Another key, or a value that it cannot take.
    """
    known = match(what, FOE_KEYS)
    if known is None:
        raise refuse(f"--set {who}", "", say("content.found_unknown_key", key=what), choices(FOE_KEYS, what))
    told = value if known == "nature" else said_value(value)
    data = {"name": slot.name, "rank": slot.rank, "nature": slot.nature, "undead": slot.undead, known: told}
    foe = check(data, Foe, f"--set {who}")
    return slot._replace(rank=foe.rank, nature=foe.nature, undead=foe.undead)
