"""The oracle: a question answered yes or no by odds, and the tables of a fight (rules section 5)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..core.catalogue import say
from ..core.chance import Chance, draw, seed_chance
from ..core.content import choices, match, refuse
from ..core.tape import Tape, new_tapes
from .asked import FIFTY_FIFTY, HUNDRED, LIKELY, UNLIKELY, Asked
from .names import rank_name
from .tell import table_row
from .terms import Stream
from .turn import COMBAT_LAST

YES_FROM = {
    "almost-certain": 11,
    "likely": LIKELY,
    "fifty-fifty": FIFTY_FIFTY,
    "unlikely": UNLIKELY,
    "small-chance": 91,
}
"""Lowest face of a d100 that means yes."""

SPELLINGS = {"50/50": "fifty-fifty", "almost": "almost-certain", "small": "small-chance"}
TABLES = {"harm": Asked.HARM, "stress": Asked.STRESS, "price": Asked.PRICE, "combat": Asked.COMBAT}
RANK = "rank"
RANK_LAST = (20, 55, 80, 93, 100)
DOUBLES = 11


@dataclass(frozen=True)
class Answer:
    """What the oracle says.

    Attributes:
        asked: Odds or table.
        face: The d100.
        text: The answer in words.
        match: Whether both digits are the same: the answer is extreme, or brings a twist.
    """

    asked: str
    face: int
    text: str
    match: bool


def known_question(name: str) -> str:
    """Return odds or a table as it is spelled.

    Raises:
        ContentError: There is none of that name; the nearest is suggested.
    """
    names = (*YES_FROM, *TABLES, RANK)
    known = match(SPELLINGS.get(name.strip().casefold(), name), names)
    if known is None:
        raise refuse("oracle", "", name, choices(names, name))
    return known


def ask(name: str, seed: int) -> Answer:
    """Ask once.

    Args:
        name: Odds such as ``likely``, or a table such as ``price``.
        seed: Seed of the luck.

    Raises:
        ContentError: There are no such odds and no such table.
    """
    asked = known_question(name)
    return answer(asked, roll(seed))


def roll(seed: int) -> int:
    """Return a d100 of a seed."""
    chances, tapes = np.zeros(1, Chance.dtype), new_tapes()
    chance = Chance.at(chances, 0)
    seed_chance(chance, seed)
    return draw(chance, Tape.at(tapes, 0), Stream.ORACLE, HUNDRED)


def answer(asked: str, face: int) -> Answer:
    """Return what a face means for the odds or table asked."""
    if asked in YES_FROM:
        text = say("answer.yes" if face >= YES_FROM[asked] else "answer.no")
    elif asked == RANK:
        text = rank_name(1 + next(place for place, last in enumerate(RANK_LAST) if face <= last))
    elif asked == "combat":
        text = say(f"combat_row.row_{next(place for place, last in enumerate(COMBAT_LAST) if face <= last)}")
    else:
        text = table_row(TABLES[asked], face, 0)[1]
    return Answer(asked, face, text, face % DOUBLES == 0 or face == HUNDRED)
