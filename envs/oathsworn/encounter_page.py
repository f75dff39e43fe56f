"""An encounter as a page: the boss's sheet, the minions, the board as at set-up, and the stage cards in words."""

from __future__ import annotations

from ..core.catalogue import say
from ..core.content import one_line
from ..core.hexes import hex_named, name_of
from ..core.pages import Box, Page, Section, joined
from .compile import compile_book
from .drawing import Drawing, initials
from .enemies import Boss, Location, Minion, StageCard
from .pages import Speech, pool
from .scenario import Scenario
from .spoken import listed
from .state import Book
from .terms import BODY, STAGES
from .vocabulary import Side
from .words import BODY_WORDS

BODY_PICTURE = (
    "        ____",
    "   ____/{1}\\____",
    "  /{6}\\____/{2}\\",
    "  \\____/{0}\\____/",
    "  /{5}\\____/{3}\\",
    "  \\____/{4}\\____/",
    "       \\____/",
)
"""The seven hexes of a large model, its front above; the numbers are those of `BODY_WORDS`."""
CELL = 4


def encounter_page(scenario: Scenario) -> Page:
    """Return an encounter with its party: everything but the cards of the heroes."""
    encounter = scenario.encounter
    speech = Speech(minions=[minion.name for minion in encounter.minions])
    sections = [
        Section("", lines=tuple(head(scenario))),
        Section(say("oathsworn_page.bosses"), tuple(boss_box(boss) for boss in encounter.bosses)),
        Section(say("oathsworn_page.minions"), tuple(minion_box(speech, minion) for minion in encounter.minions)),
        Section(say("oathsworn_page.poison"), poison(speech, scenario)),
        Section(say("oathsworn_page.set_up"), lines=tuple(set_up(scenario))),
    ]
    for stage in range(1, STAGES + 1):
        cards = [stage_box(speech, card) for card in encounter.stage_cards if card.stage == stage]
        sections.append(Section(say("oathsworn_page.stage", stage="I" * stage), tuple(cards)))
    own = (*map(speech.item, encounter.gear), *map(speech.injury, encounter.injuries))
    sections.append(Section(say("oathsworn_page.own"), (*own, *map(speech.ally, encounter.ally_cards))))
    return Page(encounter.name, tuple(section for section in sections if section.boxes or section.lines))


def head(scenario: Scenario) -> list[str]:
    """Return who plays at which difficulty, and what comes to help."""
    party = listed(
        [
            fighter.hero.name if fighter.full else say("oathsworn_board.companion", who=fighter.hero.name)
            for fighter in scenario.fighters
        ]
    )
    level = say("oathsworn_table.difficulty", level=say(f"difficulty.{scenario.difficulty}"))
    ambush = say("oathsworn_page.ambushed") if scenario.ambushed else ""
    lines = [joined((level, ambush)), say("oathsworn_page.party", party=party)]
    if scenario.allies:
        lines.append(say("oathsworn_page.allies", allies=", ".join(ally.name for ally in scenario.allies)))
    return lines


def boss_box(boss: Boss) -> Box:
    """Return the sheet of a boss."""
    figures = joined((say("oathsworn_page.defence", count=boss.defence), pool(boss.might)))
    lines = [
        say("oathsworn_page.boss_at", hex=name_of(hex_named(boss.at)), facing=say(f"direction.{boss.facing}")),
        say("oathsworn_page.goes_for", who=goes_for(boss.prefer, boss.prefer_kind)),
        *stages(boss),
    ]
    if boss.keywords:
        lines.append(say("oathsworn_page.keywords", keywords=words(boss.keywords)))
    lines += map(location_line, boss.locations)
    return Box(boss.name, figures, tuple(lines), body(boss.locations) if boss.size == "large" else ())


def stages(boss: Boss) -> list[str]:
    """Return when the later stages begin."""
    dice = ((2, boss.stage_two), (3, boss.stage_three))
    return [say("oathsworn_page.begins", stage="I" * stage, count=count) for stage, count in dice if count]


def location_line(location: Location) -> str:
    """Return a location: its HP, the hexes it spans, and the body part it uncovers."""
    spans = ", ".join(part.replace("_", " ") for part in location.body)
    icon = "" if location.icon == "none" else say("oathsworn_page.icon", icon=say(f"icon.{location.icon}"))
    return joined((say("oathsworn_page.location", name=location.name, hp=location.hp, body=spans), icon))


def body(locations: tuple[Location, ...]) -> tuple[str, ...]:
    """Return the locations on the hexes of a large model, its front above."""
    marks = ["_" * CELL] * BODY
    for location in locations:
        number = str(location.hp)
        text = f"{initials(one_line(location.name))[: CELL - len(number)]}{number}"
        for part in location.body:
            marks[BODY_WORDS.index(part)] = f"{text:_^{CELL}}"
    return tuple(line.format(*marks) for line in BODY_PICTURE)


def minion_box(speech: Speech, minion: Minion) -> Box:
    """Return a kind of minion."""
    figures = joined(
        (
            say("oathsworn_page.friend", hp=minion.hp, defence=minion.defence, move=minion.move),
            pool(minion.might),
            say("oathsworn_page.range", count=minion.reach) if minion.reach else "",
        )
    )
    lines = [figures]
    if minion.keywords:
        lines.append(say("oathsworn_page.keywords", keywords=words(minion.keywords)))
    if minion.steps:
        lines.append(say("oathsworn_page.brings", steps="; ".join(speech.steps(minion.steps, Side.ENEMIES))))
    if minion.start:
        lines.append(say("oathsworn_page.starts", hexes=", ".join(minion.start)))
    return Box(minion.name, say("oathsworn_page.models", count=minion.models), tuple(lines))


def stage_box(speech: Speech, card: StageCard) -> Box:
    """Return a stage card, its steps numbered."""
    marks = joined(
        (
            say("oathsworn_page.goes_for", who=goes_for(card.prefer, card.prefer_kind)) if card.prefer else "",
            say("oathsworn_page.lasting") if card.lasting else "",
        )
    )
    steps = enumerate(speech.steps(card.steps, Side.ENEMIES), 1)
    lines = [*([marks] if marks else []), *(f"{number}. {step}" for number, step in steps)]
    if card.unknown:
        lines.append(say("oathsworn_page.unknown"))
    return Box(card.name or say("oathsworn_page.nameless_card"), "I" * card.stage, tuple(lines))


def poison(speech: Speech, scenario: Scenario) -> tuple[Box, ...]:
    """Return what each poisoned hero suffers; nothing where there is no poison."""
    steps = speech.steps(scenario.encounter.poison, Side.ENEMIES)
    note = say("oathsworn_page.each_round")
    return (Box(say("status.poison"), note, tuple(steps)),) if steps else ()


def goes_for(prefer: str, kind: str) -> str:
    """Return whom an enemy goes for."""
    text = say(f"prefer.{prefer}")
    return f"{text} ({kind})" if kind else text


def words(keywords: tuple[str, ...]) -> str:
    """Return keywords in words."""
    return ", ".join(keyword.replace("_", " ") for keyword in keywords)


def set_up(scenario: Scenario) -> list[str]:
    """Return the board as it is at set-up, with what the marks mean."""
    books = compile_book(scenario)
    book = Book.at(books, 0)
    drawing = Drawing(book.start, book, scenario.names)
    return [*drawing.board(), *drawing.legend()]
