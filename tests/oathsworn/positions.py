"""Hand-made positions: a board drawn as text becomes a state, with the rules at hand to act on it.

A picture has the letters of its columns on top and in front of each line the row of its hexes; hexes of columns A, C,
E ... and of B, D, F ... stand on lines of their own, those of B, D, F ... above. A dot or a blank is an empty hex:

        F G H I J
    4   .   .   1
    4     B   .
    5   .   #   r

`0` to `3` are the heroes of the seats, `B` and `Y` the bosses (a large one by its centre), `r` minions of the first
kind and `m` of the second, `f` a friend of seat 0, `#` and `%` obstacles (neighbours of one sign are one obstacle), `~`
water, `^` fire. Every other sign marks a hex for the test.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from textwrap import dedent
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shieldmate.envs.core.hexes import disc, hex_named, name_of
from shieldmate.envs.core.tape import Tape, new_tapes
from shieldmate.envs.oathsworn.board import block, hold, put
from shieldmate.envs.oathsworn.compile import compile_book
from shieldmate.envs.oathsworn.engine import STEPS, apply, resume
from shieldmate.envs.oathsworn.house_rules import HouseRules
from shieldmate.envs.oathsworn.scenario import make_scenario
from shieldmate.envs.oathsworn.stack import close_decision, open_play, pop, push
from shieldmate.envs.oathsworn.state import STEP, Book, State
from shieldmate.envs.oathsworn.terms import (
    BOSS,
    FRIEND,
    MINION,
    OBSTACLES,
    PIECES,
    SEATS,
    Act,
    Decision,
    Event,
    Key,
    Kind,
    Op,
    Outcome,
    StageZone,
    Tile,
)

DIRECTIONS = ("n", "ne", "se", "s", "sw", "nw")
LOWER = "ACEGIKMOQ"
"""Columns whose hexes lie half a hex lower than those of the same row beside them."""
TILES = {"~": Tile.WATER, "^": Tile.FIRE}


class Position:
    """A board with everything on it, and a tape.

    Attributes:
        state, book, tape: Views to read and to write.
        marks: The hexes of each sign that stands for nothing, as names.
    """

    def __init__(self, book: NDArray[np.void]) -> None:
        self.books = book.copy()
        self.states = np.zeros(1, State.dtype)
        self.states[0] = self.books[0]["start"]
        self.tapes = new_tapes(1)
        self.state = State.at(self.states, 0)
        self.book = Book.at(self.books, 0)
        self.tape = Tape.at(self.tapes, 0)
        self.marks: dict[str, list[str]] = {}
        self.answers: list[int] = []
        self.asked: list[tuple[int, int]] = []
        self.log: list[tuple[int, ...]] = []

    def at(self, piece: int) -> str:
        """The hex of a piece, by name; empty when it is not on the board."""
        model = self.state.pieces[piece]
        return name_of(model.hex) if model.kind and model.hex >= 0 else ""

    def facing(self, piece: int) -> str:
        """The facing of a piece, as a word."""
        return DIRECTIONS[self.state.pieces[piece].facing]

    def places(self) -> dict[str, str]:
        """The hex of every piece on the board, by short names: 0-3, B, Y, r0, r1 ..., f0 ..."""
        names = {piece: str(piece) for piece in range(SEATS)} | {BOSS: "B", BOSS + 1: "Y"}
        names |= {piece: f"r{piece - MINION}" for piece in range(MINION, FRIEND)}
        names |= {piece: f"f{piece - FRIEND}" for piece in range(FRIEND, PIECES)}
        return {names[piece]: self.at(piece) for piece in range(PIECES) if self.at(piece)}

    def events(self, *kinds: Event) -> list[tuple[int, ...]]:
        """The events so far, with their integers and without the zeros at the end; those of some kinds only."""
        return [trimmed(row) for row in self.rows() if not kinds or row[0] in kinds]

    def rows(self) -> list[tuple[int, ...]]:
        """The events so far, each with its kind and five integers."""
        return self.log + [tuple(self.tape.rows[row, k] for k in range(6)) for row in range(self.tape.row)]

    def steps(self, piece: int) -> list[str]:
        """The hexes a piece stepped on, by name."""
        return [name_of(row[3]) for row in self.rows() if row[0] == Event.STEP and row[1] == piece]

    def feed(self, stream: int, *faces: int) -> None:
        """Feed a stream by hand; one stream a test, or faces in the order in which they are drawn."""
        self.tape.fed_mask |= 1 << stream
        for face in faces:
            self.tape.fed[self.tape.fed_n] = face
            self.tape.fed_n += 1

    def program(self, **fields: Any) -> int:
        """Open a program of one step for a boss, and give its row."""
        row = self.book.n_steps
        step = self.book.steps[row]
        step.icon = step.colour = step.kind = -1
        for name, value in fields.items():
            setattr(step, name, value)
        self.book.n_steps += 1
        open_play(self.state, BOSS, row, row + 1, -1)
        return row

    def run(self, op: int, a: int = 0, b: int = 0, c: int = 0, answers: Sequence[int] = ()) -> None:
        """Run an operation to its end; decisions are answered as given, then by passing or the first action."""
        self.tapes[0]["steps"][: len(addresses())] = addresses()
        self.answers = list(answers)
        push(self.state, Op.DETERMINATION, 0, 0, 0)
        push(self.state, op, a, b, c)
        status = resume(self.states, 0, self.books, 0, self.tapes, 0)
        while not (self.over() or self.ended()):
            assert status == 0, (status, self.state.error)
            self.asked.append((self.state.decision, self.state.seat))
            act = self.answers.pop(0) if self.answers else self.easy()
            self.log = self.rows()
            self.tape.row = 0
            status = apply(self.states, 0, self.books, 0, self.tapes, 0, act)
        assert status == 0, (status, self.state.error)
        assert not self.answers
        if not self.over():
            close_decision(self.state)
            pop(self.state)

    def over(self) -> bool:
        """Whether the encounter has ended."""
        return bool(self.state.outcome != Outcome.ON)

    def ended(self) -> bool:
        """Whether the operation has ended: the decision laid under it has come up."""
        return bool(self.state.decision == Decision.DETERMINATION and self.state.top == 0)

    def easy(self) -> int:
        """Pass where that is legal, else the first action."""
        legal = self.legal()
        return int(Act.PASS) if Act.PASS in legal else legal[0]

    def legal(self) -> list[int]:
        """The legal actions."""
        return [self.state.legal[k] for k in range(self.state.n_legal)]


def trimmed(row: tuple[int, ...]) -> tuple[int, ...]:
    """A row of numbers without the zeros at its end."""
    last = max((place for place, number in enumerate(row) if number), default=0)
    return row[: last + 1]


@functools.cache
def addresses() -> NDArray[np.int64]:
    """The engine's step table."""
    table = np.zeros(max(STEPS) + 1, np.int64)
    table[list(STEPS)] = STEP.addresses(list(STEPS.values()))
    return table


@functools.cache
def compiled(scenario: str, rules: tuple[tuple[str, Any], ...]) -> NDArray[np.void]:
    """The book of an encounter under house rules."""
    return compile_book(make_scenario(scenario, rules=HouseRules(**dict(rules))))


def signs(picture: str) -> list[tuple[str, str]]:
    """The signs of a picture with the names of their hexes."""
    head, *lines = dedent(picture).strip("\n").splitlines()
    columns = {place: letter for place, letter in enumerate(head) if letter != " "}
    found = []
    above = 0.0
    for line in lines:
        row = line.split(maxsplit=1)[0]
        drawn = [(sign, columns.get(place, "")) for place, sign in enumerate(line) if place >= len(row) and sign != " "]
        drawn = [(sign, letter) for sign, letter in drawn if letter or sign != "."]
        lower = {letter in LOWER for _, letter in drawn}
        height = int(row) + 0.5 * (lower == {True})
        if len(lower) != 1 or height <= above:
            raise ValueError(f"{line!r}: one line for B, D, F ... and below it one for A, C, E ... of each row")
        above = height
        found += [(sign, letter + row) for sign, letter in drawn if sign != "."]
    return found


def position(
    picture: str,
    scenario: str = "broodmother",
    facing: str = "s",
    large: bool | None = None,
    stage_card: bool = False,
    **rules: Any,
) -> Position:
    """Set a drawn position up.

    Args:
        picture: The board, or nothing.
        scenario: The encounter whose enemies stand on it; its own obstacles, models and tiles are put away.
        facing: Where the bosses face.
        large: Whether the first boss is large; None = as in the scenario.
        stage_card: Whether a stage card lies face up.
        rules: House rules.
    """
    given = Position(compiled(scenario, tuple(sorted(rules.items()))))
    clear(given)
    if large is not None:
        given.state.pieces[BOSS].large = int(large)
        keys = given.book.bosses[0].keys & ~Key.LARGE
        given.book.bosses[0].keys = keys | (Key.LARGE if large else 0)
    places: dict[str, list[str]] = {}
    for sign, name in signs(picture):
        places.setdefault(sign, []).append(name)
    for sign, names in places.items():
        lay(given, sign, names)
    for piece in (BOSS, BOSS + 1):
        given.state.pieces[piece].facing = DIRECTIONS.index(facing)
    if stage_card:
        given.state.face_up = 0
        given.state.stage_zone[0] = StageZone.FACE_UP
    return given


def clear(given: Position) -> None:
    """Empty the board."""
    state, book = given.state, given.book
    for hex in range(len(state.terrain)):
        block(state, hex, 0)
        hold(state, hex, 0)
        state.tile[hex] = Tile.NONE
    for obstacle in range(OBSTACLES):
        book.obstacle_hexes[obstacle][:] = -1
    for piece in range(PIECES):
        state.pieces[piece].hex = -1
        if piece >= MINION:
            state.pieces[piece].kind = Kind.NONE
    for boss in (BOSS, BOSS + 1):
        state.pieces[boss].kind = Kind.NONE


def lay(given: Position, sign: str, names: Sequence[str]) -> None:
    """Lay everything of one sign on the board."""
    hexes = [hex_named(name) for name in names]
    state = given.state
    if sign in "0123":
        put(state, given.book, int(sign), hexes[0])
    elif sign in "BY":
        piece = BOSS + "BY".index(sign)
        state.pieces[piece].kind = Kind.BOSS
        put(state, given.book, piece, hexes[0])
    elif sign in "rm":
        for hex in hexes:
            model(given, range(MINION, FRIEND), Kind.MINION, "rm".index(sign), hex)
    elif sign == "f":
        for hex in hexes:
            model(given, range(FRIEND, PIECES), Kind.FRIEND, 0, hex)
    elif sign in "#%":
        for group in groups(hexes):
            number = 1 + max(state.terrain)
            for hex in group:
                block(state, hex, number)
    elif sign in TILES:
        for hex in hexes:
            state.tile[hex] = TILES[sign]
    else:
        given.marks[sign] = list(names)


def model(given: Position, slots: range, kind: Kind, sort: int, hex: int) -> None:
    """Put a minion or friend into the first free slot."""
    piece = next(slot for slot in slots if given.state.pieces[slot].kind == Kind.NONE)
    new = given.state.pieces[piece]
    new.kind = kind
    new.sort = sort
    new.owner = 0 if kind == Kind.FRIEND else -1
    new.target = -1
    new.hp = new.max_hp = given.book.minions[sort].hp if kind == Kind.MINION else 1
    put(given.state, given.book, piece, hex)


def groups(hexes: Sequence[int]) -> list[set[int]]:
    """Hexes parted into groups of neighbours."""
    left = set(hexes)
    found = []
    while left:
        group = {min(left)}
        while more := {hex for one in group for hex in disc(one, 1)} & left - group:
            group |= more
        left -= group
        found.append(group)
    return found


def hex_acts(names: Sequence[str]) -> list[int]:
    """The actions that pick hexes."""
    return [Act.HEX + hex_named(name) for name in names]
