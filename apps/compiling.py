"""What is said while the rules are compiled, once after an installation."""

from __future__ import annotations

import sys

from ..envs.core.catalogue import say
from ..envs.core.compiler import load, on_compile
from .games import GAMES, Playable, game_named


def announce(game: Playable | None = None) -> None:
    """Have the rules of a game and the pilots ready, by default of the first; while they compile, show how far that is.

    Off a terminal it is said once. All are asked for at once, so that two processes can share the work.
    """
    on_compile(on_terminal if sys.stderr.isatty() else in_pipe)
    load(*(game or game_named(GAMES[0])).ready())


def on_terminal(done: int, total: int, rule: str) -> None:
    """Rewrite the progress line."""
    text = say("compiling.progress", done=done, total=total) if done < total else ""
    print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def in_pipe(done: int, total: int, rule: str) -> None:
    """Say it once."""
    on_compile(None)
    print(say("compiling.once"), file=sys.stderr, flush=True)
