"""What environments are made of is named as on the command line."""

import pytest

from shieldmate.agents.environments import ironsworn_scenario
from shieldmate.envs.core.content import ContentError

STATS = "edge = 3\nheart = 2\niron = 2\nshadow = 1\nwits = 1\n"


@pytest.fixture
def den(tmp_path, monkeypatch):
    """A scenario in a folder of its own, a character and a foe beside it; the current folder is another."""
    folder = tmp_path / "den"
    folder.mkdir()
    (folder / "kuno.toml").write_text(f'name = "Kuno"\n{STATS}')
    (folder / "grim.toml").write_text('name = "Grim"\nrank = 4\nnature = "horror"\n')
    (folder / "den.toml").write_text(
        'foes = ["grim.toml", "wolf:3"]\ncharacters = ["kuno.toml", "warrior"]\n[house_rules]\nprice = "harm"\n'
    )
    monkeypatch.chdir(tmp_path)
    return folder / "den.toml"


def test_files_of_a_scenario_are_beside_it(den):
    scenario = ironsworn_scenario(den)
    assert [sheet.name for sheet in scenario.sheets] == ["Kuno", "Warrior"]
    assert [(foe.name, foe.rank, foe.pack_size) for foe in scenario.foes] == [("Grim", 4, 1), ("Wolf", 3, 3)]
    assert scenario.rules.price == "harm"


def test_what_is_given_goes_over_the_file(den):
    scenario = ironsworn_scenario(str(den), ["den/kuno.toml"], ["den/grim.toml", "bear"], {"flee": False})
    assert [sheet.name for sheet in scenario.sheets] == ["Kuno"]
    assert [foe.name for foe in scenario.foes] == ["Grim", "Bear"]
    assert (scenario.rules.price, scenario.rules.flee) == ("harm", False)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            {"rules": {"price": "hram"}},
            r"rules: price: found 'hram'; valid: mixed, harm, table, oracle \(did you mean harm",
        ),
        ({"rules": {"prise": "harm"}}, r"rules: prise: found the unknown key prise; valid: one of 21 names \(did you"),
        ({"foes": ["bera"]}, r"foe: found bera; valid: .*did you mean Bear"),
        ({"foes": ["nowhere.toml"]}, "nowhere.toml: found an unreadable file"),
        ({"foes": ["epic:3", "giant", "wyvern"]}, "found 5 foes; valid: at most 4"),
        ({"characters": ["warior"]}, "warior: found no built-in character of that name; valid: warrior"),
        ({"characters": ["warrior"] * 5}, "found 5 characters; valid: 1 to 4 characters"),
    ],
)
def test_what_is_wrong_is_one_line(given, said):
    with pytest.raises(ContentError, match=said) as error:
        ironsworn_scenario("ironsworn/bear", **given)
    assert len(str(error.value).splitlines()) == 1
