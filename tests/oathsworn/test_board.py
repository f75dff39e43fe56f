"""The board in play: how heroes move, who sees whom, where a large model lies (rules 4.1-4.4; E 9, 12, 14)."""

import pytest
from positions import Position, hex_acts, position

from shieldmate.envs.core.hexes import hex_named, name_of
from shieldmate.envs.oathsworn.board import body_hex, eye, gap, sees_piece, span
from shieldmate.envs.oathsworn.hero_moves import EXACTLY, PAID, offer_ends
from shieldmate.envs.oathsworn.locations import location_of_hex, struck
from shieldmate.envs.oathsworn.terms import BOSS, Act, Decision, Event, Op, Status


def destinations(given: Position, budget: int, marks: int = 0) -> list[str]:
    """The hexes offered for a move of hero 0."""
    given.state.n_legal = 0
    offer_ends(given.state, given.book, given.tape, 0, budget, marks)
    found = sorted(name_of(act - Act.HEX) for act in given.legal())
    given.state.n_legal = 0
    return found


def test_a_move_goes_up_to_its_budget_round_what_stands_there() -> None:
    given = position("""
          F G H I J
        2   #   .
        3 #   1   .
        3   0   r
        4 .   #   .
        4   f   .
    """)  # fmt: skip
    assert destinations(given, 1) == ["F4"]
    assert destinations(given, 2) == ["E3", "E4", "F4", "F5"]


def test_exactly_forces_the_whole_way() -> None:
    given = position("""
          F G H I
        1   #
        2 #   #
        2   .   #
        3 #   .
        3   0   #
        4 #   #
        4   #
    """)  # fmt: skip
    assert destinations(given, 1, EXACTLY) == ["G2", "H3"]
    assert destinations(given, 2, EXACTLY) == ["G2", "H3"]
    given.run(Op.HERO_MOVE, 0, 2, EXACTLY, answers=hex_acts(["H3"]))
    assert given.steps(0) == ["G2", "H3"]


@pytest.mark.parametrize(("budget", "reached"), [(1, 1), (2, 2), (3, 3), (4, 3), (5, 4), (6, 5)])
def test_water_takes_two(budget: int, reached: int) -> None:
    """Case 58."""
    given = position("""
          F G H
        2   #
        3 #   #
        3   0
        4 #   #
        4   .
        5 #   #
        5   .
        6 #   #
        6   .
        7 #   #
        7   ~
        8 #   #
        8   .
        9 #   #
        9   #
    """)  # fmt: skip
    assert destinations(given, budget) == ["G4", "G5", "G6", "G7", "G8"][:reached]


def test_the_same_water_is_paid_for_once_a_turn() -> None:
    given = position("""
          F G H
        2   #
        3 #   #
        3   0
        4 #   #
        4   ~
        5 #   #
        5   .
        6 #   #
        6   #
    """)  # fmt: skip
    given.run(Op.HERO_MOVE, 0, 3, 0, answers=hex_acts(["G5"]))
    assert given.at(0) == "G5"
    assert destinations(given, 1) == ["G4"]


def test_the_move_action_pays_an_animus_a_hex() -> None:
    given = position("""
          F G H I
        3   0
        4 .   ~
        4   .   .
    """)  # fmt: skip
    seat = given.state.seats[0]
    seat.available, seat.reserve = 4, 0
    given.run(Op.HERO_MOVE, 0, 4, PAID, answers=hex_acts(["I4"]))
    assert (seat.available, seat.reserve) == (1, 3)
    assert given.steps(0) == ["H3", "I3", "I4"]


def test_a_move_may_be_declined_but_not_the_action() -> None:
    given = position("""
          F G
        3   0
    """)  # fmt: skip
    given.run(Op.HERO_MOVE, 0, 2, 0)
    assert given.steps(0) == []
    given = position("""
          F G
        3   0
    """)  # fmt: skip
    given.state.seats[0].available = 2
    given.run(Op.HERO_MOVE, 0, 2, PAID)
    assert len(given.steps(0)) > 0


@pytest.mark.parametrize("status", [Status.CRIPPLED, Status.CAGED])
def test_who_is_crippled_or_caged_does_not_move(status: Status) -> None:
    given = position("""
          F G
        3   0
    """)  # fmt: skip
    given.state.pieces[0].status[status] = 1
    given.run(Op.HERO_MOVE, 0, 2, 0)
    assert given.asked == []


def test_where_fire_acts_on_entering_a_hero_chooses_its_way() -> None:
    picture = """
          F G H I
        3   0   .
        4 .   ^   .
        4   .   .
        5 .   .   .
    """
    given = position(picture, fire="on_enter")
    given.run(Op.HERO_MOVE, 0, 3, 0, answers=hex_acts(["G4", "H5"]))
    assert [decision for decision, _ in given.asked] == [Decision.MOVE_TO, Decision.WAYPOINT, Decision.WAYPOINT]
    assert given.steps(0) == ["G4", "H5"]
    assert given.state.pieces[0].hp == 6
    through = position(picture, fire="on_enter")
    through.run(Op.HERO_MOVE, 0, 3, 0, answers=hex_acts(["H4"]))
    assert through.state.pieces[0].hp == 5
    default = position(picture)
    default.run(Op.HERO_MOVE, 0, 3, 0, answers=hex_acts(["H4"]))
    assert (default.state.pieces[0].hp, len(default.asked)) == (6, 1)


def test_a_thrown_item_is_picked_up_on_the_way() -> None:
    given = position("""
          F G H I
        3   0   .
        4 .   x   .
        4   .   .
    """)  # fmt: skip
    given.state.seats[0].thrown[0] = hex_named("H4")
    given.run(Op.HERO_MOVE, 0, 3, 0, answers=hex_acts(["H4"]))
    assert given.state.seats[0].thrown[0] == -1
    assert len(given.asked) == 1


# ---- sight ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "seen"),
    [
        ("G5", False),
        ("G7", False),
        ("H6", False),
        ("I5", False),
        ("I4", True),
        ("J5", True),
        ("F4", True),
        ("I3", True),
    ],
)
def test_sight_is_blocked_by_obstacles_alone(target: str, seen: bool) -> None:
    column, row = target[0], target[1:]
    lines = [
        "  F G H I J",
        "3   0   .",
        "4 .   r   .",
        "4   #   .",
        "5 .   .   .",
        "5   .   .",
        "6 .   .   .",
        "6   .   .",
        "7 .   .   .",
        "7   .   .",
    ]
    place = lines[0].index(column)
    index = next(k for k, line in enumerate(lines) if line.startswith(row) and line[place : place + 1] == ".")
    lines[index] = lines[index][:place] + "1" + lines[index][place + 1 :]
    given = position("\n".join(lines))
    assert sees_piece(given.state, given.book, 0, 1) == seen


def test_a_large_model_looks_from_its_front_and_is_seen_by_any_hex() -> None:
    given = position("""
          F G H I J K
        3     . B
        4 .   .   .
        4   .   .   .
        5 .   .   .
        5   .   #   .
        6 .   .   .
        6   .   0   .
    """.replace(". B", "  B"))  # fmt: skip
    assert name_of(eye(given.state, given.book, BOSS)) == "I4"
    assert not sees_piece(given.state, given.book, BOSS, 0)
    given.state.pieces[BOSS].facing = 2
    assert name_of(eye(given.state, given.book, BOSS)) == "J4"


# ---- large models -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facing", "hexes"),
    [
        ("n", ["I5", "I4", "J5", "J6", "I6", "H6", "H5"]),
        ("s", ["I5", "I6", "H6", "H5", "I4", "J5", "J6"]),
        ("ne", ["I5", "J5", "J6", "I6", "H6", "H5", "I4"]),
    ],
)
def test_the_body_is_counted_clockwise_from_its_front(facing: str, hexes: list[str]) -> None:
    given = position("  I\n5 B", facing=facing)
    turned = given.state.pieces[BOSS].facing
    assert [name_of(body_hex(given.book, hex_named("I5"), turned, part)) for part in range(7)] == hexes
    assert sum(mark == BOSS + 1 for mark in given.state.occupant) == 7


def test_distances_are_between_nearest_hexes() -> None:
    given = position("""
          F G H I J
        3       B
        4 .   .   .
        4   .   .
        5 .   .   .
        5   .   .
        6 .   0   .
        6   .   1
    """)  # fmt: skip
    assert gap(given.state, given.book, BOSS, 0) == 2
    assert gap(given.state, given.book, 0, BOSS) == 2
    assert gap(given.state, given.book, BOSS, 1) == 2
    assert span(given.state, given.book, BOSS, hex_named("I4")) == 0


FRONT, CORE, REAR, LEFT, RIGHT = range(5)


@pytest.mark.parametrize(
    ("facing", "hex", "location"),
    [
        ("s", "I6", FRONT), ("s", "I5", CORE), ("s", "I4", REAR), ("s", "J6", LEFT), ("s", "J5", LEFT),
        ("s", "H6", RIGHT), ("s", "H5", RIGHT), ("n", "I4", FRONT), ("n", "J5", RIGHT), ("n", "H6", LEFT),
        ("s", "I7", -1),
    ],
)  # fmt: skip
def test_locations_turn_with_the_model(facing: str, hex: str, location: int) -> None:
    given = position("  I\n5 B", facing=facing)
    assert location_of_hex(given.state, given.book, hex_named(hex)) == location


@pytest.mark.parametrize(
    ("hex", "broken", "hit"),
    [
        ("I7", (), [FRONT]),
        ("I7", (FRONT,), [LEFT, RIGHT, CORE]),
        ("I7", (FRONT, CORE), [LEFT, RIGHT]),
        ("J7", (), [FRONT, LEFT]),
        ("J7", (FRONT,), [LEFT]),
        ("K6", (), [LEFT]),
        ("K6", (LEFT,), [FRONT, CORE]),
        ("I3", (), [REAR]),
    ],
)
def test_the_closest_die_is_hit_then_the_next_closest(hex: str, broken: tuple[int, ...], hit: list[int]) -> None:
    """Rules 7.2: a die that spans several hexes counts in each; ties are offered."""
    given = position("  I\n5 B")
    for location in broken:
        given.state.dice[location] = 0
    bits = struck(given.state, given.book, 0, hex_named(hex))
    assert [location for location in range(8) if bits >> location & 1] == sorted(hit)


def test_events_tell_each_step() -> None:
    given = position("""
          F G
        3   0
        4 .
        4   .
    """)  # fmt: skip
    given.run(Op.HERO_MOVE, 0, 2, 0, answers=hex_acts(["G5"]))
    g3, g4, g5 = (hex_named(name) for name in ("G3", "G4", "G5"))
    assert given.events(Event.STEP) == [(Event.STEP, 0, g3, g4, 1), (Event.STEP, 0, g4, g5)]
