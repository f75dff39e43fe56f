"""How abilities of assets change a roll (rules section 8): which rows of the book are in force, and what they add."""

from enum import IntEnum

from ..core.compiler import rule
from ..core.tape import Tape, emit
from .losses import lose_supply
from .state import Book, Effect, State
from .terms import MIN_MOMENTUM, SIMPLE, Act, Condition, Event, Follow, Move, Nature
from .tracks import clamp_momentum, fighting, spend_momentum, worst_foe


class Need(IntEnum):
    """What must hold for an effect row to apply."""

    NONE = 0
    MONSTER = 1  # the foe is a beast or a horror
    UNDEAD = 2
    NO_HEALTH = 3
    HEALTH = 4
    SIMPLE = 5  # unarmed or with a simple weapon
    TIDE = 6  # the move made by Turn the Tide
    NAMED = 7  # the foe that Talisman was made against
    UNCANNY = 8  # a horror or an anomaly, but not that foe
    ARMED = 9
    ARMED_TIDE = 10


class Special(IntEnum):
    """What an effect row does beyond its numbers."""

    NONE = 0
    FADES = 1  # ends when the action die shows 1
    FADES_WEAKER = 2  # the same, and one less add when the ritual was a weak hit
    SHIELD = 3  # instead of Endure Harm: destroy the shield
    EMBRACE = 4  # strong Endure Harm may turn remaining health into momentum
    SPEND_BLOOD = 5  # after a hit: Endure Harm 1 or Endure Stress 1
    FOLLOW_ATTACK = 6  # on a hit: Strike or Clash now with +1
    THROW = 7  # on a hit that leaves the fight on: Face Danger with iron or be disarmed
    HARM_OR_MOMENTUM = 8  # on a hit: +1 harm or +1 momentum
    RALLY = 9  # burn that turned a miss into a weak hit: may take initiative
    LEECH = 10  # each harm gives health or momentum
    ALSO_SELF = 11  # Aid Your Ally: the aider gains the momentum too
    COMFORT = 12  # an ally's Endure Stress
    LEND = 13  # an ally's progress roll
    END_BURN = 14  # End the Fight may be burnt
    STRIKE_NEXT = 15  # strong Clash: the next move, if a Strike, gets +1
    SCARS = 16  # at 0 health roll wits or heart
    MOMENTUM_OR_SUPPLY = 17  # on a hit: +1 momentum or +1 supply
    HARM_FOE = 18  # on a hit of a move that deals no harm: deal this harm
    RUNE = 19  # +1d6 harm on a hit
    SHARE_LEECH = 20  # health from Leech may go to an ally


class Reroll(IntEnum):
    """When an ability lets dice be rerolled."""

    NONE = 0
    PICKED = 1  # if it was picked or applies by itself
    ASKED = 2  # asked after the roll


class Gear(IntEnum):
    """What an asset is besides, for prices and boasts that take it."""

    NONE = 0
    PLAIN = 1
    SHIELD = 2
    ARMOUR = 3


class Ritual(IntEnum):
    """How a ritual comes into the fight."""

    NONE = 0
    PREPARED = 1
    ROLLED_FIRST = 2


class Stands(IntEnum):
    """How a ritual's effect stands."""

    NOT = 0
    WEAKLY = 1  # made by a weak hit
    FULLY = 2


@rule
def weapon_harm(state: State, book: Book, seat: int) -> int:
    """Harm of what a character has in hand."""
    return book.kits[seat].weapon if state.characters[seat].armed else SIMPLE


@rule
def target_foe(state: State, foe: int) -> int:
    """Give the foe a move opposes: the one it targets, else the worst one in the fight."""
    return foe if foe >= 0 else worst_foe(state)


@rule
def need_holds(state: State, book: Book, seat: int, need: int, foe: int, follow: int) -> bool:
    """Tell whether a row's condition holds."""
    if need == Need.NONE:
        return True
    character = state.characters[seat]
    if need == Need.NO_HEALTH:
        return character.health == 0
    if need == Need.HEALTH:
        return character.health > 0
    if need == Need.SIMPLE:
        return book.kits[seat].simple == 1 or character.armed == 0
    if need == Need.ARMED:
        return character.armed == 1
    if need == Need.TIDE:
        return follow == Follow.TIDE
    if need == Need.ARMED_TIDE:
        return character.armed == 1 and follow == Follow.TIDE
    target = target_foe(state, foe)
    if target < 0:
        return False
    opponent = state.foes[target]
    if need == Need.MONSTER:
        return opponent.nature == Nature.BEAST or opponent.nature == Nature.HORROR
    if need == Need.UNDEAD:
        return opponent.undead == 1
    named = book.kits[seat].named
    if need == Need.NAMED:
        return target == named
    return target != named and (opponent.nature == Nature.HORROR or opponent.nature == Nature.ANOMALY)


@rule
def usable(state: State, book: Book, seat: int, row: int) -> bool:
    """Tell whether the asset behind a row is at hand: ready, its ritual standing, its single use left."""
    character = state.characters[seat]
    effect = book.kits[seat].effects[row]
    if character.condition[effect.asset] != Condition.READY:
        return False
    if book.kits[seat].ritual[effect.asset] and not character.active[effect.asset]:
        return False
    return not (effect.once and is_spent(state, seat, effect.slot))


@rule
def is_spent(state: State, seat: int, slot: int) -> bool:
    """Tell whether a once-per-fight ability was used."""
    return (state.characters[seat].used[slot // 3] >> (slot % 3)) & 1 == 1


@rule
def spend_ability(state: State, book: Book, tape: Tape, seat: int, row: int) -> None:
    """Note the use of an ability."""
    effect = book.kits[seat].effects[row]
    if effect.once:
        state.characters[seat].used[effect.asset] |= 1 << (effect.slot % 3)
    emit(tape, Event.ABILITY, seat, effect.slot, 1 if effect.act >= Act.SECOND else 0, 0, 0)


@rule
def fits_roll(state: State, book: Book, row: int) -> bool:
    """Tell whether a row applies to the roll being made."""
    roll = state.roll
    effect = book.kits[roll.seat].effects[row]
    if (effect.moves >> roll.move) & 1 == 0:
        return False
    if effect.stats and (roll.stat < 0 or (effect.stats >> roll.stat) & 1 == 0):
        return False
    if effect.reach and effect.reach != 1 + roll.ranged:
        return False
    if roll.move == Move.RITUAL:
        return effect.asset == roll.ally
    if roll.move == Move.COMPANION and effect.companion and effect.asset != roll.ally:
        return False
    return usable(state, book, roll.seat, row) and need_holds(
        state, book, roll.seat, effect.need, roll.foe, roll.follow
    )


@rule
def can_pay(state: State, effect: Effect, seat: int) -> bool:
    """Tell whether the cost of an optional row can be paid in full."""
    return state.supply >= effect.pay_supply and state.characters[seat].momentum - effect.pay_momentum >= MIN_MOMENTUM


@rule
def picked(state: State, row: int) -> bool:
    """Tell whether a row is in force for the roll."""
    return (state.roll.picked >> row) & 1 == 1


@rule
def stance_taken(state: State, book: Book, row: int) -> bool:
    """Tell whether a row chosen before excludes this one: two ways of one ability, or two stats to roll with."""
    effects = book.kits[state.roll.seat].effects
    for other in range(book.kits[state.roll.seat].n_effects):
        if picked(state, other) and effects[other].act >= 0:
            if effects[other].slot == effects[row].slot:
                return True
            if effects[other].stat >= 0 and effects[row].stat >= 0:
                return True
            if effects[other].fixed_harm >= 0 and effects[row].fixed_harm >= 0:
                return True
    return False


@rule
def row_of_act(state: State, book: Book, act: int) -> int:
    """Give the effect row that an ability action picks for the roll being made, or -1."""
    kit = book.kits[state.roll.seat]
    for row in range(kit.n_effects):
        if kit.effects[row].act == act and fits_roll(state, book, row):
            return row
    return -1


@rule
def pick(state: State, book: Book, tape: Tape, row: int) -> None:
    """Choose an optional ability before the roll and pay for it."""
    roll = state.roll
    effect = book.kits[roll.seat].effects[row]
    roll.picked |= 1 << row
    spend_ability(state, book, tape, roll.seat, row)
    if effect.stat >= 0:
        roll.stat = effect.stat
    if effect.pay_momentum:
        spend_momentum(state, tape, roll.seat, effect.pay_momentum)
    lose_supply(state, roll.seat, effect.pay_supply)


@rule
def gather(state: State, book: Book) -> None:
    """Put in force every row that applies by itself, and add up what all rows in force add."""
    roll = state.roll
    kit = book.kits[roll.seat]
    roll.adds = roll.extra
    for row in range(kit.n_effects):
        effect = kit.effects[row]
        if effect.act < 0 and fits_roll(state, book, row):
            roll.picked |= 1 << row
        if picked(state, row):
            roll.adds += effect.add
            stands = state.characters[roll.seat].active[effect.asset]
            if effect.special == Special.FADES_WEAKER and stands == Stands.WEAKLY:
                roll.adds -= 1
            if effect.companion:
                roll.helper = effect.asset
    if roll.move == Move.STRESS:
        roll.adds += comfort(state, book)


@rule
def comfort(state: State, book: Book) -> int:
    """Loyalist 2: each ally in the fight who comforts adds 1 to Endure Stress."""
    add = 0
    for seat in range(book.seats):
        if seat != state.roll.seat and fighting(state, seat) and has_special(state, book, seat, Special.COMFORT) >= 0:
            add += 1
    return add


@rule
def fade_rituals(state: State, book: Book, tape: Tape) -> None:
    """End the rituals in force on a roll whose action die shows 1."""
    roll = state.roll
    kit = book.kits[roll.seat]
    for row in range(kit.n_effects):
        effect = kit.effects[row]
        fades = effect.special == Special.FADES or effect.special == Special.FADES_WEAKER
        if picked(state, row) and fades and state.characters[roll.seat].active[effect.asset]:
            state.characters[roll.seat].active[effect.asset] = Stands.NOT
            emit(tape, Event.ASSET, roll.seat, effect.asset, Condition.OUT, 0, 0)


@rule
def has_special(state: State, book: Book, seat: int, special: int) -> int:
    """Give the first usable row with a special effect, or -1."""
    kit = book.kits[seat]
    for row in range(kit.n_effects):
        if kit.effects[row].special == special and usable(state, book, seat, row):
            return row
    return -1


@rule
def picked_special(state: State, book: Book, special: int) -> bool:
    """Tell whether a row with a special effect is in force for the roll."""
    kit = book.kits[state.roll.seat]
    for row in range(kit.n_effects):
        if picked(state, row) and kit.effects[row].special == special:
            return True
    return False


@rule
def turns_weak_to_miss(state: State, book: Book) -> bool:
    """Tell whether an ability in force makes a weak hit a miss."""
    kit = book.kits[state.roll.seat]
    for row in range(kit.n_effects):
        if picked(state, row) and kit.effects[row].weak_is_miss:
            return True
    return False


@rule
def lose_asset(state: State, book: Book, tape: Tape, seat: int, asset: int, condition: int) -> None:
    """Put an asset out of the fight for good; its condition says what becomes of it afterwards."""
    character = state.characters[seat]
    character.condition[asset] = condition
    emit(tape, Event.ASSET, seat, asset, condition, 0, 0)
    clamp_momentum(state, tape, seat)
