"""Assets: read the content file of what abilities do in a fight, and compile a character's assets to effect rows."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, RootModel, model_validator

from ..core.content import OneOf, Strict, choices, load
from ..core.records import Records
from .asset_names import ASSET_NAMES
from .effects import Gear, Need, Reroll, Ritual, Special, Stands
from .legal import CLOSE_ONLY, RANGED_ONLY
from .sheet import Sheet, SheetAsset
from .state import ROWS, Character, Effect, Kit
from .terms import DEADLY, Act, Condition, Debility, Move, Stat

StatWord = Literal["edge", "heart", "iron", "shadow", "wits"]
ANY_MOVE = tuple(move.name.lower() for move in Move if move not in (Move.END, Move.VOW, Move.HEAL, Move.RITUAL))
ACTION_MOVES = ("fray", "strike", "clash", "secure", "face", "flee", "aid", "compel", "circle", "battle")
MANY_MOVES = {"any": ANY_MOVE, "action": ACTION_MOVES, "secure": ("secure", "aid")}
REACH = {"any": 0, "both": 0, "close": CLOSE_ONLY, "ranged": RANGED_ONLY}
GEARS = {"": Gear.NONE, "gear": Gear.PLAIN, "shield": Gear.SHIELD, "armour": Gear.ARMOUR}
ASSETS_FILE = Path(__file__).parent / "content" / "assets.toml"

MoveWord = Annotated[str, OneOf(("any", "action", *(move.name.lower() for move in Move)))]
NeedWord = Annotated[str, OneOf(need.name.lower() for need in Need)]
SpecialWord = Annotated[str, OneOf(special.name.lower() for special in Special)]
Few = Annotated[int, Field(ge=0, le=6)]
Value = Annotated[int, Field(ge=-1, le=10)]


class Row(Strict):
    """One way an ability changes a move; see docs/assets.md."""

    ability: Annotated[int, Field(ge=1, le=3)]
    mode: str = ""
    prepared: bool = False
    moves: tuple[MoveWord, ...] = Field((), strict=False)
    stats: tuple[StatWord | Literal["bound"], ...] = Field((), strict=False)
    reach: Literal["any", "close", "ranged"] = "any"
    need: NeedWord = "none"
    pick: Annotated[int, Field(ge=0, le=2)] = 0
    add: Few = 0
    stat: StatWord | Literal[""] = ""
    hit_momentum: Few = 0
    strong_momentum: Few = 0
    fail_momentum: Few = 0
    hit_harm: Few = 0
    strong_harm: Few = 0
    base_harm: Value = -1
    fixed_harm: Value = -1
    pay_momentum: Few = 0
    pay_supply: Few = 0
    then_stress: Few = 0
    reroll: Literal["none", "picked", "asked"] = "none"
    once: bool = False
    weak_is_miss: bool = False
    keeps_initiative: bool = False
    strong_add: Few = 0
    burn_momentum: Few = 0
    burn_harm: Few = 0
    burn_add: Few = 0
    special: SpecialWord = "none"


class Asset(Strict):
    """An asset as far as a fight uses it."""

    kind: Literal["companion", "path", "talent", "ritual"]
    health: Annotated[int, Field(ge=0, le=6)] = 0
    gear: Literal["", "gear", "shield", "armour"] = ""
    modes: tuple[str, ...] = Field((), strict=False)
    deadly: bool = False
    debt: bool = False
    binds_stat: bool = False
    rows: tuple[Row, ...] = Field(strict=False)

    @model_validator(mode="after")
    def _known_modes(self) -> Asset:
        wrong = [row.mode for row in self.rows if row.mode not in ("", *self.modes)]
        if wrong:
            raise ValueError(f"mode = {choices(self.modes, wrong[0])}")
        return self


class AssetFile(RootModel[dict[Annotated[str, OneOf(ASSET_NAMES)], Asset]]):
    """The content file: assets by id, a table each."""


@cache
def all_assets() -> dict[str, Asset]:
    """Return every asset that does something in a fight, by id."""
    return load(ASSETS_FILE, AssetFile).root


def moves_mask(words: tuple[str, ...]) -> int:
    """Return the bits of the moves that words name; ``any`` and ``action`` stand for many.

    Aid Your Ally is Secure an Advantage made for an ally, so ``secure`` names both (rules section 3.9).
    """
    mask = 0
    for word in words:
        names = MANY_MOVES.get(word, (word,))
        for name in names:
            mask |= 1 << Move[name.upper()]
    return mask


def stats_mask(words: tuple[str, ...], bound: int) -> int:
    """Return the bits of the stats that words name; ``bound`` is the stat the asset was bound to."""
    mask = 0
    for word in words:
        mask |= 1 << (bound if word == "bound" else Stat[word.upper()])
    return mask


def bound_stat(sheet: Sheet, owned: SheetAsset) -> int:
    """Return the stat a bound asset raises: the one on the sheet, else the character's best."""
    if owned.stat:
        return int(Stat[owned.stat.upper()])
    return max(range(len(sheet.stats)), key=lambda stat: sheet.stats[stat])


def equip(kit: Kit, character: Character, index: int, owned: SheetAsset, sheet: Sheet) -> None:
    """Write one asset of a sheet into slot `index` of the kit and the character's start.

    Raises:
        ValueError: The kit has no effect row left.
    """
    asset = all_assets()[owned.id]
    kit.companion[index] = asset.kind == "companion"
    kit.max_track[index] = asset.health
    kit.gear[index] = GEARS[asset.gear]
    kit.marked[index] = sum(owned.abilities)
    if asset.kind == "companion":
        character.track[index] = asset.health if owned.track is None else min(owned.track, asset.health)
        character.condition[index] = Condition.READY if character.track[index] else Condition.OUT
    if asset.kind == "ritual":
        kit.ritual[index] = Ritual.PREPARED if owned.prepared else Ritual.ROLLED_FIRST
        character.active[index] = Stands.FULLY if owned.prepared else Stands.NOT
    if asset.gear and not owned.prepared:
        character.condition[index] = Condition.GONE
    if asset.debt and owned.prepared and owned.abilities[0]:
        character.debts += 1
    if asset.deadly:
        kit.weapon = DEADLY
    if owned.id == "battle_scarred" and owned.abilities[1]:
        character.scarred = 1
    mode = owned.mode or default_mode(asset, sheet)
    if owned.id == "ironclad" and mode == "war":
        character.marks[Debility.ENCUMBERED] = 1
    for row in asset.rows:
        if owned.abilities[row.ability - 1] and row.mode in ("", mode) and (owned.prepared or not row.prepared):
            if kit.n_effects >= ROWS:
                raise ValueError(f"{sheet.name}: more than {ROWS} effects")
            write_row(kit.effects, kit.n_effects, row, index, asset, bound_stat(sheet, owned))
            kit.n_effects += 1


def default_mode(asset: Asset, sheet: Sheet) -> str:
    """Return the standing choice of an asset that names none: war gear for who is encumbered, else the first."""
    if "war" in asset.modes and "encumbered" in sheet.debilities:
        return "war"
    return asset.modes[0] if asset.modes else ""


def write_row(effects: Records[Effect], at: int, row: Row, index: int, asset: Asset, bound: int) -> None:
    """Write one row of content as an effect row of the book."""
    effect = effects[at]
    effect.asset = index
    effect.slot = 3 * index + row.ability - 1
    effect.act = -1 if row.pick == 0 else effect.slot + (Act.ABILITY if row.pick == 1 else Act.SECOND)
    effect.moves = moves_mask(row.moves)
    effect.stats = stats_mask(row.stats, bound)
    effect.reach = REACH[row.reach]
    effect.need = Need[row.need.upper()]
    effect.stat = Stat[row.stat.upper()] if row.stat else -1
    effect.reroll = Reroll[row.reroll.upper()]
    effect.special = Special[row.special.upper()]
    effect.companion = int(asset.kind == "companion")
    for name in PLAIN_FIELDS:
        setattr(effect, name, int(getattr(row, name)))


PLAIN_FIELDS = (
    "add",
    "hit_momentum",
    "strong_momentum",
    "fail_momentum",
    "hit_harm",
    "strong_harm",
    "base_harm",
    "fixed_harm",
    "pay_momentum",
    "pay_supply",
    "then_stress",
    "once",
    "weak_is_miss",
    "keeps_initiative",
    "strong_add",
    "burn_momentum",
    "burn_harm",
    "burn_add",
)
"""Fields of a row that the effect takes over as numbers."""
