"""Written back, a character file keeps every byte but those of what changed."""

import json
import os
import tomllib
from pathlib import Path
from typing import Any

import pytest
from exports import IRON_VAULT, companion_game, companion_player, fellowship, foundry, foundry_old, wrapped
from hypothesis import given
from hypothesis import strategies as st

from shieldmate.envs.core.content import ContentError
from shieldmate.envs.ironsworn.importers import read_character, write_back
from shieldmate.envs.ironsworn.importers.formats import read
from shieldmate.envs.ironsworn.importers.json_text import JsonText
from shieldmate.envs.ironsworn.importers.text import plain
from shieldmate.envs.ironsworn.importers.toml_text import TomlText
from shieldmate.envs.ironsworn.importers.writing import rewritten
from shieldmate.envs.ironsworn.sheet import DEBILITY_NAMES, Sheet, clamped, to_toml

CASES = Path(__file__).parent.parent / "cases" / "characters"
CLASSIC_SAVE = json.loads((CASES / "classic_save_A.json").read_text(encoding="utf-8"))
OWN = """\
# my character
name = "A"   # not a byte of this changes
edge = 0x2
heart = 2
iron = +3
shadow = 1
wits = 1
health = 4 # four
debilities = [ "wounded", # a list
  "cursed" ]

[[assets]]
id = "horse"
track = 3

# the shield
[[assets]]
id = "Shield-Bearer"
abilities = [ true, true, false ]

[[vows]]
name = "A vow"
rank = 3
ticks = 4
"""
OWN_INLINE = """\
assets = [ { id = "hound", track = 2 }, { id = "ironclad" , mode = "war" } ]
vows = [ {name="A vow",rank=2} ]
name = 'A'
edge = 1
heart = 1
iron = 1
shadow = 1
wits = 1
"""


def source_of(content: Any) -> str:
    return content if isinstance(content, str) else json.dumps(content, indent=2, ensure_ascii=False)


def sheet_of(source: str) -> Sheet:
    return read(source, "file")[1].sheet()


@st.composite
def shuffled(draw: st.DrawFn, value: Any) -> Any:
    """The same JSON value with its keys in another order."""
    if isinstance(value, dict):
        return {key: draw(shuffled(value[key])) for key in draw(st.permutations(list(value)))}
    if isinstance(value, list):
        return [draw(shuffled(item)) for item in value]
    return value


@st.composite
def json_sources(draw: st.DrawFn) -> str:
    """A character file of one of the JSON formats, spelled in one of many ways."""
    content = draw(
        st.sampled_from([foundry(), foundry_old(), fellowship(), companion_game(), companion_player(), CLASSIC_SAVE])
    )
    separators = draw(st.sampled_from([(",", ":"), (", ", ": "), (" ,\t", " :  ")]))
    indent = draw(st.sampled_from([None, 0, 1, 2, "\t"]))
    text = json.dumps(draw(shuffled(content)), indent=indent, separators=separators, ensure_ascii=draw(st.booleans()))
    if draw(st.booleans()):
        text = wrapped(json.loads(text)) if draw(st.booleans()) else json.dumps(text)
    return dressed(draw, text)


@st.composite
def text_sources(draw: st.DrawFn) -> str:
    """A character file in YAML front matter or TOML, its lines in another order."""
    source = draw(st.sampled_from([IRON_VAULT, OWN, OWN_INLINE]))
    if source is IRON_VAULT:
        head, middle, tail = source.partition("iron-vault-kind: character\n")
        lines = draw(st.permutations(head.removeprefix("---\n").splitlines(keepends=True)))
        source = "---\n" + "".join(lines) + middle + tail
    return dressed(draw, source)


def dressed(draw: st.DrawFn, text: str) -> str:
    if draw(st.booleans()):
        text = text.replace("\n", "\r\n")
    return ("\ufeff" if draw(st.booleans()) else "") + text + draw(st.sampled_from(["", "\n", "\r\n"]))


@st.composite
def fought(draw: st.DrawFn, before: Sheet, removals: bool) -> Sheet:
    """The sheet after some fight."""
    assets = [
        asset if asset.track is None else asset.model_copy(update={"track": draw(st.integers(0, 2))})
        for asset in before.assets
        if not removals or draw(st.booleans())
    ]
    changes = {
        "health": draw(st.integers(0, 5)),
        "spirit": draw(st.integers(0, 5)),
        "supply": draw(st.integers(0, 5)),
        "momentum": draw(st.integers(-6, 10)),
        "debilities": draw(st.frozensets(st.sampled_from(DEBILITY_NAMES))),
        "xp": before.xp + draw(st.integers(0, 3)),
        "assets": tuple(assets),
    }
    kept = draw(st.sets(st.sampled_from(sorted(changes))))
    return clamped(before.model_copy(update={key: changes[key] for key in sorted(kept)}))[0]


@given(st.data())
def test_an_unchanged_sheet_gives_the_same_bytes(data: st.DataObject) -> None:
    source = data.draw(json_sources() | text_sources())
    assert rewritten(source, "file", sheet_of(source)) == (source, [])


@given(st.data())
def test_read_again_it_is_the_sheet_after_the_fight(data: st.DataObject) -> None:
    source = data.draw(json_sources() | text_sources())
    after = data.draw(fought(sheet_of(source), removals=True))
    result, notes = rewritten(source, "file", after)
    assert sheet_of(result) == after
    assert notes == []


@given(st.data())
def test_written_back_and_forth_every_byte_returns(data: st.DataObject) -> None:
    """In a file that has a key for every debility, undoing the changes gives the file of before."""
    source = data.draw(json_sources())
    before = sheet_of(source)
    every = before.model_copy(update={"debilities": frozenset(DEBILITY_NAMES)})
    full, _ = rewritten(rewritten(source, "file", every)[0], "file", before)
    after = data.draw(fought(before, removals=False))
    there, _ = rewritten(full, "file", after)
    assert rewritten(there, "file", before)[0] == full


@given(st.data())
def test_lines_of_what_did_not_change_are_kept(data: st.DataObject) -> None:
    source = data.draw(text_sources())
    after = data.draw(fought(sheet_of(source), removals=False))
    result, _ = rewritten(source, "file", after)
    tracks = ("health", "spirit", "supply", "momentum", "xp", "track")
    words = (*tracks, "debilities", '"cursed" ]', "assets =", *DEBILITY_NAMES)
    for text in (source, result):
        assert text.startswith("\ufeff") == source.startswith("\ufeff")
    kept = [line for line in source.splitlines(keepends=True) if not any(word in line for word in words)]
    left = iter(result.splitlines(keepends=True))
    assert all(line in left for line in kept)
    assert ("\r\n" in source) == ("\r\n" in result)


@pytest.mark.parametrize(
    ("content", "changes", "edits"),
    [
        (foundry(), {"health": 2, "momentum": -1}, [('"value": 4', '"value": 2'), ('"value": 5', '"value": -1')]),
        (foundry(), {"debilities": {"maimed"}}, [('"maimed": false', '"maimed": true')]),
        (
            foundry_old(),
            {"debilities": {"shaken", "wounded"}},
            [
                ('"wounded": false', '"wounded": true'),
                ('"momentumMax": 9', '"momentumMax": 8'),
                ('"momentumReset": 1', '"momentumReset": 0'),
            ],
        ),
        (
            fellowship(),
            {"debilities": {"maimed"}, "xp": 4},
            [
                ('"wounded": true', '"wounded": false'),
                ('"doomed": true', '"doomed": true,\n    "maimed": true'),
                ('"earned": 5', '"earned": 7'),
            ],
        ),
        (
            CLASSIC_SAVE,
            {"debilities": {"wounded", "shaken"}},
            [
                (
                    '"2026-01-01T00:00:00.000Z"\n  }',
                    '"2026-01-01T00:00:00.000Z",\n    "debilities": {"wounded": true, "shaken": true}\n  }',
                )
            ],
        ),
        (IRON_VAULT, {"debilities": {"shaken"}}, [("mood: grim\n", "mood: grim\nshaken: true\n")]),
        (IRON_VAULT, {"debilities": {"wounded"}}, [("wounded: false", "wounded: true")]),
        (IRON_VAULT, {"xp": 5}, [("xp_added: 5", "xp_added: 7")]),
        (OWN, {"spirit": 1}, [('  "cursed" ]\n', '  "cursed" ]\nspirit = 1\n')]),
        (OWN, {"health": 1, "debilities": {"maimed"}}, [
            ("health = 4 # four", "health = 1 # four"),
            ('[ "wounded", # a list\n  "cursed" ]', '["maimed"]'),
        ]),
    ],
)  # fmt: skip
def test_only_what_changed_is_edited(content: Any, changes: dict[str, Any], edits: list[tuple[str, str]]) -> None:
    source = expected = source_of(content)
    for old, new in edits:
        assert old in expected
        expected = expected.replace(old, new, 1)
    before = sheet_of(source)
    assert rewritten(source, "file", clamped(before.model_copy(update=changes))[0])[0] == expected


def test_the_momentum_of_old_foundry_worlds_follows_in_steps() -> None:
    source = source_of(foundry_old())
    cured, _ = rewritten(source, "file", sheet_of(source).model_copy(update={"debilities": frozenset()}))
    assert '"momentumMax": 10' in cured
    assert '"momentumReset": 2' in cured


def test_signs_stay_signs() -> None:
    source = IRON_VAULT.replace("wounded: false", "wounded: ⬡")
    result, _ = rewritten(source, "file", sheet_of(source).model_copy(update={"debilities": frozenset({"wounded"})}))
    assert result == source.replace("⬡", "⬢")


def test_a_clamped_value_is_written_only_when_it_matters() -> None:
    source = source_of(fellowship(momentum=12, health=9, debilities={"wounded": True}))
    before = sheet_of(source)
    assert (before.momentum, before.health) == (9, 5)
    moved, _ = rewritten(source, "file", before.model_copy(update={"spirit": 1}))
    assert '"momentum": 12' in moved
    cured, _ = rewritten(source, "file", before.model_copy(update={"debilities": frozenset()}))
    assert '"momentum": 9' in cured
    assert '"health": 9' in cured


@pytest.mark.parametrize(
    "content", [foundry(), foundry_old(), fellowship(), companion_game(), IRON_VAULT, OWN, OWN_INLINE]
)
def test_a_dead_companion_is_removed_and_nothing_else(content: Any) -> None:
    source = source_of(content)
    before = sheet_of(source)
    left = tuple(asset for asset in before.assets if asset.track is None)
    after = before.model_copy(update={"assets": left, "xp": before.xp + 1})
    result, notes = rewritten(source, "file", after)
    assert sheet_of(result) == after
    assert notes == []


def test_iron_vault_loses_just_the_lines_of_the_companion() -> None:
    before = sheet_of(IRON_VAULT)
    result, _ = rewritten(IRON_VAULT, "file", before.model_copy(update={"assets": before.assets[1:]}))
    start = IRON_VAULT.index("  - id: asset:classic/companion/horse")
    assert result == IRON_VAULT[:start] + IRON_VAULT[IRON_VAULT.index("  - id: asset:classic/combat_talent") :]


def test_a_companions_health_in_front_matter() -> None:
    before = sheet_of(IRON_VAULT)
    horse = before.assets[0].model_copy(update={"track": 0})
    result, _ = rewritten(IRON_VAULT, "file", before.model_copy(update={"assets": (horse, before.assets[1])}))
    assert result == IRON_VAULT.replace("      health: 3\n    options", "      health: 0\n    options")


@pytest.mark.parametrize("controls", ["    controls: {}\n", "    controls:\n", "", "    controls: {other: 1}\n"])
def test_a_companions_health_where_none_was_kept(controls: str) -> None:
    source = IRON_VAULT.replace("    controls:\n      health: 3\n    options", f"{controls}    options")
    before = sheet_of(source)
    assert before.assets[0].track == 5
    horse = before.assets[0].model_copy(update={"track": 1})
    after = before.model_copy(update={"assets": (horse, before.assets[1])})
    assert sheet_of(rewritten(source, "file", after)[0]) == after


HORSE = "{id: asset:classic/companion/horse, abilities: [true], controls: {health: 2}}"
HAWK = "{id: asset:classic/companion/hawk, abilities: [true], controls: {}}"
ARCHER = "{id: asset:classic/combat_talent/archer, abilities: [true]}"


@pytest.mark.parametrize(
    ("assets", "kept", "left"),
    [
        (f" [{HORSE}, {HAWK}, {ARCHER}]", [0, 2], f" [{HORSE}, {ARCHER}]"),
        (f" [{HORSE}, {HAWK}, {ARCHER}]", [2], f" [{ARCHER}]"),
        (f" [{HORSE}, {HAWK}, {ARCHER}]", [0], f" [{HORSE}]"),
        (f" [{HORSE}, {HAWK}]", [], " []"),
        (f"\n- {HORSE}\n- {HAWK}", [], " []"),
        (f"\n- {HORSE} # dead\n\n# the bird\n- {HAWK}", [1], f"\n\n# the bird\n- {HAWK}"),
        (f"\n  - {HAWK}\n\n  - {HORSE}\n", [0], f"\n  - {HAWK}\n\n"),
    ],
)
def test_items_leave_a_list_of_front_matter_in_its_own_style(assets: str, kept: list[int], left: str) -> None:
    stats = "edge: 1\nheart: 1\niron: 1\nshadow: 1\nwits: 1\n"
    source = f"---\niron-vault-kind: character\nname: A\n{stats}assets:{assets}\n---\n"
    before = sheet_of(source)
    after = before.model_copy(update={"assets": tuple(before.assets[place] for place in kept)})
    assert rewritten(source, "file", after)[0] == source.replace(f"assets:{assets}\n", f"assets:{left}\n")


def test_what_a_format_has_no_place_for_is_named() -> None:
    source = source_of(foundry())
    before = sheet_of(source)
    lost = before.assets[0].model_copy(update={"prepared": False})
    vow = {"name": "Revenge", "rank": 4}
    after = Sheet.model_validate({**before.model_dump(), "assets": [lost, before.assets[1]], "vows": [vow]})
    result, notes = rewritten(source, "file", after)
    assert result == source
    assert notes == ["this format has no place for: vows, Shield-Bearer: prepared"]


@pytest.mark.parametrize("source", [OWN, OWN_INLINE])
def test_our_own_form_has_a_place_for_everything(source: str) -> None:
    before = sheet_of(source)
    assets = tuple(asset.model_copy(update={"prepared": False, "target": "the bear"}) for asset in before.assets)
    vows = [{**before.vows[0].model_dump(), "ticks": 8}, {"name": "Revenge", "rank": 4}]
    changes = {**before.model_dump(), "assets": assets, "vows": vows, "weapon": "simple", "reach": "close", "bonds": 3}
    after = Sheet.model_validate(changes)
    result, notes = rewritten(source, "file", after)
    assert (sheet_of(result), notes) == (after, [])
    without = after.model_copy(update={"vows": (), "assets": ()})
    assert sheet_of(rewritten(result, "file", without)[0]) == without


INTEGERS = st.integers(-(10**17), 10**17)
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | INTEGERS | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)
TOML_KEYS = st.text("ab-_1", min_size=1)
TOML_VALUES = st.recursive(
    st.booleans() | INTEGERS | st.floats(allow_nan=False) | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TOML_KEYS, inner, max_size=3),
)


@given(JSON_VALUES, st.sampled_from([None, 1, "\t"]), st.booleans())
def test_json_is_read_as_pythons_own_reader_does(value: Any, indent: Any, ascii_only: bool) -> None:
    source = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    assert plain(JsonText(source, "x").root) == json.loads(source)


def toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[\n" + "".join(f" {toml(item)} , # ]\n" for item in value) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return json.dumps(value).replace("Infinity", "inf")


@given(st.dictionaries(TOML_KEYS, TOML_VALUES, max_size=5))
def test_toml_is_read_as_pythons_own_reader_does(values: dict[str, Any]) -> None:
    source = "".join(f" {key}  = {toml(value)} # = [\n" for key, value in values.items())
    assert plain(TomlText(source, "x").root) == tomllib.loads(source)


TRICKY_TOML = '''\
"a b".c . 'd' = 1
e = """two
lines \\""" # " """ # done
f = \'\'\'raw \\ '' \'\'\' # done
g = 2024-01-01 07:32:00  # a date
h = """a"""""
i = ""
[x.y]
a.b = [ 1, # [
  2 ]
[x]
c = { d = [ { e = "}" } ], "f.g" = ']' }
[[z]]
[[z]]
a = 1
[[z.w]]
b = 2
[z.v]
c = 3
'''


def test_tricky_toml_is_read_as_pythons_own_reader_does() -> None:
    assert plain(TomlText(TRICKY_TOML, "x").root) == tomllib.loads(TRICKY_TOML)
    windows = TRICKY_TOML.replace("\n", "\r\n")
    assert plain(TomlText(windows, "x").root) == tomllib.loads(windows)


def test_files_are_written_whole_and_never_over_another(tmp_path: Path) -> None:
    given_file, out = tmp_path / "in.md", tmp_path / "out.md"
    given_file.write_bytes((CASES / "ironvault_C_t1.md").read_bytes())
    after = read_character(given_file).sheet.model_copy(update={"health": 3})
    assert write_back(given_file, after, out) == []
    assert read_character(out).sheet == after
    written = out.read_bytes()
    with pytest.raises(ContentError, match="there already"):
        write_back(given_file, after.model_copy(update={"health": 0}), out)
    assert out.read_bytes() == written
    write_back(out, after.model_copy(update={"health": 0}), out, force=True)
    assert read_character(out).sheet.health == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == ["in.md", "out.md"]


@pytest.mark.parametrize("out", ["missing/out.md", "in.md/out.md", ".", "a" * 300, "a\0b"])
def test_places_that_cannot_be_written_to_are_refused_in_one_line(tmp_path: Path, out: str) -> None:
    given_file = tmp_path / "in.md"
    given_file.write_bytes((CASES / "ironvault_C_t1.md").read_bytes())
    with pytest.raises(ContentError) as raised:
        write_back(given_file, read_character(given_file).sheet, tmp_path / out)
    assert "\n" not in str(raised.value)
    assert [file.name for file in tmp_path.iterdir()] == ["in.md"]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_write_permission_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "locked"
    folder.mkdir(mode=0o500)
    with pytest.raises(ContentError, match="cannot be written"):
        write_back(CASES / "ironvault_C_t1.md", read_character(CASES / "ironvault_C_t1.md").sheet, folder / "out.md")


@pytest.mark.parametrize("file", [path.name for path in CASES.iterdir() if "foe" not in path.name])
def test_the_outside_files_return_to_the_byte(tmp_path: Path, file: str) -> None:
    imported = read_character(CASES / file)
    write_back(CASES / file, imported.sheet, tmp_path / "out")
    assert (tmp_path / "out").read_bytes() == (CASES / file).read_bytes()


def test_our_toml_of_an_imported_character_reads_the_same(tmp_path: Path) -> None:
    imported = read_character(CASES / "classic_save_A.json")
    (tmp_path / "a.toml").write_text(to_toml(imported.sheet), encoding="utf-8")
    assert read_character(tmp_path / "a.toml").sheet == imported.sheet
