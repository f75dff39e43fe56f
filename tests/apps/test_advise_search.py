"""`advise --search` and the word `advise` at the table: options with value, error and games."""

import json
import os
import re
import signal
import threading

import pytest

from shieldmate.tests.worn import WORN

FIGHT = "ironsworn/extreme"
FEW = "advise ironsworn/troublesome --character worn.toml --health 1 --momentum -2 --boxes 6 --initiative"


def test_search_agrees_with_the_exact_solution_within_its_errors(run, tmp_path):
    (tmp_path / "worn.toml").write_text(WORN, encoding="utf-8")
    exact = {each["act"]: each["win"] for each in json.loads(run(f"{FEW} --json").out)["options"]}
    told = json.loads(run(f"{FEW} --search 20000 --json").out)
    best = told["options"][0]
    assert told["games"] == sum(each["games"] for each in told["options"]) <= 20_000
    assert exact[best["act"]] > max(exact.values()) - 0.02
    # The error is that of the simulations; where they end, the fitted value may be off by a little more.
    assert -0.08 < best["value"] - exact[best["act"]] < 5 * best["error"] + 0.02


def test_a_seed_gives_the_same_advice_and_text_tells_what_json_does(run):
    line = "advise oathsworn/broodmother --search 60 --seed 4"
    told = json.loads(run(f"{line} --json").out)
    assert json.loads(run(f"{line} --json").out) == told
    text = run(line).out.splitlines()
    first = next(row for row in text if row.startswith(told["best"]))
    best = told["options"][0]
    assert first.split()[-1] == str(best["games"])
    assert f"{best['value']:.1%}" in first


def test_one_game_has_no_error(run):
    rows = [row.split() for row in run("advise ironsworn/bear --boxes 3 --search 40 --seed 1").out.splitlines()]
    found = [row for row in rows if len(row) > 3 and "%" in row[-3] and row[-1].isdigit()]
    assert {row[-2] for row in found if row[-1] == "1"} == {"-"}
    assert all(row[-2].startswith("+-") for row in found if row[-1] != "1")


def test_a_budget_too_small_for_all_options_says_how_many_were_not_tried(run):
    assert "more that were not tried" in run("advise oathsworn/broodmother --search 9").out


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("advise ironsworn/bear --search 20 --cost health=0.1", "--cost: found health=0.1; valid: --search looks for"),
        ("advise ironsworn/bear --search -1", "--search: found -1"),
        ("advise --state over.jsonl --search 20", "found a game that is over; valid: a game under way"),
    ],
)
def test_search_refuses_what_it_cannot_do(run, line, told):
    run("run ironsworn/bear --replay over.jsonl")
    ran = run(line)
    assert (ran.status, ran.out) == (2, "")
    assert told in ran.err


def test_a_person_at_the_table_asks_for_advice(run):
    ran = run(f"play {FIGHT} --seed 1", typed="advise\nadvise 200\nadvise many\nquit\n")
    assert ran.status == 0
    assert "The scripted pilot: " in ran.out
    (games,) = re.findall(r"Searched in (\d+) games", ran.out)
    assert 0 < int(games) <= 200
    assert "found many; valid: advise, or advise N" in ran.out


@pytest.mark.compiled
def test_an_interrupted_search_tells_what_it_has_found(run):
    run("advise ironsworn/epic --search 10")
    press = threading.Timer(5, os.kill, (os.getpid(), signal.SIGINT))
    press.start()
    try:
        ran = run("advise ironsworn/epic --search 1000000 --json")
    finally:
        press.cancel()
    told = json.loads(ran.out)
    assert ran.status == 0
    assert 0 < told["games"] < 1_000_000
    assert all(each["games"] > 0 for each in told["options"])
