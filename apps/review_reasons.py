"""Why another choice would have been better: its odds, how games go on from both, what the scripted pilot says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..agents.pilots import policy_module
from ..envs.core.catalogue import say
from ..envs.ironsworn.terms import BOX
from .advise_by_search import scripted_choice
from .games import GAMES
from .review_account import Point
from .review_story import Story
from .session import resumed

GAMES_EACH = {"ironsworn": 4_000, "oathsworn": 400}
"""Games played on from either choice, by game."""
FIGURES: dict[str, dict[str, Callable[[Any], float]]] = {
    "ironsworn": {
        "win": lambda games: games.won,
        "health": lambda games: float(games.health.mean()),
        "boxes": lambda games: float(games.progress.mean()) / BOX,
        "fallen": lambda games: float(games.fallen.mean()),
        "rounds": lambda games: float(games.rounds.mean()),
    },
    "oathsworn": {
        "win": lambda games: games.won,
        "hp": lambda games: float(games.hp_left.mean()),
        "fallen": lambda games: float(games.fallen.mean()),
        "rounds": lambda games: float(games.rounds.mean()),
    },
}
"""Means that are told of games played on, by game."""
assert tuple(FIGURES) == GAMES


@dataclass(frozen=True)
class Told:
    """A choice in words.

    Attributes:
        question: What was to be decided.
        choice: What was chosen.
        better: What would have been better.
        reason: Why, one or more sentences.
    """

    question: str
    choice: str
    better: str
    reason: str


def told(story: Story, point: Point, file: str, seed: int) -> Told:
    """Return a choice in words, with what would have been better, and why.

    Raises:
        ContentError: The game cannot be played up to there.
    """
    moment, verdict = point.moment, point.verdict
    session = resumed(story.entries[: moment.place], file)
    labels, remarks = session.game.labels(session), session.game.remarks(session)
    choice, better = labels[verdict.act], labels[verdict.best]
    both = {better: remarks.get(verdict.best), choice: remarks.get(verdict.act)}
    reasons = [say("review.remark", label=label, remark=remark) for label, remark in both.items() if remark]
    reasons.append(went(story, point, seed))
    act, reason = scripted_choice(session)
    if act == verdict.best:
        reasons.append(say("review.scripted", reason=reason))
    return Told(session.game.question(session), choice, better, " ".join(reasons))


def went(story: Story, point: Point, seed: int) -> str:
    """Return how games between scripted pilots go on from the better choice and from that made."""
    game = story.session.game.name
    pilot = policy_module(game, "pilots").ScriptedPilot()
    addresses = [pilot.address] * len(story.session.holders)
    view, seeds = point.moment.view, range(seed, seed + GAMES_EACH[game])
    play_on = policy_module(game, "playout").play_on
    made = play_on(view.state, view.book, addresses, point.verdict.act, seeds)
    best = play_on(view.state, view.book, addresses, point.verdict.best, seeds)
    figures = {name: mean(best) for name, mean in FIGURES[game].items()}
    figures |= {f"made_{name}": mean(made) for name, mean in FIGURES[game].items()}
    return say(f"review.went_{game}", games=GAMES_EACH[game], **figures)
