"""`show`: content as a page, whole and within 100 columns, whatever stands in it."""

import json

import pytest

from shieldmate.envs.core.content import load
from shieldmate.envs.core.pages import Box, Page, Section
from shieldmate.envs.oathsworn.cards import GearFile
from shieldmate.envs.oathsworn.library import CONTENT, all_gear, built_in, read_class
from shieldmate.envs.oathsworn.scenario import make_scenario

MINE = """
[[items]]
name = "Heavy Chain of the Long and Winding Name That Goes On"
slot = "weapon"
hands = 2
might = { red = 1 }
reach = 2
cooldown = 2
options = [{ name = "drag", cost = 2, hp = 1, pay = "redraw", limit = "round", steps = [
    { do = "attack", reach = "weapon", bonus = 1, if = "alone", else = [{ do = "heal" }] },
] }]
"""


def words(text):
    """A page's text without edges and breaks."""
    return " ".join(text.translate(dict.fromkeys(map(ord, "│┌┐└┘─"), " ")).split())


@pytest.mark.parametrize("name", [*built_in("classes"), *built_in("encounters")])
def test_every_built_in_page_fits_in_100_columns(run, name):
    ran = run(f"show {name}")
    assert (ran.status, ran.err) == (0, "")
    assert max(map(len, ran.out.splitlines())) <= 100


@pytest.mark.parametrize("name", built_in("classes"))
def test_a_class_page_holds_every_card_ability_item_and_archetype(run, name):
    hero = read_class(built_in("classes")[name])
    titles = json.loads(run(f"show {name} --json").out)["pages"][0]["sections"]
    shown = [box["title"] for section in titles for box in section["boxes"]]
    archetypes = [card.name for card in hero.companion.archetypes for _ in "ab"]
    named = [card.name for card in hero.cards] + [item.name for item in hero.gear] + list(hero.equipment)
    named += [ability.name for ability in hero.abilities] + [friend.name for friend in hero.friends]
    assert sorted(set(shown)) == sorted({*named, *archetypes})
    options = sum(len(card.options) for card in hero.cards)
    assert run(f"show {name}").out.count(" animus] ") + run(f"show {name}").out.count("[free]") >= options / 2


@pytest.mark.parametrize("name", built_in("encounters"))
def test_an_encounter_page_holds_every_boss_minion_and_stage_card(run, name):
    encounter = make_scenario(name).encounter
    text = words(run(f"show {name}").out)
    for known in [minion.name for minion in encounter.minions] + [card.name for card in encounter.stage_cards]:
        assert known in text
    for boss in encounter.bosses:
        assert boss.name in text
        for location in boss.locations:
            assert f"{location.name}: HP {location.hp}; on its" in text


def test_a_card_tells_price_moment_and_what_it_does_in_the_games_words(run):
    text = words(run("show warden", "Shared Shield").out)
    assert "cooldown 2, defence 2" in text
    assert "[2 animus] shield a neighbour (when a friend is attacked within 1): +3 defence to the one" in text
    assert "[2 animus] close ranks: +1 defence to adjacent friends this round" in text


def test_the_locations_lie_on_the_hexes_of_the_boss(run):
    out = run("show broodmother Broodmother").out
    assert "│    ____/Fr6_\\____ " in out
    assert "│   /LF6_\\____/RF6_\\ " in out
    assert "│   \\____/Co6_\\____/ " in out


def test_the_board_is_drawn_as_at_set_up(run):
    out = run("show oathsworn/broodmother").out
    assert "The board at set-up" in out
    assert "ra1↓" in out
    assert ".... where heroes may start" in out


@pytest.mark.parametrize(
    ("target", "begin"),
    [
        ("buckler", "Buckler\n"),
        ("winded", "Winded\n"),
        ("man-at-arms", "Man-at-Arms\n"),
        ("planted feet", "Warden\n"),
        ("ironsworn/bear", "Bear\n"),
        ("EPIC", "epic\n"),
    ],
)
def test_whatever_is_built_in_is_shown_by_its_name(run, target, begin):
    ran = run("show", target)
    assert (ran.status, ran.out.startswith(begin)) == (0, True)


def test_a_file_of_items_with_names_that_are_long_and_strange(run, tmp_path):
    (tmp_path / "a.toml").write_text(MINE)
    text = words(run("show a.toml").out)
    assert "hands 2, might 1 red, range 2" in text
    assert "[2 animus, 1 HP, a Redraw token] drag (once a round): with no friend adjacent: attack" in text
    assert ", else +1 HP" in text


def test_files_of_every_kind_with_a_page(run, tmp_path):
    for name, count in (("gear", len(load(CONTENT / "gear.toml", GearFile).items)), ("injuries", 1), ("allies", 1)):
        assert run("show", CONTENT / f"{name}.toml").out.count("┌") >= count
    assert len(all_gear()) > 1
    (tmp_path / "foes.toml").write_text('[[foes]]\nname = "Grim"\nrank = 3\n')
    assert "inflicts 3 harm" in run("show foes.toml").out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("show wardn", "show: found wardn; valid: one of "),
        ("show warden buckle", "(did you mean Buckler?)"),
        ("show nothing.toml", "nothing.toml: found an unreadable file"),
        ("show state.toml", "state.toml: found state; valid: encounter, class, gear, injuries, allies, foe, foes\n"),
        ("show bad.toml", "bad.toml: cards: found nothing; valid: this key, given"),
    ],
)
def test_what_cannot_be_shown(run, tmp_path, line, said):
    (tmp_path / "state.toml").write_text("health = 3\nmomentum = -2\n")
    (tmp_path / "bad.toml").write_text('name = "A"\nregen = 3\n')
    ran = run(line)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err


def test_a_box_breaks_what_is_too_long_and_spells_out_what_a_terminal_would_obey():
    box = Box("x" * 90, "cooldown 1, defence 2", ("a\x1b[31m " * 12,))
    page = Page("p", (Section("h", (box, Box("wide", "n", ("y " * 80,), wide=True))),))
    assert all(len(line) <= 100 and line.isprintable() for line in page.drawn())
    assert "cooldown 1, defence 2" in "\n".join(page.drawn())
