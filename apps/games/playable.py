"""What the command line, the sessions and their files need of a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ...envs.core.catalogue import say
from ...envs.core.content import Strict, refuse
from ...envs.core.face import Face
from ...envs.core.game import ChanceNeededError, GameRules, Table
from ...envs.core.pilot import View
from ...envs.core.told import Line
from ...envs.core.want import Want

if TYPE_CHECKING:
    from ..session import Session
    from ..setting import Options


class Teller(Protocol):
    """Tells the events of a game in words."""

    def tell(self, events: Sequence[Sequence[int]]) -> list[Line]:
        """Return the lines of some events, which follow those told before."""
        ...

    def recall(self, state: Any) -> None:
        """Go on from another state, after an undo or a correction."""
        ...

    def because(self, reason: Line) -> list[Line]:
        """Take why a pilot does what follows; gives what to tell at once."""
        ...

    def rename(self, names: Any) -> None:
        """Call things by other names from now on: content came in."""
        ...

    def asked(self) -> list[Line]:
        """Return what waits to be told, as a person is asked now."""
        ...


@dataclass(frozen=True)
class Chosen:
    """A scenario that options chose.

    Attributes:
        scenario: The scenario.
        seats: The pilots that its file names.
        origins: The file each character came from, empty for a built-in one.
        notes: What to tell before the game.
    """

    scenario: Any
    seats: Sequence[str] = ()
    origins: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Scene:
    """A part of what a person sees before a question.

    Attributes:
        lines: Its lines.
        again: Whether it is shown even if it has not changed since it was shown last.
        brief: What is shown in its place where it has not changed.
    """

    lines: Sequence[str]
    again: bool = True
    brief: Sequence[str] = ()


class Missing(ABC):
    """Content that a running game needs and a person can tell."""

    @property
    @abstractmethod
    def question(self) -> str:
        """What is asked for."""

    @abstractmethod
    def read(self, lines: Sequence[str]) -> dict[str, Any]:
        """Return what lines say, as a replay keeps it.

        Raises:
            ContentError: With what is wrong with them.
        """


class Playable(ABC):
    """A game.

    Attributes:
        name: Its name, such as ``ironsworn``.
        version: Version of its rules, actions and observation.
        rules: Its rules.
        face: Its rules with their batch kernel and its words.
        lines: Models of the replay's lines that differ from game to game: ``start``, and ``edit`` where a running game
            can be corrected.
        board: Model of a situation as people write it.
        outcomes: How a game may end; 0 is that it goes on.
        foreign: Options of other games, by the field of `Options` and the option typed.
    """

    name: str
    version: int
    rules: GameRules
    face: Face
    lines: Mapping[str, type[Strict]]
    board: type[Strict]
    outcomes: Any
    foreign: Mapping[str, str]

    @abstractmethod
    def knows(self, name: str) -> bool:
        """Return whether a scenario of the game is called so, without the game's own name."""

    @abstractmethod
    def choose(self, options: Options) -> Chosen:
        """Return the scenario that options choose.

        Raises:
            ContentError: With what is wrong with them.
        """

    def seated(self, party: str) -> dict[str, Any]:
        """Return the options, by name, that seat a party as it is typed."""
        return {"party": party}

    def parties(self) -> Sequence[str]:
        """Return the parties that have a name."""
        return ()

    def levels(self) -> Sequence[str]:
        """Return the levels of difficulty, the easiest first."""
        return ()

    @abstractmethod
    def data(self, scenario: Any) -> Any:
        """Return a scenario as data that a replay holds, with `seats` and `scenario()`."""

    @abstractmethod
    def compile(self, scenario: Any) -> NDArray[np.void]:
        """Return the book of a scenario, an array of one record."""

    @abstractmethod
    def names(self, scenario: Any) -> Any:
        """Return what things of a scenario are called."""

    @abstractmethod
    def party(self, scenario: Any) -> list[str]:
        """Return who sits in the seats of a scenario, in a word or two each."""

    @abstractmethod
    def tells(self, scenario: Any) -> tuple[Callable[..., dict[str, Any]], Callable[..., str] | None]:
        """Return what tells a seat's view in the words of a scenario: all of it as plain data, and an action's words.

        Both can be sent to another process.
        """

    @abstractmethod
    def who(self, session: Session, seat: int) -> str:
        """Return what a seat is called."""

    @abstractmethod
    def ready(self) -> Sequence[Any]:
        """Return the rules and pilots to have compiled before a game."""

    @abstractmethod
    def streams(self, kinds: list[str]) -> tuple[int, ...]:
        """Return the streams of the kinds of chance that are fed by hand; all for none.

        Raises:
            ContentError: There is no such kind.
        """

    @abstractmethod
    def wants(self, session: Session, error: ChanceNeededError) -> Sequence[Want]:
        """Return the faces that a stream wants, in the order they are drawn."""

    @abstractmethod
    def teller(self, session: Session) -> Teller:
        """Return what tells a game."""

    @abstractmethod
    def header(self, session: Session) -> list[str]:
        """Return who plays against what."""

    @abstractmethod
    def standing(self, session: Session) -> list[str]:
        """Return how everybody stands, one line each."""

    @abstractmethod
    def results(self, session: Session) -> dict[str, Any]:
        """Return how everybody came out of a game, ready for JSON."""

    @abstractmethod
    def view(self, session: Session) -> View:
        """Return what the seat that is to decide has seen."""

    @abstractmethod
    def question(self, session: Session) -> str:
        """Return the pending decision as a question."""

    @abstractmethod
    def labels(self, session: Session) -> dict[int, str]:
        """Return every legal action with its label, in the order they are offered."""

    @abstractmethod
    def scenes(self, session: Session) -> list[Scene]:
        """Return what a person sees before a question."""

    def remarks(self, session: Session) -> dict[int, str]:
        """Return what is said beside options, such as their odds."""
        return {}

    def heading(self, session: Session, act: int) -> str:
        """Return the heading that an option stands under; empty for none."""
        return ""

    def words(self, session: Session) -> dict[str, int]:
        """Return words that may be typed for options, in place of their numbers."""
        return {}

    @abstractmethod
    def set_up(self, table: Table, names: Any, board: Any, seed: int) -> None:
        """Start a game in a situation.

        Raises:
            ContentError: It does not fit.
        """

    def situation_of(self, session: Session) -> Any:
        """Return a running game as a situation that can be written to a file.

        Raises:
            ContentError: The game's situations are not written, or not where it stands.
        """
        raise refuse("export", "", session.scenario.name, say("export.valid_game"))

    def correct(self, table: Table, names: Any, board: Any) -> None:
        """Correct the situation of a running game.

        Raises:
            ContentError: It does not fit.
        """
        raise NotImplementedError

    def changes(self, session: Session, typed: list[str]) -> Any:
        """Return the situation that changes typed as ``name=value`` make.

        Raises:
            ContentError: With what is wrong with them.
        """
        raise NotImplementedError

    def untold(self, scenario: Any) -> dict[str, int]:
        """Return what a scenario lacks and a person can tell, by name, with the streams that ask for it."""
        return {}

    def complete(self, scenario: Any) -> None:
        """Check that nothing of a scenario is left for a person to tell.

        Raises:
            ContentError: Something is; it is named.
        """
        if lacking := self.untold(scenario):
            raise refuse(scenario.name, "", ", ".join(lacking), say("setting.valid_known"))

    def missing(self, session: Session, error: ChanceNeededError) -> Missing | None:
        """Return the content that a stream wants; None where it wants faces."""
        return None

    def learn(self, session: Session, data: dict[str, Any]) -> Any:
        """Put content into a running game; returns the scenario with it.

        Raises:
            ContentError: With what is wrong with it; nothing has changed.
        """
        raise refuse("content", "", say("replay.found_content_line"), say("replay.valid_content_line"))

    def save_character(self, session: Session, seat: int, origin: str, path: str, force: bool) -> list[str]:
        """Write a character as it came out of the game; returns what to tell.

        Raises:
            ContentError: The file cannot be written.
        """
        raise NotImplementedError
