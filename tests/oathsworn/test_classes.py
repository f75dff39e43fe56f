"""What makes each built-in class what it is, at work in a small game (rules section 12)."""

from typing import Any

import pytest
from content_files import book_of
from fed_table import PASS, WHITE, YELLOW, Fight, ability, card, cards, drawn, fight, number, spot

from shieldmate.envs.oathsworn.kits import LIMITED, options_of
from shieldmate.envs.oathsworn.library import all_allies, built_in, find, read_class
from shieldmate.envs.oathsworn.state import Book
from shieldmate.envs.oathsworn.terms import BOSS, FRIEND, FRIEND_KINDS, FRIENDS, ITEMS, KINDS, SEATS, STEPS, Event, Tile

STARTERS = ["priest", "ranger", "warden"]
MINE = 3
"""Where a class's own abilities begin."""


def with_class(name: str, at: str, form: str = "full") -> Fight:
    """Seat 1 has a class as it comes; the boss stands on I2 with one die of 20."""
    game = fight(party=[{"class": name, "form": form}, *STARTERS], at={0: at}, bare=False).dice(20)
    game.enemy_might(0, 1)
    return game


def test_an_exile_leaps_over_anything_once_a_round() -> None:
    game = with_class("exile", "I9").tree(0, "I8", "H9", "J9").begin().act(ability(MINE))
    assert spot("I3") in game.legal, "seven hexes, whatever stands between"
    assert spot("I1") not in game.legal, "eight"
    assert spot("I8") not in game.legal, "no obstacle"
    game.act(spot("I3"))
    assert (game.where(0), game.hero().available) == ("I3", 17)
    assert ability(MINE) not in game.legal


def harbinger_told(word: str) -> Fight:
    """A harbinger draws a white blank and a yellow 2 after naming a yellow card."""
    game = with_class("harbinger", "I4").begin().acts(card(0), number(1), number(1))
    assert game.asked == ("PREDICT", 0)
    return game.act(drawn(YELLOW, word), *cards("0 2"))


def test_a_harbinger_that_names_the_card_may_redraw() -> None:
    game = harbinger_told("2")
    assert game.events(Event.PREDICTED) == [(0, YELLOW * KINDS + 2, 1, 0, 0)]
    assert game.asked == ("DRAWN", 0)
    assert drawn(WHITE, "0") in game.legal


def test_a_harbinger_that_names_another_may_not() -> None:
    game = harbinger_told("3")
    assert game.events(Event.PREDICTED) == [(0, YELLOW * KINDS + 3, 0, 0, 0)]
    assert game.decision.name != "DRAWN"


def test_a_harbinger_goes_anywhere_once_an_encounter() -> None:
    game = with_class("harbinger", "I9").begin().acts(ability(MINE + 1), spot("A1"))
    assert game.where(0) == "A1"
    assert ability(MINE + 1) not in game.legal
    game.hero().once_round = 0
    assert ability(MINE + 1) not in game.ask().legal


def cur_strikes(lethality: int, *faces: str) -> Fight:
    """A cur attacks with two yellow cards and takes no extra one."""
    game = with_class("cur", "I3").give(0, lethality=lethality).begin()
    game.acts(card(0), number(2)).act(number(0), *cards(" ".join(faces)))
    return game.act(PASS) if game.decision.name == "DRAWN" else game


@pytest.mark.parametrize(("had", "has"), [(0, 1), (2, 3)])
def test_a_cur_gains_lethality_by_each_critical(had: int, has: int) -> None:
    game = cur_strikes(had, "c", "2")
    if had:
        game.act(PASS)
    assert game.tokens() == {"lethality": has}
    assert game.events(Event.DAMAGE)[0][2] == 3 + 2


def test_a_cur_has_three_lethality_at_most() -> None:
    assert cur_strikes(2, "c", "c").act(PASS).tokens() == {"lethality": 3}


def test_a_cur_spends_lethality_for_two_damage_each() -> None:
    game = cur_strikes(2, "1", "2")
    game.acts(ability(MINE + 1), ability(MINE + 1))
    assert game.events(Event.DAMAGE)[0][2] == 1 + 2 + 2 * 2
    assert game.tokens() == {}


def test_a_cur_s_blow_goes_from_one_to_the_next() -> None:
    """Encounter rules p. 30."""
    game = with_class("cur", "I3").minion(0, "I4").begin().act(card(3))
    assert game.asked == ("TARGET", 0)
    game.act(spot("I2"))
    assert spot("I4") in game.legal


@pytest.mark.parametrize(("hp", "more"), [(6, 0), (5, 0), (4, 1), (2, 2), (1, 2)])
@pytest.mark.parametrize("form", ["full", "companion"])
def test_a_penitent_deals_one_more_for_every_two_hp_lost(hp: int, more: int, form: str) -> None:
    game = with_class("penitent", "I3", form).put(0, hp=hp).begin()
    game.acts(ability(0) if form == "companion" else card(0), number(1)).act(number(0), *cards("2"))
    assert game.events(Event.DAMAGE)[0][2] == 2 + more


def blade_hit() -> Fight:
    """The boss hits a blade for 3 before it has any animus."""
    game = with_class("blade", "I3").ambush().stage({"do": "attack"}).begin()
    assert game.asked == ("DEFEND", 0)
    game.act(PASS, *cards("3"))
    assert game.asked == ("WINDOW", 0)
    return game


def test_a_blade_discards_a_card_when_hit_and_steps_aside() -> None:
    game = blade_hit().act(ability(MINE))
    assert game.asked == ("REARRANGE", 0)
    game.act(card(4))
    assert game.hero().cards[4] == 2, "at its cooldown"
    assert game.asked == ("MOVE_TO", 0)
    game.act(spot("I4"), 2)
    assert game.where(0) == "I4"
    assert [row[2:5] for row in game.events(Event.DAMAGE)] == [(3, 5, 0)]


def test_a_blade_may_take_the_blow_instead() -> None:
    game = blade_hit().act(PASS, 2)
    assert [row[2:5] for row in game.events(Event.DAMAGE)] == [(3, 3, 1)]


@pytest.mark.parametrize("form", ["full", "companion"])
def test_a_huntress_s_falcon_strikes_where_it_was_sent(form: str) -> None:
    game = with_class("huntress", "A9", form).begin()
    strike = ability(1) if form == "companion" else card(0, 3)
    assert strike not in game.legal, "no falcon out, nobody in reach"
    game.acts(ability(MINE), spot("I2"))
    assert game.events(Event.SPAWNED)[0][:2] == (FRIEND, 0)
    game.acts(strike, number(2)).act(number(0), *cards("2 2"))
    assert game.events(Event.DAMAGE)[0][:3] == (0, BOSS, 6 if form == "companion" else 4)


def maiden(form: str = "full") -> Fight:
    """A grove maiden whose guardian has come to I8."""
    game = with_class("grove maiden", "I9", form).begin()
    assert game.asked == ("LANDING", 0), "the Guardian starts on the board"
    return game.act(spot("I8"))


@pytest.mark.parametrize(("form", "cost"), [("full", 6), ("companion", 2)])
def test_a_maiden_builds_her_guardian_again_as_her_card_of_the_turn(form: str, cost: int) -> None:
    game = maiden(form)
    guardian = game.piece(FRIEND)
    assert (game.where(FRIEND), guardian.hp, guardian.light) == ("I8", 6, 0)
    before = game.hero().available
    game.hero().available = before + 2
    game.ask().acts(ability(MINE + 1), PASS)
    assert game.asked == ("TURN", 0)
    assert (game.hero().available, game.hero().played) == (before + 2 - cost, 1)
    assert not game.legal & {card(place, option) for place in range(7) for option in range(4)}
    assert ability(1) not in game.legal


def test_a_maiden_s_guardian_strikes_without_a_miss() -> None:
    game = maiden().act(ability(MINE + 2))
    assert game.asked == ("MOVE_TO", 0)
    game.act(spot("I4"))
    assert not game.events(Event.DAMAGE), "nobody in reach"
    game.piece(FRIEND).hex = -1


def test_a_maiden_has_eight_sentinels_that_hold_no_hex() -> None:
    game = maiden().acts(card(1), spot("I7"), spot("H8"), spot("J8"))
    assert [game.where(FRIEND + place) for place in range(1, 4)] == ["I7", "H8", "J8"]
    assert game.piece(FRIEND + 1).light == 1
    assert [kind.models for kind in game.book.friends] == [8, 1, 0, 0]


HANDS = {
    "fire": ["Cinders", "Ring of Heat", "Falling Fire", "Dragon's Breath"],
    "water": ["Cold Hand", "Mist", "Flood", "Returning Tide"],
}


@pytest.mark.parametrize("element", HANDS)
def test_a_witch_takes_four_cards_of_fire_or_of_water(element: str) -> None:
    """Three cards are common to both hands (rules section 5.1)."""
    hand = ["First Word", "Ash and Dew", "Spoken Bolt", *HANDS[element]]
    book = book_of(party=[{"class": "witch", "cards": hand}, *STARTERS])
    assert [book.kits[0].cards[place].cooldown for place in range(7)] == [0, 1, 2, 1, 2, 3, 3]


@pytest.mark.parametrize(("tile", "more"), [(Tile.NONE, 0), (Tile.FIRE, 1), (Tile.WATER, 1)])
def test_a_witch_strikes_harder_on_a_tile(tile: Tile, more: int) -> None:
    game = with_class("witch", "I4").tile("I4", tile).begin()
    game.acts(card(0), number(1)).act(number(0), *cards("2"))
    assert game.events(Event.DAMAGE)[0][2] == 2 + more


@pytest.mark.parametrize("name", [name for name in all_allies() if name != "Man-at-Arms"])
def test_an_ally_does_what_it_can_do_once_an_encounter(name: str) -> None:
    """Encounter rules p. 17."""
    abilities = all_allies()[name].abilities
    assert [one.limit for one in abilities] == ["encounter"]


def kit_options(book: Book) -> list[Any]:
    """Every option of what seat 1 brings."""
    return [option for option in options_of(book.kits[0]) if option.known]


def kit_effects(name: str) -> set[tuple[int, ...]]:
    """Every effect of a class, with its shape, what counts it and its condition."""
    book = book_of(party=[name, *[other for other in ("warbear", *STARTERS) if other != name][:3]])
    steps = [book.steps[row] for one in kit_options(book) for row in range(one.first, one.end)]
    return {(step.do, step.shape, step.per, step.condition) for step in steps}


def test_no_two_classes_do_the_same() -> None:
    names = ["exile", "witch", "cur", "harbinger", "grove maiden", "huntress", "penitent", "blade"]
    kits = {name: kit_effects(name) for name in (*names, "warbear", *STARTERS)}
    for name in names:
        others = set().union(*(kit for other, kit in kits.items() if other != name))
        assert kits[name] - others, name


def test_any_party_fits_into_the_book() -> None:
    """Even the four classes with the longest programs, and the friends of all of them together."""
    names = [*built_in("classes")]
    alone = {name: book_of(party=[name, *[other for other in names if other != name][:3]]) for name in names}
    longest = sorted(names, key=lambda name: sum(option.end - option.first for option in kit_options(alone[name])))
    for encounter in built_in("encounters"):
        assert 0 < book_of(encounter, party=longest[-SEATS:]).n_steps < STEPS
    friends = [friend for name in names for friend in read_class(find(name, "classes")).friends]
    assert len(friends) <= FRIEND_KINDS
    assert sum(friend.models for friend in friends) <= FRIENDS
    for book in alone.values():
        assert sum(option.limit > 0 for option in kit_options(book)) < LIMITED
        assert book.kits[0].n_items <= ITEMS
