"""What a visit does not offer, told with its reason."""

from fed_table import Fight, card, fight

from shieldmate.envs.oathsworn.labels import Labels
from shieldmate.envs.oathsworn.scenario import make_scenario
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
    assert told(blow(AWAY)) == ["Even Breath: strike (3 animus): nobody in reach"]


def test_a_price_beyond_the_animus_says_what_is_left() -> None:
    put = fight(boss=("I5", "s"), at={0: BESIDE}, animus=2).option(card(0), 0, **BLOW, cost=3)
    assert told(put.begin()) == ["Even Breath: strike (3 animus): 2 animus left"]


def test_an_interrupt_says_when_it_is_played() -> None:
    assert told(blow(BESIDE, when="attacked")) == ["Even Breath: strike (3 animus): when attacked"]
