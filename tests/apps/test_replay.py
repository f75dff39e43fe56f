"""Replays: the same events bit for bit, read with suspicion, whole up to any damage."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shieldmate.apps.record import Recorder, read_games
from shieldmate.apps.session import FacesNeededError, Session, resumed
from shieldmate.envs.core.content import ContentError
from shieldmate.envs.ironsworn.assets import all_assets
from shieldmate.envs.ironsworn.board import Board
from shieldmate.envs.ironsworn.hand import streams_of
from shieldmate.envs.ironsworn.house_rules import HouseRules
from shieldmate.envs.ironsworn.scenario import make_scenario
from shieldmate.envs.ironsworn.sheet import Sheet, SheetAsset
from shieldmate.envs.ironsworn.terms import Act, Decision, Stat

RULES = {
    "price": ["mixed", "harm", "table", "oracle"],
    "foe_behaviour": ["attack", "oracle"],
    "end_weak": ["suffer", "narrative"],
    "opening": ["fray", "circle", "battle"],
    "compel": ["off", "once"],
    "dying": ["flag", "out"],
    "order": ["round_robin", "free"],
}


def any_scenario(luck):
    sheets = [
        Sheet(
            name=f"Hero {number}",
            **dict(zip(("edge", "heart", "iron", "shadow", "wits"), luck.sample([3, 2, 2, 1, 1], 5), strict=True)),
            assets=tuple(
                SheetAsset(id=name, abilities=(True, True, True), prepared=luck.random() < 0.6)
                for name in luck.sample(sorted(all_assets()), 3)
            ),
        )
        for number in range(luck.randint(1, 4))
    ]
    settings = {name: luck.choice(words) for name, words in RULES.items()}
    foes = luck.choice([["bear"], ["wolf:5", "raider"], ["giant"], ["haunt", "elf"]])
    if len(foes) > 1 and settings["opening"] == "circle":
        settings["opening"] = "fray"
    return make_scenario(foes, sheets, HouseRules(**settings))


def any_face(luck, want):
    if want.price and luck.random() < 0.5:
        return 1000 * luck.randint(1, 8) + 10 * luck.randint(0, 5)
    return luck.randint(1, want.faces)


def with_faces(luck, call):
    """Call until the session has the faces it wants."""
    given: list[int] = []
    while True:
        try:
            return call(given)
        except FacesNeededError as needed:
            given += [any_face(luck, want) for want in needed.wanted]


def play(luck, hand=(), most=60):
    """A session of random choices, with undos, corrections and changes of seat; and the events of each line."""
    scenario = any_scenario(luck)
    session = Session(scenario, luck.getrandbits(40), ["random"] * scenario.seats, hand)
    seen: list[list[list[int]]] = []
    session.subscribers.append(lambda step: seen.append(step.events.tolist()))
    with_faces(luck, session.begin)
    for _ in range(most):
        if session.over:
            break
        if luck.random() < 0.1:
            session.undo(luck.choice(session._path))
        elif luck.random() < 0.05:
            session.give(luck.randrange(scenario.seats), "scripted")
        elif session.state.decision == Decision.MOVE and luck.random() < 0.1:
            board = Board(supply=luck.randint(1, 5))
            with_faces(luck, lambda given, board=board: session.edit(board, given))
        else:
            act = luck.choice(session.table.legal())
            with_faces(luck, lambda given, act=act: session.decide(act, given))
    return session, seen


def write(session, path):
    recorder = Recorder(path, force=True)
    session.record(recorder)
    recorder.close()


def replayed(path):
    """The games of a file, played again, with the events of each line."""
    found = read_games(path)
    assert found.damage is None
    games = []
    for entries in found.games:
        seen: list[list[list[int]]] = []

        def watch(session, seen=seen):
            session.subscribers.append(lambda step: seen.append(step.events.tolist()))

        games.append((resumed(entries, str(path), watch), seen))
    return games


@given(st.integers(0, 2**32))
def test_a_replay_gives_the_same_events_bit_for_bit(tmp_path_factory, seed):
    luck = random.Random(seed)
    session, seen = play(luck, streams_of([]) if luck.random() < 0.5 else ())
    path = tmp_path_factory.mktemp("replay") / "game.jsonl"
    write(session, path)
    ((again, seen_again),) = replayed(path)
    assert again.table.snapshot() == session.table.snapshot()
    assert seen_again == seen
    assert again.lines == session.lines


def one_game(tmp_path, seed=7):
    luck = random.Random(seed)
    scenario = make_scenario(["bear"], (), HouseRules(flee=False))
    session = Session(scenario, seed, ["random"])
    session.begin()
    while not session.over:
        session.decide(luck.choice(session.table.legal()))
    path = tmp_path / f"{seed}.jsonl"
    write(session, path)
    return path


def test_files_can_be_joined_and_games_before_the_damage_stay_readable(run, tmp_path):
    first, second = one_game(tmp_path, 1).read_text(), one_game(tmp_path, 2).read_text()
    lines = (first + second).splitlines(keepends=True)
    (tmp_path / "both.jsonl").write_text("".join(lines))
    assert run("replay both.jsonl").status == 0
    single, other = (run(f"replay both.jsonl --game {number}").out for number in (1, 2))
    assert run("replay both.jsonl").out == f"{single}\n{other}", "a blank line between games, none behind the last"
    assert single.splitlines()[-1].startswith("Supply")
    place = len(first.splitlines()) + 3
    (tmp_path / "damaged.jsonl").write_bytes("".join(lines[: place - 1]).encode() + b'{"type": "deci\xff\x00\n')
    ran = run("replay damaged.jsonl")
    assert ran.status == 2
    assert ran.out.startswith(single)
    assert ran.err.startswith(f"damaged.jsonl: line {place}: found broken JSON")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("cut", [1, 40])
def test_a_killed_program_loses_at_most_its_last_line(run, tmp_path, cut):
    whole = one_game(tmp_path).read_bytes()
    (tmp_path / "cut.jsonl").write_bytes(whole[: -cut - len(whole.splitlines()[-1])])
    ran = run("replay cut.jsonl")
    assert ran.out != ""
    assert "Traceback" not in ran.err


def test_a_game_that_cannot_be_followed_is_told_in_json_too(run, tmp_path):
    """The damage of the first game shows only when it is played; the second is whole."""
    path = one_game(tmp_path, 1)
    edited(path, 2, lambda line: line.update(act=117))
    path.write_text(path.read_text() + one_game(tmp_path, 2).read_text())
    ran = run(f"replay {path.name} --json")
    (first, second) = json.loads(ran.out)["games"]
    assert first == {"error": ran.err.rstrip("\n")}
    assert first["error"].startswith(f"{path.name}: line 2: found action 117; valid: one of ")
    assert second["seed"] == 2
    assert ran.status == 2
    told = run(f"replay {path.name}")
    assert (told.status, told.err) == (2, ran.err)
    assert told.out.endswith(run("replay 2.jsonl").out)
    assert run(f"check {path.name}") == (2, "", ran.err)


def test_a_line_that_cannot_be_read_is_told_in_json_too(run, tmp_path):
    path = one_game(tmp_path, 1)
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:3]) + "no json\n")
    ran = run(f"replay {path.name} --json")
    whole, damage = json.loads(ran.out)["games"]
    assert whole["decisions"] == 2
    assert damage == {"error": ran.err.rstrip("\n")}
    assert ran.status == 2


def test_what_a_replay_settles_is_refused(run, tmp_path):
    one_game(tmp_path, 1)
    ran = run("run --state 1.jsonl:3 --foe bear --foe wolf:5")
    assert ran == (2, "", "--foe: found bear, wolf:5; valid: a game from its beginning; a replay has settled this\n")
    ran = run("run ironsworn/troll --state 1.jsonl:3")
    assert ran.status == 2
    assert ran.err.endswith("found ironsworn/troll; valid: ironsworn/bear, which 1.jsonl was played in, or none\n")


def test_a_line_after_the_last_is_refused(run, tmp_path):
    count = len(one_game(tmp_path, 1).read_text().splitlines())
    assert run(f"replay 1.jsonl --to {count}").status == 0
    ran = run(f"replay 1.jsonl --to {count + 1}")
    assert ran == (2, "", f"1.jsonl: found line {count + 1}; valid: a line from 1 to {count}\n")


def edited(path, number, change):
    lines = path.read_text().splitlines(keepends=True)
    data = json.loads(lines[number - 1])
    change(data)
    lines[number - 1] = json.dumps(data) + "\n"
    path.write_text("".join(lines))


@pytest.mark.parametrize(
    ("number", "change", "said"),
    [
        (2, lambda line: line.update(type="cheat"), "line 2: found the type 'cheat'; valid: start, decide, undo"),
        (2, lambda line: line.update(act=118), "line 2: found action 118; valid: one of "),
        (2, lambda line: line.update(act=-1), "line 2, act: found -1; valid: 0 or more"),
        (2, lambda line: line.update(act=True), "line 2, act: found True; valid: a whole number"),
        (2, lambda line: line.update(seat=2), "line 2: found seat 2; valid: seat 1, which is to decide"),
        (2, lambda line: line.update(fed=[3]), "line 2: found 1 faces more than were drawn"),
        (
            2,
            lambda line: line.update(extra=1),
            "line 2, extra: found the unknown key extra; valid: type, seat, act",
        ),
        (
            1,
            lambda line: line.update(seats=["py:os:system"]),
            "line 1, seats: found ['py:os:system']; valid: a pilot",
        ),
        (
            1,
            lambda line: line.update(seats=["exec:true"]),
            "line 1, seats: found ['exec:true']; valid: a pilot",
        ),
        (1, lambda line: line.update(content="0"), "line 1: found a scenario that compiles to"),
        (1, lambda line: line.update(content="0" * 201), "line 1, content: found '000"),
        (1, lambda line: line.update(seats=[]), "line 1: found holders of 0 seats; valid: holders of "),
        (1, lambda line: line.update(seats=["x" * 201]), "line 1, seats[0]: found 'xxx"),
        (1, lambda line: line["versions"].update(rules=99), "(rules version 99); valid: the version of Shieldmate"),
        (
            1,
            lambda line: (
                line["scenario"]["house_rules"].update(opening="circle"),
                line["scenario"].update(foes=line["scenario"]["foes"][:1] * 2),
            ),
            "line 1: found circle against 2 foes; valid: circle against one foe or pack",
        ),
        (
            1,
            lambda line: line["scenario"]["foes"][0].update(rank=6),
            "scenario.foes[0].rank: found 6; valid: 5 or less",
        ),
        (1, lambda line: line["scenario"]["characters"][0].update(iron=99), "iron: found 99; valid: 4 or less"),
        (1, lambda line: line.update(seed=-1), "line 1, seed: found -1; valid: 0 or more"),
        (1, lambda line: line["versions"].update(replay=2), "line 1, versions.replay: found 2; valid: 1"),
        (1, lambda line: line.update(type="decide"), "line 1"),
    ],
)
def test_a_replay_is_read_with_suspicion(run, tmp_path, number, change, said):
    path = one_game(tmp_path)
    edited(path, number, change)
    ran = run("replay", path.name)
    assert ran.status == 2
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_a_changed_end_is_noticed(run, tmp_path):
    path = one_game(tmp_path)
    count = len(path.read_text().splitlines())
    edited(path, count, lambda line: line.update(state="0" * 16))
    assert run("replay", path.name).err.startswith(f"{path.name}: line {count}: found an end as ")


def test_a_byte_order_mark_does_no_harm(run, tmp_path):
    path = one_game(tmp_path)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert run("replay", path.name).status == 0
    assert run("run --seats random --state", path.name).status == 0


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "null", '{"type": []}', '{"type": "start"}', "NaN", "[" * 100_000, '{"type": "end"}']
)
def test_what_is_no_replay_is_refused(run, tmp_path, text):
    (tmp_path / "no.jsonl").write_text(text)
    ran = run("replay no.jsonl")
    assert ran.status == 2
    assert ran.err.startswith("no.jsonl: ")


def test_an_undo_past_luck_is_marked_and_what_comes_is_drawn_anew():
    session = Session(make_scenario(["bear"], (), HouseRules(opening_stat="pick")), 1, ["human"])
    session.begin()
    before = session.table.snapshot()
    session.decide(Act.STAT + Stat.HEART)
    assert session.undo(1)
    assert [type(line).__name__ for line in session.lines[-2:]] == ["Undo", "Rekey"]
    assert session.table.snapshot() != before, "the key is another"
    session.table.states[0]["chance"]["key"] = 0
    once = session.table.states[0].copy()
    session.table.restore(before)
    session.table.states[0]["chance"]["key"] = 0
    assert session.table.states[0] == once, "and nothing else"


def test_an_undo_of_a_choice_without_luck_is_not_marked():
    scenario = make_scenario(["bear"], (), HouseRules(opening_stat="heart"))
    for seed in range(20):
        session = Session(scenario, seed, ["human"])
        session.begin()
        if session.state.decision == Decision.FRAY:
            session.decide(session.table.legal()[0])
            assert not session.undo(1)
            assert session.lines[-1].type == "undo"
            return
    raise AssertionError("no weak hit in 20 openings")


def test_only_a_line_of_the_game_under_way_is_gone_back_to():
    session = Session(make_scenario(["bear"]), 1, ["human"])
    session.begin()
    for to in (0, 2, 99):
        with pytest.raises(ContentError, match="valid: a line of the game under way"):
            session.undo(to)


def test_a_replay_is_never_written_over(tmp_path):
    path = one_game(tmp_path)
    with pytest.raises(ContentError, match="a file that is there already"):
        Recorder(path)


def test_a_replaced_replay_stays_whole_until_the_new_one_has_begun(tmp_path):
    path = one_game(tmp_path)
    before = path.read_bytes()
    recorder = Recorder(path, force=True)
    assert path.read_bytes() == before
    recorder.close()
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_game_that_does_not_begin_leaves_no_file(run, tmp_path):
    assert run("run ironsworn/bear --chance hand --replay a.jsonl").status == 2
    assert list(tmp_path.iterdir()) == []
