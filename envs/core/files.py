"""Writing files so that nothing is lost: whole or not at all, and never over another by accident."""

import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from .catalogue import say
from .content import ContentError, refuse

LONGEST_NAME = 40


def write_whole(path: str | Path, text: str, force: bool = False) -> None:
    """Write a text file in UTF-8, whole or not at all; line ends are written as they are.

    Args:
        path: File to write.
        text: What to write.
        force: Whether a file that is already there is replaced.

    Raises:
        ContentError: A file is there already, or the folder cannot be written to; nothing was changed.
    """
    target = place(path, force)
    try:
        with draft(target) as (name, stream):
            stream.write(text.encode("utf-8"))
            stream.flush()
            os.fsync(stream.fileno())
            if target.exists():
                shutil.copymode(target, name)
            name.replace(target)
    except (OSError, ValueError) as error:
        raise unwritable(path, error) from error


def place(path: str | Path, force: bool = False) -> Path:
    """Return where a file can be written to, links followed; nothing is changed there.

    Args:
        path: The file.
        force: Whether a file that is already there may be replaced.

    Raises:
        ContentError: A file is there already, it is no place for a file, or the folder cannot be written to.
    """
    if not str(path).strip():
        raise refuse(path, "", say("content.found_nothing"), say("files.valid_name"))
    try:
        target = Path(path).resolve()
        if target.exists() and not target.is_file():
            found = "content.found_folder" if target.is_dir() else "content.found_device"
            raise refuse(path, "", say(found), say("files.valid_name"))
        if target.exists() and not force:
            raise refuse(path, "", say("files.found_there"), say("files.valid_new"))
        if target.exists():
            target.open("ab").close()
        with draft(target):
            return target
    except ContentError:
        raise
    except (OSError, ValueError, RuntimeError) as error:
        raise unwritable(path, error) from error


@contextmanager
def draft(target: Path) -> Iterator[tuple[Path, BinaryIO]]:
    """Open a new file beside another, in which that is written first; it goes unless it is renamed."""
    name = draft_of(target)
    try:
        with name.open("xb") as stream:
            yield name, stream
    finally:
        name.unlink(missing_ok=True)


def draft_of(target: Path) -> Path:
    """Return the name of the file beside another in which that is written first."""
    return target.with_name(f".{target.name[:LONGEST_NAME]}.{os.getpid()}.draft")


def take(descriptor: int) -> bool:
    """Return whether an open file or folder is from now on this process's alone, until it is closed.

    Where there are no locks, it always is. Processes that are forked hold a folder too, but no file; closing whatever
    else this process has opened of a file gives that free.
    """
    try:
        import fcntl
    except ImportError:
        return True
    lock = fcntl.flock if stat.S_ISDIR(os.fstat(descriptor).st_mode) else fcntl.lockf
    try:
        lock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:  # a file system without locks
        return True
    return True


def unwritable(path: str | Path, error: Exception) -> ContentError:
    """Return the error of a place that cannot be written to."""
    reason = error.strerror if isinstance(error, OSError) else error
    return refuse(path, "", say("files.found_unwritable", reason=reason), say("files.valid_folder"))
