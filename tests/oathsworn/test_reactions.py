"""Breaks and their reactions: one a die, whole cards, the last die, packs (rules 7.3; E 15, 18, 24)."""

from typing import Any

from positions import Position, position

from shieldmate.envs.oathsworn.pieces import hurt_location, lose_hp
from shieldmate.envs.oathsworn.terms import (
    BOSS,
    Act,
    Do,
    Event,
    Op,
    Outcome,
    Reason,
    Stream,
    To,
    Who,
)

NOBODY = -1
BOARD = """
      G H I J K
    3   .   .
    3 .   B   .
    4   .   .
    4 .   .   .
    5   .   .
    5 .   .   .
    6   .   .
    6 .   0   .
    9 1   2   3
"""


def broken(given: Position, *dice: int, by: int = 0) -> None:
    """Break dice, as a blow of a hero does."""
    for die in dice:
        hurt_location(given.state, given.book, given.tape, die, 20, by)


def quiet(picture: str = BOARD, scenario: str = "several-dice", **rules: str) -> Position:
    """A boss whose cards do nothing, the first one face up."""
    given = position(picture, scenario=scenario, stage_card=True, **rules)
    for card in given.book.stage_cards:
        card.end = card.first
        card.lasting = 0
    return given


def lay(given: Position, card: int, *rows: dict[str, Any]) -> None:
    """Write a stage card's program."""
    first = given.book.n_steps
    for fields in rows:
        for name, value in {"icon": -1, "kind": -1, **fields}.items():
            setattr(given.book.steps[given.book.n_steps], name, value)
        given.book.n_steps += 1
    given.book.stage_cards[card].first = first
    given.book.stage_cards[card].end = given.book.n_steps


def reactions(given: Position) -> list[tuple[int, int]]:
    """Breaker of every reaction resolved, and the stage of its card."""
    return [
        (row[3], given.book.stage_cards[row[1]].stage)
        for row in given.rows()
        if row[0] == Event.RESOLVE and row[2] == 1
    ]


def test_a_break_draws_the_whole_top_card_at_its_breaker() -> None:
    given = quiet()
    given.book.bosses[0].stage_at[1] = 0
    lay(given, 0, {"do": Do.MOVE, "to": To.TARGET, "amount": 9}, {"do": Do.DEFENCE, "amount": 1, "lasts": 3})
    broken(given, 0, by=2)
    given.run(Op.REACTIONS)
    assert reactions(given) == [(2, 1)]
    assert [row[2:4] for row in given.rows() if row[0] == Event.TARGET] == [(2, Reason.BREAKER)]
    assert given.state.pieces[BOSS].defence == 1
    assert given.state.face_up not in (0, NOBODY)


def test_several_dice_at_once_are_all_removed_before_the_reactions() -> None:
    given = quiet()
    broken(given, 0, 1)
    assert (given.state.n_reactions, given.state.broken) == (2, 2)
    given.run(Op.REACTIONS)
    assert reactions(given) == [(0, 3), (0, 3)]
    assert given.state.n_reactions == 0
    assert given.state.outcome == Outcome.ON


def test_a_break_that_crosses_a_trigger_draws_from_the_new_stage() -> None:
    given = quiet()
    broken(given, 0)
    given.run(Op.REACTIONS)
    assert reactions(given) == [(0, 2)]


def test_the_last_die_alone_wins_at_once_without_a_reaction() -> None:
    given = quiet()
    given.state.dice[0] = given.state.dice[1] = 0
    broken(given, 2)
    given.run(Op.REACTIONS)
    assert given.state.outcome == Outcome.WIN
    assert reactions(given) == []


def test_with_the_last_die_among_several_the_others_are_answered_first() -> None:
    given = quiet()
    given.state.dice[0] = 0
    broken(given, 1, 2)
    assert given.state.outcome == Outcome.ON
    given.run(Op.REACTIONS)
    assert [breaker for breaker, _ in reactions(given)] == [0]
    assert given.state.outcome == Outcome.WIN


def test_a_reaction_that_fells_the_last_oathsworn_after_the_last_die_is_still_a_victory() -> None:
    given = quiet()
    given.state.dice[0] = 0
    for card in range(15):
        lay(given, card, {"do": Do.HURT, "who": Who.ALL_FRIENDS, "amount": 9})
    broken(given, 1, 2)
    given.run(Op.REACTIONS)
    assert [given.state.seats[seat].fallen for seat in range(4)] == [1, 1, 1, 1]
    assert given.state.outcome == Outcome.WIN


def test_all_fallen_is_a_defeat_even_with_a_reaction_to_come() -> None:
    given = quiet()
    for card in range(15):
        lay(given, card, {"do": Do.HURT, "who": Who.ALL_FRIENDS, "amount": 9})
    broken(given, 1, 2)
    given.run(Op.REACTIONS)
    assert given.state.outcome == Outcome.LOSS
    assert len(reactions(given)) == 1


def test_the_last_of_both_sides_at_once_is_a_victory() -> None:
    given = quiet(BOARD, fire="end_of_round")
    given.state.dice[0] = given.state.dice[1] = 0
    given.state.dice[2] = 1
    for seat in range(4):
        given.state.pieces[seat].hp = 1
        given.state.tile[given.state.pieces[seat].hex] = 1
    given.state.tile[given.state.pieces[BOSS].hex] = 1
    given.run(Op.END_ROUND)
    assert given.state.outcome == Outcome.WIN


def test_a_break_during_a_stage_card_waits_for_its_end() -> None:
    given = quiet()
    for card in range(15):
        lay(given, card, {"do": Do.MOVE, "to": To.FIXED, "amount": 1})
    given.feed(Stream.STAGE, 2)
    given.run(Op.STAGE)
    lay(given, 1, {"do": Do.HURT, "who": Who.SELF, "amount": 5}, {"do": Do.MOVE, "to": To.FIXED + 3, "amount": 1})
    given.feed(Stream.STAGE, 6, 7)
    given.run(Op.STAGE)
    told = [row[:4] for row in given.rows() if row[0] in (Event.RESOLVE, Event.BROKEN, Event.REVEALED)][1:]
    assert [row[0] for row in told[-5:]] == [
        Event.RESOLVE, Event.BROKEN, Event.REVEALED, Event.RESOLVE, Event.REVEALED,
    ]  # fmt: skip
    assert told[-2][1:3] == (told[-3][1], 1)


def test_the_rest_of_the_breaking_ability_against_that_target_is_cancelled() -> None:
    """Extra knockback is; what helps friends resolves before the reaction."""
    given = quiet("""
          G H I J K
        3     B
        4   .   .
        4 .   0   .
        9 1   2   3
    """, ties="north_west")  # fmt: skip
    given.book.bosses[0].stage_at[1] = 0
    given.state.dice[0] = 1
    given.state.pieces[1].hp = 3
    first = given.book.n_steps
    for fields in (
        {"do": Do.ATTACK, "bonus": 20},
        {"do": Do.KNOCKBACK, "who": Who.HIT, "amount": 2},
        {"do": Do.HEAL, "who": Who.ALL_FRIENDS, "amount": 1},
    ):
        for name, value in {"icon": -1, "kind": -1, **fields}.items():
            setattr(given.book.steps[given.book.n_steps], name, value)
        given.book.n_steps += 1
    option = given.book.kits[0].abilities[3]
    option.known, option.first, option.end, option.cost, option.limit, option.when = 1, first, first + 3, 0, 0, 0
    option.token = NOBODY
    option.hp = 0
    given.run(Op.VISIT, 0, answers=[Act.ABILITY + 3])
    assert given.at(BOSS) == "I3"
    assert given.state.pieces[1].hp == 4
    order = [row[0] for row in given.rows() if row[0] in (Event.BROKEN, Event.HP, Event.RESOLVE)]
    assert order[:3] == [Event.BROKEN, Event.HP, Event.RESOLVE]


# ---- packs ------------------------------------------------------------------------------------------------------


PACK = """
      E F G H I J K
    3     B   Y
    4   .   .   .
    4     0
    9     1   2
"""
ELDER, ELDER_ARM, YOUNGER, YOUNGER_ARM = range(4)


def pack() -> Position:
    given = quiet(PACK, scenario="two-bosses")
    given.book.bosses[0].stage_at[1] = 0
    for card in range(15):
        lay(given, card, {"do": Do.MOVE, "to": To.TARGET, "amount": 0}, {"do": Do.FACE, "to": To.TARGET})
    return given


def test_only_bosses_that_lost_hp_go_for_the_breaker() -> None:
    given = pack()
    given.book.bosses[1].prefer = 0
    broken(given, ELDER, by=1)
    given.book.stage_cards[0].prefer = NOBODY
    lay(given, 0, {"do": Do.MOVE, "to": To.TARGET, "amount": 9})
    given.run(Op.REACTIONS)
    told = {row[1]: (row[2], row[3]) for row in given.rows() if row[0] == Event.TARGET}
    assert told[BOSS] == (1, Reason.BREAKER)
    assert told[BOSS + 1][1] != Reason.BREAKER


def test_a_boss_without_dice_leaves_before_the_reaction_the_others_stay() -> None:
    given = pack()
    given.state.dice[ELDER_ARM] = 0
    broken(given, ELDER)
    given.run(Op.REACTIONS)
    assert given.at(BOSS) == ""
    assert given.at(BOSS + 1) == "I3"
    assert reactions(given) == [(0, 1)]
    assert given.state.outcome == Outcome.ON
    broken(given, YOUNGER, YOUNGER_ARM)
    given.run(Op.REACTIONS)
    assert given.state.outcome == Outcome.WIN


def test_if_all_would_leave_the_most_northern_then_western_one_stays_for_the_reactions() -> None:
    given = pack()
    given.state.dice[ELDER_ARM] = given.state.dice[YOUNGER_ARM] = 0
    broken(given, ELDER, YOUNGER)
    given.run(Op.REACTIONS)
    assert reactions(given) == [(0, 1)]
    assert (given.at(BOSS), given.at(BOSS + 1)) == ("G3", "")
    assert given.state.outcome == Outcome.WIN


# ---- fire -------------------------------------------------------------------------------------------------------


def test_a_die_lost_to_fire_on_the_way_is_answered_after_the_card_at_the_closest() -> None:
    given = quiet("""
          G H I J K
        3     B
        4   .   .
        4 .   ^   .
        5   .   .
        5 .   .   .
        6   .   .
        6 .   0   .
        9 1   2   3
    """)  # fmt: skip
    given.book.bosses[0].prefer = 2
    given.state.dice[0] = 1
    walk = {"do": Do.MOVE, "to": To.TARGET, "amount": 2}
    for card in range(15):
        lay(given, card, walk)
    lay(given, 0, {"do": Do.MOVE, "to": To.FIXED + 3, "amount": 2})
    given.state.dice[1] = given.state.dice[2] = 6
    given.run(Op.STAGE)
    assert reactions(given) == [(NOBODY, 2)]
    targets = [row[2:4] for row in given.rows() if row[0] == Event.TARGET]
    assert targets[0][0] == 0
    resolved = [row[0] for row in given.rows() if row[0] in (Event.RESOLVE, Event.BROKEN)]
    assert resolved == [Event.RESOLVE, Event.BROKEN, Event.RESOLVE]


def test_a_die_lost_to_fire_at_the_end_of_the_round_is_answered_before_the_next() -> None:
    given = quiet(BOARD, fire="end_of_round")
    given.state.dice[0] = 1
    given.state.tile[given.state.pieces[BOSS].hex] = 1
    given.run(Op.END_ROUND)
    assert reactions(given) == [(NOBODY, 2)]


# ---- who breaks -------------------------------------------------------------------------------------------------


def test_damage_beyond_the_die_is_lost() -> None:
    """Case 42: one reaction, the other dice untouched."""
    given = quiet()
    given.book.bosses[0].stage_at[1] = 0
    given.state.dice[0] = 2
    before = list(given.state.dice)
    assert hurt_location(given.state, given.book, given.tape, 0, 4, 0) == 2
    assert list(given.state.dice)[1:] == before[1:]
    given.run(Op.REACTIONS)
    assert len(reactions(given)) == 1


def test_minions_that_die_bring_no_reaction() -> None:
    given = quiet(BOARD.replace("4 .   .   .", "4 .   r   ."), scenario="two-bosses")
    lose_hp(given.state, given.book, given.tape, 6, 9, 0)
    assert given.state.n_reactions == 0
