"""`review`: what a game's choices were worth, by replays as people make them."""

import itertools
import json
import os
import signal
from xml.etree import ElementTree

import pytest

from shieldmate.apps.record import Recorder, read_games
from shieldmate.apps.session import opened
from shieldmate.apps.setting import Options, set_table
from shieldmate.policies.ironsworn.exact import store
from shieldmate.policies.ironsworn.exact.solver import Solver
from shieldmate.policies.judging import SearchJudge
from shieldmate.tests.worn import WORN

pytestmark = pytest.mark.compiled

FIGHT = "ironsworn/troublesome --character worn.toml"
ENCOUNTER = "oathsworn/broodmother-even"
PARTY = "ironsworn/epic --character warrior --character worn.toml"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def worn(tmp_path, monkeypatch):
    """A worn character's file, and a store of its own."""
    (tmp_path / "worn.toml").write_text(WORN, encoding="utf-8")
    (tmp_path / "solutions").mkdir()
    monkeypatch.setattr(store, "folder", lambda: tmp_path / "solutions")


@pytest.fixture
def review(run):
    """Review a replay of one game, as JSON."""

    def call(line):
        ran = run(f"review {line} --json")
        assert ran.status == 0, ran.err
        (game,) = json.loads(ran.out)["games"]
        adds_up(game)
        return game

    return call


def adds_up(game):
    parts = game["skill"]["change"] + game["luck"]["change"] + game["corrections"]
    assert parts == pytest.approx(game["end"] - game["start"]["win"], abs=1e-9)
    if game["outcome"] != "unfinished" and game["complete"]:
        assert game["end"] == (1.0 if game["outcome"] == "win" else 0.0)


def start_of(path):
    """The exact chance to win before the opening of a replay's game."""
    (entries,) = read_games(path).games
    return Solver(opened(entries[0], str(path)).table.books).solution.value


def solved(path):
    """The exact worth of every option of each decision of a replay, with the option that was chosen."""
    (entries,) = read_games(path).games
    session = opened(entries[0], str(path))
    solver = Solver(session.table.books)
    found = []
    for entry in entries[1:]:
        if entry.line.type == "decide":
            found.append((solver.options(session.table.states), entry.line.act))
        session.follow(entry, str(path))
    return found


def lines_of(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def kinds(path):
    return [line["type"] for line in lines_of(path)]


def blunder(path, at):
    """Write a game in which the best is chosen but for one decision, where the worst is; return that one's line."""
    session = set_table(Options("ironsworn/troublesome", ["worn.toml"], seed=2)).session
    recorder = Recorder(path)
    session.record(recorder)
    session.begin()
    solver = Solver(session.table.books)
    line = 0
    while not session.over:
        worth = solver.options(session.table.states)
        spread = max(worth.values()) - min(worth.values())
        if not line and len(session.lines) >= at and spread > 0.05:
            line = len(session.lines) + 1
            session.decide(min(worth, key=worth.__getitem__))
        else:
            session.decide(max(worth, key=worth.__getitem__))
    recorder.close()
    return line


@pytest.mark.parametrize(("pilot", "seed"), [("random", 1), ("random", 8), ("scripted", 3)])
def test_a_solo_fight_is_judged_exactly_as_the_solver_says(run, review, tmp_path, pilot, seed):
    run(f"run {FIGHT} --seats {pilot} --seed {seed} --replay a.jsonl")
    game = review("a.jsonl")
    worths = solved(tmp_path / "a.jsonl")
    assert game["exact"] is True
    assert (game["start"]["error"], game["skill"]["error"], game["luck"]["error"]) == (0, 0, 0)
    assert game["start"]["win"] == pytest.approx(start_of(tmp_path / "a.jsonl"), abs=1e-9)
    lost = sum(max(worth.values()) - worth[act] for worth, act in worths)
    assert game["skill"]["change"] == pytest.approx(-lost, abs=1e-9)
    assert [each["win"] for each in game["decisions"]] == pytest.approx([worth[act] for worth, act in worths])
    costs = [each["loss"] for each in game["costliest"]]
    assert costs == sorted(costs, reverse=True)
    assert len(costs) <= 3


def test_the_best_play_loses_nothing(run, review):
    run(f"run {FIGHT} --seats optimal --seed 4 --replay a.jsonl")
    game = review("a.jsonl")
    assert game["skill"]["change"] == 0
    assert game["costliest"] == []
    told = run("review a.jsonl").out
    assert "No choice cost 0.1% or more." in told
    assert "Of that 0.0% is skill" in told
    searched = run("review a.jsonl --budget 8").out
    assert "No choice cost" not in searched


@pytest.mark.parametrize("how", ["", "--budget 4000"])
def test_a_blunder_is_named_first_with_what_would_have_been_better(run, review, tmp_path, monkeypatch, how):
    monkeypatch.chdir(tmp_path)
    line = blunder(tmp_path / "a.jsonl", 4)
    game = review(f"a.jsonl {how}")
    worst = game["costliest"][0]
    worth = solved(tmp_path / "a.jsonl")[line - 2][0]
    assert worst["line"] == line
    assert worst["act"] == min(worth, key=worth.__getitem__)
    assert worst["choice"] != worst["better"]
    assert worth[worst["best"]] > max(worth.values()) - 0.03
    told = run(f"review a.jsonl {how}").out
    assert f"1. Round {worst['round']}, Worn, line {line}: {worst['question']}" in told
    assert worst["better"] in told


def test_search_agrees_with_the_exact_judgement(run, review):
    run(f"run {FIGHT} --seats random --seed 1 --replay a.jsonl")
    exact, searched = review("a.jsonl"), review("a.jsonl --budget 4000")
    assert (searched["exact"], searched["reference"], searched["budget"]) == (False, "scripted", 4000)
    for one, other in zip(exact["decisions"], searched["decisions"], strict=True):
        # The scripted pilot, which plays on in simulations, wins a little less than the best play.
        assert -0.08 < other["win"] - one["win"] < 5 * other["error"] + 5 * other["skill_error"] + 1e-9


def test_an_encounter_of_scripted_seats_has_no_skill_beside_the_scripted_pilot(run, review, tmp_path):
    run(f"run {ENCOUNTER} --seed 1 --replay a.jsonl")
    game = review("a.jsonl --budget 40")
    assert game["skill"]["change"] == 0
    assert game["seats"] == [1, 2, 3, 4]
    assert 0 < game["start"]["win"] < 1
    assert len(game["decisions"]) == kinds(tmp_path / "a.jsonl").count("decide")


def test_random_seats_lose_by_their_choices(run, review):
    run(f"run {ENCOUNTER} --seed 1 --seats random,random,scripted,scripted --replay a.jsonl")
    game = review("a.jsonl --seats 1,2 --budget 120")
    assert game["seats"] == [1, 2]
    assert {each["seat"] for each in game["decisions"]} == {1, 2}
    assert game["skill"]["change"] < -2 * game["skill"]["error"]
    assert "luck and the choices of other seats" in run("review a.jsonl --seats 1 --budget 20").out


def test_a_judgement_knows_nothing_of_luck_that_came_later(run, review, tmp_path):
    run(f"run {ENCOUNTER} --seed 1 --replay a.jsonl")
    run("run --state a.jsonl:30 --seed 99 --replay b.jsonl")
    lines = [lines_of(tmp_path / name) for name in ("a.jsonl", "b.jsonl")]
    shared = 29
    assert lines[0][1:shared] == lines[1][1:shared]
    assert lines[0][40:60] != lines[1][40:60]
    one, other = (review(f"{name}.jsonl --budget 30")["decisions"][: shared - 1] for name in "ab")
    alike = [(a, b) for a, b in zip(one, other, strict=True) if a["games"] == b["games"]]  # none judged again
    assert len(alike) > shared - 14
    assert all(a == b for a, b in alike)


def test_a_seed_gives_the_same_review_and_another_one_others(run, review):
    run(f"run {PARTY} --seed 2 --replay a.jsonl")
    first = review("a.jsonl --budget 60")
    assert review("a.jsonl --budget 60") == first
    assert review("a.jsonl --budget 60 --seed 7")["decisions"] != first["decisions"]
    assert run("review a.jsonl --budget 60").out == run("review a.jsonl --budget 60 --seed 0").out


def test_json_has_all_that_is_told(run, review):
    run(f"run {PARTY} --seats random,random --seed 2 --replay a.jsonl")
    game = review("a.jsonl --budget 60")
    assert set(game) == {
        *("scenario", "outcome", "rounds", "exact", "reference", "budget", "seats", "complete", "start", "end"),
        *("skill", "luck", "corrections", "undone", "decisions", "costliest", "notes"),
    }
    point = {
        *(
            "line",
            "round",
            "seat",
            "who",
            "act",
            "choice",
            "corrected",
            "before",
            "win",
            "error",
            "skill",
            "skill_error",
        ),
        *("best", "loss", "loss_error", "games"),
    }
    assert all(set(each) == point for each in game["decisions"])
    assert game["costliest"]
    for worst in game["costliest"]:
        assert set(worst) == point | {"question", "better", "reason"}
        assert "4000 games played to their end by scripted pilots" in worst["reason"]
        assert worst["choice"] == next(each for each in game["decisions"] if each["line"] == worst["line"])["choice"]


def test_a_person_s_seat_is_reviewed_and_what_was_taken_back_does_not_count(run, review, tmp_path):
    typed = "1\nundo\n2\n1\n1\nquit\n"
    ran = run(f"play {PARTY} --seed 3 --replay a.jsonl", typed=typed)
    assert ran.status == 0, ran.err
    game = review("a.jsonl --budget 60")
    assert (game["seats"], game["outcome"]) == ([1], "unfinished")
    everybody = review("a.jsonl --budget 60 --seats 1,2")["decisions"]
    kept = sum(each["act"] is not None for each in everybody)
    assert game["undone"] == kinds(tmp_path / "a.jsonl").count("decide") - kept > 0
    assert {each["seat"] for each in game["decisions"][:-1]} == {1}
    assert len({each["line"] for each in game["decisions"]}) == len(game["decisions"])
    assert game["decisions"][-1]["act"] is None
    assert game["end"] == game["decisions"][-1]["win"]


def test_a_correction_of_the_board_is_neither_skill_nor_luck(run, review, tmp_path):
    run(f"play {FIGHT} --seed 3 --replay a.jsonl", typed="1\nset supply=5 momentum=5\n1\n1\nquit\n")
    assert "edit" in kinds(tmp_path / "a.jsonl")
    game = review("a.jsonl")
    (before, after) = next(
        pair for pair in zip(game["decisions"], game["decisions"][1:], strict=False) if pair[0]["corrected"]
    )
    assert game["corrections"] == pytest.approx(after["before"] - before["before"], abs=1e-12)
    assert game["corrections"] > 0.001
    assert "Corrections of the board changed it by +" in run("review a.jsonl").out


def test_dice_from_a_table_and_branches_are_reviewed(run, review):
    ran = run(f"run {FIGHT} --chance hand:dice --replay a.jsonl", typed="5 4 9\n" + "6,1,2\n" * 400)
    assert ran.status == 0, ran.err
    whole = review("a.jsonl")
    run("run --state a.jsonl:3 --seed 4 --seats random --replay b.jsonl", typed="3,7,8\n" * 400)
    branch = review("b.jsonl")
    assert branch["decisions"][0] == whole["decisions"][0]
    assert branch["start"] == whole["start"]


def test_every_game_of_a_file_is_reviewed_or_the_one_that_is_asked_for(run, tmp_path):
    for seed in (1, 2):
        run(f"run {FIGHT} --seed {seed} --seats random --replay {seed}.jsonl")
    (tmp_path / "both.jsonl").write_text((tmp_path / "1.jsonl").read_text() + (tmp_path / "2.jsonl").read_text())
    both = json.loads(run("review both.jsonl --json").out)["games"]
    second = json.loads(run("review both.jsonl --game 2 --json").out)["games"]
    alone = json.loads(run("review 2.jsonl --json").out)["games"]
    assert len(both) == 2
    assert second == both[1:]
    assert second[0]["skill"] == alone[0]["skill"]
    refused = run("review both.jsonl --picture a.svg")
    assert (refused.status, refused.out) == (2, "")
    assert refused.err == "both.jsonl: found 2 games; valid: one of them, by --game N, for a picture\n"


@pytest.mark.parametrize("how", ["", "--budget 200"])
def test_the_picture_is_well_formed_and_marks_each_costly_choice(run, tmp_path, how):
    (tmp_path / "worn.toml").write_text(WORN.replace("Worn", "<b>&amp;\\u202e]]>"), encoding="utf-8")
    run(f"run {FIGHT} --seats random --seed 1 --replay a.jsonl")
    ran = run(f"review a.jsonl --picture a.svg --json {how}")
    assert ran.status == 0, ran.err
    (game,) = json.loads(ran.out)["games"]
    root = ElementTree.parse(tmp_path / "a.svg").getroot()
    assert root.tag == f"{SVG}svg"
    texts = ["".join(each.itertext()) for each in root.iter(f"{SVG}text")]
    assert len(game["costliest"]) > 0
    for number, worst in enumerate(game["costliest"], 1):
        assert texts.count(str(number)) >= 2
        assert any(worst["choice"] in text and worst["better"] in text for text in texts)
    assert "Chance to win" in texts
    (curve,) = root.iter(f"{SVG}polyline")
    assert len(curve.attrib["points"].split()) == 2 * len(game["decisions"]) + 1
    assert {each.tag for each in root.iter()} & {f"{SVG}b", f"{SVG}script"} == set()
    assert run("review a.jsonl --picture a.svg").err.startswith("a.svg: found a file that is there")
    assert run("review a.jsonl --picture a.svg --force").status == 0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "bad.jsonl: found 0 bytes; valid: 1 to "),
        ("\ufeff", "bad.jsonl: found no JSON lines; valid: a replay"),
        ("{", "bad.jsonl: line 1: found "),
        ("not a replay\n", "bad.jsonl: line 1: found "),
        ('{"type": "decide", "seat": 1, "act": 0}\n', "bad.jsonl: line 1: found decide"),
        (None, "bad.jsonl: line "),
    ],
)
def test_what_is_no_whole_replay_is_refused_in_one_line(run, tmp_path, text, told):
    run(f"run {FIGHT} --seed 1 --replay a.jsonl")
    whole = (tmp_path / "a.jsonl").read_text()
    (tmp_path / "bad.jsonl").write_text(whole[:-10] if text is None else text)
    refused(run("review bad.jsonl"), told)


@pytest.mark.parametrize(
    ("was", "put", "told"),
    [
        ('"rules": 0', '"rules": 77', "valid: the version of Shieldmate that recorded it"),
        ('"replay": 1', '"replay": 9', "replay"),
        ('"seed": 1', '"seed": 2', "a.jsonl: line "),
        ('"outcome": "', '"outcome": "x', "a.jsonl: line "),
    ],
)
def test_a_replay_that_cannot_be_followed_is_refused_in_one_line(run, tmp_path, was, put, told):
    run(f"run {FIGHT} --seed 1 --replay a.jsonl")
    text = (tmp_path / "a.jsonl").read_text()
    assert was in text
    (tmp_path / "a.jsonl").write_text(text.replace(was, put))
    refused(run("review a.jsonl"), told)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("--seats 2", "--seats: found 2; valid: numbers of seats from 1 to 1"),
        ("--seats x", "--seats: found x; valid: numbers of seats"),
        ("--game 2", "a.jsonl: found game 2; valid: a game from 1 to 1"),
        ("--picture a.png", "--picture: found a.png; valid: a file name that ends with .svg"),
        ("--picture nowhere/a.svg", "nowhere/a.svg: found"),
        ("--budget 1", "--budget: found 1"),
    ],
)
def test_options_that_do_not_fit_are_refused_in_one_line(run, more, told):
    run(f"run {FIGHT} --seed 1 --replay a.jsonl")
    refused(run(f"review a.jsonl {more}"), told)


def refused(ran, told):
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert told in ran.err


def test_a_game_without_a_decision_is_refused(run):
    run(f"play {FIGHT} --seed 3 --replay a.jsonl", typed="quit\n")
    refused(run("review a.jsonl"), "found no decision of the seats that are reviewed")


def test_interrupted_it_tells_what_was_judged(run, monkeypatch):
    run(f"run {ENCOUNTER} --seed 1 --replay a.jsonl")
    whole = len(json.loads(run("review a.jsonl --budget 8 --json").out)["games"][0]["decisions"])
    judge, judged = SearchJudge.judge, itertools.count()

    def pressed(self, *decision):
        if next(judged) == 2:
            os.kill(os.getpid(), signal.SIGINT)
        return judge(self, *decision)

    monkeypatch.setattr(SearchJudge, "judge", pressed)
    ran = run("review a.jsonl --budget 8 --json")
    assert (ran.status, ran.err) == (130, "Interrupted.\n")
    (game,) = json.loads(ran.out)["games"]
    assert game["complete"] is False
    assert 0 < len(game["decisions"]) < whole
    assert game["end"] == game["decisions"][-1]["win"]
    adds_up(game)


def test_stage_cards_that_nobody_has_told_are_refused_by_name(run, tmp_path):
    cards = ", ".join(f"{{ stage = {stage}, unknown = true }}" for stage in (1, 2, 3) for _ in range(5))
    (tmp_path / "den.toml").write_text(f'base = "broodmother"\nstage_cards = [{cards}]\n')
    typed = "1\nadvise 20\nquit\n"
    ran = run("play den.toml --party starter --seats human,random,random,random --replay a.jsonl", typed=typed)
    assert "oathsworn/den: found stage 1 card 1, " in ran.out
    refused(run("review a.jsonl"), "oathsworn/den: found stage 1 card 1, ")
