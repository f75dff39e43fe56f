"""Looking at the stage deck (rules section 12: what the Harbinger and the Ranger may do)."""

import pytest
from fed_table import PASS, Fight, card, cards, fight, number

from shieldmate.envs.core.game import ChanceNeededError
from shieldmate.envs.oathsworn.situation import conceal
from shieldmate.envs.oathsworn.terms import Event


def looking(amount: int, seats: tuple[int, ...] = (0,)) -> Fight:
    """Seats that can look at the stage deck."""
    game = fight(boss=("I5", "s"), at={0: "I6"}).dice(20)
    for place in range(15):
        game.stage({"do": "might", "amount": 1}, place=place)
    for seat in seats:
        game.option(card(0), seat, steps=({"do": "peek", "deck": "stage", "amount": amount},))
    return game.begin()


def ahead(game: Fight) -> list[int]:
    """The stage cards known to come next, from 1."""
    return [int(each) for each in game.state.ahead if each]


def test_the_next_cards_are_those_looked_at() -> None:
    game = looking(2).act(card(0), 3, 5)
    assert ahead(game) == [3, 5]
    assert not game.events(Event.REVEALED)
    game.acts(PASS, PASS, PASS, PASS, PASS)
    assert game.events(Event.REVEALED) == [(2, 0, 0, 0, 0)]
    assert ahead(game) == [5]


def test_who_looks_further_picks_only_what_was_not_seen() -> None:
    game = looking(1, (0,)).act(card(0), 3).act(PASS)
    game.option(card(1), 1, steps=({"do": "peek", "deck": "stage", "amount": 3},)).ask().act(card(1), 2, 4)
    assert ahead(game) == [3, 2, 4]
    assert [int(seats) for seats in game.state.ahead_by][:3] == [0b11, 0b10, 0b10]


def test_chance_is_asked_before_anything_changes() -> None:
    game = looking(2)
    with pytest.raises(ChanceNeededError) as wanted:
        game.act(card(0), 3)
    assert (wanted.value.count, ahead(game)) == (1, [])
    game.table.feed([5])
    assert ahead(game) == [3, 5]


def test_looking_goes_on_into_the_next_stage() -> None:
    game = looking(4)
    for place in (1, 2, 3):
        game.state.stage_zone[place] = 2
    game.act(card(0), 5, 6, 7, 8)
    assert ahead(game) == [5, 6, 7, 8]


def test_a_new_stage_throws_known_cards_away() -> None:
    game = looking(2).act(card(0), 3, 5).act(PASS)
    game.state.dice[0], game.state.dice[1] = 2, 6
    game.book.bosses[0].stage_at[1] = 1
    game.book.bosses[0].defence = 1
    game.state.seats[0].played = 0
    game.state.pieces[1].hex, game.state.pieces[0].hex = game.state.pieces[0].hex, game.state.pieces[1].hex
    game.option(card(1), 1, steps=({"do": "attack"},)).ask().act(card(1)).act(number(1), *cards("2"))
    game.act(number(0), 6, 7)
    assert game.state.stage == 2
    assert ahead(game) == []


def test_others_do_not_see_what_one_looked_at() -> None:
    game = looking(2).act(card(0), 3, 5)
    for seat, left in ((0, [3, 5]), (1, [])):
        states = game.table.states.copy()
        conceal(states, seat)
        assert [int(each) for each in states[0]["ahead"] if each] == left
