"""What `shieldmate check` plays: games of a file's content with pilots in all seats, and what came up in them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from rich.console import Console
from rich.progress import Progress

from ..envs.core.catalogue import say
from ..envs.core.pages import wrapped
from ..training.statistics import wilson

GAMES = 300
CHUNK = 25
"""Games between two looks at the progress bar."""
WIDTH = 100
INDENT = "  "
FINDINGS = ("never_ended", "never_reached", "never_offered", "never_taken", "never_scripted")
"""Kinds of findings, the gravest first."""


@dataclass(frozen=True)
class Trial:
    """Games of one scenario between equal pilots.

    Attributes:
        setting: What was played; empty for the usual table.
        pilot: Who held all seats.
        games: Games played.
        won: Games won.
        capped: Games that the round cap ended.
        rounds: Mean number of rounds.
        fallen: Mean number of Oathsworn who fell; None where there are none.
    """

    setting: str
    pilot: str
    games: int
    won: int
    capped: int
    rounds: float
    fallen: float | None = None

    @property
    def told(self) -> str:
        """The trial on one line."""
        low, high = wilson(self.won, self.games)
        capped = say("trial.capped", share=self.capped / self.games) if self.capped else ""
        share = self.won / self.games
        line = say("trial.row", pilot=self.pilot, share=share, low=low, high=high, rounds=self.rounds)
        fallen = say("trial.fallen", count=self.fallen) if self.fallen is not None else ""
        return f"{line}{fallen}{capped}"

    def data(self) -> dict[str, Any]:
        """Return the trial ready for JSON, with the 95% interval of its win rate."""
        low, high = wilson(self.won, self.games)
        return {**asdict(self), "low": round(low, 4), "high": round(high, 4)}


@dataclass(frozen=True)
class Finding:
    """Something that did not come up.

    Attributes:
        kind: One of `FINDINGS`.
        where: The card, item or enemy.
        what: The option or step of it; empty for the whole.
        why: Why, as far as it is known.
    """

    kind: str
    where: str
    what: str = ""
    why: str = ""

    @property
    def told(self) -> str:
        """The finding on one line."""
        text = say("trial.part", where=self.where, what=self.what) if self.what else self.where
        return say("trial.because", text=text, why=self.why) if self.why else text


@dataclass
class Report:
    """What was played, and what was found."""

    trials: list[Trial] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def told(self) -> Iterator[str]:
        """The report as lines."""
        settings = dict.fromkeys(trial.setting for trial in self.trials)
        for setting in settings:
            rows = [trial for trial in self.trials if trial.setting == setting]
            yield say("trial.head", games=rows[0].games, setting=setting)
            yield from (INDENT + row.told for row in rows)
        for kind in FINDINGS:
            found = [finding for finding in self.findings if finding.kind == kind]
            if found:
                yield say(f"trial.{kind}")
                yield from (INDENT + part for finding in found for part in wrapped(finding.told, WIDTH - len(INDENT)))
        if self.trials and not self.findings:
            yield say("trial.all_well")
        yield from self.notes

    def data(self) -> dict[str, Any]:
        """Return the report ready for JSON."""
        return {
            "trials": [trial.data() for trial in self.trials],
            "findings": [asdict(finding) for finding in self.findings],
            "notes": self.notes,
        }


def endless(trials: Iterable[Trial]) -> list[Finding]:
    """Return which pilots' games did not end by themselves."""
    return [
        Finding("never_ended", trial.pilot, trial.setting, say("trial.share", share=trial.capped / trial.games))
        for trial in trials
        if trial.capped
    ]


class Bar:
    """A progress bar beside standard output, on a terminal only."""

    def __init__(self, games: int) -> None:
        """Show nothing until `games` are to be played."""
        out = Console(stderr=True)
        self.progress = Progress(console=out, transient=True, disable=not sys.stderr.isatty())
        self.task = self.progress.add_task(say("trial.progress"), total=games)

    def __enter__(self) -> Bar:
        """Show it."""
        self.progress.start()
        return self

    def __exit__(self, *error: object) -> None:
        """Take it away."""
        self.progress.stop()

    def chunks(self, games: int) -> Iterator[range]:
        """Give the seeds of games a few at a time; they count as played when the next are asked for."""
        for first in range(0, games, CHUNK):
            seeds = range(first, min(first + CHUNK, games))
            yield seeds
            self.progress.advance(self.task, len(seeds))
