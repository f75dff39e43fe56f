"""What a search in a game expects: the value where its simulations end, and how its kinds of decision usually go.

Run `python -m shieldmate.training.fit_value [GAME...]` after a change of rules, of the scripted pilot or of a `Sight`;
it writes the files that `policies/*/search.py` reads. The value is fitted to games of scripted seats whose first rounds
were disturbed, so that it has seen situations that scripted play alone does not come to.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.numpy import save
from torch.nn import functional

from ..envs.core.content import ContentError, choices, refuse
from ..envs.core.face import Face
from ..envs.core.files import place
from ..envs.core.game import Table, mask_of
from ..policies.search import LEAN, NOISE, SPREAD, Search
from ..policies.searching import Race
from ..policies.weights import value_file
from .folder import write_bytes
from .seeds import WORLD_SEEDS, Seeds
from .situations import STUDIES, Passes, Study, situations

NOTHING = np.zeros(0, np.float32)
DECAY = 1e-3
AGAIN, LAST = Passes(5, 512, 3e-3), Passes(20, 1024, 3e-3)
"""How the value is fitted once more, and the last time."""
LATEST = 3
"""Sweeps whose rows are fitted to at once."""
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
FAINTEST, NARROWEST = 0.02, 0.01
"""Least noise and least spread that a kind is held to have: a search divides by them."""
UNMEASURED = (-0.04, 0.08, 0.25)
"""What the searches that measure a kind hold it to be like: its `LEAN`, `SPREAD` and `NOISE`."""


def fit(
    rows: NDArray[np.float32], hidden: int, passes: Passes, before: NDArray[np.float32] = NOTHING
) -> NDArray[np.float32]:
    """Return the weights of the value, as `policies.value` reads them; it goes on from those of `before`, if any."""
    torch.manual_seed(0)
    torch.set_num_threads(1)
    inputs, won = torch.from_numpy(rows[:, :-1].copy()), torch.from_numpy(rows[:, -1].copy())
    known = int(len(rows) * (1 - HELD_BACK))
    net = torch.nn.Sequential(torch.nn.Linear(inputs.shape[1], hidden), torch.nn.ReLU(), torch.nn.Linear(hidden, 1))
    if len(before):
        put_weights(net, before)
    optimiser = torch.optim.AdamW(net.parameters(), weight_decay=DECAY)
    batches = known // passes.batch
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, passes.rate, total_steps=passes.number * batches)
    for _ in range(passes.number):
        order = torch.randperm(known)[: batches * passes.batch].reshape(batches, passes.batch)
        for batch in order:
            loss: Any = functional.binary_cross_entropy_with_logits(net(inputs[batch])[:, 0], won[batch])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
    with torch.no_grad():
        logits = net(inputs[known:])[:, 0]
        loss = functional.binary_cross_entropy_with_logits(logits, won[known:])
    print(f"{len(rows)} rounds, worth {won.mean():.3f}; held back: loss {loss:.4f}, ", end="")
    print(f"correlation {np.corrcoef(torch.sigmoid(logits), won[known:])[0, 1]:.3f}", flush=True)
    return weights_of(net)


def weights_of(net: Any) -> NDArray[np.float32]:
    """Return the numbers of a network in the order of `policies.value`."""
    units = torch.cat([net[0].weight, net[0].bias[:, None]], dim=1).flatten()
    weights: NDArray[np.float32] = torch.cat([units, net[2].weight.flatten(), net[2].bias]).detach().numpy()
    return weights


def put_weights(net: Any, weights: NDArray[np.float32]) -> None:
    """Put such numbers into a network."""
    hidden, inputs = net[0].weight.shape
    units, last, bias = np.split(weights, [hidden * (inputs + 1), len(weights) - 1])
    rows = torch.from_numpy(units.reshape(hidden, inputs + 1).copy())
    with torch.no_grad():
        net[0].weight.copy_(rows[:, :-1])
        net[0].bias.copy_(rows[:, -1])
        net[2].weight.copy_(torch.from_numpy(last.copy())[None])
        net[2].bias.copy_(torch.from_numpy(bias.copy()))


def value_of(study: Study, rng: random.Random) -> NDArray[np.float32]:
    """Return the value of a game: fitted to results, then to what the best options lead to by itself.

    Rounds whose worth is known exactly take part each time.
    """
    solved = study.solved()
    value = fit(np.concatenate([solved, situations(study, rng, NOTHING)]), study.hidden, study.passes)
    swept: list[NDArray[np.float32]] = []
    for sweep in range(study.sweeps):
        swept = [*swept, situations(study, rng, value)][-LATEST:]
        passes = AGAIN if sweep < study.sweeps - 1 else LAST
        value = fit(np.concatenate([solved, *swept]), study.hidden, passes, value)
    return value


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
            race = Race(search, guide.address, view, [first, *others], int(rng.integers(WORLD_SEEDS)), 1)
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
    loud = max(drawn(np.mean, noise, all_noise), FAINTEST)
    width = drawn(np.var, lead, everything) - loud**2 / WORLDS
    row = [0.0, 0.0, 0.0]
    row[LEAN], row[SPREAD], row[NOISE] = lean, max(width, NARROWEST**2) ** 0.5, loud
    return row


def main(games: Sequence[str]) -> int:
    """Fit and write what searches in these games expect."""
    try:
        for game in games:
            if game not in STUDIES:
                raise refuse("fit_value", "", game, choices(STUDIES, game))
        for game in games or STUDIES:
            place(value_file(game), force=True)  # before hours of work
            write_bytes(value_file(game), save(fitted(STUDIES[game])))
    except ContentError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def fitted(study: Study) -> dict[str, NDArray[Any]]:
    """Return what a search in a game expects, by the names that it reads."""
    rng = random.Random(1)
    value = value_of(study, rng)
    if not study.kinds:
        return {"value": value}
    unmeasured = np.tile(UNMEASURED, (study.kinds, 1))
    search = replace(study.search, expected=lambda: unmeasured, weights=lambda: value)
    return {"value": value, "expected": usual(study.face, search, study.tables(rng), study.kinds)}


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
