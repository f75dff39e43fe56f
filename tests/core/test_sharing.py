"""Compiling with a helper process."""

import os
import subprocess
import sys
from typing import Any

import pytest

from shieldmate.envs.core import chance, sharing
from shieldmate.envs.core.compiler import PLAIN
from shieldmate.envs.ironsworn.batch import KERNEL

pytestmark = [pytest.mark.compiled, pytest.mark.skipif(PLAIN, reason="nothing is compiled in plain mode")]

SHARED = """
from shieldmate.envs.core import chance, machine, sharing
sharing.is_worth_it = lambda count: True
class Quick(sharing.Helper):
    def __init__(self, rules):
        super().__init__(rules)
        self._process.{then}()
sharing.Helper = Quick
compiled = []
own = machine._compile
machine._compile = lambda rule: (compiled.append(rule.name), own(rule))
rules = [chance.rekey, chance.seed_chance, chance.available, chance.draw, chance.pilot_draw, chance.next_seed]
machine.load(rules)
assert all(rule.loaded for rule in rules)
print(len(compiled), len(set(compiled)))
"""


def run(code, folder):
    environment = {**os.environ, "SHIELDMATE_CACHE": str(folder)}
    environment.pop(sharing.ALONE, None)
    answer = subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, text=True, stdout=subprocess.PIPE
    )
    return [int(number) for number in answer.stdout.split()]


def test_what_a_helper_has_compiled_is_taken_over(tmp_path):
    assert run(SHARED.format(then="wait"), tmp_path) == [0, 0]


def test_without_its_helper_a_process_compiles_all(tmp_path):
    compiled, different = run(SHARED.format(then="kill"), tmp_path)
    assert compiled == different >= 6


def test_both_at_once_compile_all(tmp_path):
    compiled, different = run(SHARED.format(then="poll"), tmp_path)
    assert compiled == different
    assert run(SHARED.format(then="poll"), tmp_path) == [0, 0]


def test_a_rule_that_cannot_be_imported_stays_here():
    rule: Any = chance.draw
    assert sharing.can_be_imported(rule)
    assert not sharing.can_be_imported(KERNEL.step)


def test_few_rules_are_compiled_alone():
    assert not sharing.is_worth_it(sharing.ENOUGH - 1)
