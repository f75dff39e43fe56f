"""Oathsworn at the command line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...envs.core.catalogue import say
from ...envs.core.content import ContentError, refuse
from ...envs.core.game import ChanceNeededError, Table
from ...envs.core.pilot import View
from ...envs.core.want import Want
from ...envs.oathsworn.aftermath import losses
from ...envs.oathsworn.compile import compile_book, learn_card
from ...envs.oathsworn.drawing import INDENT, Drawing, fitted
from ...envs.oathsworn.encounter import DIFFICULTIES, GAME
from ...envs.oathsworn.engine import STEPS, apply, reset, resume
from ...envs.oathsworn.face import FACE
from ...envs.oathsworn.game import OATHSWORN, VERSION
from ...envs.oathsworn.hand import streams_of, wants
from ...envs.oathsworn.in_reach import marked
from ...envs.oathsworn.labels import WALKS, Labels, spoken_words
from ...envs.oathsworn.library import find
from ...envs.oathsworn.names import Names
from ...envs.oathsworn.party import PARTIES
from ...envs.oathsworn.scenario import Scenario
from ...envs.oathsworn.situation_file import Situation
from ...envs.oathsworn.situation_set import set_up
from ...envs.oathsworn.situation_write import write_situation
from ...envs.oathsworn.spoken import Cast
from ...envs.oathsworn.state import Book, State
from ...envs.oathsworn.tell import Teller
from ...envs.oathsworn.terms import BOSS, LOCATIONS, SEATS, Decision, Form, Outcome, Stream
from ...envs.oathsworn.view import option, public, view_of
from ...envs.oathsworn.withheld import withheld
from ...policies.oathsworn.random import choose_random
from ...policies.oathsworn.scripted import scripted
from .oathsworn_cards import learnt, unknown_cards
from .oathsworn_lines import LINES, ScenarioData
from .oathsworn_table import choose, forms
from .playable import Chosen, Missing, Playable, Scene

if TYPE_CHECKING:
    from ..session import Session
    from ..setting import Options


class Oathsworn(Playable):
    """Encounters of Oathsworn."""

    name = GAME
    version = VERSION
    rules = OATHSWORN
    face = FACE
    lines = LINES
    board = Situation
    outcomes = Outcome
    foreign = {"characters": "--character", "foes": "--foe"}

    def knows(self, name: str) -> bool:
        """Return whether an encounter is called so."""
        try:
            return find(name, "encounters").exists()
        except ContentError:
            return False

    def choose(self, options: Options) -> Chosen:
        """Return the encounter that options choose."""
        return choose(options)

    def parties(self) -> Sequence[str]:
        """Return the parties that have a name."""
        return tuple(PARTIES)

    def levels(self) -> Sequence[str]:
        """Return the levels of difficulty."""
        return DIFFICULTIES

    def data(self, scenario: Scenario) -> ScenarioData:
        """Return an encounter as data."""
        return ScenarioData.of(scenario)

    def compile(self, scenario: Scenario) -> NDArray[np.void]:
        """Return the book of an encounter."""
        return compile_book(scenario)

    def names(self, scenario: Scenario) -> Names:
        """Return the names of an encounter."""
        return scenario.names

    def party(self, scenario: Scenario) -> list[str]:
        """Return the members with their forms."""
        return list(forms(scenario))

    def tells(self, scenario: Scenario) -> tuple[Callable[..., dict[str, Any]], Callable[..., str]]:
        """Return what tells the situation, and the words of an action."""
        return partial(public, scenario.names), partial(option, scenario.names)

    def who(self, session: Session, seat: int) -> str:
        """Return who a seat's hero or ally is."""
        return Cast(session.names, session.state).piece(seat)

    def ready(self) -> Sequence[Any]:
        """Return the rules of an encounter and the pilots."""
        return (*STEPS.values(), reset, apply, resume, choose_random, scripted)

    def streams(self, kinds: list[str]) -> tuple[int, ...]:
        """Return the streams of kinds of chance."""
        return streams_of(kinds)

    def wants(self, session: Session, error: ChanceNeededError) -> list[Want]:
        """Return the cards or dice that are wanted."""
        return wants(session.names, session.state, book_of(session), error)

    def untold(self, scenario: Scenario) -> dict[str, int]:
        """Return the unknown stage cards, with the stream by which they ask for their steps."""
        return {card.name: int(Stream.CARD) for card in unknown_cards(scenario)}

    def missing(self, session: Session, error: ChanceNeededError) -> Missing | None:
        """Return the unknown stage card that is about to resolve; None where faces are wanted."""
        if error.stream != Stream.CARD:
            return None
        return next(card for card in unknown_cards(session.scenario) if card.place == error.faces)

    def learn(self, session: Session, data: dict[str, Any]) -> Scenario:
        """Put the steps of an unknown stage card into the running game; returns the scenario with it.

        Raises:
            ContentError: With what is wrong with the card; nothing has changed.
        """
        scenario, place = learnt(session.scenario, data)
        learn_card(session.table.books, scenario, place)
        return scenario

    def teller(self, session: Session) -> Teller:
        """Return what tells the encounter."""
        return Teller(session.names, book_of(session), session.state)

    def header(self, session: Session) -> list[str]:
        """Return who fights whom, with which pilots, at which difficulty."""
        party = [
            say("log.holder", who=who, pilot=holder)
            for who, holder in zip(forms(session.scenario), session.holders, strict=True)
        ]
        head = say("log.against", party=", ".join(party), foes=", ".join(session.names.bosses))
        level = say(f"difficulty.{session.scenario.difficulty}")
        return fitted([head, say("oathsworn_table.difficulty", level=level)])

    def standing(self, session: Session) -> list[str]:
        """Return the bosses' locations and how each seat stands."""
        drawing = self.drawing(session)
        return fitted([*drawing.bosses(), *(drawing.seat(seat) for seat in range(SEATS))])

    def results(self, session: Session) -> dict[str, Any]:
        """Return how everybody came out of the encounter, and what it cost."""
        state, names, book = session.state, session.names, book_of(session)
        return {
            "difficulty": session.scenario.difficulty,
            "stage": state.stage,
            "characters": [self.character(session, seat) for seat in range(SEATS)],
            "locations": [
                {"boss": names.bosses[book.locations[place].boss], "name": name, "hp": state.dice[place]}
                for place, name in enumerate(names.locations)
                if place < LOCATIONS and state.pieces[BOSS + book.locations[place].boss].max_hp
            ],
            "losses": losses(state, book),
        }

    def character(self, session: Session, seat: int) -> dict[str, Any]:
        """Return how one seat came out of the encounter."""
        mine = session.state.seats[seat]
        return {
            "name": session.names.seats[seat].hero,
            "pilot": session.holders[seat],
            "form": Form(mine.form).name.lower(),
            "fallen": bool(mine.fallen),
            "ally": session.names.allies[mine.ally] if mine.ally >= 0 else None,
            "hp": 0 if mine.form == Form.FALLEN else session.state.pieces[seat].hp,
            "kills": mine.kills,
        }

    def view(self, session: Session) -> View:
        """Return what the deciding seat has seen."""
        return view_of(session.table, session.names)

    def question(self, session: Session) -> str:
        """Return the pending decision."""
        question = self.situation(session).question()
        return say("oathsworn_ask.walk", question=question) if session.state.decision in WALKS else question

    def labels(self, session: Session) -> dict[int, str]:
        """Return the labels of the legal actions."""
        return marked(self.situation(session), State.at(session.table.states.copy(), 0))

    def scenes(self, session: Session) -> list[Scene]:
        """Return the board, the stage card and the seats; board and card only when they are new."""
        drawing = self.drawing(session)
        return [
            Scene([*drawing.board(), *drawing.legend()], again=False),
            Scene(drawing.stage(), again=False, brief=drawing.gist() if visited(session) else ()),
            Scene(drawing.decks(), again=False),
            Scene(drawing.seats()),
            Scene(self.withheld(session)),
        ]

    def withheld(self, session: Session) -> list[str]:
        """Return what the deciding seat cannot use in this visit, and why."""
        options = withheld(self.situation(session))
        return fitted([INDENT + say("oathsworn_withheld.line", options="; ".join(options))]) if options else []

    def remarks(self, session: Session) -> dict[int, str]:
        """Return what options do, and the odds of each number of cards."""
        situation = self.situation(session)
        found = {act: situation.remark(act) for act in session.table.legal()}
        return {act: text for act, text in found.items() if text}

    def heading(self, session: Session, act: int) -> str:
        """Return the heading that an option stands under."""
        return self.situation(session).heading(act)

    def words(self, session: Session) -> dict[str, int]:
        """Return the names of hexes that are offered."""
        return spoken_words(self.situation(session))

    def set_up(self, table: Table, names: Names, board: Situation, seed: int) -> None:
        """Start an encounter in the middle."""
        set_up(table, names, board, seed, "state")

    def situation_of(self, session: Session) -> Situation:
        """Return an encounter as a situation, where a visit begins."""
        state = session.state
        if state.decision != Decision.TURN or state.seats[state.seat].acts:
            found = say("advise.found_over") if session.over else self.question(session)
            raise refuse("export", "", found, say("export.valid_visit"))
        return write_situation(state, book_of(session), session.names)

    def situation(self, session: Session) -> Labels:
        """Return the labels of the pending decision."""
        return Labels(session.names, session.state, book_of(session))

    def drawing(self, session: Session) -> Drawing:
        """Return what draws the table."""
        return Drawing(session.state, book_of(session), session.names)


def visited(session: Session) -> bool:
    """Return whether a turn of the deciding seat begins, with nothing done yet."""
    return bool(session.state.decision == Decision.TURN and session.state.seats[session.seat].acts == 0)


def book_of(session: Session) -> Book:
    """Return the compiled encounter."""
    return Book.at(session.table.books, 0)


PLAYED = Oathsworn()
