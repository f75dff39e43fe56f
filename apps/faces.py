"""Asking for what came up at a physical table: from a person at a terminal, or line by line from a pipe."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import groupby
from typing import TextIO

from ..envs.core.catalogue import say
from ..envs.core.content import ContentError, match, refuse
from ..envs.core.want import Want

COMMENT = "#"
UNDO, QUIT, HELP = ("undo",), ("quit", "exit", "q"), ("help", "?")
"""Words that a person may say in place of faces."""


class SaidInsteadError(Exception):
    """A person at the table said a word in place of faces; the step that wants them is not made.

    Attributes:
        leaving: Whether the word was to leave; else it takes back the choice that led here.
    """

    def __init__(self, leaving: bool) -> None:
        super().__init__()
        self.leaving = leaving


class Faces:
    """Reads faces; what is typed beyond those asked for waits for the next question."""

    def __init__(self, source: TextIO | None = None, beside: bool = False, words: bool = False) -> None:
        """Read from `source`, by default standard input.

        Args:
            source: Where faces and answers come from.
            beside: Ask on standard error, not on standard output.
            words: A person may undo and quit in place of giving faces.
        """
        self.source = source or sys.stdin
        self.beside = beside
        self.words = words
        self.person = self.source.isatty()
        self.waiting: list[str] = []

    def ask(self, wanted: Sequence[Want]) -> list[int]:
        """Return a face for each that is wanted.

        Raises:
            ContentError: The pipe ran out, or holds what cannot have come up.
            SaidInsteadError: A person wants to go back, or to leave.
        """
        faces: list[int] = []
        while len(faces) < len(wanted):
            want = wanted[len(faces)]
            while not self.waiting:
                self.waiting = self._next_line(question(wanted[len(faces) :]), want)
            try:
                faces.append(want.read(self.waiting.pop(0), faces))
            except ContentError as error:
                if not self.person:
                    raise
                self.waiting = []
                print(error, file=sys.stderr)
        return faces

    def read(self, prompt: str) -> str | None:
        """Return a line that a person types, without its end; None when there is no more."""
        if self.person:
            print(prompt, end=" ", flush=True, file=sys.stderr if self.beside else sys.stdout)
        line = self.source.readline()
        return line.rstrip("\r\n") if line else None

    def lines(self, prompt: str) -> list[str]:
        """Return the lines that a person types up to an empty one; a file's name alone is one line.

        Raises:
            SaidInsteadError: The person wants to go back, or to leave.
        """
        found: list[str] = []
        while True:
            line = self.read(prompt)
            if self._hear(line):
                continue
            typed = (line or "").strip()
            if typed and not typed.startswith(COMMENT):
                found.append(typed)
            if found and (not typed or (len(found) == 1 and typed.lower().endswith(".toml"))):
                return found

    def _next_line(self, prompt: str, want: Want) -> list[str]:
        line = self.read(prompt)
        if self.words and self._hear(line):
            return []
        if line is None:
            raise refuse("--chance", want.what, say("hand.found_end"), say("hand.valid_line"))
        typed = line.partition(COMMENT)[0].strip()
        return [typed] * bool(typed) if want.fills_a_line else typed.replace(",", " ").split()

    def _hear(self, line: str | None) -> bool:
        """Do what a word says that stands in place of faces; returns whether to ask again."""
        if line is None or match(line, QUIT) is not None:
            raise SaidInsteadError(leaving=True)
        if match(line, UNDO) is not None:
            raise SaidInsteadError(leaving=False)
        if match(line, HELP) is not None:
            print(say("play.help_faces"), file=sys.stderr)
            return True
        return False


def question(wanted: Sequence[Want]) -> str:
    """Return what to ask: each face that is wanted with its range, those alike together."""
    alike = [(text, len(list(group))) for text, group in groupby(want.ranged for want in wanted)]
    dice = ", ".join(say("hand.several", count=count, die=text) if count > 1 else text for text, count in alike)
    return say("hand.question", who=wanted[0].who, dice=dice)
