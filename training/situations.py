"""Situations that a value is fitted to: where rounds begin in games of scripted seats, and what they are worth.

The first rounds of a game were disturbed. A round is worth the result of its game or, once there is a value, what its
best option leads to by that value: that is far less noisy, and tells of better play than the scripted pilot's.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..envs.core.chance import pilot_draw, rekey
from ..envs.core.compiler import F4, F8, I8, Batch, Entry, F4x2, Family, entry, rule
from ..envs.core.face import Face
from ..envs.core.game import DONE, WIN, GameRules, typed_by
from ..envs.core.pilot import Why
from ..envs.core.tape import Tape
from ..envs.ironsworn import engine as ironsworn_engine
from ..envs.ironsworn import state as ironsworn_state
from ..envs.ironsworn.face import FACE as IRONSWORN
from ..envs.ironsworn.house_rules import HouseRules
from ..envs.ironsworn.scenario import compile_book as compile_fight
from ..envs.ironsworn.scenario import make_scenario as make_fight
from ..envs.ironsworn.sheet import DEBILITY_NAMES, Sheet
from ..envs.ironsworn.terms import CHARACTERS, RANKS
from ..envs.oathsworn import engine as oathsworn_engine
from ..envs.oathsworn import state as oathsworn_state
from ..envs.oathsworn import terms as oathsworn_terms
from ..envs.oathsworn.compile import compile_book as compile_encounter
from ..envs.oathsworn.encounter import DIFFICULTIES
from ..envs.oathsworn.face import FACE as OATHSWORN
from ..envs.oathsworn.library import built_in
from ..envs.oathsworn.party import STARTER
from ..envs.oathsworn.scenario import make_scenario as make_encounter
from ..policies.ironsworn import search as ironsworn_search
from ..policies.ironsworn import value as ironsworn_value
from ..policies.oathsworn import search as oathsworn_search
from ..policies.oathsworn import value as oathsworn_value
from ..policies.search import Search
from .random_parties import random_sheet
from .seeds import Seeds
from .solved import solved_fights, solved_rounds

UNFIT = ("several-dice", "two-bosses")
"""Encounters for trying rules out."""
SETTLED = 0.01
"""Chance to win, or to lose, up to which the scripted choice serves as the best one."""
GLANCE, FINALISTS, CARE = 4, 3, 12
"""Worlds in which every option is tried, how many are then tried further, and the worlds of those; as many worlds more
tell what the best one is worth."""
SOLVED = 4_000
"""Rounds of each fight that is solved."""
WHIM = 7
"""In a disturbed round one choice in so many is left to luck."""


@dataclass(frozen=True)
class Passes:
    """How often a network goes over its rows, how many at once, and its highest learning rate."""

    number: int
    batch: int
    rate: float


@dataclass(frozen=True)
class Study:
    """What is fitted for a game, and to what.

    Attributes:
        face: The game.
        search: Its search.
        collect: Entry that plays games, see `make_collect`.
        tables: Gives compiled scenarios, for ever.
        first: Scenarios that are played, games of each, and one round in how many is noted.
        later: The same for each sweep.
        passes: How the value is fitted to results.
        sweeps: How often the value is fitted once more, to what the best options lead to by itself.
        disturbed: Most rounds that are disturbed.
        kinds: Kinds of decision of which it is measured how they usually go; 0 where the search has set figures.
        hidden: Hidden units of the value.
        solved: Gives features and exact worth of rounds, if any are known; they are fitted to beside all others.
    """

    face: Face
    search: Search
    collect: Entry[int]
    tables: Callable[[random.Random], Iterator[NDArray[np.void]]]
    first: tuple[int, int, int]
    later: tuple[int, int, int]
    passes: Passes
    sweeps: int
    disturbed: int
    kinds: int
    hidden: int
    solved: Callable[[], NDArray[np.float32]]


def make_try_out(
    rules: GameRules, family: Family[int], decide: Callable[..., int], worth: Callable[..., float]
) -> Callable[..., float]:
    """Return the rule that plays an option to the end of the round; the arguments are those of `make_collect`."""
    call_pilot = family.call
    typed = typed_by(rules.state, rules.book)

    @rule
    @typed
    def try_out(
        states: Any, book: Any, tape: Tape, why: Why, addresses: I8, weights: F4, room: F4, act: int, world: int
    ) -> float:
        """Play an option of `states[1]` to the end of the round in `states[0]`; gives what that is worth."""
        states[0] = states[1]
        state = states[0]
        last = state.round
        rekey(state.chance, world)
        status = decide(state, book, tape, act)
        while status == DONE and state.outcome == 0 and state.round <= last:
            draw = pilot_draw(state.chance, state.seat, state.decisions)
            status = decide(state, book, tape, call_pilot(addresses[state.seat], state, book, draw, why))
        return worth(state, book, weights, room)

    return try_out


def make_best_worth(
    rules: GameRules, try_out: Callable[..., float], worth: Callable[..., float]
) -> Callable[..., float]:
    """Return the rule that tells what the best option of a situation leads to; `worth` is that of `make_collect`."""
    typed = typed_by(rules.state, rules.book)

    @rule
    @typed
    def choose(
        states: Any, book: Any, tape: Tape, why: Why, addresses: I8, weights: F4, room: F4, sums: F8, world: int
    ) -> int:
        """Give the best option of `states[1]`."""
        options = states[1].n_legal
        for k in range(options):
            sums[k] = 0.0
            for step in range(GLANCE):
                act = states[1].legal[k]
                sums[k] += try_out(states, book, tape, why, addresses, weights, room, act, world + step)
        best = 0
        highest = -1.0
        for k in range(options):
            better = 0
            for other in range(options):
                better += 1 if sums[other] > sums[k] else 0
            if better < FINALISTS:
                found = sums[k]
                for step in range(GLANCE, CARE):
                    act = states[1].legal[k]
                    found += try_out(states, book, tape, why, addresses, weights, room, act, world + step)
                if found > highest:
                    best = k
                    highest = found
        chosen: int = states[1].legal[best]
        return chosen

    @rule
    @typed
    def best_worth(
        states: Any,
        book: Any,
        tape: Tape,
        why: Why,
        addresses: I8,
        weights: F4,
        room: F4,
        sums: F8,
        act: int,
        world: int,
    ) -> float:
        """Give the worth of the best option of `states[0]`, in worlds other than those it was chosen by."""
        states[1] = states[0]
        if SETTLED < worth(states[0], book, weights, room) < 1.0 - SETTLED:
            act = choose(states, book, tape, why, addresses, weights, room, sums, world)
        total = 0.0
        for step in range(CARE, 2 * CARE):
            total += try_out(states, book, tape, why, addresses, weights, room, act, world + step)
        states[0] = states[1]
        return total / CARE

    return best_worth


def make_collect(
    rules: GameRules,
    family: Family[int],
    start: Callable[..., int],
    decide: Callable[..., int],
    put_sight: Callable[..., None],
    worth: Callable[..., float],
) -> Entry[int]:
    """Return the entry that plays games and notes the situation in which undisturbed rounds begin, and its worth.

    Args:
        rules: The game.
        family: Its compiled pilots.
        start: Rule ``(state, book, tape, seed) -> status``.
        decide: Rule ``(state, book, tape, act) -> status``.
        put_sight: Rule ``(state, book, row)``: writes the features.
        worth: Rule ``(state, book, weights, room) -> chance to win``.
    """
    call_pilot = family.call
    typed = typed_by(rules.state, rules.book)
    best_worth = make_best_worth(rules, make_try_out(rules, family, decide, worth), worth)

    @entry
    @typed
    def collect(
        states: Any,
        books: Any,
        tapes: Batch[Tape],
        whys: Batch[Why],
        addresses: I8,
        first: int,
        games: int,
        most: int,
        thin: int,
        weights: F4,
        room: F4,
        sums: F8,
        rows: F4x2,
    ) -> int:
        """Play games, each with up to `most` disturbed rounds; returns the rows.

        The worth is the result, or what the best option leads to by the weights if there are any.
        """
        state = states[0]
        book = books[0]
        width = rows.shape[1]
        at = 0
        for game in range(games):
            begun = at
            states[0] = book.start
            status = start(state, book, tapes[0], first + game)
            disturbed = (first + game) % (most + 1)
            last = 1
            while status == DONE and state.outcome == 0:
                draw = pilot_draw(state.chance, state.seat, state.decisions)
                act = call_pilot(addresses[state.seat], state, book, draw, whys[0])
                fresh = state.round > last and state.round > disturbed and (draw >> 40) % thin == 0
                last = state.round
                if fresh and at < len(rows):
                    put_sight(state, book, rows[at])
                    if len(weights) > 0:
                        rows[at, width - 1] = best_worth(
                            states, book, tapes[0], whys[0], addresses, weights, room, sums, act, draw >> 4
                        )
                    at += 1
                if state.round <= disturbed and draw % WHIM == 0:
                    act = state.legal[(draw // WHIM) % state.n_legal]
                status = decide(state, book, tapes[0], act)
            if len(weights) == 0:
                for row in range(begun, at):
                    rows[row, width - 1] = 1.0 if state.outcome == WIN else 0.0
        return at

    return collect


def encounters(rng: random.Random) -> Iterator[NDArray[np.void]]:
    """Give compiled encounters: all that are played, with parties and levels of all kinds."""
    names = [name for name in built_in("encounters") if name not in UNFIT]
    classes = list(built_in("classes"))
    while True:
        for name in names:
            party = list(STARTER) if rng.random() < 0.4 else rng.sample(classes, len(STARTER))
            if rng.random() < 0.5:
                party = [member + rng.choice(("", "", ":companion", ":companion:b")) for member in party]
            level = rng.choice((None, None, None, *DIFFICULTIES))
            yield compile_encounter(make_encounter(name, party, level))


def fights(rng: random.Random) -> Iterator[NDArray[np.void]]:
    """Give compiled fights: random characters, fresh or worn, foes of all ranks, one in five under house rules."""
    while True:
        party = [character(rng) for _ in range(rng.choice((1, 1, 1, 1, 1, *range(2, CHARACTERS + 1))))]
        hardest = rng.randint(1, len(RANKS) - 1)
        foes = [hardest]
        if rng.random() < 0.4:
            foes += [rng.randint(1, hardest) for _ in range(rng.randint(1, min(len(party) + 1, 3)))]
        rules = house_rules(rng) if rng.random() < 0.2 else HouseRules()
        yield compile_fight(make_fight([RANKS[rank] for rank in foes], party, rules))


def character(rng: random.Random) -> Sheet:
    """Return a random character, in one of three cases worn from a fight before."""
    sheet = random_sheet(rng)
    if rng.random() < 0.67:
        return sheet
    tracks = {name: rng.randint(0, 5) for name in ("health", "spirit", "supply")}
    marks = [name for name in DEBILITY_NAMES if rng.random() < 0.25]
    return sheet.model_copy(update={**tracks, "momentum": rng.randint(-2, 6), "debilities": frozenset(marks)})


def house_rules(rng: random.Random) -> HouseRules:
    """Return house rules of which about one in three is not the documented one."""
    choices: dict[str, Any] = {
        "price": rng.choice(("harm", "table", "oracle")),
        "foe_clock": True,
        "foe_behaviour": "oracle",
        "stat_policy": rng.choice(("approach_oracle", "no_repeat")),
        "end_gate": rng.choice(("any", "initiative")),
        "suffer_initiative": False,
        "end_miss": "returns",
        "end_weak": "narrative",
        "flee": False,
        "compel": "once",
        "surrender": True,
        "dying": "out",
        "matches": True,
        "order": "free",
        "idle": "free",
        "opening": "battle",
        "end_variant": "shifted",
        "severity": rng.choice((-1, 1, 2)),
    }
    return HouseRules(**{name: value for name, value in choices.items() if rng.random() < 1 / 3})


def situations(study: Study, rng: random.Random, weights: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return features and worth of many rounds, those of a book together; without weights the worth is the result."""
    rules = study.face.rules
    tapes = rules.tapes()
    addresses = np.full(rules.seats, study.search.guide().address, np.int64)
    room, sums = np.zeros(study.search.room, np.float32), np.zeros(2 * rules.actions)
    books, games, thin = study.later if len(weights) else study.first
    found, seeds = [], Seeds.TRAIN.span
    rows = np.zeros((100 * games, study.search.room + 1), np.float32)
    for _, book in zip(range(books), study.tables(rng), strict=False):
        states, whys = np.zeros(2, rules.state.dtype), np.zeros(1, Why.dtype)
        seed = rng.randrange(seeds.start, seeds.stop - games)
        count = study.collect(
            states, book, tapes, whys, addresses, seed, games, study.disturbed, thin, weights, room, sums, rows
        )
        found.append(rows[:count].copy())
    return np.concatenate(found)


STUDIES = {
    "ironsworn": Study(
        face=IRONSWORN,
        search=ironsworn_search.SEARCH,
        collect=make_collect(
            IRONSWORN.rules,
            ironsworn_state.PILOT,
            ironsworn_engine.start,
            ironsworn_engine.decide,
            ironsworn_value.put_sight,
            ironsworn_search.worth,
        ),
        tables=fights,
        first=(25000, 20, 3),
        later=(6000, 4, 4),
        passes=Passes(8, 2048, 1e-2),
        sweeps=12,
        disturbed=15,
        kinds=0,
        hidden=ironsworn_value.HIDDEN,
        solved=lambda: solved_rounds(solved_fights(), SOLVED),
    ),
    "oathsworn": Study(
        face=OATHSWORN,
        search=oathsworn_search.SEARCH,
        collect=make_collect(
            OATHSWORN.rules,
            oathsworn_state.PILOT,
            oathsworn_engine.start,
            oathsworn_engine.decide,
            oathsworn_value.put_sight,
            oathsworn_search.worth,
        ),
        tables=encounters,
        first=(400, 60, 1),
        later=(0, 0, 1),
        passes=Passes(25, 512, 1e-2),
        sweeps=0,
        disturbed=5,
        kinds=oathsworn_terms.DECISIONS,
        hidden=oathsworn_value.HIDDEN,
        solved=lambda: np.zeros((0, oathsworn_value.INPUTS + 1), np.float32),
    ),
}
