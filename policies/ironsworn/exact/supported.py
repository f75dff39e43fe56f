"""What the exact solver can take: which scenarios, and how large a fight."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ....envs.core.catalogue import say
from ....envs.core.content import ContentError, Problem
from ....envs.ironsworn.effects import Special
from ....envs.ironsworn.house_rules import WORDS, EndWeak, HouseRules, PriceRule
from ....envs.ironsworn.state import Book
from ....envs.ironsworn.terms import Move
from .collection import Collection, SizeError
from .places import reached_ticks

MEMORY = 2_000_000_000
"""Bytes a solution may take, by default."""
OPEN_SETTINGS = (
    "end_gate", "suffer_initiative", "end_miss", "end_weak", "dying",
    "opening", "opening_stat", "end_variant", "severity",
)  # fmt: skip
"""Settings that may take any value, as weapon and reach may."""
PRICES = (PriceRule.MIXED, PriceRule.HARM, PriceRule.TABLE)
WORK_BYTES = 10
"""What sweeping the groups of a layer takes, for each edge of the graph."""
VALUE_BYTES = 8
GIGABYTE = 1_000_000_000


def check_supported(book: NDArray[np.void], name: str) -> None:
    """Refuse a scenario that is not solved exactly, by name.

    Args:
        book: The compiled scenario.
        name: What it is called.

    Raises:
        ContentError: With everything that is not supported.
    """
    read: Book = Book.at(book, 0)
    problems = setting_problems(read, name)
    if read.seats > 1:
        found = say("scenario.found_party", count=read.seats)
        problems.append(Problem(name, "characters", found, say("solve.valid_party")))
    elif may_face_several(read) and has_side_harm(read):
        problems.append(Problem(name, "assets", say("solve.found_side_harm"), say("solve.valid_side_harm")))
    if problems:
        raise ContentError(problems)


def setting_problems(book: Book, name: str) -> list[Problem]:
    """Return the settings that the solver does not support, with what would be valid."""
    problems = []
    for setting, default in HouseRules().numbers().items():
        value = getattr(book.house, setting)
        valid = PRICES if setting == "price" else (default,)
        if setting not in OPEN_SETTINGS and value not in valid:
            told = say("solve.valid_setting", values=", ".join(said(setting, number) for number in valid))
            problems.append(Problem(name, f"house_rules.{setting}", said(setting, value), told))
    return problems


def said(setting: str, number: int) -> str:
    """Return a setting's value as it is typed."""
    if setting in WORDS:
        return str(WORDS[setting](number).name).lower()
    return "true" if number else "false"


def may_face_several(book: Book) -> bool:
    """Tell whether there are, or may come, several foes."""
    return book.start.foes[1].rank > 0 or book.house.end_weak == EndWeak.NARRATIVE


def has_side_harm(book: Book) -> bool:
    """Tell whether a move without a target may deal harm once the fight is on: to the first foe not yet full."""
    kit = book.kits[0]
    for row in range(kit.n_effects):
        effect = kit.effects[row]
        if effect.special == Special.HARM_FOE and effect.moves & ~(1 << Move.FRAY):
            return True
    return False


def count_places(collection: Collection, start: tuple[int, ...]) -> int:
    """Return at how many places the tracks can stand, by what is collected so far."""
    deltas = collection.metas[0]["deltas"][: collection.meta.n_deltas]
    return math.prod(
        len(reached_ticks(ticks, {int(row[track]) for row in deltas})) for track, ticks in enumerate(start)
    )


def check_size(collection: Collection, start: tuple[int, ...], memory: int = MEMORY) -> None:
    """Refuse a fight whose solution would not fit in memory.

    Args:
        collection: The fight's graph as far as it is collected.
        start: Where the tracks stand at first.
        memory: Bytes the solution may take.

    Raises:
        SizeError: With the number of states.
    """
    keys, _, edges = collection.size
    places = count_places(collection, start)
    sweeping = keys * places * VALUE_BYTES + edges * WORK_BYTES
    graph = sum(store.nbytes for store in (collection.keys, collection.nodes, collection.edges))
    taken = graph + max(sweeping, collection.memo.nbytes)
    if taken > memory:
        states = f"{keys * places:,}"
        raise SizeError(
            say(
                "solve.found_size",
                states=states,
                decisions=f"{keys - collection.meta.n_prices:,}",
                places=f"{places:,}",
                size=bytes_text(taken),
            )
        )


def bytes_text(size: int) -> str:
    """Return a number of bytes for people."""
    return f"{size / 1e9:.1f} GB" if size >= GIGABYTE else f"{max(1, round(size / 1e6))} MB"
