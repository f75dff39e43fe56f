"""The log: what a player of the game would read."""

import re
from collections.abc import Iterable

import numpy as np
import pytest
from fed_table import Fight, card, cards, drawn, fight, number, spot, token

from shieldmate.envs.core.game import Table
from shieldmate.envs.core.told import Line, Tone
from shieldmate.envs.oathsworn.compile import compile_book
from shieldmate.envs.oathsworn.game import OATHSWORN
from shieldmate.envs.oathsworn.scenario import make_scenario
from shieldmate.envs.oathsworn.state import Book
from shieldmate.envs.oathsworn.tell import TELLERS, Teller
from shieldmate.envs.oathsworn.terms import BOSS, MINION, Act, Decision, Event, Prefer, Token

BLOW = {"steps": ({"do": "attack"},), "cost": 3}


class Told:
    """A fight with its log."""

    def __init__(self, game: Fight, encounter: str = "several-dice", party: str = "starter") -> None:
        self.game = game
        self.teller = Teller(make_scenario(encounter, party).names, game.book, game.state)
        self.lines: list[str] = []

    def act(self, act: int, *faces: int) -> list[str]:
        """Answer a decision; gives the lines it brought."""
        self.game.act(act, *faces)
        return self.hear()

    def hear(self) -> list[str]:
        """Tell the events of the last answer."""
        found = [line.text for line in self.teller.tell(self.game.rows)]
        self.lines += found
        return found


def ready(*hp: int) -> Told:
    """The warden beside a boss with one die, a blow of 3 animus, one yellow cube."""
    game = fight(boss=("I5", "s"), at={0: "I6"}).option(card(0), 0, **BLOW).might(0, 0, 1).dice(*(hp or (6, 6)))
    told = Told(game.begin())
    told.hear()
    return told


def struck(told: Told, white: int, *faces: int) -> list[str]:
    """Play the blow with white cards and the yellow cube; gives the lines of the draw."""
    told.act(card(0))
    if told.game.decision == Decision.TARGET:
        told.act(spot("I5"))
    told.act(number(1))
    return told.act(number(white), *faces)


def test_a_round_opens_with_its_phases() -> None:
    told = ready()
    assert told.lines[0].startswith("Next stage card: ")
    assert told.lines[1] == "Round 1: refresh"
    assert "Warden: animus +20, now 20" in told.lines


def test_a_move_is_one_line_from_start_to_end() -> None:
    told = ready()
    told.act(Act.MOVE)
    head, visit, *lines = told.act(spot("I8"))
    assert (head, visit) == ("Round 1: Oathsworn phase", "Warden's turn")
    assert sorted(lines) == ["animus -2, now 18", "moves I6 > I7 > I8"]


def test_cards_their_sum_defence_and_hp() -> None:
    told = ready()
    lines = struck(told, 2, *cards("1 2"), *cards("3"))
    assert "draws 2 white and 1 yellow" in lines
    assert "cards: white 1, 2; yellow 3: 6" in lines
    defence = int(told.game.book.bosses[0].defence)
    boss = told.teller.names.bosses[0]
    part = told.teller.names.locations[0]
    if told.game.decision == Decision.LOCATION:
        lines = told.act(number(0))
    assert (
        f"{boss} ({part}): 6 damage against defence {defence}: {6 // defence} HP lost, {6 - 6 // defence} left" in lines
    )


def test_two_blanks_miss_and_determination_brings_a_token() -> None:
    told = ready()
    lines = struck(told, 2, *cards("0 0"), *cards("3"))
    assert "2 blanks: a miss" in lines
    assert told.game.decision == Decision.DETERMINATION
    assert told.act(token(Token.REDRAW))[:2] == [
        "Determination: gains a Redraw token",
        "Redraw token +1, now 1; Even Breath to position 0",
    ]


def test_a_redraw_names_the_card_put_away_and_what_came() -> None:
    told = ready()
    told.game.state.seats[0].tokens[Token.REDRAW] = 1
    struck(told, 1, *cards("0"), *cards("3"))
    assert told.act(drawn(0, "0"), *cards("2"))[:2] == ["Redraw token -1, now 0", "redraws white blank: white 2"]


def test_a_pass_is_told_at_once_and_in_order() -> None:
    told = ready()
    assert told.act(Act.PASS)[-2:] == ["Round 1: Oathsworn phase", "Pass: Warden"]
    reason = Line("Priest: nothing to gain.", Tone.REASON)
    assert told.teller.because(reason) == []
    assert told.act(Act.PASS)[-1:] == ["Pass: Priest"]


def test_the_headings_that_wait_come_before_a_person_is_asked() -> None:
    told = ready()
    assert [line.text for line in told.teller.asked()] == ["Round 1: Oathsworn phase", "Warden's turn"]
    assert told.teller.asked() == []


def test_spent_tokens_that_determination_gives_back_are_named() -> None:
    told = ready()
    told.game.state.seats[0].tokens[Token.REDRAW] = 1
    struck(told, 2, *cards("0 0"), *cards("3"))
    told.act(drawn(0, "0"), *cards("0"))
    assert told.act(token(Token.DEFENCE))[0] == (
        "Determination: gains a Defence token; gets back what the attack spent: 1 Redraw"
    )


def test_a_toll_says_what_is_drawn_and_what_each_two_costs() -> None:
    told = ready()
    rows = [
        (Event.TOLL, 1, 3, 2, 0, 0),
        (Event.DREW, 1, 0, 2, 1, 0),
        (Event.DREW, 1, 0, 0, 1, 0),
        (Event.DREW, 1, 0, 2, 1, 0),
        (Event.TOLL, 2, 0, 2, 0, 0),
    ]
    assert [line.text for line in told.teller.tell(rows)][-3:] == [
        "Priest: draws 3 white enemy cards, one a hex to the nearest fellow; each 2 costs 2 tokens or 1 HP",
        "Priest: white 2, blank, 2; twos to pay for: 2",
        "Ranger: has no fellow to draw cards for",
    ]


def test_minions_that_cannot_come_are_told() -> None:
    scenario = make_scenario("two-bosses")
    game = Table(OATHSWORN, compile_book(scenario))
    teller = Teller(scenario.names, Book.at(game.books, 0), game.views[0])
    rows = [(Event.SHORT, 0, 2, 0, 0, 0), (Event.SHORT, 0, 1, 1, 0, 0)]
    assert [line.text for line in teller.tell(rows)] == [
        "Cannot come: 2 × Thrall (no model left)",
        "Cannot come: 1 × Thrall (no room)",
    ]


def test_who_is_preferred_with_others_is_told_so() -> None:
    told = ready()
    told.teller.resolving = next(place for place, row in enumerate(told.game.book.stage_cards) if row.stage)
    told.game.book.stage_cards[told.teller.resolving].prefer = Prefer.MOST_KILLS
    rows = [(Event.TARGET, BOSS, 1, reason, tied, 0) for reason, tied in ((1, 0), (2, 1), (7, 1), (2, 0))]
    boss, most = told.teller.names.bosses[0], "the one with most minions killed"
    assert [line.text for line in told.teller.tell(rows)][-4:] == [
        f"{boss} goes for Priest: {most}",
        f"{boss} goes for Priest: {most}, tied: the closest",
        f"{boss} goes for Priest: {most}, tied: the only one in reach",
        f"{boss} goes for Priest: the closest",
    ]


def test_cards_that_flow_alike_are_told_together() -> None:
    told = ready()
    rows = [(Event.ZONE, 0, 0, 0, 4, 0), (Event.ZONE, 0, 0, 1, 2, 1), (Event.ZONE, 0, 0, 2, 2, 1)]
    first, second, third = told.teller.names.seats[0].cards[:3]
    line = told.teller.tell(rows)[-1].text
    assert line.removeprefix("Warden: ") == f"{first} to position 0; {second} and {third} from position 2 to 1"


def test_what_breaks_is_told_alike_for_one_and_for_many() -> None:
    told = ready()
    rows = [(Event.BROKEN, 0, 0, 0, 0, 0), (Event.DESTROYED, 0, 0, 0, 0, 0)]
    boss, part, tree = told.teller.names.bosses[0], told.teller.names.locations[0], told.teller.names.obstacles[0]
    lines = [line.text for line in told.teller.tell(rows)]
    assert lines[-2:] == [f"{boss}: {part} broken", f"Broken down: {tree}"]


def test_passes_stand_in_place_of_a_turn() -> None:
    lines = list(lines_of("broodmother", 1))
    assert lines[1].startswith("Warden: starts on ")
    for place, line in enumerate(lines[:-1]):
        if line.startswith("Pass: "):
            assert not lines[place - 1].endswith("'s turn"), "a turn that is passed is not told of"


def test_an_enemys_target_is_named_with_the_reason() -> None:
    lines = list(lines_of("broodmother", 1))
    target = next(place for place, line in enumerate(lines) if line.startswith("Broodmother goes for "))
    assert re.fullmatch(r"Broodmother goes for \w+: .+", lines[target])
    assert any(line.startswith("revealed: yellow ") for line in lines[target:])
    assert any(re.fullmatch(r"\w+: \d+ damage against defence \d+: .+", line) for line in lines[target:])


def test_every_event_is_told() -> None:
    assert TELLERS.keys() == set(Event)
    assert Teller.untold not in TELLERS.values()


def lines_of(encounter: str, seed: int, party: str = "starter") -> Iterable[str]:
    """The log of a game of random choices."""
    scenario = make_scenario(encounter, party)
    table = Table(OATHSWORN, compile_book(scenario))
    state = table.views[0]
    rng = np.random.default_rng(seed)
    table.reset(seed)
    teller = Teller(scenario.names, Book.at(table.books, 0), state)
    while True:
        yield from (line.text for line in teller.tell(table.events().tolist()))
        if state.outcome:
            return
        table.apply(int(rng.choice(table.legal())))


@pytest.mark.parametrize(("encounter", "seed"), [("broodmother", 1), ("two-bosses", 2), ("several-dice", 3)])
def test_a_whole_game_is_told(encounter: str, seed: int) -> None:
    lines = list(lines_of(encounter, seed))
    assert lines[-1].startswith(("Victory", "Defeat", "The last round"))
    assert sum(line.endswith(": encounter phase") for line in lines) >= 1
    assert all(line and "{" not in line and len(line) < 200 for line in lines)


def test_a_mob_strikes_as_one() -> None:
    lines = list(lines_of("broodmother", 1))
    assert any(" attack " in line and line.endswith(" together") for line in lines)


def test_minions_that_stand_there_from_the_start_have_the_name_of_their_kind() -> None:
    scenario = make_scenario("two-bosses")
    game = Table(OATHSWORN, compile_book(scenario))
    teller = Teller(scenario.names, Book.at(game.books, 0), game.views[0])
    assert {teller.cast.piece(piece).split()[0] for piece in (MINION, MINION + 1)} == {"Thrall"}
    assert teller.cast.piece(MINION + 2) == "Bowman 3"
