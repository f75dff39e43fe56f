"""Each setting of section 10 at each of its values; those of prices and openings have their own files."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pydantic import ValidationError
from table import FACES, HARM, MISS, MOMENTUM, NO_PRICE, STRONG, WEAK, Fight, asset, fight, price, sheet

from shieldmate.envs.ironsworn.asset_names import ASSET_NAMES
from shieldmate.envs.ironsworn.assets import Asset, Row, all_assets
from shieldmate.envs.ironsworn.house_rules import HouseRules, settings_of
from shieldmate.envs.ironsworn.layout import LAYOUT
from shieldmate.envs.ironsworn.observe import observe
from shieldmate.envs.ironsworn.scenario import compile_book, make_scenario
from shieldmate.envs.ironsworn.state import Book
from shieldmate.envs.ironsworn.terms import Act, Decision, Event, FoeAct, Outcome, Result, Stat
from shieldmate.envs.ironsworn.turn import combat_class

SECURES = {Act.SECURE + stat for stat in Stat}
FACINGS = {Act.FACE + stat for stat in Stat}
CLASHES = {Act.CLASH_CLOSE, Act.CLASH_RANGED}


def test_the_defaults() -> None:
    assert HouseRules().model_dump() == {
        "price": "mixed", "foe_clock": False, "foe_behaviour": "attack", "stat_policy": "free", "end_gate": "action",
        "suffer_initiative": True, "end_miss": "lost", "end_weak": "suffer", "flee": True, "compel": "off",
        "surrender": False, "dying": "flag", "matches": False, "order": "round_robin", "idle": "price",
        "opening": "fray", "opening_stat": "heart", "weapon": None, "reach": None, "end_variant": "gated",
        "severity": 0,
    }  # fmt: skip


@pytest.mark.parametrize(
    "wrong", [{"severity": 3}, {"severity": -2}, {"price": "free"}, {"prices": "harm"}, {"opening_stat": "iron"}]
)
def test_a_wrong_setting_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        HouseRules(**wrong)


# ---- 6 foe_behaviour ------------------------------------------------------------------------------------------------

COMBAT_ROWS = [
    (1, 3, FoeAct.SOCIAL), (4, 6, FoeAct.MANOEUVRE), (7, 9, FoeAct.ESCALATE), (10, 13, FoeAct.MANOEUVRE),
    (14, 17, FoeAct.SOCIAL), (18, 25, FoeAct.STRESS), (26, 29, FoeAct.SHIFT), (30, 33, FoeAct.GEAR),
    (34, 39, FoeAct.DECISIVE), (40, 52, FoeAct.DEFEND), (53, 78, FoeAct.MANOEUVRE), (79, 99, FoeAct.ATTACK),
    (100, 100, FoeAct.ESCALATE),
]  # fmt: skip


@pytest.mark.parametrize(("first", "last", "of"), COMBAT_ROWS)
def test_combat_action_oracle(first: int, last: int, of: FoeAct) -> None:
    assert combat_class(first) == combat_class(last) == of


def test_combat_action_oracle_masses() -> None:
    mass = dict.fromkeys(FoeAct, 0)
    for face in range(1, 101):
        mass[FoeAct(combat_class(face))] += 1
    assert mass[FoeAct.ATTACK] + mass[FoeAct.DECISIVE] == 27
    assert (mass[FoeAct.MANOEUVRE], mass[FoeAct.DEFEND], mass[FoeAct.SOCIAL]) == (33, 13, 7)
    assert (mass[FoeAct.STRESS], mass[FoeAct.SHIFT], mass[FoeAct.GEAR], mass[FoeAct.ESCALATE]) == (8, 4, 4, 4)


def behaving(face: int, **rules: object) -> Fight:
    """The second main move, the foe having initiative and acting by `face`."""
    game = fight("dangerous", foe_behaviour="oracle", **rules)
    return game.act(Act.STRIKE_CLOSE, *WEAK, face)


@pytest.mark.parametrize(
    ("face", "clash"), [(90, True), (36, True), (60, True), (45, False), (2, False), (20, False), (31, False)]
)
def test_clash_answers_attacks_and_manoeuvres_only(face: int, clash: bool) -> None:
    game = behaving(face)
    assert (game.legal >= CLASHES) == clash
    assert game.legal >= FACINGS


def test_a_decisive_act_makes_the_price_one_worse() -> None:
    game = behaving(36).act(Act.FACE + Stat.EDGE, *MISS, 1, *WEAK, 90)
    assert game.events(Event.PRICE)[0][1:3] == (HARM, 3)
    game = behaving(36).act(Act.TAKE_HIT, 1, *WEAK, 90)
    assert game.events(Event.PRICE)[0][1:3] == (HARM, 3)


def test_with_initiative_the_foe_is_not_asked() -> None:
    game = fight("dangerous", foe_behaviour="oracle").act(Act.STRIKE_CLOSE, *STRONG)
    assert not game.events(Event.TABLE)


def test_a_wait_lets_the_omen_pass() -> None:
    game = fight("dangerous", sheet(), sheet(name="Saskia"), foe_behaviour="oracle", idle="free")
    game.act(Act.STRIKE_CLOSE, *WEAK).act(Act.SECURE + Stat.EDGE, *WEAK, 36)
    game.act(Act.WAIT, 90)
    assert game.pc.foe_act == FoeAct.NONE


# ---- 7 stat_policy --------------------------------------------------------------------------------------------------


def test_free_stats() -> None:
    assert fight().legal >= SECURES


def test_no_repeat() -> None:
    game = fight(stat_policy="no_repeat").act(Act.SECURE + Stat.EDGE, *STRONG).act(Act.MOMENTUM)
    assert game.legal & SECURES == SECURES - {Act.SECURE + Stat.EDGE}
    game.act(Act.SECURE + Stat.WITS, *WEAK)
    assert game.legal & FACINGS == FACINGS - {Act.FACE + Stat.WITS}


@pytest.mark.parametrize(
    ("faces", "open_"), [((1, 1), {0, 1}), ((5, 4), {4, 3}), ((100, 1), {4, 0}), ((53, 99), {2, 0})]
)
def test_approach_oracle_opens_two_stats(faces: tuple[int, int], open_: set[int]) -> None:
    game = Fight(["formidable"], [sheet()], {"stat_policy": "approach_oracle"}).open(*STRONG, *faces)
    assert game.legal & SECURES == {Act.SECURE + stat for stat in open_}


# ---- 9 end_gate, 40 end_variant -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("gate", "open_"), [("action", False), ("any", True)])
def test_end_gate_after_a_strong_suffer_move(gate: str, open_: bool) -> None:
    game = fight(put={"initiative": 0}, end_gate=gate).act(Act.TAKE_HIT, price(HARM, 1), *STRONG).act(Act.MOMENTUM)
    assert (Act.END in game.legal) == open_


def test_end_gate_by_initiative_only() -> None:
    assert Act.END in fight(end_gate="initiative").legal
    assert Act.END not in fight(end_gate="initiative", put={"initiative": 0, "gate": 1}).legal
    assert Act.END not in fight().legal


@pytest.mark.parametrize(("dice", "result"), [((1, 1), Result.WEAK), ((1, 10), Result.MISS), ((10, 10), Result.MISS)])
def test_shifted_end_needs_no_gate_and_is_one_step_worse(dice: tuple[int, int], result: Result) -> None:
    game = fight(end_variant="shifted")
    game.foe.progress = 20
    assert Act.END in game.legal
    game.act(Act.END, *dice, *((NO_PRICE,) if result == Result.MISS else ()))
    assert game.events(Event.RESULT)[0][2] == result
    assert (game.outcome == Outcome.LOSS) == (result == Result.MISS)


# ---- 10 suffer_initiative -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("setting", "initiative"), [(True, 1), (False, 0)])
def test_suffer_initiative(setting: bool, initiative: int) -> None:
    game = fight(put={"initiative": 0}, suffer_initiative=setting)
    assert game.act(Act.TAKE_HIT, price(HARM, 1), *STRONG).act(Act.MOMENTUM).pc.initiative == initiative


def test_without_it_a_weak_suffer_move_does_not_take_initiative_either() -> None:
    own = sheet(assets=[asset("berserker", 1, 2)])
    for setting, initiative in ((True, 0), (False, 1)):
        game = fight("formidable", own, suffer_initiative=setting).act(Act.STRIKE_CLOSE)
        game.act(Act.ABILITY + 1, *STRONG).act(Act.ENDURE_HARM, *WEAK)
        assert game.pc.initiative == initiative


# ---- 12 end_miss, 13 end_weak ---------------------------------------------------------------------------------------


def ended(foe: str, ticks: int, *faces: int, **rules: object) -> Fight:
    game = fight(foe, put={"gate": 1}, **rules)
    game.foe.progress = ticks
    return game.act(Act.END, *faces)


@pytest.mark.parametrize(
    ("foe", "rank", "ticks", "left"), [("dangerous", 3, 30, 4), ("epic", 5, 40, 4), ("bear", 4, 2, 2)]
)
def test_a_missed_foe_returns_a_rank_higher(foe: str, rank: int, ticks: int, left: int) -> None:
    game = ended(foe, ticks, 10, 10, NO_PRICE, end_miss="returns")
    assert (game.outcome, game.foe.rank, game.foe.progress) == (Outcome.ON, rank, left)
    assert game.pc.initiative == 0


def test_the_price_of_a_returned_foe_is_severe() -> None:
    game = ended("dangerous", 20, 10, 10, 81, end_miss="returns")
    assert game.events(Event.PRICE)[0][1:3] == (MOMENTUM, 3)


NARRATIVE = {
    Act.ENDURE_HARM, Act.ENDURE_STRESS, Act.NEW_FOE, Act.LOSE_SUPPLY, Act.LOSE_OBJECTIVE, Act.VENGEANCE,
}  # fmt: skip


def test_end_weak_narrative() -> None:
    game = ended("bear", 20, 1, 10, end_weak="narrative")
    assert game.legal == NARRATIVE
    start = game.table.snapshot()
    assert game.act(Act.LOSE_SUPPLY).state.supply == 3
    assert game.outcome == Outcome.WIN
    for regret in (Act.LOSE_OBJECTIVE, Act.VENGEANCE):
        game.table.restore(start)
        assert game.act(regret).outcome == Outcome.WIN
        assert game.state.regrets == 1
        assert game.events(Event.ANSWER) == [(0, regret, 0, 0, 0, 0, 0)]
    game.table.restore(start)
    game.act(Act.NEW_FOE)
    assert (game.outcome, game.state.foes[1].rank, game.state.foes[1].active) == (Outcome.ON, 1, 1)
    assert game.act(Act.STRIKE_CLOSE, *WEAK).state.foes[1].progress == 24


def test_no_new_foe_without_a_free_slot() -> None:
    game = fight(("bear", "wolf", "elf", "troll"), put={"gate": 1}, end_weak="narrative")
    game.foe.progress = 20
    assert game.act(Act.END).act(Act.FOE, 1, 10).legal == NARRATIVE - {Act.NEW_FOE}


# ---- 29 matches -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("matches", "lost", "momentum"), [(False, 2, 2), (True, 3, 3)])
def test_matches(matches: bool, lost: int, momentum: int) -> None:
    game = fight(matches=matches).act(Act.STRIKE_CLOSE, 2, 10, 10, 81)
    assert game.events(Event.PRICE)[0][2] == lost
    assert fight(matches=matches).act(Act.STRIKE_CLOSE, 3, 1, 1).pc.momentum == momentum


def test_a_matched_miss_of_the_end_is_worse_still() -> None:
    assert ended("dangerous", 20, 10, 10, 81, matches=True).events(Event.PRICE)[0][2] == 4
    assert ended("dangerous", 20, 10, 9, 81, matches=True).events(Event.PRICE)[0][2] == 3


@pytest.mark.parametrize("dice", [(2, 10, 10), (3, 1, 1)])
def test_matches_are_logged_in_any_case(dice: tuple[int, ...]) -> None:
    pays = (NO_PRICE,) if dice[1] == 10 else ()
    assert fight().act(Act.STRIKE_CLOSE, *dice, *pays).events(Event.RESULT)[0][3] == 1
    assert fight().act(Act.STRIKE_CLOSE, *FACES["strong"]).events(Event.RESULT)[0][3] == 0


# ---- 38 weapon ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reach", "strikes"),
    [
        ("both", {Act.STRIKE_CLOSE, Act.STRIKE_RANGED}),
        ("close", {Act.STRIKE_CLOSE}),
        ("ranged", {Act.STRIKE_RANGED}),
    ],
)
def test_reach_of_the_weapon(reach: str, strikes: set[Act]) -> None:
    both = {Act.STRIKE_CLOSE, Act.STRIKE_RANGED}
    assert fight(reach=reach).legal & both == strikes
    assert fight("formidable", sheet(reach=reach)).legal & both == strikes


@pytest.mark.parametrize(("weapon", "ticks"), [("deadly", 8), ("simple", 4)])
def test_the_house_arms_everyone(weapon: str, ticks: int) -> None:
    for own in ("deadly", "simple"):
        assert fight("formidable", sheet(weapon=own), weapon=weapon).act(Act.STRIKE_CLOSE, *WEAK).foe.progress == ticks


# ---- 8 repetition: a constant ---------------------------------------------------------------------------------------


def test_equal_moves_in_a_row_are_as_open_as_others() -> None:
    game = fight("epic")
    for _ in range(4):
        assert Act.STRIKE_CLOSE in game.legal
        game.act(Act.STRIKE_CLOSE, *STRONG)


# ---- 34 horizon -----------------------------------------------------------------------------------------------------


def test_a_fight_is_cut_off_after_a_hundred_passes() -> None:
    game = fight("epic")
    for _ in range(99):
        game.put(momentum=0, initiative=1, gate=0).act(Act.STRIKE_CLOSE, *WEAK)
    assert (game.state.round, game.decision) == (100, Decision.MOVE)
    assert game.act(Act.CLASH_CLOSE, *WEAK, NO_PRICE).outcome == Outcome.TRUNCATED
    assert game.state.round == 100, "no round is counted that was not played"


# ---- what a seat sees of them ---------------------------------------------------------------------------------------

OTHER_VALUES: list[tuple[str, Any]] = [
    ("price", "harm"), ("price", "table"), ("price", "oracle"), ("foe_clock", True), ("foe_behaviour", "oracle"),
    ("stat_policy", "approach_oracle"), ("stat_policy", "no_repeat"), ("end_gate", "any"), ("end_gate", "initiative"),
    ("suffer_initiative", False), ("end_miss", "returns"), ("end_weak", "narrative"), ("flee", False),
    ("compel", "once"), ("surrender", True), ("dying", "out"), ("matches", True), ("order", "free"), ("idle", "free"),
    ("opening", "circle"), ("opening", "battle"), ("opening_stat", "pick"), ("opening_stat", "shadow"),
    ("opening_stat", "wits"), ("weapon", "simple"), ("reach", "close"), ("reach", "ranged"),
    ("end_variant", "shifted"), ("severity", -1), ("severity", 1), ("severity", 2),
]  # fmt: skip


def seen(**rules: Any) -> tuple[float, ...]:
    """What seat 1 sees of a fight before its first decision."""
    books = compile_book(make_scenario(["bear"], [sheet()], HouseRules(**rules)))
    out = np.zeros(LAYOUT.width, np.float32)
    observe(books["start"].copy(), 0, books, 0, 0, out)
    return tuple(out.tolist())


def test_every_value_of_every_setting_is_seen() -> None:
    assert {name for name, _ in OTHER_VALUES} == set(HouseRules.model_fields)
    views = [seen(**{name: value}) for name, value in OTHER_VALUES]
    assert len({seen(), *views}) == 1 + len(views)


def test_the_settings_of_a_book_are_told_in_words() -> None:
    for name, value in OTHER_VALUES:
        rules = HouseRules(**{name: value})
        book = Book.at(compile_book(make_scenario(["bear"], [sheet()], rules)), 0)
        assert settings_of(book.house) == rules.model_dump(exclude={"weapon", "reach"})


def test_an_observation_is_at_most_400_numbers() -> None:
    assert LAYOUT.width <= 400


# ---- the page about them --------------------------------------------------------------------------------------------

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_names_every_setting() -> None:
    page = (DOCS / "house-rules.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)) == set(HouseRules.model_fields)


def test_the_page_names_every_constant_by_its_row() -> None:
    page = (DOCS / "house-rules.md").read_text(encoding="utf-8")
    settings = {1, 3, 6, 7, 9, 10, 12, 13, 16, 17, 19, 29, 31, 36, 38, 40, 41}
    rows = {int(row) for row in re.findall(r"^\| (\d+) \| ", page.partition("## Constants")[2], re.MULTILINE)}
    assert rows == set(range(1, 42)) - settings


def test_the_page_names_every_asset_of_a_fight() -> None:
    page = (DOCS / "assets.md").read_text(encoding="utf-8")
    assert [name for name in all_assets() if f"| {ASSET_NAMES[name]} |" not in page] == []


def test_the_page_names_every_key_of_the_content_file() -> None:
    page = (DOCS / "assets.md").read_text(encoding="utf-8")
    assert [key for key in (*Asset.model_fields, *Row.model_fields) if f"`{key}`" not in page] == []
