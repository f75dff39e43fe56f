"""Rating a roll before it is made: the hope over all its results, burning momentum where that is better."""

from ....envs.core.compiler import rule
from ....envs.ironsworn.effects import can_pay, fits_roll, gather, stance_taken
from ....envs.ironsworn.legal import CLOSE_ONLY, RANGED_ONLY, can_agree
from ....envs.ironsworn.rolls import base_of, reroll_row
from ....envs.ironsworn.stack import clear_roll
from ....envs.ironsworn.state import Book, State
from ....envs.ironsworn.terms import FOES, Act, FoeAct, Follow, Move, Result
from ....envs.ironsworn.tracks import fighting
from ....envs.ironsworn.turn import is_vigorous, move_of, stat_of_act
from .costs import STANDS, price_hope
from .odds import WAYS, action_odds
from .outcomes import after, end_hope, ripest
from .weights import WORTH, Worth
from .worth import hardest, harms_left, hope, part

REROLL_ADDS = 2
"""What a reroll still to come is worth, in adds."""

PATIENCE = 0.98
"""Share of the hope that waiting keeps."""


@rule
def sketch(state: State, seat: int, act: int) -> None:
    """Write into `state.roll` the roll that a main action would make; `clear_roll` wipes it."""
    clear_roll(state)
    character = state.characters[seat]
    roll = state.roll
    roll.seat = seat
    roll.move = move_of(act)
    roll.stat = stat_of_act(act)
    roll.ranged = 1 if act == Act.STRIKE_RANGED or act == Act.CLASH_RANGED else 0
    roll.follow = character.follow
    roll.severity = 1 if character.foe_act == FoeAct.DECISIVE else 0
    roll.extra = character.bonus + (character.strike_bonus if roll.move == Move.STRIKE else 0)
    if roll.move == Move.STRIKE or roll.move == Move.CLASH:
        roll.foe = target(state)
    elif roll.move == Move.COMPEL:
        roll.foe = listener(state)
    elif roll.move == Move.AID:
        roll.ally = helpless(state, seat)


@rule
def target(state: State) -> int:
    """Give the foe to attack: the one that least harm finishes; one whose track is full comes last."""
    best = -1
    for foe in range(FOES):
        if state.foes[foe].active and (best < 0 or effort(state, foe) < effort(state, best)):
            best = foe
    return best


@rule
def effort(state: State, foe: int) -> int:
    """Harm that fills the foe's track, and more than any when it is full."""
    left = harms_left(state, foe)
    return left if left > 0 else 99


@rule
def listener(state: State) -> int:
    """Give the first foe that could agree."""
    for foe in range(FOES):
        if can_agree(state, foe):
            return foe
    return -1


@rule
def helpless(state: State, seat: int) -> int:
    """Give the ally to aid: one without initiative before one with it."""
    found = -1
    for ally in range(len(state.characters)):
        if ally != seat and state.characters[ally].max_health > 0 and fighting(state, ally):
            if state.characters[ally].initiative == 0:
                return ally
            found = ally
    return found


@rule
def rate(state: State, book: Book, rest: float) -> float:
    """Give the hope of the sketched roll, with every ability that applies by itself."""
    roll = state.roll
    gather(state, book)
    adds = base_of(state, book) + roll.adds
    if reroll_row(state, book) >= 0:
        adds += REROLL_ADDS
    odds = action_odds(adds, state.characters[roll.seat].momentum)
    miss = after(state, book, rest, Result.MISS, 0)
    weak = after(state, book, rest, Result.WEAK, 0)
    strong = after(state, book, rest, Result.STRONG, 0)
    ways = odds[0] * miss + odds[3] * weak + odds[5] * strong
    if odds[1] + odds[2] + odds[4] > 0:
        burnt_weak = after(state, book, rest, Result.WEAK, 1)
        burnt_strong = after(state, book, rest, Result.STRONG, 1)
        ways += odds[1] * max(miss, burnt_weak) + odds[2] * max(miss, burnt_strong)
        ways += odds[4] * max(weak, burnt_strong)
    return ways / WAYS


@rule
def unroll(state: State, picked: int, stat: int) -> None:
    """Wipe what rating wrote into the roll, back to these abilities and this stat."""
    roll = state.roll
    roll.picked = picked
    roll.stat = stat
    roll.adds = 0
    roll.helper = -1
    roll.result = Result.NONE
    roll.burned = 0


@rule
def rate_plain(state: State, book: Book, rest: float) -> float:
    """Rate the sketched roll as it is."""
    picked = state.roll.picked
    stat = state.roll.stat
    value = rate(state, book, rest)
    unroll(state, picked, stat)
    return value


@rule
def rate_with(state: State, book: Book, rest: float, row: int) -> float:
    """Rate the sketched roll with one more optional ability, less its cost."""
    roll = state.roll
    picked = roll.picked
    stat = roll.stat
    effect = book.kits[roll.seat].effects[row]
    rank = hardest(state)
    roll.picked |= 1 << row
    if effect.stat >= 0:
        roll.stat = effect.stat
    cost: float = WORTH[Worth.MOMENTUM, rank] * effect.pay_momentum * part(state, book)
    cost += WORTH[Worth.SUPPLY, rank] * effect.pay_supply
    value = rate(state, book, rest - cost)
    unroll(state, picked, stat)
    return value


@rule
def rate_best(state: State, book: Book, rest: float) -> float:
    """Rate the sketched roll with the best single optional ability, or none."""
    best = rate_plain(state, book, rest)
    kit = book.kits[state.roll.seat]
    for row in range(kit.n_effects):
        if is_option(state, book, row):
            best = max(best, rate_with(state, book, rest, row))
    return best


@rule
def is_option(state: State, book: Book, row: int) -> bool:
    """Tell whether a row could be picked for the sketched roll."""
    effect = book.kits[state.roll.seat].effects[row]
    if effect.act < 0 or effect.reroll == 2 or not fits_roll(state, book, row):
        return False
    return can_pay(state, effect, state.roll.seat) and not stance_taken(state, book, row)


@rule
def rate_sketch(state: State, book: Book, rest: float) -> float:
    """Rate the sketched roll of a main action and wipe it; a strained wound may come before it."""
    roll = state.roll
    character = state.characters[roll.seat]
    spent: float = WORTH[Worth.BONUS, hardest(state)] * character.bonus * part(state, book)
    value = rate_best(state, book, rest - spent)
    if character.reeling and is_vigorous(roll.move, roll.stat):
        value *= STANDS
    clear_roll(state)
    return value


@rule
def rate_act(state: State, book: Book, seat: int, rest: float, act: int) -> float:
    """Give the hope of a main action."""
    character = state.characters[seat]
    if act == Act.END:
        return end_hope(state, book, seat, ripest(state), 0, rest, character.momentum)
    if act == Act.TIDE:
        return rate_tide(state, book, seat, rest)
    if act == Act.WAIT:
        return rate_wait(state, book, seat, rest)
    if act == Act.GO:
        return hope(state, book, rest, character.momentum, character.initiative)
    if act == Act.TAKE_HIT:
        return price_hope(state, book, seat, -1, 0, rest, character.momentum, character.initiative)
    if act == Act.SURRENDER or Act.FLEE <= act < Act.AID:
        return 0.0
    sketch(state, seat, act)
    return rate_sketch(state, book, rest)


@rule
def rate_tide(state: State, book: Book, seat: int, rest: float) -> float:
    """Rate Turn the Tide, followed by the better Strike."""
    spent: float = WORTH[Worth.TIDE, hardest(state)] * part(state, book)
    reach = book.kits[seat].reach if state.characters[seat].armed else CLOSE_ONLY
    best = 0.0
    for act in range(Act.STRIKE_CLOSE, Act.CLASH_CLOSE):
        if reach != (CLOSE_ONLY if act == Act.STRIKE_RANGED else RANGED_ONLY):
            sketch(state, seat, act)
            state.roll.extra += 1
            state.roll.follow = Follow.TIDE
            best = max(best, rate_sketch(state, book, rest - spent))
    return best


@rule
def rate_wait(state: State, book: Book, seat: int, rest: float) -> float:
    """Rate waiting: worth a thought only once, without initiative, when an ally has it."""
    character = state.characters[seat]
    if character.initiative or character.waits or book.house.foe_clock:
        return 0.0
    for ally in range(book.seats):
        if ally != seat and fighting(state, ally) and state.characters[ally].initiative:
            return PATIENCE * hope(state, book, rest, character.momentum, 0)
    return 0.0
