"""The environment ids, registered with Gymnasium as soon as both it and Shieldmate are imported, in either order."""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.abc import Loader, MetaPathFinder
else:  # importing them would take longer than all the rest of `import shieldmate`
    Loader = MetaPathFinder = object

FACTORIES = f"{__package__.partition('.')[0]}.agents.environments"
IDS = {"shieldmate/Ironsworn-v0": "ironsworn", "shieldmate/Oathsworn-v0": "oathsworn"}
"""Every id, and the name its factories end in."""


def register_all() -> None:
    """Register every id that is not yet registered."""
    from gymnasium.envs.registration import register, registry

    for name, game in IDS.items():
        if name not in registry:
            register(
                id=name,
                entry_point=f"{FACTORIES}:make_{game}",
                vector_entry_point=f"{FACTORIES}:make_{game}_vector",
            )


def register_when_loaded() -> None:
    """Register now if Gymnasium is imported, else when it is: importing Shieldmate alone must stay quick."""
    if "gymnasium" in sys.modules:
        register_all()
    else:
        sys.meta_path.insert(0, _Waiting())


class _Waiting(MetaPathFinder):
    """Finds Gymnasium, once, with a loader that registers the ids behind it."""

    def find_spec(self, fullname: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        if fullname != "gymnasium":
            return None
        sys.meta_path.remove(self)
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _Registering(spec.loader)
        return spec


class _Registering(Loader):
    """Loads a module as its own loader does, then registers the ids."""

    def __init__(self, loader: Loader) -> None:
        self.loader = loader

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self.loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        if module.__spec__ is not None:
            module.__spec__.loader = self.loader
        self.loader.exec_module(module)
        register_all()
