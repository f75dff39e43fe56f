"""What the seats bring, as numbers of the book: kits of heroes and companions, friends, ally cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..core.catalogue import say
from ..core.content import name_key, refuse
from .cards import ARCHETYPE, OWN, SLOTS, AllyCard, Friend, Item
from .encounter import HIGHEST_HP
from .party import Fighter
from .programs import Programs, store
from .scenario import Scenario
from .state import Ally as AllyRow
from .state import Book
from .state import Item as ItemRow
from .state import Kit as KitRow
from .state import Option as OptionRow
from .steps import WEAPON, Option, Step
from .terms import (
    ABILITIES,
    COMPANION_ANIMUS,
    COMPANION_REGEN,
    FRIEND_KINDS,
    FRIENDS,
    ITEM_OPTIONS,
    OPTIONS,
    Form,
    Kind,
    Zone,
)

INJURIES_FOR_HP = (2, 4)
"""Injuries that cost a companion its first and its second HP (Encounter rules p. 9)."""
ONCE = -1
"""The cooldown of an item used once an encounter."""
LIMITED = 30
"""Options of a seat that have a limit; each has a bit of its own, from 1."""


def kits(book: Book, scenario: Scenario, programs: Programs) -> None:
    """Write what all seats and allies bring.

    Raises:
        ContentError: Something is over a capacity, which is named.
    """
    highest = HIGHEST_HP[scenario.level]
    friends = friend_kinds(book, scenario.fighters)
    for seat, fighter in enumerate(scenario.fighters):
        kit(book.kits[seat], fighter, programs, friends[seat], highest)
        seat_hero(book, seat, fighter)
    for place, ally in enumerate(scenario.allies):
        ally_card(book.allies[place], ally, programs, highest)
        book.start.allies |= 1 << place


def friend_kinds(book: Book, fighters: Sequence[Fighter]) -> list[dict[str, int]]:
    """Write the kinds of friends that classes bring; returns the numbers each seat knows them by.

    Raises:
        ContentError: There are too many kinds or models.
    """
    brought = [(seat, friend) for seat, fighter in enumerate(fighters) for friend in fighter.hero.friends]
    models = sum(friend.models for _, friend in brought)
    for what, count, capacity in (("kinds of friends", len(brought), FRIEND_KINDS), ("friends", models, FRIENDS)):
        if count > capacity:
            valid = say("oathsworn_content.valid_capacity", what=what, capacity=capacity)
            raise refuse("party", "friends", str(count), valid)
    known: list[dict[str, int]] = [{} for _ in fighters]
    for place, (seat, friend) in enumerate(brought):
        known[seat][name_key(friend.name)] = place
        friend_kind(book, place, friend)
    return known


def friend_kind(book: Book, place: int, friend: Friend) -> None:
    """Write one kind of friend."""
    kind = book.friends[place]
    kind.known = 1
    kind.reach = friend.reach
    kind.holds_hex = int(friend.holds_hex)
    store(kind.might, friend.might.counts)
    for name in ("defence", "hp", "move", "models"):
        setattr(kind, name, getattr(friend, name))


def kit(row: KitRow, fighter: Fighter, programs: Programs, friends: dict[str, int], highest: int) -> None:
    """Write what a seat's Oathsworn is and brings."""
    hero = fighter.hero
    bits = bits_of(hero.name)
    row.max_hp = highest
    row.form = Form.FULL if fighter.full else Form.COMPANION
    row.animus = hero.animus if fighter.full else COMPANION_ANIMUS
    row.regen = hero.regen if fighter.full else COMPANION_REGEN
    row.move = hero.companion.move
    row.reach = hero.companion.reach
    if fighter.full:
        hand(row, fighter, programs, bits, friends)
    else:
        programs.option(row.abilities[0], attack_option(hero.companion.reach), bits, friends)
        for place, option in enumerate(fighter.side, ARCHETYPE):
            programs.option(row.abilities[place], once_a_round(option), bits, friends)
    for place, ability in enumerate(hero.abilities, OWN):
        if fighter.full or ability.companion:
            programs.option(row.abilities[place], ability.had_by(fighter.full), bits, friends)
    row.n_items = len(fighter.items)
    for place, item in enumerate(fighter.items):
        item_row(row.items[place], item, programs, bits, friends)
    row.triggers = triggers_of(options_of(row))


def hand(row: KitRow, fighter: Fighter, programs: Programs, bits: Iterator[int], friends: dict[str, int]) -> None:
    """Write the ability cards and injuries of a full character."""
    row.n_cards = len(fighter.cards)
    for place, card in enumerate(fighter.cards):
        row.cards[place].cooldown = card.cooldown
        row.cards[place].defence = card.defence
        for index, option in enumerate(card.options):
            programs.option(row.cards[place].options[index], option, bits, friends)
    row.n_injuries = len(fighter.injuries)
    for place, injury in enumerate(fighter.injuries):
        row.injuries[place].cooldown = injury.cooldown
        programs.option(row.injuries[place].option, injury.effect, bits, friends)


def item_row(row: ItemRow, item: Item, programs: Programs, bits: Iterator[int], friends: dict[str, int]) -> None:
    """Write one item."""
    row.slot = SLOTS.index(item.slot) + 1
    row.cooldown = ONCE if item.cooldown is None else item.cooldown
    row.defence = item.defence
    store(row.might, item.might.counts)
    row.reach = item.reach
    row.fates = item.fates
    for index, option in enumerate(item.options):
        programs.option(row.options[index], option, bits, friends)


def options_of(row: KitRow) -> Iterator[OptionRow]:
    """Give every option of a kit."""
    for place in range(len(row.abilities)):
        yield row.abilities[place]
    for place in range(row.n_cards):
        yield from (row.cards[place].options[index] for index in range(OPTIONS))
    for place in range(row.n_items):
        yield from (row.items[place].options[index] for index in range(ITEM_OPTIONS))


def triggers_of(options: Iterable[OptionRow]) -> int:
    """Return the moments that options are for, as bits of `When`."""
    bits = 0
    for option in options:
        bits |= 1 << option.when if option.known else 0
    return bits


def attack_option(reach: int) -> Option:
    """Return the attack that a companion or ally has for 1 animus."""
    return Option(cost=1, steps=(Step.model_validate({"do": "attack", "reach": reach or WEAPON}),))


def once_a_round(option: Option) -> Option:
    """Return an archetype's ability with the limit that all of them have (Encounter rules p. 9)."""
    return option if option.limit != "free" else option.model_copy(update={"limit": "round"})


def bits_of(name: str) -> Iterator[int]:
    """Give the bits of a seat's limited options, one after the other.

    Raises:
        ContentError: There are more limited options than bits.
    """
    yield from range(1, LIMITED + 1)
    found = say("oathsworn_content.found_more", count=LIMITED)
    raise refuse(name, "limit", found, say("oathsworn_content.valid_capacity", what="limits", capacity=LIMITED))


def seat_hero(book: Book, seat: int, fighter: Fighter) -> None:
    """Write the seat and its model as the encounter finds them: all animus in reserve, all cards in hand."""
    row, mine, model = book.kits[seat], book.start.seats[seat], book.start.pieces[seat]
    model.kind = Kind.HERO if fighter.full else Kind.COMPANION
    model.max_hp = row.max_hp
    hp = row.max_hp if fighter.member.hp is None else min(fighter.member.hp, row.max_hp)
    model.hp = max(hp - injury_loss(fighter), 1)
    mine.form = row.form
    mine.reserve = row.animus
    mine.regen = row.regen
    store(mine.tokens, fighter.member.tokens.counts)
    for zones, count in ((mine.cards, row.n_cards), (mine.injuries, row.n_injuries), (mine.items, row.n_items)):
        zones[:count] = Zone.HAND


def injury_loss(fighter: Fighter) -> int:
    """Return the HP that injuries cost a companion at the start."""
    return 0 if fighter.full else sum(len(fighter.injuries) >= count for count in INJURIES_FOR_HP)


def ally_card(row: AllyRow, ally: AllyCard, programs: Programs, highest: int) -> None:
    """Write one ally card."""
    row.known = 1
    row.max_hp = min(ally.hp, highest)
    store(row.might, ally.might.counts)
    row.reach = ally.reach
    for name in ("defence", "regen", "move"):
        setattr(row, name, getattr(ally, name))
    bits = bits_of(ally.name)
    programs.option(row.abilities[0], attack_option(ally.reach), bits, {})
    for place, ability in enumerate(ally.abilities, ARCHETYPE):
        programs.option(row.abilities[place], ability, bits, {})
    row.triggers = triggers_of(row.abilities[place] for place in range(ABILITIES))
