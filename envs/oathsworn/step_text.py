"""Effect steps in words: what a card, an ability or a stage card does, read from the book."""

from __future__ import annotations

from ..core.catalogue import say
from .names import Names
from .spoken import colour_word, direction_word, signed, token_word
from .state import Book, Step
from .terms import Do, Flag, Icon, If, Lasts, Per, Prefer, Shape, Status, Tile, To, Who
from .words import SIDES

NO_AMOUNT = (Do.REFRESH, Do.TURN, Do.BLEED, Do.EAT, Do.CLOUD, Do.TAUNT, Do.REPLACE, Do.THROW, Do.BREAK_TERRAIN)
SIGNED = (Do.TOKEN, Do.ANIMUS, Do.STATUS, Do.DEFENCE, Do.DAMAGE, Do.RANGE, Do.MIGHT, Do.HEAL, Do.MEND)
"""Effects whose amount is told with its sign."""


class StepText:
    """Tells the steps of one side's programs."""

    def __init__(self, names: Names, book: Book, enemies: bool) -> None:
        self.names = names
        self.book = book
        self.enemies = enemies

    def program(self, first: int, end: int) -> list[str]:
        """Return the steps of rows of the book, one text each."""
        texts: list[str] = []
        row = first
        while row < end:
            step = self.book.steps[row]
            if step.do == Do.CHOOSE and step.limit:
                text, row = self.choice(row)
            elif step.otherwise:
                inner = self.program(row + 1, row + 1 + step.otherwise)
                text = say("oathsworn_step.otherwise", step=self.step(step), other=together(inner))
                row += 1 + step.otherwise
            else:
                text = self.step(step)
                row += 1
            texts.append(text)
        return texts

    def choice(self, row: int) -> tuple[str, int]:
        """Return the branches of a choice as one text, and the row behind them."""
        texts = self.branches(row)
        end = row + 1
        for _ in texts:
            end += 1 + self.book.steps[end].skip
        return say("oathsworn_step.choose", branches=say("oathsworn_step.or").join(texts)), end

    def branches(self, row: int) -> list[str]:
        """Return each branch of the choice at a row."""
        texts: list[str] = []
        head = row + 1
        for _ in range(self.book.steps[row].limit):
            skip = self.book.steps[head].skip
            texts.append(together(self.program(head + 1, head + 1 + skip)))
            head += 1 + skip
        return texts

    def step(self, step: Step) -> str:
        """Return one step."""
        text = self.attack(step) if step.do == Do.ATTACK else self.effect(step)
        if step.condition != If.ALWAYS:
            text = say("oathsworn_step.if", condition=self.condition(step), step=text)
        if step.flags & Flag.OPTIONAL:
            text = say("oathsworn_step.optional", step=text)
        return text

    def effect(self, step: Step) -> str:
        """Return a step that is no attack: its own sentence, for how long, and counted by what."""
        do = Do(step.do)
        key = f"{do.name.lower()}{self.variant(step)}"
        number = signed(step.amount) if do in SIGNED else str(step.amount)
        text = say(
            f"oathsworn_step.{key}",
            n=number,
            who=self.who(step),
            whom=self.whom(step),
            thing=self.thing(step),
            to=self.way(step),
            reach=step.reach,
            size=step.size,
            reaching=say("oathsworn_step.within", reach=step.reach) if step.reach > 0 else "",
        )
        if step.per != Per.FLAT and do not in NO_AMOUNT:
            text = say("oathsworn_step.per", step=text, per=say(f"oathsworn_per.{Per(step.per).name.lower()}"))
        if do in (Do.DEFENCE, Do.DAMAGE, Do.MIGHT) and step.lasts in (Lasts.ROUND, Lasts.ENCOUNTER):
            text = say(f"oathsworn_step.lasts_{Lasts(step.lasts).name.lower()}", step=text)
        return text

    def variant(self, step: Step) -> str:
        """Return what makes one sentence of several that an effect has."""
        if step.do == Do.MOVE:
            return "_enemy" if self.enemies else "_exactly" if step.flags & Flag.EXACTLY else ""
        if step.do == Do.HURT and step.who == Who.SELF:
            return "_self"
        if step.do == Do.KNOCKBACK and step.flags & Flag.PUSH:
            return "_push"
        if step.do == Do.BATTLEFLOW and step.flags & Flag.EACH:
            return "_each"
        if step.do == Do.TELEPORT:
            beside = "_obstacle" if step.flags & Flag.BESIDE_OBSTACLE else ""
            return beside or ("_any" if step.amount == 0 else "")
        if step.do == Do.MIGHT and step.flags & Flag.ALSO_MINIONS:
            return "_minions"
        return ""

    def who(self, step: Step) -> str:
        """Return whom a step concerns."""
        word = Who(step.who).name.lower()
        side = "enemy" if self.enemies and step.who in (Who.SELF, Who.TARGET) else "hero"
        return say(f"oathsworn_who.{word}_{side}" if step.who in (Who.SELF, Who.TARGET) else f"oathsworn_who.{word}")

    def whom(self, step: Step) -> str:
        """Return to whom a step gives something; nothing for a hero's own."""
        if step.who == Who.SELF and not self.enemies:
            return ""
        return say("oathsworn_step.to_whom", who=self.who(step))

    def thing(self, step: Step) -> str:
        """Return the token, status, tile, colour, preference or kind that a step names."""
        if step.do == Do.TOKEN:
            return token_word(step.token)
        if step.do == Do.STATUS:
            return say(f"status.{Status(step.token).name.lower()}")
        if step.do == Do.TILE:
            return say(f"tile.{Tile(step.token).name.lower()}")
        if step.do == Do.REPLACE:
            return colour_word(max(step.colour, 0))
        if step.do == Do.RETARGET:
            return say(f"prefer.{Prefer(step.amount).name.lower()}")
        if step.do == Do.PEEK:
            return say(f"oathsworn_step.deck_{step.token}")
        return self.kind(step.kind)

    def kind(self, kind: int) -> str:
        """Return the name of a kind of minion or friend; nothing for none."""
        kinds = self.names.minions if self.enemies else self.names.friends
        return kinds[kind] if 0 <= kind < len(kinds) else ""

    def way(self, step: Step) -> str:
        """Return where an enemy goes or turns, or on which side something appears."""
        to = step.to
        if to >= To.RELATIVE:
            return say(f"oathsworn_side.{SIDES[to - To.RELATIVE]}")
        if to >= To.FIXED:
            return direction_word(to - To.FIXED)
        word = f"{Do(step.do).name.lower()}_" if step.do in (Do.FACE, Do.SPAWN) else ""
        return say(f"oathsworn_to.{word}{To(to).name.lower()}", kind=self.kind(step.kind))

    def attack(self, step: Step) -> str:
        """Return an attack: from where, how far, over which area, with what more."""
        parts = [self.origin(step)]
        shape = Shape(step.shape).name.lower()
        if step.shape != Shape.ONE:
            parts.append(say(f"oathsworn_shape.{shape}", size=step.size))
        if step.reach > 0:
            parts.append(say("oathsworn_step.at_range", reach=step.reach))
        for value, key in (
            (step.amount if self.enemies else 0, "more_cards"),
            (step.bonus, "bonus"),
            (step.empowered, "empowered"),
            (step.redraws, "redraws"),
            (step.ignore, "ignore_lowest"),
        ):
            if value:
                parts.append(say(f"oathsworn_step.{key}", n=signed(value) if key == "bonus" else value))
        for flag in (Flag.UNARMED, Flag.MELEE, Flag.NO_SIGHT, Flag.ENEMIES_ONLY, Flag.IGNORE_BREAK):
            if step.flags & flag:
                parts.append(say(f"oathsworn_flag.{flag.name.lower()}"))
        return ", ".join(parts)

    def origin(self, step: Step) -> str:
        """Return how an attack begins: with which part of the enemy, with the weapon, or as it is."""
        if self.enemies:
            key = "attack_with" if step.icon > Icon.NONE else "attack_plain"
            return say(f"oathsworn_step.{key}", part=say(f"icon.{Icon(step.icon).name.lower()}"))
        if step.kind >= 0:
            return say("oathsworn_step.attack_by", thing=self.kind(step.kind))
        return say("oathsworn_step.attack_weapon" if step.reach < 0 else "oathsworn_step.attack_plain", part="")

    def condition(self, step: Step) -> str:
        """Return the condition of a step."""
        condition = If(step.condition)
        limit = str(step.limit)
        if condition == If.HAS_TOKEN:
            limit = token_word(step.limit)
        elif condition == If.ON_TILE:
            limit = say(f"tile.{Tile(step.limit).name.lower()}")
        elif condition == If.IN_ARC:
            limit = say(f"arc.arc_{step.limit}")
        return say(f"oathsworn_if.{condition.name.lower()}", limit=limit)


def together(texts: list[str]) -> str:
    """Return steps as one text."""
    return say("oathsworn_step.then").join(texts)
