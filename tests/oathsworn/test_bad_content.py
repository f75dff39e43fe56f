"""Malformed content: every kind is refused in clear lines that name file, place, what was found and what is valid."""

import copy
import random
from typing import Any

import pytest
from content_files import book_of, tables, write

from shieldmate.envs.core.content import ContentError
from shieldmate.envs.oathsworn.library import built_in

STARTERS = ["warden", "priest", "ranger", "warbear"]


def refusal(path: Any, party: Any = None, **settings: Any) -> str:
    """The message of a refused scenario."""
    with pytest.raises(ContentError) as raised:
        book_of(path, party, **settings)
    assert all("; valid: " in line for line in str(raised.value).splitlines())
    return str(raised.value)


def put(data: Any, place: str, value: Any) -> None:
    """Set, or with None remove, what a key path such as ``bosses.0.at`` names."""
    *way, last = (int(part) if part.isdigit() else part for part in place.split("."))
    for part in way:
        data = data[part]
    if value is None:
        del data[last]
    else:
        data[last] = value


def encounter(tmp_path, place, value, name="broodmother"):
    """The file of a built-in encounter with one thing changed."""
    content = tables(f"encounters/{name}")
    put(content, place, value)
    return write(tmp_path / "changed.toml", content)


def with_class(tmp_path, place, value, name="warden"):
    """An encounter with a party in which one thing of a class is changed."""
    content = tables(f"classes/{name}")
    put(content, place, value)
    write(tmp_path / f"{name}.toml", content)
    party = [f"{other}.toml" if other == name else other for other in STARTERS]
    return write(tmp_path / "scenario.toml", {"base": "broodmother", "party": party})


# ---- the party -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("party", ["warden,priest,ranger", "warden,priest,ranger,warbear,warden", ""])
def test_a_party_that_is_not_four(party):
    assert "valid: 4: the party is four" in refusal("broodmother", party)


def test_a_class_twice():
    assert "each class once: ranger is there again" in refusal("broodmother", "warden,ranger,ranger:companion,warbear")


@pytest.mark.parametrize(
    ("party", "says"),
    [
        (
            "wardn,priest,ranger,warbear",
            "valid: blade, cur, exile, grove-maiden, harbinger, huntress, penitent, priest, ranger, warbear, warden",
        ),
        ("warden,priest:pet,ranger,warbear", "members[1].form: found 'pet'; valid: full, companion"),
        ("warden,priest:companion:c,ranger,warbear", "members[1].side: found 'c'; valid: a, b"),
        ("warden,priest:companion:a:b,ranger,warbear", "members[1].side: found 'a:b'; valid: a, b"),
    ],
)
def test_a_party_named_wrongly(party, says):
    assert says in refusal("broodmother", party)


@pytest.mark.parametrize(
    ("member", "says"),
    [
        ({"side": "c"}, "party[0].side: found 'c'; valid: a, b"),
        ({"hp": -1}, "party[0].hp: found -1; valid: 1 or more"),
        ({"archetype": "Wal"}, "party[0].archetype: found 'Wal'; valid: Wall (did you mean Wall?)"),
        ({"cards": ["Even Breath"] * 7}, "cooldowns 0, 1, 1, 2, 2, 3, 3"),
        (
            {"cards": ["Low Cut"]},
            "party[0].cards: found [2]; valid: seven different cards of cooldowns 0, 1, 1, 2, 2, 3, 3",
        ),
        ({"cards": ["Lowe Cut"]}, "party[0].cards[0]: found 'Lowe Cut'; valid: "),
        ({"items": ["Great Maul", "Buckler"]}, "valid: 2 hands at most, not 3"),
        ({"items": ["Hatchet", "Short Sword", "Buckler"]}, "valid: 2 hands at most, not 3"),
        ({"items": ["Rawhide Coat", "Flax Robe"]}, "valid: one armour at most"),
        ({"items": ["Bukler"]}, "did you mean Buckler?"),
        ({"injuries": ["Winded"] * 5}, "party[0].injuries: found 5; valid: 4 or less"),
        ({"injuries": ["Windedd"]}, "did you mean Winded?"),
        ({"tokens": {"gold": 1}}, "found the unknown key gold; valid: defence, redraw, animus"),
    ],
)
def test_what_a_member_cannot_bring(tmp_path, member, says):
    party = [{"class": "warden"} | member, "priest", "ranger", "warbear"]
    assert says in refusal(write(tmp_path / "scenario.toml", {"base": "broodmother", "party": party}))


# ---- the class -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "value", "says"),
    [
        ("cards.1.cooldown", 2, "valid: seven different cards of cooldowns 0, 1, 1, 2, 2, 3, 3"),
        ("cards.1.cooldown", 4, "cards[1].cooldown: found 4; valid: 3 or less"),
        ("cards.1.defence", -1, "cards[1].defence: found -1; valid: 0 or more"),
        ("cards.1.name", "Even Breath", "cards[1].name: found 'Even Breath'; valid: each name once"),
        ("cards.1.options", [], "cards[1].options: found []; valid: 1 or more entries"),
        ("cards.1.coldown", 1, "found the unknown key coldown; valid: "),
        ("cards.1.options.0.cost", True, "cards[1].options[0].cost: found True; valid: a whole number"),
        ("cards.1.options.0.steps.0.do", "atack", "did you mean attack?"),
        (
            "cards.1.options.0.steps",
            [{"do": "eat", "kind": "x"}],
            "steps[0].do: found 'eat'; valid: attack, move, tele",
        ),
        ("cards.1.options.0.steps.0.goto", 1, "found the unknown key goto; valid: one of 37 names"),
        ("cards.1.options.0.steps.0.tile", "fire", "steps[0].tile: found 'fire'; valid: what attack reads: do, if"),
        ("cards.1.options.0.steps.0.icon", "front", "steps[0].icon: found 'front'; valid: what attack reads in a pro"),
        ("cards.1.options.0.steps.0.reach", 40, "steps[0].reach: found 40; valid: a whole number, 0 to 17, or weapon"),
        ("cards.1.options.0.steps", [{"do": "token"}], "steps[0].token: found nothing; valid: this key"),
        ("cards.1.options.0.steps", [{"do": "heal", "amount": -1}], "steps[0].amount: found -1; valid: 1 or more"),
        ("cards.1.options.0.steps", [{"do": "heal", "if": "hp_at_most"}], "steps[0].limit: found nothing; valid: a wh"),
        ("cards.1.options.0.steps", [{"do": "heal", "if": "in_arc", "limit": "reer"}], "did you mean rear?"),
        ("cards.1.options.0.steps", [{"do": "heal", "limit": 3}], "valid: no limit, since always has none"),
        ("cards.1.options.0.steps", [{"do": "heal", "else": [{"do": "turn"}]}], "valid: a condition in if"),
        ("cards.1.options.0.steps", [{"do": "choose", "options": [[]]}], "valid: one step or more in every branch"),
        ("cards.1.options.0.steps", [{"do": "turn"}] * 25, "valid: 24 or fewer entries"),
        ("cards.1.options.0.steps", [{"do": "summon", "kind": "imp"}], "valid: no kind: the class brings no friends"),
        ("cards.1.options.0.when", "allways", "cards[1].options[0].when: found 'allways'; valid: turn"),
        ("cards.1.options", [{"steps": [{"do": "turn"}]}] * 5, "cards[1].options: found"),
        ("abilities.0.limit", "free", "abilities[0].limit: found 'free'; valid: once a turn, round or encounter, or a"),
        ("abilities", [{"name": "A", "limit": "round", "steps": [{"do": "turn"}]}] * 6, "valid: 5 or fewer entries"),
        ("companion.archetypes.0.c", [], "companion.archetypes[0].c: found the unknown key c; valid: name, a, b"),
        ("companion.archetypes.0.a", [], "companion.archetypes[0].a: found []; valid: 2 or more entries"),
        ("companion.archetypes", [], "valid: 1 or more entries"),
        ("equipment", ["Long Sword", "Great Maul"], "valid: 2 hands at most, not 3"),
        ("animus", 0, "animus: found 0; valid: 1 or more"),
        ("cards", None, "cards: found nothing; valid: this key, given"),
    ],
)
def test_a_class_that_is_wrong(tmp_path, place, value, says):
    message = refusal(with_class(tmp_path, place, value))
    assert says in message
    assert len(message.splitlines()) == 1 or "limits" in message


def test_steps_nested_too_deeply(tmp_path):
    step: dict[str, Any] = {"do": "turn"}
    for _ in range(5):
        step = {"do": "choose", "options": [[step]]}
    assert "valid: steps at most 4 deep" in refusal(with_class(tmp_path, "cards.1.options.0.steps", [step]))


def test_an_item_that_could_be_used_without_an_end(tmp_path):
    item: dict[str, Any] = {
        "name": "Wheel",
        "slot": "gear",
        "cooldown": 1,
        "options": [{"steps": [{"do": "rotate", "amount": 2}]}],
    }
    assert "gear[0].options[0].cost: found 0; valid: a cost that" in refusal(with_class(tmp_path, "gear", [item]))
    item["options"][0]["cost"] = 1
    book_of(with_class(tmp_path, "gear", [item]), None)


def test_more_limits_than_bits(tmp_path):
    option = {"cost": 1, "limit": "round", "steps": [{"do": "turn"}]}
    content = tables("classes/warden")
    for card in content["cards"]:
        card["options"] = [option] * 4
    content["abilities"] = [{**option, "name": f"Ability {place}"} for place in range(5)]
    write(tmp_path / "warden.toml", content)
    party = ["warden.toml", "priest", "ranger", "warbear"]
    file = write(tmp_path / "scenario.toml", {"base": "broodmother", "party": party})
    assert "found more than 30; valid: at most 30 limits" in refusal(file)


def test_more_steps_than_a_book_holds(tmp_path):
    content = tables("classes/warden")
    for card in content["cards"]:
        card["options"] = [{"cost": 1, "steps": [{"do": "turn"}] * 24}] * 4
    write(tmp_path / "warden.toml", content)
    party = ["warden.toml", "priest", "ranger", "warbear"]
    file = write(tmp_path / "scenario.toml", {"base": "broodmother", "party": party})
    assert "valid: at most 640 steps in all cards of the party and the encounter" in refusal(file)


# ---- the encounter -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "value", "says"),
    [
        ("stage_cards.0.stage", 2, "stage_cards: found [4, 6, 5]; valid: 5 cards of each of the stages 1, 2 and 3"),
        ("stage_cards.0", None, "stage_cards: found [4, 5, 5]; valid: 5 cards of each"),
        ("stage_cards.0.stage", 4, "stage_cards[0].stage: found 4; valid: 3 or less"),
        ("stage_cards.0.steps", [], "stage_cards[0].steps: found []; valid: one step or more, or unknown = true"),
        ("stage_cards.0.unknown", True, "valid: no steps in an unknown card"),
        ("stage_cards.0.steps.0.kind", "Giant Bat", "steps[0].kind: found 'Giant Bat'; valid: Giant Rat"),
        (
            "stage_cards.0.steps.1",
            {"do": "refresh"},
            "stage_cards[0].steps[1].do: found 'refresh'; valid: attack, move",
        ),
        ("stage_cards.0.steps.1.to", "uphill", "stage_cards[0].steps[1].to: found 'uphill'; valid: target"),
        ("stage_cards.0.prefer", "weakest", "stage_cards[0].prefer: found 'weakest'; valid: closest"),
        ("stage_cards.0.prefer", "in_arc", "stage_cards[0].prefer_kind: found ''; valid: any, front, rear, flank"),
        ("bosses.0.defence", 0, "bosses[0].defence: found 0; valid: 1 or more"),
        ("bosses.0.locations.0.hp", -6, "bosses[0].locations[0].hp: found -6; valid: 1 or more"),
        ("bosses.0.locations.0.body", ["core"], "valid: each hex in one location only: core is in Front"),
        ("bosses.0.locations.0.body", ["nose"], "bosses[0].locations[0].body[0]: found 'nose'; valid: core, front"),
        ("bosses.0.size", "normal", "valid: core alone, for a model of normal size"),
        ("bosses.0.stage_three", 2, "bosses[0].stage_three: found 2; valid: more than 2"),
        ("bosses.0.at", "Z9", "bosses[0].at: found 'Z9'; valid: a hex: a column A, C ... Q"),
        ("bosses.0.at", "I1", "bosses[0].at: found 'Broodmother'; valid: a place with all hexes on the board"),
        ("bosses.0.at", "I6", "obstacles[4].hexes: found 'tree 5'; valid: an empty place: Broodmother stands on"),
        ("minions.0.start", ["I3"], "minions[0].start[0]: found 'Giant Rat 1'; valid: an empty place: Broodmother"),
        ("minions.0.start", ["A1", "A1"], "valid: an empty place: Giant Rat 1 stands on A1"),
        ("minions.0.hp", 0, "minions[0].hp: found 0; valid: 1 or more"),
        ("minions.0.models", 13, "minions[0].models: found 13; valid: 12 or less"),
        ("minions.0.keywords", ["mobb"], "did you mean mob?"),
        ("positions", ["A1", "A2", "A3"], "positions: found 3; valid: 4"),
        (
            "positions",
            ["A1", "A2", "A3", "A3"],
            "positions[3]: found 'seat 4'; valid: an empty place: seat 3 stands on A3",
        ),
        ("positions", ["A1", "A2", "A3", "R3"], "positions[3]: found 'R3'; valid: a hex"),
        ("start_zone", ["I3", "I4", "I5", "A1"], "start_zone: found 2; valid: 4 or more hexes that are free"),
        ("obstacles", [{"hexes": [f"A{row % 9 + 1}"]} for row in range(16)], "obstacles: found"),
        ("difficulty", "easy", "difficulty: found 'easy'; valid: journeyman, pilgrim, free_company, grim, dread"),
        ("lead", 5, "lead: found 5; valid: 4 or less"),
        ("allies", ["Man-at-Harms"], "Gate Captain (did you mean Man-at-Arms?)"),
        ("allies", ["Man-at-Arms"] * 9, "allies: found"),
        ("house_rules", {"fire": "never"}, "house_rules.fire: found 'never'; valid: heroes_end_enemies_move"),
        ("house_rules", {"fires": "on_enter"}, "found the unknown key fires; valid: "),
        ("house_rules", {"round_cap": 0}, "house_rules.round_cap: found 0; valid: 1 or more"),
        ("bosss", [], "found the unknown key bosss; valid: "),
        ("name", None, "name: found nothing; valid: this key, given"),
        ("game", "ironsworn", "game: found 'ironsworn'; valid: oathsworn"),
        ("tuning", {"boss": {"speed": 3}}, "boss.speed: found 3; valid: "),
        ("tuning", {"boss": {"defence": 0}}, "bosses[0].defence: found 0; valid: 1 or more"),
        ("tuning", 3, "tuning: found 3; valid: a table"),
        ("base", 3, "base: found 3; valid: text"),
        ("base", "broodmothers", "did you mean broodmother?"),
        ("party", "warden,priest", "party: found"),
        ("party", 4, "party: found 4; valid: a list"),
    ],
)
def test_an_encounter_that_is_wrong(tmp_path, place, value, says):
    assert says in refusal(encounter(tmp_path, place, value))


@pytest.mark.parametrize(
    ("place", "value", "says"),
    [
        ("bosses.0.locations", [{"name": f"Part {place}"} for place in range(9)], "bosses[0].locations: found"),
        ("bosses.0.locations", [{"name": f"Part {place}"} for place in range(7)], "valid: at most 8 locations"),
        ("bosses.1.at", "H3", "bosses[1].at: found 'Younger Twin'; valid: an empty place: Elder Twin stands on H3"),
        ("minions.1.models", 6, "minions: found 13; valid: at most 12 models"),
        ("minions.1.name", "thrall", "minions[1].name: found 'thrall'; valid: each name once"),
    ],
)
def test_a_pack_that_is_wrong(tmp_path, place, value, says):
    assert says in refusal(encounter(tmp_path, place, value, "two-bosses"))


def test_bases_that_go_round_in_a_circle(tmp_path):
    write(tmp_path / "one.toml", {"base": "two.toml"})
    two = write(tmp_path / "two.toml", {"base": "one.toml"})
    assert "base: found two.toml; valid: an encounter that is not built on this one" in refusal(two)


def test_all_errors_of_a_file_are_told_at_once(tmp_path):
    content = tables("encounters/broodmother")
    put(content, "bosses.0.defence", 0)
    put(content, "minions.0.hp", "one")
    put(content, "stage_cards.3.steps.0.do", "spwan")
    put(content, "stage_cards.4.steps.1.amont", 2)
    lines = refusal(write(tmp_path / "bad.toml", content)).splitlines()
    assert [line.split(": ")[1] for line in lines] == [
        "bosses[0].defence",
        "minions[0].hp",
        "stage_cards[3].steps[0].do",
        "stage_cards[4].steps[1].amont",
    ]
    assert all(line.startswith(str(tmp_path / "bad.toml")) for line in lines)


def test_an_unknown_encounter_and_difficulty():
    assert "did you mean broodmother?" in refusal("brodmother", "starter")
    assert "did you mean grim?" in refusal("broodmother", "starter", difficulty="grimm")


# ---- fuzz ----------------------------------------------------------------------------------------------------------

JUNK: tuple[Any, ...] = (
    None,
    -1,
    0,
    3,
    99,
    10**12,
    1.5,
    True,
    "",
    "x",
    "I5",
    "front",
    [],
    [[]],
    {},
    {"do": "turn"},
    ["A1"] * 30,
)


def places(data: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in nested tables."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [way] * bool(way) + [place for key, entry in inner for place in places(entry, (*way, key))]


def change(data: Any, luck: random.Random) -> None:
    """Change one thing of nested tables: another value, a key less, one of another name, an entry twice."""
    *way, last = luck.choice(places(data))
    for part in way:
        data = data[part]
    kind = luck.randrange(4)
    if kind == 0:
        data[last] = copy.deepcopy(luck.choice(JUNK[1:]))
    elif kind == 1:
        del data[last]
    elif kind == 2 and isinstance(data, dict):
        data[f"{last}x"] = data.pop(last)
    elif isinstance(data, list):
        data.append(copy.deepcopy(data[last]))


@pytest.mark.parametrize("name", [f"encounters/{name}" for name in built_in("encounters")] + ["classes/priest"])
@pytest.mark.parametrize("seed", range(20))
def test_a_good_file_changed_anyhow_is_read_or_refused(tmp_path, name, seed):
    luck = random.Random(f"{name} {seed}")
    content = tables(name)
    for _ in range(luck.randint(1, 3)):
        change(content, luck)
    path = write(tmp_path / "fuzzed.toml", content)
    said = told(path, name)
    assert all("; valid: " in line for line in said.splitlines())


def told(path: Any, name: str) -> str:
    """What is said of a file; nothing if it is read."""
    try:
        if name.startswith("classes"):
            party = [path.name, "warden", "ranger", "warbear"]
            path = write(path.with_name("scenario.toml"), {"base": "broodmother", "party": party})
        book_of(path, None)
    except ContentError as error:
        return str(error)
    return ""
