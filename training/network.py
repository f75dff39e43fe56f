"""The network as torch learns it, and as NumPy runs it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.distributions import MaskableDistribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.type_aliases import Schedule
from torch import Tensor, nn

from ..envs.core.catalogue import say
from ..envs.core.content import choices, refuse
from ..envs.core.face import face_named
from ..policies.action_features import ActionFeatures, features_of
from ..policies.network import Network, assembled
from .config import Config
from .vec_env import SeatVecEnv

NO = -60.0
"""Logit of an action that is not legal: its chance is nothing, yet no number so small that processors slow down."""
QUIET = 0.1
"""What the last layers begin with, beside torch's own: a network that knows nothing says little."""


class Net(nn.Module):
    """The network of `policies.network.Network`, its tensors of the same names."""

    def __init__(self, features: ActionFeatures, config: Config, width: int, blind: tuple[int, ...]) -> None:
        super().__init__()
        shape = config.network
        widths = zip((width - features.aside, *shape.hidden), shape.hidden, strict=False)
        self.game = config.game
        self.known = features
        for name, part in features.arrays().items():
            self.register_buffer(name, torch.as_tensor(part), persistent=False)  # they go where the network goes
        self.actions = len(features.places)
        self.hint = bool(shape.hint)
        self.hidden = nn.ModuleList(nn.Linear(before, after) for before, after in widths)
        self.option = nn.Linear(features.width + self.hint, shape.option)
        self.state = nn.Linear(shape.hidden[-1], shape.option, bias=False)
        self.second = nn.Linear(shape.option, shape.option)
        self.score = nn.Linear(shape.option, 1, bias=False)
        self.value = nn.Linear(shape.hidden[-1], 1)
        if self.hint:
            self.trust = nn.Parameter(torch.tensor([shape.trust]))
        with torch.no_grad():
            self.score.weight *= QUIET
            self.value.weight *= QUIET
        hide(self.hidden[0], [place - features.aside for place in blind if place >= features.aside])
        hide(self.option, features.columns(blind))

    @property
    def features(self) -> ActionFeatures:
        """What an observation says of each action, on the device of the network."""
        here: dict[str, Any] = dict(self.named_buffers())
        return replace(self.known, **here)

    def trunk(self, observations: Tensor) -> Tensor:
        """Return what the trunk makes of observations."""
        rows = observations[:, self.known.aside : -1 if self.hint else None]
        for layer in self.hidden:
            rows = torch.relu(layer(rows))
        return rows

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits ``(n, actions)``, very low where an action is not legal, and values ``(n,)``."""
        rows, acts = masks.nonzero(as_tuple=True)
        trunk = self.trunk(observations)
        told = self.features.of(observations, rows, acts, torch.cat)
        if self.hint:
            hinted = (acts == observations[rows, -1]).to(told.dtype)
            told = torch.cat([told, hinted[:, None]], dim=1)
        inner = torch.relu(self.option(told) + self.state(trunk)[rows])
        scores = self.score(torch.relu(self.second(inner)))[:, 0]
        if self.hint:
            scores = scores + hinted * self.trust
        logits = torch.full((len(observations), self.actions), NO, dtype=scores.dtype, device=scores.device)
        return logits.index_put((rows, acts), scores), self.value(trunk)[:, 0]


def hide(layer: Any, places: list[int]) -> None:
    """Have a layer's weights for some of its inputs be 0 and stay so."""

    def unseen(gradient: Tensor) -> Tensor:
        gradient = gradient.clone()
        gradient[:, places] = 0
        return gradient

    if places:
        with torch.no_grad():
            layer.weight[:, places] = 0
        layer.weight.register_hook(unseen)


class SeatPolicy(MaskableActorCriticPolicy):
    """A `Net` as MaskablePPO takes it; it needs the masks at every call."""

    def __init__(self, *args: Any, net: Callable[[], Net], **kwargs: Any) -> None:
        self.make_net = net
        super().__init__(*args, **kwargs)

    def _build(self, lr_schedule: Schedule) -> None:
        self.net = self.make_net()
        optimizer: Any = self.optimizer_class
        self.optimizer = optimizer(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)

    def told(self, obs: Any, action_masks: Any) -> tuple[Tensor, Tensor, Tensor]:
        """Return masks, logits ``(n, actions)`` and values ``(n,)``."""
        masks = torch.as_tensor(action_masks, device=obs.device).reshape(len(obs), -1) > 0
        return masks, *self.net(obs, masks)

    def forward(self, obs: Any, deterministic: bool = False, action_masks: Any = None) -> tuple[Tensor, Tensor, Tensor]:
        """Return actions, values and the logarithms of the actions' chances."""
        masks, logits, values = self.told(obs, action_masks)
        tried = logits
        if not deterministic:  # the highest of logits with Gumbel noise is a draw by their chances
            noise = -torch.empty(int(masks.sum()), device=obs.device).exponential_().log()
            tried = logits + torch.zeros_like(logits).masked_scatter_(masks, noise)
        actions = tried.masked_fill(~masks, -torch.inf).argmax(dim=1)
        return actions, values[:, None], log_chances(logits, actions)

    def evaluate_actions(self, obs: Any, actions: Tensor, action_masks: Any = None) -> tuple[Tensor, Tensor, Tensor]:
        """Return values, the logarithms of the actions' chances, and the entropies."""
        _, logits, values = self.told(obs, action_masks)
        logs = torch.log_softmax(logits, dim=1)
        return values[:, None], log_chances(logits, actions), -(logs.exp() * logs).sum(dim=1)

    def get_distribution(self, obs: Any, action_masks: Any = None) -> MaskableDistribution:
        """Return how likely each action is."""
        masks, logits, _ = self.told(obs, action_masks)
        return self.action_dist.proba_distribution(action_logits=logits.masked_fill(~masks, -torch.inf))

    def predict_values(self, obs: Any) -> Tensor:
        """Return the positions' values, ``(n, 1)``."""
        worth: Tensor = self.net.value(self.net.trunk(obs))
        return worth


def log_chances(logits: Tensor, actions: Tensor) -> Tensor:
    """Return the logarithm of how likely each action is, ``(n,)``."""
    return torch.log_softmax(logits, dim=1).gather(1, actions.long().reshape(-1, 1))[:, 0]


def make_model(config: Config, env: SeatVecEnv, seed: int, device: str) -> MaskablePPO:
    """Return a new learner."""
    learn, blind = config.learn, blind_of(config)
    features = features_of(config.game)
    return MaskablePPO(
        SeatPolicy,
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
        policy_kwargs={"net": lambda: Net(features, config, env.face.layout.width, blind)},
        seed=seed,
        device=device,
    )


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


def network_of(policy: Any) -> Network:
    """Return the network of a policy, as NumPy runs it."""
    tensors = {name: tensor.detach().cpu().numpy() for name, tensor in policy.net.named_parameters()}
    return assembled(tensors, features_of(policy.net.game))


def finite(policy: Any) -> bool:
    """Tell whether all numbers of a policy are finite."""
    return all(bool(torch.isfinite(parameter).all()) for parameter in policy.parameters())
