"""House rules: the settings of rules section 10 that a scenario may change, with their defaults.

The engine reads them as numbers from the book; people write them by name.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from ..core.catalogue import say
from .state import House
from .terms import Stat


class PriceRule(IntEnum):
    """Row 1: what Pay the Price costs."""

    MIXED = 0
    HARM = 1
    TABLE = 2
    ORACLE = 3


class FoeBehaviour(IntEnum):
    """Row 6: when Clash may answer."""

    ATTACK = 0
    ORACLE = 1


class StatPolicy(IntEnum):
    """Row 7: stats open to Secure an Advantage and Face Danger."""

    FREE = 0
    APPROACH_ORACLE = 1
    NO_REPEAT = 2


class EndGate(IntEnum):
    """Row 9: when End the Fight is open."""

    ACTION = 0
    ANY = 1
    INITIATIVE = 2


class EndMiss(IntEnum):
    """Row 12: a miss on End the Fight."""

    LOST = 0
    RETURNS = 1


class EndWeak(IntEnum):
    """Row 13: options of a weak hit on End the Fight."""

    SUFFER = 0
    NARRATIVE = 1


class Compel(IntEnum):
    """Row 17: talking in a fight."""

    OFF = 0
    ONCE = 1


class Dying(IntEnum):
    """Row 19: a dying character."""

    FLAG = 0
    OUT = 1


class Order(IntEnum):
    """Row 31: who moves next."""

    ROUND_ROBIN = 0
    FREE = 1


class Idle(IntEnum):
    """Row 31: what waiting costs."""

    PRICE = 0
    FREE = 1


class Opening(IntEnum):
    """Row 36: how the fight opens."""

    FRAY = 0
    CIRCLE = 1
    BATTLE = 2


class EndVariant(IntEnum):
    """Row 40: gated by a strong hit, or always open with the result one step worse."""

    GATED = 0
    SHIFTED = 1


class HouseRules(BaseModel):
    """The settings, by name, with the documented defaults (rules section 10)."""

    model_config = ConfigDict(extra="forbid", strict=True)

    price: Literal["mixed", "harm", "table", "oracle"] = "mixed"
    foe_clock: bool = False
    foe_behaviour: Literal["attack", "oracle"] = "attack"
    stat_policy: Literal["free", "approach_oracle", "no_repeat"] = "free"
    end_gate: Literal["action", "any", "initiative"] = "action"
    suffer_initiative: bool = True
    end_miss: Literal["lost", "returns"] = "lost"
    end_weak: Literal["suffer", "narrative"] = "suffer"
    flee: bool = True
    compel: Literal["off", "once"] = "off"
    surrender: bool = False
    dying: Literal["flag", "out"] = "flag"
    matches: bool = False
    order: Literal["round_robin", "free"] = "round_robin"
    idle: Literal["price", "free"] = "price"
    opening: Literal["fray", "circle", "battle"] = "fray"
    opening_stat: Literal["pick", "edge", "heart", "iron", "shadow", "wits"] = "heart"
    weapon: Literal["deadly", "simple"] | None = None
    reach: Literal["both", "close", "ranged"] | None = None
    end_variant: Literal["gated", "shifted"] = "gated"
    severity: int = Field(default=0, ge=-1, le=2)

    @model_validator(mode="after")
    def _enters_the_fray(self) -> HouseRules:
        if self.opening == "fray" and self.opening_stat in ("edge", "iron"):
            raise ValueError(say("house_rules.valid_opening_stat"))
        return self

    def numbers(self) -> dict[str, int]:
        """Return the settings the engine reads, by the field names of `House`."""
        values: dict[str, int] = {}
        for name, words in WORDS.items():
            values[name] = words[getattr(self, name).upper()]
        for name in (*FLAGS, "severity"):
            values[name] = int(getattr(self, name))
        values["opening_stat"] = -1 if self.opening_stat == "pick" else Stat[self.opening_stat.upper()]
        return values


WORDS: dict[str, Any] = {
    "price": PriceRule,
    "foe_behaviour": FoeBehaviour,
    "stat_policy": StatPolicy,
    "end_gate": EndGate,
    "end_miss": EndMiss,
    "end_weak": EndWeak,
    "compel": Compel,
    "dying": Dying,
    "order": Order,
    "idle": Idle,
    "opening": Opening,
    "end_variant": EndVariant,
}
FLAGS = ("foe_clock", "suffer_initiative", "flee", "surrender", "matches")


def settings_of(house: House) -> dict[str, str | int]:
    """Return the settings of a book in the words of `HouseRules`; weapon and reach are in its kits."""
    settings: dict[str, str | int] = {name: words(getattr(house, name)).name.lower() for name, words in WORDS.items()}
    settings |= {name: bool(getattr(house, name)) for name in FLAGS}
    settings["opening_stat"] = "pick" if house.opening_stat < 0 else Stat(house.opening_stat).name.lower()
    return settings | {"severity": house.severity}
