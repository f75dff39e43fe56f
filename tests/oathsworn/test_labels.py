"""Labels: what a person is offered, in the game's words."""

from fractions import Fraction

import numpy as np
import pytest
from fed_table import YELLOW, Fight, ability, card, fight, number, spot

from shieldmate.envs.core.catalogue import sentences
from shieldmate.envs.core.game import Table
from shieldmate.envs.oathsworn.compile import compile_book
from shieldmate.envs.oathsworn.game import OATHSWORN
from shieldmate.envs.oathsworn.in_reach import marked
from shieldmate.envs.oathsworn.labels import Labels, spoken_words
from shieldmate.envs.oathsworn.names import Names
from shieldmate.envs.oathsworn.odds import attack_distribution
from shieldmate.envs.oathsworn.scenario import make_scenario
from shieldmate.envs.oathsworn.state import Book, State
from shieldmate.envs.oathsworn.terms import Act, Decision, Do, If, Per, Prefer, Shape, When, Who

BLOW = {"steps": ({"do": "attack"},), "cost": 3}


def names_of(encounter: str = "several-dice", party: str = "starter") -> Names:
    """Names of a fight put up by `fight`."""
    return make_scenario(encounter, party).names


def labelled(game: Fight, party: str = "starter", encounter: str = "several-dice") -> Labels:
    """Labels of a fight's pending decision."""
    return Labels(names_of(encounter, party), game.state, game.book)


def ready() -> Fight:
    """The warden beside the boss, with a blow of 3 animus as its first card's first option."""
    return fight(boss=("I5", "s"), at={0: "I6"}).option(card(0), 0, **BLOW).might(0, 0, 1)


def test_a_visit_is_offered_in_the_games_words_under_headings() -> None:
    labels = labelled(ready().begin())
    told = {text: labels.heading(act) for act, text in labels.all().items()}
    assert told == {
        "Move up to 20, 1 animus a hex": "Move",
        "Even Breath: strike (3 animus)": "Cards",
        "Pass": "End",
    }
    assert labels.question() == "Warden's turn"
    assert labels.remark(card(0)) == "attack"


def test_hexes_are_told_by_their_names_with_what_they_cost() -> None:
    labels = labelled(ready().begin().act(Act.MOVE))
    told = labels.all()
    assert labels.question() == "Where does Warden go?"
    assert told[spot("I7")] == "I7 (1, 19 left)"
    assert told[spot("I8")] == "I8 (2, 18 left)"
    assert told[spot("I4")] == "I4 (3, 17 left)"
    assert spoken_words(labels)["i8"] == spot("I8")


def test_hexes_to_go_to_tell_who_would_be_in_reach_there() -> None:
    """A star for the boss, and how many minions; the state is as it was."""
    game = ready().begin().act(Act.MOVE)
    before = game.table.snapshot()
    told = marked(labelled(game), State.at(game.table.states.copy(), 0))
    assert game.table.snapshot() == before
    assert any(text.endswith(" *") for text in told.values())
    assert not told[spot("I8")].endswith("*")


def test_who_may_be_attacked_stands_with_hp() -> None:
    game = fight("two-bosses", boss=("I5", "s"), at={0: "I6"}).minion(0, "H7").option(card(0), 0, **BLOW)
    labels = labelled(game.begin().act(card(0)), encounter="two-bosses")
    boss, part, kind = labels.names.bosses[0], labels.names.locations[0], labels.names.minions[0]
    assert labels.question() == "What does Warden attack?"
    assert labels.all() == {
        spot("I5"): f"I5: {boss}, {part} (6 HP)",
        spot("H7"): f"H7: {kind} 1 ({int(game.book.minions[0].hp)} HP)",
    }


def test_white_cards_carry_exact_odds_from_the_cards_left() -> None:
    game = ready().deck(0, 0, (2, 6, 3, 0, 0, 3)).begin().act(card(0))
    if game.decision == Decision.TARGET:
        game.act(spot("I5"))
    assert labelled(game).all() == {number(0): "0 yellow", number(1): "1 yellow"}
    game.act(number(1))
    labels = labelled(game)
    piles = [[int(n) for n in game.state.decks[colour].pile] for colour in range(4)]
    assert list(labels.all()) == [number(count) for count in range(15)]
    for white in (0, 1, 3):
        odds = attack_distribution([white, 1, 0, 0], piles)
        told = f"miss {float(100 * odds.miss):.1f}%, mean {float(odds.mean):.1f} damage"
        assert labels.remark(number(white)) == told
    assert attack_distribution([1, 1, 0, 0], piles).miss == Fraction(2, 14) * Fraction(6, 18)
    assert YELLOW == 1


def test_a_companion_moves_for_one_animus() -> None:
    game = fight(party="solo", at={1: "I6"}).begin().act(Act.PASS)
    told = labelled(game, "solo").all()
    assert told[Act.MOVE] == "Move up to 4 (1 animus)"
    assert ability(0) not in told, "nobody is near"


def test_a_defence_card_is_told_with_defence_and_position() -> None:
    game = fight(boss=("I5", "s"), at={0: "I6"}).defends(0, 0, 2)
    game.enemy_might(1).stage({"do": "attack", "icon": "none"}).begin()
    game.passes()
    labels = labelled(game)
    assert game.decision == Decision.DEFEND
    assert set(labels.all().values()) == {"Rim and Edge: +2 defence, to position 1", "No card"}


@pytest.mark.parametrize("words", [Do, Who, Per, If, Shape, Prefer], ids=lambda words: words.__name__)
def test_every_word_of_the_vocabulary_has_its_sentence(words: type[Do]) -> None:
    section = {"Do": "step", "Who": "who", "Per": "per", "If": "if", "Shape": "shape"}.get(words.__name__)
    keys = sentences().keys()
    untold = {"flat", "always", "one", "attack"}
    for word in words:
        name = word.name.lower()
        if name in untold:
            continue
        first = f"prefer.{name}" if section is None else f"oathsworn_{section}.{name}"
        assert any(key == first or key.startswith(f"{first}_") for key in keys), first


def test_every_decision_and_window_has_its_question() -> None:
    keys = sentences().keys()
    asked = {f"oathsworn_ask.{decision.name.lower()}" for decision in Decision if decision >= 0}
    assert asked - {"oathsworn_ask.window"} <= keys
    assert {f"oathsworn_ask.window_{int(when)}" for when in When if when <= When.FRIEND_DRAW} <= keys


@pytest.mark.parametrize("encounter", ["broodmother", "two-bosses", "several-dice"])
def test_no_two_options_of_a_decision_are_called_alike(encounter: str) -> None:
    scenario = make_scenario(encounter)
    table = Table(OATHSWORN, compile_book(scenario))
    book, state = Book.at(table.books, 0), table.views[0]
    rng = np.random.default_rng(7)
    table.reset(7)
    for _ in range(300):
        if state.outcome:
            break
        labels = Labels(scenario.names, state, book)
        told = labels.all()
        assert len(set(told.values())) == len(told), labels.question()
        assert labels.question()
        table.apply(int(rng.choice(table.legal())))
