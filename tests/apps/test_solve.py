"""`solve` and `advise`: what they print, what they refuse, and the optimal pilot in a seat."""

import json

import pytest

from shieldmate.policies.ironsworn.exact import store
from shieldmate.tests.worn import WORN

pytestmark = pytest.mark.compiled

FIGHT = "ironsworn/troublesome --character worn.toml"


@pytest.fixture(autouse=True)
def worn(tmp_path, monkeypatch):
    """A worn character's file, and a store of its own."""
    (tmp_path / "worn.toml").write_text(WORN, encoding="utf-8")
    (tmp_path / "solutions").mkdir()
    monkeypatch.setattr(store, "folder", lambda: tmp_path / "solutions")


def test_solve_tells_win_size_bound_and_shape(run):
    ran = run(f"solve {FIGHT}")
    assert ran.status == 0
    assert "Worn against troublesome: the best play wins 95.24% of the fights." in ran.out
    assert "main decisions at 8 places" in ran.out
    assert "bounds the last change, not the error" in ran.out
    assert "Strike (edge)" in ran.out
    assert "End the Fight" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


def test_solve_in_json_is_one_object_and_the_second_time_from_the_store(run):
    first = json.loads(run(f"solve {FIGHT} --json").out)
    second = json.loads(run(f"solve {FIGHT} --json").out)
    again = json.loads(run(f"solve {FIGHT} --json --again").out)
    assert first["win"] == first["value"] == pytest.approx(0.952353, abs=2e-6)
    assert first["tolerance"] == 1e-6
    assert (first["main_decisions"], first["places"]) == (second["main_decisions"], second["places"])
    assert [told["stored"] for told in (first, second, again)] == [False, True, False]
    assert second["win"] == first["win"]
    assert first["shape"]["fresh"][0]["boxes"][0] == 0


def test_a_damaged_solution_is_said_in_one_line(run, tmp_path):
    run(f"solve {FIGHT} --json")
    (file,) = (tmp_path / "solutions").iterdir()
    file.write_bytes(b"not a solution")
    ran = run(f"solve {FIGHT} --json")
    assert ran.status == 0
    assert len([line for line in ran.err.splitlines() if "damaged" in line]) == 1


def test_costs_are_an_objective(run):
    told = json.loads(run(f"solve {FIGHT} --cost death=0.5 --json").out)
    assert told["objective"] == {"win": 1.0, "death": 0.5}
    assert "win" not in told
    assert told["value"] < 0.952


def test_a_pilots_play_is_worth_no_more_than_the_best(run):
    best = json.loads(run(f"solve {FIGHT} --json").out)["win"]
    scripted = json.loads(run(f"solve {FIGHT} --evaluate scripted --json").out)
    told = run(f"solve {FIGHT} --evaluate scripted")
    assert 0.5 < scripted["win"] < best
    assert scripted["pilot"] == "scripted"
    assert f"scripted wins {scripted['win']:.2%} of the fights" in told.out


def test_the_best_play_evaluated_is_worth_what_was_solved(run):
    best = json.loads(run(f"solve {FIGHT} --json").out)["win"]
    told = json.loads(run(f"solve {FIGHT} --evaluate optimal --json").out)
    assert told["pilot"] == "optimal"
    assert told["win"] == pytest.approx(best, abs=2e-5)


def test_an_evaluation_keeps_to_the_memory_given(run):
    ran = run("solve ironsworn/bear --evaluate random --memory 0.05")
    assert ran.status == 2
    assert "states (" in ran.err
    assert "MB at least" in ran.err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("solve ironsworn/bear --rule compel=once", "house_rules.compel: found once; valid: off"),
        ("solve ironsworn/bear --rule price=oracle", "house_rules.price: found oracle; valid: mixed, harm, table"),
        ("solve ironsworn/bear --character warrior --character warrior", "characters: found 2 characters"),
        ("solve ironsworn/bear --cost luck=1", "found luck=1"),
        ("solve ironsworn/bear --cost health=-1", "found health=-1"),
        ("solve ironsworn/bear --objective draw", "found draw"),
        ("solve ironsworn/bear --memory 0.1", "MB at least"),
        ("solve ironsworn/beer", "did you mean Bear?"),
        ("solve ironsworn/bear --evaluate search:100", "--evaluate: found search:100; valid: a pilot whose choice is"),
        ("solve ironsworn/bear --evaluate scripted:noisy", "scripted, optimal, scripted:bold, scripted:cautious"),
        ("advise ironsworn/bear --health 7", "--health"),
        ("advise ironsworn/bear --health 2 --state here.toml", "advise"),
        ("advise ironsworn/bear --boxes 3 --ticks 12", "given twice"),
    ],
)
def test_what_is_refused_is_one_line_and_exit_2(run, line, said):
    ran = run(line)
    assert ran.status == 2
    assert said in ran.err
    assert "Traceback" not in ran.err


def test_advise_says_what_to_do_best_first(run):
    ran = run(f"advise {FIGHT} --health 1 --momentum -2 --boxes 6 --initiative")
    assert ran.status == 0
    assert "Strike at range (edge): wins 92.3%" in ran.out
    told = json.loads(run(f"advise {FIGHT} --health 1 --momentum -2 --boxes 6 --initiative --json").out)
    wins = [option["win"] for option in told["options"]]
    assert wins == sorted(wins, reverse=True)
    assert told["best"] == told["options"][0]["label"] == "Strike at range (edge)"


def test_advise_takes_a_situation_from_a_file(run, tmp_path):
    (tmp_path / "here.toml").write_text(
        "health = 1\nmomentum = -2\nprogress = 6\ninitiative = true\n", encoding="utf-8"
    )
    typed = json.loads(run(f"advise {FIGHT} --health 1 --momentum -2 --boxes 6 --initiative --json").out)
    from_file = json.loads(run(f"advise {FIGHT} --state here.toml --json").out)
    assert from_file == typed
    value = json.loads(run(f"solve {FIGHT} --state here.toml --json").out)["win"]
    assert value == typed["options"][0]["win"]


def test_advise_where_the_fight_never_comes_by_itself(run):
    told = json.loads(run(f"advise {FIGHT} --health 1 --supply 2 --boxes 6 --initiative --json").out)
    assert 0.9 < told["options"][0]["win"] < 1


def test_the_optimal_pilot_holds_a_seat_and_gives_its_reason(run):
    ran = run(f"run {FIGHT} --seats optimal --seed 3")
    assert ran.status == 0
    assert "next best" in ran.out
    refused = run("run ironsworn/bear --character warrior --character warrior --seats optimal")
    assert refused.status == 2
    assert "only solo fights" in refused.err
