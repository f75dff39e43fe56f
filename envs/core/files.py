"""Writing files so that nothing is lost: whole or not at all, and never over another by accident."""

import os
import shutil
from pathlib import Path

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
    try:
        target = Path(path).resolve()
        if target.is_dir():
            raise refuse(path, "", say("content.found_folder"), say("files.valid_new"))
        if target.exists() and not force:
            raise refuse(path, "", say("files.found_there"), say("files.valid_new"))
        draft = target.with_name(f".{target.name[:LONGEST_NAME]}.{os.getpid()}.draft")
        try:
            with draft.open("xb") as stream:
                stream.write(text.encode("utf-8"))
                stream.flush()
                os.fsync(stream.fileno())
            if target.exists():
                shutil.copymode(target, draft)
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)
    except ContentError:
        raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise refuse(path, "", say("files.found_unwritable", reason=reason), say("files.valid_folder")) from error
