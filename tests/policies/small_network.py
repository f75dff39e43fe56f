"""Small networks of random numbers."""

from __future__ import annotations

import numpy as np

from shieldmate.envs.core.face import face_named
from shieldmate.policies.action_features import features_of
from shieldmate.policies.card import Card
from shieldmate.policies.network import NetworkPilot, assembled


def card_of(game="ironsworn", **changes):
    """A card that fits this version of a game."""
    face = face_named(game)
    data = {
        "name": "small",
        "game": game,
        "pilots": "anyone",
        "version": face.rules.version,
        "layout": face.layout.digest,
        "width": face.layout.width,
        "actions": face.rules.actions,
        "features": features_of(game).digest,
        "hidden": (8, 6),
        "option": 5,
        "training": {"command": "shieldmate train", "config": {}, "seed": 1, "seeds": (0, 1), "frames": 0},
        "licence": "MIT",
    }
    return Card.model_validate(data | changes)


def small_pilot(game="ironsworn", **changes):
    """A pilot of such a network."""
    card = card_of(game, **changes)
    return NetworkPilot(card, assembled(tensors_of(card), features_of(game)))


def tensors_of(card, seed=0):
    """Numbers for all that a card tells of."""
    rng = np.random.default_rng(seed)
    return {name: rng.normal(size=shape).astype(np.float32) for name, shape in card.shapes().items()}
