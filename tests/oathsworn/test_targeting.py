"""Whom an enemy goes for: the breaker, the one named, the closest; ties and why (rules 7.6, 7.8; E 19, 23)."""

from typing import Any

import pytest
from positions import Position, position

from shieldmate.envs.oathsworn.stage import find_target
from shieldmate.envs.oathsworn.targeting import choose_target
from shieldmate.envs.oathsworn.terms import (
    BOSS,
    MINION,
    Do,
    Event,
    Form,
    Kind,
    Prefer,
    Reason,
    Shape,
    Status,
    To,
)

NOBODY = -1


def goes_for(
    given: Position,
    moves: int = 4,
    reach: int = 0,
    prefer: Prefer = Prefer.CLOSEST,
    breaker: int = NOBODY,
    barred: int = NOBODY,
    enemy: int = BOSS,
    arc: int = 0,
) -> tuple[int, Reason]:
    """Let an enemy choose; gives whom, and why as the event tells it."""
    choose_target(given.state, given.book, given.tape, enemy, moves, reach, prefer, arc, breaker, barred)
    told = [row for row in given.rows() if row[0] == Event.TARGET]
    if not told:
        return given.state.pieces[enemy].target, Reason.NOBODY
    assert told[-1][1:3] == (enemy, given.state.pieces[enemy].target)
    return told[-1][2], Reason(told[-1][3])


CLOSEST = {
    "the fewest steps": (
        """
          F G H I J
        2   B   .
        3 .   .   1
        3   .   .
        4 .   .   .
        4   .   .
        5 .   .   .
        5   .   .
        6 0   .   .
        """,
        1,
        Reason.CLOSEST,
    ),
    "steps, not hexes": (
        """
          F G H I J
        2   B   .
        3 r   r   .
        3   r   .
        4 .   .   .
        4   0   1
        """,
        1,
        Reason.CLOSEST,
    ),
    "equally near: North": (
        """
          F G H I J
        2   B   .
        3 .   .   .
        3   .   1
        4 .   .   .
        4   0   .
        """,
        1,
        Reason.NORTH_WEST,
    ),
    "equally near and North: West": (
        """
          E F G H I
        2     B
        3   .   .
        3 1   .   0
        4   .   .
        """,
        1,
        Reason.NORTH_WEST,
    ),
    "out of sight is passed over": (
        """
          F G H I J
        2   B   .
        3 .   .   .
        3   #   .
        4 .   .   1
        4   0   .
        """,
        1,
        Reason.CLOSEST,
    ),
    "out of reach is passed over": (
        """
          F G H I J K
        2   B   .   .
        3 .   .   .
        3   .   r   .
        4 .   r   r
        4   .   0   .
        5 .   r   r
        5   .   r   .
        6 .   .   .
        6   1   .   .
        """,
        1,
        Reason.CLOSEST,
    ),
    "nobody in sight and reach: the closest all the same": (
        """
          F G H I J
        2   B   .
        3 .   .   .
        3   .   .
        4 .   .   .
        4   .   .
        5 .   .   .
        5   .   .
        6 .   .   .
        6   .   .
        7 .   .   .
        7   .   .
        8 .   .   .
        8   0   .
        9 .   .   1
        """,
        0,
        Reason.NOBODY,
    ),
}


@pytest.mark.parametrize("name", CLOSEST)
def test_the_closest_in_sight_that_can_be_reached(name: str) -> None:
    """Case 52: positions alone decide, whatever the seats."""
    picture, target, reason = CLOSEST[name]
    given = position(picture, large=False)
    assert goes_for(given) == (target, reason)
    swapped = position(picture.replace("0", "x").replace("1", "0").replace("x", "1"), large=False)
    assert goes_for(swapped) == (1 - target, reason)


def test_a_large_one_counts_from_its_base_and_sees_from_its_front() -> None:
    picture = """
          G H I J K
        3     B
        4   .   .
        4 .   .   .
        5   .   .
        5 #   .   1
        6   .   .
        6 0   .   .
    """
    given = position(picture, facing="s")
    assert goes_for(given, moves=3) == (1, Reason.CLOSEST)
    assert given.state.pieces[BOSS].facing == 3
    behind = position(
        """
          G H I J K
        2     1
        3   .   .
        3 .   .   .
        4   .   .
        4 .   #   .
        5   .   .
        5 .   B   .
        6   .   .
        6 .   .   .
        7   .   .
        7 .   .   .
        8   .   .
        8 .   0   .
        """
    )
    assert goes_for(behind) == (0, Reason.CLOSEST)


@pytest.mark.parametrize(
    ("breaker", "moves", "target", "reason"),
    [(1, 4, 1, Reason.BREAKER), (1, 1, 0, Reason.CLOSEST), (2, 9, 0, Reason.CLOSEST), (NOBODY, 9, 0, Reason.CLOSEST)],
)
def test_the_breaker_if_it_can_be_reached_and_seen(breaker: int, moves: int, target: int, reason: Reason) -> None:
    """Case 44."""
    given = position(
        """
          F G H I J
        2   B   .
        3 .   .   .
        3   0   #
        4 .   .   2
        4   .   .
        5 .   .   .
        5   1   .
        """,
        large=False,
    )
    assert goes_for(given, moves=moves, breaker=breaker) == (target, reason)


NAMED = """
      F G H I J
    2   B   .
    3 .   0   .
    3   .   .
    4 .   .   .
    4   1   .
    5 .   .   2
"""


@pytest.mark.parametrize(
    ("kills", "moves", "target", "reason"),
    [
        ((0, 0, 0), 5, 0, Reason.CLOSEST),
        ((0, 2, 1), 5, 1, Reason.NAMED),
        ((0, 2, 2), 5, 1, Reason.CLOSEST),
        ((0, 1, 2), 5, 2, Reason.NAMED),
        ((0, 1, 2), 1, 0, Reason.CLOSEST),
    ],
)
def test_the_one_named_else_the_closest(kills: tuple[int, int, int], moves: int, target: int, reason: Reason) -> None:
    """Who is named but out of reach is not replaced by the second of that name (rules 7.6, 2 and 3)."""
    given = position(NAMED, large=False)
    for seat, count in enumerate(kills):
        given.state.seats[seat].kills = count
    assert goes_for(given, moves=moves, prefer=Prefer.MOST_KILLS) == (target, reason)


@pytest.mark.parametrize(
    ("prefer", "target"),
    [
        (Prefer.FARTHEST, 2),
        (Prefer.LOWEST_HP, 1),
        (Prefer.HIGHEST_HP, 2),
        (Prefer.MOST_ANIMUS, 2),
        (Prefer.MOST_TOKENS, 1),
        (Prefer.LEAD, 1),
    ],
)
def test_what_a_card_may_name(prefer: Prefer, target: int) -> None:
    given = position(NAMED, large=False)
    for seat, (hp, animus, tokens) in enumerate([(4, 1, 1), (2, 0, 3), (5, 4, 0)]):
        given.state.pieces[seat].hp = hp
        given.state.seats[seat].available = animus
        given.state.seats[seat].tokens[2] = tokens
    given.state.lead = 1
    assert goes_for(given, prefer=prefer)[0] == target


def test_an_arc_may_be_named() -> None:
    given = position("""
          F G H I J
        2   .   .
        3 .   B   0
        3   .   .
        4 .   .   .
        4   .   .
        5 .   1   .
    """, large=False)  # fmt: skip
    front, rear, flank = 1, 2, 3
    assert goes_for(given, prefer=Prefer.IN_ARC, arc=front) == (1, Reason.NAMED)
    assert goes_for(given, prefer=Prefer.IN_ARC, arc=flank) == (0, Reason.NAMED)
    assert goes_for(given, prefer=Prefer.IN_ARC, arc=rear) == (0, Reason.NORTH_WEST)


def test_who_is_barred_is_not_chosen() -> None:
    given = position(NAMED, large=False)
    assert goes_for(given, barred=0) == (1, Reason.CLOSEST)
    alone = position("""
          F G H
        3   B
        4 .   0
    """, large=False)  # fmt: skip
    assert goes_for(alone, barred=0) == (NOBODY, Reason.NOBODY)


def test_a_mob_prefers_who_stands_beside_another_mob() -> None:
    """Case 52."""
    given = position("""
          E F G H I J
        2     r
        3   .   .   .
        3 1   .   0
        4   .   .   r
    """)  # fmt: skip
    assert goes_for(given, moves=9, enemy=MINION) == (0, Reason.MOB)
    both = position("""
          D E F G H I J
        2   .   r   .
        3 .   .   .   .
        3   1   .   0
        4 r   .   .   r
    """)  # fmt: skip
    assert goes_for(both, moves=9, enemy=MINION) == (1, Reason.NORTH_WEST)


def test_a_taunt_overrides_all_even_out_of_reach() -> None:
    given = position(NAMED, large=False)
    given.state.pieces[BOSS].status[Status.TAUNTED] = 1 + 2
    assert goes_for(given, moves=0, breaker=0) == (2, Reason.TAUNT)
    given.state.pieces[2].hex = -1
    assert goes_for(given, moves=0, breaker=0) == (0, Reason.BREAKER)


def test_bosses_go_for_oathsworn_minions_for_all_friends() -> None:
    picture = """
          F G H I J
        2   B   .
        3 .   0   .
        3   .   .
        4 .   f   .
        4   r   .
        5 .   .   1
    """
    given = position(picture, large=False)
    given.state.pieces[0].kind = Kind.ALLY
    given.state.seats[0].form = Form.ALLY
    assert goes_for(given) == (1, Reason.CLOSEST)
    friend = 18
    given.book.friends[0].holds_hex = 1
    assert goes_for(given, enemy=MINION) == (friend, Reason.CLOSEST)
    given.book.friends[0].holds_hex = 0
    assert goes_for(given, enemy=MINION) == (0, Reason.CLOSEST)


# ---- what a card lets a boss reach ------------------------------------------------------------------------------


def card(given: Position, *steps: dict[str, Any], prefer: int = -1, reaction: int = 0, breaker: int = NOBODY) -> int:
    """Lay a card of these steps into the book and open its program for the boss; gives its first row."""
    first: int = given.program(**steps[0])
    for step in steps[1:]:
        row = given.book.n_steps
        for name, value in {"icon": -1, "kind": -1, **step}.items():
            setattr(given.book.steps[row], name, value)
        given.book.n_steps += 1
    play = given.state.plays[given.state.n_plays - 1]
    play.end = given.book.n_steps
    play.source = 0
    play.reaction = reaction
    play.breaker = breaker
    given.book.stage_cards[0].prefer = prefer
    return first


MOVE = {"do": Do.MOVE, "to": To.TARGET}
STRIKE = {"do": Do.ATTACK}
ROW_OF_THREE = """
      F G H I J
    2   B   .
    3 .   0   .
    3   .   .
    4 .   .   .
    4   .   1
    5 .   .   .
    5   .   .
    6 .   .   .
    6   2   .
"""


@pytest.mark.parametrize(
    ("steps", "reaction", "breaker", "prefer", "target"),
    [
        ([{**MOVE, "amount": 3}, STRIKE], 0, NOBODY, -1, 0),
        ([{**MOVE, "amount": 3}, STRIKE], 0, NOBODY, Prefer.FARTHEST, 2),
        ([{**MOVE, "amount": 2}, STRIKE], 0, NOBODY, Prefer.FARTHEST, 0),
        ([{**MOVE, "amount": 3}, STRIKE], 3, 2, -1, 2),
        ([{**MOVE, "amount": 3}, STRIKE], 3, 2, Prefer.HIGHEST_HP, 2),
        ([{**MOVE, "amount": 2}, STRIKE], 3, 2, -1, 0),
        ([{**MOVE, "amount": 2}, {**STRIKE, "reach": 2}], 3, 2, -1, 2),
        ([{**MOVE, "amount": 1}, {**STRIKE, "shape": Shape.CONE, "size": 3}], 3, 2, -1, 2),
        ([{**STRIKE, "reach": 4}], 3, 2, -1, 2),
        ([{"do": Do.MOVE, "to": To.FIXED, "amount": 9}, STRIKE], 3, 2, -1, 0),
        ([{**MOVE, "amount": 3}, STRIKE], 5, 2, -1, 0),
    ],
    ids=[
        "closest", "named", "named but too far", "breaker", "breaker before the one named", "breaker too far",
        "range counts", "a cone's size counts", "range alone", "other movement does not count", "another boss broke",
    ],
)  # fmt: skip
def test_reach_is_the_card_s_movement_and_range(
    steps: list[dict[str, Any]], reaction: int, breaker: int, prefer: int, target: int
) -> None:
    given = position(ROW_OF_THREE, large=False, scenario="several-dice")
    row = card(given, *steps, prefer=prefer, reaction=reaction, breaker=breaker)
    find_target(given.state, given.book, given.tape, 0, row, BOSS, -1)
    assert given.state.pieces[BOSS].target == target


def test_a_die_lost_to_nobody_aims_at_the_closest() -> None:
    """Rules 4.6: by fire."""
    given = position(ROW_OF_THREE, large=False, scenario="several-dice")
    row = card(given, {**MOVE, "amount": 9}, STRIKE, prefer=Prefer.FARTHEST, reaction=3, breaker=NOBODY)
    find_target(given.state, given.book, given.tape, 0, row, BOSS, -1)
    assert given.state.pieces[BOSS].target == 0


@pytest.mark.parametrize(("house", "target"), [("normal_targeting", 0), ("cancel", NOBODY)])
def test_a_breaker_that_fell(house: str, target: int) -> None:
    given = position(ROW_OF_THREE, large=False, scenario="several-dice", breaker_gone=house)
    fallen = given.state.pieces[3]
    fallen.kind = Kind.NONE
    row = card(given, {**MOVE, "amount": 3}, STRIKE, reaction=3, breaker=3)
    find_target(given.state, given.book, given.tape, 0, row, BOSS, -1)
    assert given.state.pieces[BOSS].target == target


def test_a_breaker_that_is_consumed_is_passed_over_under_every_rule() -> None:
    given = position(ROW_OF_THREE, large=False, scenario="several-dice", breaker_gone="cancel")
    given.state.pieces[3].status[Status.CONSUMED] = 1
    row = card(given, {**MOVE, "amount": 3}, STRIKE, reaction=3, breaker=3)
    find_target(given.state, given.book, given.tape, 0, row, BOSS, -1)
    assert given.state.pieces[BOSS].target == 0


@pytest.mark.parametrize(
    ("prefer", "target"), [(Prefer.NEXT_CLOSEST, 1), (Prefer.KEEP, 0), (Prefer.FARTHEST, 2), (Prefer.LOWEST_HP, 0)]
)
def test_a_new_choice_of_target(prefer: Prefer, target: int) -> None:
    given = position(ROW_OF_THREE, large=False, scenario="several-dice")
    given.state.pieces[0].hp = 1
    given.state.pieces[BOSS].target = 0
    retarget = {"do": Do.RETARGET, "amount": int(prefer)}
    row = card(given, retarget, {**MOVE, "amount": 5}, STRIKE)
    given.run(Do.RETARGET, row, BOSS, 0)
    assert given.state.pieces[BOSS].target == target
