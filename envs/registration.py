"""The environment ids, registered with Gymnasium. An installed Shieldmate is found by Gymnasium itself."""

from gymnasium.envs.registration import register, registry

FACTORIES = "shieldmate.agents.environments"
IDS = {"shieldmate/Ironsworn-v0": "ironsworn"}
"""Every id, and the name its factories end in."""


def register_all() -> None:
    """Register every id that is not yet registered."""
    for name, game in IDS.items():
        if name not in registry:
            register(
                id=name,
                entry_point=f"{FACTORIES}:make_{game}",
                vector_entry_point=f"{FACTORIES}:make_{game}_vector",
            )
