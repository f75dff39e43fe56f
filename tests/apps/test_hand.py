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
