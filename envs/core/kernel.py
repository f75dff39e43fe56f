"""The batch kernel: compiled rules that step, restart and observe many games of one kind in one call.

Written once for every game: `make_kernel` takes a game's records and functions and gives the entries that
`arena.Arena` calls. Seats held by compiled pilots are played inside the call, through their addresses; a game whose
next decision belongs to any other partner waits for the caller.
"""

# The annotations of the rules below are made concrete by `concrete`, so they must be objects, not strings.

import typing
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, TypeVar

from .chance import deal_draw, next_seed, pilot_draw
from .compiler import I8, Batch, Entry, F4x2, Family, I1x2, I8x2, entry, rule
from .pilot import Why
from .records import Floats, Record, f8, i2, i4, i8, record, u1
from .tape import Tape

S = TypeVar("S", bound=Any)
"""Stands for a game's state in the annotations below."""
B = TypeVar("B", bound=Any)
"""Stands for a game's book."""

SEATS = 8
WEIGHTS = 16
MOST_STARTS = 100
"""Games begun one after another until one comes to the learner; more is a fault of the scenario."""

LEARNER = 0
"""The address of a seat that decides through the actions given to `step`; one learner may hold several."""
CALLER = -1
"""The address of a seat whose decisions are answered by the caller."""


class Phase(IntEnum):
    """Where a call of `step` begins. It runs on to the end: BEGIN, LOOK, or ACT, SETTLE, LOOK."""

    BEGIN = 0
    ACT = 1
    SETTLE = 2
    LOOK = 3


class Mode(IntEnum):
    """What happens to a game that has ended, after Gymnasium's autoreset modes."""

    NEXT_STEP = 0
    SAME_STEP = 1
    DISABLED = 2


DONE = 0
ILLEGAL = -1
"""An action is not legal: nothing was changed, and the runs that asked for one have `bad` set."""
FAULT = -2
"""The engine passed one of its limits, or a compiled pilot gave an illegal action; that run has `bad` set."""


class Desk(Record):
    """What all games of a batch share."""

    mode: int = i2()
    cap: int = i4()  # most decisions of the learner in a game, 0 = no limit
    weights: Floats = f8(WEIGHTS)
    why: Why = record(Why)


class Run(Record):
    """What one game of a batch has beside its state."""

    key: int = i8()  # the seed of this place in the batch
    games: int = i8()  # games begun since it was seeded
    seed: int = i8()  # of the game that runs
    worth: float = f8()  # potential at the last observation
    cost: float = f8()
    reward: float = f8()
    first: int = i4()  # the deals of this place: the first of them, and how many
    deals: int = i4()
    deal: int = i4()  # of the game that runs
    book: int = i4()
    seat: int = i4()  # the learner's, that decides or decided last
    steps: int = i4()  # decisions of the learner in this game
    due: int = u1()  # to be begun by BEGIN
    fresh: int = u1()  # begun in this call
    waits: int = u1()  # for an answer of the caller
    over: int = u1()
    terminated: int = u1()
    truncated: int = u1()
    bad: int = u1()
    outcome: int = u1()  # at the last step


@dataclass(frozen=True)
class Kernel:
    """The entries of one game.

    Attributes:
        step: Entry ``(states, books, tapes, desks, runs, deals, actions, obs, masks, final, phase) -> status``. The
            status is DONE, ILLEGAL, FAULT, or the phase to go on with once the runs that wait have been answered.
        answer: Entry ``(states, i, books, tapes, desks, runs, deals, act) -> status`` for a partner that is not
            compiled; `runs[i].waits` tells whether one more is due.
        choose: Entry ``(states, books, desks, runs, address, acts) -> None``: what a compiled pilot would do in every
            game that is on.
    """

    step: Entry[int]
    answer: Entry[int]
    choose: Entry[None]


def make_kernel(
    state: type[Record],
    book: type[Record],
    family: Family[int],
    begin: Callable[..., int],
    decide: Callable[..., int],
    see: Callable[..., None],
    write_mask: Callable[..., None],
    reward: Callable[..., None],
    truncated: int,
) -> Kernel:
    """Return the batch kernel of a game.

    Args:
        state: Its state; fields `outcome` (0 = on), `seat`, `decision`, `decisions`, `chance`, `legal` and `n_legal`.
        book: Its compiled scenario; its field `start` is the state a game starts from.
        family: Its compiled pilots.
        begin: Rule ``(state, book, tape, seed) -> status`` for a copy of ``book.start``.
        decide: Rule ``(state, book, tape, act) -> status``.
        see: Rule ``(state, book, seat, out) -> None``.
        write_mask: Rule ``(state, out) -> None``.
        reward: Rule ``(state, book, weights, run, first) -> None`` that writes `run.reward` and brings `run.worth` and
            `run.cost` up to date.
        truncated: The outcome that is a cap, not an end.
    """
    call_pilot = family.call

    def concrete(function: Any) -> Any:
        function.__annotations__ = {
            name: _replaced(hint, {S: state, B: book}) for name, hint in function.__annotations__.items()
        }
        return function

    @rule
    @concrete
    def play_on(state: S, book: B, tape: Tape, desk: Desk, run: Run, deals: I8x2) -> int:
        """Let compiled pilots decide until somebody else must or the game ends."""
        run.waits = 0
        while state.outcome == 0:
            address = deals[run.deal, state.seat]
            if address == LEARNER:
                run.seat = state.seat
                return DONE
            if address == CALLER:
                run.waits = 1
                return DONE
            draw = pilot_draw(state.chance, state.seat, state.decisions)
            if decide(state, book, tape, call_pilot(address, state, book, draw, desk.why)) != DONE:
                run.bad = 1
                return FAULT
        return DONE

    @rule
    @concrete
    def begin_game(
        states: Batch[S], i: int, books: Batch[B], tape: Tape, desk: Desk, runs: Batch[Run], deals: I8x2
    ) -> int:
        """Begin the next game of a run and play it to a decision that is not a compiled pilot's."""
        run = runs[i]
        run.seed = next_seed(run.key, run.games)
        run.deal = run.first + (deal_draw(run.seed) % run.deals if run.deals > 1 else 0)
        run.book = deals[run.deal, SEATS]
        states[i] = books[run.book].start
        run.games += 1
        run.steps = 0
        run.due = 0
        run.over = 0
        run.fresh = 1
        if begin(states[i], books[run.book], tape, run.seed) != DONE:
            run.bad = 1
            return FAULT
        status: int = play_on(states[i], books[run.book], tape, desk, run, deals)
        return status

    @rule
    @concrete
    def offers(state: S, act: int) -> bool:
        """Tell whether the pending decision offers an action."""
        for k in range(state.n_legal):
            if state.legal[k] == act:
                return True
        return False

    @rule
    @concrete
    def check_all(states: Batch[S], runs: Batch[Run], actions: I8) -> int:
        """Mark every run whose action is not legal, before anything changes."""
        status = DONE
        for i in range(len(runs)):
            run = runs[i]
            run.bad = 0
            if run.over == 0 and not offers(states[i], actions[i]):
                run.bad = 1
                status = ILLEGAL
        return status

    @rule
    @concrete
    def act_all(
        states: Batch[S], books: Batch[B], tape: Tape, desk: Desk, runs: Batch[Run], deals: I8x2, actions: I8
    ) -> int:
        """Apply the learner's actions; games that ended before begin anew where the mode says so."""
        for i in range(len(runs)):
            run = runs[i]
            run.fresh = 0
            status = DONE
            if run.over == 0:
                run.steps += 1
                status = decide(states[i], books[run.book], tape, actions[i])
                if status == DONE:
                    status = play_on(states[i], books[run.book], tape, desk, run, deals)
            elif desk.mode == Mode.NEXT_STEP:
                status = begin_game(states, i, books, tape, desk, runs, deals)
            if status != DONE:
                run.bad = 1
                return FAULT
        return DONE

    @rule
    @concrete
    def settle(state: S, book: B, desk: Desk, run: Run) -> None:
        """Give the reward of the step and say whether the game is over."""
        run.terminated = 1 if state.outcome != 0 and state.outcome != truncated else 0
        capped = desk.cap > 0 and run.steps >= desk.cap and state.outcome == 0
        run.truncated = 1 if state.outcome == truncated or capped else 0
        run.over = run.terminated | run.truncated
        run.outcome = state.outcome
        reward(state, book, desk.weights, run, False)

    @rule
    @concrete
    def settle_all(
        states: Batch[S], books: Batch[B], tape: Tape, desk: Desk, runs: Batch[Run], deals: I8x2, final: F4x2
    ) -> int:
        """Settle every run that acted; in the mode SAME_STEP show the last observation and begin anew."""
        for i in range(len(runs)):
            run = runs[i]
            if run.fresh or run.over:
                run.reward = 0.0
                if run.fresh:
                    run.terminated = 0
                    run.truncated = 0
                continue
            settle(states[i], books[run.book], desk, run)
            if run.over and desk.mode == Mode.SAME_STEP:
                see(states[i], books[run.book], run.seat, final[i])
                if begin_game(states, i, books, tape, desk, runs, deals) != DONE:
                    return FAULT
        return DONE

    @rule
    @concrete
    def begin_all(states: Batch[S], books: Batch[B], tape: Tape, desk: Desk, runs: Batch[Run], deals: I8x2) -> int:
        """Begin every run that is due."""
        for i in range(len(runs)):
            run = runs[i]
            run.bad = 0
            run.fresh = 0
            if run.due:
                run.terminated = 0
                run.truncated = 0
                run.reward = 0.0
                if begin_game(states, i, books, tape, desk, runs, deals) != DONE:
                    return FAULT
        return DONE

    @rule
    @concrete
    def begin_again(
        states: Batch[S], i: int, books: Batch[B], tape: Tape, desk: Desk, runs: Batch[Run], deals: I8x2
    ) -> int:
        """Pass over games that end before the learner's first decision."""
        for _ in range(MOST_STARTS):
            if runs[i].waits or states[i].outcome == 0:
                return DONE
            if begin_game(states, i, books, tape, desk, runs, deals) != DONE:
                return FAULT
        runs[i].bad = 1
        return FAULT

    @rule
    @concrete
    def look_all(
        states: Batch[S], books: Batch[B], tape: Tape, desk: Desk, runs: Batch[Run], deals: I8x2, obs: F4x2, masks: I1x2
    ) -> int:
        """Show every run to the learner; gives the phase LOOK while a new game waits for the caller."""
        waits = 0
        for i in range(len(runs)):
            run = runs[i]
            if run.fresh:
                if begin_again(states, i, books, tape, desk, runs, deals) != DONE:
                    return FAULT
                waits += run.waits
                reward(states[i], books[run.book], desk.weights, run, True)
            see(states[i], books[run.book], run.seat, obs[i])
            write_mask(states[i], masks[i])
        return Phase.LOOK if waits else DONE

    @rule
    @concrete
    def waiting(runs: Batch[Run]) -> bool:
        """Tell whether any run waits for the caller."""
        for i in range(len(runs)):
            if runs[i].waits:
                return True
        return False

    @entry
    @concrete
    def step(
        states: Batch[S],
        books: Batch[B],
        tapes: Batch[Tape],
        desks: Batch[Desk],
        runs: Batch[Run],
        deals: I8x2,
        actions: I8,
        obs: F4x2,
        masks: I1x2,
        final: F4x2,
        phase: int,
    ) -> int:
        """Run from `phase` to the end, or to where partners that are not compiled must answer."""
        tape = tapes[0]
        desk = desks[0]
        status = DONE
        if phase == Phase.BEGIN:
            status = begin_all(states, books, tape, desk, runs, deals)
            if status == DONE and waiting(runs):
                return Phase.LOOK
        if phase == Phase.ACT:
            status = check_all(states, runs, actions)
            if status == DONE:
                status = act_all(states, books, tape, desk, runs, deals, actions)
            if status == DONE and waiting(runs):
                return Phase.SETTLE
        if status == DONE and (phase == Phase.ACT or phase == Phase.SETTLE):
            status = settle_all(states, books, tape, desk, runs, deals, final)
            if status == DONE and waiting(runs):
                return Phase.LOOK
        if status == DONE:
            status = look_all(states, books, tape, desk, runs, deals, obs, masks)
        return status

    @entry
    @concrete
    def answer(
        states: Batch[S],
        i: int,
        books: Batch[B],
        tapes: Batch[Tape],
        desks: Batch[Desk],
        runs: Batch[Run],
        deals: I8x2,
        act: int,
    ) -> int:
        """Apply the action of a partner that is not compiled, and play on."""
        run = runs[i]
        run.bad = 0
        if not offers(states[i], act):
            run.bad = 1
            return ILLEGAL
        status = decide(states[i], books[run.book], tapes[0], act)
        return play_on(states[i], books[run.book], tapes[0], desks[0], run, deals) if status == DONE else FAULT

    @entry
    @concrete
    def choose(states: Batch[S], books: Batch[B], desks: Batch[Desk], runs: Batch[Run], address: int, acts: I8) -> None:
        """Ask a compiled pilot for its choice at the pending decision of every game."""
        for i in range(len(runs)):
            state = states[i]
            if state.outcome == 0 and state.n_legal > 0:
                draw = pilot_draw(state.chance, state.seat, state.decisions)
                acts[i] = call_pilot(address, state, books[runs[i].book], draw, desks[0].why)

    return Kernel(step, answer, choose)


def _replaced(hint: Any, types: dict[Any, Any]) -> Any:
    """Put a game's records in place of the type variables of an annotation."""
    if hint in types:
        return types[hint]
    if typing.get_origin(hint) is Batch and typing.get_args(hint)[0] in types:
        cls: Any = types[typing.get_args(hint)[0]]
        return Batch[cls]
    return hint
