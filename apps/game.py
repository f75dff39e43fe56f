"""Playing a session: pilots decide, hand-fed faces are asked for, until the game is over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from types import TracebackType

from ..agents.pilots import HUMAN, Post, Seated
from ..envs.core.catalogue import say
from ..envs.core.content import ContentError
from ..envs.core.game import mask_of
from ..envs.core.told import Line, Tone
from .console import Log, print_lines
from .faces import Faces
from .games import Missing
from .session import ContentNeededError, Events, FacesNeededError, Session


class Players:
    """The pilots of a session's seats; leaving it lets them go."""

    def __init__(self, session: Session) -> None:
        """Seat a pilot wherever no person sits.

        Raises:
            ContentError: A pilot does not start; those that did are let go.
        """
        self.session = session
        self.pilots: list[Seated | None] = [None] * len(session.holders)
        try:
            for seat, holder in enumerate(session.holders):
                self.seat(seat, holder)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Players:
        """Go in with the pilots seated."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let the pilots go."""
        self.close()

    def seat(self, seat: int, holder: str) -> None:
        """Put a holder in a seat.

        Raises:
            ContentError: The pilot does not start, or not for this game; the seat stays as it was.
        """
        before, pilot = self.pilots[seat], None
        if holder != HUMAN:
            pilot = Seated(holder, Post(self.session.game.name, self.session.seed, seat))
            pilot.meet(self.session.table.books)
        self.pilots[seat] = pilot
        if before is not None:
            before.close()

    def act(self, log: Log) -> int:
        """Return what the pilot of the deciding seat does, its reason told.

        Raises:
            ContentError: The pilot failed.
        """
        pilot = self.pilots[self.session.seat]
        assert pilot is not None
        act = pilot.act(self.session.game.view(self.session), mask_of(self.session.table))
        log.reason(self.session.seat, pilot.reason)
        return act

    def close(self) -> None:
        """Let all pilots go."""
        for pilot in self.pilots:
            if pilot is not None:
                pilot.close()


def fed(run: Callable[[Sequence[int]], Events], log: Log, faces: Faces) -> None:
    """Run a step of a session, asking for hand-fed faces until it has all it wants.

    Raises:
        ContentError: Faces ran out or cannot have come up; the step is not made.
        SaidInsteadError: A person wants to go back, or to leave; the step is not made.
    """
    given: list[int] = []
    while True:
        try:
            run(given)
            return
        except FacesNeededError as needed:
            log.partial(needed.events)
            given += faces.ask(needed.wanted)
        except ContentNeededError as needed:
            log.partial(needed.events)
            teach(needed.missing, log, faces)


def teach(missing: Missing, log: Log, faces: Faces) -> None:
    """Ask a person for content until it fits.

    Raises:
        SaidInsteadError: The person wants to go back, or to leave.
    """
    log.line(Line(missing.question, Tone.MOVE))
    while True:
        try:
            log.session.learn(missing.read(faces.lines(say("hand.content_prompt"))))
            return
        except ContentError as error:
            print_lines(log.out, str(error).splitlines(), "red")


def play_out(session: Session, party: Players, log: Log, faces: Faces) -> None:
    """Let pilots play a session that has begun to its end.

    Raises:
        ContentError: A pilot failed, or hand-fed faces ran out.
    """
    while not session.over:
        fed(partial(session.decide, party.act(log)), log, faces)
