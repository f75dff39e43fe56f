"""The environment decides what Pay the Price costs, never whoever plays (rules section 5)."""

from contextlib import suppress
from random import Random

import pytest
from table import HARM, MISS, MOMENTUM, STRESS

from shieldmate.envs.core.game import ChanceNeededError, Table
from shieldmate.envs.ironsworn.game import IRONSWORN
from shieldmate.envs.ironsworn.house_rules import HouseRules
from shieldmate.envs.ironsworn.scenario import compile_book, make_scenario
from shieldmate.envs.ironsworn.terms import Act, Decision, Event, Outcome, Stream

ROLLING = [
    Act.CLASH_CLOSE,
    Act.CLASH_RANGED,
    *(Act.FACE + stat for stat in range(5)),
    *(Act.FLEE + stat for stat in range(5)),
]
DICE = [stream + seat for stream in (Stream.DICE, Stream.SUFFER) for seat in range(4)]


def first_price(seed: int, act: int) -> tuple[int, int]:
    """Kind and amount of the price when the first main move, without initiative, is `act` and misses."""
    table = Table(IRONSWORN, compile_book(make_scenario(["formidable"])))
    table.hand(DICE)
    try:
        table.reset(seed)
    except ChanceNeededError:
        table.feed((3, 1, 10))
    table.apply(Act.MOMENTUM)
    assert table.views[0].decision == Decision.MOVE
    assert act in table.legal()
    try:
        table.apply(act)
    except ChanceNeededError:
        with suppress(ChanceNeededError):  # of the suffer roll that follows the price
            table.feed(MISS)
    (price,) = [row for row in table.events().tolist() if row[0] == Event.PRICE]
    return price[2], price[3]


def test_the_same_luck_costs_the_same_whatever_was_chosen() -> None:
    """Each move that can miss, on the same seed: kind and amount hang on the seed alone, and all kinds come up."""
    drawn: list[tuple[int, int]] = []
    for seed in range(12):
        prices = {first_price(seed, act) for act in ROLLING}
        assert len(prices) == 1
        drawn += prices
    assert {kind for kind, _ in drawn} == {HARM, STRESS, MOMENTUM}
    assert {amount for kind, amount in drawn if kind in (HARM, STRESS)} == {3}


def prices_of(seed: int, player: int) -> list[int]:
    """Kinds of all prices of a fight that a random player plays."""
    luck, kinds = Random(player), []
    table = Table(IRONSWORN, compile_book(make_scenario(["extreme"], (), HouseRules(flee=False))))
    table.reset(seed)
    while True:
        kinds += [row[2] for row in table.events().tolist() if row[0] == Event.PRICE]
        if table.views[0].outcome != Outcome.ON:
            return kinds
        table.apply(luck.choice(table.legal()))


@pytest.mark.parametrize("seed", range(6))
def test_two_players_of_one_seed_draw_the_same_prices(seed: int) -> None:
    """They fight differently, so one may pay more of them; those that both pay are the same, one after another."""
    fights = [prices_of(seed, player) for player in range(5)]
    shortest = min(map(len, fights))
    assert shortest >= 1
    assert len({tuple(kinds[:shortest]) for kinds in fights}) == 1
