"""Might decks: drawing, exhaustion, refreshing, known tops, dice (rules section 3.1 and 3.2; cases 17 to 26)."""

from typing import Any

import pytest
from fed_table import BLACK, PASS, RED, WHITE, YELLOW, Fight, card, cards, colour, drawn, fight, number

from shieldmate.envs.core.game import ChanceNeededError, EngineFaultError
from shieldmate.envs.oathsworn.terms import Decision, Event

BLOW = {"steps": ({"do": "attack"},)}
NONE = (0, 0, 0, 0, 0, 0)


def ready(**rules: Any) -> Fight:
    """Seat 1 beside the boss, a plain attack as its first card, no cubes."""
    return fight(boss=("I5", "s"), at={0: "I6"}, **rules).option(card(0), 0, **BLOW).might(0).dice(20)


def strike(game: Fight, white: int, text: str) -> Fight:
    """Begin the attack and draw white cards for it."""
    return game.act(card(0)).act(number(white), *cards(text))


# ---- what a full deck holds (case 17) -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("of", "counts"),
    [(WHITE, [6, 6, 3, 0, 0, 3]), (YELLOW, [6, 3, 3, 3, 0, 3]), (RED, [6, 0, 3, 6, 0, 3]), (BLACK, [6, 0, 0, 6, 3, 3])],
)
def test_both_sides_have_eighteen_cards_of_a_colour(of: int, counts: list[int]) -> None:
    game = ready().begin()
    for side in (0, 1):
        assert [int(count) for count in game.state.decks[side * 4 + of].pile] == counts


# ---- drawing and exhaustion -----------------------------------------------------------------------------------------


def test_case_18_a_reshuffle_keeps_table_cards_out() -> None:
    # The draw takes the two cards of the pile, then the discard is shuffled in; what lies on the table stays out.
    game = ready().deck(0, WHITE, (0, 1, 1, 0, 0, 0), (1, 1, 0, 0, 0, 0)).begin()
    strike(game, 3, "1 2 0")
    assert game.events(Event.SHUFFLED) == [(0, WHITE, 2, 0, 0)]
    assert game.pile(0, WHITE) == (1, 3), "the attack is over: three cards on the discard, one left to draw"


def test_case_18_while_the_cards_still_lie_on_the_table() -> None:
    game = ready().give(0, redraw=1).deck(0, WHITE, (0, 1, 1, 0, 0, 0), (1, 1, 0, 0, 0, 0)).begin()
    strike(game, 3, "1 2 0")
    assert game.decision == Decision.DRAWN
    assert game.pile(0, WHITE) == (1, 0)


def test_case_20_a_deck_drawn_to_exactly_zero_gives_a_card_again() -> None:
    game = ready().deck(0, WHITE, NONE, (6, 6, 3, 0, 0, 3)).begin()
    strike(game, 1, "2")
    assert game.pile(0, WHITE) == (17, 1)


def test_case_20_all_eighteen_are_drawn_without_a_shuffle() -> None:
    game = ready().give(0, redraw=1).begin()
    strike(game, 18, "0 0 0 0 0 0 1 1 1 1 1 1 2 2 2 c c c")
    assert not game.events(Event.SHUFFLED)
    assert game.pile(0, WHITE) == (0, 0)


def test_an_extra_card_may_find_nothing_left() -> None:
    game = ready().deck(0, WHITE, (0, 0, 0, 0, 0, 1)).begin().act(card(0), *cards("c"))
    assert colour(WHITE) in game.legal
    game.act(colour(WHITE))
    assert game.events(Event.DAMAGE)[0][2] == 2


def test_no_more_faces_are_asked_than_cards_can_come() -> None:
    game = ready().deck(0, WHITE, (0, 2, 0, 0, 0, 0), (0, 1, 0, 0, 0, 0)).begin().act(card(0))
    assert number(3) in game.legal
    assert number(4) not in game.legal
    game.act(number(3), *cards("1 1 1"))


def test_house_rule_empty_deck_reshuffles_the_table() -> None:
    game = ready(empty_deck="reshuffle_table").deck(0, WHITE, (0, 0, 0, 0, 0, 1)).begin()
    game.act(card(0), *cards("c")).act(colour(WHITE), *cards("c"))
    assert game.decision == Decision.DRAWN, "the same card again, and it owes another"
    game.act(PASS)
    assert game.events(Event.DAMAGE)[0][2] == 4
    assert game.pile(0, WHITE) == (0, 1), "one card there was, and one there is"


def test_a_card_that_its_deck_does_not_have_is_refused() -> None:
    game = ready().deck(0, WHITE, (1, 1, 0, 0, 0, 0)).begin().act(card(0))
    with pytest.raises(EngineFaultError):
        game.act(number(1), *cards("2"))


def test_chance_is_asked_before_anything_changes() -> None:
    game = ready().give(0, redraw=1).begin().act(card(0)).act(number(1), *cards("0"))
    before = game.table.snapshot()
    with pytest.raises(ChanceNeededError) as wanted:
        game.act(drawn(WHITE, "0"))
    assert (wanted.value.stream, wanted.value.count, wanted.value.faces) == (WHITE, 1, 6)
    assert game.tokens() == {"redraw": 1}
    game.table.feed(cards("2"))
    after = game.table.snapshot()
    game.table.restore(before)
    game.act(drawn(WHITE, "0"), *cards("2"))
    assert game.table.snapshot() == after


# ---- refreshing (case 22) -------------------------------------------------------------------------------------------


def refreshing(game: Fight) -> Fight:
    """Seat 1 plays a card that refreshes decks."""
    return game.option(card(0), 0, steps=({"do": "refresh"},)).begin().act(card(0))


def test_case_22_a_refresh_shuffles_the_whole_discard_of_a_colour() -> None:
    game = (
        ready()
        .deck(0, YELLOW, (0, 1, 1, 0, 0, 0), (1, 0, 0, 0, 0, 1))
        .deck(0, RED, (1, 0, 0, 0, 0, 0), (1, 0, 0, 0, 0, 0))
    )
    refreshing(game)
    assert game.asked == ("DECKS", 0)
    assert game.legal == {colour(YELLOW), colour(RED), PASS}
    game.act(colour(YELLOW))
    assert [int(count) for count in game.state.decks[YELLOW].pile] == [1, 1, 1, 0, 0, 1]
    assert game.pile(0, YELLOW) == (4, 0)
    game.act(PASS)
    assert game.pile(0, RED) == (1, 1), "which colours is the player's choice"


def test_case_22_cards_on_the_table_stay_there() -> None:
    game = ready().option(card(1), 1, when="friend_draw", steps=({"do": "refresh"},))
    game.deck(0, WHITE, (0, 0, 2, 0, 0, 1), (3, 0, 0, 0, 0, 0)).begin()
    game.act(card(0)).act(number(2))
    assert game.asked == ("WINDOW", 1)
    game.act(card(1, 0)).act(colour(WHITE), *cards("2 c"))
    assert game.pile(0, WHITE) == (4, 0)
    assert game.decision == Decision.DRAWN


def test_nothing_discarded_nothing_to_refresh() -> None:
    assert refreshing(ready()).decision == Decision.TURN


# ---- enemies (case 26) ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "lost"), [("0 0", 0), ("c c", 2), ("3 0", 1), ("1 0", 0)])
def test_case_26_two_yellow_cards_against_defence_3(text: str, lost: int) -> None:
    game = ambush(text)
    assert game.events(Event.DAMAGE)[0][4] == lost
    assert not game.events(Event.MISS)
    assert sum(row[3] for row in game.events(Event.DREW)) == 2, "no extra card for a critical"


def ambush(text: str, *cubes: int, **rules: Any) -> Fight:
    """The boss attacks seat 2, in Pig Iron, with cards of these colours; then the next stage card is turned up."""
    game = fight(boss=("I5", "s"), at={1: "I6"}, **rules).enemy_might(*cubes or (0, 2)).stage({"do": "attack"})
    return game.ambush().begin(*(map(int, text.split()) if rules.get("chance") == "dice" else cards(text)), 2)


# ---- known tops -----------------------------------------------------------------------------------------------------


def peeking(deck: str, amount: int = 1) -> Fight:
    """Seat 2 is the lead and looks at a might deck; seat 1 can strike after it."""
    return ready().lead(1).option(card(0), 1, steps=({"do": "peek", "deck": deck, "amount": amount},)).begin()


def test_a_peeked_top_is_the_next_card_drawn() -> None:
    game = peeking("hero_might", 2).act(card(0)).act(colour(WHITE), *cards("2 c"))
    assert [int(kind) for kind in game.state.seen[WHITE]] == [3, 6, 0, 0]
    assert [int(seats) for seats in game.state.seen_by[WHITE]] == [2, 2, 0, 0]
    game.turn(0).act(card(0)).act(number(3), *cards("1"))
    assert [row[2] for row in game.events(Event.DREW)] == [2, 5, 1]


def test_a_seat_knows_only_the_tops_it_looked_at() -> None:
    game = ready().option(card(0), 1, steps=({"do": "peek", "deck": "enemy_might", "amount": 1},))
    game.option(card(0), 2, steps=({"do": "peek", "deck": "enemy_might", "amount": 3},)).begin().act(PASS)
    game.act(card(0)).act(colour(RED), *cards("3")).act(PASS)
    game.act(card(0)).act(colour(RED), *cards("0 2"))
    assert [int(seats) for seats in game.state.seen_by[4 + RED]] == [0b110, 0b100, 0b100, 0]


def test_a_shuffle_takes_the_knowledge_away() -> None:
    game = ready().deck(0, WHITE, (2, 2, 2, 0, 0, 0), (1, 0, 0, 0, 0, 0))
    game.option(card(0), 1, steps=({"do": "peek", "deck": "hero_might", "amount": 3}, {"do": "refresh"})).begin().act(
        PASS
    )
    game.act(card(0)).act(colour(WHITE), *cards("0 0 1")).act(colour(WHITE))
    assert not any(game.state.seen[WHITE])
    assert not any(game.state.seen_by[WHITE])
    assert game.pile(0, WHITE) == (7, 0)


def test_peeking_goes_no_farther_than_the_deck() -> None:
    game = ready().deck(0, WHITE, (1, 1, 0, 0, 0, 0), (0, 0, 3, 0, 0, 0))
    game.option(card(0), 1, steps=({"do": "peek", "deck": "hero_might", "amount": 4},)).begin().act(PASS)
    game.act(card(0)).act(colour(WHITE), *cards("1 0"))
    assert game.pile(0, WHITE) == (0, 3)


# ---- dice -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("of", "kinds"),
    [(WHITE, [0, 0, 1, 1, 2, 5]), (YELLOW, [0, 0, 1, 2, 3, 5]), (RED, [0, 0, 2, 3, 3, 5]), (BLACK, [0, 0, 3, 3, 4, 5])],
)
def test_the_six_faces_of_a_die(of: int, kinds: list[int]) -> None:
    seen = []
    for face in range(1, 7):
        cubes = [0, 0, 0, 0]
        cubes[of] = 1
        game = fight(boss=("I5", "s"), at={0: "I6"}, chance="dice").option(card(0), 0, **BLOW).might(0, *cubes).begin()
        game.act(card(0))
        if of != WHITE:
            game.act(number(1)).act(number(0), face)
        else:
            game.act(number(1), face)
        seen.append(game.events(Event.DREW)[0][2])
        assert game.pile(0, of) == (18, 0), "no card was drawn"
    assert seen == kinds


def test_enemies_throw_dice_too_if_all_do() -> None:
    game = ambush("6 1", chance="dice")
    assert [row[2] for row in game.events(Event.DREW)] == [5, 0]
    assert game.pile(1, YELLOW) == (18, 0)


def test_mixed_asks_how_many_of_a_colour_are_dice() -> None:
    game = ready(chance="mixed").give(0, redraw=1).begin().act(card(0)).act(number(12))
    assert game.asked == ("AMOUNT", 0)
    assert game.legal == {number(count) for count in range(11)}, "there are ten white dice"
    game.act(number(10), 1, 1, 1, 1, 1, 1, 1, 1, 6, 3, *cards("0 c"))
    assert game.pile(0, WHITE) == (16, 0), "two cards lie on the table"
    game.act(drawn(WHITE, "c"), 1)
    assert game.pile(0, WHITE) == (16, 0), "of two criticals the die was thrown anew"


def test_mixed_enemies_draw_cards() -> None:
    assert ambush("3", 0, 1, chance="mixed").pile(1, YELLOW) == (17, 1)
