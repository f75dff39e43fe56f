"""What things of a fight are called: characters, foes, assets and abilities, by their place in the state."""

from __future__ import annotations

from dataclasses import dataclass

from ..core.catalogue import say
from ..core.content import numbered, one_line
from .assets import all_assets
from .scenario import Scenario
from .sheet import fight_assets
from .terms import BOX, Debility, Die, Stat

ABILITIES = 3


@dataclass(frozen=True)
class Names:
    """Names by seat, foe slot and asset slot.

    Attributes:
        characters: One a seat, each different.
        foes: One a foe slot in use, each different.
        assets: The assets of each seat, in the order of their slots.
    """

    characters: tuple[str, ...]
    foes: tuple[str, ...]
    assets: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, scenario: Scenario) -> Names:
        """Return the names of a scenario."""
        foes = [
            say("word.pack", foe=one_line(slot.name), count=slot.pack_size) if slot.pack_size > 1 else slot.name
            for slot in scenario.foes
        ]
        assets = tuple(tuple(asset.name for asset in fight_assets(sheet, all_assets())[0]) for sheet in scenario.sheets)
        return cls(numbered(sheet.name for sheet in scenario.sheets), numbered(foes), assets)

    def foe(self, foe: int) -> str:
        """Return the name of a foe; one that came in during the fight has none of its own."""
        return self.foes[foe] if 0 <= foe < len(self.foes) else say("word.new_foe")

    def ability(self, seat: int, slot: int) -> str:
        """Return the name of an ability: its asset and number."""
        asset, number = divmod(slot, ABILITIES)
        return say("tell.ability_name", asset=self.assets[seat][asset], number=number + 1)


def stat_name(stat: int) -> str:
    """Return the word for a stat."""
    return say(f"stat.{Stat(stat).name.lower()}")


def debility_name(debility: int) -> str:
    """Return the word for a debility."""
    return say(f"debility.{Debility(debility).name.lower()}")


def rank_name(rank: int) -> str:
    """Return the word for a rank."""
    return say(f"rank.rank_{rank}")


def boxes_text(ticks: int) -> str:
    """Return ticks as boxes, and quarters of one where some are left over."""
    boxes, left = divmod(abs(ticks), BOX)
    return say("tell.boxes_and_ticks", boxes=boxes, ticks=left) if left else say("tell.boxes", boxes=boxes)


def dice_text(dice: int) -> str:
    """Return which dice the bits of a reroll name."""
    words = [say(key) for bit, key in DICE_WORDS if dice & bit]
    return words[0] if len(words) == 1 else say("word.and", first=", ".join(words[:-1]), last=words[-1])


DICE_WORDS = ((Die.ACTION, "tell.die_action"), (Die.FIRST, "tell.die_first"), (Die.SECOND, "tell.die_second"))
"""Bits of a reroll and the dice they stand for."""
