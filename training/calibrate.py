"""How well the hope of the scripted pilot tells the result: mean hope at its main decisions beside the share won.

Run `python -m shieldmate.training.calibrate`. Change `policies/ironsworn/scripted/weights.py` where the two part. It
plays training seeds; the weights that stand were set before it did, by games of test seeds below 10,000,000.
"""

from __future__ import annotations

import random

import numpy as np
from numpy.typing import NDArray

from ..envs.core.chance import pilot_draw
from ..envs.core.compiler import Batch, F4x2, entry
from ..envs.core.tape import Tape
from ..envs.ironsworn.engine import decide, start
from ..envs.ironsworn.game import IRONSWORN
from ..envs.ironsworn.scenario import compile_book, make_scenario
from ..envs.ironsworn.stack import DONE
from ..envs.ironsworn.state import Book, State, call_pilot
from ..envs.ironsworn.terms import CHARACTERS, RANKS, Decision, Outcome
from ..policies.ironsworn.family import PILOT, Why
from ..policies.ironsworn.scripted import scripted
from ..policies.ironsworn.scripted.worth import hope, rest_worth
from .random_parties import random_sheet
from .seeds import Seeds

BOOKS = 100
GAMES = 20
SAMPLES = 1_000_000
SEED = 1
HOPE, WON = 0, 1


@entry
def collect(
    states: Batch[State],
    books: Batch[Book],
    tapes: Batch[Tape],
    whys: Batch[Why],
    address: int,
    first: int,
    games: int,
    samples: F4x2,
    at: int,
) -> int:
    """Play games and write hope and result at every main decision without an open End gate; returns the next row."""
    state = states[0]
    book = books[0]
    for game in range(games):
        begun = at
        states[0] = book.start
        status = start(state, book, tapes[0], first + game)
        while status == DONE and state.decision != Decision.NONE:
            character = state.characters[state.seat]
            if state.decision == Decision.MOVE and character.gate == 0 and at < len(samples):
                rest = rest_worth(state, book, state.seat)
                samples[at, HOPE] = hope(state, book, rest, character.momentum, character.initiative)
                at += 1
            draw = pilot_draw(state.chance, state.seat, state.decisions)
            status = decide(state, book, tapes[0], call_pilot(address, state, book, draw, whys[0]))
        for row in range(begun, at):
            samples[row, WON] = 1.0 if state.outcome == Outcome.WIN else 0.0
    return at


def sample(rank: int, seats: int) -> NDArray[np.float32]:
    """Return hope and result of many main decisions of random parties against a foe of a rank."""
    rng = random.Random(SEED)
    tapes = IRONSWORN.tapes()
    address = int(PILOT.addresses([scripted])[0])
    samples = np.zeros((SAMPLES, 2), np.float32)
    at = 0
    for k in range(BOOKS):
        book = compile_book(make_scenario([RANKS[rank]], [random_sheet(rng) for _ in range(seats)]))
        states = np.zeros(1, State.dtype)
        whys = np.zeros(1, Why.dtype)
        first = Seeds.TRAIN.take(GAMES, k * GAMES).start
        at = collect(states, book, tapes, whys, address, first, GAMES, samples, at)
    return samples[:at]


def main() -> None:
    """Print a line for every rank and number of characters."""
    for rank in range(1, len(RANKS)):
        for seats in range(1, CHARACTERS + 1):
            rows = sample(rank, seats)
            mean_hope, won = rows.mean(axis=0)
            print(f"{RANKS[rank]:12} {seats} seats  {len(rows):7} decisions  hope {mean_hope:.3f}  won {won:.3f}")


if __name__ == "__main__":
    main()
