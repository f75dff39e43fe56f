"""Replays: files of JSON lines, each with a type. Written line by line, read with suspicion.

A file holds one game or several, each from its `start` line on; line numbers in `undo` count from that line as 1, so
that files can be joined. docs/replays.md shows the format.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from .. import __version__
from ..agents.pilots import is_own
from ..envs.core.catalogue import say
from ..envs.core.content import ContentError, Problem, Strict, check, choices, read_bytes, refuse, shortened, shown
from ..envs.core.files import draft_of, place, unwritable

FORMAT: Literal[1] = 1
"""Version of the line format."""

UTF8_MARK = b"\xef\xbb\xbf"
FILE_LIMIT = 100_000_000
LINE_LIMIT = 1_000_000
SEATS = 4
FED_LIMIT = 1_000
DIGEST = 16
OWN = "own"
"""What a replay calls a pilot from outside: the name alone must never run anything."""

SeatNumber = Annotated[int, Field(ge=1, le=SEATS)]
Faces = tuple[Annotated[int, Field(ge=1, le=9_999)], ...]
Word = Annotated[str, Field(max_length=200)]
SeedNumber = Annotated[int, Field(ge=0, lt=2**63)]


def refuse_outside(holder: str) -> str:
    """Return a seat's holder, unless it names a program: those are taken from the command line only."""
    if is_own(holder.strip().casefold()):
        raise ValueError(say("replay.valid_holder"))
    return holder


class Versions(Strict):
    """What wrote a game."""

    shieldmate: Word
    rules: int
    replay: Literal[1]

    @classmethod
    def now(cls, rules: int) -> Versions:
        """Return the versions that run here, with that of the game's rules."""
        return cls(shieldmate=__version__, rules=rules, replay=FORMAT)


class Parent(Strict):
    """The game that a game branches off: its file and the line of that file."""

    file: str
    line: Annotated[int, Field(ge=1)]


class Start(Strict):
    """A game begins; each game has its own model of scenario and board.

    Attributes:
        game: Name of the game.
        scenario: The scenario as data.
        content: Hash of the compiled scenario.
        hand: Streams fed by hand.
        seats: Who holds each seat.
        fed: Faces fed until the first decision.
        board: The situation it begins in, if not at the opening.
        parent: The game it branches off.
    """

    type: Literal["start"] = "start"
    game: str
    scenario: Any
    content: Word
    versions: Versions
    seed: SeedNumber
    hand: Annotated[tuple[Annotated[int, Field(ge=0, lt=16)], ...], Field(strict=False, max_length=16)] = ()
    seats: Annotated[tuple[Word, ...], Field(strict=False, max_length=SEATS)]
    fed: Annotated[Faces, Field(strict=False, max_length=FED_LIMIT)] = ()
    board: Any = None
    parent: Parent | None = None

    @field_validator("seats")
    @classmethod
    def _named(cls, seats: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(refuse_outside(holder) for holder in seats)


class Decide(Strict):
    """A seat answered its decision with an action id."""

    type: Literal["decide"] = "decide"
    seat: SeatNumber
    act: Annotated[int, Field(ge=0, le=1_000)]
    fed: Annotated[Faces, Field(strict=False, max_length=FED_LIMIT)] = ()


class Undo(Strict):
    """The game went back to how it stood after a line; `revealed` when luck had been seen since."""

    type: Literal["undo"] = "undo"
    to: Annotated[int, Field(ge=1)]
    revealed: bool = False


class Rekey(Strict):
    """What is not yet drawn got a new key."""

    type: Literal["rekey"] = "rekey"
    seed: SeedNumber


class Seat(Strict):
    """A seat changed hands."""

    type: Literal["seat"] = "seat"
    seat: SeatNumber
    holder: Word

    @field_validator("holder")
    @classmethod
    def _named(cls, holder: str) -> str:
        return refuse_outside(holder)


class Edit(Strict):
    """The board was corrected; each game has its own model of a board."""

    type: Literal["edit"] = "edit"
    board: Any
    fed: Annotated[Faces, Field(strict=False, max_length=FED_LIMIT)] = ()


class Content(Strict):
    """Content came in during the game; there is no game yet into which any does."""

    type: Literal["content"] = "content"
    data: dict[str, Any] = {}


class End(Strict):
    """The game is over; `state` is a hash of how it ended."""

    type: Literal["end"] = "end"
    outcome: Word
    rounds: int
    decisions: int
    state: Word


Line = Start | Decide | Undo | Rekey | Seat | Edit | Content | End
LINES: dict[str, type[Strict]] = {
    "start": Start,
    "decide": Decide,
    "undo": Undo,
    "rekey": Rekey,
    "seat": Seat,
    "edit": Edit,
    "content": Content,
    "end": End,
}


@dataclass(frozen=True)
class Entry:
    """A line of a file with its number, from 1."""

    number: int
    line: Any


@dataclass
class Games:
    """What a file holds.

    Attributes:
        games: The entries of each game, from its `start` on.
        damage: What is wrong with the first unreadable line, if any; everything before it is in `games`.
    """

    games: list[list[Entry]]
    damage: ContentError | None = None


class Recorder:
    """Writes a replay: each line is flushed before `write` returns, so a killed program loses nothing.

    A file that is there already, and is to be replaced, stays whole until `settle`.
    """

    def __init__(self, path: str | Path, force: bool = False) -> None:
        """Open the file.

        Raises:
            ContentError: It is there already and not to be replaced, or it cannot be written.
        """
        self.path = Path(path)
        self.target = place(path, force)
        self.draft = draft_of(self.target) if self.target.exists() else self.target
        self.settled = False
        try:
            self.stream = self.draft.open("xb")
        except OSError as error:
            raise unwritable(path, error) from error

    def write(self, line: Strict) -> None:
        """Write one line.

        Raises:
            ContentError: The disk takes no more.
        """
        try:
            self.stream.write(spelled(line).encode("utf-8"))
            self.stream.flush()
            if isinstance(line, End):
                os.fsync(self.stream.fileno())
        except OSError as error:
            raise unwritable(self.path, error) from error

    def settle(self) -> None:
        """Take the place of the file that was there, now that all lines so far are written.

        Raises:
            ContentError: It cannot be replaced.
        """
        self.settled = True
        try:
            if self.draft != self.target:
                self.draft.replace(self.target)
        except OSError as error:
            raise unwritable(self.path, error) from error

    def close(self) -> None:
        """Close the file; one that nothing was written to goes."""
        with suppress(OSError):
            self.stream.close()
        if not self.settled:
            self.draft.unlink(missing_ok=True)


def spelled(line: Strict) -> str:
    """Return a line as it stands in a file."""
    data = line.model_dump(mode="json")
    told = {key: value for key, value in data.items() if value is not None and value is not False and value != []}
    if isinstance(line, Start):
        told["scenario"] = line.scenario.plain()
    if isinstance(line, Start | Edit) and line.board is not None:
        told["board"] = line.board.plain()
    return json.dumps(told, ensure_ascii=False) + "\n"


def read_games(path: str | Path) -> Games:
    """Read a replay as far as it is whole.

    Raises:
        ContentError: No readable file, or one over the size limit.
    """
    lines = read_bytes(path, FILE_LIMIT).removeprefix(UTF8_MARK).splitlines(keepends=True)
    return games_of(lines, str(path))


def games_of(lines: Iterable[bytes], file: str) -> Games:
    """Return the games of a file's lines."""
    found = Games([])
    after: tuple[type[Strict], ...] = (Start,)
    game = ""
    for number, source in enumerate(lines, 1):
        try:
            line = read_line(source, file, number, game)
            if after and not isinstance(line, after):
                raise at_line(file, number, line.type, "start")
        except ContentError as error:
            found.damage = error
            return found
        if isinstance(line, Start):
            found.games.append([])
            game = line.game
        after = (Start, Undo) if isinstance(line, End) else ()
        found.games[-1].append(Entry(number, line))
    return found


def read_line(source: bytes, file: str, number: int, game: str = "") -> Any:
    """Return one line of a replay; `game` is the game it belongs to, empty before the first.

    Raises:
        ContentError: No whole line of a known type; it is named by its number.
    """
    if len(source) > LINE_LIMIT:
        limit = say("content.valid_size", limit=LINE_LIMIT)
        raise at_line(file, number, say("content.found_size", size=len(source)), limit)
    try:
        data = json.loads(source.decode("utf-8"), parse_constant=no_constant)
    except (ValueError, RecursionError) as error:
        found = say("content.found_syntax", language="JSON", reason=shortened(str(getattr(error, "msg", error))))
        raise at_line(file, number, found, say("replay.valid_line")) from error
    kind = data.get("type") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in LINES:
        raise at_line(file, number, say("replay.found_type", type=shown(kind)), choices(LINES, str(kind)))
    try:
        return check(data, model_of(kind, data, game), file)
    except ContentError as error:
        first = error.problems[0]
        where = say("replay.line_at", line=number, where=first.where)
        raise ContentError([Problem(file, where, first.found, first.valid)]) from error


def model_of(kind: str, data: dict[str, Any], game: str) -> type[Strict]:
    """Return the model of a kind of line, which may be a game's own.

    Raises:
        ContentError: A game begins that there is not.
    """
    from .games import GAMES, game_named  # each game brings models of lines that are built on those here

    if kind == Start.model_fields["type"].default:
        game = data.get("game", GAMES[0])
        if game not in GAMES:
            raise refuse("", "game", shown(game), choices(GAMES, str(game)))
    return game_named(game).lines.get(kind, LINES[kind]) if game else LINES[kind]


def at_line(file: str, number: int, found: str, valid: str) -> ContentError:
    """Return the error of one line."""
    return refuse(file, say("replay.line", line=number), found, valid)


def no_constant(word: str) -> float:
    """Refuse NaN and infinities."""
    raise ValueError(word)
