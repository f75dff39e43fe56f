"""What a seat sees, as numbers: one layout for all scenarios, and no content id anywhere."""

from ..core.compiler import F4, I1, Batch, entry, rule
from .state import Book, State
from .terms import ACTIONS

WIDTH = 1600


@entry
def observe(states: Batch[State], i: int, books: Batch[Book], b: int, seat: int, out: F4) -> None:
    """Write what `seat` sees of encounter `i` into `out`, a run of `WIDTH` numbers."""
    see(states[i], books[b], seat, out)


@rule
def see(state: State, book: Book, seat: int, out: F4) -> None:
    """Write the whole observation of one seat."""
    for k in range(WIDTH):
        out[k] = 0.0


@entry
def masks(states: Batch[State], i: int, out: I1) -> None:
    """Write the action mask of encounter `i` into `out`, a number of 0 or 1 for each action id."""
    write_mask(states[i], out)


@rule
def write_mask(state: State, out: I1) -> None:
    """Write 1 for every legal action."""
    for k in range(ACTIONS):
        out[k] = 0
    for k in range(state.n_legal):
        out[state.legal[k]] = 1
