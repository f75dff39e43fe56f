"""Games that have been played already, kept line by line in a file, so that work that was cut off goes on."""

from __future__ import annotations

import json
import os
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, BinaryIO

import numpy as np
from pydantic import Field

from ..envs.core.catalogue import say
from ..envs.core.content import Strict, check, refuse, shortened
from ..envs.core.files import place, take, unwritable
from .contest import Contest
from .crew import Task
from .evaluate import Played

SUFFIX = ".part"
LARGEST = 500_000_000
"""Bytes of the largest file that is read."""
Whole = Annotated[int, Field(ge=-(2**31), lt=2**31)]
Count = Annotated[int, Field(ge=0, lt=2**62)]


class Head(Strict):
    """The first line: which command the games are of."""

    partial: str


class Line(Strict):
    """Games of one pilot at one table, in a row."""

    table: Count
    pilot: Count
    first: Count
    rows: Annotated[list[list[Whole]], Field(min_length=1)]
    seconds: Annotated[float, Field(ge=0)]
    answers: Count


class Partial:
    """The file of a benchmark's games that are played.

    Attributes:
        path: The file.
        kept: Games that it held when it was opened.
    """

    def __init__(self, out: str, mark: str, contests: list[Contest], anew: bool) -> None:
        """Take in what the file holds, and open it to write what follows.

        Args:
            out: The file that the results go to; this one stands beside it.
            mark: What the games hang on, as a hash.
            contests: Where the games belong.
            anew: Whether what is there is thrown away.

        Raises:
            ContentError: The file is of another command, is damaged, cannot be written, or another process writes it.
        """
        self.path = Path(out + SUFFIX)
        self.kept = 0
        place(self.path, force=True)
        try:
            with ExitStack() as opened:
                self._file: BinaryIO = opened.enter_context(self.path.open("a+b"))
                if not take(self._file.fileno()):
                    raise refuse(self.path, "", say("files.found_held"), say("files.valid_held"))
                self._begin(mark, contests, anew)
                opened.pop_all()
        except OSError as error:
            raise unwritable(self.path, error) from error

    def _begin(self, mark: str, contests: list[Contest], anew: bool) -> None:
        """Take in what the file holds; it is never emptied and written again, so that nothing is lost meanwhile."""
        size = 0 if anew else self._file.seek(0, os.SEEK_END)
        if size > LARGEST:
            raise refuse(self.path, "", say("content.found_size", size=size), say("content.valid_size", limit=LARGEST))
        self._file.seek(0)
        lines = self._file.read(size)
        lines = lines[: lines.rfind(b"\n") + 1]  # a line that was cut off is played again
        self._take(lines, mark, contests)
        self._file.truncate(len(lines))
        if not lines:
            self._file.write(_line(Head(partial=mark)))
            self._file.flush()

    def add(self, task: Task, contest: Contest, played: Played) -> None:
        """Keep games; they outlive this process when this returns.

        Raises:
            ContentError: They cannot be written.
        """
        line = Line(
            table=task.table,
            pilot=task.pilot,
            first=task.seeds.start - contest.seeds.start,
            rows=played.rows.tolist(),
            seconds=played.seconds,
            answers=played.answers,
        )
        try:
            self._file.write(_line(line))
            self._file.flush()
        except OSError as error:
            raise unwritable(self.path, error) from error

    def close(self, finished: bool) -> None:
        """Close the file; once the results are written it goes."""
        self._file.close()
        if finished:
            self.path.unlink(missing_ok=True)

    def _take(self, data: bytes, mark: str, contests: list[Contest]) -> None:
        for number, text in enumerate(data.splitlines(), start=1):
            place = say("replay.line", line=number)
            try:
                read = json.loads(text.decode())
            except (ValueError, RecursionError) as error:
                found = shortened(text.decode("utf-8", "replace"))
                raise refuse(self.path, place, found, say("bench.partial_damaged")) from error
            if number == 1:
                if check(read, Head, f"{self.path}: {place}").partial != mark:
                    raise refuse(self.path, "", say("bench.partial_other"), say("bench.partial_valid"))
                continue
            self._store(check(read, Line, f"{self.path}: {place}"), place, contests)

    def _store(self, line: Line, place: str, contests: list[Contest]) -> None:
        fits = line.table < len(contests) and line.pilot < len(contests[line.table].names)
        if fits:
            contest = contests[line.table]
            games, columns = contest.rows[line.pilot].shape
            fits = line.first + len(line.rows) <= games and all(len(row) == columns for row in line.rows)
            fits = fits and all(row[0] in contest.endings for row in line.rows)
        if not fits:
            raise refuse(self.path, place, say("bench.partial_odd"), say("bench.partial_valid"))
        contest.store(line.pilot, line.first, Played(np.array(line.rows, np.int32), line.seconds, line.answers, 0.0))
        self.kept += len(line.rows)


def _line(model: Strict) -> bytes:
    return model.model_dump_json().encode() + b"\n"
