"""Classes, cards, items, injuries and allies as pages, in the game's own words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..core.catalogue import say
from ..core.content import match, name_key
from ..core.pages import Box, Page, Section, joined
from .cards import Ability, AllyCard, Archetype, Card, ClassFile, Friend, Injury, Item, Might
from .library import all_gear
from .names import Names
from .programs import Programs
from .spoken import pool_text, token_word
from .state import Book
from .step_text import StepText, together
from .steps import Option, Step
from .terms import Token
from .vocabulary import Side

PASSIVE = "passive_"


class Speech:
    """Says what programs of content files do: each is written into a book of its own and read from there."""

    def __init__(self, minions: Sequence[str] = (), friends: Sequence[str] = ()) -> None:
        """Know the kinds of minions, and of the friends of a class, by name."""
        self.kinds = {
            side: {name_key(name): place for place, name in enumerate(names)}
            for side, names in (
                (Side.ENEMIES, minions),
                (Side.HEROES, friends),
            )
        }
        self.names = Names((), (), (), (), (), tuple(minions), tuple(friends), (), ())

    def steps(self, steps: Sequence[Step], side: Side) -> list[str]:
        """Return the steps of a program, one text each."""
        book = Book.at(np.zeros(1, Book.dtype), 0)
        first, end = Programs(book).write(steps, side, self.kinds[side])
        return StepText(self.names, book, side == Side.ENEMIES).program(first, end)

    def option(self, option: Option) -> str:
        """Return an option on one line: its price, its name, when and how often, and what it does."""
        price = joined(
            (
                say("oathsworn_page.animus", count=option.cost) if option.cost else "",
                say("oathsworn_page.hp", count=option.hp) if option.hp else "",
                say("oathsworn_page.pay", token=token_word(Token[option.pay.upper()])) if option.pay else "",
            )
        )
        marks = joined((self.moment(option), self.often(option)))
        text = together(self.steps(option.steps, Side.HEROES))
        named = " ".join(part for part in (option.name, f"({marks})" if marks else "") if part)
        return say(
            "oathsworn_page.option" if named else "oathsworn_page.nameless",
            price=price or say("oathsworn_page.free"),
            name=named,
            text=text,
        )

    def moment(self, option: Option) -> str:
        """Return when an option is for; nothing for one's own turn."""
        if option.when == "turn":
            return ""
        key = "oathsworn_page" if option.when.startswith(PASSIVE) else "oathsworn_withheld"
        text = say(f"{key}.{option.when}")
        return f"{text}{say('oathsworn_step.within', reach=option.reach)}" if option.reach else text

    def often(self, option: Option) -> str:
        """Return how often an option may be used, and whether it is the card of a turn."""
        limit = say(f"oathsworn_page.limit_{option.limit}") if option.limit != "free" else ""
        return joined((limit, say("oathsworn_page.as_card") if option.as_card else ""))

    def card(self, card: Card) -> Box:
        """Return an ability card."""
        note = say("oathsworn_page.card", cooldown=card.cooldown, defence=card.defence)
        if card.level > 1:
            note = joined((note, say("oathsworn_page.level", level=card.level)))
        return Box(card.name, note, tuple(map(self.option, card.options)))

    def ability(self, ability: Ability) -> Box:
        """Return an ability of a board, with what a companion has of it."""
        lines = [self.option(ability.model_copy(update={"name": ""}))]
        if ability.companion_cost is not None:
            lines.append(say("oathsworn_page.companion_cost", count=ability.companion_cost))
        elif ability.companion:
            lines.append(say("oathsworn_page.companion_too"))
        return Box(ability.name, "", tuple(lines))

    def item(self, item: Item) -> Box:
        """Return an item."""
        once = say("oathsworn_page.once")
        figures = joined(
            (
                say("oathsworn_page.hands", count=item.hands) if item.slot in ("weapon", "shield") else "",
                item.type,
                pool(item.might),
                say("oathsworn_page.defence", count=item.defence) if item.defence else "",
                say("oathsworn_page.range", count=item.reach) if item.reach else "",
                say("oathsworn_page.fates", count=item.fates) if item.fates else "",
                say("oathsworn_page.tier", tier="I" * item.tier) if item.tier > 1 else "",
            )
        )
        lines = [figures] if figures else []
        if item.options:
            lines.append(once if item.cooldown is None else say("oathsworn_page.cooldown", cooldown=item.cooldown))
        lines += map(self.option, item.options)
        lines += (say("oathsworn_page.for_companion", text=self.option(option)) for option in item.companion)
        return Box(item.name, say(f"oathsworn_page.slot_{item.slot}"), tuple(lines))

    def injury(self, injury: Injury) -> Box:
        """Return an injury."""
        note = say("oathsworn_page.injury", cooldown=injury.cooldown)
        return Box(injury.name, note, (self.option(injury.effect),))

    def ally(self, ally: AllyCard) -> Box:
        """Return the card of an ally."""
        figures = say("oathsworn_page.ally", hp=ally.hp, defence=ally.defence, regen=ally.regen, move=ally.move)
        more = joined((figures, pool(ally.might), say("oathsworn_page.range", count=ally.reach) if ally.reach else ""))
        return Box(ally.name, say("oathsworn_page.ally_card"), (more, *map(self.option, ally.abilities)))

    def friend(self, friend: Friend) -> Box:
        """Return a kind of friend."""
        figures = joined(
            (
                say("oathsworn_page.friend", hp=friend.hp, defence=friend.defence, move=friend.move),
                pool(friend.might),
                say("oathsworn_page.range", count=friend.reach) if friend.reach else "",
                "" if friend.holds_hex else say("oathsworn_page.no_hex"),
            )
        )
        return Box(friend.name, say("oathsworn_page.models", count=friend.models), (figures,))

    def archetype(self, archetype: Archetype) -> tuple[Box, Box]:
        """Return the two sides of a companion's card."""
        a, b = (
            Box(archetype.name, say("oathsworn_page.side", side=side), tuple(map(self.option, options)))
            for side, options in (("a", archetype.a), ("b", archetype.b))
        )
        return a, b


def pool(might: Might) -> str:
    """Return might in words; nothing for none."""
    return say("oathsworn_page.might", might=pool_text(might.counts)) if any(might.counts) else ""


def class_page(hero: ClassFile) -> Page:
    """Return a class: its board, gear, cards, friends and companion."""
    speech = Speech(friends=[friend.name for friend in hero.friends])
    stock = {**all_gear(), **{item.name: item for item in hero.gear}}
    worn = [stock[known] for name in hero.equipment if (known := match(name, stock)) is not None]
    others = [item for item in hero.gear if item not in worn]
    starting = [card for card in hero.cards if not hero.starting or match(card.name, hero.starting) is not None]
    further = [card for card in hero.cards if card not in starting]
    companion = say("oathsworn_page.companion", move=hero.companion.move)
    if hero.companion.reach:
        companion = joined((companion, say("oathsworn_page.range", count=hero.companion.reach)))
    sections = (
        Section("", lines=(board_line(hero),)),
        Section(say("oathsworn_page.abilities"), tuple(map(speech.ability, hero.abilities))),
        Section(say("oathsworn_page.starting"), tuple(map(speech.card, starting))),
        Section(say("oathsworn_page.further"), tuple(map(speech.card, further))),
        Section(say("oathsworn_page.equipment"), tuple(map(speech.item, worn))),
        Section(say("oathsworn_page.other_gear"), tuple(map(speech.item, others))),
        Section(say("oathsworn_page.friends"), tuple(map(speech.friend, hero.friends))),
        Section(companion, tuple(side for card in hero.companion.archetypes for side in speech.archetype(card))),
    )
    return Page(hero.name, tuple(section for section in sections if section.boxes or section.lines))


def board_line(hero: ClassFile) -> str:
    """Return the figures of a class's board."""
    wears = say("oathsworn_page.wears", types=", ".join(hero.wears)) if hero.wears else ""
    hands = say("oathsworn_page.class_hands", count=hero.hands)
    return joined((say("oathsworn_page.board", animus=hero.animus, regen=hero.regen), hands, wears))
