"""Setting the table: what was typed, or stands in a file, becomes a scenario, its seats and a session."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

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
)
from .games import GAMES, Chosen, Playable, game_named
from .kinds import game_of_toml
from .record import FILE_LIMIT, UTF8_MARK, Entry, Parent, read_games
from .session import Session, resumed
from .typed import kinds_of, split_line, split_seats

if TYPE_CHECKING:
    from ..envs.ironsworn.sheet import Sheet


@dataclass
class Options:
    """What was typed to set the table; empty is not given.

    Attributes:
        scenario: Scenario name or file.
        characters: Names or files, one a seat.
        sheets: Characters as they are, in place of those.
        foes: Names or files with counts.
        party: A party's name, or its members with commas between.
        difficulty: One of the game's levels.
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
    party: str = ""
    difficulty: str = ""
    sheets: Sequence[Sheet] = ()


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


def set_fight(options: Options) -> Setting:
    """Return the table that options set, which is one of a fight of Ironsworn.

    Raises:
        ContentError: With what is wrong with them, or it is of another game.
    """
    game = game_of(options)
    if game.name != GAMES[0]:
        raise refuse("scenario", "", options.scenario or game.name, say("setting.valid_fight"))
    return set_table(options)


def set_table(options: Options) -> Setting:
    """Return the table that options set.

    Raises:
        ContentError: With what is wrong with them.
    """
    file, line = split_line(options.state)
    if file and is_replay(file):
        setting = from_replay(options, file, line)
        if not options.people:
            setting.session.game.complete(setting.session.scenario)
        return setting
    if line is not None:
        raise refuse(options.state, "", say("setting.found_line"), say("setting.valid_line"))
    game = game_of(options)
    chosen = choose(game, options)
    holders = seat_holders(options, chosen.seats, chosen.scenario.seats)
    board = load(file, game.board) if file else None
    kinds = kinds_of(options.chance)
    hand = () if kinds is None else game.streams(kinds)
    if options.people:
        hand = (*hand, *sorted(set(game.untold(chosen.scenario).values())))
    else:
        game.complete(chosen.scenario)
    session = Session(chosen.scenario, options.seed or 0, holders, hand, board)
    return Setting(session, False, chosen.origins, chosen.notes)


def game_of(options: Options) -> Playable:
    """Return the game that options speak of: by the scenario's name or file, or by the replay they go on from.

    Raises:
        ContentError: They speak of none; what was probably meant is suggested.
    """
    name = options.scenario
    if name.lower().endswith(".toml"):
        return game_named(game_of_toml(parse_toml(read_source(name), name)))
    known = match(name.partition("/")[0], GAMES)
    if known is None and not name and options.state:
        file, _ = split_line(options.state)
        if is_replay(file):
            return game_named(next((game[0].line.game for game in read_games(file).games), GAMES[0]))
    if known is None:
        raise refuse("scenario", "", name or say("content.found_nothing"), scenario_hint(name))
    return game_named(known)


def choose(game: Playable, options: Options) -> Chosen:
    """Return the scenario that options choose.

    Raises:
        ContentError: With what is wrong with them, options of other games among it.
    """
    for name, typed in game.foreign.items():
        given = getattr(options, name)
        if given:
            found = given if isinstance(given, str) else ", ".join(given)
            raise refuse(typed, "", found, say("setting.valid_other_game", game=game.name))
    return game.choose(options)


def scenario_hint(name: str) -> str:
    """Return what a scenario may be, with what was probably meant: a game spelled right, or the game of a name."""
    game, _, rest = name.partition("/")
    near = nearest(game, GAMES)
    if near and rest:
        return say("setting.valid_scenario_near", near=f"{near}/{rest}")
    for each in GAMES:
        if game and not rest and game_named(each).knows(game):
            return say("setting.valid_scenario_near", near=f"{each}/{game}")
    return say("setting.valid_scenario")


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
    settled: dict[str, str | Sequence[str]] = {
        "--character": options.characters,
        "--foe": options.foes,
        "--rule": options.rules,
        "--set": options.changes,
        "--chance": options.chance,
        "--party": options.party,
        "--difficulty": options.difficulty,
    }
    for name, given in settled.items():
        if given:
            found = given if isinstance(given, str) else ", ".join(given)
            raise refuse(name, "", found, say("setting.valid_resumed"))
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
