"""Knockback and push: ways, collisions, large models, several at once (rules 4.5; E 30-31)."""

import pytest
from positions import Position, position

from shieldmate.envs.core.hexes import hex_named
from shieldmate.envs.oathsworn.knockback import knock_all
from shieldmate.envs.oathsworn.pieces import lose_hp
from shieldmate.envs.oathsworn.terms import BOSS, MINION, Act, Decision, Do, Event, Flag, Tile, Who

NOBODY = -1
FULL = 6


def knock(given: Position, pieces: list[int], source: str, amount: int, push: int = 0, actor: int = NOBODY) -> None:
    knock_all(
        given.state, given.book, given.tape, sum(1 << piece for piece in pieces), hex_named(source), amount, push, actor
    )


def hp(given: Position, *pieces: int) -> list[int]:
    return [given.state.pieces[piece].hp for piece in pieces]


def test_straight_away_from_the_source() -> None:
    given = position("""
          F G H I J
        3   s   .
        4 .   0   .
        4   .   .
        5 .   .   .
    """)  # fmt: skip
    knock(given, [0], "G3", 2)
    assert given.steps(0) == ["I4", "J5"]
    assert hp(given, 0) == [FULL]


@pytest.mark.parametrize(
    ("source", "end"),
    [("G3", "I5"), ("F4", "I5"), ("H3", "H6"), ("F3", "I5"), ("I6", "H4")],
)
def test_off_the_axes_the_nearest_one_ties_north_first(source: str, end: str) -> None:
    given = position("""
          F G H I J
        4 .   .   .
        4   .   .
        5 .   0   .
    """)  # fmt: skip
    knock(given, [0], source, 1)
    assert given.at(0) == end


def test_who_is_knocked_onto_what_it_threw_picks_it_up() -> None:
    """E 31: an item is picked up by entering its hex."""
    given = position("""
          F G H I J
        3   s   .
        4 .   0   .
        4   .   .
        5 .   .   .
    """)  # fmt: skip
    given.state.seats[0].thrown[0] = hex_named("I4")
    knock(given, [0], "G3", 2)
    assert given.state.seats[0].thrown[0] == -1
    assert given.events(Event.THROWN) == [(Event.THROWN, 0, 0, -1)]


def test_into_a_model_both_lose_one() -> None:
    """Case 50: knockback 3, another hero in the second hex."""
    given = position("""
          F G H I J K
        3   s   .   .
        4 .   0   .   .
        4   .   .   .
        5 .   .   1   .
    """)  # fmt: skip
    knock(given, [0], "G3", 3)
    assert given.at(0) == "I4"
    assert hp(given, 0, 1) == [FULL - 1, FULL - 1]
    assert given.events(Event.COLLISION) == [(Event.COLLISION, 0, 1, hex_named("J5"))]


def test_into_an_obstacle_the_mover_loses_one() -> None:
    """Case 50."""
    given = position("""
          F G H I J
        3   s   .
        4 .   0   .
        4   .   #
        5 .   .   .
    """)  # fmt: skip
    knock(given, [0], "G3", 3)
    assert (given.at(0), hp(given, 0)) == ("H4", [FULL - 1])
    assert given.events(Event.COLLISION) == [(Event.COLLISION, 0, NOBODY, hex_named("I4"))]
    assert not given.events(Event.DESTROYED)


def test_at_the_edge_it_stops_without_loss() -> None:
    """Case 50."""
    given = position("""
          G H I
        1   .
        1 .   .
        2   0
        2 .   .
        3   s
    """)  # fmt: skip
    knock(given, [0], "H3", 3)
    assert (given.at(0), hp(given, 0)) == ("H1", [FULL])


def test_several_move_at_once_the_farther_one_does_not_block() -> None:
    given = position("""
          F G H I J K L
        3   s   .   .
        4 .   0   .   .
        4   .   1   .
        5 .   .   .   .
        5   .   .   .
        6 .   .   .   .
    """)  # fmt: skip
    knock(given, [0, 1], "G3", 2)
    assert (given.at(0), given.at(1)) == ("J5", "K5")
    assert hp(given, 0, 1) == [FULL, FULL]


def test_the_farther_one_at_a_wall_is_run_into() -> None:
    given = position("""
          F G H I J K
        3   s   .
        4 .   0   .
        4   .   1   .
        5 .   .   #   .
    """)  # fmt: skip
    knock(given, [0, 1], "G3", 2)
    assert (given.at(0), given.at(1)) == ("H4", "I4")
    assert hp(given, 0, 1) == [FULL - 1, FULL - 2]


def test_the_dead_fly_on_and_hurt_whom_they_hit() -> None:
    given = position("""
          F G H I J
        3   s   .
        4 .   r   .
        4   .   .
        5 .   .   0
    """)  # fmt: skip
    lose_hp(given.state, given.book, given.tape, MINION, 1, 1)
    knock(given, [MINION], "G3", 2, actor=1)
    assert given.at(MINION) == ""
    assert hp(given, 0) == [FULL - 1]


def test_who_knocked_a_minion_to_death_has_the_kill() -> None:
    given = position("""
          F G H I J
        3   0   .
        4 .   r   .
        4   .   #
    """)  # fmt: skip
    knock(given, [MINION], "G3", 1, actor=0)
    assert given.at(MINION) == ""
    assert given.state.seats[0].kills == 1


# ---- push -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("blocked", "end"),
    [("", "J5"), ("#", "J4"), ("1", "J4")],
)
def test_a_push_goes_round_what_blocks_it_without_loss(blocked: str, end: str) -> None:
    given = position("""
          F G H I J K
        2   .   .   .
        3 .   .   .   .
        3   s   .   .
        4 .   0   .   .
        4   .   X   .
        5 .   .   .   .
        5   .   .   .
    """.replace("X", blocked or "."))  # fmt: skip
    knock(given, [0], "G3", 2, push=Flag.PUSH)
    assert given.at(0) == end
    assert not given.events(Event.HP, Event.COLLISION)


def test_a_push_with_no_way_but_back_stays() -> None:
    given = position("""
          F G H I
        2   .   #
        3 .   #   .
        3   s   #
        4 .   0   .
        4   #   #
        5 .   #   .
    """)  # fmt: skip
    knock(given, [0], "G3", 2, push=Flag.PUSH)
    assert given.at(0) == "H4"


# ---- large models -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("amount", "end"), [(1, "I6"), (2, "I6"), (3, "I7"), (4, "I7")])
def test_a_large_model_goes_half_as_far_rounded_up(amount: int, end: str) -> None:
    given = position("""
          G H I J K
        3     0
        4   .   .
        4 .   .   .
        5   .   .
        5 .   B   .
    """)  # fmt: skip
    knock(given, [BOSS], "I3", amount)
    assert given.at(BOSS) == end


def test_a_large_model_breaks_what_it_runs_into_and_stays_before_it() -> None:
    given = position("""
          G H I J K
        3     0
        4   .   .
        4 .   .   .
        5   .   .
        5 .   B   .
        6   .   .
        6 .   .   .
        7   .   .
        7 .   #   .
        8   .   .
        8 .   #   .
    """)  # fmt: skip
    knock(given, [BOSS], "I3", 4, actor=0)
    assert given.at(BOSS) == "I5"
    assert given.events(Event.DESTROYED) == [(Event.DESTROYED,)]
    front = 0
    assert given.events(Event.DIE) == [(Event.DIE, front, -1, 5)]


def test_a_large_model_that_runs_into_a_model_costs_both_one() -> None:
    given = position("""
          G H I J K
        3     0
        4   .   .
        4 .   .   .
        5   .   .
        5 .   B   .
        6   .   .
        6 .   .   .
        7   .   .
        7 .   1   .
    """)  # fmt: skip
    knock(given, [BOSS], "I3", 2, actor=0)
    assert given.at(BOSS) == "I5"
    assert hp(given, 1) == [FULL - 1]
    assert given.events(Event.DIE) == [(Event.DIE, 0, -1, 5)]


def test_a_large_model_stops_at_the_edge_without_loss() -> None:
    given = position("""
          G H I J K
        2     B
        3   .   .
        3 .   .   .
        4   .   .
        4 .   0   .
    """)  # fmt: skip
    knock(given, [BOSS], "I4", 6)
    assert given.at(BOSS) == "I2"
    assert not given.events(Event.DIE)


def test_a_model_knocked_into_a_boss_costs_its_nearest_die() -> None:
    given = position("""
          G H I J K
        2     s
        3   .   .
        3 .   0   .
        4   .   .
        4 .   .   .
        5   .   .
        5 .   .   .
        6   .   .
        6 .   B   .
    """)  # fmt: skip
    knock(given, [0], "I2", 3)
    assert given.at(0) == "I4"
    assert hp(given, 0) == [FULL - 1]
    rear = 2
    assert given.events(Event.DIE) == [(Event.DIE, rear, -1, 5)]


@pytest.mark.parametrize(("ties", "asked"), [("players", [Decision.LOCATION]), ("north_west", [])])
def test_a_tie_of_dice_is_the_player_s_whose_hero_did_it(ties: str, asked: list[Decision]) -> None:
    given = position(
        """
          G H I J
        3   .
        3 .   0
        4   .
        4 .   B
        5   .
        5 .   #
        """,
        scenario="several-dice",
        ties=ties,
    )
    row = given.program(do=Do.KNOCKBACK, who=Who.ADJACENT_ENEMIES, amount=1)
    given.state.plays[0].actor = 0
    given.run(Do.KNOCKBACK, row, 0, 0, answers=[Act.NUMBER + 2] if asked else [])
    assert given.asked == [(decision, 0) for decision in asked]
    tail, head = 2, 0
    die = tail if asked else head
    left = given.book.locations[die].hp - 1
    assert given.events(Event.DIE) == [(Event.DIE, die, -1, left)]


def test_a_break_by_a_collision_is_answered_with_its_maker_as_breaker() -> None:
    given = position(
        """
          G H I J
        3   .
        3 .   0
        4   .
        4 .   B
        5   .
        5 .   #
        """,
        scenario="several-dice",
        ties="north_west",
    )
    given.state.dice[0] = 1
    knock(given, [BOSS], "I3", 1, actor=0)
    assert (given.state.n_reactions, given.state.reactions[0]) == (1, 0)


# ---- the step ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("flags", "end"), [(0, "L7"), (int(Flag.FROM_REAR), "K7")])
def test_away_from_the_core_or_from_the_rear(flags: int, end: str) -> None:
    given = position("""
          G H I J K
        4     B
        5   .   .
        5 .   .   .
        6   .   .
        6 .   .   0
    """, facing="sw")  # fmt: skip
    row = given.program(do=Do.KNOCKBACK, who=Who.HIT, amount=1, flags=flags)
    given.state.plays[0].hits = 1
    given.run(Do.KNOCKBACK, row, BOSS, 0)
    assert given.at(0) == end


def test_fire_under_the_rule_of_entering() -> None:
    picture = """
          F G H I
        3   s   .
        4 .   0   .
        4   .   ^
    """
    for fire, lost in (("on_enter", 1), ("heroes_end_enemies_move", 0), ("end_of_round", 0)):
        given = position(picture, fire=fire)
        knock(given, [0], "G3", 1)
        assert (given.at(0), hp(given, 0)) == ("I4", [FULL - lost])
        assert given.state.tile[hex_named("I4")] == (Tile.NONE if lost else Tile.FIRE)


def test_who_is_held_off_the_board_is_not_moved() -> None:
    given = position("""
          F G H
        3   s
        4 .   0
    """)  # fmt: skip
    given.state.pieces[1].hex = -1
    knock(given, [0, 1], "G3", 1)
    assert given.places() == {"0": "I4"}
