"""The transitions of the exact solver are the engine's: equal in value to every face fed by hand, under any numbers."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from by_hand import ByHand
from exact_fights import book_of, worn
from table import asset, sheet

from shieldmate.envs.core.game import Table
from shieldmate.envs.ironsworn.game import IRONSWORN
from shieldmate.envs.ironsworn.state import State
from shieldmate.envs.ironsworn.terms import FOES, Decision
from shieldmate.policies.ironsworn.exact import collection as collecting
from shieldmate.policies.ironsworn.exact.collection import Collection, GraphError
from shieldmate.policies.ironsworn.exact.graph import MAIN, PRICE, ROOT, SIZE, TARGET_SPAN, target_id, target_kind
from shieldmate.policies.ironsworn.exact.keys import FIRST_DIGITS
from shieldmate.policies.ironsworn.exact.layers import layers, risen
from shieldmate.policies.ironsworn.exact.solution import OutsideError, Solution

pytestmark = pytest.mark.compiled

EXACT = 1e-12
LOW = {"health": 1, "spirit": 1, "supply": 1, "momentum": -5}
SPENT = {"health": 0, "spirit": 0, "supply": 0, "momentum": -6}


def owner(*assets: Any, **changes: Any) -> Any:
    """A character near its end with assets."""
    return sheet(assets=list(assets), **{**LOW, **changes})


FIGHTS: dict[str, tuple[Any, Any, bool, dict[str, Any]]] = {
    "plain": ("formidable", sheet(), True, {}),
    "costs": ("formidable", sheet(), False, {}),
    "low, troublesome": ("troublesome", sheet(**LOW), False, {}),
    "spent, troublesome": ("troublesome", sheet(**SPENT), True, {}),
    "spent, extreme": ("extreme", sheet(**SPENT), False, {}),
    "price harm": ("dangerous", sheet(**LOW), True, {"price": "harm"}),
    "foe returns": ("troublesome", sheet(), True, {"end_miss": "returns"}),
    "circle": ("formidable", sheet(), False, {"opening": "circle"}),
    "pick": ("formidable", sheet(), True, {"opening_stat": "pick"}),
    "shifted": ("epic", sheet(), True, {"end_variant": "shifted"}),
    "gate any": ("epic", sheet(**LOW), True, {"end_gate": "any", "severity": 2}),
    "gate initiative": (
        "epic", sheet(**LOW), True, {"end_gate": "initiative", "severity": -1, "suffer_initiative": False},
    ),
    "dying is out": ("giant", sheet(**SPENT), False, {"dying": "out"}),
    "simple, close": ("raider", sheet(**LOW), False, {"weapon": "simple", "reach": "close"}),
}  # fmt: skip

WIDE: dict[str, tuple[Any, Any, bool, dict[str, Any]]] = {
    "price table": ("dangerous", sheet(**LOW), False, {"price": "table"}),
    "narrative end": ("troublesome", sheet(**SPENT), False, {"end_weak": "narrative"}),
    "two foes": (("troublesome", "dangerous"), sheet(**SPENT), False, {}),
    "ritual": ("bear", owner(asset("keen", 1, 2, 3)), False, {}),
    "leech": ("bear", owner(asset("leech", 1, 2, 3)), False, {}),
    "hound": ("bear", owner(asset("hound", 1, 2, 3, track=2), **SPENT), False, {}),
    "horse": ("bear", owner(asset("horse", 1, 2, 3, track=1), **SPENT), False, {}),
    "once a fight": ("formidable", owner(asset("duelist", 1, 2, 3)), True, {}),
    "supply gained": ("formidable", owner(asset("slinger", 1, 2, 3)), False, {}),
    "rune": ("formidable", owner(asset("sunderer", 1, 2, 3)), True, {}),
    "berserker": ("bear", owner(asset("berserker", 1, 2, 3)), False, {}),
    "archer": ("bear", owner(asset("archer", 1, 2, 3)), True, {}),
    "revenant": ("haunt", owner(asset("revenant", 1, 2, 3), asset("battle_scarred", 1, 2, 3), **SPENT), True, {}),
    "armour": (
        "haunt", owner(asset("shield_bearer", 1, 2, 3), asset("ironclad", 1, 2, 3, mode="war")), True, {},
    ),
}  # fmt: skip
"""Fights that branch more widely."""


@pytest.fixture
def solution_of(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Solution]:
    """Gives a graph with random numbers in place of the worth of main decisions and endings."""

    def make(foes: Any, who: Any, win_only: bool, rules: dict[str, Any], batch: int, most: int | None = 1) -> Solution:
        monkeypatch.setattr(collecting, "BATCH", batch)
        graph = Collection(book_of(foes, who, **rules), win_only=win_only)
        graph.open()
        with suppress(GraphError):
            graph.collect(most=most)
        return numbered(graph, win_only)

    return make


def numbered(graph: Collection, win_only: bool) -> Solution:
    """A solution with random numbers; where nothing but winning counts, endings keep their own."""
    solution = Solution(graph)
    rng = np.random.default_rng(7)
    solution.values = rng.random(solution.values.shape)
    if not win_only:
        solution.ends = rng.random(solution.ends.shape)
    settle_prices(solution)
    return solution


def settle_prices(solution: Solution) -> None:
    """Make every price worth what the numbers of the main decisions it leads to make of it."""
    keys = solution.collection.keys[: solution.collection.meta.n_keys]
    prices = np.flatnonzero((keys[:, PRICE] != 0) & (keys[:, ROOT] >= 0))
    if len(prices):
        places, values, ends = solution.places, solution.values, solution.ends
        assert solution.layout(prices).settle(places.order, places, values, ends, 0.0) == 0.0


def agree(solution: Solution, hand: ByHand, state: Any, root: int | None) -> None:
    """Every option of a state, and the stored choice among them, are worth what they are by hand."""
    by_hand = hand.options(state)
    assert solution.options(state) == pytest.approx(by_hand, abs=EXACT)
    if root is not None:
        ticks = solution.collection.standing(State.at(state, 0))
        assert solution.worth(root, ticks) == pytest.approx(max(by_hand.values()), abs=EXACT)


def compare(solution: Solution, decisions: int, nested: int) -> None:
    """Random main decisions at random places, and decisions between, are worth what they are by hand."""
    graph, hand = solution.collection, ByHand(solution)
    rng = np.random.default_rng(11)
    roots, prices = graph.keys[: graph.meta.n_keys, ROOT], graph.keys[: graph.meta.n_keys, PRICE]
    for _ in range(decisions):
        key = int(rng.choice(np.flatnonzero((roots >= 0) & (prices == 0))))
        ticks = list(map(int, solution.places.ticks[:, rng.integers(len(solution.places))]))
        if graph.meta.open_supply:
            some = FIRST_DIGITS["supply"].of(graph.keys[[key], 0])[0] > 0
            ticks[FOES] = max(1, ticks[FOES]) if some else 0
        agree(solution, hand, hand.main_decision(key, tuple(ticks)), int(roots[key]))
    for state in hand.met[:: max(1, len(hand.met) // nested)] if nested else ():
        with suppress(OutsideError):
            agree(solution, hand, state, None)


@pytest.mark.parametrize("name", FIGHTS)
def test_transitions_are_the_engines(solution_of: Callable[..., Solution], name: str) -> None:
    compare(solution_of(*FIGHTS[name], batch=300), decisions=3, nested=5)


@pytest.mark.slow
@pytest.mark.parametrize("name", FIGHTS)
def test_transitions_are_the_engines_at_length(solution_of: Callable[..., Solution], name: str) -> None:
    compare(solution_of(*FIGHTS[name], batch=2_000), decisions=30, nested=60)


@pytest.mark.slow
@pytest.mark.parametrize("name", WIDE)
def test_transitions_of_wide_fights_are_the_engines(solution_of: Callable[..., Solution], name: str) -> None:
    compare(solution_of(*WIDE[name], batch=40), decisions=4, nested=8)


def test_a_main_decision_holds_all_that_matters(solution_of: Callable[..., Solution]) -> None:
    """States that real play comes to are worth what their key and standing say."""
    solution = solution_of("dangerous", worn(), False, {}, batch=2_000, most=None)
    hand = ByHand(solution)
    table = Table(IRONSWORN, solution.collection.book)
    rng = np.random.default_rng(3)
    met = 0
    for seed in range(12):
        table.reset(seed)
        while table.legal():
            if table.views[0].decision == Decision.MOVE and rng.random() < 0.15:
                state = table.states.copy()
                root = int(solution.collection.keys[hand.id_of(state), ROOT])
                agree(solution, hand, state, root)
                met += 1
            table.apply(int(rng.choice(table.legal())))
    assert met > 4


RISING: dict[str, tuple[Any, Any, dict[str, Any]]] = {
    "extreme": ("extreme", worn(), {"end_miss": "returns"}),
    "assets": ("extreme", worn(assets=[asset("keen", 1, 2, 3), asset("archer", 1, 2, 3)]), {}),
    "supply": ("bear", owner(), {"price": "table"}),
    "narrative end": ("troublesome", worn(), {"end_weak": "narrative"}),
    "two foes": (("troublesome", "dangerous"), worn(), {}),
}


@pytest.mark.parametrize("name", RISING)
def test_every_way_stays_in_its_group_or_leads_to_a_higher_layer(
    solution_of: Callable[..., Solution], name: str
) -> None:
    foes, who, rules = RISING[name]
    graph = solution_of(foes, who, True, rules, batch=400, most=4_000).collection
    keys = graph.keys[: graph.meta.n_keys]
    group_of, layer_of = np.zeros(len(keys), np.int64), np.zeros(len(keys), np.int64)
    n = 0
    for height, layer in enumerate(layers(risen(keys, False, graph.supply_falls))):
        for group in layer:
            n += 1
            group_of[group], layer_of[group] = n, height
    assert (group_of > 0).all()
    for key in np.flatnonzero(keys[:, ROOT] >= 0)[::7]:
        for other in led_to(graph, int(keys[key, ROOT])):
            assert group_of[other] == group_of[key] or layer_of[other] < layer_of[key]


def led_to(graph: Collection, root: int) -> list[int]:
    """Main decisions and prices that a target leads to without another between."""
    targets = {root} | {
        int(edge) % TARGET_SPAN
        for node in graph.below(np.array([root]))
        for edge in graph.edges[graph.nodes[node, 0] : graph.nodes[node, 0] + graph.nodes[node, SIZE]]
    }
    return [target_id(code) for code in targets if target_kind(code) == MAIN]
