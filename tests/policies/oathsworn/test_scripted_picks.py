"""The scripted pilot's small choices: decks to look at, allies, dice in place of cards."""

import pytest

from shieldmate.agents.pilots import Post, Seated
from shieldmate.envs.core.game import Table, mask_of
from shieldmate.envs.oathsworn.compile import compile_book
from shieldmate.envs.oathsworn.game import OATHSWORN
from shieldmate.envs.oathsworn.scenario import make_scenario
from shieldmate.envs.oathsworn.state import Book
from shieldmate.envs.oathsworn.terms import Act, Decision, Do, Op
from shieldmate.envs.oathsworn.view import view_of


def asked(decision, legal, op=Op.ENTER, **frame):
    """A table at a decision of seat 1."""
    scenario = make_scenario("broodmother")
    table = Table(OATHSWORN, compile_book(scenario))
    table.reset(1)
    state = table.views[0]
    state.decision, state.seat, state.n_legal = decision, 0, len(legal)
    for place, act in enumerate(legal):
        state.legal[place] = act
    state.stack[state.top].op = op
    for name, value in frame.items():
        setattr(state.stack[state.top], name, value)
    return table, scenario, Book.at(table.books, 0)


def choice(table, scenario):
    """What the pilot chooses."""
    return Seated("scripted", Post("oathsworn", 1, 0)).act(view_of(table, scenario.names), mask_of(table))


def test_the_ally_who_stands_longest_comes():
    table, scenario, book = asked(Decision.ALLY, [Act.NUMBER, Act.NUMBER + 1, Act.PASS])
    assert choice(table, scenario) == Act.NUMBER
    book.allies[1].defence = 9
    assert choice(table, scenario) == Act.NUMBER + 1


@pytest.mark.parametrize(("side", "colour"), [(1, 2), (0, 1)])
def test_the_deck_that_is_drawn_most_from_is_looked_at(side, colour):
    legal = [Act.COLOUR + each for each in range(4)]
    table, scenario, book = asked(Decision.PEEK, legal, op=Do.PEEK, a=0)
    book.steps[0].token = side
    book.bosses[0].might[2] = 5
    for item in range(8):
        book.kits[0].items[item].might[1] = 1
    assert choice(table, scenario) == Act.COLOUR + colour


@pytest.mark.parametrize(("blanks", "dice"), [(0, 0), (6, 2)])
def test_dice_are_rolled_where_blanks_are_left(blanks, dice):
    table, scenario, _ = asked(Decision.AMOUNT, [Act.NUMBER, Act.NUMBER + 1, Act.NUMBER + 2], op=Op.PLAN, d=1)
    deck = table.views[0].decks[1]
    for kind, count in enumerate((blanks, 1, 0, 0, 0, 0)):
        deck.discard[kind] = deck.pile[kind] - count if kind else 0
        deck.pile[kind] = count
    deck.discard[0] = 6 - blanks
    assert choice(table, scenario) == Act.NUMBER + dice
