"""The engine's stack of operations, and the one pending decision."""

from ..core.compiler import rule
from ..core.decisions import make_decisions
from .state import Frame, Roll, State
from .terms import FRAMES, Act, Result

DONE = 0
NEEDS_CHANCE = 1
"""What an operation gives when a hand-fed stream has no face left; it has changed nothing and is tried again."""

STACK_FULL = 1

DECISIONS = make_decisions(State)
offer = DECISIONS.offer
offer_if = DECISIONS.offer_if
ask = DECISIONS.ask
answered = DECISIONS.answered
close_decision = DECISIONS.close
is_legal = DECISIONS.is_legal


@rule
def push(state: State, op: int, a: int, b: int, c: int, d: int) -> None:
    """Put an operation on the stack; it runs before what lies below."""
    if state.top + 1 >= FRAMES:
        state.error = STACK_FULL
        return
    state.top += 1
    frame = state.stack[state.top]
    frame.op = op
    frame.step = 0
    frame.a = a
    frame.b = b
    frame.c = c
    frame.d = d


@rule
def pop(state: State) -> None:
    """Take the top operation off, leaving no trace of it."""
    frame = state.stack[state.top]
    frame.op = 0
    frame.step = 0
    frame.a = 0
    frame.b = 0
    frame.c = 0
    frame.d = 0
    state.top -= 1


@rule
def top(state: State) -> Frame:
    """Give the frame of the running operation."""
    return state.stack[state.top]


@rule
def clear_roll(state: State) -> None:
    """Forget the roll, so that equal situations are equal states."""
    roll: Roll = state.roll
    roll.move = -1
    roll.seat = -1
    roll.stat = -1
    roll.foe = -1
    roll.ally = -1
    roll.ranged = 0
    roll.follow = 0
    roll.severity = 0
    roll.extra = 0
    roll.base = 0
    roll.adds = 0
    roll.action = 0
    roll.first = 0
    roll.second = 0
    roll.cancelled = 0
    roll.burned = 0
    roll.before = Result.NONE
    roll.result = Result.NONE
    roll.helper = -1
    roll.amount = 0
    roll.picked = 0


@rule
def finish(state: State) -> None:
    """End the operation that resolved a roll."""
    pop(state)
    clear_roll(state)


@rule
def offer_foes(state: State) -> None:
    """Offer every foe still in the fight."""
    for foe in range(len(state.foes)):
        if state.foes[foe].active:
            offer(state, Act.FOE + foe)
