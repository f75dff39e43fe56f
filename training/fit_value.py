"""What a search in a game expects: the value where its simulations end, and how its kinds of decision usually go.

Run `python -m shieldmate.training.fit_value` after a change of rules, of the scripted pilot or of `Sight`; it writes
the files that `policies/*/search.py` reads. The value is fitted to games of scripted seats whose first rounds were
disturbed, so that it has seen situations that scripted play alone does not come to.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.numpy import save_file
from torch.nn import functional

from ..envs.core.chance import pilot_draw
from ..envs.core.compiler import I8, Batch, F4x2, entry
from ..envs.core.face import Face
from ..envs.core.game import DONE, Table, mask_of
from ..envs.core.pilot import Why
from ..envs.core.tape import Tape, new_tapes
from ..envs.oathsworn.compile import compile_book
from ..envs.oathsworn.encounter import DIFFICULTIES
from ..envs.oathsworn.engine import decide, start
from ..envs.oathsworn.face import FACE as OATHSWORN
from ..envs.oathsworn.library import built_in
from ..envs.oathsworn.party import STARTER
from ..envs.oathsworn.scenario import make_scenario
from ..envs.oathsworn.state import Book, State, call_pilot
from ..envs.oathsworn.terms import DECISIONS, Outcome
from ..policies.oathsworn.pilots import ScriptedPilot
from ..policies.oathsworn.search import SEARCH
from ..policies.oathsworn.value import HIDDEN, INPUTS, put_sight
from ..policies.search import LEAN, NOISE, SPREAD, Search
from ..policies.searching import Race
from ..policies.weights import value_file
from .seeds import Seeds

BOOKS = 400
GAMES = 60
"""Games of each book."""
UNFIT = ("several-dice", "two-bosses")
"""Encounters for trying rules out."""
DISTURBED = 5
"""Most rounds that are disturbed."""
WHIM = 7
"""In a disturbed round one choice in so many is left to luck."""
EPOCHS, ROWS, RATE, DECAY = 25, 512, 1e-2, 1e-3
HELD_BACK = 0.15
"""Share of the rows, those of the last books, that is not fitted to."""
POSITIONS = 1200
"""Decisions from which is learned how options usually compare."""
WORLDS = 48
"""Worlds that each of their options is tried in."""
PICK = 0.02
"""Share of the decisions of a game that is looked at."""
PRIOR = 20
"""Options of all kinds together that a kind's own figures are drawn to."""


@entry
def collect(
    states: Batch[State],
    books: Batch[Book],
    tapes: Batch[Tape],
    whys: Batch[Why],
    addresses: I8,
    first: int,
    games: int,
    rows: F4x2,
) -> int:
    """Play games and write features and result at the first decision of each undisturbed round; returns the rows."""
    state = states[0]
    book = books[0]
    at = 0
    for game in range(games):
        begun = at
        states[0] = book.start
        status = start(state, book, tapes[0], first + game)
        disturbed = (first + game) % (DISTURBED + 1)
        last = 1
        while status == DONE and state.outcome == Outcome.ON:
            if state.round > last and state.round > disturbed and at < len(rows):
                put_sight(state, book, rows[at])
                at += 1
            last = state.round
            draw = pilot_draw(state.chance, state.seat, state.decisions)
            act = call_pilot(addresses[state.seat], state, book, draw, whys[0])
            if state.round <= disturbed and draw % WHIM == 0:
                act = state.legal[(draw // WHIM) % state.n_legal]
            status = decide(state, book, tapes[0], act)
        for row in range(begun, at):
            rows[row, INPUTS] = 1.0 if state.outcome == Outcome.WIN else 0.0
    return at


def tables(rng: random.Random) -> Iterator[NDArray[np.void]]:
    """Give compiled encounters: all that are played, with parties and levels of all kinds."""
    encounters = [name for name in built_in("encounters") if name not in UNFIT]
    classes = list(built_in("classes"))
    while True:
        for name in encounters:
            party = list(STARTER) if rng.random() < 0.4 else rng.sample(classes, len(STARTER))
            if rng.random() < 0.5:
                party = [member + rng.choice(("", "", ":companion", ":companion:b")) for member in party]
            level = rng.choice((None, None, None, *DIFFICULTIES))
            yield compile_book(make_scenario(name, party, level))


def situations(rng: random.Random) -> NDArray[np.float32]:
    """Return features and results of many rounds, those of a book together."""
    tapes = new_tapes(1, log=False)
    steps = OATHSWORN.rules.steps()
    tapes[0]["steps"][: len(steps)] = steps
    addresses = np.full(OATHSWORN.rules.seats, ScriptedPilot().address, np.int64)
    found, seed = [], Seeds.TRAIN.take(BOOKS * GAMES).start
    rows = np.zeros((100 * GAMES, INPUTS + 1), np.float32)
    for _, book in zip(range(BOOKS), tables(rng), strict=False):
        states, whys = np.zeros(1, State.dtype), np.zeros(1, Why.dtype)
        found.append(rows[: collect(states, book, tapes, whys, addresses, seed, GAMES, rows)].copy())
        seed += GAMES
    return np.concatenate(found)


def fit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the weights of the value, as `win_chance` reads them."""
    torch.manual_seed(0)
    torch.set_num_threads(1)
    inputs, won = torch.from_numpy(rows[:, :INPUTS].copy()), torch.from_numpy(rows[:, INPUTS].copy())
    known = int(len(rows) * (1 - HELD_BACK))
    net = torch.nn.Sequential(torch.nn.Linear(INPUTS, HIDDEN), torch.nn.ReLU(), torch.nn.Linear(HIDDEN, 1))
    optimiser = torch.optim.AdamW(net.parameters(), weight_decay=DECAY)
    batches = known // ROWS
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=EPOCHS * batches)
    for _ in range(EPOCHS):
        order = torch.randperm(known)[: batches * ROWS].reshape(batches, ROWS)
        for batch in order:
            loss: Any = functional.binary_cross_entropy_with_logits(net(inputs[batch])[:, 0], won[batch])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
    with torch.no_grad():
        chance = torch.sigmoid(net(inputs)[:, 0]).numpy()
        loss = functional.binary_cross_entropy_with_logits(net(inputs[known:])[:, 0], won[known:])
    result = rows[:, INPUTS]
    print(f"{len(rows)} rounds, {result.mean():.3f} won; held back: loss {loss:.4f}, ", end="")
    print(f"correlation {np.corrcoef(chance[known:], result[known:])[0, 1]:.3f}")
    first: Any = net[0]
    second: Any = net[2]
    hidden = torch.cat([first.weight, first.bias[:, None]], dim=1).flatten()
    weights: NDArray[np.float32] = torch.cat([hidden, second.weight.flatten(), second.bias]).detach().numpy()
    return weights


def usual(face: Face, search: Search, books: Iterator[NDArray[np.void]], kinds: int) -> NDArray[np.float64]:
    """Return what is expected of each kind of decision: lean, spread and noise."""
    leads: list[list[float]] = [[] for _ in range(kinds)]
    noises: list[list[float]] = [[] for _ in range(kinds)]
    rng = np.random.default_rng(0)
    looked = 0
    for book in books:
        for found in compared(face, search, book, rng):
            kind, lead, noise = found
            leads[kind] += lead
            noises[kind] += noise
            looked += 1
        if looked >= POSITIONS:
            break
    return np.array([figures(leads[kind], noises[kind], leads, noises) for kind in range(kinds)])


def compared(
    face: Face, search: Search, book: NDArray[np.void], rng: np.random.Generator
) -> Iterator[tuple[int, list[float], list[float]]]:
    """Play a scripted game and give, of some decisions, the kind and each option's lead and its noise."""
    table, guide = Table(face.rules, book, log=False), search.guide()
    table.reset(int(Seeds.TRAIN.draw(1, rng)[0]))
    while table.views[0].outcome == 0:
        seat, mask = table.views[0].seat, mask_of(table)
        view = face.view(table.states, 0, table.books, 0, seat)
        first = guide.act(view, mask, rng)
        others = [act for act in table.legal() if act != first]
        if others and rng.random() < PICK:
            race = Race(search, guide.address, view, [first, *others], int(rng.integers(1 << 60)), 1)
            race.play(WORLDS)
            rows = race.candidates[1:]
            mean = rows["lead"] / WORLDS
            noise = np.sqrt(np.maximum(rows["lead_squares"] / WORLDS - mean**2, 0))
            yield int(view.state["decision"][0]), mean.tolist(), noise.tolist()
        table.apply(first)


def figures(
    lead: Sequence[float],
    noise: Sequence[float],
    leads: Sequence[list[float]],
    noises: Sequence[list[float]],
) -> list[float]:
    """Return lean, spread and noise of a kind, drawn to those of all kinds as far as there is little of it."""
    everything, all_noise = np.concatenate(leads), np.concatenate(noises)
    share = len(lead) / (len(lead) + PRIOR)

    def drawn(measure: Callable[[Any], Any], own: Sequence[float], every: NDArray[np.float64]) -> float:
        common = float(measure(every))
        return share * float(measure(own)) + (1 - share) * common if len(own) else common

    lean = drawn(np.mean, lead, everything)
    loud = max(drawn(np.mean, noise, all_noise), 0.02)
    width = drawn(np.var, lead, everything) - loud**2 / WORLDS
    row = [0.0, 0.0, 0.0]
    row[LEAN], row[SPREAD], row[NOISE] = lean, max(width, 0.01**2) ** 0.5, loud
    return row


def main() -> None:
    """Fit and write what searches in Oathsworn expect."""
    rng = random.Random(1)
    path = value_file("oathsworn")
    before = {"expected": np.tile([-0.04, 0.08, 0.25], (DECISIONS, 1))}
    save_file({"value": fit(situations(rng)), **before}, path)
    value = SEARCH.weights()
    save_file({"value": value, "expected": usual(OATHSWORN, SEARCH, tables(rng), DECISIONS)}, path)


if __name__ == "__main__":
    main()
