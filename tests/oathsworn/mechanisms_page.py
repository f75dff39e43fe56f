"""Writes docs/mechanisms.md: every mechanism, content that uses it, and a test that checks it; a test compares the two.

Content is found by reading all that ships. Tests are named in mechanisms.toml; each must exist and speak of its
mechanism. Run it after a change of content or tests: `python tests/oathsworn/mechanisms_page.py`.
"""

import ast
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from shieldmate.envs.oathsworn.cards import Ability, AllyCard, Card, ClassFile, Item
from shieldmate.envs.oathsworn.encounter import Encounter
from shieldmate.envs.oathsworn.enemies import Boss, Minion, Obstacle, StageCard, TileAt
from shieldmate.envs.oathsworn.library import all_allies, all_gear, all_injuries, built_in, read_class, read_encounter
from shieldmate.envs.oathsworn.meanings import TO, WORDS
from shieldmate.envs.oathsworn.programs import who_of
from shieldmate.envs.oathsworn.steps import DECKS, Option, Step
from shieldmate.envs.oathsworn.terms import Key, Tile, Token, Who
from shieldmate.envs.oathsworn.vocabulary import BY_NAME, FLAGS, Side
from shieldmate.envs.oathsworn.words import DIRECTIONS, SIDES

HERE = Path(__file__).parent
PAGE = HERE.parent.parent / "docs" / "mechanisms.md"
TESTS = HERE / "mechanisms.toml"
SHOWN = 3
"""Pieces of content named for a mechanism; of the others only the number is told."""
HEAD = """# What the content covers

Each mechanism of Oathsworn with content that uses it and a test that checks it. The table is written from the content
that ships and from the tests: `python tests/oathsworn/mechanisms_page.py`. The words are those of
[the vocabulary](vocabulary.md).
"""

CHOSEN = ("status", "prefer", "tile", "token", "deck")
"""Keys whose words are mechanisms where a step gives them."""

Mechanism = tuple[str, str]


# ---- what there is --------------------------------------------------------------------------------------------------


def mechanisms() -> Iterator[Mechanism]:
    """Every mechanism: its group and its word."""
    yield from (("effect", name) for name in BY_NAME)
    for group, words in WORDS.items():
        yield from ((group, word.name.lower()) for word in words)
    yield from (("to", word) for word in TO)
    yield from (("tile", word.name.lower()) for word in Tile)
    yield from (("token", word.name.lower()) for word in Token)
    yield from (("deck", word) for word in DECKS)
    yield from (("mark", name) for name in FLAGS)
    yield from (("keyword", key.name.lower()) for key in Key if key.name)
    yield from (("named", name) for name in NAMED)


# ---- content --------------------------------------------------------------------------------------------------------


def content() -> dict[str, Any]:
    """All content that ships, by the name a reader would look for."""
    found: dict[str, Any] = {name: read_encounter(path) for name, path in built_in("encounters").items()}
    found |= {name: read_class(path) for name, path in built_in("classes").items()}
    return {**found, "gear": [*all_gear().values()], "injuries": [*all_injuries().values()], "allies": allies()}


def allies() -> list[AllyCard]:
    """The ally cards."""
    return [*all_allies().values()]


def parts(thing: Any) -> Iterator[BaseModel]:
    """Every model within a piece of content, itself among them."""
    if isinstance(thing, BaseModel):
        yield thing
        for name in type(thing).model_fields:
            yield from parts(getattr(thing, name))
    elif isinstance(thing, list | tuple):
        for each in thing:
            yield from parts(each)


def enemy_steps(thing: Any) -> set[int]:
    """The steps of enemies within a piece of content, by identity."""
    mine: list[BaseModel] = [part for part in parts(thing) if isinstance(part, StageCard | Minion)]
    mine += [step for part in parts(thing) if isinstance(part, Encounter) for step in part.poison]
    return {id(part) for part in parts(mine) if isinstance(part, Step)}


def uses(thing: Any) -> set[Mechanism]:
    """The mechanisms that a piece of content uses."""
    found: set[Mechanism] = {("named", name) for name, has in NAMED.items() if has(thing)}
    enemies = enemy_steps(thing)
    for part in parts(thing):
        if isinstance(part, Step):
            found |= {*of_step(part, Side.ENEMIES if id(part) in enemies else Side.HEROES)}
        elif isinstance(part, Option):
            found |= {("when", part.when), ("limit of an option", part.limit)}
        elif isinstance(part, Boss | StageCard) and part.prefer:
            found.add(("prefer", part.prefer))
        if isinstance(part, Boss | Minion):
            found |= {("keyword", word) for word in part.keywords}
        if isinstance(part, Boss) and part.size == "large":
            found.add(("keyword", "large"))
    return found


def of_step(step: Step, side: Side) -> Iterator[Mechanism]:
    """The mechanisms of one step."""
    reads = BY_NAME[step.do].reads
    yield "effect", step.do
    yield "per", step.per
    yield "if", step.if_
    yield from (("mark", name) for name in FLAGS if getattr(step, name))
    if step.do == "taunt":
        yield "status", "taunted"
    yield from (
        (key, getattr(step, key)) for key in ("status", "prefer", "tile", "token", "deck") if getattr(step, key)
    )
    yield from ((key, getattr(step, key)) for key in ("shape", "lasts") if key in reads)
    if "who" in reads:
        yield "who", Who(who_of(step, side)).name.lower()
    if "to" in reads and side == Side.ENEMIES:
        yield "to", to_of(step.to)


def to_of(word: str) -> str:
    """A place that a move goes to as the vocabulary's page groups them."""
    if word in DIRECTIONS:
        return f"{DIRECTIONS[0]} ... {DIRECTIONS[-1]}"
    return f"{SIDES[0]} ... {SIDES[-1]}" if word in SIDES else word


def some(kind: type[BaseModel], test: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Whether content has a part of a kind that is so."""
    return lambda thing: any(isinstance(part, kind) and test(part) for part in parts(thing))


def lays(word: str) -> Callable[[Any], bool]:
    """Whether content lays a tile."""
    return some(BaseModel, lambda part: isinstance(part, Step | TileAt) and part.tile == word)


NAMED: Mapping[str, Callable[[Any], bool]] = {
    "several dice in one hex": some(Boss, lambda boss: boss.size == "normal" and len(boss.locations) > 1),
    "dice over seven hexes": some(Boss, lambda boss: any(len(place.body) > 1 for place in boss.locations)),
    "a reaction to each break but the last": some(Boss, lambda boss: len(boss.locations) > 1),
    "an ambush": some(Encounter, lambda encounter: encounter.ambushed),
    "a pack of bosses": some(Encounter, lambda encounter: len(encounter.bosses) > 1),
    "a swarm of minions with Mob": some(Minion, lambda kind: kind.models > 6 and "mob" in kind.keywords),
    "minions of several HP": some(Minion, lambda kind: kind.hp > 1),
    "minions that strike from afar": some(Minion, lambda kind: kind.reach > 1),
    "what a minion's attack brings": some(Minion, lambda kind: bool(kind.steps)),
    "stages by dice lost": some(Boss, lambda boss: bool(boss.stage_two and boss.stage_three)),
    "a body part that breaks": some(Boss, lambda boss: any(place.icon != "none" for place in boss.locations)),
    "lasting cards": some(StageCard, lambda card: card.lasting),
    "a card that names its target": some(StageCard, lambda card: card.prefer is not None),
    "obstacles": some(Obstacle, lambda obstacle: bool(obstacle.hexes)),
    "water": lays("water"),
    "fire": lays("fire"),
    "poison as the encounter says": some(Encounter, lambda encounter: bool(encounter.poison)),
    "what a cage does": some(Step, lambda step: step.status == "caged" and bool(step.else_)),
    "what being consumed does": some(Step, lambda step: step.status == "consumed" and bool(step.else_)),
    "interrupts": some(Option, lambda option: option.when != "turn" and not option.when.startswith("passive")),
    "abilities that work by themselves": some(Ability, lambda ability: ability.when.startswith("passive")),
    "a class's own ability": some(ClassFile, lambda hero: bool(hero.abilities)),
    "companions with a card of two sides": some(ClassFile, lambda hero: bool(hero.companion.archetypes)),
    "friends on the board": some(ClassFile, lambda hero: bool(hero.friends)),
    "an ability instead of a card": some(Option, lambda option: option.as_card),
    "a price in tokens": some(Option, lambda option: option.pay is not None),
    "a price in HP": some(Option, lambda option: option.hp > 0),
    "allies with an ability once an encounter": some(
        AllyCard, lambda ally: any(ability.limit == "encounter" for ability in ally.abilities)
    ),
    "items of the first tier": some(Item, lambda item: item.tier == 1),
    "items of the second tier": some(Item, lambda item: item.tier == 2),
    "items of the third tier": some(Item, lambda item: item.tier == 3),
    "items with a cooldown": some(Item, lambda item: item.cooldown is not None),
    "items used once": some(Item, lambda item: item.cooldown is None and bool(item.options)),
    "items that do another thing for a companion": some(Item, lambda item: bool(item.companion)),
    "weapons of range": some(Item, lambda item: item.slot == "weapon" and item.reach > 1),
    "more than one card by a critical": some(Item, lambda item: item.fates > 0),
}
"""Mechanisms without a word of their own, and how content shows them."""


# ---- tests ----------------------------------------------------------------------------------------------------------


def cited() -> dict[Mechanism, str]:
    """The test of each mechanism, as mechanisms.toml names it."""
    tables = tomllib.loads(TESTS.read_text(encoding="utf-8"))
    return {(group, word): test for group, words in tables.items() for word, test in words.items()}


@cache
def definitions(path: str) -> dict[str, str]:
    """What a module of tests defines: the text of each function and table by its name; nothing without the module."""
    file = HERE.parent / path
    tree = ast.parse(file.read_text(encoding="utf-8") if file.is_file() else "")
    return {name: ast.unparse(node) for node in tree.body for name in names_of(node)}


def text_of(test: str) -> str:
    """What a test says: its own text, and that of the module's functions and tables that it names; empty without it."""
    path, _, name = test.partition("::")
    named = definitions(path)
    body = named.get(name, "")
    return "\n".join([body, *(named[word] for word in set(re.findall(r"\w+", body)) & named.keys() - {name})])


def names_of(node: ast.stmt) -> list[str]:
    """The names that a statement of a module defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]


def speaks_of(text: str, mechanism: Mechanism, by_name: Mapping[str, set[Mechanism]]) -> bool:
    """Whether a test has a mechanism's word, in its name or as a text or number, or plays content that uses it."""
    group, word = mechanism
    if group == "named":
        return bool(text)
    forms = "|".join(
        rf"['\"]{each}['\"]|\b\w+\.{each.upper()}\b|\b{each}=|def test_(\w+_)?{each}_" for each in spelled(word)
    )
    return bool(re.search(forms, text)) or any(mechanism in by_name.get(name, ()) for name in quoted(text))


def quoted(text: str) -> set[str]:
    """What stands in quotes."""
    return {each for pair in re.findall(r"'([^'\n]+)'|\"([^\"\n]+)\"", text) for each in pair if each}


def named_parts() -> dict[str, set[Mechanism]]:
    """What cards, items, abilities and minions use, by their names."""
    found: dict[str, set[Mechanism]] = {}
    for part in parts([*content().values()]):
        if isinstance(part, StageCard | Minion | Boss | Item | Option | Card) and part.name:
            found.setdefault(part.name, set()).update(uses(part))
    return found


def spelled(word: str) -> tuple[str, ...]:
    """The words that a group of places stands for."""
    groups = {f"{DIRECTIONS[0]} ... {DIRECTIONS[-1]}": DIRECTIONS, f"{SIDES[0]} ... {SIDES[-1]}": SIDES}
    return groups.get(word, (word,))


# ---- the page -------------------------------------------------------------------------------------------------------


def users() -> dict[Mechanism, list[str]]:
    """The content that uses each mechanism."""
    used = {name: uses(thing) for name, thing in content().items()}
    return {each: [name for name, words in used.items() if each in words] for each in mechanisms()}


def page() -> str:
    """The whole page."""
    tests = cited()
    lines = [HEAD]
    last = ""
    for (group, word), names in users().items():
        if group != last:
            lines += ["", f"## {group.capitalize()}", "", "| mechanism | content | test |", "|---|---|---|"]
            last = group
        more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
        mark = word if group == "named" else f"`{word}`"
        lines.append(f"| {mark} | {', '.join(names[:SHOWN])}{more} | {told(tests.get((group, word), ''))} |")
    return "\n".join(lines).replace("\n\n\n", "\n\n") + "\n"


def told(test: str) -> str:
    """A test as a reader finds it."""
    path, _, name = test.partition("::")
    return f"`{path}` {name.removeprefix('test_').replace('_', ' ')}" if test else ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
