"""Content files: what is tolerated, and how errors read."""

import os
from pathlib import Path

import pytest

from shieldmate.envs.core.content import (
    ContentError,
    Strict,
    check,
    load,
    match,
    name_key,
    nearest,
    parse_toml,
    read_source,
)


class Inner(Strict):
    rank: int


class Outer(Strict):
    name: str
    speed: float = 1.0
    parts: list[Inner] = []


def test_byte_order_mark_and_windows_line_ends_are_no_errors(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_bytes(b'\xef\xbb\xbfname = "A"\r\nparts = [{rank = 1}]\r\n')
    assert load(file, Outer) == Outer(name="A", parts=[Inner(rank=1)])


def test_source_is_kept_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_bytes(b"\xef\xbb\xbfa\r\nb\rc\n")
    assert read_source(file) == "\ufeffa\r\nb\rc\n"


@pytest.mark.parametrize(
    ("data", "found"),
    [(b"", "0 bytes"), (b"\xff\xfe\x00", "binary"), (b"a = \x00", "binary"), (b"x" * 101, "101 bytes")],
)
def test_files_that_are_no_text_are_refused(tmp_path: Path, data: bytes, found: str) -> None:
    file = tmp_path / "a.toml"
    file.write_bytes(data)
    with pytest.raises(ContentError) as raised:
        read_source(file, limit=100)
    assert found in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_large_file_is_refused_unread(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    with file.open("wb") as stream:
        stream.truncate(10**12)
    with pytest.raises(ContentError, match="1000000000000 bytes"):
        read_source(file)


def test_folders_and_missing_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="a folder"):
        read_source(tmp_path)
    with pytest.raises(ContentError, match="No such file"):
        read_source(tmp_path / "none.toml")
    with pytest.raises(ContentError):
        read_source("a\0b")


@pytest.mark.skipif(os.name == "nt", reason="no named pipes")
def test_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ContentError):
        read_source(tmp_path / "pipe")


def test_broken_toml_names_line_and_column() -> None:
    with pytest.raises(ContentError, match="line 2, column 5"):
        parse_toml("a = 1\nb = = 2\n", "x")


def test_deep_toml_is_refused() -> None:
    with pytest.raises(ContentError, match="deeply"):
        parse_toml("a = " + "[" * 100_000, "x")


@pytest.mark.parametrize("speed", [True, float("nan"), float("inf"), "1.0", None])
def test_booleans_text_and_nan_are_no_numbers(speed: object) -> None:
    with pytest.raises(ContentError, match=r"x: speed: found .*; valid: a number"):
        check({"name": "A", "speed": speed}, Outer, "x")


def test_every_problem_is_one_line_with_its_key_path() -> None:
    with pytest.raises(ContentError) as raised:
        check({"nam": "A", "parts": [{"rank": 1}, {"rank": True, "size\n": 2}]}, Outer, "x")
    lines = str(raised.value).splitlines()
    assert lines == [
        "x: name: found nothing; valid: this key, given",
        "x: parts[1].rank: found True; valid: a whole number",
        "x: parts[1].size\\n: found the unknown key size\\n; valid: rank",
        "x: nam: found the unknown key nam; valid: name, speed, parts (did you mean name?)",
    ]


@pytest.mark.parametrize(
    ("typed", "known"),
    [
        ("LONG ARM", "Long-Arm"),
        ("long_arm", "Long-Arm"),
        ("e\u0301lan", "\u00c9lan"),
        ("STRASSE", "Straße"),
        ("longarm", None),
    ],
)
def test_names_match_without_regard_to_case_form_and_spacing(typed: str, known: str | None) -> None:
    assert match(typed, ["Long-Arm", "\u00c9lan", "Straße"]) == known


def test_the_nearest_name_is_suggested() -> None:
    assert nearest("shield berer", ["Shield-Bearer", "Archer"]) == "Shield-Bearer"
    assert nearest("qqq", ["Shield-Bearer", "Archer"]) is None


def test_name_key_is_a_slug() -> None:
    assert name_key("  Thunder-Bringer ") == "thunder_bringer"


@pytest.mark.parametrize("number", ["1" * 5_000, "0x" + "f" * 5_000, str(2**63)])
def test_numbers_beyond_64_bits_are_refused(tmp_path: Path, number: str) -> None:
    file = tmp_path / "a.toml"
    file.write_text(f'name = "A"\nparts = [{{ rank = {number} }}]\n')
    with pytest.raises(ContentError, match="found a whole number of more than 64 bits; valid: ") as raised:
        load(file, Outer)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("text", ["[" * 90_000, "a." * 90_000 + "a = 1", "a = " + "[" * 200 + "]" * 200])
def test_data_nested_too_deeply_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "a.toml"
    file.write_text(text)
    with pytest.raises(ContentError, match="nested too deeply|broken TOML") as raised:
        load(file, Outer)
    assert "\n" not in str(raised.value)
