"""The time a pilot of one's own has for an answer."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

LIMIT = 30.0
"""Seconds for a pilot to be made or a program to start, and for each answer of a class."""
ANSWER = 5.0
"""Seconds for each answer of a program, once it has started."""


class OverdueError(BaseException):
    """The time is up. No `Exception`, so that a pilot that catches its own errors does not catch this one."""


def overdue(number: int, frame: FrameType | None) -> None:
    """End what takes too long."""
    raise OverdueError


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """End what takes longer by an error; again each second, should that be caught.

    Only the main thread can be ended, and only where processes have alarms; elsewhere there is no limit.

    Raises:
        OverdueError: It took longer.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    begun = time.monotonic()
    handler = signal.signal(signal.SIGALRM, overdue)
    delay, interval = signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)
    try:
        yield
    finally:
        left = max(delay - (time.monotonic() - begun), 0.001) if delay else 0.0
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        signal.setitimer(signal.ITIMER_REAL, left, interval)
