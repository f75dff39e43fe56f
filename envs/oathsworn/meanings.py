"""What the keys and words of effect steps mean, in one line each: for editors, and for docs/vocabulary.md."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from .terms import If, Lasts, Limit, Per, Prefer, Shape, Status, When, Who

KEYS: Mapping[str, str] = {
    "do": "the effect",
    "who": "whom it concerns",
    "amount": "how much or how many",
    "per": "what the amount is counted by",
    "reach": "how far in hexes; of an attack 0 is melee and `weapon` the weapon's, of a choice of pieces 0 anywhere",
    "shape": "the area",
    "size": "of the shape: length of a cone or charge, radius of a disc, range between links of a chain",
    "bonus": "damage added",
    "empowered": "upgrade steps before the draw",
    "redraws": "free redraws of this attack",
    "icon": "the body part that an enemy attack comes from, broken it draws a card less; or that consumes",
    "to": "where an enemy goes or turns",
    "token": "which token",
    "status": "which status",
    "tile": "which tile",
    "deck": "which deck",
    "colour": "which colour of might",
    "prefer": "whom the enemy goes for first",
    "kind": "the name of a kind of minion (in an encounter) or friend (in a class)",
    "by": "the kind of friend that an attack is made from, with the actor's might; the nearest of them strikes",
    "lasts": "how long it holds",
    "if": "the condition; a step whose condition fails is passed over",
    "limit": "the number or word of the condition",
    "else": "steps that are run when the condition fails; of a status that holds a hero, what it suffers",
    "options": "the lists of steps to choose from",
    "optional": "the actor may decline",
    "exactly": "the whole distance, not up to it",
    "no_sight": "no line of sight is needed",
    "enemies_only": "spares the own side",
    "unarmed": "without cubes of might and weapon abilities",
    "ignore_break": "draws all its cards though its body part is broken",
    "push": "without loss of HP",
    "melee": "adjacent only, whatever the weapon's range",
    "from_rear": "away from the rear hex in place of the core",
    "each": "all cards of one position in place of one card",
    "also_minions": "the minions of `kind` in place of the enemy itself",
    "beside_obstacle": "only to hexes beside an obstacle",
}
"""The keys of a step."""

WHO: Mapping[IntEnum, str] = {
    Who.SELF: "the actor",
    Who.TARGET: "the target of the attack; for an enemy the one it goes for",
    Who.HIT: "all that the attack hit; nobody after a miss or a break",
    Who.CHOSEN_FRIEND: "a hero, companion or ally of choice within `reach`, oneself among them",
    Who.OTHER_FRIEND: "the same without oneself",
    Who.ADJACENT_FRIENDS: "heroes, companions and allies next to the actor, whoever acts",
    Who.ALL_FRIENDS: "heroes, companions and allies within `reach`, whoever acts",
    Who.CHOSEN_ENEMY: "a boss or minion of choice within `reach`",
    Who.ADJACENT_ENEMIES: "bosses and minions next to the actor, whoever acts",
    Who.ALL_ENEMIES: "bosses and minions within `reach`, whoever acts",
    Who.ATTACKED: "the one under attack, in an interrupt",
    Who.LOWEST: "the hero, companion or ally within `reach` with the fewest HP",
    Who.POISONED: "heroes, companions and allies within `reach` who are poisoned",
}

PER: Mapping[IntEnum, str] = {
    Per.FLAT: "as it is",
    Per.HP_LOST: "HP the actor has lost of six",
    Per.TWO_HP_LOST: "every two of them",
    Per.ADJACENT_ENEMY: "bosses and minions next to the actor",
    Per.ADJACENT_FRIEND: "friends next to the actor",
    Per.ADJACENT_OBSTACLE: "1 next to an obstacle, else 0",
    Per.HEX_MOVED: "hexes this program moved",
    Per.CRITICAL: "criticals of the attack",
    Per.BLANK: "blanks of the attack",
    Per.TOKEN: "tokens of the kind that `token` names",
    Per.KILL: "minions the actor has killed",
    Per.DIE_BROKEN: "dice the enemy has lost",
    Per.FRIEND_OUT: "friends of the actor on the board",
    Per.COOLING_CARD: "ability cards of the actor that are cooling",
    Per.TARGET_HIT: "those that the attack hit",
    Per.HP_DEALT: "HP that the attack took",
    Per.ROUND: "the number of the round",
}

IF: Mapping[IntEnum, str] = {
    If.ALWAYS: "always",
    If.HIT: "the attack hit",
    If.MISSED: "the attack missed",
    If.CRITICAL: "the attack has a critical and did not miss",
    If.HP_AT_MOST: "the actor has at most `limit` HP",
    If.IN_ARC: "the attack comes from the target's arc: `limit` is any, front, rear or flank",
    If.ADJACENT_OBSTACLE: "the actor is next to an obstacle",
    If.ADJACENT_FRIEND: "a friend is next to the actor",
    If.ALONE: "no friend is next to the actor",
    If.TARGET_WOUNDED: "the target, or its location, has lost HP",
    If.TARGET_BROKEN: "the target's location is broken",
    If.HAS_TOKEN: "the actor has a token of the kind that `limit` names",
    If.MOVED: "this program moved somebody",
    If.STAGE_AT_LEAST: "the enemy is in stage `limit` or later",
    If.KILLED: "this program killed somebody",
    If.ON_TILE: "the actor is on a tile of the kind that `limit` names",
    If.TARGET_IS_MINION: "the target is a minion",
    If.TARGET_IS_BOSS: "the target is a boss",
    If.ADJACENT_TARGET: "the target is next to the actor",
    If.HP_LOST: "the actor has lost `limit` of six HP or more",
    If.BROKE: "the attack broke a location",
}

WHEN: Mapping[IntEnum, str] = {
    When.TURN: "in one's own visit",
    When.ATTACKED: "when an enemy attacks the actor, before the cards are revealed",
    When.FRIEND_ATTACKED: "when an enemy attacks a friend within the option's `reach`",
    When.REVEALED: "when the enemy's cards are revealed",
    When.DRAW: "before one's own draw",
    When.DRAWN: "after one's own draw",
    When.STAGE: "before a stage card resolves",
    When.BREAK: "when a location breaks",
    When.FALL: "when a friend falls",
    When.ENEMY_MOVED: "after an enemy moved",
    When.FRIEND_DRAW: "before a friend's draw",
    When.PASSIVE_REFRESH: "by itself in every refresh",
    When.PASSIVE_START: "by itself when the encounter starts",
    When.PASSIVE_DRAW: "by itself before each own draw, once the cards are chosen and upgraded",
    When.PASSIVE_DRAWN: "by itself when the cards of an own attack are final",
    When.HIT: "when the cards of an enemy's attack on the actor are revealed",
}

LIMIT: Mapping[IntEnum, str] = {
    Limit.FREE: "as often as it is paid for",
    Limit.TURN: "once a turn",
    Limit.ROUND: "once a round",
    Limit.ENCOUNTER: "once an encounter",
}

LASTS: Mapping[IntEnum, str] = {
    Lasts.ATTACK: "for this attack, or the next",
    Lasts.ROUND: "to the end of the round",
    Lasts.ENCOUNTER: "to the end of the encounter",
}

SHAPE: Mapping[IntEnum, str] = {
    Shape.ONE: "one target",
    Shape.FRONT3: "the three hexes in front",
    Shape.DISC: "a hex within reach and those around it",
    Shape.CONE: "120 degrees, `size` hexes far",
    Shape.WAVE: "a lane three hexes wide to the edge",
    Shape.CHARGE: "straight ahead `size` hexes, through all that stands there",
    Shape.CHAIN: "from target to target, each within `size` of the last",
    Shape.ADJACENT: "all that is adjacent",
    Shape.WITHIN: "all within `size`",
}

STATUS: Mapping[IntEnum, str] = {
    Status.POISON: "as the encounter says: its `poison` steps in every end of round, its cards by `poisoned`",
    Status.CRIPPLED: "no moving by one's own will until a whole Oathsworn phase has ended",
    Status.BLEED: "HP lost whenever a `bleed` asks for it",
    Status.CAGED: "held until a survival check of the difficulty `size` succeeds",
    Status.CONSUMED: "off the board, inside a location",
    Status.TAUNTED: "goes for the one who taunted",
}

PREFER: Mapping[IntEnum, str] = {
    Prefer.CLOSEST: "the closest",
    Prefer.MOST_KILLS: "the one who killed the most minions",
    Prefer.FARTHEST: "the farthest",
    Prefer.LOWEST_HP: "the fewest HP",
    Prefer.HIGHEST_HP: "the most HP",
    Prefer.MOST_ANIMUS: "the most animus available",
    Prefer.NEXT_CLOSEST: "the closest but for the last target",
    Prefer.KEEP: "the last target again",
    Prefer.IN_ARC: "the one in the enemy's front arc",
    Prefer.MOST_TOKENS: "the most combat tokens",
    Prefer.LEAD: "the lead",
}

TO: Mapping[str, str] = {
    "target": "to the target",
    "away": "straight away from it, or the back turned to it",
    "random": "where the direction die says",
    "edge": "to the nearest edge",
    "farthest_minion": "to the farthest minion of `kind`",
    "n ... nw": "in a direction of the compass: n, ne, se, s, sw, nw",
    "front ... front_left": "to a side of the mover: front, front_right, rear_right, rear, rear_left, front_left",
}

WORDS: Mapping[str, Mapping[IntEnum, str]] = {
    "who": WHO,
    "per": PER,
    "if": IF,
    "shape": SHAPE,
    "status": STATUS,
    "prefer": PREFER,
    "lasts": LASTS,
    "when": WHEN,
    "limit of an option": LIMIT,
}
"""The words of each key that takes words."""
