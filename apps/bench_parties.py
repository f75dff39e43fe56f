"""The parties that a benchmark seats: by name or by members, and random ones by number."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..envs.core.catalogue import say
from ..envs.core.content import refuse
from ..training.random_parties import random_party
from .games import GAMES, Playable

RANDOM = "random:"
NUMBERS = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?(?:x([1-4]))?")
MOST = 1_000
"""Random parties of one entry."""
SIZED = GAMES[0]
"""The game whose parties are of any size."""


@dataclass(frozen=True)
class Party:
    """A party at a table.

    Attributes:
        options: The options, by name, that seat it.
        number: Of a random party.
    """

    options: dict[str, Any]
    number: int | None = None


@dataclass(frozen=True)
class Entry:
    """What was typed for one table.

    Attributes:
        parties: The parties; those of more than one are told as one.
        typed: Random parties as they were typed; empty for one by name or by members.
    """

    parties: Sequence[Party] = (Party({}),)
    typed: str = ""


def entry_of(game: Playable, typed: str) -> Entry:
    """Return the parties of an entry of `--parties`.

    Raises:
        ContentError: Random parties that there are none of.
    """
    text = typed.strip().casefold()
    if not text.startswith(RANDOM):
        return Entry([Party(game.seated(typed))])
    found = NUMBERS.fullmatch(text.removeprefix(RANDOM))
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, -1)
    if found is None or not 1 <= last - first + 1 <= MOST or (found[3] and game.name != SIZED):
        raise refuse("--parties", "", typed, say(f"bench.valid_random_{game.name}", most=MOST))
    return Entry([random_one(game, number, int(found[3] or 1)) for number in range(first, last + 1)], text)


def random_one(game: Playable, number: int, size: int) -> Party:
    """Return the random party of a number, as training deals it."""
    members = random_party(game.name, number, size)
    return Party({"sheets": members} if game.name == SIZED else game.seated(",".join(members)), number)
