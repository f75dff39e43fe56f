"""What bad input is answered with: one line that says what was found and what would be valid."""

from __future__ import annotations

import errno
from typing import Any

from ..envs.core.catalogue import say

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""What standard output answers when its disk takes no more; files that are written say so themselves."""


def message_of(error: Exception) -> str | None:
    """Return what bad input is answered with; None if the error is none of the user's."""
    from ..envs.core.content import ContentError, refuse
    from ..envs.core.files import unwritable

    if isinstance(error, ContentError):
        return str(error)
    if isinstance(error, OSError) and error.errno in FULL:
        return str(unwritable(say("cli.standard_output"), error))
    if isinstance(error, MemoryError):
        return str(refuse("shieldmate", "", say("cli.found_memory"), say("cli.valid_memory")))
    typed = getattr(error, "format_message", None)
    return option_message(error, str(typed())) if typed else None


def option_message(error: Any, told: str) -> str:
    """Return what a refused option or argument is answered with; `told` is what typer says of it."""
    from pydantic import ValidationError

    from ..envs.core.content import choices, refuse, valid_words

    context: Any = getattr(error, "ctx", None)
    if isinstance(error.__cause__, ValidationError):
        detail = error.__cause__.errors()[0]
        return str(refuse(error.param.opts[0], "", str(detail["input"]), valid_words(detail)))
    if hasattr(error, "option_name") and context is not None:
        known = [name for option in context.command.params for name in option.opts if name.startswith("-")]
        found, valid = say("cli.found_no_option"), choices(known, error.option_name)
        return str(refuse(error.option_name, "", found, valid))
    if getattr(error, "param", None) is not None:
        valid = say("cli.valid_argument", name=error.param.metavar, help=error.param.help)
        return str(refuse(context.command_path, "", say("content.found_nothing"), valid))
    if context is not None:
        usage = " ".join([context.command_path, *context.command.collect_usage_pieces(context)])
        return say("cli.refused", told=told.rstrip("."), usage=usage)
    return told
