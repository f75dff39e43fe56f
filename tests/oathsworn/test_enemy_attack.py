"""An enemy's attack in its eight steps (rules section 3.4; cases 31, 34 and 46), and interrupts to it (section 1.3)."""

from collections.abc import Sequence
from typing import Any

import pytest
from fed_table import PASS, YELLOW, Fight, card, cards, fight, item, spot, token

from shieldmate.envs.core.game import ChanceNeededError
from shieldmate.envs.oathsworn.terms import BOSS, Decision, Event, Status, Token, Zone

NEXT = 2
"""The stage card that is turned up afterwards, as a face."""
WARD = {"who": "attacked", "lasts": "attack"}


def attacked(seats: Sequence[str] = ("I6",), *steps: dict[str, Any], yellow: int = 3, **attack: Any) -> Fight:
    """The boss on I5 attacks when the fight begins; seats stand where they are named, the others far off."""
    game = fight(boss=("I5", "s"), at=dict(enumerate(seats))).enemy_might(0, yellow).ambush()
    for seat in range(4):
        game.tell(seat, cards=dict.fromkeys(range(7), int(Zone.HAND)))
        game.book.kits[seat].items[1].defence = 0
        game.book.kits[seat].items[0].defence = 2
        game.book.kits[seat].items[2].defence = 0
    return game.stage({"do": "attack", **attack}, *steps)


def damage(game: Fight) -> list[tuple[int, ...]]:
    """Who is struck, damage, defence and HP lost."""
    return [row[1:5] for row in game.events(Event.DAMAGE)]


# ---- the worked defence (cases 31 and 34) ---------------------------------------------------------------------------

TWELVE = "c c c 3"
"""Four yellow cards worth 12."""


@pytest.mark.parametrize(
    ("defends", "tokens", "defence", "lost", "hp"),
    [(3, 0, 5, 2, 4), (3, 2, 7, 1, 5), (0, 0, 2, 6, 0)],
)
def test_case_31_the_worked_defence(defends: int, tokens: int, defence: int, lost: int, hp: int) -> None:
    game = attacked(yellow=4).defends(0, *([defends] if defends else [])).give(0, defence=tokens)
    if not defends:
        game.begin(*cards(TWELVE), NEXT)
    else:
        game.begin().act(card(0), *cards(TWELVE), *(() if tokens else (NEXT,)))
        for _ in range(tokens):
            game.act(token(Token.DEFENCE), *((NEXT,) if game.tokens()["defence"] == 1 else ()))
    assert damage(game) == [(0, 12, defence, lost)]
    assert game.hp(0) == [hp]
    assert (game.where(0) == "") == (hp == 0)


def test_case_34_the_card_is_played_before_the_reveal_and_tokens_after_it() -> None:
    game = attacked(yellow=1).defends(0, 1).give(0, defence=1).begin()
    assert game.asked == ("DEFEND", 0)
    assert not game.events(Event.DREW)
    assert token(Token.DEFENCE) not in game.legal
    game.act(card(0), *cards("3"))
    assert game.events(Event.DREW)
    assert game.asked == ("GUARD", 0), "three damage against a defence of three"


def test_case_34_one_card_an_attack_for_no_animus_with_battleflow() -> None:
    game = attacked(yellow=1).defends(0, 0, 1, 1).tell(0, cards={3: 1, 4: 2}, available=0).begin()
    before = game.hero().available
    game.act(card(1), *cards("0"), NEXT)
    assert game.events(Event.ZONE)[:2] == [(0, 0, 1, 4, 1), (0, 0, 3, 1, 0)]
    assert all(row[1] > 0 for row in game.events(Event.ANIMUS)), "only the refresh that follows"
    assert before == 0


def test_case_34_nobody_sees_the_cards_when_defending() -> None:
    one = attacked(yellow=1).defends(0, 1).begin().table.snapshot()
    other = attacked(yellow=1).defends(0, 1).begin().table.snapshot()
    assert one == other


def test_defending_may_be_declined() -> None:
    game = attacked(yellow=1).defends(0, 1).begin().act(PASS, *cards("3"), NEXT)
    assert damage(game) == [(0, 3, 2, 1)]


def test_what_a_card_gave_is_for_one_attack() -> None:
    game = attacked(("I6",), {"do": "attack"}, yellow=1).defends(0, 2).begin()
    game.act(card(0), *cards("3 3"), NEXT)
    assert damage(game) == [(0, 3, 4, 0), (0, 3, 2, 1)]


def test_no_token_is_asked_for_where_no_hp_would_be_lost() -> None:
    game = attacked(yellow=1).give(0, defence=3).begin(*cards("1"), NEXT)
    assert damage(game) == [(0, 1, 2, 0)]
    assert game.tokens() == {"defence": 3}


def test_the_lead_is_asked_first() -> None:
    game = attacked(("I6", "H6", "J6"), shape="adjacent").lead(2)
    for seat in range(3):
        game.defends(seat, 1).give(seat, defence=1)
    game.begin()
    asked = []
    while game.decision == Decision.DEFEND:
        asked.append(int(game.state.seat))
        game.act(PASS, *(cards("3 3 3") if len(asked) == 3 else ()))
    while game.decision == Decision.GUARD:
        asked.append(int(game.state.seat))
        game.act(PASS, *((NEXT,) if len(asked) == 6 else ()))
    assert asked == [2, 0, 1, 2, 0, 1]


# ---- might, breaks, areas -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("might", "dice", "plan"),
    [
        ((0, 2, 1), (6, 6, 6), [0, 2, 1, 0]),
        ((0, 2, 1), (0, 6, 6), [0, 2, 0, 0]),
        ((0, 2, 0), (0, 6, 6), [0, 1, 0, 0]),
        ((1, 0, 0, 2), (0, 6, 6), [1, 0, 0, 1]),
        ((0, 0, 0, 0), (0, 6, 6), [0, 0, 0, 0]),
    ],
)
def test_case_46_a_broken_part_draws_one_fewer_of_the_strongest_colour(
    might: tuple[int, ...], dice: tuple[int, ...], plan: list[int]
) -> None:
    game = attacked(icon="head").dice(*dice).enemy_might(*might)
    game.begin(*cards(" ".join("0" * sum(plan))), NEXT)
    assert [list(row[1:]) for row in game.events(Event.POOL)] == [plan]
    assert game.events(Event.STRIKE)[0][2] == int(dice[0] == 0)


def test_case_46_another_broken_part_does_not_matter() -> None:
    game = attacked(icon="limb").dice(0, 6, 6).begin(*cards("0 0 0"), NEXT)
    assert game.events(Event.STRIKE)[0][2] == 0


def test_a_step_may_draw_all_cards_though_its_part_is_broken() -> None:
    game = attacked(icon="head", ignore_break=True).dice(0, 6, 6).begin(*cards("0 0 0"), NEXT)
    assert len(game.events(Event.DREW)) == 3


def test_more_cards_are_of_the_best_colour() -> None:
    game = attacked(amount=2).enemy_might(1, 1).begin(*cards("0 0 0 0"), NEXT)
    assert list(game.events(Event.POOL)[0][1:]) == [1, 3, 0, 0]


def test_one_draw_for_all_each_with_its_own_defence() -> None:
    game = attacked(("I6", "H6"), shape="adjacent", bonus=1)
    game.book.kits[1].items[0].defence = 3
    game.begin(*cards("3 c 0"), NEXT)
    assert damage(game) == [(1, 7, 3, 2), (0, 7, 2, 3)]


def test_an_unreachable_target_is_not_attacked_and_nothing_follows() -> None:
    game = attacked(("I9",), {"do": "status", "status": "bleed"}).begin(NEXT)
    assert game.events(Event.SKIPPED)
    assert game.piece().status[Status.BLEED] == 0


def test_damage_holds_for_the_next_attack_only() -> None:
    game = attacked(("I6",), {"do": "attack"}, yellow=1)
    game.put(BOSS, damage_next=4).begin(*cards("0 0"), NEXT)
    assert [row[1] for row in damage(game)] == [4, 0]


def test_an_effect_counts_what_the_attack_took() -> None:
    defence = {"do": "defence", "who": "hit", "amount": -1, "per": "hp_dealt", "lasts": "encounter"}
    game = attacked(("I6",), defence, yellow=2).begin(*cards("3 1"), NEXT)
    assert game.hp(0) == [4]
    assert game.piece().defence == -2
    assert game.events(Event.MODIFIED) == [(0, 0, -2, 3, 0)]


@pytest.mark.parametrize("ask", [0, 1, 2])
def test_cards_already_turned_up_stay_where_their_feeding_stops(ask: int) -> None:
    game = attacked().enemy_might(0, 1, 1, 1)
    with pytest.raises(ChanceNeededError) as wanted:
        game.begin(*cards(" ".join("0" * ask)))
    assert (wanted.value.stream, wanted.value.count) == (4 + YELLOW + ask, 1)
    game.table.feed([*cards(" ".join("0" * (3 - ask))), NEXT])
    assert [game.pile(1, of) for of in (1, 2, 3)] == [(17, 1)] * 3


# ---- windows --------------------------------------------------------------------------------------------------------


def test_an_interrupt_of_the_attacked_comes_before_the_reveal() -> None:
    game = attacked(yellow=1).option(card(0), 0, when="attacked", cost=2, steps=({"do": "defence", "amount": 2},))
    game.tell(0, available=2).begin()
    assert game.asked == ("WINDOW", 0)
    game.act(card(0), *cards("3"), NEXT)
    assert damage(game) == [(0, 3, 4, 0)]
    assert game.events(Event.ANIMUS)[0] == (0, -2, 0, 0, 0)


@pytest.mark.parametrize(("near", "asked"), [("H7", True), ("G7", False)])
def test_a_friend_is_shielded_within_reach_only(near: str, asked: bool) -> None:
    game = attacked(("I6", near), yellow=1)
    game.option(card(0), 1, when="friend_attacked", reach=1, steps=({"do": "defence", "amount": 3, **WARD},))
    if not asked:
        game.begin(*cards("3"), NEXT)
        return
    game.begin()
    assert game.asked == ("WINDOW", 1)
    game.act(card(0), *cards("3"), NEXT)
    assert damage(game) == [(0, 3, 5, 0)]


def test_of_several_attacked_friends_one_is_shielded() -> None:
    game = attacked(("I6", "H6", "J6"), shape="adjacent", yellow=1)
    game.option(card(0), 0, when="friend_attacked", reach=2, steps=({"do": "defence", "amount": 3, **WARD},)).begin()
    assert game.asked == ("WINDOW", 0)
    game.act(card(0))
    assert game.asked == ("FRIEND", 0)
    assert game.legal == {spot("H6"), spot("J6")}, "not oneself"
    game.act(spot("J6"), *cards("3"), NEXT)
    assert [row[2] for row in sorted(damage(game))] == [2, 2, 5]


def test_what_is_for_the_attacked_is_not_for_a_friend() -> None:
    game = attacked(("I6", "H7"), yellow=1).option(card(0), 1, when="attacked", steps=({"do": "defence", "amount": 2},))
    game.begin(*cards("0"), NEXT)


def test_after_the_reveal_cards_may_be_ignored() -> None:
    game = attacked(yellow=3).option(card(0), 0, when="revealed", steps=({"do": "ignore", "amount": 1},))
    game.begin(*cards("3 2 c"))
    assert game.asked == ("WINDOW", 0)
    game.act(card(0), NEXT)
    assert damage(game) == [(0, 5, 2, 2)]


def test_cards_ignored_before_the_reveal_are_the_highest() -> None:
    game = attacked(yellow=3).option(card(0), 0, when="attacked", steps=({"do": "ignore", "amount": 2},))
    game.begin().act(card(0), *cards("1 2 3"), NEXT)
    assert damage(game) == [(0, 1, 2, 0)]


def test_each_seat_is_asked_once_and_again_after_somebody_answered() -> None:
    game = attacked(("I6", "H6"), shape="adjacent", yellow=1)
    for seat in (0, 1):
        game.option(card(0), seat, when="attacked", steps=({"do": "defence", "amount": 1},))
        game.option(card(1), seat, when="attacked", steps=({"do": "defence", "amount": 1},))
    game.begin()
    assert game.asked == ("WINDOW", 0)
    game.act(PASS)
    assert game.asked == ("WINDOW", 1)
    game.act(card(0))
    assert game.asked == ("WINDOW", 0)
    game.act(PASS)
    assert game.asked == ("WINDOW", 1)
    game.act(PASS, *cards("0"), NEXT)


def test_an_interrupt_can_strike_back_at_the_attacker() -> None:
    game = attacked(yellow=1).dice(20)
    game.option(card(0), 0, when="attacked", steps=({"do": "hurt", "who": "target", "amount": 2},)).begin()
    game.act(card(0), *cards("0"), NEXT)
    assert game.left(1) == [18]


def test_redraws_won_while_attacked_are_for_the_next_own_attack() -> None:
    game = attacked(yellow=1).option(card(0), 0, when="attacked", steps=({"do": "redraw", "amount": 1},)).begin()
    game.act(card(0), *cards("0"), NEXT)
    assert game.hero().redraw_next == 1


def test_a_window_opens_for_a_token_that_makes_an_interrupt_payable() -> None:
    game = attacked(yellow=1).give(0, animus=1)
    game.option(card(0), 0, when="attacked", cost=2, steps=({"do": "defence", "amount": 2},)).begin().act(PASS)
    assert game.asked == ("WINDOW", 0), "after the window before the stage card"
    assert game.legal == {token(Token.ANIMUS), PASS}
    game.act(token(Token.ANIMUS))
    assert card(0) in game.legal


@pytest.mark.parametrize(("cost", "opens"), [(2, True), (3, False)])
def test_no_window_opens_where_a_token_would_not_do(cost: int, opens: bool) -> None:
    game = attacked(yellow=1).give(0, animus=1)
    game.option(card(0), 0, when="attacked", cost=cost, steps=({"do": "defence", "amount": 2},)).begin()
    if opens:
        assert game.act(PASS).decision == Decision.WINDOW
    else:
        game.act(PASS, *cards("0"), NEXT)


def test_a_battleflow_token_may_bring_a_card_back_for_defence() -> None:
    game = attacked(yellow=1).defends(0, 2).tell(0, cards={0: 0}).give(0, battleflow=1).begin().act(PASS)
    assert game.asked == ("DEFEND", 0)
    assert game.legal == {token(Token.BATTLEFLOW), PASS}
    game.act(token(Token.BATTLEFLOW))
    assert game.legal == {card(0), PASS}
    game.act(card(0), *cards("3"), NEXT)
    assert damage(game) == [(0, 3, 4, 0)]


@pytest.mark.parametrize(("reach", "asked"), [(2, True), (1, False), (0, True)])
def test_an_enemy_that_moved_opens_a_window(reach: int, asked: bool) -> None:
    game = attacked(("I8",)).stage({"do": "move", "amount": 2, "to": "ne"})
    game.option(card(0), 0, when="enemy_moved", reach=reach, steps=({"do": "move", "amount": 1},))
    game.stand(0, "J5" if reach else "A9").stand(BOSS, "I6")
    if asked:
        game.begin()
        assert game.asked == ("WINDOW", 0)
        game.act(card(0))
        assert game.decision == Decision.MOVE_TO
    else:
        game.stand(0, "G6").begin(NEXT)


def test_an_item_of_a_companion_defends_once() -> None:
    game = fight(party="solo", boss=("I5", "s"), at={1: "I6"}).enemy_might(0, 1).ambush()
    game.stage({"do": "attack"}, {"do": "attack"})
    game.option(item(0), 1, when="attacked", cost=2, steps=({"do": "defence", "amount": 1},)).begin()
    assert game.asked == ("WINDOW", 1)
    game.act(item(0), *cards("0 0"), NEXT)
    assert game.hero(1).items[0] == Zone.SPENT
