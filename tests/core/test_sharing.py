"""Compiling with a helper process."""

import os
import subprocess
import sys

import pytest

from shieldmate.envs.core import chance, sharing
from shieldmate.envs.core.compiler import PLAIN

pytestmark = [pytest.mark.compiled, pytest.mark.skipif(PLAIN, reason="nothing is compiled in plain mode")]

SHARED = """
from shieldmate.envs.core import chance, machine, sharing
sharing.ENOUGH = 2
sharing.is_worth_it = lambda count: count >= sharing.ENOUGH
given = []
class Watched(sharing.Helper):
    def __init__(self, rules):
        given.extend(rules)
        super().__init__(rules)
        {harm}
sharing.Helper = Watched
compiled = []
own = machine._compile
machine._compile = lambda rule: (compiled.append(rule), own(rule))
rules = [chance.rekey, chance.seed_chance, chance.available, chance.draw, chance.pilot_draw, chance.next_seed]
machine.load(rules)
assert all(rule.dispatcher.overloads for rule in rules)
print(len(given), len(set(given) & set(compiled)))
"""


def run(code, folder):
    environment = {**os.environ, "SHIELDMATE_CACHE": str(folder)}
    environment.pop(sharing.ALONE, None)
    answer = subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, text=True, stdout=subprocess.PIPE
    )
    return [int(number) for number in answer.stdout.split()]


def test_a_helper_compiles_its_share(tmp_path):
    given, compiled_here = run(SHARED.format(harm=""), tmp_path)
    assert given >= 2
    assert compiled_here == 0


def test_without_its_helper_a_process_compiles_all(tmp_path):
    given, compiled_here = run(SHARED.format(harm="self.stop()"), tmp_path)
    assert compiled_here == given >= 2


def test_work_is_split_in_halves_in_order():
    rules = [chance.rekey, chance.seed_chance, chance.available, chance.draw]
    here, there = sharing.split([(rule, [rule]) for rule in rules])
    assert [*here, *there] == rules
    assert here
    assert there


def test_a_rule_that_cannot_be_imported_stays_here():
    from shieldmate.envs.ironsworn.batch import KERNEL

    assert not sharing.can_be_imported(KERNEL.step)
    assert sharing.split([(chance.rekey, [chance.rekey]), (KERNEL.step, [KERNEL.step])])[1] == []


def test_few_rules_are_compiled_alone():
    assert not sharing.is_worth_it(sharing.ENOUGH - 1)
