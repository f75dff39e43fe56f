"""Pilots by name, as `scripted`, `scripted:bold`, `search:800`, `net:NAME`, and one's own, `py:` and `exec:`."""

from __future__ import annotations

import hashlib
import importlib
import shlex
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
from ..policies.search import BUDGET, MOST
from ..policies.styles import STYLES
from . import limit

HUMAN = "human"
DEFAULT = "scripted"
OPTIMAL = "optimal"
PY = "py:"
EXEC = "exec:"
PACKAGE = Path(__file__).parent.parent
SEARCH = "search"
NET = "net"
SIMPLE = {
    "random": ("random", "RandomPilot"),
    DEFAULT: ("pilots", "ScriptedPilot"),
    OPTIMAL: ("optimal", "OptimalPilot"),
}
"""Module, in the policies of a game, and class of the pilots that need no more than their name."""
FORMS = ("random", DEFAULT, f"{DEFAULT}:STYLE", OPTIMAL, f"{SEARCH}:BUDGET", f"{NET}:NAME")
"""What the pilots that ship are called."""
SOLVED = "ironsworn"
"""The game that `optimal` plays."""


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
    if is_own(text):
        return text
    head, colon, rest = (part.strip() for part in text.partition(":"))
    known = match(head, (*SIMPLE, SEARCH, NET, HUMAN))
    if known == SEARCH:
        return canonical_search(rest)
    if known == NET and rest:
        return f"{NET}:{rest}"
    if known == DEFAULT and colon:
        return f"{DEFAULT}:{style_of(rest)}"
    if known is None or known == NET or colon:
        names = (*FORMS, HUMAN, f"{PY}module:Class", f"{EXEC}COMMAND")
        raise refuse("pilot", "", text or say("content.found_nothing"), choices(names, text))
    return known


def canonical_search(rest: str) -> str:
    """Return the name of a searching pilot from what stands behind its colon: a budget, and a network to guide it.

    Raises:
        ContentError: The budget is no number in range.
    """
    budget, colon, guide = (part.strip() for part in rest.partition(":"))
    number = budget or str(BUDGET)
    if not number.isascii() or not number.isdigit() or not 1 <= int(number[:9]) <= MOST or len(number) > len(str(MOST)):
        raise refuse("pilot", "", f"{SEARCH}:{rest}", say("pilot.valid_budget", most=MOST))
    return f"{SEARCH}:{int(number)}:{guide}" if guide else f"{SEARCH}:{int(number)}"


def style_of(name: str) -> str:
    """Return a style of the scripted pilot as it is spelled.

    Raises:
        ContentError: There is none of that name.
    """
    known = match(name, STYLES)
    if known is None:
        raise refuse("pilot", "", f"{DEFAULT}:{name}", choices([f"{DEFAULT}:{style}" for style in STYLES], name))
    return known


def is_own(name: str) -> bool:
    """Tell whether a pilot is code of the user's."""
    return name.startswith((PY, EXEC))


def own_digest(name: str) -> str:
    """Return a hash of the code of a pilot of one's own, as far as it is known.

    That is the file of the module that a class is declared in, or every file that a command names. What those import or
    read, and a program that is found by the search path, are not looked at.
    """
    told = hashlib.sha256()
    for path in own_files(name):
        with suppress(OSError), path.open("rb") as file:
            told.update(hashlib.file_digest(file, "sha256").digest())
    return told.hexdigest()


def own_files(name: str) -> list[Path]:
    """Return the files that a pilot of one's own is known to be made of; `py:` once it has been imported."""
    if name.startswith(PY):
        module = sys.modules.get(name.removeprefix(PY).rpartition(":")[0])
        file = getattr(module, "__file__", None)
        return [Path(file)] if file else []
    return [path for word in shlex.split(name.removeprefix(EXEC)) if (path := Path(word)).is_file()]


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
    head, _, rest = known.partition(":")
    if head == NET:
        from ..policies.network import load_pilot

        return load_pilot(rest)
    if head == SEARCH:
        budget, _, guide = rest.partition(":")
        return searching(post.game, int(budget), guide)
    if rest:
        return style_pilot(post.game, rest)
    if known == OPTIMAL and post.game != SOLVED:
        forms = [form for form in FORMS if form != known]
        raise refuse("pilot", "", known, choices((*forms, f"{PY}module:Class", f"{EXEC}COMMAND"), known))
    module, cls = SIMPLE[known]
    pilot: Pilot = getattr(policy_module(post.game, module), cls)()
    return pilot


def policy_module(game: str, name: str) -> Any:
    """Return a module of a game's policies."""
    return importlib.import_module(f"..policies.{game}.{name}", __package__)


def style_pilot(game: str, style: str) -> Pilot:
    """Return the scripted pilot of a game in a style."""
    pilot: Pilot = policy_module(game, "styles").style_pilot(style)
    return pilot


def searching(game: str, budget: int, guide: str) -> Pilot:
    """Return the pilot of a game that searches, guided by a network where one is named.

    Raises:
        ContentError: There is no such network, or it plays another game.
    """
    from ..policies.network import load_pilot
    from ..policies.searching import SearchPilot

    network = None
    if guide:
        network = load_pilot(guide)
        network.meet(game, np.zeros(0, np.void))
    pilot: Pilot = SearchPilot(policy_module(game, "search").SEARCH, budget, network)
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
        meet = None if is_own(self.name) else getattr(self.pilot, "meet", None)
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
            if not is_own(self.name):
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
