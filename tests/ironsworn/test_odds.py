"""Cases 59 to 66 and rules 12.1 and 12.2: exact odds, and the engine's own dice against them."""

from fractions import Fraction
from itertools import product
from math import sqrt

import pytest
from odds import D6, D10, action_counts, progress_counts
from table import Fight, fight, sheet

from shieldmate.envs.core.chance import Chance, draw, seed_chance
from shieldmate.envs.core.compiler import I8, Batch, entry
from shieldmate.envs.core.tape import Tape, new_tapes
from shieldmate.envs.ironsworn.rolls import is_cancelled, result_of, score_of
from shieldmate.envs.ironsworn.terms import Act, Event, Stream

CASE_59 = {
    0: (55, 190, 355),
    1: (91, 238, 271),
    2: (139, 262, 199),
    3: (199, 262, 139),
    4: (271, 238, 91),
    5: (336, 208, 56),
    6: (392, 176, 32),
    7: (437, 146, 17),
    8: (469, 122, 9),
    -1: (30, 140, 430),
    -2: (14, 92, 494),
    -4: (1, 18, 581),
    -5: (0, 0, 600),
}
PERCENT = {
    0: (9.17, 31.67, 59.17),
    1: (15.17, 39.67, 45.17),
    2: (23.17, 43.67, 33.17),
    3: (33.17, 43.67, 23.17),
    4: (45.17, 39.67, 15.17),
    5: (56.00, 34.67, 9.33),
    6: (65.33, 29.33, 5.33),
    7: (72.83, 24.33, 2.83),
    8: (78.17, 20.33, 1.50),
    9: (81.00, 18.00, 1.00),
}
MATCHES = {
    0: (15, 45), 1: (21, 39), 2: (27, 33), 3: (33, 27), 4: (39, 21), 5: (44, 16), 6: (48, 12), 7: (51, 9), 8: (53, 7),
    9: (54, 6),
}  # fmt: skip


@pytest.mark.parametrize("adds", CASE_59)
def test_case_59_action_roll_table(adds: int) -> None:
    assert action_counts(adds) == CASE_59[adds]


@pytest.mark.parametrize("adds", PERCENT)
def test_case_59_published_percentages(adds: int) -> None:
    assert tuple(round(float(Fraction(100 * count, 600)), 2) for count in action_counts(adds)) == PERCENT[adds]


@pytest.mark.parametrize("adds", [9, 10, 11])
def test_adds_beyond_nine_change_nothing(adds: int) -> None:
    assert action_counts(adds) == (486, 108, 6)


@pytest.mark.parametrize("adds", MATCHES)
def test_matches_by_result(adds: int) -> None:
    strong = miss = 0
    for die, face in product(D6, D10):
        result = result_of(score_of(die, 0, adds), face, face)
        assert result != 1
        strong += result == 2
        miss += result == 0
    assert (strong, miss) == MATCHES[adds]


def test_case_61_one_action_die_for_both_challenge_dice() -> None:
    assert action_counts(1)[::-1] == (271, 238, 91)
    assert Fraction(271, 600) != Fraction(1521, 3600)


@pytest.mark.parametrize(
    ("momentum", "counts"), [(0, (199, 262, 139)), (-1, (216, 248, 136)), (-3, (244, 232, 124)), (-6, (271, 238, 91))]
)
def test_case_64_negative_momentum(momentum: int, counts: tuple[int, int, int]) -> None:
    assert action_counts(2, momentum)[::-1] == counts


@pytest.mark.parametrize(
    ("momentum", "percent"),
    [
        (-1, (32.33, 42.00, 25.67)),
        (-2, (31.17, 41.00, 27.83)),
        (-3, (29.67, 40.67, 29.67)),
        (-4, (27.83, 41.00, 31.17)),
        (-5, (25.67, 42.00, 32.33)),
        (-6, (23.17, 43.67, 33.17)),
    ],
)
def test_negative_momentum_at_adds_3(momentum: int, percent: tuple[float, float, float]) -> None:
    assert tuple(round(float(Fraction(100 * count, 600)), 2) for count in action_counts(3, momentum)) == percent


@pytest.mark.parametrize(("die", "momentum"), list(product(D6, range(-6, 11))))
def test_case_64_only_the_equal_face_cancels(die: int, momentum: int) -> None:
    assert is_cancelled(die, momentum) == (momentum in (-1, -2, -3, -4, -5, -6) and die + momentum == 0)


BURNS = {
    (1, 4): (104, 272, 224), (1, 6): (161, 298, 141), (1, 8): (294, 252, 54), (1, 10): (486, 108, 6),
    (2, 4): (144, 272, 184), (2, 6): (185, 290, 125), (2, 8): (294, 252, 54), (2, 10): (486, 108, 6),
    (3, 4): (199, 262, 139), (3, 6): (224, 272, 104), (3, 8): (309, 242, 49), (3, 10): (486, 108, 6),
}  # fmt: skip


@pytest.mark.parametrize(("adds", "momentum"), BURNS)
def test_best_result_with_a_burn(adds: int, momentum: int) -> None:
    assert action_counts(adds, momentum, burn=True) == BURNS[adds, momentum]


CASE_66 = {
    0: (0, 0, 100), 1: (0, 0, 100), 2: (1, 18, 81), 3: (4, 32, 64), 4: (9, 42, 49), 5: (16, 48, 36), 6: (25, 50, 25),
    7: (36, 48, 16), 8: (49, 42, 9), 9: (64, 32, 4), 10: (81, 18, 1),
}  # fmt: skip


@pytest.mark.parametrize("boxes", CASE_66)
def test_case_66_progress_roll(boxes: int) -> None:
    assert progress_counts(boxes) == CASE_66[boxes]


@pytest.mark.parametrize(("heart", "percent"), [(1, "36.92"), (2, "52.35"), (3, "66.72"), (4, "78.82")])
def test_chance_to_survive_face_death_with_the_vow(heart: int, percent: str) -> None:
    strong, weak, _ = (Fraction(count, 600) for count in action_counts(heart))
    assert f"{float(100 * (strong + weak * (strong + weak))):.2f}" == percent


SAMPLES = 6_000


@entry
def sample_action_rolls(chances: Batch[Chance], tapes: Batch[Tape], adds: int, momentum: int, counts: I8) -> int:
    """Roll the engine's dice many times and count the results."""
    for _ in range(SAMPLES):
        die = draw(chances[0], tapes[0], Stream.DICE, 6)
        first = draw(chances[0], tapes[0], Stream.DICE, 10)
        second = draw(chances[0], tapes[0], Stream.DICE, 10)
        score = score_of(0 if is_cancelled(die, momentum) else die, 0, adds)
        counts[result_of(score, first, second)] += 1
    return 0


@entry
def start_chance(chances: Batch[Chance], seed: int) -> int:
    """Seed the first chance."""
    seed_chance(chances[0], seed)
    return 0


def within_error(found: int, exact: int, of: int, trials: int) -> bool:
    """Four standard errors."""
    p = exact / of
    return abs(found / trials - p) <= 4 * sqrt(p * (1 - p) / trials)


@pytest.mark.compiled
@pytest.mark.parametrize("adds", range(11))
def test_sampled_dice_agree_with_the_exact_table(adds: int) -> None:
    import numpy as np

    chances = np.zeros(1, Chance.dtype)
    tapes = new_tapes(1)
    for momentum in range(-6, 11):
        start_chance(chances, 100 * adds + momentum + 6)
        counts = np.zeros(3, np.int64)
        sample_action_rolls(chances, tapes, adds, momentum, counts)
        for found, exact in zip(counts[::-1], action_counts(adds, momentum), strict=True):
            assert within_error(int(found), exact, 600, SAMPLES), (adds, momentum)


def strike_of(adds: int, momentum: int) -> Fight:
    """A fight whose next Strike has these adds, its own dice left to chance."""
    base = min(3, adds)
    game = fight("epic", sheet(iron=base), put={"momentum": momentum, "bonus": adds - base}, price="harm")
    game.table.hand([])
    return game


@pytest.mark.slow
@pytest.mark.parametrize("adds", range(11))
def test_sampled_strikes_of_the_engine_agree_with_the_exact_table(adds: int) -> None:
    trials = 250
    for momentum in range(-6, 11):
        game = strike_of(adds, momentum)
        start = game.table.snapshot()
        counts = {0: 0, 1: 0, 2: 0}
        for seed in range(trials):
            game.table.restore(start)
            game.state.chance.key[0] = 7919 * seed + adds
            game.state.chance.key[1] = 104729 * seed + momentum + 6
            game.act(Act.STRIKE_CLOSE)
            rows = game.events(Event.RESULT)
            while not rows:
                game.act(Act.KEEP if Act.KEEP in game.legal else Act.GO)
                rows = game.events(Event.RESULT)
            counts[rows[0][2]] += 1
        for result, exact in zip((2, 1, 0), action_counts(adds, momentum), strict=True):
            assert within_error(counts[result], exact, 600, trials), (adds, momentum)
