"""Abilities that work by themselves: at the start, in a refresh, with one's own attacks (rules section 12)."""

from ..core.compiler import rule
from ..core.tape import Tape
from .program import run
from .seats import acts
from .stack import DONE, current, pop, push, top
from .state import STEP, Book, State
from .terms import ABILITIES, SEATS, Op
from .window import OWN, ability_of, listens


@STEP.member
def passives_step(state: State, book: Book, tape: Tape) -> int:
    """Run abilities one after another; a = their moment, b = 1 + the attack they are about, c = 1 + its seat, d = next.

    Without an attack those of all seats are run.
    """
    frame = top(state)
    place = frame.b - 1
    for index in range(frame.d, SEATS * ABILITIES):
        seat = index // ABILITIES
        if not acts(state, seat) or (frame.c > 0 and seat != frame.c - 1):
            continue
        option = ability_of(state, book, seat, index % ABILITIES)
        if option.known and option.when == frame.a:
            frame.d = index + 1
            run(state, seat, option.first, option.end, -1)
            if place >= 0:
                mine = current(state)
                mine.under = place + 1
                mine.near = OWN
                mine.target = state.plays[place].target
                mine.location = state.plays[place].location
            return DONE
    pop(state)
    return DONE


@rule
def run_passives(state: State, when: int) -> None:
    """Run what classes do by themselves at a moment that is everybody's."""
    push(state, Op.PASSIVES, when, 0, 0)


@rule
def run_own_passives(state: State, book: Book, when: int, place: int, actor: int) -> None:
    """Run what a seat's class does by itself with an attack of its own."""
    if actor < SEATS and listens(state, book, actor, when):
        push(state, Op.PASSIVES, when, place + 1, actor + 1)
