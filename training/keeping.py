"""Keeping a learner: its network and its optimiser as safetensors with a note. Nothing is pickled."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save
from sb3_contrib import MaskablePPO

from ..envs.core.catalogue import say
from ..envs.core.content import refuse
from .folder import read_note, write_bytes

OPTIMISER = "optimiser."


def save_model(path: Path, model: MaskablePPO, note: dict[str, Any]) -> None:
    """Keep a learner: its network, its optimiser, and a note."""
    tensors = {name: tensor.detach().cpu().contiguous() for name, tensor in model.policy.named_parameters()}
    state = model.policy.optimizer.state_dict()["state"]
    for k, parts in state.items():
        for part, tensor in parts.items():
            tensors[f"{OPTIMISER}{k}.{part}"] = torch.as_tensor(tensor).detach().cpu().contiguous()
    write_bytes(path, save(tensors, metadata={"note": json.dumps(note)}))


def load_model(path: Path, model: MaskablePPO) -> dict[str, Any]:
    """Read a learner of the same shape back; returns its note.

    Raises:
        ContentError: The file is missing, damaged, or of another network.
    """
    note = read_note(path)
    tensors = load_file(str(path))
    weights = dict(model.policy.named_parameters())
    state: dict[int, dict[str, Any]] = {}
    optimiser = model.policy.optimizer
    try:
        for name in sorted(tensors.keys() - weights.keys()):
            k, part = name.removeprefix(OPTIMISER).split(".")
            state.setdefault(int(k), {})[part] = tensors[name]
        with torch.no_grad():
            for name, weight in weights.items():
                weight.copy_(tensors[name])
        optimiser.load_state_dict({"state": state, "param_groups": optimiser.state_dict()["param_groups"]})
    except (RuntimeError, ValueError, KeyError) as error:
        raise refuse(path, "", say("train.found_other_run"), say("train.valid_same")) from error
    return note
