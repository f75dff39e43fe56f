"""Cases 68 to 101: single rolls and bookkeeping, played through the engine."""

import pytest
from table import HARM, STRONG, WEAK, asset, fight, price, sheet

from shieldmate.envs.ironsworn.rolls import burnt_result, result_of, score_of
from shieldmate.envs.ironsworn.terms import Act, Condition, Decision, Event, Move, Outcome, Result, Stat
from shieldmate.envs.ironsworn.tracks import boxes, max_momentum, reset_momentum


def test_case_68_rulebook_action_roll() -> None:
    game = fight(put={"bonus": 1}).act(Act.SECURE + Stat.HEART, 3, 4, 8)
    assert game.events(Event.DICE) == [(0, 3, 4, 8, 6, 0, 0)]
    assert game.events(Event.RESULT)[0][2] == Result.WEAK


def test_case_70_rulebook_progress_roll() -> None:
    game = fight(put={"gate": 1})
    game.foe.progress = 27
    game.act(Act.END, 4, 6)
    assert game.events(Event.PROGRESS_DICE) == [(0, 4, 6, 6, 0, 0, 0)]
    assert game.decision == Decision.END


def test_case_72_negative_momentum_makes_the_strong_hit_weak() -> None:
    game = fight(put={"momentum": -3}).act(Act.STRIKE_CLOSE, 3, 1, 3)
    assert game.events(Event.RESULT)[0][2] == Result.WEAK


def test_case_74_a_cancelled_die_is_said_and_not_added() -> None:
    game = fight(put={"momentum": -3}).act(Act.STRIKE_CLOSE, 3, 1, 3)
    assert game.events(Event.CANCELLED) == [(0, 3, 0, 0, 0, 0, 0)]
    assert game.events(Event.DICE)[0][4] == 2


def test_case_74_another_face_is_not_cancelled() -> None:
    game = fight(put={"momentum": -3}).act(Act.STRIKE_CLOSE, 2, 1, 3)
    assert not game.events(Event.CANCELLED)
    assert game.events(Event.RESULT)[0][2] == Result.STRONG


def test_case_76_no_progress_is_a_progress_roll_all_the_same() -> None:
    game = fight(put={"gate": 1}, price="harm").act(Act.END, 1, 1, price(HARM, 0))
    assert not game.events(Event.DICE)
    assert game.events(Event.PROGRESS_DICE) == [(0, 1, 1, 0, 0, 0, 0)]
    assert game.outcome == Outcome.LOSS


@pytest.mark.parametrize("momentum", [-5, 9])
def test_case_77_momentum_does_not_touch_a_progress_roll(momentum: int) -> None:
    game = fight(put={"gate": 1, "momentum": momentum})
    game.foe.progress = 20
    game.act(Act.END, 3, 4)
    assert game.outcome == Outcome.WIN
    assert not game.events(Event.BURN)


def test_case_77_a_missed_progress_roll_is_not_burnt() -> None:
    game = fight(put={"gate": 1, "momentum": 9})
    game.foe.progress = 4
    game.act(Act.END, 3, 4, price(HARM, 0))
    assert game.outcome == Outcome.LOSS
    assert game.pc.momentum == 9


@pytest.mark.parametrize(
    ("score", "first", "second", "result"),
    [(2, 3, 4, Result.MISS), (5, 4, 6, Result.WEAK), (8, 2, 3, Result.STRONG), (6, 6, 6, Result.MISS)],
)
def test_case_79_results(score: int, first: int, second: int, result: Result) -> None:
    assert result_of(score, first, second) == result


def test_case_79_score() -> None:
    assert score_of(1, 2, 2) == 5
    assert score_of(6, 4, 3) == 10
    assert result_of(score_of(6, 4, 3), 10, 1) == Result.WEAK


def test_case_81_burn() -> None:
    game = fight(put={"momentum": 9}).act(Act.SECURE + Stat.IRON, 4, 8, 9)
    assert game.decision == Decision.BURN
    game.act(Act.BURN)
    assert game.events(Event.BURN) == [(0, 9, 2, 0, 0, 0, 0)]
    assert game.events(Event.RESULT)[0][2] == Result.WEAK
    assert game.pc.momentum == 3, "the weak hit's +1 comes on top of the reset value"


DEBILITY_ORDER = ("wounded", "shaken", "unprepared", "encumbered", "maimed", "corrupted", "cursed", "tormented")


@pytest.mark.parametrize(
    ("count", "top", "reset"),
    [(0, 10, 2), (1, 9, 1), (2, 8, 0), (3, 7, 0), (4, 6, 0), (5, 5, 0), (6, 4, 0), (7, 3, 0), (8, 2, 0)],
)
def test_case_83_debilities(count: int, top: int, reset: int) -> None:
    game = fight(put=dict.fromkeys(DEBILITY_ORDER[:count], 1))
    assert (max_momentum(game.pc), reset_momentum(game.pc)) == (top, reset)


def test_case_83_a_new_character() -> None:
    own = sheet()
    assert (own.max_momentum, own.momentum_reset, own.momentum) == (10, 2, 2)


def test_case_85_gain_at_the_ceiling_is_clipped() -> None:
    game = fight(put={"maimed": 1, "momentum": 8}).act(Act.SECURE + Stat.EDGE, *STRONG).act(Act.MOMENTUM)
    assert game.pc.momentum == 9
    assert game.events(Event.MOMENTUM) == [(0, 1, 9, 0, 0, 0, 0)]


def test_case_85_at_the_ceiling_momentum_is_no_choice() -> None:
    game = fight(put={"initiative": 0, "momentum": 10})
    game.act(Act.CLASH_CLOSE, *STRONG)
    assert game.decision == Decision.MOVE, "the harm was the only choice left"
    assert game.foe.progress == 12


def test_case_87_burn_at_the_reset_value_is_allowed() -> None:
    game = fight("epic", sheet(iron=0), put={"momentum": 2}).act(Act.SECURE + Stat.IRON, 1, 1, 7)
    assert game.decision == Decision.BURN
    assert burnt_result(1, 2, 1, 7) == Result.WEAK


@pytest.mark.parametrize("momentum", [0, 1, -1])
def test_case_87_without_momentum_above_a_die_there_is_nothing_to_burn(momentum: int) -> None:
    assert burnt_result(1, momentum, 1, 7) == Result.MISS


def test_case_89_endure_harm_arithmetic() -> None:
    game = fight("extreme", put={"health": 2, "momentum": 0, "initiative": 0})
    game.act(Act.TAKE_HIT, price(HARM, 4), *WEAK)
    assert (game.pc.health, game.pc.momentum) == (0, -2)
    assert game.events(Event.MOVE)[-1][4] == 2, "iron 2 is better than no health"


def test_case_89_health_beats_iron() -> None:
    game = fight(put={"health": 5, "initiative": 0}).act(Act.TAKE_HIT, price(HARM, 2), *WEAK)
    assert game.events(Event.MOVE)[-1][4] == 3


@pytest.mark.parametrize(
    ("foe", "strong", "weak", "unarmed"),
    [
        ("troublesome", 36, 24, 12),
        ("dangerous", 24, 16, 8),
        ("formidable", 12, 8, 4),
        ("extreme", 6, 4, 2),
        ("epic", 3, 2, 1),
    ],
)
def test_case_91_harm_to_progress(foe: str, strong: int, weak: int, unarmed: int) -> None:
    assert fight(foe).act(Act.STRIKE_CLOSE, *STRONG).foe.progress == strong
    assert fight(foe).act(Act.STRIKE_CLOSE, *WEAK).foe.progress == weak
    assert fight(foe, sheet(weapon="simple")).act(Act.STRIKE_CLOSE, *WEAK).foe.progress == unarmed


def test_case_91_progress_stops_at_forty() -> None:
    game = fight("troublesome").act(Act.STRIKE_CLOSE, *STRONG).act(Act.STRIKE_CLOSE, *STRONG)
    assert game.foe.progress == 40
    assert game.events(Event.PROGRESS) == [(0, 3, 4, 40, 0, 0, 0)]


def test_case_93_track_limits() -> None:
    game = fight("epic")
    game.foe.progress = 39
    assert game.act(Act.STRIKE_CLOSE, *WEAK).foe.progress == 40
    assert game.act(Act.TIDE).act(Act.STRIKE_CLOSE, *WEAK).foe.progress == 40
    game = fight("extreme", put={"health": 1, "initiative": 0})
    assert game.act(Act.TAKE_HIT, price(HARM, 2), *WEAK).pc.health == 0


@pytest.mark.parametrize(("ticks", "filled"), [(0, 0), (3, 0), (4, 1), (7, 1), (22, 5), (39, 9), (40, 10)])
def test_case_93_boxes(ticks: int, filled: int) -> None:
    assert boxes(ticks) == filled


def test_case_95_end_the_fight_only_after_a_strong_hit() -> None:
    game = fight()
    assert Act.END not in game.legal
    assert Act.END in game.act(Act.STRIKE_CLOSE, *STRONG).legal
    assert Act.END not in game.act(Act.STRIKE_CLOSE, *WEAK).legal


def test_case_95_a_full_track_can_still_lose() -> None:
    game = fight(put={"gate": 1, "momentum": 10})
    game.foe.progress = 40
    game.act(Act.END, 10, 10, price(HARM, 0))
    assert game.outcome == Outcome.LOSS


@pytest.mark.parametrize(("option", "endured"), [(Act.ENDURE_STRESS, Move.STRESS), (Act.ENDURE_HARM, Move.HARM)])
def test_case_97_strong_hit_on_a_suffer_move_takes_initiative(option: int, endured: Move) -> None:
    game = fight(put={"initiative": 0}).act(Act.FACE + Stat.EDGE, *WEAK)
    assert game.pc.initiative == 0
    game.act(option, *STRONG)
    assert game.events(Event.RESULT)[0][1] == endured
    assert game.pc.initiative == 1


def test_case_99_companion_loss_beyond_zero_comes_off_momentum() -> None:
    hound = sheet(heart=2, assets=[asset("hound", 1, 2, 3, track=2)])
    game = fight("formidable", hound, put={"initiative": 0, "momentum": 2})
    game.act(Act.TAKE_HIT, price(HARM, 3, share=3), *WEAK)
    assert (game.pc.track[0], game.pc.momentum) == (0, 1)
    assert game.events(Event.MOVE)[-1][1:3] == (Move.COMPANION, -1)
    assert game.events(Event.MOVE)[-1][4] == 2
    assert game.pc.condition[0] == Condition.OUT


@pytest.mark.parametrize(("die", "condition"), [(1, Condition.DEAD), (2, Condition.GONE)])
def test_case_99_miss_at_zero_companion_health(die: int, condition: Condition) -> None:
    hound = sheet(assets=[asset("hound", 1, 2, 3, track=2)])
    game = fight("formidable", hound, put={"initiative": 0, "momentum": 4})
    game.act(Act.TAKE_HIT, price(HARM, 2, share=2), die, 10, 10)
    assert game.pc.condition[0] == condition
    assert game.pc.momentum == 3, "a miss also costs 1 momentum"


def test_case_99_companion_health_counts_in_the_roll() -> None:
    horse = sheet(heart=1, wits=2, assets=[asset("horse", 1, track=5)])
    game = fight("formidable", horse, put={"initiative": 0}).act(Act.TAKE_HIT, price(HARM, 1, share=1), *STRONG)
    assert game.events(Event.MOVE)[-1][4] == 4
    assert game.pc.track[0] == 5, "a strong hit heals 1"


def test_case_101_ladders_are_monotone() -> None:
    harms = [fight(rank).act(Act.STRIKE_CLOSE, *WEAK).foe.progress for rank in
             ("troublesome", "dangerous", "formidable", "extreme", "epic")]  # fmt: skip
    assert harms == sorted(harms, reverse=True)
    assert len(set(harms)) == 5
