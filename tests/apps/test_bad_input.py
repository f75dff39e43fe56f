"""Bad input: one clear line naming what and where, exit 2, nothing lost or overwritten (issue section 7)."""

import json
import os

import pytest

SCENARIO = 'foes = ["bear"]\n'
LONG = "x" * 260


def one_line(ran):
    assert ran.status == 2, ran
    assert ran.out == ""
    assert ran.err.count("\n") == 1
    assert "Traceback" not in ran.err
    return ran.err.rstrip("\n")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("rum", "command: found rum; valid: run, play, odds,"),
        ("run", "scenario: found nothing; valid: ironsworn/FOE"),
        (
            "run bear",
            "scenario: found bear; valid: ironsworn/FOE, ironsworn/RANK, ironsworn with --foe, oathsworn/ENCOUNTER, "
            "or a TOML file (did you mean ironsworn/bear?)",
        ),
        ("run ironsworn/bera", "foe: found bera; valid: a foe of the book or Delve, or a rank (did you mean Bear?)"),
        (
            "run ironswrn/bear",
            "scenario: found ironswrn/bear; valid: ironsworn/FOE, ",
        ),
        ("run ironsworn/bear --foe wolf:0", "foe: found 0 of Wolf; valid: 1 or more"),
        ("run ironsworn/bear --foe wolf:99", "foe: found 99 of Wolf, which take 10 foe slots; valid: at most 4 slots"),
        ("run ironsworn/bear --foe epic --foe epic:4", "epic, epic:4: found 5 foes; valid: at most 4 foes or packs"),
        ("run ironsworn/bear --character warior", "warior: found no built-in character of that name; valid: warrior"),
        ("run ironsworn/bear --character nobody.json", "nobody.json: found an unreadable file (No such file or dir"),
        ("run ironsworn/bear --character ./", ".: found a folder; valid: a readable file"),
        ("run ironsworn/bear --seats scirpted", "pilot: found scirpted; valid: random, scripted"),
        (
            "run ironsworn/bear --seats human",
            "pilot: found human; valid: a pilot; a person plays with the command play",
        ),
        ("run ironsworn/bear --seats random,random", "--seats: found 2; valid: at most 1 pilots, one a character"),
        (
            "run ironsworn/bear --rule prise=harm",
            "--rule: prise: found the unknown key prise; valid: one of 21 names (d",
        ),
        ("run ironsworn/bear --rule price=hram", "--rule: price: found 'hram'; valid: mixed, harm, table, oracle (did"),
        ("run ironsworn/bear --rule severity=3", "--rule: severity: found 3; valid: 2 or less"),
        ("run ironsworn/bear --rule flee=maybe", "--rule: flee: found 'maybe'; valid: true or false"),
        ("run ironsworn/bear --rule price", "--rule: found price; valid: NAME=VALUE, such as price=harm"),
        (
            "run ironsworn/bear --set wariror.iron=2",
            "--set: found wariror; valid: Warrior, Bear (did you mean Warrior?)",
        ),
        ("run ironsworn/bear --set warrior.iron=7", "--set warrior: iron: found 7; valid: 4 or less"),
        ("run ironsworn/bear --set warrior.irn=2", "--set warrior: irn: found the unknown key irn; valid: "),
        ("run ironsworn/bear --set bear.rank=6", "--set bear: rank: found 6; valid: 5 or less"),
        ("run ironsworn/bear --set iron", "--set: found iron; valid: WHO.WHAT=VALUE"),
        ("run ironsworn/bear --set .=1", "--set: found .=1; valid: WHO.WHAT=VALUE"),
        ("run ironsworn/bear --set bear.progress=4", "--set bear: found the unknown key progress; valid: rank, nature"),
        ("run ironsworn/bear --set bear.nature=x", "--set bear: nature: found 'x'; valid: \"\", ironlander, firstborn"),
        ("run ironsworn/bear --rule =1", "--rule: found =1; valid: NAME=VALUE"),
        (
            "run ironsworn/bear --foe wolf --foe bear --rule opening=circle",
            "ironsworn/wolf+bear: opening: found circle against 2 foes; valid: circle against one foe or pack; fray or",
        ),
        ("run ironsworn/bear --chance hnad", "--chance: found hnad; valid: hand, or hand:KIND,..."),
        (
            "run ironsworn/bear --chance hand:dise",
            "--chance: found dise; valid: dice, price, oracle, combat (did you mean",
        ),
        (
            "run ironsworn/bear --state nowhere.toml",
            "nowhere.toml: found an unreadable file (No such file or directory)",
        ),
        ("run ironsworn/bear --seed -1", "--seed: found -1; valid: 0 or more"),
        ("run ironsworn/bear --seed one", "--seed: found one; valid: a whole number"),
        ("run ironsworn/bear --seed 1.5", "--seed: found 1.5; valid: a whole number"),
        (f"run ironsworn/bear --seed {2**63}", f"--seed: found {2**63}; valid: {2**63 - 1} or less"),
        ("odds action --adds 99", "--adds: found 99; valid: 20 or less"),
        ("odds progress --boxes 12", "--boxes: found 12; valid: 10 or less"),
        ("advise ironsworn/bear --health x", "--health: found x; valid: a whole number"),
        ("solve ironsworn/bear --tolerance x", "--tolerance: found x; valid: a number"),
        ("run ironsworn/bear --sede 1", "--sede: found no such option; valid: --character, --foe,"),
        ("speed --jsno", "--jsno: found no such option; valid: --compile, --json (did you mean --json?)"),
        ("run ironsworn/bear more", "Got unexpected extra argument(s) (more); valid: shieldmate run [OPTIONS]"),
        ("run ironsworn/bear --seed", "Option '--seed' requires an argument."),
        ("schema", "shieldmate schema: found nothing; valid: KIND: What the schema is of: scenario,"),
        (
            "run nowhere.toml",
            "nowhere.toml: found an unreadable file (No such file or directory); valid: a readable file",
        ),
        (
            "run ironsworn/bear --replay no/where.jsonl",
            "no/where.jsonl: found a place that cannot be written to (No such",
        ),
        (
            "run ironsworn/bear --save-character no/where.toml",
            "no/where.toml: found a place that cannot be written to (No such",
        ),
        ("run ironsworn/bear --save-character .", ".: found a folder; valid: the name of a file"),
        (f"run ironsworn/bear --save-character {LONG}", f"{LONG}: found a place that cannot be written to (File name"),
        (f"run ironsworn/bear --character {LONG}", f"{LONG}: found no built-in character of that name; valid: warrior"),
        (f"run ironsworn/bear --seats {LONG * 2}", f"pilot: found {(LONG * 2)[:297]}...; valid: random"),
        (
            "run ironsworn/bear --save-character a.toml --replay ./a.toml",
            "./a.toml: found a file that is to be written twice; valid: a name for each file",
        ),
        (
            "run ironsworn/bear --character warrior --character warrior --save-character a.toml --save-character a.md",
            "a.journal.md: found a file that is to be written twice; valid: a name for each file",
        ),
        ("run ironsworn/bear --replay . --force", ".: found a folder; valid: the name of a file"),
        ("run ironsworn/bear --replay /dev/null --force", "/dev/null: found a device or pipe; valid: the name of a fi"),
        ("odds ironsworn/bear --adds 3", "odds ironsworn/bear: found --adds; valid: --state, --character and"),
        ("odds action --adds 3 --state x", "odds action: found --state; valid: --adds N"),
        ("play ironsworn/baer --seed 1", "foe: found baer; valid: "),
        ("odds", "shieldmate odds: found nothing; valid: action|progress|might|SCENARIO"),
        ("check nowhere.toml", "nowhere.toml: found an unreadable file"),
        (
            "schema scenari",
            "schema: found scenari; valid: scenario, character, assets, foe, foes, state, encounter, encounter_state, "
            "class, gear, injuries, allies (did you mean scenario?)",
        ),
        ("export charcter x.json", "export: found charcter; valid: character, state, pilot (did you mean character?)"),
        ("replay nowhere.jsonl", "nowhere.jsonl: found an unreadable file"),
    ],
)
def test_what_is_typed_wrong_is_named(run, line, said):
    assert one_line(run(line)).startswith(said)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("foes = 1", "a.toml: foes: found 1; valid: a list"),
        ("foes = []", "a.toml: foes: found []; valid: 1 or more entries"),
        ('foes = ["baer"]', "foe: found baer; valid: "),
        (SCENARIO + f'name = "{LONG}"', "a.toml: name: found 'xxx"),
        (SCENARIO + 'game = "chess"', "a.toml: game: found chess; valid: ironsworn"),
        (
            SCENARIO + "charcters = []",
            "a.toml: charcters: found the unknown key charcters; valid: game, name, foes, charact",
        ),
        (
            SCENARIO + 'seats = ["py:os:system"]',
            "a.toml: seats: found py:os:system; valid: a pilot by name; py: and exec:",
        ),
        (SCENARIO + 'seats = [" Py:os:system"]', "a.toml: seats: found  Py:os:system; valid: a pilot by name; py: and"),
        (SCENARIO + 'seats = ["exec:true"]', "a.toml: seats: found exec:true; valid: a pilot by name; py: and exec:"),
        (SCENARIO + 'characters = ["x.json"]', "x.json: found an unreadable file"),
        (
            SCENARIO + "[house_rules]\nseverity = true",
            "a.toml: house_rules.severity: found True; valid: a whole number",
        ),
        (SCENARIO + "[house_rules", "a.toml: found broken TOML ("),
        ('name = "Grim"\nrank = 3', "a.toml: found a foe; valid: a scenario; a foe is brought with --foe"),
        ('name = "Kuno"\nedge = 3', "a.toml: found a character; valid: a scenario; a character is brought with --cha"),
        ("health = 3", "a.toml: found a situation; valid: a scenario; a situation is brought with --state"),
        ("\0", "a.toml: found binary data; valid: text in UTF-8"),
        ("", "a.toml: found 0 bytes; valid: 1 to 2000000 bytes"),
    ],
)
def test_a_scenario_file_is_checked(run, tmp_path, text, said):
    (tmp_path / "a.toml").write_text(text)
    assert said in one_line(run("run a.toml"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("health = 9", "a.toml: characters[0].health: found 9; valid: 5 or less"),
        ("health = true", "a.toml: characters[0].health: found True; valid: a whole number"),
        ("momentum = nan", "a.toml: characters[0].momentum: found nan; valid: a whole number"),
        ("helth = 2", "a.toml: helth: found the unknown key helth; valid: "),
        ("turn = 2", "state: turn: found 2; valid: a seat, 1 to 1"),
        ("[[foes]]\n[[foes]]", "state: foes: found 2; valid: at most 1, as in the scenario"),
        ("momentum = 10\ndebilities = ['wounded']", "characters[0].momentum: found 10; valid: 9 or less"),
        ("companions = { Horse = 3 }", "characters[0].companions: found Horse; valid: no companion fights here"),
        ("health = 2\n[[characters]]\nhealth = 3", "found {"),
    ],
)
def test_a_situation_is_checked(run, tmp_path, text, said):
    (tmp_path / "a.toml").write_text(text)
    assert said in one_line(run("run ironsworn/bear --state a.toml"))


def test_all_errors_of_a_file_are_listed_at_once(run, tmp_path):
    (tmp_path / "hero.toml").write_text('name = ""\nedge = 9\nheart = true\niron = 3\nshadow = 1\nwitz = 1\n')
    ran = run("check hero.toml --as character")
    assert ran.status == 2
    assert len(ran.err.splitlines()) == 5
    assert "hero.toml: edge: found 9; valid: 4 or less" in ran.err.splitlines()


def test_an_asset_that_does_not_exist_is_named_with_the_nearest(run, tmp_path):
    (tmp_path / "hero.toml").write_text(
        'name = "Hero"\nedge = 2\nheart = 2\niron = 3\nshadow = 1\nwits = 1\n[[assets]]\nid = "swordmastr"\n'
    )
    said = one_line(run("run ironsworn/bear --character hero.toml"))
    assert said.startswith("hero.toml: assets[0].id: found 'swordmastr'; valid: ")
    assert said.endswith("(did you mean swordmaster?)")


def test_a_folder_that_cannot_be_written_to(run, tmp_path):
    (tmp_path / "file").write_text("mine")
    assert "file/a.jsonl: found a place that cannot be written to" in one_line(
        run("run ironsworn/bear --replay file/a.jsonl")
    )
    assert "file/a.toml" in one_line(run("run ironsworn/bear --save-character file/a.toml"))
    assert (tmp_path / "file").read_text() == "mine"


def test_a_pilot_that_fails_ends_the_game_and_keeps_what_was_played(process, tmp_path):
    (tmp_path / "late.py").write_text(
        "class Late:\n    n = 0\n    def act(self, view, mask, rng):\n        self.n += 1\n"
        "        return int(mask.argmax()) if self.n < 3 else 118\n"
    )
    ran = process("run ironsworn/bear --seed 1 --seats py:late:Late --rule flee=false --replay a.jsonl")
    assert ran.status == 2
    assert ran.err.startswith("py:late:Late: seat 1: found the action 118; valid: a legal action: ")
    assert ran.err.count("\n") == 1
    lines = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text().splitlines()]
    assert [line["type"] for line in lines] == ["start", "decide", "decide"]


def test_a_foe_of_endless_name_is_refused_and_a_long_scenario_name_cut(run, tmp_path):
    (tmp_path / "foe.toml").write_text(f'name = "{LONG}"\nrank = 2\n')
    assert one_line(run("run ironsworn/bear --foe foe.toml")).startswith("foe.toml: name: found 'xxx")
    (tmp_path / "foe.toml").write_text('name = "Foe"\nrank = 2\n')
    long = "./" * 600 + "foe.toml"
    assert run(f"run ironsworn/bear --foe {long} --seed 1").status == 0


@pytest.mark.parametrize("typed", ["\n\n6 1 1\n", "# my dice\n6 # action\n\n1,1\n"])
def test_empty_lines_of_faces_are_passed_over(run, typed):
    ran = run("run ironsworn/bear --chance hand", typed=typed)
    assert ran.status == 2
    assert ran.err.startswith("--chance: Warrior: the action die: found no more faces")
    assert "strong hit" in ran.out


@pytest.mark.parametrize("typed", [["--foe", ""], ["--character", ""], ["--save-character", ""]])
def test_an_empty_name_is_none(run, typed):
    assert "found no" in one_line(run("run ironsworn/bear", *typed))


@pytest.mark.skipif(os.name == "nt", reason="pipes in the file system")
@pytest.mark.parametrize("line", ["run pipe.toml", "run ironsworn/bear --state pipe", "replay pipe", "check pipe"])
def test_a_pipe_is_refused_unread(run, tmp_path, line):
    os.mkfifo(tmp_path / "pipe")
    os.mkfifo(tmp_path / "pipe.toml")
    assert "found a device or pipe; valid: a readable file" in one_line(run(line))


def test_a_folder_does_not_hide_a_built_in_name(run, tmp_path):
    (tmp_path / "warrior").mkdir()
    (tmp_path / "bear").mkdir()
    assert run("run ironsworn/bear --character warrior --foe bear --seed 1").status == 0


def test_what_a_terminal_would_obey_is_spelled_out(run, tmp_path):
    (tmp_path / "a.toml").write_text('name = "red \\u001b[31m \\u202e"\nfoes = ["bear"]\n')
    assert run("check a.toml").out == "a.toml is a scenario, red \\x1b[31m \\u202e.\n"
    ran = run("run a.toml --seed 1 --json")
    assert json.loads(ran.out)["scenario"] == "red \x1b[31m \u202e"
    assert ran.out.rstrip("\n").isprintable()


@pytest.mark.parametrize(
    ("does", "said"),
    [
        ("raise SystemExit(0)", "seat 1: found SystemExit: 0"),
        ("return None", "seat 1: found the action None; valid: a legal action"),
        ("return 117", "seat 1: found the action 117; valid: a legal action"),
    ],
)
def test_a_pilot_that_fails_is_not_evaluated(run, tmp_path, does, said):
    name = f"failing_{len(does)}"
    (tmp_path / f"{name}.py").write_text(f"class Pilot:\n    def act(self, view, mask, rng):\n        {does}\n")
    ran = run(f"solve ironsworn/troublesome --evaluate py:{name}:Pilot --json")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.splitlines()[-1].startswith(f"py:{name}:Pilot: {said}")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "--character warrior --character warrior --seats optimal,optimal",
            "ironsworn: characters: found 2 characters; valid: 1 character",
        ),
        (
            "--seats optimal --rule price=oracle",
            "ironsworn: house_rules.price: found oracle; valid: mixed, harm, table",
        ),
        ("--character hero.toml --save-character there.toml", "there.toml: found a file that is there already"),
        ("--character hero.toml --seats exec:false", "exec:false: seat 1: found a program that has ended"),
    ],
)
def test_nothing_is_printed_before_a_table_is_refused(run, tmp_path, line, said):
    (tmp_path / "there.toml").write_text("mine")
    (tmp_path / "hero.toml").write_text(
        'name = "Hero"\nedge = 2\nheart = 2\niron = 3\nshadow = 1\nwits = 1\nsupply = 0\n'
    )
    assert one_line(run(f"run ironsworn/bear {line}")).startswith(said)


def test_the_real_command_refuses_like_this(process):
    assert one_line(process("run ironsworn/baer")).startswith("foe: found baer; valid: ")
