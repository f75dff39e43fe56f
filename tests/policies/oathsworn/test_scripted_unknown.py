"""What the scripted pilot expects of a stage card that nobody has seen: the mean of its stage's known cards."""

import pytest

from shieldmate.envs.core.game import Table
from shieldmate.envs.oathsworn.compile import compile_book
from shieldmate.envs.oathsworn.game import OATHSWORN
from shieldmate.envs.oathsworn.scenario import make_scenario
from shieldmate.envs.oathsworn.state import Book
from shieldmate.policies.oathsworn.scripted.attacks import shows_part
from shieldmate.policies.oathsworn.scripted.enemies import card_threat, spawn_amount

BLOW = '{ do = "attack", icon = "front" }'
SPAWN = '{ do = "spawn", amount = 2, kind = "Giant Rat" }'
STAGE_ONE = (
    "unknown = true",
    f"steps = [{BLOW}]",
    f"steps = [{BLOW}, {BLOW}]",
    f"steps = [{SPAWN}]",
    f"steps = [{SPAWN}, {BLOW}]",
)


def test_an_unknown_card_threatens_what_its_stage_does_on_average(tmp_path):
    cards = [f"{{ stage = 1, {steps} }}" for steps in STAGE_ONE]
    cards += [f"{{ stage = {stage}, steps = [{SPAWN}] }}" for stage in (2, 3) for _ in range(5)]
    file = tmp_path / "den.toml"
    file.write_text(f'base = "broodmother"\nstage_cards = [{", ".join(cards)}]\n')
    table = Table(OATHSWORN, compile_book(make_scenario(file)))
    table.reset(1)
    state, book = table.views[0], Book.at(table.books, 0)
    threats = []
    for place in range(5):
        state.face_up = place
        threats.append(card_threat(state, book))
    assert threats[1][0] > 0
    assert threats[0][0] == pytest.approx(sum(threat[0] for threat in threats[1:]) / 4)
    assert [threat[1] for threat in threats] == [1, 1, 2, 0, 1]
    state.face_up = 0
    assert (spawn_amount(state, book), bool(shows_part(state, book, 0)), bool(shows_part(state, book, 1))) == (
        1,
        True,
        False,
    )
