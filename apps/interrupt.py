"""Ctrl-C: one line and exit status 130, also while the command still loads."""

import os
import signal
import sys
from contextlib import suppress
from types import FrameType

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
