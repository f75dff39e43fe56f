"""Where compiled rules are kept between runs: one file per rule, named by a hash of all its machine code depends on.

That is its own code, that of every rule it calls (linked into it, or called by a symbol that holds its hash), the
values of the constants they use, the layout of their records, and versions, flags and processor. An edit of any of
these gives another name, so nothing stale is ever loaded and nothing untouched is compiled again. Files that went
unused are deleted.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

SUFFIX = ".rule"
CHECKSUM = 32
HOUR = 3600.0
UNUSED = 60 * 24 * HOUR
MOST_BYTES = 200_000_000


def open_folder(name: str = "rules") -> Path | None:
    """Give the first folder that can be written: in $SHIELDMATE_CACHE, the user's cache, a temporary one; or None."""
    for folder in _places(name):
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            if _is_ours(folder):
                tempfile.TemporaryFile(dir=folder).close()
                return folder
        except OSError:
            continue
    return None


def read(folder: Path, key: str) -> bytes | None:
    """Give what was written under `key`, or None if nothing whole is there."""
    path = folder / f"{key}{SUFFIX}"
    try:
        content = path.read_bytes()
        os.utime(path)
    except OSError:
        return None
    data = content[CHECKSUM:]
    return data if hashlib.sha256(data).digest() == content[:CHECKSUM] else None


def write(folder: Path, key: str, data: bytes) -> None:
    """Keep `data` under `key`; a process that reads meanwhile sees all of it or nothing."""
    handle, name = tempfile.mkstemp(dir=folder, suffix=SUFFIX)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(data).digest() + data)
        Path(name).replace(folder / f"{key}{SUFFIX}")
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise


def prune(folder: Path) -> None:
    """Delete what went unused for long, and the least recently used of what is too much, the last hour's aside."""
    now = time.time()
    total = 0
    for used, size, path in sorted(_kept(folder), reverse=True):
        total += size
        if now - used > UNUSED or (total > MOST_BYTES and now - used > HOUR):
            with contextlib.suppress(OSError):
                path.unlink()


def _kept(folder: Path) -> Iterator[tuple[float, int, Path]]:
    for path in folder.glob(f"*{SUFFIX}"):
        with contextlib.suppress(OSError):
            status = path.stat()
            yield status.st_mtime, status.st_size, path


def _places(name: str) -> Iterator[Path]:
    places = []
    if chosen := os.environ.get("SHIELDMATE_CACHE"):
        places.append(Path(chosen) / name)
    if sys.platform == "win32":
        places.append(Path(os.environ.get("LOCALAPPDATA") or tempfile.gettempdir()) / "shieldmate" / "cache" / name)
    elif sys.platform == "darwin":
        places.append(Path("~/Library/Caches/shieldmate") / name)
    else:
        places.append(Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache") / "shieldmate" / name)
    for place in places:
        with contextlib.suppress(RuntimeError):  # a user without a home folder
            yield place.expanduser()
    yield Path(tempfile.gettempdir()) / f"shieldmate-{name}-{getattr(os, 'getuid', int)()}"


def _is_ours(folder: Path) -> bool:
    """Refuse a folder that somebody else may write to: machine code is loaded from it."""
    if sys.platform == "win32":
        return True
    status = folder.stat()
    return status.st_uid == os.getuid() and not status.st_mode & 0o022
