"""`shieldmate review`: what a finished game's decisions were worth, the costliest ones, luck and skill apart."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from ..agents.pilots import policy_module
from ..envs.core.catalogue import say
from ..envs.core.content import ContentError, refuse
from ..envs.core.files import place, write_whole
from ..policies.ironsworn.exact.objective import WIN
from ..policies.ironsworn.exact.solution import TOLERANCE
from ..policies.ironsworn.judging import ExactJudge
from ..policies.judging import LEAST, Judge, SearchJudge
from ..policies.search import MOST
from .compiling import announce
from .console import bar_of, console, print_json, print_lines
from .games import GAMES, game_named
from .options import GIGABYTES, AsJson, Force, Seed
from .record import Entry, read_games
from .replay import chosen
from .review_account import AGAIN, Account, costliest, judged
from .review_picture import picture
from .review_reasons import told
from .review_story import Moment, Story, reviewed, seats_of, story_of
from .review_text import Review, data_of, text
from .solve import solver_of

BUDGET = 800
"""Simulations a decision, unless that is typed."""
TIMES = 5
"""Times as many for those that cost most, and games for the chance to win at the start."""
MOST_GAMES = 4_000
"""Most games for that."""
SVG = ".svg"


def command(
    file: Annotated[str, typer.Argument(metavar="REPLAY", help=say("options.replay_file"))],
    game: Annotated[int, typer.Option("--game", metavar="N", min=0, help=say("options.game"))] = 0,
    seats: Annotated[str, typer.Option("--seats", metavar="N,...", help=say("options.review_seats"))] = "",
    budget: Annotated[
        int | None, typer.Option("--budget", metavar="N", min=LEAST, max=MOST, help=say("options.review_budget"))
    ] = None,
    seed: Seed = 0,
    drawn: Annotated[str, typer.Option("--picture", metavar="FILE.svg", help=say("options.picture"))] = "",
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Review the games of a replay."""
    games = games_of(file, game)
    if drawn:
        check_picture(drawn, force, len(games), file)
    for name in {entries[0].line.game for entries in games}:
        announce(game_named(name))
    stories = [story_of(entries, file) for entries in games]
    asked = [(story, seats_of(seats, story)) for story in stories]
    reviews: list[Review] = []
    for story, own in asked:
        found = review(story, own, budget, seed, file, as_json)
        if found is not None:
            reviews.append(found)
            show(found, drawn, as_json, first=len(reviews) == 1)
        if found is None or not found.complete:
            break
    if as_json:
        print_json({"file": file, "games": [data_of(each) for each in reviews]})
    if len(reviews) < len(asked) or not reviews[-1].complete:
        raise KeyboardInterrupt


def games_of(file: str, game: int) -> list[list[Entry]]:
    """Return the games of a replay, or the one of a number.

    Raises:
        ContentError: It is damaged, or there is none.
    """
    found = read_games(file)
    if found.damage is not None:
        raise found.damage
    if not found.games:
        raise refuse(file, "", say("replay.found_no_replay"), say("review.valid_file"))
    return chosen(found.games, game, file)


def check_picture(drawn: str, force: bool, games: int, file: str) -> None:
    """Check that one picture can be drawn.

    Raises:
        ContentError: It is no SVG, there are several games, or it cannot be written there.
    """
    if Path(drawn).suffix.lower() != SVG:
        raise refuse("--picture", "", drawn, say("review.valid_picture"))
    if games > 1:
        raise refuse(file, "", say("review.found_games", count=games), say("review.valid_game"))
    place(drawn, force)


def review(
    story: Story, seats: Sequence[int], budget: int | None, seed: int, file: str, as_json: bool
) -> Review | None:
    """Return the review of a game; None if it was interrupted before anything was judged.

    Raises:
        ContentError: There is nothing in it to judge.
    """
    moments = reviewed(story, seats)
    if not any(moment.act is not None for moment in moments):
        raise refuse(file, "", say("review.found_nothing"), say("review.valid_decisions"))
    notes: list[str] = []
    judge = None
    try:
        judge = exact_judge(story, moments, as_json) if budget is None else None
    except ContentError as error:
        notes.append(say("review.not_exact", reason=error))
    exact = judge is not None
    simulations = 0 if exact else budget or BUDGET
    search = policy_module(story.session.game.name, "search").SEARCH
    judge = judge or SearchJudge(search, simulations, seed)
    careful = None if exact else SearchJudge(search, TIMES * simulations, seed, whole=True)
    start = start_of(story, judge, min(TIMES * simulations, MOST_GAMES), seed)
    with bar_of(say("review.progress")) as bar:
        line = bar.add_task("", total=len(moments) + (0 if exact else AGAIN))
        points, complete = judged(moments, judge, careful, seed, lambda: bar.advance(line))
    if not points:
        return None
    if start is None:
        first = (careful or judge).judge(moments[0].view, moments[0].mask, None, seed)
        start = first.value, first.error
    account = Account(*start, points, story.end if complete or len(points) == len(moments) else None)
    words = [(point, told(story, point, file, seed)) for point in costliest(points)]
    return Review(story, account, words, seats, simulations, complete, len(moments), notes)


def start_of(story: Story, judge: Judge, games: int, seed: int) -> tuple[float, float] | None:
    """Return the chance to win before the opening, and its standard error; None for a game that began in a situation.

    Args:
        story: The game.
        judge: Judges its choices.
        games: Games to play where the chance is not known exactly.
        seed: Seed of the first.
    """
    if story.entries[0].line.board is not None:
        return None
    if isinstance(judge, ExactJudge):
        return judge.solver.solution.value, 0.0
    session = story.session
    pilot = policy_module(session.game.name, "pilots").ScriptedPilot()
    play_games = policy_module(session.game.name, "playout").play_games
    results = play_games(session.table.books, [pilot.address] * len(session.holders), range(seed, seed + games))
    won = results.won
    return won, (won * (1 - won) / games) ** 0.5


def exact_judge(story: Story, moments: Sequence[Moment], as_json: bool) -> Judge | None:
    """Return what judges a solo fight of Ironsworn exactly, solved; None for another game.

    Raises:
        ContentError: It is a fight that is not solved exactly.
    """
    session = story.session
    if session.game.name != GAMES[0] or len(session.holders) > 1:
        return None
    judge = ExactJudge(solver_of(session, WIN, TOLERANCE, GIGABYTES, False, as_json))
    judge.judge(moments[0].view, moments[0].mask, None, 0)
    return judge


def show(found: Review, drawn: str, as_json: bool, first: bool) -> None:
    """Print a review, unless it is wanted as JSON, and draw it where that is wanted.

    Raises:
        ContentError: The picture cannot be written.
    """
    if not as_json:
        print_lines(console(), [*([] if first else [""]), *text(found)])
    if drawn:
        write_whole(drawn, picture(found), force=True)
