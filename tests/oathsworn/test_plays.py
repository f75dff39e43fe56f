"""Every play that the rules allow can be expressed: rule by rule, the decision that takes it and its actions (1-8).

Each row plays up to a decision and names what may be answered there. The list is held complete at the end: every
decision, kind of action, trigger of an interrupt and effect of a hero's program is on it.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from fed_table import (
    BLACK,
    MOVE,
    PASS,
    WHITE,
    YELLOW,
    YES,
    Fight,
    ability,
    card,
    cards,
    colour,
    drawn,
    fight,
    item,
    number,
    spot,
    token,
    way,
)

from shieldmate.envs.core.hexes import HEXES, hex_named
from shieldmate.envs.oathsworn.terms import (
    ACTIONS,
    CARDS,
    FRIEND,
    INJURIES,
    ITEM_OPTIONS,
    OPTIONS,
    Act,
    Decision,
    Kind,
    Tile,
    Token,
    When,
    Zone,
)
from shieldmate.envs.oathsworn.vocabulary import EFFECTS, Side

GAIN = ({"do": "damage", "amount": 1, "lasts": "round"},)
NOTHING = {"do": "might", "amount": 1}
ALL_HEXES = frozenset(range(HEXES))
DIRECTIONS = {way(each) for each in ("n", "ne", "se", "s", "sw", "nw")}
NEIGHBOURS = {spot(name) for name in ("I7", "H6", "H7", "J6", "J7")}
"""Round I6, but for the boss on I5."""


class Row(NamedTuple):
    """A play of the rules."""

    rule: str
    play: str
    game: Callable[[], Fight]
    asked: str
    acts: set[int]


def near(*, at: dict[int, str] | None = None, **rules: Any) -> Fight:
    """Seat 1 stands beside the boss, who has one die."""
    game = fight(boss=("I5", "s"), at={0: "I6", **(at or {})}, **rules).dice(20).enemy_might(0, 0, 4)
    for place in range(3):
        game.stage(NOTHING, place=place)
    return game


def plays(*steps: dict[str, Any], game: Fight | None = None, acts: tuple[int, ...] = (), **option: Any) -> Fight:
    """Seat 1 plays a card of these steps, and answers."""
    return (game or near()).option(card(0), 0, steps=steps, **option).begin().act(card(0)).acts(*acts)


def attack(game: Fight | None = None, **fields: Any) -> Fight:
    """Seat 1 plays an attack."""
    return plays({"do": "attack", **fields}, game=game)


def struck(**option: Any) -> Fight:
    """The boss strikes seat 1; seat 2 stands behind it, and seat `by` answers at a trigger."""
    by = option.pop("by", 0)
    game = near(at={1: "I7"}).ambush().stage({"do": "attack"})
    return game.option(card(1), by, reach=2, steps=GAIN, **option)


def placing() -> Fight:
    game = fight()
    game.start.pieces[0].hex = -1
    game.book.start_zone[:] = 0
    for name in ("E9", "E8", "F9"):
        game.book.start_zone[hex_named(name)] = 1
    return game.begin()


def whole_hand() -> Fight:
    """Seat 1 with every option of every card, every item and all that a class can have."""
    game = near()
    for place in range(CARDS):
        for option in range(OPTIONS):
            game.option(card(place, option), 0, steps=GAIN)
    for place in range(game.book.kits[0].n_items):
        for option in range(ITEM_OPTIONS):
            game.option(item(place, option), 0, steps=GAIN)
    for place in range(3, 8):
        game.option(ability(place), 0, steps=GAIN)
    return game.give(0, animus=1, battleflow=1).tell(0, reserve=40, cards={0: Zone.HAND}).begin()


def with_injuries() -> Fight:
    game = near()
    game.book.kits[0].n_injuries = INJURIES
    for place in range(INJURIES):
        game.tell(0, injuries={place: Zone.HAND}).option(Act.INJURY + place, 0, steps=GAIN)
    return game


def facing() -> Fight:
    game = near()
    game.book.faces = 1
    return game.begin().act(PASS)


def walking() -> Fight:
    return near(animus=3).begin().act(MOVE)


def burning_way() -> Fight:
    """Two equally short ways where the ways matter."""
    game = near(fire="on_enter").tile("I7", Tile.FIRE).begin()
    return game.acts(MOVE, spot("H7"))


def companion() -> Fight:
    game = fight(party="solo", boss=("I5", "s"), at={1: "I6"})
    for place in (1, 2):
        game.option(ability(place), 1, cost=1, steps=GAIN)
    game.option(item(0), 1, steps=GAIN)
    return game.give(1, animus=1, battleflow=1).begin().act(PASS)


def fallen() -> Fight:
    return plays({"do": "hurt", "who": "self", "amount": 6}).acts(PASS, PASS, PASS)


def caged() -> Fight:
    trouble = [{"do": "hurt", "who": "self", "amount": 1}]
    game = near().ambush()
    cage = {"do": "status", "who": "target", "status": "caged", "size": 3, "else": trouble}
    game.stage({"do": "attack"}, cage).stage(NOTHING, place=1)
    return game.begin(*cards("0 0 0 0"), 2)


def consumed() -> Fight:
    game = near().ambush()
    game.stage({"do": "attack"}, {"do": "status", "who": "target", "status": "consumed"}).stage(NOTHING, place=1)
    return game.begin(*cards("0 0 0 0"), 2)


def paying() -> Fight:
    game = near(at={1: "I8"}).ambush().give(0, redraw=2).stage({"do": "toll", "amount": 2})
    return game.begin(*cards("2 1"))


def rats(*at: str, boss: str = "I2") -> Fight:
    game = fight("broodmother", boss=(boss, "s"), at={0: "I9"})
    for place, hex in enumerate(at):
        game.minion(place, hex, hp=9)
    return game


def large(**rules: Any) -> Fight:
    game = fight("broodmother", boss=("I4", "s"), at={0: "I6"}, **rules).dice(0, 6, 6, 6, 6)
    return attack(game).act(number(1), *cards("2"))


def friends(out: bool) -> Fight:
    game = near()
    row = game.book.friends[0]
    row.known, row.hp, row.defence, row.move, row.models = 1, 1, 1, 3, 8
    game.kinds = {"imp": 0}
    if out:
        model = game.start.pieces[FRIEND]
        model.kind, model.owner, model.hp, model.max_hp = Kind.FRIEND, 0, 1, 1
        game.stand(FRIEND, "A1")
    return game


def cooling() -> Fight:
    return near().tell(0, cards={1: 2, 2: 3})


ROWS = (
    Row("1.2", "take a place in the start zone", placing, "PLACE", {spot("E9"), spot("E8"), spot("F9")}),
    Row("1.3", "do nothing, or end a turn", whole_hand, "TURN", {PASS}),
    Row("1.3, 4.2", "take the move action", whole_hand, "TURN", {MOVE}),
    Row(
        "5.2",
        "play any effect of any ability card",
        whole_hand,
        "TURN",
        {card(place, option) for place in range(CARDS) for option in range(OPTIONS)},
    ),
    Row(
        "6",
        "use any effect of an item",
        whole_hand,
        "TURN",
        {item(i, o) for i in range(3) for o in range(ITEM_OPTIONS)},
    ),
    Row("12", "use what the class can do", whole_hand, "TURN", {ability(place) for place in range(3, 8)}),
    Row(
        "2",
        "spend a token in one's turn",
        lambda: near().give(0, animus=1, battleflow=1).tell(0, available=5, cards={1: 1}, regen=0).begin(),
        "TURN",
        {token(Token.ANIMUS), token(Token.BATTLEFLOW)},
    ),
    Row(
        "6",
        "suffer injuries in any order",
        lambda: with_injuries().begin(),
        "TURN",
        {Act.INJURY + place for place in range(INJURIES)},
    ),
    Row("1.3", "turn at the end of a turn", facing, "FACING", DIRECTIONS),
    Row("4.2", "go to any hex in reach", walking, "MOVE_TO", NEIGHBOURS | {spot("I9"), spot("G7")}),
    Row("4.2", "choose the way where it matters", burning_way, "WAYPOINT", {spot("H8"), spot("I7"), PASS}),
    Row("1.5", "a companion's turn", companion, "TURN", {MOVE, ability(0), ability(1), ability(2), item(0), PASS}),
    Row("1.5", "a companion's tokens", companion, "TURN", {token(Token.ANIMUS), token(Token.BATTLEFLOW)}),
    Row(
        "1.5",
        "and what one is spent for",
        lambda: companion().act(token(Token.ANIMUS)),
        "MODE",
        {number(0), number(1), number(2)},
    ),
    Row(
        "2",
        "battleflow any position",
        lambda: cooling().give(0, battleflow=1).begin().act(token(Token.BATTLEFLOW)),
        "REARRANGE",
        {number(2), number(3)},
    ),
    Row(
        "3.3.1", "use as many cubes as wanted", lambda: attack(near().might(0, 0, 2)), "CUBES", {*map(number, range(3))}
    ),
    Row("3.3.1", "any number of white cards", attack, "WHITE", {number(count) for count in range(1, 19)}),
    Row(
        "3.3.2",
        "spend Empowered before drawing, or not",
        lambda: attack(near().give(0, empowered=1)).act(number(2)),
        "EMPOWER",
        {token(Token.EMPOWERED), PASS},
    ),
    Row(
        "3.3.2",
        "upgrade a card of any colour, step by step",
        lambda: attack(near().might(0, 0, 1), empowered=2).acts(number(1), number(1)),
        "EMPOWER",
        {colour(WHITE), colour(YELLOW), PASS},
    ),
    Row(
        "3.1",
        "dice and cards mixed, colour by colour",
        lambda: attack(near(chance="mixed")).act(number(2)),
        "AMOUNT",
        {number(0), number(1), number(2)},
    ),
    Row(
        "3.3.3",
        "take the extra card of a critical, or not",
        lambda: attack().act(number(2), *cards("c 1")),
        "DRAWN",
        {colour(WHITE), PASS},
    ),
    Row(
        "3.3.4",
        "redraw any drawn card, extra cards among them, again and again",
        lambda: attack(near().give(0, redraw=2)).act(number(2), *cards("c 1")).act(colour(WHITE), *cards("0")),
        "DRAWN",
        {drawn(WHITE, "c"), drawn(WHITE, "1"), drawn(WHITE, "0", extra=True), PASS},
    ),
    Row(
        "3.3.5",
        "a token of choice after a miss",
        lambda: attack().act(number(2), *cards("0 0")),
        "DETERMINATION",
        {token(kind) for kind in (Token.DEFENCE, Token.REDRAW, Token.ANIMUS, Token.EMPOWERED, Token.BATTLEFLOW)},
    ),
    Row(
        "3.3",
        "whom to attack",
        lambda: attack(rats("I8", "H8", boss="A2"), reach=3),
        "TARGET",
        {spot("I8"), spot("H8")},
    ),
    Row("7.2", "which of equally near dice", large, "LOCATION", {number(1), number(3), number(4)}),
    Row("3.4.4", "defend with a card", lambda: struck().defends(0, 1, 2).begin(), "DEFEND", {card(0), card(1), PASS}),
    Row(
        "3.4.6",
        "Defence tokens after the reveal, one by one",
        lambda: near().ambush().stage({"do": "attack"}).give(0, defence=2).begin(*cards("3 3 3 3")),
        "GUARD",
        {token(Token.DEFENCE), PASS},
    ),
    Row("1.3", "a token just before a stage card", lambda: before_the_card(), "WINDOW", {token(Token.ANIMUS), PASS}),
    Row(
        "4.7",
        "the three hexes in front, whichever way",
        lambda: attack(shape="front3"),
        "TARGET",
        {way("n"), way("ne")},
    ),
    Row("4.7", "a cone", lambda: attack(shape="cone", size=2), "TARGET", {way("n"), way("nw")}),
    Row("4.7", "a wave", lambda: attack(shape="wave"), "TARGET", {way("n"), way("nw")}),
    Row("4.7", "a charge", lambda: attack(rats("I8", "H9"), shape="charge", size=2), "TARGET", {way("n"), way("nw")}),
    Row(
        "4.7", "the centre of a disc", lambda: attack(shape="disc", size=1, reach=3), "TARGET", {spot("I5"), spot("I4")}
    ),
    Row("4.7", "the next of a chain, or its end", lambda: chain(), "CHAIN", {spot("I7"), PASS}),
    Row(
        "4.7",
        "where a chain leaves its attacker",
        lambda: chain().act(spot("I7")).act(number(1), *cards("2")),
        "LANDING",
        {spot("I6"), spot("H8")},
    ),
    Row("7.9", "try to leave a cage", caged, "TURN", {YES, PASS}),
    Row("7.9", "with any number of white cards", lambda: caged().act(YES), "WHITE", {number(1), number(10)}),
    Row("7.9", "attack what holds one", consumed, "TURN", {YES, PASS}),
    Row("13", "pay a toll in tokens or HP", paying, "PRICE", {token(Token.REDRAW), YES}),
    Row("8", "choose an ally, or decline", fallen, "ALLY", {number(0), number(3), PASS}),
    Row("8", "where it enters", lambda: fallen().act(number(0)), "ENTER", {spot("A1"), spot("I9"), spot("Q9")}),
)


def before_the_card() -> Fight:
    game = near().give(0, animus=1).tell(0, available=5, regen=0).begin()
    while game.decision == Decision.TURN:
        game.act(PASS)
    return game


def chain() -> Fight:
    return attack(rats("I8", "I7"), shape="chain", size=2)


@pytest.mark.parametrize("row", ROWS, ids=[f"{row.rule} {row.play}" for row in ROWS])
def test_a_play_of_the_rules(row: Row) -> None:
    game = row.game()
    assert game.asked[0] == row.asked
    assert row.acts <= game.legal


# ---- interrupts, at every trigger ------------------------------------------------------------------------------------


def own_draw(when: str, by: int = 0) -> Fight:
    game = near(at={1: "I7"}).option(card(1), by, when=when, reach=2, steps=GAIN)
    return attack(game).act(number(1), *(cards("1") if when == "drawn" else ()))


def at_the_break() -> Fight:
    game = near().dice(1, 6, 6).option(card(1), 2, when="break", steps=GAIN)
    game.book.bosses[0].stage_at[1] = 0
    return attack(game).act(number(3), *cards("2 2 2")).act(number(0))


def at_the_move() -> Fight:
    game = near(at={0: "I8"}).ambush().stage({"do": "move", "amount": 2})
    return game.option(card(1), 0, when="enemy_moved", reach=2, steps=GAIN).begin()


def at_the_stage_card() -> Fight:
    game = near().option(card(1), 0, when="stage", steps=GAIN).begin()
    while game.decision == Decision.TURN:
        game.act(PASS)
    return game


INTERRUPTS: dict[When, Callable[[], Fight]] = {
    When.ATTACKED: lambda: struck(when="attacked").begin(),
    When.FRIEND_ATTACKED: lambda: struck(when="friend_attacked", by=1).begin(),
    When.REVEALED: lambda: struck(when="revealed").begin(*cards("3 3 3 3")),
    When.HIT: lambda: struck(when="hit").begin(*cards("3 3 3 3")),
    When.DRAW: lambda: own_draw("draw"),
    When.DRAWN: lambda: own_draw("drawn"),
    When.FRIEND_DRAW: lambda: own_draw("friend_draw", by=1),
    When.STAGE: at_the_stage_card,
    When.BREAK: at_the_break,
    When.FALL: lambda: plays(
        {"do": "hurt", "who": "self", "amount": 9}, game=near().option(card(1), 1, when="fall", reach=9, steps=GAIN)
    ),
    When.ENEMY_MOVED: at_the_move,
}


@pytest.mark.parametrize("when", INTERRUPTS, ids=lambda when: when.name.lower())
def test_an_interrupt_at_its_trigger(when: When) -> None:
    """Rules 5.4: in one's own turn, in others' and in the enemy's phase."""
    game = INTERRUPTS[when]()
    assert game.decision == Decision.WINDOW
    assert {card(1), PASS} <= game.legal


# ---- what a hero's program asks --------------------------------------------------------------------------------------

QUIET = ("TURN", set[int]())
"""Nothing is asked: the step is done, and the turn goes on."""

PROGRAMS: dict[str, tuple[Callable[[], Fight], tuple[str, set[int]]]] = {
    "attack": (attack, ("WHITE", {number(1)})),
    "move": (lambda: plays({"do": "move", "amount": 2}), ("MOVE_TO", NEIGHBOURS)),
    "teleport": (lambda: plays({"do": "teleport", "amount": 0}), ("LANDING", {spot("A1"), spot("Q9")})),
    "knockback": (lambda: plays({"do": "knockback", "who": "adjacent_enemies"}), QUIET),
    "turn": (lambda: plays({"do": "turn"}), ("FACING", DIRECTIONS)),
    "hurt": (lambda: plays({"do": "hurt", "who": "self"}), QUIET),
    "heal": (
        lambda: plays({"do": "heal", "who": "chosen_friend"}, game=near().put(1, hp=3)),
        ("FRIEND", {spot("I6"), spot("G9")}),
    ),
    "transfer": (lambda: plays({"do": "transfer", "reach": 9}, game=near().put(1, hp=3)), ("FRIEND", {spot("G9")})),
    "token": (lambda: plays({"do": "token", "token": "redraw", "who": "other_friend"}), ("FRIEND", {spot("G9")})),
    "animus": (lambda: plays({"do": "animus", "who": "chosen_friend", "amount": -1}), ("FRIEND", {spot("I6")})),
    "status": (lambda: plays({"do": "status", "status": "bleed", "who": "chosen_enemy"}), QUIET),
    "defence": (lambda: plays({"do": "defence", "amount": 1, "lasts": "round"}), QUIET),
    "damage": (lambda: plays(*GAIN), QUIET),
    "battleflow": (lambda: plays({"do": "battleflow"}, game=cooling()), ("REARRANGE", {card(1), card(2)})),
    "rotate": (lambda: plays({"do": "rotate"}, game=cooling()), ("REARRANGE", {card(1), card(2)})),
    "refresh": (
        lambda: plays({"do": "refresh"}, game=near().deck(0, WHITE, (3, 6, 3, 0, 0, 3), (3, 0, 0, 0, 0, 0))),
        ("DECKS", {colour(WHITE), PASS}),
    ),
    "redraw": (
        lambda: plays({"do": "redraw"}, {"do": "attack"}).act(number(1), *cards("0")),
        ("DRAWN", {drawn(WHITE, "0"), PASS}),
    ),
    "empower": (
        lambda: plays({"do": "empower", "amount": 3}, {"do": "attack"}).act(number(1)),
        ("EMPOWER", {colour(WHITE), PASS}),
    ),
    "ignore": (
        lambda: (
            near()
            .ambush()
            .stage({"do": "attack"})
            .option(card(1), 0, when="revealed", steps=({"do": "ignore"},))
            .begin(*cards("3 3 3 3"))
        ),
        ("WINDOW", {card(1), PASS}),
    ),
    "tile": (lambda: plays({"do": "tile", "tile": "fire", "reach": 2}), ("PLACE_TILE", {spot("I7"), spot("I8")})),
    "break_terrain": (
        lambda: plays({"do": "break_terrain", "reach": 1}, game=near().tree(0, "I7").tree(1, "H6")),
        ("PLACE_TILE", {spot("I7"), spot("H6")}),
    ),
    "summon": (
        lambda: plays({"do": "summon", "kind": "imp", "reach": 1}, game=friends(out=False)),
        ("LANDING", NEIGHBOURS),
    ),
    "send": (
        lambda: plays({"do": "send", "kind": "imp", "reach": 17}, game=friends(out=True)),
        ("FRIEND", {spot("I5"), spot("G9")}),
    ),
    "command": (
        lambda: plays({"do": "command", "kind": "imp", "amount": 2}, game=friends(out=True)),
        ("MOVE_TO", {spot("A2"), PASS}),
    ),
    "peek": (
        lambda: plays({"do": "peek", "deck": "hero_might", "amount": 1}),
        ("PEEK", {colour(WHITE), colour(YELLOW), colour(BLACK)}),
    ),
    "predict": (
        lambda: plays({"do": "predict"}, {"do": "attack"}),
        ("PREDICT", {drawn(WHITE, "c"), drawn(YELLOW, "2")}),
    ),
    "replace": (
        lambda: (
            attack(near().option(card(1), 0, when="drawn", steps=({"do": "replace", "colour": "black"},)))
            .act(number(2), *cards("0 1"))
            .act(card(1))
        ),
        ("DRAWN", {drawn(WHITE, "0"), drawn(WHITE, "1")}),
    ),
    "taunt": (
        lambda: plays({"do": "taunt", "reach": 17}, game=rats("I8", "H8")),
        ("FRIEND", {spot("I8"), spot("H8")}),
    ),
    "recover": (
        lambda: with_injuries().option(item(0), 0, steps=({"do": "recover"},)).begin().act(item(0)),
        ("REARRANGE", {Act.INJURY, Act.INJURY + 1}),
    ),
    "choose": (
        lambda: plays({"do": "choose", "options": [[{"do": "turn"}], [{"do": "animus", "amount": -1}]]}),
        ("MODE", {number(0), number(1)}),
    ),
    "throw": (
        lambda: (
            near()
            .option(item(0), 0, steps=({"do": "attack", "reach": 3}, {"do": "throw"}))
            .begin()
            .act(item(0))
            .act(number(1), *cards("2"))
        ),
        ("LANDING", {spot("I4"), spot("H5")}),
    ),
    "range": (lambda: plays({"do": "range", "amount": 2}), QUIET),
    "bleed": (lambda: plays({"do": "bleed", "who": "self"}), QUIET),
    "aim": (
        lambda: plays({"do": "aim", "reach": 3}, {"do": "attack", "reach": 3}, game=rats("I8", "H8", boss="A2")),
        ("TARGET", {spot("I8"), spot("H8")}),
    ),
    "discard": (lambda: plays({"do": "discard"}), ("REARRANGE", {card(1), card(6)})),
}


@pytest.mark.parametrize("effect", PROGRAMS)
def test_what_an_effect_asks(effect: str) -> None:
    game = PROGRAMS[effect][0]()
    asked, acts = PROGRAMS[effect][1]
    assert game.asked == (asked, 0)
    assert acts <= game.legal


def test_an_optional_step_may_be_done_or_left() -> None:
    game = plays({"do": "token", "token": "redraw", "optional": True})
    assert (game.asked, game.legal) == (("OPTIONAL", 0), {YES, PASS})


# ---- nothing is missing ----------------------------------------------------------------------------------------------


def test_the_list_has_every_effect_of_heroes() -> None:
    assert PROGRAMS.keys() == {effect.name for effect in EFFECTS if effect.side & Side.HEROES}


def test_the_list_has_every_trigger() -> None:
    passive = {when for when in When if when.name.startswith("PASSIVE")}
    assert INTERRUPTS.keys() == set(When) - passive - {When.TURN}


def test_the_list_has_every_decision() -> None:
    asked = {row.asked for row in ROWS} | {asked for _, (asked, _) in PROGRAMS.values()} | {"WINDOW", "OPTIONAL"}
    assert asked == {decision.name for decision in Decision} - {"NONE"}


def test_the_list_has_every_kind_of_action() -> None:
    acts = set[int]().union(*(row.acts for row in ROWS), *(acts for _, (_, acts) in PROGRAMS.values()))
    firsts = sorted(Act)
    ends = [*firsts[1:], ACTIONS]
    unused = [Act(first).name for first, end in zip(firsts, ends, strict=True) if not acts & set(range(first, end))]
    assert unused == []
    assert ACTIONS <= 300
