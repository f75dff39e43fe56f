"""Several seats of one learner, and games that differ in scenario and partners, in one batch."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from shieldmate.agents.environments import ironsworn_tables
from shieldmate.agents.oathsworn_environments import oathsworn_tables
from shieldmate.agents.pilots import Post, resolve
from shieldmate.envs.core.batch import Arena, Deal, Tables
from shieldmate.envs.core.kernel import Mode
from shieldmate.tests.conformance.games import random_legal

N = 4


def books_of(game):
    """Two scenarios of the usual party, and how many seats they have."""
    if game.name == "ironsworn":
        books = ironsworn_tables(game.sources, game.party["characters"], (), None, [0], None).books
    else:
        books = oathsworn_tables(game.sources, None, None, None, None, [0], None).books
    return books, int(books["seats"][0])


def arena_of(game, deals, n=N):
    books, _ = books_of(game)
    return Arena(game.face, Tables(books, 0, deals[0].partners, deals=deals), n, Mode.SAME_STEP)


def pilot(game, name):
    return resolve(name, Post(game.name, 0, 0))


def played(arena, steps, seed=1):
    """Play random legal actions; gives what each step showed."""
    arena.seed(range(seed, seed + arena.n))
    rng = np.random.default_rng(0)
    shown: list[Any] = [(arena.begin(), arena.mask, arena.runs["seat"].copy())]
    for _ in range(steps):
        acts = np.array([random_legal(mask, rng) for mask in arena.mask])
        obs = arena.step(acts)
        shown.append((obs, arena.mask, arena.runs["seat"].copy(), arena.runs["reward"].copy(), acts))
    return shown


def test_a_learner_in_all_seats_sees_what_each_seat_sees(game):
    _, seats = books_of(game)
    arena = arena_of(game, [Deal(0, [None] * seats)], n=1)
    settings = {"characters": game.party["characters"]} if game.name == "ironsworn" else {}
    aec = game.make_aec(scenario=game.sources[0], **settings)
    shown = played(arena, 80)
    aec.reset(seed=1)
    seen = set()
    for (obs, mask, seat, *_), (*_, acts) in zip(shown, shown[1:], strict=False):
        agent = aec.agent_selection
        seen.add(agent)
        assert agent == f"seat_{seat[0]}"
        assert np.array_equal(aec.observe(agent), obs[0])
        assert np.array_equal(aec.infos[agent]["action_mask"], mask[0])
        aec.step(int(acts[0]))
        if not aec.agents or all(aec.terminations.values()):
            break
    assert len(seen) > 1


def test_each_new_game_is_the_deal_that_its_seed_draws(game):
    _, seats = books_of(game)
    random = pilot(game, "random")
    deals = [Deal(book, [None if seat == k else random for seat in range(seats)]) for book in (0, 1) for k in (0, 1)]
    arena = arena_of(game, deals, n=64)
    played(arena, 60)
    dealt = arena.runs["deal"]
    assert set(dealt.tolist()) == {0, 1, 2, 3}
    assert np.array_equal(arena.runs["book"], dealt // 2)
    assert np.array_equal(arena.runs["seat"], dealt % 2)


def test_a_deal_of_one_seat_is_the_lone_environment(game):
    _, seats = books_of(game)
    random = pilot(game, "random")
    deals = [Deal(1, [None if seat == 1 else random for seat in range(seats)])]
    shown = played(arena_of(game, deals, n=1), 40)
    lone = game.make(**{**game.party, "scenario": game.sources[1]}, seats=[1], partners=["random"], observation="flat")
    obs, info = lone.reset(seed=1)
    for (row, mask, *_), (*_, acts) in zip(shown, shown[1:], strict=False):
        assert np.array_equal(row[0], obs)
        assert np.array_equal(mask[0], info["action_mask"])
        obs, _, terminated, truncated, info = lone.step(int(acts[0]))
        if terminated or truncated:
            break


def test_the_same_seeds_deal_the_same_games(game):
    _, seats = books_of(game)
    deals = [Deal(0, [None] * seats), Deal(1, [None] * seats)]
    first, again = played(arena_of(game, deals), 50), played(arena_of(game, deals), 50)
    assert all(np.array_equal(one[0], other[0]) for one, other in zip(first, again, strict=True))


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda arena: pickle.loads(pickle.dumps(arena))])
def test_copies_keep_their_deals(game, twin):
    _, seats = books_of(game)
    arena = arena_of(game, [Deal(k, [None, *[pilot(game, "scripted")] * (seats - 1)]) for k in (0, 1)])
    played(arena, 5)
    other = twin(arena)
    acts = np.array([int(mask.argmax()) for mask in arena.mask])
    assert np.array_equal(arena.step(acts), other.step(acts))
    assert np.array_equal(arena.runs, other.runs)


def test_a_compiled_pilot_is_asked_for_all_games_at_once(game):
    _, seats = books_of(game)
    scripted = pilot(game, "scripted")
    arena = arena_of(game, [Deal(0, [None] * seats)])
    arena.seed(range(N))
    arena.begin()
    first = arena.runs["seed"].copy()
    while (arena.runs["seed"] == first).all():
        acts = arena.choices(scripted)
        assert all(mask[act] for mask, act in zip(arena.mask, acts, strict=True))
        arena.step(acts)
    ended = int(np.flatnonzero(arena.runs["seed"] != first)[0])
    held = arena_of(game, [Deal(0, [scripted, None, *[scripted] * (seats - 2)])])
    held.seed(range(N))
    held.begin()
    while held.runs["seed"][ended] == first[ended]:
        held.step(held.choices(scripted))
    assert held.runs["outcome"][ended] == arena.runs["outcome"][ended]
