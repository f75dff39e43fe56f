"""`new`: templates that pass `check` at once, are shown and played at once, and are never written over a file."""

import json
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
