"""`odds` and `oracle`."""

import json
from fractions import Fraction

import pytest

WORDS = ("strong", "weak", "miss")


def fractions(ran):
    assert (ran.status, ran.err) == (0, "")
    data = json.loads(ran.out)
    return tuple(Fraction(data[word]) for word in WORDS)


def of(total, *counts):
    return tuple(Fraction(count, total) for count in counts)


@pytest.mark.parametrize(
    ("adds", "strong", "weak", "miss"),
    [
        (0, 55, 190, 355),
        (1, 91, 238, 271),
        (3, 199, 262, 139),
        (8, 469, 122, 9),
        (-1, 30, 140, 430),
        (-2, 14, 92, 494),
        (-4, 1, 18, 581),
        (-5, 0, 0, 600),
    ],
)
def test_action_rolls_case_59(run, adds, strong, weak, miss):
    assert fractions(run(f"odds action --adds {adds} --json")) == of(600, strong, weak, miss)


@pytest.mark.parametrize(
    ("momentum", "strong", "weak", "miss"), [(-1, 136, 248, 216), (-3, 124, 232, 244), (-6, 91, 238, 271)]
)
def test_negative_momentum_case_64(run, momentum, strong, weak, miss):
    assert fractions(run(f"odds action --adds 2 --momentum {momentum} --json")) == of(600, strong, weak, miss)


@pytest.mark.parametrize(
    ("adds", "momentum", "strong", "weak", "miss"),
    [(1, 4, 104, 272, 224), (2, 6, 185, 290, 125), (3, 8, 309, 242, 49), (1, 10, 486, 108, 6)],
)
def test_the_best_use_of_a_burn(run, adds, momentum, strong, weak, miss):
    odds = fractions(run(f"odds action --adds {adds} --momentum {momentum} --burn --json"))
    assert odds == of(600, strong, weak, miss)


@pytest.mark.parametrize(("boxes", "strong", "weak", "miss"), [(0, 0, 0, 100), (6, 25, 50, 25), (10, 81, 18, 1)])
def test_progress_rolls_case_66(run, boxes, strong, weak, miss):
    assert fractions(run(f"odds progress --boxes {boxes} --json")) == of(100, strong, weak, miss)


def test_every_option_of_a_situation(run, tmp_path):
    (tmp_path / "now.toml").write_text("initiative = true\nmay_end = true\nprogress = 6\nmomentum = -2\n")
    data = json.loads(run("odds ironsworn/bear --state now.toml --json").out)["options"]
    assert data["End the Fight"] == {"strong": "1/4", "weak": "1/2", "miss": "1/4"}
    assert data["Strike close (iron)"] == {"strong": "187/600", "weak": "41/100", "miss": "167/600"}
    assert (
        "End the Fight                    strong 25.0%, weak 50.0%, miss 25.0%\n"
        in run("odds ironsworn/bear --state now.toml").out
    )


def test_odds_as_a_table(run):
    assert run("odds progress --boxes 6").out == (
        "Progress roll with 6 boxes\nstrong hit  25.00%   1/4\nweak hit    50.00%   1/2\nmiss        25.00%   1/4\n"
    )


@pytest.mark.parametrize(
    "line",
    [
        "odds might",
        "odds action",
        "odds progress",
        "odds action --boxes 3 --adds 1",
        "odds action --adds 99",
        "odds action --adds 1 --momentum 11",
        "odds progress --boxes 11",
        "odds progress --boxes 1 --burn",
    ],
)
def test_odds_of_nothing_are_refused(run, line):
    ran = run(line)
    assert (ran.status, ran.err.count("\n")) == (2, 1)


@pytest.mark.parametrize(
    ("asked", "low"), [("almost-certain", 11), ("likely", 26), ("50/50", 51), ("unlikely", 76), ("small-chance", 91)]
)
def test_the_oracle_says_yes_from_a_face_on(asked, low):
    from shieldmate.envs.ironsworn.oracle import answer, known_question

    asked = known_question(asked)
    assert [answer(asked, face).text for face in (low - 1, low)] == ["no", "yes"]


def test_a_double_is_a_match():
    from shieldmate.envs.ironsworn.oracle import answer

    assert [face for face in range(1, 101) if answer("likely", face).match] == [*range(11, 100, 11), 100]


@pytest.mark.parametrize(
    ("table", "face", "text"),
    [
        ("harm", 10, "mortal harm"),
        ("harm", 11, "dying"),
        ("harm", 50, "reeling"),
        ("harm", 51, "still standing"),
        ("stress", 25, "gives up"),
        ("stress", 51, "bears it"),
        ("price", 68, "harm"),
        ("price", 69, "stress"),
        ("price", 76, "stress"),
        ("price", 99, "two prices"),
        ("combat", 39, "it makes a decisive move"),
        ("combat", 100, "it does what nobody expected"),
        ("rank", 20, "troublesome"),
        ("rank", 55, "dangerous"),
        ("rank", 80, "formidable"),
        ("rank", 93, "extreme"),
        ("rank", 94, "epic"),
    ],
)
def test_tables(table, face, text):
    from shieldmate.envs.ironsworn.oracle import answer

    assert answer(table, face).text == text


def test_the_oracle_is_seeded(run):
    assert len({run("oracle price --seed 5").out for _ in range(3)}) == 1
    assert len({run(f"oracle price --seed {seed}").out for seed in range(9)}) > 3
    assert json.loads(run("oracle likely --seed 5 --json").out).keys() == {"asked", "face", "text", "match"}


def test_an_unknown_question_is_refused(run):
    assert run("oracle likley").err == (
        "oracle: found likley; valid: almost-certain, likely, fifty-fifty, unlikely, small-chance, harm, stress, "
        "price, combat, rank (did you mean likely?)\n"
    )
