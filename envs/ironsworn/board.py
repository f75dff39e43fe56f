"""A situation as people write it: to start a fight in the middle, or to correct one that runs beside a real table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from pydantic import ConfigDict, Field, model_validator

from ..core.catalogue import say
from ..core.chance import seed_chance
from ..core.content import Strict, choices, match, refuse, said_value
from ..core.game import Table
from .names import Names
from .sheet import DebilityName, Meter, Ticks
from .stack import clear_roll, close_decision, push, top
from .state import Character, State
from .terms import (
    BOX,
    HORIZON,
    MAX_MOMENTUM,
    MIN_MOMENTUM,
    Condition,
    Debility,
    Decision,
    Op,
    Place,
)
from .tracks import max_momentum

FLAGS = {"initiative": "initiative", "may_end": "gate", "armed": "armed", "tide_used": "tide_used"}
STATES = ("dying", "reeling", "afraid")
TRACKS = ("health", "spirit", "momentum")


class BoardCharacter(Strict):
    """What is said of one character; what is left out stays as it is.

    Attributes:
        may_end: End the Fight is open.
        tide_used: Turn the Tide was used in this fight.
        debilities: All that are marked.
        companions: Health of companions by the asset's name.
    """

    health: Meter | None = None
    spirit: Meter | None = None
    momentum: Annotated[int, Field(ge=MIN_MOMENTUM, le=MAX_MOMENTUM)] | None = None
    initiative: bool | None = None
    may_end: bool | None = None
    armed: bool | None = None
    tide_used: bool | None = None
    dying: bool | None = None
    reeling: bool | None = None
    afraid: bool | None = None
    debilities: frozenset[DebilityName] | None = Field(None, strict=False)
    companions: dict[str, Meter] = Field(default_factory=dict)


class BoardFoe(Strict):
    """What is said of one foe; `progress` in full boxes, or `ticks` in quarters of one."""

    progress: Annotated[int, Field(ge=0, le=10)] | None = None
    ticks: Ticks | None = None


def with_keys_at_the_top(schema: dict[str, Any]) -> None:
    """Add the keys of a character and of a foe, which may stand at the top, to the schema of a situation."""
    for model in (BoardCharacter, BoardFoe):
        schema["properties"] |= model.model_json_schema()["properties"]


class Board(Strict):
    """A situation. For one character and one foe their keys may stand at the top.

    Attributes:
        supply: The party's supply.
        round: The round under way.
        turn: Seat whose main move comes next, from 1.
        characters: One entry a seat, from seat 1.
        foes: One entry a foe, in the scenario's order.
    """

    model_config = ConfigDict(json_schema_extra=with_keys_at_the_top)

    supply: Meter | None = None
    round: Annotated[int, Field(ge=1, le=HORIZON)] | None = None
    turn: Annotated[int, Field(ge=1, le=4)] | None = None
    characters: tuple[BoardCharacter, ...] = Field((), strict=False, max_length=4)
    foes: tuple[BoardFoe, ...] = Field((), strict=False, max_length=4)

    @model_validator(mode="before")
    @classmethod
    def _gather(cls, data: Any) -> Any:
        """Take keys of a character or foe that stand at the top into the first entry."""
        if not isinstance(data, dict):
            return data
        data = dict(data)
        for name, model in (("characters", BoardCharacter), ("foes", BoardFoe)):
            own = {key: data.pop(key) for key in model.model_fields if key in data}
            if own and not data.get(name):
                data[name] = [own]
            elif own:
                raise ValueError(say("board.twice", keys=", ".join(own), name=name))
        return data

    def plain(self) -> dict[str, Any]:
        """Return what is said, ready for JSON."""
        return self.model_dump(mode="json", exclude_defaults=True)


def set_up(table: Table, names: Names, board: Board, seed: int, file: str) -> None:
    """Start game 0 in a given situation, at the main move of the seat whose turn it is.

    Raises:
        ContentError: The scenario has no such character, foe or companion, or a value passes its cap.
        ChanceNeededError: A hand-fed stream ran dry; call `feed`.
    """
    table.states[0] = table.books[0]["start"]
    state: State = table.views[0]
    seed_chance(state.chance, seed)
    clear_roll(state)
    place(state, names, board, file)
    if board.turn is not None and board.turn > len(names.characters):
        raise refuse(file, "turn", str(board.turn), say("board.valid_seat", seats=len(names.characters)))
    push(state, Op.FIGHT, 0, 0, 0, 0)
    top(state).step = 1
    state.round = board.round or 1
    state.turn = (board.turn or 1) - 1
    table.feed(())


def correct(table: Table, names: Names, board: Board, file: str) -> None:
    """Correct the running game where a main move is to be chosen; what may be done is worked out anew.

    Raises:
        ContentError: Another decision is pending, or the values do not fit the fight; nothing was changed.
        ChanceNeededError: A hand-fed stream ran dry; call `feed`.
    """
    state: State = table.views[0]
    if state.decision != Decision.MOVE:
        raise refuse(file, "", say("board.found_decision"), say("board.valid_decision"))
    if board.round is not None or board.turn is not None:
        raise refuse(file, "", "round, turn", say("board.valid_edit"))
    before = table.snapshot()
    try:
        place(state, names, board, file)
    except Exception:
        table.restore(before)
        raise
    close_decision(state)
    table.tape.row = 0
    table.feed(())


def place(state: State, names: Names, board: Board, file: str) -> None:
    """Write what a board says into a state."""
    for entries, have, name in ((board.characters, names.characters, "characters"), (board.foes, names.foes, "foes")):
        if len(entries) > len(have):
            raise refuse(file, name, str(len(entries)), say("board.valid_count", count=len(have)))
    if board.supply is not None:
        state.supply = board.supply
        for seat in range(len(names.characters)):
            state.characters[seat].marks[Debility.UNPREPARED] |= int(board.supply == 0)
            clamp(state.characters[seat])
    for seat, said in enumerate(board.characters):
        place_character(state.characters[seat], said, names.assets[seat], file, f"characters[{seat}]")
        state.characters[seat].marks[Debility.UNPREPARED] |= int(state.supply == 0)
        clamp(state.characters[seat])
    for foe, told in enumerate(board.foes):
        ticks = told.ticks if told.progress is None else BOX * told.progress
        if ticks is not None:
            state.foes[foe].progress = ticks


def place_character(character: Character, said: BoardCharacter, assets: tuple[str, ...], file: str, where: str) -> None:
    """Write what is said of one character into its record."""
    if said == BoardCharacter():
        return
    if character.place != Place.FIGHTING:
        raise refuse(file, where, say("board.found_out"), say("board.valid_in"))
    if said.debilities is not None:
        for mark in Debility:
            character.marks[mark] = int(mark.name.lower() in said.debilities)
    for name, health in said.companions.items():
        place_companion(character, name, health, assets, file, f"{where}.companions")
    tops = {"health": character.max_health, "momentum": max_momentum(character)}
    for track in TRACKS:
        value = getattr(said, track)
        if value is not None and value > tops.get(track, value):
            raise refuse(file, f"{where}.{track}", str(value), say("content.valid_at_most", bound=tops[track]))
        if value is not None:
            setattr(character, track, value)
    for word, flag in (*FLAGS.items(), *zip(STATES, STATES, strict=True)):
        if getattr(said, word) is not None:
            setattr(character, flag, int(getattr(said, word)))


def clamp(character: Character) -> None:
    """Lower momentum to its cap."""
    character.momentum = min(character.momentum, max_momentum(character))


def place_companion(
    character: Character, name: str, health: int, assets: tuple[str, ...], file: str, where: str
) -> None:
    """Write a companion's health."""
    tracked = {assets[asset]: asset for asset in range(len(assets)) if character.track[asset] >= 0}
    known = match(name, tracked)
    if known is None:
        raise refuse(file, where, name, choices(tracked, name) if tracked else say("board.valid_no_companion"))
    character.track[tracked[known]] = health
    character.condition[tracked[known]] = Condition.READY if health else Condition.OUT


def parse_changes(words: Iterable[str], names: Names, seat: int) -> dict[str, Any]:
    """Return changes typed as ``health=3``, ``Kuno.momentum=-1``, ``Bear.progress=6``, ``supply=2`` as board data.

    Args:
        words: What was typed.
        names: Names of the fight.
        seat: The seat meant where a character's key stands alone.

    Raises:
        ContentError: No change, or of something that is not there.
    """
    data: dict[str, Any] = {"characters": [{} for _ in names.characters], "foes": [{} for _ in names.foes]}
    for word in words:
        key, equals, value = word.partition("=")
        owner, dot, field = key.rpartition(".")
        if not equals or not field:
            raise refuse("set", "", word, say("board.valid_change"))
        told = said_names(value) if field == "debilities" else said_value(value)
        if not dot and field in ("supply",):
            data[field] = told
        elif not dot:
            group = "foes" if field in BoardFoe.model_fields else "characters"
            data[group][0 if group == "foes" else seat][field] = told
        else:
            group, place_ = owner_of(owner, names)
            data[group][place_][field] = told
    return {key: value for key, value in data.items() if value}


def owner_of(name: str, names: Names) -> tuple[str, int]:
    """Return where a character or foe of that name stands on the board."""
    for group, have in (("characters", names.characters), ("foes", names.foes)):
        known = match(name, have)
        if known is not None:
            return group, have.index(known)
    everyone = [*names.characters, *names.foes]
    raise refuse("set", "", name, choices(everyone, name))


def said_names(text: str) -> list[str]:
    """Return typed names, with commas between; none for nothing."""
    return [part.strip().casefold() for part in text.split(",") if part.strip()]
