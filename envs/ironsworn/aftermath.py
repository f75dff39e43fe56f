"""What a fight leaves on the sheet: tracks, debilities, companions, spent and lost assets."""

from __future__ import annotations

from ..core.game import Table
from .assets import all_assets
from .sheet import DEBILITY_NAMES, Sheet, SheetAsset, clamped, fight_assets
from .state import Book, Character, Kit
from .terms import Condition, Debility


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
    after = sheet.model_copy(
        update={
            "health": character.health,
            "spirit": character.spirit,
            "supply": state.supply,
            "momentum": character.momentum,
            "debilities": sheet.debilities | marked,
            "assets": tuple(changed.get(id(owned), owned) for owned in sheet.assets),
        }
    )
    return clamped(after)[0]


def asset_after(owned: SheetAsset, kit: Kit, character: Character, place: int) -> SheetAsset:
    """Return an asset as the fight left it: a companion's health, and whether it is still at hand."""
    if kit.companion[place]:
        return owned.model_copy(update={"track": character.track[place]})
    faded = kit.ritual[place] and not character.active[place]
    if owned.prepared and (faded or character.condition[place] == Condition.GONE):
        return owned.model_copy(update={"prepared": False})
    return owned
