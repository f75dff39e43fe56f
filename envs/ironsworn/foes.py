"""Foes by name, rank and nature, and the packs they form (rules section 6)."""

from functools import cache
from pathlib import Path
from typing import Final, Literal, NamedTuple

from pydantic import Field

from ..core.catalogue import say
from ..core.content import Strict, load, match, nearest, refuse
from .sheet import LONGEST_NAME
from .terms import FOES, RANKS

PLAIN: Final = ""
PACK_LIMIT = 10
SMALL_PACK = 3
LARGE_PACK = 6
HIGHEST_PACK_RANK = 2
LONGEST_COUNT = 9
FOES_FILE = Path(__file__).parent / "content" / "foes.toml"

Nature = Literal["", "ironlander", "firstborn", "animal", "beast", "horror", "anomaly"]


class Foe(Strict):
    """A foe as the book lists it, or a plain foe of a rank (which has no nature)."""

    name: str = Field(min_length=1, max_length=LONGEST_NAME)
    rank: int = Field(ge=1, le=5)
    nature: Nature = PLAIN
    book: str = ""
    undead: bool = False


class FoeList(Strict):
    """A file of foes."""

    foes: list[Foe]


class FoeSlot(NamedTuple):
    """One foe, or one pack, with a progress track of its own in a fight.

    Attributes:
        name: The foe's name.
        rank: Rank 1 (troublesome) to 5 (epic), a pack's already raised.
        nature: `ironlander` to `anomaly` as the book sorts them; empty for a plain foe.
        undead: Whether it is one of the dead that walk.
        pack_size: How many foes the track stands for.
    """

    name: str
    rank: int
    nature: str
    undead: bool
    pack_size: int


@cache
def all_foes() -> tuple[Foe, ...]:
    """Return the foes of the core book and of Delve, and the five plain foes."""
    plain = (Foe(name=name, rank=rank) for rank, name in enumerate(RANKS) if rank)
    return (*load(FOES_FILE, FoeList).foes, *plain)


def find_foe(name: str) -> Foe:
    """Return the foe of that name, in any case and spelling of spaces and hyphens.

    Raises:
        ContentError: No foe has the name; the nearest one is suggested.
    """
    foes = {foe.name: foe for foe in all_foes()}
    known = match(name, foes)
    if known is not None:
        return foes[known]
    suggestion = nearest(name, foes)
    valid = say("foes.valid_name") if suggestion is None else say("foes.valid_nearest", nearest=suggestion)
    raise refuse("foe", "", say("content.found_unknown_name", name=name), valid)


def pack(foe: Foe, count: int) -> list[FoeSlot]:
    """Return the slots that `count` foes of a kind take (rules section 6).

    Of ranks 1 and 2, 3 to 5 foes are a pack one rank up and 6 to 10 a pack two ranks up; more are several packs, as
    even as can be. One or two foes, and all foes of rank 3 and up, stand alone.

    Raises:
        ContentError: Fewer than one foe, or more slots than a fight has.
    """
    if count < 1:
        raise refuse("foe", "", say("foes.found_count", count=count, name=foe.name), say("foes.valid_count"))
    packs = foe.rank <= HIGHEST_PACK_RANK and count >= SMALL_PACK
    slots = -(-count // PACK_LIMIT) if packs else count
    if slots > FOES:
        found = say("foes.found_slots", count=count, name=foe.name, slots=slots)
        raise refuse("foe", "", found, say("foes.valid_slots", capacity=FOES))
    smaller, larger = divmod(count, slots)
    return [_slot(foe, smaller + (place < larger)) for place in range(slots)]


def split_count(spec: str) -> tuple[str, int]:
    """Return name (or file) and count of a spec such as ``wolf:5``; the count is 1 if none is given."""
    name, colon, count = spec.rpartition(":")
    if colon and count.strip().isascii() and count.strip().isdigit() and len(count) < LONGEST_COUNT:
        return name, int(count)
    return spec, 1


def expand(spec: str) -> list[FoeSlot]:
    """Return the foe slots of a spec such as ``bear``, ``epic`` or ``wolf:5``.

    Raises:
        ContentError: Unknown foe, or a count that no fight holds.
    """
    name, count = split_count(spec)
    return pack(find_foe(name), count)


def _slot(foe: Foe, size: int) -> FoeSlot:
    raised = 0
    if size >= SMALL_PACK:
        raised = 2 if size >= LARGE_PACK else 1
    return FoeSlot(foe.name, foe.rank + raised, foe.nature, foe.undead, size)
