"""Foundry VTT, system ``foundry-ironsworn``: exported actors, characters and foes, new shapes and old ones.

Old worlds keep everything under ``data`` instead of ``system``, tracks as bare numbers with ``momentumMax`` and
``momentumReset`` beside them, and ranks as words.
"""

from collections.abc import Iterator

from ...core.catalogue import say
from ...core.content import match, refuse
from ..asset_names import asset_id, is_foreign
from ..foes import PLAIN, Foe, Nature, all_foes
from ..sheet import STAT_NAMES, Sheet
from ..terms import MAX_MOMENTUM, MAX_TICKS, START_MOMENTUM
from .reading import METERS, MOST_XP, At, Reading, Slot
from .text import Mapping, Scalar, Text

FORMAT = "Foundry VTT"
KNOWN = {
    "_id", "_key", "_stats", "data", "effects", "flags", "folder", "img", "items", "name", "ownership", "permission",
    "prototypeToken", "sort", "system", "token", "type",
}  # fmt: skip
KNOWN_OF_SYSTEM = {
    "biography", "callsign", "debility", "dfid", "dsid", "experience", "legacies", "momentumMax", "momentumReset",
    "notes", "pronouns", "xp", *STAT_NAMES, *METERS,
}  # fmt: skip
NATURES: dict[str, Nature] = {
    "ironlanders": "ironlander",
    "firstborn": "firstborn",
    "animals": "animal",
    "beasts": "beast",
    "horrors": "horror",
    "anomalies": "anomaly",
}


def recognises(root: At) -> bool:
    """Return whether the file is an actor of this system."""
    return bool(root["type"].text and _system(root).keys)


def read(reading: Reading) -> None:
    """Read a character."""
    root = reading.root
    system = _system(root)
    if root["type"].text != "character":
        found = say("import.found_actor", kind=root["type"].text)
        raise refuse(reading.text.file, "type", found, say("import.valid_character"))
    reading.name(root["name"])
    reading.stats(system)
    for name in METERS:
        reading.meter(name, _meter(system[name]))
    reading.count("xp", system["xp"], high=MOST_XP)
    reading.impacts(system["debility"])
    _old_momentum(reading, system)
    foreign = is_foreign(root["flags"]["core"]["sheetClass"].text)
    for item in reading.listed(root["items"]):
        _item(reading, item, foreign)
    reading.aside += [key for key in root.keys if key not in KNOWN]
    reading.aside += [key for key in system.keys if key not in KNOWN_OF_SYSTEM]


def read_foe(text: Text) -> Foe:
    """Return the foe of a foe actor; its nature comes from its id, or from the book's foe of that name.

    Raises:
        ContentError: No foe actor, or one without name or rank.
    """
    reading = Reading(text)
    root = reading.root
    if not recognises(root) or root["type"].text != "foe":
        kind = root["type"].text or say("content.found_nothing")
        raise refuse(text.file, "type", say("import.found_actor", kind=kind), say("import.valid_foe"))
    books = {foe.name: foe for foe in all_foes() if foe.book}
    book = books.get(match(root["name"].text, books) or "")
    tracks = [item for item in root["items"] if item["type"].text == "progress"]
    rank = reading.rank(_system(tracks[0])["rank"]) if tracks else None
    reading.name(root["name"])
    if rank is None and book is None and not reading.problems:
        reading.problem(root["items"], say("import.valid_rank"))
    reading.raise_problems()
    nature = _nature([*_ids(root), *(text for item in tracks for text in _ids(item))])
    if book is not None and nature in (PLAIN, book.nature):
        return book.model_copy(update={"rank": rank or book.rank})
    return Foe(name=root["name"].text, rank=rank or 1, nature=nature)


def _system(at: At) -> At:
    return at["system"] if at["system"].keys else at["data"]


def _meter(at: At) -> At:
    if not isinstance(at.node, Mapping):
        return at
    return at["value"] if "value" in at.keys or "current" not in at.keys else at["current"]


def _old_momentum(reading: Reading, system: At) -> None:
    """Old worlds store maximum and reset with the debilities already counted: keep them in step."""
    marked = sum(system["debility"][key].value is True for key in system["debility"].keys)
    others = marked - len(reading.debilities)

    def top(sheet: Sheet) -> int:
        return MAX_MOMENTUM - others - len(sheet.debilities)

    def reset(sheet: Sheet) -> int:
        return max(0, START_MOMENTUM - others - len(sheet.debilities))

    for key, stored, spell in (
        ("momentumMax", MAX_MOMENTUM - marked, top),
        ("momentumReset", max(0, START_MOMENTUM - marked), reset),
    ):
        if isinstance(system[key].node, Scalar) and system[key].value == stored:
            reading.derived.append(Slot(system[key], spell))


def _item(reading: Reading, item: At, foreign: bool) -> None:
    kind, system = item["type"].text, _system(item)
    if kind == "asset":
        abilities = [reading.ability(ability["enabled"]) for ability in reading.listed(system["abilities"])]
        chosen = [option["name"].text for option in system["exclusiveOptions"] if option["selected"].value is True]
        known, track = _asset_id(item, foreign), _meter(system["track"])
        reading.asset(known, item["name"].text, abilities, track, item, choice=" ".join(chosen))
    elif kind == "vow" or (kind == "progress" and system["subtype"].text == "vow"):
        if system["completed"].value is not True:
            reading.vow(item["name"].text, reading.rank(system["rank"]), system["current"])
    elif kind == "bondset":
        reading.values["bonds"] = min(MAX_TICKS, len(list(system["bonds"])))
    else:
        reading.aside.append(item["name"].text or kind or item.where)


def _ids(at: At) -> Iterator[str]:
    """Every id by which an actor or item says where it comes from."""
    flags = at["flags"]["foundry-ironsworn"]
    places = [flags["dsid"], flags["dfid"], _system(at)["dsid"], _system(at)["dfid"]]
    places += [at["flags"]["core"]["sourceId"], at["_stats"]["compendiumSource"]]
    return (place.text for place in places if place.text)


def _asset_id(item: At, foreign: bool) -> str | None:
    ids = list(_ids(item))
    if any(is_foreign(text) for text in ids):
        return None
    known = next((found for text in ids if "/" in text and (found := asset_id(text))), None)
    return known or (None if foreign else asset_id(item["name"].text))


def _nature(ids: list[str]) -> Nature:
    for text in ids:
        for word in text.casefold().replace(":", "/").split("/"):
            if word in NATURES and not is_foreign(text):
                return NATURES[word]
    return PLAIN
