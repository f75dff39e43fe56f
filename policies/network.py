"""Pilots that were trained: networks run by NumPy from one safetensors file, which holds numbers and a card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

from ..envs.core.catalogue import say
from ..envs.core.content import choices, match, read_bytes, refuse, shortened
from ..envs.core.face import face_named
from ..envs.core.pilot import Pilot, View
from .action_features import ActionFeatures, features_of
from .card import Card

CHECKPOINTS = Path(__file__).parent.parent / "checkpoints"
SUFFIX = ".safetensors"
NET = "net:"
LARGEST = 200_000_000
"""Bytes of the largest file that is read; the largest network of a configuration takes some 160 million."""
LARGEST_HEADER = 200_000
LENGTH = 8
"""Bytes that say how long the header is."""
HIDDEN = "hidden.{}"
OPTION, SECOND, VALUE = "option", "second", "value"
STATE, SCORE, TRUST = "state.weight", "score.weight", "trust"


@dataclass(frozen=True)
class Layer:
    """A linear layer.

    Attributes:
        weight: Float32 ``(inputs, outputs)``.
        bias: Float32 ``(outputs,)``.
    """

    weight: NDArray[np.float32]
    bias: NDArray[np.float32]

    def __call__(self, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the outputs for one row of inputs or many."""
        out: NDArray[np.float32] = rows @ self.weight + self.bias
        return out


@dataclass(frozen=True)
class Network:
    """Scores each legal action by what the observation says of it, and tells what a position is worth.

    A trunk of linear layers, each cut off at 0, reads the observation but for what is seen through the actions. An
    action's own features go through two layers of their own, the same for all actions, into the first of which the
    trunk speaks; so what is learned of one card, hex or foe holds for every other. With a hint an observation has one
    number more: the action that another pilot would choose, which is a feature of that action, and is trusted from the
    start.

    Attributes:
        features: What an observation says of each action.
        hidden: The trunk.
        option: First layer of an action's features; with a hint the last feature is that it is the hint.
        state: What the trunk says to it, float32 ``(trunk, width)``.
        second: Second layer.
        score: Float32 ``(width,)``, to the logit.
        value: The worth of a position, from the trunk.
        trust: Added to the logit of the hint; None without one.
    """

    features: ActionFeatures
    hidden: tuple[Layer, ...]
    option: Layer
    state: NDArray[np.float32]
    second: Layer
    score: NDArray[np.float32]
    value: Layer
    trust: float | None = None

    @property
    def hint(self) -> bool:
        """Whether an observation ends with a hint."""
        return self.trust is not None

    @property
    def digest(self) -> str:
        """A hash of all that it computes with."""
        layers = (*self.hidden, self.option, self.second, self.value)
        parts = [part for layer in layers for part in (layer.weight, layer.bias)]
        told = sha256(f"{self.features.digest} {self.trust}".encode())
        for part in (*parts, self.state, self.score):
            told.update(part.tobytes())
        return told.hexdigest()

    def logits(self, observations: NDArray[np.float32], masks: NDArray[Any]) -> NDArray[np.float32]:
        """Return the logits of the legal actions of one observation or many; -inf where an action is not legal.

        Args:
            observations: Float32 ``(width,)`` or ``(n, width)``, the hint last if there is one.
            masks: Bool or 0 and 1, ``(actions,)`` or ``(n, actions)``.
        """
        many = np.atleast_2d(observations)
        rows, acts = np.nonzero(np.atleast_2d(masks))
        told = self.features.of(many, rows, acts, np.concatenate)
        hinted = (acts == many[rows, -1]).astype(np.float32)
        if self.hint:
            told = np.concatenate([told, hinted[:, None]], axis=1)
        inner = self.option(told) + (self._trunk(many) @ self.state)[rows]
        np.maximum(inner, 0, out=inner)
        inner = self.second(inner)
        np.maximum(inner, 0, out=inner)
        out = np.full((len(many), len(self.features.places)), -np.inf, np.float32)
        # Not a product with a vector: that rounds by where a row stands among the others, and equal options must tie.
        out[rows, acts] = (inner * self.score).sum(axis=1) + hinted * (self.trust or 0)
        return out if observations.ndim == 2 else out[0]

    def values(self, observations: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return what one position or many are worth: about the chance to win, where training paid for wins alone."""
        worth: NDArray[np.float32] = self.value(self._trunk(observations))[..., 0]
        return worth

    def _trunk(self, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        rows = rows[..., self.features.aside : -1 if self.hint else None]
        for layer in self.hidden:
            rows = layer(rows)
            np.maximum(rows, 0, out=rows)
        return rows


class NetworkPilot:
    """Holds a seat by a network: the legal action of the highest logit.

    Attributes:
        card: What the network is.
        network: The network.
    """

    def __init__(self, card: Card, network: Network) -> None:
        self.card = card
        self.network = network
        self._last: tuple[View, int, NDArray[np.float32], int] | None = None
        self.hinting: Any = scripted_pilot(card.game) if network.hint else None

    def meet(self, game: str, book: NDArray[np.void]) -> None:
        """See what is played before it begins.

        Raises:
            ContentError: The network plays another game.
        """
        if game != self.card.game:
            raise refuse(NET + self.card.name, "", say("network.found_game", game=self.card.game), game)

    def act(self, view: View, mask: NDArray[np.int8], rng: np.random.Generator) -> int:
        """Return the choice for the pending decision; `rng` is the luck of the pilot that gives the hint."""
        row = self.seen(view, mask, rng)
        logits = self._logits(row, mask)
        act = int(logits.argmax())
        self._last = view, act, logits, int(row[-1])
        return act

    @property
    def digest(self) -> str:
        """A hash of all that it decides by."""
        return self.network.digest

    @property
    def reason(self) -> str:
        """Why it chose what it chose last: how sure it was, or where it departed from the hint."""
        if self._last is None:
            return ""
        view, act, logits, hint = self._last
        if not self.network.hint:
            return say("network.reason", share=1 / float(np.exp(logits - logits[act]).sum()))
        return say("network.reason_same") if act == hint else say("network.reason_other", other=view.option(hint))

    def choose_many(self, rows: NDArray[np.float32], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """Return the choices for many decisions.

        Args:
            rows: What `seen` gives of each, float32 ``(n, width)``.
            masks: Int8 or bool ``(n, actions)``, each with a legal action.
        """
        acts: NDArray[np.int64] = self._logits(rows, masks).argmax(axis=1)
        return acts

    def log_chances(self, view: View, mask: NDArray[np.int8]) -> NDArray[np.float64]:
        """Return the logarithm of how likely each action is, float64 ``(actions,)``; -inf where it is not legal."""
        row = self.seen(view, mask, np.random.default_rng(0))
        logits = self._logits(row, mask).astype(np.float64)
        logits -= logits.max()
        chances: NDArray[np.float64] = logits - np.log(np.exp(logits).sum())
        return chances

    def _logits(self, rows: NDArray[np.float32], masks: NDArray[np.int8]) -> NDArray[np.float32]:
        """Return the logits of the network.

        Raises:
            ContentError: They overflow, so that none is the highest.
        """
        with np.errstate(over="ignore", invalid="ignore"):
            logits = self.network.logits(rows, masks)
        if not np.isfinite(logits.max(axis=-1)).all():
            raise refuse(NET + self.card.name, "", say("network.found_overflow"), say("network.valid_file"))
        return logits

    def seen(self, view: View, mask: NDArray[np.int8], rng: np.random.Generator) -> NDArray[np.float32]:
        """Return what the network sees: the observation, and the hint if it takes one."""
        if self.hinting is None:
            return view.observation
        return np.append(view.observation, np.float32(self.hinting.act(view, mask, rng)))


class PlainPilot(NetworkPilot):
    """A pilot whose network takes no hint, so that observations are all it needs."""

    def act_batch(
        self, observations: NDArray[np.float32], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """Return the choices for many decisions.

        Args:
            observations: Float32 ``(n, width)``.
            masks: Int8 or bool ``(n, actions)``, each with a legal action.
            rng: Not used.
        """
        return self.choose_many(observations, masks)


def names() -> list[str]:
    """Return the names of the pilots that ship."""
    return sorted(path.stem for path in CHECKPOINTS.glob(f"*{SUFFIX}"))


def load_pilot(name_or_path: str | Path) -> NetworkPilot:
    """Return the pilot of a name in `checkpoints/`, or of a file.

    Raises:
        ContentError: There is none, it is damaged, or it is for another version of the game.
    """
    text = str(name_or_path).removeprefix(NET).strip()
    known = match(text, names())
    if known is not None:
        return read_pilot(CHECKPOINTS / f"{known}{SUFFIX}")
    if Path(text).suffix != SUFFIX:
        raise refuse(NET + text, "", say("network.found_name"), choices((*names(), f"FILE{SUFFIX}"), text))
    return read_pilot(Path(text))


def read_pilot(path: Path) -> NetworkPilot:
    """Return the pilot that a file holds.

    Raises:
        ContentError: It is damaged, or for another version of the game.
    """
    data = read_bytes(path, LARGEST)
    card = card_of(data, path)
    check_fit(card, path)
    network = network_of(data, card, path)
    return NetworkPilot(card, network) if network.hint else PlainPilot(card, network)


def card_of(data: bytes, path: Path) -> Card:
    """Return the card that the header of a file holds.

    Raises:
        ContentError: There is none, or it is not whole.
    """
    from json import loads

    size = int.from_bytes(data[:LENGTH], "little")
    if not 2 <= size <= min(LARGEST_HEADER, len(data) - LENGTH):
        raise damaged(path, say("network.found_header"))
    try:
        header = loads(data[LENGTH : LENGTH + size])
        return Card.model_validate_json(header["__metadata__"]["card"])
    except ValidationError as error:
        detail = error.errors()[0]
        where = ".".join(map(str, detail["loc"]))
        raise damaged(path, say("network.found_card", where=where, reason=detail["msg"])) from error
    except (ValueError, RecursionError, KeyError, TypeError) as error:
        raise damaged(path, say("network.found_header")) from error


def check_fit(card: Card, path: Path) -> None:
    """Refuse a network that this version of the game has no use for.

    Raises:
        ContentError: Naming what differs.
    """
    for what, found, valid in card.differences(face_named(card.game)):
        told = say("network.found_other", what=what, found=found, valid=valid)
        raise refuse(path, "", told, say("network.valid_fit"))


def network_of(data: bytes, card: Card, path: Path) -> Network:
    """Return the network of a file: exactly the tensors that its card tells of.

    Raises:
        ContentError: A tensor is missing, too many, of another type or shape, or holds what is no finite number.
    """
    from safetensors import SafetensorError
    from safetensors.numpy import load

    try:
        tensors = load(data)
    except (SafetensorError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise damaged(path, shortened(str(error))) from error
    shapes = card.shapes()
    if set(tensors) != set(shapes):
        other = shortened(min(set(tensors) ^ set(shapes)))
        raise damaged(path, say("network.found_tensor", name=other))
    for name, shape in shapes.items():
        tensor = tensors[name]
        if tensor.dtype != np.float32 or tensor.shape != shape:
            raise damaged(path, say("network.found_tensor", name=name))
        if not np.isfinite(tensor).all():
            raise damaged(path, say("network.found_numbers", name=name))

    return assembled(tensors, features_of(card.game))


def assembled(tensors: Mapping[str, NDArray[np.float32]], features: ActionFeatures) -> Network:
    """Return the network whose numbers are these, by the names of a file; weights are ``(outputs, inputs)`` there."""

    def layer(name: str) -> Layer:
        return Layer(np.ascontiguousarray(tensors[f"{name}.weight"].T), tensors[f"{name}.bias"].copy())

    depth = sum(name.startswith(HIDDEN.format("")) for name in tensors) // 2
    return Network(
        features,
        tuple(layer(HIDDEN.format(k)) for k in range(depth)),
        layer(OPTION),
        np.ascontiguousarray(tensors[STATE].T),
        layer(SECOND),
        tensors[SCORE][0].copy(),
        layer(VALUE),
        float(tensors[TRUST][0]) if TRUST in tensors else None,
    )


def damaged(path: Path, found: str) -> Exception:
    """Return the error of a file that is no pilot."""
    return refuse(path, "", found, say("network.valid_file"))


def scripted_pilot(game: str) -> Pilot:
    """Return the scripted pilot of a game."""
    pilot: Pilot = import_module(f".{game}.pilots", __package__).ScriptedPilot()
    return pilot
