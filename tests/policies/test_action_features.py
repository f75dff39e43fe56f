"""What an observation says of each action: the numbers that are about it, in the same places for all of its kind."""

from dataclasses import replace

import numpy as np
import pytest

from shieldmate.envs.core.batch import Arena, Tables
from shieldmate.envs.core.face import face_named
from shieldmate.envs.core.hexes import COORDINATES, HEXES, STEP_X, STEP_Y, geometry, index_of
from shieldmate.envs.core.kernel import Mode
from shieldmate.envs.ironsworn import layout as fight
from shieldmate.envs.ironsworn import terms as fights
from shieldmate.envs.oathsworn.compile import compile_book
from shieldmate.envs.oathsworn.layout import Plane
from shieldmate.envs.oathsworn.scenario import make_scenario
from shieldmate.envs.oathsworn.terms import (
    ABILITIES,
    ACTIONS,
    BOSS,
    BOSSES,
    CARDS,
    INJURIES,
    ITEM_OPTIONS,
    ITEMS,
    LOCATIONS,
    OPTIONS,
    SEATS,
    Act,
    Form,
)
from shieldmate.policies.action_features import FARTHEST, features_of

Claims = dict[int, list[float]]
GAMES = ("ironsworn", "oathsworn")
OCCUPANT = list(Plane).index(Plane.OCCUPANT)
DUEL = fights.Act


def numbered(game):
    """An observation in which every number is another one, as blocks by name."""
    layout = face_named(game).layout
    row = np.arange(1, layout.width + 1, dtype=np.float32)
    return row, layout.split(row)


def told(game, row, act):
    """The numbers of an observation that are told of an action, 0 where there is none."""
    features = features_of(game)
    found = features.of(row[None], np.array([0]), np.array([act]), np.concatenate)[0]
    return found[: features.places.shape[1]]


def numbers(game, act):
    """The numbers told of an action, in rising order."""
    found = told(game, numbered(game)[0], act)
    return sorted(found[found != 0].tolist())


def flat(*parts):
    return sorted(float(number) for part in parts for number in np.ravel(part))


def oathsworn_claims():
    """For each action but hexes the numbers that should be told of it."""
    _, blocks = numbered("oathsworn")
    claims: Claims = {act: [] for act in range(Act.PASS, ACTIONS)}
    for card in range(CARDS):
        for option in range(OPTIONS):
            deed = blocks["card_options"][card * OPTIONS + option]
            claims[Act.CARD + card * OPTIONS + option] = flat(deed, blocks["cards"][card])
    for item in range(ITEMS):
        for way in range(ITEM_OPTIONS):
            claims[Act.ITEM + item * ITEM_OPTIONS + way] = flat(blocks["item_options"][item], blocks["items"][item])
    for ability in range(ABILITIES):
        claims[Act.ABILITY + ability] = flat(blocks["abilities"][ability], blocks["ready"][ability])
    for injury in range(INJURIES):
        claims[Act.INJURY + injury] = flat(blocks["injuries"][injury])
    for location in range(LOCATIONS):
        claims[Act.NUMBER + location] = flat(blocks["locations"][location])
    return claims


def ironsworn_claims():
    """For each action the numbers that should be told of it."""
    _, blocks = numbered("ironsworn")
    claims: Claims = {act: [] for act in range(fights.ACTIONS)}

    def stat_of(stat):
        return flat([blocks["me"][part + stat] for part in (fight.Me.STAT, fight.Me.OPEN_STAT, fight.Me.LAST_STAT)])

    for stat in range(fights.STATS):
        for act in (DUEL.SECURE, DUEL.FACE, DUEL.FLEE, DUEL.AID, DUEL.STAT):
            claims[act + stat] = stat_of(stat)
    for act in (DUEL.STRIKE_CLOSE, DUEL.CLASH_CLOSE, DUEL.COMPEL_IRON):
        claims[act] = stat_of(fights.Stat.IRON)
    for act in (DUEL.STRIKE_RANGED, DUEL.CLASH_RANGED):
        claims[act] = stat_of(fights.Stat.EDGE)
    claims[DUEL.COMPEL_HEART] = stat_of(fights.Stat.HEART)
    claims[DUEL.COMPEL_SHADOW] = stat_of(fights.Stat.SHADOW)
    for asset in range(fights.ASSETS):
        for ability in range(3):
            slot = 3 * asset + ability
            claim = flat(blocks["abilities"][slot], blocks["assets"][asset])
            claims[DUEL.ABILITY + slot] = claims[DUEL.SECOND + slot] = claim
    for foe in range(fights.FOES):
        claims[DUEL.FOE + foe] = flat(blocks["foes"][foe])
    return claims


@pytest.mark.parametrize(("game", "claims"), [("oathsworn", oathsworn_claims()), ("ironsworn", ironsworn_claims())])
def test_an_action_is_told_the_numbers_about_it_and_no_others(game, claims):
    assert {act: numbers(game, act) for act in claims} == claims


@pytest.mark.parametrize(
    ("game", "acts", "slots"),
    [
        ("oathsworn", (Act.CARD + 1, Act.CARD + 5 * OPTIONS + 3), {"cards": (0, 5), "card_options": (1, 23)}),
        ("oathsworn", (Act.ITEM + 1, Act.ITEM + 7 * ITEM_OPTIONS), {"items": (0, 7), "item_options": (0, 7)}),
        ("oathsworn", (Act.ABILITY + 2, Act.ABILITY + 6), {"abilities": (2, 6), "ready": (2, 6)}),
        ("oathsworn", (Act.INJURY, Act.INJURY + 3), {"injuries": (0, 3)}),
        ("oathsworn", (Act.NUMBER + 1, Act.NUMBER + 7), {"locations": (1, 7)}),
        ("ironsworn", (DUEL.ABILITY + 1, DUEL.ABILITY + 15), {"abilities": (1, 15), "assets": (0, 5)}),
        ("ironsworn", (DUEL.SECOND + 4, DUEL.SECOND + 8), {"abilities": (4, 8), "assets": (1, 2)}),
        ("ironsworn", (DUEL.FOE, DUEL.FOE + 3), {"foes": (0, 3)}),
        (
            "ironsworn",
            (DUEL.FACE + fights.Stat.EDGE, DUEL.FACE + fights.Stat.WITS),
            {"me": [(part, part + 4) for part in (fight.Me.STAT, fight.Me.OPEN_STAT, fight.Me.LAST_STAT)]},
        ),
    ],
)
def test_what_changes_slots_takes_its_features_along(game, acts, slots):
    row, blocks = numbered(game)
    before = [told(game, row, act) for act in acts]
    for name, pairs in slots.items():
        for one, other in pairs if isinstance(pairs, list) else [pairs]:
            blocks[name][[one, other]] = blocks[name][[other, one]]
    after = [told(game, row, act) for act in acts]
    assert not np.array_equal(before[0], before[1])
    assert np.array_equal(after[0], before[1])
    assert np.array_equal(after[1], before[0])


def around(hex):
    """The hex and its neighbours clockwise from the north; None off the board."""
    x, y = COORDINATES[hex]
    near = [index_of(x + east, y + south) for east, south in zip(STEP_X, STEP_Y, strict=True)]
    return [hex, *(None if each < 0 else each for each in near)]


def test_a_hex_is_told_what_lies_on_it_and_around_it():
    row, blocks = numbered("oathsworn")
    planes = blocks["hexes"]
    middle = index_of(0, 0)
    columns = {number: k for k, number in enumerate(told("oathsworn", row, Act.HEX + middle).tolist()) if number}
    ways = [[columns[planes[plane][near]] for near in around(middle)] for plane in range(len(planes))]
    assert len(columns) == len(planes) * 7
    for hex in range(HEXES):
        expected = np.zeros_like(told("oathsworn", row, Act.HEX))
        for plane, places in enumerate(ways):
            for column, near in zip(places, around(hex), strict=True):
                if near is not None:
                    expected[column] = planes[plane][near]
        assert np.array_equal(told("oathsworn", row, Act.HEX + hex), expected)
    corners = [hex for hex in range(HEXES) if None in around(hex)]
    assert 0 < len(corners) < HEXES


def test_an_action_that_names_no_hex_is_told_what_lies_on_and_around_its_own():
    row, blocks = numbered("oathsworn")
    planes = blocks["hexes"]
    planes /= 10_000
    without = told("oathsworn", row, Act.PASS)
    for hex in range(HEXES):
        stood = planes[OCCUPANT, hex]
        planes[OCCUPANT, hex] = 1
        found, there = told("oathsworn", row, Act.PASS), told("oathsworn", row, Act.HEX + hex)
        assert np.array_equal(found, there)
        planes[OCCUPANT, hex] = stood
    assert not without.any()


def models_of(state):
    """The hex of each model in the order of an observation's; None where it has none."""
    me = int(state["seat"])
    order = [*((me + step) % SEATS for step in range(SEATS)), *range(BOSS, BOSS + BOSSES)]
    gone = {seat for seat in range(SEATS) if state["seats"][seat]["form"] == Form.FALLEN}
    return [
        int(state["pieces"][piece]["hex"]) if piece not in gone and state["pieces"][piece]["kind"] else None
        for piece in order
    ]


def test_an_action_is_told_how_far_models_are_from_its_hex_or_from_me():
    books = compile_book(make_scenario("two-bosses"))
    arena = Arena(face_named("oathsworn"), Tables(books, 0, [None] * SEATS), 16, Mode.SAME_STEP)
    arena.seed(range(16))
    obs = arena.begin()
    features, rng = features_of("oathsworn"), np.random.default_rng(0)
    distance = geometry()["distance"][0]
    met = np.zeros((SEATS + BOSSES, 2), int)
    for _ in range(60):
        rows, acts = np.nonzero(arena.mask)
        found = features.of(obs, rows, acts, np.concatenate)[:, -len(features.models) :] * FARTHEST
        for row, act, far in zip(rows, acts, found, strict=True):
            models = models_of(arena.states[row])
            origin = act if act < HEXES else models[0]
            for k, hex in enumerate(models):
                if origin is not None and origin >= 0 and hex is not None and hex >= 0:
                    assert far[k] == pytest.approx(distance[origin][hex], abs=1e-4)
                    met[k, int(act < HEXES)] += 1
        obs = arena.step((rng.random(arena.mask.shape) * arena.mask).argmax(axis=1))
    assert met.min() > 100


def test_a_hex_is_told_how_far_locations_are():
    row, blocks = numbered("oathsworn")
    features = features_of("oathsworn")
    centre, there = index_of(3, -2), index_of(-4, 5)
    blocks["locations"][5][1:] = -4 / 8, (-4 + 2 * 5) / 9
    (found,) = features.of(row[None], np.array([0]), np.array([Act.HEX + centre]), np.concatenate)
    at = SEATS + BOSSES + 5 - len(features.models)
    assert found[at] * FARTHEST == pytest.approx(geometry()["distance"][0][centre][there], abs=1e-4)


def test_slots_are_marked_as_their_kind_alone_and_numbers_as_themselves():
    marks = features_of("oathsworn").marks
    ends = [*list(Act)[1:], ACTIONS]
    kinds = {first: np.unique(marks[first:end], axis=0) for first, end in zip(Act, ends, strict=True)}
    assert sum(map(len, kinds.values())) == len(np.unique(marks, axis=0))
    for first, end in zip(Act, ends, strict=True):
        alike = first in (Act.CARD, Act.INJURY, Act.ITEM, Act.ABILITY)
        assert len(kinds[first]) == (1 if alike else end - first)


def test_a_foe_is_marked_as_one_and_a_seat_as_itself():
    marks = features_of("ironsworn").marks
    assert len(np.unique(marks[DUEL.FOE : DUEL.FOE + fights.FOES], axis=0)) == 1
    assert len(np.unique(marks[DUEL.ABILITY : DUEL.SECOND], axis=0)) == 1
    assert len(np.unique(marks[DUEL.SEAT : DUEL.ABILITY], axis=0)) == 4
    assert len(np.unique(marks[DUEL.REROLL : DUEL.BURN], axis=0)) == 8


@pytest.mark.parametrize(
    ("game", "part"),
    [
        *((game, part) for game in GAMES for part in ("places", "there", "marks", "hexes")),
        *(("oathsworn", part) for part in ("models", "ground", "laid")),
    ],
)
def test_the_digest_is_of_all_that_the_features_mean(game, part):
    features = features_of(game)
    changed = getattr(features, part).copy()
    changed.flat[0] += 1
    assert replace(features, **{part: changed}).digest != features.digest


@pytest.mark.parametrize("part", ["standing", "aside"])
def test_the_digest_is_of_where_planes_and_the_rest_begin(part):
    features = features_of("oathsworn")
    assert replace(features, **{part: getattr(features, part) + 1}).digest != features.digest


@pytest.mark.parametrize("game", GAMES)
def test_a_number_goes_into_the_columns_that_are_named(game):
    """Told by trying: a number is changed, and looked where something comes out otherwise."""
    features, layout = features_of(game), face_named(game).layout
    acts = np.arange(len(features.places))
    rows = np.zeros(len(acts), int)
    rng = np.random.default_rng(1)
    for place in [*range(0, layout.width, 7), *features.models, *(features.models + 1)]:
        on_board = game == "oathsworn" and place < layout.start("decision")
        changed = np.zeros(features.width, bool)
        for hex in [each for each in around(place % HEXES) if each is not None] if on_board else range(7):
            one = rng.uniform(-1, 1, layout.width).astype(np.float32)
            if game == "oathsworn":
                one[features.standing + hex] = 1
            other = one.copy()
            other[place] += 0.5
            before, after = (features.of(each[None], rows, acts, np.concatenate) for each in (one, other))
            changed |= (before != after).any(axis=0)
        found = features.columns([int(place)])
        if on_board and place // HEXES == OCCUPANT:  # it may tell where I stand, and so any of them
            assert set(np.flatnonzero(changed).tolist()) <= set(found) == set(range(features.ground.shape[1]))
        else:
            assert found == np.flatnonzero(changed).tolist()
