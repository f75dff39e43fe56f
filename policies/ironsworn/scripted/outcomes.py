"""Hope after each result of a move. The move stands in `state.roll`, where the pilot sketches what it thinks of."""

from ....envs.core.compiler import rule
from ....envs.ironsworn.effects import Special, picked, picked_special, turns_weak_to_miss
from ....envs.ironsworn.house_rules import EndMiss, EndVariant
from ....envs.ironsworn.moves import barrage_foe, side_harm
from ....envs.ironsworn.resolve import harm_dealt, keeps_initiative
from ....envs.ironsworn.state import Book, State
from ....envs.ironsworn.terms import FOES, Follow, Move, Result
from ....envs.ironsworn.tracks import count_foes, max_momentum, reset_momentum
from .costs import failed_hope, harm_hope, price_hope, short_hope, stress_hope
from .odds import end_hit
from .weights import WORTH, Worth
from .worth import (
    CEILING,
    OUT,
    foe_worth,
    foes_worth,
    hardest,
    harm_of_hit,
    hope,
    part,
    passing_worth,
    progress_worth,
    ticks_of,
    unhurt,
    unshaken,
)

RUNE = 3
"""Harm a rune deals on average, rounded down."""

BRINK = (0.0, 0.6, 1.0)
"""What is left of the hope after Face Death, Face Desolation and the rolls that follow them, by result."""

RETURNED = 4
"""Ticks against a foe that comes back."""


@rule
def after(state: State, book: Book, rest: float, result: int, burned: int) -> float:
    """Give the hope once the sketched roll comes to `result`, with momentum burnt for it or not."""
    roll = state.roll
    roll.result = result
    roll.burned = burned
    if result == Result.WEAK and turns_weak_to_miss(state, book):
        roll.result = Result.MISS
    momentum = momentum_after(state, book)
    move = roll.move
    if move >= Move.HARM:
        return after_suffering(state, book, rest, momentum)
    rest += aftermath_worth(state, book)
    if roll.result == Result.MISS:
        return after_miss(state, book, rest, momentum)
    if move == Move.STRIKE or move == Move.CLASH:
        return after_attack(state, book, rest, momentum)
    if move == Move.AID:
        return after_aid(state, book, rest, momentum)
    if move == Move.SECURE:
        return after_secure(state, book, rest, momentum)
    if move == Move.FACE or move == Move.FLEE:
        return after_face(state, book, rest, momentum)
    if move == Move.FRAY or move == Move.CIRCLE:
        return after_opening(state, book, rest, momentum)
    if move == Move.COMPEL:
        return beaten_hope(state, book, roll.foe, rest, momentum + 1)
    return 1.0


@rule
def momentum_after(state: State, book: Book) -> int:
    """Give the momentum once the result of the sketched roll stands, before what the move itself brings."""
    roll = state.roll
    character = state.characters[roll.seat]
    kit = book.kits[roll.seat]
    momentum = reset_momentum(character) if roll.burned else character.momentum
    for row in range(kit.n_effects):
        if picked(state, row):
            effect = kit.effects[row]
            momentum += effect.burn_momentum if roll.burned else 0
            momentum += effect.hit_momentum if roll.result >= Result.WEAK else 0
            momentum += effect.strong_momentum if roll.result == Result.STRONG else -effect.fail_momentum
    if roll.follow == Follow.TIDE and roll.result >= Result.WEAK:
        momentum += 1
    return min(max_momentum(character), momentum)


@rule
def raised(state: State, seat: int, momentum: int, gain: int) -> int:
    """Give momentum after a gain, at most its cap."""
    return min(max_momentum(state.characters[seat]), momentum + gain)


@rule
def aftermath_worth(state: State, book: Book) -> float:
    """Log-odds of what abilities bring beside momentum and harm: adds to the next move, stress, blood."""
    roll = state.roll
    kit = book.kits[roll.seat]
    rank = hardest(state)
    adds = 0
    stress = 0
    for row in range(kit.n_effects):
        if picked(state, row):
            effect = kit.effects[row]
            adds += effect.strong_add if roll.result == Result.STRONG else 0
            adds += effect.burn_add if roll.burned else 0
            if roll.result >= Result.WEAK:
                stress += effect.then_stress + (1 if effect.special == Special.SPEND_BLOOD else 0)
    worth: float = WORTH[Worth.BONUS, rank] * adds - WORTH[Worth.SPIRIT, rank] * stress
    return worth * part(state, book)


@rule
def price_of(state: State, book: Book, rest: float, momentum: int) -> float:
    """Give the hope after the price of the sketched roll; initiative is lost."""
    roll = state.roll
    severity = roll.severity + (1 if roll.follow == Follow.TIDE else 0)
    return price_hope(state, book, roll.seat, roll.foe, severity, rest, momentum, 0)


@rule
def after_miss(state: State, book: Book, rest: float, momentum: int) -> float:
    """Hope after a miss."""
    roll = state.roll
    if roll.move == Move.BATTLE:
        return 0.0
    if roll.move == Move.AID:
        rest -= WORTH[Worth.INITIATIVE, hardest(state)] * state.characters[roll.ally].initiative * part(state, book)
    return price_of(state, book, rest, momentum)


@rule
def beaten_hope(state: State, book: Book, foe: int, rest: float, momentum: int) -> float:
    """Hope once a foe is out of the fight."""
    if count_foes(state) <= 1:
        return 1.0
    rest += foes_worth(state, foe, OUT) - foes_worth(state, -1, 0)
    return hope(state, book, rest, momentum, 1) / CEILING[book.house.end_variant]


@rule
def end_hope(state: State, book: Book, seat: int, foe: int, gain: int, rest: float, momentum: int) -> float:
    """Hope of rolling End the Fight against a foe, once `gain` more ticks are marked."""
    shifted = book.house.end_variant == EndVariant.SHIFTED
    hit = end_hit(state.foes[foe].progress + gain, end_burn(state, book, seat, momentum), shifted)
    left = hit * beaten_hope(state, book, foe, rest, momentum)
    if book.house.end_miss == EndMiss.RETURNS:
        rank = state.foes[foe].rank
        change = foe_worth(min(5, rank + 1), RETURNED) - foe_worth(rank, state.foes[foe].progress)
        left += (1.0 - hit) * price_hope(state, book, seat, foe, 1, rest + change, momentum, 0)
    return left


@rule
def end_burn(state: State, book: Book, seat: int, momentum: int) -> int:
    """Give the momentum that may be burnt on End the Fight (Revenant 3), 0 without the ability."""
    kit = book.kits[seat]
    for row in range(kit.n_effects):
        if kit.effects[row].special == Special.END_BURN:
            return momentum
    return 0


@rule
def ripest(state: State) -> int:
    """Give the foe against which most boxes are filled."""
    best = -1
    for foe in range(FOES):
        if state.foes[foe].active and (best < 0 or state.foes[foe].progress > state.foes[best].progress):
            best = foe
    return best


@rule
def strong_hope(state: State, book: Book, seat: int, foe: int, gain: int, rest: float, momentum: int) -> float:
    """Hope after a strong hit: go on with initiative, or end the fight at once."""
    on = hope(state, book, rest, momentum, 1)
    return max(on, end_hope(state, book, seat, foe, gain, rest, momentum)) if foe >= 0 else on


@rule
def after_attack(state: State, book: Book, rest: float, momentum: int) -> float:
    """Hope after a hit with Strike or Clash."""
    roll = state.roll
    foe = roll.foe
    harm = harm_dealt(state, book)
    if picked_special(state, book, Special.RUNE):
        harm += RUNE
    if picked_special(state, book, Special.HARM_OR_MOMENTUM):
        harm += 1
    if picked_special(state, book, Special.LEECH):
        momentum = raised(state, roll.seat, momentum, harm)
    if roll.move == Move.CLASH and roll.result == Result.STRONG:
        harder = struck_hope(state, book, roll.seat, foe, harm + 1, rest, momentum)
        momentum = raised(state, roll.seat, momentum, 1)
        return max(harder, struck_hope(state, book, roll.seat, foe, harm, rest, momentum))
    if roll.result == Result.STRONG:
        return struck_hope(state, book, roll.seat, foe, harm, rest, momentum)
    rest += progress_worth(state, foe, harm)
    if roll.move == Move.CLASH:
        return price_of(state, book, rest, momentum)
    held = state.characters[roll.seat].initiative if keeps_initiative(state, book) else 0
    return hope(state, book, rest, momentum, held)


@rule
def struck_hope(state: State, book: Book, seat: int, foe: int, harm: int, rest: float, momentum: int) -> float:
    """Hope after a strong hit that deals harm."""
    gain = ticks_of(state, foe, harm)
    return strong_hope(state, book, seat, foe, gain, rest + progress_worth(state, foe, harm), momentum)


@rule
def recovered_worth(state: State, book: Book, seat: int) -> float:
    """Log-odds of taking a lost weapon up again."""
    if state.characters[seat].armed:
        return 0.0
    harm = book.kits[seat].weapon - harm_of_hit(state, book, seat)
    worth: float = WORTH[Worth.HARM, hardest(state)] * harm * part(state, book)
    return worth


@rule
def after_secure(state: State, book: Book, rest: float, momentum: int) -> float:
    """Hope after a hit with Secure an Advantage."""
    roll = state.roll
    rest += recovered_worth(state, book, roll.seat)
    rest += progress_worth(state, barrage_foe(state), side_harm(state, book))
    if roll.result == Result.WEAK:
        return hope(state, book, rest, raised(state, roll.seat, momentum, 1), 0)
    return advantage_hope(state, book, roll.seat, rest, momentum)


@rule
def advantage_hope(state: State, book: Book, seat: int, rest: float, momentum: int) -> float:
    """Hope after a strong Secure an Advantage: +2 momentum, or a move at once with +1."""
    gained = raised(state, seat, momentum, 2)
    ready = strong_hope(state, book, seat, ripest(state), 0, rest, gained)
    return max(ready, follow_hope(state, book, rest, momentum))


@rule
def follow_hope(state: State, book: Book, rest: float, momentum: int) -> float:
    """Hope with initiative and an immediate move that adds 1."""
    add: float = WORTH[Worth.BONUS, hardest(state)] * part(state, book)
    return hope(state, book, rest + add, momentum, 1)


@rule
def after_face(state: State, book: Book, rest: float, momentum: int) -> float:
    """Hope after a hit with Face Danger."""
    roll = state.roll
    rest += recovered_worth(state, book, roll.seat)
    if picked_special(state, book, Special.FOLLOW_ATTACK):
        rest += WORTH[Worth.BONUS, hardest(state)] * part(state, book)
    if roll.result == Result.STRONG:
        return strong_hope(state, book, roll.seat, ripest(state), 0, rest, raised(state, roll.seat, momentum, 1))
    return danger_hope(state, book, roll.seat, rest, momentum)


@rule
def danger_hope(state: State, book: Book, seat: int, rest: float, momentum: int) -> float:
    """Hope after a weak Face Danger, at the best of its costs."""
    best = short_hope(state, book, rest, momentum - 1, 0)
    best = max(best, harm_hope(state, book, seat, 1, rest, momentum, 0))
    best = max(best, stress_hope(state, book, seat, 1, rest, momentum, 0))
    return max(best, supply_hope(state, book, rest, momentum, 0))


@rule
def supply_hope(state: State, book: Book, rest: float, momentum: int, initiative: int) -> float:
    """Hope with one supply less; the last one leaves everyone unprepared, none left is paid with momentum."""
    if state.supply == 0:
        return short_hope(state, book, rest, momentum - 1, initiative)
    rank = hardest(state)
    lost: float = WORTH[Worth.SUPPLY, rank]
    if state.supply == 1:
        lost += WORTH[Worth.BURN, rank]
    return hope(state, book, rest - lost, momentum, initiative)


@rule
def after_aid(state: State, book: Book, rest: float, momentum: int) -> float:
    """Hope after a hit with Aid Your Ally."""
    roll = state.roll
    ally = state.characters[roll.ally]
    rank = hardest(state)
    strong = 1 if roll.result == Result.STRONG else 0
    gained = min(max_momentum(ally), ally.momentum + 1 + strong)
    change = passing_worth(rank, gained, strong) - passing_worth(rank, ally.momentum, ally.initiative)
    rest += change * part(state, book)
    if strong:
        return strong_hope(state, book, roll.seat, ripest(state), 0, rest, momentum)
    return hope(state, book, rest, momentum, 0)


@rule
def after_opening(state: State, book: Book, rest: float, momentum: int) -> float:
    """Hope after a hit with Enter the Fray or Draw the Circle."""
    roll = state.roll
    if roll.result == Result.STRONG:
        foe = barrage_foe(state)
        return struck_hope(
            state, book, roll.seat, foe, side_harm(state, book), rest, raised(state, roll.seat, momentum, 2)
        )
    if roll.move == Move.CIRCLE:
        return hope(state, book, rest, momentum, 1)
    return max(hope(state, book, rest, raised(state, roll.seat, momentum, 2), 0), hope(state, book, rest, momentum, 1))


@rule
def after_suffering(state: State, book: Book, rest: float, momentum: int) -> float:
    """Hope after a suffer roll whose loss is taken."""
    roll = state.roll
    character = state.characters[roll.seat]
    if roll.move >= Move.DEATH and roll.move != Move.RITUAL:
        return BRINK[roll.result] * hope(state, book, rest, momentum, 0)
    if roll.move == Move.RITUAL:
        return after_ritual(state, book, rest, momentum)
    if roll.result == Result.STRONG:
        embraced = picked_special(state, book, Special.EMBRACE)
        gained = raised(state, roll.seat, momentum, character.health if embraced else 1)
        return short_hope(state, book, rest, gained, book.house.suffer_initiative)
    if roll.result == Result.WEAK:
        return short_hope(state, book, rest, momentum, 0)
    marks = -1
    if roll.move == Move.HARM and character.health == 0:
        marks = unhurt(character)
    elif roll.move == Move.STRESS and character.spirit == 0:
        marks = unshaken(character)
    return failed_hope(state, book, marks, rest, momentum - 1, 0)


@rule
def after_ritual(state: State, book: Book, rest: float, momentum: int) -> float:
    """Hope after a ritual is rolled: a hit is as good as an add."""
    if state.roll.result == Result.MISS:
        return price_of(state, book, rest, momentum)
    add: float = WORTH[Worth.ATTACK, hardest(state)] * part(state, book)
    return hope(state, book, rest + add, momentum, 0)
