"""The command `shieldmate speed`. What it measures here is too little to mean anything."""

import json
import sys
from importlib.util import find_spec

import pytest

from shieldmate.apps import speed, speed_training
from shieldmate.apps.cli import main

pytestmark = pytest.mark.compiled
TRAINING = ("train_frames_per_s", "rollout_decisions_per_s") if find_spec("sb3_contrib") else ()
FIGURES = (
    "decisions_per_s",
    "batch_steps_per_s",
    "gym_steps_per_s",
    "gym_make_steps_per_s",
    "clones_per_s",
    "games_per_s",
    "search_decisions_per_s",
    "search_ms",
    "net_ms:ironsworn-coop",
    "net_ms:ironsworn-solo",
    *TRAINING,
    "compile_s",
    "start_s",
    "help_s",
    "solve_s",
)
NETS = {
    "net_ms:ironsworn-coop": "net_ms:oathsworn-companion",
    "net_ms:ironsworn-solo": "net_ms:oathsworn-hero",
}
OATHSWORN = tuple(NETS.get(name, name) for name in FIGURES[:-1])


@pytest.fixture
def briefly(monkeypatch):
    few = {"ROUNDS": 1, "DECISIONS": 500, "STEPS": 300, "CLONES": 64, "GAMES_PLAYED": 20, "LOOKED": 10}
    for name, value in few.items():
        monkeypatch.setattr(speed, name, value)
    for name, value in {"GAMES": 8, "STEPS": 4, "ROLLED_OUT": 2}.items():
        monkeypatch.setattr(speed_training, name, value)
    monkeypatch.setattr(speed, "fresh_compile", lambda game: 12.5)
    monkeypatch.setattr(speed, "waited", lambda *arguments: 0.75 if arguments[0] == "run" else 0.25)
    monkeypatch.setattr(speed, "solve", lambda: 33.5)


@pytest.mark.parametrize(("words", "names"), [([], FIGURES), (["oathsworn"], OATHSWORN)])
def test_figures_come_as_one_flat_object(briefly, capsys, words, names):
    assert main(["speed", *words, "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert tuple(figures) == names
    assert all(isinstance(figure, int | float) and figure > 0 for figure in figures.values())
    assert [figures[name] for name in ("compile_s", "start_s", "help_s")] == [12.5, 0.75, 0.25]


def test_training_is_left_out_with_a_word_where_it_is_not_installed(briefly, capsys, monkeypatch):
    monkeypatch.delitem(sys.modules, "shieldmate.training.trainer", raising=False)
    monkeypatch.setitem(sys.modules, "torch", None)
    assert main(["speed", "--json"]) == 0
    told = capsys.readouterr()
    assert set(json.loads(told.out)) == set(FIGURES) - set(TRAINING)
    assert "-c constraints.txt -e '.[train]'" in told.err
    assert told.err.count("\n") == 1


def test_a_game_that_is_none_is_refused(capsys):
    assert main(["speed", "oathsword"]) == 2
    assert "oathsworn" in capsys.readouterr().err


def test_figures_come_as_a_table(briefly, capsys):
    assert main(["speed"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(FIGURES)
    assert sum("ms for a decision of net:ironsworn-" in line for line in lines) == 2
    assert [line.split()[0] for line in lines[-4:]] == ["12.50", "0.75", "0.25", "33.50"]


def test_only_compiling_says_how_long_it_took(capsys):
    assert main(["speed", "--compile"]) == 0
    assert "s." in capsys.readouterr().out
    assert main(["speed", "--compile", "--json"]) == 0
    assert json.loads(capsys.readouterr().out).keys() == {"compile_s"}


@pytest.mark.slow
def test_starts_are_measured_in_processes_of_their_own():
    assert speed.waited("run", "ironsworn/bear", "--json") > speed.waited("--help") > 0


def test_solving_is_measured_where_it_is_stored_too(monkeypatch):
    answers = {"solve ironsworn/formidable --again --json": '{"win": 0.9, "seconds": 3.5}'}
    monkeypatch.setattr(speed, "shieldmate", lambda words, _: answers[" ".join(words)])
    assert speed.solve() == 3.5
