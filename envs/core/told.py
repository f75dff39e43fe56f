"""A log in words: lines, each with what it is."""

from dataclasses import dataclass
from enum import Enum


class Tone(Enum):
    """What a line of the log is."""

    ROUND = "round"
    MOVE = "move"
    EFFECT = "effect"
    REASON = "reason"
    RESULT = "result"


@dataclass(frozen=True)
class Line:
    """One line of the log."""

    text: str
    tone: Tone
