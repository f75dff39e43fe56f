"""Running the command line inside the test's own process, and as a real process."""

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from shieldmate.apps.cli import main

sys.path.insert(0, str(Path(__file__).parent))

CASES = Path(__file__).parent.parent / "cases" / "characters"


class Ran(NamedTuple):
    """What a command left: its status, what it printed, what it said on standard error."""

    status: int
    out: str
    err: str


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Call the command line in this process, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def call(line: str, *more: object, typed: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        status = main([*line.split(), *map(str, more)])
        out, err = capsys.readouterr()
        said = [line for line in err.splitlines(keepends=True) if not line.startswith("Compiling")]
        return Ran(status, out, "".join(said))

    return call


@pytest.fixture
def process(tmp_path):
    """Run the command line as a process of its own, in an empty folder."""

    def call(line: str, *more: object, typed: str = "", **environment: str) -> Ran:
        done = subprocess.run(
            [sys.executable, "-m", "shieldmate", *line.split(), *map(str, more)],
            input=typed,
            text=True,
            capture_output=True,
            cwd=tmp_path,
            env={**os.environ, **environment},
            timeout=100,
        )
        said = [line for line in done.stderr.splitlines(keepends=True) if not line.startswith("Compiling")]
        return Ran(done.returncode, done.stdout, "".join(said))

    return call


@pytest.fixture
def cases():
    """The folder of characters from other tools."""
    return CASES
