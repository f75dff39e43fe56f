"""Checks an installed shieldmate from outside its source: run it with the Python of that environment."""

import importlib.metadata
import importlib.resources
import json
import subprocess
import sys
from pathlib import Path

COMMAND = Path(sys.executable).with_name("shieldmate")
FIELDS = {"scenario", "seed", "outcome", "rounds", "decisions"}
OUTCOMES = {"win", "loss", "fled", "surrendered", "truncated"}


def run(*arguments: str) -> str:
    """Runs the installed command and returns what it printed."""
    return subprocess.run([COMMAND, *arguments], check=True, text=True, stdout=subprocess.PIPE).stdout


def check_package() -> None:
    """The package comes from site-packages, whole, with its version and without torch."""
    import shieldmate

    assert "site-packages" in str(shieldmate.__file__), shieldmate.__file__
    assert shieldmate.__version__ == importlib.metadata.version("shieldmate")
    installed = {distribution.name.lower() for distribution in importlib.metadata.distributions()}
    assert "torch" not in installed, "the core install must not bring torch"
    root = importlib.resources.files("shieldmate")
    for name in ("py.typed", "envs/ironsworn/content/foes.toml"):
        assert root.joinpath(name).is_file(), f"{name} is missing from the wheel"
    assert not root.joinpath("tests").is_dir(), "the wheel must not carry the tests"


def check_command() -> None:
    """The command helps, and plays the same fight twice for the same seed."""
    assert "run" in run("--help")
    first, second = (json.loads(run("run", "ironsworn/bear", "--seed", "1", "--json")) for _ in range(2))
    assert first.keys() >= FIELDS, first
    assert first["outcome"] in OUTCOMES, first
    assert first == second, (first, second)


if __name__ == "__main__":
    check_package()
    check_command()
    print("the installed wheel works")
