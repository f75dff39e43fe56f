"""What a seat sees, as numbers: one layout for all scenarios, and no content id anywhere.

Ironsworn has no hidden cards; the seed and the dice to come are the only secrets, and they are not observed.
"""

from ..core.compiler import F4, I1, Batch, entry, rule
from ..core.layout import Block, Layout
from .effects import usable
from .rolls import result_if_burnt, result_of, roll_score
from .state import Book, Effect, State
from .terms import (
    ACTIONS,
    ASSETS,
    CHARACTERS,
    DEBILITIES,
    DECISIONS,
    FOES,
    MAX_TICKS,
    MOVES,
    SLOTS,
    STATS,
    Condition,
    Decision,
    Move,
    Place,
)
from .tracks import max_momentum, reset_momentum

OWN = 58
OTHER = 14
FOE = 11
ASSET = 5
ABILITY = 8
ROLL = 37
HOUSE = 12

LAYOUT = Layout(
    Block("decision", (DECISIONS + 1,), 0.0, 1.0, "kind of the pending decision, one-hot; last: it is mine"),
    Block("house", (HOUSE,), -1.0, 1.0, "settings / 3 in the order of `put_house`"),
    Block("table", (4,), 0.0, 1.0, "supply / 5, round / 101, characters in the fight / 4, foes in the fight / 4"),
    Block(
        "me",
        (OWN,),
        -1.0,
        1.0,
        "in the fight, alive, health / 5, spirit / 5, momentum / 10, cap / 10, reset / 2, 8 debilities, initiative, "
        "gate, owed move one-hot (5), add / 4, Strike add, tide used, armed, dying, reeling, afraid, waits / 2, "
        "debts / 6, weapon / 2, 5 stats / 4, best companion / 5, open stats (5), last stat one-hot (5), "
        "foe's act one-hot (10)",
    ),
    Block(
        "others",
        (CHARACTERS - 1, OTHER),
        -1.0,
        1.0,
        "in the fight, alive, health / 5, spirit / 5, momentum / 10, initiative, gate, armed, dying, reeling, afraid, "
        "weapon / 2, best stat / 4, best companion / 5; the next seat first",
    ),
    Block(
        "foes",
        (FOES, FOE),
        0.0,
        1.0,
        "in the fight, rank / 5, progress / 40, animal, beast, horror, anomaly, can talk, undead, pack / 10, targeted",
    ),
    Block(
        "roll",
        (ROLL,),
        -1.0,
        1.0,
        "move one-hot (19), stat one-hot (5), result one-hot (3), action / 6, challenge dice / 10 (2), score / 10, "
        "adds / 10, base / 10, cancelled, burned, result now / 2, result if burnt / 2",
    ),
    Block("assets", (ASSETS, ASSET), -1.0, 1.0, "there, ready, companion, health / 6, ritual stands"),
    Block(
        "abilities",
        (SLOTS, ABILITY),
        0.0,
        1.0,
        "usable, for attacks, for advantage and danger, for suffering, add / 4, momentum on a hit / 4, "
        "harm on a hit / 4, cost / 4",
    ),
)
WIDTH = LAYOUT.width

AT_DECISION = LAYOUT.start("decision")
AT_HOUSE = LAYOUT.start("house")
AT_TABLE = LAYOUT.start("table")
AT_ME = LAYOUT.start("me")
AT_OTHERS = LAYOUT.start("others")
AT_FOES = LAYOUT.start("foes")
AT_ROLL = LAYOUT.start("roll")
AT_ASSETS = LAYOUT.start("assets")
AT_ABILITIES = LAYOUT.start("abilities")

ATTACKS = (1 << Move.STRIKE) | (1 << Move.CLASH)
ADVANTAGES = (1 << Move.SECURE) | (1 << Move.FACE) | (1 << Move.FLEE) | (1 << Move.FRAY) | (1 << Move.AID)
SUFFERING = (1 << Move.HARM) | (1 << Move.STRESS) | (1 << Move.DEATH) | (1 << Move.DESOLATION)


@entry
def observe(states: Batch[State], i: int, books: Batch[Book], b: int, seat: int, out: F4) -> None:
    """Write what `seat` sees of fight `i` into `out`, a run of `WIDTH` numbers."""
    see(states[i], books[b], seat, out)


@rule
def see(state: State, book: Book, seat: int, out: F4) -> None:
    """Write the whole observation of one seat."""
    for k in range(WIDTH):
        out[k] = 0.0
    if state.decision != Decision.NONE:
        out[AT_DECISION + state.decision] = 1.0
        if state.seat == seat:
            out[AT_DECISION + DECISIONS] = 1.0
    put_house(book, out)
    put_table(state, out)
    put_me(state, book, seat, out)
    for step in range(1, CHARACTERS):
        put_other(state, book, (seat + step) % CHARACTERS, out, AT_OTHERS + (step - 1) * OTHER)
    for foe in range(FOES):
        put_foe(state, foe, out, AT_FOES + foe * FOE)
    if state.roll.seat >= 0:
        put_roll(state, book, out)
    put_assets(state, book, seat, out)


@rule
def put_house(book: Book, out: F4) -> None:
    """Write the settings."""
    house = book.house
    out[AT_HOUSE] = house.price / 3
    out[AT_HOUSE + 1] = house.severity / 3
    out[AT_HOUSE + 2] = house.foe_clock / 3
    out[AT_HOUSE + 3] = house.foe_behaviour / 3
    out[AT_HOUSE + 4] = house.stat_policy / 3
    out[AT_HOUSE + 5] = house.end_gate / 3
    out[AT_HOUSE + 6] = house.end_miss / 3
    out[AT_HOUSE + 7] = house.end_weak / 3
    out[AT_HOUSE + 8] = house.flee / 3
    out[AT_HOUSE + 9] = house.compel / 3
    out[AT_HOUSE + 10] = house.end_variant / 3
    out[AT_HOUSE + 11] = house.idle / 3


@rule
def put_table(state: State, out: F4) -> None:
    """Write what the party shares."""
    out[AT_TABLE] = state.supply / 5
    out[AT_TABLE + 1] = state.round / 101
    fighters = 0
    for seat in range(CHARACTERS):
        if state.characters[seat].max_health > 0 and state.characters[seat].place == Place.FIGHTING:
            fighters += 1
    foes = 0
    for foe in range(FOES):
        foes += state.foes[foe].active
    out[AT_TABLE + 2] = fighters / 4
    out[AT_TABLE + 3] = foes / 4


@rule
def best_companion(state: State, book: Book, seat: int) -> int:
    """Give the health of the healthiest companion that can assist."""
    best = 0
    for asset in range(ASSETS):
        if book.kits[seat].companion[asset] and state.characters[seat].condition[asset] == Condition.READY:
            best = max(best, state.characters[seat].track[asset])
    return best


@rule
def put_me(state: State, book: Book, seat: int, out: F4) -> None:
    """Write the observing seat's own character in full."""
    me = state.characters[seat]
    if me.max_health == 0:
        return
    at = AT_ME
    out[at] = 1.0 if me.place == Place.FIGHTING else 0.0
    out[at + 1] = 1.0 if me.place < Place.DEAD else 0.0
    out[at + 2] = me.health / 5
    out[at + 3] = me.spirit / 5
    out[at + 4] = me.momentum / 10
    out[at + 5] = max_momentum(me) / 10
    out[at + 6] = reset_momentum(me) / 2
    for k in range(DEBILITIES):
        out[at + 7 + k] = me.marks[k]
    out[at + 15] = me.initiative
    out[at + 16] = me.gate
    out[at + 17 + me.follow] = 1.0
    out[at + 22] = min(me.bonus, 4) / 4
    out[at + 23] = me.strike_bonus
    out[at + 24] = me.tide_used
    out[at + 25] = me.armed
    out[at + 26] = me.dying
    out[at + 27] = me.reeling
    out[at + 28] = me.afraid
    out[at + 29] = me.waits / 2
    out[at + 30] = me.debts / 6
    out[at + 31] = (book.kits[seat].weapon if me.armed else 1) / 2
    for k in range(STATS):
        out[at + 32 + k] = me.stats[k] / 4
    out[at + 37] = best_companion(state, book, seat) / 5
    for k in range(STATS):
        out[at + 38 + k] = 1.0 if me.approach == 0 or (me.approach >> k) & 1 else 0.0
    if me.last_stat >= 0:
        out[at + 43 + me.last_stat] = 1.0
    out[at + 48 + me.foe_act] = 1.0


@rule
def put_other(state: State, book: Book, seat: int, out: F4, at: int) -> None:
    """Write an ally in short."""
    other = state.characters[seat]
    if seat >= book.seats:
        return
    best = 0
    for k in range(STATS):
        best = max(best, other.stats[k])
    out[at] = 1.0 if other.place == Place.FIGHTING else 0.0
    out[at + 1] = 1.0 if other.place < Place.DEAD else 0.0
    out[at + 2] = other.health / 5
    out[at + 3] = other.spirit / 5
    out[at + 4] = other.momentum / 10
    out[at + 5] = other.initiative
    out[at + 6] = other.gate
    out[at + 7] = other.armed
    out[at + 8] = other.dying
    out[at + 9] = other.reeling
    out[at + 10] = other.afraid
    out[at + 11] = (book.kits[seat].weapon if other.armed else 1) / 2
    out[at + 12] = best / 4
    out[at + 13] = best_companion(state, book, seat) / 5


@rule
def put_foe(state: State, foe: int, out: F4, at: int) -> None:
    """Write one foe."""
    target = state.foes[foe]
    if target.rank == 0:
        return
    out[at] = target.active
    out[at + 1] = target.rank / 5
    out[at + 2] = target.progress / MAX_TICKS
    if target.nature >= 3:
        out[at + target.nature] = 1.0
    out[at + 7] = 1.0 if target.nature == 1 or target.nature == 2 else 0.0
    out[at + 8] = target.undead
    out[at + 9] = target.pack / 10
    out[at + 10] = 1.0 if state.roll.foe == foe else 0.0


@rule
def put_roll(state: State, book: Book, out: F4) -> None:
    """Write the roll being made."""
    roll = state.roll
    at = AT_ROLL
    out[at + roll.move] = 1.0
    if roll.stat >= 0:
        out[at + MOVES + roll.stat] = 1.0
    if roll.result >= 0:
        out[at + 24 + roll.result] = 1.0
    out[at + 27] = roll.action / 6
    out[at + 28] = roll.first / 10
    out[at + 29] = roll.second / 10
    out[at + 31] = roll.adds / 10
    out[at + 32] = roll.base / 10
    out[at + 33] = roll.cancelled
    out[at + 34] = roll.burned
    if roll.first > 0:
        score = roll_score(state)
        out[at + 30] = score / 10
        out[at + 35] = result_of(score, roll.first, roll.second) / 2
        out[at + 36] = result_if_burnt(state, book) / 2


@rule
def put_assets(state: State, book: Book, seat: int, out: F4) -> None:
    """Write the observing seat's assets and what their abilities do."""
    kit = book.kits[seat]
    me = state.characters[seat]
    for asset in range(ASSETS):
        if kit.marked[asset] == 0:
            continue
        at = AT_ASSETS + asset * ASSET
        out[at] = 1.0
        out[at + 1] = 1.0 if me.condition[asset] == Condition.READY else 0.0
        out[at + 2] = kit.companion[asset]
        out[at + 3] = max(0, me.track[asset]) / 6
        out[at + 4] = 1.0 if me.active[asset] else 0.0
    for row in range(kit.n_effects):
        put_ability(kit.effects[row], usable(state, book, seat, row), out)


@rule
def put_ability(effect: Effect, ready: bool, out: F4) -> None:
    """Add one effect row to the features of its ability."""
    at = AT_ABILITIES + effect.slot * ABILITY
    if ready:
        out[at] = 1.0
    if effect.moves & ATTACKS:
        out[at + 1] = 1.0
    if effect.moves & ADVANTAGES:
        out[at + 2] = 1.0
    if effect.moves & SUFFERING:
        out[at + 3] = 1.0
    out[at + 4] = max(out[at + 4], min(effect.add, 4) / 4)
    gain = effect.hit_momentum + effect.strong_momentum + effect.burn_momentum
    out[at + 5] = max(out[at + 5], min(gain, 4) / 4)
    harm = effect.hit_harm + effect.strong_harm + max(0, effect.base_harm) + effect.burn_harm
    out[at + 6] = max(out[at + 6], min(harm, 4) / 4)
    cost = effect.pay_momentum + effect.pay_supply + effect.then_stress + effect.fail_momentum
    out[at + 7] = max(out[at + 7], min(cost, 4) / 4)


@entry
def masks(states: Batch[State], i: int, out: I1) -> None:
    """Write the action mask of fight `i` into `out`, 118 numbers of 0 or 1."""
    write_mask(states[i], out)


@rule
def write_mask(state: State, out: I1) -> None:
    """Write 1 for every legal action."""
    for k in range(ACTIONS):
        out[k] = 0
    for k in range(state.n_legal):
        out[state.legal[k]] = 1
