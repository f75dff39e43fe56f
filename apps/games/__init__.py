"""The games that the command line plays; each is `PLAYED` of the module of its name, imported when it is asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from .playable import Chosen, Missing, Playable, Scene, Teller

__all__ = ["GAMES", "Chosen", "Missing", "Playable", "Scene", "Teller", "game_named"]

GAMES = ("ironsworn", "oathsworn")


@cache
def game_named(name: str) -> Playable:
    """Return what the command line needs of a game."""
    played: Playable = import_module(f".{name}", __package__).PLAYED
    return played
