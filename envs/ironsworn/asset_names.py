"""The 78 assets of the core set by id and name, and the tracks some of them carry (rules section 8)."""

from typing import NamedTuple

from ..core.content import name_key

COMPANIONS = (
    "Cave Lion", "Giant Spider", "Hawk", "Horse", "Hound", "Kindred", "Mammoth", "Owl", "Raven", "Young Wyvern",
)  # fmt: skip
PATHS = (
    "Alchemist", "Animal Kin", "Banner-Sworn", "Battle-Scarred", "Blade-Bound", "Bonded", "Commander", "Dancer",
    "Devotant", "Empowered", "Fated", "Fortune Hunter", "Herbalist", "Honorbound", "Improviser", "Infiltrator",
    "Lorekeeper", "Loyalist", "Masked", "Oathbreaker", "Outcast", "Pretender", "Revenant", "Rider", "Ritualist",
    "Shadow-Kin", "Sighted", "Slayer", "Spirit-Bound", "Storyweaver", "Trickster", "Veteran", "Waterborn", "Wayfinder",
    "Weaponmaster", "Wildblood", "Wright",
)  # fmt: skip
COMBAT_TALENTS = (
    "Archer", "Berserker", "Brawler", "Cutthroat", "Duelist", "Fletcher", "Ironclad", "Long-Arm", "Shield-Bearer",
    "Skirmisher", "Slinger", "Sunderer", "Swordmaster", "Thunder-Bringer",
)  # fmt: skip
RITUALS = (
    "Augur", "Awakening", "Bind", "Communion", "Divination", "Invoke", "Keen", "Leech", "Lightbearer", "Scry",
    "Shadow-Walk", "Sway", "Talisman", "Tether", "Totem", "Visage", "Ward",
)  # fmt: skip

ASSET_NAMES = {name_key(name): name for name in (*COMPANIONS, *PATHS, *COMBAT_TALENTS, *RITUALS)}
"""Name of every asset of the core set by its id, such as ``"shield_bearer": "Shield-Bearer"``."""


class Track(NamedTuple):
    """A track that an asset carries.

    Attributes:
        name: What the card calls it.
        top: Its highest value.
        start: Where it stands when nothing else is said; None if the card sets no start.
    """

    name: str
    top: int
    start: int | None


ASSET_TRACKS = {
    "cave_lion": Track("health", 4, 4),
    "giant_spider": Track("health", 4, 4),
    "hawk": Track("health", 3, 3),
    "horse": Track("health", 5, 5),
    "hound": Track("health", 4, 4),
    "kindred": Track("health", 4, 4),
    "mammoth": Track("health", 5, 5),
    "owl": Track("health", 3, 3),
    "raven": Track("health", 2, 2),
    "young_wyvern": Track("health", 5, 5),
    "commander": Track("strength", 4, 4),
    "fortune_hunter": Track("wealth", 5, None),
    "awakening": Track("health", 6, None),
    "invoke": Track("essence", 6, None),
    "lightbearer": Track("light", 6, None),
}

ASSET_MODES = {"ironclad": ("light", "war")}
"""Standing choices of an asset; other tools spell them out, such as "Geared for war"."""

UNMARKED = frozenset({*map(name_key, COMPANIONS), "battle_scarred", "blade_bound", "shadow_kin"})
"""Assets whose first ability is not marked at purchase."""

FOREIGN = ("starforged", "sundered")
CLASSIC = ("classic", "ironsworn", "core")


def is_foreign(text: str) -> bool:
    """Return whether an id or name says that it belongs to Starforged or Sundered Isles."""
    folded = text.casefold()
    return any(word in folded for word in FOREIGN)


def asset_id(text: str) -> str | None:
    """Return the id of the classic asset that a name or an id of another tool means, or None.

    Examples:
        >>> asset_id("SHIELD-BEARER"), asset_id("asset:classic/companion/cave_lion"), asset_id("core-cave-lion")
        ('shield_bearer', 'cave_lion', 'cave_lion')
        >>> asset_id("asset:starforged/path/brawler") is None
        True
    """
    *house, last = text.split("/")
    if is_foreign(text) or (house and not any(word in house[0].casefold() for word in CLASSIC)):
        return None
    key = name_key(last)
    known = key if key in ASSET_NAMES else key.removeprefix("core_")
    return known if known in ASSET_NAMES else None


def asset_mode(known: str | None, choice: str) -> str:
    """Return the standing choice of an asset that a tool's words mean; empty if none."""
    modes = ASSET_MODES.get(known or "", ())
    return next((mode for mode in modes if mode in choice.casefold()), "")
