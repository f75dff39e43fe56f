"""Chance fed by hand: what came up at a real table, typed or from a pipe."""

import json

import pytest

from shieldmate.envs.core.content import ContentError
from shieldmate.envs.ironsworn.hand import Want, read_face, read_price, streams_of

DIE = Want("Kuno", "the action die", 6)
PRICE = Want("Kuno", "the price", 100, price=True)

BEGIN = "run ironsworn/bear --seed 1 --seats random --rule flee=false"


@pytest.mark.parametrize(("text", "face"), [("1", 1), (" 6 ", 6)])
def test_a_face_is_a_number_of_the_die(text, face):
    assert read_face(text, DIE) == face


@pytest.mark.parametrize("text", ["", "0", "7", "-1", "1.5", "six", "１", "harm:3", "9" * 5000])
def test_other_words_are_no_face(text):
    with pytest.raises(ContentError, match="Kuno: the action die: found .*; valid: 1 to 6"):
        read_face(text, DIE)


@pytest.mark.parametrize(
    ("text", "face"),
    [
        ("57", 57),
        ("harm:3", 1030),
        ("harm:2+1", 1031),
        ("Stress:2", 2020),
        ("momentum:2", 3020),
        ("supply:1", 4010),
        ("separated", 5020),
        ("gear", 6020),
        ("danger", 7020),
        ("ally:3", 8030),
        ("none", 1000),
    ],
)
def test_a_price_is_a_face_or_named(text, face):
    assert read_face(text, PRICE) == face
    assert PRICE.allows(face)


@pytest.mark.parametrize("text", ["hram:3", "harm", "harm:", "harm:x", "harm:11", "harm:-1", "stress:1+1", "101", "0"])
def test_other_words_are_no_price(text):
    with pytest.raises(ContentError):
        read_face(text, PRICE)


def test_the_nearest_price_is_suggested():
    with pytest.raises(ContentError, match="did you mean harm"):
        read_price("hram:3")


def test_streams_are_fed_by_group():
    assert streams_of(["price"]) == (10,)
    assert streams_of(["dice", "price"]) == tuple(range(11))
    assert streams_of([]) == tuple(range(13))
    with pytest.raises(ContentError, match="did you mean dice"):
        streams_of(["dise"])


def test_faces_come_from_a_pipe_and_are_recorded(run, tmp_path):
    faces = "5 4 9  # the opening\n" + "6,1,2\n" * 400
    ran = run(f"{BEGIN} --chance hand:dice --replay a.jsonl", typed=faces)
    assert ran.status == 0, ran.err
    assert "      5+2=7 vs 4, 9: weak hit\n" in ran.out
    start = json.loads((tmp_path / "a.jsonl").read_text().splitlines()[0])
    assert start["fed"] == [5, 4, 9]
    assert run("replay a.jsonl").out.strip() == ran.out.strip()


def test_a_pipe_that_runs_out_says_so_in_one_line(run):
    ran = run(f"{BEGIN} --chance hand", typed="5 4 9\n1 10\n")
    assert ran.status == 2
    assert ran.err.count("\n") == 1
    assert ran.err.startswith("--chance: Warrior: the second challenge die: found no more faces; valid: ")


def test_an_impossible_face_in_a_pipe_ends_the_game(run):
    ran = run(f"{BEGIN} --chance hand", typed="5 4 11\n")
    assert (ran.status, ran.err) == (2, "Warrior: the second challenge die: found 11; valid: 1 to 10\n")


def test_a_typed_price_is_paid(run):
    ran = run(f"{BEGIN} --chance hand:dice,price", typed="1 10 10\nharm:2\n3 10 1\n" + "1 10 10 none " * 200)
    assert "pays the price: 2 harm\n" in ran.out
    assert "pays no price\n" in ran.out


HAND = "play ironsworn/bear --seed 1 --chance hand"


def test_a_person_leaves_or_asks_where_dice_are_wanted(run):
    ran = run(HAND, typed="?\nundo\n5 4 9\n1\nquit\n")
    assert ran.status == 0
    assert "undo: found nothing to take back" in ran.out
    assert "A number for each die, in that order;" in ran.err
    assert "5+2=7 vs 4, 9: weak hit" in ran.out


@pytest.mark.parametrize("typed", ["", "quit\n", "Q\n", "5 4\nexit\n"])
def test_a_game_is_left_before_it_has_begun(run, typed):
    ran = run(HAND, typed=typed)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.endswith("The fight is left; it was not saved.\n")


def test_a_choice_is_taken_back_where_its_dice_are_asked_for(run):
    """The strike is not made, so nothing has changed, nothing is drawn anew, and the replay does not know of it."""
    ran = run(f"{HAND} --replay a.jsonl", typed="5 1 2\n1\nundo\n1\n6 1 2\nquit\n")
    assert ran.status == 0
    assert ran.out.count("Warrior strikes at Bear") == 2
    assert ran.out.count("    taken back\n") == 1
    assert "6+3=9 vs 1, 2: strong hit" in ran.out
    assert "Strike" not in run("replay a.jsonl").out.partition("Warrior strikes")[0]
    assert run("replay a.jsonl").out.count("Warrior strikes at Bear") == 1


def test_behind_a_pilots_dice_the_last_choice_of_the_person_is_taken_back(run):
    line = f"{HAND} --character warrior --character warrior --rule flee=false --replay a.jsonl"
    ran = run(line, typed="5 1 2\n5 1 2\n1\n6 1 2\nundo\nundo\nquit\n")
    assert ran.status == 0, ran.err
    assert "taken back after luck was seen" in ran.out
    assert ran.out.count("What does Warrior 1 do?") == 2
    assert run("replay a.jsonl").status == 0
