"""The one-line reasons of compiled pilots."""

from enum import IntEnum

from ...envs.core.catalogue import say


class Reason(IntEnum):
    """Codes of the scripted pilot's reasons; the comment tells the two integers."""

    NONE = 0


def reason(code: int, a: int = 0, b: int = 0) -> str:
    """Return a reason as a sentence; empty when there is none."""
    return say(f"scripted.{Reason(code).name.lower()}", a=a, b=b) if code else ""
