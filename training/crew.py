"""Work shared out between processes: whole games of matches, played wherever a processor is free."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from traceback import format_exc
from types import FrameType
from typing import Any, NoReturn

from ..envs.core.catalogue import say
from ..envs.core.content import ContentError, refuse
from .evaluate import Match, Played, play

METHOD = "fork" if sys.platform == "linux" else "spawn"
"""A fork has all loaded already; elsewhere it is not safe."""
PATIENCE = 5.0
"""Seconds that a process is given to end."""


@dataclass(frozen=True, eq=False)
class Task:
    """Games to play.

    Attributes:
        table: Number of the table.
        pilot: Number of the pilot under test.
        match: Who plays what.
        seeds: A range of step 1.
    """

    table: int
    pilot: int
    match: Match
    seeds: range


class Crew:
    """Processes that play games; with one job, this process alone."""

    def __init__(self, jobs: int, method: str = METHOD) -> None:
        """Start nobody yet.

        Args:
            jobs: How many games are played at once.
            method: How processes begin, as `multiprocessing` has it.
        """
        self.jobs = jobs
        self.method = method
        self._lines: list[Connection] = []
        self._members: list[Any] = []

    def __enter__(self) -> Crew:
        """Start the processes; what is loaded by now they need not load again.

        Raises:
            ContentError: The system does not grant so many.
        """
        try:
            for _ in range(self.jobs if self.jobs > 1 else 0):
                self._start()
        except OSError as error:  # the system grants no more processes, or open files
            self.__exit__()
            raise refuse("--jobs", "", f"{self.jobs} ({error.strerror})", say("bench.valid_ended")) from error
        return self

    def _start(self) -> None:
        context: Any = multiprocessing.get_context(self.method)
        ours, theirs = context.Pipe()
        self._lines.append(ours)
        member = context.Process(target=_work, args=(theirs, list(self._lines)), daemon=True)
        member.start()
        theirs.close()
        self._members.append(member)

    def __exit__(self, *error: object) -> None:
        """End the processes, whatever they are at."""
        for line in self._lines:
            line.close()
        for member in self._members:
            member.terminate()
        for member in self._members:
            member.join(PATIENCE)
            if member.is_alive():
                member.kill()

    def run(self, tasks: Iterator[Task]) -> Iterator[tuple[Task, Played]]:
        """Give what came of each task, as it is done.

        Args:
            tasks: Asked for the next task whenever a process is free.

        Raises:
            ContentError: A pilot failed.
        """
        if self.jobs <= 1:
            yield from ((task, play(task.match, task.seeds)) for task in tasks)
            return
        busy: dict[Any, Task] = {}
        free: list[Any] = list(self._lines)
        while True:
            while free and (task := next(tasks, None)) is not None:
                line = free.pop()
                line.send((task.match, task.seeds))
                busy[line] = task
            if not busy:
                return
            for line in wait(list(busy)):
                played = _received(line)
                free.append(line)
                yield busy.pop(line), played


def processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _received(line: Any) -> Played:
    """Return what a process answers.

    Raises:
        ContentError: A pilot failed, or the process was ended from outside.
        Exception: Whatever else went wrong there.
    """
    try:
        answer = line.recv()
    except EOFError as error:
        raise refuse("bench", "", say("bench.found_ended"), say("bench.valid_ended")) from error
    if isinstance(answer, list):
        raise ContentError(answer)
    if isinstance(answer, Exception):
        raise answer
    played: Played = answer
    return played


def _work(line: Connection, others: list[Connection]) -> None:
    """Play what comes down the line, until it is closed."""
    for other in others:
        other.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    with suppress(EOFError, OSError):  # the line is closed: nobody waits for an answer
        while True:
            match, seeds = line.recv()
            try:
                answer: Any = play(match, seeds)
            except ContentError as error:
                answer = error.problems
            except Exception as error:  # a fault of ours, for the other side to raise
                error.add_note(format_exc())
                answer = error
            line.send(answer)


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    """End by an exception, so that programs which hold seats are ended too."""
    raise SystemExit(0)
