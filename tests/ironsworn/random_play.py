"""Random scenarios, random legal play, and what must hold at every decision; the checks are compiled."""

from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shieldmate.envs.core.chance import Chance, draw, seed_chance
from shieldmate.envs.core.compiler import Batch, entry, rule
from shieldmate.envs.core.records import Ints, Record, i2, i4, record
from shieldmate.envs.core.tape import Tape, new_tapes
from shieldmate.envs.ironsworn.assets import all_assets
from shieldmate.envs.ironsworn.engine import decide, start
from shieldmate.envs.ironsworn.house_rules import EndGate, HouseRules
from shieldmate.envs.ironsworn.scenario import Scenario, compile_book, make_scenario
from shieldmate.envs.ironsworn.sheet import DEBILITY_NAMES, STAT_NAMES, Sheet, SheetAsset
from shieldmate.envs.ironsworn.state import Book, Character, State
from shieldmate.envs.ironsworn.terms import (
    ACTIONS,
    ASSETS,
    CHARACTERS,
    DEBILITIES,
    FOES,
    FRAMES,
    Act,
    Decision,
    Event,
    Move,
    Outcome,
    Place,
    Result,
)
from shieldmate.envs.ironsworn.tracks import debility_count

FOE_GROUPS = (
    ("bear",), ("troublesome",), ("epic",), ("elf",), ("wolf:5", "raider:2"), ("troll", "haunt", "giant"),
    ("bonewalker:4",), ("wyvern", "gloom"), ("raider", "raider", "raider", "raider"),
)  # fmt: skip
BOUND: tuple[Any, ...] = ("", *STAT_NAMES)
CHOICES: dict[str, tuple[Any, ...]] = {
    "price": ("mixed", "harm", "table", "oracle"),
    "foe_clock": (False, True),
    "foe_behaviour": ("attack", "oracle"),
    "stat_policy": ("free", "approach_oracle", "no_repeat"),
    "end_gate": ("action", "any", "initiative"),
    "suffer_initiative": (True, False),
    "end_miss": ("lost", "returns"),
    "end_weak": ("suffer", "narrative"),
    "flee": (False, False, True),
    "compel": ("off", "once"),
    "surrender": (False, False, False, True),
    "dying": ("flag", "out"),
    "matches": (False, True),
    "order": ("round_robin", "free"),
    "idle": ("price", "free"),
    "opening": ("fray", "fray", "circle", "battle"),
    "opening_stat": ("pick", "heart", "shadow", "wits"),
    "weapon": (None, "deadly", "simple"),
    "reach": (None, "both", "close", "ranged"),
    "end_variant": ("gated", "shifted"),
    "severity": (-1, 0, 1, 2),
}


def random_asset(rng: Random, name: str) -> SheetAsset:
    """An asset with random abilities and state."""
    return SheetAsset(
        id=name,
        abilities=tuple(rng.random() < 0.7 for _ in range(3)),
        prepared=rng.random() < 0.6,
        mode=rng.choice(("", "light", "war")) if name == "ironclad" else "",
        stat=rng.choice(BOUND),
        track=rng.choice((None, None, 0, 1, 2)),
    )


def random_sheet(rng: Random, name: str) -> Sheet:
    """A character of the standard array in any order, fresh or worn."""
    stats = [3, 2, 2, 1, 1]
    rng.shuffle(stats)
    worn = rng.random() < 0.5
    marks = rng.sample(DEBILITY_NAMES, rng.randint(0, 4)) if worn else []
    return Sheet(
        name=name,
        **dict(zip(STAT_NAMES, stats, strict=True)),
        health=rng.randint(0, 5) if worn else 5,
        spirit=rng.randint(0, 5) if worn else 5,
        supply=rng.randint(0, 5) if worn else 5,
        momentum=rng.randint(-6, 10) if worn else 2,
        debilities=marks,
        weapon=rng.choice(("deadly", "simple")),
        reach=rng.choice(("both", "close", "ranged")),
        assets=[random_asset(rng, asset) for asset in rng.sample(sorted(all_assets()), rng.randint(0, ASSETS))],
    )


def random_scenario(rng: Random) -> Scenario:
    """A scenario of one to four characters against any foes under any house rules."""
    party = [random_sheet(rng, f"Seat {seat}") for seat in range(rng.randint(1, CHARACTERS))]
    settings = {name: rng.choice(values) for name, values in CHOICES.items()}
    foes = rng.choice(FOE_GROUPS)
    if len(foes) > 1 and settings["opening"] == "circle":
        settings["opening"] = "fray"
    return make_scenario(foes, party, HouseRules(**settings))


class Ledger(Record):
    """What the events say: the state as somebody who only reads the log would keep it."""

    momentum: Ints = i2(CHARACTERS)
    health: Ints = i2(CHARACTERS)
    spirit: Ints = i2(CHARACTERS)
    initiative: Ints = i2(CHARACTERS)
    gate: Ints = i2(CHARACTERS)
    place: Ints = i2(CHARACTERS)
    marks: Ints = i2(CHARACTERS)
    progress: Ints = i2(FOES)
    supply: int = i2()
    peak: int = i4()  # most event rows of one decision
    deepest: int = i4()  # most operations on the stack at a decision
    games: int = i4()
    fault: int = i4()
    luck: Chance = record(Chance)


HEALTH, SPIRIT, SUPPLY, MOMENTUM, PROGRESS, COMPANION = 1, 2, 3, 4, 5, 6
FEW, TWICE, UNKNOWN, MANY_DECISIONS = 11, 12, 13, 14
LEFTOVER_FRAME, LEFTOVER_ROLL, OUT_OF_FIGHT, UNPREPARED, AFTER_END, STATUS = 21, 22, 23, 24, 25, 26
LOG_MOMENTUM, LOG_HEALTH, LOG_SPIRIT, LOG_INITIATIVE, LOG_GATE, LOG_PLACE = 31, 32, 33, 34, 35, 36
LOG_MARKS, LOG_PROGRESS, LOG_SUPPLY, LOG_FULL = 37, 38, 39, 40
"""What may be wrong; 0 is nothing."""


@rule
def out_of_range(state: State, book: Book) -> int:
    """Check every track against its range."""
    if state.supply < 0 or state.supply > 5:
        return SUPPLY
    for seat in range(book.seats):
        character = state.characters[seat]
        if character.health < 0 or character.health > character.max_health:
            return HEALTH
        if character.spirit < 0 or character.spirit > 5:
            return SPIRIT
        if character.momentum < -6 or character.momentum > 10 - debility_count(character):
            return MOMENTUM
        for asset in range(ASSETS):
            if character.track[asset] < -1 or character.track[asset] > book.kits[seat].max_track[asset]:
                return COMPANION
        if state.supply == 0 and not character.marks[2]:
            return UNPREPARED
    for foe in range(FOES):
        if state.foes[foe].progress < 0 or state.foes[foe].progress > 40:
            return PROGRESS
    return 0


@rule
def ill_posed(state: State) -> int:
    """Check the one pending decision: at least two actions, none twice, asked of somebody in the fight."""
    if state.outcome != Outcome.ON:
        return AFTER_END if state.decision != Decision.NONE or state.n_legal != 0 else 0
    if state.decision == Decision.NONE:
        return MANY_DECISIONS
    if state.n_legal < 2:
        return FEW
    for k in range(state.n_legal):
        if state.legal[k] < 0 or state.legal[k] >= ACTIONS:
            return UNKNOWN
        for other in range(k):
            if state.legal[other] == state.legal[k]:
                return TWICE
    main = state.decision == Decision.MOVE or state.decision == Decision.SEAT
    if main and state.roll.move != -1:
        return LEFTOVER_ROLL
    if main and state.characters[state.seat].place != Place.FIGHTING:
        return OUT_OF_FIGHT
    return 0


@rule
def untidy(state: State, book: Book) -> int:
    """Check that nothing is left above the stack, and that who left the fight holds nothing of a fighter."""
    for k in range(state.top + 1, FRAMES):
        frame = state.stack[k]
        if frame.op or frame.step or frame.a or frame.b or frame.c or frame.d:
            return LEFTOVER_FRAME
    for seat in range(book.seats):
        character = state.characters[seat]
        fighter = character.initiative or character.gate or character.follow or character.reeling or character.afraid
        if character.place != Place.FIGHTING and fighter:
            return OUT_OF_FIGHT
    return 0


@rule
def mark_bits(character: Character) -> int:
    """Debilities as bits."""
    bits = 0
    for k in range(DEBILITIES):
        bits |= character.marks[k] << k
    return bits


@rule
def open_ledger(ledger: Ledger, state: State) -> None:
    """Copy what a fight starts from."""
    for seat in range(CHARACTERS):
        character = state.characters[seat]
        ledger.momentum[seat] = character.momentum
        ledger.health[seat] = character.health
        ledger.spirit[seat] = character.spirit
        ledger.initiative[seat] = character.initiative
        ledger.gate[seat] = 0
        ledger.place[seat] = character.place
        ledger.marks[seat] = mark_bits(character)
    for foe in range(FOES):
        ledger.progress[foe] = state.foes[foe].progress
    ledger.supply = state.supply


@rule
def opens_gate(book: Book, move: int, result: int) -> bool:
    """Section 10, 9: a strong hit of an action move, or of any suffer move where the house says so."""
    suffer = move == Move.HARM or move == Move.STRESS or move == Move.COMPANION or move == Move.DESOLATION
    action = move <= Move.COMPEL or move == Move.CIRCLE
    return result == Result.STRONG and (action or (suffer and book.house.end_gate == EndGate.ANY))


@rule
def read_log(ledger: Ledger, state: State, book: Book, tape: Tape) -> int:
    """Bring the ledger up to date from the events of one call, and compare it with the state."""
    ledger.peak = max(ledger.peak, tape.row)
    ledger.deepest = max(ledger.deepest, state.top + 1)
    if tape.overflow:
        return LOG_FULL
    for k in range(tape.row):
        kind = tape.rows[k, 0]
        who = tape.rows[k, 1]
        if kind == Event.MOMENTUM or kind == Event.BURN:
            ledger.momentum[who] = tape.rows[k, 3]
        elif kind == Event.HEALTH:
            ledger.health[who] = tape.rows[k, 3]
        elif kind == Event.SPIRIT:
            ledger.spirit[who] = tape.rows[k, 3]
        elif kind == Event.SUPPLY:
            ledger.supply = tape.rows[k, 3]
        elif kind == Event.INITIATIVE:
            ledger.initiative[who] = tape.rows[k, 2]
        elif kind == Event.MARK:
            ledger.marks[who] |= 1 << tape.rows[k, 2]
        elif kind == Event.PROGRESS:
            ledger.progress[who] = tape.rows[k, 4]
        elif kind == Event.FOE_IN:
            ledger.progress[who] = min(ledger.progress[who], 4)
        elif kind == Event.LEFT:
            ledger.place[who] = tape.rows[k, 2]
            ledger.initiative[who] = 0
            ledger.gate[who] = 0
        elif kind == Event.PRICE or (kind == Event.CHOICE and tape.rows[k, 2] != Act.GO):
            ledger.gate[who] = 0
        elif kind == Event.RESULT:
            opens = opens_gate(book, tape.rows[k, 2], tape.rows[k, 3]) and ledger.place[who] == Place.FIGHTING
            ledger.gate[who] = 1 if opens else 0
    return differs(ledger, state, book)


@rule
def differs(ledger: Ledger, state: State, book: Book) -> int:
    """Compare the ledger with the state."""
    if ledger.supply != state.supply:
        return LOG_SUPPLY
    for seat in range(book.seats):
        character = state.characters[seat]
        if ledger.momentum[seat] != character.momentum:
            return LOG_MOMENTUM
        if ledger.health[seat] != character.health:
            return LOG_HEALTH
        if ledger.spirit[seat] != character.spirit:
            return LOG_SPIRIT
        if ledger.initiative[seat] != character.initiative:
            return LOG_INITIATIVE
        if ledger.gate[seat] != character.gate:
            return LOG_GATE
        if ledger.place[seat] != character.place:
            return LOG_PLACE
        if ledger.marks[seat] != mark_bits(character):
            return LOG_MARKS
    for foe in range(FOES):
        if ledger.progress[foe] != state.foes[foe].progress:
            return LOG_PROGRESS
    return 0


@rule
def fault_of(ledger: Ledger, state: State, book: Book, tape: Tape, status: int) -> int:
    """Give the first thing that is wrong after a call, or 0."""
    if status:
        return STATUS
    fault = read_log(ledger, state, book, tape)
    if fault == 0:
        fault = out_of_range(state, book)
    if fault == 0:
        fault = ill_posed(state)
    if fault == 0:
        fault = untidy(state, book)
    return fault


@entry
def play(
    states: Batch[State], books: Batch[Book], tapes: Batch[Tape], ledgers: Batch[Ledger], seed: int, decisions: int
) -> int:
    """Play a number of random decisions, fight after fight; gives how many were made before something was wrong."""
    state = states[0]
    book = books[0]
    tape = tapes[0]
    ledger = ledgers[0]
    seed_chance(ledger.luck, seed)
    tape.row = 0
    open_ledger(ledger, state)
    ledger.fault = fault_of(ledger, state, book, tape, start(state, book, tape, seed))
    made = 0
    while ledger.fault == 0 and made < decisions and state.outcome == Outcome.ON:
        choice = draw(ledger.luck, tape, 15, state.n_legal) - 1
        tape.row = 0
        ledger.fault = fault_of(ledger, state, book, tape, decide(state, book, tape, state.legal[choice]))
        made += 1
    return made


def tables(steps: NDArray[np.int64]) -> NDArray[np.void]:
    """A tape whose step table is filled."""
    tapes = new_tapes(1)
    tapes[0]["steps"][: len(steps)] = steps
    return tapes


def fresh(book: NDArray[np.void]) -> NDArray[np.void]:
    """A state at the start of a scenario."""
    states = np.zeros(1, State.dtype)
    states[0] = book[0]["start"]
    return states


def random_book(seed: int) -> NDArray[np.void]:
    """The compiled random scenario of a seed."""
    return compile_book(random_scenario(Random(seed)))
