"""The rule compiler: both modes agree, the cache notices edits and loads little, mistakes are named."""

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from shieldmate.envs.core import cache, callees
from shieldmate.envs.core.compiler import I4, PLAIN, Entry, Family, Rule, entry, load, on_compile, rule
from shieldmate.envs.core.records import Batch, Record, i2

TOY = Path(__file__).with_name("duel.py")
compiled = pytest.mark.compiled
needs_compiled = pytest.mark.skipif(PLAIN, reason="rules run as plain Python")


def started(folder, *flags, **env):
    """Run the toy in a process of its own."""
    kept = {
        name: value for name, value in os.environ.items() if name not in ("NUMBA_DISABLE_JIT", "SHIELDMATE_BOUNDSCHECK")
    }
    done = subprocess.run(
        [sys.executable, *flags, str(TOY)],
        env={**kept, "SHIELDMATE_CACHE": str(folder), **env},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done.stderr


@pytest.fixture(scope="module")
def duel():
    sys.path.insert(0, str(TOY.parent))
    yield importlib.import_module("duel")
    sys.path.remove(str(TOY.parent))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def cold(folder):
    return started(folder, "-W", "error")


def test_the_toy_plays_as_worked_out_by_hand(duel):
    found = duel.report(duel.play.plain)
    assert (found["result"], found["error"], found["luck"], found["copied"]) == (4, "too long", 0.5, 364)
    assert [row[:2] for row in found["events"][:3]] == [[2, 2], [2, 2], [2, 2]]


def test_compiled_and_plain_calls_agree_in_one_process(duel):
    assert duel.report(duel.play) == duel.report(duel.play.plain)


@compiled
@needs_compiled
@pytest.mark.slow
def test_compiled_and_plain_processes_agree(cold, folder):
    plain, _ = started(folder, NUMBA_DISABLE_JIT="1")
    same = plain.keys() - {"compiled", "loaded", "seconds"}
    assert {name: plain[name] for name in same} == {name: cold[0][name] for name in same}
    assert (plain["compiled"], plain["seconds"]) == ([], 0)


@compiled
@needs_compiled
@pytest.mark.slow
def test_progress_counts_every_rule_and_nothing_is_printed(cold):
    found, stderr = cold
    steps = found["compiled"]
    first, second = steps[: steps[0][1] + 1], steps[steps[0][1] + 1 :]
    for part in (first, second):
        assert [done for done, _, _ in part] == list(range(part[0][1] + 1))
        assert part[-1][2] == ""
    names = [name for _, _, name in steps if name]
    assert names.index("multiply32") < names.index("mix32") < names.index("draw") < names.index("strike")
    assert len(names) == len(set(names))
    assert found["seconds"] > 0
    assert stderr == ""


@compiled
@needs_compiled
@pytest.mark.slow
def test_a_warm_cache_compiles_nothing_and_loads_no_rule_that_is_linked_in(cold, folder):
    found, _ = started(folder)
    assert (found["compiled"], found["seconds"]) == ([], 0)
    assert found["loaded"] == ["emit", "strike", "gloat", "tire", "play"]
    assert found["state"] == cold[0]["state"]


@compiled
@needs_compiled
@pytest.mark.slow
def test_bounds_checking_is_a_key_of_its_own(cold, folder):
    found, _ = started(folder, SHIELDMATE_BOUNDSCHECK="1")
    assert found["state"] == cold[0]["state"]
    assert found["compiled"][0] == [0, cold[0]["compiled"][0][1], "multiply32"]


@compiled
@needs_compiled
@pytest.mark.slow
def test_bounds_checking_finds_a_bad_index(folder):
    code = (
        f"import sys; sys.path.insert(0, {str(TOY.parent)!r}); import duel; duel.health_of(duel.new_duels()[0], 0, 4)"
    )
    env = {**os.environ, "SHIELDMATE_CACHE": str(folder), "SHIELDMATE_BOUNDSCHECK": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert "IndexError: index is out of bounds" in done.stderr


def test_importing_rules_imports_no_numba():
    code = "import sys, shieldmate.envs.core.chance; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@compiled
@needs_compiled
def test_without_a_cache_rules_compile_and_one_line_says_so(monkeypatch, capsys):
    from shieldmate.envs.core import machine

    monkeypatch.setattr(cache, "_places", lambda name: iter(()))
    machine._folder.cache_clear()
    machine._say.cache_clear()
    on_compile(None)

    @entry
    def double(n: int) -> int:
        return 2 * n

    assert double(21) == 42
    machine._folder.cache_clear()
    assert capsys.readouterr().err == (
        "shieldmate: no folder can keep compiled rules, they are compiled at every start\n"
    )


class Point(Record):
    x: int = i2()


@rule
def ping(n: int) -> int:
    return pong(n)


@rule
def pong(n: int) -> int:
    return ping(n)


@entry
def circle(n: int) -> int:
    return ping(n)


@compiled
@needs_compiled
def test_rules_in_a_circle_are_named():
    with pytest.raises(TypeError, match="ping -> pong -> ping"):
        circle(1)


def test_a_rule_without_annotations_is_named():
    def vague(n: int, m):
        return n

    with pytest.raises(TypeError, match="vague> has no annotation for m, return"):
        Rule(vague).hints  # noqa: B018


@compiled
@needs_compiled
def test_a_member_with_another_signature_is_refused():
    family = Family(Point, int, returns=int)

    @family.member
    def other(point: Point, n: float) -> int:
        return 1

    with pytest.raises(TypeError, match="other> has not the signature of its family"):
        family.addresses([other])


@pytest.mark.parametrize(
    "array",
    [np.zeros(6, np.int32)[::2], np.zeros((2, 2), np.int32), np.zeros(3, np.int64)],
    ids=["strided", "2d", "i8"],
)
def test_an_entry_refuses_another_kind_of_array(duel, array):
    with pytest.raises(TypeError, match="expected a"):
        duel.fill(array, 1)


def test_arrays_are_filled_in_place(duel):
    for run in (duel.fill, duel.fill.plain):
        numbers = np.zeros(4, np.int32)
        assert (run(numbers, 7), numbers.tolist()) == (4, [0, 7, 7, 0])


def test_rules_run_as_plain_python_when_called_from_python(duel):
    duels, _, _ = duel.new_duels()
    fighter = duel.Duel.at(duels, 1).fighters[2]
    assert duel.harm(fighter, 2) == 2
    assert (fighter.health, duels["fighters"]["health"][1, 2]) == (-3, -3)
    with pytest.raises(IndexError, match=r"Duel\.fighters"):
        duel.health_of.plain(duels, 0, 4)


def test_plain_rules_reach_steps_by_the_same_addresses(duel):
    duels, tapes, _ = duel.new_duels()
    state, tape = duel.Duel.at(duels, 0), duel.Tape.at(tapes, 0)
    assert duel.call_step(tape.steps[2], state, tape) == -1
    assert all(tapes["steps"][0, :3])


def test_the_number_of_arguments_is_checked(duel):
    for run in (duel.fill, duel.fill.plain):
        with pytest.raises(TypeError, match="fill> takes 2 arguments, not 1"):
            run(np.zeros(4, np.int32))


def multiplier(factor: int) -> Entry[int]:
    @rule
    def inner(n: int) -> int:
        return n * factor

    @entry
    def outer(n: int) -> int:
        return inner(n) + 1

    return outer


def test_rules_made_by_a_function_keep_their_own_constants():
    twice, thrice = multiplier(2), multiplier(3)
    load(twice, thrice)
    assert (twice(5), thrice(5)) == (twice.plain(5), thrice.plain(5)) == (11, 16)


@entry
def outer(points: Batch[Point], numbers: I4) -> int:
    return inner(points, 1) + len(numbers)


@entry
def inner(points: Batch[Point], i: int) -> int:
    return points[i].x


def test_an_entry_calls_another():
    points = np.zeros(2, Point.dtype)
    points["x"] = [3, 4]
    assert isinstance(outer, Entry)
    assert outer(points, np.zeros(5, np.int32)) == outer.plain(points, np.zeros(5, np.int32)) == 9


@rule
def countdown(n: int) -> int:
    if n < 0:
        raise ValueError("below zero")
    return 1 if n == 0 else 1 + countdown(n - 1)


@rule
def halfway(n: int) -> int:
    return countdown(n // 2)


@entry
def steps_down(n: int) -> int:
    return halfway(n)


@compiled
@needs_compiled
def test_a_long_rule_is_called_where_it_stands_also_by_itself(monkeypatch):
    assert isinstance(countdown, Rule)
    assert isinstance(halfway, Rule)
    monkeypatch.setattr(callees, "LONG", len(countdown.function.__code__.co_code))
    assert callees.stands_alone(countdown)
    assert not callees.stands_alone(halfway)
    assert callees.called_by(steps_down) == (countdown,)
    assert steps_down(9) == steps_down.plain(9) == 5
    with pytest.raises(ValueError, match="below zero"):
        steps_down(-9)
