"""How likely a situation is to be won, as the scripted pilot judges it: log-odds that add up, see `weights.py`.

The log-odds of the whole but the momentum and initiative of the character who decides are called `rest`; those two
change with every result, and `hope` puts them back in.
"""

import math

import numpy as np

from ....envs.core.compiler import rule
from ....envs.ironsworn.legal import CLOSE_ONLY, RANGED_ONLY
from ....envs.ironsworn.state import Book, Character, State
from ....envs.ironsworn.terms import BOX, CHARACTERS, MAX_TICKS, TICKS_PER_HARM, Debility, Stat
from ....envs.ironsworn.tracks import count_fighting, count_foes, fighting, worst_foe
from .weights import WORTH, Worth

BURNABLE = 2
"""Momentum up to here cancels nothing worth the burn."""

OUT = MAX_TICKS + 1
"""A gain of progress that stands for a foe taken out of the fight."""

PART = np.array([0.0, *(1.0 / math.sqrt(n) for n in range(1, CHARACTERS + 1))])
"""Part of each character, by how many are in the fight."""

CEILING = (0.99, 0.81)
"""Chance to end the fight with a full track, by `EndVariant`: no hope is higher for each foe that stands."""

SURE = 30.0
"""Log-odds of a fight without foes."""


@rule
def hardest(state: State) -> int:
    """Give the rank of the hardest foe in the fight, 0 when there is none."""
    foe = worst_foe(state)
    return state.foes[foe].rank if foe >= 0 else 0


@rule
def part(state: State, book: Book) -> float:
    """Give the part that each character has in the party's log-odds."""
    part_of: float = PART[max(1, count_fighting(state, book))]
    return part_of


@rule
def momentum_worth(rank: int, momentum: int) -> float:
    """Log-odds of a character's momentum."""
    worth: float = WORTH[Worth.MOMENTUM, rank] * momentum + WORTH[Worth.BURN, rank] * max(0, momentum - BURNABLE)
    return worth


@rule
def health_worth(rank: int, health: int) -> float:
    """Log-odds of a character's health."""
    worth: float = WORTH[Worth.HEALTH, rank] * health + (WORTH[Worth.STANDING, rank] if health > 0 else 0.0)
    return worth


@rule
def spirit_worth(rank: int, spirit: int) -> float:
    """Log-odds of a character's spirit."""
    worth: float = WORTH[Worth.SPIRIT, rank] * spirit + (WORTH[Worth.HEARTENED, rank] if spirit > 0 else 0.0)
    return worth


@rule
def harm_of_hit(state: State, book: Book, seat: int) -> int:
    """Harm of a plain hit with what the character holds."""
    return book.kits[seat].weapon if state.characters[seat].armed else 1


@rule
def best_attack(state: State, book: Book, seat: int) -> int:
    """Better of iron and edge, as far as the weapon reaches."""
    stats = state.characters[seat].stats
    reach = book.kits[seat].reach if state.characters[seat].armed else CLOSE_ONLY
    if reach == CLOSE_ONLY:
        return stats[Stat.IRON]
    return stats[Stat.EDGE] if reach == RANGED_ONLY else max(stats[Stat.IRON], stats[Stat.EDGE])


@rule
def unhurt(character: Character) -> int:
    """Count the marks of harm still free."""
    return 2 - character.marks[Debility.WOUNDED] - character.marks[Debility.MAIMED]


@rule
def unshaken(character: Character) -> int:
    """Count the marks of stress still free."""
    return 2 - character.marks[Debility.SHAKEN] - character.marks[Debility.CORRUPTED]


@rule
def lasting_worth(state: State, book: Book, seat: int, rank: int) -> float:
    """Log-odds of a character without momentum and initiative."""
    character = state.characters[seat]
    worth: float = health_worth(rank, character.health) + spirit_worth(rank, character.spirit)
    worth += WORTH[Worth.UNHURT, rank] * unhurt(character) + WORTH[Worth.UNSHAKEN, rank] * unshaken(character)
    worth += WORTH[Worth.TIDE, rank] * (1 - character.tide_used) + WORTH[Worth.BONUS, rank] * character.bonus
    worth += WORTH[Worth.ATTACK, rank] * best_attack(state, book, seat)
    worth += WORTH[Worth.HARM, rank] * harm_of_hit(state, book, seat)
    worth += WORTH[Worth.STEADY, rank] * (1 - character.reeling)
    return worth


@rule
def passing_worth(rank: int, momentum: int, initiative: int) -> float:
    """Log-odds of what changes with every roll: momentum and initiative."""
    worth: float = momentum_worth(rank, momentum) + WORTH[Worth.INITIATIVE, rank] * initiative
    return worth


@rule
def foe_worth(rank: int, ticks: int) -> float:
    """Log-odds of one foe by its rank and the progress against it."""
    filled = min(ticks, MAX_TICKS) / MAX_TICKS
    worth: float = WORTH[Worth.GROUND, rank] + (WORTH[Worth.PROGRESS, rank] + WORTH[Worth.PACE, rank] * filled) * filled
    return worth


@rule
def foes_worth(state: State, foe: int, gain: int) -> float:
    """Log-odds of all foes, were `gain` ticks marked on `foe` (`OUT`: were it out); their odds against add up."""
    against = 0.0
    for other in range(len(state.foes)):
        gained = gain if other == foe else 0
        if state.foes[other].active and gained < OUT:
            against += math.exp(-foe_worth(state.foes[other].rank, state.foes[other].progress + gained))
    return -math.log(against) if against > 0.0 else SURE


@rule
def rest_worth(state: State, book: Book, seat: int) -> float:
    """Log-odds of everything but this character's momentum and initiative."""
    rank = hardest(state)
    worth: float = 0.0
    for other in range(book.seats):
        if fighting(state, other):
            worth += lasting_worth(state, book, other, rank)
            if other != seat:
                worth += passing_worth(rank, state.characters[other].momentum, state.characters[other].initiative)
    worth *= part(state, book)
    worth += WORTH[Worth.SUPPLY, rank] * state.supply + WORTH[Worth.PARTY, rank] * (count_fighting(state, book) - 1)
    return worth + foes_worth(state, -1, 0)


@rule
def hope(state: State, book: Book, rest: float, momentum: int, initiative: int) -> float:
    """Chance to win, with this momentum and initiative of the character who decides."""
    own = passing_worth(hardest(state), momentum, initiative)
    ceiling = CEILING[book.house.end_variant] ** count_foes(state)
    return ceiling / (1.0 + math.exp(-rest - own * part(state, book)))


@rule
def progress_worth(state: State, foe: int, harm: int) -> float:
    """Log-odds gained by harm dealt to a foe."""
    if foe < 0:
        return 0.0
    return foes_worth(state, foe, ticks_of(state, foe, harm)) - foes_worth(state, -1, 0)


@rule
def ticks_of(state: State, foe: int, harm: int) -> int:
    """Ticks that harm would mark on a foe's track."""
    target = state.foes[foe]
    return min(harm * TICKS_PER_HARM[target.rank], MAX_TICKS - target.progress)


@rule
def boxes_of(state: State, foe: int) -> int:
    """Boxes filled on a foe's track."""
    return state.foes[foe].progress // BOX
