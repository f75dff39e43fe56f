"""Pilots by name: `random`, `scripted`, `optimal`, and one's own as `py:module:Class` or `exec:COMMAND`."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext, redirect_stdout, suppress
from dataclasses import dataclass
from pathlib import Path
from traceback import extract_tb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..envs.core.catalogue import say
from ..envs.core.content import LONGEST_FOUND, ContentError, choices, match, refuse, shortened
from ..envs.core.pilot import Pilot, View
from . import limit

HUMAN = "human"
DEFAULT = "scripted"
PY = "py:"
EXEC = "exec:"
PACKAGE = Path(__file__).parent.parent
BUILT_IN = {
    "random": ("random", "RandomPilot"),
    "scripted": ("pilots", "ScriptedPilot"),
    "optimal": ("optimal", "OptimalPilot"),
}
"""Module, in the policies of a game, and class of the pilots that ship."""
PLAYED_BY = {"ironsworn": ("random", "scripted", "optimal"), "oathsworn": ("random", "scripted")}
"""Pilots that ship, by the game they play."""


@dataclass(frozen=True)
class Post:
    """Where a pilot is to sit: what a pilot from outside is told first."""

    game: str
    seed: int
    seat: int


def canonical(name: str) -> str:
    """Return a pilot's name as it is spelled.

    Raises:
        ContentError: There is no such pilot; the nearest is suggested.
    """
    text = name.strip()
    if text.startswith((PY, EXEC)):
        return text
    known = match(text, (*BUILT_IN, HUMAN))
    if known is None:
        names = (*BUILT_IN, HUMAN, f"{PY}module:Class", f"{EXEC}COMMAND")
        raise refuse("pilot", "", text or say("content.found_nothing"), choices(names, text))
    return known


def resolve(name: str, post: Post) -> Pilot:
    """Return the pilot of a name; `human` is none, a person answers for it.

    Raises:
        ContentError: No such pilot, or it does not start.
    """
    known = canonical(name)
    if known.startswith(PY):
        return from_module(known)
    if known.startswith(EXEC):
        from .outside import OutsidePilot

        return OutsidePilot(known, post)
    if known == HUMAN:
        raise refuse("pilot", "", HUMAN, say("pilot.valid_no_person"))
    if known not in PLAYED_BY[post.game]:
        raise refuse("pilot", "", known, choices((*PLAYED_BY[post.game], f"{PY}module:Class", f"{EXEC}COMMAND"), known))
    module, cls = BUILT_IN[known]
    found = importlib.import_module(f"..policies.{post.game}.{module}", __package__)
    pilot: Pilot = getattr(found, cls)()
    return pilot


def from_module(name: str) -> Pilot:
    """Return a pilot of one's own, a class with `act(view, mask, rng)`; the current folder may be imported from.

    Raises:
        ContentError: No such module or class, or it cannot be made.
    """
    module, _, cls = name.removeprefix(PY).rpartition(":")
    if not module or not cls:
        raise refuse(name, "", name, f"{PY}module:Class")
    try:
        here = str(Path.cwd())
        if here not in sys.path:
            sys.path.insert(0, here)
        with redirect_stdout(sys.stderr), limit.within(limit.LIMIT):
            made: Any = getattr(importlib.import_module(module), cls)()
        made.act  # noqa: B018 - a pilot without it is refused here, not in the middle of a fight
    except limit.OverdueError as error:
        raise refuse(name, "", silence(), say("pilot.valid_class")) from error
    except (Exception, SystemExit) as error:
        raise refuse(name, "", failure(error), say("pilot.valid_class")) from error
    pilot: Pilot = made
    return pilot


class Seated:
    """A pilot in its seat, with a source of luck of its own; a fault of it ends the game with one line.

    What it prints goes to standard error: standard output is the command's.

    Attributes:
        reason: Why it chose what it chose last; empty when it does not say.
    """

    def __init__(self, name: str, post: Post) -> None:
        self.name = canonical(name)
        self.post = post
        self.pilot = resolve(name, post)
        self.rng = np.random.default_rng([post.seed, post.seat])
        self.reason = ""

    def meet(self, book: NDArray[np.void]) -> None:
        """Show a pilot that ships the fight before it begins, if it wants to see it.

        Raises:
            ContentError: It does not play such a fight.
        """
        meet = getattr(self.pilot, "meet", None) if self.name in BUILT_IN else None
        if meet is not None:
            meet(self.post.game, book)

    def act(self, view: View, mask: NDArray[np.int8], rng: np.random.Generator | None = None) -> int:
        """Return a legal action; `rng` is used in place of its own source of luck.

        Raises:
            ContentError: The pilot failed, or chose what is not legal.
        """
        try:
            with redirect_stdout(sys.stderr), self.limited():
                act = self.pilot.act(view, mask.copy(), rng or self.rng)
                self.reason = shortened(str(getattr(self.pilot, "reason", "") or ""), LONGEST_FOUND)
                told = repr(act)
        except ContentError:
            raise
        except limit.OverdueError as error:
            raise self.fault(silence()) from error
        except (Exception, SystemExit) as error:
            if self.name in BUILT_IN:
                raise
            raise self.fault(failure(error)) from error
        if not is_act(act) or not 0 <= int(act) < len(mask) or not mask[int(act)]:
            raise self.fault(say("pilot.found_act", act=shortened(told)), legal(mask))
        return int(act)

    def limited(self) -> AbstractContextManager[None]:
        """Return what ends an answer of a class of one's own that takes too long."""
        return limit.within(limit.LIMIT) if self.name.startswith(PY) else nullcontext()

    def fault(self, found: str, valid: str = "") -> ContentError:
        """Return the error of a pilot that does not do its part."""
        where = say("pilot.seat", seat=self.post.seat + 1)
        return refuse(self.name, where, found, valid or say("pilot.valid_act"))

    def close(self) -> None:
        """Let the pilot go."""
        close = getattr(self.pilot, "close", None)
        if close is not None:
            with suppress(Exception, SystemExit, limit.OverdueError), redirect_stdout(sys.stderr), self.limited():
                close()


def failure(error: BaseException) -> str:
    """Return what a pilot's error says, and where it came up."""
    text = f"{type(error).__name__}: {error}"
    frames = [frame for frame in extract_tb(error.__traceback__) if not within_package(frame.filename)]
    if not frames:
        return text
    return say("pilot.found_error", error=text, file=Path(frames[-1].filename).name, line=frames[-1].lineno)


def within_package(file: str) -> bool:
    """Return whether a file is part of Shieldmate or of Python's import machinery."""
    return Path(file).is_relative_to(PACKAGE) or file.startswith("<frozen ") or Path(file).parent.name == "importlib"


def silence() -> str:
    """Return what is said of a pilot that does not answer in time."""
    return say("pilot.found_silence", seconds=limit.LIMIT)


def is_act(act: object) -> bool:
    """Return whether an answer can be an action id."""
    return isinstance(act, int | np.integer) and not isinstance(act, bool)


def legal(mask: NDArray[np.int8]) -> str:
    """Return the legal ids of a mask as text."""
    acts: Sequence[int] = np.flatnonzero(mask).tolist()
    return say("pilot.valid_legal", acts=", ".join(str(act) for act in acts))
