"""Configurations of training: what they deal, and how mistakes in them are told."""

import json
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from shieldmate.agents.environments import ironsworn_scenario
from shieldmate.agents.pilots import canonical
from shieldmate.apps.cli import main
from shieldmate.apps.train import new_run
from shieldmate.envs.core.content import ContentError
from shieldmate.envs.ironsworn.scenario import compile_book
from shieldmate.envs.ironsworn.sheet import read_sheet
from shieldmate.policies.network import CHECKPOINTS
from shieldmate.policies.styles import HELD_OUT
from shieldmate.training.config import CONFIGS, Config, Imitation, Learning, Shape, Table, Validation, read_config
from shieldmate.training.folder import write_run
from shieldmate.training.random_parties import TESTED
from shieldmate.training.tables import ANY, LEARNER, scenarios, tables_of

SHIPPED = sorted(path.stem for path in CONFIGS.glob("*.toml"))
CARDS = sorted(CHECKPOINTS.glob("*.json"))
LEARNED = {name: read_config(name)[0] for name in SHIPPED} | {
    path.name: Config.model_validate(json.loads(path.read_bytes())["training"]["config"]) for path in CARDS
}
"""What teaches the pilots that ship: configurations as they stand, and as the cards have them."""
STRANGERS = [read_sheet(path)[0] for path in sorted((CONFIGS.parent / "characters" / "held-out").glob("*.toml"))]


def written(folder, *lines, head='game = "ironsworn"'):
    path = folder / "own.toml"
    path.write_text("\n".join([head, "[[tables]]", *lines]), encoding="utf-8")
    return str(path)


def dealt(game, **table):
    """For each deal the number of its scenario, and its seats as they are written."""
    tables = tables_of(Config.model_validate({"game": game, "tables": [table]}))
    return [(deal.book, "".join("_" if who is None else "*" for who in deal.partners)) for deal in tables.deals]


def all_tables(config):
    return [*config.tables, *(table for plan in config.imitate for table in plan.tables)]


@pytest.mark.parametrize("name", SHIPPED)
def test_a_configuration_that_ships_is_read_and_dealt(name):
    config, folder = read_config(name)
    tables = tables_of(config, folder)
    assert len(tables.deals) >= len(tables.books) > 1
    assert all(None in deal.partners for deal in tables.deals)
    for plan in config.imitate:
        assert len(tables_of(config, folder, plan.tables).books)


@pytest.mark.parametrize("config", LEARNED.values(), ids=LEARNED)
def test_no_pilot_that_ships_learns_beside_a_style_that_is_held_out(config):
    held_out = {f"scripted:{style}" for style in HELD_OUT}
    for table in all_tables(config):
        seated = {who.strip() for row in table.seats for who in row.split(",")} - {ANY, LEARNER}
        assert held_out.isdisjoint(map(canonical, seated | set(table.partners)))


@pytest.mark.parametrize("config", LEARNED.values(), ids=LEARNED)
def test_no_pilot_that_ships_learns_in_the_encounter_that_is_held_out(config):
    assert not [name for table in all_tables(config) for name in table.scenarios if "thorn-abbot" in name]


def test_no_pilot_that_ships_learns_by_a_character_that_is_held_out():
    learned = []
    for config, folder in map(read_config, SHIPPED):
        if config.game == "ironsworn":
            played = [scenario for table in all_tables(config) for scenario in scenarios(config.game, table, folder)]
            learned += [sheet.model_copy(update={"name": ""}) for scenario in played for sheet in scenario.sheets]
    assert len(STRANGERS) == 4
    assert [one.name for one in STRANGERS if one.model_copy(update={"name": ""}) in learned] == []


def test_no_pilot_that_ships_learns_with_a_random_party_that_is_for_testing():
    dealt = [table for name in SHIPPED for table in all_tables(read_config(name)[0])]
    assert any(table.random_picked for table in dealt)
    assert [number for table in dealt for number in table.random_picked if number >= TESTED] == []
    assert max(table.random_parties for table in dealt) <= TESTED


def test_each_scenario_meets_each_party_in_each_way_to_sit():
    table = {"scenarios": ["ironsworn/bear", "ironsworn/wolf:2+bear"], "parties": [["warrior"] * 2, ["warrior"] * 3]}
    assert dealt("ironsworn", **table) == [(0, "__"), (1, "___"), (2, "__"), (3, "___")]


def test_partners_go_round():
    config = Config.model_validate(
        {
            "game": "oathsworn",
            "tables": [
                {
                    "scenarios": ["oathsworn/broodmother"],
                    "seats": ["*,_,*,*"],
                    "partners": ["scripted", "random", "scripted:bold"],
                }
            ],
        }
    )
    deals = tables_of(config).deals
    addresses = [[getattr(who, "address", 0) for who in deal.partners] for deal in deals]
    assert len(addresses) == 3
    for seat in (0, 2, 3):
        assert len({row[seat] for row in addresses}) == 3
    assert [row[1] for row in addresses] == [0, 0, 0]


def test_networks_and_searches_hold_seats_beside_the_learner(tmp_path):
    shutil.copy(CHECKPOINTS / "oathsworn-hero.safetensors", tmp_path / "earlier.safetensors")
    names = ["net:oathsworn-hero", "net:earlier.safetensors", "search:20", "search:9:earlier.safetensors"]
    table = {"scenarios": ["oathsworn/broodmother"], "seats": ["_,*,*,*"], "partners": names}
    config = Config.model_validate({"game": "oathsworn", "tables": [table]})
    first, second, *_ = (list[Any](deal.partners) for deal in tables_of(config, tmp_path).deals)
    ships, earlier, plain, guided = *first[1:], second[3]
    assert ships.network.digest == earlier.network.digest == guided.network.network.digest
    assert (plain.budget, plain.network, guided.budget) == (20, None, 9)


@pytest.mark.parametrize("name", ["optimal", "human", "py:module:Class", "exec:./program"])
def test_who_cannot_be_a_partner_is_refused(name):
    table = {"scenarios": ["ironsworn/bear"], "parties": [["warrior"] * 2], "seats": ["_,*"], "partners": [name]}
    with pytest.raises(ContentError, match="seats.*valid: random, scripted"):
        tables_of(Config.model_validate({"game": "ironsworn", "tables": [table]}))


def test_a_network_of_another_game_is_no_partner():
    table = {"scenarios": ["ironsworn/bear"], "parties": [["warrior"] * 2], "seats": ["_,net:oathsworn-hero"]}
    with pytest.raises(ContentError, match="oathsworn"):
        tables_of(Config.model_validate({"game": "ironsworn", "tables": [table]}))


def test_a_weight_deals_more_often():
    assert len(dealt("ironsworn", scenarios=["ironsworn/bear"], weight=3)) == 3


def test_random_parties_are_the_same_ones_each_time():
    config = Config.model_validate(
        {"game": "ironsworn", "tables": [{"scenarios": ["ironsworn/bear"], "random_parties": 5, "party_size": 2}]}
    )
    books = tables_of(config).books
    assert books.tobytes() == tables_of(config).books.tobytes()
    assert len({book.tobytes() for book in books}) == 5
    assert books["seats"].tolist() == [2] * 5


@pytest.mark.parametrize("path", sorted((CONFIGS.parent / "fights").glob("*.toml")), ids=lambda path: path.stem)
def test_a_fight_for_testing_is_of_a_party_or_of_one_who_is_held_out(path):
    scenario = ironsworn_scenario(str(path))
    assert len(compile_book(scenario)) == 1
    assert scenario.seats > 1 or scenario.sheets[0] in STRANGERS


@pytest.mark.parametrize("part", [Config, Table, Shape, Imitation, Learning, Validation])
def test_every_key_is_explained(part):
    told = (Path(__file__).parents[2] / "docs" / "training.md").read_text(encoding="utf-8")
    assert [key for key in part.model_fields if not re.search(rf"`\[*{key}\]*`", told)] == []


def test_random_parties_may_be_picked_by_number():
    def books(**table):
        config = {"game": "ironsworn", "tables": [{"scenarios": ["ironsworn/bear"], **table}]}
        return [book.tobytes() for book in tables_of(Config.model_validate(config)).books]

    first = books(random_parties=8)
    assert books(random_picked=[7, 3]) == [first[3], first[7]]
    assert books(random_parties=2, random_picked=[1, 5]) == [first[0], first[1], first[5]]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (['scenarios = ["ironsworn/bear"]', 'seat = ["_"]'], "found the unknown key seat"),
        (['scenarios = ["ironsworn/bear"]', "[learn]", "frame = 3"], "did you mean frames?"),
        (['scenarios = ["ironsworn/bear"]', "[learn]", 'frames = "many"'], "learn.frames"),
        (['scenarios = ["ironsworn/bear"]', "[learn]", "rate = nan"], "learn.rate"),
        (['scenarios = ["ironsworn/bear"]', "[learn]", "rate = -1.0"], "more than 0"),
        (["scenarios = []"], "1 or more entries"),
        (['scenarios = ["ironsworn/beer"]'], "did you mean"),
        (['scenarios = ["ironsworn/bear"]', 'parties = [["worrier"]]'], "did you mean warrior"),
        (['scenarios = ["ironsworn/bear"]', 'seats = ["_,_"]'], "one entry a seat"),
        (['scenarios = ["ironsworn/bear"]', 'seats = ["scripted"]'], "without a learner"),
        (
            ['scenarios = ["ironsworn/bear"]', 'parties = [["warrior", "warrior"]]', 'seats = ["_,optimal"]'],
            "search:BUDGET",
        ),
        (
            ['scenarios = ["ironsworn/bear"]', 'parties = [["warrior", "warrior"]]', 'seats = ["_,skripted"]'],
            "scripted",
        ),
        (['scenarios = ["ironsworn/bear"]', "[[imitate]]", 'teacher = "me"'], "scripted, optimal"),
        (['scenarios = ["ironsworn/bear"]', "[[imitate]]", "rounds = 2"], "1 where the teacher is scripted"),
        (['scenarios = ["ironsworn/bear"]', "[[imitate]]", "regret = 9.5"], "0 where the teacher is scripted"),
        (['scenarios = ["ironsworn/bear"]', "[network]", "hidden = [2]"], "4 or more"),
        (['scenarios = ["ironsworn/bear"]', "[network]", f"hidden = {[8] * 9}"], "8 or fewer entries"),
        (['scenarios = ["ironsworn/bear"]', "[learn]", "frames = 0x" + "f" * 5_000], "more than 64 bits"),
        (['scenarios = ["ironsworn/bear"]', "[learn]", "games = 1_000_000_000"], "100000 or less"),
        (['scenarios = ["ironsworn/bear"]', "[validation]", "games = 1_000_000_000"], "100000 or less"),
        (['scenarios = ["ironsworn/bear"]', "[[imitate]]", "decisions = 1"], "20 or more"),
        (['scenarios = ["ironsworn/bear"]', "[learn]", "batch = 1"], "no batch of one"),
        (['scenarios = ["ironsworn/bear"]', "[learn]", "games = 1", "steps = 1"], "no batch of one"),
        (['scenarios = ["ironsworn/bear"]', "[learn]", "games = 3", "steps = 11", "batch = 8"], "no batch of one"),
        (['scenarios = ["ironsworn/bear"'], "broken TOML"),
    ],
)
def test_a_mistake_is_told_in_one_line_with_what_would_be_valid(tmp_path, lines, told):
    with pytest.raises(ContentError) as error:
        tables_of(*read_config(written(tmp_path, *lines)))
    assert told in str(error.value)
    assert "\n" not in str(error.value)


def test_files_are_looked_for_beside_the_configuration(tmp_path):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "me.toml").write_text(
        'name = "Me"\nedge = 1\nheart = 2\niron = 3\nshadow = 1\nwits = 2\n', encoding="utf-8"
    )
    path = written(tmp_path, 'scenarios = ["ironsworn/bear"]', 'parties = [["own/me.toml"]]')
    assert len(tables_of(*read_config(path)).books) == 1


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("train --config nothing --out run", "ironsworn-solo"),
        ("train --config ironsworn-solo", "--out"),
        ("train --out run --resume", "no run to go on with"),
        ("train ironsworn/beer --out run", "beer"),
        ("train ironsworn/bear oathsworn/kiln-worm --out run", "scenarios of ironsworn, oathsworn"),
        ("train ironsworn/bear --config oathsworn-hero --out run", "those of oathsworn, which oathsworn-hero"),
        ("train missing.toml --out run", "missing.toml: found an unreadable file"),
        ("export pilot run --out own.safetensors", "no run to go on with"),
        ("export pilot run", "--out"),
    ],
)
def test_the_command_line_refuses_in_one_line(tmp_path, monkeypatch, capsys, line, told):
    monkeypatch.chdir(tmp_path)
    assert main(line.split()) == 2
    err = capsys.readouterr().err
    assert told in err
    assert err.count("\n") == 1
    assert not Path("run").exists()


@pytest.mark.parametrize(("kind", "game"), [("foe", "ironsworn"), ("encounter", "oathsworn")])
def test_a_file_is_trained_for_by_the_configuration_of_its_game(tmp_path, monkeypatch, kind, game):
    monkeypatch.chdir(tmp_path)
    assert main(["new", kind, "Bog Wyrm"]) == 0
    Path("mine.toml").write_text('foes = ["bog-wyrm.toml"]\n', encoding="utf-8")
    file = "mine.toml" if kind == "foe" else "bog-wyrm.toml"
    config = Config.model_validate(new_run(Path("run"), [file], "", 0).config)
    assert config.game == game
    alone = config.tables[0].model_copy(update={"parties": (), "random_parties": 0})
    assert len(tables_of(config, CONFIGS, [alone]).books) == 1  # the file is not looked for beside the configuration


@pytest.mark.parametrize(
    ("typed", "pilots"),
    [
        ([], "any hero of an Oathsworn encounter"),
        (["oathsworn/kiln-worm"], "any hero of an Oathsworn encounter, trained in oathsworn/kiln-worm"),
        (["own/bog-wyrm.toml"], "any hero of an Oathsworn encounter, trained in bog-wyrm.toml"),
    ],
)
def test_a_network_for_other_scenarios_is_not_said_to_be_for_those_of_the_configuration(
    tmp_path, monkeypatch, typed, pilots
):
    monkeypatch.chdir(tmp_path)
    Path("own").mkdir()
    assert main(["new", "encounter", "Bog Wyrm", "-o", "own/bog-wyrm.toml"]) == 0
    assert new_run(Path("run"), typed, "oathsworn-hero", 0).config["pilots"] == pilots


def test_a_run_without_a_network_yet_is_told_from_a_folder_that_is_none(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("run").mkdir()
    write_run(Path("run"), new_run(Path("run"), [], "ironsworn-solo", 0))
    assert main(["export", "pilot", "run", "--out", "own.safetensors"]) == 2
    err = capsys.readouterr().err
    assert "no network yet" in err
    assert "shieldmate train --out run --resume" in err


def test_the_extra_that_is_missing_is_told_as_the_docs_tell_it(monkeypatch, tmp_path, capsys):
    monkeypatch.delitem(sys.modules, "shieldmate.training.trainer", raising=False)
    monkeypatch.setitem(sys.modules, "torch", None)
    assert main(["train", "--out", str(tmp_path / "run")]) == 2
    install = ".venv/bin/pip install -c constraints.txt -e '.[train]'"
    assert install in capsys.readouterr().err
    assert install in (CONFIGS.parents[1] / "docs" / "training.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("typed", ["--seed 1", "--config oathsworn-hero", "ironsworn/bear --config ironsworn-solo"])
def test_a_run_does_not_go_on_as_another(tmp_path, monkeypatch, capsys, typed):
    monkeypatch.chdir(tmp_path)
    Path("run").mkdir()
    write_run(Path("run"), new_run(Path("run"), [], "ironsworn-solo", 0))
    assert main(f"train {typed} --out run --resume".split()) == 2
    assert "--resume: found scenarios, --config or --seed of another run" in capsys.readouterr().err


def test_a_folder_with_a_run_is_not_begun_again(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("run").mkdir()
    Path("run/run.json").write_text("{}", encoding="utf-8")
    assert main(["train", "--out", "run"]) == 2
    assert "already there" in capsys.readouterr().err
