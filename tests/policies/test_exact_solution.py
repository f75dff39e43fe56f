"""What an exact solution says: its values, its games, what it supports, how it is stored."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from exact_fights import book_of, worn
from table import asset, sheet

from shieldmate.envs.core.content import ContentError
from shieldmate.envs.core.game import Table
from shieldmate.envs.ironsworn.game import IRONSWORN
from shieldmate.envs.ironsworn.scenario import built_in_sheet, compile_book, make_scenario
from shieldmate.envs.ironsworn.terms import Decision, Outcome
from shieldmate.policies.ironsworn.exact import store
from shieldmate.policies.ironsworn.exact.games import play_optimal
from shieldmate.policies.ironsworn.exact.objective import WIN, Objective
from shieldmate.policies.ironsworn.exact.shape import WITH_INITIATIVE, Shape, Tracks
from shieldmate.policies.ironsworn.exact.solution import Solution, Stop, solve
from shieldmate.policies.ironsworn.exact.solver import Solver
from shieldmate.policies.ironsworn.exact.supported import check_supported

pytestmark = pytest.mark.compiled

SIGMAS = 4


@pytest.fixture(scope="module")
def solved() -> Solution:
    """The worn character's fight, solved."""
    return solve(book_of("dangerous", worn()))


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty folder of solutions."""
    monkeypatch.setattr(store, "folder", lambda: tmp_path)
    return tmp_path


def decisions_of(book: Any, seeds: range) -> list[Any]:
    """States at decisions of random play."""
    table = Table(IRONSWORN, book)
    rng = np.random.default_rng(5)
    found = []
    for seed in seeds:
        table.reset(seed)
        while table.legal():
            found.append(table.states.copy())
            table.apply(int(rng.choice(table.legal())))
    return found


def wins_agree(solution: Solution, games: int) -> bool:
    """Whether games of the optimal pilot are won as often as the solution says."""
    played = play_optimal(solution, range(games))
    share = float((played.outcomes == Outcome.WIN).mean())
    value = solution.value
    agree: bool = abs(share - value) < SIGMAS * (value * (1 - value) / games) ** 0.5
    return agree


def test_games_of_the_optimal_pilot_are_won_as_often_as_it_says(solved: Solution) -> None:
    assert wins_agree(solved, 20_000)


@pytest.mark.slow
@pytest.mark.parametrize("rank", ["troublesome", "dangerous", "formidable"])
def test_a_hundred_thousand_games_of_the_warrior(rank: str) -> None:
    assert wins_agree(solve(compile_book(make_scenario([rank], [built_in_sheet("warrior")]))), 100_000)


@pytest.mark.slow
def test_the_warrior_against_a_formidable_foe() -> None:
    book = compile_book(make_scenario(["formidable"], [built_in_sheet("warrior")]))
    assert solve(book).value == pytest.approx(0.975235, abs=2e-6)


def test_the_start_is_worth_what_its_first_roll_brings() -> None:
    """Battle with iron 2 and momentum 2: 139 of 600 strong and 262 weak hits (12.1), the weak one's price aside."""
    who = sheet(health=5, spirit=5, supply=5)
    value = solve(book_of("epic", who, opening="battle", opening_stat="iron")).value
    assert 139 / 600 < value <= (139 + 262) / 600


def test_values_rise_with_the_sweeps(solved: Solution) -> None:
    rough = solve(book_of("dangerous", worn()), stop=Stop(1e-2))
    assert rough.value <= solved.value
    assert (rough.values <= solved.values + 1e-9).all()


def test_a_decision_is_worth_its_best_option(solved: Solution) -> None:
    states = [
        state for state in decisions_of(solved.collection.book, range(3)) if state[0]["decision"] == Decision.MOVE
    ]
    rng = np.random.default_rng(2)
    table = Table(IRONSWORN, solved.collection.book)
    for state in states[:6]:
        worth = solved.options(state)
        best = max(worth, key=lambda act: worth[act])
        wins = 0.0
        for _ in range(200):  # the mean of what the best option leads to
            table.states[0] = state[0]
            table.states[0]["chance"]["key"] = rng.integers(1 << 32, size=2)
            table.apply(best)
            after = table.legal()
            wins += max(solved.options(table.states).values()) if after else table.views[0].outcome == Outcome.WIN
        assert wins / 200 == pytest.approx(worth[best], abs=0.15)


def test_costs_lower_what_a_fight_is_worth(solved: Solution) -> None:
    book = book_of("dangerous", worn())
    dear = solve(book, Objective(death=0.5)).value
    cheap = solve(book, Objective(death=1e-9)).value
    assert cheap == pytest.approx(solved.value, abs=1e-5)
    assert dear < solved.value


def test_a_state_that_the_fight_never_comes_to_is_solved_from_there(folder: Path) -> None:
    told: list[str] = []
    solver = Solver(book_of("dangerous", worn()), tell=told.append)
    inside = Shape(solver.solution)
    state = inside.state(Tracks(2, 2, 2, 0), 8, *WITH_INITIATIVE)
    before = solver.options(state)
    outside = state.copy()
    outside[0]["characters"][0]["marks"][:] = 0
    outside[0]["characters"][0]["health"] = 5
    assert max(solver.options(outside).values()) > max(before.values())
    assert len(told) == 1
    assert solver.options(state) == before


def test_the_shape_ends_the_fight_when_the_track_is_full(solved: Solution) -> None:
    shape = Shape(solved)
    rows = shape.rows(shape.fresh)
    assert rows[0].low == 0
    assert rows[-1].high == 10
    assert 5 <= (shape.ends_from(shape.fresh) or 0) <= 10


# ---- what is refused ------------------------------------------------------------------------------------------------

REFUSED = [
    ("foe_clock", True, "true", "false"),
    ("foe_behaviour", "oracle", "oracle", "attack"),
    ("stat_policy", "no_repeat", "no_repeat", "free"),
    ("compel", "once", "once", "off"),
    ("surrender", True, "true", "false"),
    ("flee", False, "false", "true"),
    ("matches", True, "true", "false"),
    ("order", "free", "free", "round_robin"),
    ("idle", "free", "free", "price"),
    ("price", "oracle", "oracle", "mixed, harm, table"),
]


@pytest.mark.parametrize(("name", "value", "found", "valid"), REFUSED)
def test_a_setting_is_refused_by_name(name: str, value: Any, found: str, valid: str) -> None:
    with pytest.raises(ContentError) as refused:
        check_supported(book_of(**{name: value}), "fight")
    (problem,) = refused.value.problems
    assert (problem.where, problem.found) == (f"house_rules.{name}", found)
    assert problem.valid.startswith(valid)


def test_all_that_is_refused_is_named_at_once() -> None:
    book = compile_book(make_scenario(["bear"], [sheet(), sheet()]))
    book[0]["house"]["matches"] = 1
    with pytest.raises(ContentError) as refused:
        check_supported(book, "fight")
    assert [problem.where for problem in refused.value.problems] == ["house_rules.matches", "characters"]


def test_harm_without_a_target_is_refused_among_several_foes() -> None:
    who = sheet(assets=[asset("brawler", 1, 2, 3)])
    check_supported(book_of("bear", who), "fight")
    with pytest.raises(ContentError):
        check_supported(book_of(["bear", "wolf"], who), "fight")


@pytest.mark.parametrize(
    "rules",
    [
        {"price": "table", "end_gate": "any", "suffer_initiative": False, "end_miss": "returns"},
        {"end_weak": "narrative", "dying": "out", "opening": "circle", "end_variant": "shifted", "severity": 2},
        {"price": "harm", "opening": "battle", "opening_stat": "pick", "weapon": "simple", "reach": "ranged"},
    ],
)
def test_the_settings_of_section_10_are_supported(rules: dict[str, Any]) -> None:
    check_supported(book_of(**rules), "fight")


def test_a_fight_that_does_not_fit_is_refused_with_its_states() -> None:
    solver = Solver(book_of("dangerous", worn()), "fight", memory=1_000_000)
    with pytest.raises(ContentError, match=r"[\d,]+ states \([\d,]+ main decisions or more at [\d,]+ places\), \d+ MB"):
        _ = solver.solution


# ---- the store ------------------------------------------------------------------------------------------------------


def solver_of(told: list[str], **changes: Any) -> Solver:
    """A solver of the worn character's fight that tells into a list."""
    return Solver(book_of("troublesome", worn()), tell=told.append, **changes)


def test_a_stored_solution_answers_as_the_solved_one(folder: Path) -> None:
    told: list[str] = []
    first, second = solver_of(told), solver_of(told)
    value = first.solution.value
    assert (first.loaded, len(list(folder.iterdir()))) == (False, 1)
    assert second.solution.value == value
    assert second.loaded
    for state in decisions_of(first.book, range(2)):
        assert second.options(state) == pytest.approx(first.options(state), abs=1e-12)
    assert told == []


def cut(data: bytes) -> bytes:
    """Half of the file."""
    return data[: len(data) // 2]


def flip(data: bytes) -> bytes:
    """One byte in the middle changed."""
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 0x55]) + data[middle + 1 :]


@pytest.mark.parametrize("damage", [cut, flip, lambda data: b"", lambda data: b"PK\x03\x04"])
def test_a_damaged_solution_is_solved_anew(folder: Path, damage: Callable[[bytes], bytes]) -> None:
    told: list[str] = []
    value = solver_of(told).solution.value
    (file,) = folder.iterdir()
    file.write_bytes(damage(file.read_bytes()))
    again = solver_of(told)
    assert again.solution.value == value
    assert not again.loaded
    assert len(told) == 1
    assert "damaged" in told[0]
    assert solver_of(told).solution.value == value
    assert len(told) == 1


def test_a_solution_of_other_rules_is_stale(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    assert solver_of(told).solution.value > 0
    monkeypatch.setattr(store, "signature", lambda: "other rules")
    again = solver_of(told)
    assert again.solution.value > 0
    assert not again.loaded
    assert "other rules" in told[0]


def test_a_finer_tolerance_solves_anew_and_a_rougher_does_not(folder: Path) -> None:
    told: list[str] = []
    assert solver_of(told).solution.value > 0
    rough = solver_of(told, stop=Stop(1e-3))
    fine = solver_of(told, stop=Stop(1e-9))
    assert rough.solution.value > 0
    assert rough.loaded
    assert fine.solution.value > 0
    assert not fine.loaded


def test_no_folder_is_said_and_nothing_else_is_lost(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    told: list[str] = []
    monkeypatch.setattr(store, "folder", lambda: None)
    assert solver_of(told).solution.value > 0
    monkeypatch.setattr(store, "folder", lambda: tmp_path / "gone")
    assert solver_of(told).solution.value > 0
    assert len(told) == 2
    assert all("not stored" in line for line in told)


def test_an_interrupted_write_leaves_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(file: Any, **data: Any) -> None:
        file.write(b"half")
        raise KeyboardInterrupt

    monkeypatch.setattr(np, "savez_compressed", interrupt)
    with pytest.raises(KeyboardInterrupt):
        _ = solver_of([]).solution
    assert list(folder.iterdir()) == []


def test_objectives_are_stored_apart(folder: Path) -> None:
    book = book_of("troublesome", worn())
    assert store.path_of(folder, book, WIN) != store.path_of(folder, book, Objective(death=0.5))
