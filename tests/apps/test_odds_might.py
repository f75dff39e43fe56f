"""`odds might`."""

import json
from fractions import Fraction

import pytest


def data(ran):
    assert (ran.status, ran.err) == (0, "")
    return json.loads(ran.out)


def test_one_white_card(run):
    assert data(run("odds might --white 1 --json")) == {
        "miss": "0",
        "mean": "47/40",
        "distribution": {
            "0": "1/3",
            "1": "1/3",
            "2": "23/102",
            "3": "1/17",
            "4": "5/136",
            "5": "1/136",
            "6": "1/240",
            "7": "1/2040",
            "8": "1/4080",
        },
    }


@pytest.mark.parametrize(
    ("line", "miss", "mean"),
    [
        ("--white 3 --dice", "7/27", "16/5"),
        ("--white 4 --dice", "11/27", "32/9"),
        ("--black 1 --dice", "0", "3"),
        ("--white 1 --yellow 1 --red 1 --black 1 --dice", "11/27", "56/9"),
        ("--white 4", "83/204", None),
        ("--black 6 --dice --redraw 5", "2281/59049", None),
    ],
)
def test_miss_and_mean(run, line, miss, mean):
    found = data(run(f"odds might {line} --json"))
    assert found["miss"] == miss
    assert mean in (None, found["mean"])


def test_the_distribution_holds_the_misses_and_the_mean(run):
    found = data(run("odds might --white 2 --yellow 1 --redraw 1 --json"))
    chances = {int(damage): Fraction(chance) for damage, chance in found["distribution"].items()}
    assert sum(chances.values()) == 1
    assert sum(damage * chance for damage, chance in chances.items()) == Fraction(found["mean"])
    assert chances[0] == Fraction(found["miss"])


def test_what_dice_are_not_counted_to(run):
    found = data(run("odds might --red 1 --dice --json"))
    assert sum(map(Fraction, found["distribution"].values())) + Fraction(found["more"]) == 1
    assert Fraction(found["more"]) < Fraction(1, 10**12)


def test_as_a_table(run):
    assert run("odds might --white 1").out == (
        "Attack with 1 white from full decks\n"
        "miss           0.00%\n"
        "mean damage   1.175   a miss counts 0\n"
        "damage   exactly   at least\n"
        "     0    33.33%    100.00%\n"
        "     1    33.33%     66.67%\n"
        "     2    22.55%     33.33%\n"
        "     3     5.88%     10.78%\n"
        "     4     3.68%      4.90%\n"
        "     5     0.74%      1.23%\n"
        "     6     0.42%      0.49%\n"
        "     7     0.05%      0.07%\n"
        "     8     0.02%      0.02%\n"
    )
    assert run("odds might --white 1 --black 2 --dice --redraw 1").out.startswith(
        "Attack with dice: 1 white, 2 black, redraws: 1\n"
    )


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("odds might", "too few options"),
        ("odds might --white 0", "too few options"),
        ("odds might --white 1 --adds 0", "--adds"),
        ("odds might --white 1 --rule price=harm", "--rule"),
        ("odds action --adds 1 --white 1", "--white"),
        ("odds ironsworn/bear --dice", "--dice"),
        ("odds mihgt --white 1", "mihgt"),
    ],
)
def test_options_that_do_not_fit_are_refused(run, line, found):
    ran = run(line)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert f"found {found};" in ran.err


@pytest.mark.parametrize("line", ["odds might --white 19", "odds might --red -1", "odds might --white 1 --redraw 21"])
def test_numbers_out_of_range_are_refused(run, line):
    ran = run(line)
    assert (ran.status, ran.err.count("\n")) == (2, 1)
