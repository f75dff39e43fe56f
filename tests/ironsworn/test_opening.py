"""Draw the Circle, boasts and rituals before a fight (rules section 9; section 10, 36)."""

import pytest
from table import HARM, MISS, MOMENTUM, NO_PRICE, STRONG, WEAK, Fight, asset, price, sheet

from shieldmate.envs.ironsworn.terms import Act, Condition, Decision, Event, Move, Outcome, Place, Stat

BOASTS = {Act.FIRST_STRIKE, Act.BARE, Act.NO_IRON, Act.BLEED, Act.TO_THE_DEATH}


def circle(*faces: int, own: object = None, foe: str = "formidable", **rules: object) -> Fight:
    return Fight([foe], [own or sheet()], {"opening": "circle", **rules}).open(*faces)


def test_draw_the_circle_rolls_heart_and_strong_brings_two_boasts() -> None:
    game = circle(*STRONG)
    assert game.events(Event.MOVE)[0][1:3] == (Move.CIRCLE, Stat.HEART)
    assert (game.pc.momentum, game.pc.initiative) == (3, 1)
    assert (game.decision, game.legal) == (Decision.BOAST, BOASTS | {Act.GO})
    game.act(Act.TO_THE_DEATH)
    assert game.legal == BOASTS - {Act.TO_THE_DEATH} | {Act.GO}
    game.act(Act.BARE)
    assert (game.decision, game.pc.momentum) == (Decision.MOVE, 5)


def test_draw_the_circle_weak_brings_one_boast_and_initiative() -> None:
    game = circle(*WEAK)
    assert (game.pc.momentum, game.pc.initiative, game.pc.gate) == (2, 1, 0)
    game.act(Act.TO_THE_DEATH)
    assert (game.decision, game.pc.momentum) == (Decision.MOVE, 3)


def test_draw_the_circle_miss_pays_and_gives_the_foe_initiative() -> None:
    game = circle(*MISS, price(MOMENTUM, 1))
    assert (game.decision, game.pc.momentum, game.pc.initiative) == (Decision.MOVE, 1, 0)


def test_boasting_is_a_choice() -> None:
    game = circle(*STRONG).act(Act.GO)
    assert (game.decision, game.pc.boasts, game.pc.momentum) == (Decision.MOVE, 0, 3)


def test_each_boast_is_an_event() -> None:
    game = circle(*STRONG).act(Act.TO_THE_DEATH)
    assert game.events(Event.ANSWER) == [(0, Act.TO_THE_DEATH, 0, 0, 0, 0, 0)]


def test_boast_the_first_strike_is_the_foes() -> None:
    assert circle(*WEAK).act(Act.FIRST_STRIKE).pc.initiative == 0


def test_boast_bare_drops_armour_and_shield_and_harm_is_one_more() -> None:
    own = sheet(assets=[asset("ironclad", 1), asset("shield_bearer", 1)])
    game = circle(*WEAK, own=own, price="mixed").act(Act.BARE)
    assert [game.pc.condition[0], game.pc.condition[1]] == [Condition.OUT, Condition.OUT]
    game.act(Act.STRIKE_CLOSE, *MISS, 1, *WEAK)
    assert game.events(Event.PRICE)[0][1:3] == (HARM, 4)


def test_boast_no_iron_fights_with_bare_hands_to_the_end() -> None:
    game = circle(*WEAK).act(Act.NO_IRON)
    assert game.act(Act.STRIKE_CLOSE, *WEAK).foe.progress == 4
    game.act(Act.FACE + Stat.EDGE, *STRONG)
    assert game.pc.armed == 0


@pytest.mark.parametrize(("dice", "initiative"), [(STRONG, 1), (WEAK, 0)])
def test_boast_to_bleed_endures_harm_1(dice: tuple[int, ...], initiative: int) -> None:
    game = circle(*WEAK).act(Act.BLEED, *dice)
    assert game.events(Event.MOVE)[0][1] == Move.HARM
    assert (game.pc.health, game.pc.initiative) == (4, initiative)


def test_boast_to_the_death_dies_of_a_lost_fight() -> None:
    game = circle(*STRONG).acts(Act.TO_THE_DEATH, Act.GO)
    game.act(Act.END, 10, 10, NO_PRICE)
    assert (game.outcome, game.pc.place) == (Outcome.LOSS, Place.DEAD)


def test_without_that_boast_a_lost_fight_is_survived() -> None:
    game = circle(*STRONG).act(Act.GO).act(Act.END, 10, 10, NO_PRICE)
    assert (game.outcome, game.pc.place) == (Outcome.LOSS, Place.FIGHTING)


@pytest.mark.parametrize(
    ("opening", "stats"),
    [
        ("fray", {Stat.HEART, Stat.SHADOW, Stat.WITS}),
        ("battle", set(Stat)),
    ],
)
def test_the_character_picks_the_stat(opening: str, stats: set[Stat]) -> None:
    game = Fight(["formidable"], [sheet()], {"opening": opening, "opening_stat": "pick"}).open()
    assert (game.decision, game.legal) == (Decision.STAT, {Act.STAT + stat for stat in stats})
    game.act(Act.STAT + Stat.WITS, *STRONG)
    assert game.events(Event.MOVE)[0][2] == Stat.WITS


def test_each_character_enters_the_fray_in_the_order_of_seats() -> None:
    party = [sheet(), sheet(name="Saskia")]
    game = Fight(["formidable"], party, {}).open(*STRONG, *MISS, price(MOMENTUM, 1))
    assert [row[:2] for row in game.events(Event.RESULT)] == [(0, Move.FRAY), (1, Move.FRAY)]
    assert (game.pc.initiative, game.ally.initiative) == (1, 0)
    assert (game.pc.momentum, game.ally.momentum) == (4, 1)


# ---- rituals rolled first (section 8) -------------------------------------------------------------------------------


def ritual(*faces: int, name: str = "keen", abilities: tuple[int, ...] = (1,)) -> Fight:
    own = sheet(assets=[asset(name, *abilities, prepared=False)])
    return Fight(["formidable"], [own], {}).open(*faces, *STRONG)


@pytest.mark.parametrize(("dice", "stands"), [(STRONG, 2), (WEAK, 1)])
def test_a_ritual_is_rolled_with_wits_before_the_fight(dice: tuple[int, ...], stands: int) -> None:
    game = ritual(*dice)
    assert game.events(Event.MOVE)[0][1:3] == (Move.RITUAL, Stat.WITS)
    assert game.events(Event.MOVE)[0][4] == 1
    assert game.pc.active[0] == stands


def test_a_ritual_that_misses_costs_a_price_and_does_not_stand() -> None:
    game = ritual(*MISS, NO_PRICE)
    assert game.pc.active[0] == 0
    assert game.act(Act.STRIKE_CLOSE, *WEAK).foe.progress == 8


@pytest.mark.parametrize("name", ["bind", "keen", "leech", "talisman", "visage"])
def test_the_third_ability_helps_the_ritual_itself(name: str) -> None:
    game = ritual(*WEAK, name=name, abilities=(1, 3))
    assert game.events(Event.MOVE)[0][4] == 2
    assert game.pc.momentum == 5, "1 from the ritual, 2 from the fray"


def test_leech_counts_as_a_debility_once_it_stands() -> None:
    assert ritual(*STRONG, name="leech").pc.debts == 1
    assert ritual(*MISS, NO_PRICE, name="leech").pc.debts == 0
