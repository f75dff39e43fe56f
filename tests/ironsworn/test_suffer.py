"""Suffer moves, cascades and debilities (rules sections 2 and 4; section 10, 19 to 28)."""

import pytest
from table import FACES, HARM, MISS, MOMENTUM, NO_PRICE, STRESS, STRONG, SUPPLY, WEAK, Fight, asset, fight, price, sheet

from shieldmate.envs.ironsworn.terms import Act, Decision, Event, Move, Outcome, Place, Stat

HURT = {"initiative": 0, "health": 0}
SCARED = {"initiative": 0, "spirit": 0}


def hit(kind: int, amount: int, *faces: int, put: dict[str, int] | None = None, foe: str = "formidable") -> Fight:
    """Take a price of a kind and amount, then these faces."""
    return fight(foe, put={"initiative": 0, **(put or {})}).act(Act.TAKE_HIT, price(kind, amount), *faces)


# ---- Endure Harm and Endure Stress ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "put", "adds"),
    [
        (HARM, {}, 4),
        (HARM, {"health": 2}, 2),
        (HARM, {"health": 3}, 2),
        (STRESS, {}, 4),
        (STRESS, {"spirit": 2}, 2),
    ],
)
def test_endure_rolls_the_better_of_track_and_stat(kind: int, put: dict[str, int], adds: int) -> None:
    assert hit(kind, 1, *WEAK, put=put).events(Event.MOVE)[-1][4] == adds


@pytest.mark.parametrize(
    ("kind", "track", "gain"), [(HARM, "health", Act.GAIN_HEALTH), (STRESS, "spirit", Act.GAIN_SPIRIT)]
)
def test_endure_strong_shakes_it_off_or_embraces_it(kind: int, track: str, gain: Act) -> None:
    game = hit(kind, 2, *STRONG)
    assert (game.decision, game.legal) == (Decision.GRIT, {gain, Act.MOMENTUM})
    start = game.table.snapshot()
    game.act(gain)
    assert (getattr(game.pc, track), game.pc.momentum, game.pc.initiative) == (4, 1, 1)
    game.table.restore(start)
    game.act(Act.MOMENTUM)
    assert (getattr(game.pc, track), game.pc.momentum, game.pc.initiative) == (3, 3, 1)


@pytest.mark.parametrize(
    ("kind", "put"),
    [
        (HARM, {"health": 2}),
        (HARM, {"wounded": 1}),
        (HARM, {"momentum": -6}),
        (STRESS, {"spirit": 2}),
        (STRESS, {"shaken": 1}),
        (STRESS, {"momentum": -6}),
    ],
)
def test_endure_strong_cannot_always_shake_it_off(kind: int, put: dict[str, int]) -> None:
    before = put.get("momentum", 2)
    game = hit(kind, 2, *STRONG, put=put)
    assert game.decision == Decision.MOVE, "only momentum was left"
    assert game.pc.momentum == before + 1


def test_endure_strong_at_full_momentum_shakes_it_off() -> None:
    game = hit(HARM, 2, *STRONG, put={"momentum": 10})
    assert (game.decision, game.pc.health, game.pc.momentum) == (Decision.MOVE, 4, 9)


def test_endure_strong_with_nothing_to_gain() -> None:
    game = hit(HARM, 2, *STRONG, put={"momentum": 9, "wounded": 1})
    assert (game.pc.health, game.pc.momentum) == (3, 9)


@pytest.mark.parametrize("kind", [HARM, STRESS])
def test_endure_weak_presses_on(kind: int) -> None:
    game = hit(kind, 2, *WEAK, put={"initiative": 0})
    assert (game.pc.health, game.pc.spirit) == ((3, 5) if kind == HARM else (5, 3))
    assert (game.pc.momentum, game.pc.initiative) == (2, 0)


@pytest.mark.parametrize("kind", [HARM, STRESS])
def test_endure_miss_above_zero_costs_momentum(kind: int) -> None:
    game = hit(kind, 2, *MISS)
    assert (game.pc.momentum, game.decision) == (1, Decision.MOVE)


def test_a_burn_in_a_suffer_move() -> None:
    game = hit(HARM, 2, 1, 7, 8, put={"momentum": 9})
    assert game.decision == Decision.BURN
    game.act(Act.BURN)
    assert (game.pc.initiative, game.pc.momentum, game.decision) == (1, 2, Decision.GRIT)


# ---- the cascades ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "track"), [(HARM, "health"), (STRESS, "spirit")])
def test_loss_beyond_the_track_comes_off_momentum(kind: int, track: str) -> None:
    game = hit(kind, 4, *WEAK, put={track: 1, "momentum": 2})
    assert (getattr(game.pc, track), game.pc.momentum) == (0, -1)


def test_face_a_setback_swaps_each_point_beyond_minus_six() -> None:
    game = hit(MOMENTUM, 6, put={"momentum": -4})
    assert (game.decision, game.pc.momentum) == (Decision.SWAP, -6)
    assert game.legal == {Act.LOSE_HEALTH, Act.LOSE_SPIRIT, Act.LOSE_SUPPLY}
    game.acts(Act.LOSE_HEALTH, Act.LOSE_SPIRIT, Act.LOSE_SUPPLY, Act.LOSE_HEALTH)
    assert (game.pc.health, game.pc.spirit, game.state.supply, game.pc.momentum) == (3, 4, 4, -6)
    assert game.decision == Decision.MOVE


@pytest.mark.parametrize(
    ("foe", "left"), [("troublesome", 8), ("dangerous", 12), ("formidable", 16), ("extreme", 18), ("epic", 19)]
)
def test_face_a_setback_may_clear_progress_by_rank(foe: str, left: int) -> None:
    game = fight(foe, put={"initiative": 0, "momentum": -6})
    game.foe.progress = 20
    game.act(Act.TAKE_HIT, price(MOMENTUM, 1)).act(Act.FOE)
    assert game.foe.progress == left


def test_face_a_setback_in_the_middle_of_endure_harm() -> None:
    game = hit(HARM, 3, put={"health": 1, "momentum": -5})
    assert game.decision == Decision.SWAP
    assert game.act(Act.LOSE_SPIRIT, *WEAK).pc.spirit == 4
    assert (game.pc.health, game.pc.momentum) == (0, -6)


def test_a_swap_with_supply_may_leave_the_party_unprepared() -> None:
    game = fight(put={"initiative": 0, "momentum": -6})
    game.state.supply = 1
    game.act(Act.TAKE_HIT, price(MOMENTUM, 2)).act(Act.LOSE_SUPPLY)
    assert game.marked() == {"unprepared"}
    assert game.legal == {Act.LOSE_HEALTH, Act.LOSE_SPIRIT}


def test_out_of_supply_swaps_each_point_beyond_zero() -> None:
    game = fight(put={"initiative": 0})
    game.state.supply = 1
    game.act(Act.TAKE_HIT, price(SUPPLY, 4))
    assert (game.decision, game.legal) == (Decision.SWAP, {Act.LOSE_HEALTH, Act.LOSE_SPIRIT, Act.LOSE_MOMENTUM})
    game.acts(Act.LOSE_HEALTH, Act.LOSE_SPIRIT, Act.LOSE_MOMENTUM)
    assert (game.pc.health, game.pc.spirit, game.pc.momentum, game.state.supply) == (4, 4, 1, 0)


def test_out_of_supply_marks_the_whole_party() -> None:
    game = fight("formidable", sheet(), sheet(name="Saskia"), put={"initiative": 0})
    game.state.supply = 2
    game.act(Act.TAKE_HIT, price(SUPPLY, 2))
    assert game.marked(0) == game.marked(1) == {"unprepared"}


@pytest.mark.parametrize("kind", [MOMENTUM, SUPPLY])
def test_a_loss_that_nothing_can_pay_vanishes(kind: int) -> None:
    game = fight(put={"initiative": 0, "momentum": -6, "health": 0, "spirit": 0})
    game.state.supply = 0
    game.act(Act.TAKE_HIT, price(kind, 2))
    assert game.events(Event.NOTHING_LEFT) == [(0, 2, 0, 0, 0, 0, 0)]
    assert game.decision == Decision.MOVE


def test_swaps_lower_tracks_directly_without_a_move() -> None:
    game = hit(MOMENTUM, 1, put={"momentum": -6, "health": 1}).act(Act.LOSE_HEALTH)
    assert game.pc.health == 0
    assert not game.events(Event.MOVE)


# ---- debilities -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "track", "condition", "bane"),
    [(HARM, "health", "wounded", "maimed"), (STRESS, "spirit", "shaken", "corrupted")],
)
def test_a_miss_at_zero_marks_a_debility_or_rolls(kind: int, track: str, condition: str, bane: str) -> None:
    game = hit(kind, 1, *MISS, put={track: 1})
    assert (game.decision, game.legal) == (Decision.TABLE, {Act.MARK_CONDITION, Act.MARK_BANE, Act.ROLL_TABLE})
    assert game.pc.momentum == 1
    start = game.table.snapshot()
    assert game.act(Act.MARK_CONDITION).marked() == {condition}
    game.table.restore(start)
    assert game.act(Act.MARK_BANE).marked() == {bane}


@pytest.mark.parametrize(
    ("kind", "put", "legal"),
    [
        (HARM, {"wounded": 1}, {Act.MARK_BANE, Act.ROLL_TABLE}),
        (HARM, {"maimed": 1}, {Act.MARK_CONDITION, Act.ROLL_TABLE}),
        (STRESS, {"shaken": 1}, {Act.MARK_BANE, Act.ROLL_TABLE}),
        (STRESS, {"corrupted": 1}, {Act.MARK_CONDITION, Act.ROLL_TABLE}),
    ],
)
def test_a_debility_is_marked_once(kind: int, put: dict[str, int], legal: set[int]) -> None:
    assert hit(kind, 1, *MISS, put={"health": 1, "spirit": 1, **put}).legal == legal


@pytest.mark.parametrize(
    ("kind", "put"), [(HARM, {"wounded": 1, "maimed": 1}), (STRESS, {"shaken": 1, "corrupted": 1})]
)
def test_both_marked_must_roll(kind: int, put: dict[str, int]) -> None:
    game = hit(kind, 1, *MISS, 100, put={"health": 1, "spirit": 1, **put})
    assert game.events(Event.TABLE) == [(0, int(kind == STRESS), 100, 0, 0, 0, 0)]


def test_a_debility_clamps_momentum_over_the_new_cap() -> None:
    game = hit(HARM, 1, *MISS, put={"health": 1, "momentum": 10})
    game.pc.momentum = 10
    assert game.act(Act.MARK_CONDITION).pc.momentum == 9


# ---- the tables -----------------------------------------------------------------------------------------------------


def harm_table(face: int, *faces: int, foe: str = "formidable", **rules: str) -> Fight:
    game = fight(foe, put={**HURT, "wounded": 1, "maimed": 1}, **rules)
    return game.act(Act.TAKE_HIT, price(HARM, 1), *MISS, face, *faces)


@pytest.mark.parametrize("face", [1, 10])
def test_harm_table_mortal(face: int) -> None:
    game = harm_table(face, *MISS)
    assert (game.pc.place, game.outcome) == (Place.DEAD, Outcome.LOSS)


@pytest.mark.parametrize("face", [11, 20])
def test_harm_table_dying(face: int) -> None:
    game = harm_table(face)
    assert (game.pc.dying, game.pc.place, game.decision) == (1, Place.FIGHTING, Decision.MOVE)


@pytest.mark.parametrize("face", [21, 35])
def test_harm_table_unconscious(face: int) -> None:
    game = harm_table(face)
    assert (game.pc.place, game.outcome) == (Place.UNCONSCIOUS, Outcome.LOSS)


@pytest.mark.parametrize("face", [36, 50])
def test_harm_table_reeling(face: int) -> None:
    game = harm_table(face)
    assert (game.pc.reeling, game.pc.place) == (1, Place.FIGHTING)


@pytest.mark.parametrize("face", [51, 100])
def test_harm_table_still_standing(face: int) -> None:
    game = harm_table(face)
    assert (game.pc.reeling, game.pc.dying, game.pc.place) == (0, 0, Place.FIGHTING)


def stress_table(face: int, *faces: int) -> Fight:
    game = fight(put={**SCARED, "shaken": 1, "corrupted": 1, "initiative": 0})
    return game.act(Act.TAKE_HIT, price(STRESS, 1), *MISS, face, *faces)


@pytest.mark.parametrize("face", [1, 10])
def test_stress_table_desolation(face: int) -> None:
    game = stress_table(face, *MISS)
    assert (game.pc.place, game.outcome) == (Place.LOST, Outcome.LOSS)


@pytest.mark.parametrize("face", [11, 25])
def test_stress_table_gives_up(face: int) -> None:
    game = stress_table(face)
    assert (game.pc.place, game.outcome) == (Place.GAVE_UP, Outcome.LOSS)


@pytest.mark.parametrize("face", [26, 50])
def test_stress_table_yields_to_fear(face: int) -> None:
    game = stress_table(face)
    assert (game.pc.afraid, game.pc.initiative) == (1, 0)
    assert game.legal == {Act.FACE + s for s in Stat} | {Act.FLEE + s for s in Stat}
    game.act(Act.FACE + Stat.EDGE, *STRONG)
    assert (game.pc.afraid, game.pc.initiative) == (0, 1)


@pytest.mark.parametrize("face", [51, 100])
def test_stress_table_perseveres(face: int) -> None:
    game = stress_table(face)
    assert (game.pc.afraid, game.pc.place) == (0, Place.FIGHTING)


# ---- Face Death, Face Desolation ------------------------------------------------------------------------------------


def test_face_death_rolls_heart_and_strong_leaves_the_fight_alive() -> None:
    game = harm_table(5, *STRONG)
    assert game.events(Event.MOVE)[-1][1:5] == (Move.DEATH, Stat.HEART, -1, 2)
    assert (game.pc.place, game.outcome) == (Place.SURVIVED, Outcome.LOSS)


def test_face_death_weak_dies_nobly() -> None:
    game = harm_table(5, *WEAK)
    assert (game.decision, game.legal) == (Decision.VOW, {Act.DIE_NOBLY, Act.SWEAR})
    assert game.act(Act.DIE_NOBLY).pc.place == Place.DEAD


@pytest.mark.parametrize(("result", "momentum"), [("strong", 3), ("weak", 2)])
def test_face_death_weak_swears_a_vow(result: str, momentum: int) -> None:
    game = harm_table(5, *WEAK)
    before = game.pc.momentum
    game.act(Act.SWEAR, *FACES[result])
    assert (game.pc.place, "cursed" in game.marked()) == (Place.SURVIVED, True)
    assert game.pc.momentum - before == (2 if result == "strong" else 1)


def test_face_death_the_vow_must_hit() -> None:
    game = harm_table(5, *WEAK).act(Act.SWEAR, *MISS)
    assert (game.pc.place, "cursed" in game.marked()) == (Place.DEAD, False)


def test_face_desolation_strong_resists_and_fights_on() -> None:
    game = stress_table(5, *STRONG)
    assert game.events(Event.MOVE)[-1][1:3] == (Move.DESOLATION, Stat.HEART)
    assert (game.pc.place, game.pc.initiative, game.decision) == (Place.FIGHTING, 1, Decision.MOVE)


def test_face_desolation_weak_breaks_nobly_or_swears() -> None:
    game = stress_table(5, *WEAK)
    start = game.table.snapshot()
    assert game.act(Act.DIE_NOBLY).pc.place == Place.LOST
    game.table.restore(start)
    before = game.pc.momentum
    game.act(Act.SWEAR, *STRONG)
    assert (game.pc.place, game.pc.momentum - before) == (Place.FIGHTING, 2)
    assert "tormented" in game.marked()


# ---- dying, unconscious, reeling (section 10, 19 to 21) -------------------------------------------------------------


def dying_winner(*faces: int) -> Fight:
    game = fight(put={"dying": 1, "gate": 1})
    game.foe.progress = 40
    return game.act(Act.END, 1, 1, *faces)


@pytest.mark.parametrize("dice", [STRONG, WEAK])
def test_the_dying_are_healed_after_the_fight(dice: tuple[int, ...]) -> None:
    game = dying_winner(*dice)
    assert game.events(Event.MOVE)[-1][1:5] == (Move.HEAL, -1, -1, 1), "the lower of wits 1 and iron 2"
    assert (game.outcome, game.pc.dying, game.pc.place) == (Outcome.WIN, 0, Place.FIGHTING)


def test_the_dying_who_are_not_healed_face_death() -> None:
    assert dying_winner(*MISS, *MISS).outcome == Outcome.LOSS
    assert dying_winner(*MISS, *STRONG).outcome == Outcome.WIN, "a survivor keeps the win"


def test_the_dying_are_out_by_house_rule() -> None:
    game = harm_table(15, *WEAK, dying="out")
    assert (game.outcome, game.pc.place) == (Outcome.LOSS, Place.DYING)


@pytest.mark.parametrize("foe", ["bear", "wyvern", "haunt", "gloom"])
def test_a_merciless_foe_finishes_the_helpless(foe: str) -> None:
    game = harm_table(25, *MISS, foe=foe)
    assert game.events(Event.MOVE)[-1][1] == Move.DEATH
    assert game.pc.place == Place.DEAD


@pytest.mark.parametrize("foe", ["raider", "elf"])
@pytest.mark.parametrize(("face", "merciless"), [(50, False), (51, True)])
def test_people_may_be_merciless(foe: str, face: int, merciless: bool) -> None:
    game = harm_table(25, face, *(STRONG if merciless else ()), foe=foe)
    assert game.pc.place == (Place.SURVIVED if merciless else Place.UNCONSCIOUS)


def test_a_plain_foe_shows_mercy() -> None:
    assert harm_table(25).pc.place == Place.UNCONSCIOUS


def test_the_dying_and_helpless_are_first_healed_then_at_the_mercy_of_the_foe() -> None:
    game = fight("bear", put={**HURT, "wounded": 1, "maimed": 1, "dying": 1})
    game.act(Act.TAKE_HIT, price(HARM, 1), *MISS, 25, *WEAK, *STRONG)
    assert [row[1] for row in game.events(Event.MOVE)] == [Move.HARM, Move.HEAL, Move.DEATH]
    assert game.pc.place == Place.SURVIVED


def reeling(**put: int) -> Fight:
    return fight(put={"reeling": 1, **put})


def test_the_reeling_roll_again_before_a_vigorous_move() -> None:
    game = reeling().act(Act.STRIKE_CLOSE, 60, *STRONG)
    assert (game.pc.reeling, game.foe.progress) == (0, 12)


def test_still_reeling() -> None:
    assert reeling().act(Act.STRIKE_CLOSE, 40, *STRONG).pc.reeling == 1


def test_the_reeling_may_fall_before_the_move() -> None:
    game = reeling().act(Act.STRIKE_CLOSE, 30)
    assert (game.pc.place, game.foe.progress) == (Place.UNCONSCIOUS, 0)


@pytest.mark.parametrize(
    ("act", "initiative", "vigorous"),
    [
        (Act.STRIKE_RANGED, 1, True),
        (Act.SECURE + Stat.IRON, 1, True),
        (Act.SECURE + Stat.WITS, 1, False),
        (Act.FACE + Stat.EDGE, 0, True),
        (Act.FACE + Stat.HEART, 0, False),
        (Act.CLASH_CLOSE, 0, True),
    ],
)
def test_what_is_vigorous(act: int, initiative: int, vigorous: bool) -> None:
    price_ = (NO_PRICE,)
    game = reeling(initiative=initiative).act(act, *((60,) if vigorous else ()), *MISS, *price_)
    assert len(game.events(Event.TABLE)) == vigorous


# ---- companions (section 4) -----------------------------------------------------------------------------------------


def companion(*faces: int, track: int = 3, harm: int = 2, **put: int) -> Fight:
    own = sheet(assets=[asset("hound", 1, 2, 3, track=track)])
    game = fight("formidable", own, put={"initiative": 0, **put})
    return game.act(Act.TAKE_HIT, price(HARM, harm, share=harm), *faces)


def test_companion_strong_heals_one() -> None:
    game = companion(*STRONG)
    assert (game.pc.track[0], game.pc.initiative) == (2, 1)


def test_companion_weak_above_zero_fights_on() -> None:
    game = companion(*WEAK)
    assert (game.pc.track[0], game.pc.condition[0]) == (1, 0)


def test_companion_weak_at_zero_cannot_assist() -> None:
    game = companion(*WEAK, track=2)
    game.put(initiative=1)
    game.act(Act.STRIKE_CLOSE, *WEAK)
    assert not game.events(Event.ABILITY)


def test_companion_strong_at_zero_gets_up() -> None:
    game = companion(*STRONG, track=2)
    assert (game.pc.track[0], game.pc.condition[0]) == (1, 0)


def test_companion_miss_above_zero_costs_momentum() -> None:
    game = companion(*MISS, track=4)
    assert (game.pc.track[0], game.pc.momentum, game.pc.condition[0]) == (2, 1, 0)


def test_companion_with_no_health_starts_unable_to_assist() -> None:
    own = sheet(assets=[asset("hound", 1, 2, 3, track=0)])
    game = fight("formidable", own).act(Act.STRIKE_CLOSE, *WEAK)
    assert game.decision == Decision.MOVE
