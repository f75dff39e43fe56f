"""`shieldmate check`: read a file and list all that is wrong with it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..envs.core.catalogue import say
from ..envs.core.content import check, choices, load, match, parse_toml, read_source, refuse
from ..envs.ironsworn.assets import AssetFile, all_assets
from ..envs.ironsworn.board import Board
from ..envs.ironsworn.foes import FoeList
from ..envs.ironsworn.importers import formats, read_character, read_foe
from ..envs.ironsworn.scenario import ScenarioFile
from ..envs.ironsworn.sheet import fight_assets
from .console import console, print_lines
from .record import read_games
from .setting import Options, is_replay, scenario_of, seat_holders

KINDS = ("scenario", "character", "foe", "foes", "state", "assets", "replay")


def command(
    file: Annotated[str, typer.Argument(metavar="FILE", help=say("options.check_file"))],
    kind: Annotated[str, typer.Option("--as", metavar="KIND", help=say("options.check_kind"))] = "",
) -> int:
    """Say what the file is and that it is right; its problems are listed, one a line."""
    known = match(kind, KINDS) if kind else kind_of(file)
    if known is None:
        raise refuse("--as", "", kind, choices(KINDS, kind))
    print_lines(console(), CHECKS[known](file))
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
        keys = set(parse_toml(source, file))
        if keys & {"characters", "house_rules", "seats"} or is_list_of_text(file, source, "foes"):
            return "scenario"
        if "foes" in keys:
            return "foes"
        return "foe" if "rank" in keys and "edge" not in keys else "character"
    return "foe" if '"type": "foe"' in source or '"type":"foe"' in source else "character"


def is_list_of_text(file: str, source: str, key: str) -> bool:
    """Return whether a TOML key holds a list of texts."""
    value = parse_toml(source, file).get(key)
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def check_scenario(file: str) -> list[str]:
    """Check a scenario with the characters and foes it names."""
    load(file, ScenarioFile)
    scenario, seats, _, notes = scenario_of(Options(scenario=file))
    seat_holders(Options(people=True), seats, scenario.seats)
    return [say("check.scenario", file=file, name=scenario.name), *notes, *scenario.notes]


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


def check_assets(file: str) -> list[str]:
    """Check a file of assets."""
    assets = check({"assets": parse_toml(read_source(file), file)}, AssetFile, file).assets
    return [say("check.assets", file=file, count=len(assets))]


def check_replay(file: str) -> list[str]:
    """Check the lines of a replay; whether its games can be played again, `replay` tells."""
    if not is_replay(file):
        raise refuse(file, "", say("replay.found_no_replay"), say("replay.valid_line"))
    found = read_games(file)
    if found.damage is not None:
        raise found.damage
    return [say("check.replay", file=file, count=len(found.games))]


CHECKS = {
    "scenario": check_scenario,
    "character": check_character,
    "foe": check_foe,
    "foes": check_foes,
    "state": check_state,
    "assets": check_assets,
    "replay": check_replay,
}
