"""The moves of a fight (rules section 3): momentum, initiative, harm, gate and price of each result."""

import pytest
from table import (
    FACES,
    HARM,
    MISS,
    MOMENTUM,
    NO_PRICE,
    PROGRESS_MISS,
    PROGRESS_STRONG,
    STRONG,
    WEAK,
    Fight,
    fight,
    price,
    sheet,
)

from shieldmate.envs.ironsworn.terms import Act, Decision, Event, Move, Outcome, Place, Stat

STATS = tuple(Stat)


def faces_of(result: str) -> tuple[int, ...]:
    """Dice of a result, and of a miss a price of nothing."""
    return (*FACES[result], NO_PRICE) if result == "miss" else tuple(FACES[result])


def standing(game: Fight) -> tuple[int, int, int, int]:
    """Momentum, initiative, progress in ticks and End gate of the first character and foe."""
    return game.pc.momentum, game.pc.initiative, game.foe.progress, game.pc.gate


# ---- Enter the Fray (3.1) -------------------------------------------------------------------------------------------


def opened(result: str, *faces: int, **rules: str) -> Fight:
    return Fight(["formidable"], [sheet()], rules).open(*FACES[result], *faces)


@pytest.mark.parametrize("stat", ["heart", "shadow", "wits"])
def test_enter_the_fray_strong(stat: str) -> None:
    game = opened("strong", opening_stat=stat)
    assert standing(game) == (4, 1, 0, 1)
    assert game.events(Event.MOVE)[0][1:3] == (Move.FRAY, Stat[stat.upper()])


@pytest.mark.parametrize(("act", "after"), [(Act.MOMENTUM, (4, 0, 0, 0)), (Act.INITIATIVE, (2, 1, 0, 0))])
def test_enter_the_fray_weak_chooses(act: Act, after: tuple[int, ...]) -> None:
    game = opened("weak")
    assert (game.decision, game.legal) == (Decision.FRAY, {Act.MOMENTUM, Act.INITIATIVE})
    assert standing(game.act(act)) == after


def test_enter_the_fray_weak_at_full_momentum_leaves_initiative() -> None:
    game = Fight(["formidable"], [sheet(momentum=10)], {}).open(*WEAK)
    assert (game.decision, game.pc.initiative) == (Decision.MOVE, 1)


def test_enter_the_fray_miss_pays() -> None:
    game = opened("miss", price(MOMENTUM, 1))
    assert standing(game) == (1, 0, 0, 0)


# ---- Strike (3.2) and Clash (3.3) -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "after"), [("strong", (2, 1, 12, 1)), ("weak", (2, 0, 8, 0)), ("miss", (2, 0, 0, 0))]
)
def test_strike(result: str, after: tuple[int, ...]) -> None:
    game = fight().act(Act.STRIKE_CLOSE, *faces_of(result))
    assert standing(game) == after
    assert len(game.events(Event.PRICE)) == (result == "miss")


@pytest.mark.parametrize(
    ("result", "act", "after"),
    [
        ("strong", Act.MOMENTUM, (3, 1, 8, 1)),
        ("strong", Act.HARM_FOE, (2, 1, 12, 1)),
        ("weak", None, (2, 0, 8, 0)),
        ("miss", None, (2, 0, 0, 0)),
    ],
)
def test_clash(result: str, act: Act | None, after: tuple[int, ...]) -> None:
    pays = (NO_PRICE,) if result != "strong" else ()
    game = fight(put={"initiative": 0}).act(Act.CLASH_CLOSE, *FACES[result], *pays)
    assert len(game.events(Event.PRICE)) == len(pays)
    if act is not None:
        assert (game.decision, game.legal) == (Decision.CLASH, {Act.MOMENTUM, Act.HARM_FOE})
        game.act(act)
    assert standing(game) == after


def test_clash_on_a_full_track_leaves_momentum() -> None:
    game = fight(put={"initiative": 0})
    game.foe.progress = 40
    assert game.act(Act.CLASH_CLOSE, *STRONG).pc.momentum == 3


@pytest.mark.parametrize(
    ("act", "stat"),
    [
        (Act.STRIKE_CLOSE, Stat.IRON),
        (Act.STRIKE_RANGED, Stat.EDGE),
        (Act.CLASH_CLOSE, Stat.IRON),
        (Act.CLASH_RANGED, Stat.EDGE),
    ],
)
def test_attacks_roll_iron_close_and_edge_at_range(act: Act, stat: Stat) -> None:
    clash = act in (Act.CLASH_CLOSE, Act.CLASH_RANGED)
    game = fight(put={"initiative": int(not clash)}).act(act, *STRONG)
    assert game.events(Event.MOVE)[0][2] == stat


def test_attacks_need_the_right_side_of_initiative() -> None:
    assert {Act.STRIKE_CLOSE, Act.STRIKE_RANGED} <= fight().legal
    assert not {Act.CLASH_CLOSE, Act.CLASH_RANGED} & fight().legal
    behind = fight(put={"initiative": 0}).legal
    assert {Act.CLASH_CLOSE, Act.CLASH_RANGED} <= behind
    assert not {Act.STRIKE_CLOSE, Act.STRIKE_RANGED} & behind


# ---- Turn the Tide (3.4) --------------------------------------------------------------------------------------------


def tide() -> Fight:
    return fight(put={"initiative": 0}).act(Act.TIDE)


def test_turn_the_tide_seizes_initiative_for_a_move_with_one_more() -> None:
    game = tide()
    assert (game.pc.initiative, game.decision) == (1, Decision.MOVE)
    game.act(Act.STRIKE_CLOSE, *STRONG)
    assert game.events(Event.MOVE)[0][4] == 3
    assert standing(game) == (3, 1, 12, 1)


def test_turn_the_tide_weak_hit_costs_no_price_and_brings_momentum() -> None:
    assert standing(tide().act(Act.STRIKE_CLOSE, *WEAK)) == (3, 0, 8, 0)


def test_turn_the_tide_miss_is_dire() -> None:
    game = fight("dangerous", put={"initiative": 0}, price="harm").act(Act.TIDE)
    game.table.hand([s for s in range(13) if s != 10])
    game.act(Act.STRIKE_CLOSE, *MISS, *WEAK)
    assert game.events(Event.PRICE)[0][1:4] == (HARM, 3, -1)


def test_turn_the_tide_once_a_fight() -> None:
    game = tide().act(Act.STRIKE_CLOSE, *WEAK)
    assert game.pc.initiative == 0
    assert Act.TIDE not in game.legal


def test_turn_the_tide_makes_no_progress_move_and_does_not_idle() -> None:
    game = fight(put={"initiative": 0, "gate": 1})
    assert Act.END in game.legal
    assert not {Act.END, Act.WAIT, Act.TIDE, Act.TAKE_HIT} & game.act(Act.TIDE).legal


def test_the_tide_does_not_carry_over() -> None:
    game = tide().act(Act.STRIKE_CLOSE, *STRONG).act(Act.STRIKE_CLOSE, *STRONG)
    assert game.events(Event.MOVE)[0][4] == 2
    assert game.pc.momentum == 3


# ---- End the Fight (3.5) --------------------------------------------------------------------------------------------


def ending(*foes: str, boxes: int = 5, **rules: str | bool) -> Fight:
    game = fight(foes or "formidable", put={"gate": 1}, **rules)
    game.foe.progress = 4 * boxes
    return game


def test_end_the_fight_strong_wins() -> None:
    assert ending().act(Act.END, *PROGRESS_STRONG).outcome == Outcome.WIN


@pytest.mark.parametrize(("option", "endured"), [(Act.ENDURE_HARM, Move.HARM), (Act.ENDURE_STRESS, Move.STRESS)])
def test_end_the_fight_weak_wins_at_a_cost_of_the_rank(option: Act, endured: Move) -> None:
    game = ending().act(Act.END, 1, 10)
    assert (game.decision, game.legal) == (Decision.END, {Act.ENDURE_HARM, Act.ENDURE_STRESS})
    game.act(option, *WEAK)
    assert game.outcome == Outcome.WIN
    assert game.events(Event.RESULT)[0][1] == endured
    assert (game.pc.health, game.pc.spirit) == ((2, 5) if endured == Move.HARM else (5, 2))


def test_end_the_fight_miss_loses_and_pays_one_worse() -> None:
    game = ending(price="harm")
    game.table.hand([s for s in range(13) if s != 10])
    game.act(Act.END, *PROGRESS_MISS, *WEAK)
    assert game.outcome == Outcome.LOSS
    assert game.events(Event.PRICE)[0][1:3] == (HARM, 4)
    assert game.pc.health == 1


def test_end_the_fight_removes_one_foe_and_keeps_initiative() -> None:
    game = ending("formidable", "troll").act(Act.END).act(Act.FOE, *PROGRESS_STRONG)
    assert (game.outcome, game.pc.initiative, game.pc.gate) == (Outcome.ON, 1, 0)
    assert [game.state.foes[i].active for i in range(2)] == [0, 1]
    game.act(Act.STRIKE_CLOSE, *WEAK)
    assert game.state.foes[1].progress == 8, "the one foe left needs no choice"


def test_end_the_fight_is_for_the_foe_chosen() -> None:
    game = ending("formidable", "troll").act(Act.END)
    assert (game.decision, game.legal) == (Decision.FOE, {Act.FOE, Act.FOE + 1})
    game.act(Act.FOE + 1, 1, 1, NO_PRICE)
    assert game.outcome == Outcome.LOSS, "no boxes on that one"


# ---- the gate (section 10, 9) ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("act", [Act.STRIKE_CLOSE, Act.SECURE + Stat.WITS])
def test_any_strong_hit_opens_the_gate(act: int) -> None:
    game = fight().act(act, *STRONG)
    if game.decision == Decision.SECURE:
        game.act(Act.MOMENTUM)
    assert Act.END in game.legal


def test_strong_face_danger_opens_the_gate() -> None:
    assert Act.END in fight(put={"initiative": 0}).act(Act.FACE + Stat.EDGE, *STRONG).legal


def test_a_weak_hit_closes_the_gate() -> None:
    assert fight(put={"gate": 1}).act(Act.STRIKE_CLOSE, *WEAK).pc.gate == 0


@pytest.mark.parametrize("dice", [STRONG, WEAK])
def test_a_suffer_move_closes_the_gate(dice: tuple[int, ...]) -> None:
    game = fight(put={"gate": 1, "initiative": 0}).act(Act.TAKE_HIT, price(HARM, 1), *dice)
    if game.decision == Decision.GRIT:
        game.act(Act.MOMENTUM)
    assert game.pc.gate == 0


def test_taking_the_hit_closes_the_gate() -> None:
    assert fight(put={"gate": 1, "initiative": 0}).act(Act.TAKE_HIT, NO_PRICE).pc.gate == 0


def test_the_gate_stays_open_when_initiative_is_lost_without_a_roll() -> None:
    assert Act.END in fight(put={"gate": 1, "initiative": 0}).legal


# ---- Battle (3.6) ---------------------------------------------------------------------------------------------------


def battle(*sheets: object, **rules: object) -> Fight:
    return Fight(["troll"], sheets or [sheet()], {"opening": "battle", **rules})


def test_battle_strong_wins() -> None:
    game = battle().open(*STRONG)
    assert (game.outcome, game.pc.momentum) == (Outcome.WIN, 4)


def test_battle_weak_wins_and_pays_by_the_rank_of_the_foe() -> None:
    game = battle(price="mixed").open(*WEAK, 1, *WEAK)
    assert game.outcome == Outcome.WIN
    assert game.events(Event.PRICE)[0][1:3] == (HARM, 3)


def test_battle_miss_is_lost_and_pays_one_worse() -> None:
    game = battle(price="mixed").open(*MISS, 1, *WEAK)
    assert game.outcome == Outcome.LOSS
    assert game.events(Event.PRICE)[0][1:3] == (HARM, 4)


def test_battle_with_the_stat_of_ones_choice() -> None:
    game = battle(opening_stat="pick").open()
    assert (game.decision, game.legal) == (Decision.STAT, {Act.STAT + stat for stat in STATS})
    assert game.act(Act.STAT + Stat.EDGE, *STRONG).events(Event.MOVE)[0][2] == Stat.EDGE


def test_battle_of_a_group_rolls_once_and_all_share_the_price() -> None:
    game = battle(sheet(), sheet(name="Saskia")).open(*WEAK, price(MOMENTUM, 1), price(MOMENTUM, 1))
    assert game.outcome == Outcome.WIN
    assert (game.pc.momentum, game.ally.momentum) == (1, 1)


def test_battle_of_a_group_gives_momentum_to_the_roller_only() -> None:
    game = battle(sheet(), sheet(name="Saskia")).open(*STRONG)
    assert (game.pc.momentum, game.ally.momentum) == (4, 2)


# ---- Secure an Advantage (3.7) --------------------------------------------------------------------------------------


@pytest.mark.parametrize("stat", STATS)
def test_secure_an_advantage_strong_momentum(stat: Stat) -> None:
    game = fight().act(Act.SECURE + stat, *STRONG)
    assert (game.decision, game.legal) == (Decision.SECURE, {Act.MOMENTUM, Act.FOLLOW})
    assert standing(game.act(Act.MOMENTUM)) == (4, 1, 0, 1)


def test_secure_an_advantage_strong_control_is_a_move_at_once_with_one_more() -> None:
    game = fight().act(Act.SECURE + Stat.EDGE, *STRONG).act(Act.FOLLOW)
    assert game.decision == Decision.MOVE
    assert not {Act.END, Act.WAIT} & game.legal
    assert game.state.round == 1
    game.act(Act.STRIKE_CLOSE, *STRONG)
    assert game.events(Event.MOVE)[0][4] == 3
    game.act(Act.STRIKE_CLOSE, *STRONG)
    assert game.events(Event.MOVE)[0][4] == 2, "consumed"


def test_secure_an_advantage_at_full_momentum_leaves_control() -> None:
    game = fight(put={"momentum": 10}).act(Act.SECURE + Stat.EDGE, *STRONG)
    assert (game.decision, game.pc.bonus) == (Decision.MOVE, 1)


@pytest.mark.parametrize(("result", "after"), [("weak", (3, 0, 0, 0)), ("miss", (2, 0, 0, 0))])
def test_secure_an_advantage_below_strong(result: str, after: tuple[int, ...]) -> None:
    game = fight().act(Act.SECURE + Stat.EDGE, *faces_of(result))
    assert standing(game) == after


# ---- Face Danger (3.8) ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stat", STATS)
def test_face_danger_strong(stat: Stat) -> None:
    assert standing(fight(put={"initiative": 0}).act(Act.FACE + stat, *STRONG)) == (3, 1, 0, 1)


def test_face_danger_miss_pays() -> None:
    assert standing(fight(put={"initiative": 0}).act(Act.FACE + Stat.EDGE, *MISS, price(MOMENTUM, 2))) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("option", "tracks"),
    [
        (Act.LOSE_MOMENTUM, (1, 5, 5, 5)),
        (Act.ENDURE_HARM, (2, 4, 5, 5)),
        (Act.ENDURE_STRESS, (2, 5, 4, 5)),
        (Act.LOSE_SUPPLY, (2, 5, 5, 4)),
    ],
)
def test_face_danger_weak_has_a_cost(option: Act, tracks: tuple[int, ...]) -> None:
    game = fight(put={"initiative": 0}).act(Act.FACE + Stat.EDGE, *WEAK)
    assert (game.decision, len(game.legal)) == (Decision.FACE, 4)
    endures = option in (Act.ENDURE_HARM, Act.ENDURE_STRESS)
    game.act(option, *(WEAK if endures else ()))
    assert (game.pc.momentum, game.pc.health, game.pc.spirit, game.state.supply) == tracks
    assert game.pc.initiative == 0


def test_a_cost_that_would_cost_nothing_is_not_offered() -> None:
    game = fight(put={"initiative": 0, "momentum": -6, "health": 0, "spirit": 0})
    game.state.supply = 0
    game.act(Act.FACE + Stat.EDGE, *WEAK)
    assert game.legal == {Act.ENDURE_HARM, Act.ENDURE_STRESS}


def test_face_danger_is_for_who_lacks_initiative() -> None:
    assert not {Act.FACE + stat for stat in STATS} & fight().legal
    assert not {Act.SECURE + stat for stat in STATS} & fight(put={"initiative": 0}).legal


# ---- flight and surrender (3.8, 3.13, section 10, 16 and 17) --------------------------------------------------------


def test_flee_strong() -> None:
    game = fight(put={"initiative": 0}).act(Act.FLEE + Stat.EDGE, *STRONG)
    assert (game.outcome, game.pc.place, game.pc.momentum) == (Outcome.FLED, Place.FLED, 3)


def test_flee_weak_pays_the_cost_of_face_danger() -> None:
    game = fight(put={"initiative": 0}).act(Act.FLEE + Stat.EDGE, *WEAK)
    assert game.decision == Decision.FACE
    assert game.act(Act.LOSE_MOMENTUM).outcome == Outcome.FLED
    assert game.pc.momentum == 1


def test_flee_weak_may_die_of_its_cost() -> None:
    game = fight(put={"initiative": 0, "health": 0, "wounded": 1, "maimed": 1}).act(Act.FLEE + Stat.EDGE, *WEAK)
    game.act(Act.ENDURE_HARM, *MISS, 5, *MISS)
    assert (game.outcome, game.pc.place) == (Outcome.LOSS, Place.DEAD)


def test_flee_miss_stays() -> None:
    game = fight(put={"initiative": 0}).act(Act.FLEE + Stat.EDGE, *MISS, NO_PRICE)
    assert (game.outcome, game.decision) == (Outcome.ON, Decision.MOVE)


def test_flee_is_for_who_lacks_initiative_and_has_a_way_out() -> None:
    flights = {Act.FLEE + stat for stat in STATS}
    assert flights <= fight(put={"initiative": 0}).legal
    assert not flights & fight().legal
    assert not flights & fight(put={"initiative": 0}, flee=False).legal


@pytest.mark.parametrize("initiative", [0, 1])
def test_surrender_is_always_open_where_the_house_allows_it(initiative: int) -> None:
    assert Act.SURRENDER not in fight(put={"initiative": initiative}).legal
    game = fight(put={"initiative": initiative}, surrender=True)
    assert game.act(Act.SURRENDER).outcome == Outcome.SURRENDERED
    assert game.pc.place == Place.SURRENDERED


def test_take_the_hit_is_a_price_without_a_roll() -> None:
    game = fight("troll", put={"initiative": 0}).act(Act.TAKE_HIT, 1, *WEAK)
    assert [row[1] for row in game.events(Event.MOVE)] == [Move.HARM]
    assert game.events(Event.PRICE)[0][1:3] == (HARM, 3)
    assert Act.TAKE_HIT not in fight().legal


# ---- Compel (3.10; section 10, 17) ----------------------------------------------------------------------------------

COMPELS = {Act.COMPEL_HEART, Act.COMPEL_IRON, Act.COMPEL_SHADOW}


@pytest.mark.parametrize(
    ("foe", "open_"),
    [("raider", True), ("giant", True), ("bear", False), ("wyvern", False), ("haunt", False), ("gloom", False),
     ("formidable", False)],
)  # fmt: skip
def test_compel_those_who_can_be_talked_to(foe: str, open_: bool) -> None:
    assert not COMPELS & fight(foe).legal
    assert (fight(foe, compel="once").legal >= COMPELS) == open_
    assert not COMPELS & fight(foe, compel="once", put={"initiative": 0}).legal


@pytest.mark.parametrize(("boxes", "least"), [(0, 76), (3, 76), (4, 51), (7, 51), (8, 26), (10, 26)])
def test_compel_asks_the_oracle_by_progress(boxes: int, least: int) -> None:
    for face, agrees in ((least, True), (least - 1, False)):
        game = fight("raider", compel="once")
        game.foe.progress = 4 * boxes
        game.act(Act.COMPEL_HEART, face, *(STRONG if agrees else ()))
        assert (game.outcome == Outcome.WIN) == agrees


def test_compel_a_no_stands_and_the_move_is_chosen_anew() -> None:
    game = fight("raider", compel="once", put={"bonus": 1}).act(Act.COMPEL_IRON, 1)
    assert (game.decision, game.pc.bonus) == (Decision.MOVE, 1)
    assert not COMPELS & game.legal


@pytest.mark.parametrize(("result", "momentum"), [("strong", 3), ("weak", 3)])
def test_compel_hit_ends_the_fight(result: str, momentum: int) -> None:
    game = fight("raider", compel="once").act(Act.COMPEL_HEART, 100, *FACES[result])
    assert (game.outcome, game.pc.momentum) == (Outcome.WIN, momentum)
    assert game.events(Event.FOE_OUT) == [(0, 1, 0, 0, 0, 0, 0)]


def test_compel_miss_pays_and_the_oracle_is_not_asked_again() -> None:
    game = fight("raider", compel="once").act(Act.COMPEL_HEART, 100, *MISS, NO_PRICE)
    assert (game.outcome, game.pc.initiative) == (Outcome.ON, 0)
    game.put(initiative=1).act(Act.COMPEL_HEART, *STRONG)
    assert game.outcome == Outcome.WIN


def test_compel_one_of_two_foes() -> None:
    game = fight(("raider", "bear"), compel="once").act(Act.COMPEL_HEART, 100, *STRONG)
    assert [game.state.foes[i].active for i in range(2)] == [0, 1]
    assert game.outcome == Outcome.ON
