"""Writing to a terminal or a pipe: the log of a fight, notes, JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from ..envs.core.catalogue import say
from ..envs.core.content import one_line
from ..envs.ironsworn.names import Names, boxes_text, debility_name, rank_name
from ..envs.ironsworn.odds import Odds
from ..envs.ironsworn.state import State
from ..envs.ironsworn.tell import Line, Teller, Tone, signed
from ..envs.ironsworn.terms import BOX, DEBILITIES, FOES, Outcome, Place
from .record import Edit, Seat, Undo
from .session import Events, Session, Step
from .setting import plain_rules

UNFINISHED = "unfinished"
INDENT = {Tone.ROUND: 0, Tone.MOVE: 2, Tone.EFFECT: 6, Tone.REASON: 4, Tone.RESULT: 0}
STYLE = {Tone.ROUND: "bold", Tone.MOVE: "", Tone.EFFECT: "", Tone.REASON: "dim", Tone.RESULT: "bold"}


class Out(Console):
    """A console whose reader may go away."""

    def on_broken_pipe(self) -> None:
        """Leave it to the command line how to end."""
        raise BrokenPipeError


def console(beside: bool = False) -> Console:
    """Return the console of standard output, or the one beside it; it wraps nothing and colours nothing by itself."""
    return Out(stderr=beside, highlight=False, soft_wrap=True, markup=False, emoji=False)


def print_json(data: Any) -> None:
    """Print one JSON object on one line, what a terminal would obey spelled out."""
    unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    text = json.dumps(data, ensure_ascii=not unicode)
    print("".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in text))


class Log:
    """Prints a session as it goes on, and keeps what it printed."""

    def __init__(
        self, session: Session, out: Console | None, head: Sequence[str] = (), notes: Sequence[str] = ()
    ) -> None:
        """Follow `session`; with no console the log is only kept. Notes and head are printed before the first line."""
        self.head = head
        self.notes = notes
        self.session = session
        self.out = out
        self.teller = Teller(session.names)
        self.kept: list[Line] = []
        self._told = 0
        session.subscribers.append(self.step)

    def step(self, step: Step) -> None:
        """Print what a step brought, but for what was printed before faces were asked for."""
        self.aside(step.line)
        self.partial(step.events)
        self._told = 0

    def aside(self, line: Any) -> None:
        """Print what happened at the table rather than in the fight."""
        if isinstance(line, Undo):
            self.line(Line(say("log.undone_revealed" if line.revealed else "log.undone"), Tone.REASON))
            self.again()
        elif isinstance(line, Edit):
            self.line(Line(say("log.edited"), Tone.REASON))
            self.again()
        elif isinstance(line, Seat):
            who = self.session.names.characters[line.seat - 1]
            self.line(Line(say("log.holder", who=who, pilot=line.holder), Tone.REASON))

    def partial(self, events: Events) -> None:
        """Print the events of a step that is not over yet."""
        self.begin()
        for line in self.teller.tell(events[self._told :].tolist()):
            self.line(line)
        self._told = len(events)

    def reason(self, seat: int, text: str) -> None:
        """Print why a pilot does what follows."""
        if text:
            who = self.session.names.characters[seat]
            self.line(Line(say("log.reason", who=who, text=one_line(text)), Tone.REASON))

    def line(self, line: Line) -> None:
        """Print one line."""
        self.begin()
        self.kept.append(line)
        if self.out is not None:
            self.out.print(Text(" " * INDENT[line.tone] + one_line(line.text), style=STYLE[line.tone]))

    def begin(self) -> None:
        """Print notes and head, if that has not been done."""
        (notes, self.notes), (head, self.head) = (self.notes, ()), (self.head, ())
        print_notes(self.out, notes)
        print_lines(self.out, head)

    def again(self) -> None:
        """Take up the roll under way after an undo or a correction."""
        self.begin()
        self._told = 0
        self.teller.recall(self.session.state)


def header(session: Session) -> list[str]:
    """Return who fights whom, under which house rules, with which pilots."""
    names = session.names
    foes = [
        say("log.foe", foe=name, rank=rank_name(slot.rank))
        for name, slot in zip(names.foes, session.scenario.foes, strict=True)
    ]
    party = [
        say("log.holder", who=who, pilot=holder) for who, holder in zip(names.characters, session.holders, strict=True)
    ]
    lines = [say("log.against", party=", ".join(party), foes=", ".join(foes))]
    rules = plain_rules(session.scenario.rules)
    if rules:
        told = [f"{key}={value if isinstance(value, str) else json.dumps(value)}" for key, value in rules.items()]
        lines.append(say("log.rules", rules=", ".join(told)))
    return lines


def final_tracks(names: Names, state: State) -> list[str]:
    """Return how everybody stands, one line each."""
    lines = [character_line(names, state, seat) for seat in range(len(names.characters))]
    for foe in range(FOES):
        if state.foes[foe].rank:
            key = "log.foe_track" if state.foes[foe].active else "log.foe_out"
            lines.append(say(key, foe=names.foe(foe), progress=boxes_text(state.foes[foe].progress)))
    return [*lines, say("log.supply", supply=state.supply)]


def character_line(names: Names, state: State, seat: int) -> str:
    """Return the tracks of one character as a line."""
    character = state.characters[seat]
    marks = [debility_name(mark) for mark in range(DEBILITIES) if character.marks[mark]]
    place = Place(character.place)
    words = [say(f"place.{place.name.lower()}")] if place != Place.FIGHTING else []
    companions = [
        say("log.companion", name=name, health=character.track[asset])
        for asset, name in enumerate(names.assets[seat])
        if character.track[asset] >= 0
    ]
    tracks = say(
        "log.tracks",
        who=names.characters[seat],
        health=character.health,
        spirit=character.spirit,
        momentum=signed(character.momentum),
    )
    return "; ".join([tracks, *companions, *marks, *words])


def result_data(session: Session, notes: Sequence[str] = ()) -> dict[str, Any]:
    """Return the result of a game as one object with its tracks, and notes such as those of importers."""
    state, names = session.state, session.names
    return {
        "scenario": session.scenario.name,
        "seed": session.seed,
        "outcome": outcome_word(state),
        "rounds": state.round,
        "decisions": state.decisions,
        "supply": state.supply,
        "characters": [character_result(session, seat) for seat in range(len(names.characters))],
        "foes": [
            {
                "name": names.foe(foe),
                "rank": rank_name(state.foes[foe].rank),
                "progress": state.foes[foe].progress // BOX,
                "ticks": state.foes[foe].progress,
                "out": not state.foes[foe].active,
            }
            for foe in range(FOES)
            if state.foes[foe].rank
        ],
        "house_rules": plain_rules(session.scenario.rules),
        "content": session.content,
        "notes": list(notes),
    }


def outcome_word(state: State) -> str:
    """Return how a game ended, in the words of replays and JSON."""
    return UNFINISHED if state.outcome == Outcome.ON else Outcome(state.outcome).name.lower()


def character_result(session: Session, seat: int) -> dict[str, Any]:
    """Return how one character came out of a game."""
    names, character = session.names, session.state.characters[seat]
    return {
        "name": names.characters[seat],
        "pilot": session.holders[seat],
        "place": Place(character.place).name.lower(),
        "health": character.health,
        "spirit": character.spirit,
        "momentum": character.momentum,
        "debilities": [debility_name(mark) for mark in range(DEBILITIES) if character.marks[mark]],
        "companions": {
            name: character.track[asset] for asset, name in enumerate(names.assets[seat]) if character.track[asset] >= 0
        },
    }


def print_lines(out: Console | None, lines: Iterable[str], style: str = "") -> None:
    """Print plain lines."""
    for line in lines:
        if out is not None:
            out.print(Text(one_line(line), style=style))


def print_notes(out: Console | None, notes: Sequence[str]) -> None:
    """Print notes, such as those of importers."""
    print_lines(out, notes, "dim")


def odds_text(odds: Odds) -> str:
    """Return odds in whole per cent."""
    parts = {word: f"{float(100 * value):.1f}%" for word, value in odds._asdict().items()}
    return say("odds.short", **parts)
