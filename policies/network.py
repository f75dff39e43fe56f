"""Pilots that were trained: networks run by NumPy from one safetensors file, which holds numbers and a card."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

from ..envs.core.catalogue import say
from ..envs.core.content import choices, match, read_bytes, refuse, shortened
from ..envs.core.face import Face
from ..envs.core.pilot import Pilot, View
from .card import Card

CHECKPOINTS = Path(__file__).parent.parent / "checkpoints"
SUFFIX = ".safetensors"
NET = "net:"
LARGEST = 20_000_000
"""Bytes of the largest file that is read."""
LARGEST_HEADER = 200_000
LENGTH = 8
"""Bytes that say how long the header is."""
HIDDEN = "hidden.{}"
POLICY, VALUE = "policy", "value"


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
    """A trunk of linear layers, each cut off at 0, and two heads: logits of actions, and what a position is worth.

    With a hint an observation has one number more, the action that another pilot would choose; the heads see it one-hot
    beside the trunk, so that the network learns where to depart from it.
    """

    hidden: tuple[Layer, ...]
    policy: Layer
    value: Layer
    hint: bool = False

    def logits(self, observations: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the logits of all actions, legal or not, for one observation or many."""
        return self._head(self.policy, observations)

    def values(self, observations: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return what one position or many are worth: about the chance to win, where training paid for wins alone."""
        worth: NDArray[np.float32] = self._head(self.value, observations)[..., 0]
        return worth

    def _head(self, head: Layer, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        hints = rows[..., -1].astype(np.int64) if self.hint else None
        rows = rows[..., :-1] if self.hint else rows
        for layer in self.hidden:
            rows = layer(rows)
            np.maximum(rows, 0, out=rows)
        if hints is None:
            return head(rows)
        width = rows.shape[-1]
        out: NDArray[np.float32] = rows @ head.weight[:width] + head.weight[width + hints] + head.bias
        return out


class NetworkPilot:
    """Holds a seat by a network: the legal action of the highest logit.

    Attributes:
        card: What the network is.
        network: The network.
        reason: How sure it was of its last choice.
    """

    def __init__(self, card: Card, network: Network) -> None:
        self.card = card
        self.network = network
        self.reason = ""
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
        logits = np.where(mask, self.network.logits(self.seen(view, mask, rng)), -np.inf)
        act = int(logits.argmax())
        self.reason = say("network.reason", share=1 / float(np.exp(logits - logits[act]).sum()))
        return act

    def choose_many(self, rows: NDArray[np.float32], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """Return the choices for many decisions.

        Args:
            rows: What `seen` gives of each, float32 ``(n, width)``.
            masks: Int8 or bool ``(n, actions)``, each with a legal action.
        """
        acts: NDArray[np.int64] = np.where(masks, self.network.logits(rows), -np.inf).argmax(axis=1)
        return acts

    def log_chances(self, view: View, mask: NDArray[np.int8]) -> NDArray[np.float64]:
        """Return the logarithm of how likely each action is, float64 ``(actions,)``; -inf where it is not legal."""
        row = self.seen(view, mask, np.random.default_rng(0))
        logits = np.where(mask, self.network.logits(row).astype(np.float64), -np.inf)
        logits -= logits.max()
        chances: NDArray[np.float64] = logits - np.log(np.exp(logits).sum())
        return chances

    def seen(self, view: View, mask: NDArray[np.int8], rng: np.random.Generator) -> NDArray[np.float32]:
        """Return what the network sees: the observation, and the hint if it takes one."""
        if self.hinting is None:
            return view.observation
        return np.append(view.observation, np.float32(self.hinting.choice(view, rng)))


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
    from json import JSONDecodeError, loads

    size = int.from_bytes(data[:LENGTH], "little")
    if not 2 <= size <= min(LARGEST_HEADER, len(data) - LENGTH):
        raise damaged(path, say("network.found_header"))
    try:
        header = loads(data[LENGTH : LENGTH + size])
        return Card.model_validate_json(header["__metadata__"]["card"])
    except (JSONDecodeError, UnicodeDecodeError, RecursionError, KeyError, TypeError) as error:
        raise damaged(path, say("network.found_header")) from error
    except ValidationError as error:
        detail = error.errors()[0]
        where = ".".join(map(str, detail["loc"]))
        raise damaged(path, say("network.found_card", where=where, reason=detail["msg"])) from error


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

    def layer(name: str) -> Layer:
        weight = np.ascontiguousarray(tensors[f"{name}.weight"].T)
        return Layer(weight, tensors[f"{name}.bias"].copy())

    hidden = tuple(layer(HIDDEN.format(k)) for k in range(len(card.hidden)))
    return Network(hidden, layer(POLICY), layer(VALUE), bool(card.hint))


def damaged(path: Path, found: str) -> Exception:
    """Return the error of a file that is no pilot."""
    return refuse(path, "", found, say("network.valid_file"))


def scripted_pilot(game: str) -> Pilot:
    """Return the scripted pilot of a game."""
    pilot: Pilot = import_module(f".{game}.pilots", __package__).ScriptedPilot()
    return pilot


@cache
def face_named(game: str) -> Face:
    """Return the face of a game by its name."""
    face: Face = import_module(f"..envs.{game}.face", __package__).FACE
    return face
