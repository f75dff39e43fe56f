"""Ironsworn as Gymnasium, PettingZoo and the batch see it."""

from ..core.face import Face
from .batch import KERNEL, TERMS
from .game import IRONSWORN
from .layout import LAYOUT
from .render import describe, render
from .terms import Decision, Outcome

FACE = Face(
    home=f"{__name__}:FACE",
    rules=IRONSWORN,
    layout=LAYOUT,
    kernel=KERNEL,
    terms=TERMS,
    outcomes=Outcome,
    decisions=Decision,
    render=render,
    describe=describe,
)
