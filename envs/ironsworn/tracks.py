"""Tracks: momentum, health, spirit, supply, companions, progress and debilities (rules section 2).

These functions move a track and never ask; what a loss cascades into stands in `losses.py`.
"""

from ..core.compiler import rule
from ..core.tape import Tape, emit
from .state import Book, Character, State
from .terms import (
    BOX,
    DEBILITIES,
    MAX_MOMENTUM,
    MAX_TRACK,
    MIN_MOMENTUM,
    START_MOMENTUM,
    TICKS_PER_HARM,
    Debility,
    Event,
    Follow,
    Passing,
    Place,
)


@rule
def debility_count(character: Character) -> int:
    """Count what lowers the momentum cap: marked debilities, and assets that count as one."""
    count = character.debts
    for i in range(DEBILITIES):
        count += character.marks[i]
    if character.scarred and character.marks[Debility.MAIMED]:
        count -= 1
    return count


@rule
def max_momentum(character: Character) -> int:
    """Momentum cap: 10 less one for each debility."""
    return MAX_MOMENTUM - debility_count(character)


@rule
def reset_momentum(character: Character) -> int:
    """Momentum after a burn: 2, 1 with one debility, 0 with more."""
    return max(0, START_MOMENTUM - debility_count(character))


@rule
def gain_momentum(state: State, tape: Tape, seat: int, amount: int) -> None:
    """Raise momentum, clipped at its cap."""
    character = state.characters[seat]
    gained = min(amount, max_momentum(character) - character.momentum)
    if gained > 0:
        character.momentum += gained
        emit(tape, Event.MOMENTUM, seat, gained, character.momentum, 0, 0)


@rule
def can_gain_momentum(state: State, seat: int) -> bool:
    """Tell whether momentum can rise at all."""
    return state.characters[seat].momentum < max_momentum(state.characters[seat])


@rule
def can_gain_health(state: State, seat: int) -> bool:
    """Tell whether health can rise: not at its maximum, not wounded."""
    character = state.characters[seat]
    return character.health < character.max_health and not character.marks[Debility.WOUNDED]


@rule
def can_gain_spirit(state: State, seat: int) -> bool:
    """Tell whether spirit can rise: not at its maximum, not shaken."""
    character = state.characters[seat]
    return character.spirit < MAX_TRACK and not character.marks[Debility.SHAKEN]


@rule
def can_gain_supply(state: State, seat: int) -> bool:
    """Tell whether supply can rise: not at its maximum, not unprepared."""
    return state.supply < MAX_TRACK and not state.characters[seat].marks[Debility.UNPREPARED]


@rule
def change_health(state: State, tape: Tape, seat: int, change: int) -> None:
    """Move health by `change`, kept in its range; the caller has checked that it may rise."""
    character = state.characters[seat]
    moved = max(-character.health, min(change, character.max_health - character.health))
    if moved:
        character.health += moved
        emit(tape, Event.HEALTH, seat, moved, character.health, 0, 0)


@rule
def change_spirit(state: State, tape: Tape, seat: int, change: int) -> None:
    """Move spirit by `change`, kept in its range; the caller has checked that it may rise."""
    character = state.characters[seat]
    moved = max(-character.spirit, min(change, MAX_TRACK - character.spirit))
    if moved:
        character.spirit += moved
        emit(tape, Event.SPIRIT, seat, moved, character.spirit, 0, 0)


@rule
def change_companion(state: State, book: Book, tape: Tape, seat: int, asset: int, change: int) -> None:
    """Move a companion's health by `change`, kept in its range."""
    character = state.characters[seat]
    now = character.track[asset]
    moved = max(-now, min(change, book.kits[seat].max_track[asset] - now))
    if moved:
        character.track[asset] = now + moved
        emit(tape, Event.COMPANION, seat, asset, moved, now + moved, 0)


@rule
def mark(state: State, tape: Tape, seat: int, debility: int) -> None:
    """Mark a debility; momentum over the lowered cap is clamped (section 10, 25)."""
    character = state.characters[seat]
    if character.marks[debility]:
        return
    character.marks[debility] = 1
    emit(tape, Event.MARK, seat, debility, 0, 0, 0)
    clamp_momentum(state, tape, seat)


@rule
def clamp_momentum(state: State, tape: Tape, seat: int) -> None:
    """Lower momentum to its cap."""
    character = state.characters[seat]
    over = character.momentum - max_momentum(character)
    if over > 0:
        character.momentum -= over
        emit(tape, Event.MOMENTUM, seat, -over, character.momentum, 0, 0)


@rule
def spend_supply(state: State, book: Book, tape: Tape, seat: int) -> None:
    """Take one supply; at 0 everyone marks unprepared (Out of Supply)."""
    state.supply -= 1
    emit(tape, Event.SUPPLY, seat, -1, state.supply, 0, 0)
    if state.supply == 0:
        for other in range(book.seats):
            mark(state, tape, other, Debility.UNPREPARED)


@rule
def spend_momentum(state: State, tape: Tape, seat: int, amount: int) -> None:
    """Take momentum that is there; the caller has checked the floor."""
    character = state.characters[seat]
    character.momentum -= amount
    emit(tape, Event.MOMENTUM, seat, -amount, character.momentum, 0, 0)


@rule
def momentum_left(state: State, seat: int) -> int:
    """Momentum that can still be lost before Face a Setback."""
    return state.characters[seat].momentum - MIN_MOMENTUM


@rule
def inflict(state: State, tape: Tape, foe: int, harm: int) -> None:
    """Turn harm into progress by the foe's rank, at most a full track."""
    if foe < 0 or harm <= 0:
        return
    target = state.foes[foe]
    ticks = min(harm * TICKS_PER_HARM[target.rank], target.limit - target.progress)
    target.progress += ticks
    emit(tape, Event.PROGRESS, foe, harm, ticks, target.progress, 0)


@rule
def clear_progress(state: State, tape: Tape, foe: int) -> None:
    """Clear one unit of progress by rank (Face a Setback)."""
    target = state.foes[foe]
    ticks = min(TICKS_PER_HARM[target.rank], target.progress)
    target.progress -= ticks
    emit(tape, Event.PROGRESS, foe, -1, -ticks, target.progress, 0)


@rule
def boxes(ticks: int) -> int:
    """Filled boxes of a progress track; a partly filled box counts nothing."""
    return ticks // BOX


@rule
def set_initiative(state: State, tape: Tape, seat: int, holds: int) -> None:
    """Give or take a character's initiative."""
    character = state.characters[seat]
    if character.initiative != holds:
        character.initiative = holds
        emit(tape, Event.INITIATIVE, seat, holds, 0, 0, 0)


@rule
def frighten(state: State, tape: Tape, seat: int) -> None:
    """Take initiative and an attack that was owed; the next move must be Face Danger or flight (section 10, 24)."""
    character = state.characters[seat]
    character.afraid = 1
    emit(tape, Event.STATE, seat, Passing.AFRAID, 1, 0, 0)
    set_initiative(state, tape, seat, 0)
    if character.follow == Follow.ATTACK:
        character.follow = Follow.NONE
        character.bonus -= 1


@rule
def leave_fight(state: State, tape: Tape, seat: int, place: int) -> None:
    """Take a character out of the fight, and all that only a fighter has."""
    character = state.characters[seat]
    character.place = place
    character.initiative = 0
    character.gate = 0
    character.follow = 0
    character.bonus = 0
    character.strike_bonus = 0
    character.reeling = 0
    character.afraid = 0
    emit(tape, Event.LEFT, seat, place, 0, 0, 0)


@rule
def fighting(state: State, seat: int) -> bool:
    """Tell whether the seat's character is in the fight."""
    return state.characters[seat].place == Place.FIGHTING


@rule
def alive(state: State, seat: int) -> bool:
    """Tell whether the seat's character lives and is not lost to desolation."""
    return state.characters[seat].place < Place.DEAD


@rule
def count_fighting(state: State, book: Book) -> int:
    """Count the characters in the fight."""
    count = 0
    for seat in range(book.seats):
        if fighting(state, seat):
            count += 1
    return count


@rule
def worst_foe(state: State) -> int:
    """Give the active foe of the highest rank, the first of equals; -1 when none is left."""
    worst = -1
    for foe in range(len(state.foes)):
        if state.foes[foe].active and (worst < 0 or state.foes[foe].rank > state.foes[worst].rank):
            worst = foe
    return worst


@rule
def count_foes(state: State) -> int:
    """Count the foes in the fight."""
    count = 0
    for foe in range(len(state.foes)):
        count += state.foes[foe].active
    return count
