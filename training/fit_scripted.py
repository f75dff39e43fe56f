"""Fit the worths of the scripted pilot to games it plays against itself, and print the table of `weights.py`.

Run `python -m shieldmate.training.fit_scripted`; the pilot plays with the table in force, so a few runs, each with the
table the one before printed, settle it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..envs.core.chance import pilot_draw
from ..envs.core.compiler import F4, I8, Batch, F4x2, entry, rule
from ..envs.core.tape import Tape, new_tapes
from ..envs.ironsworn.assets import all_assets
from ..envs.ironsworn.engine import DONE, decide, start
from ..envs.ironsworn.game import step_addresses
from ..envs.ironsworn.scenario import compile_book, make_scenario
from ..envs.ironsworn.sheet import Sheet, SheetAsset
from ..envs.ironsworn.state import Book, State, call_pilot
from ..envs.ironsworn.terms import MAX_TICKS, RANKS, TICKS_PER_HARM, Decision, Outcome
from ..envs.ironsworn.tracks import count_fighting, fighting
from ..policies.ironsworn.family import PILOT, Why
from ..policies.ironsworn.scripted import scripted
from ..policies.ironsworn.scripted.weights import WORTH, Worth
from ..policies.ironsworn.scripted.worth import (
    BURNABLE,
    CEILING,
    PART,
    best_attack,
    harm_of_hit,
    unhurt,
    unshaken,
)

WORTHS = len(Worth)
GAME = WORTHS
WIDTH = WORTHS + 2
BOOKS = 600
GAMES = 25
SAMPLES = 2_000_000
PARTIES = (1, 1, 1, 2, 3, 4)
ARRAY = (3, 2, 2, 1, 1)
RIDGE = 3.0
STEPS = 12
SMALL = 1e-6
Numbers: TypeAlias = NDArray[np.float64]


@rule
def add_features(state: State, book: Book, seat: int, part: float, out: F4) -> None:
    """Add one character's share to the features."""
    character = state.characters[seat]
    out[Worth.MOMENTUM] += part * character.momentum
    out[Worth.BURN] += part * max(0, character.momentum - BURNABLE)
    out[Worth.HEALTH] += part * character.health
    out[Worth.STANDING] += part * (1 if character.health > 0 else 0)
    out[Worth.SPIRIT] += part * character.spirit
    out[Worth.HEARTENED] += part * (1 if character.spirit > 0 else 0)
    out[Worth.UNHURT] += part * unhurt(character)
    out[Worth.UNSHAKEN] += part * unshaken(character)
    out[Worth.INITIATIVE] += part * character.initiative
    out[Worth.TIDE] += part * (1 - character.tide_used)
    out[Worth.BONUS] += part * character.bonus
    out[Worth.ATTACK] += part * best_attack(state, book, seat)
    out[Worth.HARM] += part * harm_of_hit(state, book, seat)
    out[Worth.STEADY] += part * (1 - character.reeling)


@rule
def write_features(state: State, book: Book, out: F4) -> None:
    """Write what the log-odds of a fight against one foe are made of, in the order of `Worth`."""
    for k in range(WORTHS):
        out[k] = 0.0
    fighters = count_fighting(state, book)
    for seat in range(book.seats):
        if fighting(state, seat):
            add_features(state, book, seat, PART[fighters], out)
    filled = state.foes[0].progress / MAX_TICKS
    out[Worth.SUPPLY] = state.supply
    out[Worth.PARTY] = fighters - 1
    out[Worth.PROGRESS] = filled
    out[Worth.PACE] = filled * filled
    out[Worth.GROUND] = 1.0


@entry
def collect(
    states: Batch[State],
    books: Batch[Book],
    b: int,
    tapes: Batch[Tape],
    whys: Batch[Why],
    addresses: I8,
    first: int,
    games: int,
    samples: F4x2,
    at: int,
) -> int:
    """Play games and write a row at every main decision without an open End gate; returns the next free row."""
    state = states[0]
    book = books[b]
    for game in range(games):
        begun = at
        states[0] = book.start
        status = start(state, book, tapes[0], first + game)
        while status == DONE and state.decision != Decision.NONE:
            character = state.characters[state.seat]
            if state.decision == Decision.MOVE and (character.gate == 0 or character.follow) and at < len(samples):
                write_features(state, book, samples[at])
                at += 1
            draw = pilot_draw(state.chance, state.seat, state.decisions)
            act = call_pilot(addresses[state.seat], state, book, draw, whys[0])
            status = decide(state, book, tapes[0], act)
        for row in range(begun, at):
            samples[row, GAME] = first + game
            samples[row, GAME + 1] = 1.0 if state.outcome == Outcome.WIN else 0.0
    return at


def random_sheet(rng: random.Random, assets: bool = True) -> Sheet:
    """Return a character of random stats, weapon and assets."""
    stats = list(ARRAY)
    rng.shuffle(stats)
    ids = rng.sample(sorted(all_assets()), rng.randint(0, 3)) if assets else []
    return Sheet(
        name="Random",
        edge=stats[0],
        heart=stats[1],
        iron=stats[2],
        shadow=stats[3],
        wits=stats[4],
        weapon=rng.choice(("deadly", "deadly", "simple")),
        reach=rng.choice(("both", "close", "ranged")),
        assets=tuple(SheetAsset(id=one, abilities=(True, rng.random() < 0.5, rng.random() < 0.5)) for one in ids),
    )


def random_book(rng: random.Random, rank: int) -> NDArray[np.void]:
    """Return a fight of a random party against one foe of a rank, half of them in the middle of the fight."""
    party = [random_sheet(rng) for _ in range(rng.choice(PARTIES))]
    books = compile_book(make_scenario([RANKS[rank]], party))
    begin = Book.at(books, 0).start
    if rng.random() < 0.5:
        ticks = TICKS_PER_HARM[rank]
        begin.foes[0].progress = min(MAX_TICKS, ticks * rng.randint(0, MAX_TICKS // ticks + 1))
        begin.supply = rng.randint(1, 5)
        for seat in range(len(party)):
            scatter(rng, begin, seat)
    return books


def scatter(rng: random.Random, begin: State, seat: int) -> None:
    """Put a character's tracks and marks anywhere."""
    character = begin.characters[seat]
    character.health = rng.randint(0, character.max_health)
    character.spirit = rng.randint(0, 5)
    for mark in (0, 1, 4, 5):
        character.marks[mark] |= int(rng.random() < 0.2)
    character.momentum = rng.randint(-6, 10 - sum(character.marks))
    character.tide_used = rng.randint(0, 1)


class Data(NamedTuple):
    """Main decisions: features in the order of `Worth`, whether the game was won, and the row's weight."""

    features: Numbers
    won: Numbers
    weight: Numbers

    def part(self, rows: NDArray[np.bool_], columns: Sequence[int]) -> Data:
        """Return some rows with some features."""
        return Data(self.features[rows][:, list(columns)], self.won[rows], self.weight[rows])


def gather(rank: int, seed: int) -> Data:
    """Return many main decisions against a foe of a rank; every game has the same weight."""
    rng = random.Random(seed)
    states = np.zeros(1, State.dtype)
    tapes = new_tapes(1, log=False)
    table = step_addresses()
    tapes[0]["steps"][: len(table)] = table
    addresses = np.full(4, PILOT.addresses([scripted])[0])
    whys = np.zeros(1, Why.dtype)
    samples = np.zeros((SAMPLES, WIDTH), np.float32)
    at = 0
    for k in range(BOOKS):
        book = random_book(rng, rank)
        at = collect(states, book, 0, tapes, whys, addresses, seed + k * GAMES, GAMES, samples, at)
    rows = samples[:at].astype(np.float64)
    _, game, count = np.unique(rows[:, GAME], return_inverse=True, return_counts=True)
    return Data(rows[:, :WORTHS], rows[:, GAME + 1] / CEILING, len(rows) / len(count) / count[game])


def fit(data: Data, offset: Numbers) -> Numbers:
    """Return the weights of a ridge logistic regression, by Newton's method with steps that never raise the loss."""
    worths = np.zeros(data.features.shape[1])
    scale = RIDGE * np.eye(len(worths))
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-data.features @ worths - offset))
        slope = data.features.T @ (data.weight * (data.won - chance)) - scale @ worths
        curve = (data.features * (data.weight * chance * (1 - chance))[:, None]).T @ data.features + scale
        step = np.linalg.solve(curve, slope)
        while loss(data, worths + step, offset) > loss(data, worths, offset) and np.abs(step).max() > SMALL:
            step /= 2
        worths = worths + step
    return worths


def loss(data: Data, worths: Numbers, offset: Numbers) -> float:
    """Return the ridge loss: the cross entropy by weight, and the square of the worths."""
    odds = data.features @ worths + offset
    return float(data.weight @ (np.logaddexp(0, odds) - data.won * odds) + RIDGE / 2 * worths @ worths)


def fit_rank(data: Data) -> Numbers:
    """Return the worths of a rank: of lone fights first, then what company adds to them."""
    company = data.features[:, Worth.PARTY] > 0
    columns = [worth for worth in Worth if worth != Worth.PARTY]
    worths = np.zeros(WORTHS)
    lone = data.part(~company, columns)
    worths[columns] = fit(lone, np.zeros(len(lone.won)))
    party = data.part(company, [Worth.PARTY])
    worths[Worth.PARTY] = fit(party, data.features[company] @ worths)[0]
    print(f"{len(data.won)} decisions, loss {loss(lone, worths[columns], np.zeros(1)) / lone.weight.sum():.4f}")
    return worths


def main(seed: int = 1) -> None:
    """Fit every rank and print the table."""
    table = WORTH.copy()
    for rank in range(1, len(RANKS)):
        table[:, rank] = fit_rank(gather(rank, seed))
    for worth in Worth:
        print(f"        ({', '.join(f'{value:.2f}' for value in table[worth])}),  # {worth.name}")


if __name__ == "__main__":
    main()
