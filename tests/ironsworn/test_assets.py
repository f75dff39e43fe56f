"""The 32 assets of rules section 8, ability by ability: what they add, what a hit brings, what they cost."""

from typing import Any, NamedTuple

import pytest
from table import FACES, HARM, MISS, NO_PRICE, STRESS, STRONG, WEAK, Fight, asset, fight, price, sheet

from shieldmate.envs.ironsworn.asset_names import ASSET_NAMES
from shieldmate.envs.ironsworn.assets import all_assets
from shieldmate.envs.ironsworn.terms import Act, Condition, Decision, Event, Follow, Move, Outcome, Stat
from shieldmate.envs.ironsworn.tracks import max_momentum

THE_32 = {
    "ironclad", "shield_bearer", "duelist", "sunderer", "swordmaster", "veteran", "honorbound", "berserker", "archer",
    "skirmisher", "long_arm", "slinger", "thunder_bringer", "brawler", "horse", "hound", "cave_lion", "young_wyvern",
    "kindred", "hawk", "loyalist", "battle_scarred", "revenant", "blade_bound", "banner_sworn", "weaponmaster", "keen",
    "leech", "talisman", "bind", "visage", "slayer",
}  # fmt: skip
REACTIVE = {Act.CLASH_CLOSE, Act.CLASH_RANGED, *(Act.FACE + stat for stat in Stat), *(Act.FLEE + stat for stat in Stat)}
EDGE, HEART, IRON, SHADOW, WITS = Stat


def test_the_first_set_of_assets() -> None:
    assert set(all_assets()) == THE_32
    assert set(ASSET_NAMES) >= THE_32


def bearing(
    name: str, *abilities: int, foe: str = "formidable", put: dict[str, int] | None = None, **more: Any
) -> Fight:
    """A fight of a character who bears one asset; `more` are fields of the asset, of the sheet and of the house."""
    of_asset = {key: more.pop(key) for key in ("mode", "stat", "prepared", "track") if key in more}
    of_sheet = {key: more.pop(key) for key in ("weapon", "health", "edge", "debilities") if key in more}
    return fight(foe, sheet(assets=[asset(name, *abilities, **of_asset)], **of_sheet), put=put, **more)


def plays(game: Fight, act: int, pick: int | None, ability: int, *faces: int) -> Fight:
    """Make a move; `pick` uses the ability the first or second way, None expects no such choice."""
    game.put(initiative=int(act not in REACTIVE))
    if pick is None:
        return game.act(act, *faces)
    game.act(act)
    assert game.decision == Decision.ABILITY
    first = Act.ABILITY if pick == 1 else Act.SECOND
    return game.act(first + ability - 1, *faces)


class Case(NamedTuple):
    """One move with one ability against a formidable foe, at momentum 2, with a deadly weapon."""

    name: str
    ability: int
    act: int
    pick: int | None
    result: str
    adds: int
    momentum: int
    ticks: int = 0
    foe: str = "formidable"
    weapon: str = "deadly"
    mode: str = ""


SIMPLE_CASES = [
    # Archer
    Case("archer", 1, Act.SECURE + WITS, None, "strong", 2, 4),
    Case("archer", 1, Act.SECURE + WITS, None, "weak", 2, 3),
    Case("archer", 1, Act.SECURE + EDGE, None, "strong", 4, 3),
    Case("archer", 1, Act.SECURE + EDGE, None, "weak", 4, 4),
    Case("archer", 1, Act.SECURE + IRON, None, "strong", 2, 2),
    # Berserker
    Case("berserker", 1, Act.SECURE + HEART, None, "strong", 3, 3),
    Case("berserker", 1, Act.SECURE + IRON, None, "weak", 3, 4),
    Case("berserker", 1, Act.SECURE + WITS, None, "weak", 1, 3),
    Case("berserker", 2, Act.STRIKE_CLOSE, 1, "strong", 2, 2, 16),
    Case("berserker", 2, Act.STRIKE_RANGED, 1, "weak", 3, 2, 12),
    Case("berserker", 2, Act.CLASH_CLOSE, 1, "weak", 2, 2, 12),
    Case("berserker", 2, Act.STRIKE_CLOSE, 1, "miss", 2, 2, 0),
    # Brawler: unarmed or with a simple weapon
    Case("brawler", 1, Act.SECURE + IRON, None, "strong", 3, 2, 4, weapon="simple"),
    Case("brawler", 1, Act.SECURE + IRON, None, "weak", 3, 3, 4, weapon="simple"),
    Case("brawler", 1, Act.SECURE + IRON, None, "miss", 3, 2, 0, weapon="simple"),
    Case("brawler", 1, Act.SECURE + IRON, None, "weak", 2, 3, 0),
    Case("brawler", 2, Act.STRIKE_CLOSE, 1, "strong", 4, 2, 12, weapon="simple"),
    Case("brawler", 2, Act.STRIKE_CLOSE, 1, "weak", 4, 1, 8, weapon="simple"),
    Case("brawler", 2, Act.STRIKE_CLOSE, 1, "miss", 4, 1, 0, weapon="simple"),
    Case("brawler", 3, Act.FACE + IRON, None, "strong", 3, 4, weapon="simple"),
    Case("brawler", 3, Act.CLASH_CLOSE, None, "weak", 3, 3, 4, weapon="simple"),
    Case("brawler", 3, Act.FACE + IRON, None, "strong", 2, 3),
    # Duelist
    Case("duelist", 1, Act.STRIKE_CLOSE, 1, "strong", 4, 2, 16),
    Case("duelist", 1, Act.STRIKE_CLOSE, 1, "weak", 4, 2, 0),
    Case("duelist", 1, Act.CLASH_CLOSE, 1, "strong", 4, 2, 12),
    Case("duelist", 1, Act.STRIKE_RANGED, None, "weak", 3, 2, 8),
    # Ironclad
    Case("ironclad", 2, Act.CLASH_CLOSE, None, "weak", 3, 2, 8, mode="war"),
    Case("ironclad", 2, Act.CLASH_CLOSE, None, "weak", 2, 2, 8, mode="light"),
    # Long-Arm: a staff is deadly, or a simple weapon wielded with edge
    Case("long_arm", 1, Act.STRIKE_CLOSE, 1, "strong", 4, 3, 8, weapon="simple"),
    Case("long_arm", 1, Act.CLASH_CLOSE, 1, "weak", 4, 3, 4, weapon="simple"),
    Case("long_arm", 2, Act.SECURE + EDGE, None, "weak", 4, 4),
    Case("long_arm", 2, Act.SECURE + IRON, None, "weak", 2, 3),
    # Shield-Bearer
    Case("shield_bearer", 1, Act.FACE + EDGE, None, "strong", 4, 3),
    Case("shield_bearer", 1, Act.FACE + WITS, None, "weak", 2, 2),
    Case("shield_bearer", 1, Act.CLASH_CLOSE, None, "strong", 2, 3, 8),
    Case("shield_bearer", 1, Act.CLASH_CLOSE, None, "weak", 2, 2, 8),
    Case("shield_bearer", 1, Act.CLASH_RANGED, None, "strong", 3, 2, 8),
    # Skirmisher
    Case("skirmisher", 1, Act.FACE + EDGE, None, "strong", 3, 4),
    Case("skirmisher", 1, Act.FACE + EDGE, None, "weak", 3, 3),
    Case("skirmisher", 1, Act.FACE + IRON, None, "strong", 2, 3),
    Case("skirmisher", 2, Act.STRIKE_CLOSE, 1, "strong", 3, 2, 20),
    Case("skirmisher", 2, Act.STRIKE_CLOSE, 1, "miss", 3, 2, 0),
    Case("skirmisher", 3, Act.SECURE + IRON, None, "weak", 3, 4),
    # Slinger: stones are deadly
    Case("slinger", 1, Act.STRIKE_RANGED, None, "weak", 3, 2, 8, weapon="simple"),
    Case("slinger", 2, Act.STRIKE_RANGED, 1, "weak", 3, 2, 4),
    Case("slinger", 2, Act.STRIKE_RANGED, 1, "strong", 3, 2, 12),
    Case("slinger", 2, Act.STRIKE_RANGED, 2, "weak", 3, 1, 12),
    Case("slinger", 2, Act.STRIKE_RANGED, 2, "strong", 3, 1, 16),
    Case("slinger", 2, Act.STRIKE_RANGED, 2, "miss", 3, 1, 0),
    Case("slinger", 3, Act.SECURE + WITS, None, "miss", 2, 2),
    # Sunderer
    Case("sunderer", 1, Act.STRIKE_CLOSE, 1, "strong", 2, 1, 16),
    Case("sunderer", 1, Act.CLASH_CLOSE, 1, "weak", 2, 1, 12),
    Case("sunderer", 1, Act.STRIKE_CLOSE, 1, "miss", 2, 1, 0),
    Case("sunderer", 2, Act.SECURE + IRON, None, "weak", 3, 4),
    Case("sunderer", 2, Act.SECURE + HEART, None, "weak", 2, 3),
    # Thunder-Bringer
    Case("thunder_bringer", 1, Act.FACE + IRON, None, "strong", 3, 4),
    Case("thunder_bringer", 1, Act.SECURE + IRON, None, "weak", 3, 4),
    Case("thunder_bringer", 2, Act.STRIKE_CLOSE, 1, "strong", 2, 4, 4),
    Case("thunder_bringer", 2, Act.STRIKE_CLOSE, 1, "weak", 2, 4, 4),
    # companions
    Case("cave_lion", 2, Act.STRIKE_CLOSE, 1, "weak", 3, 4, 8),
    Case("cave_lion", 2, Act.STRIKE_CLOSE, 1, "miss", 3, 2, 0),
    Case("hawk", 2, Act.SECURE + EDGE, 1, "weak", 4, 4),
    Case("hawk", 3, Act.FACE + WITS, 1, "strong", 3, 3),
    Case("horse", 1, Act.FACE + EDGE, 1, "strong", 4, 3),
    Case("horse", 2, Act.SECURE + HEART, 1, "weak", 3, 4),
    Case("horse", 3, Act.STRIKE_CLOSE, 1, "strong", 3, 2, 16),
    Case("horse", 3, Act.CLASH_CLOSE, 1, "weak", 3, 2, 12),
    Case("horse", 3, Act.STRIKE_RANGED, None, "weak", 3, 2, 8),
    Case("kindred", 2, Act.CLASH_CLOSE, 1, "weak", 3, 2, 8),
    Case("kindred", 2, Act.FACE + EDGE, 1, "strong", 4, 3),
    Case("young_wyvern", 3, Act.STRIKE_CLOSE, 1, "weak", 2, 2, 12),
    Case("young_wyvern", 3, Act.STRIKE_CLOSE, 1, "strong", 2, 2, 16),
    # paths
    Case("blade_bound", 3, Act.STRIKE_CLOSE, 1, "miss", 3, 2, 0),
    Case("honorbound", 2, Act.SECURE + HEART, None, "weak", 3, 4),
    Case("honorbound", 2, Act.SECURE + WITS, None, "weak", 1, 3),
    Case("slayer", 1, Act.SECURE + WITS, None, "weak", 2, 4, foe="wyvern"),
    Case("slayer", 1, Act.SECURE + WITS, None, "weak", 2, 4, foe="haunt"),
    Case("slayer", 1, Act.SECURE + WITS, None, "weak", 1, 3, foe="bear"),
    Case("weaponmaster", 1, Act.SECURE + WITS, None, "weak", 2, 4),
    Case("weaponmaster", 1, Act.SECURE + EDGE, None, "weak", 3, 3),
    Case("revenant", 2, Act.STRIKE_CLOSE, None, "weak", 3, 2, 16, foe="haunt"),
    Case("revenant", 2, Act.FACE + EDGE, None, "strong", 4, 3, foe="bonewalker"),
    Case("revenant", 2, Act.STRIKE_CLOSE, None, "weak", 2, 2, 8, foe="bear"),
    # rituals
    Case("keen", 1, Act.STRIKE_CLOSE, None, "weak", 2, 2, 12),
    Case("keen", 1, Act.CLASH_RANGED, None, "weak", 3, 2, 12),
    Case("talisman", 1, Act.STRIKE_CLOSE, None, "weak", 4, 2, 8),
    Case("talisman", 1, Act.FACE + WITS, None, "strong", 3, 3),
    Case("visage", 1, Act.SECURE + IRON, None, "weak", 4, 4),
    Case("visage", 1, Act.SECURE + SHADOW, None, "strong", 3, 3),
    Case("visage", 1, Act.SECURE + HEART, None, "weak", 2, 3),
    Case("visage", 2, Act.STRIKE_CLOSE, None, "weak", 3, 2, 8),
]


@pytest.mark.parametrize(
    "case", SIMPLE_CASES, ids=lambda case: f"{case.name}-{case.ability}-{int(case.act)}-{case.result}"
)
def test_ability(case: Case) -> None:
    fields: dict[str, Any] = {"mode": case.mode} if case.mode else {}
    game = bearing(case.name, case.ability, foe=case.foe, weapon=case.weapon, **fields)
    before = game.pc.momentum
    missed = case.result == "miss" or (case.name == "duelist" and case.result == "weak" and case.pick == 1)
    clashed = case.act in (Act.CLASH_CLOSE, Act.CLASH_RANGED) and case.result == "weak"
    faces = FACES[case.result] + ((NO_PRICE,) if missed or clashed else ())
    plays(game, case.act, case.pick, case.ability, *faces)
    assert before == 2
    assert game.events(Event.MOVE)[0][4] == case.adds
    assert (game.pc.momentum, game.foe.progress) == (case.momentum, case.ticks)


@pytest.mark.parametrize(
    "case", [case for case in SIMPLE_CASES if case.pick and case.result != "miss"], ids=lambda case: case.name
)
def test_a_choice_before_the_roll_may_be_declined(case: Case) -> None:
    game = bearing(case.name, case.ability, foe=case.foe, weapon=case.weapon)
    game.put(initiative=int(case.act not in REACTIVE)).act(case.act)
    assert Act.GO in game.legal
    game.act(Act.GO, *MISS, NO_PRICE)
    assert game.pc.momentum == 2


@pytest.mark.parametrize(
    ("name", "ability", "act", "adds", "gain"),
    [
        ("berserker", 1, Act.COMPEL_HEART, 3, 2),
        ("ironclad", 3, Act.COMPEL_IRON, 4, 1),
        ("sunderer", 2, Act.COMPEL_IRON, 3, 2),
        ("thunder_bringer", 1, Act.COMPEL_IRON, 3, 2),
        ("honorbound", 2, Act.COMPEL_HEART, 3, 2),
        ("visage", 1, Act.COMPEL_IRON, 4, 2),
        ("visage", 1, Act.COMPEL_SHADOW, 3, 2),
    ],
)
def test_compel(name: str, ability: int, act: Act, adds: int, gain: int) -> None:
    game = bearing(name, ability, foe="raider", compel="once").act(act, 100, *WEAK)
    assert game.events(Event.MOVE)[0][4] == adds
    assert (game.pc.momentum, game.outcome) == (2 + gain, Outcome.WIN)


# ---- openings -------------------------------------------------------------------------------------------------------


def opening(name: str, *abilities: int, rules: dict[str, Any] | None = None, **fields: Any) -> Fight:
    return Fight(["formidable"], [sheet(assets=[asset(name, *abilities, **fields)])], rules or {})


@pytest.mark.parametrize(
    ("name", "ability", "stat", "pick", "adds", "momentum"),
    [
        ("banner_sworn", 3, "heart", False, 3, 5),
        ("blade_bound", 1, "heart", False, 3, 5),
        ("cave_lion", 2, "heart", True, 3, 6),
        ("hawk", 3, "wits", True, 3, 4),
        ("horse", 2, "heart", True, 3, 5),
        ("keen", 2, "shadow", True, 2, 6),
        ("talisman", 1, "wits", False, 3, 4),
    ],
)
def test_enter_the_fray(name: str, ability: int, stat: str, pick: bool, adds: int, momentum: int) -> None:
    game = opening(name, ability, rules={"opening_stat": stat})
    if pick:
        game.open().act(Act.ABILITY + ability - 1, *STRONG)
    else:
        game.open(*STRONG)
    assert game.events(Event.MOVE)[0][4] == adds
    assert game.pc.momentum == momentum


def test_slinger_1_barrage_inflicts_harm_on_a_strong_fray() -> None:
    assert opening("slinger", 1).open(*STRONG).foe.progress == 8
    assert opening("slinger", 1).open(*WEAK).act(Act.INITIATIVE).foe.progress == 0


CIRCLE = {"opening": "circle"}


def test_duelist_3_draws_the_circle_with_2_or_with_momentum() -> None:
    game = opening("duelist", 3, rules=CIRCLE).open()
    assert game.legal == {Act.ABILITY + 2, Act.SECOND + 2, Act.GO}
    game.act(Act.ABILITY + 2, *WEAK)
    assert (game.events(Event.MOVE)[0][4], game.pc.momentum) == (4, 2)
    game = opening("duelist", 3, rules=CIRCLE).open().act(Act.SECOND + 2, *WEAK)
    assert (game.events(Event.MOVE)[0][4], game.pc.momentum) == (2, 4)


def test_blade_bound_1_draws_the_circle() -> None:
    game = opening("blade_bound", 1, rules=CIRCLE).open(*WEAK)
    assert (game.events(Event.MOVE)[0][4], game.pc.momentum) == (3, 3)


@pytest.mark.parametrize(("name", "ability", "pick", "adds"), [("kindred", 2, True, 3), ("visage", 2, False, 3)])
def test_battle(name: str, ability: int, pick: bool, adds: int) -> None:
    game = opening(name, ability, rules={"opening": "battle"})
    if pick:
        game.open().act(Act.ABILITY + ability - 1, *STRONG)
    else:
        game.open(*STRONG)
    assert (game.events(Event.MOVE)[0][4], game.outcome) == (adds, Outcome.WIN)


def test_keen_2_serves_once() -> None:
    game = opening("keen", 2, rules={"opening": "battle"}).open().act(Act.ABILITY + 1, *STRONG)
    assert game.pc.momentum == 6
    assert game.pc.used[0] == 2


# ---- rerolls --------------------------------------------------------------------------------------------------------


def test_archer_2_extra_shots() -> None:
    game = bearing("archer", 2)
    plays(game, Act.STRIKE_RANGED, 1, 2, *MISS)
    assert (game.decision, game.state.supply) == (Decision.REROLL, 4)
    game.act(Act.REROLL + 6, 1, 2)
    assert (game.foe.progress, game.pc.momentum) == (20, 3)
    game.act(Act.STRIKE_RANGED, *WEAK)
    assert game.foe.progress == 28, "once a fight"


def test_archer_2_needs_supply() -> None:
    game = bearing("archer", 2, put={})
    game.state.supply = 0
    assert game.act(Act.STRIKE_RANGED, *WEAK).decision == Decision.MOVE


def test_archer_2_the_last_supply_leaves_the_party_unprepared() -> None:
    game = bearing("archer", 2)
    game.state.supply = 1
    plays(game, Act.STRIKE_RANGED, 1, 2, *STRONG)
    assert game.marked() == {"unprepared"}


@pytest.mark.parametrize("dice", range(8))
def test_any_subset_of_the_dice_is_rerolled_in_one_throw(dice: int) -> None:
    game = bearing("archer", 2)
    plays(game, Act.STRIKE_RANGED, 1, 2, 4, 1, 2)
    fresh = [new for bit, new in enumerate((5, 3, 4)) if dice >> bit & 1]
    game.act(Act.REROLL + dice, *fresh)
    thrown = game.events(Event.DICE)
    assert len(thrown) == (dice > 0)
    if thrown:
        assert thrown[0][1:4] == tuple(
            new if dice >> bit & 1 else old for bit, (old, new) in enumerate(zip((4, 1, 2), (5, 3, 4), strict=True))
        )


def test_new_faces_stand_and_may_be_cancelled_and_burnt() -> None:
    game = bearing("archer", 2, put={"momentum": -3})
    plays(game, Act.STRIKE_RANGED, 1, 2, 4, 9, 9)
    game.act(Act.REROLL + 1, 3, NO_PRICE)
    assert game.events(Event.CANCELLED) == [(0, 3, 0, 0, 0, 0, 0)]
    game = bearing("archer", 2, put={"momentum": 9})
    plays(game, Act.STRIKE_RANGED, 1, 2, 1, 10, 10)
    assert game.act(Act.REROLL + 6, 8, 8).decision == Decision.BURN


def test_duelist_2_is_asked_after_the_roll_and_spent_by_use() -> None:
    game = bearing("duelist", 2).act(Act.SECURE + EDGE, *MISS)
    assert game.decision == Decision.REROLL
    game.act(Act.REROLL, NO_PRICE)
    assert game.pc.initiative == 0
    game.put(initiative=1).act(Act.SECURE + EDGE, *MISS)
    game.act(Act.REROLL + 6, 1, 2).act(Act.MOMENTUM)
    assert game.pc.momentum == 4
    assert game.act(Act.SECURE + EDGE, *WEAK).decision == Decision.MOVE, "once a fight"


def test_thunder_bringer_3_and_weaponmaster_3_go_with_turn_the_tide() -> None:
    game = bearing("thunder_bringer", 3)
    assert game.act(Act.STRIKE_CLOSE, *WEAK).foe.progress == 8, "not without it"
    game = bearing("thunder_bringer", 3, put={"initiative": 0}).act(Act.TIDE).act(Act.STRIKE_CLOSE)
    game.act(Act.ABILITY + 2, *MISS).act(Act.REROLL + 6, 1, 2)
    assert (game.foe.progress, game.pc.momentum) == (20, 3)
    game = bearing("thunder_bringer", 3, put={"initiative": 0}).act(Act.TIDE).act(Act.STRIKE_CLOSE)
    game.act(Act.ABILITY + 2, *WEAK).act(Act.REROLL, NO_PRICE)
    assert (game.foe.progress, game.pc.momentum) == (0, 2), "a weak hit is a miss"
    game = bearing("weaponmaster", 3, put={"initiative": 0}).act(Act.TIDE).act(Act.STRIKE_CLOSE)
    game.act(Act.ABILITY + 2, *STRONG)
    assert (game.events(Event.MOVE)[0][4], game.foe.progress) == (4, 20)


# ---- burns ----------------------------------------------------------------------------------------------------------


def burnt(game: Fight, act: int, *faces: int) -> Fight:
    """Make a move with 9 momentum, both challenge dice below it, and burn."""
    game.put(momentum=9).act(act, *(faces or (1, 8, 7)))
    assert game.decision == Decision.BURN
    return game.act(Act.BURN)


def test_swordmaster_1_burn_inflicts_2_more_and_the_next_move_has_1_more() -> None:
    game = burnt(bearing("swordmaster", 1), Act.STRIKE_CLOSE)
    assert (game.foe.progress, game.pc.momentum, game.pc.bonus) == (20, 2, 1)
    assert game.act(Act.STRIKE_CLOSE, *WEAK).events(Event.MOVE)[0][4] == 3


def test_swordmaster_1_is_for_close_quarters() -> None:
    assert burnt(bearing("swordmaster", 1), Act.STRIKE_RANGED).foe.progress == 12


def test_swordmaster_2_a_strike_at_once_after_a_strong_clash() -> None:
    game = bearing("swordmaster", 2, put={"initiative": 0}).act(Act.CLASH_CLOSE, *STRONG).act(Act.MOMENTUM)
    assert game.act(Act.STRIKE_CLOSE, *WEAK).events(Event.MOVE)[0][4] == 3
    game = bearing("swordmaster", 2, put={"initiative": 0}).act(Act.CLASH_CLOSE, *STRONG).act(Act.MOMENTUM)
    game.act(Act.SECURE + EDGE, *STRONG).act(Act.MOMENTUM)
    assert game.act(Act.STRIKE_CLOSE, *WEAK).events(Event.MOVE)[0][4] == 2, "another move came between"


def test_veteran_1_burn_brings_momentum_and_the_next_move_has_1_more() -> None:
    game = burnt(bearing("veteran", 1), Act.STRIKE_CLOSE)
    assert (game.pc.momentum, game.pc.bonus) == (3, 1)
    assert game.decision == Decision.MOVE, "a strong hit needs no rally"


def test_veteran_1_takes_initiative_once_when_a_burn_turned_a_miss_into_a_weak_hit() -> None:
    game = burnt(bearing("veteran", 1), Act.STRIKE_CLOSE, 1, 8, 10)
    assert (game.decision, game.legal) == (Decision.RALLY, {Act.ABILITY, Act.GO})
    assert game.act(Act.ABILITY).pc.initiative == 1
    game = burnt(game, Act.STRIKE_CLOSE, 1, 8, 10)
    assert (game.decision, game.pc.initiative) == (Decision.MOVE, 0)


def test_veteran_1_declined_is_kept() -> None:
    game = burnt(bearing("veteran", 1), Act.STRIKE_CLOSE, 1, 8, 10).act(Act.GO)
    assert game.pc.initiative == 0
    game.put(initiative=1)
    assert burnt(game, Act.STRIKE_CLOSE, 1, 8, 10).decision == Decision.RALLY


def test_banner_sworn_3_burn_brings_momentum() -> None:
    assert burnt(bearing("banner_sworn", 3), Act.STRIKE_CLOSE).pc.momentum == 3


@pytest.mark.parametrize("name", ["veteran", "banner_sworn"])
def test_burns_in_suffer_moves_count_too(name: str) -> None:
    ability = 1 if name == "veteran" else 3
    game = bearing(name, ability, put={"initiative": 0, "momentum": 9}).act(Act.TAKE_HIT, price(HARM, 3), 1, 7, 8)
    assert game.act(Act.BURN).pc.momentum == 3


def test_a_burn_of_the_companions_roll_counts_too() -> None:
    own = sheet(heart=1, wits=2, assets=[asset("veteran", 1), asset("hound", 1)])
    game = fight("formidable", own, put={"initiative": 0, "momentum": 9})
    game.act(Act.TAKE_HIT, price(HARM, 3, share=3), 1, 7, 8).act(Act.BURN)
    assert game.pc.momentum == 3


def test_a_burn_to_a_weak_hit_that_counts_as_a_miss_is_not_offered() -> None:
    game = bearing("duelist", 1, put={"momentum": 9}).act(Act.STRIKE_CLOSE)
    game.act(Act.ABILITY, 1, 8, 10, NO_PRICE)
    assert game.pc.momentum == 9


def test_revenant_1_at_no_health() -> None:
    put = {"initiative": 0, "health": 0, "momentum": 9}
    game = bearing("revenant", 1, put=put).act(Act.TAKE_HIT, price(STRESS, 0), *STRONG)
    assert game.events(Event.MOVE)[-1][4] == 5, "not on Endure Stress"
    game = bearing("revenant", 1, put={"initiative": 0, "health": 3, "momentum": 9})
    game.act(Act.TAKE_HIT, price(HARM, 3), 1, 7, 8)
    assert game.events(Event.MOVE)[-1][4] == 3, "iron 2 and 1"
    assert game.act(Act.BURN).pc.momentum == 5, "reset to 2, then 2 more, then 1 of the strong hit"


def test_revenant_1_faces_death_with_1_more() -> None:
    own = {"initiative": 0, "health": 0, "wounded": 1, "maimed": 1}
    game = bearing("revenant", 1, put=own).act(Act.TAKE_HIT, price(HARM, 1), *MISS, 5, *STRONG)
    assert game.events(Event.MOVE)[-1][1:5] == (Move.DEATH, HEART, -1, 3)


@pytest.mark.parametrize(("dice", "momentum"), [((1, 7), 9), ((7, 8), 9)])
def test_revenant_3_burns_one_die_of_the_end(dice: tuple[int, int], momentum: int) -> None:
    game = bearing("revenant", 3, put={"gate": 1, "momentum": momentum})
    game.foe.progress = 20
    game.act(Act.END, *dice)
    assert game.decision == Decision.BURN
    game.act(Act.BURN, *(WEAK if dice[0] < 5 else ()))
    if dice[0] < 5:
        assert game.outcome == Outcome.WIN
        assert (game.pc.momentum, game.pc.spirit) == (2, 3)
    else:
        assert game.decision == Decision.END, "one die only: a weak hit"
        game.act(Act.ENDURE_HARM, *WEAK, *WEAK)
        assert (game.pc.health, game.pc.spirit, game.outcome) == (2, 3, Outcome.WIN)


# ---- suffer moves ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mode", "adds", "marked"), [("light", 5, set()), ("war", 6, {"encumbered"}), ("", 5, set())])
def test_ironclad_1(mode: str, adds: int, marked: set[str]) -> None:
    game = bearing("ironclad", 1, mode=mode, put={"initiative": 0}).act(Act.TAKE_HIT, price(HARM, 1), *WEAK)
    assert (game.events(Event.MOVE)[-1][4], game.pc.momentum) == (adds, 3)
    assert game.marked() == marked


def test_berserker_2_pays_in_blood_or_spirit() -> None:
    for option, tracks in ((Act.ENDURE_HARM, (4, 5)), (Act.ENDURE_STRESS, (5, 4))):
        game = plays(bearing("berserker", 2), Act.STRIKE_CLOSE, 1, 2, *STRONG)
        assert (game.decision, game.legal) == (Decision.BERSERK, {Act.ENDURE_HARM, Act.ENDURE_STRESS})
        game.act(option, *WEAK)
        assert (game.pc.health, game.pc.spirit, game.pc.initiative) == (*tracks, 0)


def test_berserker_3_embraces_the_pain() -> None:
    game = bearing("berserker", 3, put={"initiative": 0}).act(Act.TAKE_HIT, price(HARM, 2))
    assert game.legal == {Act.ABILITY + 2, Act.GO}
    game.act(Act.ABILITY + 2, *STRONG).act(Act.MOMENTUM)
    assert (game.pc.health, game.pc.momentum) == (3, 5)


def test_berserker_3_a_weak_hit_is_a_miss() -> None:
    game = bearing("berserker", 3, put={"initiative": 0}).act(Act.TAKE_HIT, price(HARM, 2)).act(Act.ABILITY + 2, *WEAK)
    assert game.pc.momentum == 1


def test_berserker_3_needs_health_left() -> None:
    game = bearing("berserker", 3, put={"initiative": 0, "health": 2}).act(Act.TAKE_HIT, price(HARM, 2), *WEAK)
    assert game.decision == Decision.MOVE


@pytest.mark.parametrize(("foe", "adds", "momentum"), [("wyvern", 5, 3), ("haunt", 5, 3), ("bear", 4, 2)])
def test_shield_bearer_2(foe: str, adds: int, momentum: int) -> None:
    game = bearing("shield_bearer", 2, foe=foe, put={"initiative": 0}).act(Act.TAKE_HIT, price(STRESS, 1), *WEAK)
    assert (game.events(Event.MOVE)[-1][4], game.pc.momentum) == (adds, momentum)


def test_shield_bearer_3_destroys_the_shield_instead() -> None:
    game = bearing("shield_bearer", 1, 3, put={"initiative": 0}).act(Act.TAKE_HIT, price(HARM, 5))
    assert (game.decision, game.legal) == (Decision.ABILITY, {Act.ABILITY + 2, Act.GO})
    game.act(Act.ABILITY + 2)
    assert (game.pc.health, game.pc.initiative, game.pc.condition[0]) == (5, 1, Condition.GONE)
    game.put(initiative=0).act(Act.FACE + EDGE, *STRONG)
    assert game.events(Event.MOVE)[0][4] == 3, "no shield, no cover"
    assert game.put(initiative=0).act(Act.TAKE_HIT, price(HARM, 1), *WEAK).pc.health == 4


def test_shield_bearer_3_declined() -> None:
    game = bearing("shield_bearer", 3, put={"initiative": 0}).act(Act.TAKE_HIT, price(HARM, 1)).act(Act.GO, *WEAK)
    assert (game.pc.health, game.pc.condition[0]) == (4, Condition.READY)


def test_a_shield_left_behind_protects_nobody() -> None:
    game = bearing("shield_bearer", 1, 3, prepared=False, put={"initiative": 0}).act(Act.FACE + EDGE, *STRONG)
    assert game.events(Event.MOVE)[0][4] == 3
    assert game.put(initiative=0).act(Act.TAKE_HIT, price(HARM, 1), *WEAK).pc.health == 4


def test_hound_3() -> None:
    game = bearing("hound", 3, put={"initiative": 0}).act(Act.TAKE_HIT, price(STRESS, 1), *WEAK)
    assert game.events(Event.MOVE)[-1][4] == 5


def test_young_wyvern_2_its_own_endurance() -> None:
    game = bearing("young_wyvern", 2, put={"initiative": 0}).act(Act.TAKE_HIT, price(HARM, 2, share=2), *WEAK)
    assert (game.events(Event.MOVE)[-1][4], game.pc.momentum) == (5, 3)


def test_young_wyvern_2_is_not_for_another_companion() -> None:
    own = sheet(assets=[asset("hound", 1), asset("young_wyvern", 2)])
    game = fight("formidable", own, put={"initiative": 0}).act(Act.TAKE_HIT, price(HARM, 2, share=2), *WEAK)
    assert (game.events(Event.MOVE)[-1][4], game.pc.momentum) == (2, 2)


def test_kindred_3_desolation() -> None:
    put = {"initiative": 0, "spirit": 0, "shaken": 1, "corrupted": 1}
    game = bearing("kindred", 3, put=put).act(Act.TAKE_HIT, price(STRESS, 1), *MISS, 5, *STRONG)
    assert game.events(Event.MOVE)[-1][1:5] == (Move.DESOLATION, HEART, -1, 3)


def test_battle_scarred_2() -> None:
    game = bearing("battle_scarred", 2, debilities=["maimed"], put={"initiative": 0})
    assert (game.pc.max_health, game.pc.health, max_momentum(game.pc)) == (4, 4, 10)
    assert game.act(Act.TAKE_HIT, price(STRESS, 1), *STRONG).pc.momentum == 3
    assert bearing("battle_scarred", 1, debilities=["maimed"]).pc.max_health == 5


def test_battle_scarred_3_rolls_wits_or_heart_at_no_health() -> None:
    own = sheet(iron=1, wits=3, edge=2, assets=[asset("battle_scarred", 3)])
    game = fight("formidable", own, put={"initiative": 0, "health": 2}).act(Act.TAKE_HIT, price(HARM, 2), *WEAK)
    assert (game.events(Event.MOVE)[-1][4], game.pc.momentum) == (3, 3)
    game = fight("formidable", own, put={"initiative": 0, "health": 3}).act(Act.TAKE_HIT, price(HARM, 2), *WEAK)
    assert (game.events(Event.MOVE)[-1][4], game.pc.momentum) == (1, 2)


def test_blade_bound_3_savage() -> None:
    game = plays(bearing("blade_bound", 3), Act.STRIKE_CLOSE, 1, 3, *STRONG, *WEAK)
    assert (game.foe.progress, game.pc.spirit, game.pc.initiative) == (20, 3, 0)


# ---- what a hit lets one do -----------------------------------------------------------------------------------------


def test_brawler_needs_an_empty_hand_or_a_simple_weapon() -> None:
    assert bearing("brawler", 2).act(Act.STRIKE_CLOSE, *WEAK).foe.progress == 8
    game = bearing("brawler", 2, put={"armed": 0})
    assert plays(game, Act.STRIKE_CLOSE, 1, 2, *WEAK).foe.progress == 8


@pytest.mark.parametrize(("dice", "attack"), [(STRONG, Act.STRIKE_CLOSE), (WEAK, Act.CLASH_CLOSE)])
def test_skirmisher_1_iron_attacks_at_once_with_1_more(dice: tuple[int, ...], attack: Act) -> None:
    game = bearing("skirmisher", 1, put={"initiative": 0}).act(Act.FACE + IRON, *dice)
    if dice == WEAK:
        game.act(Act.LOSE_MOMENTUM)
    ranged = Act(attack + 1)
    assert (game.decision, game.legal) == (Decision.MOVE, {attack, ranged, Act.GO})
    game.act(attack, *STRONG)
    assert game.events(Event.MOVE)[0][4] == 3


def test_skirmisher_1_may_hold_back_and_keeps_other_bonuses() -> None:
    game = bearing("skirmisher", 1, put={"initiative": 0}).act(Act.FACE + IRON, *STRONG)
    game.put(bonus=2).act(Act.GO)
    assert (game.decision, game.pc.bonus, game.pc.follow) == (Decision.MOVE, 1, 0)


def test_skirmisher_1_does_not_attack_in_fear() -> None:
    put = {"initiative": 0, "spirit": 0, "shaken": 1, "corrupted": 1}
    game = bearing("skirmisher", 1, put=put).act(Act.FACE + IRON, *WEAK).act(Act.ENDURE_STRESS, *MISS, 30)
    assert (game.pc.afraid, game.pc.follow, game.pc.bonus) == (1, 0, 0)
    assert Act.CLASH_CLOSE not in game.legal


def test_skirmisher_2_recovers_the_spear() -> None:
    game = plays(bearing("skirmisher", 2), Act.STRIKE_CLOSE, 1, 2, *STRONG)
    assert (game.pc.armed, game.legal) == (0, {Act.FACE + IRON, Act.END})
    start = game.table.snapshot()
    game.act(Act.FACE + IRON, *STRONG)
    assert game.pc.armed == 1
    game.table.restore(start)
    assert game.act(Act.FACE + IRON, *MISS, NO_PRICE).pc.armed == 0
    game.table.restore(start)
    game.foe.progress = 40
    assert game.act(Act.END, 1, 1).outcome == Outcome.WIN


def test_skirmisher_2_the_spear_is_still_to_be_recovered_when_another_foe_remains() -> None:
    game = fight(("formidable", "troll"), sheet(assets=[asset("skirmisher", 2)]))
    game.act(Act.STRIKE_CLOSE).act(Act.FOE).act(Act.ABILITY + 1, *STRONG)
    game.foe.progress = 40
    game.act(Act.END).act(Act.FOE, 1, 1, *MISS, NO_PRICE)
    assert [row[1] for row in game.events(Event.MOVE)] == [Move.END, Move.FACE], "nothing else may be done"
    assert game.pc.armed == 0


def test_skirmisher_2_weak_hit_recovers_from_behind() -> None:
    game = plays(bearing("skirmisher", 2), Act.STRIKE_CLOSE, 1, 2, *WEAK, *STRONG)
    assert (game.foe.progress, game.pc.initiative, game.pc.armed) == (16, 1, 1)


def test_slinger_2_holds_them_back() -> None:
    assert plays(bearing("slinger", 2), Act.STRIKE_RANGED, 1, 2, *WEAK).pc.initiative == 1
    assert plays(bearing("slinger", 2), Act.STRIKE_RANGED, 2, 2, *WEAK).pc.initiative == 0
    assert plays(bearing("slinger", 2), Act.STRIKE_RANGED, 1, 2, *MISS, NO_PRICE).pc.initiative == 0


@pytest.mark.parametrize("stat", [EDGE, WITS])
def test_slinger_3_momentum_or_supply(stat: Stat) -> None:
    game = bearing("slinger", 3)
    game.state.supply = 3
    game.act(Act.SECURE + stat, *WEAK)
    assert (game.decision, game.legal) == (Decision.HELP, {Act.MOMENTUM, Act.GAIN_SUPPLY})
    assert game.events(Event.MOVE)[0][4] == (4 if stat == EDGE else 2)
    assert game.act(Act.GAIN_SUPPLY).state.supply == 4


def test_slinger_3_comes_before_the_move_that_control_brings() -> None:
    game = bearing("slinger", 3)
    game.state.supply = 3
    game.act(Act.SECURE + EDGE, *STRONG).act(Act.FOLLOW)
    assert game.decision == Decision.HELP
    assert game.act(Act.MOMENTUM).decision == Decision.MOVE
    assert (game.pc.momentum, game.pc.bonus, game.pc.follow) == (3, 1, 1)


def test_a_long_chain_of_immediate_moves_leaves_nothing_behind() -> None:
    game = bearing("slinger", 3)
    game.state.supply = 3
    for _ in range(30):
        game.put(momentum=0).act(Act.SECURE + EDGE, *STRONG).act(Act.FOLLOW).act(Act.MOMENTUM)
        assert (game.decision, game.pc.follow, game.state.top) == (Decision.MOVE, Follow.CONTROL, 1)


def test_slinger_3_the_unprepared_gain_no_supply() -> None:
    game = bearing("slinger", 3, put={"unprepared": 1})
    game.state.supply = 0
    assert game.act(Act.SECURE + EDGE, *WEAK).pc.momentum == 4, "1 of the move, 1 in place of supply"


def test_sunderer_1_needs_momentum_to_pay() -> None:
    game = bearing("sunderer", 1, put={"momentum": -6}).act(Act.STRIKE_CLOSE, *WEAK)
    assert game.decision == Decision.MOVE


@pytest.mark.parametrize("act", [Act.STRIKE_CLOSE, Act.CLASH_CLOSE])
def test_sunderer_3_the_rune_adds_a_die_of_harm_once(act: Act) -> None:
    game = bearing("sunderer", 3)
    pays = (NO_PRICE,) if act == Act.CLASH_CLOSE else ()
    plays(game, act, 1, 3, *WEAK, 5, *pays)
    assert game.foe.progress == 28
    game.put(initiative=1).act(Act.STRIKE_CLOSE, *WEAK)
    assert game.foe.progress == 36


def test_sunderer_3_must_have_been_carved() -> None:
    assert bearing("sunderer", 3, prepared=False).act(Act.STRIKE_CLOSE, *WEAK).decision == Decision.MOVE


def test_thunder_bringer_2_staggers_for_the_next_move() -> None:
    game = plays(bearing("thunder_bringer", 2), Act.STRIKE_CLOSE, 1, 2, *STRONG)
    assert game.pc.bonus == 1
    assert plays(bearing("thunder_bringer", 2), Act.STRIKE_CLOSE, 1, 2, *WEAK).pc.bonus == 0


@pytest.mark.parametrize(("option", "momentum", "ticks"), [(Act.MOMENTUM, 3, 8), (Act.HARM_FOE, 2, 12)])
def test_hound_2_harm_or_momentum(option: Act, momentum: int, ticks: int) -> None:
    game = plays(bearing("hound", 2), Act.STRIKE_CLOSE, 1, 2, *WEAK)
    assert (game.decision, game.legal) == (Decision.HELP, {Act.MOMENTUM, Act.HARM_FOE})
    game.act(option)
    assert (game.pc.momentum, game.foe.progress) == (momentum, ticks)


def test_honorbound_1_makes_the_tide_stronger() -> None:
    game = bearing("honorbound", 1, put={"initiative": 0}).act(Act.TIDE).act(Act.STRIKE_CLOSE, *WEAK)
    assert (game.events(Event.MOVE)[0][4], game.pc.momentum) == (4, 4)


# ---- weapons must be in hand ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "ability", "act"),
    [
        ("archer", 1, Act.SECURE + EDGE),
        ("duelist", 1, Act.STRIKE_CLOSE),
        ("long_arm", 2, Act.SECURE + EDGE),
        ("skirmisher", 3, Act.SECURE + IRON),
        ("slinger", 3, Act.SECURE + EDGE),
        ("sunderer", 1, Act.STRIKE_CLOSE),
        ("sunderer", 2, Act.SECURE + IRON),
        ("thunder_bringer", 1, Act.SECURE + IRON),
        ("thunder_bringer", 2, Act.STRIKE_CLOSE),
        ("blade_bound", 3, Act.STRIKE_CLOSE),
        ("keen", 1, Act.STRIKE_CLOSE),
    ],
)
def test_a_weapon_asset_needs_the_weapon(name: str, ability: int, act: int) -> None:
    game = bearing(name, ability, put={"armed": 0}).act(act, *WEAK)
    stat = EDGE if act == Act.SECURE + EDGE else IRON
    assert game.events(Event.MOVE)[0][4] == game.pc.stats[stat]
    assert game.foe.progress in (0, 4)


# ---- allies ---------------------------------------------------------------------------------------------------------


def loyal(*abilities: int, put: dict[str, int] | None = None) -> Fight:
    return fight("formidable", sheet(), sheet(name="Saskia", assets=[asset("loyalist", *abilities)]), put=put)


@pytest.mark.parametrize(("result", "ally"), [("strong", 2), ("weak", 3)])
def test_loyalist_1_aids_with_1_more_and_gains_too(result: str, ally: int) -> None:
    game = loyal(1).act(Act.STRIKE_CLOSE, *STRONG).act(Act.AID + HEART, *FACES[result])
    assert game.events(Event.MOVE)[0][4] == 3
    assert (game.pc.momentum, game.ally.momentum) == (ally, 3)


@pytest.mark.parametrize(("dice", "gain"), [(WEAK, 1), (MISS, 0)])
def test_loyalist_2_comforts(dice: tuple[int, ...], gain: int) -> None:
    game = loyal(2, put={"initiative": 0}).act(Act.TAKE_HIT, price(STRESS, 1), *dice)
    assert game.events(Event.MOVE)[-1][4] == 5
    assert game.ally.momentum == 2 + gain


def test_loyalist_2_is_no_comfort_to_oneself() -> None:
    game = loyal(2).act(Act.STRIKE_CLOSE, *STRONG).put(1, initiative=0).act(Act.TAKE_HIT, price(STRESS, 1), *WEAK)
    assert game.events(Event.MOVE)[-1][4] == 4


def lent(face: int, first: int, second: int) -> Fight:
    game = loyal(3, put={"gate": 1})
    game.foe.progress = 20
    game.act(Act.END, first, second)
    assert (game.decision, game.state.seat, game.legal) == (Decision.LEND, 1, {Act.ABILITY + 2, Act.GO})
    return game.act(Act.ABILITY + 2, face)


def test_loyalist_3_lends_a_die() -> None:
    game = lent(2, 9, 1)
    assert (game.decision, game.state.seat, game.legal) == (
        Decision.REROLL,
        0,
        {Act.REROLL, Act.REROLL + 2, Act.REROLL + 4},
    )
    assert game.act(Act.REROLL + 2).outcome == Outcome.WIN


def test_loyalist_3_the_die_may_be_left() -> None:
    game = lent(9, 1, 2)
    assert game.act(Act.REROLL).outcome == Outcome.WIN


@pytest.mark.parametrize(("first", "second"), [(1, 4), (4, 1)])
def test_loyalist_3_a_10_replaces_the_lowest(first: int, second: int) -> None:
    game = lent(10, first, second)
    assert game.decision == Decision.END, "4 is beaten, the 10 is not"


def test_loyalist_3_need_not_lend() -> None:
    game = loyal(3, put={"gate": 1})
    game.foe.progress = 20
    assert game.act(Act.END, 1, 2).act(Act.GO).outcome == Outcome.WIN


def test_loyalist_3_does_not_lend_to_itself() -> None:
    game = loyal(3).act(Act.STRIKE_CLOSE, *STRONG).put(1, gate=1)
    game.foe.progress = 40
    assert game.act(Act.END, 1, 2).outcome == Outcome.WIN


def test_assets_of_secure_an_advantage_serve_an_ally() -> None:
    party = [sheet(assets=[asset("archer", 1)]), sheet(name="Saskia")]
    game = fight("formidable", *party).act(Act.AID + EDGE, *WEAK)
    assert game.events(Event.MOVE)[0][4] == 4
    assert (game.pc.momentum, game.ally.momentum) == (2, 4)
    party = [sheet(weapon="simple", assets=[asset("brawler", 1)]), sheet(name="Saskia")]
    assert fight("formidable", *party).act(Act.AID + IRON, *WEAK).foe.progress == 4
    party = [sheet(assets=[asset("slinger", 3)]), sheet(name="Saskia")]
    game = fight("formidable", *party)
    game.state.supply = 3
    game.act(Act.AID + EDGE, *WEAK)
    assert (game.decision, game.state.seat) == (Decision.HELP, 1)


# ---- rituals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "ability", "act"),
    [
        ("keen", 1, Act.STRIKE_CLOSE),
        ("talisman", 1, Act.STRIKE_CLOSE),
        ("visage", 1, Act.SECURE + IRON),
        ("bind", 1, Act.SECURE + EDGE),
    ],
)
def test_a_ritual_ends_when_the_action_die_shows_1(name: str, ability: int, act: int) -> None:
    game = bearing(name, ability).act(act, 2, 1, 10)
    assert game.pc.active[0] == 2
    game.put(initiative=1).act(act, 1, 1, 10)
    assert game.pc.active[0] == 0
    with_it = game.foe.progress
    game.put(initiative=1).act(act, 2, 1, 10)
    if name == "keen":
        assert (with_it, game.foe.progress) == (24, 32), "the 1 itself still had it"


@pytest.mark.parametrize(("stat", "adds"), [("edge", {EDGE: 4, HEART: 2}), ("heart", {EDGE: 3, HEART: 3})])
def test_bind_1_adds_to_the_bound_stat(stat: str, adds: dict[Stat, int]) -> None:
    for rolled, total in adds.items():
        assert bearing("bind", 1, stat=stat).act(Act.SECURE + rolled, *WEAK).events(Event.MOVE)[0][4] == total


def test_bind_2_adds_2() -> None:
    assert bearing("bind", 1, 2, stat="edge").act(Act.SECURE + EDGE, *WEAK).events(Event.MOVE)[0][4] == 5


def test_bind_without_a_named_stat_raises_the_best() -> None:
    assert bearing("bind", 1).act(Act.SECURE + EDGE, *WEAK).events(Event.MOVE)[0][4] == 4


def test_talisman_is_for_one_foe_and_2_for_all_the_uncanny() -> None:
    for abilities, against_haunt in (((1,), 2), ((1, 2), 4)):
        own = sheet(assets=[asset("talisman", *abilities)])
        for target, adds in ((0, 4), (1, against_haunt), (2, 2)):
            game = fight(("bear", "haunt", "wolf"), own).act(Act.STRIKE_CLOSE).act(Act.FOE + target, *WEAK)
            assert game.events(Event.MOVE)[0][4] == adds


@pytest.mark.parametrize(("target", "adds"), [("haunt", 4), ("Haunt", 4), ("giant", 2), ("", 2)])
def test_talisman_made_against_a_foe_by_name(target: str, adds: int) -> None:
    own = sheet(assets=[asset("talisman", 1, target=target)])
    game = fight(("bear", "haunt"), own).act(Act.STRIKE_CLOSE).act(Act.FOE + 1, *WEAK)
    assert game.events(Event.MOVE)[0][4] == adds


def test_talisman_made_by_a_weak_hit_adds_1() -> None:
    own = sheet(assets=[asset("talisman", 1, prepared=False)])
    game = Fight(["formidable"], [own], {}).open(*WEAK, *STRONG)
    assert game.act(Act.STRIKE_CLOSE, *WEAK).events(Event.MOVE)[0][4] == 3


def leeching(*abilities: int, put: dict[str, int] | None = None) -> Fight:
    return bearing("leech", *abilities, put=put)


def test_leech_1_counts_as_a_debility_until_it_has_drunk() -> None:
    game = leeching(1, put={"health": 3})
    assert max_momentum(game.pc) == 9
    plays(game, Act.STRIKE_CLOSE, 1, 1, *MISS).act(Act.REROLL + 6, 1, 2)
    assert game.foe.progress == 20
    assert max_momentum(game.pc) == 10
    assert (game.decision, game.legal) == (Decision.SPOILS, {Act.GAIN_HEALTH, Act.MOMENTUM})
    game.acts(Act.GAIN_HEALTH, Act.GAIN_HEALTH, *())
    assert game.pc.health == 5
    assert (game.decision, game.pc.momentum) == (Decision.MOVE, 5), "5 harm: 2 health, the other 3 were momentum"
    game.act(Act.STRIKE_CLOSE, *WEAK)
    assert game.decision == Decision.MOVE, "used up"


def test_leech_1_drinks_before_the_price_of_a_weak_clash() -> None:
    game = leeching(1, put={"health": 1, "momentum": 9})
    plays(game, Act.CLASH_CLOSE, 1, 1, *WEAK).act(Act.REROLL)
    assert game.decision == Decision.SPOILS


def test_leech_1_that_misses_is_spent_and_still_a_debility() -> None:
    game = plays(leeching(1), Act.STRIKE_CLOSE, 1, 1, *MISS).act(Act.REROLL, NO_PRICE)
    assert max_momentum(game.pc) == 9


def test_leech_2_shares_health_with_an_ally() -> None:
    party = [sheet(assets=[asset("leech", 1, 2)]), sheet(name="Saskia", health=2)]
    game = fight("formidable", *party).act(Act.STRIKE_CLOSE).act(Act.ABILITY, *WEAK).act(Act.REROLL)
    assert game.legal == {Act.MOMENTUM, Act.SEAT + 1}
    assert game.act(Act.SEAT + 1).ally.health == 3


def test_leech_without_its_first_ability_is_no_burden() -> None:
    assert max_momentum(leeching(2).pc) == 10


def test_several_assets_stack() -> None:
    own = sheet(assets=[asset("horse", 3), asset("keen", 1), asset("sunderer", 1), asset("talisman", 1)])
    game = fight("formidable", own).act(Act.STRIKE_CLOSE)
    game.act(Act.ABILITY + 2).act(Act.ABILITY + 6, *STRONG)
    assert game.events(Event.MOVE)[0][4] == 5, "iron 2, horse 1, talisman 2"
    assert game.foe.progress == 4 * (2 + 1 + 1 + 1 + 1), "weapon, strong, horse, keen, sunderer"
    assert game.pc.momentum == 1


def test_one_stat_to_roll_with() -> None:
    own = sheet(assets=[asset("cave_lion", 2), asset("young_wyvern", 3)])
    game = fight("formidable", own).act(Act.STRIKE_CLOSE)
    assert game.legal == {Act.ABILITY + 1, Act.ABILITY + 5, Act.GO}
    game.act(Act.ABILITY + 1, *WEAK)
    assert game.events(Event.MOVE)[0][4] == 3, "the lion rolls edge, the wyvern is not asked"


def test_an_ability_not_marked_does_nothing() -> None:
    assert bearing("horse", 1).act(Act.STRIKE_CLOSE, *WEAK).foe.progress == 8
