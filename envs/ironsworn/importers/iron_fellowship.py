"""Iron Fellowship: its character document as JSON, with its assets and tracks beside the character's own fields.

Read as far as its documents' field lists go: the character alone, the character with ``assets`` and ``tracks`` in it,
or an object of ``character``, ``assets`` and ``tracks``.
"""

from ..asset_names import ASSET_TRACKS, UNMARKED, asset_id
from .reading import ABILITIES, METERS, MOST_XP, At, Reading
from .text import Mapping

FORMAT = "Iron Fellowship"
KNOWN = {
    "adds", "assets", "bonds", "campaignId", "character", "customTracks", "debilities", "experience", "id",
    "initiativeStatus", "name", "profileImage", "shareNotesWithGM", "stats", "tracks", "uid", "worldId", *METERS,
}  # fmt: skip


def recognises(root: At) -> bool:
    """Return whether the file is such a document."""
    character = _character(root)
    return bool(character["stats"].keys) and character["health"].node is not None


def read(reading: Reading) -> None:
    """Read the character."""
    root, character = reading.root, _character(reading.root)
    reading.name(character["name"])
    reading.stats(character["stats"])
    for name in METERS:
        reading.meter(name, character[name])
    experience = character["experience"]
    spent = reading.integer(experience["spent"]) or 0
    reading.count("xp", experience["earned"], high=MOST_XP, spent=spent)
    reading.count("bonds", character["bonds"])
    reading.impacts(character["debilities"])
    for asset, *entries in _assets(root["assets"]):
        _asset(reading, asset, *entries)
    for track in _items(root["tracks"]):
        if track["type"].text == "vow" and track["status"].text != "completed":
            reading.vow(track["label"].text, reading.rank(track["difficulty"]), track["value"])
    reading.aside += [key for key in character.keys if key not in KNOWN]


def _character(root: At) -> At:
    return root["character"] if root["character"].keys else root


def _items(at: At) -> list[At]:
    return [at[key] for key in at.keys] or list(at)


def _assets(at: At) -> list[tuple[At, ...]]:
    """Each asset document, and the entries by which it is listed."""
    if not at["assets"].keys:
        return [(asset, asset) for asset in _items(at)]
    order = {place.text: place for place in at["assetOrder"]}
    return [(at["assets"][key], at["assets"][key], *filter(None, [order.get(key)])) for key in at["assets"].keys]


def _asset(reading: Reading, asset: At, *entries: At) -> None:
    known = None if isinstance(asset["customAsset"].node, Mapping) else asset_id(asset["id"].text)
    label = asset["customAsset"]["name"].text or asset["id"].text
    enabled = asset["enabledAbilities"]
    listed = list(enabled) or [enabled[str(place)] for place in range(ABILITIES)]
    abilities = [reading.ability(ability) for ability in listed]
    if known is not None and known not in UNMARKED:
        abilities[0] = True
    track = asset["trackValue"]
    if asset["controlValues"].keys and known in ASSET_TRACKS:
        track = asset["controlValues"][ASSET_TRACKS[known].name]
    choice = asset["controlValues"]["equipped"].text or asset["multiFieldTrackValue"].text
    reading.asset(known, label, abilities, track, *entries, choice=choice)
