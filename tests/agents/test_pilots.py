"""Pilots by name, and one's own: as a class and as a program in any language."""

import re
import signal
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from shieldmate.agents import limit
from shieldmate.agents.outside import OutsidePilot
from shieldmate.agents.pilots import Post, Seated, canonical, resolve
from shieldmate.apps.session import Session
from shieldmate.apps.setting import Options, set_table
from shieldmate.envs.core.content import ContentError
from shieldmate.envs.core.game import mask_of
from shieldmate.envs.ironsworn.scenario import make_scenario
from shieldmate.envs.ironsworn.view import view_of

POST = Post("ironsworn", 1, 0)
PAGE = Path(__file__).parent.parent.parent / "docs" / "your-own-pilot.md"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The current folder, with the programs of the page in it; modules from it are forgotten afterwards."""
    before, path = set(sys.modules), list(sys.path)
    monkeypatch.chdir(tmp_path)
    for name, code in re.findall(r"^```python (\S+)\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.M | re.S):
        (tmp_path / name).write_text(code, encoding="utf-8")
    yield tmp_path
    sys.path[:] = path
    for name in set(sys.modules) - before:
        if str(tmp_path) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


@pytest.fixture
def game():
    session = Session(make_scenario(["bear"]), 1, ["random"])
    session.begin()
    return session


@pytest.mark.parametrize("name", ["ironsworn/bear", "oathsworn/broodmother"])
def test_the_page_names_all_that_a_pilot_sees(name):
    session = set_table(Options(scenario=name, seed=1)).session
    session.begin()
    seen = session.game.view(session).public
    told = set(re.findall(r"`(\w+)`", PAGE.read_text(encoding="utf-8").split("### What is seen")[1].split("##")[0]))
    assert set(seen) <= told


def asked(pilot, game):
    try:
        return pilot.act(view_of(game.table, game.names), mask_of(game.table))
    finally:
        pilot.close()


def program(folder, code):
    (folder / "pilot.py").write_text(code, encoding="utf-8")
    return f"exec:{sys.executable} pilot.py"


READY = """
import sys, json, time
sys.stdin.readline()
print(json.dumps({"ready": True}), flush=True)
sys.stdin.readline()
"""


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Random", "random"),
        (" SCRIPTED ", "scripted"),
        ("human", "human"),
        ("Scripted: Bold", "scripted:bold"),
        ("search", "search:100"),
        ("SEARCH:0800", "search:800"),
        ("search:50:Some-Net", "search:50:Some-Net"),
        ("NET:Some-Net", "net:Some-Net"),
    ],
)
def test_names_in_any_case(typed, name):
    assert canonical(typed) == name


@pytest.mark.parametrize(
    "name",
    [
        "scirpted",
        "",
        "py",
        "net",
        "net: ",
        "random:1",
        "scripted:",
        "scripted:blod",
        "search:0",
        "search:x",
        "search:-5",
        "search:1000001",
        "search:" + "9" * 5000,
    ],
)
def test_unknown_names_are_refused(name):
    with pytest.raises(ContentError, match="pilot: found .*; valid: "):
        canonical(name)


def test_a_person_is_no_pilot():
    with pytest.raises(ContentError, match="a person plays with the command play"):
        resolve("human", POST)


@pytest.mark.parametrize("name", ["random", "scripted"])
def test_built_in_pilots_seed_themselves(game, name):
    first, second = (Seated(name, POST) for _ in range(2))
    view, mask = view_of(game.table, game.names), mask_of(game.table)
    chosen = [[pilot.act(view, mask) for _ in range(20)] for pilot in (first, second)]
    assert chosen[0] == chosen[1]
    assert all(mask[act] for act in chosen[0])


@pytest.mark.parametrize("name", ["py:careful:Careful", f"exec:{sys.executable} careful_too.py"])
def test_the_pilots_of_the_page_play_a_game(folder, name):
    game = Session(make_scenario(["bear"]), 3, [name])
    game.begin()
    pilot = Seated(name, POST)
    try:
        while not game.over:
            game.decide(pilot.act(view_of(game.table, game.names), mask_of(game.table)))
    finally:
        pilot.close()
    assert game.lines[0].seats == ("own",), "a replay names no program"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("py:nosuch:Pilot", "ModuleNotFoundError"),
        ("py:careful:Nobody", "AttributeError"),
        ("py:careful:ORDER", "TypeError"),
        ("py:careful", "valid: py:module:Class"),
        ("exec:", "valid: exec:COMMAND"),
        ("exec:./nosuch", "No such file or directory"),
        ("exec:'./nosuch", "No closing quotation"),
        ("exec:no\0such", "embedded null byte"),
    ],
)
def test_what_is_no_pilot_is_refused_before_the_game(folder, name, said):
    with pytest.raises(ContentError, match=re.escape(said)):
        Seated(name, POST)


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ("99999", "the action 99999"),
        ("'strike'", "the action 'strike'"),
        ("True", "the action True"),
        ("None", "the action None"),
        ("-1", "the action -1"),
        ("1 / 0", "ZeroDivisionError: division by zero (faulty.py, line 3)"),
        ("exit(0)", "SystemExit: 0 (faulty.py, line 3)"),
        ("mask.fill(1) or 117", "the action 117"),
        (
            "type('Mute', (), {'__repr__': lambda self: 1 / 0})()",
            "ZeroDivisionError: division by zero (faulty.py, line 3)",
        ),
        ("'x' * 100_000", f"the action '{'x' * 56}..."),
    ],
)
def test_a_class_that_does_not_choose_ends_the_game(folder, game, answer, found):
    (folder / "faulty.py").write_text(f"class Faulty:\n    def act(self, view, mask, rng):\n        return {answer}\n")
    with pytest.raises(ContentError, match=re.escape(f"py:faulty:Faulty: seat 1: found {found}; valid: ")) as error:
        asked(Seated("py:faulty:Faulty", POST), game)
    assert len(error.value.problems) == 1


def test_numpy_integers_are_actions(folder, game):
    act = int(np.flatnonzero(mask_of(game.table))[0])
    (folder / "exact.py").write_text(
        f"import numpy as np\nclass Exact:\n    def act(self, view, mask, rng):\n        return np.int64({act})\n"
    )
    assert asked(Seated("py:exact:Exact", POST), game) == act


@pytest.mark.parametrize(
    ("code", "found"),
    [
        (READY + 'print("no json", flush=True)', "'no json'; valid: one JSON object a line"),
        (READY + "print([1], flush=True)", "[1]; valid: one JSON object a line"),
        (READY + 'print(\'{"act": "x"}\', flush=True)', "{'act': 'x'}; valid: {\"act\": ID}"),
        (READY + "print('{\"act\": 117}', flush=True)", "the action 117; valid: a legal action: 92, 93"),
        (READY + "sys.exit(3)", "a program that has ended (status 3)"),
    ],
)
def test_a_program_that_does_not_choose_ends_the_game(folder, game, code, found):
    name = program(folder, code)
    with pytest.raises(ContentError, match=re.escape(f"seat 1: found {found}")):
        asked(Seated(name, POST), game)


@pytest.mark.parametrize(
    ("code", "found"),
    [
        # It waits for what it is told, and to be ended: else it may be gone before it is heard.
        ("import sys\nsys.stdin.readline()\nprint('{}', flush=True)\nsys.stdin.readline()", "no handshake"),
        ("", "a program that has ended (status 0)"),
        ("import os, time\nos.close(1)\ntime.sleep(0.5)", "a program that has ended (status 0)"),
    ],
)
def test_a_program_without_handshake_is_refused(folder, code, found):
    with pytest.raises(ContentError, match=re.escape(f"found {found}")):
        Seated(program(folder, code), POST)


def test_a_program_has_5_seconds_for_an_answer_and_30_to_start():
    assert (limit.ANSWER, limit.LIMIT) == (5, 30)


def test_a_program_that_is_silent_is_ended(folder, game, monkeypatch):
    monkeypatch.setattr("shieldmate.agents.limit.ANSWER", 0.5)
    pilot = Seated(program(folder, READY + "time.sleep(60)"), POST)
    with pytest.raises(ContentError, match="found no answer within 0.5 s"):
        asked(pilot, game)
    assert isinstance(pilot.pilot, OutsidePilot)
    assert pilot.pilot.process.poll() is not None


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarms")
@pytest.mark.parametrize(
    "code",
    [
        "time.sleep(60)",
        "while True: pass",
        "while True:\n            try: time.sleep(60)\n            except Exception: pass",
        "try: time.sleep(60)\n        except BaseException: time.sleep(60)",
    ],
)
def test_a_class_that_hangs_is_ended(folder, game, monkeypatch, code):
    monkeypatch.setattr("shieldmate.agents.limit.LIMIT", 0.2)
    (folder / "slow.py").write_text(f"import time\nclass Slow:\n    def act(self, view, mask, rng):\n        {code}\n")
    with pytest.raises(ContentError, match=r"py:slow:Slow: seat 1: found no answer within 0.2 s; valid: "):
        asked(Seated("py:slow:Slow", POST), game)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarms")
def test_a_class_that_hangs_when_made_or_let_go_is_ended(folder, game, monkeypatch):
    monkeypatch.setattr("shieldmate.agents.limit.LIMIT", 0.2)
    (folder / "stuck.py").write_text(
        "import time\nclass Stuck:\n    def __init__(self):\n        time.sleep(60)\n"
        "class Clinging:\n    def act(self, view, mask, rng):\n        return mask.argmax()\n"
        "    def close(self):\n        time.sleep(60)\n"
    )
    with pytest.raises(ContentError, match="py:stuck:Stuck: found no answer within 0.2 s; valid: py:module:Class"):
        Seated("py:stuck:Stuck", POST)
    assert asked(Seated("py:stuck:Clinging", POST), game) == 92


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarms")
def test_an_alarm_that_was_set_before_still_rings():
    rung = []
    handler = signal.signal(signal.SIGALRM, lambda *_: rung.append(True))
    outer = signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        with limit.within(30):
            pass
        end = time.monotonic() + 5
        while not rung and time.monotonic() < end:
            time.sleep(0.02)
        assert rung
    finally:
        signal.signal(signal.SIGALRM, handler)
        signal.setitimer(signal.ITIMER_REAL, *outer)


def test_a_class_that_leaves_the_program_when_made_is_refused(folder):
    (folder / "leaver.py").write_text("class Leaver:\n    def __init__(self):\n        raise SystemExit(0)\n")
    with pytest.raises(ContentError, match=r"py:leaver:Leaver: found SystemExit: 0 \(leaver.py, line 3\); valid: "):
        Seated("py:leaver:Leaver", POST)


def test_a_class_may_print_and_fail_to_close(folder, game, capsys):
    (folder / "loud.py").write_text(
        "class Loud:\n    def act(self, view, mask, rng):\n        print('thinking')\n        return mask.argmax()\n"
        "    def close(self):\n        raise ValueError\n"
    )
    assert asked(Seated("py:loud:Loud", POST), game) == 92
    assert capsys.readouterr() == ("", "thinking\n")


def test_a_program_that_does_not_read_is_ended(folder, game):
    pilot = OutsidePilot(program(folder, READY + "time.sleep(60)"), POST)
    with pytest.raises(ContentError, match="found no answer within 0.5 s"):
        pilot.ask({"long": "x" * 1_000_000}, 0.5)
    assert pilot.process.poll() is not None


def test_a_program_that_never_stops_writing_is_not_heard_out(folder, game):
    pilot = OutsidePilot(program(folder, READY + "while True:\n    print('{\"act\": 92}')"), POST)
    try:
        assert pilot.ask({}, 5) == {"act": 92}
        assert pilot.answers.empty()
    finally:
        pilot.close()


@pytest.mark.parametrize("code", ["while True: print('x' * 100_000)", "print('x')\nwhile True: pass"])
def test_a_program_refused_at_the_handshake_is_ended(folder, code, monkeypatch):
    started = []
    talk = OutsidePilot._talk

    def noted(pilot):
        started.append(pilot)
        talk(pilot)

    monkeypatch.setattr(OutsidePilot, "_talk", noted)
    with pytest.raises(ContentError, match="valid: one JSON object a line"):
        OutsidePilot(program(folder, code), POST)
    assert started[0].process.poll() is not None


def test_a_program_is_told_all_it_needs(folder, game):
    code = (
        "import sys, json\n"
        "hello = sys.stdin.readline()\nprint(json.dumps({'ready': True}), flush=True)\n"
        "asked = sys.stdin.readline()\nopen('told.txt', 'w').write(hello + asked)\n"
        "print(json.dumps({'act': int(list(json.loads(asked)['labels'])[0])}), flush=True)\n"
    )
    assert asked(Seated(program(folder, code), POST), game) == 92
    import json

    hello, question = map(json.loads, (folder / "told.txt").read_text().splitlines())
    assert hello == {"protocol": 1, "game": "ironsworn", "seed": 1, "seat": 0}
    assert question.keys() == {"view", "mask", "labels"}
    assert question["labels"] == {"92": "+2 momentum", "93": "Take initiative"}
    assert [act for act, legal in enumerate(question["mask"]) if legal] == [92, 93]
    assert "chance" not in str(question)
