"""The one-line reasons of compiled pilots."""

from enum import IntEnum

from ...envs.core.catalogue import say


class Reason(IntEnum):
    """Codes of the scripted pilot's reasons; the comment tells the two integers."""

    NONE = 0
    FALLBACK = 1
    STRIKE = 2  # percent strong, percent miss
    CLASH = 3
    SECURE = 4
    FACE = 5
    FLEE = 6
    AID = 7
    COMPEL = 8
    TIDE = 9  # hope in percent
    END = 10  # boxes, percent strong
    TAKE_HIT = 11  # hope in percent
    SURRENDER = 12
    WAIT = 13
    SEAT = 14  # seat
    TARGET = 15  # foe, boxes
    RIPE = 16  # foe, boxes
    ALLY = 17  # seat, hope in percent
    STAT = 18  # value of the stat, hope in percent
    ABILITY = 19  # hope in percent
    PLAIN = 20
    ENDURANCE = 21  # harm, health
    BURN = 22  # momentum lost, result
    KEEP = 23
    REROLL = 24  # hope in percent
    KEEP_DICE = 25
    LEND = 26  # boxes
    NO_LEND = 27
    LENT = 28  # face, result
    TAKE_INITIATIVE = 29  # hope in percent
    FOLLOW = 30
    HARM_FOE = 31
    GAIN = 32
    COST = 33
    END_COST = 34  # rank
    MARK = 35
    TABLE = 36
    BOAST = 37  # hope in percent
    NO_BOAST = 38
    RALLY = 39
    SWEAR = 40  # heart


NAMING = frozenset({Reason.SEAT, Reason.TARGET, Reason.RIPE, Reason.ALLY})
"""Reasons that name whom the choice is about."""


def reason(code: int, a: int = 0, b: int = 0, name: str = "") -> str:
    """Return a reason as a sentence; empty when there is none. `name` is what the chosen option is called."""
    if code == Reason.NONE:
        return ""
    missed = (11 - max(1, a)) ** 2
    return say(f"scripted.{Reason(code).name.lower()}", a=a, b=b, c=missed, name=name or a)
