"""Compiling with two processes: a helper begins at the other end of many rules and leaves them in the cache."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from .compiler import Rule, load

ENOUGH = 80
"""Fewer rules than this are compiled sooner than a helper has started."""
ALONE = "SHIELDMATE_COMPILE_ALONE"
"""Environment variable that keeps a process from asking for help; a helper has it."""
PACKAGE = __name__.partition(".")[0]


def is_worth_it(count: int) -> bool:
    """Tell whether a helper would save time for so many rules."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return count >= ENOUGH and cores > 1 and not os.environ.get(ALONE)


def can_be_imported(rule: Rule) -> bool:
    """Tell whether another process finds this very rule by its module and name."""
    return rule.module.startswith(f"{PACKAGE}.") and getattr(sys.modules.get(rule.module), rule.name, None) is rule


class Helper:
    """A process that compiles some rules; when it fails, nothing is lost but its time."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        """Start it on those of the rules that it can import."""
        path = os.pathsep.join(entry or str(Path.cwd()) for entry in sys.path)
        self._process = subprocess.Popen(
            [sys.executable, "-c", f"from {__name__} import help_out; help_out()"],
            env={**os.environ, ALONE: "1", "PYTHONPATH": path},
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._process.stdin is not None
        with self._process.stdin as pipe:
            json.dump([(rule.module, rule.name) for rule in rules if can_be_imported(rule)], pipe)

    def stop(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()


def help_out() -> None:
    """Compile the rules named on standard input, one after another."""
    for module, name in json.load(sys.stdin):
        load(getattr(import_module(module), name))
