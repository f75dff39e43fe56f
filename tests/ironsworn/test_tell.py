"""Events as sentences, options as labels: what a player of the game reads."""

import random

import pytest

from shieldmate.envs.core.catalogue import say
from shieldmate.envs.core.content import numbered
from shieldmate.envs.core.game import Table
from shieldmate.envs.core.told import Tone
from shieldmate.envs.ironsworn.asked import Asked
from shieldmate.envs.ironsworn.assets import all_assets
from shieldmate.envs.ironsworn.game import IRONSWORN
from shieldmate.envs.ironsworn.house_rules import HouseRules
from shieldmate.envs.ironsworn.labels import decision_text, labels
from shieldmate.envs.ironsworn.names import Names, boxes_text, dice_text
from shieldmate.envs.ironsworn.scenario import compile_book, make_scenario
from shieldmate.envs.ironsworn.sheet import Sheet, SheetAsset
from shieldmate.envs.ironsworn.tell import TELLERS, Teller, table_row
from shieldmate.envs.ironsworn.terms import Act, Event, Move, Outcome, Place, Price
from shieldmate.envs.ironsworn.view import public

NAMES = Names(("Kuno", "Eydis"), ("Wyvern", "Wolf pack of 5"), (("Horse", "Swordmaster"), ()))


def told(*events):
    lines = Teller(NAMES).tell([(*event, *[0] * (8 - len(event))) for event in events])
    return [line.text for line in lines]


def test_a_strike_reads_as_a_strike():
    assert told(
        (Event.ROUND, 3),
        (Event.TURN, 0),
        (Event.CHOICE, 0, Act.STRIKE_CLOSE),
        (Event.MOVE, 0, Move.STRIKE, 2, 0, 3),
        (Event.DICE, 0, 5, 4, 9, 8),
        (Event.RESULT, 0, Move.STRIKE, 1),
        (Event.INITIATIVE, 0, 0),
        (Event.PROGRESS, 0, 2, 8, 11),
    ) == [
        "Round 3",
        "Kuno strikes at Wyvern (iron, +3)",
        "5+3=8 vs 4, 9: weak hit",
        "loses initiative",
        "Wyvern: 2 harm, progress +2, now 2 and 3/4",
    ]


@pytest.mark.parametrize(
    ("add", "dice", "cancelled", "line"),
    [
        (3, (5, 4, 9, 8), False, "5+3=8 vs 4, 9: miss"),
        (-2, (5, 4, 9, 3), False, "5-2=3 vs 4, 9: miss"),
        (6, (6, 4, 9, 10), False, "6+6=12, counts as 10, vs 4, 9: miss"),
        (3, (5, 4, 9, 3), True, "0+3=3 vs 4, 9 (the 5 is cancelled by momentum): miss"),
    ],
)
def test_dice(add, dice, cancelled, line):
    events: list[tuple[int, ...]] = [(Event.MOVE, 0, Move.FACE, 0, -1, add)]
    if cancelled:
        events.append((Event.CANCELLED, 0, dice[0]))
    events += [(Event.DICE, 0, *dice), (Event.RESULT, 0, Move.FACE, 0)]
    assert told(*events)[1:] == [line]


def test_a_reroll_and_a_burn_come_between_dice_and_result():
    assert told(
        (Event.MOVE, 0, Move.STRIKE, 2, 0, 2),
        (Event.DICE, 0, 1, 4, 9, 3),
        (Event.REROLL, 0, 5, 3),
        (Event.DICE, 0, 2, 4, 8, 4),
        (Event.BURN, 0, 9, 2),
        (Event.RESULT, 0, Move.STRIKE, 2, 1),
    )[1:] == [
        "1+2=3 vs 4, 9",
        "rerolls the action die and the second challenge die (Swordmaster 1)",
        "2+2=4 vs 4, 8",
        "burns momentum, 9 to 2",
        "strong hit with a match",
    ]


def test_what_happens_to_another_names_it():
    assert told(
        (Event.MOVE, 0, Move.AID, 1, -1, 2),
        (Event.MOMENTUM, 0, 1, 3),
        (Event.MOMENTUM, 1, 2, -4),
        (Event.HEALTH, 1, -2, 0),
    )[1:] == ["momentum +1, now +3", "Eydis: momentum +2, now -4", "Eydis: health -2, now 0"]


@pytest.mark.parametrize(
    ("price", "line"),
    [
        ((Price.HARM, 3, -1, 0), "pays the price: 3 harm"),
        ((Price.HARM, 3, -1, 1), "pays the price: 3 harm, 1 of it to the companion"),
        ((Price.HARM, 3, 0, 0), "pays the price: 3 harm to Horse"),
        ((Price.HARM, 0, -1, 0), "pays no price"),
        ((Price.STRESS, 2, -1, 0), "pays the price: 2 stress"),
        ((Price.MOMENTUM, 2, -1, 0), "pays the price: -2 momentum"),
        ((Price.SUPPLY, 1, -1, 0), "pays the price: -1 supply"),
        ((Price.GEAR, 2, -1, 0), "pays the price: gear is lost"),
    ],
)
def test_prices(price, line):
    assert told((Event.MOVE, 0, Move.FACE, 0, -1, 1), (Event.PRICE, 0, *price))[1:] == [line]


@pytest.mark.parametrize(
    ("table", "face", "line"),
    [
        (0, 10, "harm table 10: mortal harm"),
        (0, 20, "harm table 20: dying"),
        (0, 35, "harm table 35: out cold"),
        (0, 50, "harm table 50: reeling"),
        (0, 100, "harm table 100: still standing"),
        (1, 10, "stress table 10: overwhelmed"),
        (1, 51, "stress table 51: bears it"),
        (2, 60, "price table 60: harm"),
        (4, 50, "at the foe's mercy (50): spared"),
        (4, 51, "at the foe's mercy (51): no mercy"),
    ],
)
def test_tables(table, face, line):
    assert told((Event.MOVE, 0, Move.FACE, 0, -1, 1), (Event.TABLE, 0, table, face))[1:] == [line]


def test_every_kind_of_event_is_told():
    assert TELLERS.keys() == set(Event)
    for place in Place:
        if place != Place.FIGHTING:
            assert told((Event.LEFT, 0, place))
    for outcome in Outcome:
        if outcome != Outcome.ON:
            assert told((Event.OUTCOME, outcome))


def test_choices_that_no_track_shows_are_told():
    boasts = (Act.FIRST_STRIKE, Act.BARE, Act.NO_IRON, Act.BLEED, Act.TO_THE_DEATH)
    assert [told((Event.ANSWER, 0, act)) for act in (*boasts, Act.LOSE_OBJECTIVE)] == [
        ["Kuno: Boast: the foe may strike first"],
        ["Kuno: Boast: no armour, no shield"],
        ["Kuno: Boast: no weapon"],
        ["Kuno: Boast: draw your own blood first"],
        ["Kuno: Boast: to the death"],
        ["Kuno: An objective is lost"],
    ]


def test_names_that_occur_twice_are_numbered():
    assert numbered(["Bear", "Wolf", "Bear"]) == ("Bear 1", "Wolf", "Bear 2")


def test_names_stay_on_their_line():
    names = Names.of(make_scenario(["bear"], [Sheet(name="Ku\nno\x1b[2J", edge=1, heart=1, iron=1, shadow=1, wits=1)]))
    assert names.characters == ("Ku\\nno\\x1b[2J",)


def test_progress_is_told_in_boxes():
    assert [boxes_text(ticks) for ticks in (0, 4, 22, 3, 40)] == ["0", "1", "5 and 2/4", "0 and 3/4", "10"]


def test_dice_of_a_reroll():
    assert dice_text(1) == "the action die"
    assert dice_text(7) == "the action die, the first challenge die and the second challenge die"


def any_fight(luck):
    sheets = [
        Sheet(
            name=f"Hero {number}",
            edge=2,
            heart=2,
            iron=3,
            shadow=1,
            wits=1,
            health=luck.randint(0, 5),
            spirit=luck.randint(0, 5),
            supply=luck.randint(0, 2),
            momentum=luck.randint(-6, 5),
            assets=tuple(
                SheetAsset(id=name, abilities=(True, True, True), prepared=luck.random() < 0.5)
                for name in luck.sample(sorted(all_assets()), 6)
            ),
        )
        for number in range(luck.randint(1, 3))
    ]
    foes = luck.choice([["giant"], ["raider", "wolf:3"], ["haunt", "troll"]])
    rules = HouseRules(
        price=luck.choice(["mixed", "table", "oracle"]),
        opening=luck.choice(["fray", "circle", "battle"] if len(foes) == 1 else ["fray", "battle"]),
        opening_stat="pick",
        compel="once",
        surrender=True,
        end_weak="narrative",
        end_miss=luck.choice(["lost", "returns"]),
        foe_behaviour=luck.choice(["attack", "oracle"]),
        order=luck.choice(["round_robin", "free"]),
        matches=True,
    )
    return make_scenario(foes, sheets, rules)


@pytest.mark.compiled
def test_whole_fights_are_told_without_a_gap():
    """Random fights with everything on: every event has a sentence, every option a label of its own."""
    decisions, events = set(), set()
    for seed in range(150):
        luck = random.Random(seed)
        scenario = any_fight(luck)
        names, table = Names.of(scenario), Table(IRONSWORN, compile_book(scenario))
        teller, state = Teller(names), table.views[0]
        table.reset(seed)
        while True:
            rows = table.events().tolist()
            events |= {row[0] for row in rows}
            lines = teller.tell(rows)
            assert all(line.text and "\n" not in line.text for line in lines)
            if state.outcome:
                assert lines[-1].tone == Tone.RESULT
                break
            options = labels(names, state)
            assert list(options) == table.legal()
            assert len(set(options.values())) == len(options), options
            assert decision_text(names, state).endswith("?")
            decisions.add(state.decision)
            table.apply(luck.choice(table.legal()))
    assert len(decisions) >= 18
    assert len(events) >= 26


@pytest.mark.parametrize(
    ("faces", "word"), [((3, 5), "trusted"), ((6, 9), "danger"), ((10, 16), "cut off"), ((95, 98), "companion or ally")]
)
def test_rows_of_the_price_table_say_what_the_book_means(faces, word):
    assert all(word in table_row(Asked.PRICE, face, 0)[1] for face in faces)


@pytest.mark.parametrize("place", Place)
def test_who_leaves_may_leave_a_fight_that_is_won(place):
    """Some do so by a price or a roll behind the last foe's end, so nothing is said of a fight going on."""
    if place != Place.FIGHTING:
        assert "the fight" not in told((Event.LEFT, 0, place))[0]
    assert "the fight" not in say(f"place.{place.name.lower()}")


def test_what_the_foe_does_names_its_character_once():
    assert told((Event.ROUND, 2), (Event.TABLE, 1, Asked.COMBAT, 95)) == [
        "Round 2",
        "Eydis sees the foe: it attacks (combat table 95)",
    ]


def test_the_view_is_plain_data_with_names():
    from shieldmate.envs.ironsworn.state import Book

    scenario = make_scenario(["wolf:5", "raider"])
    table = Table(IRONSWORN, compile_book(scenario))
    table.reset(1)
    data = public(Names.of(scenario), table.views[0], Book.at(table.books, 0), 0)
    assert [foe["name"] for foe in data["foes"]] == ["Wolf pack of 5", "Raider"]
    assert data["characters"][0]["name"] == "Warrior"
    assert [int(act) for act in data["options"]] == table.legal()
    assert "chance" not in data
    assert data["house_rules"]["price"] == "mixed"
    assert (data["characters"][0]["reach"], data["foes"][0]["undead"]) == ("both", False)
