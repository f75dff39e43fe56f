"""Effect steps and options as content files write them, checked against the vocabulary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import ConfigDict, Field, model_validator

from ..core.catalogue import say
from ..core.content import Strict, choices, match
from .step_schema import explain
from .terms import (
    CARDS,
    OPTIONS,
    Arc,
    Colour,
    Do,
    Icon,
    If,
    Lasts,
    Limit,
    Per,
    Prefer,
    Shape,
    Status,
    Tile,
    Token,
    When,
    Who,
)
from .vocabulary import BY_NAME, COMMON, ENEMY_KEYS, FLAGS, HERO_KEYS, LIMITS, Side
from .words import TO, Fault, Length, Loc, NumberOr, Word, refuse_faults, words_of

LONGEST_NAME = 80
DEEPEST = 4
"""Levels of steps within steps."""
MOST_BRANCHES = 6
MOST_STEPS = 24
LONGEST_REACH = 17
WEAPON = "weapon"
LARGEST_LIMIT = 99
HOLDING = ("caged", "consumed")
"""Statuses that hold a hero; their `else` is what it suffers meanwhile."""
DECKS = ("hero_might", "enemy_might", "stage")

Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
Amount = Annotated[int, Field(ge=-20, le=40)]
Few = Annotated[int, Field(ge=0, le=20)]
Reach = Annotated[int, Field(ge=0, le=LONGEST_REACH)]
DoWord = Annotated[str, Word(tuple(BY_NAME))]
WhoWord = Annotated[str, Word(tuple(words_of(Who)))]
PerWord = Annotated[str, Word(tuple(words_of(Per)))]
ShapeWord = Annotated[str, Word(tuple(words_of(Shape)))]
IconWord = Annotated[str, Word(tuple(words_of(Icon)))]
ToWord = Annotated[str, Word(tuple(TO))]
TokenWord = Annotated[str, Word(tuple(words_of(Token)))]
StatusWord = Annotated[str, Word(tuple(words_of(Status)))]
TileWord = Annotated[str, Word(tuple(words_of(Tile)))]
DeckWord = Annotated[str, Word(DECKS)]
ColourWord = Annotated[str, Word(tuple(words_of(Colour)))]
PreferWord = Annotated[str, Word(tuple(words_of(Prefer)))]
IfWord = Annotated[str, Word(tuple(words_of(If)))]
LastsWord = Annotated[str, Word(tuple(words_of(Lasts, Lasts.NOW)))]
WhenWord = Annotated[str, Word(tuple(words_of(When)))]
LimitWord = Annotated[str, Word(tuple(words_of(Limit)))]

Branch = Annotated[tuple["Step", ...], Field(strict=False)]
Steps = Annotated[tuple["Step", ...], Field(strict=False), Length(1, MOST_STEPS)]

FIELD_OF = {"if": "if_", "else": "else_"}
"""Keys that are no names of Python."""
LIMIT_WORDS = {"arc": words_of(Arc), "token": words_of(Token), "tile": words_of(Tile)}
"""The words a condition's limit may be, by what it counts."""


class Step(Strict):
    """One effect step; docs/vocabulary.md says what each effect reads."""

    model_config = ConfigDict(json_schema_extra=explain)

    do: DoWord
    who: WhoWord | None = None
    amount: Amount | None = None
    per: PerWord = "flat"
    reach: Annotated[int | str, NumberOr(LONGEST_REACH, (WEAPON,))] = 0
    shape: ShapeWord = "one"
    size: Few = 0
    bonus: Annotated[int, Field(ge=-10, le=20)] = 0
    empowered: Few = 0
    redraws: Few = 0
    icon: IconWord = "none"
    to: ToWord = "target"
    token: TokenWord | None = None
    status: StatusWord | None = None
    tile: TileWord | None = None
    deck: DeckWord | None = None
    colour: ColourWord | None = None
    prefer: PreferWord | None = None
    kind: Name | None = None
    by: Name | None = None
    lasts: LastsWord = "attack"
    if_: IfWord = Field("always", alias="if")
    limit: Annotated[int | str, NumberOr(LARGEST_LIMIT)] | None = None
    else_: tuple[Step, ...] = Field((), alias="else", strict=False, max_length=MOST_STEPS)
    options: tuple[Branch, ...] = Field((), strict=False, max_length=MOST_BRANCHES)
    optional: bool = False
    exactly: bool = False
    no_sight: bool = False
    enemies_only: bool = False
    unarmed: bool = False
    ignore_break: bool = False
    push: bool = False
    melee: bool = False
    from_rear: bool = False
    each: bool = False
    also_minions: bool = False
    beside_obstacle: bool = False

    @model_validator(mode="after")
    def _as_the_vocabulary_says(self) -> Step:
        refuse_faults([*self._unread(), *self._missing(), *self._amounts(), *self._limits()])
        return self

    @property
    def effect_amount(self) -> int:
        """The amount, or what the effect takes if none is given."""
        return BY_NAME[self.do].amount if self.amount is None else self.amount

    @property
    def given(self) -> list[str]:
        """The keys that the file gives."""
        return [name.rstrip("_") for name in self.model_fields_set]

    def _unread(self) -> Iterator[Fault]:
        effect = BY_NAME[self.do]
        extra = ("token",) if self.per == "token" else ()
        readable = (*COMMON, *effect.reads, *extra)
        for key in self.given:
            if key not in readable:
                valid = say("oathsworn_content.valid_key", do=self.do, keys=", ".join(readable))
                yield Fault((key,), say_value(getattr(self, FIELD_OF.get(key, key))), valid)

    def _missing(self) -> Iterator[Fault]:
        for key in BY_NAME[self.do].needs:
            if key not in self.given:
                yield Fault((key,), None, say("oathsworn_content.valid_needed", do=self.do))
        if self.do == "choose" and any(not branch for branch in self.options):
            yield Fault(("options",), [], say("oathsworn_content.valid_branch"))
        if self.per == "token" and self.token is None:
            yield Fault(("token",), None, say("oathsworn_content.valid_needed", do="per"))

    def _amounts(self) -> Iterator[Fault]:
        effect = BY_NAME[self.do]
        if "amount" in effect.reads and self.effect_amount < effect.least:
            valid = say("content.valid_at_least", bound=effect.least)
            yield Fault(("amount",), self.effect_amount, valid)
        if self.by is not None and self.shape != "one":
            yield Fault(("shape",), self.shape, say("oathsworn_content.valid_by"))
        if self.else_ and self.if_ == "always" and self.status not in HOLDING:
            yield Fault(("else",), self.if_, say("oathsworn_content.valid_else"))

    def _limits(self) -> Iterator[Fault]:
        kind = LIMITS.get(If[self.if_.upper()])
        if self.do == "choose" and (kind or self.else_):
            yield Fault(("if",), self.if_, say("oathsworn_content.valid_choose_if"))
        if kind is None:
            if self.limit is not None:
                yield Fault(("limit",), self.limit, say("oathsworn_content.valid_no_limit", condition=self.if_))
        elif kind == "number":
            if not isinstance(self.limit, int):
                valid = say("oathsworn_content.valid_number_limit", condition=self.if_, most=LARGEST_LIMIT)
                yield Fault(("limit",), self.limit, valid)
        elif not isinstance(self.limit, str) or match(self.limit, LIMIT_WORDS[kind]) is None:
            yield Fault(("limit",), self.limit, choices(LIMIT_WORDS[kind], str(self.limit)))


def say_value(value: object) -> object:
    """Return a value as a message shows it; steps are named by their effects."""
    if isinstance(value, tuple):
        return [getattr(step, "do", step) for step in value]
    return value


class Option(Strict):
    """Something a seat can do: an effect of a card or item, an ability, an injury.

    Attributes:
        cost: Animus.
        hp: HP paid.
        pay: A token paid.
        when: In one's own visit (``turn``), or at the trigger of an interrupt.
        reach: How near an interrupt's trigger must be, 0 anywhere.
        limit: How often it may be used.
        as_card: Whether using it in a visit is the one card of that turn (rules section 12).
    """

    name: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    cost: Annotated[int, Field(ge=0, le=20)] = 0
    hp: Annotated[int, Field(ge=0, le=6)] = 0
    pay: TokenWord | None = None
    when: WhenWord = "turn"
    reach: Reach = 0
    limit: LimitWord = "free"
    as_card: bool = False
    ours: bool = False
    steps: Steps

    @model_validator(mode="after")
    def _of_heroes(self) -> Option:
        refuse_faults(misplaced(self.steps, Side.HEROES))
        return self


Options = Annotated[tuple[Option, ...], Field(strict=False), Length(1, OPTIONS)]


def walk(steps: Sequence[Step], loc: Loc = ("steps",), depth: int = 1) -> Iterator[tuple[Loc, Step, int]]:
    """Give every step with its key path and its depth, those within others behind them."""
    for place, step in enumerate(steps):
        here = (*loc, place)
        yield here, step, depth
        yield from walk(step.else_, (*here, "else"), depth + 1)
        for branch, inner in enumerate(step.options):
            yield from walk(inner, (*here, "options", branch), depth + 1)


def misplaced(steps: Sequence[Step], side: Side, loc: Loc = ("steps",)) -> Iterator[Fault]:
    """Give what programs of this side cannot use: effects, keys, and steps nested too deeply."""
    effects = [name for name, effect in BY_NAME.items() if side in effect.side]
    foreign = ENEMY_KEYS if side == Side.HEROES else HERO_KEYS
    for here, step, depth in walk(steps, loc):
        if side not in BY_NAME[step.do].side:
            yield Fault((*here, "do"), step.do, choices(effects))
        for key in step.given:
            if key in foreign:
                yield Fault((*here, key), getattr(step, key), say("oathsworn_content.valid_side", do=step.do))
        if depth > DEEPEST:
            yield Fault(here, step.do, say("oathsworn_content.valid_depth", depth=DEEPEST))


def endless(option: Option, cooldown: int) -> bool:
    """Return whether a card or item could be played again and again.

    It costs nothing in the end, and each use brings others as far back to the hand as playing one takes.
    """
    given = dict.fromkeys(("animus", "heal", "token", "battleflow", "rotate"), 0)
    for _, step, _ in walk(option.steps):
        if step.do in given:
            given[step.do] += step.effect_amount * (CARDS if step.each else 1)
    unpaid = option.cost <= given["animus"] and option.hp <= given["heal"] and (not option.pay or given["token"] > 0)
    return unpaid and given["battleflow"] + given["rotate"] > cooldown


def flags_of(step: Step) -> int:
    """Return the marks of a step as bits."""
    return sum(flag for name, flag in FLAGS.items() if getattr(step, name))


def does(steps: Sequence[Step], *words: Do) -> bool:
    """Return whether a program has one of these effects anywhere."""
    return any(Do[step.do.upper()] in words for _, step, _ in walk(steps))
