"""Poison does what the encounter says (rules section 2, status tokens): its own steps, and cards that ask for it."""

from pathlib import Path
from typing import Any

import pytest
from content_files import book_of, tables, write
from fed_table import Fight, fight

from shieldmate.envs.core.content import ContentError
from shieldmate.envs.oathsworn.steps import Step
from shieldmate.envs.oathsworn.terms import Status
from shieldmate.envs.oathsworn.vocabulary import Side

QUIET = {"do": "might", "amount": 1}


def poisoned(*steps: dict[str, Any], card: dict[str, Any] = QUIET, **marks: int) -> Fight:
    """Seat 1 is poisoned, and the four are ambushed by a card; round 2 has begun."""
    game = fight(boss=("I5", "s"), at={0: "I6"}).ambush().put(0, **{"poison": 1, **marks})
    game.book.poison_first, game.book.poison_end = game.programs.write(
        [Step.model_validate(step) for step in steps], Side.ENEMIES, {}
    )
    return game.stage(card).stage(QUIET, place=1).begin(2)


def test_the_poisoned_suffer_the_encounters_steps_at_the_end_of_the_round() -> None:
    game = poisoned({"do": "hurt", "amount": 2})
    assert game.state.round == 2
    assert game.hp() == [4, 6, 6, 6]
    assert game.piece().status[Status.POISON] == 1, "a token stays unless the steps take it"


def test_poison_may_wear_off() -> None:
    game = poisoned({"do": "status", "status": "poison", "amount": -1, "who": "target"})
    assert game.hp() == [6] * 4
    assert game.piece().status[Status.POISON] == 0


def test_who_falls_to_poison_is_out() -> None:
    game = poisoned({"do": "hurt"}, {"do": "hurt"}, hp=1)
    assert (game.where(0), game.state.seats[0].fallen) == ("", 1)


def test_without_steps_poison_does_nothing_by_itself() -> None:
    assert poisoned().hp() == [6] * 4


def test_a_card_asks_for_the_poisoned() -> None:
    assert poisoned(card={"do": "hurt", "who": "poisoned", "amount": 1}).hp() == [5, 6, 6, 6]
    assert poisoned(card={"do": "hurt", "who": "poisoned", "amount": 1}, poison=0).hp() == [6] * 4


def test_a_file_says_what_poison_does(tmp_path: Path) -> None:
    content = {"base": "several-dice", "name": "Venom", "poison": [{"do": "hurt", "amount": 3}]}
    book = book_of(write(tmp_path / "venom.toml", content))
    assert book.poison_end - book.poison_first == 1
    assert book.steps[book.poison_first].amount == 3
    assert "poison" not in tables("encounters/several-dice")
    wrong = {**content, "poison": [{"do": "heal"}]}
    with pytest.raises(ContentError, match=r"poison\[0\]\.do: found 'heal'"):
        book_of(write(tmp_path / "wrong.toml", wrong))
