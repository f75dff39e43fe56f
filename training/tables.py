"""What a configuration has played: compiled scenarios, and who holds which seat of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..agents.environments import ironsworn_scenario
from ..agents.oathsworn_environments import oathsworn_scenario
from ..agents.pilots import DEFAULT, NET, RANDOM, SEARCH, Post, canonical, resolve
from ..envs.core.batch import Deal, Tables
from ..envs.core.catalogue import say
from ..envs.core.content import refuse
from ..envs.core.pilot import Pilot
from ..envs.ironsworn.names import Names
from ..envs.ironsworn.scenario import compile_book as compile_fight
from ..envs.ironsworn.view import public as public_fight
from ..envs.oathsworn.compile import compile_book as compile_encounter
from ..envs.oathsworn.render import render
from ..envs.oathsworn.view import public as public_encounter
from ..policies.network import SUFFIX
from .config import Config, Table
from .random_parties import random_party

LEARNER = "_"
ANY = "*"
TOML = ".toml"
PARTNERS = (RANDOM, DEFAULT, SEARCH, NET)
"""Pilots that may hold seats beside a learner: those that ship for games of several seats."""


def tables_of(config: Config, folder: Path = Path(), tables: Sequence[Table] = ()) -> Tables:
    """Return the compiled scenarios of a configuration, and its deals.

    Args:
        config: The configuration.
        folder: Where its files are.
        tables: Those to compile; by default the configuration's.

    Raises:
        ContentError: An unknown name, a file with problems, or seats that do not fit.
    """
    books: list[NDArray[np.void]] = []
    deals: list[Deal] = []
    tellers: list[tuple[Any, Any]] = []
    pilots: dict[str, Pilot] = {}
    for table in tables or config.tables:
        for scenario in scenarios(config.game, table, folder):
            book = compile_fight(scenario) if config.game == "ironsworn" else compile_encounter(scenario)
            for seats in castings(table, scenario.seats):
                cast = [None if name == LEARNER else held(pilots, partner(name, folder), config.game) for name in seats]
                deals += [Deal(len(books), cast)] * table.weight
            books.append(book)
            tellers.append(telling(config.game, scenario))
    together = np.zeros(len(books), books[0].dtype)
    for place, book in enumerate(books):
        together[place] = book[0]  # bytes between fields stay zero: by all its bytes a book's solution is found again
    return Tables(
        together,
        0,
        deals[0].partners,
        [public for public, _ in tellers],
        [text for _, text in tellers] if config.game == "oathsworn" else (),
        deals,
    )


def scenarios(game: str, table: Table, folder: Path) -> Iterator[Any]:
    """Give each scenario of a table with each of its parties.

    Raises:
        ContentError: An unknown name, or a file with problems.
    """
    for name in table.scenarios:
        source = beside(name, folder)
        for members in parties(game, table, folder):
            if game == "ironsworn":
                foes = () if source.endswith(TOML) else source.removeprefix("ironsworn/").split("+")
                yield ironsworn_scenario(source if not foes else "epic", members or (), foes)
                continue
            for difficulty in table.difficulties or (None,):
                yield oathsworn_scenario(source, members, difficulty)


def parties(game: str, table: Table, folder: Path) -> Iterator[Any]:
    """Give each party of a table, None for the scenario's."""
    for party in table.parties:
        yield [beside(member, folder) for member in party]
    numbers = sorted({*range(table.random_parties), *table.random_picked})
    for number in numbers:
        yield random_party(game, number, table.party_size, table.companions)
    if not table.parties and not numbers:
        yield None


def beside(name: str, folder: Path) -> str:
    """Return a name as it is, or a file's path as seen from here."""
    file, colon, rest = name.partition(":")
    return f"{folder / file}{colon}{rest}" if file.endswith(TOML) else name


def castings(table: Table, seats: int) -> Iterator[list[str]]:
    """Give every way to fill the seats; partners for ``*`` go round, so that each is met in each such seat.

    Raises:
        ContentError: Not one entry a seat, or no learner among them.
    """
    for row in table.seats:
        names = [name.strip() for name in row.split(",")]
        names = names * seats if len(names) == 1 else names
        if len(names) != seats:
            raise refuse("seats", "", row, say("train.valid_seats"))
        if LEARNER not in names:
            raise refuse("seats", "", say("train.found_no_learner"), say("train.valid_seats"))
        for k in range(len(table.partners) if ANY in names else 1):
            stars = iter(range(seats))
            yield [table.partners[(k + next(stars)) % len(table.partners)] if name == ANY else name for name in names]


def partner(name: str, folder: Path) -> str:
    """Return the name of a pilot as it is spelled, the file of a network as seen from here.

    Raises:
        ContentError: There is no such pilot, or it cannot be a partner.
    """
    known = canonical(name)
    head, _, rest = known.partition(":")
    if head not in PARTNERS:
        raise refuse("seats", "", known, say("train.valid_partners"))
    if not rest.endswith(SUFFIX):
        return known
    before, _, file = known.rpartition(":")
    return f"{before}:{folder / file}"


def held(pilots: dict[str, Pilot], name: str, game: str) -> Pilot:
    """Return the pilot of a name, made once.

    Raises:
        ContentError: There is none, or it plays another game.
    """
    if name not in pilots:
        pilots[name] = pilot = resolve(name, Post(game, 0, 0))
        if (meet := getattr(pilot, "meet", None)) is not None:
            meet(game, np.zeros(0, np.void))
    return pilots[name]


def telling(game: str, scenario: Any) -> tuple[Any, Any]:
    """Return what tells the public situation of a scenario, and what shows it as text."""
    if game == "ironsworn":
        return partial(public_fight, Names.of(scenario)), None
    return partial(public_encounter, scenario.names), partial(render, scenario.names)
