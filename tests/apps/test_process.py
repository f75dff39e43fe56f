"""The command as a process: Ctrl-C, standard streams that are closed, full or of another encoding."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from shieldmate.apps import interrupt


def test_help_is_quick_and_loads_nothing_heavy(process):
    code = (
        "import sys, time; sys.argv = ['shieldmate', '--help']\n"
        "from shieldmate.apps.cli import main; status = main()\n"
        "print(sorted({'numba', 'numpy', 'pydantic', 'rich', 'gymnasium'} & sys.modules.keys()), status)"
    )
    out = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True, check=True).stdout
    assert out.endswith("[] 0\n")
    assert "  run " in out


def started(tmp_path, line):
    return subprocess.Popen(
        [sys.executable, "-m", "shieldmate", *line.split()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    )


def wait_for(condition, seconds=90):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("blow", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_game_loses_nothing(run, tmp_path, blow):
    game = started(tmp_path, "play ironsworn/bear --seed 1 --rule opening_stat=pick --replay a.jsonl")
    file = tmp_path / "a.jsonl"
    game.stdin.write("1\n")
    game.stdin.flush()
    wait_for(lambda: file.exists() and file.read_text().count("\n") == 2)
    game.send_signal(blow)
    out, err = game.communicate(timeout=30)
    assert game.returncode == (130 if blow == signal.SIGINT else -signal.SIGKILL)
    assert err == ("Interrupted.\n" if blow == signal.SIGINT else "")
    again = run("play --state a.jsonl", typed="quit\n")
    assert again.status == 0
    assert "A weak hit: what does Warrior take?" in again.out


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("moment", ["imports", "command"])
def test_an_interrupt_while_loading_is_one_line(tmp_path, moment):
    """Ctrl-C comes as the command line is imported, and as the module of a command is."""
    module = {"imports": "shieldmate.apps.cli", "command": "shieldmate.apps.run"}[moment]
    code = f"""
import os, signal, sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, Interrupting())
sys.argv = ["shieldmate", "run", "ironsworn/bear", "--seed", "1"]
from shieldmate.__main__ import main
sys.exit(main())
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "Interrupted.\n")


def test_an_ignored_interrupt_stays_ignored(monkeypatch):
    """As a shell has it for what it starts in the background."""
    for before, after in ((signal.SIG_IGN, signal.SIG_IGN), (signal.default_int_handler, interrupt.leave)):
        with monkeypatch.context() as patch:
            handler = [before]
            patch.setattr(signal, "getsignal", lambda number, handler=handler: handler[0])
            patch.setattr(signal, "signal", lambda number, new, handler=handler: handler.__setitem__(0, new))
            interrupt.while_loading()
            assert handler == [after]
            interrupt.loaded()
            assert handler == [before]


@pytest.mark.skipif(os.name == "nt", reason="devices")
def test_a_full_disk_behind_standard_output(tmp_path):
    for line in ("--help", "schema scenario", "odds action --adds 1"):
        with open("/dev/full", "wb") as full:  # noqa: PTH123
            command = [sys.executable, "-m", "shieldmate", *line.split()]
            done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        assert done.returncode == 2
        assert done.stderr.startswith("standard output: found a place that cannot be written to (No space")
        assert done.stderr.count("\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="a shell that closes streams")
@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("odds action --adds 1 >&-", 0),
        ("odds action --adds 99 2>&-", 2),
        ("odds action --adds 1 <&- >&- 2>&-", 0),
        ("play ironsworn/bear --seed 1 <&-", 0),
        ("run ironsworn/bear --chance hand <&-", 2),
    ],
)
def test_standard_streams_may_be_closed(tmp_path, line, status):
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m shieldmate {line}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status
    assert "Traceback" not in done.stderr


def test_any_name_is_printed_whatever_the_terminal_can_show(process, tmp_path):
    stats = "edge = 2\nheart = 2\niron = 3\nshadow = 1\nwits = 1\n"
    (tmp_path / "hero.toml").write_text('name = "영웅 \U0001f600"\n' + stats, encoding="utf-8")
    line = "run ironsworn/bear --seed 1 --character hero.toml"
    ran = process(line, PYTHONIOENCODING="ascii")
    assert (ran.status, ran.out[:12]) == (0, "\\uc601\\uc6c5")
    ran = process(f"{line} --json", PYTHONIOENCODING="ascii")
    assert json.loads(ran.out)["characters"][0]["name"] == "영웅 \U0001f600"


@pytest.mark.skipif(os.name == "nt", reason="pipes")
def test_a_broken_pipe_is_quiet(tmp_path):
    game = started(tmp_path, "run ironsworn/bear --seed 1")
    game.stdout.close()
    err = game.stderr.read()
    game.stdin.close()
    game.stderr.close()
    assert game.wait(timeout=90) == 141
    assert "Traceback" not in err
    assert "Error" not in err
