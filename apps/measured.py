"""What `shieldmate speed` measures of each game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..agents import environments
from ..envs.core.face import Face
from ..envs.core.game import GameRules
from ..envs.core.kernel import Kernel
from ..envs.core.race import Race, make_race
from ..policies.search import Search


@dataclass(frozen=True)
class Measured:
    """A game to measure.

    Attributes:
        scenario: The usual scenario.
        id: Its registered id, without the package's name.
        rules: Its rules.
        kernel: Its batch kernel.
        race: Its engine alone.
        book: Compiles a scenario by name.
        vector: Makes its batched environment.
        pilots: Addresses of the pilots whose whole games are counted, one a seat.
        play: Plays whole games: ``(book, addresses, seeds)``.
        face: What its views are made by.
        search: Its search.
        others: Rules that only other commands need.
    """

    scenario: str
    id: str
    rules: GameRules
    kernel: Kernel
    race: Race
    book: Callable[[str], NDArray[np.void]]
    vector: Callable[..., Any]
    pilots: Callable[[], Sequence[int]]
    play: Callable[[NDArray[np.void], Sequence[int], range], Any]
    face: Face
    search: Search
    others: Sequence[Callable[..., Any]] = ()


def ironsworn() -> Measured:
    """Return Ironsworn: a bear, between random pilots."""
    from ..envs.ironsworn.batch import KERNEL
    from ..envs.ironsworn.engine import decide, start
    from ..envs.ironsworn.face import FACE
    from ..envs.ironsworn.game import IRONSWORN
    from ..envs.ironsworn.observe import write_mask
    from ..envs.ironsworn.scenario import compile_book, make_scenario
    from ..envs.ironsworn.state import Book, State
    from ..policies.ironsworn.playout import PLAYOUT, play_games
    from ..policies.ironsworn.random import RandomPilot
    from ..policies.ironsworn.search import SEARCH
    from ..policies.ironsworn.styles import MEMBERS

    return Measured(
        scenario="ironsworn/bear",
        id="Ironsworn-v0",
        rules=IRONSWORN,
        kernel=KERNEL,
        race=make_race(State, Book, start, decide, write_mask),
        book=lambda name: compile_book(make_scenario([name.rpartition("/")[2]])),
        vector=environments.make_ironsworn_vector,
        pilots=lambda: [RandomPilot().address],
        play=play_games,
        face=FACE,
        search=SEARCH,
        others=(PLAYOUT.ask, SEARCH.play, *MEMBERS.values()),
    )


def oathsworn() -> Measured:
    """Return Oathsworn: the first chapter's encounter, between four scripted pilots."""
    from ..agents.oathsworn_environments import make_oathsworn_vector
    from ..envs.oathsworn.batch import KERNEL
    from ..envs.oathsworn.compile import compile_book
    from ..envs.oathsworn.engine import decide, start
    from ..envs.oathsworn.face import FACE
    from ..envs.oathsworn.game import OATHSWORN
    from ..envs.oathsworn.observe import write_mask
    from ..envs.oathsworn.scenario import make_scenario
    from ..envs.oathsworn.state import Book, State
    from ..policies.oathsworn.census import play_counted
    from ..policies.oathsworn.pilots import ScriptedPilot
    from ..policies.oathsworn.playout import PLAYOUT, play_games
    from ..policies.oathsworn.search import SEARCH
    from ..policies.oathsworn.styles import MEMBERS

    return Measured(
        scenario="oathsworn/broodmother",
        id="Oathsworn-v0",
        rules=OATHSWORN,
        kernel=KERNEL,
        race=make_race(State, Book, start, decide, write_mask),
        book=lambda name: compile_book(make_scenario(name)),
        vector=make_oathsworn_vector,
        pilots=lambda: [ScriptedPilot().address] * 4,
        play=play_games,
        face=FACE,
        search=SEARCH,
        others=(play_counted, PLAYOUT.ask, SEARCH.play, *MEMBERS.values()),
    )


MEASURED = {"ironsworn": ironsworn, "oathsworn": oathsworn}
