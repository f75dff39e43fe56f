"""The folder of a training run: what is no run, or a damaged one, is refused in one line."""

import json
import re

import numpy as np
import pytest
from safetensors.numpy import save

from shieldmate.envs.core.content import ContentError
from shieldmate.envs.ironsworn.face import FACE
from shieldmate.policies.card import fit_of
from shieldmate.training.exporting import without_folders
from shieldmate.training.folder import CURVE, RUN, RunNote, config_of, has_run, held, keep_curve, read_note, read_run

NOTE = {"frames": 5, "best": 0.5, "validated": 5, "warm": True, "illegal": 0, "updates": 1}
RUN_NOTE = {
    "command": "shieldmate train",
    "config": {"game": "ironsworn", "tables": [{"scenarios": ["ironsworn/bear"]}]},
    "folder": ".",
    "seed": 1,
    "versions": {},
    "fits": fit_of(FACE),
}


def refused(found, call, *given):
    with pytest.raises(ContentError, match=re.escape(found)) as error:
        call(*given)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "text",
    [
        b"", b"null", b"\xff", b"[" * 100_000, b'{"config": {"game": ' + b"1" * 5_000 + b"}}",
        *(json.dumps({name: value for name, value in RUN_NOTE.items() if name != left}).encode() for left in RUN_NOTE),
        json.dumps(RUN_NOTE | {"seed": "1"}).encode(), json.dumps(RUN_NOTE | {"folder": None}).encode(),
    ],
)  # fmt: skip
def test_what_is_no_run_is_refused(tmp_path, text):
    (tmp_path / RUN).write_bytes(text)
    refused("found no run to go on with", read_run, tmp_path)


@pytest.mark.parametrize("what", fit_of(FACE))
def test_a_run_of_a_version_that_sees_or_counts_otherwise_is_refused(tmp_path, what):
    assert config_of(tmp_path, RunNote.model_validate(RUN_NOTE)).game == "ironsworn"
    for fits in ({**fit_of(FACE), what: "other"}, {name: fit for name, fit in fit_of(FACE).items() if name != what}):
        refused(f"found a run of {what}", config_of, tmp_path, RunNote.model_validate(RUN_NOTE | {"fits": fits}))


@pytest.mark.parametrize("left", NOTE)
def test_a_learner_that_another_version_kept_is_refused(tmp_path, left):
    path = tmp_path / "last.safetensors"
    note = {name: value for name, value in NOTE.items() if name != left}
    path.write_bytes(save({"a": np.zeros(2)}, metadata={"note": json.dumps(note)}))
    refused("found a learner that another version kept", read_note, path)


@pytest.mark.parametrize("text", ["[]", "", "[" * 100_000, json.dumps(NOTE | {"frames": "5"})])
def test_a_note_that_is_none_is_refused(tmp_path, text):
    path = tmp_path / "last.safetensors"
    path.write_bytes(save({"a": np.zeros(2)}, metadata={"note": text}))
    refused("found a learner that another version kept", read_note, path)


@pytest.mark.parametrize("text", [b"[]\n", b"x\n", b"\xff\n", b"{}\n", b'{"frames": "x"}\n', b"[" * 9_999 + b"\n"])
def test_a_damaged_curve_is_refused(tmp_path, text):
    (tmp_path / CURVE).write_bytes(b'{"frames": 1}\n' + text)
    refused("found a curve that is damaged", keep_curve, tmp_path, 5)
    assert (tmp_path / CURVE).read_bytes() == b'{"frames": 1}\n' + text


@pytest.mark.parametrize("text", [None, b"", b'{"frames": 9}\n{"fr'])
def test_a_curve_may_be_empty(tmp_path, text):
    if text is not None:
        (tmp_path / CURVE).write_bytes(text)
    keep_curve(tmp_path, 5)
    assert (tmp_path / CURVE).read_bytes() == b""


def test_a_folder_that_cannot_be_made_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "run", tmp_path / "nul\0"):
        refused("found a place that cannot be written to", held(folder).__enter__)
    refused("found a place that cannot be written to", has_run, tmp_path / ("x" * 300))


def test_a_folder_is_one_process_s(tmp_path):
    with held(tmp_path / "run"):
        refused("found a place that another process writes to", held(tmp_path / "run").__enter__)
    with held(tmp_path / "run"):
        pass


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        ("/home/me/bog wyrm.toml", "bog wyrm.toml"),
        ("C:\\me\\wyrm.toml", "wyrm.toml"),
        ("oathsworn/kiln-worm", "oathsworn/kiln-worm"),
        ("net:/home/me/e.safetensors", "net:e.safetensors"),
        ("own/me.toml", "own/me.toml"),
        ("../me.toml", "../me.toml"),
        ("_,*,search:9:/me/e.safetensors,net:/f.safetensors", "_,*,search:9:e.safetensors,net:f.safetensors"),
        ("ironsworn/bear+wolf:3", "ironsworn/bear+wolf:3"),
        ([["/a/b.json"], {"c": "/d/e.toml"}], [["b.json"], {"c": "e.toml"}]),
        (3, 3),
    ],
)
def test_a_card_tells_files_without_their_folders(told, shown):
    assert without_folders(told) == shown
