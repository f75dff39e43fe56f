"""IronswornCompanion: its saved game (JSON within one JSON text, or plain), or one of its players.

Read as far as its field lists go. Of several players the selected one is read, else the first.
"""

from ..asset_names import asset_id, is_foreign
from ..sheet import DEBILITY_NAMES, MAX_STAT, STAT_NAMES, Sheet
from ..terms import MAX_MOMENTUM, START_MOMENTUM
from .reading import METERS, MOST_XP, At, Reading, Slot

FORMAT = "IronswornCompanion"
LOWEST_RANK = 1


def recognises(root: At) -> bool:
    """Return whether the file is such a saved game or player."""
    return any(stat["stat"].text for stat in _player(root)["stats"])


def read(reading: Reading) -> None:
    """Read the selected player."""
    player = _player(reading.root)
    stats = {stat["stat"].text.casefold(): stat["value"] for stat in player["stats"]}
    reading.name(player["name"])
    for name in STAT_NAMES:
        _stat(reading, name, stats.get(name, At(None, (*player.path, "stats", name))))
    for name in METERS:
        reading.meter(name, stats.get(name, At(None, (*player.path, "stats", name))))
    spent = reading.integer(player["spentExperience"]) or 0
    reading.count("xp", player["totalExperience"], high=MOST_XP, spent=spent)
    reading.count("bonds", player["bonds"])
    _debilities(reading, player)
    for asset in reading.listed(player["assets"]):
        abilities = [reading.ability(ability["Enabled"]) for ability in reading.listed(asset["Abilities"])]
        known = None if is_foreign(asset["$id"].text) else asset_id(asset["Name"].text) or asset_id(asset["id"].text)
        states = [state for state in asset["MultiFieldAssetTrack"]["Fields"] if state["IsActive"].value is True]
        choice = " ".join(state["Name"].text for state in states)
        reading.asset(known, asset["Name"].text, abilities, asset["TrackValue"], asset, choice=choice)
    for vow in reading.listed(player["progressions"]):
        if vow["type"].text == "vow" and vow["complete"].value is not True:
            rank = _number(reading, vow["rank"])
            reading.vow(vow["title"].text, None if rank is None else rank + LOWEST_RANK, vow["progress"])
    reading.aside += [other["name"].text for other in reading.root["players"] if other.path != player.path]
    reading.aside += [other["name"].text or other.where for other in player["companions"]]


def _player(root: At) -> At:
    players = list(root["players"])
    selected = [player for player in players if player["selected"].value is True]
    return (selected or players or [root])[0]


def _number(reading: Reading, at: At) -> int | None:
    """A number typed into the tool, which it keeps as a text of digits."""
    return int(at.text) if at.text.isascii() and at.text.isdigit() else reading.integer(at)


def _stat(reading: Reading, name: str, at: At) -> None:
    if at.value == "":
        reading.values[name] = 0
    elif at.text.isascii() and at.text.isdigit() and len(at.text) == 1:
        reading.values[name] = reading.within(name, int(at.text), 0, MAX_STAT)
    else:
        reading.stat(name, at)


def _debilities(reading: Reading, player: At) -> None:
    for debility in reading.listed(player["debilities"]):
        name = debility["name"].text.casefold()
        if name in DEBILITY_NAMES:
            reading.debility(name, debility["active"])
        elif debility["active"].value is True:
            reading.aside.append(debility["name"].text)
    if player["maxMomentum"].node is not None:
        reading.derived.append(Slot(player["maxMomentum"], _top))
    if player["resetMomentum"].node is not None:
        reading.derived.append(Slot(player["resetMomentum"], _reset))


def _top(sheet: Sheet) -> int:
    return MAX_MOMENTUM - len(sheet.debilities)


def _reset(sheet: Sheet) -> int:
    return max(0, START_MOMENTUM - len(sheet.debilities))
