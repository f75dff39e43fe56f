"""Ironsworn: other names and another order of content give the same observations and masks, in that other order."""

import numpy as np
import pytest

from shieldmate.agents.environments import ironsworn_scenario, make_ironsworn
from shieldmate.envs.ironsworn.layout import LAYOUT
from shieldmate.envs.ironsworn.scenario import Scenario
from shieldmate.envs.ironsworn.sheet import Sheet, SheetAsset
from shieldmate.envs.ironsworn.terms import ACTIONS, ASSETS, FOES, Act
from shieldmate.tests.conformance.games import random_legal

ASSET_SETS = [
    ("swordmaster", "hound", "talisman", "veteran", "skirmisher", "keen"),
    ("archer", "cave_lion", "battle_scarred", "shield_bearer", "leech"),
    ("ironclad", "duelist", "kindred", "horse"),
]


def shuffled(count, used, rng):
    """A new place for each of the `used` first of `count` slots; the empty ones stay."""
    return [*rng.permutation(used).tolist(), *range(used, count)]


def moved_actions(base, width, places):
    """The id that each action has once slots moved to `places`."""
    ids = np.arange(ACTIONS)
    for slot, place in enumerate(places):
        for k in range(width):
            ids[base + slot * width + k] = base + place * width + k
    return ids


def moved_rows(name, per_slot, places):
    """Where each number of the observation stands once the slots of a block moved."""
    (block,) = (block for block in LAYOUT.blocks if block.name == name)
    start, width = LAYOUT.start(name), block.size // len(places)
    index = np.arange(LAYOUT.width)
    for slot, place in enumerate(places):
        index[start + slot * width : start + (slot + 1) * width] = start + place * width + np.arange(width)
    assert width % per_slot == 0
    return index


def choose(mask, rng):
    """Choose a random action, but never one of several abilities: after it those of later slots only are offered."""
    abilities = mask[Act.ABILITY : Act.GO].sum()
    return int(Act.GO) if abilities > 1 and mask[Act.GO] else random_legal(mask, rng)


def same_play(one, other, actions, index, seed):
    """Play both games with corresponding random actions and compare all that is seen."""
    rng = np.random.default_rng(seed)
    (obs, info), (twin, twin_info) = one.reset(seed=seed), other.reset(seed=seed)
    over = False
    while not over:
        assert np.array_equal(twin[index], obs)
        assert np.array_equal(twin_info["action_mask"][actions], info["action_mask"])
        act = choose(info["action_mask"], rng)
        obs, reward, terminated, truncated, info = one.step(act)
        twin, *told, twin_info = other.step(int(actions[act]))
        assert told == [reward, terminated, truncated]
        over = terminated or truncated


def test_names_are_not_seen():
    scenario = ironsworn_scenario(foes=["bear", "wolf:4"], characters=["warrior"] * 2)
    foes = tuple(foe._replace(name=f"thing {k}") for k, foe in enumerate(scenario.foes))
    sheets = tuple(sheet.model_copy(update={"name": f"somebody {k}"}) for k, sheet in enumerate(scenario.sheets))
    renamed = Scenario("another", foes, sheets, scenario.rules)
    one, other = (make_ironsworn(s, observation="flat", partners=["random"]) for s in (scenario, renamed))
    for seed in range(20):
        same_play(one, other, np.arange(ACTIONS), np.arange(LAYOUT.width), seed)


@pytest.mark.parametrize("seed", range(6))
def test_foes_in_another_order_are_seen_in_that_order(seed):
    foes = ironsworn_scenario(foes=["bear", "wolf:4", "troll"]).foes
    places = shuffled(FOES, len(foes), np.random.default_rng(seed))
    moved = tuple(foes[places.index(slot)] for slot in range(len(foes)))
    base = ironsworn_scenario()
    one, other = (
        make_ironsworn(Scenario("fight", some, base.sheets, base.rules), observation="flat") for some in (foes, moved)
    )
    for game in range(10):
        same_play(one, other, moved_actions(Act.FOE, 1, places), moved_rows("foes", 1, places), 10 * seed + game)


@pytest.mark.parametrize("names", ASSET_SETS, ids="-".join)
def test_assets_in_another_order_are_seen_in_that_order(names):
    rng = np.random.default_rng(1)
    owned = [SheetAsset(id=name, abilities=(True, True, True)) for name in names]
    for _ in range(3):
        places = shuffled(ASSETS, len(owned), rng)
        moved = [owned[places.index(slot)] for slot in range(len(owned))]
        sheets = [
            Sheet(name="Ulla", edge=2, heart=2, iron=3, shadow=1, wits=1, assets=tuple(some)) for some in (owned, moved)
        ]
        one, other = (make_ironsworn("extreme", [sheet], observation="flat") for sheet in sheets)
        actions = moved_actions(Act.ABILITY, 3, places)[moved_actions(Act.SECOND, 3, places)]
        index = moved_rows("assets", 1, places)[moved_rows("abilities", 3, places)]
        for game in range(10):
            same_play(one, other, actions, index, game)
