"""Weights of stable-baselines3 policies as safetensors: numbers and a note, nothing that is ever unpickled."""

from __future__ import annotations

from pathlib import Path

from safetensors import SafetensorError, safe_open
from safetensors.torch import load_file, save_file
from stable_baselines3.common.policies import BasePolicy

from ..envs.core.face import Face

FORMAT = "1"


def note_of(face: Face) -> dict[str, str]:
    """Return what weights for a game depend on: its rules' version, the layout of its observation, its actions."""
    layout = ",".join(f"{block.name}:{block.size}" for block in face.layout.blocks)
    return {
        "format": FORMAT,
        "game": face.rules.name,
        "version": str(face.rules.version),
        "actions": str(face.rules.actions),
        "layout": layout,
    }


def save_weights(policy: BasePolicy, face: Face, path: str | Path) -> None:
    """Write a policy's weights; spaces, optimiser and random state stay out."""
    tensors = {name: tensor.detach().cpu().contiguous() for name, tensor in policy.state_dict().items()}
    save_file(tensors, str(path), metadata=note_of(face))


def load_weights(policy: BasePolicy, face: Face, path: str | Path) -> None:
    """Read weights into a policy of the same shape.

    Raises:
        ValueError: The file is damaged, or was written for another game, version, layout or network.
    """
    try:
        with safe_open(str(path), framework="pt") as file:
            note = file.metadata() or {}
    except SafetensorError as error:
        raise ValueError(f"{path}: no safetensors file ({error})") from error
    for key, value in note_of(face).items():
        if note.get(key) != value:
            raise ValueError(f"{path}: {key} is {note.get(key)!r}, this game has {value!r}")
    try:
        policy.load_state_dict(load_file(str(path)))
    except RuntimeError as error:
        raise ValueError(f"{path}: weights of another network ({str(error).splitlines()[0]})") from error
