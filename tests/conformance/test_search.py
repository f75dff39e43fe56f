"""Searching pilots: legal, the same for the same luck, within their budget, and blind to what is hidden."""

import copy

import numpy as np
import pytest

from shieldmate.agents.pilots import Post, resolve
from shieldmate.tests.conformance.games import random_legal
from shieldmate.tests.policies.small_network import small_pilot


def searching(game, budget):
    return resolve(f"search:{budget}", Post(game.face.rules.name, 0, 0))


def at_choices(env, info, rng, count):
    """Play at random and stop at every third decision with a choice, `count` times."""
    met = 0
    for step in range(10_000):
        if info["action_mask"].sum() > 1 and step % 3 == 0:
            met += 1
            yield env.arena
            if met == count:
                return
        *_, terminated, truncated, info = env.step(random_legal(info["action_mask"], rng))
        if terminated or truncated:
            _, info = env.reset()
    raise AssertionError("too few choices")


def view_of(game, arena, states=None):
    states = arena.states if states is None else states
    mask = np.zeros(game.face.rules.actions, np.int8)
    game.face.rules.masks(states, 0, mask)
    return game.face.view(states, 0, arena.books, 0, arena.seat), mask


@pytest.mark.parametrize("settings", range(2))
def test_a_choice_is_legal_and_the_same_for_the_same_luck(game, settings):
    env = game.make(**game.varied[settings])
    _, info = env.reset(seed=1)
    one, other = searching(game, 30), searching(game, 30)
    for arena in at_choices(env, info, np.random.default_rng(0), 12):
        before = arena.states.tobytes()
        view, mask = view_of(game, arena)
        shown = view.state.tobytes()
        chosen = [pilot.act(view, mask, np.random.default_rng(7)) for pilot in (one, other)]
        assert mask[chosen[0]]
        assert chosen[0] == chosen[1]
        assert one.reason == other.reason != ""
        assert arena.states.tobytes() == before
        assert view.state.tobytes() == shown


@pytest.mark.parametrize("guided", [False, True])
def test_what_is_hidden_does_not_matter(game, guided):
    """Other luck, and what others know alone: the same findings, number for number."""
    env = game.make()
    _, info = env.reset(seed=5)
    pilot = searching(game, 40)
    pilot.network = small_pilot(game.face.rules.name, hint="scripted") if guided else None
    rng = np.random.default_rng(3)
    for arena in at_choices(env, info, np.random.default_rng(1), 12):
        before = pilot.look(*view_of(game, arena), np.random.default_rng(2))
        for other in game.alike(arena.states, arena.seat, rng):
            assert pilot.look(*view_of(game, arena, other), np.random.default_rng(2)) == before


@pytest.mark.parametrize("hint", ["", "scripted"])
def test_what_is_hidden_does_not_matter_to_a_network(game, hint):
    """The chances of all choices are the same."""
    env = game.make()
    _, info = env.reset(seed=5)
    pilot = small_pilot(game.face.rules.name, hint=hint)
    rng = np.random.default_rng(3)
    for arena in at_choices(env, info, np.random.default_rng(1), 20):
        before = pilot.log_chances(*view_of(game, arena))
        assert len(np.unique(before)) > 2
        for other in game.alike(arena.states, arena.seat, rng):
            assert np.array_equal(pilot.log_chances(*view_of(game, arena, other)), before)


@pytest.mark.parametrize("budget", [1, 2, 3, 7, 50, 300])
def test_the_budget_is_kept(game, budget):
    env = game.make()
    _, info = env.reset(seed=2)
    pilot = searching(game, budget)
    for arena in at_choices(env, info, np.random.default_rng(2), 6):
        view, mask = view_of(game, arena)
        found = pilot.look(view, mask, np.random.default_rng(0))
        spent = sum(prospect.games for prospect in found.prospects)
        assert spent <= budget
        assert 2 * spent >= budget or len(found.prospects) == 1
        assert found.best.act in np.flatnonzero(mask)


def test_the_values_are_means_with_errors_that_shrink(game):
    """Ten times the simulations make the error at most half, where it is not small already; means are near."""
    env = game.make()
    _, info = env.reset(seed=3)
    apart = []
    for arena in at_choices(env, info, np.random.default_rng(4), 4):
        view, mask = view_of(game, arena)
        rough, fine = (searching(game, budget).look(view, mask, np.random.default_rng(9)) for budget in (150, 1500))
        values = {prospect.act: prospect for prospect in fine.prospects}
        first = next(prospect for prospect in rough.prospects if prospect.act == rough.first)
        assert values[rough.first].error <= max(first.error / 2, 0.005)
        apart.append(abs(values[rough.first].value - first.value) / (first.error + values[rough.first].error + 1e-3))
    assert np.median(apart) < 2


@pytest.mark.compiled
def test_plain_and_compiled_search_find_the_same(game):
    env = game.make()
    _, info = env.reset(seed=4)
    pilot = searching(game, 6)
    plain = copy.copy(pilot)
    plain.search = copy.copy(pilot.search)
    object.__setattr__(plain.search, "play", pilot.search.play.plain)
    for arena in at_choices(env, info, np.random.default_rng(5), 2):
        view, mask = view_of(game, arena)
        one, other = (each.look(view, mask, np.random.default_rng(1)) for each in (pilot, plain))
        assert one.decisions == other.decisions
        for mine, its in zip(one.prospects, other.prospects, strict=True):
            assert (mine.act, mine.games) == (its.act, its.games)
            assert (mine.value, mine.lead) == pytest.approx((its.value, its.lead), abs=1e-6)
