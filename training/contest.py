"""Several pilots in the same games: what has been played, what is still to be played, and when it is enough."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ..envs.core.game import WIN
from .crew import Crew, Task
from .evaluate import OUTCOME, Match, Played, columns_of
from .seeds import Seeds
from .sequential import EVERY, Sequential

TASK_SECONDS = 0.4
"""What a task is to take: short enough for a progress bar, long enough to be worth sending."""
GROWTH = 16
"""How many times as many games as the last a pilot's next task may have."""
LARGEST_TASK = 4_000
SHARES = 4
"""So many tasks each process gets at least of what is left, so that none waits for the last."""


class Contest:
    """The games of one table.

    Attributes:
        table: Its number.
        names: The pilots under test.
        matches: Each of them at the table.
        seeds: The seeds of the games.
        rows: What came of the games of each pilot, `(games, columns)`.
        done: Which of them are played, `(games,)`.
        seconds: Time that each pilot took for its answers, where it is not compiled.
        answers: Their number.
        stopped: After how many games the sequential test ended the contest; None where it did not.
    """

    def __init__(self, table: int, names: Sequence[str], matches: Sequence[Match], first: int, games: int) -> None:
        """Begin with no game played."""
        columns = len(columns_of(matches[0].face.rules.name))
        wide = [columns + (match.judge is not None) for match in matches]
        self.table = table
        self.names = list(names)
        self.matches = list(matches)
        self.seeds = Seeds.TEST.take(games, first)
        self.rows = [np.zeros((games, width), np.int32) for width in wide]
        self.done = [np.zeros(games, np.bool_) for _ in names]
        self.seconds = [0.0] * len(names)
        self.answers = [0] * len(names)
        self.stopped: int | None = None
        self._looked = 0
        self._alone = np.zeros((len(names), len(names)), np.int64)
        self._given = [0] * len(names)
        self._fewest = [match.side_by_side for match in matches]
        self._size = list(self._fewest)

    @property
    def ready(self) -> int:
        """How many games, from the first on, all pilots have played."""
        return self.stopped or min(_run_of(done) for done in self.done)

    @property
    def endings(self) -> set[int]:
        """The outcomes that a game may have."""
        return {int(outcome) for outcome in self.matches[0].face.outcomes if outcome}

    @property
    def played(self) -> int:
        """How many games have been played, counting every pilot's."""
        return sum(int(done.sum()) for done in self.done)

    def wins(self, pilot: int) -> NDArray[np.bool_]:
        """Return which of the games that all have played a pilot won."""
        won: NDArray[np.bool_] = self.rows[pilot][: self.ready, OUTCOME] == WIN
        return won

    def store(self, pilot: int, start: int, played: Played) -> None:
        """Take in what came of games, the first of which is number `start`."""
        end = start + len(played.rows)
        self.rows[pilot][start:end] = played.rows
        self.done[pilot][start:end] = True
        self.seconds[pilot] += played.seconds
        self.answers[pilot] += played.answers

    def play(self, crew: Crew, until: Sequential | None = None) -> Iterator[tuple[Task, Played]]:
        """Play what is left, and give what was played, already stored.

        Args:
            crew: Who plays.
            until: The test that may end the contest early.

        Raises:
            ContentError: A pilot failed.
        """
        self._look(until)
        for task, played in crew.run(self._tasks(crew.jobs)):
            self.store(task.pilot, task.seeds.start - self.seeds.start, played)
            pace = played.elapsed / len(task.seeds)
            self._size[task.pilot] = int(min(TASK_SECONDS / pace, GROWTH * len(task.seeds), LARGEST_TASK))
            yield task, played
            self._look(until)

    def _look(self, until: Sequential | None) -> None:
        """Let the test see what it has not seen of the games that all have played, so many at a time."""
        while until is not None and not self.stopped and self._looked + EVERY <= self.ready:
            seen = slice(self._looked, self._looked + EVERY)
            won = [rows[seen, OUTCOME] == WIN for rows in self.rows]
            self._looked += EVERY
            self._alone += [[(one & ~two).sum() for two in won] for one in won]
            pairs = combinations(range(len(won)), 2)
            if all(until.verdict(*self._won_alone(one, two), self._looked) for one, two in pairs):
                self.stopped = self._looked

    def _won_alone(self, one: int, two: int) -> tuple[int, int]:
        """Return how many games that the test has seen the one pilot won and the other did not, each way."""
        return int(self._alone[one, two]), int(self._alone[two, one])

    def _tasks(self, jobs: int) -> Iterator[Task]:
        """Give tasks until all is given out, from the pilot that has been given the fewest games."""
        games = len(self.seeds)
        while not self.stopped:
            for pilot, done in enumerate(self.done):
                self._given[pilot] += int(_run_of(done[self._given[pilot] :]))
            pilot = int(np.argmin(self._given))
            start = self._given[pilot]
            if start == games:
                return
            left = _run_of(~self.done[pilot][start:])
            share = -(-(games - start) // (jobs * SHARES))
            end = start + min(left, max(self._fewest[pilot], min(share, self._size[pilot])))
            self._given[pilot] = end
            yield Task(self.table, pilot, self.matches[pilot], self.seeds[start:end])


def together(contests: Sequence[Contest]) -> Contest:
    """Return the games of several tables as those of one, as far as all pilots have played them.

    Args:
        contests: The same pilots in games of the same seeds; a loss that is not judged at each of them is left out.
    """
    if len(contests) == 1:
        return contests[0]
    first = contests[0]
    tables = zip(*(contest.matches for contest in contests), strict=True)
    matches = [min(of_it, key=lambda match: match.judge is not None) for of_it in tables]
    whole = Contest(first.table, first.names, matches, 0, sum(contest.ready for contest in contests))
    whole.seeds = first.seeds
    for pilot, rows in enumerate(whole.rows):
        played = [contest.rows[pilot][: contest.ready, : rows.shape[1]] for contest in contests]
        np.concatenate(played, out=rows)
        whole.done[pilot][:] = True
    return whole


def _run_of(flags: NDArray[np.bool_]) -> int:
    """Return how many flags are set from the first on."""
    return len(flags) if flags.all() else int(np.argmin(flags))
