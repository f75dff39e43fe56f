"""Stage cards of which only the stage is known: their steps are asked for when they resolve."""

import json

import pytest

KNOWN = (
    '{{ stage = {stage}, name = "Blow {stage}{place}", steps = [{{ do = "move", amount = 2 }}, {{ do = "attack" }}] }}'
)
UNKNOWN = "{{ stage = {stage}, unknown = true }}"
PLAY = "play den.toml --party starter --seats human,random,random,random --seed 1"


@pytest.fixture
def den(tmp_path):
    """An encounter whose cards of the first stage are unknown."""
    cards = ",\n".join(
        (UNKNOWN if stage == 1 else KNOWN).format(stage=stage, place=place) for stage in (1, 2, 3) for place in range(5)
    )
    (tmp_path / "den.toml").write_text(f'base = "broodmother"\nstage_cards = [\n{cards}\n]\n')
    return tmp_path


def until_resolved(*typed):
    """Place the hero, hand the seat to a pilot, and answer what is asked for the card that resolves."""
    return "\n".join(["1", "seat 1 random", *typed, ""])


def test_run_refuses_unknown_cards_by_name(run, den):
    ran = run("run den.toml")
    assert ran.status == 2
    assert ran.out == ""
    assert ran.err == (
        "oathsworn/den: found stage 1 card 1, stage 1 card 2, stage 1 card 3, stage 1 card 4, "
        "stage 1 card 5; valid: these known, or `play`, where a person is asked for them when they are needed\n"
    )


def test_steps_are_typed_and_what_is_wrong_is_asked_again(run, den):
    ran = run(
        PLAY,
        typed=until_resolved(
            'do = "refresh"', "", 'name = "Bite"', 'do = "spawn", kind = "Giant Rat"', '{ do = "face" }', "", "quit"
        ),
    )
    assert ran.status == 0
    assert "is about to resolve and its steps are unknown" in ran.out
    assert "card: steps[0].do: found 'refresh'" in ran.out
    assert "Stage card: Bite" in ran.out


def test_steps_are_read_from_a_file(run, den):
    (den / "bite.toml").write_text('name = "Bite"\nlasting = true\nsteps = [{ do = "move", amount = 3 }]\n')
    ran = run(PLAY, typed=until_resolved("nowhere.toml", "bite.toml", "quit"))
    assert "nowhere.toml: found an unreadable file" in ran.out
    assert "Stage card: Bite" in ran.out


def test_another_stage_is_refused(run, den):
    ran = run(PLAY, typed=until_resolved("stage = 2", 'do = "move"', "", "quit"))
    assert "card: stage: found 2; valid: 1" in ran.out


def test_what_was_told_is_kept_in_the_replay(run, den):
    told = until_resolved('name = "Bite"', 'do = "move", amount = 3', "", "quit")
    played = run(f"{PLAY} --replay game.jsonl", typed=told)
    lines = [json.loads(line) for line in (den / "game.jsonl").read_text().splitlines()]
    content = next(line for line in lines if line["type"] == "content")
    card = {"name": "Bite", "steps": [{"do": "move", "amount": 3}]}
    assert content["data"]["card"] == card
    assert lines[lines.index(content) + 1]["type"] == "decide"
    again = run("replay game.jsonl")
    assert again.status == 0
    assert "Stage card: Bite" in again.out
    assert [line for line in again.out.splitlines() if "Stage card: " in line] == [
        line for line in played.out.splitlines() if line.strip().startswith("Stage card: ")
    ][:1]
    resumed = run("play --state game.jsonl", typed="status\nquit\n")
    assert resumed.status == 0
    assert "The fight is left" in resumed.out


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"place": 9, "card": {}}, "found 9; valid: the place of an unknown card: 0, 1, 2, 3, 4"),
        ({"place": 0, "card": {"steps": [{"do": "dance"}]}}, "found 'dance'"),
        ({}, "found None"),
    ],
)
def test_a_replay_with_a_wrong_card_is_refused_by_its_line(run, den, data, said):
    run(f"{PLAY} --replay game.jsonl", typed="quit\n")
    with (den / "game.jsonl").open("a") as file:
        file.write(json.dumps({"type": "content", "data": data}) + "\n")
    ran = run("replay game.jsonl")
    assert ran.status == 2
    assert "line 2" in ran.err
    assert said in ran.err


def test_quit_in_place_of_the_steps_leaves_the_table(run, den):
    ran = run(PLAY, typed=until_resolved("?", "quit"))
    assert ran.status == 0
    assert any(line.startswith("The fight is left") for line in ran.out.splitlines()[-8:])
