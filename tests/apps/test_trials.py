"""`check` plays what is right: win rates, and what never came up, told with why."""

import json
import os
import pty
import sys

import pytest

from shieldmate.apps.trials_oathsworn import members
from shieldmate.envs.oathsworn.compile import compile_book
from shieldmate.envs.oathsworn.library import built_in, read_class
from shieldmate.envs.oathsworn.scenario import make_scenario
from shieldmate.envs.oathsworn.terms import SEATS
from shieldmate.policies.oathsworn.census import Census, take_census
from shieldmate.policies.oathsworn.pilots import ScriptedPilot
from shieldmate.policies.oathsworn.playout import play_games
from shieldmate.policies.oathsworn.random import RandomPilot
from shieldmate.training.statistics import wilson


def changed(path, before, after):
    """Put one text of a file for another."""
    text = path.read_text(encoding="utf-8")
    assert text.count(before) >= 1
    path.write_text(text.replace(before, after, 1), encoding="utf-8")


def told(run, line):
    """What `check` says, breaks within a finding undone."""
    ran = run(line)
    assert (ran.status, ran.err) == (0, "")
    return ran.out.replace("\n     ", " ")


@pytest.mark.parametrize(
    ("won", "games", "low", "high"), [(8, 10, 0.4902, 0.9433), (0, 300, 0, 0.0126), (300, 300, 0.9874, 1)]
)
def test_the_interval_is_wilsons(won, games, low, high):
    assert wilson(won, games) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize("encounter", ["broodmother", "two-bosses"])
@pytest.mark.parametrize("kind", [ScriptedPilot, RandomPilot])
def test_counting_changes_no_game(encounter, kind):
    book, addresses, census = compile_book(make_scenario(encounter)), [kind().address] * SEATS, Census()
    counted = take_census(book, addresses, range(5, 25), census)
    for mine, plain in zip(counted, play_games(book, addresses, range(5, 25)), strict=True):
        assert mine.tolist() == plain.tolist()
    assert census.options[SEATS:].sum() > 0
    assert (census.options[:SEATS] >= census.options[SEATS:]).all(), "nothing is taken that is not offered"
    assert (census.rows[1] >= census.rows[2]).all()


def test_a_class_is_played_full_and_as_companion_and_beside_the_one_it_stands_for(run):
    run("new class king")
    out = told(run, "check king.toml --games 20")
    for setting in (
        "king in the starter party against the Broodmother",
        "king as companion Follower, side a",
        "king as companion Follower, side b",
        "Warden as ever, to compare with",
    ):
        assert f"20 games with one pilot in all seats, {setting}:\n" in out
    assert out.count("  scripted  won ") == out.count("  random    won ") == 4


def test_an_option_that_is_too_dear_is_told_with_why(run, tmp_path):
    run("new class king")
    changed(tmp_path / "king.toml", "cost = 6", "cost = 9")
    out = told(run, "check king.toml --games 20")
    assert "Could never be used:\n" in out
    assert "  All or Nothing: strike (it costs 9 animus, the class has 8)\n" in out


def test_an_interrupt_whose_moment_never_fits_is_told_with_its_moment(run, tmp_path):
    run("new class king")
    changed(tmp_path / "king.toml", 'when = "drawn"', 'when = "break"\nhp = 6')
    assert "  Second Thought (it costs 6 HP of 6)\n" in told(run, "check king.toml --games 20")
    changed(tmp_path / "king.toml", "hp = 6", 'pay = "lethality"')
    assert "  Second Thought (its moment: when a location breaks)\n" in told(run, "check king.toml --games 20")


def test_a_step_whose_condition_never_holds(run, tmp_path):
    run("new class king")
    changed(
        tmp_path / "king.toml", 'do = "heal", amount = 1', 'do = "heal", amount = 1, if = "on_tile", limit = "water"'
    )
    out = told(run, "check king.toml --games 20")
    assert "  Short Rest: breathe: step 1, on water: +1 HP (its condition never held)\n" in out


def test_every_card_of_a_class_comes_into_some_hand():
    for name in built_in("classes"):
        hero = read_class(built_in("classes")[name])
        hands = [
            set(member.get("cards", hero.starting or [card.name for card in hero.cards])) for _, member in members(hero)
        ]
        assert set().union(*hands) == {card.name for card in hero.cards}


def test_an_attack_that_reaches_nobody_and_what_comes_of_it(run, tmp_path):
    run("new encounter wyrm")
    changed(
        tmp_path / "wyrm.toml",
        '"Snap"\nstage = 1\nsteps = [\n',
        '"Snap"\nstage = 1\nsteps = [\n    { do = "attack", icon = "core" },\n    { do = "knockback" },\n',
    )
    out = told(run, "check wyrm.toml --games 40")
    assert "Never came up in any game:\n" in out
    assert "  Snap (stage I): step 1, attack with its core (nobody was in its reach)\n" in out
    assert "  Snap (stage I): step 2, knock all hit back 1 (its attack hit nobody)\n" in out


def test_a_stage_that_is_never_come_to_is_told_card_by_card(run, tmp_path):
    (tmp_path / "short.toml").write_text('base = "broodmother"\nname = "Short"\n[house_rules]\nround_cap = 1\n')
    out = told(run, "check short.toml --games 10")
    assert "  Last Stand (stage III) (never resolved)\n" in out
    assert "Last Stand (stage III): step" not in out


def test_games_that_the_round_cap_ends(run, tmp_path):
    (tmp_path / "short.toml").write_text('base = "broodmother"\nname = "Short"\n[house_rules]\nround_cap = 1\n')
    out = told(run, "check short.toml --games 10")
    assert "100.0% ended by the round cap" in out
    assert "Ended by the round cap:\n  scripted (100.0% of its games)\n  random (" in out


def test_a_foe_is_fought(run):
    run("new foe hound")
    out = told(run, "check hound.toml --games 50")
    assert out.splitlines()[1] == "50 games with one pilot in all seats:"
    assert out.splitlines()[2].startswith("  scripted  won ")
    assert out.splitlines()[-1] == "Everything came up."


def test_an_encounter_with_unknown_cards_is_not_played(run, tmp_path):
    run("new encounter wyrm")
    file = tmp_path / "wyrm.toml"
    before, _, after = file.read_text(encoding="utf-8").partition('name = "Watch"\nstage = 1\n')
    file.write_text(f"{before}stage = 1\nunknown = true\n{after.partition(']')[2]}", encoding="utf-8")
    assert told(run, "check wyrm.toml").splitlines()[1:] == ["Not played: the steps of 1 stage cards are unknown."]


def test_nothing_is_played_on_request_nor_where_the_file_is_wrong(run, tmp_path):
    run("new encounter wyrm")
    assert told(run, "check wyrm.toml --no-play").splitlines() == ["wyrm.toml is an encounter of Oathsworn, wyrm."]
    changed(tmp_path / "wyrm.toml", "defence = 3", "defence = 0")
    ran = run("check wyrm.toml")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "wyrm.toml: bosses[0].defence: found 0; valid: 1 or more\n"
    assert run("check wyrm.toml --games 0").status == 2


def test_as_json_every_trial_and_finding_is_a_row(run, tmp_path):
    run("new class king")
    changed(tmp_path / "king.toml", "cost = 6", "cost = 9")
    data = json.loads(told(run, "check king.toml --games 20 --json"))
    assert data["kind"] == "class"
    assert len(data["play"]["trials"]) == 8
    for trial in data["play"]["trials"]:
        assert trial["games"] == 20
        assert trial["low"] <= trial["won"] / 20 <= trial["high"]
        assert 0 <= trial["fallen"] <= 4
    (never,) = (found for found in data["play"]["findings"] if found["kind"] == "never_offered")
    assert (never["where"], never["what"]) == ("All or Nothing", "strike")
    assert json.loads(told(run, "check king.toml --no-play --json"))["play"] is None


def test_a_figure_is_tried_without_changing_the_file(run, tmp_path):
    run("new encounter wyrm")
    before = (tmp_path / "wyrm.toml").read_bytes()
    rows = [
        json.loads(told(run, f"check wyrm.toml --games 40 --json {more}"))["play"]["trials"][0]["won"]
        for more in ("--set boss.defence=1", "--set boss.defence=12")
    ]
    assert rows[0] > rows[1]
    assert (tmp_path / "wyrm.toml").read_bytes() == before
    assert "boss.speed: found" in run("check wyrm.toml --set boss.speed=3").err
    run("new foe hound")
    assert run("check hound.toml --set bear.rank=3").err == "--set: found foe; valid: encounter\n"


def test_on_a_terminal_a_bar_shows_how_far_it_is(run, tmp_path):
    run("new foe hound")
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(tmp_path)
        os.execv(sys.executable, [sys.executable, "-m", "shieldmate", "check", "hound.toml", "--games", "200"])
    heard = b""
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:
            break
        if not part:
            break
        heard += part
    _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert b"Playing" in heard
    assert b"200 games with one pilot in all seats:" in heard


def test_off_a_terminal_there_is_no_bar(process):
    assert process("new foe hound").status == 0
    ran = process("check hound.toml --games 50")
    assert (ran.status, ran.err) == (0, "")
    assert "Playing" not in ran.out


@pytest.mark.slow
@pytest.mark.parametrize("name", built_in("classes"))
def test_a_built_in_class_can_use_all_that_it_has(run, name):
    data = json.loads(told(run, f"check {built_in('classes')[name]} --games 150 --json"))["play"]
    assert [
        found for found in data["findings"] if found["kind"] in ("never_offered", "never_taken", "never_ended")
    ] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", built_in("encounters"))
def test_a_built_in_encounter_ends_and_resolves_every_card(run, name):
    data = json.loads(told(run, f"check {built_in('encounters')[name]} --json"))["play"]
    assert all(trial["capped"] == 0 for trial in data["trials"] if trial["pilot"] == "scripted")
    assert [found for found in data["findings"] if found["kind"] == "never_reached" and not found["what"]] == []
