"""The stage deck: its order, what makes a stage pass, and what becomes of its cards (rules 7.4; E 7, 15, 18)."""

from collections import Counter
from typing import Any

import pytest
from positions import Position, position

from shieldmate.envs.oathsworn.terms import (
    BOSS,
    STAGE_CARDS,
    Do,
    Event,
    Lasts,
    Op,
    StageZone,
    Stream,
    To,
    Who,
)

NOBODY = -1
BOARD = """
      G H I J
    3   .
    3 .   B
    4   .
    4 .   .
    5   .
    5 .   .
    9 0   1
"""


def deck(picture: str = BOARD, **rules: str) -> Position:
    """A boss before its deck, whose cards do nothing; nothing is revealed yet."""
    given = position(picture, scenario="several-dice", **rules)
    for card in given.book.stage_cards:
        card.end = card.first
        card.lasting = 0
    return given


def draws(given: Position, count: int) -> list[int]:
    """Resolve the face-up card a number of times; gives the cards."""
    cards = []
    for _ in range(count):
        cards.append(given.state.face_up)
        given.run(Op.CARD, given.state.face_up, 0, NOBODY)
    return cards


def stages(given: Position, cards: list[int]) -> list[int]:
    return [given.book.stage_cards[card].stage for card in cards]


def test_five_of_each_stage_then_the_third_again() -> None:
    """Case 54: the sixteenth draw is a stage III card."""
    given = deck()
    given.run(Op.STAGE)
    first = [row[1] for row in given.rows() if row[0] == Event.RESOLVE]
    cards = first + draws(given, 19)
    assert stages(given, cards) == [1] * 5 + [2] * 5 + [3] * 10
    assert len(set(cards[:15])) == 15
    assert set(cards[10:15]) == set(cards[15:])
    assert [row[1] for row in given.rows() if row[0] == Event.STAGE] == [2, 3]


def test_the_next_card_is_always_face_up() -> None:
    given = deck()
    given.run(Op.STAGE)
    for _ in range(20):
        face_up = given.state.face_up
        zones = Counter(given.state.stage_zone)
        assert given.state.stage_zone[face_up] == StageZone.FACE_UP
        assert zones[StageZone.FACE_UP] == 1
        assert sum(zones.values()) - zones[StageZone.NONE] == 15
        draws(given, 1)


def test_a_named_card_is_the_one_drawn() -> None:
    given = deck()
    given.feed(Stream.STAGE, 3, 1, 5)
    given.run(Op.STAGE)
    draws(given, 1)
    assert [row[1] for row in given.rows() if row[0] == Event.REVEALED] == [2, 0, 4]


@pytest.mark.parametrize(
    ("lost", "stage", "thrown"), [((0,), 2, {1: 4}), ((0, 1), 3, {1: 4, 2: 5})], ids=["one die", "two dice"]
)
def test_lost_dice_bring_the_next_stage_and_throw_the_old_away(
    lost: tuple[int, ...], stage: int, thrown: dict[int, int]
) -> None:
    """Case 54. One card of the first stage is used, its face-up one is thrown away with the rest."""
    given = deck()
    given.run(Op.STAGE)
    for die in lost:
        given.state.dice[die] = 0
        given.state.broken += 1
    given.state.n_reactions = 1
    given.state.reactions[0] = NOBODY
    given.state.reaction_boss[0] = 1
    given.run(Op.REACTIONS)
    assert given.state.stage == stage
    gone = [card for card in range(STAGE_CARDS) if given.state.stage_zone[card] == StageZone.GONE]
    assert Counter(stages(given, gone)) == thrown
    resolved = [row[1] for row in given.rows() if row[0] == Event.RESOLVE]
    assert stages(given, resolved) == [1, stage]
    assert given.book.stage_cards[given.state.face_up].stage == stage


def test_a_card_that_stays_visible_is_no_discard_until_the_round_ends() -> None:
    given = deck()
    given.run(Op.STAGE)
    draws(given, 10)
    lasting = given.state.face_up
    given.book.stage_cards[lasting].lasting = 1
    cards = draws(given, 9)
    assert given.state.stage_zone[lasting] == StageZone.LASTING
    assert cards.count(lasting) == 1
    given.run(Op.END_ROUND)
    assert given.state.stage_zone[lasting] == StageZone.DISCARD


def test_steps_that_cannot_be_done_are_skipped_the_others_are_not() -> None:
    """Rules 7.4: the target is out of reach, so there is a move and no attack; the rest goes on."""
    given = deck()
    card = 0
    rows: list[dict[str, Any]] = [
        {"do": Do.MOVE, "to": To.TARGET, "amount": 1},
        {"do": Do.ATTACK},
        {"do": Do.KNOCKBACK, "who": Who.HIT, "amount": 3},
        {"do": Do.DEFENCE, "who": Who.SELF, "amount": 1, "lasts": Lasts.ENCOUNTER},
    ]
    lay(given, card, rows)
    given.run(Op.CARD, card, 0, NOBODY)
    assert given.steps(BOSS) == ["I4"]
    assert len(given.events(Event.SKIPPED)) == 1
    assert not given.events(Event.STRIKE, Event.HP, Event.COLLISION)
    assert given.state.pieces[BOSS].defence == 1


def lay(given: Position, card: int, rows: list[dict[str, Any]]) -> None:
    """Write a stage card's program."""
    first = given.book.n_steps
    for fields in rows:
        step = given.book.steps[given.book.n_steps]
        for name, value in {"icon": -1, "kind": -1, **fields}.items():
            setattr(step, name, value)
        given.book.n_steps += 1
    given.book.stage_cards[card].first = first
    given.book.stage_cards[card].end = given.book.n_steps


def test_an_attack_that_has_no_part_left_whole_draws_one_card_fewer() -> None:
    """Case 46: of two yellow and one red, the red one."""
    given = deck(BOARD.replace("4 .   .", "4 .   0").replace("9 0   1", "9 .   1"))
    given.book.bosses[0].might[:] = [0, 2, 1, 0]
    lay(given, 0, [{"do": Do.ATTACK, "icon": given.book.locations[0].icon}])
    given.state.dice[0] = 0
    given.run(Op.CARD, 0, 0, NOBODY)
    assert given.events(Event.POOL) == [(Event.POOL, -1, 0, 2)]
    assert [row[3] for row in given.events(Event.STRIKE)] == [1]


def test_the_release_of_a_pack_is_carried_out_by_each_a_toll_once() -> None:
    given = position("""
          E F G H I J
        3     B   Y
        4   .   .   .
        7   0   1
    """, scenario="two-bosses")  # fmt: skip
    lay(given, 0, [{"do": Do.MOVE, "to": To.TARGET, "amount": 2}, {"do": Do.TOLL, "amount": 2}])
    given.run(Op.CARD, 0, 0, NOBODY)
    assert len(given.steps(BOSS)) == len(given.steps(BOSS + 1)) == 2
    hexes_between = 2
    assert len(given.events(Event.DREW)) == 2 * hexes_between


def test_a_pack_s_bosses_carry_the_card_out_one_by_one_the_nearest_first() -> None:
    """What one of them hit is knocked back by that one alone (rules 7.7)."""
    given = position("""
          E F G H I J K L
        3     .   .   Y
        4   .   .   .   .
        4     .   .   1
        5   .   .   .   .
        5     B   .   .
        6   .   .   .   .
        6     .   .   .
        7   .   .   .   .
        7     0   .   .
        8   .   .   .   .
        8     .   .   .
    """, scenario="two-bosses")  # fmt: skip
    lay(
        given,
        0,
        [
            {"do": Do.MOVE, "to": To.TARGET, "amount": 5},
            {"do": Do.ATTACK},
            {"do": Do.KNOCKBACK, "who": Who.HIT, "amount": 1},
        ],
    )
    for colour in range(4):
        given.book.bosses[0].might[colour] = given.book.bosses[1].might[colour] = 0
    given.run(Op.CARD, 0, 0, NOBODY)
    strikes = [row[1] for row in given.events(Event.STRIKE)]
    assert strikes == [BOSS + 1, BOSS]
    assert (given.at(0), given.at(1)) == ("G8", "K5")


def test_a_card_named_by_hand_must_be_one_that_can_come() -> None:
    given = deck()
    given.feed(Stream.STAGE, 12)
    with pytest.raises(AssertionError, match="6"):
        given.run(Op.STAGE)
