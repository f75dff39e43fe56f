"""Ironsworn at the command line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...envs.core.catalogue import say
from ...envs.core.content import check
from ...envs.core.files import write_whole
from ...envs.core.game import ChanceNeededError, Table
from ...envs.core.pilot import View
from ...envs.ironsworn.aftermath import sheet_after
from ...envs.ironsworn.board import Board, correct, parse_changes, set_up
from ...envs.ironsworn.engine import STEPS, apply, reset, resume
from ...envs.ironsworn.face import FACE
from ...envs.ironsworn.game import IRONSWORN, VERSION
from ...envs.ironsworn.hand import Want, streams_of, wants
from ...envs.ironsworn.importers import write_back
from ...envs.ironsworn.labels import decision_text, labels
from ...envs.ironsworn.names import Names, rank_name
from ...envs.ironsworn.odds import option_odds
from ...envs.ironsworn.scenario import GAME, Scenario, compile_book
from ...envs.ironsworn.sheet import to_toml
from ...envs.ironsworn.tell import Teller
from ...envs.ironsworn.terms import Act, Outcome
from ...envs.ironsworn.view import public, view_of
from ...policies.ironsworn.random import choose_random
from ...policies.ironsworn.scripted import scripted
from .ironsworn_lines import LINES, ScenarioData
from .ironsworn_results import final_tracks, odds_text, results, tracks_with_initiative
from .ironsworn_table import choose, is_foe
from .playable import Chosen, Playable, Scene

if TYPE_CHECKING:
    from ..session import Session
    from ..setting import Options

GROUPS = (
    (Act.STRIKE_CLOSE, "attack"),
    (Act.SECURE, "secure"),
    (Act.FACE, "face"),
    (Act.FLEE, "flee"),
    (Act.AID, "aid"),
    (Act.COMPEL_HEART, "compel"),
    (Act.TIDE, "other"),
)
"""Headings over the options of a main move, by the first action under each."""


class Ironsworn(Playable):
    """Fights of Ironsworn."""

    name = GAME
    version = VERSION
    rules = IRONSWORN
    face = FACE
    lines = LINES
    board = Board
    outcomes = Outcome
    foreign = {"party": "--party", "difficulty": "--difficulty"}

    def knows(self, name: str) -> bool:
        """Return whether a foe or a rank is called so."""
        return is_foe(name)

    def choose(self, options: Options) -> Chosen:
        """Return the fight that options choose."""
        return choose(options)

    def data(self, scenario: Scenario) -> ScenarioData:
        """Return a fight as data."""
        return ScenarioData.of(scenario)

    def compile(self, scenario: Scenario) -> NDArray[np.void]:
        """Return the book of a fight."""
        return compile_book(scenario)

    def names(self, scenario: Scenario) -> Names:
        """Return the names of a fight."""
        return Names.of(scenario)

    def party(self, scenario: Scenario) -> list[str]:
        """Return the names of the characters."""
        return list(Names.of(scenario).characters)

    def seated(self, party: str) -> dict[str, Any]:
        """Return the options that seat a party, which is its characters with commas between."""
        return {"characters": [name.strip() for name in party.split(",")]}

    def tells(self, scenario: Scenario) -> tuple[Callable[..., dict[str, Any]], None]:
        """Return what tells the situation; the words of actions are part of it."""
        return partial(public, Names.of(scenario)), None

    def who(self, session: Session, seat: int) -> str:
        """Return the name of a character."""
        name: str = session.names.characters[seat]
        return name

    def ready(self) -> Sequence[Any]:
        """Return the rules of a fight and the pilots."""
        return (*STEPS.values(), reset, apply, resume, choose_random, scripted)

    def streams(self, kinds: list[str]) -> tuple[int, ...]:
        """Return the streams of kinds of chance."""
        return streams_of(kinds)

    def wants(self, session: Session, error: ChanceNeededError) -> list[Want]:
        """Return the dice that are wanted."""
        return wants(session.names, session.state, error)

    def teller(self, session: Session) -> Teller:
        """Return what tells the fight."""
        return Teller(session.names)

    def header(self, session: Session) -> list[str]:
        """Return who fights whom, with which pilots."""
        foes = [
            say("log.foe", foe=name, rank=rank_name(slot.rank))
            for name, slot in zip(session.names.foes, session.scenario.foes, strict=True)
        ]
        party = [
            say("log.holder", who=who, pilot=holder)
            for who, holder in zip(session.names.characters, session.holders, strict=True)
        ]
        return [say("log.against", party=", ".join(party), foes=", ".join(foes))]

    def standing(self, session: Session) -> list[str]:
        """Return all tracks."""
        return final_tracks(session.names, session.state)

    def results(self, session: Session) -> dict[str, Any]:
        """Return how everybody came out of the fight."""
        return results(session)

    def view(self, session: Session) -> View:
        """Return what the deciding character's seat has seen."""
        return view_of(session.table, session.names)

    def question(self, session: Session) -> str:
        """Return the pending decision."""
        return decision_text(session.names, session.state)

    def labels(self, session: Session) -> dict[int, str]:
        """Return the labels of the legal actions."""
        return labels(session.names, session.state)

    def scenes(self, session: Session) -> list[Scene]:
        """Return all tracks, and who has initiative."""
        return [Scene(tracks_with_initiative(session.names, session.state))]

    def remarks(self, session: Session) -> dict[int, str]:
        """Return the exact odds of the options that roll."""
        return {act: odds_text(odds) for act, odds in option_odds(session.table).items()}

    def heading(self, session: Session, act: int) -> str:
        """Return the heading that an option of a main move stands under."""
        return say(f"play.group_{[name for first, name in GROUPS if first <= act][-1]}")

    def set_up(self, table: Table, names: Names, board: Board, seed: int) -> None:
        """Start a fight in the middle."""
        set_up(table, names, board, seed, "state")

    def correct(self, table: Table, names: Names, board: Board) -> None:
        """Correct the board of a fight."""
        correct(table, names, board, "edit")

    def changes(self, session: Session, typed: list[str]) -> Board:
        """Return the board that typed changes make."""
        return check(parse_changes(typed, session.names, session.seat), Board, "set")

    def save_character(self, session: Session, seat: int, origin: str, path: str, force: bool) -> list[str]:
        """Write a character back in its own format, or as TOML."""
        after = sheet_after(session.scenario.sheets[seat], session.table, seat)
        if origin:
            return list(write_back(origin, after, path, force))
        write_whole(path, to_toml(after), force)
        return []


PLAYED = Ironsworn()
