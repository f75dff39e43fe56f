"""The layout of an observation: the blocks, and what each number in them is. No content id is among them."""

from ..core.layout import Block, Layout, Row
from .terms import (
    ASSETS,
    CHARACTERS,
    DEBILITIES,
    DECISIONS,
    FOES,
    MOVES,
    SLOTS,
    STATS,
    FoeAct,
    Follow,
)


class Pending(Row):
    """The block `decision`."""

    KIND = DECISIONS, "kind of the pending decision, one-hot"
    MINE = 1, "it is mine"


class Rules(Row):
    """The block `house`: every setting, in the order of `House`; weapon and reach are told of each character."""

    PRICE = 1, "price / 3"
    FOE_CLOCK = 1, "foe_clock / 3"
    FOE_BEHAVIOUR = 1, "foe_behaviour / 3"
    STAT_POLICY = 1, "stat_policy / 3"
    END_GATE = 1, "end_gate / 3"
    SUFFER_INITIATIVE = 1, "suffer_initiative / 3"
    END_MISS = 1, "end_miss / 3"
    END_WEAK = 1, "end_weak / 3"
    FLEE = 1, "flee / 3"
    COMPEL = 1, "compel / 3"
    SURRENDER = 1, "surrender / 3"
    DYING = 1, "dying / 3"
    MATCHES = 1, "matches / 3"
    ORDER = 1, "order / 3"
    IDLE = 1, "idle / 3"
    OPENING = 1, "opening / 3"
    OPENING_STAT = 1, "opening_stat / 5, -1 / 5 to pick it"
    END_VARIANT = 1, "end_variant / 3"
    SEVERITY = 1, "severity / 3"


class Shared(Row):
    """The block `table`."""

    SUPPLY = 1, "supply / 5"
    ROUND = 1, "round / 100"


class Me(Row):
    """The block `me`."""

    FIGHTING = 1, "in the fight"
    ALIVE = 1, "alive"
    HEALTH = 1, "health / 5"
    SPIRIT = 1, "spirit / 5"
    MOMENTUM = 1, "momentum / 10"
    CAP = 1, "cap of momentum / 10, one less for each debility, so that the reset follows from it"
    MARK = DEBILITIES, "debilities"
    INITIATIVE = 1, "initiative"
    GATE = 1, "End the Fight is open"
    FOLLOW = len(Follow), "kind of the immediate move owed, one-hot"
    BONUS = 1, "add to the next move / 4"
    STRIKE_BONUS = 1, "add to a Strike made next"
    TIDE_USED = 1, "Turn the Tide used"
    ARMED = 1, "armed"
    DYING = 1, "dying"
    REELING = 1, "reeling"
    AFRAID = 1, "afraid"
    WAITS = 1, "waits in a row / 2"
    WEAPON = 1, "harm of the weapon / 2"
    REACH = 1, "how it attacks / 2: both, close, ranged"
    STAT = STATS, "stats / 4"
    COMPANION = 1, "health of the best companion / 5"
    OPEN_STAT = STATS, "stats open this turn"
    LAST_STAT = STATS, "stat used last, one-hot"
    FOE_ACT = len(FoeAct), "what the foe does, one-hot"


class Other(Row):
    """A row of the block `others`, the next seat first."""

    FIGHTING = 1, "in the fight"
    ALIVE = 1, "alive"
    HEALTH = 1, "health / 5"
    SPIRIT = 1, "spirit / 5"
    MOMENTUM = 1, "momentum / 10"
    INITIATIVE = 1, "initiative"
    GATE = 1, "End the Fight is open"
    ARMED = 1, "armed"
    DYING = 1, "dying"
    REELING = 1, "reeling"
    AFRAID = 1, "afraid"
    WEAPON = 1, "harm of the weapon / 2"
    BEST_STAT = 1, "best stat / 4"
    COMPANION = 1, "health of the best companion / 5"


class Opponent(Row):
    """A row of the block `foes`."""

    ACTIVE = 1, "in the fight"
    RANK = 1, "rank / 5"
    PROGRESS = 1, "ticks of progress / 40"
    ANIMAL = 1, "animal"
    BEAST = 1, "beast"
    HORROR = 1, "horror"
    ANOMALY = 1, "anomaly"
    TALKS = 1, "can be talked to"
    UNDEAD = 1, "undead"
    PACK = 1, "size of the pack / 10"
    TARGET = 1, "target of the roll"


class Rolled(Row):
    """The block `roll`."""

    MOVE = MOVES, "move, one-hot"
    STAT = STATS, "stat, one-hot"
    RESULT = 3, "result, one-hot"
    ACTION = 1, "action die / 6"
    FIRST = 1, "first challenge die / 10"
    SECOND = 1, "second challenge die / 10"
    SCORE = 1, "score / 10"
    ADDS = 1, "adds / 10"
    BASE = 1, "base / 10"
    CANCELLED = 1, "action die cancelled"
    BURNED = 1, "momentum burnt"
    PLAIN = 1, "result as it stands / 2"
    BURNT = 1, "result if momentum is burnt / 2"


class Carried(Row):
    """A row of the block `assets`."""

    THERE = 1, "there"
    READY = 1, "ready"
    COMPANION = 1, "companion"
    HEALTH = 1, "health / 6"
    STANDS = 1, "ritual stands"


class Ability(Row):
    """A row of the block `abilities`, three an asset."""

    USABLE = 1, "usable"
    ATTACKS = 1, "for attacks"
    ADVANTAGE = 1, "for advantage and danger"
    SUFFERING = 1, "for suffering"
    ADD = 1, "add / 4"
    MOMENTUM = 1, "momentum on a hit / 4"
    HARM = 1, "harm on a hit / 4"
    COST = 1, "cost / 4"


def block(name: str, row: type[Row], rows: int = 1, low: float = 0.0) -> Block:
    """Return a block of so many rows, with numbers from `low` to 1."""
    shape = (row.width(),) if rows == 1 else (rows, row.width())
    return Block(name, shape, low, 1.0, row.text())


LAYOUT = Layout(
    block("decision", Pending),
    block("house", Rules, low=-1.0),
    block("table", Shared),
    block("me", Me, low=-1.0),
    block("others", Other, CHARACTERS - 1, low=-1.0),
    block("foes", Opponent, FOES),
    block("roll", Rolled, low=-1.0),
    block("assets", Carried, ASSETS, low=-1.0),
    block("abilities", Ability, SLOTS),
)
