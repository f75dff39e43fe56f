"""What a fight leaves on the sheet: tracks, debilities and their vows, companions, spent and lost assets."""

from __future__ import annotations

from ..core.catalogue import say
from ..core.game import Table
from .assets import all_assets
from .effects import Special
from .names import ABILITIES
from .sheet import DEBILITY_NAMES, Sheet, SheetAsset, Vow, clamped, fight_assets
from .state import Book, Character, Kit
from .terms import Condition, Debility

BURDENS = ("cursed", "tormented")
"""Debilities that a vow sworn at the brink brings, and that end with it."""

VOW_RANK = 3
"""Rank of such a vow: formidable, the lower of the two that the rules allow."""


def sheet_after(sheet: Sheet, table: Table, seat: int) -> Sheet:
    """Return the sheet of a seat as the fight of game 0 left it; all that a fight does not touch is kept."""
    state = table.views[0]
    book = Book.at(table.books, 0)
    character: Character = state.characters[seat]
    before: Character = book.start.characters[seat]
    marked = {
        name
        for name in DEBILITY_NAMES
        if character.marks[Debility[name.upper()]] and not before.marks[Debility[name.upper()]]
    }
    used = fight_assets(sheet, all_assets())[0]
    changed = {id(owned): asset_after(owned, book.kits[seat], character, place) for place, owned in enumerate(used)}
    dead = [owned for place, owned in enumerate(used) if character.condition[place] == Condition.DEAD]
    sworn = [Vow(name=say(f"sheet.vow_{name}"), rank=VOW_RANK) for name in BURDENS if name in marked]
    assets = [changed.get(id(owned), owned) for owned in sheet.assets]
    after = sheet.model_copy(
        update={
            "health": character.health,
            "spirit": character.spirit,
            "supply": state.supply,
            "momentum": character.momentum,
            "debilities": sheet.debilities | marked,
            "xp": sheet.xp + sum(sum(owned.abilities) for owned in dead),
            "assets": tuple(owned for owned in assets if owned is not None),
            "vows": (*sheet.vows, *sworn),
        }
    )
    return clamped(after)[0]


def asset_after(owned: SheetAsset, kit: Kit, character: Character, place: int) -> SheetAsset | None:
    """Return an asset as the fight left it, with its health and whether it is still at hand; None if it is dead."""
    if character.condition[place] == Condition.DEAD:
        return None
    if kit.companion[place]:
        return owned.model_copy(update={"track": character.track[place]})
    faded = kit.ritual[place] and not character.active[place]
    gone = character.condition[place] == Condition.GONE
    if owned.prepared and (faded or gone or rune_is_spent(kit, character, place)):
        return owned.model_copy(update={"prepared": False})
    return owned


def rune_is_spent(kit: Kit, character: Character, place: int) -> bool:
    """Return whether a carved rune gave its harm in this fight, which it does once."""
    for row in range(kit.n_effects):
        effect = kit.effects[row]
        if effect.asset == place and effect.special == Special.RUNE:
            return bool((character.used[place] >> (effect.slot % ABILITIES)) & 1)
    return False
