"""Parties drawn at random, each by its number: what pilots learn with, and others that they are tested with."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from ..envs.ironsworn.assets import all_assets
from ..envs.ironsworn.scenario import GAME
from ..envs.ironsworn.sheet import Sheet, SheetAsset
from ..envs.oathsworn.library import built_in
from ..envs.oathsworn.terms import SEATS

TESTED = 1_000
"""Number of the first party that is kept for testing."""
ARRAY = (3, 2, 2, 1, 1)
"""Stats that a character of Ironsworn begins with, in any order."""


def random_party(game: str, number: int, size: int = 1, companions: Sequence[int] = ()) -> list[Any]:
    """Return the party of a number: characters of Ironsworn, or four classes of Oathsworn.

    Args:
        game: The game.
        number: The same one gives the same party.
        size: Ironsworn: how many characters.
        companions: Oathsworn: seats, from 1, in which one of the companions of a class sits.
    """
    rng = Random(number)
    return [random_sheet(rng) for _ in range(size)] if game == GAME else random_classes(rng, companions)


def random_sheet(rng: Random) -> Sheet:
    """Return a character of random stats, weapon and up to three assets."""
    stats = rng.sample(ARRAY, len(ARRAY))
    assets = [
        SheetAsset(id=name, abilities=(True, rng.random() < 0.5, rng.random() < 0.5))
        for name in rng.sample(sorted(all_assets()), rng.randint(0, 3))
    ]
    edge, heart, iron, shadow, wits = stats
    return Sheet(
        name="Random",
        edge=edge,
        heart=heart,
        iron=iron,
        shadow=shadow,
        wits=wits,
        weapon=rng.choice(("deadly", "deadly", "simple")),
        reach=rng.choice(("both", "close", "ranged")),
        assets=tuple(assets),
    )


def random_classes(rng: Random, companions: Sequence[int] = ()) -> list[str]:
    """Return four classes, in some seats as one of their companions."""
    names = rng.sample(sorted(built_in("classes")), SEATS)
    forms = [rng.choice((":companion", ":companion:b")) if k + 1 in companions else "" for k in range(SEATS)]
    return [name + form for name, form in zip(names, forms, strict=True)]
