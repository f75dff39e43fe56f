"""The network as torch learns it: the same numbers as NumPy's, and blind where it is told to be."""

from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from shieldmate.envs.core.face import face_named
from shieldmate.envs.core.hexes import HEXES
from shieldmate.envs.oathsworn.layout import LAYOUT, Held, Me
from shieldmate.envs.oathsworn.terms import Act
from shieldmate.policies.action_features import features_of
from shieldmate.policies.network import CHECKPOINTS, assembled, load_pilot, names
from shieldmate.tests.conformance.games import GAMES, random_legal
from shieldmate.training.config import Config
from shieldmate.training.learner_env import LearnerEnv
from shieldmate.training.network import NO, Net, blind_of, make_model
from shieldmate.training.tables import tables_of


def net_of(game, **shape):
    torch.set_num_threads(1)
    torch.manual_seed(1)
    config = Config.model_validate(
        {
            "game": game,
            "tables": [{"scenarios": [f"{game}/bear"]}],
            "network": {"hidden": [16, 8], "option": 12, **shape},
        }
    )
    return Net(features_of(game), config, face_named(game).layout.width, blind_of(config))


def observed(game, hint="", n=40):
    """Observations and masks of nothing in particular."""
    rng = np.random.default_rng(5)
    face = face_named(game)
    obs = rng.uniform(-1, 1, (n, face.layout.width)).astype(np.float32)
    masks = rng.random((n, face.rules.actions)) < 0.2
    if hint:
        hints = [rng.choice(np.flatnonzero(mask)) for mask in masks]
        obs = np.append(obs, np.array(hints, np.float32)[:, None], axis=1)
    return obs, masks


def logits_and_values(net, obs, masks):
    with torch.no_grad():
        logits, values = net(torch.as_tensor(obs), torch.as_tensor(masks))
    return logits.numpy(), values.numpy()


@pytest.mark.parametrize("game", ["ironsworn", "oathsworn"])
def test_features_are_the_same_in_torch(game):
    features, (obs, masks) = features_of(game), observed(game)
    rows, acts = np.nonzero(masks)
    same = features.of(obs, rows, acts, np.concatenate)
    moved = net_of(game).features
    told = moved.of(torch.as_tensor(obs), torch.as_tensor(rows), torch.as_tensor(acts), torch.cat)
    np.testing.assert_allclose(told.numpy(), same, atol=1e-6)
    assert moved.width == features.width == same.shape[1]


@pytest.mark.parametrize("game", ["ironsworn", "oathsworn"])
@pytest.mark.parametrize("hint", ["", "scripted"])
def test_numpy_computes_the_same(game, hint):
    net, (obs, masks) = net_of(game, hint=hint), observed(game, hint)
    logits, values = logits_and_values(net, obs, masks)
    network = assembled({name: tensor.detach().numpy() for name, tensor in net.named_parameters()}, features_of(game))
    found = network.logits(obs, masks)
    np.testing.assert_allclose(found[masks], logits[masks], atol=1e-5)
    assert (logits[~masks] == NO).all()
    assert np.isneginf(found[~masks]).all()
    np.testing.assert_allclose(network.values(obs), values, atol=1e-5)


def met(pilot, count):
    """What a pilot sees at decisions of random games of all kinds that the conformance suite has, and the masks."""
    game = next(game for game in GAMES if game.name == pilot.card.game)
    rng = np.random.default_rng(3)
    rows, masks = [], []
    for settings in game.varied:
        env = game.make(**settings)
        _, info = env.reset(seed=1)
        for _ in range(count):
            mask, arena = info["action_mask"].copy(), env.arena
            rows.append(pilot.seen(game.face.view(arena.states, 0, arena.books, 0, arena.seat), mask, rng))
            masks.append(mask > 0)
            *_, terminated, truncated, info = env.step(random_legal(mask, rng))
            if terminated or truncated:
                _, info = env.reset()
    return np.array(rows), np.array(masks)


@pytest.mark.compiled
@pytest.mark.parametrize("name", names())
def test_numpy_computes_what_torch_computes_of_a_network_that_ships(name):
    pilot = load_pilot(name)
    card = pilot.card
    net = net_of(card.game, hidden=card.hidden, option=card.option, hint=card.hint)
    net.load_state_dict(load_file(CHECKPOINTS / f"{name}.safetensors"))
    obs, masks = met(pilot, 50)
    logits, values = logits_and_values(net, obs, masks)
    found = pilot.network.logits(obs, masks)
    np.testing.assert_allclose(found[masks], logits[masks], rtol=0, atol=1e-5)
    assert np.isneginf(found[~masks]).all()
    np.testing.assert_allclose(pilot.network.values(obs), values, rtol=0, atol=1e-5)
    assert np.ptp(values) > 0.1


def test_all_that_it_computes_with_goes_to_its_device():
    """`meta` is the one device beside the processor that every machine has."""
    net = net_of("oathsworn", hint="scripted").to("meta")
    assert all(part.device.type == "meta" for part in net.features.arrays().values())
    assert all(parameter.device.type == "meta" for parameter in net.parameters())


@pytest.mark.parametrize("deterministic", [True, False])
def test_however_low_the_logits_a_legal_action_is_taken(deterministic):
    config = Config.model_validate({"game": "ironsworn", "tables": [{"scenarios": ["ironsworn/bear"]}]})
    env = LearnerEnv(face_named("ironsworn"), tables_of(config), 4, False, {})
    policy: Any = make_model(config, env, 0, "cpu").policy
    obs, masks = observed("ironsworn")
    masks[:, 0] |= ~masks.any(axis=1)
    with torch.no_grad():
        policy.net.score.weight.fill_(-1e4)
        for choose in (policy.forward, policy._predict):
            told = choose(torch.as_tensor(obs), deterministic=deterministic, action_masks=masks)
            acts = told[0] if isinstance(told, tuple) else told
            assert masks[np.arange(len(obs)), acts.numpy()].all()


def test_the_hint_is_trusted_from_the_start():
    obs, masks = observed("ironsworn", "scripted")
    logits, _ = logits_and_values(net_of("ironsworn", hint="scripted", trust=9.0), obs, masks)
    assert np.array_equal(logits.argmax(axis=1), obs[:, -1])


PLACES = [
    ("a plane of hexes", {"hexes": [*range(HEXES)]}, "hexes", HEXES),
    ("one hex", {"hexes": [80]}, "hexes", HEXES),
    ("one card", {"cards": [int(Held.COOLDOWN)]}, "cards", Held.COOLDOWN + 1),
    ("where I stand", {"me": [int(Me.X), int(Me.Y)]}, "me", Me.EMPOWER),
    ("the round", {"table": [0]}, "table", 1),
]


@pytest.mark.parametrize(("blind", "block", "seen"), [row[1:] for row in PLACES], ids=[row[0] for row in PLACES])
def test_what_it_is_blind_to_stays_unseen_as_it_learns(blind, block, seen):
    """Neither the trunk nor the features of an action tell of it."""
    net, (obs, masks) = net_of("oathsworn", blind=blind), observed("oathsworn")
    optimiser = torch.optim.Adam(net.parameters(), lr=0.01)
    for _ in range(3):
        logits, values = net(torch.as_tensor(obs), torch.as_tensor(masks))
        optimiser.zero_grad()
        (torch.logsumexp(logits, 1).sum() + values.square().sum()).backward()
        optimiser.step()
    before = logits_and_values(net, obs, masks)
    other = obs.copy()
    ((name, places),) = blind.items()
    other[:, [LAYOUT.start(name) + place for place in places]] *= -0.5
    for found, same in zip(logits_and_values(net, other, masks), before, strict=True):
        assert np.array_equal(found, same)
    other[:, LAYOUT.start(block) + seen] += 0.5
    assert not np.array_equal(logits_and_values(net, other, masks)[0], before[0])


def test_hexes_are_seen_through_the_actions_alone():
    net, (obs, masks) = net_of("oathsworn"), observed("oathsworn")
    logits, values = logits_and_values(net, obs, masks)
    obs[:, : LAYOUT.start("decision")] += 0.5
    changed, same = logits_and_values(net, obs, masks)
    assert np.array_equal(values, same)
    assert np.array_equal(logits[:, Act.PASS :], changed[:, Act.PASS :])
    hexes = masks[:, : Act.PASS]
    assert (logits[:, : Act.PASS][hexes] != changed[:, : Act.PASS][hexes]).mean() > 0.9
