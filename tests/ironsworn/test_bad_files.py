"""Files that are broken, hostile or no characters: each is refused in clear lines, or read."""

import contextlib
import json
import time
from pathlib import Path
from typing import Any

import pytest
from exports import IRON_VAULT, companion_game, fellowship, foundry, wrapped
from hypothesis import given
from hypothesis import strategies as st

from shieldmate.envs.core.content import ContentError
from shieldmate.envs.ironsworn.importers import read_character, read_foe
from shieldmate.envs.ironsworn.importers.formats import read

FRONT_MATTER = "---\n{}\n---\n"
JSON = json.dumps(foundry(), ensure_ascii=False)


def refusal(file: Path) -> str:
    """The message of a refused file: it names the file, and is read in a moment."""
    started = time.monotonic()
    with pytest.raises(ContentError) as raised:
        read_character(file)
    assert time.monotonic() - started < 10
    assert all(str(file) in line for line in str(raised.value).splitlines())
    return str(raised.value)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "0 bytes"),
        (b"\x89PNG\r\n\x1a\n\0\0", "binary data"),
        (b"\xff\xfe{\0}\0", "binary data"),
        (b"   \n", "found a file with nothing"),
        (b"hello", "valid: a character of one of: Foundry VTT, classic save"),
        (b"[1, 2]", "valid: a character of one of"),
        (b"{}", "a file with nothing"),
        (b'{"hp": 3}', "a file with hp"),
        (b'"just text"', "line 1, column 1"),
        (b"null", "valid: a character of one of"),
        (b'{"a": 1', "line 1, column 8"),
        (b'{"a": 1,}', "line 1, column 9"),
        (b'{\n"a": 01}', "line 2, column 7"),
        (b'{"a": "x\ny"}', "line 1, column 9"),
        (b'{"a": 1} x', "line 1, column 10"),
        (b"{'a': 1}", "line 1, column 2"),
        (b'{"a": NaN}', "a: found NaN; valid: a number"),
        (b'{"a": [1, -Infinity]}', "a[1]: found -Infinity; valid: a number"),
        (b'{"a": {"b": 1, "c": 2, "b": 3}}', "a.b: found this key twice; valid: every key once"),
        (b"---\nname: A\n", "no front matter"),
        (b"---\nname: A\n---\n", "a file with name"),
        (b"---\nname: [A\n---\n", "line 3"),
        (b"---\nname: A\nname: B\n---\n", "name: found this key twice"),
        (b"---\na: &x [1]\nb: *x\n---\n", "YAML alias"),
        (b"---\na: !!python/object/apply:os.system [id]\n---\n", "python/object"),
        (b"---\na: !!binary aGk=\n---\n", "tag:yaml.org,2002:binary"),
        (b"---\n? [a, b]\n: 1\n---\n", "a file with ?"),
        (b"name = 'A'\nname = 'B'\n", "line 2"),
    ],
)
def test_broken_files_are_refused(tmp_path: Path, content: bytes, says: str) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    assert says in refusal(file)


@pytest.mark.parametrize(
    "content",
    [
        '{"a":' * 100_000,
        "[" * 100_000,
        "{" + '"a":[' * 5_000 + "]" * 5_000 + "}",
        "a = " + "[" * 100_000,
        "a = " + "{b = " * 50_000,
        "---\n" + "[" * 50_000 + "\n---\n",
        "---\n" + "\n".join(" " * depth + "a:" for depth in range(300)) + "\n---\n",
        "---\n" + "a: b\n" * 50_000 + "---\n",
        "---\n" + "\n".join(f"k{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 30)) + "\n---\n",
        '"' + "\\" * 99_999 + '"',
        "1" * 5_000_000,
        '{"a": ' + "1" * 5_000_000 + "}",
        '{"name": "' + "\\u0041" * 500_000,
    ],
    ids=lambda content: content[:12],
)
def test_hostile_files_are_refused_quickly(tmp_path: Path, content: str) -> None:
    file = tmp_path / "file"
    file.write_text(content, encoding="utf-8")
    assert len(refusal(file)) < 2_000


def test_a_file_of_50_megabytes_is_refused_at_once(tmp_path: Path) -> None:
    file = tmp_path / "file"
    with file.open("wb") as stream:
        stream.write(b'{"name": "')
        stream.truncate(50_000_000)
    started = time.monotonic()
    assert "50000000 bytes" in refusal(file)
    assert time.monotonic() - started < 0.5


def test_folders_and_missing_files(tmp_path: Path) -> None:
    assert "a folder" in refusal(tmp_path)
    assert "No such file" in refusal(tmp_path / "missing.json")


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('"value": 4', '"value": NaN', "system.health.value"),
        ('"value": 4', '"value": Infinity', "system.health.value"),
        ('"value": 4', '"value": 1e999', "system.health.value"),
        ('"value": 4', '"value": true', "system.health.value"),
        ('"value": 4', '"value": "4"', "system.health.value"),
        ('"value": 4', '"value": 4.5', "system.health.value"),
        ('"value": 4', '"value": 4, "value": 5', "system.health.value"),
        ('"xp": 3', '"xp": [3]', "system.xp"),
    ],
)
def test_what_is_no_number_is_refused_with_its_key_path(tmp_path: Path, old: str, new: str, place: str) -> None:
    file = tmp_path / "file"
    assert old in JSON
    file.write_text(JSON.replace(old, new, 1), encoding="utf-8")
    assert f"{file}: {place}: " in refusal(file)


@pytest.mark.parametrize("value", [".nan", ".inf", "true", '"4"', "four", "4.5", "[4]", "2024-01-01", "0x4", "1:30"])
def test_front_matter_that_is_no_number_is_refused(tmp_path: Path, value: str) -> None:
    file = tmp_path / "file"
    file.write_text(IRON_VAULT.replace("health: 4", f"health: {value}", 1), encoding="utf-8")
    assert f"{file}: health: " in refusal(file)


def test_all_problems_of_a_file_are_named_at_once(tmp_path: Path) -> None:
    file = tmp_path / "file"
    bad = fellowship(health="x", spirit=True, stats={"edge": 1, "heart": None, "iron": 2, "shadow": 1})
    file.write_text(json.dumps(bad), encoding="utf-8")
    places = [line.removeprefix(f"{file}: ").split(":")[0] for line in refusal(file).splitlines()]
    assert places == ["stats.heart", "stats.wits", "health", "spirit"]


def test_front_matter_words_are_texts_as_obsidian_means_them(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text(IRON_VAULT.replace("name: 하늘", "name: No"), encoding="utf-8")
    assert read_character(file).sheet.name == "No"


@pytest.mark.parametrize("name", ["하늘", "Ægir Þórsson", "👩‍🚀", "محمد", "a\u0301", "x" * 200])
def test_names_in_any_script(tmp_path: Path, name: str) -> None:
    file = tmp_path / "file"
    for ascii_only in (True, False):
        file.write_text(json.dumps({**foundry(), "name": name}, ensure_ascii=ascii_only), encoding="utf-8")
        assert read_character(file).sheet.name == name


@pytest.mark.parametrize("name", ["", "   ", None, 3, True, ["A"], "x" * 201])
def test_names_that_are_none(tmp_path: Path, name: Any) -> None:
    file = tmp_path / "file"
    file.write_text(json.dumps({**foundry(), "name": name}), encoding="utf-8")
    assert f"{file}: name: " in refusal(file)


def test_half_a_surrogate_pair_can_be_printed(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text(json.dumps({**foundry(), "name": "A\ud800", "\ud800": 1}), encoding="utf-8")
    sheet, _, notes = read_character(file)
    "\n".join([sheet.name, *notes]).encode()


def test_what_is_kept_aside_is_one_line_whatever_it_holds(tmp_path: Path) -> None:
    strange = {f"key\n{number}{'x' * 500}": 1 for number in range(50)}
    file = tmp_path / "file"
    file.write_text(json.dumps({**foundry(), **strange}), encoding="utf-8")
    (note,) = read_character(file).notes
    assert "\n" not in note
    assert "and 40 more" in note
    assert len(note) < 1_000


@pytest.mark.parametrize("content", [b"", b"{}", b"\0", b'{"type": "foe", "system": {"dfid": ""}}', b"rank = true"])
def test_bad_foes_are_refused_in_clear_lines(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "foe"
    file.write_bytes(content)
    with pytest.raises(ContentError) as raised:
        read_foe(file)
    assert all(str(file) in line for line in str(raised.value).splitlines())


SEEDS = [JSON, IRON_VAULT, json.dumps(fellowship()), wrapped(companion_game()), 'name = "A"\nedge = 1\n']


@given(st.data())
def test_a_damaged_file_is_read_or_refused_never_worse(data: st.DataObject) -> None:
    source = data.draw(st.sampled_from(SEEDS))
    at = data.draw(st.integers(0, len(source)))
    until = data.draw(st.integers(at, min(len(source), at + 30)))
    middle = data.draw(st.text(st.sampled_from('{}[]":,.-0123456789 \n\tantfu#=&*!|>\\'), max_size=8))
    with contextlib.suppress(ContentError):
        _, reading = read(source[:at] + middle + source[until:], "file")
        reading.sheet()
        reading.notes()
