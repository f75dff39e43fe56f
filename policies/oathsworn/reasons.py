"""The one-line reasons of compiled pilots."""

from enum import IntEnum

from ...envs.core.catalogue import say


class Reason(IntEnum):
    """Codes of the scripted pilot's reasons; the comment tells the two integers."""

    NONE = 0
    FALLBACK = 1
    PLAY = 2  # worth in hundredths of an HP
    MOVE = 3  # gain in hundredths of an HP
    PASS = 4  # animus left
    INJURY = 5
    FREE = 6
    TOKEN = 7
    GO = 8
    PLACE = 9
    ENTER = 10
    ALLY = 11
    TARGET = 12  # worth in hundredths of an HP
    CUBES = 13  # cards, blanks left in the pile
    WHITE = 14  # cards, percent to hit
    EMPOWER = 15  # steps left
    CRITICAL = 16
    REDRAW = 17  # blanks on the table
    KEEP = 18  # blanks on the table
    DETERMINATION = 19
    LOCATION = 20  # HP left, HP taken
    DEFEND = 21  # defence of the card, expected damage
    NO_DEFENCE = 22  # expected damage
    GUARD = 23  # HP saved
    NO_GUARD = 24  # damage
    INTERRUPT = 25  # worth in hundredths of an HP
    NO_INTERRUPT = 26
    FRIEND = 27  # HP of the friend
    FLOW = 28  # position
    DECK = 29  # cards on the discard
    NO_DECK = 30
    TOLL = 31
    PREDICT = 32
    PEEK = 33
    OPTIONAL = 34
    MODE = 35
    FACING = 36
    SURVIVAL = 37
    TILE = 38
    DICE = 39
    FOE = 40  # HP of the enemy


NAMING = frozenset(
    {Reason.PLAY, Reason.TARGET, Reason.FRIEND, Reason.FOE, Reason.INTERRUPT, Reason.DEFEND, Reason.GO, Reason.ENTER}
)
"""Reasons that name what the choice is."""


def reason(code: int, a: int = 0, b: int = 0, name: str = "") -> str:
    """Return a reason as a sentence; empty when there is none. `name` is what the chosen option is called."""
    if code == Reason.NONE:
        return ""
    return say(f"oathsworn_scripted.{Reason(code).name.lower()}", a=a, b=b, name=name or a)
