"""What is installed is what is in the tree, and all files agree on the version."""

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import shieldmate

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SETUPTOOLS = PROJECT["tool"]["setuptools"]
UNPACKAGED = {"tests", "docs", "build", "dist"}


def folder_of(package):
    return ROOT.joinpath(*package.split(".")[1:])


def files_of_the_package():
    """Every file below the folders that are installed, build leftovers aside."""
    tops = [path for path in ROOT.iterdir() if path.is_dir() and path.name.isidentifier()]
    for top in sorted(tops):
        if top.name not in UNPACKAGED | {"__pycache__"}:
            yield from (path for path in sorted(top.rglob("*")) if path.is_file() and "__pycache__" not in path.parts)


def test_every_folder_with_code_is_in_the_package_list():
    folders = {path.parent for path in files_of_the_package() if path.suffix == ".py"}
    assert folders | {ROOT} == {folder_of(package) for package in SETUPTOOLS["packages"]}


def test_every_data_file_is_covered_by_package_data():
    covered = {
        path
        for package, patterns in SETUPTOOLS["package-data"].items()
        for pattern in patterns
        for path in folder_of(package).glob(pattern)
    }
    missing = [path for path in files_of_the_package() if path.suffix != ".py" and path not in covered]
    assert missing == []


def test_the_version_is_the_same_everywhere():
    changes = re.findall(r"^## \[(\d[^]]*)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert [PROJECT["project"]["version"], changes[0]] == [shieldmate.__version__, shieldmate.__version__]


def test_every_dependency_is_pinned():
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {normal(line.partition("==")[0]) for line in lines if "==" in line}
    extras = PROJECT["project"]["optional-dependencies"].values()
    asked = [*PROJECT["project"]["dependencies"], *(name for extra in extras for name in extra)]
    names = {normal(re.split(r"[\[<>=]", requirement)[0]) for requirement in asked} - {"shieldmate"}
    assert names - pinned == set()


def normal(name):
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.slow
def test_the_wheel_holds_every_file_of_the_package(tmp_path):
    """Built from a copy, so that nothing is left in the tree."""
    source = tmp_path / "source"
    wanted = {path.relative_to(ROOT).as_posix() for path in files_of_the_package()} | {"py.typed", "__init__.py"}
    for name in wanted | {"__main__.py", "pyproject.toml", "README.md", "LICENSE", "NOTICE"}:
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_bytes((ROOT / name).read_bytes())
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(source)]
    subprocess.run(build, check=True, stdout=subprocess.PIPE)
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {f"shieldmate/{name}" for name in wanted} - names == set()
