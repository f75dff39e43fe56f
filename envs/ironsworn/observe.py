"""What a seat sees, as numbers: one layout for all scenarios, and no content id anywhere.

Ironsworn has no hidden cards; the seed and the dice to come are the only secrets, and they are not observed.
"""

from ..core.compiler import F4, I1, Batch, entry, rule
from .effects import usable, weapon_harm
from .layout import LAYOUT, Ability, Carried, Me, Opponent, Other, Pending, Rolled, Rules, Shared
from .rolls import SIDES, result_if_burnt, result_of, roll_score
from .state import Book, Effect, State
from .terms import (
    ACTIONS,
    ASSETS,
    CHARACTERS,
    DEADLY,
    DEBILITIES,
    FACES,
    FOES,
    HORIZON,
    MAX_MOMENTUM,
    MAX_TICKS,
    MAX_TRACK,
    STATS,
    Condition,
    Decision,
    Move,
    Nature,
    Place,
)
from .tracks import max_momentum

WIDTH = LAYOUT.width
OTHER = Other.width()
FOE = Opponent.width()
ASSET = Carried.width()
ABILITY = Ability.width()

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
        out[AT_DECISION + Pending.KIND + state.decision] = 1.0
        if state.seat == seat:
            out[AT_DECISION + Pending.MINE] = 1.0
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
    out[AT_HOUSE + Rules.PRICE] = house.price / 3
    out[AT_HOUSE + Rules.FOE_CLOCK] = house.foe_clock / 3
    out[AT_HOUSE + Rules.FOE_BEHAVIOUR] = house.foe_behaviour / 3
    out[AT_HOUSE + Rules.STAT_POLICY] = house.stat_policy / 3
    out[AT_HOUSE + Rules.END_GATE] = house.end_gate / 3
    out[AT_HOUSE + Rules.SUFFER_INITIATIVE] = house.suffer_initiative / 3
    out[AT_HOUSE + Rules.END_MISS] = house.end_miss / 3
    out[AT_HOUSE + Rules.END_WEAK] = house.end_weak / 3
    out[AT_HOUSE + Rules.FLEE] = house.flee / 3
    out[AT_HOUSE + Rules.COMPEL] = house.compel / 3
    out[AT_HOUSE + Rules.SURRENDER] = house.surrender / 3
    out[AT_HOUSE + Rules.DYING] = house.dying / 3
    out[AT_HOUSE + Rules.MATCHES] = house.matches / 3
    out[AT_HOUSE + Rules.ORDER] = house.order / 3
    out[AT_HOUSE + Rules.IDLE] = house.idle / 3
    out[AT_HOUSE + Rules.OPENING] = house.opening / 3
    out[AT_HOUSE + Rules.OPENING_STAT] = house.opening_stat / STATS
    out[AT_HOUSE + Rules.END_VARIANT] = house.end_variant / 3
    out[AT_HOUSE + Rules.SEVERITY] = house.severity / 3


@rule
def put_table(state: State, out: F4) -> None:
    """Write what the party shares."""
    out[AT_TABLE + Shared.SUPPLY] = state.supply / MAX_TRACK
    out[AT_TABLE + Shared.ROUND] = state.round / HORIZON


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
    out[at + Me.FIGHTING] = 1.0 if me.place == Place.FIGHTING else 0.0
    out[at + Me.ALIVE] = 1.0 if me.place < Place.DEAD else 0.0
    out[at + Me.HEALTH] = me.health / MAX_TRACK
    out[at + Me.SPIRIT] = me.spirit / MAX_TRACK
    out[at + Me.MOMENTUM] = me.momentum / MAX_MOMENTUM
    out[at + Me.CAP] = max_momentum(me) / MAX_MOMENTUM
    for k in range(DEBILITIES):
        out[at + Me.MARK + k] = me.marks[k]
    out[at + Me.INITIATIVE] = me.initiative
    out[at + Me.GATE] = me.gate
    out[at + Me.FOLLOW + me.follow] = 1.0
    out[at + Me.BONUS] = min(me.bonus, 4) / 4
    out[at + Me.STRIKE_BONUS] = me.strike_bonus
    out[at + Me.TIDE_USED] = me.tide_used
    out[at + Me.ARMED] = me.armed
    out[at + Me.DYING] = me.dying
    out[at + Me.REELING] = me.reeling
    out[at + Me.AFRAID] = me.afraid
    out[at + Me.WAITS] = me.waits / 2
    out[at + Me.WEAPON] = weapon_harm(state, book, seat) / DEADLY
    out[at + Me.REACH] = book.kits[seat].reach / 2
    for k in range(STATS):
        out[at + Me.STAT + k] = me.stats[k] / 4
    out[at + Me.COMPANION] = best_companion(state, book, seat) / MAX_TRACK
    for k in range(STATS):
        out[at + Me.OPEN_STAT + k] = 1.0 if me.approach == 0 or (me.approach >> k) & 1 else 0.0
    if me.last_stat >= 0:
        out[at + Me.LAST_STAT + me.last_stat] = 1.0
    out[at + Me.FOE_ACT + me.foe_act] = 1.0


@rule
def put_other(state: State, book: Book, seat: int, out: F4, at: int) -> None:
    """Write an ally in short."""
    other = state.characters[seat]
    if seat >= book.seats:
        return
    best = 0
    for k in range(STATS):
        best = max(best, other.stats[k])
    out[at + Other.FIGHTING] = 1.0 if other.place == Place.FIGHTING else 0.0
    out[at + Other.ALIVE] = 1.0 if other.place < Place.DEAD else 0.0
    out[at + Other.HEALTH] = other.health / MAX_TRACK
    out[at + Other.SPIRIT] = other.spirit / MAX_TRACK
    out[at + Other.MOMENTUM] = other.momentum / MAX_MOMENTUM
    out[at + Other.INITIATIVE] = other.initiative
    out[at + Other.GATE] = other.gate
    out[at + Other.ARMED] = other.armed
    out[at + Other.DYING] = other.dying
    out[at + Other.REELING] = other.reeling
    out[at + Other.AFRAID] = other.afraid
    out[at + Other.WEAPON] = weapon_harm(state, book, seat) / DEADLY
    out[at + Other.BEST_STAT] = best / 4
    out[at + Other.COMPANION] = best_companion(state, book, seat) / MAX_TRACK


@rule
def put_foe(state: State, foe: int, out: F4, at: int) -> None:
    """Write one foe."""
    target = state.foes[foe]
    if target.rank == 0:
        return
    out[at + Opponent.ACTIVE] = target.active
    out[at + Opponent.RANK] = target.rank / 5
    out[at + Opponent.PROGRESS] = target.progress / MAX_TICKS
    if target.nature >= Nature.ANIMAL:
        out[at + Opponent.ANIMAL + target.nature - Nature.ANIMAL] = 1.0
    out[at + Opponent.TALKS] = 1.0 if target.nature == Nature.IRONLANDER or target.nature == Nature.FIRSTBORN else 0.0
    out[at + Opponent.UNDEAD] = target.undead
    out[at + Opponent.PACK] = target.pack / 10
    out[at + Opponent.TARGET] = 1.0 if state.roll.foe == foe else 0.0


@rule
def put_roll(state: State, book: Book, out: F4) -> None:
    """Write the roll being made."""
    roll = state.roll
    at = AT_ROLL
    out[at + Rolled.MOVE + roll.move] = 1.0
    if roll.stat >= 0:
        out[at + Rolled.STAT + roll.stat] = 1.0
    if roll.result >= 0:
        out[at + Rolled.RESULT + roll.result] = 1.0
    out[at + Rolled.ACTION] = roll.action / SIDES
    out[at + Rolled.FIRST] = roll.first / FACES
    out[at + Rolled.SECOND] = roll.second / FACES
    out[at + Rolled.ADDS] = roll.adds / 10
    out[at + Rolled.BASE] = roll.base / 10
    out[at + Rolled.CANCELLED] = roll.cancelled
    out[at + Rolled.BURNED] = roll.burned
    if roll.first > 0:
        score = roll_score(state)
        out[at + Rolled.SCORE] = score / 10
        out[at + Rolled.PLAIN] = result_of(score, roll.first, roll.second) / 2
        out[at + Rolled.BURNT] = result_if_burnt(state, book) / 2


@rule
def put_assets(state: State, book: Book, seat: int, out: F4) -> None:
    """Write the observing seat's assets and what their abilities do."""
    kit = book.kits[seat]
    me = state.characters[seat]
    for asset in range(ASSETS):
        if kit.marked[asset] == 0:
            continue
        at = AT_ASSETS + asset * ASSET
        out[at + Carried.THERE] = 1.0
        out[at + Carried.READY] = 1.0 if me.condition[asset] == Condition.READY else 0.0
        out[at + Carried.COMPANION] = kit.companion[asset]
        out[at + Carried.HEALTH] = max(0, me.track[asset]) / 6
        out[at + Carried.STANDS] = 1.0 if me.active[asset] else 0.0
    for row in range(kit.n_effects):
        put_ability(kit.effects[row], usable(state, book, seat, row), out)


@rule
def put_ability(effect: Effect, ready: bool, out: F4) -> None:
    """Add one effect row to the features of its ability."""
    at = AT_ABILITIES + effect.slot * ABILITY
    if ready:
        out[at + Ability.USABLE] = 1.0
    if effect.moves & ATTACKS:
        out[at + Ability.ATTACKS] = 1.0
    if effect.moves & ADVANTAGES:
        out[at + Ability.ADVANTAGE] = 1.0
    if effect.moves & SUFFERING:
        out[at + Ability.SUFFERING] = 1.0
    out[at + Ability.ADD] = max(out[at + Ability.ADD], min(effect.add, 4) / 4)
    gain = effect.hit_momentum + effect.strong_momentum + effect.burn_momentum
    out[at + Ability.MOMENTUM] = max(out[at + Ability.MOMENTUM], min(gain, 4) / 4)
    harm = effect.hit_harm + effect.strong_harm + max(0, effect.base_harm) + effect.burn_harm
    out[at + Ability.HARM] = max(out[at + Ability.HARM], min(harm, 4) / 4)
    cost = effect.pay_momentum + effect.pay_supply + effect.then_stress + effect.fail_momentum
    out[at + Ability.COST] = max(out[at + Ability.COST], min(cost, 4) / 4)


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
