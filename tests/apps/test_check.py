"""`check`: what a file is, told from what is in it, and all that is wrong with it."""

import pytest

from shieldmate.envs.oathsworn.library import built_in

STATS = "edge = 2\nheart = 2\niron = 3\nshadow = 1\nwits = 1\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f'name = "Kuno"\n{STATS}', "a character, Kuno (Shieldmate TOML)."),
        (f'name = "Kuno"\n{STATS}momentum = -2\n', "a character, Kuno (Shieldmate TOML)."),
        ('name = "Grim"\nrank = 3\n', "a foe, Grim."),
        ('[[foes]]\nname = "Grim"\nrank = 3\n', "a list of foes: 1."),
        ('foes = ["bear"]\n', "a scenario, a.toml."),
        ('name = "Den"\nfoes = ["bear"]\ncharacters = ["warrior"]\n', "a scenario, Den."),
        ('foes = ["bear"]\n[house_rules]\nflee = false\n', "a scenario, a.toml."),
        ("health = 3\nmomentum = -2\nprogress = 6\n", "a situation."),
        ("supply = 3\n[[characters]]\nhealth = 3\n[[foes]]\nticks = 7\n", "a situation."),
        ("[[foes]]\nprogress = 6\n", "a situation."),
        ('[archer]\nkind = "talent"\nrows = []\n', "a list of assets: 1."),
    ],
)
def test_a_toml_file_is_told_by_its_keys(run, tmp_path, text, told):
    (tmp_path / "a.toml").write_text(text)
    assert run("check a.toml --no-play") == (0, f"a.toml is {told}\n", "")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            f"nam = 1\n{STATS}",
            ["a.toml: name: found nothing; valid: this key, given", "a.toml: nam: found the unknown"],
        ),
        ("progress = 60\n", ["a.toml: foes[0].progress: found 60; valid: 10 or less"]),
        ('foes = "bear"\n', ["a.toml: foes: found 'bear'; valid: a list"]),
        ("foes = []\n", ["a.toml: foes: found []; valid: 1 or more entries"]),
        ('name = "Grim"\nrank = 9\n', ["a.toml: rank: found 9; valid: 5 or less"]),
        (
            f'name = "Kuno"\n{STATS}'
            '[[assets]]\nid = "ironclad"\nmode = "heavy"\n[[assets]]\nid = "hound"\nmode = "war"\n',
            [
                "a.toml: assets[0].mode: found 'heavy'; valid: \"\", light, war",
                "a.toml: assets[1].mode: found 'war'; valid: \"\"",
            ],
        ),
        (
            '[archr]\nkind = "talent"\nrows = [{ ability = 1, moves = ["strke"], need = "armd", special = "lech" }]\n'
            '[archer]\nkind = "talent"\nmodes = ["aim"]\nrows = [{ ability = 1, mode = "aimed", ad = 1 }]\n'
            '[keen]\nkind = "ritual"\nmodes = ["sharp"]\nrows = [{ ability = 1, mode = "blunt" }]\n',
            [
                "a.toml: archr: found 'archr'; valid: one of 78 names (did you mean archer?)",
                "a.toml: archr.rows[0].moves[0]: found 'strke'; valid: one of 21 names (did you mean strike?)",
                "a.toml: archr.rows[0].need: found 'armd'; valid: none, monster,",
                "a.toml: archr.rows[0].special: found 'lech'; valid: ",
                "a.toml: archer.rows[0].ad: found the unknown key ad; valid: one of 29 names (did you mean add?)",
                "a.toml: keen: found {'kind': 'ritual',",
            ],
        ),
    ],
)
def test_what_is_wrong_is_told_of_what_the_file_seems_to_be(run, tmp_path, text, said):
    (tmp_path / "a.toml").write_text(text)
    ran = run("check a.toml")
    assert ran.status == 2
    assert len(ran.err.splitlines()) == len(said)
    for line, begin in zip(ran.err.splitlines(), said, strict=True):
        assert line.startswith(begin)


@pytest.mark.parametrize(
    ("folder", "kind"), [("classes", "a class of Oathsworn"), ("encounters", "an encounter of Oathsworn")]
)
def test_every_built_in_file_is_told_by_its_keys(run, folder, kind):
    for path in built_in(folder).values():
        ran = run("check --no-play", path)
        assert (ran.status, ran.err) == (0, "")
        assert ran.out.startswith(f"{path} is {kind}, ")
