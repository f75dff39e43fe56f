"""Search against what can be enumerated: every outcome of small choices, the exact solution of small fights."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from exact_fights import book_of, worn

from shieldmate.agents.environments import ironsworn_scenario
from shieldmate.agents.pilots import Post, resolve
from shieldmate.envs.core.compiler import Batch
from shieldmate.envs.core.game import ChanceNeededError, Table, mask_of
from shieldmate.envs.core.records import values_of
from shieldmate.envs.ironsworn.face import FACE as IRONSWORN
from shieldmate.envs.ironsworn.scenario import compile_book as compile_fight
from shieldmate.envs.ironsworn.state import Book as Fight
from shieldmate.envs.ironsworn.state import State as Standing
from shieldmate.envs.ironsworn.terms import Act
from shieldmate.envs.oathsworn.compile import compile_book as compile_encounter
from shieldmate.envs.oathsworn.face import FACE as OATHSWORN
from shieldmate.envs.oathsworn.house_rules import HouseRules
from shieldmate.envs.oathsworn.scenario import make_scenario
from shieldmate.envs.oathsworn.state import Book, State
from shieldmate.envs.oathsworn.terms import Decision, Stream
from shieldmate.policies.ironsworn import value as ironsworn_value
from shieldmate.policies.ironsworn.exact.solver import Solver
from shieldmate.policies.ironsworn.search import SEARCH as SEARCH_IRONSWORN
from shieldmate.policies.oathsworn.search import SEARCH, worth
from shieldmate.policies.oathsworn.value import INPUTS, WEIGHTS, win_chance
from shieldmate.policies.search import LEAN, NOISE, SPREAD, Node, Quest, hopeful, place_of, remember
from shieldmate.policies.searching import Race, SearchPilot, luck_of


def numbers(array: np.ndarray, kind: str, dims: int) -> Any:
    """An array as plain rules take it."""
    return values_of(array, kind, dims)


NEVER = 10**6
"""A round that no fight comes to."""
MOST = 1300
"""Outcomes of one option that are enumerated."""


class TooManyError(Exception):
    """More outcomes than are enumerated."""


def outcomes(table: Table, before: bytes, act: int, fed: list[int]) -> Iterator[float]:
    """Yield the share of each outcome of a choice, with the table in it: every face of every die."""
    table.restore(before)
    table.tape.fed_at = table.tape.fed_n = 0
    try:
        table.apply(act, fed=fed)
    except ChanceNeededError as error:
        faces = error.faces if error.stream < Stream.STAGE else MOST + 1
    else:
        yield 1.0
        return
    if faces ** (len(fed) + 1) > MOST:
        raise TooManyError
    for face in range(1, faces + 1):
        for share in outcomes(table, before, act, [*fed, face]):
            yield share / faces


def enumerated(table: Table, act: int) -> float:
    """The mean worth of what a choice leads to at once."""
    before = table.snapshot()
    room = numbers(np.zeros(INPUTS, np.float32), "f4", 1)
    weights = numbers(SEARCH.weights(), "f4", 1)
    total = 0.0
    try:
        for share in outcomes(table, before, act, []):
            total += share * worth(State.at(table.states, 0), Book.at(table.books, 0), weights, room)
    finally:
        table.restore(before)
    return total


def test_options_are_worth_what_the_enumeration_of_all_dice_says():
    """Dice in place of cards, so that every face has one chance in six; simulations end at the next decision."""
    book = compile_encounter(make_scenario("broodmother", rules=HouseRules(chance="dice")))
    table, guide = Table(OATHSWORN.rules, book, log=False), SEARCH.guide()
    rng = np.random.default_rng(0)
    compared, drawn = 0, 0
    for seed in range(40):
        table.hand([])
        table.reset(seed)
        while table.views[0].outcome == 0 and compared < 60:
            view = OATHSWORN.view(table.states, 0, table.books, 0, table.views[0].seat)
            acts = table.legal()
            if table.views[0].decision in (Decision.DRAWN, Decision.DETERMINATION) and len(acts) > 1:
                table.hand(range(Stream.DIRECTION + 1))
                try:
                    exact = [enumerated(table, act) for act in acts]
                except TooManyError:
                    exact = []
                table.hand([])
                table.tape.fed_at = table.tape.fed_n = 0
                if exact:
                    race = Race(SEARCH, guide.address, view, acts, int(rng.integers(1 << 60)), 1)
                    race.quests[0]["mark"] = -1
                    race.play(300)
                    for prospect in race.prospects():
                        off = abs(prospect.value - exact[acts.index(prospect.act)])
                        assert off <= 5 * prospect.error + 1e-4, (seed, prospect, exact)
                        drawn += prospect.error > 0
                        compared += 1
            table.apply(guide.act(view, mask_of(table), rng))
    assert compared >= 40
    assert drawn >= 10


def test_little_is_lost_against_the_exact_solution():
    """The summed loss of each game, and the value of the first choice, beside the solver's."""
    book = book_of("troublesome", worn(), price="harm")
    solver = Solver(book, "worn")
    table = Table(IRONSWORN.rules, book, log=False)
    losses: dict[str, list[float]] = {"search:400": [], "random": []}
    for name, lost in losses.items():
        pilot = resolve(name, Post("ironsworn", 0, 0))
        for seed in range(12):
            rng = np.random.default_rng(seed)
            table.reset(seed)
            lost.append(0.0)
            while table.views[0].outcome == 0:
                view, mask = IRONSWORN.view(table.states, 0, table.books, 0, 0), mask_of(table)
                act = pilot.act(view, mask, rng)
                if mask.sum() > 1:
                    worths = solver.options(view.state)
                    lost[-1] += max(worths.values()) - worths[act]
                table.apply(act)
    assert np.mean(losses["search:400"]) < 0.04
    assert np.mean(losses["random"]) > 4 * np.mean(losses["search:400"])


@pytest.mark.parametrize(("cut", "above"), [(False, 0.01), (True, 0.03)], ids=["whole fights", "cut at the round"])
def test_values_are_near_the_exact_ones(cut, above):
    """A search plays no better than the best play, and not much worse; a fitted value may be off by a little more."""
    book = book_of("troublesome", worn(), price="harm")
    solver = Solver(book, "worn")
    table = Table(IRONSWORN.rules, book, log=False)
    search = SEARCH_IRONSWORN if cut else replace(SEARCH_IRONSWORN, mark=lambda state: NEVER)
    pilot = SearchPilot(search, 4000)
    for seed in range(4):
        table.reset(seed)
        while len(table.legal()) < 2:
            table.apply(table.legal()[0])
        view = IRONSWORN.view(table.states, 0, table.books, 0, 0)
        exact = solver.options(view.state)
        for prospect in pilot.look(view, mask_of(table), np.random.default_rng(seed)).prospects:
            assert prospect.value < exact[prospect.act] + 4 * prospect.error + above
            assert prospect.value > exact[prospect.act] - 4 * prospect.error - 0.08


def test_waiting_is_tried_only_where_it_is_the_first_choice():
    """Others go on in simulations, so that it would look free."""
    scenario = ironsworn_scenario("formidable", ["warrior", "warrior"])
    table, pilot = Table(IRONSWORN.rules, compile_fight(scenario), log=False), SearchPilot(SEARCH_IRONSWORN, 60)
    table.reset(0)
    rng, could = np.random.default_rng(0), 0
    while table.views[0].outcome == 0:
        view = IRONSWORN.view(table.states, 0, table.books, 0, table.views[0].seat)
        legal = table.legal()
        if len(legal) > 1:
            found = pilot.look(view, mask_of(table), rng)
            tried = {prospect.act for prospect in found.prospects}
            could += Act.WAIT in legal
            assert found.first == Act.WAIT or Act.WAIT not in tried
        table.apply(SEARCH_IRONSWORN.guide().act(view, mask_of(table), rng))
    assert could > 3


def nodes_of(count: int) -> Batch[Node]:
    return Batch(Node, np.zeros(count, Node.dtype))


def test_the_tree_finds_its_situations_again_and_ends_when_half_full():
    nodes, quest = nodes_of(8), Quest.at(np.zeros(1, Quest.dtype), 0)
    keys = [17, 17 + 16, 17 + 32, 5]  # the first three want the same slot
    places = [place_of(nodes, quest, key) for key in keys]
    assert len(set(places)) == 4
    assert [place_of(nodes, quest, key) for key in keys] == places
    assert place_of(nodes, quest, 99) == -1
    assert quest.nodes == 4


def test_the_tree_turns_to_the_option_that_does_better():
    nodes = nodes_of(1)
    node = nodes[0]
    node.n = 2
    path = np.zeros((1, 2), np.int32)
    expected = np.zeros((1, 3))
    expected[0, [LEAN, SPREAD, NOISE]] = -0.02, 0.1, 0.2
    grid = numbers(expected, "f8", 2)
    tried = []
    for _ in range(200):
        child = hopeful(node, grid, 0, 1.0) if node.counts[0] else 0
        path[0, 1] = child
        remember(nodes, numbers(path, "i4", 2), 0, 1, (0.4, 0.6)[child])
        tried.append(child)
    assert node.visits == 200
    assert tried[-100:].count(1) > 80
    assert node.sums[1] / node.counts[1] == pytest.approx(0.6)


def test_luck_is_no_part_of_a_situation():
    for rules in (IRONSWORN.rules, OATHSWORN.rules):
        skip, stop = luck_of(rules.state.dtype)
        left = np.ones(rules.state.dtype.itemsize, np.uint8)
        left[8 * skip : 8 * stop] = 0
        state = left.view(rules.state.dtype)[0]
        assert not state["chance"]["key"].any()
        assert not state["chance"]["count"].any()
        assert state["decisions"] == 0
        assert all(any(state[name].tobytes()) for name in state.dtype.names if name not in ("chance", "decisions"))


def test_the_value_knows_an_even_fight_from_a_lost_one():
    """From the first round's start, less HP for the party means less hope, and less for the boss more."""
    book = compile_encounter(make_scenario("broodmother-even"))
    table = Table(OATHSWORN.rules, book, log=False)
    table.reset(0)
    room, weights = numbers(np.zeros(INPUTS, np.float32), "f4", 1), numbers(SEARCH.weights(), "f4", 1)
    assert len(SEARCH.weights()) == WEIGHTS

    def chance() -> float:
        return win_chance(State.at(table.states, 0), Book.at(table.books, 0), weights, room)

    before = chance()
    table.states[0]["dice"] //= 3
    easier = chance()
    table.reset(0)
    for seat in range(4):
        table.states[0]["pieces"][seat]["hp"] = 1
    harder = chance()
    assert harder < before < easier


def test_the_value_of_a_fight_rises_with_progress_and_falls_with_what_is_lost():
    book = book_of("epic")
    table = Table(IRONSWORN.rules, book, log=False)
    weights = numbers(SEARCH_IRONSWORN.weights(), "f4", 1)
    room = numbers(np.zeros(ironsworn_value.INPUTS, np.float32), "f4", 1)
    assert len(SEARCH_IRONSWORN.weights()) == ironsworn_value.WEIGHTS

    def chance() -> float:
        fight, standing = Fight.at(table.books, 0), Standing.at(table.states, 0)
        return ironsworn_value.win_chance(standing, fight, weights, room)

    table.reset(0)
    while table.states[0]["round"] < 1:
        table.apply(table.legal()[0])
    me, foe = table.states[0]["characters"][0], table.states[0]["foes"][0]
    foe["progress"] = 12
    before = chance()
    foe["progress"] = 28
    assert chance() > before + 0.05
    foe["progress"] = 12
    me["health"] = me["spirit"] = 0
    me["momentum"] = -6
    assert chance() < before - 0.05


@pytest.mark.parametrize("part", ["expected", "weights"])
@pytest.mark.parametrize("search", [SEARCH, SEARCH_IRONSWORN], ids=["oathsworn", "ironsworn"])
def test_a_search_by_other_fitted_numbers_has_another_digest(search, part):
    fitted = getattr(search, part)().copy()
    fitted.flat[0] += 1
    assert SearchPilot(replace(search, **{part: lambda: fitted}), 9).digest != SearchPilot(search, 9).digest
    guided: Any = resolve("search:9:oathsworn-hero", Post("oathsworn", 0, 0))
    assert guided.digest != SearchPilot(SEARCH, 9).digest
