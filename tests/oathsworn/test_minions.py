"""Minions: whom they go for, all move before any attacks, Mob, spawning, eating (rules 7.8; E 20, 23)."""

import pytest
from positions import Position, position

from shieldmate.envs.oathsworn.pieces import lose_hp
from shieldmate.envs.oathsworn.terms import (
    BOSS,
    MINION,
    MINIONS,
    Act,
    Do,
    Event,
    Kind,
    Op,
    Status,
    Stream,
    To,
    Token,
)

YELLOW = Stream.ENEMY + 1


def act(given: Position) -> None:
    """Let the minions act, without might; nobody defends."""
    for kind in given.book.minions:
        kind.might[:] = [0, 0, 0, 0]
    given.run(Op.MINIONS)


def strikes(given: Position) -> list[tuple[int, int]]:
    """Who attacked, and whom, as bits."""
    return [(row[1], row[2]) for row in given.rows() if row[0] == Event.STRIKE]


def test_all_move_then_all_attack_the_nearest_to_its_target_first() -> None:
    given = position("""
          F G H I J
        2   r   .
        3 .   .   .
        3   .   .
        4 .   .   r
        4   .   .
        5 .   .   .
        5   0   .
    """, scenario="two-bosses")  # fmt: skip
    given.book.minions[0].keys = 0
    act(given)
    told = [(row[0], row[1]) for row in given.rows() if row[0] in (Event.STEP, Event.STRIKE)]
    assert told == [(Event.STEP, MINION)] * 2 + [(Event.STEP, MINION + 1)] * 2 + [
        (Event.STRIKE, MINION),
        (Event.STRIKE, MINION + 1),
    ]


def test_all_choose_before_any_of_them_moves() -> None:
    """Reading: no Mob stands beside seat 2 when the second rat looks out, though the first is on its way there."""
    given = position("""
          F G H I J K L
        3   0   .   1
        4 .   .   .   .
        4   .   .   .
        5 .   .   .   r
        5   .   r   .
        6 .   .   .   .
    """, scenario="two-bosses")  # fmt: skip
    second, first = MINION, MINION + 1
    if given.at(MINION) != "I5":
        second, first = first, second
    act(given)
    assert given.state.pieces[first].target == 1
    assert given.state.pieces[second].target == 0, "as near to both: West"


def test_one_that_has_acted_waits_for_the_next_phase() -> None:
    given = position("""
          F G H
        2   r
        3 .   .
        3   .
        4 .   .
        4   0
    """)  # fmt: skip
    act(given)
    assert given.at(MINION) == "G3"
    steps = len(given.events(Event.STEP))
    act(given)
    assert len(given.events(Event.STEP)) == steps
    given.run(Op.END_ROUND)
    assert given.state.pieces[MINION].acted == 0


def test_a_mob_strikes_one_character_with_one_draw_of_summed_might() -> None:
    given = position("""
          F G H I J
        3 .   r   .
        3   r   0
        4 .   .   .
        4   1   .
        5 r   .   .
    """)  # fmt: skip
    for stream in range(8):
        given.feed(stream)
    given.feed(YELLOW, 3, 3, 4, 4, 4, 2)
    given.run(Op.MINIONS)
    assert len(strikes(given)) == 2
    assert given.events(Event.POOL) == [(Event.POOL, -1, 0, 2), (Event.POOL, -1, 0, 4)]
    damage = [(row[2], row[3]) for row in given.rows() if row[0] == Event.DAMAGE]
    assert sorted(damage) == [(0, 4), (1, 10)]


def test_without_mob_each_draws_for_itself() -> None:
    given = position("""
          F G H I J
        3 .   r   .
        3   .   0
        4 .   .   r
    """)  # fmt: skip
    given.book.minions[0].keys = 0
    given.run(Op.MINIONS)
    assert given.events(Event.POOL) == [(Event.POOL, -1, 0, 2)] * 2


def test_a_summed_draw_ends_when_the_deck_does() -> None:
    given = position("""
          F G H I J
        2   .   .
        3 .   r   .
        3   r   .
        4 r   0   r
        4   r   r
        5 .   r   .
    """)  # fmt: skip
    given.book.minions[0].might[:] = [0, 4, 0, 0]
    given.run(Op.MINIONS)
    drawn = [row for row in given.rows() if row[0] == Event.DREW]
    assert len(drawn) == 18
    yellow = given.state.decks[5]
    assert sum(yellow.pile) + sum(yellow.discard) == 18


def test_more_might_this_round() -> None:
    given = position("""
          F G H
        3 .   r
        3   r
        4 .   0
    """)  # fmt: skip
    given.state.pieces[MINION].might_round = 1
    given.run(Op.MINIONS)
    assert given.events(Event.POOL) == [(Event.POOL, -1, 0, 5)]
    given.run(Op.END_ROUND)
    assert given.state.pieces[MINION].might_round == 0


def test_allies_and_friends_are_targets_too_and_the_unseen_are_walked_to() -> None:
    given = position("""
          F G H I J
        2   r   .
        3 #   #   .
        3   #   .
        4 .   .   .
        4   0   .
    """)  # fmt: skip
    act(given)
    assert given.steps(MINION)[0] in ("F2", "H2")
    beside = position("""
          F G H I J
        2   r   .
        3 .   .   .
        3   0   .
    """)  # fmt: skip
    beside.state.pieces[0].kind = Kind.ALLY
    act(beside)
    assert strikes(beside) == [(MINION, 1)]


def test_one_whose_target_fell_before_its_attack_does_nothing() -> None:
    given = position("""
          F G H I J
        3   .   .
        4 .   0   r
        4   r   .
    """)  # fmt: skip
    given.book.minions[0].keys = 0
    given.state.pieces[0].hp = 1
    for stream in range(8):
        given.feed(stream)
    given.feed(YELLOW, 4, 4)
    given.run(Op.MINIONS)
    assert len(strikes(given)) == 1
    assert given.at(0) == ""


# ---- ranged, own steps --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("steps", [["G3", "G4"], []], ids=["walks until in range", "in range"])
def test_one_with_a_range_walks_only_until_it_reaches_its_target(steps: list[str]) -> None:
    far = """
          F G H
        2   m
        3 .   .
        3   .
        4 .   .
        4   .
        5 .   .
        5   .
        6 .   .
        6   .
        7 .   .
        7   .
        8 .   .
        8   0
    """
    near = far.replace("8   0", "8   .").replace("6   .", "6   0")
    given = position(far if steps else near, scenario="two-bosses")
    act(given)
    assert given.steps(MINION) == steps
    assert len(strikes(given)) == 1


def test_one_with_a_range_needs_sight() -> None:
    given = position("""
          F G H
        2   m
        3 .   .
        3   #
        4 .   .
        4   0
    """, scenario="two-bosses")  # fmt: skip
    given.book.minions[1].move = 0
    act(given)
    assert strikes(given) == []


def test_a_kind_s_own_steps_follow_its_attack_on_whom_it_hit() -> None:
    given = position("""
          F G H
        2   m
        3 .   .
        3   0
    """, scenario="two-bosses")  # fmt: skip
    act(given)
    assert given.state.pieces[0].status[Status.BLEED] == 1


# ---- spawning ---------------------------------------------------------------------------------------------------


def spawn(given: Position, amount: int, to: int, kind: int = 0) -> list[str]:
    """Let the boss spawn; gives where, in order."""
    row = given.program(do=Do.SPAWN, kind=kind, amount=amount, to=to)
    given.run(Do.SPAWN, row, BOSS, 0)
    return [given.at(event[1]) for event in given.rows() if event[0] == Event.SPAWNED]


REAR, FRONT = To.RELATIVE + 3, To.RELATIVE
AROUND = """
      G H I J K
    2     .
    3   .   .
    3 .   .   .
    4   .   .
    4 .   B   .
    5   .   .
    5 .   .   .
    6   .   .
    6 .   .   .
    9     0
"""


@pytest.mark.parametrize(
    ("facing", "to", "hexes"),
    [
        ("s", REAR, ["I2", "H3", "J3"]),
        ("n", REAR, ["H6", "J6", "I6"]),
        ("s", FRONT, ["H6", "J6", "I6"]),
        ("se", REAR, ["H3", "G3", "G4"]),
    ],
)
def test_beside_the_boss_closest_to_the_side_named_north_first(facing: str, to: int, hexes: list[str]) -> None:
    given = position(AROUND, facing=facing)
    assert spawn(given, 3, to) == hexes


def test_a_taken_hex_is_passed_over_for_the_next_beside_her() -> None:
    given = position(AROUND.replace("2     .", "2     1").replace("3   .   .", "3   #   ."))
    assert spawn(given, 3, REAR) == ["J3", "G3", "K3"]


def test_where_all_beside_is_taken_the_closest_free_hex() -> None:
    ring = position("""
          G H I J K
        2     #
        3   #   #
        3 #       #
        4 #   B   #
        5 #       #
        6   #   #
        6     #
        9     0
    """)  # fmt: skip
    assert spawn(ring, 1, REAR) == ["I1"]


def test_no_more_than_there_are_models() -> None:
    given = position(AROUND)
    assert len(spawn(given, MINIONS + 4, REAR)) == 12
    lose_hp(given.state, given.book, given.tape, MINION + 3, 1, 0)
    assert len(spawn(given, 4, REAR)) == 13


def test_the_spawned_face_their_target_without_one_north() -> None:
    given = position(AROUND)
    spawn(given, 1, REAR)
    assert given.facing(MINION) == "s"
    empty = position(AROUND.replace("9     0", "9     ."))
    spawn(empty, 1, REAR)
    assert empty.facing(MINION) == "n"


def test_the_spawned_start_afresh() -> None:
    given = position(AROUND)
    spawn(given, 1, REAR)
    given.state.pieces[MINION].might_round = 3
    given.state.pieces[MINION].status[Status.BLEED] = 2
    lose_hp(given.state, given.book, given.tape, MINION, 1, 0)
    spawn(given, 1, REAR)
    new = given.state.pieces[MINION]
    assert (new.might_round, list(new.status), new.hp, new.acted) == (0, [0] * 6, 1, 0)


# ---- eating, clouds, toll ---------------------------------------------------------------------------------------


def test_it_eats_the_one_it_went_to() -> None:
    given = position("""
          G H I J K
        3     B
        4   .   r
        4 .   .   .
        5   .   .
        5 .   .   .
        6   .   .
        6 .   .   .
        7   .   .
        7 .   r   .
    """)  # fmt: skip
    move = given.program(do=Do.MOVE, to=To.FARTHEST_MINION, amount=7, kind=0)
    eat = given.program(do=Do.EAT, kind=0)
    given.run(Do.MOVE, move, BOSS, 0)
    given.run(Do.EAT, eat, BOSS, 0)
    assert given.at(BOSS) == "I5"
    assert "r1" not in given.places()
    assert given.state.plays[0].killed == 1


def test_one_it_could_not_get_to_is_not_eaten_nor_another() -> None:
    given = position("""
          G H I J K
        3     B
        4   .   .
        4 .   .   .
        5   r   .
        7 .   r   .
    """)  # fmt: skip
    move = given.program(do=Do.MOVE, to=To.FARTHEST_MINION, amount=1, kind=0)
    eat = given.program(do=Do.EAT, kind=0)
    given.run(Do.MOVE, move, BOSS, 0)
    given.run(Do.EAT, eat, BOSS, 0)
    assert len(given.places()) == 3
    assert given.state.plays[0].killed == 0


def test_a_cloud_comes_of_the_minion_nearest_a_hero_or_ally() -> None:
    given = position("""
          E F G H I J
        3     B
        4       r
        5   .   .   .
        5     r   .
        6   .   .   .
        6     0   m
    """, scenario="two-bosses", large=False)  # fmt: skip
    given.run(Do.CLOUD, given.program(do=Do.CLOUD, kind=0, size=1), BOSS, 0)
    assert "r1" not in given.places()
    assert len(given.places()) == 4
    assert given.state.plays[0].killed == 1


def test_without_a_minion_the_cloud_s_attack_is_skipped_but_no_other() -> None:
    given = position("""
          F G H
        3   B
        4 .   0
    """, large=False)  # fmt: skip
    given.run(Do.CLOUD, given.program(do=Do.CLOUD, kind=0, size=1), BOSS, 0)
    disc = given.program(do=Do.ATTACK, shape=2, size=1)
    given.state.pieces[BOSS].target = 0
    given.run(Op.ENEMY_ATTACK, disc, BOSS, 0)
    assert strikes(given) == []
    given.run(Op.ENEMY_ATTACK, given.program(do=Do.ATTACK), BOSS, 0)
    assert strikes(given) == [(BOSS, 1)]


def test_a_toll_is_a_white_card_a_hex_to_the_nearest_fellow() -> None:
    """Each "2" costs two tokens or 1 HP; each seat chooses for its own (rules 13, card 12)."""
    given = position("""
          F G H I J
        3   B   .
        4 .   .   .
        4   0   .
        5 .   .   .
        5   .   .
        6 .   1   .
    """, large=False)  # fmt: skip
    given.state.seats[0].tokens[Token.DEFENCE] = 1
    given.state.seats[0].tokens[Token.REDRAW] = 2
    row = given.program(do=Do.TOLL, amount=2)
    for stream in range(8):
        given.feed(stream)
    given.feed(Stream.ENEMY, 3, 6, 1, 3)
    given.run(Do.TOLL, row, BOSS, 0, answers=[Act.TOKEN + Token.DEFENCE])
    assert given.state.pieces[0].hp == 5
    assert list(given.state.seats[0].tokens)[:2] == [0, 1]
    assert given.state.pieces[1].hp == 5
