"""The command `shieldmate speed`. What it measures here is too little to mean anything."""

import json

import pytest

from shieldmate.apps import speed
from shieldmate.apps.cli import main

pytestmark = pytest.mark.compiled
FIGURES = (
    "decisions_per_s",
    "batch_steps_per_s",
    "gym_steps_per_s",
    "gym_make_steps_per_s",
    "clones_per_s",
    "games_per_s",
    "compile_s",
    "start_s",
)


@pytest.fixture
def briefly(monkeypatch):
    for name, value in {"ROUNDS": 1, "DECISIONS": 500, "STEPS": 300, "CLONES": 64, "GAMES": 20}.items():
        monkeypatch.setattr(speed, name, value)
    monkeypatch.setattr(speed, "fresh_compile", lambda: 12.5)
    monkeypatch.setattr(speed, "start", lambda: 0.75)


def test_figures_come_as_one_flat_object(briefly, capsys):
    assert main(["speed", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert tuple(figures) == FIGURES
    assert all(isinstance(figure, int | float) and figure > 0 for figure in figures.values())
    assert (figures["compile_s"], figures["start_s"]) == (12.5, 0.75)


def test_figures_come_as_a_table(briefly, capsys):
    assert main(["speed"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(FIGURES)
    assert lines[-2].split()[0] == "12.50"


def test_only_compiling_says_how_long_it_took(capsys):
    assert main(["speed", "--compile"]) == 0
    assert "s." in capsys.readouterr().out
    assert main(["speed", "--compile", "--json"]) == 0
    assert json.loads(capsys.readouterr().out).keys() == {"compile_s"}


@pytest.mark.slow
def test_a_fight_starts_in_a_process_of_its_own():
    assert speed.start() > 0
