"""`shieldmate odds`: exact odds of a roll, or of every option of a situation."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any

import typer

from ..envs.core.catalogue import say
from ..envs.core.content import choices, match, refuse
from ..envs.ironsworn.labels import labels
from ..envs.ironsworn.odds import Odds, action_odds, option_odds, progress_odds
from ..envs.ironsworn.scenario import GAME
from ..envs.ironsworn.terms import MAX_MOMENTUM, MIN_MOMENTUM
from ..envs.oathsworn.might_faces import COLOURS, DECK
from ..envs.oathsworn.odds import MightOdds, attack_distribution
from .compiling import announce
from .console import console, print_json, print_lines
from .games.ironsworn_results import final_tracks, odds_text
from .options import AsJson, Characters, Rules, Situation
from .session import Session
from .setting import Options, set_fight

ACTION, PROGRESS, MIGHT = "action", "progress", "might"
TAKES = {
    ACTION: ("adds", "momentum", "burn"),
    PROGRESS: ("boxes",),
    MIGHT: (*COLOURS, "dice", "redraw"),
    "": ("state", "character", "rule"),
}
"""Options by what the odds are of; a scenario has no word of its own."""
USAGE = {
    ACTION: "--adds N [--momentum N] [--burn]",
    PROGRESS: "--boxes N",
    MIGHT: "--white N [--yellow N] [--red N] [--black N] [--dice] [--redraw N]",
}
LEAST_ADDS, MOST_ADDS = -6, 20
MOST_REDRAWS = 20
NEXT_TO_NOTHING = Fraction(1, 20_000)
"""Rows of a table end where the rest would show as 0.00%."""

Adds = Annotated[
    int | None, typer.Option("--adds", metavar="N", min=LEAST_ADDS, max=MOST_ADDS, help=say("options.adds"))
]
Momentum = Annotated[
    int, typer.Option("--momentum", metavar="N", min=MIN_MOMENTUM, max=MAX_MOMENTUM, help=say("options.momentum"))
]
Redraws = Annotated[int, typer.Option("--redraw", metavar="N", min=0, max=MOST_REDRAWS, help=say("options.redraw"))]


def command(
    context: typer.Context,
    kind: Annotated[str, typer.Argument(metavar="action|progress|might|SCENARIO", help=say("options.odds_kind"))],
    adds: Adds = None,
    momentum: Momentum = 0,
    burn: Annotated[bool, typer.Option("--burn", help=say("options.burn"))] = False,
    boxes: Annotated[int | None, typer.Option("--boxes", metavar="N", min=0, max=10, help=say("options.boxes"))] = None,
    white: Annotated[int, typer.Option("--white", metavar="N", min=0, max=DECK, help=say("options.white"))] = 0,
    yellow: Annotated[int, typer.Option("--yellow", metavar="N", min=0, max=DECK, help=say("options.yellow"))] = 0,
    red: Annotated[int, typer.Option("--red", metavar="N", min=0, max=DECK, help=say("options.red"))] = 0,
    black: Annotated[int, typer.Option("--black", metavar="N", min=0, max=DECK, help=say("options.black"))] = 0,
    dice: Annotated[bool, typer.Option("--dice", help=say("options.dice"))] = False,
    redraw: Redraws = 0,
    state: Situation = "",
    character: Characters = [],  # noqa: B006 - typer reads the default, nobody changes it
    rule: Rules = [],  # noqa: B006
    as_json: AsJson = False,
) -> None:
    """Print the odds of a roll or a draw, or of every option of a situation."""
    known = match(kind, USAGE)
    if known is None:
        check_scenario(kind)
    refuse_others(context, kind, known or "")
    if known == ACTION and adds is not None:
        show_action(adds, momentum, burn, as_json)
    elif known == PROGRESS and boxes is not None:
        show(say("odds.progress", boxes=boxes), progress_odds(boxes), as_json)
    elif known == MIGHT and any((white, yellow, red, black)):
        show_might((white, yellow, red, black), dice, redraw, as_json)
    elif known:
        raise refuse(f"odds {known}", "", say("odds.found_too_little"), USAGE[known])
    else:
        announce()
        show_options(standing(Options(kind, character, rules=rule, state=state, seed=0)), as_json)


def check_scenario(name: str) -> None:
    """Refuse what is neither a word of `odds` nor a scenario.

    Raises:
        ContentError: With what is valid.
    """
    if match(name.partition("/")[0], [GAME]) is None and not name.endswith(".toml"):
        raise refuse("odds", "", name, choices((*USAGE, f"{GAME}/FOE"), name))


def refuse_others(context: typer.Context, kind: str, known: str) -> None:
    """Refuse options that belong to other odds.

    Raises:
        ContentError: With the options of these.
    """
    fitting = (*TAKES[known], "kind", "as_json")
    for name in context.params:
        source = context.get_parameter_source(name)
        if name not in fitting and source is not None and source.name == "COMMANDLINE":
            raise refuse(f"odds {kind}", "", f"--{name}", USAGE.get(known) or say("odds.valid_situation"))


def show_action(adds: int, momentum: int, burn: bool, as_json: bool) -> None:
    """Print the odds of an action roll."""
    title = say("odds.action_burn" if burn else "odds.action", adds=f"{adds:+d}", momentum=f"{momentum:+d}")
    show(title, action_odds(adds, momentum, burn), as_json)


def show_might(pool: Sequence[int], dice: bool, redraws: int, as_json: bool) -> None:
    """Print the odds of an attack with so many cards or dice of each colour."""
    odds = attack_distribution(pool, dice=dice, redraws=redraws)
    if as_json:
        print_json(might_data(odds))
        return
    colours = [say(f"odds.{colour}", count=count) for colour, count in zip(COLOURS, pool, strict=True) if count]
    title = say("odds.might_dice" if dice else "odds.might", pool=", ".join(colours))
    rows = [
        say("odds.redraws", attack=title, count=redraws) if redraws else title,
        say("odds.miss", percent=percent(odds.miss)),
        say("odds.mean", mean=f"{float(odds.mean):.3f}"),
        say("odds.damage_head"),
    ]
    least = Fraction(1)
    for damage, chance in odds.distribution.items():
        if least < NEXT_TO_NOTHING:
            break
        rows.append(say("odds.damage", damage=damage, exactly=percent(chance), least=percent(least)))
        least -= chance
    print_lines(console(), rows)


def might_data(odds: MightOdds) -> dict[str, Any]:
    """Return odds of might as fractions in text; ``more`` is the chance of more damage than dice are counted to."""
    distribution = {str(damage): str(chance) for damage, chance in odds.distribution.items()}
    more = {"more": str(odds.more)} if odds.more else {}
    return {"miss": str(odds.miss), "mean": str(odds.mean), "distribution": distribution, **more}


def standing(options: Options) -> Session:
    """Return the session of a situation: of a file, or that in which the fight opens.

    Raises:
        ContentError: With what is wrong with the options.
    """
    setting = set_fight(options)
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
