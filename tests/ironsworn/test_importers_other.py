"""The classic save, Iron Vault, Iron Fellowship, IronswornCompanion and our own TOML."""

import json
from pathlib import Path
from typing import Any

import pytest
from exports import IRON_VAULT, companion_game, companion_player, fellowship, foundry, foundry_asset, wrapped

from shieldmate.envs.core.content import ContentError
from shieldmate.envs.ironsworn.importers import Imported, read_character
from shieldmate.envs.ironsworn.sheet import CHARACTERS_FOLDER, STAT_NAMES, Sheet, to_toml

CASES = Path(__file__).parent.parent / "cases" / "characters"
WARRIOR = CHARACTERS_FOLDER / "warrior.toml"


def imported(tmp_path: Path, content: Any) -> Imported:
    file = tmp_path / "character"
    text = content if isinstance(content, str) else json.dumps(content)
    file.write_bytes(text.encode())
    return read_character(file)


def test_case_136_a_classic_save() -> None:
    sheet, name, notes = read_character(CASES / "classic_save_A.json")
    assert (name, sheet.name, sheet.stats) == ("classic save", "Character A", (1, 2, 1, 3, 2))
    assert (sheet.health, sheet.spirit, sheet.supply, sheet.momentum) == (5, 5, 5, 2)
    assert (sheet.max_momentum, sheet.momentum_reset, sorted(sheet.stats)) == (10, 2, [1, 1, 2, 2, 3])
    assert [(asset.id, asset.abilities) for asset in sheet.assets] == [
        ("trickster", (True, False, False)),
        ("storyweaver", (True, False, False)),
        ("divination", (True, False, False)),
    ]
    assert notes == []


@pytest.mark.parametrize(
    ("file", "tracks", "marks", "caps"),
    [
        ("ironvault_C_t0.md", (5, 5, 5, 2), set(), (10, 2)),
        ("ironvault_C_t1.md", (1, 3, 5, 1), set(), (10, 2)),
        ("ironvault_C_t2_wounded.md", (0, 3, 5, 3), {"wounded"}, (9, 1)),
        ("ironvault_E_companion.md", (4, 5, 4, 7), set(), (10, 2)),
    ],
)
def test_cases_138_and_140_iron_vault(
    file: str, tracks: tuple[int, ...], marks: set[str], caps: tuple[int, int]
) -> None:
    sheet, name, notes = read_character(CASES / file)
    assert name == "Iron Vault"
    assert (sheet.health, sheet.spirit, sheet.supply, sheet.momentum) == tracks
    assert (sheet.debilities, (sheet.max_momentum, sheet.momentum_reset)) == (marks, caps)
    assert sheet.assets == ()
    assert len(notes) == 1
    assert "asset:starforged" in notes[0]


def test_iron_vault_with_classic_assets(tmp_path: Path) -> None:
    sheet, _, notes = imported(tmp_path, IRON_VAULT)
    assert (sheet.name, sheet.xp, sheet.bonds) == ("하늘", 3, 3)
    assert [(asset.id, asset.abilities, asset.track) for asset in sheet.assets] == [
        ("horse", (False, True, True), 3),
        ("ironclad", (True, False, False), None),
    ]
    assert sheet.debilities == frozenset()
    assert notes == ["kept aside: asset:starforged/companion/glowcat, mood"]


def test_iron_vault_marks_impacts_by_signs_or_booleans(tmp_path: Path) -> None:
    signs = IRON_VAULT.replace("wounded: false", "wounded: ⬢\nshaken: ⬡\nmaimed: true\ndoomed: ⬢")
    sheet, _, notes = imported(tmp_path, signs)
    assert sheet.debilities == {"wounded", "maimed"}
    assert "doomed" in notes[0]


def test_iron_fellowship(tmp_path: Path) -> None:
    sheet, name, notes = imported(tmp_path, fellowship())
    assert (name, sheet.name, sheet.stats) == ("Iron Fellowship", "Élan", (3, 2, 2, 1, 1))
    assert (sheet.health, sheet.spirit, sheet.supply, sheet.momentum) == (4, 3, 2, 5)
    assert (sheet.xp, sheet.bonds, sheet.debilities) == (2, 2, {"wounded"})
    assert [(asset.id, asset.abilities, asset.track) for asset in sheet.assets] == [
        ("hawk", (False, True, False), 2),
        ("ironclad", (True, False, True), None),
    ]
    assert [(vow.name, vow.rank, vow.ticks) for vow in sheet.vows] == [("A vow", 4, 6)]
    assert notes == ["kept aside: doomed, starforged/assets/path/brawler"]


def test_iron_fellowship_with_documents_beside_each_other(tmp_path: Path) -> None:
    character = fellowship()
    tracks = list(character.pop("tracks").values())
    del character["assets"]
    asset = {
        "id": "asset:classic/companion/hound",
        "enabledAbilities": {"1": True},
        "controlValues": {"health": 1},
        "order": 1,
    }
    documents = {"character": character, "assets": {"a1": asset}, "tracks": tracks}
    sheet, name, _ = imported(tmp_path, documents)
    assert name == "Iron Fellowship"
    assert [(own.id, own.abilities, own.track) for own in sheet.assets] == [("hound", (False, True, False), 1)]
    assert len(sheet.vows) == 1


def test_iron_fellowship_marks_what_the_card_marks(tmp_path: Path) -> None:
    assets = [{"id": f"classic/assets/path/{name}", "enabledAbilities": {}} for name in ("veteran", "blade_bound")]
    sheet, _, _ = imported(tmp_path, fellowship(assets=assets))
    assert [asset.abilities[0] for asset in sheet.assets] == [True, False]


@pytest.mark.parametrize("content", [wrapped(companion_game()), companion_game(), companion_player()])
def test_ironsworn_companion(tmp_path: Path, content: Any) -> None:
    sheet, name, notes = imported(tmp_path, content)
    assert (name, sheet.name, sheet.stats) == ("IronswornCompanion", "Björn", (3, 2, 2, 1, 1))
    assert (sheet.health, sheet.spirit, sheet.supply, sheet.momentum) == (4, 3, 2, 5)
    assert (sheet.xp, sheet.bonds, sheet.debilities) == (1, 1, {"maimed"})
    assert [(asset.id, asset.abilities, asset.track) for asset in sheet.assets] == [
        ("cave_lion", (False, True, False), 2)
    ]
    assert [(vow.name, vow.rank, vow.ticks) for vow in sheet.vows] == [("A vow", 3, 8)]
    assert notes == ([] if content == companion_player() else ["kept aside: Other"])


def test_ironsworn_companion_keeps_aside_what_is_not_of_the_sheet(tmp_path: Path) -> None:
    stats = [*companion_player()["stats"][1:], {"stat": "Edge", "value": ""}]
    debilities = [{"name": "Wounded", "active": True}, {"name": "Doomed", "active": True}]
    player = companion_player(stats=stats, debilities=debilities, companions=[{"name": "Rex"}])
    sheet, _, notes = imported(tmp_path, player)
    assert (sheet.edge, sheet.debilities) == (0, {"wounded"})
    assert notes == ["kept aside: Doomed, Rex"]


@pytest.mark.parametrize("value", ["3.5", "three", True, None, "33"])
def test_ironsworn_companion_stats_are_whole_numbers(tmp_path: Path, value: Any) -> None:
    stats = [*companion_player()["stats"][1:], {"stat": "Edge", "value": value}]
    with pytest.raises(ContentError, match="a whole number"):
        imported(tmp_path, companion_player(stats=stats))


def test_our_own_toml(tmp_path: Path) -> None:
    sheet = Sheet(name="A", edge=1, heart=1, iron=3, shadow=2, wits=2, debilities={"cursed"}, momentum=9)
    assert imported(tmp_path, to_toml(sheet)) == (sheet, "Shieldmate TOML", [])


def test_our_own_toml_puts_contradictions_right(tmp_path: Path) -> None:
    written = 'name = "A"\nedge = 1\nheart = 1\niron = 1\nshadow = 1\nwits = 1\nsupply = 0\nmomentum = 10\n'
    sheet, _, notes = imported(tmp_path, written)
    assert (sheet.debilities, sheet.momentum) == ({"unprepared"}, 9)
    assert notes == ["supply is 0: unprepared is marked", "momentum was 10, taken as 9"]


@pytest.mark.parametrize("name", ["x.md", "x.toml", "x.txt", "x", "x.JSON"])
def test_the_format_is_told_from_content_alone(tmp_path: Path, name: str) -> None:
    for content in (json.dumps(fellowship()), IRON_VAULT):
        (tmp_path / name).write_text(content, encoding="utf-8")
        assert read_character(tmp_path / name).format in ("Iron Fellowship", "Iron Vault")


@pytest.mark.parametrize(
    "content", [json.dumps(fellowship()), IRON_VAULT, wrapped(companion_game()), to_toml(read_character(WARRIOR).sheet)]
)
def test_byte_order_mark_and_windows_line_ends(tmp_path: Path, content: str) -> None:
    plain = imported(tmp_path, content)
    assert imported(tmp_path, "\ufeff" + content.replace("\n", "\r\n")) == plain


def test_the_armour_worn_is_read(tmp_path: Path) -> None:
    worn = {"id": "asset:classic/combat_talent/ironclad", "enabledAbilities": {}}
    vault = IRON_VAULT.replace("controls: {}", "controls: {equipped: geared_for_war}")
    states = [{"Name": "Lightly armored", "IsActive": False}, {"Name": "Geared for war", "IsActive": True}]
    card = {"Name": "Ironclad", "Abilities": [], "MultiFieldAssetTrack": {"Fields": states}}
    item = foundry_asset("Ironclad")
    item["system"]["exclusiveOptions"] = [{"name": "Geared for war", "selected": True}]
    for content in (
        vault,
        fellowship(assets=[{**worn, "controlValues": {"equipped": "geared_for_war"}}]),
        fellowship(assets=[{**worn, "multiFieldTrackValue": "Geared For War"}]),
        companion_player(assets=[card]),
        {**foundry(), "items": [item]},
    ):
        assert [asset.mode for asset in imported(tmp_path, content).sheet.assets][-1] == "war"


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (fellowship(debilities=["wounded"]), "debilities"),
        (
            IRON_VAULT.replace("abilities: [true, false, false]\n    controls: {}", "abilities: yes"),
            "assets[1].abilities",
        ),
        (companion_player(debilities={"wounded": True}), "debilities"),
        (companion_player(assets="Cave Lion"), "assets"),
    ],
)
def test_what_has_another_shape_is_refused_not_ignored(tmp_path: Path, content: Any, place: str) -> None:
    with pytest.raises(ContentError) as raised:
        imported(tmp_path, content)
    assert [problem.where for problem in raised.value.problems] == [place]


def test_all_zero_stats_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="at least one stat above 0"):
        imported(tmp_path, fellowship(stats=dict.fromkeys(STAT_NAMES, 0)))
