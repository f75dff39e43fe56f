"""The words of Ironsworn (by Shawn Tomkin; SRD, CC BY 4.0) as numbers: stats, moves, decisions, action ids, events."""

from enum import IntEnum

CHARACTERS = 4
FOES = 4
ASSETS = 6
SLOTS = 3 * ASSETS
FRAMES = 28

MAX_TRACK = 5
MIN_MOMENTUM = -6
MAX_MOMENTUM = 10
START_MOMENTUM = 2
MAX_TICKS = 40
BOX = 4
MAX_SCORE = 10
HORIZON = 100

TICKS_PER_HARM = (0, 12, 8, 4, 2, 1)
"""Ticks of progress for one harm, by rank 1 (troublesome) to 5 (epic)."""

RANKS = ("", "troublesome", "dangerous", "formidable", "extreme", "epic")
HIGHEST_RANK = len(RANKS) - 1

SIMPLE, DEADLY = 1, 2
"""Harm of a simple weapon or none, and of a deadly one."""
FACES = 10
"""Faces of a challenge die."""


class Stat(IntEnum):
    """The five stats."""

    EDGE = 0
    HEART = 1
    IRON = 2
    SHADOW = 3
    WITS = 4


STATS = 5


class Debility(IntEnum):
    """The eight debilities, in the order of the sheet."""

    WOUNDED = 0
    SHAKEN = 1
    UNPREPARED = 2
    ENCUMBERED = 3
    MAIMED = 4
    CORRUPTED = 5
    CURSED = 6
    TORMENTED = 7


DEBILITIES = 8


class Result(IntEnum):
    """Result of a roll; NONE while no roll stands."""

    NONE = -1
    MISS = 0
    WEAK = 1
    STRONG = 2


class Move(IntEnum):
    """Every move that rolls."""

    FRAY = 0
    STRIKE = 1
    CLASH = 2
    SECURE = 3
    FACE = 4
    FLEE = 5
    AID = 6
    COMPEL = 7
    END = 8
    BATTLE = 9
    CIRCLE = 10
    HARM = 11
    STRESS = 12
    COMPANION = 13
    DEATH = 14
    DESOLATION = 15
    VOW = 16
    HEAL = 17
    RITUAL = 18


MOVES = 19


class Place(IntEnum):
    """Where a character is: in the fight, or how the character left it."""

    FIGHTING = 0
    UNCONSCIOUS = 1
    FLED = 2
    SURRENDERED = 3
    GAVE_UP = 4
    SURVIVED = 5
    DYING = 6
    DEAD = 7
    LOST = 8


class Follow(IntEnum):
    """What kind of immediate move the next main decision is."""

    NONE = 0
    CONTROL = 1
    TIDE = 2
    ATTACK = 3
    RECOVER = 4


class Outcome(IntEnum):
    """How a fight ended; ON while it goes on."""

    ON = 0
    WIN = 1
    LOSS = 2
    FLED = 3
    SURRENDERED = 4
    TRUNCATED = 5


class Nature(IntEnum):
    """Nature of a foe; NONE for a plain foe of a rank."""

    NONE = 0
    IRONLANDER = 1
    FIRSTBORN = 2
    ANIMAL = 3
    BEAST = 4
    HORROR = 5
    ANOMALY = 6


class FoeAct(IntEnum):
    """Class of a row of the combat action oracle."""

    NONE = 0
    ATTACK = 1
    MANOEUVRE = 2
    DEFEND = 3
    SOCIAL = 4
    STRESS = 5
    SHIFT = 6
    GEAR = 7
    ESCALATE = 8
    DECISIVE = 9


class Stream(IntEnum):
    """Streams of chance; the first two groups hold one stream a seat."""

    DICE = 0
    SUFFER = 4
    PROGRESS = 8
    REROLL = 9
    PRICE = 10
    ORACLE = 11
    COMBAT = 12


class Decision(IntEnum):
    """Kind of the pending decision; NONE while the engine runs or the game is over."""

    NONE = -1
    MOVE = 0
    SEAT = 1
    FOE = 2
    ALLY = 3
    STAT = 4
    ABILITY = 5
    REROLL = 6
    BURN = 7
    FRAY = 8
    CLASH = 9
    SECURE = 10
    FACE = 11
    AID = 12
    END = 13
    BERSERK = 14
    RALLY = 15
    GRIT = 16
    TABLE = 17
    SWAP = 18
    VOW = 19
    BOAST = 20
    HELP = 21
    SPOILS = 22
    LEND = 23


DECISIONS = 24


class Act(IntEnum):
    """Action ids. An id names a move, a stat, a slot or an option, never content."""

    STRIKE_CLOSE = 0
    STRIKE_RANGED = 1
    CLASH_CLOSE = 2
    CLASH_RANGED = 3
    SECURE = 4  # + stat
    FACE = 9  # + stat
    FLEE = 14  # + stat
    AID = 19  # + stat
    COMPEL_HEART = 24
    COMPEL_IRON = 25
    COMPEL_SHADOW = 26
    TIDE = 27
    END = 28
    TAKE_HIT = 29
    SURRENDER = 30
    WAIT = 31
    STAT = 32  # + stat
    FOE = 37  # + foe
    SEAT = 41  # + seat
    ABILITY = 45  # + slot: the ability, used the first way
    SECOND = 63  # + slot: the ability, used the second way
    GO = 81
    REROLL = 82  # + bits of `Die`
    BURN = 90
    KEEP = 91
    MOMENTUM = 92
    INITIATIVE = 93
    HARM_FOE = 94
    FOLLOW = 95
    LOSE_MOMENTUM = 96
    LOSE_HEALTH = 97
    LOSE_SPIRIT = 98
    LOSE_SUPPLY = 99
    ENDURE_HARM = 100
    ENDURE_STRESS = 101
    GAIN_HEALTH = 102
    GAIN_SPIRIT = 103
    MARK_CONDITION = 104
    MARK_BANE = 105
    ROLL_TABLE = 106
    DIE_NOBLY = 107
    SWEAR = 108
    NEW_FOE = 109
    LOSE_OBJECTIVE = 110
    VENGEANCE = 111
    FIRST_STRIKE = 112
    BARE = 113
    NO_IRON = 114
    BLEED = 115
    TO_THE_DEATH = 116
    GAIN_SUPPLY = 117


ACTIONS = 118


class Op(IntEnum):
    """Operations of the engine's stack; each is one rule of the step table. FRAY to RITUAL follow `Move`."""

    FIGHT = 0
    TURN = 1
    TARGET = 2
    PREPARE = 3
    ROLL = 4
    REROLL = 5
    LEND = 6
    BURN = 7
    RESOLVE = 8
    FRAY = 9
    STRIKE = 10
    CLASH = 11
    SECURE = 12
    FACE = 13
    FLEE = 14
    AID = 15
    COMPEL = 16
    END = 17
    BATTLE = 18
    CIRCLE = 19
    HARM = 20
    STRESS = 21
    COMPANION = 22
    DEATH = 23
    DESOLATION = 24
    VOW = 25
    HEAL = 26
    RITUAL = 27
    OPENING = 28
    BOAST = 29
    VICTORY = 30
    CLASH_CHOICE = 31
    FACE_COST = 32
    AID_CHOICE = 33
    END_COST = 34
    LEAVE = 35
    COMPEL_ORACLE = 36
    MAKE = 37
    BLOOD = 38
    HELP = 39
    SUPPLIES = 40
    RALLY = 41
    SPOILS = 42
    PRICE = 43
    SUFFER = 44
    TAKE = 45
    GRIT = 46
    HARM_TABLE = 47
    STRESS_TABLE = 48
    LOSE_MOMENTUM = 49
    LOSE_SUPPLY = 50
    MERCY = 51
    AFTERMATH = 52
    FOLLOW = 53


class Price(IntEnum):
    """What a price costs; the faces of the price stream above 100 are `1000 * kind + 10 * amount + share`."""

    NONE = 0
    HARM = 1
    STRESS = 2
    MOMENTUM = 3
    SUPPLY = 4
    SEPARATED = 5
    GEAR = 6
    DANGER = 7
    ALLY = 8


class Event(IntEnum):
    """Kinds of events; the comment gives the integers that follow the kind."""

    ROUND = 0  # round
    TURN = 1  # seat, follow
    MOVE = 2  # seat, move, stat (-1 none), foe or ally's seat or asset (-1 none), add
    ABILITY = 3  # seat, slot, way
    DICE = 4  # seat, action die, first challenge die, second, score
    CANCELLED = 5  # seat, die
    PROGRESS_DICE = 6  # seat, first, second, score
    REROLL = 7  # seat, dice, slot
    BURN = 8  # seat, momentum before, momentum after
    RESULT = 9  # seat, move, result, match
    MOMENTUM = 10  # seat, change, now
    HEALTH = 11  # seat, change, now
    SPIRIT = 12  # seat, change, now
    SUPPLY = 13  # seat, change, now
    COMPANION = 14  # seat, asset, change, now
    PROGRESS = 15  # foe, harm (-1 where a setback clears it), ticks, now
    INITIATIVE = 16  # seat, 0 or 1
    MARK = 17  # seat, debility
    PRICE = 18  # seat, price kind, amount, asset of the exposed companion (-1 none), its share
    TABLE = 19  # seat, `Asked`, face, what it means where that needs telling
    LEFT = 20  # seat, place
    FOE_OUT = 21  # foe, 0 defeated or 1 compelled
    FOE_IN = 22  # foe, rank
    OUTCOME = 23  # outcome
    CHOICE = 24  # seat, action id
    ASSET = 25  # seat, asset, condition
    FOLLOW = 26  # seat, follow
    STATE = 27  # seat, `Passing`, on
    NOTHING_LEFT = 28  # seat, units of a loss that nothing could pay
    STAKES = 29  # severity of the lost fight
    ANSWER = 30  # seat, action id: a boast, or a cost of a weak end that no track shows


class Condition(IntEnum):
    """Condition of an asset: at hand, out of action or laid aside, lost in this fight, or dead for good."""

    READY = 0
    OUT = 1
    GONE = 2
    DEAD = 3


class Passing(IntEnum):
    """States of a character that come and go, in events."""

    REELING = 0
    DYING = 1
    AFRAID = 2
    DISARMED = 3


class Die(IntEnum):
    """Bits of the dice of an action roll."""

    ACTION = 1
    FIRST = 2
    SECOND = 4


DICE_SUBSETS = 8
