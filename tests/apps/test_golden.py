"""Golden games: whole fights as text, reviewed when the rules change (tests/golden/README.md)."""

import json
import re
import shlex
import tomllib
from pathlib import Path

import pytest
from walkthrough import walked

FOLDER = Path(__file__).parent.parent / "golden"
GAMES = sorted(FOLDER.glob("*.txt"))
ROOT = FOLDER.parent.parent


def test_there_are_golden_games():
    assert len(GAMES) >= 3


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.stem)
def test_a_golden_game_is_told_as_it_was(run, monkeypatch, game):
    monkeypatch.chdir(FOLDER)
    line, _, told = game.read_text(encoding="utf-8").partition("\n")
    ran = run(line.removeprefix("$ shieldmate "))
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines() == told.splitlines()


def test_the_transcript_of_the_readme_is_real(run):
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    block = page.partition("<!-- transcript: begin -->\n```\n$ shieldmate ")[2].partition("```")[0]
    line, _, told = block.partition("\n")
    assert run(line).out == told


def plain(page):
    """A page without what moves a little with every change of the pilots: figures of games, and what they leave out."""
    page = re.sub(r"won .*? rounds, .*? fell", "won", page)
    return re.sub(r"Only random play used:\n(?:  .*\n)+", "Everything came up.\n", page)


def test_the_how_to_prints_what_it_shows_and_makes_an_even_fight(run, tmp_path):
    page = (ROOT / "docs" / "your-first-encounter.md").read_text(encoding="utf-8")
    shown = []

    def call(line):
        ran = run("", *shlex.split(line))
        shown.append(ran)
        return ran.out + ran.err

    assert plain(walked(page, tmp_path, call)) == plain(page)
    assert [ran.status for ran in shown].count(2) == 1, "one mistake is made on purpose"
    final = json.loads(run("check bog-wyrm.toml --json").out)["play"]["trials"][0]
    assert final["low"] < 0.6
    assert final["high"] > 0.4


def test_the_demo_is_a_fight_of_a_character_from_another_tool(run, monkeypatch):
    monkeypatch.chdir(ROOT)
    (line,) = re.findall(r"^DEMO +\?= (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    ran = run(line)
    assert (ran.status, ran.err) == (0, "")
    assert "Character A (scripted) against Bear (formidable)\n" in ran.out


@pytest.mark.parametrize(
    "kind",
    ["scenario", "character", "assets", "foe", "foes", "state", "encounter", "class", "gear", "injuries", "allies"],
)
def test_the_schemas_are_those_of_the_models(run, kind):
    assert run(f"schema {kind}").out == (ROOT / "docs" / "schemas" / f"{kind}.json").read_text(encoding="utf-8")


CONTENT = ROOT / "envs" / "ironsworn" / "content"


@pytest.mark.parametrize(
    ("kind", "file"),
    [
        ("assets", CONTENT / "assets.toml"),
        ("foes", CONTENT / "foes.toml"),
        ("character", CONTENT / "characters" / "warrior.toml"),
        ("foe", "name = 'Grim'\nrank = 3\nnature = 'horror'\nundead = true"),
        ("state", "health = 3\nmay_end = true\nticks = 5\nsupply = 2\ncompanions = { Horse = 3 }"),
        ("scenario", "name = 'Den'\nfoes = ['bear']\nseats = ['random']\n[house_rules]\nprice = 'table'"),
    ],
)
def test_a_schema_knows_the_keys_of_the_files_it_is_for(run, kind, file):
    text = file if isinstance(file, str) else file.read_text(encoding="utf-8")
    schema = json.loads(run(f"schema {kind}").out)
    known = schema.get("properties") or schema["propertyNames"]["enum"]
    assert tomllib.loads(text).keys() <= set(known)
