"""Oathsworn as Gymnasium, PettingZoo and the batch see it."""

from ..core.face import Face
from .batch import KERNEL, TERMS
from .game import OATHSWORN
from .layout import LAYOUT
from .picture import picture
from .render import render_unnamed
from .situation import conceal, describe
from .terms import Decision, Outcome

FACE = Face(
    home=f"{__name__}:FACE",
    rules=OATHSWORN,
    layout=LAYOUT,
    kernel=KERNEL,
    terms=TERMS,
    outcomes=Outcome,
    decisions=Decision,
    render=render_unnamed,
    describe=describe,
    conceal=conceal,
    picture=picture,
)
