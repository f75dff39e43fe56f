"""What a fight leaves on the sheet: the dead, vows sworn at the brink, what was laid aside or used up."""

from typing import Any

import pytest
from table import HARM, MISS, PROGRESS_STRONG, STRONG, WEAK, Fight, asset, fight, price, sheet

from shieldmate.envs.ironsworn.aftermath import sheet_after
from shieldmate.envs.ironsworn.names import Names
from shieldmate.envs.ironsworn.sheet import Sheet, Vow
from shieldmate.envs.ironsworn.tell import Teller
from shieldmate.envs.ironsworn.terms import Act, Debility


def after(game: Fight) -> Sheet:
    return sheet_after(game.scenario.sheets[0], game.table, 0)


def hurt_hound(die: int) -> Fight:
    owner = sheet(xp=1, assets=[asset("hound", 1, 3, track=2), asset("ironclad", 1)])
    game = fight("formidable", owner, put={"initiative": 0})
    return game.act(Act.TAKE_HIT, price(HARM, 2, share=2), die, 10, 10)


def test_case_99_a_dead_companion_is_gone_for_experience() -> None:
    left = after(hurt_hound(1))
    assert [owned.id for owned in left.assets] == ["ironclad"]
    assert left.xp == 3, "1 for each ability marked"


def test_case_99_a_gravely_wounded_companion_stays() -> None:
    left = after(hurt_hound(2))
    assert [(owned.id, owned.track) for owned in left.assets] == [("hound", 0), ("ironclad", None)]
    assert left.xp == 1


@pytest.mark.parametrize(("die", "told"), [(1, "Hound dies"), (2, "Hound is lost for this fight")])
def test_the_log_tells_the_dead_from_the_lost(die: int, told: str) -> None:
    game = hurt_hound(die)
    lines = Teller(Names.of(game.scenario)).tell(game.rows)
    assert told in [line.text for line in lines]


@pytest.mark.parametrize(
    ("put", "act", "fed", "debility"),
    [
        ({"health": 0, "initiative": 0}, Act.TAKE_HIT, (price(HARM, 1), *MISS), Debility.CURSED),
        ({"spirit": 0, "initiative": 0}, Act.TAKE_HIT, (price(2, 1), *MISS), Debility.TORMENTED),
    ],
)
def test_a_vow_sworn_at_the_brink_is_on_the_sheet(put: Any, act: int, fed: Any, debility: Debility) -> None:
    old = Vow(name="Find the sword", rank=4, ticks=6)
    game = fight("formidable", sheet(vows=[old]), put=put).act(act, *fed)
    game.act(Act.ROLL_TABLE, 1, *WEAK).act(Act.SWEAR, *WEAK)
    left = after(game)
    assert left.debilities == {debility.name.lower()}
    assert left.vows[0] == old
    assert [(vow.rank, vow.ticks) for vow in left.vows[1:]] == [(3, 0)]


def test_no_vow_for_a_burden_that_was_there_before() -> None:
    assert after(fight("formidable", sheet(debilities=["cursed"]))).vows == ()


def test_what_a_boast_lays_aside_is_at_hand_again() -> None:
    owner = sheet(assets=[asset("ironclad", 1), asset("shield_bearer", 1)])
    game = Fight(["formidable"], [owner], {"opening": "circle"}).open(*WEAK).act(Act.BARE)
    assert after(game).assets == owner.assets


def test_a_destroyed_shield_is_not() -> None:
    owner = sheet(assets=[asset("shield_bearer", 1, 3)])
    game = fight("formidable", owner, put={"initiative": 0}).act(Act.TAKE_HIT, price(HARM, 3)).act(Act.ABILITY + 2)
    assert [owned.prepared for owned in after(game).assets] == [False]


@pytest.mark.parametrize("used", [True, False])
def test_a_rune_is_used_up(used: bool) -> None:
    owner = sheet(assets=[asset("sunderer", 1, 3)])
    game = fight("formidable", owner).act(Act.STRIKE_CLOSE)
    if used:
        game.act(Act.ABILITY + 2, *STRONG, 6)
    else:
        game.act(Act.GO, *STRONG)
    game.act(Act.END, *PROGRESS_STRONG)
    assert [owned.prepared for owned in after(game).assets] == [not used]
