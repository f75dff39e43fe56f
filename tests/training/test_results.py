"""The page of results, the tables of README.md, and the benchmarks they are made from."""

from __future__ import annotations

import json

import pytest

from shieldmate.envs.core.content import ContentError, load
from shieldmate.training import results
from shieldmate.training.results import PAGE, README, STORE, Index, headline, line, page, plot, stored, with_headline

SECTIONS = load(STORE / "index.toml", Index).section
ROW = {"pilot": "scripted", "win": 0.5, "low": 0.4, "high": 0.6, "games": 100}


def test_the_page_is_made_from_what_is_stored():
    assert PAGE.read_text(encoding="utf-8") == page(SECTIONS)


def test_the_readme_is_made_from_what_is_stored():
    text = README.read_text(encoding="utf-8")
    assert text == with_headline(text, SECTIONS)


@pytest.mark.parametrize("name", [section.name for section in SECTIONS])
def test_every_figure_has_the_command_that_repeats_it(name):
    data = stored(name)
    assert data["command"].startswith("shieldmate bench ")
    assert data["command"] in PAGE.read_text(encoding="utf-8")
    for row in data["tables"][0]["pilots"]:
        assert row["low"] <= row["win"] <= row["high"]


def test_everything_stored_is_shown():
    assert {path.stem for path in STORE.glob("*.json")} == {section.name for section in SECTIONS}


def test_a_win_rate_on_a_line():
    assert line(ROW) == " " * 20 + "-----o-----" + " " * 20
    assert line({"win": 0.0, "low": 0.0, "high": 0.01}) == "o" + " " * 50
    assert line({"win": 1.0, "low": 0.98, "high": 1.0}) == " " * 49 + "-o"


def test_a_plot_names_each_table_once():
    label = {"party": ["Warden"], "difficulty": None, "seats": ["_"]}
    tables = [{"scenario": name, **label, "pilots": [ROW, {**ROW, "pilot": "random"}]} for name in ("a/b", "a/long")]
    lines = [text for text in plot({"tables": tables}) if "|" in text]
    assert [text.partition("|")[0] for text in lines] == [
        "a/b    scripted ",
        "       random   ",
        "a/long scripted ",
        "       random   ",
    ]
    one = [text for text in plot({"tables": tables[:1]}) if "|" in text]
    assert one[0].startswith("scripted |")


def test_the_headline_prefers_exact_figures():
    table = {"scenario": "a/b", "party": ["Warrior"], "difficulty": None, "seats": ["_"]}
    data = {
        "pilots": [ROW],
        "tables": [{**table, "pilots": [{**ROW, "exact": 0.51234}]}, {**table, "scenario": "a/c", "pilots": [ROW]}],
    }
    assert list(headline(data))[2:] == ["| a/b | 51.23% |", "| a/c | 50.0% ±10.0% |"]


@pytest.mark.parametrize("text", ["", "[]", "{", '{"kind": "benchmark", "complete": false}', '{"kind": "other"}'])
def test_what_is_no_benchmark_is_refused(tmp_path, monkeypatch, text):
    monkeypatch.setattr(results, "STORE", tmp_path)
    (tmp_path / "made.json").write_text(text)
    with pytest.raises(ContentError, match="made.json"):
        stored("made")
    with pytest.raises(ContentError, match="other.json"):
        stored("other")


@pytest.mark.parametrize(
    "data", [{}, {"tables": 1}, {"tables": [{}], "pilots": []}, {"tables": [], "pilots": [], "command": 3}]
)
def test_a_benchmark_that_lacks_something_is_refused(tmp_path, monkeypatch, capsys, data):
    monkeypatch.setattr(results, "STORE", tmp_path)
    monkeypatch.setattr(results, "PAGE", tmp_path / "page.md")
    (tmp_path / "index.toml").write_text('[[section]]\nname = "made"\ntitle = "Made"\n')
    (tmp_path / "made.json").write_text(json.dumps({"kind": "benchmark", "complete": True, **data}))
    for again in ([], ["--again", "made"]):
        assert results.main(again) == 2
        told = capsys.readouterr().err
        assert "made.json: " in told
        assert told.count("\n") == 1
    assert not (tmp_path / "page.md").exists()


def test_a_benchmark_that_there_is_not_is_not_played_again(capsys):
    assert results.main(["--again", "nothing"]) == 2
    assert capsys.readouterr().err.startswith("--again: found nothing; valid: ")


def test_a_readme_without_a_place_is_refused():
    with pytest.raises(ContentError, match="results: begin"):
        with_headline("# Shieldmate\n", SECTIONS)


def test_stored_benchmarks_are_whole():
    for section in SECTIONS:
        data = json.loads((STORE / f"{section.name}.json").read_text(encoding="utf-8"))
        assert data["complete"] is True
        assert all(table["games"] == data["games"] * len(table.get("parties", [1])) for table in data["tables"])
        assert all(party["games"] == data["games"] for table in data["tables"] for party in table.get("parties", []))
