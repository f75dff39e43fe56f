"""How likely a fight is won from the begin of a round, by a small network over what every seat can see.

The numbers of `Sight` are features of the situation, not of content; what the scripted pilot hopes is one of them. The
weights are fitted to games of scripted seats (`training/fit_value.py`).
"""

from math import log

from ...envs.core.compiler import F4, rule
from ...envs.core.layout import Row
from ...envs.ironsworn.effects import usable
from ...envs.ironsworn.state import Book, Character, Foe, State
from ...envs.ironsworn.terms import (
    ASSETS,
    BOX,
    CHARACTERS,
    DEBILITIES,
    FOES,
    HIGHEST_RANK,
    MAX_MOMENTUM,
    MAX_TICKS,
    MAX_TRACK,
    MIN_MOMENTUM,
    STATS,
    TICKS_PER_HARM,
    Follow,
    Move,
)
from ...envs.ironsworn.tracks import count_fighting, count_foes, fighting, max_momentum, reset_momentum
from ..value import chance_of, count_weights
from .scripted.worth import best_attack, foe_worth, hardest, harm_of_hit, hope, rest_worth

PRICES = 4
ATTACKS = (1 << Move.STRIKE) | (1 << Move.CLASH)
STEPS = (1 << Move.SECURE) | (1 << Move.FACE)
SUFFERING = (1 << Move.HARM) | (1 << Move.STRESS)


class Sight(Row):
    """What the value is made from, each about 0 to 1; what a character has is the mean of those in the fight."""

    HOPE = 1, "log-odds of what the scripted pilot hopes / 4"
    RANK = HIGHEST_RANK, "rank of the hardest foe, one-hot"
    FILLED = HIGHEST_RANK, "progress against the foe that stands best, by the rank of the hardest foe"
    PROGRESS = FOES, "progress against each foe, the one that stands best first"
    LEFT = FOES, "hits until its track is full / 10"
    RANKS = FOES, "its rank / 5"
    BOXES = 1, "filled boxes of the foe that stands best / 10"
    ODDS = 1, "chance of a strong hit to end it"
    NOW = 1, "that chance while End the Fight is open"
    FOES = 1, "foes / 4"
    FIGHTING = CHARACTERS, "characters in the fight, one-hot"
    SEATS = 1, "characters there were / 4"
    SUPPLY = 1, "supply / 5"
    EMPTY = 1, "no supply"
    HEALTH = 1, "health / 5"
    DOWN = 1, "health 0"
    LASTS = 1, "blows of the hardest foe until health is 0 / 5"
    SPIRIT = 1, "spirit / 5"
    BROKEN = 1, "spirit 0"
    MOMENTUM = 1, "momentum / 10"
    LOWEST = 1, "momentum at its floor"
    BURNS = 1, "momentum above what a burn leaves / 8"
    CANCELS = 1, "momentum above 2 / 8"
    HIGHEST = 1, "momentum's cap / 10"
    INITIATIVE = 1, "initiative"
    GATE = 1, "End the Fight is open"
    TIDE = 1, "Turn the Tide is not used"
    REELING = 1, "reeling"
    ARMED = 1, "armed"
    MARKS = DEBILITIES, "each debility"
    STATS = STATS, "each stat / 4"
    ATTACK = 1, "best attack / 4"
    HARM = 1, "harm of a hit / 4"
    ADDS = 1, "adds of abilities at hand to attacks / 4"
    STEPS = 1, "adds to Secure an Advantage and Face Danger / 4"
    SUFFERING = 1, "adds to Endure Harm and Endure Stress / 4"
    BLOWS = 1, "harm abilities add / 4"
    DRIVE = 1, "momentum abilities add / 4"
    REROLLS = 1, "abilities that reroll / 4"
    ABILITIES = 1, "abilities at hand / 10"
    COMPANIONS = 1, "health of companions / 5"
    WEAKEST = 1, "lowest health / 5"
    MEEKEST = 1, "lowest spirit / 5"
    SWIFTEST = 1, "highest momentum / 10"
    ROUND = 1, "round / 20"
    PRICE = PRICES, "how a price is set, one-hot"
    SEVERITY = 1, "severity of prices"
    SHIFTED = 1, "End the Fight is always open"
    CLOCK = 1, "foes act by themselves"
    RETURNS = 1, "a foe that is not ended returns"
    FOLLOW = len(Follow), "kind of the immediate move owed, one-hot"
    BONUS = 1, "add to the next move / 2"
    STRIKE_BONUS = 1, "add to a Strike made next / 2"
    AFRAID = 1, "afraid"


INPUTS = Sight.width()
HIDDEN = 96
"""Hidden units of the network."""
WEIGHTS = count_weights(INPUTS, HIDDEN)


@rule
def put_sight(state: State, book: Book, out: F4) -> None:
    """Write the features of a situation, `INPUTS` numbers."""
    for place in range(INPUTS):
        out[place] = 0.0
    put_hope(state, book, out)
    put_foes(state, book, out)
    put_party(state, book, out)
    out[Sight.SUPPLY] = state.supply / MAX_TRACK
    out[Sight.EMPTY] = 1.0 if state.supply == 0 else 0.0
    gate = 1.0 if book.house.end_variant else out[Sight.GATE]
    out[Sight.NOW] = out[Sight.ODDS] * gate
    out[Sight.ROUND] = state.round / 20
    out[Sight.PRICE + book.house.price] = 1.0
    out[Sight.SEVERITY] = book.house.severity
    out[Sight.SHIFTED] = book.house.end_variant
    out[Sight.CLOCK] = book.house.foe_clock
    out[Sight.RETURNS] = book.house.end_miss


@rule
def put_hope(state: State, book: Book, out: F4) -> None:
    """Write what the scripted pilot hopes."""
    mine: Character = state.characters[state.seat]
    hoped = hope(state, book, rest_worth(state, book, state.seat), mine.momentum, mine.initiative)
    hoped = min(max(hoped, 1e-4), 0.9999)
    out[Sight.HOPE] = log(hoped / (1.0 - hoped)) / 4


@rule
def standing_best(state: State, taken: int) -> int:
    """Give the foe that is the hardest to end of those not among the bits of `taken`."""
    best = -1
    least = 0.0
    for foe in range(FOES):
        if state.foes[foe].active and (taken >> foe) & 1 == 0:
            found = foe_worth(state.foes[foe].rank, state.foes[foe].progress)
            if best < 0 or found < least:
                best = foe
                least = found
    return best


@rule
def put_foes(state: State, book: Book, out: F4) -> None:
    """Write what foes there are, the one that stands best first."""
    harm = 1
    for seat in range(book.seats):
        if fighting(state, seat):
            harm = max(harm, harm_of_hit(state, book, seat))
    taken = 0
    for place in range(count_foes(state)):
        index = standing_best(state, taken)
        taken |= 1 << index
        foe: Foe = state.foes[index]
        out[Sight.PROGRESS + place] = foe.progress / MAX_TICKS
        out[Sight.LEFT + place] = (MAX_TICKS - foe.progress) / (harm * TICKS_PER_HARM[foe.rank]) / 10
        out[Sight.RANKS + place] = foe.rank / HIGHEST_RANK
        if place == 0:
            boxes = foe.progress // BOX
            out[Sight.RANK + hardest(state) - 1] = 1.0
            out[Sight.FILLED + hardest(state) - 1] = foe.progress / MAX_TICKS
            out[Sight.BOXES] = boxes / 10
            out[Sight.ODDS] = max(0, boxes - 1) ** 2 / 100
    out[Sight.FOES] = count_foes(state) / FOES


@rule
def put_party(state: State, book: Book, out: F4) -> None:
    """Write what the characters in the fight have."""
    number = count_fighting(state, book)
    share = 1.0 / max(number, 1)
    out[Sight.WEAKEST] = 1.0
    out[Sight.MEEKEST] = 1.0
    out[Sight.SWIFTEST] = -1.0
    for seat in range(book.seats):
        if fighting(state, seat):
            mine: Character = state.characters[seat]
            put_character(mine, out, share)
            out[Sight.LASTS] += share * mine.health / max(hardest(state), 1) / 5
            put_kit(state, book, seat, out, share)
            out[Sight.WEAKEST] = min(out[Sight.WEAKEST], mine.health / MAX_TRACK)
            out[Sight.MEEKEST] = min(out[Sight.MEEKEST], mine.spirit / MAX_TRACK)
            out[Sight.SWIFTEST] = max(out[Sight.SWIFTEST], mine.momentum / MAX_MOMENTUM)
    out[Sight.FIGHTING + max(number, 1) - 1] = 1.0
    out[Sight.SEATS] = book.seats / CHARACTERS


@rule
def put_character(mine: Character, out: F4, share: float) -> None:
    """Add the tracks and marks of a character, one of so many."""
    out[Sight.HEALTH] += share * mine.health / MAX_TRACK
    out[Sight.SPIRIT] += share * mine.spirit / MAX_TRACK
    out[Sight.DOWN] += share if mine.health == 0 else 0.0
    out[Sight.BROKEN] += share if mine.spirit == 0 else 0.0
    out[Sight.MOMENTUM] += share * mine.momentum / MAX_MOMENTUM
    out[Sight.LOWEST] += share if mine.momentum == MIN_MOMENTUM else 0.0
    out[Sight.BURNS] += share * max(mine.momentum - reset_momentum(mine), 0) / 8
    out[Sight.CANCELS] += share * max(mine.momentum - 2, 0) / 8
    out[Sight.HIGHEST] += share * max_momentum(mine) / MAX_MOMENTUM
    out[Sight.INITIATIVE] += share * mine.initiative
    out[Sight.GATE] += share * mine.gate
    out[Sight.TIDE] += share * (1 - mine.tide_used)
    out[Sight.REELING] += share * mine.reeling
    out[Sight.ARMED] += share * mine.armed
    out[Sight.FOLLOW + mine.follow] += share
    out[Sight.BONUS] += share * mine.bonus / 2
    out[Sight.STRIKE_BONUS] += share * mine.strike_bonus / 2
    out[Sight.AFRAID] += share * mine.afraid
    for debility in range(DEBILITIES):
        out[Sight.MARKS + debility] += share * mine.marks[debility]
    for stat in range(STATS):
        out[Sight.STATS + stat] += share * mine.stats[stat] / 4
    for asset in range(ASSETS):
        out[Sight.COMPANIONS] += share * max(mine.track[asset], 0) / MAX_TRACK


@rule
def put_kit(state: State, book: Book, seat: int, out: F4, share: float) -> None:
    """Add what a character's weapon and abilities do, one of so many."""
    kit = book.kits[seat]
    out[Sight.ATTACK] += share * best_attack(state, book, seat) / 4
    out[Sight.HARM] += share * harm_of_hit(state, book, seat) / 4
    for row in range(kit.n_effects):
        if not usable(state, book, seat, row):
            continue
        effect = kit.effects[row]
        out[Sight.ABILITIES] += share / 10
        out[Sight.ADDS] += share * effect.add / 4 if effect.moves & ATTACKS else 0.0
        out[Sight.STEPS] += share * effect.add / 4 if effect.moves & STEPS else 0.0
        out[Sight.SUFFERING] += share * effect.add / 4 if effect.moves & SUFFERING else 0.0
        out[Sight.BLOWS] += share * (effect.hit_harm + effect.strong_harm + effect.burn_harm) / 4
        out[Sight.DRIVE] += share * (effect.hit_momentum + effect.strong_momentum) / 4
        out[Sight.REROLLS] += 0.25 * share if effect.reroll else 0.0


@rule
def win_chance(state: State, book: Book, weights: F4, sight: F4) -> float:
    """Give how likely a running fight is won; `sight` is room for the features."""
    put_sight(state, book, sight)
    return chance_of(weights, sight)
