"""`shieldmate check`: read a file and list all that is wrong with it; what is right is played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from ..envs.core.catalogue import say
from ..envs.core.content import (
    ContentError,
    Problem,
    choices,
    key_path,
    load,
    match,
    parse_toml,
    read_source,
    refuse,
    shown,
)
from ..envs.ironsworn.assets import AssetFile, all_assets
from ..envs.ironsworn.board import Board
from ..envs.ironsworn.foes import FoeList
from ..envs.ironsworn.importers import formats, read_character, read_foe
from ..envs.ironsworn.scenario import ScenarioFile
from ..envs.ironsworn.sheet import fight_assets
from ..envs.oathsworn.cards import AllyFile, ClassFile, GearFile, InjuryFile
from ..envs.oathsworn.library import all_gear, all_injuries
from ..envs.oathsworn.party import Member, Stock, equip
from ..envs.oathsworn.situation_file import Situation
from .compiling import announce
from .console import console, print_json, print_lines
from .games import game_named
from .games.ironsworn_table import choose
from .kinds import kind_of_toml
from .options import AsJson, Changes
from .record import Entry, read_games
from .session import resumed
from .setting import Options, is_replay, seat_holders
from .trials import GAMES, Report

MOST_GAMES = 1_000_000


def command(
    file: Annotated[str, typer.Argument(metavar="FILE", help=say("options.check_file"))],
    kind: Annotated[str, typer.Option("--as", metavar="KIND", help=say("options.check_kind"))] = "",
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, max=MOST_GAMES, help=say("options.check_games"))
    ] = GAMES,
    no_play: Annotated[bool, typer.Option("--no-play", help=say("options.no_play"))] = False,
    changes: Changes = [],  # noqa: B006 - typer reads the default, nobody changes it
    as_json: AsJson = False,
) -> int:
    """Say what the file is and that it is right, and what games of it bring; its problems are listed, one a line."""
    known = match(kind, CHECKS) if kind else kind_of(file)
    if known is None:
        raise refuse("--as", "", kind, choices(CHECKS, kind))
    if changes and known != "encounter":
        raise refuse("--set", "", known, "encounter")
    told = CHECKS[known](file)
    report = None if no_play or known not in TRIALS else TRIALS[known](file, games, changes)
    if as_json:
        print_json({"file": file, "kind": known, "told": told, "play": report and report.data()})
        return 0
    print_lines(console(), [*told, *(report.told if report else ())])
    return 0


def kind_of(file: str) -> str:
    """Return what a file seems to be, from what is in it.

    Raises:
        ContentError: It cannot be read.
    """
    source = read_source(file, formats.CHARACTER_LIMIT)
    if Path(file).suffix.lower() == ".jsonl" or source.lstrip("\ufeff \r\n").startswith('{"type": "start"'):
        return "replay"
    if Path(file).suffix.lower() == ".toml":
        return kind_of_toml(parse_toml(source, file))
    return "foe" if '"type": "foe"' in source or '"type":"foe"' in source else "character"


def check_scenario(file: str) -> list[str]:
    """Check a scenario with the characters and foes it names."""
    load(file, ScenarioFile)
    chosen = choose(Options(scenario=file))
    seat_holders(Options(people=True), chosen.seats, chosen.scenario.seats)
    return [say("check.scenario", file=file, name=chosen.scenario.name), *chosen.notes]


def check_character(file: str) -> list[str]:
    """Check a character of any format."""
    imported = read_character(file)
    aside = fight_assets(imported.sheet, all_assets())[1]
    told = say("check.character", file=file, name=imported.sheet.name, format=imported.format)
    return [told, *imported.notes, *aside]


def check_foe(file: str) -> list[str]:
    """Check a foe."""
    return [say("check.foe", file=file, name=read_foe(file).name)]


def check_foes(file: str) -> list[str]:
    """Check a list of foes."""
    return [say("check.foes", file=file, count=len(load(file, FoeList).foes))]


def check_state(file: str) -> list[str]:
    """Check a situation."""
    load(file, Board)
    return [say("check.state", file=file)]


def check_encounter_state(file: str) -> list[str]:
    """Check a situation of an encounter of Oathsworn."""
    load(file, Situation)
    return [say("check.state", file=file)]


def check_assets(file: str) -> list[str]:
    """Check a file of assets."""
    return [say("check.assets", file=file, count=len(load(file, AssetFile).root))]


def check_encounter(file: str) -> list[str]:
    """Check an encounter of Oathsworn with the party it names, as far as compiling it."""
    game = game_named("oathsworn")
    chosen = game.choose(Options(scenario=file))
    game.compile(chosen.scenario)
    seat_holders(Options(people=True), chosen.seats, chosen.scenario.seats)
    return [say("check.encounter", file=file, name=chosen.scenario.encounter.name), *chosen.notes]


def check_class(file: str) -> list[str]:
    """Check a class of Oathsworn, and that it can be brought with its starting cards and gear."""
    hero = load(file, ClassFile)
    member = Member.model_validate({"class": file})
    _, faults = equip(member, hero, Stock(all_gear(), all_injuries()))
    if faults:
        raise ContentError(
            Problem(
                file,
                key_path((BROUGHT.get(fault.loc[0], fault.loc[0]), *fault.loc[1:])),
                shown(fault.found),
                fault.valid,
            )
            for fault in faults
        )
    return [say("check.class", file=file, name=hero.name)]


BROUGHT: dict[int | str, str] = {"cards": "starting", "items": "equipment"}
"""The keys of a class that say what is brought of it, by those of a member of a party."""


def check_gear(file: str) -> list[str]:
    """Check a list of items."""
    return [say("check.gear", file=file, count=len(load(file, GearFile).items))]


def check_injuries(file: str) -> list[str]:
    """Check a list of injuries."""
    return [say("check.injuries", file=file, count=len(load(file, InjuryFile).injuries))]


def check_allies(file: str) -> list[str]:
    """Check a list of ally cards."""
    return [say("check.allies", file=file, count=len(load(file, AllyFile).allies))]


def check_replay(file: str) -> list[str]:
    """Check a replay: its lines, and that its games can be played again."""
    if not is_replay(file):
        raise refuse(file, "", say("replay.found_no_replay"), say("replay.valid_line"))
    found = read_games(file)
    for name in {entries[0].line.game for entries in found.games}:
        announce(game_named(name))
    problems = [problem for game in found.games for problem in problems_of(game, file)]
    if found.damage is not None:
        problems += found.damage.problems
    if problems:
        raise ContentError(problems)
    return [say("check.replay", file=file, count=len(found.games))]


def problems_of(game: list[Entry], file: str) -> list[Problem]:
    """Return why a game of a replay cannot be played again to its end; empty if it can."""
    try:
        resumed(game, file)
    except ContentError as error:
        return error.problems
    return []


def play_encounter(file: str, games: int, changes: Sequence[str]) -> Report:
    """Play an encounter with its party, some figures changed."""
    from .trials_oathsworn import try_encounter

    game = game_named("oathsworn")
    announce(game)
    return try_encounter(game.choose(Options(scenario=file, changes=changes)).scenario, games)


def play_class(file: str, games: int, changes: Sequence[str]) -> Report:
    """Play a class in the starter party."""
    from .trials_oathsworn import try_class

    announce(game_named("oathsworn"))
    return try_class(load(file, ClassFile), file, games)


def play_foe(file: str, games: int, changes: Sequence[str]) -> Report:
    """Fight a foe with the built-in warrior."""
    from .trials_ironsworn import try_scenario

    announce()
    return try_scenario(choose(Options(scenario="ironsworn", foes=[file])).scenario, games)


TRIALS: dict[str, Callable[[str, int, Sequence[str]], Report]] = {
    "encounter": play_encounter,
    "class": play_class,
    "foe": play_foe,
}
"""What plays a file, by its kind."""

CHECKS = {
    "scenario": check_scenario,
    "character": check_character,
    "foe": check_foe,
    "foes": check_foes,
    "state": check_state,
    "assets": check_assets,
    "encounter": check_encounter,
    "encounter_state": check_encounter_state,
    "class": check_class,
    "gear": check_gear,
    "injuries": check_injuries,
    "allies": check_allies,
    "replay": check_replay,
}
