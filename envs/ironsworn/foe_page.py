"""A foe as a page."""

from __future__ import annotations

from ..core.catalogue import say
from ..core.pages import Box, Page, Section
from .foes import Foe
from .terms import TICKS_PER_HARM


def foe_page(foe: Foe) -> Page:
    """Return what a foe is, and what a fight makes of it."""
    lines = [
        say("foe_page.harm", harm=foe.rank),
        say("foe_page.progress", ticks=TICKS_PER_HARM[foe.rank], boxes=f"{TICKS_PER_HARM[foe.rank] / 4:g}"),
    ]
    if foe.nature:
        lines.append(say("foe_page.nature", nature=foe.nature))
    if foe.undead:
        lines.append(say("foe_page.undead"))
    if foe.book:
        lines.append(say("foe_page.book", book=foe.book))
    note = say("foe_page.rank", rank=foe.rank, word=say(f"rank.rank_{foe.rank}"))
    return Page(foe.name, (Section("", (Box(foe.name, note, tuple(lines)),)),))
