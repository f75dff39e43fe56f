"""Writing a sheet back into the file it came from: what changed is put in its place, all else is kept."""

from ...core.catalogue import say
from ...core.content import refuse
from ..sheet import DEBILITY_NAMES, Sheet, SheetAsset, clamped
from . import formats
from .reading import AssetPlace, Reading
from .toml_text import TomlText

PASSES = 4


def rewritten(source: str, file: str, after: Sheet) -> tuple[str, list[str]]:
    """Return the file's text with the sheet `after` in it, and what its format has no place for.

    Raises:
        ContentError: The file is no character, or cannot hold the sheet.
    """
    after, _ = clamped(after)
    _, first = formats.read(source, file)
    result, now, names = source, first, set[str]()
    for _ in range(PASSES):
        stored = now.sheet()
        left = _changed(now, stored, after)
        if not left:
            return result, _unstored(stored, after)
        names |= left
        result = _written(first, after, names)
        _, now = formats.read(result, file)
    raise refuse(file, ", ".join(sorted(names)), say("import.found_unwritten"), say("import.valid_written"))


def _changed(reading: Reading, before: Sheet, after: Sheet) -> set[str]:
    """Names of what differs and has a place in the file; assets go by their number, vows together."""
    names = {name for name in reading.slots if _value(before, name) != _value(after, name)}
    for number, (place, kept) in enumerate(_matched(reading.assets, after)):
        if kept is None or any(getattr(place.asset, slot) != getattr(kept, slot) for slot in place.slots):
            names.add(f"assets[{number}]")
    if isinstance(reading.text, TomlText) and before.vows != after.vows:
        names.add("vows")
    return names


def _value(sheet: Sheet, name: str) -> object:
    return name in sheet.debilities if name in DEBILITY_NAMES else getattr(sheet, name)


def _matched(places: list[AssetPlace], after: Sheet) -> list[tuple[AssetPlace, SheetAsset | None]]:
    """Each asset of the file with what became of it; None if it is gone."""
    left = list(after.assets)
    pairs: list[tuple[AssetPlace, SheetAsset | None]] = []
    for place in places:
        same = [asset for asset in left if asset.id == place.asset.id]
        kept = next((asset for asset in same if asset.abilities == place.asset.abilities), same[0] if same else None)
        if kept is not None:
            left.remove(kept)
        pairs.append((place, kept))
    return pairs


def _written(reading: Reading, after: Sheet, names: set[str]) -> str:
    text = reading.text
    text.forget()
    for name, slot in reading.slots.items():
        if name in names:
            slot.write(text, after)
    for slot in reading.derived:
        if slot.at.value != slot.spell(after):
            slot.write(text, after)
    for number, (place, kept) in enumerate(_matched(reading.assets, after)):
        if f"assets[{number}]" not in names:
            continue
        if kept is None:
            for entry in place.entries:
                entry.remove(text)
            continue
        for slot_name, at in place.slots.items():
            value = getattr(kept, slot_name)
            if value != getattr(place.asset, slot_name):
                at.put(text, list(value) if isinstance(value, tuple) else value)
    if "vows" in names and isinstance(text, TomlText):
        _write_vows(reading, text, after)
    return text.result()


def _write_vows(reading: Reading, text: TomlText, after: Sheet) -> None:
    left = [vow.model_dump() for vow in after.vows]
    for values, at in reading.vows:
        same = [vow for vow in left if (vow["name"], vow["rank"]) == (values["name"], values["rank"])]
        if not same:
            at.remove(text)
            continue
        left.remove(same[0])
        if same[0]["ticks"] != values["ticks"]:
            at["ticks"].put(text, same[0]["ticks"])
    for vow in left:
        text.append("vows", vow)


def _unstored(stored: Sheet, after: Sheet) -> list[str]:
    """A sentence naming what the format has no place for."""
    names = [name for name in Sheet.model_fields if name != "assets" and getattr(stored, name) != getattr(after, name)]
    for old, new in zip(stored.assets, after.assets, strict=False):
        names += [f"{new.name}: {field}" for field, value in new if value != getattr(old, field)]
    names += [asset.name for asset in after.assets[len(stored.assets) :]]
    return [say("import.unstored", names=", ".join(names))] if names else []
