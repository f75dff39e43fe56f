"""`run`: the main job, its table options and what it leaves."""

import json

import pytest

from shieldmate.envs.ironsworn.importers import read_character

STAND = "--rule flee=false"
WRITTEN = ("health", "spirit", "supply", "momentum", "debilities", "createdAt")


def result(ran):
    assert (ran.status, ran.err) == (0, "")
    return json.loads(ran.out)


def test_json_names_what_was_played_and_how_it_ended(run):
    data = result(run("run ironsworn/bear --seed 1 --json"))
    assert (data["scenario"], data["seed"]) == ("ironsworn/bear", 1)
    assert data["outcome"] in {"win", "loss", "fled", "surrendered", "truncated"}
    assert data["rounds"] >= 1
    assert data["decisions"] >= 1
    assert [who["name"] for who in data["characters"]] == ["Warrior"]
    assert data["foes"][0]["rank"] == "formidable"


def test_one_seed_plays_one_fight_and_another_another(run):
    logs = [run(f"run ironsworn/bear --seats random --seed {seed} {STAND}").out for seed in (1, 1, 2)]
    assert logs[0] == logs[1] != logs[2]


def test_a_lost_game_is_a_success_of_the_command(run):
    assert result(run(f"run ironsworn/epic --seats random --seed 1 --json {STAND}"))["outcome"] == "loss"


def test_options_set_the_table(run):
    data = result(
        run(
            "run ironsworn/bear --character warrior --character warrior --foe wolf:5 --foe raider "
            "--seats random,scripted --rule price=harm --rule Dying=out --set raider.rank=3 --json --set",
            "Warrior 2.iron=1",
        )
    )
    assert data["scenario"] == "ironsworn/wolf:5+raider"
    assert [foe["name"] for foe in data["foes"]] == ["Wolf pack of 5", "Raider"]
    assert [foe["rank"] for foe in data["foes"]] == ["formidable", "formidable"]
    assert [who["pilot"] for who in data["characters"]] == ["random", "scripted"]
    assert data["house_rules"] == {"price": "harm", "dying": "out"}


def test_a_scenario_file_is_played_and_options_go_over_it(run, tmp_path, cases):
    (tmp_path / "den.toml").write_text(
        f"""
        name = "The den"
        foes = ["wolf:5"]
        characters = ["warrior", '{cases / "ironvault_C_t0.md"}']
        seats = ["random", "random"]
        [house_rules]
        price = "harm"
        matches = true
        """
    )
    data = result(run("run den.toml --rule price=table --json"))
    assert data["scenario"] == "The den"
    assert data["house_rules"] == {"price": "table", "matches": True}
    assert [who["pilot"] for who in data["characters"]] == ["random", "random"]


def test_a_foe_actor_is_fought(run, cases):
    data = result(run("run ironsworn --json --foe", cases / "foundry_foe_actor.json"))
    assert [foe["name"] for foe in data["foes"]] == ["Basilisk"]


@pytest.mark.parametrize(
    ("foes", "name"),
    [
        ("--foe {file}", "ironsworn/Basilisk"),
        ("--foe {file}:2 --foe wolf:5", "ironsworn/Basilisk:2+wolf:5"),
    ],
)
def test_a_fight_with_a_foe_of_a_file_is_called_by_the_foe(run, tmp_path, cases, foes, name):
    (tmp_path / "my foes").mkdir()
    (tmp_path / "my foes" / "snake.json").write_bytes((cases / "foundry_foe_actor.json").read_bytes())
    typed = [word.format(file="my foes/snake.json") for word in foes.split()]
    assert result(run("run ironsworn --json --replay game.jsonl", *typed))["scenario"] == name
    assert "snake" not in (tmp_path / "game.jsonl").read_text()


def test_a_scenario_file_names_foe_files_beside_it(run, tmp_path, cases):
    (tmp_path / "den").mkdir()
    (tmp_path / "den" / "snake.json").write_bytes((cases / "foundry_foe_actor.json").read_bytes())
    (tmp_path / "den" / "den.toml").write_text('foes = ["snake.json", "wolf:3"]')
    data = result(run("run den/den.toml --json"))
    assert [foe["name"] for foe in data["foes"]] == ["Basilisk", "Wolf pack of 3"]


def test_ironsworn_alone_needs_a_foe(run):
    ran = run("run ironsworn")
    assert ran.status == 2
    valid = "ironsworn/FOE, ironsworn/RANK, ironsworn with --foe, oathsworn/ENCOUNTER, or a TOML file"
    assert ran.err == f"scenario: found ironsworn; valid: {valid}\n"


def test_four_characters_against_two_foes_with_a_pack(run):
    four = "--character warrior " * 4
    data = result(run(f"run ironsworn/bear {four} --foe wolf:5 --foe raider --seed 3 --json"))
    assert len(data["characters"]) == 4
    assert len(data["foes"]) == 2


def test_notes_of_the_importer_come_first(run, cases):
    first = run("run ironsworn/bear --character", cases / "classic_save_A.json").out.splitlines()[0]
    assert first == "Character A: kept aside in this fight: Trickster, Storyweaver, Divination"


def test_a_character_goes_there_and_back(run, tmp_path, cases):
    source = (cases / "classic_save_A.json").read_text()
    line = "run ironsworn/troll --seed 4 --json --save-character after.json --character"
    data = result(run(line, cases / "classic_save_A.json"))
    assert data["notes"] == [
        "Character A: kept aside in this fight: Trickster, Storyweaver, Divination",
        "Character A is written to after.json, the fight to after.journal.md.",
    ]
    after = (tmp_path / "after.json").read_text()
    sheet = read_character(tmp_path / "after.json").sheet
    fought = data["characters"][0]
    assert (sheet.health, sheet.spirit, sheet.momentum) == (fought["health"], fought["spirit"], fought["momentum"])
    kept = [line for line in source.splitlines() if not any(word in line for word in WRITTEN)]
    assert [line for line in kept if line not in after.splitlines()] == []
    journal = (tmp_path / "after.journal.md").read_text()
    assert journal.startswith("# ironsworn/troll\n")
    assert "## Round 1" in journal
    assert run("run ironsworn/bear --character after.json --json").status == 0


def test_a_built_in_character_is_saved_as_our_own_toml(run):
    assert run("run ironsworn/bear --seed 2 --save-character warrior.toml").status == 0
    assert run("check warrior.toml").out.startswith("warrior.toml is a character, Warrior (Shieldmate TOML).")


def test_nothing_is_overwritten_before_or_after_the_fight(run, tmp_path):
    for name in ("after.toml", "after.journal.md", "game.jsonl"):
        (tmp_path / name).write_text("mine")
    ran = run("run ironsworn/bear --save-character after.toml")
    assert ran == (2, "", "after.toml: found a file that is there already; valid: a new file name, or --force\n")
    (tmp_path / "after.toml").unlink()
    assert run("run ironsworn/bear --save-character after.toml").status == 2
    assert run("run ironsworn/bear --replay game.jsonl").status == 2
    assert {path.read_text() for path in tmp_path.iterdir()} == {"mine"}
    assert run("run ironsworn/bear --replay game.jsonl --force").status == 0
    assert (tmp_path / "game.jsonl").read_text() != "mine"


@pytest.mark.parametrize(
    "file",
    [
        "health = 1\nspirit = 1\nmomentum = -6\nsupply = 0\ndying = true",
        "initiative = true\nmay_end = true\nprogress = 10\nround = 7",
        "turn = 1\n[[characters]]\nhealth = 2\n[[foes]]\nticks = 39",
    ],
)
def test_a_fight_starts_from_a_situation(run, tmp_path, file):
    (tmp_path / "now.toml").write_text(file)
    ran = run("run ironsworn/bear --state now.toml --seed 5 --replay a.jsonl --seats random")
    assert ran.status == 0, ran.err
    assert run("replay a.jsonl").out.strip() == ran.out.strip()


def test_a_fight_branches_off_a_replay(run, tmp_path):
    run(f"run ironsworn/bear --seats random --seed 3 {STAND} --replay a.jsonl")
    ran = run("run --state a.jsonl:3 --seats random --seed 9 --replay b.jsonl")
    assert ran.status == 0, ran.err
    lines = [json.loads(line) for line in (tmp_path / "b.jsonl").read_text().splitlines()]
    assert lines[0]["parent"] == {"file": "a.jsonl", "line": 3}
    assert [line["type"] for line in lines[:5]] == ["start", "decide", "decide", "rekey", "decide"]
    assert run("replay b.jsonl").status == 0
