"""`shieldmate odds`: exact odds of a roll, or of every option of a situation."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

import typer

from ..envs.core.catalogue import say
from ..envs.core.content import choices, match, refuse
from ..envs.ironsworn.labels import labels
from ..envs.ironsworn.odds import Odds, action_odds, option_odds, progress_odds
from ..envs.ironsworn.scenario import GAME
from ..envs.ironsworn.terms import MAX_MOMENTUM, MIN_MOMENTUM
from .compiling import announce
from .console import console, final_tracks, odds_text, print_json, print_lines
from .options import AsJson, Characters, Rules, Situation
from .session import Session
from .setting import Options, set_table

ACTION, PROGRESS = "action", "progress"
LEAST_ADDS, MOST_ADDS = -6, 20


def command(
    kind: Annotated[str, typer.Argument(metavar="action|progress|SCENARIO", help=say("options.odds_kind"))],
    adds: Annotated[
        int | None, typer.Option("--adds", metavar="N", min=LEAST_ADDS, max=MOST_ADDS, help=say("options.adds"))
    ] = None,
    momentum: Annotated[
        int, typer.Option("--momentum", metavar="N", min=MIN_MOMENTUM, max=MAX_MOMENTUM, help=say("options.momentum"))
    ] = 0,
    burn: Annotated[bool, typer.Option("--burn", help=say("options.burn"))] = False,
    boxes: Annotated[int | None, typer.Option("--boxes", metavar="N", min=0, max=10, help=say("options.boxes"))] = None,
    state: Situation = "",
    character: Characters = [],  # noqa: B006 - typer reads the default, nobody changes it
    rule: Rules = [],  # noqa: B006
    as_json: AsJson = False,
) -> None:
    """Print the odds of a roll, or of every option of a situation."""
    known = match(kind, (ACTION, PROGRESS))
    situation = bool(state or character or rule)
    if known is None:
        if adds is not None or boxes is not None or burn or momentum:
            raise refuse(f"odds {kind}", "", say("odds.found_options"), say("odds.valid_situation"))
        announce()
        options = Options(kind, character, rules=rule, state=state, seed=0)
        show_options(standing(options), as_json)
    elif known == ACTION:
        if adds is None or boxes is not None or situation:
            raise refuse("odds action", "", say("odds.found_options"), "--adds N [--momentum N] [--burn]")
        title = say("odds.action_burn" if burn else "odds.action", adds=f"{adds:+d}", momentum=f"{momentum:+d}")
        show(title, action_odds(adds, momentum, burn), as_json)
    else:
        if boxes is None or adds is not None or burn or momentum or situation:
            raise refuse("odds progress", "", say("odds.found_options"), "--boxes N")
        show(say("odds.progress", boxes=boxes), progress_odds(boxes), as_json)


def standing(options: Options) -> Session:
    """Return the session of a situation: of a file, or that in which the fight opens.

    Raises:
        ContentError: With what is wrong with the options.
    """
    if match(options.scenario.partition("/")[0], [GAME]) is None and not options.scenario.endswith(".toml"):
        raise refuse("odds", "", options.scenario, choices((ACTION, PROGRESS, f"{GAME}/FOE"), options.scenario))
    setting = set_table(options)
    if not setting.begun:
        setting.session.begin()
    return setting.session


def show_options(session: Session, as_json: bool) -> None:
    """Print the options of a situation, with the odds of those that roll."""
    found = option_odds(session.table)
    told = labels(session.names, session.state)
    if as_json:
        print_json({"options": {text: odds_data(found[act]) if act in found else None for act, text in told.items()}})
        return
    width = max((len(text) for text in told.values()), default=0)
    lines = [f"{text:<{width}}  {odds_text(found[act]) if act in found else ''}".rstrip() for act, text in told.items()]
    print_lines(console(), [*final_tracks(session.names, session.state), *lines])


def show(title: str, odds: Odds, as_json: bool) -> None:
    """Print odds as a table, or as fractions in JSON."""
    if as_json:
        print_json(odds_data(odds))
        return
    rows = [
        say("odds.row", result=say(f"result.{word}"), percent=percent(value), fraction=value)
        for word, value in odds._asdict().items()
    ]
    print_lines(console(), [title, *rows])


def odds_data(odds: Odds) -> dict[str, Any]:
    """Return odds as fractions in text, such as ``31/150``."""
    return {word: str(value) for word, value in odds._asdict().items()}


def percent(value: Fraction) -> str:
    """Return a probability in per cent with two decimals."""
    return f"{float(100 * value):.2f}%"
