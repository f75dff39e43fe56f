"""Ctrl-C: one line and exit status 130, also while the command still loads."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from types import FrameType, TracebackType
from typing import Any

INTERRUPTED = 130
LINE = "Interrupted.\n"
"""Not in the catalogue, which is not loaded yet when the first moments are interrupted."""


def leave(number: int, frame: FrameType | None) -> None:
    """End the process at once: nothing has begun that could be left half done."""
    with suppress(OSError):
        os.write(sys.__stderr__.fileno() if sys.__stderr__ else 2, LINE.encode())
    os._exit(INTERRUPTED)


def while_loading() -> None:
    """Let Ctrl-C leave at once: an exception in the middle of an import may be swallowed, or printed at length."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, leave)


def loaded() -> None:
    """Let Ctrl-C be the exception that commands know."""
    if signal.getsignal(signal.SIGINT) is leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)


class Wish:
    """Hears Ctrl-C as a wish that is granted where a step is whole; pressed again meanwhile it interrupts.

    Attributes:
        heard: Whether it was pressed.
    """

    def __init__(self) -> None:
        self.heard = False
        self.before: Any = None

    def __enter__(self) -> Wish:
        """Listen, where signals may be listened to."""
        with suppress(ValueError):
            self.before = signal.signal(signal.SIGINT, self._hear)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Listen no more."""
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)

    def _hear(self, number: int, frame: FrameType | None) -> None:
        if self.heard:
            raise KeyboardInterrupt
        self.heard = True
