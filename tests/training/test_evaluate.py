"""Whole games between any pilots: the same ones however they are played."""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np
import pytest

from shieldmate.apps.bench_plan import Asked, plans
from shieldmate.apps.setting import Options
from shieldmate.policies.ironsworn.exact.evaluate import evaluate
from shieldmate.policies.ironsworn.pilots import ScriptedPilot
from shieldmate.policies.playout import Lockstep
from shieldmate.tests.conformance.games import GAMES
from shieldmate.tests.policies.small_network import card_of, tensors_of
from shieldmate.tests.worn import WORN
from shieldmate.training.contest import Contest
from shieldmate.training.crew import Crew
from shieldmate.training.evaluate import Played, Seats, answers_many, digest_of, play, playout_of, time_compiled
from shieldmate.training.exact import MILLION, exact_win, is_solved, loss_of, solver_of
from shieldmate.training.exporting import write_pilot
from shieldmate.training.sequential import Sequential

pytestmark = pytest.mark.compiled

OWN = """
from importlib import import_module
from pathlib import Path

class Wrapped:
    def act(self, view, mask, rng):
        return import_module(f"shieldmate.policies.{view.game}.pilots").ScriptedPilot().act(view, mask, rng)

class Net:
    def __init__(self):
        from shieldmate.policies.network import load_pilot
        self.pilot = load_pilot(str(next(Path().glob("*.safetensors"))))
    def act(self, view, mask, rng):
        return self.pilot.act(view, mask, rng)

class Lucky:
    def act(self, view, mask, rng):
        return int(rng.choice(mask.nonzero()[0]))
"""


@pytest.fixture(autouse=True)
def own(monkeypatch, tmp_path):
    """Pilots of one's own, in the current folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "match_own.py").write_text(OWN)
    (tmp_path / "worn.toml").write_text(WORN)
    yield
    sys.modules.pop("match_own", None)


def match_of(scenario, pilot, *seats, **options):
    """A pilot at a table."""
    (plan,) = plans(Asked([scenario], [pilot], seats, Options(**options)))
    plan.matches[0].prepare()
    return plan.matches[0]


MIXED = [
    ("ironsworn/bear", "py:match_own:Lucky", {}),
    ("ironsworn/wolf", "py:match_own:Lucky", {"characters": ["warrior", "warrior"]}),
    ("oathsworn/broodmother-even", "py:match_own:Lucky", {}),
]


@pytest.mark.parametrize(("scenario", "pilot", "options"), MIXED)
def test_games_are_the_same_however_they_are_cut(scenario, pilot, options):
    match = match_of(scenario, pilot, **options)
    whole = play(match, range(5, 17)).rows
    parts = [play(match, seeds).rows for seeds in (range(5, 6), range(6, 13), range(13, 17))]
    np.testing.assert_array_equal(whole, np.concatenate(parts))
    assert len(np.unique(whole, axis=0)) > 6


@pytest.mark.parametrize("scenario", ["ironsworn/bear", "oathsworn/broodmother-even"])
def test_a_pilot_that_is_asked_plays_as_the_compiled_one(scenario):
    compiled, asked = match_of(scenario, "scripted"), match_of(scenario, "py:match_own:Wrapped")
    assert compiled.compiled
    assert not asked.compiled
    np.testing.assert_array_equal(play(compiled, range(6)).rows, play(asked, range(6)).rows)


def test_compiled_and_asked_pilots_share_a_table():
    mixed = match_of("oathsworn/broodmother-even", "py:match_own:Wrapped", "random,_,scripted,random")
    compiled = match_of("oathsworn/broodmother-even", "scripted", "random,_,scripted,random")
    found = play(mixed, range(4))
    np.testing.assert_array_equal(found.rows, play(compiled, range(4)).rows)
    assert found.answers < found.rows[:, 2].sum()  # of the tested seat alone
    assert time_compiled(compiled, range(2)) > 0


@pytest.mark.parametrize("hint", ["", "scripted"])
@pytest.mark.parametrize("scenario", ["ironsworn/bear", "oathsworn/broodmother-even"])
def test_a_network_plays_many_games_at_once_as_one_by_one(tmp_path, scenario, hint):
    game = scenario.partition("/")[0]
    card = card_of(game, hint=hint)
    name = f"{game}-{hint}.safetensors"
    write_pilot(tmp_path / name, tensors_of(card), card)
    seats = ["_,scripted,_,random"] if game == "oathsworn" else []
    many = match_of(scenario, f"net:{name}", *seats)
    one = match_of(scenario, "py:match_own:Net", *seats)
    assert answers_many(many, 0)
    assert not answers_many(one, 0)
    found = play(many, range(12))
    np.testing.assert_array_equal(
        found.rows, np.concatenate([play(many, range(5)).rows, play(many, range(5, 12)).rows])
    )
    np.testing.assert_array_equal(found.rows, play(one, range(12)).rows)
    assert found.answers > 0
    assert digest_of(game, f"net:{name}")


@pytest.mark.parametrize("hint", ["", "scripted"])
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_network_that_answers_many_games_sees_nothing_hidden(tmp_path, game, hint):
    card = card_of(game.name, hint=hint)
    write_pilot(tmp_path / "own.safetensors", tensors_of(card), card)
    match = match_of(game.sources[0], "net:own.safetensors")
    games = Lockstep(playout_of(game.name), match.book, match.addresses(), range(8), 8)
    rng = np.random.default_rng(0)
    assert answers_many(match, 0)
    with Seats(match, games) as seats:
        for _ in range(60):
            if not len(waiting := games.advance()):
                break
            seats.answer(waiting)
            acts, states = games.acts.copy(), games.states.copy()
            for lane in waiting:
                for other in game.alike(states[lane : lane + 1], int(states[lane]["seat"]), rng):
                    games.states[lane : lane + 1] = other
                    seats.answer(waiting)
                    assert np.array_equal(games.acts[waiting], acts[waiting])
            games.states[:] = states


def test_gaps_are_played():
    match = match_of("ironsworn/bear", "random")
    whole = play(match, range(50)).rows
    contest = Contest(0, ["random"], [match], 0, 50)
    contest.store(0, 10, Played(whole[10:20], 0.0, 0, 0.0))
    contest.store(0, 33, Played(whole[33:34], 0.0, 0, 0.0))
    assert contest.ready == 0
    with Crew(1) as crew:
        seeds = [seed for task, _ in contest.play(crew) for seed in task.seeds]
    assert sorted(seeds) == [*range(10), *range(20, 33), *range(34, 50)]
    np.testing.assert_array_equal(contest.rows[0], whole)
    assert contest.ready == 50


def test_a_test_that_is_taken_up_again_stops_where_it_would_have():
    matches = [match_of("ironsworn/bear", pilot) for pilot in ("scripted", "random")]
    stops = []
    for kept in (0, 150, 400):
        contest = Contest(0, ["scripted", "random"], matches, 0, 400)
        for pilot, match in enumerate(matches):
            contest.store(pilot, 0, play(match, range(kept)))
        with Crew(1) as crew:
            list(contest.play(crew, Sequential(0.05)))
        stops.append(contest.stopped)
    assert stops == [100, 100, 100]


@pytest.mark.timeout(
    600
)  # two processes import and load everything: seconds of a free processor, minutes of a busy one
@pytest.mark.parametrize("scenario", ["ironsworn/bear", "oathsworn/broodmother-even"])
def test_processes_that_begin_from_nothing_play_the_same_games(scenario):
    match = match_of(scenario, "py:match_own:Lucky")
    contest = Contest(0, ["one"], [match], 3, 8)
    with Crew(2, "spawn") as crew:
        list(contest.play(crew))
    np.testing.assert_array_equal(contest.rows[0], play(match, range(3, 11)).rows)


def test_choices_are_judged_by_the_best_play():
    fight = {"characters": ["worn.toml"]}
    best = match_of("ironsworn/formidable", "optimal", **fight)
    solver_of(best.book).solution  # noqa: B018 - asking for it solves it
    lucky = replace(match_of("ironsworn/formidable", "py:match_own:Lucky", **fight), judge=loss_of)
    asked = replace(match_of("ironsworn/formidable", "py:match_own:Wrapped", **fight), judge=loss_of)
    lost_by_luck, lost = (play(match, range(100)).rows[:, -1] / MILLION for match in (lucky, asked))
    assert (lost_by_luck > -1e-4).all()
    assert lost_by_luck.mean() > 5 * lost.mean()
    # What is lost on average is what is won less often than by the best play.
    gap = exact_win(best) - exact_win(match_of("ironsworn/formidable", "scripted", **fight))
    assert lost.mean() == pytest.approx(gap, abs=4 * lost.std() / 10)


def test_the_exact_figure_is_kept():
    match = match_of("ironsworn/troublesome", "scripted", characters=["worn.toml"])
    assert exact_win(match) == exact_win(match) == evaluate(match.book, ScriptedPilot()).value


def test_parties_and_encounters_are_not_solved():
    assert is_solved(match_of("ironsworn/bear", "random"))
    assert not is_solved(match_of("ironsworn/bear", "random", characters=["warrior", "warrior"]))
    assert not is_solved(match_of("oathsworn/broodmother", "random"))
