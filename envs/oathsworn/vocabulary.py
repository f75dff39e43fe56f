"""The vocabulary of effect steps: what each effect is called in content files, what it reads and what it does.

This table is the one place: steps are checked against it, compiled by it, and docs/vocabulary.md is written from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntFlag

from .terms import Do, Flag, If, Who


class Side(IntFlag):
    """Whose programs may use an effect."""

    HEROES = 1
    ENEMIES = 2
    BOTH = 3


@dataclass(frozen=True)
class Effect:
    """One word of the vocabulary.

    Attributes:
        do: The effect.
        side: Whose programs may use it.
        reads: The keys of a step that it reads, beyond those of every step.
        needs: Those of them that must be given.
        meaning: What it does, in one line.
        example: A step as it stands in a file.
        who: Whom it concerns if the step does not say.
        amount: Its amount if the step gives none.
        least: The lowest amount that makes sense.
    """

    do: Do
    side: Side
    reads: tuple[str, ...]
    needs: tuple[str, ...]
    meaning: str
    example: str
    who: Who
    amount: int
    least: int

    @property
    def name(self) -> str:
        """The word in content files."""
        return self.do.name.lower()


def _effect(
    do: Do, side: Side, reads: str, meaning: str, example: str, who: Who = Who.SELF, amount: int = 1, least: int = 1
) -> Effect:
    """Make an entry of the table; a key that must be given ends in an exclamation mark."""
    words = reads.split()
    needs = tuple(word[:-1] for word in words if word.endswith("!"))
    return Effect(do, side, tuple(word.rstrip("!") for word in words), needs, meaning, example, who, amount, least)


HEROES, ENEMIES, BOTH = Side.HEROES, Side.ENEMIES, Side.BOTH
ANY = -20
"""The lowest amount of an effect that also takes away."""

EFFECTS = (
    _effect(
        Do.ATTACK,
        BOTH,
        "amount who reach shape size bonus empowered redraws icon unarmed melee no_sight enemies_only "
        "ignore_break from_rear by",
        "One attack. An enemy's comes from a body part (`icon`), goes for its target and draws `amount` more cards of "
        "its best colour; everyone in an area is hit. A hero's may be made from where its friends stand (`by`).",
        '{ do = "attack", reach = "weapon", bonus = 2 }',
        amount=0,
        least=0,
    ),
    _effect(
        Do.MOVE,
        BOTH,
        "amount who reach exactly to kind",
        "A hero moves up to `amount` hexes; the option's cost pays. An enemy moves as `to` says, else to its target.",
        '{ do = "move", amount = 3 }',
    ),
    _effect(
        Do.TELEPORT,
        HEROES,
        "amount who reach beside_obstacle",
        "Put on an empty hex within `amount`, whatever stands between; 0 is any empty hex.",
        '{ do = "teleport", amount = 7, beside_obstacle = true }',
        least=0,
    ),
    _effect(
        Do.KNOCKBACK,
        BOTH,
        "amount who push from_rear",
        "Knock straight away from the source, with 1 HP lost at whatever stops it; `push` moves without loss.",
        '{ do = "knockback", amount = 2 }',
        who=Who.HIT,
    ),
    _effect(Do.TURN, HEROES, "", "The actor picks where it faces.", '{ do = "turn" }'),
    _effect(
        Do.HURT,
        BOTH,
        "amount who reach",
        "HP lost, whatever the defence.",
        '{ do = "hurt", who = "self", amount = 1 }',
        who=Who.HIT,
    ),
    _effect(
        Do.HEAL,
        HEROES,
        "amount who reach",
        "HP regained, never above the highest.",
        '{ do = "heal", who = "adjacent_friends", amount = 1 }',
    ),
    _effect(
        Do.TRANSFER,
        HEROES,
        "amount who reach",
        "The actor gives a friend some of its own HP.",
        '{ do = "transfer", reach = 1, amount = 1 }',
        who=Who.CHOSEN_FRIEND,
    ),
    _effect(
        Do.TOKEN,
        BOTH,
        "amount who reach token!",
        "Combat tokens gained, or lost with an amount below 0.",
        '{ do = "token", token = "redraw", amount = 1 }',
        least=ANY,
    ),
    _effect(
        Do.ANIMUS,
        BOTH,
        "amount who reach",
        "Animus moved from the reserve to what is available, or back with an amount below 0.",
        '{ do = "animus", amount = 2 }',
        least=ANY,
    ),
    _effect(
        Do.STATUS,
        BOTH,
        "amount who reach status! size icon",
        "A status gained, or lost with an amount below 0; `size` is how hard a cage is to leave, `icon` the part that "
        "consumes, and `else` what a caged or consumed hero suffers meanwhile.",
        '{ do = "status", status = "crippled" }',
        who=Who.HIT,
        least=ANY,
    ),
    _effect(
        Do.DEFENCE,
        BOTH,
        "amount who reach lasts",
        "Defence changed for this attack, the round or the encounter.",
        '{ do = "defence", who = "attacked", amount = 2, lasts = "attack" }',
        least=ANY,
    ),
    _effect(
        Do.DAMAGE,
        BOTH,
        "amount who reach lasts",
        "Damage dealt changed for the next attack, the round or the encounter.",
        '{ do = "damage", amount = 1, per = "adjacent_enemy", lasts = "attack" }',
        least=ANY,
    ),
    _effect(
        Do.BATTLEFLOW,
        HEROES,
        "amount each",
        "Cards of the actor's choice one position down; with `each` all cards of one position.",
        '{ do = "battleflow", amount = 1 }',
    ),
    _effect(
        Do.ROTATE,
        HEROES,
        "amount",
        "One cooling card of the actor's choice that many positions down.",
        '{ do = "rotate", amount = 1 }',
    ),
    _effect(
        Do.REFRESH, HEROES, "", "The actor picks might decks; their discards are shuffled back.", '{ do = "refresh" }'
    ),
    _effect(Do.REDRAW, HEROES, "amount", "Free redraws in the open or next attack.", '{ do = "redraw", amount = 1 }'),
    _effect(
        Do.EMPOWER, HEROES, "amount", "Upgrade steps in the open or next attack.", '{ do = "empower", amount = 3 }'
    ),
    _effect(
        Do.IGNORE,
        HEROES,
        "amount",
        "The highest cards of the open enemy attack count nothing.",
        '{ do = "ignore", amount = 1 }',
    ),
    _effect(
        Do.TILE,
        BOTH,
        "reach shape size tile!",
        "A tile placed within reach; `none` takes one away.",
        '{ do = "tile", tile = "fire", reach = 3 }',
    ),
    _effect(
        Do.SUMMON,
        HEROES,
        "amount kind! reach",
        "Friends of a kind placed within reach, as far as there are models.",
        '{ do = "summon", kind = "sentinel", amount = 2, reach = 1 }',
    ),
    _effect(
        Do.SEND,
        HEROES,
        "kind! reach",
        "A friend of a kind goes next to a character within reach: one that is not out yet, else the farthest one.",
        '{ do = "send", kind = "falcon", reach = 6 }',
    ),
    _effect(
        Do.COMMAND,
        HEROES,
        "amount kind! bonus",
        "Every friend of a kind moves up to `amount`; then all next to one enemy attack it together and cannot miss.",
        '{ do = "command", kind = "sentinel", amount = 3 }',
        least=0,
    ),
    _effect(
        Do.PEEK,
        HEROES,
        "amount deck! colour",
        "The actor alone sees the top cards of a deck.",
        '{ do = "peek", deck = "stage", amount = 1 }',
    ),
    _effect(
        Do.PREDICT,
        HEROES,
        "amount",
        "Colour and face are named before the draw; free redraws if one comes.",
        '{ do = "predict", amount = 1 }',
    ),
    _effect(
        Do.REPLACE,
        HEROES,
        "amount colour!",
        "A drawn card is discarded and one of that colour drawn instead.",
        '{ do = "replace", colour = "black" }',
    ),
    _effect(
        Do.TAUNT,
        HEROES,
        "who reach",
        "An enemy goes for the actor until the end of the round.",
        '{ do = "taunt", reach = 4 }',
        who=Who.CHOSEN_ENEMY,
    ),
    _effect(
        Do.RETARGET,
        ENEMIES,
        "prefer! kind",
        "The enemy picks its target anew.",
        '{ do = "retarget", prefer = "next_closest" }',
    ),
    _effect(
        Do.FACE,
        ENEMIES,
        "to",
        "The enemy turns: to its target, its back to it (`away`), or in a direction.",
        '{ do = "face", to = "away" }',
    ),
    _effect(
        Do.SPAWN,
        ENEMIES,
        "amount kind! to",
        "Minions placed on empty hexes next to the enemy, closest to the side that `to` names.",
        '{ do = "spawn", kind = "giant rat", amount = 3, to = "rear" }',
    ),
    _effect(
        Do.EAT,
        ENEMIES,
        "kind!",
        "A minion of a kind next to the enemy dies; the condition `killed` then holds.",
        '{ do = "eat", kind = "giant rat" }',
    ),
    _effect(
        Do.CLOUD,
        ENEMIES,
        "kind! size",
        "The minion of a kind nearest to a hero dies; the spot is the centre of the disc attack that follows.",
        '{ do = "cloud", kind = "giant rat", size = 1 }',
    ),
    _effect(
        Do.MIGHT,
        ENEMIES,
        "amount kind also_minions",
        "More cards of the best colour this round: the enemy's, or the minions' with `also_minions` and a kind.",
        '{ do = "might", also_minions = true, kind = "giant rat", amount = 1 }',
    ),
    _effect(
        Do.TOLL,
        ENEMIES,
        "amount",
        "Each hero and ally draws white enemy cards, one a hex to its next fellow; a 2 costs tokens (`amount`) or HP.",
        '{ do = "toll", amount = 2 }',
    ),
    _effect(
        Do.BREAK_TERRAIN, BOTH, "reach", "An obstacle within reach is destroyed.", '{ do = "break_terrain", reach = 1 }'
    ),
    _effect(
        Do.RECOVER,
        HEROES,
        "amount",
        "Injuries of choice in the hand are put on their cooldown and not suffered.",
        '{ do = "recover", amount = 1 }',
    ),
    _effect(
        Do.CHOOSE,
        HEROES,
        "options!",
        "The actor picks one of several lists of steps.",
        '{ do = "choose", options = [[{ do = "move", amount = 2 }], [{ do = "heal" }]] }',
    ),
    _effect(
        Do.THROW,
        HEROES,
        "",
        "The item of this option lands next to the target and must be picked up there.",
        '{ do = "throw" }',
    ),
    _effect(
        Do.RANGE,
        HEROES,
        "amount who reach",
        "Range of the next attack changed.",
        '{ do = "range", amount = 2 }',
        least=ANY,
    ),
    _effect(
        Do.BLEED,
        BOTH,
        "who reach",
        "Each Bleed token costs 1 HP and stays.",
        '{ do = "bleed", who = "target" }',
        who=Who.HIT,
    ),
    _effect(
        Do.MEND,
        ENEMIES,
        "amount",
        "HP regained by the most damaged location that is not broken.",
        '{ do = "mend", amount = 3, if = "killed" }',
    ),
    _effect(
        Do.AIM,
        HEROES,
        "reach melee no_sight by",
        "Choose the target of the attack that follows, so that conditions before it can speak of it; without one the "
        "program ends.",
        '{ do = "aim", reach = "weapon" }',
    ),
    _effect(
        Do.DISCARD,
        HEROES,
        "amount",
        "Put that many ability cards of choice from the hand at their cooldown; who cannot goes no further.",
        '{ do = "discard", amount = 1 }',
    ),
)
"""The vocabulary, in the order of its numbers."""

BY_NAME = {effect.name: effect for effect in EFFECTS}

COMMON = ("do", "if", "limit", "else", "optional", "per")
"""Keys that every step may have."""
ENEMY_KEYS = frozenset({"icon", "ignore_break", "from_rear", "to"})
"""Keys that only the programs of enemies read."""
HERO_KEYS = frozenset({"by", "empowered", "redraws", "unarmed", "melee", "exactly"})
"""Keys that only the programs of heroes read."""
FLAGS = {
    "optional": Flag.OPTIONAL,
    "exactly": Flag.EXACTLY,
    "no_sight": Flag.NO_SIGHT,
    "enemies_only": Flag.ENEMIES_ONLY,
    "unarmed": Flag.UNARMED,
    "ignore_break": Flag.IGNORE_BREAK,
    "push": Flag.PUSH,
    "melee": Flag.MELEE,
    "from_rear": Flag.FROM_REAR,
    "each": Flag.EACH,
    "also_minions": Flag.ALSO_MINIONS,
    "beside_obstacle": Flag.BESIDE_OBSTACLE,
}
"""Keys that are marks of a step."""

LIMITS = {
    If.HP_AT_MOST: "number",
    If.IN_ARC: "arc",
    If.HAS_TOKEN: "token",
    If.STAGE_AT_LEAST: "number",
    If.ON_TILE: "tile",
    If.HP_LOST: "number",
}
"""What the `limit` of a condition is; other conditions have none."""
