"""Several characters (rules sections 3.9 and 7; section 10, 20, 30 to 32)."""

import pytest
from table import HARM, MISS, MOMENTUM, NO_PRICE, PROGRESS_STRONG, STRONG, SUPPLY, WEAK, Fight, fight, price, sheet

from shieldmate.envs.ironsworn.terms import Act, Decision, Event, Outcome, Place, Stat

AID = Act.AID + Stat.HEART


def pair(put: dict[str, int] | None = None, foes: str | tuple[str, ...] = "formidable", **rules: object) -> Fight:
    return fight(foes, sheet(), sheet(name="Saskia"), put=put, **rules)


def trio(**rules: object) -> Fight:
    return fight("formidable", sheet(), sheet(name="Saskia"), sheet(name="Elstan"), **rules)


# ---- what is shared and what is not ---------------------------------------------------------------------------------


def test_harm_adds_on_one_track() -> None:
    game = pair().act(Act.STRIKE_CLOSE, *WEAK).act(Act.STRIKE_CLOSE, *STRONG)
    assert game.foe.progress == 20


def test_initiative_and_gates_are_ones_own() -> None:
    game = pair().act(Act.STRIKE_CLOSE, *WEAK)
    assert (game.pc.initiative, game.ally.initiative) == (0, 1)
    game.act(Act.STRIKE_CLOSE, *STRONG)
    assert (game.pc.gate, game.ally.gate) == (0, 1)
    assert Act.END not in game.legal


def test_turn_the_tide_is_ones_own() -> None:
    game = pair({"initiative": 0}).act(Act.TIDE).act(Act.STRIKE_CLOSE, *WEAK)
    game.ally.initiative = 0
    assert Act.TIDE in game.ask_again().legal


def test_supply_is_shared() -> None:
    game = pair({"initiative": 0}).act(Act.TAKE_HIT, price(SUPPLY, 2))
    game.put(1, initiative=0).act(Act.TAKE_HIT, price(SUPPLY, 1))
    assert game.state.supply == 2


def test_shared_supply_is_the_lowest_of_the_sheets() -> None:
    game = fight("formidable", sheet(supply=4), sheet(name="Saskia", supply=2))
    assert game.state.supply == 2
    assert any("2" in note for note in game.scenario.notes)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_one_to_four_characters(seats: int) -> None:
    party = [sheet(name=f"Seat {seat}") for seat in range(seats)]
    game = fight(("wolf:5", "bear"), *party)
    for seat in range(seats):
        assert game.state.seat == seat
        game.act(Act.SECURE + Stat.EDGE, *WEAK)
    assert (game.state.seat, game.state.round) == (0, 2)


# ---- Aid Your Ally (3.9) --------------------------------------------------------------------------------------------


def test_aid_strong_the_ally_chooses_momentum_and_both_have_initiative() -> None:
    game = pair().put(1, initiative=0).act(AID, *STRONG)
    assert (game.decision, game.state.seat, game.legal) == (Decision.AID, 1, {Act.MOMENTUM, Act.FOLLOW})
    game.act(Act.MOMENTUM)
    assert (game.pc.momentum, game.ally.momentum) == (2, 4)
    assert (game.pc.initiative, game.ally.initiative) == (1, 1)


def test_aid_strong_the_ally_moves_at_once_and_keeps_its_own_turn() -> None:
    game = pair().act(AID, *STRONG).act(Act.FOLLOW)
    assert (game.decision, game.state.seat) == (Decision.MOVE, 1)
    assert not {Act.END, Act.WAIT} & game.legal
    game.act(Act.STRIKE_CLOSE, *WEAK)
    assert game.events(Event.MOVE)[0][4] == 3
    assert (game.state.seat, game.state.round) == (1, 1)


def test_aid_weak() -> None:
    game = pair().act(AID, *WEAK)
    assert (game.pc.momentum, game.ally.momentum) == (2, 3)
    assert (game.pc.initiative, game.ally.initiative) == (0, 0)


def test_aid_miss_is_paid_by_the_aider_and_both_lose_initiative() -> None:
    game = pair().act(AID, *MISS, price(MOMENTUM, 1))
    assert (game.pc.momentum, game.ally.momentum) == (1, 2)
    assert (game.pc.initiative, game.ally.initiative) == (0, 0)


def test_aid_chooses_the_ally() -> None:
    game = trio().act(AID)
    assert (game.decision, game.legal) == (Decision.ALLY, {Act.SEAT + 1, Act.SEAT + 2})
    game.act(Act.SEAT + 2, *WEAK)
    assert game.state.characters[2].momentum == 3


def test_aid_needs_initiative_and_company() -> None:
    aids = {Act.AID + stat for stat in Stat}
    assert pair().legal >= aids
    assert not aids & pair({"initiative": 0}).legal
    assert not aids & fight().legal
    assert not aids & pair().put(1, place=Place.UNCONSCIOUS).legal


def test_the_moves_of_others_do_not_close_a_gate() -> None:
    game = pair().act(Act.STRIKE_CLOSE, *STRONG).act(AID, *WEAK)
    assert (game.pc.gate, game.pc.initiative) == (1, 0)
    assert Act.END in game.legal


# ---- passes, waiting (31) -------------------------------------------------------------------------------------------


def test_round_robin_by_seat_skips_who_is_out() -> None:
    game = trio().act(Act.STRIKE_CLOSE, *STRONG)
    game.put(2, place=Place.UNCONSCIOUS).act(Act.STRIKE_CLOSE, *STRONG)
    assert (game.state.seat, game.state.round) == (0, 2)


def test_wait_is_for_company() -> None:
    assert Act.WAIT in pair().legal
    assert Act.WAIT in pair({"initiative": 0}).legal
    assert Act.WAIT not in fight().legal


def test_wait_closes_the_gate() -> None:
    assert pair({"gate": 1}).act(Act.WAIT).pc.gate == 0


def test_waiting_twice_under_the_foe_costs_a_price() -> None:
    game = pair({"initiative": 0}).act(Act.WAIT).act(Act.STRIKE_CLOSE, *STRONG)
    game.act(Act.WAIT, price(MOMENTUM, 1))
    assert game.pc.momentum == 1
    game.act(Act.STRIKE_CLOSE, *STRONG).act(Act.WAIT)
    assert game.pc.momentum == 1, "the count begins anew"


def test_another_move_between_makes_no_row_of_waits() -> None:
    game = pair({"initiative": 0}).act(Act.WAIT).act(Act.STRIKE_CLOSE, *STRONG)
    game.act(Act.FACE + Stat.EDGE, *MISS, NO_PRICE).act(Act.STRIKE_CLOSE, *STRONG)
    assert not game.act(Act.WAIT).events(Event.PRICE)


def test_waiting_with_initiative_is_free_unless_all_wait() -> None:
    game = pair().act(Act.WAIT).act(Act.STRIKE_CLOSE, *STRONG).act(Act.WAIT)
    assert not game.events(Event.PRICE)


def test_an_idle_pass_is_paid_by_the_first_fighter() -> None:
    game = pair().act(Act.WAIT).act(Act.WAIT, price(MOMENTUM, 1))
    assert (game.pc.momentum, game.ally.momentum) == (1, 2)
    assert game.state.round == 2


def test_idling_is_free_by_house_rule() -> None:
    game = pair({"initiative": 0}, idle="free")
    for _ in range(4):
        game.act(Act.WAIT)
        assert not game.events(Event.PRICE)


def test_the_foe_clock_charges_every_wait_under_the_foe() -> None:
    game = pair({"initiative": 0}, foe_clock=True, idle="free").act(Act.WAIT, price(MOMENTUM, 1))
    assert game.pc.momentum == 1
    assert not game.act(Act.WAIT).events(Event.PRICE), "this one has initiative"


def test_free_order_lets_the_group_pick_the_seat() -> None:
    party = [sheet(), sheet(name="Saskia")]
    game = Fight(["formidable"], party, {"order": "free"}).open(*STRONG, *STRONG)
    assert (game.decision, game.legal) == (Decision.SEAT, {Act.SEAT, Act.SEAT + 1})
    game.act(Act.SEAT + 1)
    assert (game.decision, game.state.seat) == (Decision.MOVE, 1)
    game.act(Act.STRIKE_CLOSE, *STRONG)
    assert (game.decision, game.state.round) == (Decision.SEAT, 1)
    game.act(Act.SEAT + 1).act(Act.STRIKE_CLOSE, *STRONG)
    assert game.state.round == 2


# ---- the end of a group's fight (32, 20) ----------------------------------------------------------------------------


def test_one_rolls_and_the_result_stands_for_all() -> None:
    game = pair({"gate": 1})
    game.foe.progress = 40
    assert game.act(Act.END, *PROGRESS_STRONG).outcome == Outcome.WIN


def test_a_missed_end_is_paid_by_each_character_in_the_fight() -> None:
    game = trio(put={"gate": 1}).put(1, place=Place.UNCONSCIOUS)
    game.act(Act.END, 10, 10, price(MOMENTUM, 1), price(MOMENTUM, 3))
    assert game.outcome == Outcome.LOSS
    assert [game.state.characters[seat].momentum for seat in range(3)] == [1, 2, -1]


def test_a_weak_end_is_paid_by_the_roller() -> None:
    game = pair({"gate": 1})
    game.foe.progress = 20
    game.act(Act.END, 1, 10).act(Act.ENDURE_HARM, *WEAK)
    assert (game.pc.health, game.ally.health, game.outcome) == (2, 5, Outcome.WIN)


DOWN = {"initiative": 0, "health": 0, "wounded": 1, "maimed": 1}


def test_the_others_fight_on() -> None:
    game = pair(DOWN, foes="bear").act(Act.TAKE_HIT, price(HARM, 1), *MISS, 25)
    assert (game.pc.place, game.outcome, game.state.seat) == (Place.UNCONSCIOUS, Outcome.ON, 1)
    game.foe.progress = 40
    game.put(1, gate=1).act(Act.END, *PROGRESS_STRONG)
    assert (game.outcome, game.pc.place) == (Outcome.WIN, Place.UNCONSCIOUS), "no foe is left to finish anyone"


def test_the_helpless_meet_the_foe_when_nobody_is_left() -> None:
    game = pair(DOWN, foes="bear").act(Act.TAKE_HIT, price(HARM, 1), *MISS, 25)
    game.put(1, **DOWN).act(Act.TAKE_HIT, price(HARM, 1), *MISS, 30, *STRONG, *MISS)
    assert game.outcome == Outcome.LOSS
    assert (game.pc.place, game.ally.place) == (Place.SURVIVED, Place.DEAD)


def test_win_with_the_fallen() -> None:
    game = pair({"gate": 1}).put(1, place=Place.DEAD)
    game.foe.progress = 40
    assert game.act(Act.END, *PROGRESS_STRONG).outcome == Outcome.WIN


def test_all_must_flee_for_the_fight_to_be_fled() -> None:
    game = pair({"initiative": 0}).act(Act.FLEE + Stat.EDGE, *STRONG)
    assert (game.outcome, game.state.seat) == (Outcome.ON, 1)
    game.put(1, initiative=0).act(Act.FLEE + Stat.EDGE, *STRONG)
    assert game.outcome == Outcome.FLED


def test_flight_that_leaves_somebody_behind_is_a_loss() -> None:
    game = pair({"initiative": 0}).act(Act.FLEE + Stat.EDGE, *STRONG)
    game.put(1, **DOWN).act(Act.TAKE_HIT, price(HARM, 1), *MISS, 25)
    assert game.outcome == Outcome.LOSS


def test_several_foes_have_a_track_each() -> None:
    game = pair(foes=("wolf:5", "troll")).act(Act.STRIKE_CLOSE)
    assert game.legal == {Act.FOE, Act.FOE + 1}
    game.act(Act.FOE + 1, *WEAK)
    assert [game.state.foes[i].progress for i in range(2)] == [0, 8]
    assert [game.state.foes[i].rank for i in range(2)] == [3, 3]
    assert [game.state.foes[i].pack for i in range(2)] == [5, 1]


def test_four_characters_against_two_foes_and_a_pack() -> None:
    party = [sheet(name=f"Seat {seat}") for seat in range(4)]
    game = fight(("wolf:5", "raider:2"), *party)
    assert [game.state.foes[i].rank for i in range(4)] == [3, 2, 2, 0]
    for target in range(2):
        game.state.foes[target].progress = 40
        game.put(target, gate=1).act(Act.END).act(Act.FOE + target, *PROGRESS_STRONG)
        assert game.outcome == Outcome.ON
    game.state.foes[2].progress = 40
    assert game.put(2, gate=1).act(Act.END, *PROGRESS_STRONG).outcome == Outcome.WIN
