"""Foundry actors: characters of new and old worlds, and foes (cases 136 to 141)."""

import json
from pathlib import Path
from typing import Any

import pytest
from exports import foundry, foundry_asset, foundry_old, foundry_progress

from shieldmate.envs.core.content import ContentError
from shieldmate.envs.ironsworn.foes import Foe
from shieldmate.envs.ironsworn.importers import Imported, read_character, read_foe

CASES = Path(__file__).parent.parent / "cases" / "characters"


def imported(tmp_path: Path, actor: Any) -> Imported:
    file = tmp_path / "export"
    file.write_text(json.dumps(actor), encoding="utf-8")
    return read_character(file)


def test_a_character_of_today(tmp_path: Path) -> None:
    sheet, name, notes = imported(tmp_path, foundry())
    assert name == "Foundry VTT"
    assert sheet.name == "김하늘"
    assert sheet.stats == (3, 2, 2, 1, 1)
    assert (sheet.health, sheet.spirit, sheet.supply, sheet.momentum) == (4, 3, 2, 5)
    assert (sheet.xp, sheet.bonds, sheet.debilities) == (3, 2, frozenset())
    assert [(asset.id, asset.abilities, asset.track) for asset in sheet.assets] == [
        ("shield_bearer", (True, True, False), None),
        ("hound", (False, True, False), 3),
    ]
    assert [(vow.name, vow.rank, vow.ticks) for vow in sheet.vows] == [("Find the sword", 3, 12)]
    assert notes == ["kept aside: Brawler, To the sea"]


def test_a_character_of_an_old_world(tmp_path: Path) -> None:
    sheet, name, notes = imported(tmp_path, foundry_old())
    assert (name, sheet.stats, sheet.momentum, sheet.health) == ("Foundry VTT", (3, 2, 2, 1, 1), 5, 4)
    assert sheet.debilities == {"shaken"}
    assert [(asset.id, asset.track) for asset in sheet.assets] == [("cave_lion", 4)]
    assert [(vow.rank, vow.ticks) for vow in sheet.vows] == [(3, 7)]
    assert notes == []


def test_starforged_and_custom_marks_are_never_counted(tmp_path: Path) -> None:
    marks = {"wounded": True, "doomed": True, "battered": True, "custom1": True, "custom1name": "Lost"}
    sheet, _, notes = imported(tmp_path, foundry(debility=marks))
    assert sheet.debilities == {"wounded"}
    assert sheet.max_momentum == 9
    assert notes == ["kept aside: doomed, battered, custom1, Brawler, To the sea"]


@pytest.mark.parametrize(
    "origin",
    [
        {"flags": {"foundry-ironsworn": {"dsid": "asset:starforged/path/brawler"}}},
        {"flags": {"foundry-ironsworn": {"dfid": "Starforged/Assets/Path/Brawler"}}},
        {"flags": {"core": {"sourceId": "Compendium.foundry-ironsworn.starforgedassets.x"}}},
        {"_stats": {"compendiumSource": "Compendium.foundry-ironsworn.sundered-isles-assets.Item.x"}},
    ],
)
def test_an_asset_from_another_game_is_not_the_classic_one(tmp_path: Path, origin: dict[str, Any]) -> None:
    actor = foundry()
    actor["items"] = [{**foundry_asset("Brawler"), **origin}]
    sheet, _, notes = imported(tmp_path, actor)
    assert sheet.assets == ()
    assert notes == ["kept aside: Brawler"]


def test_on_a_starforged_sheet_a_bare_name_is_no_classic_asset(tmp_path: Path) -> None:
    actor = foundry()
    actor["items"] = [foundry_asset("Brawler"), foundry_asset("X", "asset:classic/path/veteran")]
    actor["flags"] = {"core": {"sheetClass": "ironsworn.StarforgedCharacterSheet"}}
    assert [asset.id for asset in imported(tmp_path, actor).sheet.assets] == ["veteran"]


@pytest.mark.parametrize("name", ["Shield-Bearer", "SHIELD BEARER", "shield_bearer", "shield-bearer"])
def test_assets_are_known_by_name(tmp_path: Path, name: str) -> None:
    actor = foundry()
    actor["items"] = [foundry_asset(name)]
    assert [asset.id for asset in imported(tmp_path, actor).sheet.assets] == ["shield_bearer"]


@pytest.mark.parametrize(
    ("change", "field", "kept", "sentence"),
    [
        ({"health": {"value": 9}}, "health", 5, "health was 9, taken as 5"),
        ({"spirit": -2}, "spirit", 0, "spirit was -2, taken as 0"),
        ({"momentum": {"value": 99}}, "momentum", 10, "momentum was 99, taken as 10"),
        ({"momentum": {"value": -7}}, "momentum", -6, "momentum was -7, taken as -6"),
        ({"edge": 7}, "edge", 4, "edge was 7, taken as 4"),
        ({"supply": None}, "supply", 5, "supply is not given, taken as 5"),
    ],
)
def test_values_over_a_cap_are_clamped_and_said(
    tmp_path: Path, change: dict[str, Any], field: str, kept: int, sentence: str
) -> None:
    sheet, _, notes = imported(tmp_path, foundry(**change))
    assert getattr(sheet, field) == kept
    assert sentence in notes


def test_a_companion_without_a_track_is_fresh(tmp_path: Path) -> None:
    actor = foundry()
    del actor["items"][1]["system"]["track"]
    assert imported(tmp_path, actor).sheet.assets[1].track == 4


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"health": {"value": True}}, "system.health.value"),
        ({"health": "5"}, "system.health"),
        ({"edge": 1.5}, "system.edge"),
        ({"edge": None}, "system.edge"),
        ({"momentum": []}, "system.momentum"),
        ({"debility": {"wounded": 1}}, "system.debility.wounded"),
        ({"debility": ["wounded"]}, "system.debility"),
        ({"debility": {"wounded": 0}}, "system.debility.wounded"),
        ({"debility": {"wounded": []}}, "system.debility.wounded"),
        ({"xp": "many"}, "system.xp"),
    ],
)
def test_what_is_no_number_is_refused_with_its_key_path(tmp_path: Path, change: dict[str, Any], place: str) -> None:
    with pytest.raises(ContentError) as raised:
        imported(tmp_path, foundry(**change))
    assert [problem.where for problem in raised.value.problems] == [place]


@pytest.mark.parametrize("kind", ["foe", "shared", "starship", "site", "location"])
def test_other_actors_are_no_characters(tmp_path: Path, kind: str) -> None:
    with pytest.raises(ContentError, match=f"an actor of the type {kind}"):
        imported(tmp_path, {**foundry(), "type": kind})


def test_case_141_a_foe_actor() -> None:
    foe = read_foe(CASES / "foundry_foe_actor.json")
    assert foe == Foe(name="Basilisk", rank=4, nature="beast", book="classic")


@pytest.mark.parametrize(
    ("name", "rank", "dsid", "expected"),
    [
        ("Wolf", 3, "", ("Wolf", 3, "animal", False)),
        ("bonewalker", "dangerous", "", ("Bonewalker", 2, "horror", True)),
        ("늑대", "formidible", "npc:classic/animals/wolf", ("늑대", 3, "animal", False)),
        ("My foe", 5, "", ("My foe", 5, "", False)),
        ("My foe", 5, "npc:starforged/beasts/x", ("My foe", 5, "", False)),
        ("My foe", 1, "Ironsworn/Foes/Ironlanders/Broken", ("My foe", 1, "ironlander", False)),
    ],
)
def test_foes_of_ones_own(tmp_path: Path, name: str, rank: Any, dsid: str, expected: tuple[Any, ...]) -> None:
    actor = {"name": name, "type": "foe", "system": {"dfid": dsid}, "items": [foundry_progress(name, "foe", rank, 0)]}
    file = tmp_path / "foe.json"
    file.write_text(json.dumps(actor), encoding="utf-8")
    foe = read_foe(file)
    assert (foe.name, foe.rank, foe.nature, foe.undead) == expected


@pytest.mark.parametrize("rank", [0, 6, True, "hard", None, 2.5])
def test_a_foe_without_a_rank_is_refused(tmp_path: Path, rank: Any) -> None:
    actor = {"name": "X", "type": "foe", "system": {"dfid": ""}, "items": [foundry_progress("X", "foe", rank, 0)]}
    file = tmp_path / "foe.json"
    file.write_text(json.dumps(actor), encoding="utf-8")
    with pytest.raises(ContentError) as raised:
        read_foe(file)
    assert "\n" not in str(raised.value)


def test_a_foe_may_be_toml(tmp_path: Path) -> None:
    file = tmp_path / "foe.toml"
    file.write_text('name = "Grim"\nrank = 3\nnature = "horror"\nundead = true\n', encoding="utf-8")
    assert read_foe(file) == Foe(name="Grim", rank=3, nature="horror", undead=True)


def test_a_character_is_no_foe(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="valid: foe"):
        read_foe(CASES / "classic_save_A.json")
