"""What a visit does not offer, told with its reason."""

import pytest
from fed_table import Fight, card, fight

from shieldmate.envs.core.hexes import hex_named
from shieldmate.envs.oathsworn.labels import Labels
from shieldmate.envs.oathsworn.scenario import make_scenario
from shieldmate.envs.oathsworn.terms import Act
from shieldmate.envs.oathsworn.withheld import withheld

BLOW = {"steps": ({"do": "attack"},)}
AWAY, BESIDE = "I9", "I6"


def told(game: Fight) -> list[str]:
    """What the warden's visit withholds."""
    return withheld(Labels(make_scenario("several-dice", "starter").names, game.state, game.book))


def blow(at: str, cost: int = 3, **more: object) -> Fight:
    """The warden with an attack as its first card's first option."""
    put = fight(boss=("I5", "s"), at={0: at}).option(card(0), 0, **BLOW, cost=cost, **more).might(0, 0, 1)
    return put.begin()


def test_an_attack_that_is_offered_is_not_withheld() -> None:
    assert told(blow(BESIDE)) == []


def test_an_attack_with_nobody_in_reach_says_so() -> None:
    assert told(blow(AWAY)) == ["nobody in reach: Even Breath: strike (3 animus)"]


def test_a_price_beyond_the_animus_says_what_is_left() -> None:
    put = fight(boss=("I5", "s"), at={0: BESIDE}, animus=2).option(card(0), 0, **BLOW, cost=3)
    assert told(put.begin()) == ["2 animus left: Even Breath: strike (3 animus)"]


def test_an_interrupt_says_when_it_is_played() -> None:
    assert told(blow(BESIDE, when="attacked")) == ["when attacked: Even Breath: strike (3 animus)"]


def test_what_is_withheld_for_one_reason_stands_together() -> None:
    put = fight(boss=("I5", "s"), at={0: AWAY}).option(card(0), 0, **BLOW, cost=3).option(card(1), 0, **BLOW, cost=4)
    names = make_scenario("several-dice", "starter").names.seats[0]
    first, second = f"{names.cards[0]}: {names.card_options[0][0]}", f"{names.cards[1]}: {names.card_options[1][0]}"
    assert told(put.begin()) == [f"nobody in reach: {first} (3 animus), {second} (4 animus)"]


READYING = (
    {"do": "damage", "amount": 1},
    {"do": "empower", "amount": 2},
    {"do": "redraw", "amount": 1},
)


@pytest.mark.parametrize("before", READYING)
def test_what_only_readies_an_attack_needs_somebody_to_attack(before: dict[str, object]) -> None:
    """An attack needs a target (Encounter rules p. 12); what helps it alone is nothing without it."""
    steps = (before, {"do": "attack"})
    put = fight(boss=("I5", "s"), at={0: AWAY}).option(card(0), 0, steps=steps, cost=3).might(0, 0, 1).begin()
    assert Act.CARD not in put.legal
    assert told(put)[0].startswith("nobody in reach: Even Breath")
    near = fight(boss=("I5", "s"), at={0: BESIDE}).option(card(0), 0, steps=steps, cost=3).might(0, 0, 1).begin()
    assert Act.CARD in near.legal


def test_what_does_more_than_ready_an_attack_is_offered_without_one() -> None:
    steps = ({"do": "heal", "amount": 1}, {"do": "attack"})
    put = fight(boss=("I5", "s"), at={0: AWAY}).option(card(0), 0, steps=steps, cost=3).might(0, 0, 1).begin()
    assert Act.CARD in put.legal


def test_an_obstacle_is_broken_only_where_one_is_in_reach() -> None:
    steps = ({"do": "break_terrain", "reach": 1}, {"do": "animus", "amount": 1})
    bare = fight(boss=("I5", "s"), at={0: AWAY}).option(card(0), 0, steps=steps, cost=2).begin()
    assert Act.CARD not in bare.legal
    assert told(bare) == [line for line in told(bare) if line.startswith("no obstacle in reach: Even Breath")]
    bare.state.terrain[hex_named("I8")] = 1
    assert Act.CARD in bare.ask().legal


def test_a_card_is_moved_down_only_where_one_cools() -> None:
    put = (
        fight(boss=("I5", "s"), at={0: AWAY}).option(card(0), 0, steps=({"do": "rotate", "amount": 1},), cost=0).begin()
    )
    assert Act.CARD not in put.legal
    assert told(put) == ["nothing cools down: Even Breath: strike"]
    put.state.seats[0].cards[1] = 2
    assert Act.CARD in put.ask().legal
