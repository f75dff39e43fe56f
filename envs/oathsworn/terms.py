"""The words of Oathsworn as numbers: pieces, tokens, decisions, action ids, events, the vocabulary of effect steps.

Source of the mechanics: the encounter rule book of Oathsworn: Into the Deepwood, second edition (cited by page). All of
it is declared once here and imported by rules, content, faces, pilots and texts.
"""

from enum import IntEnum

SEATS = 4
CARDS = 7
OPTIONS = 4
ITEMS = 8
ITEM_OPTIONS = 2
INJURIES = 4
ABILITIES = 8
BOSSES = 2
LOCATIONS = 8
MINIONS = 12
FRIENDS = 12
MINION_KINDS = 4
FRIEND_KINDS = 4
ALLIES = 8
STAGE_CARDS = 24
STAGES = 3
LASTING = 4
STEPS = 640
OBSTACLES = 15
BODY = 7
"""Hexes of a large model: its centre, then the six around it, clockwise from its front."""

HERO = 0
BOSS = HERO + SEATS
MINION = BOSS + BOSSES
FRIEND = MINION + MINIONS
PIECES = FRIEND + FRIENDS
"""Slots of models: a seat's hero (or its ally), bosses, minions, friends."""

COLOURS = 4
KINDS = 6
DRAWN = 2 * COLOURS * KINDS
CRIT = 5
"""The face kind of a critical; kinds 0 to 4 are plain cards of that value."""

FRAMES = 64
PLAYS = 6
REACTIONS = 8
LEGAL = 192
WHITE_CAP = 19
LINKS = 16
"""Most targets of a chain."""
AFTER = 8
"""Most steps that interrupts add to an attack."""
DICE = (10, 6, 6, 6)
"""Dice in the box, by colour."""
LETHAL = 3
"""Most Lethality tokens."""
PEEKS = 4
"""Most cards known on top of a deck."""

DIE_HP = 6
COMPANION_ANIMUS = 2
COMPANION_REGEN = 2
COMPANION_MOVE = 4
COMPANION_DEFENCE = 3
ALLY_HP = 6
MISS_BLANKS = 2
TOKEN_STEPS = 3
"""Upgrade steps of one Empowered token."""


class Kind(IntEnum):
    """What a piece is."""

    NONE = 0
    HERO = 1
    COMPANION = 2
    ALLY = 3
    BOSS = 4
    MINION = 5
    FRIEND = 6


class Form(IntEnum):
    """What a seat pilots now."""

    FALLEN = 0
    FULL = 1
    COMPANION = 2
    ALLY = 3


class Zone(IntEnum):
    """Where a card, item or injury is; 0 to 3 are the cooldown positions."""

    HAND = 4
    SPENT = 5
    LASTING = 7
    NONE = 8


class Token(IntEnum):
    """Combat tokens (Encounter rules p. 28)."""

    DEFENCE = 0
    REDRAW = 1
    ANIMUS = 2
    EMPOWERED = 3
    BATTLEFLOW = 4
    LETHALITY = 5


TOKENS = 6


class Colour(IntEnum):
    """Colours of might, weakest first."""

    WHITE = 0
    YELLOW = 1
    RED = 2
    BLACK = 3


class Stream(IntEnum):
    """Streams of chance."""

    HERO = 0
    ENEMY = 4
    STAGE = 8
    DIRECTION = 9
    CARD = 10  # never drawn from: fed by hand, the steps of an unknown stage card are asked for


class Outcome(IntEnum):
    """How the encounter ended; ON while it goes on."""

    ON = 0
    WIN = 1
    LOSS = 2
    TRUNCATED = 3


class Act(IntEnum):
    """First id of each kind of action; its meaning depends on the pending decision."""

    HEX = 0
    PASS = 161
    YES = 162
    MOVE = 163
    CARD = 164
    INJURY = 192
    ITEM = 196
    ABILITY = 212
    TOKEN = 220
    NUMBER = 226
    COLOUR = 246
    DRAWN = 250
    DIRECTION = 284


ACTIONS = 290
FACES = 17
"""Kinds of drawn card over all colours; `DRAWN + face` is a base card, `DRAWN + FACES + face` a bonus card."""


class Decision(IntEnum):
    """The kinds of pending decision."""

    NONE = -1
    PLACE = 0
    TURN = 1
    MOVE_TO = 2
    FACING = 3
    TARGET = 4
    CUBES = 5
    WHITE = 6
    EMPOWER = 7
    DRAWN = 8
    DETERMINATION = 9
    LOCATION = 10
    DEFEND = 11
    GUARD = 12
    WINDOW = 13
    ALLY = 14
    ENTER = 15
    FRIEND = 16
    REARRANGE = 17
    DECKS = 18
    CHAIN = 19
    LANDING = 20
    PLACE_TILE = 21
    PRICE = 22
    PREDICT = 23
    PEEK = 24
    OPTIONAL = 25
    MODE = 26
    WAYPOINT = 27
    AMOUNT = 28


DECISIONS = 29


class Arc(IntEnum):
    """The arcs of a model."""

    ANY = 0
    FRONT = 1
    REAR = 2
    FLANK = 3


class Shape(IntEnum):
    """Areas of an attack or effect (Encounter rules p. 29-31)."""

    ONE = 0
    FRONT3 = 1
    DISC = 2
    CONE = 3
    WAVE = 4
    CHARGE = 5
    CHAIN = 6
    ADJACENT = 7
    WITHIN = 8


class To(IntEnum):
    """Where a move goes; 10 and up are fixed directions, 20 and up are relative to the mover's facing."""

    TARGET = 0
    AWAY = 1
    RANDOM = 2
    EDGE = 3
    FARTHEST_MINION = 4
    HEX = 5
    FIXED = 10
    RELATIVE = 20


class Who(IntEnum):
    """Whom a step concerns."""

    SELF = 0
    TARGET = 1
    HIT = 2
    CHOSEN_FRIEND = 3
    OTHER_FRIEND = 4
    ADJACENT_FRIENDS = 5
    ALL_FRIENDS = 6
    CHOSEN_ENEMY = 7
    ADJACENT_ENEMIES = 8
    ALL_ENEMIES = 9
    ATTACKED = 10
    LOWEST = 11
    POISONED = 12


class Per(IntEnum):
    """What an amount is counted by."""

    FLAT = 0
    HP_LOST = 1
    TWO_HP_LOST = 2
    ADJACENT_ENEMY = 3
    ADJACENT_FRIEND = 4
    ADJACENT_OBSTACLE = 5
    HEX_MOVED = 6
    CRITICAL = 7
    BLANK = 8
    TOKEN = 9
    KILL = 10
    DIE_BROKEN = 11
    FRIEND_OUT = 12
    COOLING_CARD = 13
    TARGET_HIT = 14
    HP_DEALT = 15
    ROUND = 16


class If(IntEnum):
    """Conditions of a step; `limit` is its number."""

    ALWAYS = 0
    HIT = 1
    MISSED = 2
    CRITICAL = 3
    HP_AT_MOST = 4
    IN_ARC = 5
    ADJACENT_OBSTACLE = 6
    ADJACENT_FRIEND = 7
    ALONE = 8
    TARGET_WOUNDED = 9
    TARGET_BROKEN = 10
    HAS_TOKEN = 11
    MOVED = 12
    STAGE_AT_LEAST = 13
    KILLED = 14
    ON_TILE = 15
    TARGET_IS_MINION = 16
    TARGET_IS_BOSS = 17
    ADJACENT_TARGET = 18
    HP_LOST = 19
    BROKE = 20


class When(IntEnum):
    """When an option is played: in one's own visit, or as an interrupt at this trigger."""

    TURN = 0
    ATTACKED = 1
    FRIEND_ATTACKED = 2
    REVEALED = 3
    DRAW = 4
    DRAWN = 5
    STAGE = 6
    BREAK = 7
    FALL = 8
    ENEMY_MOVED = 9
    FRIEND_DRAW = 10
    PASSIVE_REFRESH = 11
    PASSIVE_START = 12
    PASSIVE_DRAW = 13
    PASSIVE_DRAWN = 14
    HIT = 15


class Lasts(IntEnum):
    """How long an effect holds."""

    NOW = 0
    ATTACK = 1
    ROUND = 2
    ENCOUNTER = 3


class Limit(IntEnum):
    """How often an option is used."""

    FREE = 0
    TURN = 1
    ROUND = 2
    ENCOUNTER = 3


class Status(IntEnum):
    """Lasting conditions of a piece (Encounter rules p. 28-30)."""

    POISON = 0
    CRIPPLED = 1
    BLEED = 2
    CAGED = 3
    CONSUMED = 4
    TAUNTED = 5


STATUSES = 6


class Tile(IntEnum):
    """What lies on a hex."""

    NONE = 0
    FIRE = 1
    WATER = 2


class Key(IntEnum):
    """Keywords of an enemy, as bits."""

    LARGE = 1
    MOB = 2
    IMMUNE_TO_BOSS = 4
    REACTS = 8


class Flag(IntEnum):
    """Marks of a step, as bits."""

    OPTIONAL = 1
    EXACTLY = 2
    NO_SIGHT = 4
    ENEMIES_ONLY = 8
    UNARMED = 16
    IGNORE_BREAK = 32
    PUSH = 256
    MELEE = 512
    FROM_REAR = 1024
    EACH = 2048
    ALSO_MINIONS = 4096
    BESIDE_OBSTACLE = 8192


class Do(IntEnum):
    """The vocabulary of effect steps; the numbers are their places in the engine's step table."""

    ATTACK = 1
    MOVE = 2
    TELEPORT = 3
    KNOCKBACK = 4
    TURN = 5
    HURT = 6
    HEAL = 7
    TRANSFER = 8
    TOKEN = 9
    ANIMUS = 10
    STATUS = 11
    DEFENCE = 12
    DAMAGE = 13
    BATTLEFLOW = 14
    ROTATE = 15
    REFRESH = 16
    REDRAW = 17
    EMPOWER = 18
    IGNORE = 19
    TILE = 20
    SUMMON = 21
    SEND = 22
    COMMAND = 23
    PEEK = 24
    PREDICT = 25
    REPLACE = 26
    TAUNT = 27
    RETARGET = 28
    FACE = 29
    SPAWN = 30
    EAT = 31
    CLOUD = 32
    MIGHT = 33
    TOLL = 34
    BREAK_TERRAIN = 35
    RECOVER = 36
    CHOOSE = 37
    THROW = 38
    RANGE = 39
    BLEED = 40
    MEND = 41
    AIM = 42
    DISCARD = 43


class Op(IntEnum):
    """Operations of the engine itself; they share the step table with the effects of `Do`."""

    GAME = 48
    PLACE = 49
    ROUND = 50
    PHASE = 51
    VISIT = 52
    ENTER = 53
    PROGRAM = 55
    FINISH = 56
    HERO_ATTACK = 57
    ENEMY_ATTACK = 58
    STRUCK = 59
    WINDOW = 60
    GUARD = 61
    STAGE = 62
    CARD = 63
    REACTIONS = 64
    MINIONS = 65
    MINION_ATTACK = 66
    HERO_MOVE = 67
    END_ROUND = 69
    TOKEN = 70
    TOKEN_MOVE = 71
    SURVIVAL = 72
    HELD = 73
    BOSS_STEP = 75
    DEFEND = 76
    DETERMINATION = 77
    LOCATE = 78
    DRAWING = 79
    PLAN = 80
    CHAIN = 81
    LANDING = 82
    EMPOWER = 83
    PASSIVES = 84


OPS = 85


class Event(IntEnum):
    """What happened; the integers of each kind are given behind it."""

    ROUND = 1  # round
    PHASE = 2  # 0 refresh, 1 Oathsworn, 2 encounter, 3 minions, 4 end of round
    VISIT = 3  # seat
    PASS = 4  # seat
    STEP = 5  # piece, from, to, movement left
    PLACED = 6  # piece, hex, facing
    FACED = 7  # piece, facing
    REMOVED = 8  # piece, hex
    ANIMUS = 9  # seat, change, available now
    HP = 10  # piece, change, now
    DIE = 11  # location, HP change, now
    BROKEN = 12  # location, breaker
    TOKEN = 13  # seat, token, change, now
    STATUS = 14  # piece, status, change, now
    CARD = 15  # seat, card, option
    DEFENDED = 16  # seat, card, defence
    ZONE = 17  # seat, 0 card / 1 injury / 2 item, index, from, to
    ITEM = 18  # seat, item, option
    ABILITY = 19  # seat, ability
    INJURY = 20  # seat, injury
    POOL = 21  # seat or -1 for an enemy, white, yellow, red, black: what is drawn next
    DREW = 22  # 0 hero / 1 enemy, colour, kind, count, 1 = by a critical
    REDREW = 23  # colour, kind, drawn instead
    MISS = 24  # seat, blanks
    DAMAGE = 25  # source piece, target piece, damage, defence, HP lost
    REFRESHED = 26  # side, colour, cards
    SHUFFLED = 27  # side, colour, cards
    STAGE = 28  # stage
    REVEALED = 29  # stage card
    RESOLVE = 30  # stage card, 1 = reaction, breaker
    TARGET = 31  # enemy, target, reason, 1 = first among several that were named
    SKIPPED = 32  # row of the book, why
    STRIKE = 33  # enemy, targets (bits), 1 = broken, all minions of one mob (bits)
    COLLISION = 34  # piece, other piece or -1, hex
    DESTROYED = 35  # obstacle
    TILE = 36  # hex, tile
    FELL = 37  # piece
    ALLY = 38  # seat, ally
    SPAWNED = 39  # piece, kind, hex
    KILLED = 40  # piece, by
    UPGRADE = 41  # colour before
    CLOUD = 42  # minion, hex
    OUTCOME = 43  # outcome
    INTERRUPT = 44  # seat, trigger
    DETERMINED = 45  # seat, token, Redraw / Empower / Lethality tokens it gets back
    MODIFIED = 46  # piece, what 0 defence / 1 damage / 2 range / 3 might, amount, lasts
    PEEKED = 47  # seat, side, colour
    SURVIVAL = 48  # seat, total, difficulty, blanks
    BOUNCED = 49  # piece, direction
    CAP = 50  # seat
    DIRECTION = 51  # direction
    PREDICTED = 52  # seat, colour * KINDS + kind, 1 = right
    THROWN = 53  # seat, item, hex where it lies, -1 = picked up
    SHORT = 54  # minion kind, how many could not come, 1 = for want of room
    TOLL = 55  # seat, cards it draws, price of each two in tokens


class Reason(IntEnum):
    """Why an enemy chose as it did."""

    BREAKER = 0
    NAMED = 1
    CLOSEST = 2
    MOB = 3
    NORTH_WEST = 4
    NOBODY = 5
    TAUNT = 6
    REACH = 7


class StageZone(IntEnum):
    """Where a stage card is."""

    DECK = 0
    FACE_UP = 1
    DISCARD = 2
    GONE = 3
    NONE = 4
    LASTING = 5


class Prefer(IntEnum):
    """Whom an enemy goes for first, before the closest."""

    CLOSEST = 0
    MOST_KILLS = 1
    FARTHEST = 2
    LOWEST_HP = 3
    HIGHEST_HP = 4
    MOST_ANIMUS = 5
    NEXT_CLOSEST = 6
    KEEP = 7
    IN_ARC = 8
    MOST_TOKENS = 9
    LEAD = 10


class Icon(IntEnum):
    """Body parts of a boss."""

    NONE = -1
    FRONT = 0
    REAR = 1
    FLANK = 2
    CORE = 3
    HEAD = 4
    WING = 5
    TAIL = 6
    LIMB = 7


class Form7(IntEnum):
    """Hexes of a large model, as places in its body."""

    CENTRE = 0
    FRONT = 1
    FRONT_RIGHT = 2
    REAR_RIGHT = 3
    REAR = 4
    REAR_LEFT = 5
    FRONT_LEFT = 6
