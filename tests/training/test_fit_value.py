"""Fitting a value: what rounds are worth, and a network that the rules read as torch does."""

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
import torch

from shieldmate.agents.environments import ironsworn_scenario
from shieldmate.envs.core.batch import Arena, Tables
from shieldmate.envs.core.kernel import Mode
from shieldmate.envs.core.records import values_of
from shieldmate.envs.ironsworn.face import FACE
from shieldmate.envs.ironsworn.scenario import compile_book
from shieldmate.policies.ironsworn.exact.solver import Solver
from shieldmate.policies.ironsworn.exact.worths import worths
from shieldmate.policies.network import scripted_pilot
from shieldmate.policies.value import chance_of
from shieldmate.training.fit_value import NOTHING, fit, main, put_weights, weights_of
from shieldmate.training.seeds import Seeds
from shieldmate.training.situations import STUDIES, Passes, situations
from shieldmate.training.solved import put_sights, solved_fights, solved_rounds


def chances(weights, sights):
    flat: Any = values_of(weights, "f4", 1)
    rows: list[Any] = [values_of(sight.copy(), "f4", 1) for sight in sights]
    return np.array([chance_of(flat, row) for row in rows])


@pytest.mark.compiled
@pytest.mark.parametrize("game", STUDIES)
def test_a_round_is_worth_its_result_or_what_its_best_option_leads_to(game):
    study = replace(STUDIES[game], first=(16, 4, 1), later=(16, 4, 2))
    results = situations(study, Random(0), NOTHING)
    assert set(results[:, -1]) == {0, 1}
    weights = study.search.weights()
    again = situations(study, Random(0), weights)
    assert 10 < len(again) < len(results)
    assert ((again[:, -1] >= 0) & (again[:, -1] <= 1)).all()
    known = chances(weights, again[:, :-1])
    assert abs(np.mean(again[:, -1] - known)) < 0.05
    assert np.corrcoef(again[:, -1], known)[0, 1] > 0.8
    undecided = situations(study, Random(0), np.zeros_like(weights))[:, -1]
    assert 0.4 < np.mean(undecided == 0.5) < 1, "without an end in sight all is worth what the weights say"


def test_a_network_learns_what_decides_and_the_rules_read_it_as_torch_does():
    rng = np.random.default_rng(0)
    rows = rng.random((4000, 7)).astype(np.float32)
    rows[:, -1] = rows[:, 2] > 0.5
    weights = fit(rows, 8, Passes(10, 64, 1e-2))
    told = chances(weights, rows[:200, :-1])
    assert np.mean((told > 0.5) == rows[:200, -1]) > 0.95
    net = torch.nn.Sequential(torch.nn.Linear(6, 8), torch.nn.ReLU(), torch.nn.Linear(8, 1))
    put_weights(net, weights)
    assert (weights_of(net) == weights).all()
    with torch.no_grad():
        by_torch = torch.sigmoid(net(torch.from_numpy(rows[:200, :-1])))[:, 0].numpy()
    assert told == pytest.approx(by_torch, abs=1e-5)
    again = fit(rows, 8, Passes(1, 64, 1e-5), weights)
    assert again == pytest.approx(weights, abs=1e-2), "it goes on from where it was"


@pytest.mark.compiled
def test_rounds_of_solved_fights_are_worth_what_the_exact_solution_says():
    book = compile_book(ironsworn_scenario("troublesome"))
    rows = solved_rounds(book, 300)
    assert len(rows) == 300
    assert len(np.unique(rows[:, -1])) > 50
    solution = Solver(book, "troublesome").solution
    arena = Arena(FACE, Tables(book, 0, [None]), 64, Mode.DISABLED)
    arena.seed(list(Seeds.VALIDATION.take(64)))
    arena.begin()
    known = {row[:-1].tobytes(): row[-1] for row in rows}
    gaps = []
    while len(on := np.flatnonzero(arena.runs["over"] == 0)):
        sights = np.zeros((len(on), rows.shape[1] - 1), np.float32)
        put_sights(arena.states[on], book, sights)
        for sight, value in zip(sights, np.nanmax(worths(solution, arena.states[on]), axis=1), strict=True):
            if sight.tobytes() in known:
                gaps.append(abs(known[sight.tobytes()] - value))
        arena.step(arena.choices(scripted_pilot("ironsworn")))
    assert len(gaps) > 10
    assert np.mean(gaps) < 0.005, "one sight may stand for situations that differ a little"


def test_the_fights_that_are_solved_are_those_of_lone_characters():
    books = solved_fights()
    assert len(books) > 20
    assert (books["seats"] == 1).all()


def test_a_game_that_there_is_not_is_refused_before_anything_is_fitted(capsys):
    assert main(["ironsworn", "chess"]) == 2
    assert capsys.readouterr() == ("", "fit_value: found chess; valid: ironsworn, oathsworn\n")
