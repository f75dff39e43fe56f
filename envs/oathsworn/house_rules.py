"""House rules: the settings of rules section 14 that a scenario may change, with their defaults.

The engine reads them as numbers from the book; people write them by name.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

TURN_CAP = 20
ROUND_CAP = 40
MOST_TURNS = 200
MOST_ROUNDS = 1000


class Ties(IntEnum):
    """Ties that the book leaves to the players."""

    PLAYERS = 0
    NORTH_WEST = 1


class AnyTime(IntEnum):
    """When tokens usable at any time are offered."""

    WINDOWS = 0
    EVERYWHERE = 1


class Fire(IntEnum):
    """When a fire tile burns."""

    HEROES_END_ENEMIES_MOVE = 0
    END_OF_ROUND = 1
    ON_ENTER = 2


class RefreshItems(IntEnum):
    """What the refresh step returns from position 0."""

    ABILITY_CARDS_ONLY = 0
    ALL = 1


class Unarmed(IntEnum):
    """Might cubes of an unarmed attack."""

    NO_CUBES = 0
    NO_WEAPON_CUBES = 1


class WaterLastPoint(IntEnum):
    """Where an enemy with one movement point stops at water."""

    STOP_BEFORE = 0
    STOP_ON = 1


class RedrawnCrit(IntEnum):
    """What becomes of the extra card of a critical that is redrawn."""

    DISCARD_EXTRA = 0
    KEEP_EXTRA = 1


class EmptyDeck(IntEnum):
    """What happens when deck and discard are both empty in the middle of a draw."""

    STOP = 0
    RESHUFFLE_TABLE = 1


class MeleeOrigin(IntEnum):
    """From where an adjacent attack of a large enemy reaches."""

    FRONT_HEX = 0
    ANY_BASE_HEX = 1


class BreakerGone(IntEnum):
    """What a reaction does when its breaker is down."""

    NORMAL_TARGETING = 0
    CANCEL = 1


class KoTicks(IntEnum):
    """How often the difficulty changes the ticks of the knockout track."""

    PER_ENCOUNTER = 0
    PER_KNOCKOUT = 1


class BounceCorner(IntEnum):
    """How a move is mirrored in a corner of the board."""

    BOTH = 0
    ONE = 1


class ChanceKind(IntEnum):
    """What heroes draw their might with; enemies use cards unless it is dice."""

    CARDS = 0
    DICE = 1
    MIXED = 2


class HouseRules(BaseModel):
    """The settings, by name, with the documented defaults (rules section 14)."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    ties: Literal["players", "north_west"] = "players"
    any_time_tokens: Literal["windows", "everywhere"] = "windows"
    decline_ally: bool = True
    fire: Literal["heroes_end_enemies_move", "end_of_round", "on_enter"] = "heroes_end_enemies_move"
    refresh_items: Literal["ability_cards_only", "all"] = "ability_cards_only"
    unarmed: Literal["no_cubes", "no_weapon_cubes"] = "no_cubes"
    water_last_point: Literal["stop_before", "stop_on"] = "stop_before"
    redrawn_crit: Literal["discard_extra", "keep_extra"] = "discard_extra"
    empty_deck: Literal["stop", "reshuffle_table"] = "stop"
    melee_origin_large: Literal["front_hex", "any_base_hex"] = "front_hex"
    breaker_gone: Literal["normal_targeting", "cancel"] = "normal_targeting"
    ko_ticks: Literal["per_encounter", "per_knockout"] = "per_encounter"
    bounce_corner: Literal["both", "one"] = "both"
    turn_cap: int = Field(default=TURN_CAP, ge=1, le=MOST_TURNS)
    round_cap: int = Field(default=ROUND_CAP, ge=1, le=MOST_ROUNDS)
    chance: Literal["cards", "dice", "mixed"] = "cards"
    hardcore: bool = False

    def numbers(self) -> dict[str, int]:
        """Return the settings as the engine reads them, by the field names of `House`."""
        values: dict[str, int] = {name: words[getattr(self, name).upper()] for name, words in WORDS.items()}
        for name in ("decline_ally", "turn_cap", "round_cap", "hardcore"):
            values[name] = int(getattr(self, name))
        return values


WORDS: dict[str, Any] = {
    "ties": Ties,
    "any_time_tokens": AnyTime,
    "fire": Fire,
    "refresh_items": RefreshItems,
    "unarmed": Unarmed,
    "water_last_point": WaterLastPoint,
    "redrawn_crit": RedrawnCrit,
    "empty_deck": EmptyDeck,
    "melee_origin_large": MeleeOrigin,
    "breaker_gone": BreakerGone,
    "ko_ticks": KoTicks,
    "bounce_corner": BounceCorner,
    "chance": ChanceKind,
}
