"""A make command that is repeated installs nothing again: a stand-in for Python records what is asked of it."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PYTHON = """#!/bin/sh
echo "$@" >>"$LOG"
case "$*" in
  "-m venv "*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" && cp "$0" "$3/bin/shieldmate" ;;
  *"pip install"*) exit "${PIP_STATUS:-0}" ;;
esac
"""

pytestmark = pytest.mark.skipif(os.name == "nt" or shutil.which("make") is None, reason="needs make and a shell")


@pytest.fixture
def make(tmp_path):
    """Run make in a folder with the Makefile and what it hangs on; returns its status and what pip was asked for."""
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    python, log = tmp_path / "python", tmp_path / "log"
    python.write_text(PYTHON)
    python.chmod(0o755)

    def call(target, **environment):
        log.write_text("")
        kept = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
        done = subprocess.run(
            ["make", target, f"PYTHON={python}"],
            cwd=tmp_path,
            env={**kept, "LOG": str(log), **environment},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, [
            line.split("constraints.txt ")[1] for line in log.read_text().splitlines() if "pip install" in line
        ]

    return call


CORE, ALL = ["-e ."], ["-e .[all]"]


@pytest.mark.parametrize(("target", "installs"), [("demo", CORE), ("compile", ALL), ("plain", ALL)])
def test_a_command_that_is_repeated_installs_nothing(make, target, installs):
    assert make(target) == (0, installs)
    assert make(target) == (0, [])


def test_what_is_installed_with_everything_serves_the_demo_too(make):
    assert make("demo") == (0, CORE)
    assert make("compile") == (0, ALL)
    assert make("demo") == (0, [])
    assert make("slow") == (0, [])


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt"])
def test_what_is_to_be_installed_has_changed(make, tmp_path, name):
    assert make("demo") == (0, CORE)
    (tmp_path / name).write_text((tmp_path / name).read_text() + "# changed\n")
    assert make("demo") == (0, CORE)
    assert make("demo") == (0, [])
    (tmp_path / name).touch()
    assert make("demo") == (0, [])


def test_an_install_that_failed_is_made_again(make):
    assert make("demo", PIP_STATUS="1") == (2, CORE)
    assert make("demo") == (0, CORE)
    assert make("demo") == (0, [])
