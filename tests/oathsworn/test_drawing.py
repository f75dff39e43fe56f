"""The board drawn: what a person must see to play from it."""

import re

import numpy as np
import pytest

from shieldmate.envs.core.game import Table
from shieldmate.envs.core.hexes import HEXES, hex_named, name_of
from shieldmate.envs.oathsworn.compile import compile_book
from shieldmate.envs.oathsworn.drawing import Drawing, draw_board
from shieldmate.envs.oathsworn.game import OATHSWORN
from shieldmate.envs.oathsworn.scenario import make_scenario
from shieldmate.envs.oathsworn.state import Book


class Drawn:
    """A table that is drawn."""

    def __init__(self, encounter: str = "broodmother", party: str = "starter", seed: int = 1) -> None:
        self.scenario = make_scenario(encounter, party)
        self.table = Table(OATHSWORN, compile_book(self.scenario))
        self.book = Book.at(self.table.books, 0)
        self.table.reset(seed)
        self.state = self.table.views[0]

    @property
    def text(self) -> str:
        """The whole table."""
        return draw_board(self.state, self.book, self.scenario.names)

    def inside(self, hex: str) -> str:
        """What stands over the name of a hex."""
        lines = self.text.splitlines()
        for row, line in enumerate(lines):
            place = re.search(rf"[\\_]{hex}[_/]", line)
            if place:
                start = place.start() + 1 - place.start() % 5
                return lines[row - 1][start : start + 4].strip()
        raise AssertionError(f"{hex} is not drawn")

    def start(self) -> None:
        """Place the four."""
        for hex in ("H9", "G9", "I9", "H10"):
            self.table.apply(hex_named(hex))


def test_every_hex_is_drawn_with_its_name() -> None:
    text = Drawn().text
    for hex in range(HEXES):
        assert len(re.findall(rf"[\\_]{name_of(hex)}[_/]", text)) == 1


def test_the_boss_lies_on_its_seven_hexes_with_the_hp_of_its_locations() -> None:
    drawn = Drawn()
    assert drawn.inside("I4") == "Fr6↓"
    assert drawn.inside("I3") == "Co6"
    assert drawn.inside("I2") == "Re6"
    assert drawn.inside("J3") == drawn.inside("J4") == "LF6"
    assert drawn.inside("H3") == drawn.inside("H4") == "RF6"


def test_the_start_zone_shows_while_heroes_are_placed() -> None:
    drawn = Drawn()
    assert drawn.inside("H9") == "...."
    assert ".... where heroes may start" in drawn.text
    drawn.start()
    assert "...." not in drawn.text
    assert drawn.inside("H8") == ""
    assert drawn.inside("H9") == "1W6↑"
    assert drawn.inside("H10") == "4W6↑"


def test_arcs_obstacles_and_minions() -> None:
    drawn = Drawn()
    assert drawn.inside("I5") == "f"
    assert drawn.inside("I1") == "r"
    assert drawn.inside("G4") == "", "the flank"
    assert drawn.inside("C3") == "####"
    assert drawn.inside("H2") == "ra1↓"


def test_the_stage_card_is_told_step_by_step() -> None:
    text = Drawn(seed=1).text
    assert "Next stage card: Gnaw and Swing Right (stage I)\n" in text
    assert "   1. spawn 3 × Giant Rat at its rear\n" in text
    assert "   4. move 3 south-east\n" in text


def test_seats_stand_below_with_hand_and_cooldowns() -> None:
    drawn = Drawn()
    drawn.start()
    assert ">1 Warden: HP 6 of 6, defence 4, H9, animus 6 (reserve 2)\n" in drawn.text
    assert "Warden's hand [cooldown, defence]: Even Breath [0, +0], Rim and Edge [1, +2]," in drawn.text
    assert " 2 Priest (companion): " in Drawn(party="solo").text


def test_decks_count_blanks_and_cards() -> None:
    decks = "white 6 of 18, yellow 6 of 18, red 6 of 18, black 6 of 18"
    assert f"Heroes' decks, blanks of cards left: {decks}" in Drawn().text


@pytest.mark.parametrize("encounter", ["broodmother", "two-bosses", "several-dice"])
def test_nothing_is_wider_than_100_columns(encounter: str) -> None:
    drawn = Drawn(encounter)
    rng = np.random.default_rng(3)
    for step in range(200):
        if drawn.state.outcome:
            break
        if step % 20 == 0:
            assert max(map(len, drawn.text.splitlines())) <= 100
        drawn.table.apply(int(rng.choice(drawn.table.legal())))


def test_two_bosses_are_both_told() -> None:
    drawn = Drawn("two-bosses")
    lines = Drawing(drawn.state, drawn.book, drawn.scenario.names).bosses()
    assert len(lines) == 2
