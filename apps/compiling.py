"""What is said while the rules are compiled, once after an installation."""

from __future__ import annotations

import sys

from ..envs.core.catalogue import say
from ..envs.core.compiler import on_compile


def announce() -> None:
    """Show a progress line on a terminal while rules compile; elsewhere say once that they do."""
    on_compile(on_terminal if sys.stderr.isatty() else in_pipe)


def on_terminal(done: int, total: int, rule: str) -> None:
    """Rewrite the progress line."""
    text = say("compiling.progress", done=done, total=total) if done < total else ""
    print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def in_pipe(done: int, total: int, rule: str) -> None:
    """Say it once."""
    on_compile(None)
    print(say("compiling.once"), file=sys.stderr, flush=True)
