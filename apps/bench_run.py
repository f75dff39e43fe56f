"""Running a benchmark: its games, what is kept of them meanwhile, and what came of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import groupby
from statistics import fmean
from time import perf_counter
from typing import Any

from .. import __version__
from ..envs.core.catalogue import say
from ..training.bench_data import (
    FORMAT,
    correct,
    machine,
    overall,
    party_data,
    runs_data,
    table_data,
    verdicts,
    versions,
)
from ..training.bench_text import unsolved
from ..training.contest import Contest, together
from ..training.crew import Crew
from ..training.evaluate import TIMED, digest_of, time_compiled
from ..training.exact import (
    TooLargeError,
    allow,
    exact_win,
    is_function,
    is_search,
    is_solved,
    loss_of,
    solve_before,
)
from ..training.partial import Partial
from ..training.sequential import Sequential
from .bench_plan import Plan
from .compiling import announce
from .console import bar_of
from .solving import Progress, to_stderr

KIND = "benchmark"


class Bench:
    """A benchmark.

    Attributes:
        plans: Its tables.
        contests: The games of each.
        until: The smallest difference that matters; None to play all games.
        jobs: Processes that play.
        seconds: Time that playing took.
        exact: For each table, the chance to win of pilots for whom it is known exactly.
        unsolved: For each table, why it is not known of others that are a function of what they see, and why what a
            searching pilot loses is not.
    """

    def __init__(
        self,
        tables: Sequence[Plan],
        pilots: Sequence[str],
        seed: int,
        games: int,
        until: float | None,
        jobs: int,
        memory: float = 0.0,
        runs: Sequence[str] = (),
    ) -> None:
        """Have everything ready to be played; fights that are solved exactly are solved before, where that is wanted.

        Args:
            tables: What is played.
            pilots: The pilots to compare.
            seed: Number of the first game.
            games: How many there are at each table.
            until: The smallest difference that matters; None to play all games.
            jobs: Processes that play.
            memory: Gigabytes that an exact figure may take; 0 for no exact figures.
            runs: Those of the pilots that are training runs of one.

        Raises:
            ContentError: A pilot does not play one of the games.
        """
        self.plans = list(tables)
        self.pilots = list(pilots)
        self.seed = seed
        self.games = games
        self.until = until
        self.jobs = jobs
        self.runs = list(runs)
        self.seconds = 0.0
        self.partial: Partial | None = None
        self.exact: list[dict[str, float]] = [{} for _ in self.plans]
        self.unsolved: list[dict[str, str]] = [{} for _ in self.plans]
        for game in {plan.game.name: plan.game for plan in self.plans}.values():
            announce(game)
        for number, plan in enumerate(self.plans):
            exact = memory > 0 and is_solved(plan.matches[0])
            if exact:
                allow(plan.matches[0].book, memory, Progress(plan.told["scenario"]))
            for match in plan.matches:
                match.prepare()
            if exact:
                self.evaluate(number)
        self.contests = [Contest(number, pilots, plan.matches, seed, games) for number, plan in enumerate(self.plans)]

    def evaluate(self, number: int) -> None:
        """Find out what pilots win exactly at a table, and have searching pilots judged; if it is too large, say so."""
        plan, found, missed = self.plans[number], self.exact[number], self.unsolved[number]
        for name, match in zip(self.pilots, plan.matches, strict=True):
            if is_function(name):
                try:
                    found[name] = exact_win(match)
                except TooLargeError as error:
                    missed[name] = str(error)
        searching = [place for place, name in enumerate(self.pilots) if is_search(name)]
        try:
            for place in searching:
                solve_before(plan.matches[place].book)
                plan.matches[place] = replace(plan.matches[place], judge=loss_of)
        except TooLargeError as error:
            missed.update({self.pilots[place]: str(error) for place in searching})
        for line in unsolved(missed):
            to_stderr(line)

    @property
    def ready(self) -> bool:
        """Whether there are games that all pilots have played."""
        return any(contest.ready for contest in self.contests)

    def keep(self, out: str, anew: bool) -> None:
        """Keep games as they are played beside the file of the results, and take in those that were kept before.

        Raises:
            ContentError: Those are of another command, or damaged, or nothing can be written there.
        """
        self.partial = Partial(out, self.mark(), self.contests, anew)

    @property
    def kept(self) -> int:
        """How many games had been played before."""
        return self.partial.kept if self.partial is not None else 0

    def mark(self) -> str:
        """Return a hash of all that the games hang on."""
        told = [plan.told for plan in self.plans]
        seated = {(plan.game.name, name) for plan in self.plans for match in plan.matches for name in match.pilots}
        behind = [digest_of(game, name) for game, name in sorted(seated)]
        parts = [FORMAT, self.rules(), __version__, told, self.pilots, behind, self.seed, self.games]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    def rules(self) -> dict[str, int]:
        """Return the version of each game's rules."""
        return {plan.game.name: plan.game.version for plan in self.plans}

    def play(self) -> bool:
        """Play what is left; returns whether that came to its end, or was interrupted.

        Raises:
            ContentError: A pilot failed.
        """
        began = perf_counter()
        test = Sequential(self.until) if self.until else None
        total = self.games * len(self.pilots) * len(self.plans)
        try:
            with Crew(self.jobs) as crew, bar_of(say("bench.progress_bar")) as bar:
                line = bar.add_task("", total=total, completed=sum(contest.played for contest in self.contests))
                for contest in self.contests:
                    for task, played in contest.play(crew, test):
                        if self.partial is not None:
                            self.partial.add(task, contest, played)
                        bar.advance(line, len(played.rows))
        except KeyboardInterrupt:
            return False
        finally:
            self.seconds += perf_counter() - began
        return True

    def close(self, finished: bool) -> None:
        """Throw away what was kept meanwhile, once all is played."""
        if self.partial is not None:
            self.partial.close(finished)

    def data(self, command: str, complete: bool) -> dict[str, Any]:
        """Return what came of the games that all pilots have played, ready for JSON.

        Args:
            command: The command that repeats it.
            complete: Whether all games were played that were to be played.
        """
        played = [contest for contest in self.contests if contest.ready]
        rows = groupby(played, lambda contest: self.plans[contest.table].row)
        tables = [self.table(list(contests)) for _, contests in rows]
        correct([pair for table in tables for pair in table["pairs"]])
        return {
            "kind": KIND,
            "format": FORMAT,
            "command": command,
            "complete": complete,
            "seed": self.seed,
            "games": self.games,
            "until": self.until,
            **overall(played, self.runs),
            **({"runs": runs_data(tables, self.runs)} if self.runs and tables else {}),
            "tables": tables,
            "versions": versions(__version__, self.rules()),
            "machine": machine(),
            "timing": {
                "date": datetime.now(UTC).date().isoformat(),
                "seconds": round(self.seconds, 3),
                "jobs": self.jobs,
            },
        }

    def table(self, contests: Sequence[Contest]) -> dict[str, Any]:
        """Return what came of a table, or of those of random parties together, each in short under `parties`."""
        plan = self.plans[contests[0].table]
        exact = [self.exact[contest.table] for contest in contests]
        known = {name: fmean(one[name] for one in exact) for name in exact[0] if all(name in one for one in exact)}
        times = [max(each) for each in zip(*map(self.times, contests), strict=True)]
        table = table_data(together(contests), plan.told, times, known, self.runs)
        if missed := {name: why for contest in contests for name, why in self.unsolved[contest.table].items()}:
            table["unsolved"] = missed
        if self.until:
            table["verdicts"] = verdicts(contests[0], Sequential(self.until))
        if plan.entry:
            table |= {"party": [plan.entry], "most": self.games * sum(each.row == plan.row for each in self.plans)}
            table["parties"] = [
                {"number": self.plans[contest.table].number, **party_data(contest, self.plans[contest.table].told, one)}
                for contest, one in zip(contests, exact, strict=True)
            ]
            del table["content"]
        return table

    def times(self, contest: Contest) -> list[float]:
        """Return how long each pilot takes for a decision, seconds."""
        return [
            seconds / answers if answers else time_compiled(match, contest.seeds[:TIMED])
            for match, seconds, answers in zip(contest.matches, contest.seconds, contest.answers, strict=True)
        ]
