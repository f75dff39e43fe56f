"""Foes and packs (rules section 6), the figures written out."""

import pytest

from shieldmate.envs.core.content import ContentError
from shieldmate.envs.ironsworn.foes import FoeSlot, all_foes, expand, find_foe, pack, split_count

CORE = {
    "ironlander": {"Broken": 1, "Common Folk": 1, "Hunter": 2, "Mystic": 2, "Raider": 2, "Warrior": 2},
    "firstborn": {"Elf": 2, "Giant": 4, "Primordial": 4, "Troll": 3, "Varou": 2},
    "animal": {"Bear": 3, "Boar": 2, "Gaunt": 2, "Marsh Rat": 1, "Wolf": 2},
    "beast": {"Basilisk": 4, "Elder Beast": 4, "Harrow Spider": 2, "Leviathan": 5, "Mammoth": 4, "Wyvern": 4},
    "horror": {
        "Bonewalker": 2, "Chimera": 4, "Frostbound": 3, "Haunt": 2, "Hollow": 4, "Iron Revenant": 4, "Sodden": 3,
    },
}  # fmt: skip
DELVE = {
    "ironlander": {"Husk": 3, "Zealot": 1},
    "firstborn": {"Atanya": 2, "Merrow": 2},
    "animal": {
        "Bladewing": 2, "Carrion Newt": 3, "Cave Lion": 3, "Deep Rat": 1, "Nightmare Spider": 2, "Shroud Crab": 1,
        "Trog": 2,
    },
    "beast": {
        "Chitter": 2, "Gnarl": 4, "Iron-Wracked Beast": 3, "Kraken": 5, "Nightspawn": 3, "Rhaskar": 4, "Wyrm": 5,
    },
    "horror": {"Blighthound": 3, "Bog Rot": 2, "Bonehorde": 4, "Thrall": 2, "Wight": 3},
    "anomaly": {
        "Blood Thorn": 2, "Circle of Stones": 2, "Glimmer": 2, "Gloom": 2, "Maelstrom": 2, "Tempest": 2,
    },
}  # fmt: skip
UNDEAD = {
    "Bonewalker", "Chimera", "Frostbound", "Haunt", "Hollow", "Iron Revenant", "Sodden", "Bog Rot", "Bonehorde",
    "Wight",
}  # fmt: skip


@pytest.mark.parametrize(("book", "listed"), [("classic", CORE), ("delve", DELVE)])
def test_every_foe_of_the_book_by_name_rank_and_nature(book: str, listed: dict[str, dict[str, int]]) -> None:
    loaded: dict[str, dict[str, int]] = {}
    for foe in all_foes():
        if foe.book == book:
            loaded.setdefault(foe.nature, {})[foe.name] = foe.rank
    assert loaded == listed
    assert sum(len(names) for names in listed.values()) == 29


def test_the_undead_are_those_that_died_and_walk() -> None:
    assert {foe.name for foe in all_foes() if foe.undead} == UNDEAD


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("wolf", "Wolf"),
        ("MARSH RAT", "Marsh Rat"),
        ("marsh_rat", "Marsh Rat"),
        ("iron-wracked-beast", "Iron-Wracked Beast"),
        ("iron wracked beast", "Iron-Wracked Beast"),
        ("  Circle of  Stones ", "Circle of Stones"),
        ("Epic", "epic"),
    ],
)
def test_names_match_in_any_case_and_spelling(typed: str, name: str) -> None:
    assert find_foe(typed).name == name


@pytest.mark.parametrize(
    ("name", "rank"), [("troublesome", 1), ("dangerous", 2), ("formidable", 3), ("extreme", 4), ("epic", 5)]
)
def test_plain_foes_have_a_rank_and_no_nature(name: str, rank: int) -> None:
    assert expand(name) == [FoeSlot(name, rank, "", False, 1)]


@pytest.mark.parametrize(
    ("typed", "meant"), [("wolff", "Wolf"), ("basilisc", "Basilisk"), ("formidible", "formidable")]
)
def test_an_unknown_foe_suggests_the_nearest(typed: str, meant: str) -> None:
    with pytest.raises(ContentError, match=f"did you mean {meant}") as raised:
        find_foe(typed)
    assert "\n" not in str(raised.value)


def test_a_foe_like_no_other_is_refused_without_suggestion() -> None:
    with pytest.raises(ContentError, match="qqqq"):
        find_foe("qqqq")


@pytest.mark.parametrize(
    ("spec", "slots"),
    [
        ("wolf", [(2, 1)]),
        ("wolf:1", [(2, 1)]),
        ("wolf:2", [(2, 1), (2, 1)]),
        ("wolf:3", [(3, 3)]),
        ("wolf:5", [(3, 5)]),
        ("wolf:6", [(4, 6)]),
        ("wolf:10", [(4, 10)]),
        ("wolf:11", [(4, 6), (3, 5)]),
        ("wolf:20", [(4, 10), (4, 10)]),
        ("wolf:40", [(4, 10), (4, 10), (4, 10), (4, 10)]),
        ("marsh rat:4", [(2, 4)]),
        ("marsh rat:7", [(3, 7)]),
        ("troublesome:10", [(3, 10)]),
        ("bear:2", [(3, 1), (3, 1)]),
        ("bear:4", [(3, 1), (3, 1), (3, 1), (3, 1)]),
        ("epic:3", [(5, 1), (5, 1), (5, 1)]),
    ],
)
def test_packs(spec: str, slots: list[tuple[int, int]]) -> None:
    assert [(slot.rank, slot.pack_size) for slot in expand(spec)] == slots


def test_a_pack_keeps_name_nature_and_undeath() -> None:
    assert expand("bonewalker:4") == [FoeSlot("Bonewalker", 3, "horror", True, 4)]


@pytest.mark.parametrize("spec", ["bear:5", "wolf:41", "wolf:0", "epic:99999999"])
def test_counts_no_fight_holds_are_refused_in_one_line(spec: str) -> None:
    with pytest.raises(ContentError) as raised:
        expand(spec)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("spec", "parts"),
    [("wolf:5", ("wolf", 5)), ("a:b/foe.json", ("a:b/foe.json", 1)), ("C:\\foe.json:3", ("C:\\foe.json", 3))],
)
def test_a_spec_splits_into_name_and_count(spec: str, parts: tuple[str, int]) -> None:
    assert split_count(spec) == parts


def test_pack_takes_any_foe() -> None:
    assert [slot.rank for slot in pack(find_foe("Merrow"), 8)] == [4]
