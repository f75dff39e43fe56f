"""A character sheet: what every importer reads into, what a fight starts from, and our own TOML form of it."""

from collections.abc import Container, Iterable
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, field_validator, model_validator

from ..core.catalogue import say
from ..core.content import Strict, choices, load
from .asset_names import ASSET_NAMES, ASSET_TRACKS, asset_id
from .terms import ASSETS, MAX_MOMENTUM, MAX_TICKS, MAX_TRACK, MIN_MOMENTUM, START_MOMENTUM, Debility, Stat

STAT_NAMES = tuple(stat.name.lower() for stat in Stat)
DEBILITY_NAMES = tuple(debility.name.lower() for debility in Debility)
MAX_STAT = 4
LONGEST_NAME = 200
CHARACTERS_FOLDER = Path(__file__).parent / "content" / "characters"

DebilityName = Literal["wounded", "shaken", "unprepared", "encumbered", "maimed", "corrupted", "cursed", "tormented"]
StatValue = Annotated[int, Field(ge=0, le=MAX_STAT)]
Meter = Annotated[int, Field(ge=0, le=MAX_TRACK)]
Ticks = Annotated[int, Field(ge=0, le=MAX_TICKS)]


class SheetAsset(Strict):
    """An asset on the sheet.

    Attributes:
        id: One of the 78 ids of `ASSET_NAMES`; a name in any spelling is read as its id.
        abilities: Which of the three abilities are marked.
        track: Health of a companion, or the asset's other track; None if it has none.
        prepared: Whether it is at hand: a shield not lost, a ritual made before the fight.
        mode: A standing choice, such as ``light`` or ``war`` for Ironclad.
        stat: The stat it was bound to.
        target: The one foe it was made against, by name.
    """

    id: str
    abilities: tuple[bool, bool, bool] = Field((True, False, False), strict=False)
    track: Annotated[int, Field(ge=0, le=10)] | None = None
    prepared: bool = True
    mode: str = ""
    stat: Literal["", "edge", "heart", "iron", "shadow", "wits"] = ""
    target: str = ""

    @field_validator("id")
    @classmethod
    def _known(cls, text: str) -> str:
        known = asset_id(text)
        if known is None:
            raise ValueError(choices(ASSET_NAMES, text))
        return known

    @property
    def name(self) -> str:
        """The asset's name as on its card."""
        return ASSET_NAMES[self.id]


class Vow(Strict):
    """A vow: rank 1 (troublesome) to 5 (epic), progress in ticks."""

    name: str
    rank: Annotated[int, Field(ge=1, le=5)]
    ticks: Ticks = 0


class Sheet(Strict):
    """A character of Ironsworn. Its fields are the keys of our own TOML form.

    Attributes:
        weapon: ``deadly`` (2 harm) or ``simple`` (1 harm).
        reach: Whether it strikes close (iron), at range (edge) or both.
        bonds: Bonds in ticks.
        xp: Experience not yet spent.
    """

    name: str = Field(min_length=1, max_length=LONGEST_NAME)
    edge: StatValue
    heart: StatValue
    iron: StatValue
    shadow: StatValue
    wits: StatValue
    health: Meter = MAX_TRACK
    spirit: Meter = MAX_TRACK
    supply: Meter = MAX_TRACK
    momentum: Annotated[int, Field(ge=MIN_MOMENTUM, le=MAX_MOMENTUM)] = START_MOMENTUM
    debilities: frozenset[DebilityName] = Field(frozenset(), strict=False)
    weapon: Literal["deadly", "simple"] = "deadly"
    reach: Literal["both", "close", "ranged"] = "both"
    xp: Annotated[int, Field(ge=0)] = 0
    bonds: Ticks = 0
    assets: tuple[SheetAsset, ...] = Field((), strict=False, max_length=100)
    vows: tuple[Vow, ...] = Field((), strict=False, max_length=1000)

    @model_validator(mode="after")
    def _some_stat(self) -> "Sheet":
        if not any(self.stats):
            raise ValueError(say("sheet.valid_stats"))
        return self

    @property
    def stats(self) -> tuple[int, ...]:
        """Edge, heart, iron, shadow and wits."""
        return (self.edge, self.heart, self.iron, self.shadow, self.wits)

    def has_ability(self, asset: str, ability: int) -> bool:
        """Return whether ability 1, 2 or 3 of an asset is marked."""
        return any(own.id == asset and own.abilities[ability - 1] for own in self.assets)

    @property
    def counted_debilities(self) -> int:
        """Marked debilities that lower momentum; Battle-Scarred's second ability leaves maimed out."""
        return len(self.debilities - ({"maimed"} if self.has_ability("battle_scarred", 2) else set()))

    @property
    def max_momentum(self) -> int:
        """Highest momentum: 10 less one for each debility."""
        return MAX_MOMENTUM - self.counted_debilities

    @property
    def momentum_reset(self) -> int:
        """Momentum after a burn: 2, with one debility 1, with more 0."""
        return max(0, START_MOMENTUM - self.counted_debilities)

    @property
    def max_health(self) -> int:
        """Highest health: 5, or 4 with Battle-Scarred's second ability."""
        return MAX_TRACK - self.has_ability("battle_scarred", 2)


def clamped(sheet: Sheet) -> tuple[Sheet, list[str]]:
    """Return the sheet with what contradicts the rules put right, and a sentence for each change."""
    said: list[str] = []
    changes: dict[str, object] = {}
    if sheet.supply == 0 and "unprepared" not in sheet.debilities:
        changes["debilities"] = sheet.debilities | {"unprepared"}
        said.append(say("sheet.unprepared"))
    sheet = sheet.model_copy(update=changes)
    tops = {"health": sheet.max_health, "momentum": sheet.max_momentum}
    over = {track: top for track, top in tops.items() if getattr(sheet, track) > top}
    said += [say("sheet.clamped", what=track, found=getattr(sheet, track), now=top) for track, top in over.items()]
    assets = tuple(_clamped_asset(asset, said) for asset in sheet.assets)
    return sheet.model_copy(update={**over, "assets": assets}), said


def fight_assets(sheet: Sheet, effective: Container[str]) -> tuple[tuple[SheetAsset, ...], list[str]]:
    """Return the assets a fight uses, and a sentence naming those kept aside.

    Args:
        sheet: The character.
        effective: Ids of the assets that do something in a fight.

    Returns:
        The first assets of the sheet with an effect and a marked ability, at most as many as a fight holds.
    """
    useful = [asset for asset in sheet.assets if asset.id in effective and any(asset.abilities)]
    used = tuple(useful[:ASSETS])
    aside = [asset.name for asset in sheet.assets if asset not in used]
    return used, [say("sheet.aside", name=sheet.name, assets=", ".join(aside))] if aside else []


def read_sheet(path: str | Path) -> tuple[Sheet, list[str]]:
    """Read our own TOML form; returns the sheet and what was put right.

    Raises:
        ContentError: With every problem of the file.
    """
    return clamped(load(path, Sheet))


def to_toml(sheet: Sheet) -> str:
    """Return the sheet in our own TOML form; reading it gives an equal sheet."""
    lines = [f"{key} = {_toml(getattr(sheet, key))}" for key in Sheet.model_fields if key not in ("assets", "vows")]
    for table in ("assets", "vows"):
        for entry in getattr(sheet, table):
            lines += ["", f"[[{table}]]", *toml_entry(entry)]
    return "\n".join(lines) + "\n"


def toml_entry(entry: SheetAsset | Vow) -> list[str]:
    """Return the lines of one asset or vow; an asset's fields that say nothing are left out."""
    kept = {
        key: value
        for key, value in entry
        if not isinstance(entry, SheetAsset) or key in ("id", "abilities") or value != _default(entry, key)
    }
    return [f"{key} = {_toml(value)}" for key, value in kept.items()]


def toml_text(text: str) -> str:
    """Return a text as a TOML string."""
    escapes = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    spelled = "".join(
        escapes.get(char) or (f"\\u{ord(char):04X}" if ord(char) < 0x20 or ord(char) == 0x7F else char) for char in text
    )
    return f'"{spelled}"'


def _clamped_asset(asset: SheetAsset, said: list[str]) -> SheetAsset:
    track = ASSET_TRACKS.get(asset.id)
    if track is None or asset.track is None or asset.track <= track.top:
        return asset
    what = f"{asset.name}: {track.name}"
    said.append(say("sheet.clamped", what=what, found=asset.track, now=track.top))
    return asset.model_copy(update={"track": track.top})


def _default(entry: SheetAsset, key: str) -> object:
    return type(entry).model_fields[key].default


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return toml_text(value)
    if isinstance(value, frozenset):
        return _toml([name for name in DEBILITY_NAMES if name in value])
    if isinstance(value, Iterable):
        return f"[{', '.join(_toml(item) for item in value)}]"
    return str(value)
