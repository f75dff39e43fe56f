"""Iron Vault for Obsidian: a Markdown note whose YAML front matter holds the character."""

import re

from ..asset_names import ASSET_TRACKS, asset_id
from ..sheet import DEBILITY_NAMES, STAT_NAMES
from .reading import METERS, MOST_XP, At, Reading

FORMAT = "Iron Vault"
KIND = "iron-vault-kind"
MARKED, UNMARKED = "⬢", "⬡"
KNOWN = {
    KIND, "name", "assets", "initiative", "xp_spent", "xp_added", "tags", "aliases", "cssclasses", "pronouns",
    "callsign", *STAT_NAMES, *METERS, *DEBILITY_NAMES,
}  # fmt: skip
LEGACY_TRACK = re.compile(r"\w+_(?:Progress|XPEarned|TrackImage)$")


def recognises(root: At) -> bool:
    """Return whether the note is an Iron Vault character."""
    return root[KIND].text == "character"


def read(reading: Reading) -> None:
    """Read the character."""
    root = reading.root
    reading.name(root["name"])
    reading.stats(root)
    for name in METERS:
        reading.meter(name, root[name])
    earned = sum(reading.integer(root[key]) or 0 for key in root.keys if key.endswith("_XPEarned"))
    spent = (reading.integer(root["xp_spent"]) or 0) - earned
    reading.count("xp", root["xp_added"], high=MOST_XP, spent=spent)
    reading.count("bonds", root["Bonds_Progress"])
    for name in DEBILITY_NAMES:
        signs = (MARKED, UNMARKED) if root[name].text else (True, False)
        reading.debility(name, root[name], *signs)
    for asset in reading.listed(root["assets"]):
        _asset(reading, asset)
    strange = [key for key in root.keys if key not in KNOWN and not LEGACY_TRACK.match(key)]
    reading.aside += [key for key in strange if root[key].value not in (False, UNMARKED)]


def _asset(reading: Reading, asset: At) -> None:
    known = asset_id(asset["id"].text)
    track = ASSET_TRACKS[known].name if known in ASSET_TRACKS else ""
    abilities = [reading.ability(ability) for ability in reading.listed(asset["abilities"])]
    controls = asset["controls"]
    reading.asset(known, asset["id"].text, abilities, controls[track], asset, choice=controls["equipped"].text)
