"""The tape: what runs beside a state without being part of it - events written, faces fed by hand, step addresses."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .compiler import rule
from .records import Ints, Ints2, Record, i4, i8

STEPS = 96
FED = 64
ROWS = 512
WIDTH = 8
SCRATCH = 6
CELLS = 192
WAVES = 100


class Tape(Record):
    """Events out and chance in; one tape serves one state at a time and is never saved."""

    steps: Ints = i8(STEPS)
    """Addresses of the game's step table, valid in this process only."""
    row: int = i4()
    """Event rows written."""
    log: int = i4()
    """0 = write no events."""
    overflow: int = i4()
    """Events lost because the rows were full; anything but 0 is an error."""
    fed: Ints = i4(FED)
    """Faces fed by hand, in the order they are drawn."""
    fed_at: int = i4()
    """The next fed face to use."""
    fed_n: int = i4()
    """How many faces were fed."""
    fed_mask: int = i8()
    """One bit per stream that is fed by hand."""
    want_stream: int = i4()
    """The stream that ran dry, or -1."""
    want_count: int = i4()
    """How many faces it misses."""
    want_faces: int = i4()
    """How many faces its die or deck has."""
    ask_all: int = i4()
    """1 = post a choice of one where a rule's answer hangs on a track that a solver holds open."""
    scratch: Ints2 = i4(SCRATCH, CELLS)
    """Working memory of one step, such as a flood fill; it means nothing between steps."""
    n_waves: int = i4()
    waves: Ints2 = i8(WAVES, 3)
    """What a flood over a board reached with each number of steps, as sets of hexes."""
    rows: Ints2 = i4(ROWS, WIDTH)
    """Events: kind and five integers, padded with zeros."""


@rule
def emit(tape: Tape, kind: int, a: int, b: int, c: int, d: int, e: int) -> None:
    """Write one event, if this tape logs."""
    if tape.log == 0:
        return
    row = tape.row
    if row >= ROWS:
        tape.overflow += 1
        return
    tape.rows[row, 0] = kind
    tape.rows[row, 1] = a
    tape.rows[row, 2] = b
    tape.rows[row, 3] = c
    tape.rows[row, 4] = d
    tape.rows[row, 5] = e
    tape.rows[row, 6] = 0
    tape.rows[row, 7] = 0
    tape.row = row + 1


def new_tapes(n: int = 1, log: bool = True) -> NDArray[np.void]:
    """Give `n` empty tapes that want nothing and are fed nothing."""
    tapes = np.zeros(n, Tape.dtype)
    tapes["log"] = log
    tapes["want_stream"] = -1
    return tapes
