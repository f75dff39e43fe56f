"""What things of an encounter are called, by their places in state and book, which hold numbers only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..core.catalogue import say
from ..core.content import numbered, one_line
from .cards import ARCHETYPE, OWN, AllyCard
from .encounter import Encounter
from .party import Fighter
from .steps import Option
from .terms import ABILITIES


@dataclass(frozen=True)
class KitNames:
    """Names of what one seat brings.

    Attributes:
        hero: The class.
        cards: The hand.
        card_options: The options of each card.
        items: What is equipped.
        item_options: The options of each item.
        injuries: The injuries of a full character.
        abilities: By place, empty where there is none.
    """

    hero: str
    cards: tuple[str, ...]
    card_options: tuple[tuple[str, ...], ...]
    items: tuple[str, ...]
    item_options: tuple[tuple[str, ...], ...]
    injuries: tuple[str, ...]
    abilities: tuple[str, ...]


@dataclass(frozen=True)
class Names:
    """Names of an encounter; those that occur twice are numbered.

    Attributes:
        seats: What each seat brings.
        allies: Ally cards.
        ally_abilities: The abilities of each, by place.
        bosses: Bosses.
        locations: Locations of all bosses, in the order of the dice.
        minions: Kinds of minions.
        friends: Kinds of friends.
        stage_cards: Stage cards.
        obstacles: Obstacles.
    """

    seats: tuple[KitNames, ...]
    allies: tuple[str, ...]
    ally_abilities: tuple[tuple[str, ...], ...]
    bosses: tuple[str, ...]
    locations: tuple[str, ...]
    minions: tuple[str, ...]
    friends: tuple[str, ...]
    stage_cards: tuple[str, ...]
    obstacles: tuple[str, ...]

    @classmethod
    def of(cls, encounter: Encounter, fighters: Sequence[Fighter], allies: Sequence[AllyCard]) -> Names:
        """Return the names of an encounter with its party."""
        return cls(
            seats=tuple(map(kit_names, fighters)),
            allies=numbered(ally.name for ally in allies),
            ally_abilities=tuple(placed({0: say("oathsworn_content.attack")}, ally.abilities) for ally in allies),
            bosses=numbered(boss.name for boss in encounter.bosses),
            locations=numbered(location.name for boss in encounter.bosses for location in boss.locations),
            minions=numbered(minion.name for minion in encounter.minions),
            friends=numbered(friend.name for fighter in fighters for friend in fighter.hero.friends),
            stage_cards=numbered(
                card.name or say("oathsworn_content.stage_card", stage=card.stage, number=place + 1)
                for place, card in enumerate(encounter.stage_cards)
            ),
            obstacles=numbered(obstacle.kind for obstacle in encounter.obstacles),
        )


def kit_names(fighter: Fighter) -> KitNames:
    """Return the names of what a member brings."""
    first = {} if fighter.full else {0: say("oathsworn_content.attack")}
    if not fighter.full:
        first |= {ARCHETYPE + place: option.name for place, option in enumerate(fighter.side)}
    own = {
        OWN + place: ability.name
        for place, ability in enumerate(fighter.hero.abilities)
        if fighter.full or ability.companion
    }
    return KitNames(
        hero=one_line(fighter.hero.name),
        cards=numbered(card.name for card in fighter.cards),
        card_options=tuple(option_names(card.options) for card in fighter.cards),
        items=numbered(item.name for item in fighter.items),
        item_options=tuple(option_names(item.options) for item in fighter.items),
        injuries=numbered(injury.name for injury in fighter.injuries) if fighter.full else (),
        abilities=tuple(one_line((first | own).get(place, "")) for place in range(ABILITIES)),
    )


def placed(first: dict[int, str], options: Sequence[Option]) -> tuple[str, ...]:
    """Return the names of abilities by place, the options behind the first."""
    names = first | {ARCHETYPE + place: option.name for place, option in enumerate(options)}
    return tuple(one_line(names.get(place, "")) for place in range(ABILITIES))


def option_names(options: Sequence[Option]) -> tuple[str, ...]:
    """Return the names of options, a number for one without."""
    return tuple(
        one_line(option.name) or say("oathsworn_content.option", number=place + 1)
        for place, option in enumerate(options)
    )
