"""The network as torch learns it, and as NumPy runs it."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn
from torch.nn import functional

from ..envs.core.catalogue import say
from ..envs.core.content import choices, refuse
from ..policies.network import HIDDEN, POLICY, VALUE, Layer, Network, face_named
from .config import Config
from .vec_env import SeatVecEnv


class Trunk(BaseFeaturesExtractor):
    """Linear layers, each cut off at 0, shared by policy and value; a hint, the last number, goes beside them."""

    def __init__(
        self, observation_space: spaces.Box, hidden: tuple[int, ...], blind: tuple[int, ...], hints: int
    ) -> None:
        super().__init__(observation_space, hidden[-1] + hints)
        self.hints = hints
        widths = (observation_space.shape[0] - bool(hints), *hidden)
        self.layers: Any = nn.ModuleList(
            nn.Linear(before, after) for before, after in zip(widths, hidden, strict=False)
        )
        self.blind = list(blind)
        weight: Any = self.layers[0].weight
        weight.register_hook(self.unseen)

    def unseen(self, gradient: Tensor) -> Tensor:
        """Return a gradient of the first layer's weights that leaves those of what is not seen at 0."""
        if self.blind:
            gradient = gradient.clone()
            gradient[:, self.blind] = 0
        return gradient

    def forward(self, observations: Tensor) -> Tensor:
        """Return the last layer's outputs, and the hint one-hot."""
        rows = observations[:, :-1] if self.hints else observations
        for layer in self.layers:
            rows = torch.relu(layer(rows))
        if not self.hints:
            return rows
        return torch.cat([rows, functional.one_hot(observations[:, -1].long(), self.hints).to(rows.dtype)], dim=1)


def make_model(config: Config, env: SeatVecEnv, seed: int, device: str) -> MaskablePPO:
    """Return a new learner."""
    learn, blind = config.learn, blind_of(config)
    hints = env.face.rules.actions if config.network.hint else 0
    model = MaskablePPO(
        "MlpPolicy",
        env,
        learning_rate=lambda left: learn.last_rate + left * (learn.rate - learn.last_rate),
        n_steps=learn.steps,
        batch_size=min(learn.batch, learn.games * learn.steps),
        n_epochs=learn.epochs,
        gamma=learn.discount,
        gae_lambda=learn.trace,
        clip_range=learn.clip,
        ent_coef=learn.entropy,
        vf_coef=learn.value,
        target_kl=learn.divergence or None,
        policy_kwargs={
            "net_arch": [],
            "features_extractor_class": Trunk,
            "features_extractor_kwargs": {"hidden": config.network.hidden, "blind": blind, "hints": hints},
        },
        seed=seed,
        device=device,
    )
    policy: Any = model.policy
    with torch.no_grad():
        policy.features_extractor.layers[0].weight[:, list(blind)] = 0
        if hints:
            policy.action_net.weight[:, -hints:] = config.network.trust * torch.eye(hints)
    return model


def blind_of(config: Config) -> tuple[int, ...]:
    """Return the places in the observation that a network does not see.

    Raises:
        ContentError: There is no such block, or no such place in it.
    """
    layout = face_named(config.game).layout
    sizes = {block.name: block.size for block in layout.blocks}
    places = []
    for name, at in config.network.blind.items():
        if name not in sizes:
            raise refuse("network.blind", "", name, choices(sizes, name))
        if wrong := [place for place in at if not 0 <= place < sizes[name]]:
            raise refuse("network.blind", name, str(wrong[0]), say("content.valid_at_most", bound=sizes[name] - 1))
        places += [layout.start(name) + place for place in at]
    return tuple(places)


def layers_of(policy: Any) -> dict[str, nn.Linear]:
    """Return the layers of a policy by their names in an exported file."""
    hidden = {HIDDEN.format(k): layer for k, layer in enumerate(policy.features_extractor.layers)}
    return {**hidden, POLICY: policy.action_net, VALUE: policy.value_net}


def tensors_of(policy: Any) -> dict[str, NDArray[np.float32]]:
    """Return the numbers of a policy as an exported file holds them."""
    return {
        f"{name}.{part}": getattr(layer, part).detach().cpu().numpy().copy()
        for name, layer in layers_of(policy).items()
        for part in ("weight", "bias")
    }


def network_of(policy: Any) -> Network:
    """Return the network of a policy, as NumPy runs it."""
    tensors = tensors_of(policy)

    def layer(name: str) -> Layer:
        return Layer(np.ascontiguousarray(tensors[f"{name}.weight"].T), tensors[f"{name}.bias"])

    hidden = tuple(layer(HIDDEN.format(k)) for k in range(len(policy.features_extractor.layers)))
    return Network(hidden, layer(POLICY), layer(VALUE), bool(policy.features_extractor.hints))


def outputs_of(policy: Any, observations: Tensor) -> tuple[Tensor, Tensor]:
    """Return logits of all actions and values, `(n, actions)` and `(n,)`."""
    features = policy.features_extractor(observations)
    return policy.action_net(features), policy.value_net(features)[:, 0]


def finite(policy: Any) -> bool:
    """Tell whether all numbers of a policy are finite."""
    return all(bool(torch.isfinite(parameter).all()) for parameter in policy.parameters())
