"""The shipped encounters, figure by figure (rules section 13 for the Broodmother)."""

import numpy as np
import pytest
from content_files import book_of, effects, tables

from shieldmate.envs.core.content import ContentError
from shieldmate.envs.core.hexes import geometry, hex_named, index_of
from shieldmate.envs.oathsworn.library import built_in
from shieldmate.envs.oathsworn.scenario import make_scenario
from shieldmate.envs.oathsworn.terms import (
    BOSS,
    COLOURS,
    MINION,
    OBSTACLES,
    PIECES,
    SEATS,
    STAGE_CARDS,
    Decision,
    Do,
    Flag,
    Form,
    Icon,
    If,
    Key,
    Kind,
    Lasts,
    Per,
    Prefer,
    Shape,
    StageZone,
    To,
    Who,
    Zone,
)

NW, NE, SE, SW = To.FIXED + 5, To.FIXED + 1, To.FIXED + 2, To.FIXED + 4
CARDS = [
    (1, ["spawn 3", "move 7", "attack 0", "move 3"], SE),
    (1, ["spawn 3", "move 7", "attack 0", "move 3"], SW),
    (1, ["spawn 3", "move 5", "attack 0", "defence -1", "move 4"], NE),
    (1, ["spawn 1", "move 3", "might 1"], None),
    (1, ["spawn 3", "move 4", "face 1", "attack 0", "knockback 2"], None),
    (2, ["spawn 3", "move 7", "attack 0", "retarget 6", "move 4", "attack 0"], None),
    (2, ["spawn 1", "move 3", "might 1"], None),
    (2, ["spawn 3", "move 3", "cloud 1", "attack 0"], None),
    (2, ["spawn 3", "move 3", "cloud 1", "attack 0"], None),
    (2, ["spawn 3", "move 7", "eat 1", "mend 3", "move 4", "attack 0"], To.TARGET),
    (3, ["spawn 3", "move 4", "face 1", "attack 0", "knockback 2"], None),
    (3, ["spawn 3", "move 3", "toll 2"], None),
    (3, ["spawn 3", "move 3", "attack 0"], None),
    (3, ["spawn 3", "move 3", "attack 0"], None),
    (3, ["spawn 3", "defence 1", "attack 0", "move 4"], To.EDGE),
]
"""Stage and steps of each card, and where its last move goes if it moves more than once."""


@pytest.fixture(scope="module")
def book():
    return book_of("broodmother")


def step(book, card, place):
    return book.steps[book.stage_cards[card - 1].first + place]


def test_the_broodmothers_sheet(book):
    boss = book.bosses[0]
    assert boss.defence == 2
    assert list(boss.might) == [0, 3, 3, 0]
    assert boss.keys == Key.LARGE
    assert (boss.prefer, boss.prefer_kind) == (Prefer.MOST_KILLS, 0)
    assert list(boss.stage_at) == [0, 2, 4]
    assert (boss.spawn_kind, boss.spawn_count) == (0, 3)
    assert book.bosses[1].known == 0


def test_her_locations_are_five_dice_of_six_over_seven_hexes(book):
    found = [(location.body, location.icon, location.hp) for location in book.locations if location.boss == 0]
    centre, front, front_right, rear_right, rear, rear_left, front_left = (1 << place for place in range(7))
    assert found == [
        (front, Icon.FRONT, 6),
        (centre, Icon.CORE, 6),
        (rear, Icon.REAR, 6),
        (front_left | rear_left, Icon.FLANK, 6),
        (front_right | rear_right, Icon.FLANK, 6),
    ]
    assert list(book.start.dice) == [6, 6, 6, 6, 6, 0, 0, 0]


def test_giant_rats(book):
    rat = book.minions[0]
    assert (rat.defence, rat.hp, rat.move, rat.reach, rat.models) == (2, 1, 6, 0, 12)
    assert list(rat.might) == [0, 2, 0, 0]
    assert rat.keys == Key.MOB | Key.IMMUNE_TO_BOSS
    assert rat.first == rat.end


@pytest.mark.parametrize("number", range(1, 16))
def test_the_steps_of_the_fifteen_stage_cards(book, number):
    stage, steps, last = CARDS[number - 1]
    card = book.stage_cards[number - 1]
    assert card.stage == stage
    assert effects(book, card.first, card.end) == steps
    moves = [book.steps[row].to for row in range(card.first, card.end) if book.steps[row].do == Do.MOVE]
    if last is not None:
        assert moves[-1] == last
    assert (step(book, number, 0).kind, step(book, number, 0).to) == (0, To.RELATIVE + 3)


def test_directions_and_details_of_single_cards(book):
    assert [step(book, number, 1).to for number in (4, 7, 8, 9, 12, 13, 14)] == [NW, NE, NW, NE, NE, SW, SE]
    weaker = step(book, 3, 3)
    assert (weaker.who, weaker.per, weaker.lasts) == (Who.HIT, Per.HP_DEALT, Lasts.ENCOUNTER)
    assert step(book, 4, 2).flags == Flag.ALSO_MINIONS
    lash = step(book, 5, 3)
    assert (lash.icon, lash.shape, lash.size) == (Icon.REAR, Shape.CONE, 3)
    assert (step(book, 5, 4).who, step(book, 5, 4).flags) == (Who.HIT, Flag.FROM_REAR)
    cloud = step(book, 8, 3)
    assert (cloud.icon, cloud.shape, cloud.size) == (Icon.FRONT, Shape.DISC, 1)
    assert (step(book, 10, 1).to, step(book, 10, 3).condition) == (To.FARTHEST_MINION, If.KILLED)
    spit = step(book, 13, 2)
    assert (spit.reach, spit.shape, spit.who) == (6, Shape.DISC, Who.TARGET)
    assert (step(book, 15, 1).who, step(book, 15, 1).lasts) == (Who.SELF, Lasts.ENCOUNTER)
    assert (step(book, 15, 2).icon, step(book, 15, 2).shape) == (Icon.REAR, Shape.ADJACENT)


def test_the_set_up(book):
    start = book.start
    boss = start.pieces[BOSS]
    assert (boss.kind, boss.hex, boss.facing, boss.large) == (Kind.BOSS, index_of(0, -2), 3, 1)
    around = [int(hex) for hex in geometry()["neighbour"][0, boss.hex]]
    assert all(start.occupant[hex] == BOSS + 1 for hex in (boss.hex, *around))
    rear = index_of(0, -3)
    rats = [start.pieces[MINION + place] for place in range(2)]
    assert all(rat.kind == Kind.MINION and rat.hp == 1 for rat in rats)
    assert all(geometry()["distance"][0, rear, rat.hex] == 1 for rat in rats)
    assert start.pieces[MINION + 2].kind == Kind.NONE
    usual = [index_of(-4, 6), index_of(-2, 5), index_of(-1, 5), index_of(0, 4)]
    assert all(book.start_zone[hex] for hex in usual)
    assert all(start.pieces[seat].hex == -1 for seat in range(SEATS))


def test_five_trees_of_three_hexes_block(book):
    trees = [[hex for hex in book.obstacle_hexes[place] if hex >= 0] for place in range(OBSTACLES)]
    assert [len(hexes) for hexes in trees] == [3] * 5 + [0] * 10
    blocked = {hex for hex in range(161) if book.start.blocks[hex // 63] >> (hex % 63) & 1}
    assert blocked == {hex for hexes in trees for hex in hexes}
    assert all(book.start.terrain[hex] == place + 1 for place, hexes in enumerate(trees) for hex in hexes)
    for hexes in trees:
        assert all(geometry()["distance"][0, one, other] <= 1 for one in hexes for other in hexes)


def test_the_stage_deck_starts_face_down(book):
    assert [zone == StageZone.DECK for zone in book.start.stage_zone] == [True] * 15 + [False] * (STAGE_CARDS - 15)
    assert (book.start.face_up, book.start.stage) == (-1, 1)


def test_the_state_that_an_encounter_starts_from(book):
    start = book.start
    assert (start.top, start.seat, start.answer, start.decision, start.outcome) == (-1, -1, -1, Decision.NONE, 0)
    assert [piece.hex for piece in start.pieces].count(-1) == PIECES - 3
    assert all((piece.owner, piece.target) == (-1, -1) for piece in start.pieces)
    for side in range(2):
        assert list(start.decks[side * COLOURS].pile) == [6, 6, 3, 0, 0, 3]
        assert list(start.decks[side * COLOURS + 3].pile) == [6, 0, 0, 6, 3, 3]
    assert all(sum(deck.pile) == 18 and sum(deck.discard) == 0 for deck in start.decks)
    assert start.allies == 0b1111
    assert list(book.values[3]) == [0, 1, 2, 3, 4, 5]
    for seat, animus in enumerate((8, 8, 7, 9)):
        mine = start.seats[seat]
        assert (mine.form, mine.available, mine.reserve, mine.ally) == (Form.FULL, 0, animus, -1)
        assert list(mine.cards) == [Zone.HAND] * 7
        assert list(mine.injuries) == [Zone.NONE] * 4
        assert set(mine.thrown) == {-1}


@pytest.mark.parametrize(
    ("level", "hp", "defence", "allies"),
    [
        ("journeyman", 6, 2, 0),
        ("pilgrim", 6, 1, 1),
        ("free_company", 6, 0, 0),
        ("grim", 5, 0, 0),
        ("dread", 4, 0, 0),
    ],
)
def test_the_five_difficulties(level, hp, defence, allies):
    book = book_of(difficulty=level)
    assert [book.start.pieces[seat].max_hp for seat in range(SEATS)] == [hp] * SEATS
    assert book.allies[0].max_hp == hp
    assert (book.extra_defence, book.ally_defence) == (defence, allies)


def test_the_even_broodmother_differs_in_figures_only():
    plain, even = make_scenario("broodmother").encounter, make_scenario("broodmother-even").encounter
    assert even.stage_cards == plain.stage_cards
    assert even.obstacles == plain.obstacles
    assert set(tables("encounters/broodmother-even")) == {"base", "name", "tuning"}


def test_figures_are_set_by_name():
    sets = {"boss.defence": "3", "location.hp": 4, "front.hp": "5", "giant-rat.might.yellow": 1, "boss.might.black": 2}
    book = book_of(sets=sets)
    assert book.bosses[0].defence == 3
    assert list(book.bosses[0].might) == [0, 3, 3, 2]
    assert list(book.start.dice) == [5, 4, 4, 4, 4, 0, 0, 0]
    assert list(book.minions[0].might) == [0, 1, 0, 0]


def test_a_figure_without_sense_is_refused_with_what_there_is():
    with pytest.raises(ContentError) as raised:
        make_scenario(sets={"bos.defence": "3", "boss.defence": "many", "minion.wings": 1})
    lines = str(raised.value).splitlines()
    assert len(lines) == 3
    assert "did you mean boss.defence?" in lines[0]
    assert "a whole number" in lines[1]
    with pytest.raises(ContentError, match=r"bosses\[0\]\.defence: found 0; valid: 1 or more"):
        make_scenario(sets={"boss.defence": "0"})


def test_several_dice_in_one_hex():
    book = book_of("several-dice")
    assert book.start.pieces[BOSS].large == 0
    assert [location.body for location in book.locations if location.boss == 0] == [1, 1, 1]
    assert list(book.start.dice)[:4] == [5, 6, 4, 0]
    assert book.start.tile[hex_named("H6")] == 2


def test_two_bosses_with_minions():
    book = book_of("two-bosses")
    assert [location.boss for location in book.locations] == [0, 0, 1, 1, -1, -1, -1, -1]
    assert [book.start.pieces[BOSS + boss].hex for boss in range(2)] == [hex_named("H3"), hex_named("J3")]
    assert [kind.known for kind in book.minions] == [1, 1, 0, 0]
    assert effects(book, book.minions[1].first, book.minions[1].end) == ["status 1"]
    assert [book.start.pieces[MINION + place].sort for place in range(3)] == [0, 0, 1]


@pytest.mark.parametrize("name", built_in("encounters"))
@pytest.mark.parametrize("party", ["starter", "solo"])
def test_every_encounter_compiles_for_every_party(name, party):
    book = book_of(f"oathsworn/{name}", party)
    assert 0 < book.n_steps < 640
    assert sum(card.stage > 0 for card in book.stage_cards) == 15
    assert np.count_nonzero(list(book.start_zone)) >= SEATS
