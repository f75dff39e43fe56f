"""A pilot for one's own encounter, as docs/training.md tells it: new, train, export, bench."""

import json
from pathlib import Path

import pytest

from shieldmate.apps.cli import main

pytestmark = pytest.mark.slow

SMALL = """
game = "oathsworn"
pilots = "the wyrm's hunters"
[[tables]]
scenarios = ["oathsworn/broodmother"]
[network]
hidden = [16]
option = 16
hint = "scripted"
trust = 0.0
[[imitate]]
teacher = "rollout:1"
decisions = 60
epochs = 2
batch = 16
[learn]
frames = 0
[validation]
games = 40
"""


def test_a_pilot_is_trained_for_ones_own_encounter(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("configurations").mkdir()
    Path("configurations/small.toml").write_text(SMALL, encoding="utf-8")
    here = tmp_path  # whole paths, which no card may tell
    for line in (
        "new encounter Bog-Wyrm",
        f"train {here}/bog-wyrm.toml --config {here}/configurations/small.toml --out {here}/runs/wyrm --jobs 1",
        "export pilot runs/wyrm --out wyrm.safetensors --games 20",
        "run bog-wyrm.toml --seats net:wyrm.safetensors,scripted,scripted,scripted",
    ):
        assert main(line.split()) == 0
    capsys.readouterr()
    line = "bench bog-wyrm.toml --pilots scripted,net:wyrm.safetensors --games 20 --jobs 1 --json"
    assert main(line.split()) == 0
    told = json.loads(capsys.readouterr().out)
    assert [row["pilot"] for row in told["pilots"]] == ["scripted", "net:wyrm.safetensors"]
    assert [row["games"] for row in told["pilots"]] == [20, 20]
    card = json.loads(Path("wyrm.json").read_text(encoding="utf-8"))
    assert card["pilots"] == "the wyrm's hunters, trained in bog-wyrm.toml"
    assert card["results"][0]["games"] == 20
    assert {name for table in card["training"]["config"]["tables"] for name in table["scenarios"]} == {"bog-wyrm.toml"}
    assert str(tmp_path) not in Path("wyrm.json").read_text(encoding="utf-8")
