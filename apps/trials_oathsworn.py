"""Encounters and classes of Oathsworn on trial: which options and steps ever come up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..envs.core.catalogue import say
from ..envs.core.content import name_key
from ..envs.oathsworn.cards import HAND, ClassFile
from ..envs.oathsworn.compile import compile_book
from ..envs.oathsworn.library import all_gear
from ..envs.oathsworn.names import Names
from ..envs.oathsworn.party import HELD, STARTER
from ..envs.oathsworn.scenario import Scenario, make_scenario
from ..envs.oathsworn.spoken import token_word
from ..envs.oathsworn.state import Book, Kit, Option, Step
from ..envs.oathsworn.step_text import StepText
from ..envs.oathsworn.terms import (
    ABILITIES,
    ITEM_OPTIONS,
    MINION_KINDS,
    OPTIONS,
    SEATS,
    STAGE_CARDS,
    Act,
    Do,
    If,
    Outcome,
    When,
    Who,
)
from ..envs.oathsworn.withheld import PASSIVES
from ..policies.oathsworn.census import Census, take_census
from ..policies.oathsworn.pilots import ScriptedPilot
from ..policies.oathsworn.playout import Games
from ..policies.oathsworn.random import RandomPilot
from .trials import Bar, Finding, Report, Trial, endless

PILOTS: dict[str, type[ScriptedPilot] | type[RandomPilot]] = {"scripted": ScriptedPilot, "random": RandomPilot}
ENCOUNTER = "broodmother"
"""What a class is tried in."""


@dataclass(frozen=True)
class Table:
    """A scenario on trial.

    Attributes:
        setting: What it is, for the report.
        scenario: The scenario.
        seats: The seats whose options are looked at.
        enemies: Whether the steps of the enemies are looked at.
    """

    setting: str
    scenario: Scenario
    seats: Sequence[int]
    enemies: bool = False


@dataclass
class Tally:
    """How often something came up: offered (or come to), taken (or done) by each pilot, and why it may not have.

    Attributes:
        offered: How often it could have been.
        taken: How often it was, by pilot.
        why: Why not, as far as it is known.
        step: Whether it is a step, not an option.
    """

    offered: int = 0
    taken: dict[str, int] = field(default_factory=lambda: dict.fromkeys(PILOTS, 0))
    why: str = ""
    step: bool = False


Tallies = dict[tuple[str, str], Tally]


def try_encounter(scenario: Scenario, games: int) -> Report:
    """Play an encounter with its party, with each pilot."""
    unknown = [card.name for card in scenario.encounter.stage_cards if card.unknown]
    if unknown:
        return Report(notes=[say("trial.unknown", count=len(unknown))])
    return tried([Table("", scenario, range(SEATS), enemies=True)], games)


def try_class(hero: ClassFile, file: str, games: int) -> Report:
    """Play a class in the starter party against the first chapter's encounter, with all hands and companions."""
    seat = next((place for place, name in enumerate(STARTER) if name_key(hero.name) == name_key(name)), 0)
    tables = [Table(setting, with_member(file, seat, member), [seat]) for setting, member in members(hero)]
    before = make_scenario(ENCOUNTER, "starter")
    return tried(tables, games, Table(say("trial.instead", who=before.names.seats[seat].hero), before, []))


def with_member(file: str, seat: int, member: dict[str, Any]) -> Scenario:
    """Return the starter party with one of its seats held by a class of a file."""
    party: list[Any] = list(STARTER)
    party[seat] = {"class": file, **member}
    return make_scenario(ENCOUNTER, party)


def members(hero: ClassFile) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give what a class can be brought as: with every card in a hand, every item of its own, as every companion."""
    starting = [card for card in hero.cards if name_key(card.name) in set(map(name_key, hero.starting))]
    hand = starting or list(hero.cards)
    yield say("trial.full", who=hero.name), {}
    left = [card for card in hero.cards if card not in hand]
    while left and sorted(card.cooldown for card in hand) == list(HAND):
        cards, brought = list(hand), []
        for place, card in enumerate(hand):
            swap = next((other for other in left if other.cooldown == card.cooldown and other not in brought), None)
            if swap is not None:
                cards[place] = swap
                brought.append(swap)
        left = [card for card in left if card not in brought]
        names = ", ".join(card.name for card in brought)
        yield say("trial.hand", who=hero.name, cards=names), {"cards": [card.name for card in cards]}
    yield from armed(hero)
    for archetype in hero.companion.archetypes:
        for side in "ab":
            told = say("trial.companion", who=hero.name, archetype=archetype.name, side=side)
            yield told, {"form": "companion", "archetype": archetype.name, "side": side}


def armed(hero: ClassFile) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give a class with each item of its own that it does not start with, beside what it can still wear."""
    stock = {name_key(name): item for name, item in {**all_gear(), **{each.name: each for each in hero.gear}}.items()}
    worn = [stock[name_key(name)] for name in hero.equipment]
    for item in hero.gear:
        if item in worn or item.hands > hero.hands:
            continue
        items = [item]
        for other in worn:
            held = sum(each.hands for each in items if each.slot in HELD) + other.hands
            if held <= hero.hands if other.slot in HELD else all(each.slot != other.slot for each in items):
                items.append(other)
        yield say("trial.armed", who=hero.name, item=item.name), {"items": [each.name for each in items]}


def tried(tables: Sequence[Table], games: int, beside: Table | None = None) -> Report:
    """Play tables with each pilot, and say what never came up in any; one beside them is for its win rates only."""
    report, tallies = Report(), Tallies()
    every = [*tables, *([beside] if beside else [])]
    with Bar(len(every) * len(PILOTS) * games) as bar:
        for table in every:
            book = compile_book(table.scenario)
            for pilot, kind in PILOTS.items():
                census, addresses = Census(), [kind().address] * SEATS
                parts = [take_census(book, addresses, seeds, census) for seeds in bar.chunks(games)]
                report.trials.append(trial_of(table, pilot, parts))
                tally(tallies, table, Book.at(book, 0), census, pilot)
    report.findings = [*endless(report.trials), *findings(tallies, own=beside is not None)]
    return report


def trial_of(table: Table, pilot: str, parts: Sequence[Games]) -> Trial:
    """Return the results of games as a trial."""
    games = Games(*(np.concatenate(column) for column in zip(*parts, strict=True)))
    capped = int((games.outcomes == Outcome.TRUNCATED).sum())
    won = int((games.outcomes == Outcome.WIN).sum())
    rounds, fallen = float(games.rounds.mean()), float(games.fallen.mean())
    return Trial(table.setting, pilot, len(games.outcomes), won, capped, round(rounds, 3), round(fallen, 3))


def tally(tallies: Tallies, table: Table, book: Book, census: Census, pilot: str) -> None:
    """Add what came up in the games of one pilot."""
    names = table.scenario.names
    for seat in table.seats:
        for where, what, act, option in options_of(book.kits[seat], names, seat):
            entry = tallies.setdefault((where, what), Tally(why=why_not(book.kits[seat], option)))
            passive = option.when in PASSIVES
            entry.offered += census.reached(option.first) if passive else census.offered(seat, act)
            entry.taken[pilot] += census.reached(option.first) if passive else census.taken(seat, act)
            if census.reached(option.first) and not table.enemies:
                text = StepText(names, book, enemies=False)
                steps(tallies, say("trial.part", where=where, what=what), (option.first, option.end), text, census)
    if table.enemies:
        for where, first, end in programs_of(book, names):
            entry = tallies.setdefault((where, ""), Tally(step=True, why=say("trial.not_begun")))
            entry.offered += census.reached(first)
            steps(tallies, where, (first, end), StepText(names, book, enemies=True), census)


def steps(tallies: Tallies, where: str, rows: tuple[int, int], text: StepText, census: Census) -> None:
    """Add how often each step of a program was come to and done; the heads of branches are no steps."""
    number = 0
    for row in range(*rows):
        step = text.book.steps[row]
        if step.do == Do.CHOOSE and step.limit == 0:
            continue
        number += 1
        what = say("trial.step", number=number, step=text.step(step) if step.do != Do.CHOOSE else say("trial.choice"))
        entry = tallies.setdefault((where, what), Tally(step=True))
        entry.offered += census.ran(row)
        entry.why = why_never(step, census.reached(row), census.vain(row))


def why_never(step: Step, reached: int, vain: int) -> str:
    """Return why a step that was come to so often was never done."""
    if not reached:
        return say("trial.not_come_to")
    if vain:
        return say("trial.nobody")
    if step.condition != If.ALWAYS:
        return say("trial.condition")
    return say("trial.hit_nobody" if step.who in (Who.HIT, Who.TARGET) else "trial.passed_over")


def options_of(kit: Kit, names: Names, seat: int) -> Iterator[tuple[str, str, int, Option]]:
    """Give every option of a seat's hero: what has it, what it is called, its action, and itself."""
    mine = names.seats[seat]
    for card, name in enumerate(mine.cards):
        for place, option in enumerate(mine.card_options[card]):
            yield name, option, Act.CARD + OPTIONS * card + place, kit.cards[card].options[place]
    for injury, name in enumerate(mine.injuries):
        yield name, "", Act.INJURY + injury, kit.injuries[injury].option
    for item, name in enumerate(mine.items):
        for place, option in enumerate(mine.item_options[item]):
            yield name, option, Act.ITEM + ITEM_OPTIONS * item + place, kit.items[item].options[place]
    for ability in range(ABILITIES):
        if kit.abilities[ability].known:
            yield mine.abilities[ability], "", Act.ABILITY + ability, kit.abilities[ability]


def programs_of(book: Book, names: Names) -> Iterator[tuple[str, int, int]]:
    """Give the programs of the enemies: what has it, and its rows."""
    for card in range(STAGE_CARDS):
        row = book.stage_cards[card]
        if row.first < row.end:
            yield say("trial.card", card=names.stage_cards[card], stage="I" * row.stage), row.first, row.end
    for kind in range(MINION_KINDS):
        minion = book.minions[kind]
        if minion.known and minion.first < minion.end:
            yield names.minions[kind], minion.first, minion.end
    if book.poison_first < book.poison_end:
        yield say("status.poison"), book.poison_first, book.poison_end


def why_not(kit: Kit, option: Option) -> str:
    """Return what may keep an option from ever being offered; empty where that is not known."""
    if option.cost > kit.animus:
        return say("trial.too_dear", cost=option.cost, animus=kit.animus)
    if option.hp >= kit.max_hp:
        return say("trial.too_bloody", hp=option.hp, most=kit.max_hp)
    if option.when:
        section = "oathsworn_page" if option.when in PASSIVES else "oathsworn_withheld"
        moment = say(f"{section}.{When(option.when).name.lower()}")
        return say("trial.moment", moment=moment)
    return say("trial.token", token=token_word(option.token)) if option.token >= 0 else ""


def findings(tallies: Tallies, own: bool) -> Iterator[Finding]:
    """Give what never came up, and of a class of one's own what only random play took.

    Of what never began the steps are left out.
    """
    silent = {where for (where, what), entry in tallies.items() if entry.step and not what and not entry.offered}
    for (where, what), entry in tallies.items():
        if entry.step:
            if not entry.offered and not (what and where in silent):
                yield Finding("never_reached", where, what, entry.why)
        elif not entry.offered:
            yield Finding("never_offered", where, what, entry.why)
        elif not any(entry.taken.values()):
            yield Finding("never_taken", where, what)
        elif not entry.taken["scripted"] and own:
            yield Finding("never_scripted", where, what)
