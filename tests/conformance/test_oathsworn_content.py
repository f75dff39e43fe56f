"""Oathsworn: other names and another order of content give the same observations and masks, in that other order."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import shieldmate
from shieldmate.agents.environments import make_oathsworn
from shieldmate.agents.oathsworn_environments import oathsworn_scenario
from shieldmate.envs.oathsworn.compile import compile_book
from shieldmate.envs.oathsworn.game import OATHSWORN
from shieldmate.envs.oathsworn.layout import LAYOUT
from shieldmate.envs.oathsworn.terms import ACTIONS, CARDS, ITEM_OPTIONS, ITEMS, OPTIONS, STAGE_CARDS, Act
from shieldmate.tests.conformance.games import SKIRMISH, random_legal

CONTENT = Path(shieldmate.__file__).parent / "envs" / "oathsworn" / "content"
CLASSES = ("warden", "priest", "ranger", "warbear")


def same_play(one, other, actions, index, seed, steps=80):
    """Play both games with corresponding random actions and compare all that is seen."""
    rng = np.random.default_rng(seed)
    (obs, info), (twin, twin_info) = one.reset(seed=seed), other.reset(seed=seed)
    for _ in range(steps):
        assert np.array_equal(twin[index], obs)
        assert np.array_equal(twin_info["action_mask"][actions], info["action_mask"])
        act = random_legal(info["action_mask"], rng)
        obs, reward, terminated, truncated, info = one.step(act)
        twin, *told, twin_info = other.step(int(actions[act]))
        assert told == [reward, terminated, truncated]
        if terminated or truncated:
            return


def environment(scenario, seat=0):
    return make_oathsworn(scenario, observation="flat", partners=["random"], seats=[seat])


def renamed(text):
    """A content file in which nothing has the name it had."""
    for k, name in enumerate(dict.fromkeys(re.findall(r'name = "([^"]+)"', text))):
        key = "" if name[0].isupper() else "name = "
        text = text.replace(f'{key}"{name}"', f'{key}"Thing {k}"')
    return text


@pytest.mark.parametrize("name", ["broodmother", "two-bosses", "thorn-abbot"])
def test_names_are_not_seen(name, tmp_path):
    for each in CLASSES:
        text = (CONTENT / "classes" / f"{each}.toml").read_text("utf-8")
        (tmp_path / f"{each}.toml").write_text(renamed(text), "utf-8")
    text = renamed((CONTENT / "encounters" / f"{name}.toml").read_text("utf-8"))
    party = ", ".join(f'{{ class = "{each}.toml" }}' for each in CLASSES)
    path = tmp_path / "encounter.toml"
    path.write_text(f"party = [{party}]\n{text}", "utf-8")
    plain = oathsworn_scenario(name, party=CLASSES)
    other = oathsworn_scenario(path)
    assert not set(plain.names.stage_cards) & set(other.names.stage_cards)
    for seat in range(4):
        same_play(environment(plain, seat), environment(other, seat), np.arange(ACTIONS), np.arange(LAYOUT.width), seat)


def moved_actions(base, width, places):
    """The id that each action has once slots moved to `places`."""
    ids = np.arange(ACTIONS)
    for slot, place in enumerate(places):
        ids[base + slot * width : base + (slot + 1) * width] = base + place * width + np.arange(width)
    return ids


def moved_rows(name, places):
    """Where each number of the observation stands once the slots of a block moved."""
    (block,) = (block for block in LAYOUT.blocks if block.name == name)
    start, width = LAYOUT.start(name), block.size // len(places)
    index = np.arange(LAYOUT.width)
    for slot, place in enumerate(places):
        index[start + slot * width : start + (slot + 1) * width] = start + place * width + np.arange(width)
    return index


def shuffled(count, used, rng):
    """A new place for each of the `used` first of `count` slots; the empty ones stay."""
    return [*rng.permutation(used).tolist(), *range(used, count)]


@pytest.mark.parametrize("seat", range(4))
def test_cards_and_items_in_another_order_are_seen_in_that_order(seat):
    scenario = oathsworn_scenario("two-bosses", party=CLASSES)
    rng = np.random.default_rng(seat)
    fighter = scenario.fighters[seat]
    cards = shuffled(CARDS, CARDS, rng)
    items = shuffled(ITEMS, len(fighter.items), rng)
    moved = replace(
        fighter,
        cards=tuple(fighter.cards[cards.index(slot)] for slot in range(CARDS)),
        items=tuple(fighter.items[items.index(slot)] for slot in range(len(fighter.items))),
    )
    fighters = (*scenario.fighters[:seat], moved, *scenario.fighters[seat + 1 :])
    one, other = environment(scenario, seat), environment(replace(scenario, fighters=fighters), seat)
    actions = moved_actions(Act.CARD, OPTIONS, cards)[moved_actions(Act.ITEM, ITEM_OPTIONS, items)]
    index = moved_rows("cards", cards)[moved_rows("card_options", cards)]
    index = index[moved_rows("items", items)][moved_rows("item_options", items)]
    for game in range(5):
        same_play(one, other, actions, index, game)


def test_stage_cards_in_another_order_are_seen_alike():
    """The same deck in another order, in the same situation: a card is what it does."""
    scenario = oathsworn_scenario(SKIRMISH)
    rng = np.random.default_rng(0)
    env = environment(scenario)
    places = rng.permutation(len(scenario.encounter.stage_cards))
    cards = tuple(scenario.encounter.stage_cards[places.tolist().index(k)] for k in range(len(places)))
    books = compile_book(replace(scenario, encounter=scenario.encounter.model_copy(update={"stage_cards": cards})))
    index = np.array([*places, *range(len(places), STAGE_CARDS)])
    out = np.empty(LAYOUT.width, np.float32)
    for seed in range(10):
        obs, info = env.reset(seed=seed)
        over = False
        while not over:
            twin = env.arena.states.copy()
            twin["stage_zone"][0][index] = env.arena.states["stage_zone"][0]
            if twin["face_up"] >= 0:
                twin["face_up"] = index[env.arena.states["face_up"]]
            OATHSWORN.observe(twin, 0, books, 0, 0, out)
            assert np.array_equal(out, obs)
            obs, _, terminated, truncated, info = env.step(random_legal(info["action_mask"], rng))
            over = terminated or truncated
