"""Networks that NumPy runs: what they choose, and which files are refused."""

import json
import struct
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load, save

from shieldmate.agents.pilots import Post, resolve
from shieldmate.envs.core.batch import Arena, Tables
from shieldmate.envs.core.content import ContentError
from shieldmate.envs.core.face import face_named
from shieldmate.envs.core.kernel import Mode
from shieldmate.envs.ironsworn.scenario import compile_book, make_scenario
from shieldmate.envs.oathsworn.compile import compile_book as compile_encounter
from shieldmate.envs.oathsworn.scenario import make_scenario as make_encounter
from shieldmate.envs.oathsworn.terms import CARDS, OPTIONS, Act
from shieldmate.policies.action_features import features_of
from shieldmate.policies.network import CHECKPOINTS, assembled, load_pilot, names, read_pilot
from shieldmate.tests.policies.small_network import card_of, tensors_of
from shieldmate.training.exporting import write_pilot


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "small.safetensors"
    write_pilot(path, tensors_of(card_of()), card_of())
    return path


def by_hand(game, tensors, row, act, hint=None):
    """The logit of one action, number by number."""

    def layer(name, numbers):
        return np.maximum(tensors[f"{name}.weight"] @ numbers + tensors[f"{name}.bias"], 0)

    features = features_of(game)
    trunk = row[features.aside :]
    for k in range(2):
        trunk = layer(f"hidden.{k}", trunk)
    told = features.of(row[None], np.array([0]), np.array([act]), np.concatenate)[0]
    told = told if hint is None else np.append(told, float(act == hint))
    spoken = tensors["state.weight"] @ trunk
    inner = np.maximum(tensors["option.weight"] @ told + tensors["option.bias"] + spoken, 0)
    logit = (tensors["score.weight"] @ layer("second", inner))[0]
    return logit + tensors["trust"][0] if act == hint else logit


def books_of(game):
    if game == "ironsworn":
        return Tables(compile_book(make_scenario(["bear"])), 0, [None])
    return Tables(compile_encounter(make_encounter("broodmother-even")), 0, [None] * 4)


def begun(game="ironsworn", n=16):
    arena = Arena(face_named(game), books_of(game), n, Mode.SAME_STEP)
    arena.seed(range(n))
    return arena, arena.begin()


def view_of(arena, i):
    return arena.face.view(arena.states, i, arena.books, 0, int(arena.states[i]["seat"]))


@pytest.mark.parametrize("game", ["ironsworn", "oathsworn"])
@pytest.mark.parametrize("hint", ["", "scripted"])
def test_the_best_legal_action_is_chosen_alone_and_in_a_batch(tmp_path, game, hint):
    card = card_of(game, hint=hint)
    tensors = tensors_of(card)
    path = tmp_path / "small.safetensors"
    write_pilot(path, tensors, card)
    pilot: Any = read_pilot(path)
    arena, obs = begun(game)
    rng = np.random.default_rng(0)
    for _ in range(20):
        hints = arena.choices(pilot.hinting) if hint else [None] * arena.n
        chosen = []
        for i in range(arena.n):
            legal = np.flatnonzero(arena.mask[i])
            logits = [by_hand(game, tensors, obs[i], act, hints[i]) for act in legal]
            best = legal[int(np.argmax(logits))]
            assert pilot.act(view_of(arena, i), arena.mask[i], rng) == best
            row = pilot.seen(view_of(arena, i), arena.mask[i], rng)
            found = pilot.network.logits(row, arena.mask[i])
            np.testing.assert_allclose(found[legal], logits, rtol=1e-4, atol=1e-3)
            assert np.array_equal(np.isneginf(found), arena.mask[i] == 0)
            chosen.append(best)
        if not hint:
            assert pilot.act_batch(obs, arena.mask, rng).tolist() == chosen
        obs = arena.step(np.array(chosen))


@pytest.mark.parametrize("seed", range(5))
def test_slots_that_hold_the_same_are_worth_the_same(seed):
    """To the last bit, however many they are: an even choice is the first, not one that rounding makes."""
    network = assembled(tensors_of(card_of("oathsworn", option=256), seed), features_of("oathsworn"))
    face = face_named("oathsworn")
    obs = np.random.default_rng(3).uniform(-1, 1, face.layout.width).astype(np.float32)
    blocks = face.layout.split(obs)
    blocks["cards"][:] = blocks["cards"][0]
    blocks["card_options"][:] = blocks["card_options"][0]
    mask = np.zeros(face.rules.actions, bool)
    for act in range(Act.CARD, Act.INJURY):
        mask[act] = True
        assert len(set(network.logits(obs, mask)[mask].tolist())) == 1
    blocks["cards"][3][0] += 0.5
    logits = network.logits(obs, mask)[mask].reshape(CARDS, OPTIONS)
    assert len(set(logits[3].tolist())) == 1
    assert logits[3][0] != logits[2][0]


@pytest.mark.parametrize("name", [*card_of(hint="scripted").shapes()])
def test_a_network_of_one_other_number_has_another_digest(name):
    tensors = tensors_of(card_of(hint="scripted"))
    before = assembled(tensors, features_of("ironsworn")).digest
    tensors[name].flat[-1] += 0.5
    assert assembled(tensors, features_of("ironsworn")).digest != before


def test_the_reason_says_where_the_network_departs_from_the_hint(tmp_path):
    path = tmp_path / "small.safetensors"
    write_pilot(path, tensors_of(card_of(hint="scripted")), card_of(hint="scripted"))
    pilot: Any = read_pilot(path)
    assert pilot.reason == ""
    arena, _ = begun()
    told = set()
    for i in range(arena.n):
        view, mask = view_of(arena, i), arena.mask[i]
        act = pilot.act(view, mask, np.random.default_rng(0))
        hint = int(arena.choices(pilot.hinting)[i])
        told.add(act == hint)
        expected = "as scripted." if act == hint else f"scripted would: {view.option(hint)}."
        assert pilot.reason.endswith(expected)
    assert False in told


def test_a_network_with_a_hint_takes_no_bare_observations(tmp_path):
    path = tmp_path / "small.safetensors"
    write_pilot(path, tensors_of(card_of(hint="scripted")), card_of(hint="scripted"))
    assert not hasattr(read_pilot(path), "act_batch")


def test_chances_are_those_of_the_logits(file):
    pilot = load_pilot(str(file))
    arena, _ = begun(n=1)
    chances = np.exp(pilot.log_chances(view_of(arena, 0), arena.mask[0]))
    assert chances.sum() == pytest.approx(1)
    assert np.array_equal(chances > 0, arena.mask[0] == 1)
    assert chances.argmax() == pilot.act(view_of(arena, 0), arena.mask[0], np.random.default_rng(0))


def test_a_search_begins_with_the_choice_of_the_network_that_guides_it(file):
    network, arena = load_pilot(str(file)), begun(n=24)[0]
    guided: Any = resolve(f"search:30:{file}", Post("ironsworn", 0, 0))
    for i in np.flatnonzero(arena.mask.sum(axis=1) > 2).tolist():
        view, mask = view_of(arena, i), arena.mask[i]
        found = guided.look(view, mask, np.random.default_rng(0))
        chances = network.log_chances(view, mask)
        assert found.first == network.act(view, mask, np.random.default_rng(0))
        tried = [prospect.act for prospect in found.prospects]
        assert set(tried) == set(np.argsort(-chances)[: len(tried)].tolist())


def test_a_network_of_another_game_guides_nobody(file):
    with pytest.raises(ContentError, match="trained for ironsworn"):
        resolve(f"search:30:{file}", Post("oathsworn", 0, 0))


def refused(path):
    with pytest.raises(ContentError) as error:
        load_pilot(str(path))
    text = str(error.value)
    assert "\n" not in text
    return text


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"version": 99}, "a pilot of version 99"),
        ({"layout": "0" * 16}, "a pilot of layout 0000000000000000"),
        ({"actions": 7}, "a pilot of actions 7"),
        ({"width": 9}, "a pilot of width 9"),
        ({"features": "0" * 16}, "a pilot of features 0000000000000000"),
    ],
)
def test_a_pilot_of_another_version_is_refused_and_told_what_to_do(tmp_path, changes, told):
    card = card_of(**changes)
    path = tmp_path / "other.safetensors"
    write_pilot(path, tensors_of(card), card)
    text = refused(path)
    assert told in text
    assert "train it again" in text


def header_of(data):
    (size,) = struct.unpack("<Q", data[:8])
    return json.loads(data[8 : 8 + size]), data[8 + size :]


def with_header(header, body):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + body


def no_card(data):
    return save(load(data))


def other_card(data):
    header, body = header_of(data)
    card = json.loads(header["__metadata__"]["card"])
    card["hidden"] = [8, 5000]
    return with_header({**header, "__metadata__": {"card": json.dumps(card)}}, body)


def widened(data):
    header, body = header_of(data)
    header["option.bias"]["shape"] = [1 << 40]
    return with_header(header, body)


def overlapping(data):
    header, body = header_of(data)
    header["option.bias"]["data_offsets"] = header["option.weight"]["data_offsets"]
    return with_header(header, body)


def outside(data):
    header, body = header_of(data)
    header["../../etc/passwd"] = header.pop("option.bias")
    return with_header(header, body)


def replaced(name, change):
    def hostile(data):
        tensors = load(data)
        header, _ = header_of(data)
        change(tensors, name)
        return save(tensors, metadata=header["__metadata__"])

    return hostile


def set_nan(tensors, name):
    tensors[name][0] = np.nan


def set_type(tensors, name):
    tensors[name] = tensors[name].astype(np.float64)


def transpose(tensors, name):
    tensors[name] = np.ascontiguousarray(tensors[name].T)


def drop(tensors, name):
    del tensors[name]


def add(tensors, name):
    tensors["more"] = tensors[name]


HOSTILE = {
    "empty": lambda data: b"",
    "short": lambda data: data[:5],
    "header cut off": lambda data: data[:100],
    "numbers cut off": lambda data: data[:-100],
    "more behind": lambda data: data + b"more",
    "a huge header": lambda data: struct.pack("<Q", 1 << 62) + data[8:],
    "a header that is no JSON": lambda data: with_header(b"{" * 5000, b""),
    "a header with a long number": lambda data: with_header(b'{"a": ' + b"1" * 5000 + b"}", b""),
    "a header that is no table": lambda data: with_header([1, 2], b""),
    "a pickle": lambda data: b"\x80\x04\x95" + b"." * 1000,
    "no card": no_card,
    "a card of another network": other_card,
    "a shape beyond the file": widened,
    "tensors that overlap": overlapping,
    "a name that is a path": outside,
    "not a number": replaced("score.weight", set_nan),
    "another type": replaced("hidden.0.weight", set_type),
    "another shape": replaced("hidden.1.weight", transpose),
    "a tensor less": replaced("value.bias", drop),
    "a tensor more": replaced("value.bias", add),
}


@pytest.mark.parametrize("change", HOSTILE.values(), ids=HOSTILE.keys())
def test_damaged_and_hostile_files_are_refused_in_one_line(file, change):
    file.write_bytes(change(file.read_bytes()))
    assert str(file) in refused(file)


def test_a_file_of_gigabytes_is_refused_unread(file):
    with file.open("r+b") as stream:
        stream.truncate(1 << 33)
    assert "bytes" in refused(file)


@pytest.mark.parametrize("name", ["nobody", "../small", "/etc/passwd", ""])
def test_a_name_that_is_none_is_refused(name):
    assert "trained pilot" in refused(name)


def test_a_file_that_is_missing_is_refused(tmp_path):
    assert "unreadable" in refused(tmp_path / "none.safetensors")


@pytest.mark.parametrize("sign", [-1, 1])
def test_choices_that_overflow_are_refused(file, sign):
    tensors = load(file.read_bytes())
    tensors["second.bias"][:] = 3e38
    tensors["score.weight"][:] = sign * 3e38
    write_pilot(file, tensors, card_of())
    pilot = load_pilot(file)
    rows, masks = np.zeros((2, card_of().width), np.float32), np.zeros((2, card_of().actions), np.int8)
    masks[:, 5:8] = 1
    with pytest.raises(ContentError, match="found numbers so large that choices overflow"):
        pilot.choose_many(rows, masks)


def test_another_game_is_refused_before_it_begins(file):
    with pytest.raises(ContentError, match="trained for ironsworn"):
        load_pilot(file).meet("oathsworn", compile_book(make_scenario(["bear"])))


@pytest.mark.parametrize("name", names())
def test_a_pilot_that_ships_fits_this_version_and_beats_the_scripted_one(name):
    card = load_pilot(f"net:{name}").card
    beside = json.loads((CHECKPOINTS / f"{name}.json").read_text(encoding="utf-8"))
    assert beside == json.loads(card.model_dump_json())
    assert (CHECKPOINTS / f"{name}.safetensors").stat().st_size < 5_000_000
    assert card.results
    assert all(result.than == "scripted" and result.difference_low > 0 for result in card.results)
