"""Setting the table: what was typed, or stands in a file, becomes a scenario, its seats and a session."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..agents.pilots import DEFAULT, HUMAN, canonical
from ..envs.core.catalogue import say
from ..envs.core.content import (
    ContentError,
    load,
    match,
    nearest,
    parse_toml,
    read_bytes,
    read_source,
    refuse,
    shortened,
)
from ..envs.ironsworn.board import Board
from ..envs.ironsworn.house_rules import HouseRules
from ..envs.ironsworn.importers import read_character
from ..envs.ironsworn.scenario import (
    GAME,
    Scenario,
    ScenarioFile,
    built_in_sheet,
    make_scenario,
    read_scenario,
    slots,
)
from ..envs.ironsworn.sheet import LONGEST_NAME, Sheet
from ..envs.ironsworn.terms import FOES
from .kinds import kind_of_toml
from .record import FILE_LIMIT, OUTSIDE, UTF8_MARK, Entry, Parent, read_games
from .session import Session, resumed
from .typed import changed, foe_of, hand_of, house_rules, is_file, split_line, split_seats

NO_SCENARIO = ("character", "foe", "state")
"""Kinds of files that are brought by an option of their own."""


@dataclass
class Options:
    """What was typed to set the table; empty is not given.

    Attributes:
        scenario: Scenario name or file.
        characters: Names or files, one a seat.
        foes: Names or files with counts.
        seats: Pilots, in one entry with commas or several.
        rules: House rules as ``name=value``.
        changes: Values of the scenario as ``who.what=value``.
        chance: Which chance is fed by hand.
        state: Situation: a TOML file, or a replay and a line of it.
        seed: Seed of all luck, None if not given.
        default: Pilot of the seats that are not named.
        first: Pilot of seat 1 if it is not named.
        people: Whether a person may hold a seat.
    """

    scenario: str = ""
    characters: Sequence[str] = ()
    foes: Sequence[str] = ()
    seats: Sequence[str] = ()
    rules: Sequence[str] = ()
    changes: Sequence[str] = ()
    chance: str = ""
    state: str = ""
    seed: int | None = None
    default: str = DEFAULT
    first: str = ""
    people: bool = False


@dataclass
class Setting:
    """A table that is set.

    Attributes:
        session: The game; it has begun when it was resumed.
        begun: Whether it was resumed from a replay.
        origins: The file each character came from, empty for a built-in one.
        notes: What to tell before the game.
    """

    session: Session
    begun: bool = False
    origins: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def set_table(options: Options) -> Setting:
    """Return the table that options set.

    Raises:
        ContentError: With what is wrong with them.
    """
    file, line = split_line(options.state)
    if file and is_replay(file):
        return from_replay(options, file, line)
    if line is not None:
        raise refuse(options.state, "", say("setting.found_line"), say("setting.valid_line"))
    scenario, seats, origins, notes = scenario_of(options)
    holders = seat_holders(options, seats, scenario.seats)
    board = load(file, Board) if file else None
    session = Session(scenario, options.seed or 0, holders, hand_of(options.chance), board)
    return Setting(session, False, origins, [*notes, *scenario.notes])


def scenario_of(options: Options) -> tuple[Scenario, Sequence[str], list[str], list[str]]:
    """Return the scenario, the seats its file names, where its characters come from, and notes.

    Raises:
        ContentError: With what is wrong.
    """
    file, folder = scenario_file(options.scenario, bool(options.foes))
    party = options.characters or file.characters
    sheets, origins, notes = read_party(party, Path() if options.characters else folder)
    rules = house_rules(options.rules, file.house_rules)
    specs, at = (options.foes, Path()) if options.foes else (file.foes, folder)
    foe_slots = tuple(slot for spec in specs for slot in foe_of(spec, at))
    if len(foe_slots) > FOES:
        found = say("scenario.found_foes", count=len(foe_slots))
        raise refuse(", ".join(specs), "", found, say("scenario.valid_foes"))
    name = file.name or options.scenario
    if options.foes:
        name = f"{GAME}/{'+'.join(options.foes)}"
    made = make_scenario(["epic"], sheets, rules, shortened(name, LONGEST_NAME))
    scenario = changed(replace(made, foes=foe_slots), options.changes)
    return scenario, file.seats, origins, notes


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
            if seat.strip().casefold().startswith(OUTSIDE):
                raise refuse(name, "seats", seat, say("replay.valid_holder"))
        return file, Path(name).parent
    game, _, foe = name.partition("/")
    if match(game, [GAME]) is None:
        raise refuse("scenario", "", name or say("content.found_nothing"), scenario_hint(name))
    if not foe and not foes_given:
        raise refuse("scenario", "", name, say("setting.valid_scenario"))
    return ScenarioFile(foes=(foe or "epic",), name=name), Path()


def scenario_hint(name: str) -> str:
    """Return what a scenario may be, with what was probably meant: a game spelled right, or the game of a foe."""
    game, _, foe = name.partition("/")
    near = nearest(game, [GAME])
    if near and foe:
        return say("setting.valid_scenario_near", near=f"{near}/{foe}")
    if not foe and is_foe(game):
        return say("setting.valid_scenario_near", near=f"{GAME}/{game}")
    return say("setting.valid_scenario")


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
        path = folder / who
        if is_file(who, path):
            imported = read_character(path)
            sheets.append(imported.sheet)
            origins.append(str(path))
            notes += [say("setting.note", who=imported.sheet.name, note=note) for note in imported.notes]
        else:
            sheets.append(built_in_sheet(who))
            origins.append("")
    return sheets, origins, notes


def seat_holders(options: Options, from_file: Sequence[str], seats: int) -> list[str]:
    """Return who holds each seat.

    Raises:
        ContentError: An unknown pilot, or more pilots than seats.
    """
    typed = split_seats(options.seats) or list(from_file)
    if len(typed) > seats:
        raise refuse("--seats", "", str(len(typed)), say("setting.valid_seats", seats=seats))
    holders = [canonical(name) for name in typed]
    if HUMAN in holders and not options.people:
        raise refuse("pilot", "", HUMAN, say("pilot.valid_no_person"))
    if not holders and options.first:
        holders = [options.first]
    return holders + [options.default] * (seats - len(holders))


def is_replay(file: str) -> bool:
    """Return whether a file is a replay: its first line begins a JSON object.

    Raises:
        ContentError: It cannot be read.
    """
    return read_bytes(file, FILE_LIMIT).removeprefix(UTF8_MARK).lstrip().startswith(b"{")


def from_replay(options: Options, file: str, line: int | None) -> Setting:
    """Return the table as it stands at a line of a replay, by default at its last.

    Raises:
        ContentError: A damaged replay, or options that a replay settles already.
    """
    settled = {
        "--character": options.characters,
        "--foe": options.foes,
        "--rule": options.rules,
        "--set": options.changes,
        "--chance": options.chance,
    }
    for name, given in settled.items():
        if given:
            raise refuse(name, "", str(given), say("setting.valid_resumed"))
    entries = entries_until(file, line)
    session = resumed(entries, file)
    if options.scenario and match(options.scenario, [session.scenario.name]) is None:
        valid = say("setting.valid_replayed", name=session.scenario.name, file=file)
        raise refuse(say("setting.scenario"), "", options.scenario, valid)
    parent = Parent(file=file, line=entries[-1].number)
    session.branch(parent)
    if options.seed is not None:
        session.rekey(options.seed)
    holders = seat_holders(replace_default(options, session), (), session.scenario.seats)
    for seat, holder in enumerate(holders):
        if holder != session.holders[seat]:
            session.give(seat, holder)
    return Setting(session, True, [""] * session.scenario.seats, list(session.scenario.notes))


def replace_default(options: Options, session: Session) -> Options:
    """Return the options with the seats of the replay where none are typed."""
    if options.seats:
        return options
    kept = [known_or_default(holder, options) for holder in session.holders]
    if options.first:
        kept[0] = options.first
    return replace(options, seats=kept)


def known_or_default(holder: str, options: Options) -> str:
    """Return a holder that a replay names, or the default for one that is not to be had here."""
    try:
        known = canonical(holder)
    except ContentError:
        return options.default
    return options.default if known == HUMAN and not options.people else known


def entries_until(file: str, line: int | None) -> list[Entry]:
    """Return the entries of the game that holds a line of a replay, up to that line.

    Raises:
        ContentError: The file is damaged before it, or has no such line.
    """
    found = read_games(file)
    everything = [entry for game in found.games for entry in game]
    last = everything[-1].number if everything else 0
    if found.damage is not None and (line is None or line > last):
        raise found.damage
    if line is None:
        line = last
    if not 1 <= line <= last:
        raise refuse(file, "", say("replay.line", line=line), say("replay.valid_file_line", count=last))
    game = next(game for game in found.games if game[-1].number >= line)
    return [entry for entry in game if entry.number <= line]


def plain_rules(rules: HouseRules) -> dict[str, Any]:
    """Return the house rules that differ from their defaults."""
    data: dict[str, Any] = json.loads(rules.model_dump_json(exclude_defaults=True))
    return data
