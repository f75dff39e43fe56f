"""Oathsworn at the command line: run, play, replay, check, chance fed by hand."""

import json
import os
import re
import select
import sys
import time
from pathlib import Path

import pytest

RUN = "run oathsworn/broodmother --seats random,random,random,random --seed 3"
PLAY = "play oathsworn/broodmother --party starter --seats human,random,random,random --seed 3"


def test_run_prints_a_log_from_the_set_up_to_the_end(run):
    ran = run(RUN)
    lines = ran.out.splitlines()
    assert (ran.status, ran.err) == (0, "")
    assert lines[0] == "Warden (random), Priest (random), Ranger (random), Warbear (random) against Broodmother"
    assert lines[1] == "Difficulty: Free Company"
    assert "Round 1: refresh" in lines
    assert "Round 1: encounter phase" in lines
    assert any(line.startswith(("Victory", "Defeat", "The last round")) for line in lines)
    assert any(line.startswith("Broodmother on ") for line in lines[-7:])
    assert max(map(len, [*lines[:2], *lines[-6:]])) <= 100


def test_run_prints_one_object_in_json(run):
    ran = run(f"{RUN} --json")
    result = json.loads(ran.out)
    assert result["scenario"] == "oathsworn/broodmother"
    assert result["outcome"] in ("win", "loss", "truncated")
    assert [each["name"] for each in result["characters"]] == ["Warden", "Priest", "Ranger", "Warbear"]
    assert len(result["locations"]) == 5
    fallen = result["losses"]["fallen"]
    assert result["losses"]["items_lost"] == [2 if seat + 1 in fallen else 1 for seat in range(4)]
    assert result["losses"]["injuries"] == [int(seat + 1 in fallen) for seat in range(4)]
    assert result["losses"]["knockout_ticks"] == len(fallen)
    assert result["losses"]["dead"] == []


def test_a_hardcore_loss_is_told_with_its_dead(run):
    ran = run("run oathsworn/broodmother --rule hardcore=true --set boss.defence=9 --seats random --seed 1 --json")
    result = json.loads(ran.out)
    assert (result["outcome"], result["losses"]["dead"]) == ("loss", [1, 2, 3, 4])
    assert result["losses"]["injuries"] == [0, 0, 0, 0]
    assert result["losses"]["items_lost"] == [3, 2, 2, 2], "all that they wore"


def test_an_encounter_left_early_has_no_losses(run):
    ran = run(f"{PLAY} --json", typed="quit\n")
    assert json.loads(ran.out)["losses"] is None


def test_a_replay_gives_the_same_game(run, tmp_path):
    first = run(f"{RUN} --replay game.jsonl")
    start = json.loads((tmp_path / "game.jsonl").read_text().splitlines()[0])
    assert (start["type"], start["game"]) == ("start", "oathsworn")
    again = run("replay game.jsonl")
    assert again.status == 0
    assert again.out.strip().splitlines() == first.out.strip().splitlines()
    assert run("check game.jsonl").out == "game.jsonl is a replay; games: 1.\n"


def test_party_difficulty_rules_and_figures_are_settable(run):
    ran = run(
        "run oathsworn/broodmother --party warden,priest:companion,ranger:companion:b,warbear --difficulty dread "
        "--rule round_cap=1 --set boss.defence=5 --seats random --seed 1 --json"
    )
    result = json.loads(ran.out)
    assert result["difficulty"] == "dread"
    assert [each["form"] for each in result["characters"]][1] in ("companion", "ally", "fallen")
    assert result["house_rules"] == {"round_cap": 1}
    assert result["rounds"] == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("run broodmother", "did you mean oathsworn/broodmother?"),
        ("run oathsworn/broodmothr", "did you mean broodmother?"),
        ("run oathsworn", "valid: ironsworn/FOE"),
        ("run oathsworn/broodmother --foe wolf", "--foe: found wolf; valid: an option that oathsworn takes"),
        ("run ironsworn/bear --party solo", "--party: found solo; valid: an option that ironsworn takes"),
        ("run oathsworn/broodmother --party warden,priest", "--party"),
        ("run oathsworn/broodmother --difficulty hard", "--difficulty: found 'hard'"),
        ("run oathsworn/broodmother --set boss.defense=3", "did you mean boss.defence?"),
        ("run oathsworn/broodmother --set boss", "--set: found boss; valid: WHAT.FIGURE=NUMBER"),
        ("run oathsworn/broodmother --rule ties=none", "--rule"),
        ("run oathsworn/broodmother --seats optimal", "pilot: found optimal; valid: random, scripted"),
        ("run oathsworn/broodmother --chance hand:dice", "--chance: found dice; valid: hero, enemy, stage, direction"),
    ],
)
def test_what_is_typed_wrong_is_one_line(run, line, said):
    ran = run(line)
    assert ran.status == 2
    assert said in ran.err
    assert len(ran.err.splitlines()) == 1


# ---- a person at the table ------------------------------------------------------------------------------------------


def test_the_usual_solo_table_is_one_full_character_and_three_companions(run):
    ran = run("play oathsworn/broodmother --seats human,random,random,random --seed 3", typed="quit\n")
    assert ran.out.startswith(
        "Warden (human), Priest, companion a (random), Ranger, companion a (random), Warbear, companion a\n"
        "        (random) against Broodmother\n"
    )


def test_a_person_sees_the_board_the_card_the_seats_and_what_options_do(run):
    out = run(PLAY, typed="H9\nquit\n").out
    assert "\\_H9_/" in out
    assert re.search(r"Next stage card: .* \(stage I\)", out)
    assert ">1 Warden: HP 6 of 6, defence 4, H9, animus 6 (reserve 2)" in out
    for heading in ("Move", "Cards", "End"):
        assert f"\n  {heading}\n" in out
    assert re.search(r"\d+  Planted Feet: brace \(2 animus\) +\+1 defence this round\n", out)


def test_hexes_are_typed_by_name_and_shown_in_columns(run):
    out = run(PLAY, typed="H9\n1\nh8\nquit\n").out
    assert "Where does Warden go?" in out
    assert re.search(r"^ +1  \w\d+ \(\d, \d left\)(?: \*)? +2  \w\d+ \(\d, \d left\)", out, re.MULTILINE)
    assert "moves H9 > H8" in out


def test_a_move_is_taken_back_without_new_luck(run):
    out = run(PLAY, typed="H9\n1\nH8\nundo\nquit\n").out
    assert out.count("\n    taken back\n") == 1
    assert "after luck was seen" not in out
    assert out.count("Where does Warden go?") == 2


def test_save_and_resume_at_any_decision(run):
    first = run(PLAY, typed="H9\n1\nsave game.jsonl\nquit\n")
    assert "Saved to game.jsonl" in first.out
    again = run("play --state game.jsonl", typed="H8\nquit\n")
    assert again.status == 0
    assert "Where does Warden go?" in again.out
    assert "moves H9 > H8" in again.out


def test_a_seat_is_given_to_a_pilot_and_plays_on(run):
    ran = run(PLAY, typed="H9\nseat 1 random\n")
    assert ran.status == 0
    assert "Warden (random)" in ran.out
    assert re.search(r"^(Victory|Defeat|The last round)", ran.out, re.MULTILINE)


def test_the_stage_card_is_told_in_short_at_each_turn(run):
    out = run(PLAY, typed="H9\nundo\nH9\nquit\n").out
    assert re.search(r"^Next stage card: .* \(stage I\): 1\. ", out, re.MULTILINE)


def test_a_seat_is_handed_over_for_some_rounds_and_comes_back(run):
    out = run(PLAY, typed="H9\nseat 1 random 1\nstatus\nquit\n").out
    assert "Pilots play on; Ctrl-C takes the seat back." in out
    assert out.index("Warden (random)") < out.index("Round 2: refresh") < out.rindex("Warden (human)")
    assert "Round 3" not in out
    assert "The fight is left" in out


PRESSING = """
import os, signal

class Presses:
    acts = 0

    def act(self, view, mask, rng):
        Presses.acts += 1
        if Presses.acts == 10:
            os.kill(os.getpid(), signal.SIGINT)
        return int(mask.nonzero()[0][-1])
"""


def test_ctrl_c_takes_back_a_seat_that_was_handed_over(run, tmp_path, monkeypatch):
    (tmp_path / "pressing.py").write_text(PRESSING)
    monkeypatch.syspath_prepend(tmp_path)
    line = "play oathsworn/broodmother --party starter --seats human,py:pressing:Presses,random,random --seed 3"
    out = run(line, typed="H9\nseat 1 random\nquit\n").out
    assert out.index("Warden (human)", out.index("Warden (random)")) > out.index("Round 1: Oathsworn phase")
    assert "The fight is left" in out


def test_a_class_that_there_is_not_comes_before_the_count(run):
    ran = run("run oathsworn/broodmother --party warden,foo")
    assert ran.err.startswith("--party: found 'foo'; valid: ")
    assert "warbear" in ran.err
    assert "ranger" in ran.err


def test_a_figure_that_there_is_not_lists_all(run):
    err = run("run oathsworn/broodmother --set boss.armour=3").err
    for part in ("boss, broodmother with .defence, ", "location, ", "giant_rat", "with .hp", "might.yellow"):
        assert part in err


def test_there_is_no_board_to_set(run):
    assert (
        "option: found set; valid: undo, save, seat, advise, status, help, quit"
        in run(PLAY, typed="set x=1\nquit\n").out
    )


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a pseudo terminal")
def test_on_a_terminal(tmp_path):
    import pty

    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(tmp_path)
        os.execv(sys.executable, [sys.executable, "-m", "shieldmate", *PLAY.split()])
    heard = b""
    typed = [b"H9\n", b"1\n", b"H8\n", b"undo\n", b"quit\n"]
    until = time.monotonic() + 100
    while time.monotonic() < until:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                part = os.read(terminal, 65536)
            except OSError:
                break
            if not part:
                break
            heard += part
        elif typed and heard.rstrip().endswith(b">"):
            os.write(terminal, typed.pop(0))
    _, status = os.waitpid(pid, 0)
    told = heard.decode()
    assert os.waitstatus_to_exitcode(status) == 0
    assert "moves H9 > H8" in told
    assert "taken back" in told
    assert "Traceback" not in told


# ---- chance fed by hand ---------------------------------------------------------------------------------------------


def test_the_stage_card_is_asked_for_by_name(run):
    ran = run(f"{RUN} --chance hand:stage", typed="rend\nturn\n")
    assert "Next stage card: Rend" in ran.out
    assert "Next stage card: Turn and Lash" in ran.out
    assert ran.status == 2
    assert "Enemy: the next stage card: found no more faces" in ran.err


def test_a_card_that_is_not_left_is_refused(run):
    ran = run(f"{RUN} --chance hand:stage", typed="rend\nrend\n")
    assert "Enemy: the next stage card: found rend; valid: Gnaw and Swing Right" in ran.err


def test_might_is_typed_as_it_lies_there(run):
    ran = run(f"{RUN} --chance hand:enemy", typed="3 2 blank\n0 0 4*\n")
    assert "revealed: yellow 3, 2, blank: 5" in ran.out
    assert "revealed: red blank, blank, 4*: 4" in ran.out


def test_a_face_that_a_colour_does_not_have_is_refused(run):
    ran = run(f"{RUN} --chance hand:enemy", typed="5\n")
    assert "Enemy: a yellow card: found 5; valid: one of blank, 1, 2, 3, 3*" in ran.err


SITUATION = """
round = 3
turn = 2
seats = [
    { at = "H6", hp = 4, animus = 5 },
    { at = "I7", animus = 0, cards = { "Plain Rite" = 0 } },
    { fallen = true },
    { at = "G8", ally = "Man-at-Arms 1" },
]
bosses = [{ at = "I4", locations = { Front = 0, Core = 3 } }]
stage_deck = { face_up = "Two Bites" }
"""


def test_a_situation_is_a_file_that_run_play_check_and_advise_take(run, tmp_path):
    (tmp_path / "now.toml").write_text(SITUATION)
    assert run("check now.toml").out == "now.toml is a situation.\n"
    ran = run("run oathsworn/broodmother --state now.toml --replay game.jsonl --json")
    assert json.loads(ran.out)["characters"][2]["fallen"] is True
    start = json.loads((tmp_path / "game.jsonl").read_text().splitlines()[0])
    assert start["board"]["turn"] == 2
    assert run("check game.jsonl").out == "game.jsonl is a replay; games: 1.\n"
    shown = run("play oathsworn/broodmother --party starter --seats human --state now.toml", typed="quit\n").out
    assert "Front broken, Core 3" in shown


def test_advise_tells_how_every_option_goes_on_and_what_the_scripted_pilot_would_do(run, tmp_path):
    (tmp_path / "now.toml").write_text(SITUATION)
    ran = run("advise oathsworn/broodmother --state now.toml --games 4")
    assert "Priest: Priest's turn" in ran.out
    told = json.loads(run("advise oathsworn/broodmother --state now.toml --games 4 --json").out)
    assert (told["seat"], told["games"]) == (2, 4)
    pilot = told["pilot"]
    assert f"The scripted pilot: {pilot['label']}. {pilot['reason']}" in ran.out
    assert pilot["act"] in [each["act"] for each in told["options"]]
    wins = [each["win"] for each in told["options"]]
    assert wins == sorted(wins, reverse=True)
    assert all(0 <= each["hp_left"] <= 21 for each in told["options"])


def test_advise_takes_a_saved_game_up_at_any_line(run):
    run(f"{RUN} --replay game.jsonl")
    told = json.loads(run("advise --state game.jsonl:40 --games 2 --json").out)
    assert told["scenario"] == "oathsworn/broodmother"
    assert len(told["options"]) >= 2


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("advise oathsworn/broodmother --health 3", "advise: found health; valid: an option that oathsworn takes"),
        ("advise --state over.jsonl", "found an encounter that is over; valid: an encounter under way"),
    ],
)
def test_advise_refuses_what_it_cannot_weigh(run, line, told):
    run(f"{RUN} --replay over.jsonl")
    ran = run(line)
    assert (ran.status, ran.out) == (2, "")
    assert told in ran.err


def test_the_situation_of_a_saved_game_is_exported_and_read_again(run, tmp_path):
    (tmp_path / "now.toml").write_text(SITUATION)
    run("run oathsworn/broodmother --state now.toml --replay game.jsonl")
    assert run("export state game.jsonl:1 -o written.toml").status == 0
    assert run("check written.toml").out == "written.toml is a situation.\n"
    run("run oathsworn/broodmother --state written.toml --replay again.jsonl")
    assert run("export state again.jsonl:1").out == (tmp_path / "written.toml").read_text()
    refused = run("export state game.jsonl")
    assert (refused.status, refused.out) == (2, "")
    assert "valid: a line of the replay after which a visit begins" in refused.err


def test_a_saved_game_keeps_its_content_and_is_refused_where_that_has_changed(run, tmp_path):
    kit = (Path(__file__).parents[2] / "envs/oathsworn/content/classes/warden.toml").read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text(kit, encoding="utf-8")
    table = 'base = "broodmother"\nparty = ["mine.toml", "priest", "ranger", "warbear"]\n'
    (tmp_path / "table.toml").write_text(table, encoding="utf-8")
    run("play table.toml --seats human,random,random,random --seed 3", typed="H9\nsave game.jsonl\nquit\n")
    (tmp_path / "mine.toml").write_text("", encoding="utf-8")
    assert run("play --state game.jsonl", typed="quit\n").status == 0, "its files are in it"
    saved = (tmp_path / "game.jsonl").read_text(encoding="utf-8")
    (tmp_path / "game.jsonl").write_text(
        saved.replace('"defence": 2, "might"', '"defence": 3, "might"', 1), encoding="utf-8"
    )
    ran = run("play --state game.jsonl", typed="quit\n")
    assert ran.status == 2
    assert re.search(r"line 1: found a scenario that compiles to \w+, recorded as \w+ .*; valid: the version", ran.err)
