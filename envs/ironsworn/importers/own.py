"""Our own TOML form: the fields of the sheet, checked strictly."""

from ...core.content import ContentError, Problem, check, choices, shown
from ..assets import all_assets
from ..sheet import DEBILITY_NAMES, Sheet, SheetAsset, clamped
from .reading import AssetPlace, At, Reading, Slot
from .text import plain

FORMAT = "Shieldmate TOML"


def recognises(root: At) -> bool:
    """Return whether the file has any key of a sheet."""
    return any(key in Sheet.model_fields for key in root.keys)


def read(reading: Reading) -> None:
    """Read the sheet; every field of it can be written back."""
    root = reading.root
    sheet = check(plain(reading.text.root), Sheet, reading.text.file)
    check_modes(sheet, reading.text.file)
    sheet, reading.said = clamped(sheet)
    for name in Sheet.model_fields:
        if name not in ("assets", "vows"):
            reading.values[name] = getattr(sheet, name)
            reading.slots[name] = _slot(name, root[name])
    reading.debilities = set(sheet.debilities)
    for asset, at in zip(sheet.assets, root["assets"], strict=True):
        slots = {name: at[name] for name in SheetAsset.model_fields if name != "id"}
        reading.assets.append(AssetPlace(asset, slots, (at,)))
    for vow, at in zip(sheet.vows, root["vows"], strict=True):
        reading.vows.append((vow.model_dump(), at))


def check_modes(sheet: Sheet, file: str) -> None:
    """Check that each standing choice is one of its asset, so that none goes unheard.

    Raises:
        ContentError: With every one that is not.
    """
    problems = []
    for place, owned in enumerate(sheet.assets):
        modes = all_assets()[owned.id].modes if owned.id in all_assets() else ()
        if owned.mode not in ("", *modes):
            problems.append(
                Problem(file, f"assets[{place}].mode", shown(owned.mode), choices(("", *modes), owned.mode))
            )
    if problems:
        raise ContentError(problems)


def _slot(name: str, at: At) -> Slot:
    if name == "debilities":
        return Slot(at, lambda sheet: [mark for mark in DEBILITY_NAMES if mark in sheet.debilities])
    return Slot(at, lambda sheet: getattr(sheet, name))
