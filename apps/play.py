"""`shieldmate play`: a person in some seats, at the terminal or line by line from a pipe."""

from __future__ import annotations

import secrets

from ..agents.pilots import HUMAN
from ..envs.core.catalogue import say
from .sitting import Asked, at_the_table, sitting
from .table_talk import Talk

SEED_BITS = 31


@at_the_table
def command(asked: Asked) -> None:
    """Play until the fight is over or the person leaves; with no seed the luck is new each time."""
    options = asked.options
    options.first, options.people = HUMAN, True
    if options.seed is None and not options.state:
        options.seed = secrets.randbits(SEED_BITS)
    with sitting(asked, people=True, hint=[say("play.hint")]) as table:
        talk = Talk(table)
        if talk.begin():
            table.end(finished=talk.play())
