"""Writing to a terminal or a pipe: the log of a game, notes, JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from ..envs.core.catalogue import say
from ..envs.core.content import one_line
from ..envs.core.told import Line, Tone
from .record import Content, Edit, Seat, Start, Undo
from .session import Events, Session, Step

if TYPE_CHECKING:
    from rich.progress import Progress

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


def bar_of(text: str) -> Progress:
    """Return a progress bar beside the output; off a terminal there is none."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    return Progress(
        TextColumn(text),
        *(BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )


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
        self.teller = session.game.teller(session)
        self.kept: list[Line] = []
        self._told = 0
        session.subscribers.append(self.step)

    def step(self, step: Step) -> None:
        """Print what a step brought, but for what was printed before faces were asked for."""
        self.aside(step.line)
        if isinstance(step.line, Content):
            self.teller.rename(self.session.names)
            return
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
            who = self.session.who(line.seat - 1)
            self.line(Line(say("log.holder", who=who, pilot=line.holder), Tone.REASON))
        elif isinstance(line, Start) and line.board is not None:
            self.teller.recall(self.session.state)

    def partial(self, events: Events) -> None:
        """Print the events of a step that is not over yet."""
        self.begin()
        for line in self.teller.tell(events[self._told :].tolist()):
            self.line(line)
        self._told = len(events)

    def reason(self, seat: int, text: str) -> None:
        """Print why a pilot does what follows."""
        if text:
            who = self.session.who(seat)
            for line in self.teller.because(Line(say("log.reason", who=who, text=one_line(text)), Tone.REASON)):
                self.line(line)

    def asked(self) -> None:
        """Print what waits for more to come: a person is asked now."""
        for line in self.teller.asked():
            self.line(line)

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


def print_lines(out: Console | None, lines: Iterable[str], style: str = "") -> None:
    """Print plain lines."""
    for line in lines:
        if out is not None:
            out.print(Text(one_line(line), style=style))


def print_notes(out: Console | None, notes: Sequence[str]) -> None:
    """Print notes, such as those of importers."""
    print_lines(out, notes, "dim")


def header(session: Session) -> list[str]:
    """Return who plays against what, and under which house rules."""
    lines = session.game.header(session)
    rules = plain_rules(session)
    if rules:
        told = [f"{key}={value if isinstance(value, str) else json.dumps(value)}" for key, value in rules.items()]
        lines.append(say("log.rules", rules=", ".join(told)))
    return lines


def plain_rules(session: Session) -> dict[str, Any]:
    """Return the house rules that differ from their defaults."""
    data: dict[str, Any] = json.loads(session.scenario.rules.model_dump_json(exclude_defaults=True))
    return data


def result_data(session: Session, notes: Sequence[str] = ()) -> dict[str, Any]:
    """Return the result of a game as one object, and notes such as those of importers."""
    return {
        "scenario": session.scenario.name,
        "seed": session.seed,
        "outcome": session.outcome if session.over else UNFINISHED,
        "rounds": session.state.round,
        "decisions": session.state.decisions,
        **session.game.results(session),
        "house_rules": plain_rules(session),
        "content": session.content,
        "notes": list(notes),
    }
