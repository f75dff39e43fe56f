"""The decisions of a recorded game that led to where it stands, each with what its seat had seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..agents.pilots import HUMAN
from ..envs.core.catalogue import say
from ..envs.core.content import refuse
from ..envs.core.game import WIN, mask_of
from ..envs.core.pilot import View
from .record import Decide, Edit, Entry, Undo
from .session import Session, opened


@dataclass(frozen=True, eq=False)
class Moment:
    """A decision.

    Attributes:
        place: Which of the game's entries answered it.
        line: Its line in the file; that after the last for one that waits.
        round: The round.
        seat: The seat that was to decide.
        who: What it is called.
        holder: Who held the seat.
        view: What it had seen.
        mask: The legal actions.
        act: The answer; None where the board was corrected, where the game stands, and for what is not reviewed.
        corrected: Whether the board was corrected in place of an answer.
    """

    place: int
    line: int
    round: int
    seat: int
    who: str
    holder: str
    view: View
    mask: NDArray[np.int8]
    act: int | None
    corrected: bool = False


@dataclass
class Story:
    """A recorded game.

    Attributes:
        entries: Its lines.
        session: The game as it stands at the end.
        moments: The decisions that led there; where it goes on, the one that waits comes last.
        undone: Decisions that were taken back.
    """

    entries: Sequence[Entry]
    session: Session
    moments: list[Moment]
    undone: int

    @property
    def end(self) -> float | None:
        """What the end is worth, 1 for a game that was won; None for one that goes on."""
        if not self.session.over:
            return None
        return 1.0 if self.session.state.outcome == WIN else 0.0


def story_of(entries: Sequence[Entry], file: str) -> Story:
    """Return the story of a game.

    Raises:
        ContentError: A line cannot be followed, or something in it is for a person to tell.
    """
    session = opened(entries[0], file)
    made: list[tuple[int, Moment]] = []
    undone = 0
    for place, entry in enumerate(entries[1:], 1):
        before = None
        if isinstance(entry.line, Decide | Edit) and not session.over:
            before = len(session.lines) + 1, moment_of(session, place, entry.number, entry.line)
        session.follow(entry, file)
        if before is not None:
            made.append(before)
        elif isinstance(entry.line, Undo):
            kept = [each for each in made if each[0] <= entry.line.to]
            undone += len(made) - len(kept)
            made = kept
    session.game.complete(session.scenario)
    moments = [moment for _, moment in made]
    if not session.over:
        moments.append(moment_of(session, len(entries), entries[-1].number + 1, None))
    return Story(entries, session, moments, undone)


def moment_of(session: Session, place: int, number: int, line: Any) -> Moment:
    """Return the pending decision of a session, which a line answers."""
    return Moment(
        place,
        number,
        int(session.state.round),
        session.seat,
        session.who(session.seat),
        session.holders[session.seat],
        session.game.view(session),
        mask_of(session.table),
        line.act if isinstance(line, Decide) else None,
        isinstance(line, Edit),
    )


def seats_of(typed: str, story: Story) -> list[int]:
    """Return the seats to review, as typed; by default those that people held, all where nobody did.

    Raises:
        ContentError: There is no such seat.
    """
    count = len(story.session.holders)
    words = [word.strip() for word in typed.split(",")] if typed.strip() else []
    if any(word not in map(str, range(1, count + 1)) for word in words):
        raise refuse("--seats", "", typed, say("review.valid_seats", seats=count))
    if words:
        return sorted({int(word) - 1 for word in words})
    people = sorted({moment.seat for moment in story.moments if moment.holder == HUMAN and moment.act is not None})
    return people or list(range(count))


def reviewed(story: Story, seats: Sequence[int]) -> list[Moment]:
    """Return the decisions to judge: those of some seats, and where the chance to win is needed beside a correction."""
    found = []
    for place, moment in enumerate(story.moments):
        own = moment.seat in seats
        after = place > 0 and story.moments[place - 1].corrected
        if own or after or moment.act is None:
            found.append(moment if own else replace(moment, act=None))
    return found
