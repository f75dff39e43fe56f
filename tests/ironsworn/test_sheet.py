"""The sheet: tracks, caps and debilities (rules section 2), and our own TOML form."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shieldmate.envs.core.content import ContentError, check, parse_toml
from shieldmate.envs.ironsworn.asset_names import ASSET_NAMES, asset_id
from shieldmate.envs.ironsworn.sheet import (
    CHARACTERS_FOLDER,
    DEBILITY_NAMES,
    Sheet,
    SheetAsset,
    Vow,
    clamped,
    fight_assets,
    read_sheet,
    to_toml,
)

ASSETS = st.builds(
    SheetAsset,
    id=st.sampled_from(sorted(ASSET_NAMES)),
    abilities=st.tuples(st.booleans(), st.booleans(), st.booleans()),
    track=st.none() | st.integers(0, 10),
    prepared=st.booleans(),
    mode=st.text(max_size=5),
    stat=st.sampled_from(["", "edge", "wits"]),
    target=st.text(max_size=5),
)
VOWS = st.builds(Vow, name=st.text(max_size=20), rank=st.integers(1, 5), ticks=st.integers(0, 40))
SHEETS = st.builds(
    Sheet,
    name=st.text(min_size=1, max_size=20),
    edge=st.integers(1, 4),
    heart=st.integers(0, 4),
    iron=st.integers(0, 4),
    shadow=st.integers(0, 4),
    wits=st.integers(0, 4),
    health=st.integers(0, 5),
    spirit=st.integers(0, 5),
    supply=st.integers(0, 5),
    momentum=st.integers(-6, 10),
    debilities=st.frozensets(st.sampled_from(DEBILITY_NAMES)),
    weapon=st.sampled_from(["deadly", "simple"]),
    reach=st.sampled_from(["both", "close", "ranged"]),
    xp=st.integers(0, 99),
    bonds=st.integers(0, 40),
    assets=st.lists(ASSETS, max_size=4),
    vows=st.lists(VOWS, max_size=3),
)


def sheet(**changes: object) -> Sheet:
    stats = {"name": "A", "edge": 3, "heart": 2, "iron": 2, "shadow": 1, "wits": 1}
    return Sheet.model_validate({**stats, **changes})


def test_the_built_in_warrior() -> None:
    warrior, said = read_sheet(CHARACTERS_FOLDER / "warrior.toml")
    assert warrior.stats == (2, 2, 3, 1, 1)
    assert (warrior.health, warrior.spirit, warrior.supply, warrior.momentum) == (5, 5, 5, 2)
    assert (warrior.weapon, warrior.assets, warrior.debilities, said) == ("deadly", (), frozenset(), [])


@pytest.mark.parametrize(
    ("count", "top", "reset"),
    [(0, 10, 2), (1, 9, 1), (2, 8, 0), (3, 7, 0), (8, 2, 0)],
)
def test_case_83_debilities_lower_maximum_and_reset(count: int, top: int, reset: int) -> None:
    marked = sheet(debilities=DEBILITY_NAMES[:count])
    assert (marked.max_momentum, marked.momentum_reset) == (top, reset)


def test_a_scarred_character_does_not_count_maimed_and_has_four_health() -> None:
    scarred = sheet(debilities=["maimed"], assets=[{"id": "battle_scarred", "abilities": [True, True, False]}])
    assert (scarred.max_momentum, scarred.max_health) == (10, 4)
    assert clamped(scarred)[0].health == 4


@pytest.mark.parametrize(
    ("given_sheet", "field", "value", "sentence"),
    [
        ({"momentum": 10, "debilities": ["wounded"]}, "momentum", 9, "momentum was 10, taken as 9"),
        ({"supply": 0}, "debilities", frozenset({"unprepared"}), "supply is 0: unprepared is marked"),
    ],
)
def test_what_contradicts_the_rules_is_put_right_and_said(
    given_sheet: dict[str, object], field: str, value: object, sentence: str
) -> None:
    right, said = clamped(sheet(**given_sheet))
    assert getattr(right, field) == value
    assert said == [sentence]


def test_a_companion_over_its_health_is_clamped() -> None:
    right, said = clamped(sheet(assets=[{"id": "raven", "track": 5}]))
    assert right.assets[0].track == 2
    assert said == ["Raven: health was 5, taken as 2"]


def test_supply_zero_lowers_momentum_too() -> None:
    assert clamped(sheet(supply=0, momentum=10))[0].momentum == 9


@given(SHEETS)
def test_toml_reads_back_the_same(written: Sheet) -> None:
    assert check(parse_toml(to_toml(written), "x"), Sheet, "x") == written


@given(SHEETS)
def test_clamping_twice_changes_nothing_more(any_sheet: Sheet) -> None:
    once, _ = clamped(any_sheet)
    assert clamped(once) == (once, [])


def test_there_are_78_assets() -> None:
    assert len(ASSET_NAMES) == 78


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("Shield-Bearer", "shield_bearer"),
        ("shield bearer", "shield_bearer"),
        ("THUNDER-BRINGER", "thunder_bringer"),
        ("long-arm", "long_arm"),
        ("asset:classic/combat_talent/long_arm", "long_arm"),
        ("classic/assets/path/blade_bound", "blade_bound"),
        ("datasworn:asset:classic/companion/cave_lion", "cave_lion"),
        ("Ironsworn/Assets/Companion/Young_Wyvern", "young_wyvern"),
        ("core-cave-lion", "cave_lion"),
        ("asset:starforged/path/brawler", None),
        ("Starforged/Assets/Path/Brawler", None),
        ("asset:sundered_isles/companion/monkey", None),
        ("asset:homebrew/path/brawler", None),
        ("brawlr", None),
        ("", None),
    ],
)
def test_assets_are_known_by_name_or_id(text: str, known: str | None) -> None:
    assert asset_id(text) == known


def test_a_fight_uses_six_assets_at_most_and_names_the_others() -> None:
    owned = ["trickster", "ironclad", "horse", "hound", "archer", "duelist", "veteran", "slayer"]
    used, said = fight_assets(sheet(assets=[{"id": name} for name in owned]), {*owned} - {"trickster"})
    assert [asset.id for asset in used] == ["ironclad", "horse", "hound", "archer", "duelist", "veteran"]
    assert said == ["A: kept aside in this fight: Trickster, Slayer"]


@pytest.mark.parametrize(
    ("line", "place", "valid"),
    [
        ("edge = true", "edge", "a whole number"),
        ("edge = nan", "edge", "a whole number"),
        ('edge = "3"', "edge", "a whole number"),
        ("edge = 3.5", "edge", "a whole number"),
        ("edge = 5", "edge", "4 or less"),
        ("health = -1", "health", "0 or more"),
        ("momentum = 11", "momentum", "10 or less"),
        ('debilities = ["woundd"]', "debilities[0]", "did you mean wounded?"),
        ('weapon = "blunt"', "weapon", "deadly, simple"),
        ("helth = 3", "helth", "did you mean health?"),
        ('[[assets]]\nid = "brawlr"', "assets[0].id", "did you mean brawler?"),
        ('[[assets]]\nid = "horse"\nabilities = [true]', "assets[0].abilities[1]", "this key"),
    ],
)
def test_errors_name_the_key_and_what_is_valid(tmp_path: Path, line: str, place: str, valid: str) -> None:
    stats = {"edge": 3, "heart": 2, "iron": 2, "shadow": 1, "wits": 1}
    given_line = [f"{key} = {value}" for key, value in stats.items() if not line.startswith(key)]
    file = tmp_path / "a.toml"
    file.write_text("\n".join(['name = "A"', *given_line, line]), encoding="utf-8")
    with pytest.raises(ContentError) as raised:
        read_sheet(file)
    problems = [problem for problem in raised.value.problems if problem.where == place]
    assert problems
    assert valid in problems[0].valid


def test_all_problems_are_named_at_once(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text('name = "A"\nedge = 9\nheart = true\n', encoding="utf-8")
    with pytest.raises(ContentError) as raised:
        read_sheet(file)
    assert [problem.where for problem in raised.value.problems] == ["edge", "heart", "iron", "shadow", "wits"]
    assert len(str(raised.value).splitlines()) == 5


def test_all_zero_stats_are_refused() -> None:
    with pytest.raises(ContentError, match="at least one stat above 0"):
        check({"name": "A", "edge": 0, "heart": 0, "iron": 0, "shadow": 0, "wits": 0}, Sheet, "x")
