"""The layout of an observation: the blocks, and what each number in them is. No content id is among them."""

from ..core.hexes import HEXES
from ..core.layout import Block, Layout, Row
from .terms import (
    ABILITIES,
    BOSSES,
    CARDS,
    COLOURS,
    DECISIONS,
    FRIENDS,
    INJURIES,
    ITEMS,
    LOCATIONS,
    MINIONS,
    OPTIONS,
    PEEKS,
    SEATS,
    STATUSES,
    TOKENS,
)

SHOWN_STEPS = 8
"""Steps of the stage card that lies face up."""
SHOWN_LASTING = 2
"""Lasting stage cards."""
DECKS = 2 * COLOURS


class Plane(Row):
    """The block `hexes`: five planes of the board, one number a hex."""

    TERRAIN = HEXES, "1 on an obstacle"
    TILE = HEXES, "1 on fire, 1/2 on water"
    OCCUPANT = (
        HEXES,
        (
            "who stands there: 1 me; 0.9, 0.8, 0.7 the next seats; 0.4 a friend; -0.4 a minion; "
            "-0.7 and -1 a broken and a whole location of the first boss, -0.6 and -0.9 of the second"
        ),
    )
    COST = (
        HEXES,
        (
            "at my turn and when I choose where to go: the movement to reach it / 20; "
            "at my other choices of a hex: 1 if it is offered; else 0"
        ),
    )
    THREAT = HEXES, "1 if the stage card that lies face up could reach it: the enemy's walk and range, whatever bars it"


class Pending(Row):
    """The block `decision`."""

    KIND = DECISIONS, "kind of the pending decision, one-hot"
    MINE = 1, "it is mine"
    TRIGGER = 1, "trigger of the open window / 12"
    COLOUR = 1, "colour of the cards asked about, white 1/4 to black 1"


class Settings(Row):
    """The block `house`: the settings that an encounter is played by."""

    TIES = 1, "ties"
    TOKENS = 1, "any_time_tokens"
    DECLINE = 1, "decline_ally"
    FIRE = 1, "fire / 2"
    REFRESH = 1, "refresh_items"
    UNARMED = 1, "unarmed / 3 + redrawn_crit 2/3"
    WATER = 1, "water_last_point"
    EMPTY = 1, "empty_deck"
    ORIGIN = 1, "melee_origin_large"
    BREAKER = 1, "breaker_gone"
    BOUNCE = 1, "bounce_corner"
    TURNS = 1, "turn_cap / 200"
    ROUNDS = 1, "round_cap / 1000"
    CHANCE = 1, "chance / 2"


class Shared(Row):
    """The block `table`."""

    ROUND = 1, "round / 40"
    PHASE = 1, "phase: Oathsworn 1/2, encounter 1"
    STAGE = 1, "stage / 3"
    LEAD = 1, "seats from me to the lead / 3"
    DECK = 1, "stage cards in the deck / 15"
    ALLIES = 1, "ally cards left / 8"
    REACTIONS = 1, "reactions waiting / 8"
    UNKNOWN = 1, "the stage card's steps are not known"


class Me(Row):
    """The block `me`: what I pilot."""

    FULL = 1, "a full character"
    COMPANION = 1, "a companion"
    ALLY = 1, "an ally"
    HP = 1, "HP / 6"
    MAX_HP = 1, "most HP / 6"
    AVAILABLE = 1, "animus available / 12"
    RESERVE = 1, "animus in reserve / 12"
    REGEN = 1, "animus regained a round / 8"
    TOKEN = TOKENS, "tokens / 6"
    STATUS = STATUSES, "statuses / 4"
    DEFENCE = 1, "defence / 12"
    CUBES = COLOURS, "cubes of each colour / 6"
    REACH = 1, "range of the weapon / 10"
    MOVED = 1, "moved in this turn"
    PLAYED = 1, "played a card or acted in this turn"
    DAMAGE = 1, "change to the next attack's damage / 6"
    X = 1, "column / 8"
    Y = 1, "height / 9"
    EMPOWER = 1, "upgrade steps for the next attack / 6"
    REDRAW = 1, "redraws for the next attack / 4"


class Other(Row):
    """A row of the block `others`, the next seat first."""

    FULL = 1, "a full character"
    COMPANION = 1, "a companion"
    ALLY = 1, "an ally"
    HP = 1, "HP / 6"
    AVAILABLE = 1, "animus available / 12"
    DEFENCE = 1, "defence / 12"
    REACH = 1, "range of the weapon / 10"
    HAND = 1, "ability cards in hand / 7"
    TOKENS = 1, "tokens / 12"
    STATUS = 1, "statuses / 8"
    X = 1, "column / 8"
    Y = 1, "height / 9"


class Enemy(Row):
    """A row of the block `bosses`."""

    DEFENCE = 1, "defence / 12"
    STRENGTH = 1, "mean of its might / 24"
    X = 1, "column / 8"
    Y = 1, "height / 9"
    EAST = 1, "facing, to the east"
    SOUTH = 1, "facing, to the south"
    TARGET = 1, "I am its target"


class Part(Row):
    """A row of the block `locations`."""

    HP = 1, "HP on the die / 6"
    X = 1, "column of the middle of its hexes / 8"
    Y = 1, "height of the middle of its hexes / 9"


class Lesser(Row):
    """A row of the block `minions`."""

    HP = 1, "HP / 6"
    STRENGTH = 1, "mean of its might / 12"
    X = 1, "column / 8"
    Y = 1, "height / 9"


class Follower(Row):
    """A row of the block `friends`: falcons and the like."""

    HP = 1, "HP / 6"
    X = 1, "column / 8"
    Y = 1, "height / 9"


class Pile(Row):
    """A row of the block `decks`: white to black of the heroes, then of the enemies."""

    CARDS = 1, "cards in the draw pile / 18"
    BLANKS = 1, "share of blanks"
    MEAN = 1, "mean value / 5"
    TOP = 1, "the top card if I know it: 1/6 a blank, to 1 a critical"


class Held(Row):
    """A row of the block `cards`."""

    HAND = 1, "in my hand"
    POSITION = 1, "cooldown position, (position + 1) / 4"
    COOLDOWN = 1, "cooldown / 3"
    DEFENCE = 1, "defence / 6"


class Deed(Row):
    """What an option does, summed over its steps: a row of the blocks `card_options`, `item_options`, `abilities`."""

    COST = 1, "price / 8; an HP or token counts as 2 animus"
    STRIKE = 1, "attacks: 1/2 each, with range and area more"
    FORCE = 1, "damage, upgrade steps, HP taken / 8"
    MOVE = 1, "movement / 8"
    CONTROL = 1, "knockback, statuses, tiles, friends summoned or sent / 4"
    AID = 1, "HP, animus, tokens given; cards flowed, refreshed, drawn anew / 6"
    GUARD = 1, "defence / 4"
    WHEN = 1, "moment of an interrupt / 12, 0 in my own turn"


class Gear(Row):
    """A row of the block `items`."""

    READY = 1, "ready"
    POSITION = 1, "cooldown position, (position + 1) / 4"


class Wound(Row):
    """A row of the block `injuries`."""

    HAND = 1, "in my hand"
    POSITION = 1, "cooldown position, (position + 1) / 4"
    COOLDOWN = 1, "cooldown / 3"
    COST = 1, "price / 8"


class Use(Row):
    """The block `ready`."""

    ABILITY = ABILITIES, "abilities that are there and not used up"


class Menace(Row):
    """A step of a stage card: a row of the block `stage`; in `lasting` and `ahead` the sum of a card's steps."""

    ATTACK = 1, "attack: 1/2, and 1/8 for each card more"
    REACH = 1, "range or size / 8"
    AREA = 1, "shape / 8"
    PART = 1, "body part it comes from / 8"
    MOVE = 1, "movement / 8"
    TOWARD = 1, "1 towards its target, -1 otherwise"
    HARM = 1, "HP, statuses, defence taken, knockback / 4"
    BOON = 1, "spawned, healed, made stronger / 4"


class Struck(Row):
    """The block `attack`: the attack under way."""

    MINE = 1, "mine"
    ENEMY = 1, "an enemy's"
    HITS_ME = 1, "it hits me"
    HITS = 1, "models hit / 6"
    PLAN = COLOURS, "cards planned of each colour / 8"
    TOTAL = 1, "value of the cards drawn / 24"
    BLANKS = 1, "blanks drawn / 4"
    CRITS = 1, "criticals drawn / 4"
    OWED = 1, "cards that criticals still allow / 4"
    UPGRADES = 1, "upgrade steps left / 6"
    REDRAWS = 1, "redraws left / 4"
    BONUS = 1, "damage added / 6"
    DEFENCE = 1, "defence of its target / 12"


def block(name: str, row: type[Row], rows: int = 1, low: float = 0.0) -> Block:
    """Return a block of so many rows, with numbers from `low` to 1."""
    shape = (row.width(),) if rows == 1 else (rows, row.width())
    return Block(name, shape, low, 1.0, row.text())


LAYOUT = Layout(
    Block("hexes", (len(Plane), HEXES), -1.0, 1.0, Plane.text()),
    block("decision", Pending),
    block("house", Settings),
    block("table", Shared),
    block("me", Me, low=-1.0),
    block("others", Other, SEATS - 1, low=-1.0),
    block("bosses", Enemy, BOSSES, low=-1.0),
    block("locations", Part, LOCATIONS, low=-1.0),
    block("minions", Lesser, MINIONS, low=-1.0),
    block("friends", Follower, FRIENDS, low=-1.0),
    block("decks", Pile, DECKS),
    block("cards", Held, CARDS),
    block("items", Gear, ITEMS),
    block("injuries", Wound, INJURIES),
    block("card_options", Deed, CARDS * OPTIONS, low=-1.0),
    block("item_options", Deed, ITEMS, low=-1.0),
    block("abilities", Deed, ABILITIES, low=-1.0),
    block("ready", Use),
    block("stage", Menace, SHOWN_STEPS, low=-1.0),
    block("lasting", Menace, SHOWN_LASTING, low=-1.0),
    block("ahead", Menace, PEEKS, low=-1.0),
    block("attack", Struck, low=-1.0),
)
"""What a seat sees, as numbers: one layout for all scenarios, and no content id anywhere."""
