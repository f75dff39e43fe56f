"""`shieldmate run`: play one scenario with pilots in all seats."""

from __future__ import annotations

from .game import play_out
from .sitting import Asked, at_the_table, sitting


@at_the_table
def command(asked: Asked) -> None:
    """Play it and print the log and the result."""
    with sitting(asked, people=False) as table:
        table.begin()
        play_out(table.setting.session, table.party, table.log, table.faces)
        table.end(finished=True)
