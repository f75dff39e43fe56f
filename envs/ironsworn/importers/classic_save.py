"""The ``ironsworn-character-save-v1`` format: one JSON object with a ``character`` of stats, tracks and assets."""

from ..asset_names import asset_id
from .reading import METERS, MOST_XP, At, Reading

FORMAT = "classic save"
KNOWN = {"format", "id", "name", "updatedAt", "character", "schemaVersion"}
KNOWN_OF_CHARACTER = {
    "stats", "tracks", "vow", "assets", "tattoos", "createdAt", "updatedAt", "id", "name", "debilities", "worldId",
    "playId",
}  # fmt: skip


def recognises(root: At) -> bool:
    """Return whether the file is such a save."""
    return bool(root["character"]["stats"].keys and root["character"]["tracks"].keys)


def read(reading: Reading) -> None:
    """Read the character."""
    root, character = reading.root, reading.root["character"]
    reading.name(root["name"] if root["name"].text else character["name"])
    reading.stats(character["stats"])
    for name in METERS:
        reading.meter(name, character["tracks"][name])
    reading.count("xp", character["tracks"]["xp"], high=MOST_XP)
    reading.impacts(character["debilities"])
    for asset in reading.listed(character["assets"]):
        abilities = [reading.ability(ability[1]) for ability in reading.listed(asset["abilities"])]
        known = asset_id(asset["assetId"].text) or asset_id(asset["name"].text)
        label = asset["name"].text or asset["assetId"].text
        reading.asset(known, label, abilities, asset["track"], asset)
    reading.aside += [key for key in root.keys if key not in KNOWN]
    reading.aside += [key for key in character.keys if key not in KNOWN_OF_CHARACTER]
