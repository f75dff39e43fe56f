"""`shieldmate bench`, as it is typed: figures, shared luck, jobs, interruption, refusals."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from shieldmate.apps.bench_plan import Asked, plans
from shieldmate.apps.bench_run import Bench
from shieldmate.apps.setting import Options
from shieldmate.envs.ironsworn.scenario import compile_book, make_scenario
from shieldmate.policies.ironsworn.pilots import ScriptedPilot
from shieldmate.policies.ironsworn.playout import play_games
from shieldmate.policies.ironsworn.random import RandomPilot
from shieldmate.tests.worn import WORN
from shieldmate.training.config import Table
from shieldmate.training.random_parties import random_party
from shieldmate.training.tables import scenarios

pytestmark = pytest.mark.compiled

OWN = """
import numpy as np

class First:
    def act(self, view, mask, rng):
        assert not any(view.state["chance"][name].any() for name in view.state["chance"].dtype.names)
        assert view.public["options"]
        return int(np.flatnonzero(mask)[0])

class Lucky:
    def __init__(self):
        self.asked = 0
    def act(self, view, mask, rng):
        self.asked += 1
        assert self.asked <= 300, "kept from one game to the next"
        return int(rng.choice(np.flatnonzero(mask)))

class Crashes:
    def act(self, view, mask, rng):
        raise ZeroDivisionError("oh")

class Cheats:
    def act(self, view, mask, rng):
        return int(np.flatnonzero(mask == 0)[0])
"""


@pytest.fixture
def own(tmp_path):
    (tmp_path / "bench_own.py").write_text(OWN)
    yield tmp_path
    sys.modules.pop("bench_own", None)


def figures(data):
    """What hangs on the games alone."""
    if isinstance(data, dict):
        return {key: figures(value) for key, value in data.items() if key != "timing"}
    return [figures(value) for value in data] if isinstance(data, list) else data


def test_figures_are_those_of_the_games(run):
    ran = run("bench ironsworn/bear --pilots scripted,random --games 300 --seed 7 --no-exact --json")
    data = json.loads(ran.out)
    scripted, random = data["pilots"]
    book = compile_book(make_scenario(["bear"]))
    games = play_games(book, [ScriptedPilot().address], range(7, 307))
    assert scripted["pilot"] == "scripted"
    assert scripted["win"] == pytest.approx((games.outcomes == 1).mean(), abs=1e-6)
    assert scripted["low"] < scripted["win"] < scripted["high"]
    assert scripted["games"] == random["games"] == 300
    measured = data["tables"][0]["pilots"][0]["measures"]
    assert measured["rounds"]["mean"] == pytest.approx(games.rounds.mean(), rel=1e-5)
    assert measured["health"]["mean"] == pytest.approx(games.health.mean(), rel=1e-5)
    (pair,) = data["pairs"]
    assert (pair["first"], pair["second"]) == ("scripted", "random")
    assert pair["difference"] == pytest.approx(scripted["win"] - random["win"], abs=1e-6)
    assert pair["low"] < pair["difference"] < pair["high"]
    assert pair["p"] < 1e-6
    assert data["seed"] == 7


def test_the_command_that_is_told_plays_the_same_games(run):
    line = "bench ironsworn/wolf --foe wolf:3 --pilots scripted,random --games 40 --rule price=harm --no-exact --json"
    data = json.loads(run(line).out)
    told = data["command"].removeprefix("shieldmate ")
    assert figures(json.loads(run(f"{told} --json").out)) == figures(data)


@pytest.mark.parametrize("scenario", ["ironsworn/bear", "oathsworn/broodmother-even"])
def test_jobs_change_no_figure(process, own, scenario):
    line = f"bench {scenario} --pilots scripted,py:bench_own:Lucky,random --games 30 --no-exact --json --jobs"
    one, two = (json.loads(process(f"{line} {jobs}").out) for jobs in (1, 2))
    assert figures(one) == figures(two)
    assert {row["games"] for row in one["pilots"]} == {30}


def test_only_the_marked_seats_are_under_test(run):
    line = "bench oathsworn/broodmother-even --games 60 --json --pilots random,scripted"
    all_seats = json.loads(run(line).out)
    one_seat = json.loads(run(f"{line} --seats scripted,scripted,scripted,_").out)
    assert one_seat["tables"][0]["seats"] == ["scripted", "scripted", "scripted", "_"]
    assert all_seats["tables"][0]["seats"] == ["_"] * 4
    assert one_seat["pilots"][0]["win"] > all_seats["pilots"][0]["win"]
    assert one_seat["pilots"][1] == all_seats["pilots"][1]


def test_seats_that_are_not_named_are_scripted(run):
    data = json.loads(run("bench oathsworn/broodmother --games 2 --seats random,_ --json").out)
    assert data["tables"][0]["seats"] == ["random", "_", "scripted", "scripted"]


def test_every_party_and_level_is_a_table(run):
    line = (
        "bench oathsworn/broodmother --pilots scripted,random --games 20 --parties all --difficulties grim,journeyman"
    )
    data = json.loads(run(f"{line} --json").out)
    tables = data["tables"]
    assert [table["difficulty"] for table in tables] == ["grim", "journeyman"] * 2
    assert tables[0]["party"] == tables[1]["party"] == ["Warden", "Priest", "Ranger", "Warbear"]
    assert "companion" in tables[2]["party"][3]
    assert data["pilots"][0]["games"] == 80
    shown = run(line).out
    assert "4 tables" in shown.splitlines()[0]
    assert "| all " in shown


def test_parties_of_ironsworn_are_tables(run, tmp_path):
    (tmp_path / "worn.toml").write_text(WORN)
    line = "bench ironsworn/wolf ironsworn/bear --games 20 --no-exact --parties"
    data = json.loads(run(line, "warrior;worn.toml,warrior", "--json").out)
    parties = [["Warrior"], ["Worn", "Warrior"]]
    assert [table["party"] for table in data["tables"]] == parties * 2
    assert [table["seats"] for table in data["tables"]] == [["_"], ["_", "_"]] * 2
    repeated = shlex.split(data["command"])[1:]
    assert figures(json.loads(run("", *repeated, "--json").out)) == figures(data)
    for grid, said in (("--parties all", "such as warrior;a.toml"), ("--difficulties all", "name several foes")):
        refused = run(f"bench ironsworn/bear {grid}")
        assert refused.status == 2
        assert said in refused.err


def test_random_parties_are_those_of_training_and_told_as_one_table(run):
    line = "bench ironsworn/epic --pilots scripted,random --games 30 --parties random:1000-1002x2 --no-exact"
    data = json.loads(run(f"{line} --json").out)
    (table,) = data["tables"]
    dealt = Table(scenarios=("ironsworn/epic",), random_picked=(1000, 1001, 1002), party_size=2)
    books = [compile_book(fight) for fight in scenarios("ironsworn", dealt, Path())]
    for place, pilot in enumerate((ScriptedPilot, RandomPilot)):
        won = [(play_games(book, [pilot().address] * 2, range(30)).outcomes == 1).sum() for book in books]
        assert [round(30 * party["pilots"][place]["win"]) for party in table["parties"]] == won
        assert round(90 * table["pilots"][place]["win"]) == sum(won)
        assert table["pilots"][place]["win"] == data["pilots"][place]["win"]
    assert [party["number"] for party in table["parties"]] == [1000, 1001, 1002]
    assert (table["party"], table["games"], table["pairs"][0]) == (["random:1000-1002x2"], 90, data["pairs"][0])
    assert table["pilots"][0]["measures"]["rounds"]["low"] > 1
    shown = run(line).out
    assert "(party random:1000-1002x2; seats _, _), 90 games, with each of 3 parties those from seed 0 on:" in shown
    assert figures(json.loads(run("", *shlex.split(data["command"])[1:], "--json").out)) == figures(data)


def test_random_parties_of_oathsworn_stand_beside_those_with_a_name(run):
    grid = "--parties random:1000-1001;starter --difficulties grim,journeyman"
    data = json.loads(run(f"bench oathsworn/broodmother-even --games 10 {grid} --json").out)
    drawn, starter = data["tables"][:2], data["tables"][2:]
    assert [(table["party"], table["difficulty"]) for table in drawn] == [
        (["random:1000-1001"], "grim"),
        (["random:1000-1001"], "journeyman"),
    ]
    for table in drawn:
        assert [[who.lower().replace(" ", "-") for who in party["party"]] for party in table["parties"]] == [
            random_party("oathsworn", 1000),
            random_party("oathsworn", 1001),
        ]
    assert [table["party"] for table in starter] == [["Warden", "Priest", "Ranger", "Warbear"]] * 2
    assert [table["games"] for table in data["tables"]] == [20, 20, 10, 10]


def test_an_exact_figure_of_random_parties_is_their_mean_where_all_are_known():
    pilots = ["scripted", "scripted:bold"]
    asked = Asked(["ironsworn/epic"], pilots, [], Options(), ["random:1000-1001"])
    bench = Bench(plans(asked), pilots, 0, 4, None, 1)
    assert bench.play()
    bench.exact = [{"scripted": 0.5, "scripted:bold": 0.1}, {"scripted": 0.7}]
    bench.unsolved = [{}, {"scripted:bold": "many states"}]
    table = bench.data("", complete=True)["tables"][0]
    scripted, bold = table["pilots"]
    assert scripted["exact"] == pytest.approx(0.6)
    assert "exact" not in bold
    assert table["unsolved"] == {"scripted:bold": "many states"}
    assert [party["pilots"][0]["exact"] for party in table["parties"]] == [0.5, 0.7]


def test_partners_take_the_other_seats(run):
    line = "bench oathsworn/broodmother-even --pilots scripted,random --games 20 --partners random,scripted"
    data = json.loads(run(f"{line} --json").out)
    assert [table["seats"] for table in data["tables"]] == [["random"] * 3 + ["_"], ["scripted"] * 3 + ["_"]]
    assert [table["partner"] for table in data["tables"]] == ["random", "scripted"]
    assert "| `random` " in run(line).out
    data = json.loads(run(f"{line} --seats _,scripted,_ --json").out)
    assert data["tables"][0]["seats"] == ["_", "random", "_", "random"]


def test_on_a_terminal_a_bar_shows_how_far_it_is(tmp_path):
    line = "bench oathsworn/broodmother --games 200 --jobs 2"
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(tmp_path)
        os.execv(sys.executable, [sys.executable, "-m", "shieldmate", *line.split()])
    heard = b""
    with contextlib.suppress(OSError):  # the program has left its end
        while part := os.read(terminal, 65536):
            heard += part
    _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert b"Playing" in heard
    assert b"/200" in heard
    assert b"200 games from seed 0 on:" in heard


def test_off_a_terminal_there_is_no_bar(process):
    ran = process("bench oathsworn/broodmother --games 50 --jobs 2")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("**oathsworn/broodmother** (party Warden, Priest, Ranger, Warbear; Free Company; seats _")


def test_training_runs_are_summed_up(run):
    line = "bench oathsworn/broodmother-even oathsworn/kiln-worm --games 40 --seats scripted,scripted,scripted,_"
    line += " --pilots scripted --runs random,scripted:noisy,scripted:careless"
    data = json.loads(run(f"{line} --json").out)
    assert [row["pilot"] for row in data["pilots"]] == ["scripted", "random", "scripted:noisy", "scripted:careless"]
    wins = sorted(row["win"] for table in data["tables"] for row in table["pilots"][1:])
    assert data["runs"]["middle"] == pytest.approx(sum(wins[1:-1]) / 4, abs=1e-5)
    assert data["runs"]["low"] <= data["runs"]["middle"] <= data["runs"]["high"]
    scripted = [table["pilots"][0]["win"] for table in data["tables"]]
    rows = zip(data["tables"], scripted, strict=True)
    leads = sorted(row["win"] - win for table, win in rows for row in table["pilots"][1:])
    (ahead,) = data["runs"]["ahead"]
    assert (ahead["pilot"], ahead["middle"]) == ("scripted", pytest.approx(sum(leads[1:-1]) / 4, abs=1e-5))
    for part in (data, *data["tables"]):
        assert [pair["first"] for pair in part["pairs"]] == ["scripted"] * 3
    assert "3 training runs at 2 tables" in run(line).out
    again = json.loads(run(f"{data['command'].removeprefix('shieldmate ')} --json").out)
    assert figures(again) == figures(data)


def test_exact_figures_of_a_solo_fight(run, tmp_path):
    (tmp_path / "worn.toml").write_text(WORN)
    fight = "ironsworn/formidable --character worn.toml"
    names = "scripted,optimal,scripted:bold,random,scripted:noisy"
    data = json.loads(run(f"bench {fight} --pilots {names} --games 400 --json").out)
    scripted, optimal, bold, *by_luck = data["tables"][0]["pilots"]
    solved = json.loads(run(f"solve {fight} --json").out)
    assert optimal["exact"] == pytest.approx(solved["win"], abs=2e-6)
    for row in (scripted, bold):
        evaluated = json.loads(run(f"solve {fight} --evaluate {row['pilot']} --json").out)
        assert row["exact"] == pytest.approx(evaluated["win"], abs=2e-6)
    assert optimal["win"] == pytest.approx(optimal["exact"], abs=0.1)
    assert not any("exact" in row for row in by_luck)
    pair = data["tables"][0]["pairs"][0]
    assert pair["exact_difference"] == pytest.approx(scripted["exact"] - optimal["exact"], abs=2e-6)
    assert "exactly" in run(f"bench {fight} --games 10").out
    assert "exactly" not in run(f"bench {fight} --games 10 --no-exact").out


def test_a_fight_too_large_for_exact_figures_is_sampled(run, tmp_path):
    stats = "edge = 3\nheart = 2\niron = 2\nshadow = 1\nwits = 1"
    (tmp_path / "hale.toml").write_text(f'name = "Hale"\n{stats}\nsupply = 4\n')
    line = "bench ironsworn/dangerous --character hale.toml --pilots scripted:hasty,search:4,random --games 20"
    for _ in range(2):  # the second time it is known
        ran = run(f"{line} --memory 0.01 --json")
        table = json.loads(ran.out)["tables"][0]
        assert set(table["unsolved"]) == {"scripted:hasty", "search:4"}
        assert not any("exact" in row or "loss" in row for row in table["pilots"])
        assert all(row["games"] == 20 for row in table["pilots"])
        assert "No exact figures of `search:4`: the fight is too large" in ran.err
    assert "No exact figures of `scripted:hasty`: the fight is too large" in run(f"{line} --memory 0.01").out
    refused = run("bench ironsworn/dangerous --character hale.toml --pilots optimal --memory 0.01")
    assert refused.status == 2
    assert "--memory" in refused.err


def test_what_a_search_loses_of_the_best_play(run, tmp_path):
    (tmp_path / "worn.toml").write_text(WORN)
    line = "bench ironsworn/formidable ironsworn/troublesome --character worn.toml --games 12 --pilots scripted"
    data = json.loads(run(f"{line} --ladder search:4-16 --json").out)
    assert [row["pilot"] for row in data["pilots"]] == ["scripted", "search:4", "search:8", "search:16"]
    for row in data["tables"][0]["pilots"][1:]:
        assert "exact" not in row
        assert -1e-4 < row["loss"]["low"] <= row["loss"]["mean"] <= row["loss"]["high"] < 0.5
    assert "loss" not in data["tables"][0]["pilots"][0]
    shown = run(f"{line} --ladder search:4-16 --jobs 2").out
    assert "Points of the chance to win that choices lost" in shown
    assert "points lost a game" in shown


def test_a_test_that_has_seen_enough_stops(run):
    line = "bench ironsworn/formidable --pilots scripted,random --games 5000 --until 0.05 --no-exact"
    data = json.loads(run(f"{line} --json --jobs 1").out)
    assert 100 <= data["tables"][0]["stopped"] < 500
    assert data["tables"][0]["games"] == data["tables"][0]["stopped"]
    assert data["tables"][0]["verdicts"] == [{"first": "scripted", "second": "random", "better": "first"}]
    assert figures(json.loads(run(f"{line} --json --jobs 2").out)) == figures(data)
    shown = run(line).out
    assert "biased" in shown
    assert "scripted is better than random" in shown


def test_a_test_that_has_not_seen_enough_says_so_below_the_table(run):
    line = "bench ironsworn/formidable --pilots scripted,random,scripted:bold --games 100 --until 0.01 --no-exact"
    lines = run(line).out.splitlines()
    place = next(place for place, text in enumerate(lines) if text.startswith("All 100 games were played before"))
    assert "1.0%" in lines[place]
    assert lines[place - 1] == ""  # or Markdown takes it for a row of the table
    assert lines[place + 1 :] == ["scripted is better than random.", "scripted:bold is better than random."]


def test_a_pair_of_equals_is_told_with_the_difference_that_was_asked_for(run):
    line = "bench ironsworn/formidable --pilots scripted,scripted:bold --games 100 --until 0.5 --no-exact"
    assert "Neither of scripted and scripted:bold is better by 50.0%." in run(line).out


def test_results_are_kept(run, tmp_path):
    shown = run("bench ironsworn/bear --games 50 --no-exact --out kept.json").out
    data = json.loads((tmp_path / "kept.json").read_text())
    assert data["complete"] is True
    assert (tmp_path / "kept.md").read_text() == shown
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept.json", "kept.md"]
    again = run("bench ironsworn/bear --games 50 --no-exact --out kept.json")
    assert again.status == 2
    assert "kept.json" in again.err
    assert run("bench ironsworn/bear --games 50 --no-exact --out kept.json --force").status == 0


LONG = "bench oathsworn/broodmother --pilots scripted,random --games 800 --jobs 2 --out long.json"


def interrupted(folder, line):
    """Start a benchmark, interrupt it once games are kept, and give its status."""
    program = subprocess.Popen(
        [sys.executable, "-m", "shieldmate", *line.split()],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    part = folder / "long.json.part"
    until = time.monotonic() + 60
    while time.monotonic() < until and (not part.exists() or part.read_bytes().count(b"\n") < 4):
        time.sleep(0.02)
    program.send_signal(signal.SIGINT)
    out, err = program.communicate(timeout=60)
    return program.returncode, out, err


def test_what_was_played_survives_an_interruption(process, tmp_path):
    status, out, err = interrupted(tmp_path, LONG)
    assert status == 130
    assert "Traceback" not in err
    kept = len((tmp_path / "long.json.part").read_bytes().splitlines()) - 1
    assert kept >= 3
    if (tmp_path / "long.json").exists():
        assert json.loads((tmp_path / "long.json").read_text())["complete"] is False
        assert "Interrupted after" in out
        assert "with --out the same command goes on" in out
    ended = process(LONG)
    assert ended.status == 0
    assert "Going on after" in ended.err
    data = json.loads((tmp_path / "long.json").read_text())
    assert data["complete"] is True
    assert not (tmp_path / "long.json.part").exists()
    assert figures(json.loads(process(f"{LONG.removesuffix(' --out long.json')} --json").out)) == figures(data)


CUT = "bench ironsworn/bear --games 60 --no-exact --jobs 1 --out cut.json"


@pytest.fixture
def cut(monkeypatch, tmp_path):
    """The file that a benchmark leaves which was cut off after all its games, and the figures of the whole."""
    monkeypatch.chdir(tmp_path)
    tables = plans(Asked(["ironsworn/bear"], ["scripted"], [], Options()))
    bench = Bench(tables, ["scripted"], 0, 60, None, 1)
    bench.keep("cut.json", anew=False)
    bench.play()
    bench.close(finished=False)
    return tmp_path / "cut.json.part", figures(bench.data("", complete=True)["tables"])


def test_a_line_that_was_cut_off_is_played_again(run, tmp_path, cut):
    file, whole = cut
    file.write_bytes(file.read_bytes()[:-30])
    ran = run(CUT)
    assert ran.status == 0
    assert "Going on after" in ran.err
    assert figures(json.loads((tmp_path / "cut.json").read_text())["tables"]) == whole


def test_what_is_kept_survives_being_cut_off_while_it_is_taken_up(monkeypatch, cut):
    file, _ = cut
    kept = file.read_bytes()

    def cut_off(descriptor):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", cut_off)
    bench = Bench(plans(Asked(["ironsworn/bear"], ["scripted"], [], Options())), ["scripted"], 0, 60, None, 1)
    with pytest.raises(KeyboardInterrupt):
        bench.keep("cut.json", anew=False)
    assert file.read_bytes() == kept


PROGRAM = """
import json, sys

for line in sys.stdin:
    told = json.loads(line)
    print(json.dumps({"ready": True} if "protocol" in told else {"act": told["mask"].index(1)}), flush=True)
"""


@pytest.mark.parametrize(
    ("pilot", "code"), [("py:bench_own:First", "bench_own.py"), (f"exec:{sys.executable} program.py", "program.py")]
)
def test_partial_results_are_of_one_code(own, monkeypatch, pilot, code):
    monkeypatch.chdir(own)
    (own / "program.py").write_text(PROGRAM)
    marks = []
    for change in ("", "", "# now otherwise\n"):
        (own / code).write_text((own / code).read_text() + change)
        asked = Asked(["oathsworn/broodmother"], ["scripted"], [pilot, "_"], Options())
        marks.append(Bench(plans(asked), asked.pilots, 0, 1, None, 1).mark())
    assert marks[0] == marks[1] != marks[2]


def test_partial_results_are_of_one_command(run, cut):
    for other in ("--seed 1", "--games 61", "--pilots random", "--rule price=harm"):
        ran = run(f"{CUT} {other}")
        assert ran.status == 2
        assert ran.err.startswith("cut.json.part: found partial results of another command")
        assert ran.err.count("\n") == 1
    assert run(f"{CUT} --seed 1 --force").status == 0


@pytest.mark.parametrize(
    "line",
    [
        b"what is this",
        b"\xff\xfe",
        b"[" * 100_000,
        b"{}",
        b"[1]",
        b'{"table":0,"pilot":0,"first":0,"rows":[],"seconds":0.0,"answers":0}',
        b'{"table":9,"pilot":0,"first":0,"rows":[[1,1,1,1,1,1]],"seconds":0.0,"answers":0}',
        b'{"table":0,"pilot":3,"first":0,"rows":[[1,1,1,1,1,1]],"seconds":0.0,"answers":0}',
        b'{"table":0,"pilot":0,"first":60,"rows":[[1,1,1,1,1,1]],"seconds":0.0,"answers":0}',
        b'{"table":0,"pilot":0,"first":-1,"rows":[[1,1,1,1,1,1]],"seconds":0.0,"answers":0}',
        b'{"table":0,"pilot":0,"first":0,"rows":[[1,1,1,1,1]],"seconds":0.0,"answers":0}',
        b'{"table":0,"pilot":0,"first":0,"rows":[[77,1,1,1,1,1]],"seconds":0.0,"answers":0}',
        b'{"table":0,"pilot":0,"first":0,"rows":[[1,1,1,1,1,99999999999999999999]],"seconds":0.0,"answers":0}',
        b'{"table":0,"pilot":0,"first":0,"rows":[[1,1,1,1,1,1]],"seconds":NaN,"answers":0}',
        b'{"table":0,"pilot":0,"first":0,"rows":[[1,1,1,1,1,1]],"seconds":-1.0,"answers":0}',
        b'{"table":0,"pilot":0,"first":0,"rows":[[1,1,1,1,1,1.5]],"seconds":0.0,"answers":0}',
    ],
)
def test_damaged_partial_results_are_refused(run, tmp_path, cut, line):
    file, _ = cut
    first, *others = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(first + line + b"\n" + b"".join(others))
    ran = run(CUT)
    assert ran.status == 2
    assert ran.err.startswith("cut.json.part: line 2")
    assert not (tmp_path / "cut.json").exists()


def test_a_pilot_of_ones_own_may_do_nothing_hidden(run, own):
    ran = run("bench oathsworn/broodmother --pilots py:bench_own:First --games 2 --json --jobs 1")
    assert ran.status == 0, ran.err


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("pilot", "told"), [("Crashes", "ZeroDivisionError: oh (bench_own.py, line"), ("Cheats", "seat 1: found")]
)
def test_a_pilot_of_ones_own_that_fails_is_named_on_one_line(process, own, jobs, pilot, told):
    line = f"bench ironsworn/bear --pilots scripted,py:bench_own:{pilot} --games 5 --no-exact --jobs {jobs}"
    ran = process(line)
    assert ran.status == 2
    assert ran.err.startswith(f"py:bench_own:{pilot}: seat 1")
    assert told in ran.err
    assert ran.err.count("\n") == 1


def test_a_program_holds_a_seat(process, tmp_path):
    (tmp_path / "first.py").write_text(
        "import json, sys\n"
        "print(json.dumps({'ready': True}), flush=True) if input() else None\n"
        "for line in sys.stdin:\n"
        "    print(json.dumps({'act': json.loads(line)['mask'].index(1)}), flush=True)\n"
    )
    (tmp_path / "bench_own.py").write_text(OWN)
    pilots = ["--pilots", "py:bench_own:First", "--pilots", f"exec:{sys.executable} first.py"]
    ran = process("bench ironsworn/bear --games 4 --no-exact --json --jobs 2", *pilots)
    data = json.loads(ran.out)
    assert data["tables"][0]["pilots"][0]["measures"] == data["tables"][0]["pilots"][1]["measures"]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("ironsworn/bear --pilots scriptd", "pilot: found scriptd"),
        ("ironsworn/bear --pilots scripted,scripted", "--pilots: found scripted twice"),
        ("ironsworn/bear --pilots scripted,SCRIPTED", "--pilots: found scripted twice"),
        ("ironsworn/bear --pilots ,", "pilot: found nothing"),
        ("ironsworn/bear --pilots human", "--pilots: found human"),
        ("oathsworn/broodmother --pilots optimal", "pilot: found optimal"),
        ("oathsworn/broodmother --seats scripted", "--seats: found no seat marked _"),
        ("ironsworn/bear --seats _,_", "--seats: found 2"),
        ("oathsworn/broodmother --seats nobody,_", "pilot: found nobody"),
        ("ironsworn/bear --games 0", "--games"),
        ("ironsworn/bear --games 99999999999999999999", "--games"),
        ("ironsworn/bear --seed -1", "--seed"),
        ("ironsworn/bear --seed 1099511627775 --games 2", "--seed: found 1099511627775"),
        ("ironsworn/bear --seed 1099511627776", "--seed"),
        ("ironsworn/bear --jobs 0", "--jobs"),
        ("ironsworn/bear --until 0", "--until"),
        ("ironsworn/bear --until nan", "--until"),
        ("ironsworn/bear --until 0.03", "two pilots"),
        ("ironsworn/bear --ladder search", "--ladder: found search"),
        ("ironsworn/bear --ladder search:0-100", "--ladder: found search:0-100"),
        ("ironsworn/bear --ladder search:100-25", "--ladder: found search:100-25"),
        ("ironsworn/bear --ladder scripted:1-2", "scripted:1"),
        ("ironsworn/bear --parties all", "--parties"),
        ("ironsworn/bear --parties random:", "--parties: found random:"),
        ("ironsworn/bear --parties random:9-8", "--parties: found random:9-8"),
        ("ironsworn/bear --parties random:1-1001", "numbers of at most 1,000 random parties"),
        ("ironsworn/bear --parties random:1x5", "1 to 4 characters each"),
        ("oathsworn/broodmother --parties random:1x4", "each has four members"),
        ("ironsworn/bear --parties random:1 --until 0.03 --pilots scripted,random", "--until: found 0.03"),
        ("ironsworn/bear --difficulties all", "--difficulties"),
        ("oathsworn/broodmother --difficulties easy", "easy"),
        ("ironsworn/bare", "bare"),
        ("ironsworn/bear --out results.txt", "--out: found results.txt"),
        ("ironsworn/bear --out nowhere/results.json", "nowhere/results.json"),
        ("", "SCENARIO"),
    ],
)
def test_what_is_typed_wrong_is_named(run, typed, told):
    ran = run(f"bench {typed}")
    assert ran.status == 2
    assert told in ran.err
    assert ran.err.count("\n") == 1
    assert not ran.out
