"""What the exact solver can take: which scenarios, and how large a fight."""

from __future__ import annotations

import math

from ....envs.core.catalogue import say
from ....envs.core.content import ContentError, Problem
from ....envs.ironsworn.house_rules import HouseRules
from ....envs.ironsworn.scenario import Scenario
from .collection import Collection, GraphError
from .places import reached_ticks

MEMORY = 2_000_000_000
"""Bytes a solution may take, by default."""
OPEN_SETTINGS = (
    "end_gate", "suffer_initiative", "end_miss", "end_weak", "dying",
    "opening", "opening_stat", "weapon", "reach", "end_variant", "severity",
)  # fmt: skip
"""Settings that may take any value."""
PRICES = ("mixed", "harm", "table")
WORK_BYTES = 40
"""What a sweep takes for each edge of the graph."""
VALUE_BYTES = 8


def check_supported(scenario: Scenario) -> None:
    """Refuse a scenario that is not solved exactly, by name.

    Raises:
        ContentError: With everything that is not supported.
    """
    problems = setting_problems(scenario)
    if scenario.seats > 1:
        found = say("scenario.found_party", count=scenario.seats)
        problems.append(Problem(scenario.name, "characters", found, say("solve.valid_party")))
    if problems:
        raise ContentError(problems)


def setting_problems(scenario: Scenario) -> list[Problem]:
    """Return the settings that the solver does not support, with what would be valid."""
    problems = []
    for name, field in HouseRules.model_fields.items():
        value = getattr(scenario.rules, name)
        valid = PRICES if name == "price" else (field.default,)
        if name not in OPEN_SETTINGS and value not in valid:
            told = say("solve.valid_setting", values=", ".join(map(said, valid)))
            problems.append(Problem(scenario.name, f"house_rules.{name}", said(value), told))
    return problems


def said(value: object) -> str:
    """Return a setting's value as it is typed."""
    return str(value).lower() if isinstance(value, bool) else str(value)


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
        GraphError: With the number of states.
    """
    decisions, _, edges = collection.size
    places = count_places(collection, start)
    values = decisions * places * VALUE_BYTES
    graph = sum(store.nbytes for store in (collection.keys, collection.nodes, collection.edges, collection.memo))
    taken = values + graph + edges * WORK_BYTES
    if taken > memory:
        states = f"{decisions * places:,}"
        raise GraphError(
            say("solve.found_size", states=states, decisions=f"{decisions:,}", places=f"{places:,}", size=gigabytes(taken))
        )


def gigabytes(size: int) -> str:
    """Return a number of bytes for people."""
    return f"{size / 1e9:.1f} GB"
