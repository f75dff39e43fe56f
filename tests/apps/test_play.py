"""`play`: a person at the table, typing."""

import json
import os
import select
import sys
import time

import pytest

PICK = "play ironsworn/bear --seed 1 --rule opening_stat=pick"


def test_options_are_numbered_and_carry_exact_odds(run):
    ran = run(PICK, typed="")
    assert ran.status == 0
    assert "    1  With heart   strong 23.2%, weak 43.7%, miss 33.2%\n" in ran.out
    assert "    3  With wits    strong 15.2%, weak 39.7%, miss 45.2%\n" in ran.out
    assert "The fight is left; it was not saved.\n" in ran.out


def test_main_moves_are_grouped(run):
    out = run(PICK, typed="1\n1\n").out
    for heading in ("Attack", "Face Danger", "Get away", "Other"):
        assert f"\n  {heading}\n" in out


def test_what_is_no_option_is_answered_and_asked_again(run):
    ran = run(PICK, typed='9\nundoo\n"\nseat 7 random\nset x=1\nset health=9\nset momentum=low\nset\n1\nquit\n')
    assert ran.status == 0
    for said in (
        "option: found 9; valid: 1 to 3",
        "option: found undoo; valid: undo, save, seat, set, advise, status, help, quit (did you mean undo?)",
        "valid: quotes in pairs",
        "seat: found 7 random; valid: seat N PILOT, N from 1 to 1, such as seat 1 scripted or seat 1 human",
        "characters[0].x: found the unknown key x;",
        "characters[0].health: found 9; valid: 5 or less",
        "characters[0].momentum: found 'low'; valid: a whole number",
        "set: found nothing; valid: a change such as health=3,",
        "Warrior enters the fray",
    ):
        assert said in ran.out


def test_help_lists_every_word(run):
    out = run(PICK, typed="?\n").out
    for word in (
        "NUMBER",
        "undo",
        "save FILE",
        "seat N PILOT [ROUNDS]",
        "set NAME=VALUE ...",
        "advise [N]",
        "status",
        "quit",
    ):
        assert f"\n{word}  " in out


def test_with_json_the_talk_goes_beside_the_result(run):
    ran = run(f"{PICK} --json", typed="1\n9\n?\nquit\n")
    (line,) = ran.out.splitlines()
    assert json.loads(line)["outcome"] == "unfinished"
    assert "A weak hit: what does Warrior take?" in ran.err
    assert "option: found 9; valid: 1 to 2" in ran.err


def test_the_opening_comes_before_the_first_question(run):
    """Here the first choice comes before anything has happened."""
    assert run(PICK, typed="").out.startswith("Warrior (human) against Bear (formidable)\n")


def test_save_and_take_up_again(run, tmp_path):
    first = run(PICK, typed="1\nsave game.jsonl\n1\nquit\n")
    assert "Saved to game.jsonl, 2 lines" in first.out
    assert "take it up again with --state game.jsonl" in first.out
    lines = [json.loads(line) for line in (tmp_path / "game.jsonl").read_text().splitlines()]
    assert [line["type"] for line in lines] == ["start", "decide", "decide"]
    again = run("play --state game.jsonl", typed="quit\n")
    assert again.status == 0
    assert again.out.splitlines()[-8:-4] == first.out.splitlines()[-8:-4]


def test_a_seat_is_given_to_a_pilot_and_plays_on(run):
    ran = run(f"{PICK} --rule flee=false", typed="1\nseat 1 random\n")
    assert ran.status == 0
    assert "Warrior (random)" in ran.out
    assert "The fight is " in ran.out


def test_a_character_goes_home_from_a_played_fight_with_a_journal(run, tmp_path, cases):
    line = f"{PICK} --rule flee=false --save-character after.json --character"
    ran = run(line, cases / "classic_save_A.json", typed="1\nseat 1 random\n")
    assert "Character A is written to after.json, the fight to after.journal.md." in ran.out
    assert (tmp_path / "after.journal.md").read_text().startswith("# ironsworn/bear\n")
    assert run("check after.json").status == 0
    left = run(f"{PICK} --save-character left.json --character", cases / "classic_save_A.json", typed="1\nquit\n")
    assert left.status == 0
    assert not (tmp_path / "left.json").exists(), "a fight that is left changes no character"


def test_pilots_hold_the_other_seats(run):
    ran = run("play ironsworn/bear --seed 1 --character warrior --character warrior", typed="quit\n")
    assert ran.out.startswith("Warrior 1 (human), Warrior 2 (scripted) against Bear (formidable)\n")


def test_the_board_is_corrected(run):
    ran = run(PICK, typed="1\n1\nset health=2 Bear.progress=6 supply=1 initiative=yes\nquit\n")
    assert "the board is corrected" in ran.out
    tail = ran.out.splitlines()
    assert "Warrior: health 2, spirit 5, momentum +4; has initiative" in tail
    assert "Bear: progress 6 of 10" in tail
    assert "Supply 1" in tail


def test_what_follows_an_undo_is_told_as_before(run):
    """What a strong hit on Clash brings is taken back and taken again: it is still the one who clashed that gains."""
    typed = "4 1 9\n1\n1\n6 1 2\n1\nundo\n1\nquit\n"
    out = run("play ironsworn/bear --seed 1 --chance hand:dice", typed=typed).out
    assert out.count("\n      momentum +1, now +5\n") == 2


def test_debilities_are_typed_by_name(run):
    assert "; shaken; maimed" in run(PICK, typed="1\n1\nset debilities=shaken,Maimed\nquit\n").out


def test_undo_takes_back_the_last_choice(run):
    ran = run(f"{PICK} --replay a.jsonl", typed="1\nundo\n2\nundo\nundo\nquit\n")
    assert ran.out.count("taken back after luck was seen; what comes now is drawn anew") == 2
    assert "undo: found nothing to take back" in ran.out
    assert run("replay a.jsonl").status == 0


def interrupted(pid, terminal):
    """Press Ctrl-C until the program ends; returns its status.

    A signal that arrives between the prompt and the read behind it is only seen when the read ends, so a person presses
    once more.
    """
    for _ in range(6):
        os.write(terminal, b"\x03")
        end = time.monotonic() + 5
        while time.monotonic() < end:
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                return os.waitstatus_to_exitcode(status)
            time.sleep(0.05)
    pytest.fail("Ctrl-C does not end the program")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a pseudo terminal")
def test_on_a_terminal(tmp_path):
    import pty

    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(tmp_path)
        line = ["play", "ironsworn/bear", "--seed", "1", "--chance", "hand"]
        os.execv(sys.executable, [sys.executable, "-m", "shieldmate", *line])
    shown = ""

    def wait_for(text):
        nonlocal shown
        end = time.monotonic() + 90
        while text not in shown:
            assert time.monotonic() < end, shown
            if select.select([terminal], [], [], 0.1)[0]:
                shown += os.read(terminal, 65536).decode()
        shown = shown.partition(text)[2]

    wait_for("Warrior: the action die (1-6), the first challenge die (1-10), the second challenge die (1-10):")
    os.write(terminal, b"7\n")
    wait_for("found 7; valid: 1 to 6")
    os.write(terminal, b"5 4 9\n")
    wait_for("5+2=7 vs 4, 9: weak hit")
    wait_for("1-2>")
    assert interrupted(pid, terminal) == 130
    os.close(terminal)
    assert "Traceback" not in shown
