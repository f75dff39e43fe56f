"""What is shown while a fight is solved."""

from __future__ import annotations

import sys
from time import monotonic

from ..envs.core.catalogue import say

SECONDS_BETWEEN = 20.0
"""Time between two lines of progress that are not rewritten."""


def to_stderr(line: str) -> None:
    """Tell a line beside the output."""
    clear = "\r\x1b[K" if sys.stderr.isatty() else ""
    print(clear + line, file=sys.stderr, flush=True)


class Progress:
    """Shows how far a solver is: a line rewritten on a terminal, elsewhere a line at first and one now and then.

    Args:
        scenario: The scenario's name.
    """

    def __init__(self, scenario: str) -> None:
        self.scenario = scenario
        self.on_terminal = sys.stderr.isatty()
        self.phase = ""
        self.began = self.told = 0.0

    def __call__(self, phase: str, done: int, known: int) -> None:
        """Tell what is done of what is known in a phase, and how fast."""
        now = monotonic()
        if not self.phase and not self.on_terminal:
            print(say("solve.progress_pipe", scenario=self.scenario), file=sys.stderr, flush=True)
            self.told = now
        if phase != self.phase:
            self.phase, self.began = phase, now
        over = phase == "sweep" and done == known
        text = "" if over else say(f"solve.progress_{phase}", done=done, known=known, rate=self._rate(done, now))
        if self.on_terminal:
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
        elif text and now - self.told >= SECONDS_BETWEEN:
            print(text, file=sys.stderr, flush=True)
            self.told = now

    def _rate(self, done: int, now: float) -> float:
        return done / max(now - self.began, 0.001)
