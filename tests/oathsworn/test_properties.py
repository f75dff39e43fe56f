"""What holds at every decision of every encounter: cards, ranges, the board, one decision, the log, exact replays."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_encounters import Ledger, fresh, play, random_book, tables

from shieldmate.envs.core.compiler import PLAIN
from shieldmate.envs.core.game import ChanceNeededError, Table
from shieldmate.envs.core.tape import FED
from shieldmate.envs.oathsworn.compile import compile_book
from shieldmate.envs.oathsworn.engine import apply, reset
from shieldmate.envs.oathsworn.game import OATHSWORN
from shieldmate.envs.oathsworn.scenario import make_scenario
from shieldmate.envs.oathsworn.state import Book, State
from shieldmate.envs.oathsworn.terms import COLOURS, FRAMES, STAGE_CARDS, Outcome, StageZone, Stream

SEEDS = st.integers(0, 2**40)
GAMES = 10
"""Encounters played with one random book."""


def played(seed: int, decisions: int, games: int = 1) -> tuple[int, int, int]:
    """Play a random scenario; gives decisions made, the most event rows of one and the deepest stack."""
    book = random_book(seed)
    steps = tables(OATHSWORN.steps())
    made = peak = deepest = 0
    for game in range(games):
        ledgers = np.zeros(1, Ledger.dtype)
        made += play(fresh(book), book, steps, ledgers, seed + game, decisions)
        assert ledgers[0]["fault"] == 0, f"fault {ledgers[0]['fault']} (see random_encounters) of {seed}, game {game}"
        peak = max(peak, int(ledgers[0]["peak"]))
        deepest = max(deepest, int(ledgers[0]["deepest"]))
    return made, peak, deepest


@settings(max_examples=20)
@given(SEEDS)
def test_invariants_hold_at_every_decision(seed: int) -> None:
    played(seed, 100 if PLAIN else 2000)


@pytest.mark.bounds
def test_invariants_hold_in_many_encounters() -> None:
    for seed in range(5 if PLAIN else 40):
        played(seed, 100 if PLAIN else 5000, 1 if PLAIN else GAMES)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.timeout(900)
def test_a_million_random_decisions(capsys: pytest.CaptureFixture[str]) -> None:
    made = peak = deepest = seed = 0
    while made < 1_000_000:
        seed += 1
        decisions, rows, frames = played(10_000 * seed, 100_000, 4 * GAMES)
        made += decisions
        peak = max(peak, rows)
        deepest = max(deepest, frames)
    with capsys.disabled():
        print(
            f"\n{made:,} decisions in {seed:,} scenarios; at most {peak} events a decision, {deepest} open operations"
        )
    assert peak <= 256
    assert deepest <= FRAMES - 16


def random_acts(table: Table, rng: Random, most: int) -> list[int]:
    """Play random legal actions and give them."""
    acts: list[int] = []
    while table.views[0].outcome == Outcome.ON and len(acts) < most:
        acts.append(rng.choice(table.legal()))
        table.apply(acts[-1])
    return acts


FEW = 8 if PLAIN else 20
SOME = 40 if PLAIN else 300


@settings(max_examples=FEW)
@given(SEEDS)
def test_a_replay_is_exact(seed: int) -> None:
    table = Table(OATHSWORN, random_book(seed))
    table.reset(seed)
    acts = random_acts(table, Random(seed), SOME)
    end = table.snapshot()
    table.reset(seed)
    for act in acts:
        table.apply(act)
    assert table.snapshot() == end


@settings(max_examples=FEW)
@given(SEEDS)
def test_a_clone_is_independent(seed: int) -> None:
    table = Table(OATHSWORN, random_book(seed), n=2)
    table.reset(seed)
    random_acts(table, Random(seed), SOME // 2)
    table.states[1] = table.states[0]
    before = table.snapshot(1)
    ahead = random_acts(table, Random(seed + 1), SOME // 2)
    assert table.snapshot(1) == before
    for act in ahead:
        table.apply(act, 1)
    assert table.snapshot(1) == table.snapshot(0)


@settings(max_examples=FEW)
@given(SEEDS)
def test_an_illegal_action_changes_nothing(seed: int) -> None:
    table = Table(OATHSWORN, random_book(seed))
    table.reset(seed)
    random_acts(table, Random(seed), SOME // 2)
    before = table.snapshot()
    for act in set(range(-1, OATHSWORN.actions + 1)) - set(table.legal()):
        assert apply(table.states, 0, table.books, 0, table.tapes, 0, act) == 2
    assert table.snapshot() == before


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.timeout(900)
def test_twenty_thousand_decisions_compiled_and_plain() -> None:
    made = seed = 0
    while made < 20_000:
        seed += 1
        made += same_both_ways(seed)


def same_both_ways(seed: int) -> int:
    """Play one encounter with the compiled and the plain engine side by side; gives the decisions made."""
    rng = Random(seed)
    fast = Table(OATHSWORN, random_book(seed))
    plain = Table(OATHSWORN, random_book(seed))
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


# ---- chance fed by hand -------------------------------------------------------------------------------------------


def cards_on_top(state: State, deck: int, count: int, rng: Random) -> list[int]:
    """Faces of cards that a deck gives next, the discard shuffled in when it is empty; none if all lie on the table."""
    left = [kind for kind, number in enumerate(state.decks[deck].pile) for _ in range(number)]
    discard = [kind for kind, number in enumerate(state.decks[deck].discard) for _ in range(number)]
    faces = []
    for _ in range(count):
        if not left:
            left, discard = discard, []
        if not left:
            return []
        faces.append(1 + left.pop(rng.randrange(len(left))))
    return faces


def faces_for(table: Table, want: ChanceNeededError, rng: Random) -> list[int]:
    """Faces that the state allows for what is wanted."""
    state = table.views[0]
    if want.stream < 2 * COLOURS:
        return cards_on_top(state, want.stream, want.count, rng)
    if want.stream == Stream.STAGE:
        stage_of = [card.stage for card in Book.at(table.books, 0).stage_cards]
        lying = [card for card in range(STAGE_CARDS) if state.stage_zone[card] == StageZone.DECK]
        lowest = min(stage_of[card] for card in lying)
        return [1 + rng.choice([card for card in lying if stage_of[card] == lowest])]
    return [rng.randint(1, want.faces) for _ in range(want.count)]


def fed_bit_by_bit(table: Table, rng: Random, act: int) -> list[int] | None:
    """Answer a decision, then feed what is wanted, one want at a time; gives all faces, None if they cannot be told."""
    faces: list[int] = []
    want = None
    try:
        table.apply(act)
    except ChanceNeededError as error:
        want = error
    while want is not None:
        thrown = faces_for(table, want, rng)
        if not thrown:
            return None
        faces += thrown
        try:
            table.feed(thrown)
            want = None
        except ChanceNeededError as error:
            want = error
    return faces


@settings(max_examples=FEW)
@given(SEEDS)
def test_faces_may_be_fed_at_once_or_as_they_are_wanted(seed: int) -> None:
    rng = Random(seed)
    encounter = rng.choice(("broodmother", "several-dice", "two-bosses"))
    table = Table(OATHSWORN, compile_book(make_scenario(encounter, "starter")))
    table.reset(seed)
    table.hand(range(10))
    while table.views[0].outcome == Outcome.ON and table.views[0].decisions < SOME:
        if deck_is_used_up(table):
            return
        before = table.snapshot()
        act = rng.choice(table.legal())
        faces = fed_bit_by_bit(table, rng, act)
        after, events = table.snapshot(), table.events()
        if faces is None or len(faces) > FED:
            return
        table.restore(before)
        table.apply(act, fed=faces)
        assert table.snapshot() == after
        assert np.array_equal(table.events(), events)


def deck_is_used_up(table: Table) -> bool:
    """Whether the next stage card comes of a shuffle that faces cannot foretell."""
    zones = list(table.views[0].stage_zone)
    return StageZone.DECK not in zones
