"""Where compiled rules are kept between runs: one folder per key of sources, flags, versions and processor.

Numba notices an edit in a rule's own file but not in the files of the rules it calls, so the sources of all rules are
in the key. A new key starts an empty folder; folders that went unused are deleted.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

HOUR = 3600.0
WEEK = 7 * 24 * HOUR
KEPT = 8
STAMP = "used"
ROOT = Path(__file__).parents[2]
RULE_FOLDERS = ("envs", "policies")


def rule_sources(root: Path = ROOT) -> list[Path]:
    """List every Python file that may hold rules, in a fixed order."""
    return sorted(path for folder in RULE_FOLDERS for path in (root / folder).rglob("*.py"))


def cache_key(sources: Iterable[Path], root: Path, facts: Iterable[str]) -> str:
    """Hash the names and contents of `sources` together with `facts` such as versions and compile flags."""
    digest = hashlib.sha256()
    for fact in facts:
        digest.update(f"{fact}\0".encode())
    for path in sources:
        name = path.relative_to(root) if path.is_relative_to(root) else path
        content = path.read_bytes() if path.exists() else b""
        digest.update(f"{name.as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()[:24]


def open_cache(key: str) -> Path | None:
    """Give the folder for `key` in the first place that can be written, or None; old keys beside it are deleted."""
    for base in _places():
        folder = base / key
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            if not _is_ours(base):
                continue
            (folder / STAMP).touch()
        except OSError:
            continue
        prune(base, key)
        return folder
    return None


def prune(base: Path, current: str) -> None:
    """Delete the keys unused for a week, and all but the newest few of those unused for an hour.

    Another process may still hold a key that is deleted: it then compiles again what it has not loaded yet.
    """
    now = time.time()
    others = sorted(((stamp.stat().st_mtime, stamp.parent) for stamp in _stamps(base, current)), reverse=True)
    for rank, (used, folder) in enumerate(others):
        if now - used > WEEK or (rank >= KEPT and now - used > HOUR):
            shutil.rmtree(folder, ignore_errors=True)


def _stamps(base: Path, current: str) -> Iterator[Path]:
    return (stamp for stamp in base.glob(f"*/{STAMP}") if stamp.parent.name != current)


def _places() -> Iterator[Path]:
    if chosen := os.environ.get("SHIELDMATE_CACHE"):
        yield Path(chosen).expanduser()
    if sys.platform == "win32":
        yield Path(os.environ.get("LOCALAPPDATA") or tempfile.gettempdir()) / "shieldmate" / "cache"
    elif sys.platform == "darwin":
        yield Path("~/Library/Caches/shieldmate").expanduser()
    else:
        yield Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "shieldmate"
    yield Path(tempfile.gettempdir()) / f"shieldmate-{getattr(os, 'getuid', int)()}"


def _is_ours(folder: Path) -> bool:
    """Refuse a folder that somebody else may write to: machine code is loaded from it."""
    if sys.platform == "win32":
        return True
    status = folder.stat()
    return status.st_uid == os.getuid() and not status.st_mode & 0o002
