"""The loops of docs/environments.md run as they stand, and its tables hold what the code has."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from shieldmate.envs.oathsworn.picture import HEIGHT, WIDTH

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
LEARNING = [block for block in BLOCKS if "torch" in block]


def run(block):
    exec(compile(block, "docs/environments.md", "exec"), {})


@pytest.mark.parametrize("block", [block for block in BLOCKS if block not in LEARNING])
def test_a_loop_of_the_page_runs(block, capsys):
    run(block)


@pytest.mark.slow
@pytest.mark.skipif(not find_spec("sb3_contrib"), reason="without the extra `train`")
@pytest.mark.parametrize("block", LEARNING)
def test_the_learning_loop_of_the_page_runs(block, capsys):
    run(block)
    assert re.match(r"won \d+%", capsys.readouterr().out)


def test_there_is_a_loop_for_each_face_and_one_for_the_second_game():
    assert len(BLOCKS) == 5


def part_of(game):
    """The part of the page that tells of a game."""
    first, _, second = PAGE.partition("## Oathsworn")
    return second if game.name == "oathsworn" else first


def test_the_page_names_every_block_with_its_size(game):
    for block in game.face.layout.blocks:
        size = " x ".join(map(str, block.shape))
        assert f"| `{block.name}` | {size} |" in part_of(game)


def test_the_page_names_every_reward_and_the_number_of_actions(game):
    told = part_of(game).partition("### Rewards")[2].partition("### Observations")[0]
    for term in game.face.terms:
        assert f"`{term.name}`" in told
    assert f"{game.face.rules.actions} ids" in part_of(game)


def test_the_page_tells_the_size_of_the_picture():
    assert f"{HEIGHT} x {WIDTH} x 3" in PAGE
