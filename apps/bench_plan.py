"""What a benchmark plays: the tables that options and grids give, and the pilots at them."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from ..agents.pilots import DEFAULT, HUMAN, canonical
from ..envs.core.catalogue import say
from ..envs.core.content import refuse
from ..training.evaluate import Match
from .bench_parties import Entry, entry_of
from .games import Playable
from .setting import Options, choose, game_of
from .typed import split_seats

UNDER_TEST = "_"
ALL = "all"
DIGEST = 16
RUNGS = re.compile(r"([\w.-]+):(\d{1,9})-(\d{1,9})")


@dataclass
class Asked:
    """What was typed.

    Attributes:
        scenarios: What is played.
        pilots: The pilots to compare.
        seats: Who holds each seat, `_` for a pilot under test.
        options: The table; its scenario, party and difficulty are put in by turns.
        parties: Parties as the game takes them, `all` for every one with a name, `random:` and numbers for random ones.
        difficulties: Levels, `all` for every one.
        partners: Pilots that take the seats without `_` in turn.
        runs: Those of the pilots that are training runs of one.
    """

    scenarios: Sequence[str]
    pilots: Sequence[str]
    seats: Sequence[str]
    options: Options
    parties: Sequence[str] = ()
    difficulties: Sequence[str] = ()
    partners: Sequence[str] = ()
    runs: Sequence[str] = ()


@dataclass
class Plan:
    """One table of a benchmark.

    Attributes:
        game: The game.
        told: What the table is, ready for JSON.
        matches: Each pilot at it.
        row: Number of the table that it is told in, which random parties of one entry share.
        entry: Those random parties as they were typed; empty for a table of its own.
        number: Of a random party.
    """

    game: Playable
    told: dict[str, Any]
    matches: list[Match] = field(default_factory=list)
    row: int = 0
    entry: str = ""
    number: int | None = None


def pilots_of(typed: Sequence[str], ladder: str = "", runs: Sequence[str] = ()) -> list[str]:
    """Return the pilots to compare.

    Args:
        typed: Their names.
        ladder: A searching pilot with its lowest and highest budget; the budgets between double.
        runs: Training runs of one pilot.

    Raises:
        ContentError: None, one twice, or one that there is not.
    """
    names = [pilot_of(name, "--pilots") for name in [*split_seats(typed), *rungs(ladder), *runs]]
    if not names:
        raise refuse("--pilots", "", say("content.found_nothing"), say("bench.valid_pilots"))
    for place, name in enumerate(names):
        if name in names[:place]:
            raise refuse("--pilots", "", say("bench.found_twice", pilot=name), say("bench.valid_pilots"))
    return names


def rungs(ladder: str) -> list[str]:
    """Return the pilots of a skill ladder, such as ``search:25`` to ``search:800``.

    Raises:
        ContentError: It is not typed so.
    """
    if not ladder:
        return []
    typed = RUNGS.fullmatch(ladder.strip())
    lowest, highest = (int(number) for number in typed.groups()[1:]) if typed else (0, 0)
    if typed is None or not 0 < lowest <= highest:
        raise refuse("--ladder", "", ladder, say("bench.valid_ladder"))
    return [f"{typed[1]}:{lowest << doubled}" for doubled in range((highest // lowest).bit_length())]


def pilot_of(name: str, where: str) -> str:
    """Return a pilot's name as it is spelled; a person plays no benchmark.

    Raises:
        ContentError: There is no such pilot.
    """
    known = canonical(name)
    if known == HUMAN:
        raise refuse(where, "", HUMAN, say("pilot.valid_no_person"))
    return known


def plans(asked: Asked) -> list[Plan]:
    """Return the tables of a benchmark, in the order they are played.

    Raises:
        ContentError: With what is wrong.
    """
    found: list[Plan] = []
    for scenario in asked.scenarios:
        game = game_of(replace(asked.options, scenario=scenario))
        if asked.difficulties and not game.levels():
            raise refuse("--difficulties", "", ", ".join(asked.difficulties), say("bench.valid_levels"))
        entries = [entry_of(game, typed) for typed in every(asked.parties, game.parties(), "--parties")]
        levels = every(asked.difficulties, game.levels(), "--difficulties") or [asked.options.difficulty]
        for entry, level, partner in product(entries or [Entry()], levels, [*asked.partners] or [""]):
            row = found[-1].row + 1 if found else 0
            for party in entry.parties:
                options = replace(asked.options, scenario=scenario, difficulty=level, **party.options)
                one = plan(game, options, asked, partner)
                one.row, one.entry, one.number = row, entry.typed, party.number
                found.append(one)
    return found


def every(typed: Sequence[str], known: Sequence[str], option: str) -> list[str]:
    """Return what was typed, all that is known for `all`.

    Raises:
        ContentError: `all` where nothing is known.
    """
    everything = [part for part in typed if part.casefold() == ALL]
    if everything and not known:
        raise refuse(option, "", everything[0], say("bench.valid_parties"))
    return [name for part in typed for name in (known if part in everything else [part])]


def plan(game: Playable, options: Options, asked: Asked, partner: str) -> Plan:
    """Return one table with every pilot at it.

    Raises:
        ContentError: With what is wrong.
    """
    scenario = choose(game, options).scenario
    game.complete(scenario)
    holders = seats_of(asked.seats, scenario.seats, partner)
    tested = tuple(seat for seat, holder in enumerate(holders) if holder == UNDER_TEST)
    book = game.compile(scenario)
    describe, name = game.tells(scenario)
    told = {
        "scenario": options.scenario,
        "game": game.name,
        "party": game.party(scenario),
        "difficulty": getattr(scenario, "difficulty", None),
        "seats": holders,
        "partner": partner or None,
        "house_rules": json.loads(scenario.rules.model_dump_json(exclude_defaults=True)),
        "changes": list(options.changes),
        "content": hashlib.sha256(book.tobytes()).hexdigest()[:DIGEST],
    }
    matches = [
        Match(
            game.face,
            book,
            tuple(pilot if seat in tested else who for seat, who in enumerate(holders)),
            tested,
            describe,
            name,
        )
        for pilot in asked.pilots
    ]
    return Plan(game, told, matches)


def seats_of(typed: Sequence[str], seats: int, partner: str) -> list[str]:
    """Return who holds each seat, `_` for the pilot under test.

    Args:
        typed: As typed; none for the pilot under test in all seats, in the last beside partners. Seats that are not
            named are scripted.
        seats: How many there are.
        partner: Who takes all seats without `_`; empty for whom they name.

    Raises:
        ContentError: Too many, none under test, or one that there is not.
    """
    names = [name if name == UNDER_TEST else pilot_of(name, "--seats") for name in split_seats(typed)]
    if not names:
        names = [DEFAULT] * (seats - 1) * bool(partner) + [UNDER_TEST] * (1 if partner else seats)
    if len(names) > seats:
        raise refuse("--seats", "", str(len(names)), say("setting.valid_seats", seats=seats))
    names += [DEFAULT] * (seats - len(names))
    if UNDER_TEST not in names:
        raise refuse("--seats", "", say("bench.found_no_test_seat"), say("bench.valid_test_seat"))
    return [partner if partner and name != UNDER_TEST else name for name in names]
