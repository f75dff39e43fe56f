"""Shapes of attacks, and whom an enemy's attack hits from where it stands (rules 4.3, 4.7, 7.6; E 19, 29-31)."""

import pytest
from positions import Position, position

from shieldmate.envs.core.hexes import HEXES, hex_named, name_of
from shieldmate.envs.oathsworn.areas import caught, covered_hexes, covers
from shieldmate.envs.oathsworn.enemy_aim import take_aim
from shieldmate.envs.oathsworn.enemy_attack import more_for_area
from shieldmate.envs.oathsworn.state import Step
from shieldmate.envs.oathsworn.terms import BOSS, MINION, Do, Event, Flag, Icon, Key, Kind, Shape

SOUTH = 3


def step_of(given: Position, **fields: int) -> Step:
    step: Step = given.book.steps[given.program(do=Do.ATTACK, **fields)]
    return step


SHAPES = {
    "front three": (
        Shape.FRONT3,
        0,
        """
          G H I J K
        3   .   .
        3 .   o   .
        4   x   x
        4 .   x   .
        """,
    ),
    "cone of 2": (
        Shape.CONE,
        2,
        """
          G H I J K
        3   .   .
        3 .   o   .
        4   x   x
        4 x   x   x
        5   x   x
        5 .   x   .
        """,
    ),
    "cone of 3, fifteen hexes": (
        Shape.CONE,
        3,
        """
          F G H I J K L
        3     .   .
        3   .   o   .
        4     x   x
        4   x   x   x
        5 x   x   x   x
        5   x   x   x
        6 .   x   x   .
        6   .   x   .
        """,
    ),
    "wave to the edge": (
        Shape.WAVE,
        0,
        """
          G H I J K
        5 .   o   .
        6   x   x
        6 .   x   .
        7   x   x
        7 .   x   .
        8   x   x
        8 .   x   .
        9   x   x
        9 .   x   .
        10  x   x
        """,
    ),
    "charge of 3": (
        Shape.CHARGE,
        3,
        """
          G H I J K
        3 .   o   .
        4   .   .
        4 .   x   .
        5   .   .
        5 .   x   .
        6   .   .
        6 .   x   .
        7   .   .
        7 .   .   .
        """,
    ),
    "charge to an obstacle": (
        Shape.CHARGE,
        3,
        """
          G H I J K
        3 .   o   .
        4   .   .
        4 .   x   .
        5   .   .
        5 .   #   .
        """,
    ),
    "adjacent": (
        Shape.ADJACENT,
        0,
        """
          G H I J K
        2 .   x   .
        3   x   x
        3 .   o   .
        4   x   x
        4 .   x   .
        """,
    ),
    "within 2": (
        Shape.WITHIN,
        2,
        """
          G H I J K
        1 .   x   .
        2   x   x
        2 x   x   x
        3   x   x
        3 x   o   x
        4   x   x
        4 x   x   x
        5   x   x
        5 .   x   .
        """,
    ),
}


@pytest.mark.parametrize("name", SHAPES)
def test_shapes_facing_south(name: str) -> None:
    shape, size, picture = SHAPES[name]
    given = position(picture)
    step = step_of(given, shape=shape, size=size)
    origin = hex_named(given.marks["o"][0])
    covered = [name_of(hex) for hex in range(HEXES) if covers(given.state, given.book, step, origin, SOUTH, -1, hex)]
    assert sorted(covered) == sorted(given.marks["x"])


def test_a_disc_of_seven_hexes_round_its_centre() -> None:
    given = position("""
          G H I J K
        5 .   x   .
        6   x   x
        6 .   x   .
        7   x   x
        7 .   x   .
    """)  # fmt: skip
    step = step_of(given, shape=Shape.DISC, size=1)
    covered = [hex for hex in range(HEXES) if covers(given.state, given.book, step, 0, 0, hex_named("I6"), hex)]
    assert sorted(map(name_of, covered)) == sorted(given.marks["x"])


@pytest.mark.parametrize(("flags", "hit"), [(0, {"1", "r0", "B"}), (int(Flag.ENEMIES_ONLY), {"r0", "B"})])
def test_an_area_hits_friend_and_foe_unless_it_says_so(flags: int, hit: set[str]) -> None:
    given = position("""
          F G H I J K
        3     0
        4     r   1
        4   .   .   .
        5 .   .   .
        5   .   .   .
        6 .   .   .
        6   .   B   .
    """, facing="n")  # fmt: skip
    step = step_of(given, shape=Shape.CONE, size=3, flags=flags)
    origin = given.state.pieces[0].hex
    assert hit_by(given, caught(given.state, given.book, step, 0, origin, SOUTH, -1)) == hit
    assert covered_hexes(given.state, given.book, step, origin, SOUTH, -1, BOSS) == 2


def hit_by(given: Position, bits: int) -> set[str]:
    names = {given.at(piece): piece for piece in range(30) if bits >> piece & 1}
    return {short for short, place in given.places().items() if place in names}


# ---- an enemy's aim ---------------------------------------------------------------------------------------------


def aimed(given: Position, target: int = 0, spot: int = -1, **fields: int) -> set[str]:
    """Let the boss aim an attack; gives whom it hits, by short names."""
    step = step_of(given, **fields)
    play = given.state.plays[0]
    play.spot = spot
    given.state.pieces[BOSS].target = target
    take_aim(given.state, given.book, given.tape, play, step, BOSS)
    return hit_by(given, play.hits)


BESIDE = """
      G H I J K
    3     B
    4   .   .
    4 .   .   .
    5   .   .
    5 .   0   .
"""


@pytest.mark.parametrize(
    ("facing", "icon", "turned"),
    [
        ("s", Icon.FRONT, "s"),
        ("n", Icon.FRONT, "s"),
        ("nw", Icon.FRONT, "s"),
        ("n", Icon.REAR, "n"),
        ("s", Icon.REAR, "n"),
        ("s", Icon.NONE, "s"),
        ("n", Icon.NONE, "s"),
        ("n", Icon.FLANK, "nw"),
        ("se", Icon.FLANK, "se"),
    ],
)
def test_beside_its_target_a_large_boss_turns_the_part_that_strikes_to_it(facing: str, icon: Icon, turned: str) -> None:
    """Of several facings the one whose front hex lies North then West (rules 7.7)."""
    given = position(BESIDE, facing=facing)
    assert aimed(given, icon=icon) == {"0"}
    assert given.facing(BOSS) == turned


def test_the_core_touches_nobody() -> None:
    given = position(BESIDE)
    assert aimed(given, icon=Icon.CORE) == set()
    assert given.facing(BOSS) == "s"


@pytest.mark.parametrize(("origin", "turned"), [("front_hex", "s"), ("any_base_hex", "n")])
def test_where_an_adjacent_attack_without_a_part_comes_from(origin: str, turned: str) -> None:
    given = position(BESIDE, facing="n", melee_origin_large=origin)
    assert aimed(given, icon=Icon.NONE) == {"0"}
    assert given.facing(BOSS) == turned
    named = position(BESIDE, facing="n", melee_origin_large=origin)
    assert aimed(named, icon=Icon.FRONT) == {"0"}
    assert named.facing(BOSS) == "s"


def test_out_of_touch_there_is_no_attack() -> None:
    given = position(BESIDE.replace("5 .   0   .", "5 .   .   .\n    6   .   .\n    6 .   0   ."))
    assert aimed(given, icon=Icon.FRONT) == set()


def test_a_single_hex_faces_whom_it_strikes() -> None:
    given = position("""
          G H I
        3   .
        3 .   B
        4   0
    """, large=False, facing="n")  # fmt: skip
    assert aimed(given) == {"0"}
    assert given.facing(BOSS) == "sw"


RANGED = """
      G H I J K
    3     B
    4   .   .
    4 .   X   .
    5   .   .
    5 .   .   .
    6   .   .
    6 .   .   .
    7   .   .
    7 .   0   1
    8   .   .
    8 .   .   .
"""


@pytest.mark.parametrize(
    ("facing", "reach", "hit"),
    [("s", 3, {"0"}), ("s", 2, set()), ("n", 4, set()), ("n", 5, {"0"}), ("se", 4, {"0"})],
)
def test_a_ranged_attack_is_measured_from_the_part(facing: str, reach: int, hit: set[str]) -> None:
    given = position(RANGED.replace("X", "."), facing=facing)
    assert aimed(given, reach=reach, icon=Icon.FRONT) == hit


def test_a_ranged_attack_needs_sight_unless_it_says_so() -> None:
    picture = RANGED.replace("X", ".").replace("6 .   .   .", "6 .   #   .")
    assert aimed(position(picture), reach=6) == set()
    assert aimed(position(picture), reach=6, flags=int(Flag.NO_SIGHT)) == {"0"}


def test_a_disc_strikes_round_its_target() -> None:
    given = position(RANGED.replace("X", ".").replace("7   .   .", "7   2   3"))
    assert aimed(given, reach=6, shape=Shape.DISC, size=1) == {"0", "2", "3"}


def test_a_disc_round_a_spot_needs_no_target_and_spares_the_immune() -> None:
    picture = RANGED.replace("X", ".").replace("7   .   .", "7   2   r")
    given = position(picture)
    assert aimed(given, target=-1, spot=hex_named("I7"), shape=Shape.DISC, size=1) == {"0", "2"}
    twins = position(picture, scenario="two-bosses", large=True)
    assert aimed(twins, target=-1, spot=hex_named("I7"), shape=Shape.DISC, size=1) == {"0", "2", "r0"}


@pytest.mark.parametrize(
    ("fields", "more"),
    [
        ({"reach": 6, "shape": int(Shape.DISC), "size": 1}, 1),  # I8 and J8
        ({"shape": int(Shape.WITHIN), "size": 4}, 1),  # I8 and J8
        ({"shape": int(Shape.WITHIN), "size": 5}, 4),  # I9, J9 and K8 too
        ({"reach": 6}, 0),
    ],
)
def test_an_enemys_area_costs_another_large_boss_more_for_each_hex(fields: dict[str, int], more: int) -> None:
    """E 29: a hit on a large model has damage + (hexes covered - 1), whoever strikes."""
    given = position(RANGED.replace("X", "."), scenario="two-bosses", large=True)
    other = given.state.pieces[BOSS + 1]
    other.kind, other.large, other.facing, other.hex = Kind.BOSS, 1, 0, hex_named("J9")
    aimed(given, **fields)
    play, row = given.state.plays[0], given.book.n_steps - 1
    assert more_for_area(given.state, given.book, play, BOSS, row, BOSS + 1) == more
    assert more_for_area(given.state, given.book, play, BOSS, row, 0) == 0, "a hero is one hex"


def test_all_adjacent_counts_every_hex_of_the_base_and_needs_no_target() -> None:
    given = position("""
          G H I J K
        1     0
        2   .   .
        2 1   .   r
        3   .   .
        3 .   B   .
        4   .   .
        4 .   .   2
        5   .   .
        5 .   .   3
    """)  # fmt: skip
    assert aimed(given, target=-1, shape=Shape.ADJACENT, icon=Icon.REAR) == {"0", "1", "2"}
    assert aimed(given, target=-1, shape=Shape.WITHIN, size=2) == {"0", "1", "2", "3"}


def test_a_cone_goes_outward_from_the_part() -> None:
    """The source is the rear hex, so the cone opens behind (rules 13, card 5)."""
    given = position("""
          F G H I J K L
        3       B
        4     .   .
        4   .   .   .
        5     .   .
        5   1   0   .
        6 .   .   .   .
        6   .   .   2
        7 .   .   .   3
    """, facing="n")  # fmt: skip
    assert aimed(given, shape=Shape.CONE, size=3, icon=Icon.REAR) == {"0", "1", "2"}
    assert given.facing(BOSS) == "n"


def test_a_cone_turns_to_catch_a_target_that_is_not_beside() -> None:
    given = position("""
          G H I J K
        3     B
        4   .   .
        4 .   .   .
        5   .   .
        5 .   .   .
        6   .   .
        6 .   0   .
    """, facing="n")  # fmt: skip
    assert aimed(given, shape=Shape.CONE, size=3, icon=Icon.FRONT) == {"0"}
    assert given.facing(BOSS) == "s"
    assert aimed(given, shape=Shape.CONE, size=1, icon=Icon.FRONT) == set()


@pytest.mark.parametrize(("third", "way", "hit"), [(".", "n", {"1", "2"}), ("3", "s", {"0", "3", "f0"})])
def test_a_wave_goes_where_it_hits_most_foes_then_north(third: str, way: str, hit: set[str]) -> None:
    given = position("""
          F G H I J K L
        1 .   .   .   .
        1   .   1   .
        2 .   2   .   .
        2   .   .   .
        3 .   .   .   .
        3   .   B   .
        4 .   .   .   .
        4   .   .   .
        5 .   0   .   .
        5   .   X   .
        6 .   f   .   .
        6   r   r   .
    """.replace("X", third), large=False, facing="ne")  # fmt: skip
    assert aimed(given, target=-1, shape=Shape.WAVE) == hit
    assert given.facing(BOSS) == way


def test_a_wave_of_a_large_boss_starts_beyond_its_base() -> None:
    given = position("""
          F G H I J K L
        2       B
        3     .   .
        3   .   .   .
        4     .   .
        4   1   0   .
        5     2   .
        5   .   .   .
        6 .   .   .   .
        6   .   3   .
    """, facing="n")  # fmt: skip
    assert aimed(given, target=-1, shape=Shape.WAVE, icon=Icon.FRONT) == {"0", "2", "3"}
    assert given.facing(BOSS) == "s"
    assert aimed(given, target=-1, shape=Shape.WAVE, icon=Icon.REAR) == {"0", "2", "3"}
    assert given.facing(BOSS) == "n"


# ---- charge -----------------------------------------------------------------------------------------------------


def test_a_charge_runs_on_through_models_and_hits_all_of_them() -> None:
    given = position("""
          G H I J K
        3     B
        4   .   1
        4 .   0   .
        5   .   .
        5 .   r   .
        6   .   .
        6 .   .   .
    """, scenario="two-bosses", large=False, facing="n")  # fmt: skip
    assert aimed(given, shape=Shape.CHARGE, size=3) == {"0", "r0"}
    assert (given.at(BOSS), given.facing(BOSS)) == ("I6", "s")
    assert given.steps(BOSS) == ["I4", "I5", "I6"]


@pytest.mark.parametrize(("size", "end"), [(1, "I3"), (2, "H5"), (3, "I6")])
def test_who_lands_on_somebody_stands_on_the_closest_empty_hex(size: int, end: str) -> None:
    given = position("""
          G H I J K
        3     B
        4   .   #
        4 .   0   #
        5   .   .
        5 .   1   .
        6   .   .
        6 .   .   .
    """, large=False)  # fmt: skip
    assert "0" in aimed(given, shape=Shape.CHARGE, size=size)
    assert given.at(BOSS) == end
    assert given.at(0) == "I4"


def test_a_charge_off_its_lines_does_not_happen() -> None:
    given = position("""
          G H I J K
        3     B
        4   .   .
        4 .   .   .
        5   .   0
    """, large=False)  # fmt: skip
    assert aimed(given, shape=Shape.CHARGE, size=5) == set()
    assert given.at(BOSS) == "I3"


def test_a_large_charge_breaks_obstacles_on_its_way_and_pushes_where_it_ends() -> None:
    given = position("""
          G H I J K
        2     B
        3   .   .
        3 .   .   .
        4   .   .
        4 .   #   .
        5   .   %
        5 .   .   .
        6   0   .
        6 .   1   .
        7   .   .
        7 .   .   .
        8   .   .
    """)  # fmt: skip
    assert aimed(given, target=1, shape=Shape.CHARGE, size=3, icon=Icon.FRONT) == {"0", "1"}
    assert given.at(BOSS) == "I5"
    assert len(given.events(Event.DESTROYED)) == 2
    assert (given.at(0), given.at(1)) == ("G6", "I7")


def test_minions_are_immune_only_to_bosses_and_only_if_their_kind_is() -> None:
    given = position("""
          G H I
        2     B
        3   .
        3 .   .
        4   r
        4 0   .
    """)  # fmt: skip
    assert aimed(given, target=-1, shape=Shape.WITHIN, size=3) == {"0"}
    given.book.minions[0].keys &= ~int(Key.IMMUNE_TO_BOSS)
    assert aimed(given, target=-1, shape=Shape.WITHIN, size=3) == {"0", "r0"}
    assert given.state.pieces[MINION].hp == 1
