"""Where the scripted pilot moves: places that it skips because they cannot be better are never better."""

from random import Random

import numpy as np
import pytest
from random_encounters import random_book

from shieldmate.envs.core.game import Table
from shieldmate.envs.core.pilot import Why
from shieldmate.envs.oathsworn.board import is_open
from shieldmate.envs.oathsworn.game import OATHSWORN
from shieldmate.envs.oathsworn.state import Book
from shieldmate.envs.oathsworn.terms import Act, Decision, Outcome
from shieldmate.policies.oathsworn.scripted import moves
from shieldmate.policies.oathsworn.scripted.danger import danger, outlook
from shieldmate.policies.oathsworn.scripted.strikes import arms_of

MOST = 400


def asked(seeds, decision):
    """Play random legal actions in random encounters and stop where a decision of a kind is pending."""
    for seed in seeds:
        rng = Random(seed)
        table = Table(OATHSWORN, random_book(seed), log=False)
        table.reset(seed)
        for _ in range(MOST):
            state = table.views[0]
            if state.outcome != Outcome.ON:
                break
            if state.decision == decision:
                yield state, Book.at(table.books, 0)
            table.apply(rng.choice(table.legal()))


def worth_of(state, book, hex, spent):
    """What a place is worth, weighed by itself, less its danger."""
    seat = state.seat
    why = Why.at(np.zeros(1, Why.dtype), 0)
    arms = arms_of(state, book, seat, moves.plain_step(state, book, seat))
    blows = moves.blows_of(state, book, seat, arms)
    moves.weigh_foes(state, book, blows, why)
    moves.weigh_way(state, seat, 0, spent, 0, blows, why)
    gain = moves.place_gain(state, book, hex, 0, state.seats[seat].available - spent, blows, why)
    return gain - danger(state, book, outlook(state, book, seat), seat, hex)


@pytest.mark.compiled
def test_no_destination_offered_is_better_than_the_chosen_one():
    count = 0
    for state, book in asked(range(40), Decision.MOVE_TO):
        if moves.is_followers(state) or moves.pays(state):
            continue
        why = Why.at(np.zeros(1, Why.dtype), 0)
        chosen = moves.choose_destination(state, book, why)
        home = state.pieces[state.seat].hex
        worths = {
            act: worth_of(state, book, act if act < Act.PASS else home, 0) for act in state.legal[: state.n_legal]
        }
        assert worths[chosen] == max(worths.values())
        count += 1
        if count == 12:
            break
    assert count == 12


@pytest.mark.compiled
def test_no_move_gains_more_than_the_best():
    count = 0
    for state, book in asked(range(40), Decision.TURN):
        seat = state.seat
        if Act.MOVE not in list(state.legal[: state.n_legal]):
            continue
        why = Why.at(np.zeros(1, Why.dtype), 0)
        view = outlook(state, book, seat)
        arms = arms_of(state, book, seat, moves.plain_step(state, book, seat))
        cheap = moves.blows_of(state, book, seat, arms)[1]
        home = state.pieces[seat].hex
        uneasy = danger(state, book, view, seat, home) > moves.UNEASY
        far = moves.worth_going(state, book, seat, cheap, uneasy)
        here = worth_of(state, book, home, 0)
        gains = [
            worth_of(state, book, hex, moves.fare(state, seat, book.geo.distance[home, hex])) - here
            for hex in range(len(state.occupant))
            if 0 < book.geo.distance[home, hex] <= far and is_open(state, hex)
        ]
        assert moves.move_gain(state, book, seat, view, arms, why) == pytest.approx(max([0.0, *gains]), abs=1e-9)
        count += 1
        if count == 12:
            break
    assert count == 12
