"""`shieldmate show`: content as a readable page, to compare it with the real card."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from ..envs.core.catalogue import say
from ..envs.core.content import choices, load, match, refuse
from ..envs.core.pages import Box, Page, Section
from ..envs.ironsworn.foe_page import foe_page
from ..envs.ironsworn.foes import FoeList, all_foes
from ..envs.ironsworn.importers import read_foe
from ..envs.oathsworn.cards import Ability, AllyFile, Card, ClassFile, GearFile, InjuryFile, Item
from ..envs.oathsworn.encounter_page import encounter_page
from ..envs.oathsworn.library import all_allies, all_gear, all_injuries, built_in, read_class
from ..envs.oathsworn.pages import Speech, class_page
from ..envs.oathsworn.scenario import make_scenario
from .check import kind_of
from .console import console, print_json
from .games import GAMES
from .options import AsJson


def command(
    target: Annotated[str, typer.Argument(metavar="TARGET", help=say("options.show_target"))],
    part: Annotated[str, typer.Argument(metavar="PART", help=say("options.show_part"), show_default=False)] = "",
    as_json: AsJson = False,
) -> None:
    """Show what a name or a file stands for, or one part of it."""
    pages = [page_of_file(target)] if is_file(target) else list(pages_named(target))
    if not pages:
        raise refuse("show", "", target, choices(all_names(), target))
    if part:
        titles = [title for page in pages for title in page.titles]
        pages = [page.only(part) for page in pages if match(part, page.titles) is not None]
        if not pages:
            raise refuse(target, "", part, choices(dict.fromkeys(titles), part))
    if as_json:
        print_json({"pages": [page.data() for page in pages]})
        return
    for page in pages:
        for line in page.drawn():
            console().out(line, highlight=False)


def is_file(target: str) -> bool:
    """Return whether a target is meant as a file."""
    return Path(target).suffix.lower() in (".toml", ".json")


def page_of_file(file: str) -> Page:
    """Return the page of a file.

    Raises:
        ContentError: With every problem of the file, or it is of a kind that has no page.
    """
    kind = kind_of(file)
    if kind not in FILES:
        raise refuse(file, "", kind, choices(FILES))
    return FILES[kind](file)


def foes_of(file: str) -> Page:
    """Return the page of a list of foes."""
    pages = [foe_page(foe) for foe in load(file, FoeList).foes]
    return Page(file, tuple(section for page in pages for section in page.sections))


FILES: dict[str, Callable[[str], Page]] = {
    "encounter": lambda file: encounter_page(make_scenario(file)),
    "class": lambda file: class_page(read_class(Path(file))),
    "gear": lambda file: boxes(file, map(Speech().item, load(file, GearFile).items)),
    "injuries": lambda file: boxes(file, map(Speech().injury, load(file, InjuryFile).injuries)),
    "allies": lambda file: boxes(file, map(Speech().ally, load(file, AllyFile).allies)),
    "foe": lambda file: foe_page(read_foe(file)),
    "foes": foes_of,
}
"""What gives the page of a file, by its kind."""


def boxes(title: str, found: Iterator[Box]) -> Page:
    """Return a page of boxes alone."""
    return Page(title, (Section("", tuple(found)),))


def pages_named(name: str) -> Iterator[Page]:
    """Give the pages of all that is built in and called so; of a card that of its class or encounter, cut to it."""
    game, slash, rest = name.partition("/")
    bare = rest if slash and match(game, GAMES) is not None else name
    if (known := match(bare, built_in("classes"))) is not None:
        yield class_page(read_class(built_in("classes")[known]))
    if (encounter := match(bare, built_in("encounters"))) is not None:
        yield encounter_page(make_scenario(encounter))
    foes = {foe.name: foe for foe in all_foes()}
    if (foe := match(bare, foes)) is not None:
        yield foe_page(foes[foe])
    for box in stock():
        if match(bare, [box.title]) is not None:
            yield boxes(box.title, iter([box]))
    for hero in heroes():
        yield from cut(class_page(hero), bare, titles_of(hero.cards) + titles_of(hero.gear) + titles_of(hero.abilities))


def cut(page: Page, name: str, names: list[str]) -> Iterator[Page]:
    """Give a page cut to a part, if it has one of that name."""
    if match(name, names) is not None:
        yield page.only(name)


def stock() -> Iterator[Box]:
    """Give the built-in items, injuries and allies."""
    speech = Speech()
    yield from map(speech.item, all_gear().values())
    yield from map(speech.injury, all_injuries().values())
    yield from map(speech.ally, all_allies().values())


def heroes() -> Iterator[ClassFile]:
    """Give the built-in classes."""
    return map(read_class, built_in("classes").values())


def all_names() -> list[str]:
    """Return everything that can be shown by name."""
    names = [*built_in("classes"), *built_in("encounters"), *(box.title for box in stock())]
    for hero in heroes():
        names += (*titles_of(hero.cards), *titles_of(hero.gear), *titles_of(hero.abilities))
    return [*dict.fromkeys((*names, *(foe.name for foe in all_foes())))]


def titles_of(entries: Sequence[Card | Item | Ability]) -> list[str]:
    """Return what entries of a class are called."""
    return [entry.name for entry in entries]
