"""`new`: templates that pass `check` at once, are shown and played at once, and are never written over a file."""

import json
import random
import re
import tomllib

import pytest

from shieldmate.apps.new import KINDS, LONGEST_NAME, file_name
from shieldmate.apps.schema import MODELS

PLAYED = {
    "encounter": "run reed-king.toml",
    "class": "run oathsworn/broodmother --party reed-king.toml,priest,ranger,warbear",
    "foe": "run ironsworn --foe reed-king.toml",
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_template_is_checked_shown_and_played_as_it_stands(run, kind):
    written = run(f"new {kind}", "Reed King")
    assert written.out.splitlines()[0] == "Written: reed-king.toml"
    assert f"  shieldmate {PLAYED[kind]}" in written.out.splitlines()
    assert "Reed King" in run("check reed-king.toml --no-play").out
    assert run("show reed-king.toml").out.startswith("Reed King\n")
    played = run(PLAYED[kind], "--seed", 1)
    assert (played.status, played.err) == (0, "")
    assert "Reed King" in played.out


@pytest.mark.parametrize("kind", KINDS)
def test_the_schema_beside_it_is_the_one_that_its_first_line_names(run, tmp_path, kind):
    assert run(f"new {kind} king --schema").status == 0
    first = (tmp_path / "king.toml").read_text(encoding="utf-8").splitlines()[0]
    assert first == f"#:schema ./{kind}.schema.json"
    schema = (tmp_path / f"{kind}.schema.json").read_text(encoding="utf-8")
    assert schema == run(f"schema {kind}").out
    keys = tomllib.loads((tmp_path / "king.toml").read_text(encoding="utf-8")).keys()
    assert keys <= json.loads(schema)["properties"].keys()
    assert run(f"new {kind} queen --schema").status == 0, "the same schema may be there already"


def test_no_file_is_written_over(run, tmp_path):
    (tmp_path / "king.toml").write_text("mine")
    (tmp_path / "class.schema.json").write_text("mine")
    for line in ("new class king", "new class queen --schema"):
        ran = run(line)
        assert (ran.status, ran.out) == (2, "")
        assert "found a file that is there already; valid: a new file name, or --force" in ran.err
    assert (tmp_path / "king.toml").read_text() == (tmp_path / "class.schema.json").read_text() == "mine"
    assert not (tmp_path / "queen.toml").exists()
    assert run("new class king --force").status == 0
    assert (tmp_path / "king.toml").read_text(encoding="utf-8") != "mine"


def test_a_file_of_another_name_in_another_folder(run, tmp_path):
    (tmp_path / "mine").mkdir()
    assert run("new foe Grim --schema -o mine/hound.toml").status == 0
    assert sorted(path.name for path in (tmp_path / "mine").iterdir()) == ["foe.schema.json", "hound.toml"]
    assert run("new foe Grim -o nowhere/hound.toml").status == 2
    assert "valid: a file that ends in .toml" in run("new foe Grim -o hound.txt").err


@pytest.mark.parametrize("name", ["", "  ", "...", "a\nb", "a\x1b[31m", "x" * (LONGEST_NAME + 1), "\u202e"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_name_that_is_none(run, tmp_path, kind, name):
    ran = run(f"new {kind}", name)
    assert ran.status == 2
    assert ran.err.startswith("NAME: found ")
    assert "; valid: a name of 1 to 80 characters on one line, with a letter or digit\n" in ran.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Grim's Hound", "grims-hound.toml"),
        ("../../etc/Bog", "etc-bog.toml"),
        ('The "Old" \\ One', "the-old-one.toml"),
        ("Đuro Ćelavi", "đuro-ćelavi.toml"),
        ("{name}", "name.toml"),
        ("x" * LONGEST_NAME, f"{'x' * 60}.toml"),
    ],
)
def test_any_other_name_makes_a_file_that_is_right(run, name, file):
    assert file_name(name) == file
    for kind in KINDS:
        assert run(f"new {kind} --force", name).status == 0
        checked = run(f"check {file} --no-play")
        assert (checked.status, checked.err) == (0, "")


def test_a_kind_that_there_is_not(run):
    assert run("new encountr x").err == "new: found encountr; valid: encounter, class, foe (did you mean encounter?)\n"


def test_every_kind_has_a_schema():
    assert set(KINDS) <= MODELS.keys()


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("class", "king.toml: found a class; valid: an encounter; a class is brought with --party\n"),
        ("foe", "king.toml: found a foe; valid: a scenario; a foe is brought with --foe\n"),
    ],
)
def test_a_file_that_is_no_scenario_says_how_it_is_played(run, kind, said):
    run(f"new {kind} king")
    assert run("run king.toml") == (2, "", said)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('"Short Sword"', '"Short Sord"', "king.toml: equipment[0]: found 'Short Sord'; valid: one of "),
        ('"Short Sword"', '"Great Maul"', "king.toml: equipment: found"),
        ("cooldown = 0", "cooldown = 1", "king.toml: starting: found [1, 1, 1, 2, 2, 3, 3]; valid: seven different"),
        ("[[companion.archetypes]]", "[[companion.archetype]]", "companion.archetype: found the unknown key archetype"),
        (
            'do = "peek", deck = "stage"',
            'do = "peek"',
            "options[1].steps[0].deck: found nothing; valid: this key, which peek needs",
        ),
        ('when = "drawn"', 'when = "drew"', "abilities[0].when: found 'drew'; valid: turn, "),
        (
            '    { name = "encourage"',
            '    { nam = "encourage"',
            "b[1].nam: found the unknown key nam; valid: name, cost",
        ),
    ],
)
def test_what_is_wrong_in_a_class_has_its_place(run, tmp_path, before, after, said):
    run("new class king")
    file = tmp_path / "king.toml"
    text = file.read_text(encoding="utf-8")
    assert text.count(before) == 1
    file.write_text(text.replace(before, after), encoding="utf-8")
    ran = run("check king.toml")
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(25))
def test_a_template_changed_anyhow_is_right_or_refused_in_clear_lines(run, tmp_path, kind, seed):
    luck = random.Random(f"{kind} {seed}")
    run(f"new {kind} king")
    file = tmp_path / "king.toml"
    lines = file.read_text(encoding="utf-8").splitlines()
    for _ in range(luck.randint(1, 3)):
        place = luck.randrange(len(lines))
        line = lines[place]
        words = [word for word in re.findall(r"[\w.]+", line) if word in line]
        word = luck.choice(words) if words else ""
        junk = luck.choice(["", "0", "-1", "99999", "1.5", "true", "[]", "{}", '"x"', "\u202e", '"""', "name", "king"])
        lines[place : place + 1] = luck.choice([[], [line, line], [line.replace(word, junk, 1) if word else junk]])
    file.write_text("\n".join(lines), encoding="utf-8")
    ran = run("check king.toml --no-play --as", kind)
    assert ran.status in (0, 2)
    assert bool(ran.err) == (ran.status == 2)
    assert all(line.startswith("king.toml") and "; valid: " in line for line in ran.err.splitlines())
