"""Case 105 at the command line: pilots that draw are seeded with the game."""

import pytest

from shieldmate.apps.cli import main


@pytest.mark.parametrize("pilot", ["random", "scripted"])
def test_105_two_runs_of_one_seed_print_the_same(pilot, capsys):
    def log(seed):
        assert main(["run", "ironsworn/troll", "--seed", seed, "--seats", pilot]) == 0
        return capsys.readouterr().out

    first = log("5")
    assert log("5") == first
    assert log("6") != first
