"""Exact evaluation of pilots: the random pilot with open tracks, the best play by its own solution."""

from pathlib import Path
from typing import Any

import pytest
from exact_fights import book_of, worn

from shieldmate.envs.ironsworn.terms import Outcome
from shieldmate.policies.ironsworn.exact import store
from shieldmate.policies.ironsworn.exact.collection import Collection, SizeError
from shieldmate.policies.ironsworn.exact.evaluate import evaluate, evaluate_best
from shieldmate.policies.ironsworn.exact.expand import UNIFORM
from shieldmate.policies.ironsworn.exact.objective import WIN, Objective
from shieldmate.policies.ironsworn.exact.solution import Solution, Stop, solve
from shieldmate.policies.ironsworn.pilots import ScriptedPilot
from shieldmate.policies.ironsworn.playout import play_games
from shieldmate.policies.ironsworn.random import RandomPilot
from shieldmate.policies.ironsworn.styles import style_pilot

pytestmark = pytest.mark.compiled

SIGMAS = 4
FINE = Stop(1e-10)
RANDOM: dict[str, tuple[Any, Any, Objective, dict[str, Any]]] = {
    "troublesome": ("troublesome", worn(), WIN, {}),
    "costs": ("troublesome", worn(), Objective(health=0.1, debility=0.05, death=0.5), {}),
    "price harm": ("troublesome", worn(momentum=-5), WIN, {"price": "harm"}),
    "price table": ("troublesome", worn(), WIN, {"price": "table"}),
}


@pytest.mark.parametrize("name", RANDOM)
def test_random_play_is_worth_the_same_on_open_and_on_real_tracks(name: str) -> None:
    foe, who, objective, rules = RANDOM[name]
    book = book_of(foe, who, **rules)
    real = Collection(book, real=True, policy=UNIFORM, win_only=objective == WIN)
    real.open()
    real.collect()
    solution = Solution(real, objective)
    solution.sweep(FINE)
    assert evaluate(book, RandomPilot(), objective, FINE).value == pytest.approx(solution.value, abs=1e-7)


@pytest.mark.parametrize("pilot", [RandomPilot(), *map(style_pilot, ("bold", "hoarding", "lone", "showy"))])
def test_games_are_won_as_often_as_evaluation_says(pilot: Any) -> None:
    book = book_of("troublesome", worn())
    value = evaluate(book, pilot).value
    games = 20_000
    played = play_games(book, [pilot.address], range(games))
    share = float((played.outcomes == Outcome.WIN).mean())
    assert abs(share - value) < SIGMAS * (value * (1 - value) / games) ** 0.5


@pytest.mark.parametrize("rules", [{}, {"price": "table"}])
def test_the_best_play_is_worth_what_its_solution_says(rules: dict[str, Any]) -> None:
    solution = solve(book_of("dangerous", worn(), **rules))
    assert evaluate_best(solution).value == pytest.approx(solution.value, abs=2e-5)


def test_the_best_play_is_evaluated_by_a_stored_solution(tmp_path: Path) -> None:
    book = book_of("troublesome", worn())
    solution = solve(book)
    store.save(tmp_path / "solution", solution, 1e-6)
    stored = store.read(tmp_path / "solution", book, WIN, 1e-6)
    assert stored is not None
    assert evaluate_best(stored).value == pytest.approx(solution.value, abs=2e-5)


@pytest.mark.parametrize("pilot", [RandomPilot(), ScriptedPilot()])
def test_an_evaluation_that_does_not_fit_is_refused_with_its_states(pilot: Any) -> None:
    with pytest.raises(SizeError, match=r"[\d,]+ states"):
        evaluate(book_of("dangerous", worn()), pilot, memory=1_000_000)
