"""What the oracle is asked in a fight, and how likely its yes is (rules section 5)."""

from enum import IntEnum

from ..core.chance import available, draw
from ..core.compiler import rule
from ..core.tape import Tape, emit
from .state import State
from .terms import Event, Stream

HUNDRED = 100
"""Faces of the die of oracles and tables."""

LIKELY = 26
FIFTY_FIFTY = 51
UNLIKELY = 76
"""Lowest face of the oracle that means yes, by odds."""


class Asked(IntEnum):
    """Tables and questions that the oracle answers in a fight."""

    HARM = 0
    STRESS = 1
    PRICE = 2
    COMBAT = 3
    MERCY = 4
    COMPEL = 5


class Answer(IntEnum):
    """The oracle's answer to a question asked once a fight."""

    UNASKED = 0
    YES = 1
    NO = 2


@rule
def ask_table(state: State, tape: Tape, seat: int, table: int) -> int:
    """Draw and log a face of a table for a character; 0 when it is still to be fed."""
    if not available(state.chance, tape, Stream.ORACLE, 1, HUNDRED):
        return 0
    face = draw(state.chance, tape, Stream.ORACLE, HUNDRED)
    emit(tape, Event.TABLE, seat, table, face, 0, 0)
    return face
