"""Imports run one way only (docs/design: envs <- policies <- agents <- training <- apps)."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FLOORS = ["envs", "policies", "agents", "training", "apps"]
LEARNING = {"torch", "stable_baselines3", "sb3_contrib"}
COMPILING = {"numba", "llvmlite"}
# The modules that may load the compiler when they are imported; they are themselves imported on demand.
COMPILERS = ("envs/core/machine.py", "envs/core/machine_types.py")
SOURCES = [path.relative_to(ROOT).as_posix() for floor in FLOORS for path in sorted((ROOT / floor).rglob("*.py"))]


@dataclass(frozen=True)
class Import:
    """One imported module: its full dotted name, the line, and whether it happens as the module loads."""

    name: str
    line: int
    at_load: bool


def imports_of(tree: ast.AST, package: list[str], at_load: bool = True) -> Iterator[Import]:
    """Yields every import below `tree`, relative ones resolved against the dotted `package`."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, node.lineno, at_load) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = [*base, *([node.module] if node.module else [])]
            yield from (Import(".".join([*module, alias.name]), node.lineno, at_load) for alias in node.names)
        else:
            yield from imports_of(node, package, at_load and not runs_later(node))


def runs_later(node: ast.AST) -> bool:
    """Whether what is inside `node` is not executed when its module is imported."""
    if isinstance(node, ast.If):
        return "TYPE_CHECKING" in ast.unparse(node.test)
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)


def imports_in(source: str) -> list[Import]:
    """The imports of a file given by its path from the root."""
    package = ["shieldmate", *Path(source).parent.parts]
    return list(imports_of(ast.parse((ROOT / source).read_text(encoding="utf-8")), package))


def floor_of(name: str) -> int:
    """The floor a dotted name inside the package stands on; the root and names outside stand below all."""
    parts = name.split(".")
    return FLOORS.index(parts[1]) if parts[0] == "shieldmate" and parts[1:] and parts[1] in FLOORS else -1


def faults_of(source: str, found: list[Import]) -> list[str]:
    """What is wrong with the imports of one file, as lines to read."""
    own = floor_of("shieldmate." + source.replace("/", "."))
    faults = []
    for item in found:
        top = item.name.partition(".")[0]
        if floor_of(item.name) > own:
            faults.append(f"{source}:{item.line} imports {item.name}, which is higher up")
        if top in FLOORS:
            faults.append(f"{source}:{item.line} imports {item.name} without a leading dot")
        if top in LEARNING and not source.startswith("training/"):
            faults.append(f"{source}:{item.line} imports {top}, which belongs in training/")
        if top in COMPILING and item.at_load and source not in COMPILERS:
            faults.append(f"{source}:{item.line} loads {top} when imported; import it where it is used")
    return faults


@pytest.mark.parametrize("source", SOURCES)
def test_imports_run_one_way(source):
    assert faults_of(source, imports_in(source)) == []


@pytest.mark.parametrize(
    ("source", "code", "fault"),
    [
        ("envs/core/a.py", "from ...policies import b", "higher up"),
        ("envs/core/a.py", "from ... import agents", "higher up"),
        ("policies/a.py", "def f():\n    from ..apps.cli import main", "higher up"),
        ("policies/a.py", "import shieldmate.training.ppo", "higher up"),
        ("apps/a.py", "from envs.core import compiler", "without a leading dot"),
        ("policies/a.py", "import torch.nn as nn", "belongs in training/"),
        ("envs/core/a.py", "import numba", "where it is used"),
        ("envs/core/a.py", "class A:\n    from numba import njit", "where it is used"),
        ("envs/core/a.py", "def f():\n    import numba", None),
        ("envs/core/a.py", "if TYPE_CHECKING:\n    import numba", None),
        ("envs/core/a.py", "from . import compiler\nfrom ..ironsworn import rolls\nfrom ... import __version__", None),
        ("apps/a.py", "from ..training import ppo\nfrom ..envs.core.chance import draw", None),
        ("training/a.py", "import torch, stable_baselines3.common", None),
    ],
)
def test_the_walk_finds_each_kind_of_fault(source, code, fault):
    package = ["shieldmate", *Path(source).parent.parts]
    faults = faults_of(source, list(imports_of(ast.parse(code), package)))
    assert [fault in line for line in faults] == ([True] if fault else [])


def test_importing_the_package_loads_nothing_heavy():
    heavy = LEARNING | COMPILING | {"numpy", "gymnasium", "pydantic", "rich", "typer"}
    code = f"import sys, shieldmate; print(sorted({heavy!r} & sys.modules.keys()))"
    answer = subprocess.run([sys.executable, "-c", code], check=True, text=True, stdout=subprocess.PIPE)
    assert answer.stdout.strip() == "[]"
