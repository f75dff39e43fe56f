"""What is typed on the command line, as data: house rules, changed values, foes, seats, streams, files with a line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

from ..envs.core.catalogue import say
from ..envs.core.content import check, choices, match, refuse
from ..envs.ironsworn.board import said_names, said_value
from ..envs.ironsworn.foes import Foe, FoeSlot, pack, split_count
from ..envs.ironsworn.hand import streams_of
from ..envs.ironsworn.house_rules import HouseRules
from ..envs.ironsworn.importers import read_foe
from ..envs.ironsworn.names import Names
from ..envs.ironsworn.scenario import Scenario, slots
from ..envs.ironsworn.sheet import Sheet

FILES = (".toml", ".json", ".md", ".yaml", ".yml", ".jsonl")
HAND = "hand"
FOE_KEYS = ("rank", "nature", "undead")


def is_file(text: str, path: Path) -> bool:
    """Return whether a name means a file: it looks like one, or there is one."""
    return Path(text).suffix.lower() in FILES or "/" in text or "\\" in text or is_there(path)


def is_there(path: Path) -> bool:
    """Return whether there is such a file; a name that no file can have is none."""
    try:
        return path.is_file()
    except OSError:
        return False


def foe_of(spec: str, folder: Path) -> list[FoeSlot]:
    """Return the slots of a foe by name or by a file of a folder, with a count.

    Raises:
        ContentError: An unknown foe, a file with problems, or a count that no fight holds.
    """
    name, count = split_count(spec)
    if is_file(name, folder / name):
        return pack(read_foe(folder / name), count)
    return list(slots([spec]))


def house_rules(typed: Sequence[str], base: HouseRules) -> HouseRules:
    """Return house rules with those typed as ``name=value`` put over others.

    Raises:
        ContentError: With every problem; the nearest name is suggested.
    """
    values: dict[str, Any] = base.model_dump(exclude_unset=True)
    for text in typed:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise refuse("--rule", "", text, say("setting.valid_rule"))
        known = match(name, HouseRules.model_fields) or name
        values[known] = rule_value(known, value)
    return check(values, HouseRules, "--rule")


def rule_value(name: str, text: str) -> Any:
    """Return a house rule's value as its field takes it."""
    field_ = HouseRules.model_fields.get(name)
    words = [word for word in _words(field_.annotation if field_ else None) if isinstance(word, str)]
    return match(text, words) or (text if words else said_value(text))


def _words(annotation: Any) -> list[object]:
    found: list[object] = []
    for argument in get_args(annotation):
        found += [argument] if isinstance(argument, str) else _words(argument)
    return found


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


def split_seats(typed: Sequence[str]) -> list[str]:
    """Return pilots typed with commas between; the command of an ``exec:`` pilot takes the rest of its text."""
    found: list[str] = []
    for text in typed:
        left = text
        while left:
            if left.strip().startswith("exec:"):
                found.append(left.strip())
                break
            name, _, left = left.partition(",")
            found.append(name.strip())
    return found


def hand_of(chance: str) -> tuple[int, ...]:
    """Return the streams that ``hand`` or ``hand:dice,price`` feeds; none for nothing.

    Raises:
        ContentError: Another word.
    """
    if not chance:
        return ()
    word, _, kinds = chance.partition(":")
    if match(word, [HAND]) is None:
        raise refuse("--chance", "", chance, say("setting.valid_chance"))
    return streams_of([kind for kind in kinds.split(",") if kind.strip()])


def split_line(state: str) -> tuple[str, int | None]:
    """Return file and line of ``FILE[:LINE]``."""
    file, colon, line = state.rpartition(":")
    if colon and line.isascii() and line.isdigit() and len(line) < len("1000000000"):
        return file, int(line)
    return state, None
