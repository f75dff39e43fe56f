"""The cache of compiled rules: what makes a rule another one, and how files are kept and deleted."""

import os
import sys
import time

import pytest

from shieldmate.envs.core import cache
from shieldmate.envs.core.compiler import Rule
from shieldmate.envs.core.fingerprint import fingerprint

SOURCE = '''
from enum import IntEnum
import numpy as np
from shieldmate.envs.core.compiler import Family, Rule as rule
from shieldmate.envs.core.records import Record, i2

COST = 3
TABLE = np.array([1, 2, 3])
PAIRS = ((1, 2), (3, 4))

class Stat(IntEnum):
    EDGE = 0

class Inner(Record):
    x: int = i2()

STEP = Family(Inner, returns=int)
call_step = STEP.call

@rule
def deepest(inner: Inner) -> int:
    return inner.x + COST

@rule
def deep(inner: Inner) -> int:
    return deepest(inner) + TABLE[1] + PAIRS[1][0]

@rule
def unrelated(inner: Inner) -> int:
    return 7

@rule
def top(inner: Inner, n: int) -> int:
    """Say what it does."""
    value = deep(inner) + Stat.EDGE  # a comment
    return value + call_step(n, inner) + max(n, 9)
'''


def printed(source):
    space = {"__name__": "toy"}
    exec(compile(source, "toy.py", "exec", dont_inherit=True), space)
    rule = space["top"]
    assert isinstance(rule, Rule)
    return fingerprint(rule)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("value + call_step(n, inner)", "value - call_step(n, inner)"),
        ("max(n, 9)", "max(n, 8)"),
        ("max(n, 9)", "min(n, 9)"),
        ("return inner.x + COST", "return inner.x - COST"),
        ("COST = 3", "COST = 4"),
        ("COST = 3", "COST = 3.0"),
        ("[1, 2, 3]", "[1, 2, 4]"),
        ("(3, 4))", "(5, 4))"),
        ("EDGE = 0", "EDGE = 1"),
        ("x: int = i2()", "y: int = i2(); x: int = i2()"),
        ("Family(Inner, returns", "Family(Inner, int, returns"),
        ("n: int)", "n: float)"),
        ("n: int) -> int", "n: int) -> float"),
        (
            "from shieldmate.envs.core.compiler import Family, Rule as rule",
            "from shieldmate.envs.core.compiler import *; rule = Entry",
        ),
    ],
)
def test_whatever_changes_the_code_changes_the_fingerprint(old, new):
    assert SOURCE.count(old) == 1
    assert printed(SOURCE.replace(old, new)) != printed(SOURCE)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a comment", "another comment"),
        ("Say what it does.", "Say it better."),
        ("return 7", "return 8"),
        ("COST = 3", "\n\n\nOTHER = 5\nCOST = 3"),
    ],
)
def test_other_edits_do_not(old, new):
    assert SOURCE.count(old) == 1
    assert printed(SOURCE.replace(old, new)) == printed(SOURCE)


def test_what_is_written_is_read_back(tmp_path):
    cache.write(tmp_path, "key", b"code")
    assert cache.read(tmp_path, "key") == b"code"
    assert cache.read(tmp_path, "other") is None


@pytest.mark.parametrize("content", [b"", b"short", b"\0" * 40])
def test_a_damaged_file_counts_as_missing(tmp_path, content):
    (tmp_path / f"key{cache.SUFFIX}").write_bytes(content)
    assert cache.read(tmp_path, "key") is None


def kept(folder, name, hours, size=1):
    path = folder / f"{name}{cache.SUFFIX}"
    path.write_bytes(bytes(size))
    os.utime(path, (time.time() - hours * 3600,) * 2)


def names(folder):
    return {path.stem for path in folder.iterdir()}


def test_files_unused_for_long_are_deleted(tmp_path):
    kept(tmp_path, "months", 61 * 24)
    kept(tmp_path, "weeks", 59 * 24)
    (tmp_path / "other").touch()
    cache.prune(tmp_path)
    assert names(tmp_path) == {"weeks", "other"}


def test_too_many_bytes_cost_the_least_recently_used_but_not_what_is_in_use(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "MOST_BYTES", 100)
    for name, hours in [("now", 0), ("minutes", 0.5), ("morning", 5), ("yesterday", 30)]:
        kept(tmp_path, name, hours, 60)
    cache.prune(tmp_path)
    assert names(tmp_path) == {"now", "minutes"}


def test_reading_counts_as_use(tmp_path):
    cache.write(tmp_path, "key", b"code")
    os.utime(tmp_path / f"key{cache.SUFFIX}", (0, 0))
    cache.read(tmp_path, "key")
    cache.prune(tmp_path)
    assert names(tmp_path) == {"key"}


def test_the_first_place_that_can_be_written_is_used(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("SHIELDMATE_CACHE", str(tmp_path / "file" / "below"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(sys, "platform", "linux")
    assert cache.open_folder() == tmp_path / "home" / "shieldmate" / "rules"
    monkeypatch.setenv("SHIELDMATE_CACHE", "~no-such-user-here/cache")
    assert cache.open_folder() == tmp_path / "home" / "shieldmate" / "rules"
    monkeypatch.setenv("SHIELDMATE_CACHE", str(tmp_path / "mine"))
    assert cache.open_folder() == tmp_path / "mine" / "rules"


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions")
def test_a_folder_that_others_may_write_to_is_not_trusted(tmp_path, monkeypatch):
    tmp_path.chmod(0o777)
    monkeypatch.setattr(cache, "_places", lambda name: iter([tmp_path]))
    assert cache.open_folder() is None
