"""Oathsworn: the tops of decks that somebody looked at are seen by nobody else."""

import numpy as np
import pytest

from shieldmate.agents.environments import make_oathsworn
from shieldmate.envs.oathsworn.face import FACE
from shieldmate.tests.conformance.games import looked_ahead, looked_at, random_legal


def seen(states, books, seat):
    view = FACE.view(states, 0, books, 0, seat)
    return view.observation, view.public, view.state.tobytes()


@pytest.fixture
def arena():
    env = make_oathsworn("two-bosses", partners=["random"])
    rng = np.random.default_rng(0)
    _, info = env.reset(seed=2)
    for _ in range(12):
        *_, info = env.step(random_legal(info["action_mask"], rng))
    return env.arena


@pytest.mark.parametrize("deck", range(8))
@pytest.mark.parametrize("count", [1, 3])
def test_a_top_is_shown_to_the_one_who_looked(arena, deck, count):
    rng = np.random.default_rng(deck)
    before = [seen(arena.states, arena.books, seat) for seat in range(4)]
    peeked = arena.states.copy()
    looked_at(peeked, rng, 2, deck, count)
    for seat in (0, 1, 3):
        observation, public, state = seen(peeked, arena.books, seat)
        assert np.array_equal(observation, before[seat][0])
        assert public == before[seat][1]
        assert state == before[seat][2]
    observation, public, _ = seen(peeked, arena.books, 2)
    changed = np.flatnonzero(observation != before[2][0])
    assert changed.tolist() == [FACE.layout.start("decks") + 4 * deck + 3]
    side, colour = ("heroes", "enemies")[deck // 4], ("white", "yellow", "red", "black")[deck % 4]
    assert len(public["decks"][side][colour]["top"]) == count


def test_the_next_stage_card_is_shown_to_the_one_who_looked(arena):
    before = [seen(arena.states, arena.books, seat) for seat in range(4)]
    peeked = arena.states.copy()
    looked_ahead(peeked, np.random.default_rng(0), 2)
    card = int(peeked[0]["ahead"][0]) - 1
    for seat in (0, 1, 3):
        observation, public, state = seen(peeked, arena.books, seat)
        assert np.array_equal(observation, before[seat][0])
        assert public == before[seat][1]
        assert state == before[seat][2]
    observation, public, _ = seen(peeked, arena.books, 2)
    start = FACE.layout.start("ahead")
    changed = np.flatnonzero(observation != before[2][0])
    assert len(changed)
    assert all(start <= place < start + 8 for place in changed)
    assert [each["card"] for each in public["stage"]["ahead"]] == [card]


def test_another_top_is_another_observation_for_the_one_who_looked_only(arena):
    faces: dict[int, set[bytes]] = {seat: set() for seat in range(4)}
    for seed in range(30):
        peeked = arena.states.copy()
        looked_at(peeked, np.random.default_rng(seed), 1, 0, 1)
        for seat in range(4):
            faces[seat].add(seen(peeked, arena.books, seat)[0].tobytes())
    assert [len(faces[seat]) > 1 for seat in range(4)] == [False, True, False, False]
