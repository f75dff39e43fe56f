"""A review as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from textwrap import wrap
from typing import Any

from ..agents.pilots import DEFAULT, OPTIMAL
from ..envs.core.catalogue import say
from .console import UNFINISHED
from .review_account import Account, Point
from .review_reasons import Told
from .review_story import Story

WIDTH = 100
COLUMN = 20
"""Rounds of few decisions stand several in a line, in columns of that width."""
SURE = 2.0
"""Standard errors from which a difference is told as one."""


@dataclass
class Review:
    """A game reviewed.

    Attributes:
        story: The game.
        account: What became of its chance to win.
        costliest: The choices that cost most, in words.
        seats: The seats that were reviewed.
        budget: Simulations a choice; 0 where all is exact.
        complete: Whether all decisions were judged.
        decisions: Decisions to judge.
        notes: What is to be told of how it was done.
    """

    story: Story
    account: Account
    costliest: list[tuple[Point, Told]]
    seats: Sequence[int]
    budget: int
    complete: bool
    decisions: int
    notes: list[str]

    @property
    def exact(self) -> bool:
        """Whether the figures have no error."""
        return self.budget == 0

    @property
    def all_seats(self) -> bool:
        """Whether nobody's choices count as luck."""
        return len(self.seats) == len(self.story.session.holders)

    @property
    def outcome(self) -> str:
        """How the game ended, in a word."""
        return self.story.session.outcome if self.story.session.over else UNFINISHED


def percent(value: float, error: float = 0.0, signed: bool = False) -> str:
    """Return a chance, or how it changed, with its error where it has one."""
    text = f"{value:{'+' * signed}.1%}" if round(value, 3) else f"{0:.1%}"
    return say("review.with_error", value=text, error=error) if error else text


def chance(value: float) -> float:
    """Return a chance that sampling may have put beyond 0 and 1, within."""
    return min(max(value, 0.0), 1.0)


def ending(review: Review) -> str:
    """Return how the game ended, in a sentence."""
    session = review.story.session
    return say(f"review.ended_{review.outcome}", scenario=session.scenario.name, round=int(session.state.round))


def summary(review: Review) -> list[str]:
    """Return how the game ended, and what of that was skill and what luck."""
    account = review.account
    chances = say(
        "review.chances",
        first=percent(account.start, account.start_error),
        last=percent(account.last),
        change=percent(account.last - account.start, signed=True),
    )
    parts = say(
        "review.parts" if review.all_seats else "review.parts_others",
        skill=percent(account.skill, account.skill_error, signed=True),
        luck=percent(account.luck, account.luck_error, signed=True),
    )
    lines = [
        ending(review),
        chances,
        parts,
        say("review.exact" if review.exact else "review.searched", n=review.budget),
    ]
    if not review.all_seats:
        names = {moment.seat: moment.who for moment in reversed(review.story.moments)}
        lines.append(say("review.seats", who=", ".join(names.get(seat, str(seat + 1)) for seat in review.seats)))
    if any(point.moment.corrected for point in account.points):
        lines.append(say("review.corrections", change=percent(account.corrections, signed=True)))
    if review.story.undone:
        lines.append(say("review.undone", count=review.story.undone))
    if not review.complete:
        lines.append(say("review.interrupted", done=len(account.points), of=review.decisions))
    return [*review.notes, *lines]


def curve(review: Review) -> list[str]:
    """Return the chance to win after each decision, round by round."""
    lines = [say("review.curve")]
    for number, points in groupby(review.account.points, key=lambda point: point.moment.round):
        head = say("review.round", round=number) if number else say("review.opening")
        text = " ".join(f"{chance(point.verdict.made):.0%}" for point in points)
        told = wrap(text, WIDTH, initial_indent=head, subsequent_indent=" " * len(head))
        shared = f"{lines[-1]:<{COLUMN * -(-(len(lines[-1]) + 2) // COLUMN)}}{told[0]}"
        if len(lines) > 1 and len(told) == 1 and len(shared) <= WIDTH:
            lines[-1] = shared
        else:
            lines += told
    return lines


def costly(review: Review) -> list[str]:
    """Return the costliest choices with what would have been better, and why."""
    if not review.costliest:
        return [say("review.none_costly" if review.exact else "review.none_found")]
    lines = [say("review.costly")]
    for number, (point, words) in enumerate(review.costliest, 1):
        moment, verdict = point.moment, point.verdict
        place = {"round": moment.round, "who": moment.who, "line": moment.line}
        lines.append(say("review.costly_at", number=number, question=words.question, **place))
        loss = percent(verdict.loss, verdict.loss_error)
        chances = {"win": percent(chance(verdict.made)), "better_win": percent(chance(verdict.made + verdict.loss))}
        choice = say("review.costly_choice", choice=words.choice, better=words.better, loss=loss, **chances)
        lines += wrap(choice, WIDTH, initial_indent="   ", subsequent_indent="   ")
        if verdict.loss < SURE * verdict.loss_error:
            lines.append(say("review.unsure"))
        lines += wrap(words.reason, WIDTH, initial_indent="   ", subsequent_indent="   ")
    return lines


def text(review: Review) -> list[str]:
    """Return a review as lines."""
    return [*summary(review), "", *curve(review), "", *costly(review)]


def data_of(review: Review) -> dict[str, Any]:
    """Return a review ready for JSON."""
    account, session = review.account, review.story.session
    return {
        "scenario": session.scenario.name,
        "outcome": review.outcome,
        "rounds": int(session.state.round),
        "exact": review.exact,
        "reference": OPTIMAL if review.exact else DEFAULT,
        "budget": review.budget,
        "seats": [seat + 1 for seat in review.seats],
        "complete": review.complete,
        "start": {"win": account.start, "error": account.start_error},
        "end": account.last,
        "skill": {"change": account.skill, "error": account.skill_error},
        "luck": {"change": account.luck, "error": account.luck_error},
        "corrections": account.corrections,
        "undone": review.story.undone,
        "decisions": [point_data(point) for point in account.points],
        "costliest": [{**point_data(point), **asdict(words)} for point, words in review.costliest],
        "notes": review.notes,
    }


def point_data(point: Point) -> dict[str, Any]:
    """Return a decision ready for JSON; `act` is null where nothing was chosen that is reviewed."""
    moment, verdict = point.moment, point.verdict
    chosen = moment.act is not None
    choice = moment.view.option(verdict.act) if chosen else None
    return {
        "line": moment.line,
        "round": moment.round,
        "seat": moment.seat + 1,
        "who": moment.who,
        "act": moment.act,
        "choice": choice,
        "corrected": moment.corrected,
        "before": verdict.value,
        "win": verdict.made,
        "error": verdict.error,
        "skill": verdict.skill,
        "skill_error": verdict.skill_error,
        "best": verdict.best if chosen else None,
        "loss": verdict.loss,
        "loss_error": verdict.loss_error,
        "games": verdict.games,
    }
