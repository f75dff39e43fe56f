"""Pay the Price (rules section 5; section 10, 1, 2, 14 and 41)."""

from typing import Any

import pytest
from table import (
    ALLY,
    DANGER,
    GEAR,
    HARM,
    MISS,
    MOMENTUM,
    NO_PRICE,
    SEPARATED,
    STRESS,
    STRONG,
    SUPPLY,
    WEAK,
    Fight,
    asset,
    fight,
    price,
    sheet,
)

from shieldmate.envs.ironsworn.terms import Act, Condition, Decision, Event, Stat

ENDURED = {HARM, STRESS, ALLY}


def pay(face: int, *more: int, foe: str | tuple[str, ...] = "formidable", own: object = None, **rules: object) -> Fight:
    """Take a hit whose price is drawn with `face`."""
    game = fight(foe, *([own] if own else []), put={"initiative": 0}, **rules)
    return game.act(Act.TAKE_HIT, face, *more)


def charged(game: Fight) -> list[tuple[int, int]]:
    """Kind and amount of every price charged."""
    return [row[1:3] for row in game.events(Event.PRICE)]


# ---- mixed, harm, oracle --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("face", "kind"), [(1, HARM), (60, HARM), (61, STRESS), (80, STRESS), (81, MOMENTUM), (100, MOMENTUM)]
)
def test_mixed_price_is_60_20_20(face: int, kind: int) -> None:
    dice = WEAK if kind in ENDURED else ()
    assert charged(pay(face, *dice)) == [(kind, 2 if kind == MOMENTUM else 3)]


@pytest.mark.parametrize("rank", range(1, 6))
def test_harm_and_stress_are_the_rank_of_the_foe(rank: int) -> None:
    foe = ("troublesome", "dangerous", "formidable", "extreme", "epic")[rank - 1]
    assert charged(pay(1, *WEAK, foe=foe)) == [(HARM, rank)]
    assert charged(pay(70, *WEAK, foe=foe)) == [(STRESS, rank)]


@pytest.mark.parametrize(("face", "kind"), [(25, STRESS), (26, HARM), (1, STRESS), (100, HARM)])
def test_oracle_price_asks_between_two_candidates_one_likely(face: int, kind: int) -> None:
    assert charged(pay(face, *WEAK, price="oracle")) == [(kind, 3)]


def test_harm_price_draws_nothing() -> None:
    game = fight(put={"initiative": 0}, price="harm")
    game.table.hand([stream for stream in range(13) if stream != 10])
    assert charged(game.act(Act.TAKE_HIT, *WEAK)) == [(HARM, 3)]


# ---- severity (14, 41) ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("severity", "foe", "harm", "momentum"),
    [
        (-1, "troublesome", 1, 1),
        (-1, "epic", 4, 1),
        (0, "formidable", 3, 2),
        (1, "formidable", 4, 3),
        (2, "extreme", 5, 4),
        (2, "epic", 5, 4),
    ],
)
def test_severity_moves_harm_stress_and_momentum(severity: int, foe: str, harm: int, momentum: int) -> None:
    assert charged(pay(1, *WEAK, foe=foe, severity=severity)) == [(HARM, harm)]
    assert charged(pay(61, *WEAK, foe=foe, severity=severity)) == [(STRESS, harm)]
    assert charged(pay(81, foe=foe, severity=severity)) == [(MOMENTUM, momentum)]


def test_the_dire_price_of_turn_the_tide_is_one_worse() -> None:
    game = fight(put={"initiative": 0}).act(Act.TIDE).act(Act.STRIKE_CLOSE, *MISS, 81)
    assert charged(game) == [(MOMENTUM, 3)]


# ---- which foe (2) --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("target", "rank"), [(0, 2), (1, 4)])
def test_the_foe_a_move_targets_sets_the_price(target: int, rank: int) -> None:
    game = fight(("dangerous", "extreme")).act(Act.STRIKE_CLOSE).act(Act.FOE + target, *MISS, 1, *WEAK)
    assert charged(game) == [(HARM, rank)]


def test_without_a_target_the_worst_foe_sets_the_price() -> None:
    assert charged(pay(1, *WEAK, foe=("dangerous", "extreme", "formidable"))) == [(HARM, 4)]
    game = fight(("dangerous", "extreme")).act(Act.SECURE + Stat.WITS, *MISS, 1, *WEAK)
    assert charged(game) == [(HARM, 4)]


# ---- the table ------------------------------------------------------------------------------------------------------

ROWS = [
    (3, 5, STRESS, 1),
    (6, 9, STRESS, 2),
    (10, 16, SEPARATED, 2),
    (17, 23, MOMENTUM, 2),
    (24, 32, GEAR, 2),
    (33, 41, MOMENTUM, 2),
    (42, 50, DANGER, 1),
    (51, 59, MOMENTUM, 2),
    (60, 68, HARM, 3),
    (69, 76, STRESS, 3),
    (77, 85, MOMENTUM, 1),
    (86, 90, SUPPLY, 2),
    (91, 94, STRESS, 2),
    (95, 98, ALLY, 3),
]


@pytest.mark.parametrize(("first", "last", "kind", "amount"), ROWS)
def test_price_table_rows(first: int, last: int, kind: int, amount: int) -> None:
    for face in (first, last):
        game = pay(face, *(WEAK if kind in ENDURED else ()), price="table")
        assert charged(game) == [(kind, amount)]
        assert game.events(Event.TABLE) == [(0, 2, face, 0, 0, 0, 0)]


def test_price_table_rows_cover_3_to_98_and_sum_up() -> None:
    covered = [face for first, last, *_ in ROWS for face in range(first, last + 1)]
    assert covered == list(range(3, 99))
    mass = {kind: sum(last - first + 1 for first, last, of, _ in ROWS if of == kind) for kind in range(1, 9)}
    assert mass[HARM] + mass[ALLY] == 13
    assert mass[STRESS] == 19
    assert mass[MOMENTUM] == 34
    assert mass[SUPPLY] + mass[GEAR] == 14
    assert (mass[SEPARATED], mass[DANGER]) == (7, 9)


@pytest.mark.parametrize("face", [1, 2])
def test_price_table_rolls_again_and_worse(face: int) -> None:
    assert charged(pay(face, 60, *WEAK, price="table")) == [(HARM, 4)]


def test_price_table_a_second_time_is_worse_harm() -> None:
    assert charged(pay(1, 2, *WEAK, price="table")) == [(HARM, 5)]


@pytest.mark.parametrize("face", [99, 100])
def test_price_table_rolls_twice(face: int) -> None:
    assert charged(pay(face, 20, 40, price="table")) == [(MOMENTUM, 2), (MOMENTUM, 2)]


def test_price_table_severity() -> None:
    assert charged(pay(3, *WEAK, price="table", severity=1)) == [(STRESS, 2)]
    assert charged(pay(77, price="table", severity=-1)) == [(MOMENTUM, 1)]
    assert charged(pay(86, price="table", severity=2)) == [(SUPPLY, 4)]


def test_separated_loses_the_weapon_then_the_companion_then_momentum() -> None:
    own = sheet(assets=[asset("hound", 2)])
    game = pay(10, own=own, price="table")
    assert (game.pc.armed, game.pc.condition[0]) == (0, Condition.READY)
    game.act(Act.TAKE_HIT, 10)
    assert game.pc.condition[0] == Condition.GONE
    game.act(Act.TAKE_HIT, 10)
    assert game.pc.momentum == 0


def test_gear_loses_shield_weapon_armour_then_supply() -> None:
    own = sheet(assets=[asset("ironclad", 1), asset("shield_bearer", 1)])
    game = pay(24, own=own, price="table")
    assert [game.pc.condition[0], game.pc.condition[1], game.pc.armed] == [Condition.READY, Condition.GONE, 1]
    game.act(Act.TAKE_HIT, 24)
    assert [game.pc.condition[0], game.pc.armed] == [Condition.READY, 0]
    game.act(Act.TAKE_HIT, 24)
    assert game.pc.condition[0] == Condition.GONE
    game.act(Act.TAKE_HIT, 24)
    assert game.state.supply == 3


def test_without_a_weapon_harm_is_1_and_close_until_it_is_recovered() -> None:
    game = pay(10, price="table")
    assert Act.CLASH_RANGED not in game.legal
    game.act(Act.CLASH_CLOSE, *WEAK, NO_PRICE)
    assert game.foe.progress == 4
    game.act(Act.FACE + Stat.WITS, *MISS, NO_PRICE)
    assert game.pc.armed == 0
    game.act(Act.FACE + Stat.WITS, *STRONG)
    assert game.pc.armed == 1
    assert Act.STRIKE_RANGED in game.legal


def test_secure_an_advantage_recovers_the_weapon() -> None:
    assert fight(put={"armed": 0}).act(Act.SECURE + Stat.WITS, *WEAK).pc.armed == 1


def test_a_new_danger_must_be_faced_next() -> None:
    game = pay(42, price="table")
    assert (game.pc.afraid, game.pc.initiative) == (1, 0)
    assert game.legal == {Act.FACE + s for s in Stat} | {Act.FLEE + s for s in Stat}
    assert game.act(Act.FACE + Stat.EDGE, *MISS, NO_PRICE).pc.afraid == 0


def test_harm_to_an_ally_else_to_the_companion_else_to_oneself() -> None:
    party = [sheet(), sheet(name="Saskia")]
    game = fight("formidable", *party, put={"initiative": 0}, price="table").act(Act.TAKE_HIT, 95, *WEAK)
    assert (game.pc.health, game.ally.health) == (5, 2)
    own = sheet(assets=[asset("hound", 2)])
    assert pay(95, *WEAK, own=own, price="table").pc.track[0] == 1
    assert pay(95, *WEAK, price="table").pc.health == 2


# ---- companions (section 8, companion rule) -------------------------------------------------------------------------


def ridden(die: int, *price_faces: int, **rules: Any) -> Fight:
    game = fight("formidable", sheet(assets=[asset("horse", 3)]), **rules)
    return game.act(Act.STRIKE_CLOSE).act(Act.ABILITY + 2, die, 10, 10, *price_faces)


def test_a_companion_whose_help_came_with_a_1_bears_the_harm() -> None:
    game = ridden(1, 1, *WEAK)
    assert (game.pc.health, game.pc.track[0]) == (5, 2)


def test_a_companion_is_not_exposed_by_another_face() -> None:
    game = ridden(2, 1, *WEAK)
    assert (game.pc.health, game.pc.track[0]) == (2, 5)


def test_a_companion_that_did_not_help_is_not_exposed() -> None:
    game = fight("formidable", sheet(assets=[asset("horse", 3)])).act(Act.STRIKE_CLOSE)
    game.act(Act.GO, 1, 10, 10, 1, *WEAK)
    assert (game.pc.health, game.pc.track[0]) == (2, 5)


def test_stress_and_momentum_fall_on_the_character_all_the_same() -> None:
    assert ridden(1, 70, *WEAK).pc.spirit == 2
    assert ridden(1, 90).pc.momentum == 0


# ---- typed prices ---------------------------------------------------------------------------------------------------


def test_typed_harm_may_be_split_with_a_companion() -> None:
    own = sheet(assets=[asset("horse", 1)])
    game = fight("formidable", own, put={"initiative": 0}).act(Act.TAKE_HIT, price(HARM, 3, share=1), *WEAK, *WEAK)
    assert (game.pc.health, game.pc.track[0]) == (3, 4)


def test_a_typed_price_stands_as_typed() -> None:
    game = ridden(1, price(HARM, 3, share=1), *WEAK, *WEAK, severity=2)
    assert (game.pc.health, game.pc.track[0]) == (3, 4)


def test_a_share_without_a_companion_is_borne_by_the_character() -> None:
    game = fight(put={"initiative": 0}).act(Act.TAKE_HIT, price(HARM, 3, share=1), *WEAK)
    assert game.pc.health == 2


@pytest.mark.parametrize(
    ("typed", "tracks"),
    [
        (price(STRESS, 2), (2, 5, 3, 5)),
        (price(MOMENTUM, 3), (-1, 5, 5, 5)),
        (price(SUPPLY, 2), (2, 5, 5, 3)),
        (price(HARM, 2), (2, 3, 5, 5)),
    ],
)
def test_typed_prices(typed: int, tracks: tuple[int, ...]) -> None:
    game = fight(put={"initiative": 0}).act(Act.TAKE_HIT, typed, *(WEAK if typed < 3000 else ()))
    assert (game.pc.momentum, game.pc.health, game.pc.spirit, game.state.supply) == tracks


def test_who_has_left_the_fight_pays_nothing() -> None:
    game = fight(put={"initiative": 0, "health": 0, "wounded": 1, "maimed": 1}, price="table")
    game.act(Act.TAKE_HIT, 99, 60, *MISS, 25)
    assert len(game.events(Event.PRICE)) == 1, "unconscious before the second draw"
    assert game.decision == Decision.NONE
