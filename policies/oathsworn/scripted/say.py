"""Leaving the reason of a choice."""

from ....envs.core.compiler import rule
from ....envs.oathsworn.terms import Act
from ..family import Why

HUNDRED = 100.0
MOST = 32000.0
"""A reason's numbers are 16 bits wide."""
PASS = int(Act.PASS)


@rule
def explain(why: Why, code: int, a: int, b: int) -> None:
    """Leave a reason."""
    why.code = code
    why.a = a
    why.b = b


@rule
def cents(worth: float) -> int:
    """Give a worth in hundredths of an HP, for a reason."""
    return int(max(min(HUNDRED * worth, MOST), -MOST))
