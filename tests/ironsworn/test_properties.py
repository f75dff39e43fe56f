"""What holds at every decision of every fight: ranges, one decision, a tidy stack, a complete log, exact replays."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_play import Ledger, fresh, play, random_book, tables

from shieldmate.envs.core.compiler import PLAIN
from shieldmate.envs.core.game import ChanceNeededError, Table
from shieldmate.envs.ironsworn.engine import apply, reset
from shieldmate.envs.ironsworn.game import IRONSWORN
from shieldmate.envs.ironsworn.terms import FRAMES, Outcome

SEEDS = st.integers(0, 2**40)


def played(seed: int, decisions: int) -> tuple[int, int, int]:
    """Play one random fight; gives decisions made, the most event rows of one and the deepest stack."""
    ledgers = np.zeros(1, Ledger.dtype)
    book = random_book(seed)
    made = play(fresh(book), book, tables(IRONSWORN.steps()), ledgers, seed, decisions)
    assert ledgers[0]["fault"] == 0, f"fault {ledgers[0]['fault']} (see random_play) of seed {seed} after {made}"
    return made, int(ledgers[0]["peak"]), int(ledgers[0]["deepest"])


@settings(max_examples=60)
@given(SEEDS)
def test_invariants_hold_at_every_decision(seed: int) -> None:
    played(seed, 400)


@pytest.mark.bounds
def test_invariants_hold_in_many_fights() -> None:
    for seed in range(20 if PLAIN else 1000):
        played(seed, 5000)


@pytest.mark.slow
@pytest.mark.compiled
def test_a_million_random_decisions(capsys: pytest.CaptureFixture[str]) -> None:
    made = peak = deepest = seed = 0
    while made < 1_000_000:
        seed += 1
        decisions, rows, frames = played(10_000 + seed, 100_000)
        made += decisions
        peak = max(peak, rows)
        deepest = max(deepest, frames)
    with capsys.disabled():
        print(f"\n{made:,} decisions in {seed:,} fights; at most {peak} events a decision, {deepest} open operations")
    assert peak <= 128
    assert deepest <= FRAMES - 8


def random_acts(table: Table, rng: Random, most: int) -> list[int]:
    """Play random legal actions and give them."""
    acts: list[int] = []
    while table.views[0].outcome == Outcome.ON and len(acts) < most:
        acts.append(rng.choice(table.legal()))
        table.apply(acts[-1])
    return acts


@settings(max_examples=25)
@given(SEEDS)
def test_a_replay_is_exact(seed: int) -> None:
    table = Table(IRONSWORN, random_book(seed))
    table.reset(seed)
    acts = random_acts(table, Random(seed), 60)
    end = table.snapshot()
    table.reset(seed)
    for act in acts:
        table.apply(act)
    assert table.snapshot() == end


@settings(max_examples=25)
@given(SEEDS)
def test_a_clone_is_independent(seed: int) -> None:
    table = Table(IRONSWORN, random_book(seed), n=2)
    table.reset(seed)
    random_acts(table, Random(seed), 10)
    table.states[1] = table.states[0]
    before = table.snapshot(1)
    ahead = random_acts(table, Random(seed + 1), 30)
    assert table.snapshot(1) == before
    for act in ahead:
        table.apply(act, 1)
    assert table.snapshot(1) == table.snapshot(0)


@settings(max_examples=25)
@given(SEEDS)
def test_an_illegal_action_changes_nothing(seed: int) -> None:
    table = Table(IRONSWORN, random_book(seed))
    table.reset(seed)
    random_acts(table, Random(seed), 20)
    before = table.snapshot()
    for act in set(range(-1, IRONSWORN.actions + 1)) - set(table.legal()):
        assert apply(table.states, 0, table.books, 0, table.tapes, 0, act) == 2
    assert table.snapshot() == before


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.timeout(600)
def test_twenty_thousand_decisions_compiled_and_plain() -> None:
    made = seed = 0
    while made < 20_000:
        seed += 1
        made += same_both_ways(seed)


def same_both_ways(seed: int) -> int:
    """Play one fight with the compiled and the plain engine side by side; gives the decisions made."""
    rng = Random(seed)
    fast = Table(IRONSWORN, random_book(seed))
    plain = Table(IRONSWORN, random_book(seed))
    fast.reset(seed)
    plain.states[0] = plain.books[0]["start"]
    plain.tape.row = 0
    assert reset.plain(plain.states, 0, plain.books, 0, plain.tapes, 0, seed) == 0
    made = 0
    while True:
        assert fast.snapshot() == plain.snapshot(), (seed, made)
        assert np.array_equal(fast.events(), plain.events()), (seed, made)
        if fast.views[0].outcome != Outcome.ON:
            return made
        act = rng.choice(fast.legal())
        fast.apply(act)
        plain.tape.row = 0
        assert apply.plain(plain.states, 0, plain.books, 0, plain.tapes, 0, act) == 0
        made += 1


def fed_bit_by_bit(table: Table, rng: Random, act: int) -> list[int]:
    """Answer a decision, then feed what is wanted, one want at a time; gives all faces fed."""
    faces: list[int] = []
    want = None
    try:
        table.apply(act)
    except ChanceNeededError as error:
        want = error
    while want is not None:
        thrown = [rng.randint(1, 6 if k == 0 and want.faces == 6 else min(want.faces, 10)) for k in range(want.count)]
        if want.faces == 100:
            thrown = [rng.randint(1, 100) for _ in thrown]
        faces += thrown
        try:
            table.feed(thrown)
            want = None
        except ChanceNeededError as error:
            want = error
    return faces


@settings(max_examples=25)
@given(SEEDS)
def test_faces_may_be_fed_at_once_or_as_they_are_wanted(seed: int) -> None:
    table = Table(IRONSWORN, random_book(seed))
    table.reset(seed)
    table.hand(range(13))
    rng = Random(seed)
    while table.views[0].outcome == Outcome.ON and table.views[0].decisions < 40:
        before = table.snapshot()
        act = rng.choice(table.legal())
        faces = fed_bit_by_bit(table, rng, act)
        after, events = table.snapshot(), table.events()
        table.restore(before)
        table.apply(act, fed=faces)
        assert table.snapshot() == after
        assert np.array_equal(table.events(), events)
