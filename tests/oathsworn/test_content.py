"""Classes, gear and the vocabulary: what is shipped, and how it is compiled."""

import tomllib
from pathlib import Path

import numpy as np
import pytest
from content_files import book_of, effects, tables, write
from vocabulary_page import PAGE, page

from shieldmate.envs.core.content import ContentError, check
from shieldmate.envs.oathsworn.cards import ClassFile
from shieldmate.envs.oathsworn.compile import compile_book, learn_card
from shieldmate.envs.oathsworn.house_rules import HouseRules
from shieldmate.envs.oathsworn.library import all_allies, all_gear, all_injuries, built_in, find, read_class
from shieldmate.envs.oathsworn.meanings import KEYS, WORDS
from shieldmate.envs.oathsworn.scenario import make_scenario
from shieldmate.envs.oathsworn.state import Book, House
from shieldmate.envs.oathsworn.steps import Step, walk
from shieldmate.envs.oathsworn.terms import (
    SEATS,
    STEPS,
    Do,
    Form,
    If,
    Kind,
    Lasts,
    Limit,
    Shape,
    Status,
    When,
    Who,
    Zone,
)
from shieldmate.envs.oathsworn.vocabulary import BY_NAME, COMMON, EFFECTS, Side

STARTERS = ("warden", "priest", "ranger", "warbear")


def hero(name: str) -> ClassFile:
    return read_class(find(name, "classes"))


def options(name: str):
    return [option for card in hero(name).cards for option in card.options]


# ---- the vocabulary ------------------------------------------------------------------------------------------------


def test_every_effect_has_its_place_in_the_vocabulary():
    assert [effect.do for effect in EFFECTS] == sorted(Do)


@pytest.mark.parametrize("effect", EFFECTS, ids=lambda effect: effect.name)
def test_the_example_of_every_effect_is_valid(effect):
    step = check(tomllib.loads(f"step = {effect.example}")["step"], Step, "example")
    assert step.do == effect.name
    assert set(step.given) <= {*COMMON, *effect.reads}


def test_every_key_and_word_has_its_meaning():
    assert {name.rstrip("_") for name in Step.model_fields} == set(KEYS)
    assert {key for effect in EFFECTS for key in effect.reads} | set(COMMON) == set(KEYS)
    for meanings in WORDS.values():
        enum = type(next(iter(meanings)))
        assert set(meanings) == {word for word in enum if word is not Lasts.NOW}


def test_the_page_is_that_of_the_table():
    assert PAGE.read_text(encoding="utf-8") == page()


def test_the_schema_tells_what_an_effect_reads():
    schema = Step.model_json_schema()["$defs"]["Step"]
    rules = {rule["if"]["properties"]["do"]["const"]: rule["then"] for rule in schema["allOf"]}
    assert rules["token"]["required"] == ["token"]
    assert "tile" not in rules["heal"]["propertyNames"]["enum"]
    assert rules.keys() == BY_NAME.keys()


def test_house_rules_are_the_fields_of_the_book():
    names = House.dtype.names or ()
    assert set(HouseRules().numbers()) == set(names)
    assert HouseRules().numbers() == dict.fromkeys(names, 0) | {
        "decline_ally": 1,
        "turn_cap": 20,
        "round_cap": 40,
    }
    assert HouseRules(fire="on_enter", chance="mixed").numbers()["fire"] == 2


# ---- the kits ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", built_in("classes"))
def test_a_kit_keeps_to_the_known_range(name):
    kit = hero(name)
    assert sorted(card.cooldown for card in kit.cards if card.name in kit.starting) == [0, 1, 1, 2, 2, 3, 3]
    assert len(kit.cards) >= 9, "two more to choose a hand from"
    staple = next(card for card in kit.cards if card.cooldown == 0)
    assert staple.defence == 0
    assert [option.cost for option in staple.options][:3] in ([3, 1, 2], [4, 1, 2])
    assert [option.steps[0].do for option in staple.options][:3] == ["attack", "battleflow", "refresh"]
    assert all(1 <= card.defence <= 4 for card in kit.cards if card is not staple)
    assert all(option.cost <= 6 for card in kit.cards for option in card.options)
    assert all(option.cost or option.hp for card in kit.cards for option in card.options)
    assert any(option.when != "turn" for card in kit.cards for option in card.options) or name == "warbear"
    assert all(len(archetype.a) == len(archetype.b) == 2 for archetype in kit.companion.archetypes)


@pytest.mark.parametrize(
    ("name", "animus", "regen", "defence", "yellow"),
    [
        ("warden", 8, 6, 4, 0),
        ("priest", 8, 6, 3, 1),
        ("ranger", 7, 7, 2, 1),
        ("warbear", 9, 6, 3, 1),
        ("exile", 8, 6, 2, 2),
        ("witch", 8, 6, 1, 1),
        ("cur", 8, 6, 2, 2),
        ("harbinger", 8, 6, 1, 1),
        ("grove maiden", 8, 6, 1, 0),
        ("huntress", 8, 6, 2, 2),
        ("penitent", 8, 6, 4, 1),
        ("blade", 8, 6, 3, 1),
    ],
)
def test_the_starting_figures_of_a_class(name, animus, regen, defence, yellow):
    """Rules sections 6 and 12; a weapon without known might has one yellow."""
    kit = book_of(party=[name, *[other for other in STARTERS if other != name][:3]]).kits[0]
    assert (kit.form, kit.animus, kit.regen, kit.max_hp) == (Form.FULL, animus, regen, 6)
    worn = [kit.items[place] for place in range(kit.n_items)]
    assert sum(item.defence for item in worn) == defence
    assert [sum(item.might[colour] for item in worn) for colour in range(4)] == [0, yellow, 0, 0]


def test_starting_gear():
    gear = all_gear()
    assert (gear["Pig Iron Coat"].defence, gear["Rawhide Coat"].defence, gear["Flax Robe"].defence) == (3, 2, 1)
    assert gear["Buckler"].defence == 1
    assert (gear["Short Bow"].reach, gear["Short Bow"].hands) == (4, 2)
    assert gear["Felling Axe"].fates == 1
    assert (gear["Great Maul"].cooldown, gear["Gnarled Branch"].cooldown, gear["Short Sword"].cooldown) == (2, 1, 3)
    assert gear["Short Sword"].might.counts == (0, 0, 0, 0)
    assert gear["Short Sword"].options[0].when == "attacked"


def test_later_gear():
    """Rules section 6: figures read off images; every tier has its finds."""
    gear = all_gear()
    spear, leathers = gear["Short Spear"], gear["Supple Leathers"]
    assert (spear.might.counts, spear.cooldown, spear.options[0].cost) == ((0, 1, 0, 0), 3, 2)
    assert [(step.do, step.reach, step.bonus) for step in spear.options[0].steps] == [("attack", 3, 2), ("throw", 0, 0)]
    assert (leathers.defence, leathers.cooldown, leathers.options[0].cost) == (2, 2, 0)
    assert leathers.options[0].steps[0].do == "battleflow"
    assert {item.tier for item in gear.values()} == {1, 2, 3}
    assert any(option.when != "turn" for item in gear.values() if item.tier > 1 for option in item.options)


def test_a_companion_has_an_item_s_other_effect_once_and_free():
    """Encounter rules p. 9: some items carry an effect for companions alone."""
    worn = {"class": "exile", "items": ["Short Spear", "Supple Leathers"]}
    for form, cost, bonus, does in (("full", 2, 2, Do.BATTLEFLOW), ("companion", 0, 1, Do.MOVE)):
        book = book_of(party=[{**worn, "form": form}, *STARTERS[:3]])
        spear, leathers = (book.kits[0].items[place] for place in range(2))
        assert (spear.options[0].cost, spear.cooldown) == (cost, -1 if form == "companion" else 3)
        assert book.steps[spear.options[0].first].bonus == bonus
        assert book.steps[leathers.options[0].first].do == does
        assert spear.might[1] == 1, "passives stay"


def test_the_priest_gives_hp_and_gains_animus_in_need():
    staple = hero("priest").cards[0]
    assert (staple.options[3].cost, staple.options[3].steps[0].do) == (1, "transfer")
    zeal = hero("priest").abilities[0]
    assert (zeal.when, zeal.ours) == ("passive_refresh", True)
    assert (zeal.steps[0].amount, zeal.steps[0].if_, zeal.steps[0].limit) == (2, "hp_at_most", 3)


def test_the_warden_rotates_a_card_and_shields_a_neighbour():
    rotate, ward = hero("warden").abilities
    assert (rotate.limit, rotate.cost, rotate.steps[0].do) == ("round", 0, "rotate")
    assert (ward.when, ward.reach, ward.steps[0].who) == ("friend_attacked", 1, "attacked")


def test_the_ranger_moves_between_hexes_beside_obstacles():
    (paths,) = hero("ranger").abilities
    step = paths.steps[0]
    assert (paths.cost, step.do, step.amount, step.beside_obstacle) == (3, "teleport", 7, True)
    assert step.if_ == "adjacent_obstacle"


def test_the_warbear_starts_with_two_tokens():
    (ready,) = hero("warbear").abilities
    assert ready.when == "passive_start"
    assert [(step.token, step.effect_amount) for step in ready.steps] == [("defence", 1), ("animus", 1)]


def test_the_man_at_arms():
    book = book_of()
    ally = book.allies[0]
    assert (ally.known, ally.max_hp, ally.defence, ally.regen, ally.move) == (1, 6, 3, 2, 4)
    assert list(ally.might) == [0, 1, 0, 0]
    assert (ally.abilities[0].cost, effects(book, ally.abilities[0].first, ally.abilities[0].end)) == (1, ["attack 0"])
    assert [book.allies[place].known for place in range(8)] == [1, 1, 1, 1, 0, 0, 0, 0]
    assert list(all_allies()) == ["Man-at-Arms", "Fen Archer", "Barber", "Gate Captain"]


# ---- the book ------------------------------------------------------------------------------------------------------


def test_a_full_characters_cards():
    book = book_of()
    kit = book.kits[0]
    assert (kit.n_cards, kit.n_items, kit.n_injuries) == (7, 3, 0)
    assert [card.cooldown for card in kit.cards] == [0, 1, 1, 2, 2, 3, 3]
    staple = kit.cards[0]
    assert [option.cost for option in staple.options] == [3, 1, 2, 0]
    assert [option.known for option in staple.options] == [1, 1, 1, 0]
    strike = staple.options[0]
    assert (strike.attacks, strike.moves, strike.places, strike.token) == (1, 0, 0, -1)
    row = book.steps[strike.first]
    assert (row.do, row.reach, row.shape, row.who) == (Do.ATTACK, -1, Shape.ONE, Who.SELF)
    advance = kit.cards[5].options[0]
    assert (advance.moves, advance.attacks, advance.cost) == (1, 1, 5)
    charge = book.kits[3].cards[5].options[0]
    assert (charge.places, charge.moves) == (1, 0)
    shield = kit.cards[4].options[0]
    assert (shield.when, shield.reach) == (When.FRIEND_ATTACKED, 1)
    assert [kit.abilities[place].known for place in range(8)] == [0, 0, 0, 1, 1, 0, 0, 0]


def test_a_companion_has_an_attack_and_the_two_abilities_of_its_side():
    book = book_of(party="warden,priest:companion,ranger:companion:b,warbear:companion")
    kit = book.kits[2]
    assert (kit.form, kit.animus, kit.regen, kit.move, kit.reach) == (Form.COMPANION, 2, 2, 4, 4)
    assert (kit.n_cards, kit.n_injuries, kit.n_items) == (0, 0, 2)
    attack, one, two = (kit.abilities[place] for place in range(3))
    assert (attack.cost, attack.limit, book.steps[attack.first].reach) == (1, Limit.FREE, 4)
    assert (one.limit, two.limit, two.when) == (Limit.ROUND, Limit.ROUND, When.FRIEND_DRAW)
    assert kit.abilities[3].known == 0
    assert book.start.pieces[2].kind == Kind.COMPANION
    assert list(book.start.seats[2].cards) == [Zone.NONE] * 7
    assert book.start.seats[2].reserve == 2
    other = book_of(party="solo").kits[2]
    assert book_of(party="solo").steps[other.abilities[1].first].redraws == 1


def test_limited_options_of_a_seat_have_bits_of_their_own():
    for party in ("starter", "solo"):
        book = book_of(party=party)
        for kit in book.kits:
            all_options = [option for card in kit.cards for option in card.options]
            all_options += [option for item in kit.items for option in item.options]
            all_options += list(kit.abilities)
            bits = [option.bit for option in all_options if option.limit != Limit.FREE]
            assert len(set(bits)) == len(bits)
            assert all(1 <= bit <= 30 for bit in bits)
            assert all(option.bit == 0 for option in all_options if option.limit == Limit.FREE)


@pytest.mark.parametrize(("count", "loss"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (6, 2)])
def test_injuries_cost_a_companion_hp_at_the_start(tmp_path, count, loss):
    party = ["warden", "priest", {"class": "ranger", "form": "companion", "injuries": ["Winded"] * count}, "warbear"]
    file = write(tmp_path / "hurt.toml", {"base": "broodmother", "party": party})
    book = book_of(file, None)
    assert book.start.pieces[2].hp == 6 - loss
    assert book.start.pieces[2].max_hp == 6


def test_what_a_member_brings_is_read_from_its_table(tmp_path):
    member = {"class": "warden", "hp": 4, "tokens": {"redraw": 2}, "injuries": list(all_injuries())[:2]}
    member["items"] = ["Hatchet", "Hatchet", "Rawhide Coat"]
    file = write(tmp_path / "own.toml", {"base": "broodmother", "party": [member, "priest", "ranger", "warbear"]})
    book = book_of(file, None)
    assert book.start.pieces[0].hp == 4
    assert list(book.start.seats[0].tokens) == [0, 2, 0, 0, 0, 0]
    assert list(book.start.seats[0].injuries) == [Zone.HAND] * 2 + [Zone.NONE] * 2
    assert book.kits[0].injuries[1].cooldown == 2
    assert list(book.start.seats[0].items) == [Zone.HAND] * 3 + [Zone.NONE] * 5


def test_settings_of_the_file(tmp_path):
    content = {
        "base": "broodmother",
        "ambushed": True,
        "lead": 3,
        "difficulty": "Grim",
        "positions": ["E9", "G9", "H10", "I9"],
        "allies": ["man at arms"],
        "house_rules": {"round_cap": 12, "ties": "north_west"},
        "party": "solo",
        "stage_cards": [card | ({"unknown": True, "steps": []} if place == 4 else {}) for place, card in CARDS],
    }
    book = book_of(write(tmp_path / "mine.toml", content), None)
    assert (book.ambushed, book.start.lead, book.difficulty) == (1, 2, 3)
    assert (book.house.round_cap, book.house.ties, book.house.turn_cap) == (12, 1, 20)
    assert [book.start.occupant[book.start.pieces[seat].hex] for seat in range(SEATS)] == [1, 2, 3, 4]
    assert book.start.allies == 1
    assert (book.stage_cards[4].unknown, book.stage_cards[3].unknown) == (1, 0)
    assert book.stage_cards[4].first == book.stage_cards[4].end


def test_an_unknown_card_is_learnt_in_a_running_game(tmp_path):
    cards = [card for _, card in CARDS]
    cards[4] = {"stage": 1, "unknown": True}
    scenario = make_scenario(write(tmp_path / "unknown.toml", {"base": "broodmother", "stage_cards": cards}))
    books = compile_book(scenario)
    book = Book.at(books, 0)
    assert (book.stage_cards[4].unknown, scenario.names.stage_cards[4]) == (1, "stage 1 card 5")
    rows = book.n_steps
    known = scenario.with_card(4, {"name": "Bite", "stage": 1, "steps": [{"do": "move"}, {"do": "attack"}]}, "typed")
    learn_card(books, known, 4)
    card = book.stage_cards[4]
    assert (card.unknown, card.first, card.end, book.n_steps) == (0, rows, rows + 2, rows + 2)
    assert effects(book, card.first, card.end) == ["move 1", "attack 0"]
    assert known.names.stage_cards[4] == "Bite"
    with pytest.raises(ContentError, match=r"typed: stage_cards\[4\]\.steps\[0\]\.do: found 'refresh'"):
        scenario.with_card(4, {"stage": 1, "steps": [{"do": "refresh"}]}, "typed")


def test_an_unknown_card_is_shown_as_the_mean_of_its_stage(tmp_path):
    cards = [{"stage": stage, "steps": [{"do": "move", "amount": 4}]} for stage in (1, 2, 3) for _ in range(5)]
    cards[0] = {"stage": 1, "unknown": True}
    cards[1] = {"stage": 1, "steps": [{"do": "move", "amount": 8}]}
    scenario = make_scenario(write(tmp_path / "unknown.toml", {"base": "broodmother", "stage_cards": cards}))
    books = compile_book(scenario)
    shown = books[0]["features"]["stage"]
    assert shown[2].any()
    np.testing.assert_allclose(shown[0], (shown[1] + 3 * shown[2]) / 4, atol=1e-6)
    assert not np.allclose(shown[0], shown[2])
    learn_card(books, scenario.with_card(0, cards[1], "typed"), 0)
    np.testing.assert_array_equal(shown[0], shown[1])


def test_a_card_that_does_not_fit_leaves_the_book_as_it_was(tmp_path):
    cards = [card for _, card in CARDS]
    cards[4] = {"stage": 1, "unknown": True}
    scenario = make_scenario(write(tmp_path / "unknown.toml", {"base": "broodmother", "stage_cards": cards}))
    books = compile_book(scenario)
    Book.at(books, 0).n_steps = STEPS - 1
    before = books.tobytes()
    known = scenario.with_card(4, {"stage": 1, "steps": [{"do": "move"}, {"do": "attack"}]}, "typed")
    with pytest.raises(ContentError):
        learn_card(books, known, 4)
    assert books.tobytes() == before


def test_hp_above_the_difficulty_are_taken_down(tmp_path):
    party = [{"class": "warden", "hp": 6}, "priest", "ranger", "warbear"]
    file = write(tmp_path / "hale.toml", {"base": "broodmother", "party": party, "difficulty": "dread"})
    assert make_scenario(file).notes == ("Warden: HP was 6, taken as 4",)
    assert book_of(file, None).start.pieces[0].hp == 4


CARDS = list(enumerate(tables("encounters/broodmother")["stage_cards"]))


def with_card(tmp_path, steps):
    """A book whose warden's second card has these steps."""
    kit = tables("classes/warden")
    kit["cards"][1]["options"] = [{"cost": 1, "steps": steps}]
    write(tmp_path / "warden.toml", kit)
    party = ["warden.toml", "priest", "ranger", "warbear"]
    book = book_of(write(tmp_path / "scenario.toml", {"base": "broodmother", "party": party}), None)
    option = book.kits[0].cards[1].options[0]
    return [book.steps[row] for row in range(option.first, option.end)]


def test_the_steps_of_else_stand_right_behind(tmp_path):
    other = [{"do": "heal"}, {"do": "animus", "amount": 2}]
    rows = with_card(tmp_path, [{"do": "redraw", "if": "has_token", "limit": "Redraw", "else": other}, {"do": "turn"}])
    assert [row.do for row in rows] == [Do.REDRAW, Do.HEAL, Do.ANIMUS, Do.TURN]
    assert [row.otherwise for row in rows] == [2, 0, 0, 0]
    assert (rows[0].condition, rows[0].limit) == (If.HAS_TOKEN, 1)


def test_a_choice_is_a_row_with_heads_and_branches(tmp_path):
    branches = [[{"do": "move", "amount": 2}, {"do": "turn"}], [{"do": "heal"}]]
    rows = with_card(tmp_path, [{"do": "choose", "options": branches}, {"do": "refresh"}])
    assert [row.do for row in rows] == [
        *(Do.CHOOSE, Do.CHOOSE, Do.MOVE, Do.TURN),
        *(Do.CHOOSE, Do.HEAL, Do.REFRESH),
    ]
    assert [row.limit for row in rows] == [2, 0, 0, 0, 0, 0, 0]
    assert [row.skip for row in rows] == [5, 2, 0, 0, 1, 0, 0]


def test_words_become_numbers(tmp_path):
    step = {"do": "status", "status": "bleed", "who": "Chosen Enemy", "amount": 2, "reach": 3, "optional": True}
    (row,) = with_card(tmp_path, [step])
    assert (row.do, row.token, row.who, row.amount, row.reach, row.flags) == (
        *(Do.STATUS, Status.BLEED, Who.CHOSEN_ENEMY),
        *(2, 3, 1),
    )
    assert (row.icon, row.colour, row.kind) == (-1, -1, -1)


def test_names_stay_outside_the_book():
    names = make_scenario("two-bosses", "solo").names
    assert [kit.hero for kit in names.seats] == ["Warden", "Priest", "Ranger", "Warbear"]
    assert names.seats[0].cards[0] == "Even Breath"
    assert names.seats[0].card_options[0] == ("strike", "ready a card", "refresh decks")
    assert names.seats[1].cards == ()
    assert names.seats[1].abilities == ("attack", "heal a friend", "heavy blow", "", "", "", "", "")
    assert names.allies == ("Man-at-Arms 1", "Man-at-Arms 2", "Man-at-Arms 3", "Man-at-Arms 4")
    assert names.bosses == ("Elder Twin", "Younger Twin")
    assert names.locations == ("Elder's Body", "Elder's Arm", "Younger's Body", "Younger's Arm")
    assert names.minions == ("Thrall", "Bowman")
    assert names.obstacles == ("tree", "wall")


@pytest.mark.parametrize("name", built_in("classes"))
def test_a_renamed_kit_compiles_to_the_same_numbers(tmp_path, name):
    kit = tables(f"classes/{name}")
    for place, card in enumerate(kit["cards"]):
        kit["starting"] = [f"Card {place}" if card["name"] == each else each for each in kit["starting"]]
        card["name"] = f"Card {place}"
    write(tmp_path / f"{name}.toml", kit)
    party = [name, *[other for other in STARTERS if other != name][:3]]
    renamed = write(tmp_path / "scenario.toml", {"base": "broodmother", "party": [f"{name}.toml", *party[1:]]})
    as_it_is = make_scenario("broodmother", party)
    assert compile_book(make_scenario(renamed)).tobytes() == compile_book(as_it_is).tobytes()


def test_heroes_use_effects_of_both_sides_only():
    sides = {effect.name: effect.side for effect in EFFECTS}
    assert all(sides[step.do] & Side.HEROES for name in STARTERS for option in options(name) for step in option.steps)


def test_the_files_for_tests_hold_the_whole_vocabulary():
    files = Path(__file__).parent / "files"
    jack = read_class(files / "jack.toml")
    heroic = {step.do for _, option in jack.programs for _, step, _ in walk(option.steps)}
    assert heroic == {effect.name for effect in EFFECTS if effect.side & Side.HEROES}
    scenario = make_scenario(files / "zoo.toml")
    hostile = {step.do for _, steps in scenario.encounter.programs for _, step, _ in walk(steps)}
    assert hostile == {effect.name for effect in EFFECTS if effect.side & Side.ENEMIES}
    assert compile_book(scenario)["n_steps"][0] > 150
