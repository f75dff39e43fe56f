"""The pilot itself: which rule answers which decision."""

from ....envs.ironsworn.state import Book, State
from ..family import PILOT, Why


@PILOT.member
def scripted(state: State, book: Book, draw: int, why: Why) -> int:
    """Choose the first legal action."""
    return state.legal[0]
