"""The records of a fight: the state that changes, and the book that does not."""

from __future__ import annotations

from ..core.chance import Chance
from ..core.compiler import Family
from ..core.pilot import Why
from ..core.records import Ints, Record, Records, i2, i4, record
from ..core.tape import Tape
from .terms import ASSETS, CHARACTERS, DEBILITIES, FOES, FRAMES, STATS

LEGAL = 64
"""Most actions one decision can offer."""

ROWS = 24
"""Most effect rows of one character's abilities."""


class Character(Record):
    """One character. Flags are 0 or 1."""

    stats: Ints = i2(STATS)
    health: int = i2()
    spirit: int = i2()
    momentum: int = i2()
    max_health: int = i2()
    marks: Ints = i2(DEBILITIES)
    place: int = i2()
    initiative: int = i2()
    gate: int = i2()  # End the Fight is open
    follow: int = i2()  # kind of the immediate move now owed
    bonus: int = i2()  # add to the next move
    strike_bonus: int = i2()  # add to the next move if it is a Strike
    tide_used: int = i2()
    armed: int = i2()
    dying: int = i2()
    reeling: int = i2()
    afraid: int = i2()
    waits: int = i2()  # waits in a row
    last_stat: int = i2()
    approach: int = i2()  # bits of the stats open this turn
    foe_act: int = i2()
    boasts: int = i2()
    debts: int = i2()  # assets that now count as a debility
    scarred: int = i2()  # maimed does not count as a debility
    track: Ints = i2(ASSETS)  # health of a companion, -1 none
    condition: Ints = i2(ASSETS)
    active: Ints = i2(ASSETS)  # `Stands` of a ritual
    used: Ints = i2(ASSETS)  # bits of abilities spent


class Foe(Record):
    """One foe or pack. `rank` 0 is an empty slot."""

    rank: int = i2()
    progress: int = i2()
    limit: int = i2()  # ticks of a full track
    active: int = i2()
    nature: int = i2()
    undead: int = i2()
    pack: int = i2()


class Roll(Record):
    """The roll being made. -1 means none, not yet, or no choice."""

    move: int = i2()
    seat: int = i2()
    stat: int = i2()
    foe: int = i2()
    ally: int = i2()
    ranged: int = i2()
    follow: int = i2()
    severity: int = i2()  # of the price a miss brings, from what the foe does
    extra: int = i2()  # add brought by the move before
    base: int = i2()  # stat, track or progress rolled with
    adds: int = i2()
    action: int = i2()
    first: int = i2()
    second: int = i2()
    cancelled: int = i2()
    burned: int = i2()
    before: int = i2()  # result before the burn
    result: int = i2()
    helper: int = i2()  # asset of the companion that helped
    amount: int = i2()  # harm or stress endured
    picked: int = i4()  # bits of effect rows chosen


class Frame(Record):
    """One entry of the engine's stack."""

    op: int = i2()
    step: int = i2()
    a: int = i2()
    b: int = i2()
    c: int = i2()
    d: int = i2()


class State(Record):
    """A fight. Everything a copy needs; the last group is scratch."""

    supply: int = i2()
    round: int = i2()
    turn: int = i2()  # seat whose main move comes next
    waited: int = i2()  # main moves of this pass that were not waits
    lost: int = i2()  # the fight was lost by End the Fight
    compelled: int = i2()  # `Answer` of the oracle on Compel
    regrets: int = i2()  # objectives lost and vengeances sworn by weak ends
    characters: Records[Character] = record(Character, CHARACTERS)
    foes: Records[Foe] = record(Foe, FOES)
    roll: Roll = record(Roll)
    top: int = i2()
    stack: Records[Frame] = record(Frame, FRAMES)
    outcome: int = i2()
    decision: int = i2()
    seat: int = i2()
    answer: int = i2()
    error: int = i2()
    decisions: int = i4()
    chance: Chance = record(Chance)
    n_legal: int = i2()
    legal: Ints = i2(LEGAL)


class Effect(Record):
    """One way an ability changes a move; a row of the book."""

    slot: int = i2()
    asset: int = i2()
    act: int = i2()  # action id that picks it, -1 when it applies by itself
    moves: int = i4()  # bits of Move
    stats: int = i2()  # bits of Stat, 0 any
    reach: int = i2()  # 0 any, 1 close, 2 ranged
    need: int = i2()
    add: int = i2()
    stat: int = i2()  # roll with this stat instead, -1 no
    hit_momentum: int = i2()
    strong_momentum: int = i2()
    fail_momentum: int = i2()  # lost on a weak hit or miss
    hit_harm: int = i2()
    strong_harm: int = i2()
    base_harm: int = i2()  # replaces the weapon's harm, -1 no
    fixed_harm: int = i2()  # replaces all harm, -1 no
    pay_momentum: int = i2()
    pay_supply: int = i2()
    then_stress: int = i2()
    reroll: int = i2()  # `Reroll`
    once: int = i2()  # 1 spent by use
    weak_is_miss: int = i2()
    keeps_initiative: int = i2()
    strong_add: int = i2()  # to the next move after a strong hit
    burn_momentum: int = i2()
    burn_harm: int = i2()
    burn_add: int = i2()  # to the next move after a burn
    companion: int = i2()
    special: int = i2()


class Kit(Record):
    """What the book knows of one character."""

    weapon: int = i2()
    reach: int = i2()  # 0 both, 1 close, 2 ranged
    simple: int = i2()  # armed with a simple weapon or none
    n_effects: int = i2()
    named: int = i2()  # foe that Talisman was made against, -1 none here
    companion: Ints = i2(ASSETS)
    max_track: Ints = i2(ASSETS)
    gear: Ints = i2(ASSETS)  # `Gear`
    ritual: Ints = i2(ASSETS)  # `Ritual`
    marked: Ints = i2(ASSETS)  # abilities marked
    slots: Ints = i2(ASSETS)
    effects: Records[Effect] = record(Effect, ROWS)


class House(Record):
    """The settings of rules section 10, as numbers (see `house_rules.py`)."""

    price: int = i2()
    foe_clock: int = i2()
    foe_behaviour: int = i2()
    stat_policy: int = i2()
    end_gate: int = i2()
    suffer_initiative: int = i2()
    end_miss: int = i2()
    end_weak: int = i2()
    flee: int = i2()
    compel: int = i2()
    surrender: int = i2()
    dying: int = i2()
    matches: int = i2()
    order: int = i2()
    idle: int = i2()
    opening: int = i2()
    opening_stat: int = i2()  # -1 the character picks
    end_variant: int = i2()
    severity: int = i2()


class Book(Record):
    """A compiled scenario: settings, kits and the state a fight starts from."""

    seats: int = i2()
    house: House = record(House)
    kits: Records[Kit] = record(Kit, CHARACTERS)
    start: State = record(State)


STEP = Family(State, Book, Tape, returns=int)
call_step = STEP.call

PILOT = Family(State, Book, int, Why, returns=int)
"""Compiled pilots: `(state, book, draw, why) -> act`; `draw` is 62 random bits of the pilot's own stream."""
call_pilot = PILOT.call
