"""What an encounter costs the company: losses as the tally takes them (Encounter rules p. 17, 24; Story rules p. 9).

A campaign reads this from a finished state; which item goes and which injury is drawn is decided there.
"""

from __future__ import annotations

from dataclasses import dataclass

from .house_rules import KoTicks
from .state import Book, State
from .terms import ALLIES, SEATS, Kind, Outcome

TICK_CHANGE = (2, 1, 0, -1, -2)
"""Ticks of the knockout track more or less, by difficulty."""
ITEMS_LOST, ITEMS_LOST_FALLEN = 1, 2
"""Equipped items that every Oathsworn loses, and an unconscious one."""
WOUNDED = 2
"""HP at which a standing hero draws an injury in the hardcore campaign."""


@dataclass(frozen=True)
class Loss:
    """What one Oathsworn loses.

    Attributes:
        fallen: It was unconscious at the end.
        dead: It is dead: unconscious in a hardcore campaign. Its items are lost, its iron stays.
        injuries: Injuries it draws.
        items: Items it loses of those it had equipped, its player's choice.
        hp: HP at the end, 0 if it fell.
    """

    fallen: bool
    dead: bool
    injuries: int
    items: int
    hp: int


@dataclass(frozen=True)
class Results:
    """How an encounter ended and what it cost.

    Attributes:
        outcome: How it ended.
        rounds: Rounds begun.
        ticks: Ticks on the knockout track.
        seats: What each Oathsworn loses, in seat order.
        dead_allies: Ally cards that are archived, by their place in the scenario.
    """

    outcome: Outcome
    rounds: int
    ticks: int
    seats: tuple[Loss, ...]
    dead_allies: tuple[int, ...]


def results(state: State, book: Book) -> Results:
    """Return what a finished encounter cost.

    Args:
        state: Its last state.
        book: Its scenario.

    Raises:
        ValueError: The encounter goes on.
    """
    if state.outcome == Outcome.ON:
        raise ValueError(f"the encounter goes on: round {state.round}, no outcome yet")
    losses = tuple(loss(state, book, seat) for seat in range(SEATS))
    return Results(
        outcome=Outcome(state.outcome),
        rounds=int(state.round),
        ticks=knockout_ticks(sum(each.fallen for each in losses), int(book.difficulty), int(book.house.ko_ticks)),
        seats=losses,
        dead_allies=tuple(ally for ally in range(ALLIES) if ally_died(state, book, ally)),
    )


def loss(state: State, book: Book, seat: int) -> Loss:
    """Return what one Oathsworn loses."""
    fallen = bool(state.seats[seat].fallen)
    dead = fallen and bool(book.house.hardcore)
    equipped = int(book.kits[seat].n_items)
    hp = 0 if fallen else int(state.pieces[seat].hp)
    hurt = fallen or (bool(book.house.hardcore) and hp <= WOUNDED)
    items = equipped if dead else min(equipped, ITEMS_LOST_FALLEN if fallen else ITEMS_LOST)
    return Loss(fallen, dead, int(hurt and not dead), items, hp)


def knockout_ticks(fallen: int, difficulty: int, rule: int) -> int:
    """Return the ticks for so many unconscious Oathsworn; no knockout, no ticks.

    Args:
        fallen: How many are unconscious.
        difficulty: The level, 0 the easiest.
        rule: `KoTicks`: whether the difficulty changes the ticks once or for each.
    """
    change = TICK_CHANGE[difficulty]
    if fallen == 0:
        return 0
    if rule == KoTicks.PER_KNOCKOUT:
        return fallen * max(1 + change, 0)
    return max(fallen + change, 0)


def ally_died(state: State, book: Book, ally: int) -> bool:
    """Return whether an ally that entered has died."""
    entered = (book.start.allies >> ally) & 1 == 1 and (state.allies >> ally) & 1 == 0
    stands = any(state.pieces[seat].kind == Kind.ALLY and state.seats[seat].ally == ally for seat in range(SEATS))
    return entered and not stands
