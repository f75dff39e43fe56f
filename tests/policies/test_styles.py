"""Partner styles: legal in any situation, the state left as it was, other than `scripted`, true to their kind."""

from random import Random

import numpy as np
import pytest
import random_encounters
import random_play

from shieldmate.envs.core.game import Table
from shieldmate.envs.core.pilot import Why
from shieldmate.envs.ironsworn import terms as iron
from shieldmate.envs.ironsworn.game import IRONSWORN
from shieldmate.envs.oathsworn import terms as oath
from shieldmate.envs.oathsworn.game import OATHSWORN
from shieldmate.policies.ironsworn import pilots as iron_pilots
from shieldmate.policies.ironsworn import styles as iron_styles
from shieldmate.policies.oathsworn import pilots as oath_pilots
from shieldmate.policies.oathsworn import styles as oath_styles
from shieldmate.policies.styles import BY_LUCK, HELD_OUT, STYLES, TRAINED_WITH

GAMES = {
    "ironsworn": (IRONSWORN, random_play.random_book, iron_pilots, iron_styles, range(60)),
    "oathsworn": (OATHSWORN, random_encounters.random_book, oath_pilots, oath_styles, range(14)),
}
MOST = 1500
"""More decisions than a game of random play has, nearly always."""


def situations(game, seeds, every=1):
    """Play random legal actions in random scenarios and stop at decisions."""
    rules, random_book, *_ = GAMES[game]
    for seed in seeds:
        rng = Random(seed)
        table = Table(rules, random_book(seed), log=False)
        table.reset(seed)
        for turn in range(MOST):
            if table.views[0].outcome != 0:
                break
            if turn % every == 0:
                yield table, rng.getrandbits(62)
            table.apply(rng.choice(table.legal()))


def asked(game, table, address, draw, whys=None):
    """Answer of a pilot in the table's game."""
    whys = np.zeros(1, Why.dtype) if whys is None else whys
    return GAMES[game][2].choose(table.states, 0, table.books, 0, whys, address, draw)


def test_no_style_is_both_trained_with_and_held_out():
    assert not set(TRAINED_WITH) & set(HELD_OUT)
    assert set(oath_styles.MEMBERS) == set(iron_styles.MEMBERS) == set(STYLES)


@pytest.mark.compiled
@pytest.mark.parametrize("name", STYLES)
@pytest.mark.parametrize("game", GAMES)
def test_any_situation(game, name):
    """Every answer is legal, the same again, and leaves the state as it was; some are others than `scripted` gives."""
    *_, styles, seeds = GAMES[game]
    address = styles.style_pilot(name).address
    scripted = GAMES[game][2].ScriptedPilot().address
    count = others = 0
    for table, draw in situations(game, seeds):
        before = table.states.tobytes()
        act = asked(game, table, address, draw)
        assert act in table.legal()
        assert table.states.tobytes() == before
        assert asked(game, table, address, draw) == act
        others += act != asked(game, table, scripted, draw)
        count += 1
    assert count > 1_000
    assert others > 0.01 * count


@pytest.mark.compiled
@pytest.mark.parametrize("name", STYLES)
@pytest.mark.parametrize("game", GAMES)
def test_luck_decides_in_the_styles_that_say_so(game, name):
    *_, styles, seeds = GAMES[game]
    address = styles.style_pilot(name).address
    by_luck = any(
        asked(game, table, address, draw=draw - draw % 100) != asked(game, table, address, draw=99)
        for table, draw in situations(game, seeds)
    )
    assert by_luck == (name in BY_LUCK)


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["bold", "careless", "showy"])
@pytest.mark.parametrize("game", GAMES)
def test_plain_and_compiled_choose_alike(game, name):
    *_, pilots, styles, _ = GAMES[game]
    address = styles.style_pilot(name).address
    whys, plain = np.zeros(1, Why.dtype), np.zeros(1, Why.dtype)
    for table, draw in situations(game, range(1000, 1003), every=7):
        act = asked(game, table, address, draw, whys)
        assert pilots.choose.plain(table.states, 0, table.books, 0, plain, address, draw) == act
        assert plain[0] == whys[0]


def defends_unhurt(state, act):
    """A defence card played by who is well."""
    return state.decision == oath.Decision.DEFEND and act != oath.Act.PASS and state.pieces[state.seat].hp > 3


def stands_by(state, act):
    """A blow that no card is played against."""
    return state.decision == oath.Decision.DEFEND and act == oath.Act.PASS


def spends_token(state, act):
    """A token spent."""
    return oath.Act.TOKEN <= act < oath.Act.NUMBER


def interrupts(state, act):
    """An interrupt."""
    return state.decision == oath.Decision.WINDOW and act != oath.Act.PASS


def goes_on(state, act):
    """A third thing done in a visit."""
    return state.decision == oath.Decision.TURN and state.seats[state.seat].acts >= 2 and act != oath.Act.PASS


def burns(state, act):
    """Momentum burnt."""
    return act == iron.Act.BURN


def keeps_momentum(state, act):
    """Momentum that could be burnt kept."""
    return state.decision == iron.Decision.BURN and act == iron.Act.KEEP


def ends_early(state, act):
    """The end rolled for before the track is full."""
    return state.decision == iron.Decision.MOVE and act == iron.Act.END and state.foes[0].progress < 40


def helps(state, act):
    """Aid for an ally."""
    return iron.Act.AID <= act < iron.Act.COMPEL_HEART


def clashes(state, act):
    """A clash."""
    return act in (iron.Act.CLASH_CLOSE, iron.Act.CLASH_RANGED)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("game", "name", "never"),
    [
        ("oathsworn", "bold", defends_unhurt),
        ("oathsworn", "cautious", stands_by),
        ("oathsworn", "hoarding", spends_token),
        ("oathsworn", "careless", interrupts),
        ("oathsworn", "lone", interrupts),
        ("oathsworn", "hasty", goes_on),
        ("ironsworn", "hoarding", burns),
        ("ironsworn", "showy", keeps_momentum),
        ("ironsworn", "stubborn", ends_early),
        ("ironsworn", "lone", helps),
        ("ironsworn", "lone", clashes),
    ],
)
def test_what_a_style_never_does(game, name, never):
    """Where something else is offered; luck is not asked here, for no draw is below a whim's percent."""
    *_, styles, seeds = GAMES[game]
    address = styles.style_pilot(name).address
    offered = 0
    for table, _ in situations(game, seeds):
        state = table.views[0]
        others = [act for act in table.legal() if not never(state, act)]
        if others and len(others) < len(table.legal()):
            offered += 1
            assert not never(state, asked(game, table, address, draw=99))
    assert offered > 5
