"""The first chapter's fifteen stage cards, each resolved in a drawn position with fed chance (rules section 13)."""

import pytest
from positions import Position, position

from shieldmate.envs.oathsworn.locations import icon_broken
from shieldmate.envs.oathsworn.scenario import make_scenario
from shieldmate.envs.oathsworn.terms import BOSS, MINION, SEATS, Act, Event, Icon, Op, Prefer, Reason, Stream, Token

NOBODY = -1
NAMES = [card.name for card in make_scenario("broodmother").encounter.stage_cards]
WARDEN, PRIEST, RANGER, WARBEAR = range(SEATS)
DEFENCE = {WARDEN: 4, PRIEST: 3, RANGER: 2, WARBEAR: 3}
FIFTEEN = (3, 3, 3, 4, 4, 4)
"""Faces of three yellow twos and three red threes."""
NINE = (1, 1, 1, 4, 4, 4)
"""Three yellow blanks and three red threes."""


def resolve(
    name: str,
    picture: str,
    *faces: int,
    facing: str = "s",
    breaker: int = NOBODY,
    answers: tuple[int, ...] = (),
    kills: tuple[int, ...] = (),
    broken: tuple[int, ...] = (),
) -> Position:
    """Resolve a stage card; nobody defends unless `answers` say so.

    Args:
        name: The card.
        picture: The board.
        faces: What its attacks draw, yellow before red.
        facing: Of the Broodmother.
        breaker: Who broke a location, for a reaction.
        answers: To the decisions that come up.
        kills: Rats killed, by seat.
        broken: Locations without a die.
    """
    given = position(picture, facing=facing)
    for die in broken:
        given.state.dice[die] = 0
    for seat, count in enumerate(kills):
        given.state.seats[seat].kills = count
    for stream in range(Stream.ENEMY, Stream.STAGE + 1):
        given.feed(stream)
    given.feed(Stream.ENEMY, *faces, 1 + (name == NAMES[0]))
    card = NAMES.index(name)
    given.state.face_up = card
    given.state.stage_zone[card] = 1
    given.run(Op.CARD, card, 3 if breaker >= 0 else 0, breaker, answers=answers)
    assert given.tape.fed_at == given.tape.fed_n
    return given


def rats(given: Position) -> list[str]:
    return [given.at(piece) for piece in range(MINION, MINION + 12) if given.at(piece)]


def damage(given: Position) -> list[tuple[int, int, int]]:
    """Target, damage and HP lost of every blow, in order."""
    return [(row[2], row[3], row[5]) for row in given.rows() if row[0] == Event.DAMAGE]


def target(given: Position) -> list[tuple[int, Reason]]:
    return [(row[2], Reason(row[3])) for row in given.rows() if row[0] == Event.TARGET]


def pools(given: Position) -> list[tuple[int, ...]]:
    return [row[2:6] for row in given.rows() if row[0] == Event.POOL]


HUNT = """
      F G H I J K L
    2       .
    3 .   .   .   .
    3   .   B   .
    4 .   .   .   .
    4   .   .   .
    5 .   .   .   .
    5   .   .   .
    6 .   .   .   .
    6   .   .   .
    7 .   .   .   .
    7   .   .   .
    8 .   .   .   .
    8   .   0   1
"""


def test_the_fifteen_cards() -> None:
    stages = [card.stage for card in make_scenario("broodmother").encounter.stage_cards]
    assert stages == [1] * 5 + [2] * 5 + [3] * 5
    assert NAMES == [
        "Gnaw and Swing Right", "Gnaw and Swing Left", "Rend", "Frenzied Litter", "Turn and Lash",
        "Two Bites", "Frenzied Brood", "Foul Cloud West", "Foul Cloud East", "Eat Her Young",
        "Lash Again", "Panic", "Spit West", "Spit East", "Last Stand",
    ]  # fmt: skip


def test_the_sheet() -> None:
    book = position("  I\n5 B").book
    boss = book.bosses[0]
    assert (boss.defence, list(boss.might), boss.prefer) == (2, [0, 3, 3, 0], Prefer.MOST_KILLS)
    assert list(boss.stage_at) == [0, 2, 4]
    assert [book.locations[k].hp for k in range(5)] == [6] * 5
    rat = book.minions[0]
    assert (rat.defence, rat.hp, list(rat.might), rat.move, rat.models) == (2, 1, [0, 2, 0, 0], 6, 12)


@pytest.mark.parametrize(
    ("name", "last"), [("Gnaw and Swing Right", ["J7", "K7", "L8"]), ("Gnaw and Swing Left", ["H7", "G7", "F8"])]
)
def test_cards_1_and_2_gnaw_then_swing(name: str, last: list[str]) -> None:
    given = resolve(name, HUNT, *FIFTEEN)
    assert rats(given) == ["I1", "H2", "J2"]
    assert target(given) == [(WARDEN, Reason.CLOSEST)]
    assert given.steps(BOSS) == ["I4", "I5", "I6", *last]
    assert pools(given) == [(0, 3, 3, 0)]
    assert damage(given) == [(WARDEN, 15, 3)]
    assert given.facing(BOSS) == ("se" if name.endswith("Right") else "sw")


def test_card_3_rend_takes_defence_for_hp_lost() -> None:
    given = resolve("Rend", HUNT, *FIFTEEN)
    assert damage(given) == [(WARDEN, 15, 3)]
    assert given.state.pieces[WARDEN].defence == -3
    assert given.steps(BOSS) == ["I4", "I5", "I6", "J6", "K5", "L5", "M4"]
    again = resolve("Rend", HUNT.replace("8   .   0   1", "8   .   .   0"), 1, 1, 1, 1, 1, 1)
    assert again.state.pieces[WARDEN].defence == 0


@pytest.mark.parametrize(
    ("name", "way", "facing"),
    [("Frenzied Litter", ["H5", "G4", "F4"], "nw"), ("Frenzied Brood", ["J5", "K4", "L4"], "ne")],
)
def test_cards_4_and_7_frenzy_the_rats(name: str, way: list[str], facing: str) -> None:
    picture = """
          F G H I J K L
        4   .   .   .
        5 .   .   .   .
        5   .   B   .
        6 r   .   .   .
        6   .   .   .
        8 .   .   0   .
    """
    given = resolve(name, picture)
    assert given.steps(BOSS) == way
    assert given.facing(BOSS) == facing
    assert rats(given) == ["F6", "I3"]
    assert [given.state.pieces[MINION + k].might_round for k in range(2)] == [1, 1]
    assert given.state.pieces[BOSS].might_round == 0
    assert target(given) == []


LASH = """
      F G H I J K L
    3 .   .   .   .
    3   .   B   .
    4 .   .   .   .
    4   .   .   .
    5 .   .   .   .
    5   .   .   .
    6 .   .   .   .
    6   .   .   .
    7 .   .   .   .
    7   .   0   .
    8 .   .   2   .
    8   .   .   .
    9 3   .   .   .
    9   .   1   .
"""


@pytest.mark.parametrize("name", ["Turn and Lash", "Lash Again"])
def test_cards_5_and_11_lash_from_the_rear(name: str) -> None:
    """Before the warden she turns her back, and the cone of her rear hex throws all in it away from that hex."""
    given = resolve(name, LASH, *NINE)
    assert given.steps(BOSS) == ["I4", "I5"]
    assert given.facing(BOSS) == "n"
    assert damage(given) == [(WARDEN, 9, 2), (RANGER, 9, 4), (PRIEST, 9, 3)]
    assert (given.at(WARDEN), given.at(RANGER), given.at(PRIEST)) == ("I8", "L9", "I9")
    collisions = [row[1:3] for row in given.rows() if row[0] == Event.COLLISION]
    assert collisions == [(WARDEN, PRIEST)]
    assert [given.state.pieces[seat].hp for seat in range(SEATS)] == [3, 2, 2, 6]


def test_a_lash_reaches_as_far_as_its_cone() -> None:
    far = LASH.replace("7   .   0   .", "7   .   .   .").replace("9   .   1   .", "9   .   0   .")
    given = resolve("Turn and Lash", far.replace("8 .   .   2   .", "8 .   .   .   ."), *NINE)
    assert given.steps(BOSS) == ["I4", "I5", "I6", "I7"]
    assert damage(given) == [(WARDEN, 9, 2)]


def test_card_6_two_bites() -> None:
    given = resolve("Two Bites", HUNT, *NINE, 1, 1, 1, 3, 3, 3)
    assert target(given) == [(WARDEN, Reason.CLOSEST), (PRIEST, Reason.CLOSEST)]
    assert damage(given) == [(WARDEN, 9, 2), (PRIEST, 6, 2)]
    assert pools(given) == [(0, 3, 3, 0)] * 2
    assert given.steps(BOSS)[:3] == ["I4", "I5", "I6"]
    alone = resolve("Two Bites", HUNT.replace("0   1", "0   ."), *NINE)
    assert damage(alone) == [(WARDEN, 9, 2)]


CLOUD = """
      D E F G H I J K L
    2   .   .   .   .
    3 .   .   .   .   .
    3   .   .   B   .
    4 .   .   .   .   .
    4   .   .   .   .
    5 .   .   .   .   .
    5   .   .   .   .
    6 .   .   1   .   .
    6   .   r   r   .
    7 .   .   0   .   .
    7   .   .   .   .
    8 .   .   .   .   .
    8   .   2   .   .
"""


@pytest.mark.parametrize(
    ("name", "way"),
    [("Foul Cloud West", ["H3", "G2", "F2"]), ("Foul Cloud East", ["J3", "K2", "L2"])],
)
def test_cards_8_and_9_a_rat_bursts_into_a_cloud(name: str, way: list[str]) -> None:
    """Of two rats next to heroes the northern, western one dies; all in the seven hexes are hit, rats are not."""
    given = resolve(name, CLOUD, *NINE)
    assert given.steps(BOSS) == way
    assert [row[1] for row in given.rows() if row[0] == Event.KILLED] == [MINION]
    assert given.at(MINION + 1) == "I6"
    assert sorted(damage(given)) == [(WARDEN, 9, 2), (PRIEST, 9, 3)]
    assert given.state.pieces[WARDEN].hp == 4


def test_card_10_eat_her_young() -> None:
    given = resolve(
        "Eat Her Young",
        """
          F G H I J K L
        3 .   .   .   .
        3   .   B   .
        4 .   .   .   .
        4   .   .   .
        5 .   .   .   .
        5   .   .   .
        6 .   .   .   .
        6   .   .   .
        7 .   .   .   .
        7   .   r   .
        8 .   .   .   .
        8   .   .   .
        9 .   .   0   .
        """,
        *NINE[:-1],
        broken=(0, 4),
    )  # fmt: skip
    assert [row[1] for row in given.rows() if row[0] == Event.KILLED] == [MINION]
    assert given.steps(BOSS) == ["I4", "I5", "J6", "J7"]
    assert damage(given) == [(WARDEN, 6, 1)]
    assert pools(given) == [(0, 3, 2, 0)]


@pytest.mark.parametrize(
    ("dice", "gained"),
    [((6, 6, 6, 6, 6), None), ((6, 4, 5, 6, 6), (1, 2, 6)), ((0, 5, 1, 6, 6), (2, 3, 4)), ((0, 6, 0, 6, 6), None)],
    ids=["whole", "to the full", "most damaged", "no broken one"],
)
def test_the_eaten_rat_mends_the_most_damaged_location(
    dice: tuple[int, ...], gained: tuple[int, int, int] | None
) -> None:
    given = position("""
          G H I J K
        3     B
        4   .   .
        4 .   .   .
        5   .   .
        5 .   r   .
    """)  # fmt: skip
    given.state.dice[:5] = list(dice)
    card = NAMES.index("Eat Her Young")
    given.state.face_up = card
    given.run(Op.CARD, card, 0, NOBODY)
    mended = [row[1:4] for row in given.rows() if row[0] == Event.DIE]
    assert mended == ([gained] if gained else [])


def test_card_12_panic_takes_a_toll_by_the_distance_to_the_next() -> None:
    """The warden draws two cards, the priest two, the ranger one; a critical two is a two as well."""
    given = resolve(
        "Panic",
        """
          F G H I J K L
        4   .   .   .
        5 .   .   .   .
        5   .   B   .
        8 .   0   .   .
        8   .   .   .
        9 .   .   .   .
        9   .   1   2
        """,
        3, 6, 1, 3, 2, 3,
    )  # fmt: skip
    assert given.steps(BOSS) == ["J5", "K4", "L4"]
    drawn = [row for row in given.rows() if row[0] == Event.DREW]
    assert len(drawn) == 6
    assert [given.state.pieces[seat].hp for seat in range(SEATS)][:3] == [4, 5, 5]


def test_panic_may_be_paid_in_tokens() -> None:
    picture = """
          F G H I J K L
        4   .   .   .
        5 .   .   .   .
        5   .   B   .
        9 .   0   1   .
    """
    given = position(picture)
    given.state.seats[WARDEN].tokens[Token.DEFENCE] = 3
    for stream in range(Stream.ENEMY, Stream.STAGE + 1):
        given.feed(stream)
    given.feed(Stream.ENEMY, 3, 1, 1, 1, 1)
    card = NAMES.index("Panic")
    given.state.face_up = card
    given.run(Op.CARD, card, 0, NOBODY, answers=[Act.TOKEN + Token.DEFENCE])
    assert given.state.seats[WARDEN].tokens[Token.DEFENCE] == 1
    assert given.state.pieces[WARDEN].hp == 6


SPIT = """
      F G H I J K L
    3 .   .   .   .
    3   .   B   .
    4 .   .   .   .
    4   .   .   .
    5 .   .   .   .
    5   .   .   .
    6 .   .   .   .
    6   .   .   .
    7 .   .   .   .
    7   .   .   .
    8 .   .   2   .
    8   3   0   .
    9 .   r   .   .
    9   .   .   1
"""


@pytest.mark.parametrize(
    ("name", "way"),
    [("Spit West", ["H4", "G4", "F5"]), ("Spit East", ["J4", "K4", "L5"])],
)
def test_cards_13_and_14_spit_a_cloud_at_the_target(name: str, way: list[str]) -> None:
    """The one with the most kills within six hexes of her front; all in the seven hexes round it are hit."""
    given = resolve(name, SPIT, *NINE, kills=(1, 0, 0, 0))
    assert given.steps(BOSS) == way
    assert target(given) == [(WARDEN, Reason.NAMED)]
    assert sorted(damage(given)) == [(WARDEN, 9, 2), (RANGER, 9, 4)]
    assert rats(given)[0] == "H9"


def test_card_15_the_last_stand() -> None:
    given = resolve(
        "Last Stand",
        """
          F G H I J K L
        1   .   .   .
        2 .   .   .   .
        2   .   0   .
        3 .   .   .   .
        3   1   .   .
        4 .   .   .   .
        4   .   B   .
        5 .   .   .   .
        5   .   .   2
        6 .   .   .   .
        6   .   3   .
        """,
        *NINE,
    )  # fmt: skip
    assert given.state.pieces[BOSS].defence == 1
    assert sorted(damage(given)) == [(WARDEN, 9, 2), (PRIEST, 9, 3), (RANGER, 9, 4), (WARBEAR, 9, 3)]
    assert len(pools(given)) == 1
    assert given.steps(BOSS) == ["I3", "I2"]


# ---- targets, reactions, broken parts ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kills", "breaker", "who"),
    [
        ((0, 0), NOBODY, (WARDEN, Reason.NORTH_WEST)),
        ((0, 2), NOBODY, (PRIEST, Reason.NAMED)),
        ((0, 2), WARDEN, (WARDEN, Reason.BREAKER)),
        ((2, 0), PRIEST, (PRIEST, Reason.BREAKER)),
    ],
)
def test_most_kills_then_the_closest_but_the_breaker_first(
    kills: tuple[int, ...], breaker: int, who: tuple[int, Reason]
) -> None:
    given = resolve("Rend", HUNT.replace("8   .   0   1", "8   0   .   1"), *NINE, kills=kills, breaker=breaker)
    assert target(given)[:1] == [who]


def test_a_broken_front_bites_with_one_red_card_fewer() -> None:
    given = resolve("Rend", HUNT, 3, 3, 3, 4, 4, broken=(0,))
    assert pools(given) == [(0, 3, 2, 0)]
    assert damage(given) == [(WARDEN, 12, 3)]


def test_one_of_two_flanks_broken_counts_once() -> None:
    """Rules 14 (d)."""
    given = position("  I\n5 B")
    assert not icon_broken(given.state, given.book, 0, Icon.FLANK)
    given.state.dice[3] = 0
    assert icon_broken(given.state, given.book, 0, Icon.FLANK)
    assert not icon_broken(given.state, given.book, 0, Icon.FRONT)


def test_what_is_no_step_is_skipped_the_release_is_not() -> None:
    given = resolve("Gnaw and Swing Right", HUNT.replace("0   1", ".   ."))
    assert rats(given) == ["I1", "H2", "J2"]
    assert given.steps(BOSS) == ["J4", "K4", "L5"]
    assert damage(given) == []
